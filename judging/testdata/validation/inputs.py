"""Input validators over every input and answer validators over every answer; inputs that must be
refused."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from judging.core.diagnostics import Diagnostic, did_you_mean, error
from judging.core.problem import Problem, Testcase
from judging.jobs.checkers import ACCEPTED, REJECTED, answer_args, input_args
from judging.package.files.sources import flaw
from judging.programs import Executable
from judging.session.workshop import Workshop
from judging.testdata.generation import Prepared
from judging.testdata.validation.checks import Answer, FileCheck
from judging.testdata.validation.findings import place, protocol, report_alike, stated_at

_ARGS = ("input_validator_args", "input_validator_flags")


def validate_inputs(
    problem: Problem, tests: Sequence[Prepared], validators: Sequence[Executable], shop: Workshop
) -> None:
    """Every input validator must accept the input of every test, and of every output that the
    package has to try its checker on."""
    checks = [
        (test.testcase, _check(validator, test, problem))
        for test in tests
        for validator in validators
    ]
    _require_accepted(problem, checks, ".in", shop)


def _check(validator: Executable, test: Prepared, problem: Problem) -> FileCheck:
    bound = validator.on_test((), test.working_files)
    return FileCheck(bound, test.input, input_args(validator, test.testcase), problem.limits)


def validate_answers(
    problem: Problem, tests: Sequence[Prepared], validators: Sequence[Executable], shop: Workshop
) -> None:
    """Every answer validator must accept the answer of every test."""
    checks = [
        (test.testcase, FileCheck(validator, test.answer, args, problem.limits, test.input))
        for test in tests
        if test.answer is not None
        for validator in validators
        for args in [answer_args(validator, test.testcase)]
    ]
    _require_accepted(problem, checks, ".ans", shop)


def _require_accepted(
    problem: Problem,
    checks: Sequence[tuple[Testcase, FileCheck]],
    extension: str,
    shop: Workshop,
) -> None:
    named = {f"{case.name} {check.program.name}": check for case, check in checks}
    answers = shop.once("validate", named).values()
    findings = []
    for (case, check), answer in zip(checks, answers, strict=True):
        if answer.exit_code == ACCEPTED:
            continue
        message = protocol(check.program.name, answer)
        if answer.exit_code == REJECTED:
            said = f": {answer.said}" if answer.said else ""
            message = f"{check.program.name} rejects it{said}"
        findings.append(error(message, *place(problem, case, extension)))
    report_alike(findings, problem.paths.relative_path(problem.paths.data), shop)


def validate_invalid(
    problem: Problem, tests: Sequence[Prepared], validators: Sequence[Executable], shop: Workshop
) -> None:
    """Some input validator must refuse each invalid input, at the place that it names."""
    if not validators:
        return
    checks = {
        f"{test.name} {validator.name}": _check(validator, test, problem)
        for test in tests
        for validator in validators
    }
    answers = shop.once("validate", checks)
    for test in tests:
        mine = {v.name: answers[f"{test.name} {v.name}"] for v in validators}
        _judge_invalid(problem, test.testcase, mine, shop)


def _judge_invalid(
    problem: Problem, case: Testcase, answers: dict[str, Answer], shop: Workshop
) -> None:
    where = place(problem, case)
    for name, answer in answers.items():
        if not answer.in_protocol:
            shop.report(flaw(problem.paths)(protocol(name, answer), *where))
    if all(answer.exit_code == ACCEPTED for answer in answers.values()):
        shop.report(error("no input validator rejects it, though it must be refused", *where))
        return
    said = [answer.said for answer in answers.values() if answer.exit_code == REJECTED]
    if said and case.rejected_at and not any(_names(s, case.rejected_at) for s in said):
        line, column = case.rejected_at
        wanted = f"rejected, but not at line {line}, column {column}: {'; '.join(said)}"
        shop.report(error(wanted.rstrip(": "), *where))


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
