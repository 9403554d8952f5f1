"""Checks of single runs: how they end, what is counted, what their groups hold."""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from sandbox.vm.bench import (
    MIB,
    TIER,
    TOP,
    Bench,
    Outcome,
    bench,
    command_line,
    compiled,
    expect,
    groups,
    processes,
)

from judging.core.runs import Ending
from judging.sandbox import open_sandbox
from judging.store import Store
from judging.values import replace

# The launcher holds the limit itself; the group's lies above it, as judging/sandbox/local.py says.
HEADROOM_MIB = 16


def ends() -> Iterator[str]:
    with bench() as b:
        for word, number, ending in (
            ("exit", 0, Ending.EXITED),
            ("exit", 7, Ending.EXITED),
            ("signal", signal.SIGSEGV, Ending.SIGNALED),
        ):
            got = b.run(word, int(number))
            code = got.execution.exit_code if word == "exit" else got.execution.signal
            expect(
                got.ending is ending and code == number, f"{word} {number}: {got.short}"
            )
            yield f"{word} {number}: {got.short}"


def no_core_dump() -> Iterator[str]:
    """A crash starts no helper of the machine and leaves no file, whatever core_pattern says."""
    setting = Path("/proc/sys/kernel/core_pattern")
    before = setting.read_text()
    with tempfile.TemporaryDirectory() as name, bench() as b:
        log, helper, out = (Path(name, part) for part in ("log", "helper", "out"))
        helper.write_text(f"#!/bin/sh\necho $1 >>{log}\n")
        helper.chmod(0o755)
        log.touch()
        out.mkdir(mode=0o777)
        out.chmod(0o777)
        try:
            for pattern in (f"|{helper} %P", f"|{helper.relative_to('/')} %P", "core"):
                setting.write_text(pattern)
                subprocess.run([compiled(), "crash"], cwd="/", check=False)
                time.sleep(2)
                outside = log.read_text()
                expect(
                    outside or pattern == "core",
                    f"{pattern}: starts no helper even outside",
                )
                with b.command("crash") as command:
                    got = b.sandbox.run(replace(command, copy_out=((".", out),)))
                time.sleep(2)
                expect(got.signal == signal.SIGABRT, f"{pattern}: {got}")
                started = log.read_text()[len(outside) :]
                expect(not started, f"{pattern}: started a helper for {started.split()}")
                expect(not list(out.iterdir()), f"{pattern}: left {list(out.iterdir())}")
                yield f"{pattern}: {len(outside.split())} started outside, none by a run"
        finally:
            setting.write_text(before)


def cpu_limits() -> Iterator[str]:
    for core in (None, 0):
        with bench(core) as b:
            for words in (
                ("spin", 9000),
                ("wait", 3, 3000),
                ("nowait", 3, 3000, 30000),
                ("orphan", 3, 3000, 30000),
                ("setsid", 3, 3000, 30000),
            ):
                got = b.run(*words, cpu_s=0.5)
                message = (
                    f"core {core}, {' '.join(map(str, words))}, limit 0.5 s: {got.short}"
                )
                expect(got.ending is Ending.CPU_LIMIT, message)
                expect(0.5 <= got.execution.cpu_s < 0.7, message)
                yield message


def cpu_is_counted() -> Iterator[str]:
    with bench() as b:
        for words in (
            ("wait", 2, 200),
            ("orphan", 2, 200, 3000),
            ("setsid", 2, 200, 3000),
        ):
            got = b.run(*words)
            message = f"{' '.join(map(str, words))}: {got.short}"
            expect(
                got.ending is Ending.EXITED and 0.4 <= got.execution.cpu_s < 0.8, message
            )
            yield message


def runs_do_not_add_up() -> Iterator[str]:
    """The CPU time of earlier runs is not held against a later one."""
    for core in (None, 0):
        with bench(core) as b:
            for number in range(6):
                got = b.run("spin", 150, cpu_s=0.5)
                message = (
                    f"core {core}, run {number + 1} of 150 ms, limit 0.5 s: {got.short}"
                )
                expect(
                    got.ending is Ending.EXITED and got.execution.cpu_s < 0.5, message
                )
            yield message


def memory_limits() -> Iterator[str]:
    with bench() as b:
        for words, over in (
            (("fill", 32), False),
            (("fill", 128), True),
            (("childfill", 128), True),
            (("two", 40, 1500), True),
            (("two", 20, 300), False),
            (("memfd", 128), True),
            (("file", 128), True),
            (("file", 32), False),
            (("exit", 0), False),
        ):
            got = b.run(*words, memory_bytes=64 * MIB)
            message = f"{' '.join(map(str, words))}, limit 64 MiB: {got.short}"
            expect(
                got.ending is (Ending.MEMORY_LIMIT if over else Ending.EXITED), message
            )
            expect(not over or b"survived" not in got.stdout, message)
            yield message


def streams_are_not_memory() -> Iterator[str]:
    with bench() as b:
        got = b.run("in", stdin=bytes(80 * MIB), memory_bytes=16 * MIB)
        expect(got.ending is Ending.EXITED, f"80 MiB of input: {got.short}")
        yield f"80 MiB of input, limit 16 MiB: {got.short}"
        got = b.run("out", 40, memory_bytes=16 * MIB)
        got = Outcome(got.execution, b"")
        expect(got.ending is Ending.EXITED, f"40 MiB of output: {got.short}")
        yield f"40 MiB of output, limit 16 MiB: {got.short}"


