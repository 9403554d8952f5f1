"""Packages that come into being: a new one, one written in another format, one with fewer tests."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from judging.core.diagnostics import Severity, did_you_mean
from judging.core.errors import PackageError, UsageError
from judging.core.problem import Problem
from judging.transfer import archives, places
from judging.transfer.drafts import Draft
from judging.transfer.importing import Imported, bring_in
from judging.transfer.kattis import current, for_domjudge, legacy
from judging.transfer.losses import Loss
from judging.transfer.minimizing import check_place, reduce
from judging.transfer.polygon import writing
from judging.transfer.scaffold import new

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

EXPORT_FORMATS: dict[str, Callable[[Problem, str], Draft]] = {
    current.NAME: current.write,
    legacy.NAME: legacy.write,
    for_domjudge.NAME: for_domjudge.write,
    writing.NAME: writing.write,
}
_ZIP = ".zip"


def export(problem: Problem, out: Path, format: str) -> list[Loss]:
    """Writes `problem` in `format` into the new folder `out`, or into a new zip file where its
    name ends in .zip; gives everything that was lost.

    Raises UsageError for an unknown format or a place that is taken, PackageError for a package
    with errors.
    """
    if format not in EXPORT_FORMATS:
        known = ", ".join(EXPORT_FORMATS)
        hint = did_you_mean(format, EXPORT_FORMATS)
        raise UsageError(f"unknown format '{format}': expected one of {known}{hint}")
    if problem.broken:
        found = [d for d in problem.diagnostics if d.severity is Severity.ERROR]
        raise PackageError(found)
    zipped = out.suffix == _ZIP
    if zipped and out.exists():
        raise UsageError(f"{out} is there already: name a file that does not exist yet")
    # Put together before anything is written: `out` may lie inside the package.
    draft = EXPORT_FORMATS[format](problem, out.resolve().name.removesuffix(_ZIP))
    if zipped:
        with tempfile.TemporaryDirectory(prefix="judge-export-") as folder:
            draft.write(Path(folder))
            archives.pack(Path(folder), out)
    else:
        places.claim(out)
        draft.write(out)
    return draft.losses
