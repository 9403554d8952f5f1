"""Runs one program once."""

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from judging.core.classify import describe_ending, describe_tool_ending
from judging.core.limits import Limits
from judging.core.runs import Execution, SanitizerFault
from judging.core.timings import Purpose
from judging.jobs.sanitizer_reports import read_faults
from judging.programs import Executable, Sanitizers
from judging.sandbox import (
    SYSTEM,
    Command,
    Content,
    MemoryFile,
    ResourceLimits,
    streams,
)
from judging.sandbox.command import opened
from judging.sandbox.worker import Worker
from judging.values import Value, replace

_SMALL_BYTES = 64 * 1024  # of an output that is held as a whole
_ENVIRONMENT = (("PATH", "/usr/bin:/bin"), ("LANG", "C.UTF-8"))


class ProgramRun(Value):
    """One run of a program: how it ended, and what it wrote to stdout and stderr."""

    execution: Execution
    stdout: bytes
    stderr: bytes

    @property
    def succeeded(self) -> bool:
        """True when the program exited with code 0."""
        return self.execution.succeeded

    @property
    def failure(self) -> str:
        """How the program ended, and the last line of its stderr: `exit code 1: no such file`."""
        return self._with_last_line(describe_ending(self.execution))

    def failure_under(
        self, limits: Limits, output_key: str = "validation_output"
    ) -> str:
        """The same for a run under the limits of validation, which it names.

        output_key: the setting in problem.yaml that limits its output.
        """
        ending = describe_tool_ending(self.execution, limits, output_key)
        return self._with_last_line(ending)

    def _with_last_line(self, ending: str) -> str:
        last_line = self.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
        return ": ".join([ending, *last_line])


class CapturedRun(Value):
    """One run of a program whose stdout stays in a file if it is large: it may have 100 MB."""

    execution: Execution
    stdout: Content
    stderr: bytes


def command(
    program: Executable,
    limits: Limits,
    worker: Worker,
    box: Path,
    fds: tuple[int, int, int],
    *args: str,
    read_only: Sequence[Path] = (),
    copy_in: Sequence[Path] = (),
    copy_out: tuple[tuple[str, Path], ...] = (),
    purpose: Purpose = Purpose.RUN,
) -> Command:
    """Return the command that runs a program under limits. `fds` are stdin, stdout and stderr.

    copy_in: folders whose content is copied into the box, after the program's own.
    """
    prepared = Command(
        program.argv(worker.store, limits.memory_bytes, *args),
        box,
        *fds,
        limits=program.limits(limits),
        env=program.environment(box),
        read_only=program.readable_paths(worker.store, *read_only),
        copy_in=(*map(worker.store.tree, program.working_files), *copy_in),
        copy_out=copy_out,
        purpose=purpose,
    )
    return _with_room(prepared) if copy_out else prepared


def _with_room(command: Command) -> Command:
    """Return the command with room for files that are as large as its output may be.

    A generator may write its input as a file instead of printing it. Without more room,
    the box would stop it at a limit that no setting of the package raises.
    """
    limits = command.limits
    room = limits.box_bytes + limits.output_bytes
    return replace(
        command,
        limits=replace(limits, box_bytes=room),
        copy_out_bytes=max(command.copy_out_bytes, room),
    )


def run_tool(
    argv: tuple[str, ...],
    stdin: bytes,
    limits: ResourceLimits,
    worker: Worker,
    *,
    read_only: Sequence[Path] = (),
    copy_in: Sequence[Path] = (),
    purpose: Purpose = Purpose.OTHER,
) -> ProgramRun:
    """Run a program of the judge in a fresh box. It may read the system's programs and
    `read_only`; its box has the content of the folders `copy_in`."""
    with streams(stdin) as (given, stdout, stderr), worker.sandbox.box() as box:
        prepared = Command(
            argv=argv,
            box=box,
            stdin=given.fd,
            stdout=stdout.fd,
            stderr=stderr.fd,
            limits=limits,
            env=(*_ENVIRONMENT, ("HOME", str(box)), ("TMPDIR", str(box))),
            read_only=_outermost((*SYSTEM, *read_only)),
            copy_in=tuple(copy_in),
            purpose=purpose,
        )
        return ProgramRun(worker.sandbox.run(prepared), stdout.read(), stderr.read())


def _outermost(paths: Sequence[Path]) -> tuple[Path, ...]:
    """Leave out the paths that lie in another one: they are visible through it."""
    kept = []
    for path in paths:
        is_inside = any(path != o and path.is_relative_to(o) for o in paths)
        if not is_inside and path not in kept:
            kept.append(path)
    return tuple(kept)


def with_memory_reason(
    program: Executable, execution: Execution, stderr: bytes
) -> Execution:
    """Return the execution with the reason, if stderr says that memory ran out."""
    if execution.out_of_memory:
        return execution
    reason = program.out_of_memory(stderr)
    return execution if reason is None else replace(execution, out_of_memory=reason)


def faults_in(
    stderr: bytes, program: Executable, worker: Worker
) -> tuple[SanitizerFault, ...]:
    """Return the faults that sanitizers reported; none of a program without them, whatever
    it writes."""
    if program.sanitizers is Sanitizers.OFF:
        return ()
    return read_faults(stderr, program.name, program.own_files(worker.store))


def execute(
    program: Executable,
    stdin: Content,
    limits: Limits,
    worker: Worker,
    *args: str,
    read_only: Sequence[Path] = (),
    copy_in: Sequence[Path] = (),
    into: Path | None = None,
    purpose: Purpose = Purpose.RUN,
) -> ProgramRun:
    """Run a program on an input in a fresh box.

    args: arguments after the program's own.
    read_only: files that it may read besides its own.
    copy_in: folders whose content is copied into its box.
    into: an empty folder for the files that it leaves in its box.
    purpose: what the run counts as in the timings of a command.
    """
    with (
        captured(
            program,
            stdin,
            limits,
            worker,
            *args,
            read_only=read_only,
            copy_in=copy_in,
            copy_out=() if into is None else ((".", into),),
            purpose=purpose,
        ) as run,
        opened(run.stdout) as written,
    ):
        return ProgramRun(run.execution, written.read(), run.stderr)


@contextlib.contextmanager
def captured(
    program: Executable,
    stdin: Content,
    limits: Limits,
    worker: Worker,
    *args: str,
    read_only: Sequence[Path] = (),
    copy_in: Sequence[Path] = (),
    copy_out: tuple[tuple[str, Path], ...] = (),
    purpose: Purpose = Purpose.RUN,
) -> Iterator[CapturedRun]:
    """Run a program as `execute` does; a large stdout stays in a file, which is closed at
    the end. Other programs may read it: nobody can change it any more.

    copy_out: as in `Command`.
    """
    with streams(stdin) as (given, stdout, stderr):
        with worker.sandbox.box() as box:
            prepared = command(
                program,
                limits,
                worker,
                box,
                (given.fd, stdout.fd, stderr.fd),
                *args,
                read_only=read_only,
                copy_in=copy_in,
                copy_out=copy_out,
                purpose=purpose,
            )
            execution = worker.sandbox.run(prepared)
        errors = stderr.read()
        execution = with_memory_reason(program, execution, errors)
        yield CapturedRun(execution, _small_or_sealed(stdout), errors)


def _small_or_sealed(file: MemoryFile) -> Content:
    """Return the content of a file if it is small, else the file, which is final then."""
    # One byte more than is small tells whether it is. Each call of the system that is
    # spared here spares two workers a wait for each other.
    content = file.read(_SMALL_BYTES + 1)
    if len(content) <= _SMALL_BYTES:
        return content
    file.seal()
    return file
