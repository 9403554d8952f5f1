"""The JSON schemas of the reports, made from the types in `judging.reports.objects`.

The functions that build reports state the same types, so that a schema and the code
cannot differ. Keys that a schema does not list are accepted: a newer judge may add some.
"""

import inspect
from collections.abc import Mapping, Sequence
from enum import Enum
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from judging.core.json_schema import Described, Schema, or_null
from judging.machine.origin import Origin
from judging.reports.documents import SCHEMA
from judging.reports.objects.comparison import CompareObject
from judging.reports.objects.doctor import HealthObject
from judging.reports.objects.graded import GradedObject
from judging.reports.objects.hunt import HuntReportObject
from judging.reports.objects.limits import LimitsReportObject
from judging.reports.objects.mutation import MutationReportObject
from judging.reports.objects.run import ContestObject, RunObject
from judging.reports.objects.strength import StrengthObject, UnmeasuredObject
from judging.reports.objects.strengthening import StrengtheningObject
from judging.values import Value, field

_SCALARS = {str: "string", int: "integer", float: "number", bool: "boolean"}


def _report(about: str, *types: type) -> Described:
    """Return the schema of a report; several types are alternatives."""
    return Described(about, lambda: _schema(types))


def _line(about: str, kind: type) -> Described:
    """Return the schema of an object on a line of its own, without number and origin."""
    return Described(about, lambda: _Walk().object_of(kind))


REPORTS: Mapping[str, Described] = {
    "run": _report("the report of judge run, view and validate", RunObject),
    "run-contest": _report("the report of judge run --contest", ContestObject),
    "grade": _line("one line of judge grade", GradedObject),
    "limits": _report("the report of judge limits", LimitsReportObject),
    "compare": _report("the report of judge compare", CompareObject),
    "hack": _report("the report of judge hack", HuntReportObject),
    "strength": _report(
        "the report of judge strength", StrengthObject, UnmeasuredObject
    ),
    "strengthen": _report("the report of judge strengthen", StrengtheningObject),
    "mutate": _report("the report of judge mutate", MutationReportObject),
    "doctor": _report("the report of judge doctor", HealthObject),
}


def _schema(types: Sequence[type]) -> Schema:
    walk = _Walk()
    alternatives = [_whole(kind, types, walk) for kind in types]
    body = alternatives[0] if len(alternatives) == 1 else {"anyOf": alternatives}
    return {**body, "$defs": walk.definitions}


def _whole(kind: type, types: Sequence[type], walk: "_Walk") -> Schema:
    """Return the schema of a whole report: between the number of its schema and its
    origin, as `documents.dumped` writes it. It has no keys of the other `types`."""
    own = walk.properties_of(kind)
    number = {"const": SCHEMA, "description": "The number of the schema."}
    # A report that was made from Python says nothing of its origin.
    origin = walk.properties_of(Origin)
    whole = {
        "description": _about(kind),
        "type": "object",
        "properties": {"schema": number, **own, **origin},
        "required": ["schema", *_required(kind)],
    }
    others = {key: None for other in types for key in _required(other) if key not in own}
    if others:
        whole["not"] = {"anyOf": [{"required": [key]} for key in others]}
    return whole


class _Walk(Value):
    """A walk through types. Objects are defined once, by the name of their type."""

    definitions: dict[str, Schema] = field(default_factory=dict)

    def schema_of(self, kind: Any) -> Schema:
        """Return the schema of the values of a type."""
        origin = get_origin(kind)
        if origin is NotRequired:
            return self.schema_of(get_args(kind)[0])
        if origin is Annotated:
            inner, description = get_args(kind)
            return {**self.schema_of(inner), "description": description}
        if origin in (Union, UnionType):
            return self._union(kind)
        if origin is tuple:
            items = [self.schema_of(item) for item in get_args(kind)]
            return {
                "type": "array",
                "prefixItems": items,
                "minItems": len(items),
                "maxItems": len(items),
            }
        if origin is not None and issubclass(origin, Mapping):
            _, values = get_args(kind)
            return {"type": "object", "additionalProperties": self.schema_of(values)}
        if origin is not None and issubclass(origin, Sequence):
            (items,) = get_args(kind)
            return {"type": "array", "items": self.schema_of(items)}
        if is_typeddict(kind):
            return self._reference(kind)
        if issubclass(kind, Enum):
            return self._words(kind)
        return {"type": _SCALARS[kind]}

    def properties_of(self, kind: type) -> dict[str, Schema]:
        """Return the schema of each key of a TypedDict."""
        hints = get_type_hints(kind, include_extras=True)
        return {key: self.schema_of(hint) for key, hint in hints.items()}

    def object_of(self, kind: type) -> Schema:
        """Return the schema of the objects that a TypedDict describes."""
        return {
            "description": _about(kind),
            "type": "object",
            "properties": self.properties_of(kind),
            "required": _required(kind),
        }

    def _union(self, kind: Any) -> Schema:
        """Return the schema of one of several types, of which one may be None."""
        types = [each for each in get_args(kind) if each is not NoneType]
        schemas = [self.schema_of(each) for each in types]
        schema = schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
        return or_null(schema) if NoneType in get_args(kind) else schema

    def _reference(self, kind: type) -> Schema:
        name = kind.__name__.removesuffix("Object")
        if name not in self.definitions:
            self.definitions[name] = self.object_of(kind)
        return {"$ref": f"#/$defs/{name}"}

    def _words(self, kind: type[Enum]) -> Schema:
        values = [member.value for member in kind]
        scalar = "string" if issubclass(kind, str) else "integer"
        return {"type": scalar, "enum": values}


def _about(kind: type) -> str:
    """Return the docstring of a type on one line."""
    return " ".join((inspect.getdoc(kind) or "").split())


def _required(kind: Any) -> list[str]:
    """Return the keys of a TypedDict that are never missing, in its order."""
    hints = get_type_hints(kind, include_extras=True)
    return [key for key in hints if key in kind.__required_keys__]
