"""`judge strength`: what the tests catch, and by how wide a margin."""

import sys

from judging import pipeline
from judging.core.errors import NothingToJudge, PackageError
from judging.core.exit_codes import JUDGED, ExitCode
from judging.core.options import ALL
from judging.core.problem import Problem
from judging.core.results import RunReport
from judging.data.constraints import read_all_bounds
from judging.data.generation.prepared import prepare_tests
from judging.features.describe.using import DescribedBounds, described_bounds
from judging.features.strength.matrix import Role, role_in
from judging.features.strength.measures import measure
from judging.features.strength.minimizing import check_minimize_target, write_minimized
from judging.features.strength.options import Strength
from judging.features.strength.report import FORMATS, MeasuredRun
from judging.reports.wording import counted
from judging.session import Findings, Session
from judging.terminal import opening, output
from judging.terminal.screen import Screen
from judging.terminal.settings import judging_options, with_time_factor
from judging.values import replace


def strength(request: Strength) -> ExitCode:
    """Run every submission on every test and report what this says about the tests.

    Return the exit code of that run: a survivor does not meet its expectation, so it is
    UNMET.
    """
    wanted = output.targets(request.reports, FORMATS, contents=not request.no_contents)
    root = opening.find_package(request.problem, ())
    try:
        problem = opening.load(root, request.links_within)
    except PackageError as broken:
        report = RunReport.unread(root.name, broken)
        output.write(MeasuredRun(report), wanted, FORMATS)
        return report.exit_code
    # A bad folder is refused before the long work.
    if request.minimize is not None:
        check_minimize_target(problem, request.minimize)
    if not problem.broken:
        _refuse_to_measure_nothing(problem)
    measured = _measure(problem, request)
    output.write(measured, wanted, FORMATS)
    if request.minimize is not None and measured.strength is not None:
        strength = measured.strength
        kept = write_minimized(
            problem, strength.smallest_with_samples.tests, request.minimize
        )
        tests = f"{kept} of {counted(len(strength.matrix.tests), 'test')}"
        # Standard output may be a report that a program reads.
        output.say(f"{request.minimize}: wrote the package with {tests}", sys.stderr)
    return measured.run.exit_code


def _refuse_to_measure_nothing(problem: Problem) -> None:
    folder = problem.paths.relative_path(problem.paths.submissions)
    roles = {role_in(problem, submission) for submission in problem.submissions}
    if Role.ACCEPTED not in roles:
        raise NothingToJudge(
            f"no submission in {folder} must pass every test, so nothing confirms the tests "
            f"that fail the others; add one to {folder}/accepted"
        )
    if Role.WRONG not in roles:
        raise NothingToJudge(
            f"no submission in {folder} must fail, so nothing shows what the tests catch; "
            f"add wrong submissions to {folder}/wrong_answer"
        )


def _measure(problem: Problem, request: Strength) -> MeasuredRun:
    options = replace(judging_options(request), until=ALL)
    tier = opening.sandbox_tier(request.sandbox)
    with opening.cluster(tier, request) as workers:
        options = with_time_factor(options, request.time_factor, workers.executor)
        with Screen() as listener:
            session = workers.session(problem.limits, listener, fresh=request.fresh)
            report = pipeline.run(problem, problem.submissions, session, options)
            if report.exit_code not in JUDGED:
                return MeasuredRun(report)
            findings = Findings(session.on_event)
            with opening.told_when_interrupted(session, findings, listener.say):
                return _measured(problem, report, session, findings)


def _measured(
    problem: Problem, report: RunReport, session: Session, findings: Findings
) -> MeasuredRun:
    tests = prepare_tests(problem, problem.testcases, session, findings)
    bounds = read_all_bounds(problem, tests, session, findings)
    described = DescribedBounds()
    if not bounds:
        described = described_bounds(problem, tests, session)
    answers = {}
    for test in tests:
        if test.answer:
            answers[test.name] = session.store.blob(test.answer).read_bytes()
    assert report.limits is not None
    time = pipeline.time_limit_check(problem, report.limits.time_s, report.submissions)
    measured = measure(
        problem, report, answers=answers, bounds=bounds or described.bounds, time=time
    )
    measured = replace(measured, not_described=described.left_out)
    report = replace(report, diagnostics=(*report.diagnostics, *findings.diagnostics))
    return MeasuredRun(report, measured)
