"""A dialogue in which a person plays the submission: only the output validator runs in a box.

What the person types goes to the validator line by line, and what it writes is shown at
once. The person has no limits; the validator has its limit on CPU time.
"""

import contextlib
import os
import select
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from judging.core.runs import CheckResult, Ending, Execution
from judging.jobs.checkers import Checker, OutputValidator
from judging.jobs.dialogue import Pass
from judging.jobs.passes import repeat_passes
from judging.jobs.running import ProgramRun
from judging.jobs.transcript import NEXT_PASS
from judging.jobs.validating import require_run
from judging.sandbox import MemoryFile
from judging.sandbox.worker import Worker
from judging.values import Value, replace

_CHUNK = 2**16  # bytes; what a pipe of Linux holds
# How long a validator may wait for a person, in seconds. A terminal that somebody
# forgot does not hold it for ever.
_WALL_S = 3600.0
# A person exits with no code, and takes no time that counts.
_PERSON = ProgramRun(Execution(Ending.EXITED, exit_code=0), b"", b"")


@dataclass(slots=True)
class Person:
    """Who plays the submission.

    typed: the descriptor to read lines from.
    show: is called with what the validator writes, as it comes.
    echo: is called with each line that is sent to the validator.
    begin_pass: is called with the number of each pass after the first.
    several_passes: a line `---` ends a pass, as the end of the input does.
    """

    typed: int
    show: Callable[[bytes], None]
    echo: Callable[[bytes], None]
    begin_pass: Callable[[int], None]
    several_passes: bool
    _lines: deque[bytes] = field(default_factory=deque)
    _rest: bytes = b""
    _ended: bool = False

    def read(self) -> None:
        """Read what was typed; wait if that is nothing."""
        data = os.read(self.typed, _CHUNK)
        if not data:
            self._ended = True
            data = b"\n" if self._rest else b""
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._lines.extend(lines)

    def next_line(self) -> bytes | None:
        """Return the next line that was read; None if there is none."""
        return self._lines.popleft() if self._lines else None

    @property
    def ended(self) -> bool:
        """Return whether nothing else will be typed."""
        return self._ended and not self._lines


class Scene(Value):
    """What a person plays on: the digests of an input and an answer, and the arguments of
    the output validator."""

    input: str
    answer: str
    args: tuple[str, ...] = ()


def play_by_hand(
    checker: Checker, scene: Scene, person: Person, worker: Worker
) -> CheckResult:
    """Let a person talk to the output validator of an interactive problem, and return
    what it decides. Raise MachineError if the sandbox fails."""
    blob = worker.store.blob
    (program,) = checker.programs
    with checker.validator(
        program, blob(scene.input), blob(scene.answer), scene.args, worker
    ) as validator:

        def run(number: int) -> Pass:
            if number > 1:
                person.begin_pass(number)
            return Pass(_PERSON, _play_pass(validator, person))

        last = repeat_passes(run, validator, checker)[-1]
    assert last.check is not None
    return last.check


def _play_pass(validator: OutputValidator, person: Person) -> CheckResult:
    sandbox = validator.worker.sandbox
    with contextlib.ExitStack() as stack:
        errors = stack.enter_context(contextlib.closing(MemoryFile()))
        box = stack.enter_context(sandbox.box())
        given, to_validator = os.pipe()
        from_validator, written = os.pipe()
        ended, end = os.pipe()
        conversation = _Conversation(person, to_validator, from_validator, ended)
        stack.callback(conversation.close)
        command = validator.command(box, (given, written, errors.fd))
        limits = replace(command.limits, wall_s=_WALL_S)
        running = sandbox.start(replace(command, limits=limits))
        # Only the validator may hold them: else nobody would see their ends.
        os.close(given)
        os.close(written)
        executions = []

        def wait() -> None:
            executions.append(running.wait())
            os.close(end)

        thread = threading.Thread(target=wait, daemon=True)
        thread.start()
        conversation.run()
        thread.join()
        (execution,) = executions
        require_run(execution)
        return validator.conclude(execution, errors.read())


class _Conversation:
    """Relays lines in both directions until the validator has ended."""

    def __init__(
        self, person: Person, to_validator: int, from_validator: int, ended: int
    ) -> None:
        # The validator may not read for a while: nobody may wait for it meanwhile.
        os.set_blocking(to_validator, False)
        self._person = person
        self._to_validator = to_validator
        self._from_validator = from_validator
        self._ended = ended
        self._open = {to_validator, from_validator, ended}
        self._unsent = b""

    def run(self) -> None:
        while self._ended in self._open:
            self._take_lines()
            reading = self._open - {self._to_validator}
            writing = set()
            if self._to_validator in self._open:
                if self._unsent:
                    writing.add(self._to_validator)
                else:
                    reading.add(self._person.typed)
            readable, writable, _ = select.select(reading, writing, [])
            if self._from_validator in readable:
                self._show()
            elif writable:
                self._send()
            elif self._person.typed in readable:
                self._person.read()
            elif self._ended in readable:
                self._release(self._ended)

    def _take_lines(self) -> None:
        """Take the next line of the person, or end the validator's input."""
        if self._to_validator not in self._open or self._unsent:
            return
        line = self._person.next_line()
        if line == NEXT_PASS and self._person.several_passes:
            self._release(self._to_validator)
        elif line is not None:
            self._person.echo(line)
            self._unsent = line + b"\n"
        elif self._person.ended:
            self._release(self._to_validator)

    def _send(self) -> None:
        try:
            sent = os.write(self._to_validator, self._unsent)
            self._unsent = self._unsent[sent:]
        except BrokenPipeError:
            self._unsent = b""
            self._release(self._to_validator)

    def _show(self) -> None:
        data = os.read(self._from_validator, _CHUNK)
        if data:
            self._person.show(data)
        else:
            self._release(self._from_validator)

    def _release(self, fd: int) -> None:
        self._open.discard(fd)
        os.close(fd)

    def close(self) -> None:
        for fd in tuple(self._open):
            self._release(fd)
