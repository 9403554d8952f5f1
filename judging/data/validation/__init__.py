"""Check that the data is what it claims to be, with the package's own validators and checker.

The store keeps what was found valid, by content, so no file is validated twice.
"""
