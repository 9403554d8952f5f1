"""The steps of a validation: run one validator or checker on one file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from judging.core.limits import ProblemLimits
from judging.core.results import CheckResult
from judging.core.verdicts import Verdict
from judging.jobs.checkers import Checker
from judging.jobs.validating import ValidatorAnswer, ask_validator
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.store import Store, key_of


@dataclass(frozen=True, slots=True)
class FileCheck:
    """Run an input validator on an input, or an answer validator on an answer.

    `file` is the digest of that input or answer. For an answer validator `input` is the digest of
    the test's input, whose path comes before `args`.
    """

    kind: ClassVar[str] = "asked"
    program: Executable
    file: str
    args: tuple[str, ...]
    limits: ProblemLimits
    input: str | None = None

    @property
    def key(self) -> str:
        """A digest of everything that can change the answer."""
        return key_of(
            self.program.key, self.file, self.input or "", *self.args, *self.program.working_files
        )

    def run(self, worker: Worker) -> ValidatorAnswer:
        """Ask the validator."""
        content = worker.store.blob(self.file).read_bytes()
        named = [worker.store.blob(self.input)] if self.input is not None else []
        return ask_validator(self.program, content, self.args, self.limits, worker, named=named)

    def to_json(self, result: ValidatorAnswer) -> list[Any] | None:
        """Keep no answer of a validator that broke the protocol."""
        return [result.exit_code, result.message] if result.in_protocol else None

    def from_json(self, value: Any, store: Store) -> ValidatorAnswer:
        """Rebuild the result."""
        return ValidatorAnswer(*value)


@dataclass(frozen=True, slots=True)
class OutputCheck:
    """Run the checker on one output. `input`, `answer` and `output` are digests."""

    kind: ClassVar[str] = "checked"
    checker: Checker
    input: str
    answer: str
    output: str
    args: tuple[str, ...]

    @property
    def key(self) -> str:
        """A digest of everything that can change the result."""
        return key_of(self.checker.key, self.input, self.answer, self.output, *self.args)

    def run(self, worker: Worker) -> CheckResult:
        """Ask the checker."""
        files = worker.store.blob(self.input), worker.store.blob(self.answer)
        output = worker.store.blob(self.output).read_bytes()
        return self.checker.decide(*files, output, self.args, worker)

    def to_json(self, result: CheckResult) -> list[str] | None:
        """Keep no result of a checker that failed."""
        return None if result.verdict is Verdict.JE else [result.verdict, result.message]

    def from_json(self, value: list[str], store: Store) -> CheckResult:
        """Rebuild the result."""
        return CheckResult(Verdict(value[0]), value[1])
