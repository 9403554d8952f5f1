"""The JSON objects of a run, and those that other reports share, as types: each key with its
type and what it means. Other objects are in `objects.py` of their feature.

The functions that build the objects state these types, so mypy compares both;
`judge schema` prints them as JSON schemas (`judging.features.schema.schemas`). A key may be
added within a schema number; no key is dropped or changes its meaning. Times are
seconds, sizes bytes.
"""
