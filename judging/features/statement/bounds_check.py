"""Compare the bounds that statements state with those that input validators check."""

from collections.abc import Mapping, Sequence

from judging.core.diagnostics import Diagnostic, warning
from judging.core.problem import Problem
from judging.data.bounds import Bound, LoggedBound
from judging.data.constraints import read_all_bounds
from judging.data.generation.prepared import PreparedTest
from judging.features.statement.literal_text import without_literal_latex
from judging.features.statement.reading import Statement, find_statements
from judging.features.statement.stated_bounds import (
    StatedBounds,
    base_name,
    canonical_name,
    stated_bounds,
)
from judging.session import Findings, Session


def check_stated_bounds(
    problem: Problem,
    tests: Sequence[PreparedTest],
    session: Session,
    findings: Findings,
) -> None:
    """Warn of bounds in statements that differ from those of the input validators.

    The validators are asked only if a statement has a bound in numbers. Only names that
    both have are compared.
    """
    stated = {}
    for statement in find_statements(problem).values():
        found = _bounds_of(statement)
        if found:
            stated[statement.language] = (statement, found)
    if not stated:
        return
    checked = _checked_bounds(problem, tests, session)
    for statement, found in stated.values():
        findings.report(*_differences(statement, found, checked))


def _bounds_of(statement: Statement) -> tuple[StatedBounds, ...]:
    if statement.source.suffix == ".pdf":
        return ()
    text = statement.text([])  # its faults are reported where the statement is checked
    if statement.source.suffix == ".tex":
        text = without_literal_latex(text)
    return stated_bounds(text)


def _checked_bounds(
    problem: Problem, tests: Sequence[PreparedTest], session: Session
) -> dict[str, Bound | LoggedBound]:
    """Return the bounds of each name, without names that have several."""
    unheard = Findings()  # `judge strength` and `judge validate --junk` report faults
    by_name: dict[str, list[Bound | LoggedBound]] = {}
    for bound in read_all_bounds(problem, tests, session, unheard):
        by_name.setdefault(canonical_name(bound.name), []).append(bound)
    found = {}
    for name, bounds in by_name.items():
        if len({(bound.low, bound.high) for bound in bounds}) == 1:
            found[name] = bounds[0]
    return found


def _differences(
    statement: Statement,
    stated: Sequence[StatedBounds],
    checked: Mapping[str, Bound | LoggedBound],
) -> list[Diagnostic]:
    file = statement.problem.paths.relative_path(statement.source)
    found = []
    for one in stated:
        bound = _match(one, stated, checked)
        if bound is None or bound.low is None or bound.high is None:
            continue
        if _differ(one, bound):
            message = (
                f"states {one.low} to {one.high} for {one.name}, but the input validator "
                f"accepts {bound.low} to {bound.high}"
            )
            if bound.location != bound.name:  # a grammar's variables have no other place
                message += f" ({bound.location})"
            found.append(warning(message, file, one.line))
    return found


def _match(
    one: StatedBounds,
    stated: Sequence[StatedBounds],
    checked: Mapping[str, Bound | LoggedBound],
) -> Bound | LoggedBound | None:
    """Return the bounds under the same name, else under the only one that differs from it
    in its index alone, as `a` and `a_i` do."""
    if one.name in checked:
        return checked[one.name]
    base = base_name(one.name)
    alike = {(s.low, s.high) for s in stated if base_name(s.name) == base}
    names = [name for name in checked if base_name(name) == base]
    if len(alike) == 1 and len(names) == 1:
        return checked[names[0]]
    return None


def _differ(one: StatedBounds, bound: Bound | LoggedBound) -> bool:
    assert bound.low is not None
    assert bound.high is not None
    if one.strict and (isinstance(bound.low, float) or isinstance(bound.high, float)):
        return False
    # Where bounds differ between inputs, the statement may have them in other words, and
    # those of the tests at hand may be narrower than it.
    if bound.varies:
        return bound.low < one.low or bound.high > one.high
    return (bound.low, bound.high) != (one.low, one.high)
