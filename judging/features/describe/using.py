"""Give a package that says nothing of its input format the format that is learnt.

This is the one place that decides when a format is learnt, and what people are told of it.
"""

import math
import os
from collections.abc import Sequence

from judging.core.events import FormatLearnt
from judging.core.problem import Problem, Source
from judging.data.bounds import Bound, merge_bounds
from judging.data.constraints import read_bounds
from judging.data.generation.prepared import PreparedTest
from judging.drawing import formats, strategies
from judging.drawing.sources import draws_by_itself, strategy_files
from judging.features.describe.learnt import (
    LearntFormat,
    learn_format,
    prepared_material,
    remedy,
    sentence,
)
from judging.features.describe.report import unsteady_sentence
from judging.session import Findings, Session
from judging.values import Value, replace

# `off` in this variable of the environment: nothing is learnt.
_SWITCH = "JUDGE_DESCRIBE"
# Of draws that are valid. Below it, variants of tests find more than draws do.
_USABLE = 0.05
_NOT_LEARNT = "the input format could not be learnt"
_NO_MATERIAL = "there is no test, or a validator cannot be built"


class FormatInUse(Value):
    """A package with the input format that a command uses.

    problem: the package, with the learnt format as its own if one was learnt.
    learnt: None if none was, because the package says its format or none is of use.
    fault: why none is of use; empty if one is, or none was needed.
    """

    problem: Problem
    learnt: LearntFormat | None = None
    fault: str = ""


def needs_format(problem: Problem) -> bool:
    """Return whether the format of a package is learnt: it has tests to learn from, and
    neither a grammar nor strategies.py says its format."""
    if problem.broken or os.environ.get(_SWITCH) == "off":
        return False
    if not problem.testcases or draws_by_itself(strategy_files(problem)):
        return False
    return formats.grammar_of(problem) is None


def format_in_use(
    problem: Problem,
    session: Session,
    end_s: float = math.inf,
    tests: Sequence[PreparedTest] | None = None,
) -> FormatInUse:
    """Return the package with the format that it says or, if it says none, with the one that
    is learnt. Tell the listener what that was learnt from, but not if none is of use.

    end_s: when a format must be learnt, on the monotonic clock; what was learnt until then
        counts.
    tests: all tests, if the caller has made them.
    """
    if not needs_format(problem):
        return FormatInUse(problem)
    material = prepared_material(problem, session, prepared=tests)
    if material is None:
        return FormatInUse(problem, fault=f"{_NOT_LEARNT}: {_NO_MATERIAL}")
    learnt = learn_format(material, session, strategy_files(problem), end_s)
    if not _is_usable(learnt):
        return FormatInUse(problem, fault=f"{_NOT_LEARNT}{_why_unusable(learnt)}")
    session.on_event(FormatLearnt(_announcement(learnt, problem)))
    return FormatInUse(replace(problem, input_format=learnt.program), learnt)


def _announcement(learnt: LearntFormat, problem: Problem) -> str:
    """Return on one line what was learnt. If most draws are invalid, it is a warning of what
    is missing."""
    if learnt.unsteady:
        return f"warning: {unsteady_sentence(learnt.unsteady)}; {sentence(learnt)}"
    if learnt.is_mostly_valid:
        return f"{sentence(learnt)}; judge describe shows it"
    return f"warning: {sentence(learnt)}; {remedy(learnt, _place_of_strategy(problem))}"


def _place_of_strategy(problem: Problem) -> str:
    return problem.paths.relative_path(problem.paths.generators / strategies.NAME)


def with_learnt_format(
    problem: Problem, session: Session, end_s: float, tests: Sequence[PreparedTest]
) -> FormatInUse:
    """Return the same for a command that has other inputs too. Tell the listener, too, why
    no format is of use."""
    found = format_in_use(problem, session, end_s, tests)
    if found.fault:
        other_ways = f"{_place_of_strategy(problem)} or a grammar can say it too"
        session.on_event(FormatLearnt(f"{found.fault}; {other_ways}"))
    return found


class DescribedBounds(Value):
    """Which bounds of an input format the tests reach.

    left_out: how many tests are not as the format says.
    """

    bounds: tuple[Bound, ...] = ()
    left_out: int = 0


def described_bounds(
    problem: Problem, tests: Sequence[PreparedTest], session: Session
) -> DescribedBounds:
    """Return the bounds of the format that is kept in the package or learnt, for a package
    whose validators name none. tests: all of them."""
    in_use = format_in_use(problem, session, tests=tests)
    if in_use.fault:
        session.on_event(FormatLearnt(in_use.fault))
    grammar = in_use.problem.input_format
    if grammar is None:
        return DescribedBounds()
    by_test = bounds_by_test(problem, grammar, tests, session)
    merged = merge_bounds(by_test.values())
    return DescribedBounds(
        bounds=tuple(replace(bound, described=True) for bound in merged),
        left_out=sum(not bounds for bounds in by_test.values()),
    )


def bounds_by_test(
    problem: Problem, grammar: Source, tests: Sequence[PreparedTest], session: Session
) -> dict[str, tuple[Bound, ...]]:
    """Return the bounds of a grammar in each test, by the names of tests; none in a test that
    it does not describe."""
    # The program checktestdata is asked about the grammar, as if it were a validator.
    asked = replace(problem, input_validators=(grammar,))
    return read_bounds(asked, tests, session, Findings())


def _why_unusable(learnt: LearntFormat) -> str:
    """Return why a format is of no use, to follow `_NOT_LEARNT`."""
    if learnt.unfinished:
        return " in so little time: `judge describe` takes more, and keeps the result"
    reason = "few of its draws are valid"
    if learnt.unsteady:
        reason = unsteady_sentence(learnt.unsteady)
    elif learnt.notes:
        reason = learnt.notes[0]
    return f": {reason}; `judge describe` says more"


def _is_usable(learnt: LearntFormat) -> bool:
    if not learnt.grammar:
        return False
    return not learnt.validators or learnt.valid_share >= _USABLE
