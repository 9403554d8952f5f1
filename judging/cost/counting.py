"""Run a program that counts its basic blocks, and read the count."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from judging.core.limits import Limits
from judging.core.runs import Ending
from judging.jobs import execute
from judging.jobs.validating import require_run
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.session import Session, Step
from judging.store import key_of
from judging.values import Value, replace

# The file in which counter.c leaves the count: 8 bytes, in the order of the machine.
_FILE = "judge-blocks"
_COUNT_BYTES = 8
# A counting run may take so many times the CPU time of a plain one. Programs take 1 to 5
# times as long while they count (benchmarks/counting.py). A kill limit is 1.5 times the
# time limit by default: what is stopped at 4 times the kill limit has used 6 time limits,
# so that it would have been too slow without counting too.
_SLOWDOWN = 4.0


class BlockCount(Value, order=True):
    """How many basic blocks a run executed. Counts are ordered by cost.

    stopped: a limit stopped the run. Then the count is a lower bound, and differs from
        run to run; such a run costs more than all that end by themselves.
    """

    stopped: bool
    blocks: int


def count_blocks(
    program: Executable, inputs: Sequence[bytes], limits: Limits, session: Session
) -> list[BlockCount | None]:
    """Run a program of `build_counting` on inputs, side by side; return the counts in
    their order. None if the program left none.

    limits: of a plain run; a counting one may take longer.
    Raise MachineError if the sandbox fails.
    """
    counted = replace(limits, kill_s=_SLOWDOWN * limits.kill_s)
    steps = {}
    for number, content in enumerate(inputs):
        digest = session.store.add_bytes(content)
        steps[str(number)] = _CountBlocks(program, digest, counted)
    counts = session.once("blocks", steps)
    return [counts[name].count for name in steps]


class _Counted(Value):
    """A count, or None if the program left none. A step has no result that is None."""

    count: BlockCount | None


class _CountBlocks(Step[_Counted]):
    kind: ClassVar[str] = "blocks"
    result: ClassVar[type] = _Counted
    program: Executable
    input: str
    limits: Limits

    @property
    def key(self) -> str:
        # The time is no part of it: only the counts of runs that ended are kept.
        return key_of(
            self.program.key,
            self.input,
            repr((self.program.args, self.program.working_files)),
            repr((self.limits.memory_bytes, self.limits.output_bytes)),
        )

    def run(self, worker: Worker) -> _Counted:
        content = worker.store.blob(self.input).read_bytes()
        with worker.store.copy_out_folder() as folder:
            run = execute(self.program, content, self.limits, worker, into=folder)
            require_run(run.execution)
            blocks = _read_count(folder / _FILE)
        if blocks is None:
            return _Counted(None)
        ended = run.execution.ending in (Ending.EXITED, Ending.SIGNALED)
        return _Counted(BlockCount(not ended, blocks))

    def may_keep(self, result: _Counted) -> bool:
        return result.count is not None and not result.count.stopped


def _read_count(file: Path) -> int | None:
    """Return the count that a program left; None if it left something else."""
    # The program may have put anything in its place: a link could lead anywhere.
    if file.is_symlink() or not file.is_file():
        return None
    if file.stat().st_size != _COUNT_BYTES:
        return None
    return int.from_bytes(file.read_bytes(), sys.byteorder)
