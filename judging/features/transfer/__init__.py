"""`judge new` and `judge import`, and the formats that packages are read from and written in."""
