"""Runs programs on one input after another in one box: ten times faster than a box for
each run.

Files that a run leaves in the box are there for the next one, so a result of the relay
is only a hint. Whoever draws a conclusion from one that a user sees repeats the run in a box
of its own; an input that is merely left out, by mistake perhaps, costs nothing.
"""

import importlib.resources
import math
import struct
from collections.abc import Sequence
from pathlib import Path

from judging.core.errors import MachineError
from judging.core.limits import MIB, Limits, ProblemLimits
from judging.core.problem import Source
from judging.core.timings import Purpose
from judging.jobs.validating import own_files, require_run
from judging.programs import Executable, build_own
from judging.relay.forking import runner_argv
from judging.sandbox import Command, ResourceLimits, streams
from judging.sandbox.worker import Worker
from judging.store import Store
from judging.values import Value, replace

# `struct request` and `struct result` of relay.c.
_REQUEST = struct.Struct("=2I")
_RESULT = struct.Struct("=4I4Q")
_EXITED = 0
_TOO_LATE = 2
_BOXES = {1: True, 2: False}
# Of all runs of a relay together. The judge holds these outputs in memory, and the
# search sends at most 64 inputs at a time, so only outputs of megabytes reach it.
_OUTPUT_BYTES = 256 * MIB


class RelayProgram(Value):
    """One of the programs. If a validator does not exit with code 42, the relay does
    not run the programs after it on that input."""

    program: Executable
    limits: Limits
    is_validator: bool = False


class RelayInput(Value):
    """An input, and the numbers of the programs to run on it."""

    content: bytes
    programs: tuple[int, ...]


class RelayRun(Value):
    """One run. `ok`: it exited with code 0 within its limits. `exit_code` None: it did
    not exit. `box_is_clean`: whether the files in the box were those at the start when
    the run began; None if that is not known. `is_late`: it was stopped at its wall limit,
    and is the last run of its relay."""

    ok: bool
    exit_code: int | None
    output: bytes
    cpu_s: float
    memory_bytes: int
    box_is_clean: bool | None
    is_late: bool = False


def build_relay(limits: ProblemLimits, worker: Worker) -> Executable:
    """Build the relay's executable. Raise MachineError if it cannot be built."""
    code = importlib.resources.files("judging.relay").joinpath("relay.c")
    built = build_own(Source("relay", ((code.name, code.read_bytes()),)), limits, worker)
    if isinstance(built, str):
        raise MachineError(
            f"cannot build the relay, which runs many inputs in one box: {built}"
        )
    return built


def run_in_relay(
    relay: Executable,
    run_programs: Sequence[RelayProgram],
    inputs: Sequence[RelayInput],
    worker: Worker,
    left_s: float = math.inf,
) -> list[dict[int, RelayRun]]:
    """Return, for each input, the runs by the number of their program.

    A run that exceeds its wall time, or a program that ends the relay, is the last one:
    the runs after it are missing. So are those that begin after `left_s` seconds.
    """
    if not any(one.programs for one in inputs):
        return [{} for _ in inputs]
    store = worker.store
    executables = [one.program for one in run_programs]
    requests = b"".join(map(_request, inputs))
    with streams(requests) as (stdin, stdout, stderr), worker.sandbox.box() as box:
        memory_bytes = max(one.limits.memory_bytes for one in run_programs)
        argv = [*relay.argv(store, memory_bytes)]
        for number, one in enumerate(run_programs):
            runs = sum(number in each.programs for each in inputs)
            argv += _arguments(one, runs, box, worker)
        command = Command(
            argv=tuple(argv),
            box=box,
            stdin=stdin.fd,
            stdout=stdout.fd,
            stderr=stderr.fd,
            limits=_total_limits(run_programs, len(inputs), left_s),
            env=relay.environment(box),
            read_only=_readable_paths([relay, *executables], store),
            copy_in=_files_in_box(run_programs, store),
            purpose=Purpose.RUN,
        )
        require_run(worker.sandbox.run(command))
        return _read_results(stdout.read(), run_programs, len(inputs))


def _request(one: RelayInput) -> bytes:
    programs = sum(1 << number for number in one.programs)  # a bit for each
    return _REQUEST.pack(programs, len(one.content)) + one.content


