"""`judge limits`: check the time limit from both sides."""

import sys
from collections.abc import Sequence
from typing import TextIO

from judging.core.diagnostics import Diagnostic, warning
from judging.core.errors import UsageError
from judging.core.exit_codes import ExitCode
from judging.core.limits import TimeLimitCheck
from judging.core.problem import Problem
from judging.core.results import RunReport, Status
from judging.features.describe.using import format_in_use, needs_format
from judging.features.limits.growing import require_runs_on_inputs, require_source
from judging.features.limits.options import Limits
from judging.features.limits.report import FORMATS
from judging.features.limits.timing import (
    TimedSubmissions,
    growths_on_demand,
    growths_on_tests,
    time_submissions,
)
from judging.files import below
from judging.package.problem_yaml.time_limit import check_places, with_time_limit
from judging.reports import run as run_reports
from judging.session import Findings, Session
from judging.terminal import opening, output
from judging.terminal.screen import Screen
from judging.terminal.settings import judging_options, seconds, with_time_factor
from judging.values import replace

# Of CPU time. As long as a person likes to wait for one submission. A dozen sizes up to
# the bound take a few times as long as the last of them.
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
        require_runs_on_inputs(package)
        if not needs_format(package):
            require_source(package)
    if request.write:
        check_places(package)
    options = judging_options(request)
    stated_s = options.time_s or package.limits.time_s
    options = replace(options, time_s=stated_s, smallest_first=True)
    with (
        opening.workers(tier, request.jobs, request.tally) as workers,
        Screen() as listener,
    ):
        options = with_time_factor(options, request.time_factor, workers.executor)
        # Kept results would be times of another day, under another load.
        session = workers.session(package.limits, listener, fresh=True)
        findings = Findings()
        with opening.told_when_interrupted(session, findings, listener.say):
            if request.growth:
                package = _with_source(package, session)
            timed = time_submissions(package, session, options)
            check = timed.check
            if check is not None and request.growth:
                growth = growths_on_demand(
                    package,
                    check.limit_s,
                    growth_s,
                    request.seed or 0,
                    session,
                    findings,
                )
                check = replace(check, growth=growth)
            elif check is not None:
                growth = growths_on_tests(package, timed, session, findings)
                check = replace(check, growth=growth)
    _say_once(timed.reports, findings)
    if timed.failed is not None:
        text = [target for target in wanted if target.format == "text"]
        # The report that was asked for cannot be made: people see why.
        text = text or [output.Target("text", sys.stderr)]
        output.write(timed.failed, text, run_reports.FORMATS)
        return timed.failed.exit_code
    assert check is not None
    output.write(check, wanted, FORMATS)
    if request.write:
        return _write(package, check, timed, output.messages(wanted))
    return ExitCode.SUCCESS if check.ok else ExitCode.UNMET


def _with_source(package: Problem, session: Session) -> Problem:
    """Return the package with the format that inputs are drawn from. Raise NothingToJudge if
    none is known, and nothing else makes inputs."""
    in_use = format_in_use(package, session)
    require_source(in_use.problem, in_use.fault)
    return in_use.problem


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
    package: Problem, check: TimeLimitCheck, timed: TimedSubmissions, log: TextIO
) -> ExitCode:
    """Write the suggested limit; return UNMET if there is none to rely on."""
    reason = timed.why_unreliable(package)
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
