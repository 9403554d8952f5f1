"""`judge hack`, and saving an input as a test."""

import shlex
from dataclasses import replace

from judging import package
from judging.cli import opening, output, run, screen, writing
from judging.cli.commands import Hack
from judging.core.errors import NothingToJudge, UsageError
from judging.core.problem import Problem, Submission
from judging.hunt import Effort, hunt_submissions, must_fail, require_huntable
from judging.package.generators import adding
from judging.reports.hunt import FORMATS
from judging.session import Session

_DEFAULT_S = 20.0


def hack(request: Hack) -> int:
    """Hunt, write the reports, save the find if `--save` is given, and return the exit code."""
    seconds = run.seconds("--time", request.time)
    if seconds is None and request.tries is None:
        seconds = _DEFAULT_S
    effort = Effort(seed=request.seed, time_s=seconds, tries=request.tries)
    wanted = output.targets(request.reports, FORMATS, contents=not request.no_contents)
    if bool(request.paths) == request.all:
        raise UsageError("expected either a SUBMISSION to hunt, or --all")
    problem = opening.load(request.problem, request.links_within, request.paths)
    require_huntable(problem)
    submissions = _chosen(problem, request)
    if request.save is not None and len(submissions) != 1:
        raise UsageError(
            f"--save {request.save}: expected one submission, not {len(submissions)}"
        )
    place = None if request.save is None else adding.place_of(problem, request.save)
    tier = opening.sandbox_tier(request.sandbox, request.require_sandbox)
    with (
        opening.cluster(tier, request) as (executor, store),
        screen.Screen() as listener,
    ):
        session = Session(executor, store, problem.limits, listener)
        problem = opening.timed(problem, session, listener.say)
        report = hunt_submissions(
            problem, submissions, session, effort, request.allow_missing
        )
        executor.kill()  # generators may still make inputs that no hunt waits for
        if request.problem is not None:
            named = shlex.quote(str(request.problem))
            report = replace(report, command=f"{report.command} --problem {named}")
    output.write(report, wanted, FORMATS)
    find = report.hunts[0].find if report.hunts else None
    if place is not None and find is not None:
        comment = f"kills {report.hunts[0].path} ({find.verdict}): judge hack --seed {report.seed}"
        log = output.messages(wanted)
        writing.keep(problem, place, find.input, find.expected, comment, tier, log)
    return report.exit_code


def _chosen(problem: Problem, request: Hack) -> tuple[Submission, ...]:
    if not request.all:
        return package.select(problem, request.paths)
    chosen = tuple(s for s in problem.submissions if must_fail(s.expectation))
    if not chosen:
        folder = problem.paths.relative_path(problem.paths.submissions)
        raise NothingToJudge(f"no submission in {folder} is expected to fail")
    return chosen
