"""Packages that come into being: a new one, one written in another format, one with fewer tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from judging.diagnostics import Severity, did_you_mean
from judging.errors import PackageError, UsageError
from judging.problem import Problem
from judging.transfer import kattis_2025_09
from judging.transfer.importing import Imported, bring_in
from judging.transfer.losses import Loss
from judging.transfer.reducing import check_place, reduce
from judging.transfer.starting import new

__all__ = [
    "EXPORT_FORMATS",
    "Imported",
    "Loss",
    "bring_in",
    "check_place",
    "export",
    "new",
    "reduce",
]

EXPORT_FORMATS: dict[str, Callable[[Problem, Path], list[Loss]]] = {
    kattis_2025_09.NAME: kattis_2025_09.write,
}


def export(problem: Problem, out: Path, format: str) -> list[Loss]:
    """Writes `problem` into the new folder `out` in `format`; gives everything that was lost.

    Raises UsageError for an unknown format or a folder that is not empty, PackageError for a
    package with errors.
    """
    if format not in EXPORT_FORMATS:
        known = ", ".join(EXPORT_FORMATS)
        hint = did_you_mean(format, EXPORT_FORMATS)
        raise UsageError(f"unknown format '{format}': expected one of {known}{hint}")
    if problem.broken:
        found = [d for d in problem.diagnostics if d.severity is Severity.ERROR]
        raise PackageError(found)
    return EXPORT_FORMATS[format](problem, out)
