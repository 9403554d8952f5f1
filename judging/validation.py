"""Is the data what it claims to be? Input validators over every test, answers through the checker,
invalid data refused where its sidecar says, files as the manifest pins them.

What was found valid once is remembered by content, so nothing is validated twice.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from judging.checkers import (
    ACCEPTED,
    REJECTED,
    Checker,
    parse_args,
    validation_limits,
)
from judging.classify import ending_words
from judging.diagnostics import Diagnostic, error
from judging.formats import manifest
from judging.generation import Prepared
from judging.jobs import execute
from judging.limits import ProblemLimits
from judging.problem import Problem, Testcase
from judging.programs import Executable
from judging.results import CheckResult
from judging.sandbox.worker import Worker
from judging.store import Store, key_of
from judging.verdicts import Verdict
from judging.workshop import Workshop

_SAID_CHARACTERS = 400
_FIRST = 20


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a validator said: its exit code (None: it did not exit), and its first line or, where
    it broke the protocol, how it ended."""

    exit_code: int | None
    said: str


@dataclass(frozen=True, slots=True)
class _InputCheck:
    """One input validator on one input."""

    kind: ClassVar[str] = "validated"
    program: Executable
    input: str
    args: tuple[str, ...]
    limits: ProblemLimits

    @property
    def key(self) -> str:
        return key_of(self.program.key, self.input, *self.args)

    def run(self, worker: Worker) -> _Answer:
        given = worker.store.blob(self.input).read_bytes()
        execution, output, stderr = execute(
            self.program, given, validation_limits(self.limits), worker, *self.args
        )
        lines = (output.strip() or stderr.strip()).decode("utf-8", "replace").splitlines() or [""]
        if execution.exit_code in (ACCEPTED, REJECTED):
            return _Answer(execution.exit_code, lines[0][:_SAID_CHARACTERS])
        # A crash says last what it died of.
        last = f": {lines[-1][:_SAID_CHARACTERS]}" if lines[-1] else ""
        return _Answer(execution.exit_code, f"{ending_words(execution)}{last}")

    def stored(self, result: _Answer) -> dict[str, Any] | None:
        return asdict(result) if result.exit_code in (ACCEPTED, REJECTED) else None

    def recalled(self, value: dict[str, Any], store: Store) -> _Answer:
        return _Answer(**value)


@dataclass(frozen=True, slots=True)
class _OutputCheck:
    """The checker, or the default comparison, on one output."""

    kind: ClassVar[str] = "checked"
    checker: Checker
    input: str
    answer: str
    output: str
    args: tuple[str, ...]

    @property
    def key(self) -> str:
        return key_of(self.checker.key, self.input, self.answer, self.output, *self.args)

    def run(self, worker: Worker) -> CheckResult:
        files = worker.store.blob(self.input), worker.store.blob(self.answer)
        output = worker.store.blob(self.output).read_bytes()
        return self.checker.decide(*files, output, self.args, worker)

    def stored(self, result: CheckResult) -> list[str] | None:
        return None if result.verdict is Verdict.JE else [result.verdict, result.message]

    def recalled(self, value: list[str], store: Store) -> CheckResult:
        return CheckResult(Verdict(value[0]), value[1])


def validate(problem: Problem, tests: Sequence[Prepared], checker: Checker, shop: Workshop) -> None:
    """Reports every finding to the workshop."""
    for diagnostic in (*against_manifest(problem), *unread_args(problem)):
        shop.report(diagnostic)
    validators = [tool for tool in map(shop.tool, problem.input_validators) if tool is not None]
    _validate_inputs(problem, tests, validators, shop)
    _validate_invalid(problem, validators, shop)
    _validate_outputs(problem, tests, checker, shop)


def against_manifest(problem: Problem) -> list[Diagnostic]:
    """An error for every data file that is not as the manifest pins it."""
    if problem.manifest is None:
        return []
    words = {
        "changed": "differs from the manifest",
        "missing": "is in the manifest but not in the package",
        "extra": "is not in the manifest",
    }
    data = problem.paths.shown(problem.paths.data)
    differences = manifest.differences(problem.manifest, manifest.digests(problem.paths.data))
    findings = [
        error(
            f"{words[kind]}: `judge generate` writes what generators.yaml says and the manifest",
            f"{data}/{name}",
        )
        for name, kind in differences[:_FIRST]
    ]
    if len(differences) > _FIRST:
        findings.append(error(f"and {len(differences) - _FIRST} more files differ", data))
    return findings


