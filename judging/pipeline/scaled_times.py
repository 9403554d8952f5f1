"""Results as they would be if all times were shorter or longer. Pure.

`sensitivity` works on the results of a report alone: nothing is run, and no program of
the package is asked.
"""

import math
from collections.abc import Iterable, Mapping, Sequence

from judging.core.classify import classify, was_computing
from judging.core.limits import Limits
from judging.core.results import GroupResult, Status, SubmissionResult
from judging.core.runs import Ending, Execution, TestcaseResult
from judging.core.scoring import Scoring, apply_score
from judging.core.sensitivity import OtherResult, SensitiveTest, Sensitivity
from judging.core.verdicts import Verdict
from judging.values import Value, replace

# A run that was stopped at 1.5 times the limit is late at a factor of 1 / 1.5 too: it
# had not ended. Larger than the rounding of such a product, smaller than any measurement.
_ROUNDING = 1e-9


class _Border(Value):
    """The largest factor with which a run is in time: with any larger one it gets TLE.

    time_s: the time that decides, of the CPU or, if `by_wall`, on the clock.
    """

    factor: float
    time_s: float
    by_wall: bool = False

    def is_within(self, margin: float) -> bool:
        return 1 / margin <= self.factor < margin


class _Change(Value):
    """A run that has another verdict with some factor within the margin.

    test: the run as it was measured.
    other: the run beyond the border; None if nobody knows it, because it was stopped.
    """

    test: TestcaseResult
    border: _Border
    other: TestcaseResult | None

    def is_other(self, factor: float) -> bool:
        """True when the run has its other verdict with this factor."""
        lowest = min(1.0, factor)
        return lowest <= self.border.factor < max(1.0, factor)


_Changes = Mapping[str, _Change]


class _Result(Value):
    """The result of a submission at some factor, and the tests that it was read from.

    verdict: None if nobody knows it.
    """

    verdict: Verdict | None
    read: frozenset[str]
    score: float | None = None
    groups: tuple[GroupResult, ...] = ()

    def is_like(self, other: "_Result") -> bool:
        mine = (self.verdict, self.score, self.groups)
        return mine == (other.verdict, other.score, other.groups)


def sensitivity(
    result: SubmissionResult,
    tests: Sequence[str],
    limits: Limits,
    margin: float,
    rules: Scoring | None = None,
) -> Sensitivity | None:
    """Return whether a result stays as it is with any factor from 1 / `margin` to `margin`.

    tests: the names of the tests that were chosen, in the order in which they run.
    rules: how scores are made of results; None if there are no scores.

    Return None if the submission has no result, or one that is not final.
    """
    if result.status is Status.COMPILE_ERROR:
        return Sensitivity(margin)
    if result.verdict is None or result.verdict is Verdict.JE:
        return None
    changes = _changes(result, limits, margin, rules)
    if rules is not None and rules.runs_a_program:
        # What the package's own grader makes of other verdicts is not known, and to ask
        # it about runs that nobody made could fail.
        return _with_unknown_results(changes, margin)
    ran = {test.name: test for test in result.testcases}
    now = _read(ran, changes, tests, 1.0, rules)
    if now.verdict is None:
        return None
    return _compared(now, ran, changes, tests, margin, rules)


def near_runs(
    result: SubmissionResult, limits: Limits, margin: float
) -> list[TestcaseResult]:
    """Return the runs whose verdict changes with some factor within the margin, also if
    the result of the submission does not depend on them."""
    return [change.test for change in _changes(result, limits, margin, None).values()]


def _changes(
    result: SubmissionResult, limits: Limits, margin: float, rules: Scoring | None
) -> _Changes:
    """Return the runs that have another verdict with some factor, by test, in order."""
    changes: dict[str, _Change] = {}
    for test in result.testcases:
        # A test before it was stopped at the kill limit, and decides before this one.
        if test.stopped_early:
            continue
        border = _border(test, limits)
        if border is None or not border.is_within(margin):
            continue
        other = _other(test, border, limits)
        if other is not None and rules is not None:
            other = apply_score(other, rules.of_test(test.name))
        changes[test.name] = _Change(test, border, other)
    return changes


def _border(test: TestcaseResult, limits: Limits) -> _Border | None:
    """Return the border of a run; None if its verdict does not depend on times."""
    execution = test.execution
    final = test.check is not None and test.check.final
    if final or test.verdict is Verdict.JE:
        return None
    if execution.stopped:
        return _border_of_stopped(execution, limits)
    # The time comes before every other fault of a run.
    by_cpu = _ratio(limits.time_s, execution.cpu_s)
    # To wait for a core is not the program's time: another machine is less busy.
    wall_s = execution.wall_s - execution.waited_s
    by_wall = _ratio(limits.wall_s, wall_s)
    # A run that ended a moment after its limit, before it was stopped, was in time.
    least = 0.0 if test.verdict is Verdict.TLE else 1.0
    if by_wall < by_cpu:
        return _Border(max(by_wall, least), wall_s, by_wall=True)
    return _Border(max(by_cpu, least), execution.cpu_s)


