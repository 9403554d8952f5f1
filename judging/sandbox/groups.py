"""Control groups: the limit on memory and processes of a whole run, and its CPU time.

A worker has one group, in every hierarchy that is used, for as long as it lives; the program of
each run joins it, and what it counted before a run is taken off. Limits are written and read back.

    <the judge's own group>/judge-<pid>-<number>/      v1: one such folder per controller
    <a group of the judge>/judge-<pid>/<number>/       v2: one folder for all controllers

Groups that an earlier judge left behind, killed before it could remove them, are removed by the
next one: their names carry its process id.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import signal
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from judging.core.errors import MachineError

ROOT = Path("/sys/fs/cgroup")
_NAME = re.compile(r"judge-(\d+)(-\d+)?$")
_EMPTY_S = 5.0


@dataclass(frozen=True, slots=True)
class Usage:
    """What the group counted in one run: CPU seconds of every process, and how often the kernel
    killed for want of memory."""

    cpu_s: float
    out_of_memory: int

    def less(self, other: Usage) -> Usage:
        """What was used since `other` was counted."""
        return Usage(self.cpu_s - other.cpu_s, self.out_of_memory - other.out_of_memory)


class Group(Protocol):
    """One worker's group."""

    def procs(self) -> tuple[int, ...]:
        """Descriptors through which a process joins, by writing "0"."""

    def cpu(self) -> int:
        """A descriptor to read the CPU time used so far from."""

    def begin(self, memory_bytes: int | None, processes: int | None) -> None:
        """Sets the limits of the next run. OSError, or MachineError where a limit reads back
        otherwise than it was written."""

    def end(self) -> Usage:
        """What the run used; every process still in the group is killed first."""

    def whole(self) -> bool:
        """True while it is there, in every hierarchy."""

    def close(self) -> None:
        """Removes the group."""


class Files:
    """Files of one group's folder, kept open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._fds: dict[str, int] = {}

    def fd(self, name: str, flags: int = os.O_RDWR) -> int:
        """A descriptor of one of the files."""
        if name not in self._fds:
            self._fds[name] = os.open(self.folder / name, flags | os.O_CLOEXEC)
        return self._fds[name]

    def read(self, name: str) -> str:
        """The whole of a small file."""
        return os.pread(self.fd(name, os.O_RDONLY), 65536, 0).decode()

    def write(self, name: str, value: str) -> None:
        """Writes a value."""
        os.write(self.fd(name), value.encode())

    def set(self, name: str, value: int | None, unlimited: str) -> None:
        """Writes a limit and reads it back; the kernel rounds memory down to whole pages."""
        text = unlimited if value is None else str(value)
        self.write(name, text)
        got = os.pread(self.fd(name), 64, 0).decode().strip()
        if value is not None and not (got.isdigit() and 0 <= value - int(got) < 65536):
            raise MachineError(f"{self.folder / name} reads {got} after {text} was written")

    def close(self) -> None:
        """Closes them."""
        for fd in self._fds.values():
            os.close(fd)
        self._fds.clear()


def counter(text: str, name: str) -> int:
    """The number behind `name` in a file of names and numbers; 0 where it is missing."""
    match = re.search(rf"^{name} (\d+)$", text, re.MULTILINE)
    return int(match[1]) if match else 0


def empty(files: Files) -> None:
    """Kills what is in a group until nothing is."""
    deadline = time.monotonic() + _EMPTY_S
    # Opened anew each time: version 1 keeps the list that an open file has read once.
    while pids := (files.folder / "cgroup.procs").read_text().split():
        if time.monotonic() > deadline:
            raise MachineError(f"{files.folder}: processes {' '.join(pids)} do not die")
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
        time.sleep(0.001)


def make_free(parents: Sequence[Path], prefix: str) -> list[Path]:
    """Makes a folder in each of `parents`, all of one name: `prefix` and a number that is taken in
    none of them, so that no part of a group is another worker's."""
    for number in itertools.count():
        folders = [parent / f"{prefix}{number}" for parent in parents]
        made = []
        try:
            for folder in folders:
                folder.mkdir()
                made.append(folder)
        except FileExistsError:
            for folder in made:
                remove(folder)
        else:
            return folders
    raise AssertionError("numbers do not end")


def remove(folder: Path) -> None:
    """Removes a group that is empty, or about to be."""
    deadline = time.monotonic() + _EMPTY_S
    while True:
        try:
            folder.rmdir()
        except FileNotFoundError:
            return
        except OSError:
            # The last process may be gone a moment before its group notices.
            if time.monotonic() > deadline:
                return
            time.sleep(0.0005)
        else:
            return


def sweep(parent: Path) -> None:
    """Removes the groups of judges that are no more."""
    for name in os.listdir(parent):
        match = _NAME.match(name)
        if match and not Path(f"/proc/{match[1]}").exists():
            folder = parent / name
            for inner in sorted(folder.glob("*/"), reverse=True):
                remove(inner)
            remove(folder)


def own_groups() -> Iterator[tuple[str, str]]:
    """(controllers, path) of the groups this process is in."""
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        yield controllers, path
