"""Measures what the sandbox costs and how exactly it measures, and compares with targets.

    python benchmarks/sandbox.py [--runs 300] [--tests 500]

All ways to start one small static C program take turns, A B C A B C ..., in one process, so that a
machine whose speed drifts slows all of them alike. README.md explains the table. The benchmark
prints `met` or `NOT MET` but asserts nothing. It skips what the machine lacks, by name.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from judging.values import replace

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import as_installed
from benchmarks.harness import clocked, median_wall_s, write_files
from judging import sandbox as engine
from judging.core.errors import MachineError
from judging.core.limits import MIB
from judging.core.runs import Ending, Execution
from judging.store import Store

ROOT = Path(__file__).resolve().parent.parent
WARM_RUNS = 5
WORDS = ("NOT MET", "met")
GROUPS_MS = 0.6  # what control groups may add
BALLAST_BYTES = 300 * MIB
LIMITS = engine.ResourceLimits(cpu_s=5.0, wall_s=15.0, memory_bytes=512 * MIB)

SMALL = "int main(void) { return 0; }"
# `floor PROGRAM` spawns the program once for each line that it reads, and prints the seconds.
# `touch N` uses N MiB. `burn S` computes until it has used S seconds of CPU time by its own clock.
TOOL = """\
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
static double now(clockid_t clock) {
    struct timespec t; clock_gettime(clock, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}
int main(int argc, char **argv) {
    char *words[] = {argv[2], NULL}, *none[] = {NULL};
    pid_t pid;
    if (argv[1][0] == 'f') while (getchar() != EOF) {
        double start = now(CLOCK_MONOTONIC);
        if (posix_spawn(&pid, argv[2], NULL, NULL, words, none)) return 1;
        waitpid(pid, NULL, 0);
        printf("%.6f\\n", now(CLOCK_MONOTONIC) - start);
        fflush(stdout);
    }
    long size = argv[1][0] == 't' ? atol(argv[2]) << 20 : 0;
    volatile char *m = malloc(size);
    for (long i = 0; m && i < size; i += 4096) m[i] = 1;
    if (argv[1][0] == 'b') while (now(CLOCK_PROCESS_CPUTIME_ID) < atof(argv[2]));
}
"""


def compiled(folder: Path, name: str, source: str) -> str:
    """Compile a static executable, or a dynamic one if libc does not allow that."""
    target = folder / name
    target.with_suffix(".c").write_text(source)
    words = ["cc", "-O1", "-o", str(target), f"{target}.c"]
    if subprocess.run([*words, "-static"], capture_output=True, check=False).returncode:
        subprocess.run(words, check=True)
    return str(target)


# ---- ways to start a program


@dataclass
class Way:
    """One way to start the small program.

    start: returns the wall time in seconds.
    target_ms: the target for the time over the floor.
    """

    name: str
    start: Callable[[], float]
    target_ms: float | None = None
    took: list[float] = field(default_factory=list)

    def quantile(self, share: float) -> float:
        """Return a quantile of the times, in milliseconds."""
        return (
            1000
            * sorted(self.took)[min(len(self.took) - 1, int(share * len(self.took)))]
        )


def spawned(*argv: str) -> Callable[[], float]:
    """Return a way to start a command with the standard library."""
    return lambda: clocked(lambda: subprocess.run(argv, check=True, capture_output=True))


def by_the_floor(machine: Machine) -> Callable[[], float]:
    """Return a way to start the program from C; that C program stays and measures the time."""
    words = [machine.tool, "floor", machine.small]
    process = subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    )
    stdin, stdout = machine.stack.enter_context(process).stdin, process.stdout
    assert stdin is not None and stdout is not None  # noqa: PT018

    def start() -> float:
        stdin.write(b"\n")
        return float(stdout.readline())

    return start


def execution(
    sandbox: engine.Sandbox,
    argv: Sequence[str],
    limits: engine.ResourceLimits,
    *readable: Path,
) -> Execution:
    """Run a program that can read itself and `readable`. Raise MachineError if that fails."""
    with engine.streams() as (given, out, err), sandbox.box() as box:
        read_only = (Path(argv[0]), *readable)
        command = engine.Command(
            tuple(argv), box, given.fd, out.fd, err.fd, limits, read_only=read_only
        )
        done = sandbox.run(command)
    if done.ending is Ending.SANDBOX_ERROR:
        raise MachineError(done.error or "the sandbox failed")
    return done


@dataclass(frozen=True)
class Machine:
    """What ways need: the programs, the store, and what to close at the end."""

    small: str
    tool: str
    store: Store
    stack: ExitStack


def one_shot(machine: Machine, tier: str, number: int) -> Callable[[], float]:
    """Return a way that opens a sandbox, runs the program once and closes the sandbox."""

    def run() -> None:
        sandbox = engine.open_sandbox(tier, machine.store, number, _core(number))
        try:
            execution(sandbox, [machine.small], LIMITS)
        finally:
            sandbox.close()

    return lambda: clocked(run)


def served(
    machine: Machine, tier: str, number: int, *readable: Path
) -> Callable[[], float]:
    """Return a way that runs the program in a sandbox that stays open."""
    sandbox = engine.open_sandbox(tier, machine.store, number, _core(number))
    machine.stack.callback(sandbox.close)
    return lambda: clocked(
        lambda: execution(sandbox, [machine.small], LIMITS, *readable)
    )


def _core(number: int) -> int:
    cores = sorted(os.sched_getaffinity(0))
    return cores[number % len(cores)]


def tiers(store: Store) -> list[str]:
    """Return the tiers that this machine has."""
    return [name for name in engine.TIERS if engine.missing(name, store) is None]


def ways_to_start(machine: Machine) -> list[Way]:
    """Return all ways, the floor first."""
    ways = [
        Way("floor: posix_spawn in C", by_the_floor(machine)),
        Way("subprocess.run", spawned(machine.small)),
    ]
    for name, start in peers(machine).items():
        try:
            start()
        except (subprocess.CalledProcessError, OSError) as problem:
            print(f"skipped: {name}: {problem}")
        else:
            ways.append(Way(name, start))
    number = 2
    for tier in tiers(machine.store):
        groups = GROUPS_MS if engine.TIERS[tier].group is not None else 0.0
        ways += [
            Way(f"{tier}, one-shot", one_shot(machine, tier, number), 3.0 + groups),
            Way(f"{tier}, server", served(machine, tier, number + 2), 2.0 + groups),
            Way(
                f"{tier}, server, system shown",
                served(machine, tier, number + 4, *engine.SYSTEM),
            ),
        ]
        number += 6
    return ways


def peers(machine: Machine) -> dict[str, Callable[[], float]]:
    """Return the commands of one run in sandboxes of other projects."""
    show = [
        "--ro-bind",
        machine.small,
        machine.small,
        "--proc",
        "/proc",
        "--dev",
        "/dev",
    ]
    shown = f"--dir=program={Path(machine.small).parent}"
    steps = [
        spawned("isolate", "--box-id=7", shown, *step)
        for step in (("--init",), ("--run", "--", "/program/small"), ("--cleanup",))
    ]
    return {
        "bwrap": spawned(
            "bwrap", "--unshare-all", "--die-with-parent", *show, machine.small
        ),
        "isolate": lambda: sum(step() for step in steps),
    }


# ---- tables


def row(
    what: str, value: float, unit: str, target: float | None = None, note: str = ""
) -> None:
    """Print one line for a figure that is not in a table of times."""
    judged = "" if target is None else f"{WORDS[value <= target]} (<= {target:g})"
    print(f"{what:46}{value:10.2f} {unit:4} {judged:22}{note}".rstrip(), flush=True)


def table(title: str, ways: Sequence[Way]) -> None:
    """Print medians, p99 and the time over the floor, which is the first way."""
    print(f"\n{title}\n{'':46}{'median':>8}{'p99':>8}{'over the floor':>16}  ms")
    for way in ways:
        goal, over = way.target_ms, way.quantile(0.5) - ways[0].quantile(0.5)
        judged = "" if goal is None else f"{WORDS[over <= goal]} (<= {goal:g})"
        line = f"{way.name:46}{way.quantile(0.5):8.2f}{way.quantile(0.99):8.2f}{over:16.2f}  {judged}"
        print(line.rstrip(), flush=True)


def take_turns(
    ways: Sequence[Way], runs: int, barrier: threading.Barrier | None = None
) -> None:
    """Run the ways in turn, A B C A B C ..., and discard the first rounds.

    barrier: makes each start wait for the other threads.
    """
    for number in range(WARM_RUNS + runs):
        for way in ways:
            if barrier is not None:
                barrier.wait()
            took = way.start()
            if number >= WARM_RUNS:
                way.took.append(took)


def startup(machine: Machine, runs: int) -> None:
    """Measure one worker: all ways, and what control groups add to namespaces."""
    ways = ways_to_start(machine)
    take_turns(ways, runs)
    table("one worker", ways)
    named = {way.name: way for way in ways}
    for kind in ("one-shot", "server"):
        base = named.get(f"namespaces, {kind}")
        for tier in engine.TIERS:
            grouped = named.get(f"{tier}, {kind}")
            if base and grouped and engine.TIERS[tier].group is not None:
                added = grouped.quantile(0.5) - base.quantile(0.5)
                row(
                    f"control groups: {tier} over namespaces, {kind}",
                    added,
                    "ms",
                    GROUPS_MS,
                )


def side_by_side(machine: Machine, runs: int) -> None:
    """Measure two workers, each with its own thread and core, that start at the same moment."""
    if len(os.sched_getaffinity(0)) < 2:
        print("\nskipped: two workers side by side: only one core")
        return
    workers: list[list[Way]] = [[], []]
    for place, ways in enumerate(workers):
        ways.append(Way("floor: posix_spawn in C", by_the_floor(machine)))
        for index, tier in enumerate(tiers(machine.store)):
            number = 40 + 4 * index + place
            ways.append(Way(f"{tier}, one-shot", one_shot(machine, tier, number)))
            ways.append(Way(f"{tier}, server", served(machine, tier, number + 2), 4.5))
    barrier = threading.Barrier(len(workers), timeout=60)
    with ThreadPoolExecutor(len(workers)) as pool:
        list(pool.map(lambda ways: take_turns(ways, runs, barrier), workers))
    for one, other in zip(*workers, strict=True):
        one.took += other.took
    table("two workers side by side, both together", workers[0])


# ---- measured and known values


def memory(machine: Machine, tier: str) -> None:
    """Measure a small and a large program while this process holds BALLAST_BYTES."""
    ballast = bytearray(b"\1") * BALLAST_BYTES
    sandbox = engine.open_sandbox(tier, machine.store, 60)
    try:
        small, large = (
            execution(sandbox, [machine.small], LIMITS),
            execution(sandbox, [machine.tool, "touch", "100"], LIMITS),
        )
    finally:
        sandbox.close()
        del ballast
    row(f"{tier}: memory, 0.7 MB program", small.memory_bytes / 1e6, "MB", 2.0)
    row(f"{tier}: memory, touches 100 MiB", large.memory_bytes / MIB, "MiB")


def past_the_limit(
    machine: Machine, tier: str, times: int = 15, others: int = 8
) -> None:
    """Measure how far a program that takes memory as fast as it can gets past a limit of 64
    MiB, alone and beside other processes on its core."""
    sandbox = engine.open_sandbox(tier, machine.store, 62, _core(0))
    limits = replace(LIMITS, memory_bytes=64 * MIB)

    def worst() -> float:
        argv = [machine.tool, "touch", "4000"]
        runs = [execution(sandbox, argv, limits) for _ in range(times)]
        return max(run.memory_bytes for run in runs) / MIB

    try:
        row(f"{tier}: stopped, limit 64 MiB, worst of {times}", worst(), "MiB")
        with ExitStack() as stack:
            for _ in range(others):
                process = subprocess.Popen([machine.tool, "burn", "120"])
                stack.callback(process.wait)
                stack.callback(process.kill)
                os.sched_setaffinity(process.pid, {_core(0)})
            row(f"{tier}: the same, beside {others} on its core", worst(), "MiB")
    finally:
        sandbox.close()


def cpu_time(machine: Machine, tier: str, times: int = 7) -> None:
    """Measure half a second of CPU time, alone and beside another process; then a limit of 300
    ms."""
    sandbox = engine.open_sandbox(tier, machine.store, 61, _core(0))

    def burned(seconds: str, limits: engine.ResourceLimits = LIMITS) -> Execution:
        return execution(sandbox, [machine.tool, "burn", seconds], limits)

    def off() -> float:
        found = [burned("0.5").cpu_s for _ in range(times)]
        return max(abs(cpu_s - 0.5) for cpu_s in found) / 0.5 * 100

    try:
        row(f"{tier}: 0.5 s of CPU, alone, worst of {times}", off(), "%", 2.0)
        if len(os.sched_getaffinity(0)) > 1:
            process = subprocess.Popen([machine.tool, "burn", "120"])
            os.sched_setaffinity(process.pid, {_core(-1)})
            row(f"{tier}: 0.5 s of CPU, beside another", off(), "%", 2.0)
            process.kill()
            process.wait()
        stopped = [burned("20", replace(LIMITS, cpu_s=0.3)) for _ in range(times)]
    finally:
        sandbox.close()
    late = sum(run.ending is not Ending.CPU_LIMIT for run in stopped)
    worst = max(run.cpu_s for run in stopped) * 1000
    row(
        f"{tier}: stopped, limit 300 ms, worst of {times}",
        worst,
        "ms",
        310.0,
        f"{late} ended otherwise",
    )


# ---- a whole judge run


def package(folder: Path, tests: int) -> Path:
    """Write a package of `tests` tests and one C++ submission that adds two numbers."""
    shutil.copytree(
        ROOT / "tests" / "packages" / "sound" / "problem", folder / "problem"
    )
    shutil.rmtree(folder / "problem" / "data" / "invalid_input")
    adds = 'int main() { int a, b; scanf("%d%d", &a, &b); printf("%d\\n", a + b); }\n'
    texts = {"solutions/accepted/add.cpp": f"#include <cstdio>\n{adds}"}
    texts["validators/any.cpp"] = "int main() { return 42; }\n"
    for number in range(tests - 1):
        texts[f"problem/data/secret/{number:04}.in"] = f"{number} 1\n"
        texts[f"problem/data/secret/{number:04}.ans"] = f"{number + 1}\n"
    write_files(folder, texts)
    return folder


def whole_runs(work: Path, tests: int, rounds: int = 3) -> None:
    """Measure `judge run` with a warm cache: wall time of the whole command, per test and
    worker."""
    root = package(work / "package", tests)
    command = [sys.executable, str(ROOT / "judge.py"), "run", "--problem", str(root)]
    env = as_installed.environment(XDG_CACHE_HOME=work / "cache")

    def start(jobs: int) -> None:
        words = [*command, "--fresh", "--until", "all", "--jobs", str(jobs)]
        subprocess.run(words, env=env, cwd=root, capture_output=True, check=True)

    start(2)  # compiles, validates
    for jobs in (1, 2)[: len(os.sched_getaffinity(0))]:
        wall = median_wall_s(partial(start, jobs), rounds)
        what, each = (
            f"judge run, per test and worker, --jobs {jobs}",
            1000 * wall * jobs / tests,
        )
        row(what, each, "ms", 5.0, f"{tests} tests, {wall:.2f} s")


def main() -> None:
    """Run all measurements."""
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0] if __doc__ else ""
    )
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--tests", type=int, default=500)
    options = parser.parse_args()
    as_installed.compile_modules()
    with ExitStack() as stack:
        work = Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="judge-bench-"))
        )
        store = Store(work / "store")
        stack.callback(store.close)
        small, tool = compiled(work, "small", SMALL), compiled(work, "tool", TOOL)
        machine = Machine(small, tool, store, stack)
        print(
            f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; {options.runs} runs of each"
        )
        for tier in set(engine.TIERS) - set(tiers(store)):
            print(f"skipped: tier {tier}: {engine.missing(tier, store)}")
        startup(machine, options.runs)
        side_by_side(machine, options.runs)
        print("\nmeasured and known values")
        for tier in tiers(store):
            memory(machine, tier)
            past_the_limit(machine, tier)
            cpu_time(machine, tier)
        print()
        whole_runs(work, options.tests)


if __name__ == "__main__":
    main()
