"""YAML, read with positions and written, in one place.

Read a file with `documents.read` and its keys with `tables.Table`. Write a new file with
`dumping.dump`. Change a setter's file with `editing.edit`; keep every other byte of it
with `inserting.insert_test`.
"""
