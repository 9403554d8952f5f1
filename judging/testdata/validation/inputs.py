"""Input validators over every input and answer validators over every answer; inputs that must be
refused."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from judging.core.diagnostics import Diagnostic, did_you_mean, error
from judging.core.problem import Problem, Testcase
from judging.jobs.checkers import answer_args, input_args
from judging.jobs.validating import ValidatorAnswer
from judging.package.files.sources import flaw
from judging.programs import Executable
from judging.session import Findings, Session
from judging.testdata.generation import PreparedTest
from judging.testdata.validation.checks import FileCheck
from judging.testdata.validation.findings import place, report_alike, stated_at

_ARGS = ("input_validator_args", "input_validator_flags")


def validate_inputs(
    problem: Problem,
    tests: Sequence[PreparedTest],
    validators: Sequence[Executable],
    session: Session,
    findings: Findings,
) -> None:
    """Every input validator must accept the input of every test, and of every output that the
    package has to try its checker on."""
    checks = [
        (test.testcase, _check(validator, test, problem))
        for test in tests
        for validator in validators
    ]
    _require_accepted(problem, checks, ".in", session, findings)


def _check(validator: Executable, test: PreparedTest, problem: Problem) -> FileCheck:
    bound = validator.on_test((), test.working_files)
    return FileCheck(bound, test.input, input_args(validator, test.testcase), problem.limits)


def validate_answers(
    problem: Problem,
    tests: Sequence[PreparedTest],
    validators: Sequence[Executable],
    session: Session,
    findings: Findings,
) -> None:
    """Every answer validator must accept the answer of every test."""
    checks = [
        (test.testcase, FileCheck(validator, test.answer, args, problem.limits, test.input))
        for test in tests
        if test.answer is not None
        for validator in validators
        for args in [answer_args(validator, test.testcase)]
    ]
    _require_accepted(problem, checks, ".ans", session, findings)


def _require_accepted(
    problem: Problem,
    checks: Sequence[tuple[Testcase, FileCheck]],
    extension: str,
    session: Session,
    findings: Findings,
) -> None:
    named = {f"{case.name} {check.program.name}": check for case, check in checks}
    answers = session.once("validate", named).values()
    refused = []
    for (case, check), answer in zip(checks, answers, strict=True):
        if answer.accepted:
            continue
        message = f"{check.program.name}: {answer.fault}"
        if answer.rejected:
            said = f": {answer.message}" if answer.message else ""
            message = f"{check.program.name} rejects it{said}"
        refused.append(error(message, *place(problem, case, extension)))
    report_alike(refused, problem.paths.relative_path(problem.paths.data), findings)


def validate_invalid(
    problem: Problem,
    tests: Sequence[PreparedTest],
    validators: Sequence[Executable],
    session: Session,
    findings: Findings,
) -> None:
    """Some input validator must refuse each invalid input, at the place that it names."""
    if not validators:
        return
    checks = {
        f"{test.name} {validator.name}": _check(validator, test, problem)
        for test in tests
        for validator in validators
    }
    answers = session.once("validate", checks)
    for test in tests:
        mine = {v.name: answers[f"{test.name} {v.name}"] for v in validators}
        _judge_invalid(problem, test.testcase, mine, findings)


def _judge_invalid(
    problem: Problem,
    case: Testcase,
    answers: dict[str, ValidatorAnswer],
    findings: Findings,
) -> None:
    where = place(problem, case)
    for name, answer in answers.items():
        if not answer.in_protocol:
            findings.report(flaw(problem.paths)(f"{name}: {answer.fault}", *where))
    if all(answer.accepted for answer in answers.values()):
        findings.report(error("no input validator rejects it, though it must be refused", *where))
        return
    said = [answer.message for answer in answers.values() if answer.rejected]
    if said and case.rejected_at and not any(_names(s, case.rejected_at) for s in said):
        line, column = case.rejected_at
        wanted = f"rejected, but not at line {line}, column {column}: {'; '.join(said)}"
        findings.report(error(wanted.rstrip(": "), *where))


def _names(said: str, at: tuple[int, int]) -> bool:
    """True when a validator's message names this line and column."""
    line, column = at
    pattern = rf"\bline {line}\b\D{{0,3}}\bcolumn {column}\b|^{line}:{column}\b"
    return re.search(pattern, said) is not None


def unread_names(problem: Problem) -> list[Diagnostic]:
    """Arguments for an input validator that the package does not have."""
    known = [source.name.rpartition("/")[2] for source in problem.input_validators]
    stems = [name.partition(".")[0] for name in known] if problem.paths.foreign else []
    findings = []
    for case in (*problem.testcases, *problem.invalid_inputs):
        given = case.input_validator_args
        for name in given if isinstance(given, Mapping) else ():
            if name not in (*known, *stems):
                message = f"there is no input validator '{name}'{did_you_mean(name, known)}"
                findings.append(flaw(problem.paths)(message, *stated_at(problem, case, _ARGS)))
    return list(dict.fromkeys(findings))
