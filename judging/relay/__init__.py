"""Many inputs in one process: a relay in C runs programs on one input after another in one
box. Its results are hints."""
