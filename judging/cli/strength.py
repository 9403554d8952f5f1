"""`judge strength`: what the tests catch, and by how wide a margin. `judge strengthen`: what they
lack."""

import sys
from dataclasses import replace
from typing import TextIO

from judging import package, pipeline, transfer
from judging.analysis.strength.matrix import Role, role_of
from judging.analysis.strength.measures import measure
from judging.analysis.strengthening import StrengtheningReport, StrengtheningSearch
from judging.cli import opening, output, run, screen, writing
from judging.cli.commands import Strength, Strengthen
from judging.core.errors import NothingToJudge, PackageError, UsageError
from judging.core.exit_codes import JUDGED
from judging.core.problem import Problem
from judging.core.results import RunReport
from judging.data import formats
from judging.data.bounds import merge_bounds
from judging.data.constraints import read_bounds
from judging.data.generation.files import prepare_tests
from judging.hunt import Effort, Hunter, require_huntable
from judging.package.generators import adding
from judging.reports import strengthening
from judging.reports.strength import FORMATS, MeasuredRun
from judging.reports.wording import counted
from judging.session import Findings, Session


def strength(request: Strength) -> int:
    """Run every submission on every test and report what this says about the tests.

    Return the exit code of that run: a survivor does not meet its expectation, so it is 1.
    """
    wanted = output.targets(request.reports, FORMATS, contents=not request.no_contents)
    root = opening.find_package(request.problem, ())
    try:
        problem = opening.load(root, request.links_within)
    except PackageError as broken:
        report = RunReport(root.name, diagnostics=broken.diagnostics, complete=False)
        output.write(MeasuredRun(report), wanted, FORMATS)
        return report.exit_code
    if request.minimize is not None:
        transfer.check_minimize_target(problem, request.minimize)
    if not problem.broken:
        _refuse_to_measure_nothing(problem)
    measured = _measure(problem, request)
    output.write(measured, wanted, FORMATS)
    if request.minimize is not None and (strength := measured.strength) is not None:
        kept = transfer.write_minimized(
            problem, strength.smallest_with_samples.tests, request.minimize
        )
        tests = f"{kept} of {counted(len(strength.matrix.tests), 'test')}"
        # Standard output may be a report that a program reads.
        output.say(f"{request.minimize}: wrote the package with {tests}", sys.stderr)
    return measured.run.exit_code


def _refuse_to_measure_nothing(problem: Problem) -> None:
    folder = problem.paths.relative_path(problem.paths.submissions)
    roles = {role_of(submission.expectation) for submission in problem.submissions}
    if Role.ACCEPTED not in roles:
        raise NothingToJudge(
            f"no submission in {folder} must pass every test, so nothing shows that a test which "
            f"fails the others is right; add one to {folder}/accepted"
        )
    if Role.WRONG not in roles:
        raise NothingToJudge(
            f"no submission in {folder} must fail, but wrong submissions measure what the tests "
            f"catch; add some to {folder}/wrong_answer"
        )


def _measure(problem: Problem, request: Strength) -> MeasuredRun:
    options = pipeline.Options(
        until="all",
        time_s=run.seconds("--time-limit", request.time_limit),
        allow_missing=request.allow_missing,
        facts=bool(request.pages),
        contents=not request.no_contents,
    )
    tier = opening.sandbox_tier(request.sandbox)
    with opening.cluster(tier, request) as (executor, store):
        options = run.with_factor(options, request.time_factor, executor)
        with screen.Screen() as listener:
            session = Session(executor, store, problem.limits, listener, request.fresh)
            report = pipeline.run(problem, problem.submissions, session, options)
            if report.exit_code not in JUDGED:
                return MeasuredRun(report)
            return _measured(problem, report, session)


def _measured(problem: Problem, report: RunReport, session: Session) -> MeasuredRun:
    findings = Findings(session.on_event)
    tests = prepare_tests(problem, problem.testcases, session, findings)
    bounds = merge_bounds(read_bounds(problem, tests, session, findings).values())
    assert report.limits is not None
    measured = measure(
        problem,
        report,
        answers={
            t.name: session.store.blob(t.answer).read_bytes() for t in tests if t.answer
        },
        bounds=bounds,
        time=pipeline.time_limit_check(
            problem, report.limits.time_s, report.submissions
        ),
    )
    report = replace(report, diagnostics=(*report.diagnostics, *findings.diagnostics))
    return MeasuredRun(report, measured)


def strengthen(request: Strengthen) -> int:
    """Search, write the reports, add the tests if `--write` is given, and return the exit code."""
    seconds = run.seconds("--time", request.time)
    wanted = output.targets(request.reports, strengthening.FORMATS)
    problem = opening.load(request.problem, request.links_within)
    require_huntable(problem)
    if request.write and problem.scoring:
        raise UsageError(
            "--write: tests with scores belong into groups: add them by hand"
        )
    tier = opening.sandbox_tier(request.sandbox)
    effort = Effort(request.seed, seconds, request.tries, tests=False)
    with (
        opening.cluster(tier, request) as (executor, store),
        screen.Screen() as listener,
    ):
        session = Session(executor, store, problem.limits, listener)
        problem = opening.timed(problem, session, listener.say)
        hunter = Hunter(problem, session, Findings(listener))
        search = StrengtheningSearch.start(hunter, effort, mutants=request.limit)
        report = search.run(request.count)
        executor.kill()  # generators may still make inputs that nobody waits for
    output.write(report, wanted, strengthening.FORMATS)
    if request.write:
        _write_proposed(problem, report, tier, output.messages(wanted))
    return report.exit_code


def _write_proposed(
    problem: Problem, report: StrengtheningReport, tier: str, messages: TextIO
) -> None:
    """Add the proposed tests to the package, each as its generator's command if it has one."""
    described = problem.paths.generators_yaml.is_file()
    recipes = {}
    if described:
        recipes = {test.name: test.recipe for test in report.proposed}
    drawn = any(recipe and formats.uses(recipe) for recipe in recipes.values())
    if drawn and formats.NAME not in problem.generators:
        written = problem.paths.relative_path(formats.write_program(problem))
        output.say(f"wrote {written}", messages)
    for test in report.proposed:
        # Each test that is kept changes generators.yaml, so the next one needs the package anew.
        fresh = package.load(problem.paths.root, problem.paths.links_within)
        place = adding.place_of(fresh, test.name, "--write")
        shown = strengthening.describe(test.evidence)
        comment = f"{shown}: judge strengthen --seed {report.seed}"
        recipe = recipes.get(test.name)
        made = recipe.command if recipe and recipe.command else test.content
        writing.keep(fresh, place, made, None, comment, tier, messages)