def _validate_inputs(
    problem: Problem, tests: Sequence[Prepared], validators: Sequence[Executable], shop: Workshop
) -> None:
    checks = {
        f"{test.name} {validator.name}": (
            test,
            _InputCheck(validator, test.input, test.testcase.input_validator_args, problem.limits),
        )
        for test in tests
        for validator in validators
    }
    answers = shop.once("validate", {name: check for name, (_, check) in checks.items()})
    for name, (test, check) in checks.items():
        answer = answers[name]
        if answer.exit_code == ACCEPTED:
            continue
        place = _place(problem, test.testcase)
        if answer.exit_code == REJECTED:
            said = f": {answer.said}" if answer.said else ""
            shop.report(error(f"{check.program.name} rejects it{said}", *place))
        else:
            shop.report(error(_protocol(check.program.name, answer), *place))


def _validate_invalid(problem: Problem, validators: Sequence[Executable], shop: Workshop) -> None:
    if not problem.invalid_inputs or not validators:
        return
    digests = {c.name: shop.store.add(c.input) for c in problem.invalid_inputs if c.input}
    checks = {
        f"{case.name} {validator.name}": _InputCheck(
            validator, digests[case.name], case.input_validator_args, problem.limits
        )
        for case in problem.invalid_inputs
        for validator in validators
        if case.name in digests
    }
    answers = shop.once("validate", checks)
    for case in problem.invalid_inputs:
        mine = [answers[f"{case.name} {v.name}"] for v in validators if case.name in digests]
        place = _place(problem, case)
        for validator, answer in zip(validators, mine, strict=False):
            if answer.exit_code not in (ACCEPTED, REJECTED):
                shop.report(error(_protocol(validator.name, answer), *place))
        if mine and all(answer.exit_code == ACCEPTED for answer in mine):
            shop.report(
                error("no input validator rejects it, though it lies in invalid_input", *place)
            )
            continue
        said = [answer.said for answer in mine if answer.exit_code == REJECTED]
        if said and case.rejected_at and not any(_names(s, case.rejected_at) for s in said):
            line, column = case.rejected_at
            wanted = f"rejected, but not at line {line}, column {column}: {'; '.join(said)}"
            shop.report(error(wanted.rstrip(": "), *place))


def _names(said: str, place: tuple[int, int]) -> bool:
    """True when a validator's message names this line and column."""
    pattern = rf"\bline {place[0]}\b\D{{0,3}}\bcolumn {place[1]}\b"
    return re.search(pattern, said) is not None


def _validate_outputs(
    problem: Problem, tests: Sequence[Prepared], checker: Checker, shop: Workshop
) -> None:
    """Answers and `valid_output` must pass the checker, `invalid_output` must not."""
    args = {case.name: case.output_validator_args for case in problem.testcases}
    checks = {
        test.name: _OutputCheck(checker, test.input, test.answer, test.answer, args[test.name])
        for test in tests
        if test.answer is not None
    }
    cases: dict[str, Testcase] = {test.name: test.testcase for test in tests}
    for case in (*problem.valid_outputs, *problem.invalid_outputs):
        if case.input and case.answer and case.output:
            checks[case.name] = _OutputCheck(
                checker,
                shop.store.add(case.input),
                shop.store.add(case.answer),
                shop.store.add(case.output),
                case.output_validator_args,
            )
            cases[case.name] = case
    wrong = {case.name for case in problem.invalid_outputs}
    results = shop.once("check answers", checks)
    for name, result in results.items():
        if result.verdict is Verdict.JE:
            shop.report(error(result.message, *_place(problem, cases[name], ".ans")))
        elif (result.verdict is Verdict.AC) == (name in wrong):
            accepted = "accepts an output that must be wrong" if name in wrong else "rejects"
            what = f"{accepted}: {result.message}".rstrip(": ")
            if name not in wrong:
                what = f"rejects {'this output' if cases[name].output else 'the answer file'}"
                what += f": {result.message}" if result.message else ""
            extension = ".out" if cases[name].output else ".ans"
            shop.report(error(f"the checker {what}", *_place(problem, cases[name], extension)))


def _place(
    problem: Problem, case: Testcase, extension: str = ".in"
) -> tuple[str | None, int | None]:
    """(file, line) to name for a finding about a testcase's file."""
    path = {".in": case.input, ".ans": case.answer, ".out": case.output}[extension]
    if path is not None:
        return problem.paths.shown(path), None
    if case.recipe is not None:
        return f"{case.recipe.file}", case.recipe.line
    return case.name, None


def _protocol(name: str, answer: _Answer) -> str:
    return f"{name}: {answer.said}; expected exit code {ACCEPTED} or {REJECTED}"


def unread_args(problem: Problem) -> list[Diagnostic]:
    """Arguments that the default comparison would not understand."""
    findings = []
    for case in problem.testcases if not problem.output_validators else ():
        try:
            parse_args(case.output_validator_args)
        except ValueError as problem_found:
            findings.append(error(str(problem_found), problem.paths.shown(problem.paths.data)))
    return list(dict.fromkeys(findings))
