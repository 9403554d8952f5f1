"""Whether the time limit has room on both sides: the submissions that bound it are timed."""

from collections.abc import Sequence

from judging import pipeline
from judging.core.errors import NothingToJudge
from judging.core.exit_codes import JUDGED
from judging.core.limits import Growth, TimeLimitCheck
from judging.core.options import ALL, Options
from judging.core.problem import Problem, Submission
from judging.core.results import RunReport, SubmissionResult
from judging.cost import build_counting
from judging.data.constraints import read_bounds
from judging.data.generation.prepared import prepare_tests
from judging.features.limits.growing import growing_inputs, measure_growths
from judging.features.limits.growth import growths
from judging.features.limits.sizes import Values, counts_of, sizes_of
from judging.session import Findings, Session
from judging.values import Value, replace

# Accepted submissions may take this many time limits, which shows their
# true time. One that needs more is a fault to mend, and every submission may
# wait so long.
_ROOM = 5.0


class TimedSubmissions(Value):
    """The submissions that bound the time limit, timed.

    reports: of their runs, first that of those which must pass.
    check: how the times fit the limit; None if a run failed.
    """

    reports: tuple[RunReport, ...]
    check: TimeLimitCheck | None

    @property
    def failed(self) -> RunReport | None:
        """The report of the first run that could not be completed."""
        for report in self.reports:
            if report.exit_code not in JUDGED:
                return report
        return None

    @property
    def results(self) -> list[SubmissionResult]:
        return [result for report in self.reports for result in report.submissions]

    def why_unreliable(self, problem: Problem) -> str:
        """Return why no limit can be based on the times; empty if one can."""
        must_pass = {s.path for s in _bounding(problem, "lower")}
        failed = []
        for result in self.reports[0].submissions:
            if result.path in must_pass and result.met is False:
                failed.append(result.path)
        if failed:
            return f"expectation not met: {', '.join(failed)}"
        slowest = self.check.slowest_accepted if self.check else None
        if slowest is None:
            return "no submission ran to its end, so no time is known"
        if slowest.stopped:
            return f"{slowest.path} was stopped before its end, so its time is not known"
        return ""


def time_submissions(
    problem: Problem, session: Session, options: Options
) -> TimedSubmissions:
    """Run the submissions that must pass on all tests, with room beyond the limit, and those
    that must time out as `options` say. Without a limit, one run of both infers it."""
    lower = _bounding(problem, "lower")
    upper = _bounding(problem, "upper")
    if not lower:
        raise NothingToJudge(
            "no submission must pass: the time limit has no lower bound"
        )
    if options.time_s is None:
        reports = [pipeline.run(problem, (*lower, *upper), session, options)]
    else:
        roomy = replace(options, time_s=options.time_s * _ROOM, until=ALL)
        reports = [pipeline.run(problem, lower, session, roomy)]
        if upper and reports[0].exit_code in JUDGED:
            reports.append(pipeline.run(problem, upper, session, options))
    timed = TimedSubmissions(tuple(reports), None)
    if timed.failed is not None:
        return timed
    # 0 if there is none: then the inferred one counts.
    stated_s = (options.time_s or 0.0) * options.time_factor
    return replace(timed, check=_check(problem, timed, stated_s))


def _bounding(problem: Problem, side: str) -> tuple[Submission, ...]:
    return tuple(s for s in problem.submissions if s.bounds_limit_from == side)


def _check(problem: Problem, timed: TimedSubmissions, stated_s: float) -> TimeLimitCheck:
    """Return how the measured times fit the inferred limit, or else the stated one."""
    # A limit is inferred only where none is stated, and there is one report then.
    inferred = timed.reports[-1].inferred
    if inferred is None:
        return pipeline.time_limit_check(problem, stated_s, timed.results, None)
    check = pipeline.time_limit_check(
        problem, inferred.limit_s, timed.results, inferred.slowest
    )
    return replace(check, inferred=True)


def growths_on_tests(
    problem: Problem, timed: TimedSubmissions, session: Session, findings: Findings
) -> tuple[Growth, ...]:
    """Return how the timed submissions slow down with the sizes of the tests, as far as
    input validators name these."""
    assert timed.check is not None
    factors = problem.limits.language_factors
    sizes = _sizes_of_tests(problem, session, findings)
    return growths(timed.results, sizes, timed.check.limit_s, factors)


def _sizes_of_tests(
    problem: Problem, session: Session, findings: Findings
) -> dict[str, Values]:
    tests = prepare_tests(problem, problem.testcases, session, findings)
    bounds = read_bounds(problem, tests, session, findings)
    counts = {}
    for test in tests:
        counts[test.name] = counts_of(session.store.blob(test.input).read_bytes())
    return sizes_of(bounds, counts)


def growths_on_demand(
    problem: Problem,
    limit_s: float,
    seconds: float,
    seed: int,
    session: Session,
    findings: Findings,
) -> tuple[Growth, ...]:
    """Return how submissions that bound the limit slow down on inputs of many sizes, made
    for this. Each submission has so many `seconds` of CPU time."""
    bounding: Sequence[Submission] = (
        *_bounding(problem, "lower"),
        *_bounding(problem, "upper"),
    )
    counting = build_counting([submission.source for submission in bounding], session)
    inputs = growing_inputs(
        problem,
        session,
        findings,
        seed,
        fine=any(one.source.name not in counting for one in bounding),
    )
    return measure_growths(
        bounding, counting, inputs, problem.limits, limit_s, seconds, session
    )
