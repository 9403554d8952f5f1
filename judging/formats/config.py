"""`problem.yaml` of the 2025-09 format: every key known, MiB, KiB and seconds converted here once.

Source: Kattis problem package format 2025-09, "Problem metadata". Native packages use it as it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from judging.diagnostics import did_you_mean
from judging.formats.documents import Document, Report
from judging.formats.tables import Table, top
from judging.limits import MIB, ProblemLimits

VERSION = "2025-09"
KEYS = (
    "problem_format_version",
    "type",
    "name",
    "uuid",
    "version",
    "credits",
    "source",
    "license",
    "rights_owner",
    "embargo_until",
    "limits",
    "keywords",
    "languages",
    "allow_file_writing",
    "constants",
)
LICENSES = ("unknown", "public domain", "cc0", "cc by", "cc by-sa", "educational", "permission")
TYPES = ("pass-fail", "scoring", "multi-pass", "interactive", "submit-answer")
CREDITS = ("authors", "contributors", "testers", "translators", "packagers", "acknowledgements")
PERSON = ("name", "email", "orcid", "kattis")

# limits key -> (field of ProblemLimits, factor to seconds or bytes, unit)
_WHOLE_LIMITS = {
    "memory": ("memory_bytes", MIB, "MiB"),
    "output": ("output_bytes", MIB, "MiB"),
    "code": ("code_bytes", 1024, "KiB"),
    "compilation_time": ("compilation_s", 1.0, "seconds"),
    "compilation_memory": ("compilation_memory_bytes", MIB, "MiB"),
    "validation_time": ("validation_s", 1.0, "seconds"),
    "validation_memory": ("validation_memory_bytes", MIB, "MiB"),
    "validation_output": ("validation_output_bytes", MIB, "MiB"),
}
_LIMITS = (*_WHOLE_LIMITS, "time_multipliers", "time_limit", "time_resolution", "validation_passes")
_LEAST_S = 0.001
_MOST_S = 86400
_MOST_SIZE = 2**20
_MOST_RATIO = 1000
_DATE = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?")


@dataclass(frozen=True, slots=True)
class Config:
    """What judging needs of a `problem.yaml`; a part that could not be read is None.

    `languages` None: all of them.
    """

    name: str | None
    types: tuple[str, ...]
    limits: ProblemLimits | None
    languages: tuple[str, ...] | None


def read(document: Document, report: Report) -> Config:
    """The settings in `document`; every fault is reported with its line and key."""
    table = top(document, report)
    table.know(KEYS)
    _check_version(table)
    _check_about(table)
    if table.has("constants"):
        table.error("constants", "constants are not substituted by this version: write the values")
    if table.flag("allow_file_writing"):
        table.warning("allow_file_writing", "not acted upon by this version")
    return Config(_name(table), _types(table), _limits(table), _languages(table))


def _check_version(table: Table) -> None:
    version = table.text("problem_format_version")
    if version is not None and version != VERSION:
        table.error("problem_format_version", f"expected {VERSION}, found '{version}'")
    if not table.has("problem_format_version"):
        table.error(
            "problem_format_version", f"missing: expected problem_format_version: {VERSION}"
        )


def _check_about(table: Table) -> None:
    for key in ("uuid", "version", "rights_owner"):
        table.text(key)
    table.texts("keywords")
    if not table.has("uuid"):
        table.warning("uuid", "missing: the format wants one, to know the problem again by")
    chosen = table.text("license")
    if chosen is not None and chosen not in LICENSES:
        hint = did_you_mean(chosen, LICENSES)
        table.error("license", f"expected one of {', '.join(LICENSES)}, found '{chosen}'{hint}")
    until = table.text("embargo_until")
    if until is not None and not _DATE.fullmatch(until):
        table.error(
            "embargo_until", f"expected YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ, found '{until}'"
        )
    _check_credits(table)
    _check_source(table)


def _check_credits(table: Table) -> None:
    if isinstance(table.values.get("credits"), str):
        return
    credits = table.table("credits")
    if credits is None:
        return
    credits.know(CREDITS)
    for key in credits.values:
        if key == "translators":
            translators = credits.table(key)
            for language in translators.values if translators else ():
                check_people(translators, language)
        else:
            check_people(credits, key)


def check_people(table: Table | None, key: str) -> None:
    """Reports what keeps the value of `key` from being a person or a list of persons."""
    if table is None:
        return
    value = table.values.get(key)
    for index, person in enumerate(value if isinstance(value, list) else [value]):
        place = (*table.path, key, index) if isinstance(value, list) else (*table.path, key)
        if isinstance(person, dict):
            inside = Table(table.document, place, person, table.report)
            inside.know(PERSON)
            if inside.text("name") is None and not inside.has("name"):
                table.report(table.document.error("a person without a name", place))
        elif not isinstance(person, str):
            message = "expected a person: `Full Name <email>` or a mapping with a name"
            table.report(table.document.error(message, place))


def _check_source(table: Table) -> None:
    value = table.values.get("source")
    for index, entry in enumerate(value if isinstance(value, list) else [value]):
        place = ("source", index) if isinstance(value, list) else ("source",)
        if isinstance(entry, dict):
            inside = Table(table.document, place, entry, table.report)
            inside.know(("name", "url"))
            inside.text("name")
            inside.text("url")
        elif entry is not None and not isinstance(entry, str):
            table.report(table.document.error("expected a source: text or name and url", place))


def _name(table: Table) -> str | None:
    if isinstance(table.values.get("name"), dict):
        names = table.table("name")
        found = {key: names.text(key) for key in names.values} if names else {}
        # English first, since everything else this program says is in English too.
        name = found.get("en") or next(filter(None, found.values()), None)
    else:
        name = table.text("name")
    if not table.has("name"):
        table.error("name", "missing: expected the problem's name")
    return name


def _types(table: Table) -> tuple[str, ...]:
    types = table.text_or_texts("type") or ("pass-fail",)
    for kind in types:
        if kind not in TYPES:
            hint = did_you_mean(kind, TYPES)
            table.error("type", f"expected one of {', '.join(TYPES)}, found '{kind}'{hint}")
        elif kind != "pass-fail":
            table.error("type", f"{kind} problems are not judged by this version")
    return types


def _languages(table: Table) -> tuple[str, ...] | None:
    languages = table.text_or_texts("languages")
    return None if languages == ("all",) else languages


def _limits(table: Table) -> ProblemLimits | None:
    limits = table.table("limits")
    if limits is None:
        return None if table.has("limits") else ProblemLimits(None)
    limits.know(_LIMITS)
    fields: dict[str, Any] = {}
    for key, (field, factor, unit) in _WHOLE_LIMITS.items():
        most = _MOST_S if unit == "seconds" else _MOST_SIZE
        value = limits.whole(key, 1, most, f" of {unit}")
        if value is not None:
            fields[field] = value * factor
    limits.whole("validation_passes", 2, _MOST_RATIO)
    resolution = limits.number("time_resolution", _LEAST_S, _MOST_S)
    if resolution is not None:
        fields["time_resolution_s"] = resolution
    multipliers = limits.table("time_multipliers")
    if multipliers is not None:
        multipliers.know(("ac_to_time_limit", "time_limit_to_tle"))
        for key in ("ac_to_time_limit", "time_limit_to_tle"):
            ratio = multipliers.number(key, 1, _MOST_RATIO)
            if ratio is not None:
                fields[key] = ratio
    time_s = limits.number("time_limit", _LEAST_S, _MOST_S)
    return (
        None
        if time_s is None and limits.has("time_limit")
        else replace(ProblemLimits(time_s), **fields)
    )
