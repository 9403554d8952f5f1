"""`judge view`: the page of a run, in a browser."""
