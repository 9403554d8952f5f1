"""Whole packages: `judge new`, `import`, `export` and `statement`."""
