"""`judge validate`: the data and the statements; `--junk` attacks the validators."""
