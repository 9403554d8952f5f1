"""Control groups version 1: a folder in each of the memory, pids and cpuacct hierarchies."""

import contextlib
import errno
import os
import time
from pathlib import Path

from judging.core.errors import MachineError
from judging.core.limits import MIB
from judging.sandbox import groups
from judging.sandbox.groups import ROOT, Files, Group, Usage

# Page cache of the run before that may stay: emptying a group takes longer than most runs.
_LEFT_BYTES = 2 * MIB
# How long to wait for memory that the kernel cannot free at once, and between two tries.
# A slow disk takes seconds for the pages of a compiler's output.
_BUSY_S = 20.0
_BUSY_PAUSE_S = 0.02


class Version1(Group):
    """A group in the memory, pids and cpuacct hierarchies, and in cpuset if the machine has it."""

    def __init__(self, core: int | None) -> None:
        parents = _parents()
        for parent in parents.values():
            groups.sweep(parent)
        opened = groups.open_free(list(parents.values()), f"judge-{os.getpid()}-")
        self._files = dict(zip(parents, opened, strict=True))
        # Files of their own: these descriptors are write-only.
        self._joins = [Files(files.folder) for files in opened]
        cpuset = self._files.get("cpuset")
        if cpuset is not None:
            # A new group has no cores and no memory nodes: no process could join it.
            for name in ("cpuset.mems", "cpuset.cpus"):
                cpuset.write(name, (cpuset.folder.parent / name).read_text().strip())
            if core is not None:
                cpuset.write("cpuset.cpus", str(core))
        self._memory = self._files["memory"]
        self._counted = self._count()
        self._swap = (self._memory.folder / "memory.memsw.limit_in_bytes").exists()

    @staticmethod
    def missing() -> str | None:
        if os.geteuid() != 0:
            return "version 1 control groups need root"
        missing = {"memory", "pids", "cpuacct"} - set(_parents())
        if missing:
            return (
                f"this machine has no version 1 controller {', '.join(sorted(missing))}"
            )
        return None

    def procs(self) -> tuple[int, ...]:
        return tuple(files.fd("cgroup.procs", os.O_WRONLY) for files in self._joins)

    def cpu(self) -> int:
        return self._files["cpuacct"].fd("cpuacct.usage")

    def _set_limits(self, memory_bytes: int | None, processes: int | None) -> None:
        if self._swap:
            # The limit on memory and swap may never be below the memory limit.
            self._memory.write("memory.memsw.limit_in_bytes", "-1")
        self._limit_memory(memory_bytes)
        if self._swap:
            self._memory.set("memory.memsw.limit_in_bytes", memory_bytes, "-1")
        self._files["pids"].set("pids.max", processes, "max")

    def _limit_memory(self, memory_bytes: int | None) -> None:
        """Sets the limit on memory.

        The kernel refuses one below what is in use and cannot be freed at once, such as
        pages on their way to a busy disk. MachineError if it still does after a while.
        """
        deadline = time.monotonic() + _BUSY_S
        while True:
            try:
                return self._memory.set("memory.limit_in_bytes", memory_bytes, "-1")
            except OSError as refused:
                if refused.errno != errno.EBUSY:
                    raise
                if time.monotonic() > deadline:
                    raise MachineError(
                        f"{self._memory.folder}: the memory of earlier runs is not freed"
                    ) from refused
            self._drop()
            time.sleep(_BUSY_PAUSE_S)

    def _count(self) -> Usage:
        cpu_s = int(self._files["cpuacct"].read("cpuacct.usage")) / 1e9
        return Usage(
            cpu_s, groups.counter(self._memory.read("memory.oom_control"), "oom_kill")
        )

    def _clear(self) -> None:
        if self._files["pids"].read("pids.current") != "0\n":
            for files in self._files.values():
                groups.empty(files)
        # This run's page cache must not count for the next run, unless both are tools':
        # they read the same files, far below their limit. Emptying it waits for every
        # core of the machine, so a little may stay.
        if self._tool:
            return
        if self._usage() > _LEFT_BYTES:
            self._drop()
        for _ in groups.until_freed(self._usage):
            self._drop()

    def _usage(self) -> int:
        return int(self._memory.read("memory.usage_in_bytes"))

    def _drop(self) -> None:
        with contextlib.suppress(OSError):
            self._memory.write("memory.force_empty", "0")

    def exists(self) -> bool:
        return all(files.folder.is_dir() for files in self._files.values())

    def close(self) -> None:
        for files in (*self._files.values(), *self._joins):
            files.close()
        for files in self._files.values():
            groups.remove(files.folder)


def _parents() -> dict[str, Path]:
    parents = {}
    for controllers, path in groups.own_groups():
        for controller in controllers.split(","):
            if controller in ("memory", "pids", "cpuacct", "cpuset"):
                place = ROOT / controller
                own = place / path.lstrip("/")
                # In a container, the path is that of the machine, and is not there.
                if not own.is_dir():
                    own = place
                parents[controller] = own
    return parents
