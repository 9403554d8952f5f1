"""`judge grade`: programs that are lines of a file."""
