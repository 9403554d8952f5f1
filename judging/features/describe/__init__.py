"""`judge describe`: learn the input format of a package, and write it as a grammar."""
