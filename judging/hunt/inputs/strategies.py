"""Draws inputs from a package's strategies.py by the strategy host, a Python in the sandbox.

What a batch holds is a function of the package's generators folder, the host, the versions of
Hypothesis and Python, the seed and the batch's number: it is drawn once and kept in the store.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.resources
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from judging.core.classify import describe_ending
from judging.core.errors import MachineError
from judging.core.limits import MIB
from judging.core.results import Ending, Execution
from judging.hunt.inputs.strategy_host import FAULT
from judging.sandbox import SYSTEM, Command, ResourceLimits, streams
from judging.sandbox.worker import Worker
from judging.store import digest_of_file, key_of

NAME = "strategies.py"
_MOST_BYTES = 16 * MIB
_BATCH_BYTES = 256 * MIB
_CPU_S = 60.0
_LIMITS = ResourceLimits(
    cpu_s=_CPU_S,
    wall_s=2 * _CPU_S,
    memory_bytes=1024 * MIB,
    file_bytes=MIB,
    output_bytes=_BATCH_BYTES,
)
# Hypothesis and what it imports, of which some versions need less.
_DISTRIBUTIONS = ("hypothesis", "sortedcontainers", "attrs")


@dataclass(frozen=True, slots=True)
class Batch:
    """Some draws to make: `file` is strategies.py, `shown` its name for people, `key` the digest
    of all that lies beside it."""

    file: Path
    shown: str
    key: str
    seed: int
    number: int
    count: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """What came of a batch: inputs, or what is wrong with the strategy."""

    inputs: tuple[bytes, ...]
    fault: str | None = None


def key_of_strategies(file: Path) -> str:
    """Changes when a draw may: with any file beside strategies.py, the host, Hypothesis, Python."""
    beside = sorted(
        p for p in file.parent.rglob("*") if p.is_file() and "__pycache__" not in p.parts
    )
    parts = [part for p in beside for part in (str(p.relative_to(file.parent)), digest_of_file(p))]
    host = (
        importlib.resources.files("judging.hunt.inputs").joinpath("strategy_host.py").read_bytes()
    )
    return key_of(host, importlib.metadata.version("hypothesis"), sys.version, *parts)


def draw(batch: Batch, worker: Worker) -> Drawn:
    """Draws a batch, or recalls it."""
    key = key_of(batch.key, str(batch.seed), str(batch.number), str(batch.count))
    known = worker.store.recall("drawn", key)
    if isinstance(known, str) and worker.store.blob(known).exists():
        return _drawn(worker.store.blob(known).read_bytes(), batch)
    execution, output, said = _host(batch, worker)
    if execution.ending in (Ending.SANDBOX_ERROR, Ending.CANCELLED):
        raise MachineError(execution.error or "the strategy host was cancelled")
    drawn = _drawn(output, batch)
    if drawn.fault is None and (execution.ending is not Ending.EXITED or execution.exit_code):
        return Drawn((), f"{batch.shown}: {_ended(execution, said)}")
    if drawn.fault is None:
        worker.store.remember("drawn", key, worker.store.add_bytes(output))
    return drawn


def _drawn(output: bytes, batch: Batch) -> Drawn:
    inputs = []
    place = 0
    while place + 4 <= len(output):
        length = int.from_bytes(output[place : place + 4], "little")
        place += 4
        if length == FAULT:
            return Drawn((), f"{batch.shown}: {output[place:].decode('utf-8', 'replace')}")
        inputs.append(output[place : place + length])
        place += length
    return Drawn(tuple(inputs))


def _ended(execution: Execution, said: bytes) -> str:
    limit = "the strategy needs a limit on its size"
    if execution.stopped:
        return f"drawing took more than {_CPU_S:g} s: {limit}"
    if execution.ending in (Ending.MEMORY_LIMIT, Ending.OUTPUT_LIMIT):
        return f"its inputs take more than the {execution.ending} of the strategy host: {limit}"
    last = said.decode("utf-8", "replace").strip().splitlines()[-1:]
    return f"the strategy host ended with {describe_ending(execution)}: {''.join(last)}"


def _host(batch: Batch, worker: Worker) -> tuple[Execution, bytes, bytes]:
    """One run of the host; it may read strategies.py and what lies beside it, and write nowhere
    but to its box."""
    whole = hashlib.sha256(f"{batch.seed} {batch.number}".encode()).digest()
    places = _libraries()
    interpreter = os.path.realpath(sys.executable)
    host = importlib.resources.files("judging.hunt.inputs").joinpath("strategy_host.py")
    with (
        importlib.resources.as_file(host) as script,
        streams() as (stdin, stdout, stderr),
        worker.sandbox.box() as box,
    ):
        command = Command(
            argv=(
                *(interpreter, "-I", "-S", "-B", str(script), str(batch.file)),
                *(str(int.from_bytes(whole[:8], "little")), str(batch.count), str(_MOST_BYTES)),
                *dict.fromkeys(str(place.parent) for place in places),
            ),
            box=box,
            stdin=stdin.fd,
            stdout=stdout.fd,
            stderr=stderr.fd,
            limits=_LIMITS,
            env=(
                ("PATH", "/usr/bin:/bin"),
                ("HOME", str(box)),
                ("TMPDIR", str(box)),
                ("LANG", "C.UTF-8"),
            ),
            read_only=_outermost(
                *SYSTEM, Path(sys.base_prefix), Path(script), batch.file.parent, *places
            ),
        )
        return worker.sandbox.run(command), stdout.read(), stderr.read()


def _libraries() -> list[Path]:
    """The folders and files that Hypothesis is made of."""
    found: dict[Path, None] = {}
    for name in _DISTRIBUTIONS:
        try:
            distribution = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            continue
        tops = {file.parts[0] for file in distribution.files or () if file.suffix != ".pth"}
        for top in sorted(tops):
            place = Path(str(distribution.locate_file(top)))
            if top != ".." and place.suffix in ("", ".py", ".so") and place.exists():
                found[place] = None
    return list(found)


def _outermost(*places: Path) -> tuple[Path, ...]:
    """The places, without those that lie in another."""
    return tuple(
        p
        for p in dict.fromkeys(places)
        if not any(p != other and p.is_relative_to(other) for other in places)
    )
