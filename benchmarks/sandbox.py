"""What the sandbox costs and how exactly it measures, beside the targets.

    python benchmarks/sandbox.py [--runs 300] [--tests 500]

Every way to start one small static C program takes its turn, A B C A B C ..., in one process, so
that a machine whose speed drifts slows all of them alike. The floor is a C program that only spawns
and waits. One-shot: a new launcher for each run, its start and end included; server: one launcher
for all. Then memory and CPU time as reported beside what is known of the program, where a time
limit really stops it, and the cost of a test in a whole `judge run`.

Prints; says met or NOT MET; asserts nothing. What the machine lacks is skipped by name.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from judging.errors import MachineError  # noqa: E402
from judging.limits import MIB  # noqa: E402
from judging.results import Ending, Execution  # noqa: E402
from judging.sandbox import (  # noqa: E402
    SYSTEM,
    TIERS,
    Command,
    ResourceLimits,
    Sandbox,
    choose,
    missing,
    open_sandbox,
    streams,
)
from judging.store import Store  # noqa: E402

WARM_RUNS = 5
BALLAST_BYTES = 300 * MIB
LIMITS = ResourceLimits(cpu_s=5.0, wall_s=15.0, memory_bytes=512 * MIB)

SMALL = "int main(void) { return 0; }"
FLOOR = """\
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
int main(int argc, char **argv) {
    char *words[] = {argv[1], NULL}, *none[] = {NULL};
    for (int left = atoi(argv[2]); left > 0; left--) {
        struct timespec a, b;
        pid_t pid;
        clock_gettime(CLOCK_MONOTONIC, &a);
        if (posix_spawn(&pid, argv[1], NULL, NULL, words, none)) return 1;
        waitpid(pid, NULL, 0);
        clock_gettime(CLOCK_MONOTONIC, &b);
        printf("%.6f\\n", (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9);
    }
}
"""
TOUCH = """\
#include <stdlib.h>
int main(void) {
    volatile char *m = malloc(100 << 20);
    if (!m) return 1;
    for (long i = 0; i < 100 << 20; i += 4096) m[i] = 1;
}
"""
BURN = """\
#include <stdlib.h>
#include <time.h>
int main(int argc, char **argv) {
    double until = atof(argv[1]);
    struct timespec t;
    do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    while (t.tv_sec + t.tv_nsec / 1e9 < until);
}
"""


def compiled(folder: Path, name: str, source: str) -> str:
    """A static executable, dynamic where libc does not allow it."""
    target = folder / name
    target.with_suffix(".c").write_text(source)
    words = ["cc", "-O1", "-o", str(target), str(target.with_suffix(".c"))]
    if subprocess.run([*words, "-static"], capture_output=True, check=False).returncode:
        subprocess.run(words, check=True)
    return str(target)


# ---- ways to start a program


@dataclass
class Way:
    """One way to start the small program; `start` returns the seconds that it took.
    `target_ms` is over the floor."""

    name: str
    start: Callable[[], float]
    target_ms: float | None = None
    took: list[float] = field(default_factory=list)

    def median(self) -> float:
        """Milliseconds."""
        return 1000 * statistics.median(self.took)

    def p99(self) -> float:
        """Milliseconds."""
        return 1000 * sorted(self.took)[min(len(self.took) - 1, int(0.99 * len(self.took)))]


def clocked(action: Callable[[], object]) -> float:
    """Wall seconds of one call."""
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def spawned(*argv: str) -> Callable[[], float]:
    """Starts a command by the standard library."""
    return lambda: clocked(lambda: subprocess.run(argv, check=True, capture_output=True))


def by_the_floor(floor: str, program: str) -> Callable[[], float]:
    """Starts the program from C; the C program tells how long that took, its own start aside."""
    # The first of two is thrown away: it finds the caches of this process and not its own.
    return lambda: float(subprocess.check_output([floor, program, "2"]).split()[-1])


def execution(sandbox: Sandbox, argv: Sequence[str], limits: ResourceLimits = LIMITS) -> Execution:
    """Runs a static program that sees only itself; MachineError where the sandbox fails."""
    return ran(sandbox, argv, limits, (Path(argv[0]),))


def ran(
    sandbox: Sandbox, argv: Sequence[str], limits: ResourceLimits, reads: tuple[Path, ...]
) -> Execution:
    with streams() as (given, out, err), sandbox.box() as box:
        command = Command(tuple(argv), box, given.fd, out.fd, err.fd, limits, reads=reads)
        done = sandbox.run(command)
    if done.ending is Ending.SANDBOX_ERROR:
        raise MachineError(done.error or "the sandbox failed")
    return done


@dataclass(frozen=True)
class Machine:
    """What ways are made from: the programs, the store, and what is to be closed at the end."""

    small: str
    floor: str
    store: Store
    stack: ExitStack

    def opened(self, tier: str, number: int, core: int | None = None) -> Sandbox:
        """A sandbox that lives as long as the benchmark."""
        sandbox = open_sandbox(tier, self.store, number, core)
        self.stack.callback(sandbox.close)
        return sandbox


def one_shot(machine: Machine, tier: str, number: int) -> Callable[[], float]:
    """A new sandbox, one run, its end. The box's folder and control group are made and removed."""

    def start() -> float:
        started = time.perf_counter()
        sandbox = open_sandbox(tier, machine.store, number, _core(number))
        try:
            execution(sandbox, [machine.small])
        finally:
            sandbox.close()
        return time.perf_counter() - started

    return start


def served(machine: Machine, tier: str, number: int, *reads: Path) -> Callable[[], float]:
    """A run in a sandbox that stays open."""
    sandbox = machine.opened(tier, number, _core(number))
    seen = (Path(machine.small), *reads)
    return lambda: clocked(lambda: ran(sandbox, [machine.small], LIMITS, seen))


def _core(number: int) -> int:
    cores = sorted(os.sched_getaffinity(0))
    return cores[number % len(cores)]


def tiers(store: Store) -> Iterator[str]:
    """The tiers of this machine; names those that it lacks."""
    for name in TIERS:
        reason = missing(name, store)
        if reason is None:
            yield name
        else:
            print(f"skipped: tier {name}: {reason}")


def ways_to_start(machine: Machine) -> list[Way]:
    """All ways, the floor first."""
    ways = [
        Way("floor: posix_spawn in C", by_the_floor(machine.floor, machine.small)),
        Way("subprocess.run", spawned(machine.small)),
    ]
    for name, start in (("bwrap", bubblewrap), ("isolate", isolate)):
        if shutil.which(name) is None:
            print(f"skipped: {name}: not installed")
            continue
        way = Way(f"{name}, {start.__doc__}", start(machine))
        try:
            way.start()
        except (subprocess.CalledProcessError, OSError) as problem:
            print(f"skipped: {name}: {problem}")
        else:
            ways.append(way)
    number = 2
    for tier in tiers(machine.store):
        ways += [
            Way(f"{tier}, one-shot", one_shot(machine, tier, number), 3.0),
            Way(f"{tier}, server", served(machine, tier, number + 2), 2.0),
            Way(f"{tier}, server, system shown", served(machine, tier, number + 4, *SYSTEM)),
        ]
        number += 6
    return ways


def bubblewrap(machine: Machine) -> Callable[[], float]:
    """all namespaces"""
    show = ["--ro-bind", machine.small, machine.small, "--proc", "/proc", "--dev", "/dev"]
    return spawned("bwrap", "--unshare-all", "--die-with-parent", *show, machine.small)


def isolate(machine: Machine) -> Callable[[], float]:
    """init, run and cleanup"""
    steps = (("--init",), ("--run", "--", "/program/small"), ("--cleanup",))
    shown = f"--dir=program={Path(machine.small).parent}"

    def start() -> float:
        return sum(spawned("isolate", "--box-id=7", shown, *step)() for step in steps)

    return start


# ---- tables


def verdict(value: float, target: float) -> str:
    """How a figure stands to its target."""
    return f"{'met' if value <= target else 'NOT MET'} (<= {target:g})"


def row(what: str, value: float, unit: str, target: float | None = None, note: str = "") -> None:
    """One line of what is not a table of times."""
    judged = "" if target is None else verdict(value, target)
    print(f"{what:46}{value:10.2f} {unit:4} {judged:22}{note}".rstrip(), flush=True)


def table(title: str, ways: Sequence[Way]) -> None:
    """Medians, p99 and what is over the floor, the first way."""
    print(f"\n{title}\n{'':46}{'median':>8}{'p99':>8}{'over the floor':>16}  ms")
    for way in ways:
        over = way.median() - ways[0].median()
        judged = "" if way.target_ms is None else verdict(over, way.target_ms)
        line = f"{way.name:46}{way.median():8.2f}{way.p99():8.2f}{over:16.2f}  {judged}"
        print(line.rstrip(), flush=True)


def take_turns(ways: Sequence[Way], runs: int) -> None:
    """A B C A B C ...; what the first rounds took is thrown away."""
    for number in range(WARM_RUNS + runs):
        for way in ways:
            took = way.start()
            if number >= WARM_RUNS:
                way.took.append(took)


def startup(machine: Machine, runs: int) -> None:
    """One worker: all ways, and what control groups add to namespaces alone."""
    ways = ways_to_start(machine)
    take_turns(ways, runs)
    table("one worker", ways)
    named = {way.name: way for way in ways}
    for kind in ("one-shot", "server"):
        base = named.get(f"namespaces, {kind}")
        for tier in TIERS:
            grouped = named.get(f"{tier}, {kind}")
            if base and grouped and TIERS[tier].group is not None:
                added = grouped.median() - base.median()
                row(f"control groups: {tier} over namespaces, {kind}", added, "ms", 0.6)


def side_by_side(machine: Machine, runs: int) -> None:
    """Two workers, a thread and a core for each; tier after tier."""
    if len(os.sched_getaffinity(0)) < 2:
        print("\nskipped: two workers: only one core")
        return
    floor = Way("floor: posix_spawn in C", by_the_floor(machine.floor, machine.small))
    pairs = [(Way("floor", floor.start), floor)]
    for index, tier in enumerate(name for name in TIERS if missing(name, machine.store) is None):
        first = 40 + 2 * index
        for kind, make, target in (("one-shot", one_shot, None), ("server", served, 4.5)):
            name = f"{tier}, {kind}"
            pairs.append((Way(name, make(machine, tier, first), target), Way(name, print_nothing)))
            pairs[-1][1].start = make(machine, tier, first + 1)
            if kind == "one-shot":
                first += 20
    for number in range(WARM_RUNS + runs):
        for pair in pairs:
            together(pair, number >= WARM_RUNS)
    table("two workers side by side", [merged(pair) for pair in pairs])


def print_nothing() -> float:
    return 0.0


def together(pair: tuple[Way, Way], counted: bool) -> None:
    pass


def merged(pair: tuple[Way, Way]) -> Way:
    return Way(pair[0].name, pair[0].start, pair[0].target_ms, [*pair[0].took, *pair[1].took])
