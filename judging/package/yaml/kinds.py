"""The values that a key of a YAML file may have, as parts of JSON schemas.

A reader has one table of its keys: `{"retries": key(integer(1, 1000), "What it is.")}`.
It checks the names in a file against that table, and `judge schema` prints the table.
A test compares what readers and schemas refuse, for each key and many values.

An empty value counts as a missing key, as `tables.Table` reads it, so `key` accepts null.
"""

from collections.abc import Mapping, Sequence

from judging.core.json_schema import Schema as Schema
from judging.core.json_schema import or_null as or_null

# `Table.text`: not empty, and not blank.
TEXT: Schema = {"type": "string", "pattern": r"\S"}
ANY_TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
ANYTHING: Schema = {}
MAPPING: Schema = {"type": "object"}
TEXTS: Schema = {"type": "array", "items": ANY_TEXT}
# `Table.text_or_texts`
TEXT_OR_TEXTS: Schema = {"anyOf": [TEXT, {**TEXTS, "minItems": 1}]}

Keys = Mapping[str, Schema]


def key(value: Schema, about: str) -> Schema:
    """Return the schema of a key that may be empty. Editors show `about`."""
    return {**(or_null(value) if value else value), "description": about}


def filled_key(value: Schema, about: str) -> Schema:
    """Return the schema of a key that must have a value."""
    return {**value, "description": about}


def integer(least: int, most: int) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": most}


def number(least: float, most: float) -> Schema:
    return {"type": "number", "minimum": least, "maximum": most}


def one_of(words: Sequence[str]) -> Schema:
    return {"type": "string", "enum": list(words)}


def text_like(pattern: str) -> Schema:
    """Return the schema of texts that match a regular expression as a whole."""
    return {"type": "string", "pattern": f"^(?:{pattern})$"}


def either(*values: Schema) -> Schema:
    return {"anyOf": list(values)}


def list_of(item: Schema, least: int = 0) -> Schema:
    return {"type": "array", "items": item, "minItems": least}


def one_or_list_of(item: Schema) -> Schema:
    """Return the schema of `Table.items`: a list, or one item alone."""
    return either(list_of(item), item)


def table(
    keys: Keys, required: Sequence[str] = (), others: Schema | bool = False
) -> Schema:
    """Return the schema of a mapping with these keys, and `others` if there are more."""
    found: Schema = {"type": "object", "properties": dict(keys)}
    if required:
        found["required"] = list(required)
    return {**found, "additionalProperties": others}


def named(value: Schema, names: str = "") -> Schema:
    """Return the schema of a mapping whose keys are names; `names` is a regular
    expression that each of them matches as a whole."""
    found: Schema = {"type": "object", "additionalProperties": value}
    if names:
        found["propertyNames"] = {"pattern": f"^(?:{names})$"}
    return found


def reference(name: str) -> Schema:
    """Return a reference to a definition of the schema."""
    return {"$ref": f"#/$defs/{name}"}
