"""`submissions.yaml`: what is expected of which submissions, and how several rules combine.

Source: 2025-09, "Example submissions". A rule applies to every submission its glob matches; the
folders bring default rules, which a rule under the folder's own name replaces key by key.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from judging.diagnostics import did_you_mean
from judging.expectations import FOLDERS
from judging.formats import globs
from judging.formats.config import check_people
from judging.formats.documents import Document, Report
from judging.formats.tables import Table, top
from judging.problem import Expectation
from judging.verdicts import Verdict

KEYS = (
    "language",
    "entrypoint",
    "authors",
    "model_solution",
    "permitted",
    "required",
    "score",
    "message",
    "use_for_time_limit",
)
ANY = frozenset({Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE})
# RTE of the package format is every verdict that folds into it.
_RTE = frozenset({Verdict.RTE, Verdict.MLE, Verdict.OLE})


@dataclass(frozen=True, slots=True)
class Rule:
    """One key of submissions.yaml, or the default of a folder (`line` None).

    `alternatives` are the glob with its braces expanded. `permitted` and `required` None: any.
    `time_limit` is `lower`, `upper`, False (not used), or None: as the verdicts say.
    """

    glob: str
    alternatives: tuple[str, ...]
    stated_by: str
    line: int | None = None
    permitted: frozenset[Verdict] | None = None
    required: frozenset[Verdict] | None = None
    message: str | None = None
    language: str | None = None
    entrypoint: str | None = None
    model_solution: bool = False
    time_limit: str | bool | None = None

    def applies_to(self, path: str) -> bool:
        """True for a submission at `path`, relative to the submissions folder."""
        return any(globs.matches(glob, path) for glob in self.alternatives)

    @property
    def bound(self) -> str | None:
        """Which side of the time limit this rule's submissions bound: `lower`, `upper` or None."""
        if self.time_limit is False:
            return None
        if isinstance(self.time_limit, str):
            return self.time_limit
        if self.permitted is not None and Verdict.TLE not in self.permitted:
            return "lower"
        return "upper" if self.required == frozenset({Verdict.TLE}) else None


@dataclass(frozen=True, slots=True)
class Combined:
    """What all the rules of one submission say together."""

    expectation: Expectation
    times_limit: str | None
    language: str | None
    entrypoint: str | None
    model_solution: bool


class Contradiction(ValueError):
    """The rules of one submission cannot be joined; the message says why."""


def defaults() -> dict[str, Rule]:
    """The rule of each expectation folder."""
    return {
        folder: Rule(folder, (folder,), f"folder {folder}", None, permitted, required)
        for folder, (permitted, required) in FOLDERS.items()
    }


def read(document: Document, verdicts: Sequence[Verdict], report: Report) -> dict[str, Rule]:
    """Every rule in force, the folders' defaults included; `verdicts` are those that may be named.

    A rule that cannot be read is reported and left out.
    """
    rules = defaults()
    table = top(document, report)
    for glob in table.values:
        inner = table.table(glob)
        if inner is None:
            if not table.has(glob):
                table.expected(glob, "a mapping")
            continue
        try:
            alternatives = globs.expand(glob)
        except globs.GlobError as failure:
            table.error(glob, f"not a glob: {failure}")
            continue
        key = glob.strip("/")
        base = rules.get(key, Rule(key, alternatives, ""))
        rules[key] = _rule(inner, base, verdicts)
    return rules


def combine(rules: Sequence[Rule]) -> Combined:
    """All rules must hold. Raises Contradiction where they cannot, or cannot be put as one."""
    permitted = _fine(ANY)
    required: list[frozenset[Verdict]] = []
    for rule in rules:
        permitted &= _fine(rule.permitted or ANY)
        # By the format, an explicit `lower` or `upper` is a rule about TLE as well.
        if rule.time_limit == "lower":
            permitted -= {Verdict.TLE}
        if rule.required is not None:
            required.append(_fine(rule.required))
        if rule.time_limit == "upper":
            required.append(frozenset({Verdict.TLE}))
    bounds = {rule.bound for rule in rules} - {None}
    if len(bounds) > 1:
        raise Contradiction("they use it as a lower and as an upper bound of the time limit")
    stating = [r for r in rules if r.permitted or r.required or r.message or r.time_limit]
    expectation = Expectation(
        _coarse(permitted),
        _coarse(_strictest(permitted, required)),
        " and ".join(rule.stated_by for rule in stating) or "no rule",
        _only("message", [rule.message for rule in rules]),
    )
    return Combined(
        expectation,
        next(iter(bounds), None),
        _only("language", [rule.language for rule in rules]),
        _only("entrypoint", [rule.entrypoint for rule in rules]),
        any(rule.model_solution for rule in rules),
    )


def _strictest(
    permitted: frozenset[Verdict], required: list[frozenset[Verdict]]
) -> frozenset[Verdict]:
    """The one set that implies all of `required`; empty where none is stated."""
    if not permitted:
        raise Contradiction("no verdict is permitted by all of them")
    smallest = min(required, key=len, default=frozenset[Verdict]())
    if not all(smallest <= other for other in required):
        raise Contradiction("two different sets of required verdicts are not supported yet")
    if required and not smallest & permitted:
        raise Contradiction("no required verdict is permitted")
    return smallest


def _fine(verdicts: frozenset[Verdict]) -> frozenset[Verdict]:
    return verdicts | _RTE if Verdict.RTE in verdicts else verdicts


def _coarse(verdicts: frozenset[Verdict]) -> frozenset[Verdict]:
    return verdicts - (_RTE - {Verdict.RTE}) if Verdict.RTE in verdicts else verdicts


def _only(key: str, values: Iterable[str | None]) -> str | None:
    stated = {value for value in values if value is not None}
    if len(stated) > 1:
        raise Contradiction(f"they state different values of {key}: {', '.join(sorted(stated))}")
    return next(iter(stated), None)


def _rule(table: Table, base: Rule, verdicts: Sequence[Verdict]) -> Rule:
    for key, value in table.values.items():
        if key not in KEYS and isinstance(value, dict):
            table.error(key, "per-testcase expectations are not read yet")
        elif key not in KEYS:
            table.error(key, f"unknown key '{key}'{did_you_mean(key, KEYS)}")
    if "score" in table.values:
        table.error("score", "scoring is not judged by this version")
    if table.has("authors"):
        check_people(table, "authors")
    line = table.document.line(table.path)
    return replace(
        base,
        stated_by=f"{table.document.file}:{line}",
        line=line,
        permitted=_verdicts(table, "permitted", verdicts) or base.permitted,
        required=_verdicts(table, "required", verdicts) or base.required,
        message=table.text("message"),
        language=table.text("language"),
        entrypoint=table.text("entrypoint"),
        model_solution=table.flag("model_solution") or False,
        time_limit=_time_limit(table),
    )


def _time_limit(table: Table) -> str | bool | None:
    value = table.values.get("use_for_time_limit")
    if value is False or value in ("lower", "upper"):
        return value
    if value is not None and value is not True:
        table.expected("use_for_time_limit", "true, false, lower or upper")
    return None


def _verdicts(table: Table, key: str, known: Sequence[Verdict]) -> frozenset[Verdict] | None:
    words = table.texts(key)
    if words is None:
        return None
    for word in words:
        if word not in known:
            names = ", ".join(known)
            table.error(key, f"expected verdicts of {names}, found '{word}'")
            return None
    if not words:
        table.error(key, "expected at least one verdict")
    return frozenset(Verdict(word) for word in words) or None
