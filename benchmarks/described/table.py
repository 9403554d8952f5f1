"""The tables of `benchmarks/describing.py`, from its rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Any

from benchmarks.described.listed import DescribedPackage
from benchmarks.described.rows import Row, Rows
from benchmarks.described.stages import AFTER, BEFORE, LEARNT, LOADING, SAMPLES, SETTERS

_UNKNOWN = "?"


def tables(packages: Sequence[DescribedPackage], rows: Rows) -> str:
    """Return everything that is published of a measurement, as Markdown."""
    parts = [
        _loading(packages, rows),
        _learning(packages, rows, LEARNT),
        _learning(packages, rows, SAMPLES),
        _hunts(packages, rows),
        _shares(packages, rows),
        _not_hunted(packages, rows),
    ]
    texts = []
    for part in parts:
        if part:
            texts.append("\n".join(part) + "\n")
    return "\n".join(texts)


def _loading(packages: Sequence[DescribedPackage], rows: Rows) -> Sequence[str]:
    lines = _head("package", "validators", "tests", "samples", "wrong + slow", "loads")
    found = False
    for package in packages:
        row = rows.find(package.name, package.commit, LOADING)
        if row is None:
            continue
        found = True
        facts = row.facts
        faults = [*facts["problems"], *facts["errors"]]
        hunted = f"{len(facts['wrong'])} + {len(facts['slow'])}"
        loads = _cell(faults[0]) if faults else "yes"
        counts = (facts["tests"], facts["samples"], hunted)
        lines.append(_line(package.name, package.validator, *counts, loads))
    return lines if found else []


def _learning(
    packages: Sequence[DescribedPackage], rows: Rows, stage: str
) -> Sequence[str]:
    from_what = "all tests" if stage == LEARNT else "the samples"
    lines = [f"Learnt from {from_what} and the validators:", ""]
    lines += _head(
        "package",
        "validators",
        "tests that fit",
        "valid draws",
        "bounds reached",
        "true draws that fit",
        "CPU, s",
    )
    times = []
    for package in packages:
        row = rows.find(package.name, package.commit, stage)
        if row is None:
            continue
        facts = row.facts
        times.append(facts["cpu_s"])
        if not facts.get("grammar"):
            failed = _cell(facts["failed"]) or "nothing learnt"
            lines.append(_line(package.name, package.validator, failed, "", "", "", ""))
            continue
        fit = _share(facts["tests"] - len(facts["misfits"]), facts["tests"])
        bounds = facts.get("bounds")
        reached = _share(bounds["reached"], bounds["known"]) if bounds else _UNKNOWN
        valid = _UNKNOWN
        if "draws" in facts:
            valid = _share(facts["valid"], facts["draws"])
        true = _UNKNOWN
        if "of_truth" in facts:
            true = _share(facts["of_truth_fit"], facts["of_truth"])
        cells = (fit, valid, reached, true, f"{facts['cpu_s']:g}")
        lines.append(_line(package.name, package.validator, *cells))
    if not times:
        return []
    spent = f"CPU time: {median(times):g} s in the median, {max(times):g} s at most."
    return [*lines, "", spent]


def _hunts(packages: Sequence[DescribedPackage], rows: Rows) -> Sequence[str]:
    lines = _head(
        "package",
        "rejected by the setters",
        "before: wrong",
        "before: slow",
        "after: wrong",
        "after: slow",
    )
    found = False
    for package in packages:
        before = rows.of_stage(package.name, BEFORE)
        if not before:
            continue
        found = True
        rejected = _rejected(package, rows)
        cells = [_UNKNOWN if rejected is None else str(len(rejected))]
        for hunts in (before, rows.of_stage(package.name, AFTER)):
            for slow in (False, True):
                cells.append(_found(hunts, slow))
        lines.append(_line(package.name, *cells))
    return lines if found else []


def _found(hunts: Sequence[Row], slow: bool) -> str:
    own = []
    for hunt in hunts:
        if hunt.facts["slow"] == slow and not hunt.facts["failed"]:
            own.append(hunt)
    if not own:
        return _UNKNOWN
    return f"{sum(hunt.facts['found'] for hunt in own)} of {len(own)}"


def _shares(packages: Sequence[DescribedPackage], rows: Rows) -> Sequence[str]:
    """Return the shares of hunted submissions that are found, by the kind of validators;
    only those that the setters' tests reject, where this is known."""
    counts: dict[tuple[str, str, bool], list[bool]] = defaultdict(list)
    for package in packages:
        rejected = _rejected(package, rows)
        for stage in (BEFORE, AFTER):
            for hunt in rows.of_stage(package.name, stage):
                missed_by_setters = rejected is not None and hunt.subject not in rejected
                if missed_by_setters or hunt.facts["failed"]:
                    continue
                for kind in (package.validator, "all"):
                    key = kind, stage, bool(hunt.facts["slow"])
                    counts[key].append(bool(hunt.facts["found"]))
    if not counts:
        return []
    lines = ["Found, of the submissions that the setters' tests reject:", ""]
    lines += _head("validators", "wrong: before", "after", "slow: before", "after")
    for kind in dict.fromkeys([*_kinds(packages), "all"]):
        cells = []
        for slow in (False, True):
            for stage in (BEFORE, AFTER):
                hunts = counts[kind, stage, slow]
                cells.append(_share(sum(hunts), len(hunts)))
        lines.append(_line(kind, *cells))
    return lines


def _not_hunted(packages: Sequence[DescribedPackage], rows: Rows) -> Sequence[str]:
    """Name the submissions that no share counts, and why."""
    lines = []
    for package in packages:
        for stage in (BEFORE, AFTER):
            for hunt in rows.of_stage(package.name, stage):
                if hunt.facts["failed"]:
                    place = f"{package.name}/{hunt.subject}"
                    lines.append(f"- {place} ({stage}): {_cell(hunt.facts['failed'])}")
    return ["Not hunted:", "", *lines] if lines else []


def _kinds(packages: Iterable[DescribedPackage]) -> Sequence[str]:
    return sorted({package.validator for package in packages})


def _rejected(package: DescribedPackage, rows: Rows) -> set[str] | None:
    """Return the hunted submissions that the setters' tests reject, if they have run."""
    row = rows.find(package.name, package.commit, SETTERS)
    if row is None or row.facts["failed"]:
        return None
    verdicts: Mapping[str, Any] = row.facts["verdicts"]
    found = set()
    for path, verdict in verdicts.items():
        if verdict not in (None, "AC"):
            found.add(path)
    return found


def _share(part: int, whole: int) -> str:
    if whole == 0:
        return _UNKNOWN
    return f"{part} of {whole} ({part / whole:.0%})"


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "/").split())[:100]


def _head(*names: str) -> list[str]:
    return [_line(*names), "|" + "---|" * len(names)]


def _line(*cells: object) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"
