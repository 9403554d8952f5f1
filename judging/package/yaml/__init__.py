"""YAML, read with positions and written, in one place.

Read a file with `documents.read` and its keys with `tables.Table`. There are two ways to
write. `writing` makes a text from values: `dump` a new one, `edit` a setter's, which keeps
its comments. `inserting` puts a few words into the setter's text, which keeps every byte.
"""
