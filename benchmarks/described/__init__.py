"""The parts of `benchmarks/describing.py`."""
