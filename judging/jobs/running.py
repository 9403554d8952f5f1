"""One program, run once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from judging.core.limits import Limits
from judging.core.results import CheckResult, Execution
from judging.programs import Executable
from judging.sandbox.contract import Command, streams
from judging.sandbox.worker import Worker


@dataclass(frozen=True, slots=True)
class Pass:
    """One run of a submission: how it ended, its stderr, and what was said of it, None where
    something before that decides. `note` goes on where the message says how it ended."""

    execution: Execution
    stderr: bytes
    check: CheckResult | None
    output: bytes = b""
    note: str = ""


def command(
    program: Executable,
    limits: Limits,
    worker: Worker,
    box: Path,
    given: tuple[int, int, int],
    *args: str,
    reads: Sequence[Path] = (),
) -> Command:
    """A submission under its limits; `given` are its stdin, stdout and stderr."""
    stdin, stdout, stderr = given
    return Command(
        argv=program.argv(worker.store, limits.memory_bytes, *args),
        box=box,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        limits=program.limits(limits),
        env=program.environment(box),
        reads=program.seen(worker.store, *reads),
        gives=tuple(map(worker.store.laid, program.laid)),
    )


def with_reason(program: Executable, execution: Execution, stderr: bytes) -> Execution:
    """The execution with what stderr says about memory that ran out."""
    out_of_memory = execution.out_of_memory or program.ran_out_of_memory(stderr)
    return replace(execution, out_of_memory=out_of_memory)


def execute(
    program: Executable,
    given: bytes,
    limits: Limits,
    worker: Worker,
    *args: str,
    reads: Sequence[Path] = (),
    gives: Sequence[Path] = (),
    into: Path | None = None,
) -> tuple[Execution, bytes, bytes]:
    """Runs a program on an input in a fresh box: (how it ended, its stdout, its stderr). `reads`
    are files that it may read beside its own; what the folders `gives` hold lies in its box;
    `into` is an empty folder, to which the files that it leaves in the box are copied."""
    with streams(given) as (stdin, stdout, stderr), worker.sandbox.box() as box:
        fds = stdin.fd, stdout.fd, stderr.fd
        wanted = command(program, limits, worker, box, fds, *args, reads=reads)
        wanted = replace(wanted, gives=(*wanted.gives, *gives))
        if into is not None:
            wanted = replace(wanted, collects=((".", into),))
        execution = worker.sandbox.run(wanted)
        said = stderr.read()
        return with_reason(program, execution, said), stdout.read(), said
