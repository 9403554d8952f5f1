"""Checks of whole judges: killed, interrupted, and judging a package."""

# ruff: noqa: T201
from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from sandbox.vm.bench import (
    CHECKS,
    JUDGE,
    TIER,
    TOP,
    Bench,
    bench,
    command_line,
    expect,
    groups,
    judge,
    processes,
)

from judging.core.runs import Ending


def stale_groups() -> Iterator[str]:
    """A judge that is killed leaves groups; the next one removes them."""
    for whom in ("judge", "judge and launcher"):
        child = subprocess.Popen(
            [sys.executable, str(CHECKS), "--as", "victim"],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert child.stdout is not None
        line = child.stdout.readline()
        expect(line.strip(), "the victim did not start")
        pid, *launchers = map(int, line.split())
        before = [str(g) for g in groups()]
        expect(any(f"judge-{pid}" in g for g in before), f"no group of {pid}: {before}")
        for number in (pid, *(launchers if "launcher" in whom else [])):
            os.kill(number, signal.SIGKILL)
        child.wait()
        started = time.monotonic()
        with bench() as b:
            got = b.run("exit", 0)
        wall = time.monotonic() - started
        expect(got.ending is Ending.EXITED, got.short)
        left = [str(g) for g in groups() if f"judge-{pid}" in g.name]
        expect(not left, f"{whom} killed; still there: {left}")
        alive = [pid for pid in processes() if command_line(pid)]
        expect(not alive, f"{whom} killed; processes still there: {alive}")
        yield f"{whom} killed: its groups were swept; the next judge took {wall:.2f} s for one run"


def victim() -> None:
    b = Bench()
    with b.command("hold") as command:
        b.sandbox.start(command)
        time.sleep(0.5)
        print(os.getpid(), *b.sandbox.launchers, flush=True)
        time.sleep(600)


def doctor() -> Iterator[str]:
    code, text = judge("doctor")
    yield from text.rstrip().splitlines()
    expect(code == 0 and "sandbox   tier cgroup2" in text, f"ends with {code}")


def runs_a_package() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as home:
        package = Path(home, "fresh")
        code, text = judge("new", str(package))
        expect(code == 0, f"judge new: {code}: {text}")
        config = package / "problem.yaml"
        # An emulated compiler on a busy machine has needed more than the usual minute.
        config.write_text(
            config.read_text().replace("limits:", "limits:\n  compilation_time: 300")
        )
        report = Path(home, "report.json")
        code, text = judge(
            *("run", "--problem", str(package), "--require-sandbox", TIER),
            *("--allow-missing-language", "--time-limit", "6", "--json", str(report)),
            folder=package,
        )
        yield from text.rstrip().splitlines()
        expect(code == 0, f"judge run ends with {code}")
        sandbox = json.loads(report.read_text()).get("sandbox")
        expect("cgroup2" in json.dumps(sandbox), f"the report says {sandbox}")
    expect(not [g for g in groups() if g.name != "judge-main"], f"left: {groups()}")


def interrupted() -> Iterator[str]:
    """Ctrl-C in the middle of `judge run` leaves no process and no group."""
    with tempfile.TemporaryDirectory() as home:
        package = Path(home, "fresh")
        judge("new", str(package))
        slow = package / "submissions" / "accepted" / "slow.cpp"
        slow.write_text("int main() { for (volatile int i = 0;; i = i + 1) {} }\n")
        child = subprocess.Popen(
            [
                sys.executable,
                str(JUDGE / "judge.py"),
                "run",
                str(slow),
                "--time-limit",
                "60",
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=package,
        )
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not _spinning(child.pid):
            time.sleep(0.1)
        found = _spinning(child.pid)
        expect(found, "the submission did not start")
        child.send_signal(signal.SIGINT)
        text = child.communicate(timeout=60)[0]
        expect(not _spinning(child.pid), f"groups of it are still there: {groups()}")
        expect(
            not [g for g in groups() if f"judge-{child.pid}" in g.name],
            f"left: {groups()}",
        )
        yield f"ended with {child.returncode}: {' | '.join(text.strip().splitlines()[-2:])}"


def _spinning(pid: int) -> list[str]:
    """Groups of the judge `pid` that have used more than a second."""
    found = []
    for folder in TOP.rglob(f"judge-{pid}/*/"):
        with contextlib.suppress(OSError):
            usage = (folder / "cpu.stat").read_text().split()[1]
            if int(usage) > 1_000_000 and (folder / "cgroup.procs").read_text().split():
                found.append(str(folder))
    return found
