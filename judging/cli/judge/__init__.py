"""Judging: `judge run`, `try`, `limits` and `view`, of a package or a contest."""
