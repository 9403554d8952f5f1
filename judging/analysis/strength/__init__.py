"""Measure how strong a set of tests is, from the kill matrix. Pure."""
