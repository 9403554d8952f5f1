"""How findings name the files they are about, and how many alike are shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from judging.core.diagnostics import Diagnostic, Severity
from judging.core.problem import Problem, Testcase
from judging.package.yaml import documents
from judging.session import Findings

# So many findings of one kind are shown one by one.
_ERRORS = 20
_WARNINGS = 3
_GROUP_FILES = ("test_group.yaml", "testdata.yaml")

Place = tuple[str | None, int | None]


def place(problem: Problem, case: Testcase, extension: str = ".in") -> Place:
    """(file, line) to name for a finding about a testcase's file."""
    path = {".in": case.input, ".ans": case.answer, ".out": case.output}[extension]
    if path is not None:
        return problem.paths.relative_path(path), None
    if case.recipe is not None:
        return f"{case.recipe.file}", case.recipe.line
    return case.name, None


def stated_at(
    problem: Problem, case: Testcase, keys: Sequence[str]
) -> tuple[str, int | None, str | None]:
    """(file, line, key) of the setting, called one of `keys`, that holds for a testcase; the data
    folder where no file states it."""
    data = problem.paths.data
    files = [data / f"{case.name}.yaml"]
    folder = files[0].parent
    while folder.is_relative_to(data):
        files += [folder / name for name in _GROUP_FILES]
        folder = folder.parent
    for file in (*files, problem.paths.config):
        document = _document(problem, file)
        for key in keys:
            if document is not None and key in document.data:
                return document.file, document.line((key,)), key
    return problem.paths.relative_path(data), None, None


def _document(problem: Problem, file: Path) -> documents.Document | None:
    # What is wrong with it was said when the package was loaded.
    if not file.exists():
        return None
    return documents.read(file, problem.paths.relative_path(file), lambda _: None)


def report_alike(alike: Iterable[Diagnostic], folder: str, findings: Findings) -> None:
    """Report diagnostics of one kind: the first few one by one, then their number. `folder` is
    where their files are."""
    each = list(alike)
    for severity, most in ((Severity.ERROR, _ERRORS), (Severity.WARNING, _WARNINGS)):
        same = [diagnostic for diagnostic in each if diagnostic.severity is severity]
        findings.report(*same[:most])
        if len(same) > most:
            more = f"and {len(same) - most} more like it: {same[most].message}"
            findings.report(Diagnostic(severity, more, folder))
