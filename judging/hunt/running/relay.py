"""Runs programs on one input after another in one box: ten times faster than a box for each run.

Files that a run leaves in the box are there for the next one, so a result of the relay is only a
hint: a run that is not as expected is repeated in a box of its own.
"""

import importlib.resources
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from judging.core.errors import MachineError
from judging.core.limits import MIB, Limits, ProblemLimits
from judging.core.problem import Source
from judging.jobs.validating import own_files, require_run
from judging.programs import Executable, build_own
from judging.sandbox import Command, ResourceLimits, streams
from judging.sandbox.worker import Worker

# `struct request` and `struct result` of relay.c.
_REQUEST = struct.Struct("=2I")
_RESULT = struct.Struct("=4I3Q")
_EXITED = 0
_OUTPUT_BYTES = 256 * MIB


@dataclass(frozen=True, slots=True)
class RelayProgram:
    """One of the programs. If a validator does not exit with code 42, the programs after it do not
    run on that input."""

    program: Executable
    limits: Limits
    is_validator: bool = False


@dataclass(frozen=True, slots=True)
class RelayInput:
    """An input, and the numbers of the programs to run on it."""

    content: bytes
    programs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RelayRun:
    """One run. `ok`: it exited with code 0 within its limits. `exit_code` None: it did not exit."""

    ok: bool
    exit_code: int | None
    output: bytes
    cpu_s: float
    memory_bytes: int


def build_relay(limits: ProblemLimits, worker: Worker) -> Executable:
    """Build the relay's executable. Raise MachineError if it cannot be built."""
    code = importlib.resources.files("judging.hunt.running").joinpath("relay.c")
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
) -> list[dict[int, RelayRun]]:
    """Return, for each input, the runs by the number of their program.

    All runs are missing after one that exceeded its wall time or ended the relay.
    """
    if not any(one.programs for one in inputs):
        return [{} for _ in inputs]
    requests = b"".join(
        _REQUEST.pack(sum(1 << number for number in one.programs), len(one.content))
        + one.content
        for one in inputs
    )
    store, executables = worker.store, [one.program for one in run_programs]
    trees = dict.fromkeys(
        tree for program in executables for tree in program.working_files
    )
    validators = [one.program for one in run_programs if one.is_validator]
    own = (path for validator in validators for path in own_files(validator, store))
    readable = (
        path
        for program in (relay, *executables)
        for path in program.readable_paths(store)
    )
    memory = max(one.limits.memory_bytes for one in run_programs)
    with streams(requests) as (stdin, stdout, stderr), worker.sandbox.box() as box:
        words = [word for one in run_programs for word in _arguments(one, box, worker)]
        command = Command(
            argv=(*relay.argv(store, memory), *words),
            box=box,
            stdin=stdin.fd,
            stdout=stdout.fd,
            stderr=stderr.fd,
            limits=_total_limits(run_programs, len(inputs)),
            env=relay.environment(box),
            read_only=tuple(dict.fromkeys(readable)),
            copy_in=(*own, *map(store.tree, trees)),
        )
        require_run(worker.sandbox.run(command))
        return _read_results(stdout.read(), run_programs, len(inputs))


def _arguments(one: RelayProgram, box: Path, worker: Worker) -> list[str]:
    variables = [f"{name}={value}" for name, value in one.program.environment(box)]
    argv = one.program.argv(worker.store, one.limits.memory_bytes)
    milliseconds = max(int(1000 * one.limits.time_s), 1)
    numbers = map(str, (milliseconds, len(variables), len(argv)))
    return ["?" if one.is_validator else "-", *numbers, *variables, *argv]


def _total_limits(run_programs: Sequence[RelayProgram], inputs: int) -> ResourceLimits:
    """Return limits of the whole relay under which every program can use up its own."""
    limits = [one.program.limits(one.limits) for one in run_programs]

    def largest(values: Sequence[int | None]) -> int | None:
        known = [value for value in values if value is not None]
        return max(known) if len(known) == len(values) else None

    return ResourceLimits(
        cpu_s=inputs * sum(one.cpu_s or 0.0 for one in limits),
        wall_s=inputs * sum(one.wall_s or 0.0 for one in limits),
        memory_bytes=largest([one.memory_bytes for one in limits]),
        address_space_bytes=largest([one.address_space_bytes for one in limits]),
        data_bytes=largest([one.data_bytes for one in limits]),
        stack_bytes=largest([one.stack_bytes for one in limits]),
        file_bytes=largest([one.file_bytes for one in limits]),
        output_bytes=_OUTPUT_BYTES,
    )


def _read_results(
    data: bytes, run_programs: Sequence[RelayProgram], inputs: int
) -> list[dict[int, RelayRun]]:
    runs: list[dict[int, RelayRun]] = [{} for _ in range(inputs)]
    start = 0
    while start + _RESULT.size <= len(data):
        number, which, ending, code, cpu_ns, memory, size = _RESULT.unpack_from(
            data, start
        )
        start += _RESULT.size
        output = data[start : start + size]
        start += size
        if len(output) < size or number >= inputs or which >= len(run_programs):
            break  # the relay was stopped in the middle, or another process wrote this
        limits = run_programs[which].limits
        most_memory = run_programs[which].program.resident_limit(limits.memory_bytes)
        within = (
            cpu_ns <= limits.time_s * 1e9
            and memory <= most_memory
            and size <= limits.output_bytes
        )
        exited = ending == _EXITED
        ok = exited and code == 0 and within
        runs[number][which] = RelayRun(
            ok, code if exited else None, output, cpu_ns / 1e9, memory
        )
    return runs
