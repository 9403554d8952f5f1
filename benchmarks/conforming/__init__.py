"""The parts of benchmarks/conformance.py."""
