"""generators.yaml: recipes that make tests."""
