"""Runs programs on one input after another in one box, which costs a tenth of a box for each run.

What comes of it is a hint: a run that is not as it should be is repeated alone, in a fresh box.
"""

from __future__ import annotations

import importlib.resources
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from judging import programs
from judging.core.errors import MachineError
from judging.core.limits import MIB, Limits, ProblemLimits
from judging.core.problem import Source
from judging.core.results import Ending, Execution
from judging.programs import Executable
from judging.sandbox import Command, ResourceLimits, streams
from judging.sandbox.worker import Worker

_HEAD = struct.Struct("=4I3Q")
_ORDER = struct.Struct("=2I")
_EXITED = 0
_OUTPUT_BYTES = 256 * MIB


@dataclass(frozen=True, slots=True)
class Leg:
    """One of the programs. `gate`: where it does not exit with 42, those behind it do not run."""

    program: Executable
    limits: Limits
    args: tuple[str, ...] = ()
    gate: bool = False


@dataclass(frozen=True, slots=True)
class Errand:
    """An input, and the legs that are to run on it, by number."""

    content: bytes
    legs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Relayed:
    """One run; `ok`: it exited with 0, within its limits. `code` None: it did not exit."""

    ok: bool
    code: int | None
    output: bytes
    cpu_s: float
    memory_bytes: int


def build_relay(limits: ProblemLimits, worker: Worker) -> Executable:
    """The relay's executable; MachineError where it cannot be built."""
    code = importlib.resources.files("judging.hunt.running").joinpath("relay.c")
    with importlib.resources.as_file(code) as path:
        plan = programs.plan(Source("relay", ((path.name, Path(path)),)), worker.store)
        built = programs.build(plan, limits, worker) if isinstance(plan, programs.Plan) else plan
    if isinstance(built, Executable):
        return built
    why = built.message if isinstance(built, programs.Rejected) else built.reason
    raise MachineError(f"the relay, which runs inputs in a row, cannot be built: {why}")


def run_errands(
    relay: Executable, legs: Sequence[Leg], errands: Sequence[Errand], worker: Worker
) -> list[dict[int, Relayed]]:
    """For each input the runs by number of their leg. All of them after one that was late, or
    that took the relay down with it, are not there."""
    given = b"".join(
        _ORDER.pack(sum(1 << leg for leg in errand.legs), len(errand.content)) + errand.content
        for errand in errands
    )
    with streams(given) as (stdin, stdout, stderr), worker.sandbox.box() as box:
        words = [word for leg in legs for word in _words(leg, box, worker)]
        needed = [path for leg in legs for path in leg.program.readable_paths(worker.store)]
        memory = max(leg.limits.memory_bytes for leg in legs)
        execution = worker.sandbox.run(
            Command(
                argv=(*relay.argv(worker.store, memory), *words),
                box=box,
                stdin=stdin.fd,
                stdout=stdout.fd,
                stderr=stderr.fd,
                limits=_widest([leg.program.limits(leg.limits) for leg in legs], len(errands)),
                env=relay.environment(box),
                read_only=tuple(dict.fromkeys((*relay.readable_paths(worker.store), *needed))),
            )
        )
        sound(execution)
        return _relayed(stdout.read(), legs, errands)


def sound(execution: Execution) -> None:
    """MachineError where an execution says nothing about its program."""
    if execution.ending in (Ending.SANDBOX_ERROR, Ending.CANCELLED):
        raise MachineError(execution.error or "the run was cancelled")


def _words(leg: Leg, box: Path, worker: Worker) -> list[str]:
    variables = [f"{name}={value}" for name, value in leg.program.environment(box)]
    argv = leg.program.argv(worker.store, leg.limits.memory_bytes, *leg.args)
    milliseconds = max(int(1000 * leg.limits.time_s), 1)
    numbers = map(str, (milliseconds, len(variables), len(argv)))
    return ["?" if leg.gate else "-", *numbers, *variables, *argv]


def _widest(limits: Sequence[ResourceLimits], count: int) -> ResourceLimits:
    """Limits that keep none of the programs from what it may do."""

    def most(values: Sequence[int | None]) -> int | None:
        known = [value for value in values if value is not None]
        return max(known) if len(known) == len(values) else None

    return ResourceLimits(
        cpu_s=count * sum(one.cpu_s or 0.0 for one in limits),
        wall_s=count * sum(one.wall_s or 0.0 for one in limits),
        memory_bytes=most([one.memory_bytes for one in limits]),
        address_space_bytes=most([one.address_space_bytes for one in limits]),
        data_bytes=most([one.data_bytes for one in limits]),
        stack_bytes=most([one.stack_bytes for one in limits]),
        file_bytes=most([one.file_bytes for one in limits]),
        output_bytes=_OUTPUT_BYTES,
    )


def _relayed(
    data: bytes, legs: Sequence[Leg], errands: Sequence[Errand]
) -> list[dict[int, Relayed]]:
    found: list[dict[int, Relayed]] = [{} for _ in errands]
    place = 0
    while place + _HEAD.size <= len(data):
        number, leg, how, code, cpu_ns, memory, size = _HEAD.unpack_from(data, place)
        place += _HEAD.size
        output = data[place : place + size]
        place += size
        if len(output) < size or number >= len(errands) or leg >= len(legs):
            break  # the relay was stopped in the middle, or it is not the relay who writes
        held = legs[leg].limits
        resident = legs[leg].program.resident_limit(held.memory_bytes)
        within = cpu_ns <= held.time_s * 1e9 and memory <= resident and size <= held.output_bytes
        exited = how == _EXITED
        ok = exited and code == 0 and within
        found[number][leg] = Relayed(ok, code if exited else None, output, cpu_ns / 1e9, memory)
    return found
