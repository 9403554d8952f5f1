"""`judge hack`: hunt for an input that breaks a submission, and save it as a test."""

import shlex
from typing import TextIO

from judging import package
from judging.core.errors import NothingToJudge, UsageError
from judging.core.exit_codes import ExitCode
from judging.core.problem import Problem, Submission
from judging.features.generate.new_tests import NewTest, add_test, require_save
from judging.features.hack.hunt import (
    Effort,
    Find,
    HuntReport,
    hunt_submissions,
    must_fail,
)
from judging.features.hack.options import Hack
from judging.features.hack.report import FORMATS
from judging.package.generators import adding
from judging.reports.wording import counted
from judging.terminal import opening, output
from judging.terminal.screen import Screen
from judging.terminal.settings import WholeTime
from judging.values import replace

# As long as a person likes to wait for one hunt.
_DEFAULT_S = 30.0
_FEWEST_TO_DIFFER = 2


def hack(request: Hack) -> ExitCode:
    """Hunt, write the reports, and save the find if `--save` is given."""
    whole = WholeTime.of(request.time)
    effort = Effort(
        seed=request.seed,
        time_s=whole.time_of_hunt(_DEFAULT_S, request.tries),
        tries=request.tries,
        sanitize=request.sanitize,
        agree=request.agree,
    )
    wanted = output.targets(request.reports, FORMATS, contents=not request.no_contents)
    hunts_some = bool(request.paths) or request.agree
    if hunts_some == request.all:
        raise UsageError("expected either a SUBMISSION to hunt, or --all, or --agree")
    require_save(request.save, request.group)
    problem = opening.load(request.problem, request.links_within, request.paths)
    submissions = _chosen(problem, request)
    hunted = len(submissions)
    if request.agree and not request.paths:
        hunted = max(1, hunted - 1)  # one of several is the reference
    if request.save is not None and hunted != 1:
        raise UsageError(f"--save {request.save}: expected one submission, not {hunted}")
    # A bad name is refused before the long work.
    place = None
    if request.save is not None:
        place = adding.place_of(problem, request.save, group=request.group)
    tier = opening.sandbox_tier(request.sandbox, request.require_sandbox)
    with (
        opening.cluster(tier, request) as workers,
        Screen() as listener,
    ):
        whole.announce(listener)
        session = workers.session(problem.limits, listener)
        problem = opening.timed(problem, session, listener.say)
        report = hunt_submissions(
            problem,
            submissions,
            session,
            effort,
            request.allow_missing,
            whole.end_s,
        )
        # Generators may still make inputs that no hunt waits for.
        workers.executor.kill()
        # The report shows a command that repeats the hunt, from
        # wherever this one was given.
        if request.stated_problem is not None:
            named = shlex.quote(str(request.stated_problem))
            report = replace(report, command=f"{report.command} --problem {named}")
        if request.agree:
            report = replace(report, command=f"{report.command} --agree")
        if request.sanitize:
            report = replace(report, command=f"{report.command} --sanitize")
    output.write(report, wanted, FORMATS)
    # An interrupt ends the command: nothing else runs, and the find may not be confirmed.
    if place is not None and not report.interrupted:
        _save(problem, place, report, tier, request, output.messages(wanted))
    return report.exit_code


def _save(
    problem: Problem,
    place: tuple[str, ...],
    report: HuntReport,
    tier: str,
    request: Hack,
    log: TextIO,
) -> None:
    """Add the input of the only hunt as a test, if it has found one."""
    for hunt in report.hunts:
        if hunt.refusal is not None:
            # A test whose answer the checker does not accept would break the package.
            output.say(f"--save {request.save}: no test was added", log)
        find = hunt.find
        if find is not None:
            test = NewTest(place, find.input, _comment(report, find), find.expected)
            add_test(problem, test, tier, request.tally, log)


def _comment(report: HuntReport, find: Find) -> str:
    """Return the line that says in the package what the new test is for."""
    [hunt] = report.hunts
    shown = f"kills {hunt.path} ({find.verdict})"
    if find.scores is not None:
        shown = f"{hunt.path} gets another score than {report.reference}"
    option = " --agree" if report.agree else ""
    if report.sanitized:
        option += " --sanitize"
    return f"{shown}: judge hack{option} --seed {report.seed}"


def _chosen(problem: Problem, request: Hack) -> tuple[Submission, ...]:
    if request.agree:
        return _accepted(problem, request)
    if not request.all:
        return package.select(problem, request.paths)
    chosen = tuple(s for s in problem.submissions if must_fail(s.expectation))
    if not chosen:
        folder = problem.paths.relative_path(problem.paths.submissions)
        raise NothingToJudge(f"no submission in {folder} is expected to fail")
    return chosen


def _accepted(problem: Problem, request: Hack) -> tuple[Submission, ...]:
    """Return the submissions that must be accepted, or those that are named: there,
    submissions that are expected to get a part of the score are allowed too."""
    chosen = package.select(problem, request.paths) if request.paths else ()
    for submission in chosen:
        if not submission.must_be_accepted and not _gets_a_part(submission):
            raise UsageError(
                f"--agree: {submission.path} is not expected to be accepted"
            )
    accepted = tuple(s for s in problem.submissions if s.must_be_accepted)
    paths = {submission.path for submission in (*accepted, *chosen)}
    # A checker of the package may be wrong about the answers of a single one.
    if len(paths) < _FEWEST_TO_DIFFER and not problem.output_validators:
        folder = problem.paths.relative_path(problem.paths.submissions)
        count = counted(len(accepted), "submission")
        raise NothingToJudge(
            f"--agree: {count} in {folder} must be accepted, and only two can differ"
        )
    return chosen or accepted


def _gets_a_part(submission: Submission) -> bool:
    expectation = submission.expectation
    return expectation is not None and expectation.partial
