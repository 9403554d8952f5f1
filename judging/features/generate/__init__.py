"""`judge generate`: the test data of generators.yaml, and tests that are added."""
