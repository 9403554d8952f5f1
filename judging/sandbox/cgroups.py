"""Control groups: the limit on memory and processes of a whole run, and its CPU time.

A worker has one group, in every hierarchy that is used, for as long as it lives; the program of
each run joins it, and what it counted before a run is taken off. Limits are written and read back.

    <the judge's own group>/judge-<pid>-<number>/      v1: one such folder per controller
    <a group of the judge>/judge-<pid>/<number>/       v2: one folder for all controllers

Groups that an earlier judge left behind, killed before it could remove them, are removed by the
next one: their names carry its process id.
"""

from __future__ import annotations

import atexit
import contextlib
import itertools
import os
import re
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from judging.errors import MachineError

_ROOT = Path("/sys/fs/cgroup")
_NAME = re.compile(r"judge-(\d+)(-\d+)?$")
_MAIN = "judge-main"
_DELEGATE = "`systemd-run --user --scope -p Delegate=yes judge ...`"
_EMPTY_S = 5.0
# Workers open and close in threads of their own, and share the judge's version 2 group.
_opening = threading.Lock()


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
        with _opening:
            self._base = _base_v2()
            folder = _make_free(self._base, "")
        self._files = _Files(folder)
        self._joins = _Files(folder)
        self._ooms = 0
        self._cpu_before = 0
        self._limits: tuple[int | None, int | None] | None = None
        try:
            self._set_up(core)
        except OSError:
            self.close()
            raise

    def _set_up(self, core: int | None) -> None:
        self._files.write("memory.oom.group", "1")
        with contextlib.suppress(OSError):
            self._files.write("memory.swap.max", "0")
        if core is not None:
            # Where cpuset is not handed down, the affinity that the launcher sets has to do.
            with contextlib.suppress(OSError):
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
        return Usage(cpu / 1e6, ooms)

    def close(self) -> None:
        self._files.close()
        self._joins.close()
        with _opening:
            _remove(self._files.folder)
            with contextlib.suppress(OSError):
                self._base.rmdir()


def _parent_v2() -> Path:
    """The group to make the judge's own one in: the top as root, else the one that was delegated,
    which this process may have left already."""
    if os.geteuid() == 0:
        return _ROOT
    own = _ROOT / dict(_own_groups()).get("", "/").lstrip("/")
    return own.parent if own.name == _MAIN else own


def _inside(parent: Path) -> list[str]:
    """The processes in a group that cannot hand its controllers down while it has any. The top of
    all can; the top that a container sees is not that one."""
    if not (parent / "cgroup.type").exists():
        return []
    return (parent / "cgroup.procs").read_text().split()


def _base_v2() -> Path:
    """The judge's own group."""
    parent = _parent_v2()
    _sweep(parent)
    base = parent / f"judge-{os.getpid()}"
    if not base.exists():
        if str(os.getpid()) in _inside(parent):
            _leave(parent)
        _enable(parent)
        base.mkdir(exist_ok=True)
        _enable(base)
    return base


def _leave(parent: Path) -> None:
    """Moves this process into a leaf, so that its group has none and can hand controllers down."""
    leaf = parent / _MAIN
    leaf.mkdir(exist_ok=True)
    (leaf / "cgroup.procs").write_text(str(os.getpid()))
    atexit.register(_come_back, parent, os.getpid())


def _come_back(parent: Path, pid: int) -> None:
    """Leaves the group as it was found, unless another judge still needs it."""
    if os.getpid() != pid:
        return
    with contextlib.suppress(OSError):
        for controller in (parent / "cgroup.subtree_control").read_text().split():
            (parent / "cgroup.subtree_control").write_text(f"-{controller}")
        (parent / "cgroup.procs").write_text(str(pid))
        (parent / _MAIN).rmdir()


def _enable(folder: Path) -> None:
    offered = (folder / "cgroup.controllers").read_text().split()
    control = folder / "cgroup.subtree_control"
    enabled = control.read_text().split()
    for controller in ("memory", "pids", "cpuset"):
        if controller in offered and controller not in enabled:
            try:
                control.write_text(f"+{controller}")
            except OSError as problem:
                if controller != "cpuset":
                    why = os.strerror(problem.errno or 0)
                    raise MachineError(f"{control}: +{controller}: {why}") from problem


def version2_missing() -> str | None:
    """Why version 2 groups cannot be used here; None when they can."""
    if not (_ROOT / "cgroup.controllers").exists():
        return "no version 2 control groups at /sys/fs/cgroup"
    try:
        return _unusable(_parent_v2())
    except OSError as problem:
        return f"the control group of this process is not to be seen: {problem}"


def _unusable(parent: Path) -> str | None:
    places = (parent, parent / "cgroup.procs", parent / "cgroup.subtree_control")
    if not all(os.access(place, os.W_OK) for place in places):
        if os.geteuid() == 0:
            return f"{parent} is read-only, as in a container that is not privileged"
        return f"{parent} is not delegated to this user; start the judge by {_DELEGATE}"
    lacking = {"memory", "pids"} - set((parent / "cgroup.controllers").read_text().split())
    if lacking:
        return f"{parent} does not offer the controllers {', '.join(sorted(lacking))}"
    others = [pid for pid in _inside(parent) if pid != str(os.getpid())]
    if others:
        return (
            f"{parent} holds other processes ({', '.join(others[:5])}), so it cannot hand its "
            f"controllers down; start the judge as the only one in it, such as by {_DELEGATE}"
        )
    return None