def _border_of_stopped(execution: Execution, limits: Limits) -> _Border | None:
    """Return the border of a run that a limit on time stopped: it is TLE with every
    factor that leaves its known time over the limit."""
    by_cpu = _ratio(limits.time_s, execution.cpu_s)
    if execution.ending is Ending.WALL_LIMIT:
        # A program that slept or waited for its partner: no faster machine ends that.
        if not was_computing(execution):
            return None
        by_wall = by_cpu > 1
        time_s = execution.wall_s if by_wall else execution.cpu_s
        return _Border(min(1.0, by_cpu) - _ROUNDING, time_s, by_wall)
    # Its own time may be a little smaller than the limit that stopped it.
    by_kill = _ratio(limits.time_s, limits.kill_s)
    return _Border(min(by_cpu, by_kill) - _ROUNDING, execution.cpu_s)


def _other(
    test: TestcaseResult, border: _Border, limits: Limits
) -> TestcaseResult | None:
    """Return a run as it is on the other side of its border."""
    if border.factor >= 1:
        return replace(test, verdict=Verdict.TLE)
    if test.execution.stopped:
        return None
    unlimited = replace(limits, time_s=math.inf, kill_s=math.inf)
    verdict = classify(test.execution, unlimited, test.check)
    if verdict is Verdict.JE:
        return None  # nobody checked its output
    return replace(test, verdict=verdict)


def _ratio(limit_s: float, time_s: float) -> float:
    return limit_s / time_s if time_s > 0 else math.inf


def _read(
    ran: Mapping[str, TestcaseResult],
    changes: _Changes,
    tests: Sequence[str],
    factor: float,
    rules: Scoring | None,
) -> _Result:
    """Return the result at a factor, from the tests that are needed for it, in order."""
    if rules is not None:
        return _read_scores(ran, changes, tests, factor, rules)
    read: set[str] = set()
    for name in tests:
        read.add(name)
        test = _at(name, factor, ran, changes)
        if test is None:
            return _Result(None, frozenset(read))
        if test.verdict is not Verdict.AC:
            return _Result(test.verdict, frozenset(read))
    return _Result(Verdict.AC, frozenset(read))


def _read_scores(
    ran: Mapping[str, TestcaseResult],
    changes: _Changes,
    tests: Sequence[str],
    factor: float,
    rules: Scoring,
) -> _Result:
    results: list[TestcaseResult] = []
    for name in tests:
        test = _at(name, factor, ran, changes)
        if test is not None:
            results.append(test)
            continue
        needless = rules.skips(name, results) or rules.is_decided(name, results)
        if name in ran or not needless:
            return _Result(None, frozenset(tests))
    grade = rules.grade(results)
    return _Result(grade.verdict, frozenset(tests), grade.score, grade.groups)


def _at(
    name: str, factor: float, ran: Mapping[str, TestcaseResult], changes: _Changes
) -> TestcaseResult | None:
    """Return a run as it is with a factor; None if nobody knows, or if it was not made."""
    change = changes.get(name)
    if change is not None and change.is_other(factor):
        return change.other
    return ran.get(name)


class _Step(Value):
    """A factor at which results may change, and one right beyond it, whose result holds
    until the next step."""

    border: float
    beyond: float


def _sides(changes: _Changes, margin: float) -> tuple[list[_Step], list[_Step]]:
    """Return the steps to shorter and those to longer times, each from 1 outwards."""
    borders = sorted({change.border.factor for change in changes.values()})
    # With its border itself a run is in time, with every larger factor it is late.
    shorter = [_Step(border, border) for border in borders if border < 1]
    shorter.reverse()
    longer = [border for border in borders if border >= 1]
    ends = [*longer[1:], margin]
    steps = [_Step(border, end) for border, end in zip(longer, ends, strict=False)]
    return shorter, steps


def _compared(
    now: _Result,
    ran: Mapping[str, TestcaseResult],
    changes: _Changes,
    tests: Sequence[str],
    margin: float,
    rules: Scoring | None,
) -> Sensitivity:
    """Compare the result with that of every factor within the margin."""
    others: list[OtherResult] = []
    deciding: set[str] = set()
    for side in _sides(changes, margin):
        nearest: OtherResult | None = None
        for step in side:
            then = _read(ran, changes, tests, step.beyond, rules)
            if then.is_like(now):
                continue
            if nearest is None:
                nearest = OtherResult(step.border, then.verdict, then.score)
                others.append(nearest)
            for name in then.read | now.read:
                if name in changes and changes[name].is_other(step.beyond):
                    deciding.add(name)
    named = [changes[name] for name in changes if name in deciding]
    return Sensitivity(margin, tuple(others), _sensitive_tests(named))


def _with_unknown_results(changes: _Changes, margin: float) -> Sensitivity:
    """Return that any change of a run may change the result."""
    others: list[OtherResult] = []
    for side in _sides(changes, margin):
        if side:
            others.append(OtherResult(side[0].border, None))
    return Sensitivity(margin, tuple(others), _sensitive_tests(changes.values()))


def _sensitive_tests(changes: Iterable[_Change]) -> tuple[SensitiveTest, ...]:
    tests: list[SensitiveTest] = []
    for change in changes:
        tests.append(
            SensitiveTest(
                name=change.test.name,
                verdict=change.test.verdict,
                other_verdict=change.other.verdict if change.other is not None else None,
                factor=change.border.factor,
                time_s=change.border.time_s,
                wall=change.border.by_wall,
                stopped=change.test.execution.stopped,
            )
        )
    return tuple(tests)
