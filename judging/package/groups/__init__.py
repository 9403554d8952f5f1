"""Testcases and test groups, their settings and their manifest."""
