"""`judge limits`: check the time limit from both sides."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TextIO

from judging import pipeline
from judging.analysis.growth import growths
from judging.cli import opening, output, run, screen
from judging.cli.commands import Limits
from judging.core.errors import NothingToJudge, UsageError
from judging.core.exit_codes import JUDGED, ExitCode
from judging.core.limits import TimeLimitCheck
from judging.core.problem import Problem, Submission
from judging.core.results import RunReport
from judging.data.constraints import read_bounds
from judging.data.generation.files import prepare_tests
from judging.files import whole_file
from judging.package.problem_yaml.time_limit import with_time_limit
from judging.reports import run as run_reports
from judging.reports.limits import FORMATS
from judging.session import Findings, Session

_ROOM = 5.0  # accepted submissions may take this many time limits, which shows their true time


def limits(request: Limits) -> int:
    """Time the submissions that bound the limit, and write the reports; return 0 if both ratios
    are as wanted, else 1."""
    wanted = output.targets(request.reports, FORMATS, contents=False)
    if request.write and request.time_factor != "1":
        raise UsageError(
            "--write: the limit is suggested for this machine; omit --time-factor"
        )
    tier = opening.sandbox_tier(request.sandbox)
    package = opening.load(request.problem, request.links_within)
    stated = run.seconds("--time-limit", request.time_limit) or package.limits.time_s
    options = pipeline.Options(
        time_s=stated,
        smallest_first=True,
        allow_missing=request.allow_missing,
        read_as=run.toolchains(request.language),
    )
    with (
        opening.workers(tier, request.jobs) as (executor, store),
        screen.Screen() as listener,
    ):
        options = run.with_factor(options, request.time_factor, executor)
        session = Session(executor, store, package.limits, listener, fresh=True)
        findings = Findings()
        reports = _timed(package, session, options)
        failed = [report for report in reports if report.exit_code not in JUDGED]
        if not failed:
            tests = prepare_tests(package, package.testcases, session, findings)
            bounds = read_bounds(package, tests, session, findings)
    for found in dict.fromkeys(
        [f for r in reports for f in r.stale] + findings.diagnostics
    ):
        output.say(found, sys.stderr)
    if failed:
        text = [target for target in wanted if target.format == "text"]
        output.write(failed[0], text, run_reports.FORMATS)
        return failed[0].exit_code
    # The last report is of a run under the limit itself, unless no submission must time out.
    inferred = reports[-1].inferred
    limit_s = inferred.limit_s if inferred else (stated or 0.0) * options.time_factor
    results = [result for report in reports for result in report.submissions]
    slowest = inferred.slowest if inferred else None
    check = pipeline.time_limit_check(package, limit_s, results, slowest)
    check = replace(
        check, inferred=inferred is not None, growth=growths(results, bounds)
    )
    output.write(check, wanted, FORMATS)
    if request.write:
        return _write(package, check, reports[0], output.messages(wanted))
    return ExitCode.SUCCESS if check.ok else ExitCode.UNMET


def _write(
    package: Problem, check: TimeLimitCheck, timed: RunReport, log: TextIO
) -> int:
    """Write the suggested limit into the package; return 0, or 1 if there is none to rely on.

    timed: the report of the submissions that must pass.
    """
    must_pass = {s.path for s in package.submissions if s.times_limit == "lower"}
    failed = [
        s.path for s in timed.submissions if s.path in must_pass and s.met is False
    ]
    slowest, new_s = check.slowest_accepted, check.suggested_s
    why = ""
    if failed:
        why = f"{', '.join(failed)} did not end as expected"
    elif slowest is None or slowest.stopped:
        why = f"{slowest.path if slowest else 'nothing'} could not be timed to its end"
    elif new_s is None:
        why = "no limit satisfies both ratios"
    if why or new_s is None:
        output.say(f"no time limit written: {why}", log)
        return ExitCode.UNMET
    old_s = package.limits.time_s
    if new_s == old_s:
        output.say(f"the time limit is {new_s:g} s already: nothing written", log)
        return ExitCode.SUCCESS
    before = "none" if old_s is None else f"{old_s:g} s"
    for path, content in with_time_limit(package, new_s).items():
        with whole_file(path.resolve()) as fresh:
            fresh.write_bytes(content)
        name = package.paths.relative_path(path)
        output.say(f"wrote {name}: time limit {before} -> {new_s:g} s", log)
    return ExitCode.SUCCESS


def _timed(
    package: Problem, session: Session, options: pipeline.Options
) -> list[RunReport]:
    """Run the submissions that must pass on all tests, with room beyond the limit; then those that
    must time out, small tests first, each until it is slow enough."""
    lower = tuple(s for s in package.submissions if s.times_limit == "lower")
    upper = tuple(s for s in package.submissions if s.times_limit == "upper")
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
