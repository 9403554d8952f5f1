"""Control groups limit the memory and processes of a whole run and count its CPU time.

A worker has one group in each hierarchy that it uses, as long as it lives. The program
of each run joins the group, and usage from before the run is subtracted. Each limit is
written and read back.

    <the judge's own group>/judge-<pid>-<number>/      v1: one such folder per controller
    <a group of the judge>/judge-<pid>/<number>/       v2: one folder for all controllers

A judge that is killed leaves its groups behind. The next judge removes them: their names
carry the process id of the dead one, and nobody locks them. (A judge in another
container may be alive, although its id is unknown here.)
"""

import contextlib
import fcntl
import itertools
import os
import re
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from judging.core.errors import MachineError
from judging.core.limits import MIB
from judging.values import Value

ROOT = Path("/sys/fs/cgroup")
_NAME = re.compile(r"judge-(\d+)(-\d+)?$")
# As many judges may take each other's new groups for abandoned ones.
_OPEN_TRIES = 20
# How long a killed process may take to end. It is in the kernel then, writing to a slow
# disk at most.
_EMPTY_S = 5.0
# Less than the room that a run has above its memory limit (local.py).
HARMLESS_BYTES = 8 * MIB
# How long to wait for memory that the kernel is about to free, and between two looks.
# What is left after that leaves the next run a little less room.
_FREED_S = 1.0
_PAUSE_S = 0.002
# What the kernel may round a limit down by: a page, of 64 KiB on some machines.
_ROUNDING_BYTES = 65536
# No name is used twice: a worker that removes its old group by name must not meet a new one.
_numbers = itertools.count()


class Usage(Value):
    """The usage of one run: CPU seconds of all processes, and how many processes the
    kernel killed because the group was out of memory."""

    cpu_s: float
    out_of_memory: int


class Group(Protocol):
    """The control group of one worker, pinned to a core if one is given."""

    _limits: tuple[int | None, int | None] | None = None
    _counted: Usage = Usage(0.0, 0)
    _tool: bool = False

    def __init__(self, core: int | None) -> None: ...

    @staticmethod
    def missing() -> str | None:
        """Why such groups cannot be used here; None when they can be."""

    def procs(self) -> tuple[int, ...]:
        """The descriptors to join through: a process joins by writing "0" to each."""

    def cpu(self) -> int:
        """A descriptor to read the group's CPU time from."""

    def begin(
        self, memory_bytes: int | None, processes: int | None, tool: bool = False
    ) -> None:
        """Sets the limits of the next run, and whether that run is a tool's. OSError, or
        MachineError when a limit reads back with another value."""
        if self._tool and not tool:
            self._tool = False
            self._clear()
        self._tool = tool
        if self._limits != (memory_bytes, processes):
            self._limits = None
            self._set_limits(memory_bytes, processes)
            self._limits = (memory_bytes, processes)

    def end(self) -> Usage:
        """Kills every process still in the group and returns the usage of the run."""
        self._clear()
        before = self._counted
        now = self._count()
        self._counted = now
        return Usage(now.cpu_s - before.cpu_s, now.out_of_memory - before.out_of_memory)

    def _set_limits(self, memory_bytes: int | None, processes: int | None) -> None: ...

    def _clear(self) -> None:
        """Kills what a run has left in the group."""

    def _count(self) -> Usage:
        """The usage of all runs so far."""

    def exists(self) -> bool:
        """True while the group exists in every hierarchy."""

    def close(self) -> None:
        """Removes the group."""


