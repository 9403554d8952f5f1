"""Run input validators on every input and answer validators on every answer."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from judging.core.diagnostics import Diagnostic, did_you_mean
from judging.core.limits import ProblemLimits
from judging.core.problem import Problem, Testcase
from judging.data.generation.prepared import PreparedTest
from judging.data.reporting import (
    locate_file,
    locate_setting,
    report_alike,
    report_given_up,
)
from judging.jobs.checkers.validator import answer_args, input_args
from judging.jobs.validating import ValidatorAnswer, ask_validator
from judging.package.files.sources import severity_for
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.session import Findings, Session
from judging.store import Store, key_of

_FILE_WORDS = {".in": "input", ".ans": "answer"}


@dataclass(frozen=True, slots=True)
class _FileCheck:
    """Run an input validator on an input, or an answer validator on an answer.

    `file` is the digest of that input or answer. For an answer validator `input` is the
    digest of the test's input, whose path comes before `args`.
    """

    kind: ClassVar[str] = "asked"
    program: Executable
    file: str
    args: tuple[str, ...]
    limits: ProblemLimits
    input: str | None = None

    @property
    def key(self) -> str:
        return key_of(
            self.program.key,
            self.file,
            self.input or "",
            *self.args,
            *self.program.working_files,
        )

    @property
    def asks(self) -> tuple[str, ...]:
        return (self.program.key,)

    def stopped_programs(self, result: ValidatorAnswer) -> tuple[str, ...]:
        return self.asks if result.stopped else ()

    def run(self, worker: Worker) -> ValidatorAnswer:
        content = worker.store.blob(self.file).read_bytes()
        named = []
        if self.input is not None:
            named.append(worker.store.blob(self.input))
        return ask_validator(
            self.program, content, self.args, self.limits, worker, named=named
        )

    def to_json(self, result: ValidatorAnswer) -> list[Any] | None:
        """Keep no answer of a validator that broke the protocol."""
        if not result.in_protocol:
            return None
        return [result.exit_code, result.message]

    def from_json(self, value: Any, store: Store) -> ValidatorAnswer:
        return ValidatorAnswer(*value)


def check_inputs(
    problem: Problem, tests: Sequence[PreparedTest], session: Session, findings: Findings
) -> None:
    """Report every test input that an input validator does not accept."""
    validators = session.builder.tools(problem.input_validators, findings)
    checks = []
    for test in tests:
        for validator in validators:
            checks.append((test.testcase, _input_check(validator, test, problem)))
    _require_accepted(problem, checks, ".in", session, findings)


def _input_check(
    validator: Executable, test: PreparedTest, problem: Problem
) -> _FileCheck:
    program = validator.on_test((), test.working_files)
    return _FileCheck(
        program, test.input, input_args(validator, test.testcase), problem.limits
    )


def check_answers(
    problem: Problem, tests: Sequence[PreparedTest], session: Session, findings: Findings
) -> None:
    """Report every answer that an answer validator does not accept."""
    validators = session.builder.tools(problem.answer_validators, findings)
    checks = []
    for test in tests:
        if test.answer is None:
            continue
        for validator in validators:
            args = answer_args(validator, test.testcase)
            check = _FileCheck(validator, test.answer, args, problem.limits, test.input)
            checks.append((test.testcase, check))
    _require_accepted(problem, checks, ".ans", session, findings)


def _require_accepted(
    problem: Problem,
    checks: Sequence[tuple[Testcase, _FileCheck]],
    extension: str,
    session: Session,
    findings: Findings,
) -> None:
    # All at once, so that the workers are busy; the store answers for files it has seen.
    steps = {f"{case.name} {check.program.name}": check for case, check in checks}
    answers = session.ask("validate", steps)
    refused = []
    not_asked = Counter[str]()
    for (case, check), name in zip(checks, steps, strict=True):
        answer = answers.get(name)
        if answer is None:
            not_asked[check.program.name] += 1
            continue
        if answer.accepted:
            continue
        program = check.program.name
        if answer.rejected:
            message = (
                f"{program} rejects this {_FILE_WORDS[extension]}: {answer.message}"
            )
            message = message.rstrip(": ")  # a validator need not give a reason
        else:
            message = f"{program}: {answer.fault}"
        refused.append(locate_file(problem, case, extension).error(message))
    report_alike(refused, problem.paths.relative_path(problem.paths.data), findings)
    for program, count in sorted(not_asked.items()):
        consequence = f"more {_FILE_WORDS[extension]}s were not checked"
        report_given_up(program, count, consequence, findings)


def check_invalid_inputs(
    problem: Problem, tests: Sequence[PreparedTest], session: Session, findings: Findings
) -> None:
    """Report invalid inputs that no input validator rejects, or none at the stated place."""
    validators = session.builder.tools(problem.input_validators, findings)
    if not validators:
        return
    checks = {}
    for test in tests:
        for validator in validators:
            check = _input_check(validator, test, problem)
            checks[f"{test.name} {validator.name}"] = check
    answers = session.ask("validate", checks)
    not_asked = Counter(checks[name].program.name for name in checks.keys() - answers)
    for program, count in sorted(not_asked.items()):
        report_given_up(program, count, "more invalid inputs were not checked", findings)
    for test in tests:
        by_validator: dict[str, ValidatorAnswer] = {}
        for validator in validators:
            name = f"{test.name} {validator.name}"
            if name in answers:
                by_validator[validator.name] = answers[name]
        # Those that were not asked might have rejected it.
        if len(by_validator) == len(validators):
            _judge_invalid(problem, test.testcase, by_validator, findings)


def _judge_invalid(
    problem: Problem,
    case: Testcase,
    answers: Mapping[str, ValidatorAnswer],
    findings: Findings,
) -> None:
    location = locate_file(problem, case)
    for name, answer in answers.items():
        if not answer.in_protocol:
            fault = f"{name}: {answer.fault}"
            findings.report(location.diagnostic(severity_for(problem.paths), fault))
    if all(answer.accepted for answer in answers.values()):
        findings.report(location.error("no input validator rejects this invalid input"))
        return
    messages = [answer.message for answer in answers.values() if answer.rejected]
    # Programs name a place in words of their own; a checktestdata grammar's messages
    # begin with `line:column`.
    if messages and case.rejected_at:
        line, column = case.rejected_at
        pattern = rf"\bline {line}\b\D{{0,3}}\bcolumn {column}\b|^{line}:{column}\b"
        if not any(re.search(pattern, message) for message in messages):
            place = f"line {line}, column {column} (rejected_at)"
            message = f"rejected, but not at {place}: {'; '.join(messages)}"
            findings.report(location.error(message.rstrip(": ")))


def unknown_validators(problem: Problem) -> list[Diagnostic]:
    """Return a finding for every set of arguments for an input validator that does not exist."""
    known = [source.name.rpartition("/")[2] for source in problem.input_validators]
    accepted = set(known)
    if problem.paths.foreign:
        # Other tools name a validator without its extension.
        accepted |= {name.partition(".")[0] for name in known}
    found = []
    for case in (*problem.testcases, *problem.invalid_inputs):
        args = case.input_validator_args
        if not isinstance(args, Mapping):
            continue  # one list of arguments, for every validator
        for name in args:
            if name not in accepted:
                message = f"unknown input validator '{name}'{did_you_mean(name, known)}"
                location = locate_setting(problem, case, "input_validator_args")
                found.append(location.diagnostic(severity_for(problem.paths), message))
    return list(dict.fromkeys(found))
