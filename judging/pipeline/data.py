"""Checks the test data without judging submissions: `judge validate`."""

import time
from collections.abc import Sequence
from dataclasses import replace

from judging.core.diagnostics import Severity
from judging.core.errors import MachineError
from judging.core.problem import Problem
from judging.core.results import RunReport
from judging.data.generation.files import expected_files, prepare_tests
from judging.data.generation.stale import stale_files
from judging.data.validation.data import describe_checks, validate
from judging.data.validation.files import check_files
from judging.sandbox import TIERS
from judging.session import Findings, Session
from judging.statements.reading import check_statements


def check_data(problem: Problem, session: Session, *, junk: bool = False) -> RunReport:
    """Run every check of the test data, even if the package has other faults.

    junk: also try almost valid inputs on the validators, and reformatted answers on the checker.
    The report has everything that goes wrong.
    """
    started = time.monotonic()
    findings = Findings(session.on_event)
    limits = problem.limits.of_run() if problem.limits.time_s else None
    sandbox = TIERS[session.executor.tier].info
    report = RunReport(
        problem.name, limits=limits, sandbox=sandbox, data_only=True, complete=False
    )
    try:
        findings.report(*problem.diagnostics)
        count, lines = _check(problem, session, findings, junk=junk)
        report = replace(report, complete=True, tests_total=count, notes=tuple(lines))
    except KeyboardInterrupt:
        session.executor.kill()
        report = replace(report, interrupted=True)
    except MachineError as failure:
        findings.machine_errors.append(str(failure))
    return replace(
        report,
        diagnostics=tuple(findings.diagnostics),
        machine_errors=tuple(findings.machine_errors),
        wall_s=time.monotonic() - started,
    )


def _check(
    problem: Problem, session: Session, findings: Findings, *, junk: bool
) -> tuple[int, Sequence[str]]:
    """Return the number of tests, and notes on what was checked."""
    session.builder.start(problem.validators)
    tests = prepare_tests(problem, problem.testcases, session, findings)
    # `prepare_tests` has reported recipes that fail.
    made = expected_files(problem, session, Findings())
    findings.report(*stale_files(problem, made, Severity.ERROR))
    checker = session.builder.checker(problem, findings)
    validate(problem, tests, checker, session, findings)
    check_files(problem, tests, session, findings)
    check_statements(problem, session, findings)
    lines = describe_checks(problem, len(tests))
    if junk and checker is not None and not findings.broken:
        from judging.data.junk.trying import try_junk

        lines += try_junk(problem, tests, checker, session, findings)
    return len(tests), lines
