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
    read_only: Sequence[Path] = (),
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
        read_only=program.seen(worker.store, *read_only),
        copy_in=tuple(map(worker.store.tree, program.working_files)),
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
    read_only: Sequence[Path] = (),
    copy_in: Sequence[Path] = (),
    into: Path | None = None,
) -> tuple[Execution, bytes, bytes]:
    """Runs a program on an input in a fresh box: (how it ended, its stdout, its stderr).
    It may read the files `read_only` besides its own. The content of the folders `copy_in` lies in
    its box, and the files that it leaves there are copied to the empty folder `into`."""
    with streams(given) as (stdin, stdout, stderr), worker.sandbox.box() as box:
        fds = stdin.fd, stdout.fd, stderr.fd
        wanted = command(program, limits, worker, box, fds, *args, read_only=read_only)
        wanted = replace(wanted, copy_in=(*wanted.copy_in, *copy_in))
        if into is not None:
            wanted = replace(wanted, copy_out=((".", into),))
        execution = worker.sandbox.run(wanted)
        said = stderr.read()
        return with_reason(program, execution, said), stdout.read(), said
