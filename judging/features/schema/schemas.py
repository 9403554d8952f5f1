"""The JSON schemas of the reports, made from the types that the reports consist of.

A result that a report has as it is, is such a type; where the two differ, there is one in
`objects.py` of the feature or in `judging.reports.objects`. So a schema and the code cannot
differ. Keys that a schema does not list are accepted: a newer judge may add some.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from judging.core.json_schema import Described, Schema
from judging.features.describe.objects import DescribeObject
from judging.features.grade.objects import GradedObject
from judging.features.hack.objects import HuntReportObject
from judging.features.limits.objects import LimitsReportObject
from judging.features.mutate.objects import MutationReportObject
from judging.features.strength.objects import StrengthObject, UnmeasuredObject
from judging.features.strengthen.objects import StrengtheningObject
from judging.features.this_machine.doctor import Health
from judging.machine.origin import Origin
from judging.reports.documents import SCHEMA
from judging.reports.objects.comparison import CompareObject
from judging.reports.objects.run import ContestObject, RunObject

_DEFINITIONS = "#/$defs/"
_NUMBER = {"type": "number"}
_INTEGER = {"type": "integer"}
# What schemas call the types that have another name here; `Object` at the end is left out.
_NAMES = {
    "GroupResult": "Group",
    "LanguageCheck": "Language",
    "MachineFacts": "Machine",
    "NodeInfo": "Node",
    "ReportOrigin": "ComparedReport",
    "SandboxInfo": "Sandbox",
    "StreamYield": "Stream",
}


def _report(about: str, *types: type) -> Described:
    """Return the schema of a report; several types are alternatives."""
    return Described(about, lambda: _schema(types))


def _line(about: str, kind: type) -> Described:
    """Return the schema of an object on a line of its own, without number and origin."""
    return Described(about, lambda: _schema_of_line(kind))


REPORTS: Mapping[str, Described] = {
    "run": _report("the report of judge run, view and validate", RunObject),
    "run-contest": _report("the report of judge run --contest", ContestObject),
    "grade": _line("one line of judge grade", GradedObject),
    "limits": _report("the report of judge limits", LimitsReportObject),
    "compare": _report("the report of judge compare", CompareObject),
    "describe": _report("the report of judge describe", DescribeObject),
    "hack": _report("the report of judge hack", HuntReportObject),
    "strength": _report(
        "the report of judge strength", StrengthObject, UnmeasuredObject
    ),
    "strengthen": _report("the report of judge strengthen", StrengtheningObject),
    "mutate": _report("the report of judge mutate", MutationReportObject),
    "doctor": _report("the report of judge doctor", Health),
}


def _schema(types: Sequence[type]) -> Schema:
    """Return the schema of whole reports; several types are alternatives."""
    definitions = _definitions((*types, Origin))
    origin = definitions.pop("Origin")
    reports = [definitions.pop(_name(kind)) for kind in types]
    alternatives = [_whole(report, reports, origin) for report in reports]
    body = alternatives[0] if len(alternatives) == 1 else {"anyOf": alternatives}
    return {**body, "$defs": definitions}


def _schema_of_line(kind: type) -> Schema:
    definitions = _definitions([kind])
    return {**definitions.pop(_name(kind)), "$defs": definitions}


def _whole(report: Schema, reports: Sequence[Schema], origin: Schema) -> Schema:
    """Return the schema of a whole report: between the number of its schema and its
    origin, as `documents.dumped` writes it. It has no keys of the other `reports`."""
    own = report["properties"]
    number = {"const": SCHEMA, "description": "The number of the schema."}
    whole = {
        **report,
        # A report that was made from Python says nothing of its origin.
        "properties": {"schema": number, **own, **origin["properties"]},
        "required": ["schema", *report["required"]],
    }
    others = [key for other in reports for key in other["required"] if key not in own]
    if others:
        whole["not"] = {"anyOf": [{"required": [key]} for key in dict.fromkeys(others)]}
    return whole


def _definitions(types: Sequence[type]) -> dict[str, Schema]:
    """Return the schema of each type and of each type in it, by its name."""
    _, components = msgspec.json.schema_components(
        types, ref_template=_DEFINITIONS + "{name}"
    )
    definitions = {}
    for name, schema in components.items():
        renamed = _renamed(schema)
        del renamed["title"]  # its name
        _require_defaults(renamed)
        definitions[_short(name)] = renamed
    return definitions


def _require_defaults(schema: Schema) -> None:
    """Require the keys that have a default in Python: reports always have them."""
    required = schema.get("required", [])
    for key, value in schema.get("properties", {}).items():
        if "default" in value:
            del value["default"]
            required.append(key)
    if required:
        order = list(schema["properties"])
        schema["required"] = sorted(required, key=order.index)


def _renamed(part: Any) -> Any:
    """Return a part of a schema that refers to objects by their short names."""
    if isinstance(part, list):
        alternatives = part
        if _NUMBER in part:  # integers are numbers too
            alternatives = [each for each in part if each != _INTEGER]
        return [_renamed(each) for each in alternatives]
    if not isinstance(part, dict):
        return part
    return {
        key: _reference(value) if key == "$ref" else _renamed(value)
        for key, value in part.items()
    }


def _reference(value: str) -> str:
    return _DEFINITIONS + _short(value.removeprefix(_DEFINITIONS))


def _name(kind: type) -> str:
    return _short(kind.__name__)


def _short(name: str) -> str:
    return _NAMES.get(name, name.removesuffix("Object"))
