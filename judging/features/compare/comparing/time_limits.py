"""The time limits under which every expectation about time is met in all reports. Pure.

A run times out if its CPU time is larger than the time limit. So a limit holds if it is
at least the time of every run that must not time out, and smaller than the longest time
of each submission that must.
"""

from collections.abc import Iterator, Mapping, Sequence

from judging.core.verdicts import Verdict, is_in
from judging.features.compare.comparing.recorded import (
    RecordedProblem,
    RecordedRule,
    RecordedRun,
    RecordedSubmission,
)
from judging.reports.comparison import LimitRange, TimedBound


def limit_range(name: str, problems: Sequence[RecordedProblem | None]) -> LimitRange:
    """Return the limits that hold; `problems` has that of each report."""
    must_not: list[TimedBound] = []
    must: list[TimedBound] = []
    for number, problem in enumerate(problems):
        if problem is None:
            continue
        for submission in problem.submissions.values():
            for rule in submission.rules:
                runs = _runs_under(rule, submission, problem.limit_s)
                if Verdict.TLE not in rule.permitted:
                    must_not += _bounds(runs, submission, number)
                elif _must_time_out(rule, submission):
                    must += _longest(_bounds(runs, submission, number))
    stopped = [bound for bound in must_not if bound.stopped]
    ended = [bound for bound in must_not if not bound.at_wall]
    return LimitRange(
        problem=name,
        used_s=tuple(problem.limit_s if problem else None for problem in problems),
        least=max(ended, key=_time, default=None),
        most=min(must, key=_time, default=None),
        unknown=max(stopped, key=_time, default=None),
    )


def _runs_under(
    rule: RecordedRule, submission: RecordedSubmission, limit_s: float | None
) -> Mapping[str, RecordedRun]:
    """Return the runs to which a rule applies and whose verdict depends on their time."""
    found = {}
    for name, run in submission.runs.items():
        if not rule.applies_to(name) or run.verdict in (Verdict.MLE, Verdict.JE):
            continue
        # Something else decided before the time: the checker of an interactive problem.
        too_long = run.stopped or (limit_s is not None and run.cpu_s > limit_s)
        if too_long and run.verdict is not Verdict.TLE:
            continue
        found[name] = run
    return found


def _must_time_out(rule: RecordedRule, submission: RecordedSubmission) -> bool:
    """True when nothing but TLE gives the verdict that a rule requires."""
    if Verdict.TLE not in rule.required:
        return False
    for name, run in submission.runs.items():
        if not rule.applies_to(name) or run.verdict is Verdict.TLE:
            continue
        if is_in(run.verdict, rule.required):
            return False
    return True


def _bounds(
    runs: Mapping[str, RecordedRun], submission: RecordedSubmission, report: int
) -> Iterator[TimedBound]:
    for name, run in runs.items():
        yield TimedBound(
            report, submission.path, name, run.cpu_s, run.stopped, run.at_wall
        )


def _longest(bounds: Iterator[TimedBound]) -> list[TimedBound]:
    """Return the longest run of a submission that must time out; none if the wall limit
    stopped one: it sleeps, and how long it would is unknown."""
    found = list(bounds)
    if not found or any(bound.at_wall for bound in found):
        return []
    return [max(found, key=_time)]


def _time(bound: TimedBound) -> tuple[float, bool]:
    return bound.cpu_s, bound.stopped
