"""The test data and the programs that check it: generate, validate, try junk."""
