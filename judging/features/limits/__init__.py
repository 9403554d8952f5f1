"""`judge limits`: the time limit from both sides, and how times grow."""
