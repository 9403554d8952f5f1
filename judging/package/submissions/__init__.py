"""Submissions and the verdicts that are expected of them."""
