"""What all our JSON schemas have in common: draft, name, and null. Pure."""

from collections.abc import Callable
from typing import Any

from judging.values import Value

# A part of a JSON schema: what JSON has for a mapping.
Schema = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"


class Described(Value):
    """A schema, made when it is asked for; `about` says in a line what it is of."""

    about: str
    make: Callable[[], Schema]


def whole(name: str, described: Described) -> Schema:
    """Return a schema as it is printed. Its `$id` is a name, not an address: nothing has
    to be fetched."""
    return {
        "$schema": DRAFT,
        "$id": f"urn:judge:schema:{name}",
        "title": described.about,
        **described.make(),
    }


def or_null(schema: Schema) -> Schema:
    """Return a schema that accepts null as well."""
    if "anyOf" in schema:
        return {**schema, "anyOf": [*schema["anyOf"], {"type": "null"}]}
    kind = schema.get("type")
    if not isinstance(kind, str):
        return {"anyOf": [schema, {"type": "null"}]}
    with_null = {**schema, "type": [kind, "null"]}
    if "enum" in schema:
        with_null["enum"] = [*schema["enum"], None]
    return with_null
