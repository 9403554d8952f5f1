"""Test data: `judge generate` and `validate`, and tests that other commands add."""
