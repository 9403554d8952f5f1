"""The version of the judge. It is apart from `judging/__init__.py`, whose functions import
every room: a room may not import them."""

VERSION = "0.1.0"
