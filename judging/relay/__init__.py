"""Many inputs in one process: a relay in C runs programs on one input after another in one
box. Its results are hints; a run that is not as expected is repeated in a box of its own."""
