"""Control groups version 2: one folder in the unified hierarchy."""

import atexit
import contextlib
import os
import threading
from pathlib import Path

from judging.core.errors import MachineError
from judging.sandbox import groups
from judging.sandbox.groups import ROOT, Files, Group, Usage

_MAIN = "judge-main"
_DELEGATE = "`systemd-run --user --scope -p Delegate=yes judge ...`"
# Workers open and close in their own threads and share the judge's group.
_opening = threading.Lock()


class Version2(Group):
    """A group in the unified hierarchy, below this judge's group, which has every controller."""

    def __init__(self, core: int | None) -> None:
        with _opening:
            self._base = _make_base()
            (self._files,) = groups.open_free([self._base], "")
        self._joins = Files(self._files.folder)  # its descriptor is write-only
        try:
            # All processes of a run die together: else a parent could survive its child's end.
            self._files.write("memory.oom.group", "1")
        except OSError:
            self.close()
            raise
        with contextlib.suppress(OSError):
            self._files.write("memory.swap.max", "0")
        if core is not None:
            # Without the cpuset controller, the affinity that the launcher sets must suffice.
            with contextlib.suppress(OSError):
                self._files.write("cpuset.cpus", str(core))

    @staticmethod
    def missing() -> str | None:
        if not (ROOT / "cgroup.controllers").exists():
            return "no version 2 control groups at /sys/fs/cgroup"
        try:
            return _unusable(_parent())
        except OSError as problem:
            return f"cannot read {problem.filename}: {problem.strerror}"

    def procs(self) -> tuple[int, ...]:
        return (self._joins.fd("cgroup.procs", os.O_WRONLY),)

    def cpu(self) -> int:
        return self._files.fd("cpu.stat", os.O_RDONLY)

    def _set_limits(self, memory_bytes: int | None, processes: int | None) -> None:
        self._files.set("memory.max", memory_bytes, "max")
        self._files.set("pids.max", processes, "max")

    def _count(self) -> Usage:
        cpu_us = groups.counter(self._files.read("cpu.stat"), "usage_usec")
        return Usage(
            cpu_us / 1e6, groups.counter(self._files.read("memory.events"), "oom_kill")
        )

    def _clear(self) -> None:
        if self._files.read("pids.current") != "0\n":
            groups.empty(self._files)
        for _ in groups.until_freed(self._shared_memory):
            pass

    def _shared_memory(self) -> int:
        # The statistics are slow to read.
        if int(self._files.read("memory.current")) <= groups.HARMLESS_BYTES:
            return 0
        return groups.counter(self._files.read("memory.stat"), "shmem")

    def exists(self) -> bool:
        return self._files.folder.is_dir()

    def close(self) -> None:
        self._files.close()
        self._joins.close()
        with _opening:
            groups.remove(self._files.folder)
            with contextlib.suppress(OSError):
                self._base.rmdir()


def _parent() -> Path:
    """The parent of the judge's own group: the top as root, else the delegated group,
    which this process may have left already."""
    if os.geteuid() == 0:
        return ROOT
    own = ROOT / dict(groups.own_groups()).get("", "/").lstrip("/")
    if own.name == _MAIN:
        return own.parent
    return own


def _blocking_processes(parent: Path) -> list[str]:
    """The processes that keep a group from handing its controllers down: all in it. The
    root of the hierarchy is exempt, but not the top of the part that a container sees."""
    if not (parent / "cgroup.type").exists():
        return []
    return (parent / "cgroup.procs").read_text().split()


def _make_base() -> Path:
    parent = _parent()
    groups.sweep(parent)
    base = parent / f"judge-{os.getpid()}"
    if not base.exists():
        if str(os.getpid()) in _blocking_processes(parent):
            _leave(parent)
        _enable(parent)
        base.mkdir(exist_ok=True)
        _enable(base)
    return base


def _leave(parent: Path) -> None:
    """Moves this process into a leaf, so that its group is empty and can hand
    controllers down."""
    leaf = parent / _MAIN
    leaf.mkdir(exist_ok=True)
    (leaf / "cgroup.procs").write_text(str(os.getpid()))
    atexit.register(_restore, parent, os.getpid())


def _restore(parent: Path, pid: int) -> None:
    """Restores the group, unless another judge still needs it."""
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
                    text = f"cannot write +{controller} to {control}: {why}"
                    raise MachineError(text) from problem


def _unusable(parent: Path) -> str | None:
    places = (parent, parent / "cgroup.procs", parent / "cgroup.subtree_control")
    if not all(os.access(place, os.W_OK) for place in places):
        if os.geteuid() == 0:
            return f"{parent} is read-only, as in an unprivileged container"
        return (
            f"{parent} is not delegated to this user; start the judge with {_DELEGATE}"
        )
    lacking = {"memory", "pids"} - set(
        (parent / "cgroup.controllers").read_text().split()
    )
    if lacking:
        return f"{parent} does not offer the controllers {', '.join(sorted(lacking))}"
    others = [pid for pid in _blocking_processes(parent) if pid != str(os.getpid())]
    if others:
        return (
            f"{parent} contains other processes ({', '.join(others[:5])}), so it cannot hand down "
            f"its controllers; start the judge in a group of its own with {_DELEGATE}"
        )
    return None
