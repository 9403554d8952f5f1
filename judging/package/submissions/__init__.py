"""Submissions and their expected verdicts."""
