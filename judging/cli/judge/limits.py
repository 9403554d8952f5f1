"""`judge limits`: check the time limit from both sides."""

import sys
from collections.abc import Sequence
from typing import TextIO

from judging import pipeline
from judging.analysis.growing import (
    growing_inputs,
    measure_growths,
    require_source,
)
from judging.analysis.growth import growths
from judging.analysis.sizes import Values, counts_of, sizes_of
from judging.cli.commands import Limits
from judging.cli.common import opening, output
from judging.cli.common.settings import seconds, toolchains, with_time_factor
from judging.cli.screen.screen import Screen
from judging.core.diagnostics import Diagnostic, warning
from judging.core.errors import NothingToJudge, UsageError
from judging.core.exit_codes import JUDGED, ExitCode
from judging.core.limits import Growth, TimeLimitCheck
from judging.core.problem import Problem, Submission
from judging.core.results import RunReport, Status
from judging.cost import build_counting
from judging.data.constraints import read_bounds
from judging.data.generation.prepared import prepare_tests
from judging.files import below
from judging.package.problem_yaml.time_limit import check_places, with_time_limit
from judging.reports import run as run_reports
from judging.reports.limits import FORMATS
from judging.session import Findings, Session
from judging.values import replace

# Accepted submissions may take this many time limits, which shows their
# true time. Chosen, not measured: one that needs more is a fault to
# mend, and every submission may wait so long.
_ROOM = 5.0
# Of CPU time. Chosen, not measured: as long as a person likes to wait for one submission. A
# dozen sizes up to the bound take a few times as long as the last of them.
_GROWTH_S = 20.0


def check_limits(request: Limits) -> ExitCode:
    """Time the submissions that bound the limit, and write the reports; return SUCCESS
    if both ratios reach what is wanted, else UNMET."""
    wanted = output.targets(request.reports, FORMATS, contents=False)
    if request.write and request.time_factor != "1":
        raise UsageError(
            "--write: the limit is suggested for this machine; omit --time-factor"
        )
    growth_s = _growth_s(request)
    tier = opening.sandbox_tier(request.sandbox)
    package = opening.load(request.problem, request.links_within)
    # Before the long work.
    if request.growth:
        require_source(package)
    if request.write:
        check_places(package)
    stated_s = seconds("--time-limit", request.time_limit) or package.limits.time_s
    options = pipeline.Options(
        time_s=stated_s,
        smallest_first=True,
        allow_missing=request.allow_missing,
        read_as=toolchains(request.language),
    )
    with (
        opening.workers(tier, request.jobs, request.tally) as workers,
        Screen() as listener,
    ):
        options = with_time_factor(options, request.time_factor, workers.executor)
        # Kept results would be times of another day, under another load.
        session = workers.session(package.limits, listener, fresh=True)
        findings = Findings()
        with opening.told_when_interrupted(session, findings, listener.say):
            reports = _timed(package, session, options)
            failed = [report for report in reports if report.exit_code not in JUDGED]
            check: TimeLimitCheck | None = None
            if not failed:
                check = _check(package, reports, (stated_s or 0.0) * options.time_factor)
                growth: tuple[Growth, ...]
                if request.growth:
                    growth = _growth_on_demand(
                        package, check, request, growth_s, session, findings
                    )
                else:
                    results = [one for report in reports for one in report.submissions]
                    sizes = _sizes_of_tests(package, session, findings)
                    growth = growths(
                        results, sizes, check.limit_s, package.limits.language_factors
                    )
                check = replace(check, growth=growth)
    _say_once(reports, findings)
    if check is None:
        text = [target for target in wanted if target.format == "text"]
        # The report that was asked for cannot be made: people see why.
        text = text or [output.Target("text", sys.stderr)]
        output.write(failed[0], text, run_reports.FORMATS)
        return failed[0].exit_code
    output.write(check, wanted, FORMATS)
    if request.write:
        return _write(package, check, reports[0], output.messages(wanted))
    return ExitCode.SUCCESS if check.ok else ExitCode.UNMET


def _growth_s(request: Limits) -> float:
    """Return how many seconds each submission has for --growth."""
    if not request.growth:
        for name, value in (
            ("--growth-time", request.growth_time),
            ("--seed", request.seed),
        ):
            if value is not None:
                raise UsageError(f"{name}: expected --growth beside it")
    return seconds("--growth-time", request.growth_time) or _GROWTH_S


def _sizes_of_tests(
    package: Problem, session: Session, findings: Findings
) -> dict[str, Values]:
    """Return the sizes that input validators name in the tests."""
    tests = prepare_tests(package, package.testcases, session, findings)
    bounds = read_bounds(package, tests, session, findings)
    counts = {}
    for test in tests:
        counts[test.name] = counts_of(session.store.blob(test.input).read_bytes())
    return sizes_of(bounds, counts)


