"""The package's list of mutants that no input can kill, each with the reason.

accepted/dp.cpp:          # a submission, relative to the submissions folder
  m1f2e3d4c:               # a mutant's id
    change: 'i < n -> i <= n'
    reason: the table has one row more, which nothing reads
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judging.core.diagnostics import DiagnosticSink
from judging.core.problem import Problem
from judging.package.yaml import documents
from judging.package.yaml.documents import describe


@dataclass(frozen=True, slots=True)
class Equivalent:
    """One entry; `change` is what the mutant changes, for readers."""

    reason: str
    change: str


def read(problem: Problem, report: DiagnosticSink) -> dict[str, dict[str, Equivalent]]:
    """Known equivalents by the submission's path, then by mutant id; empty without the file.
    What is wrong with it goes to `report`."""
    path = problem.paths.equivalents
    if not path.exists():
        return {}
    document = documents.read(path, problem.paths.relative_path(path), report)
    if document is None:
        return {}
    folder = problem.paths.relative_path(problem.paths.submissions)
    known = {submission.path for submission in problem.submissions}
    found: dict[str, dict[str, Equivalent]] = {}
    for name, entries in document.data.items():
        if f"{folder}/{name}" not in known:
            report(document.error("no such submission", (name,)))
        elif not isinstance(entries, dict):
            report(document.error(f"expected mutants by id, found {describe(entries)}", (name,)))
        else:
            found[f"{folder}/{name}"] = _entries(document, name, entries, report)
    return found


def _entries(
    document: documents.Document, name: str, entries: Mapping[str, object], report: DiagnosticSink
) -> dict[str, Equivalent]:
    found = {}
    for id, entry in entries.items():
        reason = entry.get("reason") if isinstance(entry, dict) else None
        change = entry.get("change", "") if isinstance(entry, dict) else ""
        if isinstance(reason, str) and reason.strip():
            found[id] = Equivalent(reason.strip(), str(change))
        else:
            wanted = "expected a `reason` why no input can tell it from the submission"
            report(document.error(wanted, (name, id)))
    return found
