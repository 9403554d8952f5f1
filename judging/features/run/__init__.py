"""`judge run`: submissions against the tests of a package."""
