"""Thousands of runs of good and hostile programs side by side, while parts of the judge break:
every verdict stays right, nothing hangs, grows or is left behind.

The faults, at a seeded random rate: a launcher is killed, the processes in a worker's control group
are killed, the group is removed, the disk for kept output is full. The run that a fault hits may
get JE; no other run may change.
"""

from __future__ import annotations

import contextlib
import gc
import os
import random
import signal
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import wait
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest
from support.left_over import assert_nothing_left, left_over

from judging import programs
from judging.core.limits import MIB, ProblemLimits
from judging.core.problem import Source
from judging.core.runs import TestcaseResult
from judging.core.verdicts import Verdict
from judging.files import Below
from judging.jobs import Job, run_job
from judging.jobs.checkers import Checker
from judging.sandbox import TIERS, choose
from judging.sandbox.frames import Isolation
from judging.sandbox.worker import Worker
from judging.session.executors import ExecutorSpec, open_executor
from judging.store import Store
from judging.values import replace

pytestmark = pytest.mark.slow

SEED = 20250917
# Results are let go after each part: they keep what programs wrote, which would look like growth.
PART_RUNS, WORKERS = 500, 4
FAULT_RATE = 0.08
FAULT_WITHIN_S = 0.012  # about as long as a run of a small program takes
DEADLINE_S = 0.6  # for each run
GROWTH_BYTES, GROWTH_FDS = 20 * MIB, 8

# ---- the programs


@dataclass(frozen=True, slots=True)
class Kind:
    """One program, how often it is drawn, and its verdict. A tier without the isolation `held` does
    not run it."""

    body: str
    verdict: Verdict
    weight: float
    time_s: float = 5.0
    held: Isolation = Isolation.NONE


HEAD = """\
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static char page[65536];
int main(void) {
    int a, b;
    if (scanf("%d%d", &a, &b) != 2) return 99;
"""
SUM = 'printf("%d\\n", a + b); fflush(stdout);'

KINDS = {
    "right": Kind(SUM, Verdict.AC, 40),
    "wrong": Kind('printf("%d\\n", a + b + 1);', Verdict.WA, 12),
    "exit3": Kind("return 3;", Verdict.RTE, 10),
    "crash": Kind("*(volatile int *)8 = a;", Verdict.RTE, 10),
    "sleeper": Kind(f"sleep(30); {SUM}", Verdict.TLE, 1.5, time_s=0.3),
    "spinner": Kind(
        "for (volatile long i = 0; i < 40000000000; i++) {}", Verdict.TLE, 1.5, 0.2
    ),
    "flood": Kind(
        "for (int i = 0; i < 512; i++) if (write(1, page, sizeof page) < 0) break;",
        Verdict.OLE,
        6,
    ),
    "hog": Kind(
        "for (int i = 0; i < 64; i++) {"
        "    char *m = malloc(4 << 20);"
        "    if (!m) abort();"
        "    for (int j = 0; j < 4 << 20; j += 4096) ((volatile char *)m)[j] = 1;"
        "}",
        Verdict.MLE,
        5,
    ),
    # At most 400 tries; right only if some of them fail.
    "forks": Kind(
        "int refused = 0;"
        "for (int i = 0; i < 400; i++) {"
        "    pid_t p = fork();"
        "    if (p == 0) { sleep(20); _exit(0); }"
        "    refused += p < 0;"
        "}"
        'if (refused) printf("%d\\n", a + b);',
        Verdict.AC,
        2,
        held=Isolation.NAMESPACES,
    ),
    "daemon": Kind(
        f"if (fork() == 0) {{ setsid(); sleep(20); _exit(0); }} {SUM}", Verdict.AC, 6
    ),
    "errors": Kind(
        "for (int i = 0; i < 128; i++) if (write(2, page, sizeof page) < 0) break;"
        + SUM,
        Verdict.AC,
        6,
    ),
}
LIMITS = ProblemLimits(time_s=5.0, memory_bytes=64 * MIB, output_bytes=MIB)


def jobs_of(tier: str, worker: Worker, folder: Path) -> dict[str, Job]:
    """Compile the program of each kind that the tier holds; return their jobs."""
    made = {}
    given, answer = (worker.store.add_bytes(text) for text in (b"20 22\n", b"42\n"))
    for name, kind in KINDS.items():
        if kind.held & ~TIERS[tier].isolation:
            continue
        path = folder / f"{name}.c"
        path.write_text(HEAD + kind.body + "\n    return 0;\n}\n")
        plan = programs.plan(Source(name, ((path.name, path),)), worker.store)
        assert isinstance(plan, programs.Plan), plan
        program = programs.build(plan, LIMITS, worker)
        assert isinstance(program, programs.Executable), program
        limits = LIMITS.of_run(time_s=kind.time_s)
        made[name] = Job(name, name, program, given, answer, limits, Checker((), LIMITS))
    return made


# ---- the faults


def kill_launchers(worker: Worker) -> None:
    for pid in getattr(worker.sandbox, "launchers", ()):
        with contextlib.suppress(psutil.Error, ProcessLookupError):
            if psutil.Process(pid).ppid() == os.getpid():
                os.kill(pid, signal.SIGKILL)


def groups_of(worker: Worker) -> set[Path]:
    """Return the control groups that the worker's launchers hold open."""
    found = set()
    for pid in getattr(worker.sandbox, "launchers", ()):
        with contextlib.suppress(OSError):
            for link in Path(f"/proc/{pid}/fd").iterdir():
                target = Path(os.readlink(link))
                if target.name == "cgroup.procs":
                    found.add(target.parent)
    return found


