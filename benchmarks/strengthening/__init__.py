"""What `benchmarks/strengthen.py` measures on, and its tables."""