class Files:
    """The files in one group's folder, kept open; the folder is locked meanwhile."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._fds: dict[str, int] = {}
        fcntl.flock(self.fd(".", os.O_RDONLY), fcntl.LOCK_SH)

    def fd(self, name: str, flags: int = os.O_RDWR) -> int:
        """A descriptor of a file, opened on first use."""
        if name not in self._fds:
            self._fds[name] = os.open(self.folder / name, flags | os.O_CLOEXEC)
        return self._fds[name]

    def read(self, name: str) -> str:
        return os.pread(self.fd(name, os.O_RDONLY), 65536, 0).decode()

    def write(self, name: str, value: str) -> None:
        os.write(self.fd(name), value.encode())

    def set(self, name: str, value: int | None, unlimited: str) -> None:
        """Writes a limit and reads it back; the kernel rounds memory down to whole pages."""
        text = unlimited if value is None else str(value)
        self.write(name, text)
        got = os.pread(self.fd(name), 64, 0).decode().strip()
        if value is None:
            return
        # A limit that the kernel did not take would be a run without a limit.
        if not got.isdigit() or not 0 <= value - int(got) < _ROUNDING_BYTES:
            raise MachineError(
                f"wrote {text} to {self.folder / name}, but it reads {got}"
            )

    def close(self) -> None:
        for fd in self._fds.values():
            os.close(fd)
        self._fds.clear()


def counter(text: str, name: str) -> int:
    """The number after `name` in a file of names and numbers; 0 when the name is missing."""
    match = re.search(rf"^{name} (\d+)$", text, re.MULTILINE)
    if match is None:
        return 0
    return int(match[1])


def until_freed(left: Callable[[], int]) -> Iterator[None]:
    """Yields while the bytes left from a run could take the next run over its memory
    limit: the kernel frees the shared memory of an ipc namespace a little later than the run ends."""
    deadline = time.monotonic() + _FREED_S
    while left() > HARMLESS_BYTES and time.monotonic() < deadline:
        time.sleep(_PAUSE_S)
        yield


def empty(files: Files) -> None:
    """Kills the processes of a group until there are none."""
    deadline = time.monotonic() + _EMPTY_S
    # Reopened each time: in version 1 an open file keeps the list that it read first.
    while pids := (files.folder / "cgroup.procs").read_text().split():
        if time.monotonic() > deadline:
            raise MachineError(
                f"{files.folder}: cannot kill the processes {' '.join(pids)}"
            )
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
        time.sleep(0.001)


def make_free(parents: Sequence[Path], prefix: str) -> list[Path]:
    """Makes a folder of the same name in each of `parents`: `prefix` and a number that
    is free in all of them, so that no part of the group is another worker's."""
    for number in _numbers:
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


def open_free(parents: Sequence[Path], prefix: str) -> list[Files]:
    """Makes a group as `make_free` does, and opens and locks its folders.

    Another judge may take a folder for an abandoned one until it is locked: one in another
    namespace of processes, or one that looked for our process before it began. Then the
    next number is tried.
    """
    for _ in range(_OPEN_TRIES):
        folders = make_free(parents, prefix)
        opened = []
        try:
            for folder in folders:
                opened.append(Files(folder))
            # A folder can be removed while it is open, up to the moment it was locked.
            for folder in folders:
                folder.stat()
        except FileNotFoundError:
            for files in opened:
                files.close()
            for folder in folders:
                remove(folder)
        else:
            return opened
    raise MachineError(f"control groups in {parents[0]} vanish while they are made")


def remove(folder: Path) -> None:
    """Removes a group that has no processes, or whose last process is just ending."""
    deadline = time.monotonic() + _EMPTY_S
    while time.monotonic() <= deadline:
        try:
            with contextlib.suppress(FileNotFoundError):
                folder.rmdir()
            return
        except OSError:
            # The group may notice the end of its last process a moment later.
            time.sleep(0.0005)


def sweep(parent: Path) -> None:
    """Removes the groups of judges that no longer exist."""
    for name in os.listdir(parent):
        match = _NAME.match(name)
        if match is None or Path(f"/proc/{match[1]}").exists():
            continue
        # Another judge may remove the same group at this moment.
        with contextlib.suppress(FileNotFoundError):
            _remove_unless_held(parent / name)


def _remove_unless_held(folder: Path) -> None:
    parts = [*folder.glob("*/"), folder]
    if any(_is_held(part) for part in parts):
        return
    for part in parts:
        remove(part)


def _is_held(folder: Path) -> bool:
    try:
        fd = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(fd)
    return False


def own_groups() -> Iterator[tuple[str, str]]:
    """(controllers, path) of each group that this process is in."""
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        yield controllers, path
