"""One program, run once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from judging.limits import Limits
from judging.programs import Executable
from judging.results import Execution
from judging.sandbox.contract import Command, streams
from judging.sandbox.worker import Worker


def execute(
    program: Executable,
    given: bytes,
    limits: Limits,
    worker: Worker,
    *args: str,
    reads: Sequence[Path] = (),
) -> tuple[Execution, bytes, bytes]:
    """Runs a program on an input in a fresh box: (how it ended, its stdout, its stderr). `reads`
    are files that it may read beside its own."""
    with streams(given) as (stdin, stdout, stderr), worker.sandbox.box() as box:
        execution = worker.sandbox.run(
            Command(
                argv=program.argv(worker.store, limits.memory_bytes, *args),
                box=box,
                stdin=stdin.fd,
                stdout=stdout.fd,
                stderr=stderr.fd,
                limits=program.limits(limits),
                env=program.environment(box),
                reads=program.seen(worker.store, *reads),
            )
        )
        error_output = stderr.read()
        out_of_memory = execution.out_of_memory or program.ran_out_of_memory(error_output)
        return replace(execution, out_of_memory=out_of_memory), stdout.read(), error_output
