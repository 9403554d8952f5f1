"""Draws inputs from a package's strategies.py with a Python in the sandbox, the host.

The files beside strategies.py, the host, the versions of Hypothesis and Python, the
seed and the batch's number determine the draws, so the store keeps them.
"""

import hashlib
import importlib.metadata
import json
import os
import sys
from pathlib import Path

from judging.core.limits import MIB
from judging.core.runs import Ending
from judging.core.timings import Purpose
from judging.drawing import (
    strategy_biases,
    strategy_host,
    strategy_providers,
)
from judging.jobs.running import ProgramRun, run_tool
from judging.jobs.validating import require_run
from judging.sandbox import ResourceLimits
from judging.sandbox.worker import Worker
from judging.shapes import relations
from judging.store import key_of
from judging.values import Value

NAME = "strategies.py"
# The limits are far above what a strategy with bounds on its sizes needs for 1600
# draws, so that only one without bounds reaches them. The judge holds a batch in memory.
_LARGEST_BYTES = 16 * MIB
_BATCH_BYTES = 256 * MIB
_CPU_S = 60.0
_LIMITS = ResourceLimits(
    cpu_s=_CPU_S,
    wall_s=2 * _CPU_S,
    memory_bytes=1024 * MIB,
    file_bytes=MIB,
    output_bytes=_BATCH_BYTES,
)
_HOST = Path(strategy_host.__file__)
# The host, and what it imports from beside it. The names are unlikely to be those of files
# beside strategies.py, which can be imported too. strategy_related.py needs the next one beside
# it, so it is not imported here.
_PROGRAM = {
    _HOST.name: _HOST,
    "strategy_biases.py": Path(strategy_biases.__file__),
    "strategy_providers.py": Path(strategy_providers.__file__),
    "strategy_related.py": _HOST.with_name("strategy_related.py"),
    "strategy_relations.py": Path(relations.__file__),
}
# Hypothesis and what it imports; some versions need fewer. The sandbox shows these to
# the host and no other package, so that a strategy cannot depend on what this machine
# happens to have.
_DISTRIBUTIONS = ("hypothesis", "sortedcontainers", "attrs")


#: How many inputs of each stream, by name.
Counts = tuple[tuple[str, int], ...]


class Batch(Value):
    """Draws to make.

    tree: strategies.py and every file beside it, in the store; `name` is its name in
    messages.
    counts: how many inputs to draw of each stream, by name.
    constants: numbers that values are made from too.
    parents: the choices of inputs whose descendants are wanted.
    """

    tree: str
    name: str
    seed: int
    number: int
    counts: Counts
    constants: tuple[int, ...] = ()
    parents: tuple[str, ...] = ()

    @property
    def stated_counts(self) -> str:
        """The counts on one line, as the host reads them."""
        return ",".join(f"{stream}={count}" for stream, count in self.counts)

    @property
    def request(self) -> bytes:
        """What the host reads from standard input."""
        asked = {"constants": self.constants, "parents": self.parents}
        return json.dumps(asked).encode()


class DrawnInput(Value):
    """An input and the stream that it is from.

    choices: what the drawer of a grammar says of it: what decides it or, in the stream
    `exhaustive`, the limits of its level. "" without a grammar.
    """

    content: bytes
    stream: str
    choices: str


class Draws(Value):
    """The inputs of a batch, or what is wrong with the strategy.

    of_overrides: the fault is one of strategies.py, though inputs are drawn from the
    input format.
    """

    inputs: tuple[DrawnInput, ...]
    fault: str | None = None
    of_overrides: bool = False


