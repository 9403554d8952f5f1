"""`judge strength`: which wrong submissions the tests catch, and how many tests do so."""
