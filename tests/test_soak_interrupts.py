"""Judges that are interrupted at random moments of a run leave nothing behind."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import time
from pathlib import Path

import psutil
import pytest
from support.command import Package, argv, ended, environment, sound
from support.left_over import assert_nothing_left
from support.waiting import wait_until

pytestmark = pytest.mark.slow

SEED = 20250917
STARTS_S = 60.0
NAP = "import time\nfor _ in range(4):\n    time.sleep(0.05)\nprint(sum(map(int, input().split())))\n"


def runs_programs(judge: psutil.Process) -> bool:
    """Return whether a submission of this judge runs."""
    with contextlib.suppress(psutil.Error):
        for process in judge.children(recursive=True):
            with contextlib.suppress(psutil.Error):
                if any(word.endswith("/nap.py") for word in process.cmdline()):
                    return True
    return False


def interrupted(package: Package, chance: random.Random, boxes: Path) -> None:
    """Start `judge run`, interrupt it, and check that nothing is left of it."""
    process = subprocess.Popen(
        argv("run", "--problem", package.root, "--fresh", "--until", "all", "--jobs", 2),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(TMPDIR=str(boxes)),
        start_new_session=True,
    )
    judge = psutil.Process(process.pid)
    deadline = time.monotonic() + STARTS_S
    while not runs_programs(judge):
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.02)
    time.sleep(chance.uniform(0, 1))
    members = judge.children(recursive=True)
    assert members
    os.killpg(process.pid, signal.SIGINT)
    assert ended(process).code == 130
    wait_until(lambda: not any(member.is_running() for member in members))
    assert_nothing_left(process.pid, set(), boxes)


def test_interrupted_judges_leave_nothing(tmp_path: Path, own_cache: Path) -> None:
    package = sound(tmp_path)
    package.write("solutions/accepted/nap.py", NAP)
    for number in range(60):
        package.test(f"secret/n{number:02}", f"{number} 1\n", f"{number + 1}\n")
    boxes = tmp_path / "boxes"
    boxes.mkdir(mode=0o711)
    chance = random.Random(SEED)
    unfinished = own_cache / "judge" / "tmp"
    before = sorted(unfinished.glob("*"))
    for _ in range(5):
        interrupted(package, chance, boxes)
    assert sorted(unfinished.glob("*")) == before
