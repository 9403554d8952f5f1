"""Runs an input or answer validator on one file: `validator [args] < file`.

Exit code 42 accepts, 43 rejects; any other ending breaks the protocol. Source: problem
package format, "Input Validators" and "Answer Validators".
"""

from collections.abc import Sequence
from pathlib import Path

from judging.core.classify import describe_tool_ending
from judging.core.errors import MachineError
from judging.core.limits import ProblemLimits
from judging.core.runs import Ending, Execution, SanitizerFault, TestcaseResult
from judging.core.timings import Purpose
from judging.jobs.checkers import ACCEPTED, REJECTED, validation_limits
from judging.jobs.running import execute, faults_in
from judging.languages import is_program
from judging.package.files.sources import is_header
from judging.programs import Executable
from judging.programs.executable import BINARY
from judging.sandbox.command import Content
from judging.sandbox.worker import Worker
from judging.store import Store
from judging.values import Value, replace

_MESSAGE_CHARACTERS = 400  # of a validator's line: some lines of a terminal


class ValidatorAnswer(Value):
    """What a validator answered.

    exit_code: None if it did not exit.
    message: its first line of output or, if it broke the protocol, how it ended.
    stopped: a limit of time or output stopped it.
    faults: what sanitizers reported, if it was built with them.
    """

    exit_code: int | None
    message: str
    stopped: bool = False
    faults: tuple[SanitizerFault, ...] = ()

    @property
    def accepted(self) -> bool:
        return self.exit_code == ACCEPTED

    @property
    def rejected(self) -> bool:
        return self.exit_code == REJECTED

    @property
    def in_protocol(self) -> bool:
        return self.accepted or self.rejected

    @property
    def fault(self) -> str:
        """How it broke the protocol; empty if it did not. A program that was stopped had
        no exit code."""
        if self.in_protocol:
            return ""
        if self.stopped:
            return self.message
        return f"{self.message}; expected exit code {ACCEPTED} or {REJECTED}"


def ask_validator(
    program: Executable,
    content: Content,
    args: Sequence[str],
    limits: ProblemLimits,
    worker: Worker,
    *,
    named: Sequence[Path] = (),
    into: Path | None = None,
) -> ValidatorAnswer:
    """Run a validator on `content`, or on the file that has it.

    named: files whose paths come before `args`; the validator may read them.
    into: an empty folder for the files that the validator writes.
    Raise MachineError if the sandbox fails.
    """
    words = list(args)
    if program.takes_arguments:
        words = [*map(str, named), *args]
    run_limits = validation_limits(limits)
    run = execute(
        program,
        content,
        run_limits,
        worker,
        *words,
        read_only=named,
        copy_in=own_files(program, worker.store),
        into=into,
        purpose=Purpose.VALIDATE,
    )
    require_run(run.execution)
    written = run.stdout.strip() or run.stderr.strip()
    lines = written.decode("utf-8", "replace").splitlines() or [""]
    answer = ValidatorAnswer(
        run.execution.exit_code,
        lines[0][:_MESSAGE_CHARACTERS],
        faults=faults_in(run.stderr, program, worker),
    )
    if answer.in_protocol:
        return answer
    message = describe_tool_ending(run.execution, run_limits)
    last = lines[-1][:_MESSAGE_CHARACTERS]
    # The last line of a crash has its reason, that of endless output has none.
    if last and run.execution.ending is not Ending.OUTPUT_LIMIT:
        message += f": {last}"
    return replace(answer, message=message, stopped=run.execution.at_limit)


def require_judged(result: TestcaseResult) -> None:
    """Raise MachineError if a job was not run, for a reason that says nothing about its
    programs.

    With a check the run counts, also if it was cancelled: in a dialogue, the judge ends a
    submission that the output validator has rejected.
    """
    if result.check is None:
        require_run(result.execution)


def require_run(execution: Execution) -> None:
    """Raise MachineError if the sandbox failed, so that the program did not really run."""
    if execution.ending in (Ending.SANDBOX_ERROR, Ending.CANCELLED):
        raise MachineError(execution.error or "the run was cancelled")


def own_files(program: Executable, store: Store) -> list[Path]:
    """Return the validator's folder if it holds more than code, else nothing. A
    validator's own files are in its working directory. Source: 2025-09, "Working
    directory"."""
    folder = program.folder(store)
    for path in folder.rglob("*"):
        if path.is_file() and not _is_code(path.name):
            return [folder]
    return []


def _is_code(name: str) -> bool:
    return name == BINARY or is_header(name) or is_program(name)
