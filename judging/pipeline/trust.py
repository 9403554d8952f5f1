"""Faults of a package, or of the machine, that only the results of a run reveal."""

from collections.abc import Callable, Sequence

from judging.core.diagnostics import Diagnostic, error, warning
from judging.core.limits import Limits, TimeLimitCheck, Timing, check_time_limit
from judging.core.problem import Expectation, Problem, Submission
from judging.core.results import Ending, SubmissionResult, TestcaseResult
from judging.core.scoring import format_score, scoring
from judging.core.verdicts import Verdict


def package_faults(
    problem: Problem, results: Sequence[SubmissionResult]
) -> list[Diagnostic]:
    """Return the errors and warnings about the package that only running its submissions shows."""
    findings = _judge_errors(results)
    model = problem.model_solution
    result = next((r for r in results if model and r.path == model.path), None)
    # A JE is reported by itself. If the answers exist, a CE says nothing about the data.
    if result is not None and _failure(result) not in (
        Verdict.AC,
        Verdict.JE,
        Verdict.CE,
        None,
    ):
        findings.append(_model_failure(result))
    return (findings or _all_fail_one(problem, results)) + _score_faults(
        problem, results
    )


def _failure(result: SubmissionResult) -> Verdict | None:
    """Return the first failure of a submission, unless its score makes up for it."""
    accepted = result.met and result.verdict is Verdict.AC
    return (
        result.deciding.verdict if result.deciding and not accepted else result.verdict
    )


def machine_failures(results: Sequence[SubmissionResult]) -> list[str]:
    """Describe the runs that the machine failed to make. They say nothing about the package."""
    return [
        f"{result.path} on {test.name}: {test.message}"
        for result in results
        for test in result.testcases
        if test.verdict is Verdict.JE and test.check is None
    ]


def _with_expectations(
    problem: Problem, results: Sequence[SubmissionResult]
) -> list[tuple[Expectation, SubmissionResult]]:
    by_path = {result.path: result for result in results}
    return [
        (submission.expectation, by_path[submission.path])
        for submission in problem.submissions
        if submission.expectation and submission.path in by_path
    ]


def _judge_errors(results: Sequence[SubmissionResult]) -> list[Diagnostic]:
    messages: dict[str, str] = {}
    for result in results:
        for test in result.testcases:
            if test.verdict is Verdict.JE and test.check is not None:
                messages.setdefault(test.message, f"{result.path} on {test.name}")
    return [error(f"{message} (judging {where})") for message, where in messages.items()]


def _model_failure(result: SubmissionResult) -> Diagnostic:
    test = result.deciding
    message = test.message if test else result.why
    where = (f" on {test.name}" if test else "") + (f": {message}" if message else "")
    return error(
        f"the model solution is {_failure(result)}{where}; either it or the data is wrong, so no "
        "verdict can be trusted",
        result.path,
    )


def _all_fail_one(
    problem: Problem, results: Sequence[SubmissionResult]
) -> list[Diagnostic]:
    failing = [
        {test.name for test in result.testcases if test.verdict is not Verdict.AC}
        for expectation, result in _with_expectations(problem, results)
        if expectation.must_be_accepted and result.testcases
    ]
    if len(failing) < 2:
        return []
    return [
        error(f"every accepted submission fails on {name}: its data is wrong")
        for name in sorted(set.intersection(*failing))
    ]


def _score_faults(
    problem: Problem, results: Sequence[SubmissionResult]
) -> list[Diagnostic]:
    """Report each score that the package itself rules out, and accepted submissions without a
    full score."""
    rules = scoring(problem)
    if rules is None:
        return []
    faults: dict[str, str] = {}
    for result in results:
        for fault in rules.out_of_bounds(result.groups):
            faults.setdefault(fault, result.path)
    findings = [error(f"{fault} (judging {path})") for fault, path in faults.items()]
    for expectation, result in _with_expectations(problem, results):
        if not expectation.must_be_accepted or expectation.score or not result.met:
            continue
        score, best = result.score, rules.best
        if score is not None and best is not None and score != best:
            message = f"scores {format_score(score)} of {format_score(best)}"
            message += ", but the package states no expected score for it"
            findings.append(warning(message, result.path))
    return findings


