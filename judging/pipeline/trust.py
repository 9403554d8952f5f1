"""Faults of a package, or of the machine, that only the results of a run reveal."""

from collections.abc import Callable, Sequence

from judging.core.diagnostics import Diagnostic, error, warning
from judging.core.limits import Limits, TimeLimitCheck, Timing, check_time_limit
from judging.core.problem import Expectation, Problem, Submission
from judging.core.results import SubmissionResult
from judging.core.runs import Ending, TestcaseResult
from judging.core.scoring import format_score, scoring
from judging.core.verdicts import Verdict
from judging.values import Value

# What the model solution may get without a doubt about the data: a
# JE is reported by itself, and if the answers exist, a CE says
# nothing about them. None: it was not judged.
_NO_DOUBT = (Verdict.AC, Verdict.JE, Verdict.CE, None)
# Between the words of a judge error and the run that met it first.
_JUDGING = " (judging "


def package_faults(
    problem: Problem,
    results: Sequence[SubmissionResult],
    reported: Sequence[Diagnostic] = (),
) -> list[Diagnostic]:
    """Return the errors and warnings about the package that only running its submissions shows.

    reported: the findings so far. A checker that fails was mostly found by the checks of
        the data; it is not reported again.
    """
    findings = _judge_errors(results)
    model = problem.model_solution
    for result in results:
        is_model = model is not None and result.path == model.path
        if is_model and _failure(result) not in _NO_DOUBT:
            findings.append(_model_failure(result))
    if not findings:  # otherwise it is known why every accepted submission fails
        findings = _all_fail_one(problem, results)
    new = [each for each in findings if not _is_reported(each, reported)]
    return new + _score_faults(problem, results)


def _is_reported(finding: Diagnostic, reported: Sequence[Diagnostic]) -> bool:
    """Return whether a judge error was reported, perhaps with more about its places."""
    words, _, _ = finding.message.partition(_JUDGING)
    return any(each.message.startswith(words) for each in reported)


def _failure(result: SubmissionResult) -> Verdict | None:
    """Return the first failure of a submission, unless its score makes up for it."""
    accepted = result.met and result.verdict is Verdict.AC
    if result.deciding is None or accepted:
        return result.verdict
    return result.deciding.verdict


def machine_failures(results: Sequence[SubmissionResult]) -> list[str]:
    """Describe the runs that the machine failed to make. They say nothing about the package."""
    messages: list[str] = []
    for result in results:
        for test in result.testcases:
            if test.verdict is Verdict.JE and test.check is None:
                messages.append(f"{result.path} on {test.name}: {test.message}")
    return messages


class _Expected(Value):
    """The result of a submission, and what is expected of it."""

    expectation: Expectation
    result: SubmissionResult


def _with_expectations(
    problem: Problem, results: Sequence[SubmissionResult]
) -> list[_Expected]:
    """Return the results of the submissions with an expectation, in the order of the package."""
    by_path = {result.path: result for result in results}
    found: list[_Expected] = []
    for submission in problem.submissions:
        result = by_path.get(submission.path)
        if submission.expectation is not None and result is not None:
            found.append(_Expected(submission.expectation, result))
    return found


def _judge_errors(results: Sequence[SubmissionResult]) -> list[Diagnostic]:
    messages: dict[str, str] = {}
    for result in results:
        for test in result.testcases:
            if test.verdict is Verdict.JE and test.check is not None:
                messages.setdefault(test.message, f"{result.path} on {test.name}")
    return [error(f"{message}{_JUDGING}{where})") for message, where in messages.items()]


def _model_failure(result: SubmissionResult) -> Diagnostic:
    test = result.deciding
    where = ""
    message = result.why
    if test is not None:
        where = f" on {test.name}"
        message = test.message
    if message:
        where += f": {message}"
    return error(
        f"the model solution is {_failure(result)}{where}; either it or the data is wrong, "
        "so no verdict can be trusted",
        result.path,
    )


def _all_fail_one(
    problem: Problem, results: Sequence[SubmissionResult]
) -> list[Diagnostic]:
    """Report the tests on which every accepted submission fails, if there are several."""
    failing: list[set[str]] = []
    for each in _with_expectations(problem, results):
        if each.expectation.must_be_accepted and each.result.testcases:
            failed = (
                t.name for t in each.result.testcases if t.verdict is not Verdict.AC
            )
            failing.append(set(failed))
    if len(failing) < 2:  # one submission may be at fault itself
        return []
    return [
        error(
            f"every accepted submission fails on {name}: the data of this test is wrong"
        )
        for name in sorted(set.intersection(*failing))
    ]


