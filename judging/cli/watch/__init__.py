"""`judge watch`: rounds of a command, started by keys and by files that change."""
