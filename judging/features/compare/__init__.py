"""`judge compare`: JSON reports side by side; `--compare` of a run."""