def _score_faults(
    problem: Problem, results: Sequence[SubmissionResult]
) -> list[Diagnostic]:
    """Report each score that the package itself rules out, and accepted
    submissions without a full score."""
    rules = scoring(problem)
    if rules is None:
        return []
    faults: dict[str, str] = {}
    for result in results:
        for fault in rules.out_of_bounds(result.groups):
            faults.setdefault(fault, result.path)
    findings = [error(f"{fault} (judging {path})") for fault, path in faults.items()]
    for each in _with_expectations(problem, results):
        expectation = each.expectation
        result = each.result
        # A stated score is checked as an expectation, and a
        # broken one is reported there.
        if not expectation.must_be_accepted or expectation.score or not result.met:
            continue
        if result.score is None or rules.best is None or result.score == rules.best:
            continue
        scores = f"scores {format_score(result.score)} of {format_score(rules.best)}"
        message = f"{scores}, but the package states no expected score for it"
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
    lower: list[Timing] = [slowest] if slowest else []
    upper: list[Timing] = []
    for each in _with_expectations(problem, results):
        for rule in each.expectation.rules:
            timing = _slowest_timing(problem, rule, each.result, limit_s)
            if timing is not None and rule.bound == "lower":
                lower.append(timing)
            elif timing is not None and rule.bound == "upper":
                upper.append(timing)
    return check_time_limit(problem.limits, limit_s, lower, upper)


def _slowest_timing(
    problem: Problem, rule: Expectation, result: SubmissionResult, limit_s: float
) -> Timing | None:
    """Return the slowest run that a rule with a bound applies to; None without one.

    If the submission must time out, any run that did will do. `limit_s` is the time
    limit before the factor of the submission's language.
    """
    tests = [test for test in result.testcases if rule.applies_to(test.name)]
    if not tests or rule.bound is None:
        return None
    if rule.bound == "upper":
        slowest = _best_timeout(tests)
        overflowed = any(test.verdict is Verdict.OLE for test in tests)
        if overflowed and not slowest.execution.stopped:
            return None  # the output limit stopped it: how slow it is, is unknown
    else:
        # A program that slept until its wall limit has no CPU time
        # to show, but is the slowest.
        slowest = max(tests, key=lambda test: (_at_wall(test), test.execution.cpu_s))
    run = slowest.execution
    at_wall = _at_wall(slowest)
    factor = problem.limits.language_factor(result.language)
    time_s = run.cpu_s
    if run.stopped and not at_wall:
        # It was stopped after the limit: its own time is a lower
        # bound that may be smaller.
        time_s = max(run.cpu_s, limit_s * factor)
    return Timing(result.path, slowest.name, time_s, run.stopped, at_wall, factor)


def _best_timeout(tests: Sequence[TestcaseResult]) -> TestcaseResult:
    """Return a run that timed out, best one whose CPU time was measured; else the slowest."""
    stopped = [test for test in tests if test.execution.stopped]
    if stopped:
        return min(stopped, key=_at_wall)
    return max(tests, key=lambda test: test.execution.cpu_s)


def _at_wall(test: TestcaseResult) -> bool:
    return test.execution.ending is Ending.WALL_LIMIT


def slow_enough(
    problem: Problem, submission: Submission, limits: Limits
) -> Callable[[TestcaseResult], bool] | None:
    """Return a check whether a run was as slow as an inferred limit requires, for a
    submission that must time out. Return None if nothing is required.

    limits: of the runs of this submission.
    """
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
    """Report submissions that must time out, but were not
    slow enough for an inferred limit.

    By format 2025-09 that is an error, because no limit satisfies the rule. In the older
    format it is a warning, and given only if every test ran.
    """
    a_rule = _margin_is_a_rule(problem)
    findings: list[Diagnostic] = []
    for each in _with_expectations(problem, results):
        result = each.result
        if result.broken_on is not None:
            continue  # another verdict than TLE is wrong, which is reported already
        if not a_rule and len(result.testcases) < result.tests_total:
            continue
        for rule in each.expectation.rules:
            if rule.bound != "upper":
                continue
            timing = _slowest_timing(problem, rule, result, limit_s)
            message = _too_fast(problem, rule, timing, limit_s)
            if message and a_rule:
                message += "; no time limit satisfies both sides"
                findings.append(error(message, result.path))
            elif message:
                findings.append(warning(message, result.path))
    return findings


def _too_fast(
    problem: Problem, rule: Expectation, timing: Timing | None, limit_s: float
) -> str:
    """Return what is wrong if the slowest run took less than the margin; else the empty string."""
    if timing is None or timing.stopped:
        return ""
    factor = problem.limits.time_limit_to_tle
    wanted_s = limit_s * timing.language_factor * factor
    if timing.cpu_s >= wanted_s:
        return ""
    limit = f"the inferred {limit_s:g} s"
    if timing.language_factor != 1:
        limit += f" times the factor {timing.language_factor:g} of its language"
    return (
        f"it must time out ({rule.stated_by}), but its slowest run took only "
        f"{timing.cpu_s:.3f} s on {timing.testcase}; expected at least {wanted_s:g} s, "
        f"{factor:g} times {limit}"
    )


def _margin_is_a_rule(problem: Problem) -> bool:
    """The older format defines a safety margin, but not what it is for."""
    return not problem.format.startswith("legacy")
