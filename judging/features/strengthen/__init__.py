"""`judge strengthen`: tests that a package lacks."""
