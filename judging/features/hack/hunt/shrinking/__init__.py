"""Making a counterexample small."""
