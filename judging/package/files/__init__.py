"""The files of a package: which exist, which may be read."""
