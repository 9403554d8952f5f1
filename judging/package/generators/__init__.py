"""generators.yaml: the recipes that make tests."""
