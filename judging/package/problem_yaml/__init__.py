"""problem.yaml: the settings of a package."""
