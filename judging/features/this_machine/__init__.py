"""`judge doctor`, `judge worker` and `judge cache`: this machine, not a package."""
