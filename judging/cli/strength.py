"""`judge strength`: what the tests catch, and with how much to spare."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from judging import pipeline, transfer
from judging.analysis.strength import Role, Strength, measure, role_of
from judging.cli import opening, output, run
from judging.core.errors import NothingToJudge, PackageError
from judging.core.problem import Problem
from judging.core.results import RunReport
from judging.reports import STRENGTH_REPORTS, strength_text
from judging.sandbox import describe
from judging.session import Findings, Session
from judging.testdata.bounds import merge_bounds
from judging.testdata.constraints import read_bounds
from judging.testdata.generation import prepare_tests


@dataclass(frozen=True, slots=True)
class Request:
    """The command line, as it was given."""

    problem: Path | None
    jobs: int | None
    minimize: Path | None
    time_limit: float | None
    time_factor: str
    sandbox: str
    allow_missing: bool
    reports: tuple[str, ...]


def strength(request: Request) -> int:
    """Runs every submission on every test and reports what that says of the tests. The exit code
    is that of such a run: a survivor breaks its expectation, which makes it 1."""
    wanted = output.targets(request.reports, STRENGTH_REPORTS)
    root = opening.find_package(request.problem, ())
    try:
        problem = opening.load(root)
    except PackageError as broken:
        report = RunReport(root.name, diagnostics=broken.diagnostics, complete=False)
        output.write_rendered(wanted, _renderer(report, None))
        return report.exit_code
    if request.minimize is not None:
        transfer.check_minimize_target(problem, request.minimize)
    if not problem.broken:
        _refuse_to_measure_nothing(problem)
    report, measured = _measure(problem, request)
    output.write_rendered(wanted, _renderer(report, measured))
    if request.minimize is not None and measured is not None:
        kept = transfer.write_minimized(problem, measured.reduced.tests, request.minimize)
        said = (
            f"{request.minimize}: wrote the package with {kept} of its {len(measured.matrix.tests)}"
        )
        # Not into a report that a program reads.
        print(f"{said} tests", file=sys.stderr)
    return report.exit_code


def _refuse_to_measure_nothing(problem: Problem) -> None:
    folder = problem.paths.relative_path(problem.paths.submissions)
    roles = {role_of(submission.expectation) for submission in problem.submissions}
    if Role.ACCEPTED not in roles:
        raise NothingToJudge(
            f"no submission in {folder} must pass every test: without one nobody knows whether a "
            f"test that fails the others is right; add one to {folder}/accepted"
        )
    if Role.WRONG not in roles:
        raise NothingToJudge(
            f"no submission in {folder} must fail: what the tests catch is measured with wrong "
            f"ones; add some to {folder}/wrong_answer"
        )


def _measure(problem: Problem, request: Request) -> tuple[RunReport, Strength | None]:
    options = pipeline.Options(
        until="all",
        time_s=run.seconds("--time-limit", request.time_limit),
        allow_missing=request.allow_missing,
    )
    tier = opening.sandbox_tier(request.sandbox)
    with opening.workers(tier, request.jobs) as (executor, store):
        options = run.with_factor(options, request.time_factor, executor)
        with run.progress() as listener:
            session = Session(executor, store, problem.limits, listener)
            report = pipeline.run(problem, problem.submissions, session, describe(tier), options)
            if report.exit_code not in (0, 1):
                return report, None
            return _measured(problem, report, session)


def _measured(problem: Problem, report: RunReport, session: Session) -> tuple[RunReport, Strength]:
    findings = Findings(session.on_event)
    tests = prepare_tests(problem, problem.testcases, session, findings)
    bounds = merge_bounds(read_bounds(problem, tests, session, findings).values())
    assert report.limits is not None
    measured = measure(
        problem,
        report,
        answers={t.name: session.store.blob(t.answer).read_bytes() for t in tests if t.answer},
        bounds=bounds,
        time=pipeline.time_limit_check(
            problem.limits, report.limits.time_s, problem.submissions, report.submissions
        ),
    )
    return replace(report, diagnostics=(*report.diagnostics, *findings.diagnostics)), measured


def _renderer(report: RunReport, measured: Strength | None) -> Callable[[output.Target], str]:
    def render(target: output.Target) -> str:
        if target.format == "text" and target.file is None and sys.stdout.isatty():
            columns = shutil.get_terminal_size().columns
            return strength_text.render(report, measured, width=columns)
        return STRENGTH_REPORTS[target.format](report, measured)

    return render
