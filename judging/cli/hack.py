"""`judge hack`."""

from __future__ import annotations

import shutil
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

from judging import formats
from judging.cli import output, run, session
from judging.errors import NothingToJudge, UsageError
from judging.hacking import Effort, must_fail
from judging.hacking import hack as hunt
from judging.languages import is_source
from judging.problem import Problem, Submission
from judging.reports import hunts

_DEFAULT_S = 20.0


@dataclass(frozen=True, slots=True)
class Request:
    """The command line, as it was given."""

    paths: tuple[Path, ...]
    all: bool
    problem: Path | None
    time: float | None
    tries: int | None
    seed: int
    save: str | None
    jobs: int | None
    sandbox: str
    require_sandbox: str | None
    allow_missing: bool
    json: Path | None


def hack(request: Request) -> int:
    """Hunts, prints what was found, saves it where that was asked for; gives the exit code."""
    effort = _effort(request)
    output.targets([f"json:{request.json}"] if request.json else [])  # a bad place is named at once
    if bool(request.paths) == request.all:
        raise UsageError("expected a SUBMISSION to hunt, or --all and no submission")
    problem = formats.load(session.find_package(request.problem, request.paths))
    submissions = _chosen(problem, request)
    if request.save is not None and len(submissions) != 1:
        raise UsageError(f"--save {request.save}: expected one submission, not {len(submissions)}")
    tier = session.sandbox_tier(request.sandbox, request.require_sandbox)
    with session.workers(tier, request.jobs) as (executor, store), run.progress() as listener:
        report = hunt(
            problem, submissions, executor, store, effort, listener, request.allow_missing
        )
        if report.interrupted:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
    if request.json is not None:
        output.replace(request.json, hunts.render_json(report))
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 100
    print(hunts.render_text(report, width), end="")
    return report.exit_code


def _effort(request: Request) -> Effort:
    if request.tries is not None and request.tries < 1:
        raise UsageError(f"--tries {request.tries}: expected a number of inputs from 1 on")
    if request.seed < 0:
        raise UsageError(f"--seed {request.seed}: expected an integer from 0 on")
    seconds = run.seconds("--time", request.time)
    if seconds is None and request.tries is None:
        seconds = _DEFAULT_S
    return Effort(seed=request.seed, time_s=seconds, tries=request.tries)


def _chosen(problem: Problem, request: Request) -> tuple[Submission, ...]:
    if not request.all:
        return formats.select(problem, request.paths, is_source)
    chosen = tuple(s for s in problem.submissions if must_fail(s.expectation))
    if not chosen:
        folder = problem.paths.shown(problem.paths.submissions)
        raise NothingToJudge(f"no submission in {folder} is expected to fail")
    return chosen
