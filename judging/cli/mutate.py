"""`judge mutate`."""

from __future__ import annotations

import shutil
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

from judging import package
from judging.analysis import mutation
from judging.cli import hack, opening, output, run
from judging.core.diagnostics import errors_in
from judging.core.errors import NothingToJudge, PackageError, UsageError
from judging.core.problem import Problem, Submission
from judging.languages import is_source
from judging.package.generators import adding
from judging.reports import mutation as rendering
from judging.sandbox import describe
from judging.session import Session

_WIDTH = 80


@dataclass(frozen=True, slots=True)
class Request:
    """The command line, as it was given; `time` is None where nothing is hunted."""

    paths: tuple[Path, ...]
    problem: Path | None
    jobs: int | None
    seed: int
    limit: int | None
    time: float | None
    tries: int
    sandbox: str
    save: str | None
    json: Path | None


def mutate(request: Request) -> int:
    """Mutates, prints the score and every mutant that no test kills, and gives the exit code."""
    _check(request)
    output.targets([f"json:{request.json}"] if request.json else [])
    tier = opening.sandbox_tier(request.sandbox)
    problem = opening.load(request.problem, request.paths)
    if problem.broken:
        raise PackageError(errors_in(problem.diagnostics))
    options = mutation.Options(request.seed, request.limit, request.time, request.tries)
    submissions = _chosen(problem, request.paths)
    if request.save is not None:
        adding.place_of(problem, request.save)  # a name that cannot be is named at once
    with opening.workers(tier, request.jobs) as (executor, store), run.progress() as listener:
        session = Session(executor, store, problem.limits, listener)
        problem = opening.timed(problem, session)
        report = mutation.mutate(problem, submissions, session, describe(tier), options)
        if report.interrupted:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
    if request.json is not None:
        output.replace(request.json, rendering.document(report))
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else _WIDTH
    print(rendering.text(report, width), end="", flush=True)
    if request.save is not None:
        _save(problem, report, request.save, tier)
    return report.exit_code


def _check(request: Request) -> None:
    run.seconds("--time", request.time)
    if request.limit is not None and request.limit < 1:
        raise UsageError(f"--limit {request.limit}: expected a number of mutants from 1")
    if request.tries < 0:
        raise UsageError(f"--tries {request.tries}: expected a number of inputs from 0")


def _save(problem: Problem, report: mutation.MutationReport, name: str, tier: str) -> None:
    """Makes every input that was found a fixed test: NAME, and NAME-2 and so on."""
    count = 0
    for part in report.mutations:
        for finding in part.of(mutation.Fate.HOLE):
            hunted, mutant = finding.hunted, finding.mutant
            if hunted is None or hunted.input is None or hunted.like is not None:
                continue
            count += 1
            fresh = package.load(problem.paths.root)
            place = adding.place_of(fresh, name if count == 1 else f"{name}-{count}")
            comment = f"kills {part.path} with {mutant.change} ({hunted.verdict}): judge mutate"
            hack.keep(fresh, place, hunted.input, hunted.expected, comment, tier)


def _chosen(problem: Problem, paths: tuple[Path, ...]) -> tuple[Submission, ...]:
    """The submissions named, else the model solution."""
    if paths:
        return package.select(problem, paths, is_source)
    model = problem.model_solution
    if model is None:
        folder = problem.paths.relative_path(problem.paths.submissions)
        raise NothingToJudge(f"no accepted submission in {folder}: mutants are made of one")
    return (model,)