def _readable_paths(programs: Sequence[Executable], store: Store) -> tuple[Path, ...]:
    """Return every path that some program needs, each once."""
    paths: dict[Path, None] = {}
    for program in programs:
        paths.update(dict.fromkeys(program.readable_paths(store)))
    return tuple(paths)


def _files_in_box(
    run_programs: Sequence[RelayProgram], store: Store
) -> tuple[Path, ...]:
    """Return what is copied into the box: the validators' own files, then the working
    files of the tests. Programs with the same working files share them."""
    paths: list[Path] = []
    for one in run_programs:
        if one.is_validator:
            paths += own_files(one.program, store)
    trees: dict[str, None] = {}
    for one in run_programs:
        trees.update(dict.fromkeys(one.program.working_files))
    return (*paths, *map(store.tree, trees))


def _arguments(one: RelayProgram, runs: int, box: Path, worker: Worker) -> list[str]:
    """Return what the command line of relay.c says of one program, which runs at most
    `runs` times."""
    variables = [f"{name}={value}" for name, value in one.program.environment(box)]
    argv = one.program.argv(worker.store, one.limits.memory_bytes)
    milliseconds = max(int(1000 * one.limits.time_s), 1)
    kind = "?" if one.is_validator else "-"
    runner: list[str] = []
    # A process that starts the interpreter once and forks: for one run it only takes longer.
    if one.is_validator and runs > 1:
        runner = runner_argv(one.program, worker.store, one.limits.memory_bytes)
    counts = (str(len(variables)), str(len(argv)), str(len(runner)))
    return [kind, str(milliseconds), *counts, *variables, *argv, *runner]


def _total_limits(
    run_programs: Sequence[RelayProgram], inputs: int, left_s: float
) -> ResourceLimits:
    """Return limits of the whole relay under which every program can use up its own on
    every input; on the input that runs when `left_s` seconds have passed, it can too."""
    first, *others = (one.program.limits(one.limits) for one in run_programs)
    total = replace(first, output_bytes=_OUTPUT_BYTES)
    for one in others:
        # Programs run one after another: their times add up, the largest size suffices.
        total = replace(
            total,
            cpu_s=(total.cpu_s or 0.0) + (one.cpu_s or 0.0),
            wall_s=(total.wall_s or 0.0) + (one.wall_s or 0.0),
            memory_bytes=_larger(total.memory_bytes, one.memory_bytes),
            stack_bytes=_larger(total.stack_bytes, one.stack_bytes),
            file_bytes=_larger(total.file_bytes, one.file_bytes),
        )
    cpu_s = inputs * (total.cpu_s or 0.0)
    one_input_s = total.wall_s or 0.0
    wall_s = min(inputs * one_input_s, max(left_s, 0.0) + one_input_s)
    return replace(total, cpu_s=cpu_s, wall_s=wall_s)


def _larger(one: int | None, other: int | None) -> int | None:
    """Return the larger limit; None is no limit."""
    if one is None or other is None:
        return None
    return max(one, other)


def _read_results(
    data: bytes, run_programs: Sequence[RelayProgram], inputs: int
) -> list[dict[int, RelayRun]]:
    runs: list[dict[int, RelayRun]] = [{} for _ in range(inputs)]
    start = 0
    while start + _RESULT.size <= len(data):
        header = _RESULT.unpack_from(data, start)
        number, which, ending, exit_code, cpu_ns, memory_bytes, size, box = header
        start += _RESULT.size
        output = data[start : start + size]
        start += size
        if len(output) < size or number >= inputs or which >= len(run_programs):
            break  # the relay was stopped in the middle, or another process wrote this
        one = run_programs[which]
        within = (
            cpu_ns <= one.limits.time_s * 1e9
            and memory_bytes <= one.program.resident_limit(one.limits.memory_bytes)
            and size <= one.limits.output_bytes
        )
        exited = ending == _EXITED
        runs[number][which] = RelayRun(
            ok=exited and exit_code == 0 and within,
            exit_code=exit_code if exited else None,
            output=output,
            cpu_s=cpu_ns / 1e9,
            memory_bytes=memory_bytes,
            box_is_clean=_BOXES.get(box),
            is_late=ending == _TOO_LATE,
        )
    return runs
