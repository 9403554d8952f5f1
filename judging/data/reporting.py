"""Say where a finding is, and report only the first few findings of one kind."""

from collections.abc import Iterable

from judging.core.diagnostics import Diagnostic, Location, Severity
from judging.core.problem import Problem, Testcase
from judging.session import Findings

# How many findings of one kind are reported one by one: errors are mended one by one,
# warnings of a kind mostly at once. Chosen, not measured.
_SHOWN = {Severity.ERROR: 20, Severity.WARNING: 3}


def locate_file(problem: Problem, case: Testcase, extension: str = ".in") -> Location:
    """Locate the recipe of a testcase, or else one of its files."""
    if case.recipe is not None:
        return Location(case.recipe.file, case.recipe.line, case.name)
    path = {".in": case.input, ".ans": case.answer, ".out": case.output}[extension]
    if path is not None:
        return Location(problem.paths.relative_path(path))
    return Location(case.name)


def locate_setting(problem: Problem, case: Testcase, setting: str) -> Location:
    """Locate a setting, a field of `Testcase`; it is the data folder if no file states it."""
    return case.origins.get(
        setting, Location(problem.paths.relative_path(problem.paths.data))
    )


def report_alike(alike: Iterable[Diagnostic], folder: str, findings: Findings) -> None:
    """Report the first few findings of one kind, then how many more there are in `folder`."""
    every = list(alike)
    for severity, shown in _SHOWN.items():
        same = [diagnostic for diagnostic in every if diagnostic.severity is severity]
        findings.report(*same[:shown])
        if len(same) > shown:
            message = f"{len(same) - shown} more like this: {same[shown].message}"
            findings.report(Diagnostic(severity, message, folder))
