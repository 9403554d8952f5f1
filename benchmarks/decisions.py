"""The counts and ratios that docs/decisions/ quotes and that no other benchmark prints.

    python benchmarks/decisions.py

Counts are the same on each machine with these versions; ratios come from CPU times, which other
work on the machine disturbs little.
"""

from __future__ import annotations

import io
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import make_dataclass
from pathlib import Path

import yaml
from msgspec import defstruct
from ruamel.yaml import YAML

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import judging
from benchmarks.harness import cpu_time, median_wall_s, opened_session
from benchmarks.sandbox import LIMITS, SMALL, compiled, execution
from benchmarks.sandbox import package as package_of_small_tests
from judging import sandbox as engine
from judging.core.limits import MIB
from judging.core.results import RunReport
from judging.package.yaml import documents
from judging.sandbox import choose
from judging.store import Store

ROOT = Path(__file__).resolve().parent.parent
BALLAST_BYTES = 300 * MIB
TESTS = 500
ROUNDS = 7
CLASSES = 220  # as many as `judge run` of a kept result loaded
# What YAML 1.1, which PyYAML's constructor follows, does not read as the text that stands there.
WORDS = ("no", "off", "y", "1:30", "2025-09-01", "0123", "1_000", "08", "2025-09", "x")


def peak_memory(folder: Path) -> None:
    """Print the memory that the kernel reports for a small program, started in two ways.

    This process holds BALLAST_BYTES meanwhile, as a judge may.
    """
    small = compiled(folder, "small", SMALL)
    ballast = bytearray(b"\1") * BALLAST_BYTES
    process = subprocess.Popen([small])
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    with closing(Store(folder / "store")) as store:
        sandbox = engine.open_sandbox(choose("auto", store), store)
        try:
            judged = execution(sandbox, [small], LIMITS)
        finally:
            sandbox.close()
    del ballast
    print(
        f"peak memory of a small program while its parent holds {BALLAST_BYTES // MIB} MiB"
    )
    print(f"  subprocess and wait4   {usage.ru_maxrss / 1024:7.1f} MiB")
    print(f"  launcher               {judged.memory_bytes / MIB:7.1f} MiB")


def python_time(folder: Path) -> None:
    """Print the CPU time that this process itself needs for each run, in threads of one pool."""
    root = package_of_small_tests(folder / "package", TESTS)
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    problem = judging.load(root)
    with opened_session(problem.limits) as session:

        def judged() -> RunReport:
            return judging.judge(
                problem, executor=session.executor, until="all", fresh=True
            )

        judged()  # builds and validates
        before_s = cpu_time([resource.RUSAGE_SELF])
        judged()
        used_s = cpu_time([resource.RUSAGE_SELF]) - before_s
    print(
        f"CPU time of the judge's own process, {TESTS} runs of a program that does little"
    )
    print(f"  each run               {1000 * used_s / TESTS:7.2f} ms")


def cpu_s(action: Callable[[], object]) -> float:
    """Return the median CPU time of one call, in seconds."""
    times = []
    for _ in range(ROUNDS):
        started = time.process_time()
        action()
        times.append(time.process_time() - started)
    return statistics.median(times)


def yaml_readers() -> None:
    """Print what PyYAML's own constructor makes of some words, and the time of three readers."""
    changed = []
    for word in WORDS:
        try:
            value = yaml.safe_load(word)
        except ValueError as failure:
            value = failure
        if value != word:
            changed.append(f"{word} -> {value!r}")
    print(
        f"words that PyYAML's safe_load does not read as text: {len(changed)} of {len(WORDS)}"
    )
    print(f"  {', '.join(changed)}")
    twice = b"a: 1\na: 2\n"
    faults: list[object] = []
    documents.parse(twice, "twice.yaml", faults.append)
    print(
        f"  a key that occurs twice: safe_load {yaml.safe_load(twice)!r}; ours {faults[0]}"
    )

    content = (ROOT / "generators" / "generators.yaml").read_bytes()
    assert documents.parse(content, "generators.yaml", faults.append) is not None
    ours = cpu_s(lambda: documents.parse(content, "generators.yaml", faults.append))
    ways = {
        "ours, with positions": ours,
        "PyYAML safe_load, in C": cpu_s(lambda: yaml.load(content, yaml.CSafeLoader)),
        "ruamel.yaml, round trip": cpu_s(lambda: YAML().load(io.BytesIO(content))),
    }
    print(f"CPU time to read generators.yaml, {len(content)} bytes, median of {ROUNDS}")
    for name, used_s in ways.items():
        print(f"  {name:24}{1000 * used_s:7.1f} ms   {used_s / ours:6.1f} times ours")


def value_classes() -> None:
    """Print what it costs to make the classes of values, as a start of the judge does."""
    fields = {
        "path": str,
        "verdict": str,
        "cpu_s": float,
        "tests": tuple,
        "score": float,
    }

    def values() -> None:
        for number in range(CLASSES):
            defstruct(f"Value{number}", fields.items(), frozen=True)

    def dataclasses() -> None:
        for number in range(CLASSES):
            make_dataclass(f"Value{number}", fields.items(), frozen=True, slots=True)

    def imported() -> None:
        subprocess.run([sys.executable, "-c", "import msgspec"], check=True)

    def bare() -> None:
        subprocess.run(
            [sys.executable, "-c", "import json, re, uuid, typing"], check=True
        )

    print(f"CPU time to make {CLASSES} classes with 5 fields, median of {ROUNDS}")
    print(f"  frozen dataclasses       {1000 * cpu_s(dataclasses):7.1f} ms")
    print(f"  structures of msgspec    {1000 * cpu_s(values):7.1f} ms")
    more_s = median_wall_s(imported, ROUNDS) - median_wall_s(bare, ROUNDS)
    print(f"  and to import msgspec    {1000 * more_s:7.1f} ms")


def main() -> None:
    """Print all of it."""
    print(
        f"{os.cpu_count()} cores, Python {sys.version.split()[0]}, PyYAML {yaml.__version__}\n"
    )
    with tempfile.TemporaryDirectory(prefix="judge-bench-") as work:
        peak_memory(Path(work))
        print()
        python_time(Path(work))
    print()
    yaml_readers()
    print()
    value_classes()


if __name__ == "__main__":
    main()
