"""Say where a finding is, and report only the first few findings of one kind."""

from collections.abc import Iterable

from judging.core.diagnostics import (
    Diagnostic,
    Location,
    Severity,
    error,
    errors_in,
    first_of,
)
from judging.core.problem import Problem, Testcase
from judging.session import Findings
from judging.values import replace

# How many findings of one kind are reported one by one: errors are mended one by one,
# warnings of a kind mostly at once.
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


def recipes_are_broken(problem: Problem) -> bool:
    """Return whether generators.yaml has errors, so that tests may be missing."""
    recipes = problem.paths.relative_path(problem.paths.generators_yaml)
    return any(fault.file == recipes for fault in errors_in(problem.diagnostics))


def report_alike(alike: Iterable[Diagnostic], folder: str, findings: Findings) -> None:
    """Report the first few findings of one kind, then how many more there are in `folder`.

    Findings with the same words have most likely one cause: they are one finding, which
    names the other places.
    """
    every = _join_same_words(alike)
    for severity, shown in _SHOWN.items():
        same = [diagnostic for diagnostic in every if diagnostic.severity is severity]
        findings.report(*same[:shown])
        if len(same) > shown:
            message = f"{len(same) - shown} more like this: {same[shown].message}"
            findings.report(Diagnostic(severity, message, folder))


def _join_same_words(alike: Iterable[Diagnostic]) -> list[Diagnostic]:
    groups: dict[tuple[Severity, str], list[Diagnostic]] = {}
    for diagnostic in alike:
        groups.setdefault((diagnostic.severity, diagnostic.message), []).append(
            diagnostic
        )
    joined: list[Diagnostic] = []
    for (_, message), same in groups.items():
        # Two are both shown: naming the second in the first would save nothing.
        if len(same) <= 2:
            joined += same
            continue
        others = [diagnostic.key or diagnostic.file or "" for diagnostic in same[1:]]
        words = f"{message}; the same for {first_of(others)}"
        joined.append(replace(same[0], message=words))
    return joined


def report_given_up(
    program: str, count: int, consequence: str, findings: Findings
) -> None:
    """Report a program that limits stopped so often that it was given up.

    count: how many questions were not asked.
    consequence: what follows for these, such as `more inputs were not checked`.
    """
    if count:
        message = f"stopped twice at a limit: {count} {consequence}"
        findings.report(error(message, program))
