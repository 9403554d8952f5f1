"""`judge export`: a package in another format."""
