"""`judge watch`: a command again and again, after each change."""
