"""One validator on one file: the units of work of a validation, remembered by content."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar

from judging.core.classify import ending_words
from judging.core.limits import ProblemLimits
from judging.core.results import CheckResult
from judging.core.verdicts import Verdict
from judging.jobs import execute
from judging.jobs.checkers import ACCEPTED, REJECTED, Checker, validation_limits
from judging.languages import is_program
from judging.package.files.sources import is_header
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.store import Store, key_of

_SAID_CHARACTERS = 400
_BINARY = "program"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a validator said: its exit code (None: it did not exit), and its first line or, where
    it broke the protocol, how it ended."""

    exit_code: int | None
    said: str

    @property
    def in_protocol(self) -> bool:
        """True when it said yes or no."""
        return self.exit_code in (ACCEPTED, REJECTED)


@dataclass(frozen=True, slots=True)
class FileCheck:
    """One input validator on an input, or one answer validator on an answer. `given`, and `input`
    of an answer, are digests; an answer validator gets the input's path before its `args`."""

    kind: ClassVar[str] = "validated"
    program: Executable
    given: str
    args: tuple[str, ...]
    limits: ProblemLimits
    input: str | None = None

    @property
    def key(self) -> str:
        """Changes when the answer may be another."""
        return key_of(
            self.program.key, self.given, self.input or "", *self.args, *self.program.working_files
        )

    def run(self, worker: Worker) -> Answer:
        """Asks the validator."""
        given = worker.store.blob(self.given).read_bytes()
        named = [worker.store.blob(self.input)] if self.input is not None else []
        words = [*map(str, named), *self.args] if self.program.takes_arguments else []
        limits, copy_in = validation_limits(self.limits), _carried(self.program, worker.store)
        execution, output, stderr = execute(
            self.program, given, limits, worker, *words, read_only=named, copy_in=copy_in
        )
        lines = (output.strip() or stderr.strip()).decode("utf-8", "replace").splitlines() or [""]
        if execution.exit_code in (ACCEPTED, REJECTED):
            return Answer(execution.exit_code, lines[0][:_SAID_CHARACTERS])
        # A crash says last what it died of.
        last = f": {lines[-1][:_SAID_CHARACTERS]}" if lines[-1] else ""
        return Answer(execution.exit_code, f"{ending_words(execution)}{last}")

    def stored(self, result: Answer) -> dict[str, Any] | None:
        """As `Work.stored`: what broke the protocol is asked again."""
        return asdict(result) if result.in_protocol else None

    def recalled(self, value: dict[str, Any], store: Store) -> Answer:
        """As `Work.recalled`."""
        return Answer(**value)


def _carried(program: Executable, store: Store) -> list[Path]:
    """The validator's own folder where it holds more than code: what lies beside a validator is in
    its working directory. Source: 2025-09, "Working directory"."""
    folder = program.seen(store)[0]
    files = (path.name for path in folder.rglob("*") if path.is_file())
    code = (name == _BINARY or is_header(name) or is_program(name) for name in files)
    return [] if all(code) else [folder]


@dataclass(frozen=True, slots=True)
class OutputCheck:
    """The checker, or the default comparison, on one output; `input`, `answer` and `output` are
    digests."""

    kind: ClassVar[str] = "checked"
    checker: Checker
    input: str
    answer: str
    output: str
    args: tuple[str, ...]

    @property
    def key(self) -> str:
        """Changes when the result may be another."""
        return key_of(self.checker.key, self.input, self.answer, self.output, *self.args)

    def run(self, worker: Worker) -> CheckResult:
        """Asks the checker."""
        files = worker.store.blob(self.input), worker.store.blob(self.answer)
        output = worker.store.blob(self.output).read_bytes()
        return self.checker.decide(*files, output, self.args, worker)

    def stored(self, result: CheckResult) -> list[str] | None:
        """As `Work.stored`: a checker that failed is asked again."""
        return None if result.verdict is Verdict.JE else [result.verdict, result.message]

    def recalled(self, value: list[str], store: Store) -> CheckResult:
        """As `Work.recalled`."""
        return CheckResult(Verdict(value[0]), value[1])
