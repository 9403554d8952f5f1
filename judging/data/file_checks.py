"""Ask one input or answer validator about one file."""

from typing import ClassVar

from judging.core.limits import ProblemLimits
from judging.core.problem import Problem, Testcase
from judging.jobs.checkers.validator import input_args, limits_key
from judging.jobs.validating import ValidatorAnswer, ask_validator
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.session import Question
from judging.store import key_of


class FileCheck(Question[ValidatorAnswer]):
    """Run an input validator on an input, or an answer validator on an answer.

    `file` is the digest of that input or answer. For an answer validator `input` is the
    digest of the test's input, whose path comes before `args`.
    """

    kind: ClassVar[str] = "asked"
    result: ClassVar[type] = ValidatorAnswer
    program: Executable
    file: str
    args: tuple[str, ...]
    limits: ProblemLimits
    input: str | None = None

    @property
    def key(self) -> str:
        return key_of(
            self.program.key,
            limits_key(self.limits),
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
        content = worker.store.blob(self.file)
        named = []
        if self.input is not None:
            named.append(worker.store.blob(self.input))
        return ask_validator(
            self.program, content, self.args, self.limits, worker, named=named
        )

    def may_keep(self, result: ValidatorAnswer) -> bool:
        """Keep no answer of a validator that broke the protocol."""
        return result.in_protocol


def input_check(
    validator: Executable,
    problem: Problem,
    case: Testcase,
    input: str,
    working_files: str | None,
) -> FileCheck:
    """Return the check of a test's input, a digest in the store, by one validator.

    working_files: the key of a tree whose files the validator finds in its directory.
    """
    program = validator.on_test((), working_files)
    return FileCheck(program, input, input_args(validator, case), problem.limits)


def describe_refusal(check: FileCheck, answer: ValidatorAnswer) -> str:
    """Return what a validator has against a file that it did not accept."""
    name = check.program.name
    if not answer.rejected:
        return f"{name}: {answer.fault}"
    word = "input" if check.input is None else "answer"
    message = f"{name} rejects this {word}: {answer.message}"
    return message.rstrip(": ")  # a validator need not give a reason
