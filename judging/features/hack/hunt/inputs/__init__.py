"""Where the inputs of a hunt come from."""
