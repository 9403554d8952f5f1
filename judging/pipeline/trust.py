"""Do the runs themselves say that the package is broken? Pure."""

from __future__ import annotations

from collections.abc import Sequence

from judging.diagnostics import Diagnostic, error
from judging.limits import ProblemLimits, TimeLimitCheck, Timing, check_time_limit
from judging.problem import Problem, Submission
from judging.results import SubmissionResult
from judging.verdicts import Verdict

_ACCEPTED = frozenset({Verdict.AC})


def distrust(problem: Problem, results: Sequence[SubmissionResult]) -> list[Diagnostic]:
    """Errors of the package that only running its submissions shows."""
    findings = _judge_errors(results)
    model = problem.model_solution
    by_path = {result.path: result for result in results}
    result = by_path.get(model.path) if model else None
    # A JE says nothing of the model solution: what failed is reported as such.
    if result is not None and result.verdict not in (Verdict.AC, Verdict.JE, None):
        findings.append(_model_failed(result))
    return findings or _all_fail_one(problem, results)


def machine_failures(results: Sequence[SubmissionResult]) -> list[str]:
    """Runs that the machine failed to make: they say nothing of submission or package."""
    return [
        f"{result.path} on {test.name}: {test.message}"
        for result in results
        for test in result.testcases
        if test.verdict is Verdict.JE and test.check is None
    ]


def _judge_errors(results: Sequence[SubmissionResult]) -> list[Diagnostic]:
    messages: dict[str, str] = {}
    for result in results:
        for test in result.testcases:
            if test.verdict is Verdict.JE and test.check is not None:
                messages.setdefault(test.message, f"{result.path} on {test.name}")
    return [error(f"{message} (judging {where})") for message, where in messages.items()]


def _model_failed(result: SubmissionResult) -> Diagnostic:
    test = result.deciding
    said = test.message if test else result.why
    where = (f" on {test.name}" if test else "") + (f": {said}" if said else "")
    return error(
        f"the model solution is {result.verdict}{where}; either it or the data is wrong, so no "
        "verdict can be trusted",
        result.path,
    )


def _all_fail_one(problem: Problem, results: Sequence[SubmissionResult]) -> list[Diagnostic]:
    expected = {s.path: s.expectation for s in problem.submissions if s.expectation}
    accepted = [
        result
        for result in results
        if result.path in expected
        and expected[result.path].permitted == _ACCEPTED
        and result.testcases
    ]
    if len(accepted) < 2:
        return []
    failing = [{t.name for t in r.testcases if t.verdict is not Verdict.AC} for r in accepted]
    return [
        error(f"every accepted submission fails on {name}: its data is wrong")
        for name in sorted(set.intersection(*failing))
    ]


def time_limit_check(
    limits: ProblemLimits,
    limit_s: float,
    submissions: Sequence[Submission],
    results: Sequence[SubmissionResult],
) -> TimeLimitCheck:
    """The time limit held against what the submissions took, from both sides."""
    sides: dict[str, list[Timing]] = {"lower": [], "upper": []}
    by_path = {result.path: result for result in results}
    for submission in submissions:
        result = by_path.get(submission.path)
        if submission.times_limit is None or result is None or not result.testcases:
            continue
        slowest = max(result.testcases, key=lambda test: test.execution.cpu_s)
        stopped = [test for test in result.testcases if test.execution.stopped]
        if stopped and submission.times_limit == "upper":
            slowest = stopped[0]
        time_s = max(slowest.execution.cpu_s, limit_s if slowest.execution.stopped else 0.0)
        timing = Timing(result.path, slowest.name, time_s, slowest.execution.stopped)
        sides[submission.times_limit].append(timing)
    return check_time_limit(limits, limit_s, sides["lower"], sides["upper"])
