"""What a judge has left behind: processes, control groups, mounts, files."""

from __future__ import annotations

import contextlib
import os
import re
import time
from pathlib import Path

import psutil

GONE_S = 10.0
NAMESPACE_MOUNTS = {
    "root",
    "box",
}  # what the launcher calls the file systems that it mounts


def slot_uids(pid: int) -> range:
    """Return the user ids of the programs of the judge `pid` if it is root."""
    first = 2**31 + pid % 2**22 * 64
    return range(first, first + 64)


def left_over(pid: int) -> list[str]:
    """Return the processes, control groups and mounts of the judge `pid` that still exist."""
    uids, found = slot_uids(pid), []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            own = process.ppid() == pid and pid == os.getpid()
            if process.uids().real in uids or own:
                found.append(
                    f"process {process.pid} {process.name()} {process.status()}"
                )
    folders = [folder for folder, _, _ in os.walk("/sys/fs/cgroup")]
    found += [
        folder for folder in folders if re.search(rf"/judge-{pid}(-\d+)?$", folder)
    ]
    mounts = Path("/proc/self/mountinfo").read_text().splitlines()
    sources = [line.split(" - ")[1].split()[1] for line in mounts]
    return found + [f"mount {name}" for name in sources if name in NAMESPACE_MOUNTS]


def assert_nothing_left(pid: int, before: set[str], *folders: Path) -> None:
    deadline = time.monotonic() + GONE_S
    while (left := set(left_over(pid)) - before) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert left == set()
    for folder in folders:
        assert list(folder.iterdir()) == []
