"""Control groups: the limit on memory and processes of a whole run, and its CPU time.

A worker has one group, in every hierarchy that is used, for as long as it lives; the program of
each run joins it, and between runs its counters start again. Limits are written and read back.

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
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from judging.errors import MachineError

_ROOT = Path("/sys/fs/cgroup")
_NAME = re.compile(r"judge-(\d+)(-\d+)?$")
_EMPTY_S = 5.0


@dataclass(frozen=True, slots=True)
class Usage:
    """What the group counted in one run: CPU seconds of every process, and how often the kernel
    killed for want of memory."""

    cpu_s: float
    out_of_memory: int


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

    def close(self) -> None:
        """Removes the group."""


class _Files:
    """Files of one group's folder, kept open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._fds: dict[str, int] = {}

    def fd(self, name: str, flags: int = os.O_RDWR) -> int:
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
        if value is not None and not (got.isdigit() and 0 <= value - int(got) < 65536):
            raise MachineError(f"{self.folder / name} reads {got} after {text} was written")

    def close(self) -> None:
        for fd in self._fds.values():
            os.close(fd)
        self._fds.clear()


def _counter(text: str, name: str) -> int:
    match = re.search(rf"^{name} (\d+)$", text, re.MULTILINE)
    return int(match[1]) if match else 0


def _empty(files: _Files) -> None:
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


def _make_free(parent: Path, prefix: str) -> Path:
    """Makes the first folder of that prefix and a number which nobody else has."""
    for number in itertools.count():
        folder = parent / f"{prefix}{number}"
        with contextlib.suppress(FileExistsError):
            folder.mkdir()
            return folder
    raise AssertionError("numbers do not end")


def _remove(folder: Path) -> None:
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
            time.sleep(0.002)
        else:
            return


def _sweep(parent: Path) -> None:
    """Removes the groups of judges that are no more."""
    for folder in parent.glob("judge-*"):
        match = _NAME.match(folder.name)
        if match and not Path(f"/proc/{match[1]}").exists():
            for inner in sorted(folder.glob("*/"), reverse=True):
                _remove(inner)
            _remove(folder)


def _own_groups() -> Iterator[tuple[str, str]]:
    """(controllers, path) of the groups this process is in."""
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        yield controllers, path


# ---- version 1


class Version1:
    """Groups in the memory, pids and cpuacct hierarchies, and cpuset where it is there."""

    def __init__(self, core: int | None) -> None:
        parents = _parents_v1()
        for parent in parents.values():
            _sweep(parent)
        name = _make_free(parents["memory"], f"judge-{os.getpid()}-").name
        folders = {controller: parent / name for controller, parent in parents.items()}
        for folder in folders.values():
            folder.mkdir(exist_ok=True)
        self._files = {name: _Files(folder) for name, folder in folders.items()}
        if "cpuset" in self._files:
            self._pin(folders["cpuset"], core)
        self._memory = self._files["memory"]
        self._ooms = 0
        self._swap = (folders["memory"] / "memory.memsw.limit_in_bytes").exists()
        self._limits: tuple[int | None, int | None] | None = None

    def _pin(self, folder: Path, core: int | None) -> None:
        files = self._files["cpuset"]
        for name in ("cpuset.mems", "cpuset.cpus"):
            files.write(name, (folder.parent / name).read_text().strip())
        if core is not None:
            files.write("cpuset.cpus", str(core))

    def procs(self) -> tuple[int, ...]:
        return tuple(f.fd("cgroup.procs", os.O_WRONLY) for f in self._writers())

    def _writers(self) -> list[_Files]:
        # A second set: the descriptors to join by are opened for writing only.
        if not hasattr(self, "_joins"):
            self._joins = [_Files(files.folder) for files in self._files.values()]
        return self._joins

    def cpu(self) -> int:
        return self._files["cpuacct"].fd("cpuacct.usage")

    def begin(self, memory_bytes: int | None, processes: int | None) -> None:
        if self._limits != (memory_bytes, processes):
            self._limits = None
            self._memory.set("memory.limit_in_bytes", self._raise_swap(memory_bytes), "-1")
            if self._swap:
                self._memory.set("memory.memsw.limit_in_bytes", memory_bytes, "-1")
            self._files["pids"].set("pids.max", processes, "max")
            self._limits = (memory_bytes, processes)
        self._files["cpuacct"].write("cpuacct.usage", "0")
        self._ooms = _counter(self._memory.read("memory.oom_control"), "oom_kill")

    def _raise_swap(self, memory_bytes: int | None) -> int | None:
        """The sum with swap may never be below the limit: it is lifted before that is raised."""
        if self._swap:
            self._memory.write("memory.memsw.limit_in_bytes", "-1")
        return memory_bytes

    def end(self) -> Usage:
        for files in self._files.values():
            _empty(files)
        cpu_s = int(self._files["cpuacct"].read("cpuacct.usage")) / 1e9
        ooms = _counter(self._memory.read("memory.oom_control"), "oom_kill")
        # What the run left in the page cache is not the next one's.
        with contextlib.suppress(OSError):
            self._memory.write("memory.force_empty", "0")
        return Usage(cpu_s, ooms - self._ooms)

    def close(self) -> None:
        for files in (*self._files.values(), *getattr(self, "_joins", [])):
            files.close()
        for files in self._files.values():
            _remove(files.folder)


