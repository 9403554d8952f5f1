"""Immutable values: what the judge knows is a tree of them.

They are structures of msgspec and not frozen dataclasses, because Python needs 0.35 ms to
make a dataclass: a third of the time in which `judge run` starts (docs/decisions).
"""

import dataclasses
from typing import Any, TypeVar, dataclass_transform

from msgspec import Struct
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
