"""Polygon packages: what problem.xml says, and its way into a native package and back."""