def _parents_v1() -> dict[str, Path]:
    parents = {}
    for controllers, path in _own_groups():
        for controller in controllers.split(","):
            if controller in ("memory", "pids", "cpuacct", "cpuset"):
                place = _ROOT / controller
                own = place / path.lstrip("/")
                parents[controller] = own if own.is_dir() else place
    return parents


def version1_missing() -> str | None:
    """Why version 1 groups cannot be used here; None when they can."""
    if os.geteuid() != 0:
        return "version 1 control groups need root"
    missing = {"memory", "pids", "cpuacct"} - set(_parents_v1())
    if missing:
        return f"no version 1 controller {', '.join(sorted(missing))}"
    return None


# ---- version 2


class Version2:
    """One group in the unified hierarchy, under a group of this judge with every controller."""

    def __init__(self, core: int | None) -> None:
        base = _base_v2()
        self._base = base
        folder = _make_free(base, "")
        self._files = _Files(folder)
        self._joins = _Files(folder)
        self._ooms = 0
        self._cpu_before = 0
        self._limits: tuple[int | None, int | None] | None = None
        self._files.write("memory.oom.group", "1")
        with contextlib.suppress(OSError):
            self._files.write("memory.swap.max", "0")
        if core is not None and (folder / "cpuset.cpus").exists():
            self._files.write("cpuset.cpus", str(core))

    def procs(self) -> tuple[int, ...]:
        return (self._joins.fd("cgroup.procs", os.O_WRONLY),)

    def cpu(self) -> int:
        return self._files.fd("cpu.stat", os.O_RDONLY)

    def begin(self, memory_bytes: int | None, processes: int | None) -> None:
        if self._limits != (memory_bytes, processes):
            self._limits = None
            self._files.set("memory.max", memory_bytes, "max")
            self._files.set("pids.max", processes, "max")
            self._limits = (memory_bytes, processes)
        self._cpu_before = _counter(self._files.read("cpu.stat"), "usage_usec")
        self._ooms = _counter(self._files.read("memory.events"), "oom_kill")

    def end(self) -> Usage:
        _empty(self._files)
        cpu = _counter(self._files.read("cpu.stat"), "usage_usec") - self._cpu_before
        ooms = _counter(self._files.read("memory.events"), "oom_kill") - self._ooms
        with contextlib.suppress(OSError):
            self._files.write("memory.reclaim", str(2**30))
        return Usage(cpu / 1e6, ooms)

    def close(self) -> None:
        self._files.close()
        self._joins.close()
        _remove(self._files.folder)
        with contextlib.suppress(OSError):
            self._base.rmdir()


def _v2_mount() -> Path | None:
    return _ROOT if (_ROOT / "cgroup.controllers").exists() else None


def _base_v2() -> Path:
    """The judge's own group, below the top as root and below its own delegated one otherwise."""
    top = _v2_mount()
    if top is None:
        raise MachineError("no version 2 control groups at /sys/fs/cgroup")
    own = dict(_own_groups()).get("", "/")
    parent = top if os.geteuid() == 0 else top / own.lstrip("/")
    _sweep(parent)
    base = parent / f"judge-{os.getpid()}"
    if not base.exists():
        if parent != top:
            _leave(parent)
        _enable(parent)
        base.mkdir(exist_ok=True)
        _enable(base)
    return base


def _leave(parent: Path) -> None:
    """A group with processes of its own cannot hand its controllers down: move ours into a leaf."""
    leaf = parent / "judge-main"
    leaf.mkdir(exist_ok=True)
    (leaf / "cgroup.procs").write_text(str(os.getpid()))


def _enable(folder: Path) -> None:
    offered = (folder / "cgroup.controllers").read_text().split()
    enabled = (folder / "cgroup.subtree_control").read_text().split()
    for controller in ("memory", "pids", "cpuset"):
        if controller in offered and controller not in enabled:
            (folder / "cgroup.subtree_control").write_text(f"+{controller}")


def version2_missing() -> str | None:
    """Why version 2 groups cannot be used here; None when they can."""
    top = _v2_mount()
    if top is None:
        return "no version 2 control groups at /sys/fs/cgroup"
    own = dict(_own_groups()).get("", "/")
    parent = top if os.geteuid() == 0 else top / own.lstrip("/")
    offered = (parent / "cgroup.controllers").read_text().split()
    lacking = {"memory", "pids"} - set(offered)
    if lacking:
        return f"{parent} does not offer the controllers {', '.join(sorted(lacking))}"
    if not os.access(parent / "cgroup.procs", os.W_OK):
        return (
            f"{parent} is not delegated to this user; start the judge by "
            "`systemd-run --user --scope -p Delegate=yes judge ...`"
        )
    return None
