"""Control groups version 1: a folder in each of the memory, pids and cpuacct hierarchies."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from judging.core.limits import MIB
from judging.sandbox.groups import (
    ROOT,
    Files,
    Usage,
    counter,
    empty,
    make_free,
    own_groups,
    remove,
    sweep,
)

_LEFT_BYTES = 2 * MIB


class Version1:
    """A group in the memory, pids and cpuacct hierarchies, and in cpuset if the machine has it."""

    def __init__(self, core: int | None) -> None:
        parents = _parents_v1()
        for parent in parents.values():
            sweep(parent)
        made = make_free(list(parents.values()), f"judge-{os.getpid()}-")
        folders = dict(zip(parents, made, strict=True))
        self._files = {name: Files(folder) for name, folder in folders.items()}
        self._joins = [Files(folder) for folder in made]  # their descriptors are write-only
        if "cpuset" in self._files:
            self._pin(folders["cpuset"], core)
        self._memory = self._files["memory"]
        self._counted = self._count()
        self._swap = (folders["memory"] / "memory.memsw.limit_in_bytes").exists()
        self._limits: tuple[int | None, int | None] | None = None

    def _pin(self, folder: Path, core: int | None) -> None:
        files = self._files["cpuset"]
        for name in ("cpuset.mems", "cpuset.cpus"):
            files.write(name, (folder.parent / name).read_text().strip())
        if core is not None:
            files.write("cpuset.cpus", str(core))

    def procs(self) -> tuple[int, ...]:
        return tuple(files.fd("cgroup.procs", os.O_WRONLY) for files in self._joins)

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

    def _raise_swap(self, memory_bytes: int | None) -> int | None:
        """Lifts the limit on memory and swap, which may never be below the memory limit."""
        if self._swap:
            self._memory.write("memory.memsw.limit_in_bytes", "-1")
        return memory_bytes

    def _count(self) -> Usage:
        """The usage of all runs so far."""
        cpu_s = int(self._files["cpuacct"].read("cpuacct.usage")) / 1e9
        return Usage(cpu_s, counter(self._memory.read("memory.oom_control"), "oom_kill"))

    def end(self) -> Usage:
        if self._files["pids"].read("pids.current") != "0\n":
            for files in self._files.values():
                empty(files)
        # This run's page cache must not count for the next run. Emptying it waits for every core of
        # the machine, so a little may stay.
        if int(self._memory.read("memory.usage_in_bytes")) > _LEFT_BYTES:
            with contextlib.suppress(OSError):
                self._memory.write("memory.force_empty", "0")
        before, self._counted = self._counted, self._count()
        return self._counted.since(before)

    def exists(self) -> bool:
        return all(files.folder.is_dir() for files in self._files.values())

    def close(self) -> None:
        for files in (*self._files.values(), *self._joins):
            files.close()
        for files in self._files.values():
            remove(files.folder)


def _parents_v1() -> dict[str, Path]:
    parents = {}
    for controllers, path in own_groups():
        for controller in controllers.split(","):
            if controller in ("memory", "pids", "cpuacct", "cpuset"):
                place = ROOT / controller
                own = place / path.lstrip("/")
                parents[controller] = own if own.is_dir() else place
    return parents


def version1_missing() -> str | None:
    """Why version 1 groups cannot be used here; None when they can be."""
    if os.geteuid() != 0:
        return "version 1 control groups need root"
    missing = {"memory", "pids", "cpuacct"} - set(_parents_v1())
    if missing:
        return f"this machine has no version 1 controller {', '.join(sorted(missing))}"
    return None