def kill_group(worker: Worker) -> None:
    """Kill the processes in the worker's control group, as the kernel or an administrator may."""
    for group in groups_of(worker):
        with contextlib.suppress(OSError):
            for pid in (group / "cgroup.procs").read_text().split():
                os.kill(int(pid), signal.SIGKILL)


def remove_group(worker: Worker) -> None:
    """Remove the worker's control group from each hierarchy where it is empty."""
    for group in groups_of(worker):
        with contextlib.suppress(OSError):
            group.rmdir()


FAULTS = {"launcher": kill_launchers, "group": kill_group, "removal": remove_group}


@dataclass(frozen=True, slots=True)
class Order:
    """One run: its kind, the fault that hits it, if any, and the time until then."""

    job: Job
    fault: str | None
    after_s: float


def carry_out(order: Order, worker: Worker) -> TestcaseResult:
    """Run the job while a timer causes the fault."""
    hit = FAULTS.get(order.fault or "")
    timer = threading.Timer(order.after_s, hit, (worker,)) if hit else None
    if timer is not None:
        timer.start()
    try:
        return run_job(order.job, worker)
    finally:
        if timer is not None:
            timer.join()


def permitted(order: Order) -> set[Verdict]:
    """Return the verdicts that the run may get."""
    right = {KINDS[order.job.testcase].verdict}
    if order.fault is None:
        return right
    # Nobody can tell who sent a SIGKILL: a program killed in its group may seem to have sent it.
    return right | {Verdict.JE} | ({Verdict.RTE} if order.fault == "group" else set())


@contextlib.contextmanager
def full_disk(folder: Path) -> Iterator[Path | None]:
    """Mount a folder on a full disk; None if that is not possible."""
    folder.mkdir()
    options = ["-t", "tmpfs", "-o", "size=64k", "judge-soak", str(folder)]
    made = subprocess.run(["mount", *options], capture_output=True, check=False)
    if made.returncode != 0:
        print(f"skipped, the full disk: {made.stderr.decode().strip()}")  # noqa: T201
        yield None
        return
    try:
        with contextlib.suppress(OSError), (folder / "fill").open("wb", 0) as file:
            while file.write(bytes(4096)):
                pass
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def drawn(
    jobs: dict[str, Job], grouped: bool, disk: Path | None, count: int
) -> list[Order]:
    """Draw the runs in order; seed, tier and disk determine them."""
    chance = random.Random(SEED)
    faults = [
        "launcher",
        *(("group", "removal") if grouped else ()),
        *(("disk",) if disk else ()),
    ]
    weights = [KINDS[name].weight for name in jobs]
    orders = []
    for number in range(count):
        (job,) = chance.choices(list(jobs.values()), weights)
        fault = chance.choice(faults) if chance.random() < FAULT_RATE else None
        if fault == "disk" and disk is not None:
            job = replace(job, keep=Below(disk / str(number)))
        orders.append(Order(job, fault, chance.uniform(0, FAULT_WITHIN_S)))
    return orders


def usage() -> tuple[int, int]:
    """Return the resident bytes and open descriptors of this process."""
    gc.collect()
    return psutil.Process().memory_info().rss, psutil.Process().num_fds()


@dataclass(slots=True)
class Tally:
    """The results of the runs."""

    wrong: list[str] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)

    def add(self, order: Order, result: TestcaseResult) -> None:
        self.seen[f"{order.fault or 'no fault'}: {result.verdict}"] += 1
        if result.verdict not in permitted(order):
            expected = KINDS[result.name].verdict
            self.wrong.append(
                f"{result.name}, fault {order.fault} after {1000 * order.after_s:.1f} ms: "
                f"{result.verdict} for {expected} ({result.message}; {result.diff!r})"
            )


def soak(
    orders: list[Order], spec: ExecutorSpec
) -> tuple[Tally, tuple[int, int], tuple[int, int]]:
    """Do all runs; return their results and the usage early on and at the end."""
    tally, early = Tally(), (0, 0)
    deadline = time.monotonic() + len(orders) * DEADLINE_S
    executor = open_executor(spec)
    try:
        for first in range(0, len(orders), PART_RUNS):
            part = orders[first : first + PART_RUNS]
            futures = [executor.start(carry_out, order) for order in part]
            hanging = wait(futures, timeout=deadline - time.monotonic()).not_done
            assert not hanging, f"{len(hanging)} runs hang"
            for order, future in zip(part, futures, strict=True):
                tally.add(order, future.result())
            del futures
            early = usage() if first == 0 else early
        return tally, early, usage()
    finally:
        executor.kill()
        executor.close()


@pytest.mark.parametrize("runs", [2000, pytest.param(10_000, marks=pytest.mark.long)])
def test_thousands_of_runs_with_a_judge_that_breaks(
    store: Store,
    worker: Worker,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    runs: int,
) -> None:
    tier = choose("auto", store)
    jobs = jobs_of(tier, worker, tmp_path)
    worker.close()
    before = set(left_over(os.getpid()))
    boxes = tmp_path / "boxes"
    boxes.mkdir(mode=0o711)
    monkeypatch.setattr(tempfile, "tempdir", str(boxes))
    with full_disk(tmp_path / "full") as disk:
        orders = drawn(jobs, TIERS[tier].group is not None, disk, runs)
        tally, early, late = soak(orders, ExecutorSpec(WORKERS, tier, store))
    print(tier, dict(sorted(tally.seen.items())), early, late)  # noqa: T201
    assert tally.wrong == []
    assert late[0] - early[0] < GROWTH_BYTES
    assert late[1] - early[1] < GROWTH_FDS
    assert_nothing_left(os.getpid(), before, boxes)
