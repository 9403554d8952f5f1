"""The JSON objects of every report, as types: each key with its type and what it means.

The functions that build the objects state these types, so mypy compares both;
`judge schema` prints them as JSON schemas (`judging.reports.schemas`). A key may be
added within a schema number; no key is dropped or changes its meaning. Times are
seconds, sizes bytes.
"""
