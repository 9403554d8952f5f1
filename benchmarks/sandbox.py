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
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
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
    """Two workers, a thread and a core for each; both start at the same moment."""
    if len(os.sched_getaffinity(0)) < 2:
        print("\nskipped: two workers side by side: only one core")
        return
    lanes: list[list[Way]] = [[], []]
    found = [name for name in TIERS if missing(name, machine.store) is None]
    for place, lane in enumerate(lanes):
        lane.append(Way("floor: posix_spawn in C", by_the_floor(machine.floor, machine.small)))
        for index, tier in enumerate(found):
            number = 40 + 4 * index + place
            lane.append(Way(f"{tier}, one-shot", one_shot(machine, tier, number)))
            lane.append(Way(f"{tier}, server", served(machine, tier, number + 2), 4.5))
    barrier = threading.Barrier(len(lanes))
    with ThreadPoolExecutor(len(lanes)) as pool:
        for future in [pool.submit(in_step, lane, runs, barrier) for lane in lanes]:
            future.result()
    for one, other in zip(*lanes, strict=True):
        one.took += other.took
    table("two workers side by side, both together", lanes[0])


def in_step(ways: Sequence[Way], runs: int, barrier: threading.Barrier) -> None:
    """Takes turns, each at the same moment as the other worker."""
    try:
        take_turns([replace(way, start=after(barrier, way.start)) for way in ways], runs)
    except BaseException:
        barrier.abort()
        raise


def after(barrier: threading.Barrier, start: Callable[[], float]) -> Callable[[], float]:
    """`start`, once the other worker is there too; the wait for it does not count."""

    def together() -> float:
        barrier.wait()
        return start()

    return together


# ---- what is measured, beside what is known


def memory(machine: Machine, tier: str, touch: str) -> None:
    """Peaks of a small and a large program while this process holds BALLAST_BYTES."""
    ballast = bytearray(b"\1") * BALLAST_BYTES
    sandbox = open_sandbox(tier, machine.store, 60)
    try:
        small, large = execution(sandbox, [machine.small]), execution(sandbox, [touch])
    finally:
        sandbox.close()
    held = f"while the judge holds {len(ballast) // MIB} MiB"
    row(f"{tier}: memory, 0.7 MB program", small.memory_bytes / 1e6, "MB", 2.0, held)
    row(f"{tier}: memory, touches 100 MiB", large.memory_bytes / MIB, "MiB")


@contextmanager
def busy(burn: str) -> Iterator[None]:
    """Another process that computes on the last core."""
    process = subprocess.Popen([burn, "120"])
    os.sched_setaffinity(process.pid, {_core(-1)})
    try:
        yield
    finally:
        process.kill()
        process.wait()


def cpu_time(machine: Machine, tier: str, burn: str, times: int = 7) -> None:
    """Half a second of CPU time, alone and beside another; then a limit of 300 ms."""
    sandbox = open_sandbox(tier, machine.store, 61, _core(0))

    def burned(seconds: str, limits: ResourceLimits = LIMITS) -> Execution:
        return execution(sandbox, [burn, seconds], limits)

    def off() -> float:
        found = [burned("0.5").cpu_s for _ in range(times)]
        return max(abs(cpu_s - 0.5) for cpu_s in found) / 0.5 * 100

    try:
        row(f"{tier}: 0.5 s of CPU, alone, worst of {times}", off(), "%", 2.0)
        if len(os.sched_getaffinity(0)) > 1:
            with busy(burn):
                row(f"{tier}: 0.5 s of CPU, beside another", off(), "%", 2.0)
        limits = replace(LIMITS, cpu_s=0.3)
        stopped = [burned("20", limits) for _ in range(times)]
    finally:
        sandbox.close()
    late = [run for run in stopped if run.ending is not Ending.CPU_LIMIT]
    note = f"{len(late)} ended otherwise: {late[0].ending}" if late else ""
    middle = statistics.median(run.cpu_s for run in stopped) * 1000
    row(f"{tier}: stopped, limit 300 ms, median", middle, "ms", None, note)
    worst = max(run.cpu_s for run in stopped) * 1000
    row(f"{tier}: stopped, limit 300 ms, worst of {times}", worst, "ms", 310.0)


# ---- a whole judge run


def package(folder: Path, tests: int) -> Path:
    """A package of `tests` tests and one C++ submission that adds two numbers."""
    texts = {
        "problem/problem.yaml": 'problem_format_version: "2025-09"\nname: Sum\n'
        "uuid: 0c3ff0c0-7c1c-4e0e-9a55-0a6f3f1f6a12\nlimits:\n  time_limit: 1.0\n",
        "problem/statement.en.md": "Add two numbers.\n",
        "validators/any.cpp": "int main() { return 42; }\n",
        "solutions/accepted/add.cpp": '#include <cstdio>\nint main() { int a, b; scanf("%d%d", '
        '&a, &b); printf("%d\\n", a + b); }\n',
        "problem/data/sample/1.in": "1 1\n",
        "problem/data/sample/1.ans": "2\n",
    }
    for number in range(tests - 1):
        texts[f"problem/data/secret/{number:04}.in"] = f"{number} 1\n"
        texts[f"problem/data/secret/{number:04}.ans"] = f"{number + 1}\n"
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def whole_runs(work: Path, tests: int, rounds: int = 3) -> None:
    """`judge run` with a warm cache: wall time, everything included, for each test and worker."""
    root, report = package(work / "package", tests), work / "report.json"
    command = [sys.executable, str(ROOT / "judge.py"), "run", "--problem", str(root)]
    command += ["--until", "all", "--json", str(report)]
    env = {**os.environ, "XDG_CACHE_HOME": str(work / "cache")}

    def start(jobs: int) -> str:
        words = [*command, "--jobs", str(jobs)]
        done = subprocess.run(words, env=env, cwd=root, capture_output=True, check=False)
        if done.returncode != 0:
            raise MachineError(f"judge run ended with {done.returncode}: {done.stderr.decode()}")
        tier: str = json.loads(report.read_text())["sandbox"]["tier"]
        return tier

    tier = start(2)  # compiles, validates
    for jobs in (1, 2)[: len(os.sched_getaffinity(0))]:
        walls = [clocked(partial(start, jobs)) for _ in range(rounds)]
        per_test = statistics.median(walls) * jobs / tests * 1000
        note = f"{tier}, {tests} tests, {statistics.median(walls):.2f} s"
        row(f"judge run, per test and worker, --jobs {jobs}", per_test, "ms", 5.0, note)


def main() -> None:
    """Everything, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--tests", type=int, default=500)
    options = parser.parse_args()
    with ExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="judge-bench-")))
        store = Store(work / "store")
        stack.callback(store.close)
        machine = Machine(
            compiled(work, "small", SMALL), compiled(work, "floor", FLOOR), store, stack
        )
        touch, burn = compiled(work, "touch", TOUCH), compiled(work, "burn", BURN)
        load = os.getloadavg()[0]
        print(f"{os.cpu_count()} cores, load {load:.1f}; {options.runs} runs of each")
        startup(machine, options.runs)
        side_by_side(machine, options.runs)
        print(f"\nmeasured, beside what is known; tier auto: {choose('auto', store)}")
        for tier in (name for name in TIERS if missing(name, store) is None):
            memory(machine, tier, touch)
            cpu_time(machine, tier, burn)
        print()
        whole_runs(work, options.tests)


if __name__ == "__main__":
    main()
