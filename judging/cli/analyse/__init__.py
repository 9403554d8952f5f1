"""How good the tests are: `judge hack`, `strength`, `strengthen` and `mutate`."""
