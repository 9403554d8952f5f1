"""The files of a package: their names in each format, and which of them may be read."""
