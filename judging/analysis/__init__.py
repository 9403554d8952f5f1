"""How good the tests are: mutation testing and the strength of the test set."""