def _growth_on_demand(
    package: Problem,
    check: TimeLimitCheck,
    request: Limits,
    growth_s: float,
    session: Session,
    findings: Findings,
) -> tuple[Growth, ...]:
    """Return how submissions that bound the limit slow down on inputs of many sizes."""
    bounding = []
    for side in ("lower", "upper"):
        bounding += [s for s in package.submissions if s.bounds_limit_from == side]
    counting = build_counting([submission.source for submission in bounding], session)
    inputs = growing_inputs(
        package,
        session,
        findings,
        request.seed or 0,
        fine=any(one.source.name not in counting for one in bounding),
    )
    return measure_growths(
        bounding,
        counting,
        inputs,
        package.limits,
        check.limit_s,
        growth_s,
        session,
    )


def _check(
    package: Problem, reports: Sequence[RunReport], stated_s: float
) -> TimeLimitCheck:
    """Return how the measured times fit the inferred limit, or else the stated one."""
    results = [result for report in reports for result in report.submissions]
    # The last report is of a run under the limit itself, unless no submission must time
    # out.
    inferred = reports[-1].inferred
    if inferred is None:
        return pipeline.time_limit_check(package, stated_s, results, None)
    check = pipeline.time_limit_check(
        package, inferred.limit_s, results, inferred.slowest
    )
    return replace(check, inferred=True)


def _say_once(reports: Sequence[RunReport], findings: Findings) -> None:
    """Print what both runs and the tests say of the package, each sentence once."""
    found: list[Diagnostic] = []
    for report in reports:
        found += report.stale
        for result in report.submissions:
            if result.status is Status.COMPILE_ERROR and not result.met:
                found.append(warning(f"not timed: it {result.why}", result.path))
    found += findings.diagnostics
    output.say_found(dict.fromkeys(found), sys.stderr)


def _write(
    package: Problem, check: TimeLimitCheck, timed: RunReport, log: TextIO
) -> ExitCode:
    """Write the suggested limit; return UNMET if there is none to rely on.

    timed: the report of the submissions that must pass.
    """
    reason = _unreliable(package, check, timed)
    new_s = check.suggested_s
    if not reason and new_s is None:
        reason = "no limit satisfies both ratios"
    if reason or new_s is None:
        output.say(f"no time limit written: {reason}", log)
        return ExitCode.UNMET
    old_s = package.limits.time_s
    if new_s == old_s:
        output.say(f"the time limit is {new_s:g} s already: nothing written", log)
        return ExitCode.SUCCESS
    before = "none" if old_s is None else f"{old_s:g} s"
    for path, content in with_time_limit(package, new_s).items():
        below(package.paths.root, path).write(content)
        name = package.paths.relative_path(path)
        output.say(f"wrote {name}: time limit {before} -> {new_s:g} s", log)
    return ExitCode.SUCCESS


def _unreliable(package: Problem, check: TimeLimitCheck, timed: RunReport) -> str:
    """Return why no limit can be based on the measured times; "" if one can."""
    must_pass = {s.path for s in package.submissions if s.bounds_limit_from == "lower"}
    failed = []
    for result in timed.submissions:
        if result.path in must_pass and result.met is False:
            failed.append(result.path)
    if failed:
        return f"expectation not met: {', '.join(failed)}"
    slowest = check.slowest_accepted
    if slowest is None:
        return "no submission ran to its end, so no time is known"
    if slowest.stopped:
        return f"{slowest.path} was stopped before its end, so its time is not known"
    return ""


def _timed(
    package: Problem, session: Session, options: pipeline.Options
) -> list[RunReport]:
    """Run the submissions that must pass on all tests, with room beyond the limit; then
    those that must time out, small tests first, each until it is slow enough."""
    lower = tuple(s for s in package.submissions if s.bounds_limit_from == "lower")
    upper = tuple(s for s in package.submissions if s.bounds_limit_from == "upper")
    if not lower:
        raise NothingToJudge(
            "no submission must pass: the time limit has no lower bound"
        )

    def judged(chosen: Sequence[Submission], options: pipeline.Options) -> RunReport:
        return pipeline.run(package, chosen, session, options)

    if options.time_s is None:
        return [judged((*lower, *upper), options)]
    roomy = replace(options, time_s=options.time_s * _ROOM, until="all")
    accepted = judged(lower, roomy)
    if not upper or accepted.exit_code not in JUDGED:
        return [accepted]
    return [accepted, judged(upper, options)]
