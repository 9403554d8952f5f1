"""Trying inputs on a submission."""