def draw(batch: Batch, worker: Worker) -> Draws:
    """Draw a batch, or recall it."""
    key = key_of(
        *(file.read_bytes() for file in _PROGRAM.values()),
        importlib.metadata.version(
            "hypothesis"
        ),  # the same seed draws otherwise in another
        sys.version,
        batch.tree,
        str(batch.seed),
        str(batch.number),
        batch.stated_counts,
        batch.request,
    )
    known = worker.store.recall("drawn", key)
    if isinstance(known, str) and worker.store.has(known):
        return _parse(worker.store.blob(known).read_bytes(), batch)
    run = _run_host(batch, worker)
    require_run(run.execution)
    draws = _parse(run.stdout, batch)
    if draws.fault is not None:
        return draws
    if not run.succeeded:
        return Draws((), f"{batch.name}: {_explain(run)}")
    worker.store.remember("drawn", key, worker.store.add_bytes(run.stdout))
    return draws


def _parse(output: bytes, batch: Batch) -> Draws:
    """Read what the host writes; its format is in strategy_host.py."""
    inputs = []
    streams = [stream for stream, _ in batch.counts]
    choices: str | None = None  # of the input that comes next
    start = 0
    while start + 4 <= len(output):
        length = int.from_bytes(output[start : start + 4], "little")
        start += 4
        if length == strategy_host.FAULT_OF_OVERRIDES:
            message = output[start:].decode("utf-8", "replace")
            return Draws((), message, of_overrides=True)
        if length == strategy_host.FAULT:
            message = output[start:].decode("utf-8", "replace")
            return Draws((), f"{batch.name}: {message}")
        if length == strategy_host.END_OF_STREAM:
            streams.pop(0)
            continue
        text = output[start : start + length]
        start += length
        if choices is None:
            choices = text.decode()
            continue
        inputs.append(DrawnInput(text, streams[0], choices))
        choices = None
    return Draws(tuple(inputs))


def _explain(run: ProgramRun) -> str:
    execution = run.execution
    advice = "the strategy needs a limit on its size"
    if execution.stopped:
        return f"drawing took more than {_CPU_S:g} s: {advice}"
    if execution.ending in (Ending.MEMORY_LIMIT, Ending.OUTPUT_LIMIT):
        return f"its inputs exceed the {execution.ending} of the strategy host: {advice}"
    return f"the strategy host ended with {run.failure}"


def _run_host(batch: Batch, worker: Worker) -> ProgramRun:
    """Run the host once. It may read strategies.py and the files beside it, and write
    only in its box."""
    # Hashed, so that the batches of two seeds that are near each other have nothing in
    # common.
    seed = hashlib.sha256(f"{batch.seed} {batch.number}".encode()).digest()[:8]
    libraries = _libraries()
    interpreter = os.path.realpath(sys.executable)
    folder = worker.store.tree(batch.tree)
    # From the store: the judge may be installed where a worker's user cannot read.
    program = [(name, file.read_bytes()) for name, file in _PROGRAM.items()]
    host = worker.store.tree(worker.store.add_tree(program)) / _HOST.name
    argv = (
        interpreter,
        # No environment variables, no user site, no site-packages and no .pyc files:
        # what is installed here changes nothing.
        *("-I", "-S", "-B"),
        str(host),
        str(folder / NAME),
        str(int.from_bytes(seed, "little")),
        batch.stated_counts,
        str(_LARGEST_BYTES),
        *map(str, libraries),
    )
    needed = (Path(sys.base_prefix), host.parent, folder, *libraries)
    return run_tool(
        argv,
        batch.request,
        _LIMITS,
        worker,
        read_only=needed,
        purpose=Purpose.GENERATE,
    )


def _libraries() -> list[Path]:
    """Return the folders and files that Hypothesis consists of."""
    found: dict[Path, None] = {}
    for name in _DISTRIBUTIONS:
        try:
            distribution = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            continue
        tops: set[str] = set()
        for file in distribution.files or ():
            # Not the code that an editable installation runs when Python starts.
            if file.suffix != ".pth":
                tops.add(file.parts[0])
        for top in sorted(tops):
            path = Path(str(distribution.locate_file(top)))
            if top != ".." and path.suffix in ("", ".py", ".so") and path.exists():
                found[path] = None
    return list(found)
