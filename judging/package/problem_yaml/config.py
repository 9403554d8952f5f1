"""`problem.yaml`: every key of every version known, and what judging needs of them.

Source: Kattis problem package format 2025-09 and legacy, "Problem metadata"; of the draft between
them, the versions of its text. Native packages use that of 2025-09 as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from judging.core.diagnostics import DiagnosticSink, did_you_mean
from judging.core.limits import ProblemLimits
from judging.package.problem_yaml import config_about, config_limits
from judging.package.yaml.documents import Document, softened
from judging.package.yaml.tables import Table, top

VERSION = "2025-09"
TYPES = ("pass-fail", "scoring", "multi-pass", "interactive", "submit-answer")
KEYS = (
    "problem_format_version",
    "type",
    "name",
    *config_about.KEYS,
    "limits",
    "languages",
    "allow_file_writing",
    "constants",
)
_VALIDATION = ("validation", "validator_flags", "grading")
_OLD_ABOUT = ("author", "source_url")
LEGACY_KEYS = (
    "problem_format_version",
    "type",
    "name",
    "uuid",
    "source",
    "license",
    "rights_owner",
    "keywords",
    "limits",
    *_OLD_ABOUT,
    *_VALIDATION,
)
# Keys without effect on judging that packages carry over from other versions and tools.
_FOREIGN = (*config_about.KEYS, *_OLD_ABOUT, "libraries", "difficulty", "short_name", "color")
_NOT_JUDGED = frozenset({"submit-answer"})
_CONSTANT = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]*")
_LEGACY_LIMITS = ProblemLimits(None, ac_to_time_limit=5.0, time_limit_to_tle=2.0)


@dataclass(frozen=True, slots=True)
class Config:
    """What judging needs of a `problem.yaml`; a part that could not be read is None.

    `languages` None: all of them. `constants` has the text of each constant and variant.
    `custom`: whether output validators decide, where `validation` says so; `validator_args` are
    given to them. `minimize` and `validator_scores` are as in `Problem`.
    """

    name: str | None
    types: tuple[str, ...]
    limits: ProblemLimits | None
    languages: tuple[str, ...] | None
    constants: Mapping[str, str] = field(default_factory=dict)
    custom: bool | None = None
    validator_args: tuple[str, ...] = ()
    minimize: bool = False
    validator_scores: bool = True


def read_native(document: Document, report: DiagnosticSink) -> Config:
    """The settings in `document`; every fault is reported with its line and key."""
    table = top(document, report)
    table.know(KEYS)
    version = table.text("problem_format_version")
    if version is not None and version != VERSION:
        table.error("problem_format_version", f"expected {VERSION}, found '{version}'")
    if not table.has("problem_format_version"):
        table.error(
            "problem_format_version", f"missing: expected problem_format_version: {VERSION}"
        )
    config_about.check(table)
    return _current(table)


def read_2025_09(document: Document, report: DiagnosticSink) -> Config:
    """As `read_native`, of a package that other tools read too: faults in what has no effect on
    judging are warnings."""
    table = top(document, report)
    table.know(KEYS, _FOREIGN)
    config_about.check(top(document, softened(report)))
    return _current(table)


def read_draft(document: Document, report: DiagnosticSink) -> Config:
    """As `read_2025_09`, with the keys of the legacy format that its drafts knew."""
    table = top(document, report)
    table.know((*KEYS, *_OLD_ABOUT, *_VALIDATION), _FOREIGN)
    config_about.check(top(document, softened(report)))
    return _with_validation(table, _current(table))


def read_legacy(document: Document, report: DiagnosticSink) -> Config:
    """The settings in a problem.yaml of the legacy format or its ICPC subset."""
    table = top(document, report)
    table.know((*LEGACY_KEYS, "languages"), (*_FOREIGN, "allow_file_writing"))
    about = top(document, softened(report))
    config_about.check_license(about)
    config_about.check_texts(about, ("uuid", "author", "source", "source_url", "keywords"))
    limits = config_limits.read(table, (*config_limits.LEGACY_KEYS, "time_limit"), _LEGACY_LIMITS)
    config = Config(_name(table), _types(table), limits, _languages(table))
    found = _with_validation(table, config)
    return replace(found, custom=bool(found.custom))


def _current(table: Table) -> Config:
    if table.flag("allow_file_writing"):
        table.warning("allow_file_writing", "not acted upon by this version")
    limits = config_limits.read(table, config_limits.KEYS, ProblemLimits(None))
    if not table.has("name"):
        table.error("name", "missing: expected the problem's name")
    return Config(_name(table), _types(table), limits, _languages(table), _constants(table))


def _with_validation(table: Table, config: Config) -> Config:
    """`validation`, `validator_flags` and `grading`, of the older formats."""
    words = (table.text("validation") or "").replace("multipass", "multi-pass").split()
    if words and words[0] not in ("default", "custom"):
        table.error("validation", f"expected default or custom first, found '{words[0]}'")
    known = ("interactive", "score", "multi-pass")
    for word in words[1:]:
        if word not in known or words[0] == "default":
            expected = f"expected custom with any of {', '.join(known)}"
            table.error("validation", f"{expected}, found '{' '.join(words)}'")
            break
    grading = table.table("grading")
    objective = None
    if grading is not None:
        old = ("accept_score", "reject_score", "range", "on_reject", "custom_scoring")
        grading.know(("objective", "show_test_data_groups"), old)
        objective = grading.text("objective")
        if objective not in (None, "min", "max"):
            grading.error("objective", f"expected min or max, found '{objective}'")
    flags = table.values.get("validator_flags")
    more = [kind for kind in ("interactive", "multi-pass") if kind in words]
    _refuse(table, "validation", more)
    return replace(
        config,
        types=tuple(dict.fromkeys((*config.types, *more))),
        custom=words[0] == "custom" if words else None,
        validator_args=flag_words(table, "validator_flags") if flags is not None else (),
        minimize=objective == "min",
        validator_scores="score" in words or "validation" not in table.values,
    )


def flag_words(table: Table, key: str) -> tuple[str, ...]:
    """Command-line arguments as the legacy format writes them: one text, split at white space."""
    value = table.values.get(key)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return (str(value),)
    if value is None or isinstance(value, str):
        return tuple((value or "").split())
    table.expected(key, "text: arguments with spaces between them")
    return ()


def _name(table: Table) -> str | None:
    if isinstance(table.values.get("name"), dict):
        names = table.table("name")
        found = {key: names.text(key) for key in names.values} if names else {}
        # English first, since everything else this program says is in English too.
        return found.get("en") or next(filter(None, found.values()), None)
    return table.text("name")


def _types(table: Table) -> tuple[str, ...]:
    types = table.text_or_texts("type") or ("pass-fail",)
    if len(types) == 1 and len(types[0].split()) > 1:
        types = tuple(types[0].split())
        table.warning("type", "several types are written as a list: " + f"[{', '.join(types)}]")
    for kind in types:
        if kind not in TYPES:
            hint = did_you_mean(kind, TYPES)
            table.error("type", f"expected one of {', '.join(TYPES)}, found '{kind}'{hint}")
    _refuse(table, "type", types)
    return types


def _refuse(table: Table, key: str, types: Iterable[str]) -> None:
    for kind in types:
        if kind in _NOT_JUDGED:
            table.error(key, f"{kind} problems are not judged by this version")


def _languages(table: Table) -> tuple[str, ...] | None:
    languages = table.text_or_texts("languages")
    return None if languages == ("all",) else languages


def _constants(table: Table) -> dict[str, str]:
    """The text for `{{name}}` and `{{name.variant}}`, by what stands in the braces."""
    constants = table.table("constants")
    found: dict[str, str] = {}
    for name in constants.values if constants else ():
        assert constants is not None
        value = constants.values[name]
        variants = value if isinstance(value, dict) else {"value": value}
        if not _CONSTANT.fullmatch(name):
            constants.error(name, "expected a name of letters, digits and _, no digit first")
        elif "value" not in variants:
            constants.error(name, "missing: expected a value beside the variants")
        else:
            for variant, text in variants.items():
                if isinstance(text, bool) or not isinstance(text, (int, float, str)):
                    constants.expected(name, "a number, text, or a map with value and variants")
                    break
                found[f"{name}.{variant}"] = str(text)
            found[name] = found.get(f"{name}.value", "")
    return found
