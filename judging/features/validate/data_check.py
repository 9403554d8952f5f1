"""Checks the test data without judging submissions: `judge validate`."""

import time
from collections.abc import Sequence

from judging.core.diagnostics import Severity
from judging.core.errors import collect_errors
from judging.core.problem import Problem
from judging.core.results import PackageContents, RunReport
from judging.data.generation.prepared import PreparedTest, expected_files, prepare_tests
from judging.data.generation.stale import stale_files
from judging.data.validation.data import describe_checks, validate
from judging.data.validation.rejecting import accepts_everything, check_rejecting
from judging.data.validation.sample_dialogues import check_dialogues
from judging.data.validation.text_files import check_files
from judging.drawing import formats
from judging.features.statement.bounds_check import check_stated_bounds
from judging.features.statement.reading import check_statements
from judging.features.statement.rendering import check_rendering
from judging.jobs.checkers import Checker
from judging.sandbox import TIERS
from judging.session import Findings, Session
from judging.values import Value, replace

_NO_JUNK = (
    "Almost valid inputs and wrong outputs (--junk): not tried: the data or the "
    "programs that check it have errors. Correct these first, then run the command again."
)


def check_data(problem: Problem, session: Session, *, junk: bool = False) -> RunReport:
    """Run every check of the test data, even if the package has other faults.

    junk: also attack the validators and the checker with wrong inputs and outputs. The
    report has everything that goes wrong.
    """
    started = time.monotonic()
    findings = Findings(session.on_event)
    report = RunReport(
        problem=problem.name,
        limits=problem.limits.of_run() if problem.limits.time_s else None,
        sandbox=TIERS[session.executor.tier].info,
        data_only=True,
        complete=False,
        contents=PackageContents.of(problem),
    )
    with collect_errors() as caught:
        findings.report(*problem.diagnostics)
        checked = _check(problem, session, findings, junk=junk)
        report = replace(
            report, complete=True, tests_total=checked.tests, notes=checked.notes
        )
    running = ""
    if caught.interrupted:
        running = session.end_interrupted(findings)
    findings.report(*caught.diagnostics)
    findings.machine_errors += caught.machine_errors
    return replace(
        report,
        interrupted=caught.interrupted,
        running=running,
        nothing_judged=caught.nothing_judged,
        diagnostics=tuple(findings.diagnostics),
        machine_errors=tuple(findings.machine_errors),
        wall_s=time.monotonic() - started,
    )


class _Checked(Value):
    """How many tests were checked, and lines for people about the checks."""

    tests: int
    notes: tuple[str, ...]


def _check(
    problem: Problem, session: Session, findings: Findings, *, junk: bool
) -> _Checked:
    session.builder.start(problem.validators)
    tests = prepare_tests(problem, problem.testcases, session, findings)
    # A recipe that fails is a finding of `prepare_tests` already; these are thrown away.
    made = expected_files(problem, session, Findings())
    findings.report(*stale_files(problem, made, Severity.ERROR))
    checker = session.builder.checker(problem, findings)
    decided = validate(problem, tests, checker, session, findings)
    check_files(problem, tests, session, findings)
    check_statements(problem, session, findings)
    check_stated_bounds(problem, tests, session, findings)
    check_rendering(problem, session, findings)
    findings.report(*formats.check_grammar(problem))
    notes = describe_checks(problem, tests, decided)
    if checker is not None and not problem.answers_are_outputs:
        notes += check_dialogues(problem, tests, checker, session, findings)
    # Programs that fail on the package's own files are reported already, and --junk reports
    # each wrong decision.
    if decided.sound and not junk:
        check_rejecting(problem, tests, checker, session, findings)
        _check_interactor(problem, tests, checker, session, findings)
    # Junk shows whether programs are right. It says nothing while they reject the data
    # that it is made of; errors elsewhere are no obstacle.
    if junk and not decided.sound:
        notes.append(_NO_JUNK)
    elif junk:
        # Its mutations are needed here alone.
        from judging.features.validate.junk.families import try_junk

        notes += try_junk(problem, tests, checker, session, findings)
    return _Checked(len(tests), tuple(notes))


def _check_interactor(
    problem: Problem,
    tests: Sequence[PreparedTest],
    checker: Checker | None,
    session: Session,
    findings: Findings,
) -> None:
    """Warn of an interactor that accepts everything. Other checkers were asked already."""
    if checker is None or problem.answers_are_outputs:
        return
    from judging.features.validate.junk.talkers import accepted_programs

    kinds = accepted_programs(problem, tests, checker, session)
    if kinds:
        name = checker.name or ""
        findings.report(accepts_everything(name, "programs", kinds))
