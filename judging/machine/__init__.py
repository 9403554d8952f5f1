"""What this machine can do and how fast it is."""