def time_limit_check(
    problem: Problem,
    limit_s: float,
    results: Sequence[SubmissionResult],
    slowest: Timing | None = None,
) -> TimeLimitCheck:
    """Check the time limit against the measured times, from both sides.

    slowest: a run that bounds the limit from below and need not be among the results.
    """
    sides: dict[str, list[Timing]] = {"lower": [slowest] if slowest else [], "upper": []}
    for expectation, result in _with_expectations(problem, results):
        for rule in expectation.rules:
            if rule.bound and (timing := _slowest_timing(rule, result, limit_s)):
                sides[rule.bound].append(timing)
    return check_time_limit(problem.limits, limit_s, sides["lower"], sides["upper"])


def _slowest_timing(
    rule: Expectation, result: SubmissionResult, limit_s: float
) -> Timing | None:
    tests = [test for test in result.testcases if rule.applies_to(test.name)]
    if not tests:
        return None

    def at_wall(test: TestcaseResult) -> bool:
        return test.execution.ending is Ending.WALL_LIMIT

    upper = rule.bound == "upper"
    slowest = max(
        tests, key=lambda test: (not upper and at_wall(test), test.execution.cpu_s)
    )
    if upper:  # any time-out will do, best one that was measured
        stopped = (test for test in tests if test.execution.stopped)
        slowest = min(stopped, key=at_wall, default=slowest)
        if not slowest.execution.stopped and any(
            test.verdict is Verdict.OLE for test in tests
        ):
            return None  # the output limit stopped it: how slow it is, is unknown
    run, wall = slowest.execution, at_wall(slowest)
    time_s = max(run.cpu_s, limit_s if run.stopped and not wall else 0.0)
    return Timing(result.path, slowest.name, time_s, run.stopped, wall)


def slow_enough(
    problem: Problem, submission: Submission, limits: Limits
) -> Callable[[TestcaseResult], bool] | None:
    """Return a check whether a run was as slow as an inferred limit requires, for a submission that
    must time out. Return None if nothing is required."""
    upper = submission.bounded_by("upper")
    if not upper or not _margin_is_a_rule(problem):
        return None

    def is_slow(result: TestcaseResult) -> bool:
        execution = result.execution
        slow = execution.stopped or execution.cpu_s >= limits.kill_s
        return slow and any(rule.applies_to(result.name) for rule in upper)

    return is_slow


def too_fast(
    problem: Problem, limit_s: float, results: Sequence[SubmissionResult]
) -> list[Diagnostic]:
    """Report submissions that must time out, but were not slow enough for an inferred limit.

    By format 2025-09 that is an error, because no limit satisfies the rule. In the older format it
    is a warning, and given only if every test ran.
    """
    note = error if _margin_is_a_rule(problem) else warning
    wanted_s = limit_s * problem.limits.time_limit_to_tle
    findings = []
    for expectation, result in _with_expectations(problem, results):
        if result.broken_on is not None:
            continue
        if not _margin_is_a_rule(problem) and len(result.testcases) < result.tests_total:
            continue
        for rule in expectation.rules:
            timing = (
                _slowest_timing(rule, result, limit_s) if rule.bound == "upper" else None
            )
            if timing is not None and not timing.stopped and timing.cpu_s < wanted_s:
                message = (
                    f"it must time out ({rule.stated_by}), but its slowest run took only "
                    f"{timing.cpu_s:.3f} s on {timing.testcase}; expected at least {wanted_s:g} s, "
                    f"{problem.limits.time_limit_to_tle:g} times the inferred {limit_s:g} s"
                )
                if note is error:
                    message += "; no time limit satisfies both sides"
                findings.append(note(message, result.path))
    return findings


def _margin_is_a_rule(problem: Problem) -> bool:
    """The older format defines a safety margin, but not what it is for."""
    return not problem.format.startswith("legacy")
