"""The test data and the programs that check them: generate, validate, try junk."""
