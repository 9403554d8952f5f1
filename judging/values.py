"""Immutable values: what the judge knows is a tree of them. Documents are read as such.

They are structures of msgspec and not frozen dataclasses, because Python needs 0.35 ms to
make a dataclass: a third of the time in which `judge run` starts (docs/decisions/020).
"""

import dataclasses
import re
from typing import Any, TypeVar, dataclass_transform

import msgspec
from msgspec import UNSET, Struct
from msgspec import field as field
from msgspec.structs import asdict as asdict
from msgspec.structs import astuple as astuple
from msgspec.structs import fields as fields
from msgspec.structs import replace as _replaced

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value(Struct, frozen=True):
    """A value with named fields. Values with equal fields are equal."""


def replace(value: T, /, **changes: Any) -> T:
    """Return a copy of a value, or of a dataclass, with other values of some fields."""
    if isinstance(value, Struct):
        return _replaced(value, **changes)
    copy: T = dataclasses.replace(value, **changes)  # type: ignore[type-var]
    return copy


def as_json(value: object) -> Any:
    """Return a value as JSON has it: of dicts, lists, texts, numbers, truth values, None."""
    return msgspec.to_builtins(value)


def fields_of(value: Struct) -> dict[str, Any]:
    """Return the fields of a value by name, for another one that has them too."""
    return {name: getattr(value, name) for name in value.__struct_fields__}


def told(kind: type[T], source: object, **others: Any) -> T:
    """Return a value of `kind` that tells of `source`: the attributes and properties of
    the same names, and `others` in place of some. Values in it become those of `kind`."""
    if others:
        own = (name for name in field_names(kind) if name not in others)
        every = {**{name: getattr(source, name) for name in own}, **others}
        source = {name: value for name, value in every.items() if value is not UNSET}
    return msgspec.convert(source, kind, from_attributes=True)


def field_names(kind: Any) -> tuple[str, ...]:
    """Return the names of the fields of a type of values."""
    names: tuple[str, ...] = kind.__struct_fields__
    return names


class NotOfType(ValueError):
    """A document has something else than its type at `place`: `submissions[0].path`."""

    def __init__(self, place: str, what: str) -> None:
        super().__init__(f"{place}: {what}" if place else what)


def read_as(kind: type[T], document: object) -> T:
    """Return a JSON document as a value of this type. Keys that it does not name are left
    out; NotOfType if anything else differs."""
    try:
        return msgspec.convert(document, kind)
    except msgspec.ValidationError as fault:
        what, _, place = str(fault).partition(" - at `")
        raise NotOfType(place.strip("`").lstrip("$."), _in_words(what)) from fault
    # JSON can write half of a surrogate pair. msgspec does not say where it is.
    except UnicodeEncodeError as fault:
        half = ascii(fault.object[fault.start])
        raise NotOfType("", f"a text has half of a surrogate pair, {half}") from fault


# What msgspec calls a type of JSON, in the words of our messages.
_WORDS = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "object": "an object",
    "str": "a text",
}


def _in_words(what: str) -> str:
    """Return a message of msgspec in the words of ours."""
    what = re.sub("^Object missing required field `(.*)`$", r"\1 is missing", what)
    what = re.sub("^Invalid enum value ('.*')$", r"unknown word: \1", what)
    what = re.sub("`([a-z| ]+)`", _types_in_words, what)
    return what[0].lower() + what[1:]


def _types_in_words(match: re.Match[str]) -> str:
    return " or ".join(_WORDS.get(kind, kind) for kind in match[1].split(" | "))


def means(description: str) -> msgspec.Meta:
    """Annotate a field with what it means, for the schema of a document."""
    return msgspec.Meta(description=description)
