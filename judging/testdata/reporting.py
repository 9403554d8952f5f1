"""Say where a finding is, and report only the first few findings of one kind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from judging.core.diagnostics import Diagnostic, Severity
from judging.core.problem import Problem, Testcase
from judging.package.yaml import documents
from judging.session import Findings

# How many findings of one kind are reported one by one.
_SHOWN = {Severity.ERROR: 20, Severity.WARNING: 3}
_GROUP_FILES = ("test_group.yaml", "testdata.yaml")


@dataclass(frozen=True, slots=True)
class Location:
    """Where a finding is: a file relative to the package root, and a line and key in it."""

    file: str
    line: int | None = None
    key: str | None = None

    def diagnostic(self, severity: Severity, message: str) -> Diagnostic:
        """Return a finding at this location."""
        return Diagnostic(severity, message, self.file, self.line, self.key)

    def error(self, message: str) -> Diagnostic:
        """Return an error at this location."""
        return self.diagnostic(Severity.ERROR, message)


def locate_file(problem: Problem, case: Testcase, extension: str = ".in") -> Location:
    """Locate a file of a testcase, or else its recipe."""
    path = {".in": case.input, ".ans": case.answer, ".out": case.output}[extension]
    if path is not None:
        return Location(problem.paths.relative_path(path))
    if case.recipe is not None:
        return Location(case.recipe.file, case.recipe.line)
    return Location(case.name)


def locate_setting(problem: Problem, case: Testcase, keys: Sequence[str]) -> Location:
    """Locate the setting, under one of the names `keys`, that applies to a testcase.

    Return the data folder if no file has such a key.
    """
    data = problem.paths.data
    files = [data / f"{case.name}.yaml"]
    folder = files[0].parent
    while folder.is_relative_to(data):
        files += [folder / name for name in _GROUP_FILES]
        folder = folder.parent
    for file in (*files, problem.paths.config):
        document = _read_document(problem, file)
        for key in keys:
            if document is not None and key in document.data:
                return Location(document.file, document.line((key,)), key)
    return Location(problem.paths.relative_path(data))


def _read_document(problem: Problem, file: Path) -> documents.Document | None:
    if not file.exists():
        return None
    # Its faults were reported when the package was loaded.
    return documents.read(file, problem.paths.relative_path(file), lambda _: None)


def report_alike(alike: Iterable[Diagnostic], folder: str, findings: Findings) -> None:
    """Report the first few findings of one kind, then how many more there are in `folder`."""
    every = list(alike)
    for severity, shown in _SHOWN.items():
        same = [diagnostic for diagnostic in every if diagnostic.severity is severity]
        findings.report(*same[:shown])
        if len(same) > shown:
            message = f"{len(same) - shown} more like this: {same[shown].message}"
            findings.report(Diagnostic(severity, message, folder))