def memory_floor() -> Iterator[str]:
    ballast = bytearray(b"x") * (300 * MIB)
    with bench() as b:
        got = b.run("exit", 0)
    message = f"with {len(ballast) // MIB} MiB in the judge: {got.short}"
    expect(got.execution.memory_bytes < 2 * MIB, message)
    yield message


def process_limit() -> Iterator[str]:
    with bench() as b:
        for most, wanted in ((20, (15, 20)), (100, (95, 100)), (300, (250, 300))):
            got = b.run("bomb", 300, processes=most)
            message = f"bomb of 300, limit {most}: {got.short}"
            count = int(got.stdout or b"-1")
            expect(
                got.ending is Ending.EXITED and wanted[0] <= count <= wanted[1], message
            )
            yield message
        got = b.run("leave", 30)
        expect(got.ending is Ending.EXITED, got.short)
        left = [pid for pid in processes() if "checks-" in command_line(pid)]
        expect(not left, f"30 daemons: still there: {left}")
        yield f"30 daemons: {got.short}; none is left"


def limits_read_back() -> Iterator[str]:
    with bench(core=1) as b:
        with b.command("hold", memory_bytes=96 * MIB, processes=33) as command:
            running = b.sandbox.start(command)
            try:
                deadline = time.monotonic() + 20
                while not (inside := _members()) and time.monotonic() < deadline:
                    time.sleep(0.01)
                expect(len(inside) == 1, f"in groups of this judge: {inside}")
                (folder,) = inside
                found = {
                    name: (folder / name).read_text().strip()
                    for name in (
                        "memory.max",
                        "memory.swap.max",
                        "memory.oom.group",
                        "pids.max",
                        "cpuset.cpus",
                        "cpuset.cpus.effective",
                    )
                    if (folder / name).exists()
                }
            finally:
                running.kill()
            ended = running.wait()
        wanted = {
            "memory.max": str((96 + HEADROOM_MIB) * MIB),
            "memory.oom.group": "1",
            "pids.max": "33",
            "cpuset.cpus": "1",
            "cpuset.cpus.effective": "1",
        }
        if "memory.swap.max" in found:
            wanted["memory.swap.max"] = "0"
        expect(found == wanted, f"{folder}: {found}, not {wanted}")
        expect(ended.ending is Ending.CANCELLED, f"killed: {ended.ending}")
        yield f"{folder}: {found}"
        got = b.run("exit", 0)
        expect(got.ending is Ending.EXITED, f"after a kill: {got.short}")


def _members() -> dict[Path, str]:
    """The groups of this judge that hold processes of runs."""
    found = {}
    for folder in TOP.rglob(f"judge-{os.getpid()}/*/"):
        text = (folder / "cgroup.procs").read_text().split()
        if text:
            found[folder] = " ".join(text)
    return found


def side_by_side() -> Iterator[str]:
    """Workers that open at once, run, and close at once."""
    compiled()
    problems: list[str] = []
    started = time.monotonic()

    def work(number: int) -> None:
        try:
            opened = Bench(core=number % 2, number=number)
            try:
                for _ in range(3):
                    got = opened.run("spin", 5)
                    if got.ending is not Ending.EXITED:
                        problems.append(got.short)
            finally:
                opened.close()
        except Exception as problem:
            problems.append(f"{type(problem).__name__}: {problem}")

    for _ in range(12):
        threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    expect(not problems, f"{len(problems)} problems: {sorted(set(problems))[:4]}")
    mine = [str(g) for g in groups() if str(os.getpid()) in g.name]
    expect(not mine, f"left: {mine}")
    yield f"12 times 4 workers in {time.monotonic() - started:.1f} s"


def nothing_is_kept() -> Iterator[str]:
    """What a run leaves in memory is not the next one's, and a shrunk limit finds room."""
    with bench() as b:
        for _ in range(3):
            got = b.run("file", 120, memory_bytes=250 * MIB, box_bytes=200 * MIB)
            expect(got.ending is Ending.EXITED, f"120 MiB in the box: {got.short}")
            got = b.run("fill", 8, memory_bytes=16 * MIB)
            expect(
                got.ending is Ending.EXITED,
                f"8 MiB after 120 MiB in the box: {got.short}",
            )
        current = next(
            int((f / "memory.current").read_text())
            for f in TOP.rglob(f"judge-{os.getpid()}/*/")
            if f.is_dir()
        )
    expect(current < 4 * MIB, f"{current / MIB:.2f} MiB are still charged after a run")
    yield f"{current / MIB:.2f} MiB are still charged after a run"


def time_per_run() -> Iterator[str]:
    taken = {}
    for tier in (TIER, "namespaces"):
        store = Store()
        sandbox = open_sandbox(tier, store, core=1)
        b = Bench.__new__(Bench)
        b.program, b.store, b.sandbox = compiled(), store, sandbox
        walls = []
        for _ in range(60):
            started = time.monotonic()
            got = b.run("exit", 0)
            walls.append((time.monotonic() - started) * 1000)
            expect(got.ending is Ending.EXITED, got.short)
        b.close()
        taken[tier] = statistics.median(walls[5:])
    yield (
        ", ".join(f"{tier} {ms:.1f} ms" for tier, ms in taken.items())
        + " (median of 55 runs)"
    )
