"""One worker's sandbox on this machine: a launcher and, in some tiers, a control group.

The tiers differ only in the `Tier` that a sandbox is opened with.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from judging.core.errors import MachineError
from judging.core.limits import MIB
from judging.core.results import Ending, Execution, SandboxInfo
from judging.sandbox.building import build
from judging.sandbox.contract import Command
from judging.sandbox.frames import Isolation, Setting, failed
from judging.sandbox.groups import Group
from judging.sandbox.launching import Launcher
from judging.store import Store, remove_tree

BOX = Path("/box")
# Near a group's limit the kernel drops the pages of the program's own file and reads them again and
# again before it reports out of memory: that takes seconds without CPU time. So the group's limit
# lies above the memory limit, and the launcher applies the memory limit to the resident set.
_HEADROOM_BYTES = 16 * MIB
_FIRST_UID = 2**31


@dataclass(frozen=True, slots=True)
class Tier:
    """What a tier consists of.

    `group` makes a worker's control group, pinned to a core. With `slot_uid` each worker of a root
    judge has a user id of its own. `root_warnings` apply to a root judge only. `answer_s` and
    `end_s` are the patience of its `Launcher`.
    """

    name: str
    isolation: Isolation
    warnings: tuple[str, ...] = ()
    root_warnings: tuple[str, ...] = ()
    group: Callable[[int | None], Group] | None = None
    slot_uid: bool = False
    answer_s: float = 15.0
    end_s: float = 10.0

    @property
    def info(self) -> SandboxInfo:
        """What reports say about the tier."""
        root_warnings = self.root_warnings if os.geteuid() == 0 else ()
        return SandboxInfo(self.name, (*self.warnings, *root_warnings))


def _with_headroom(memory_bytes: int | None) -> int | None:
    return None if memory_bytes is None else memory_bytes + _HEADROOM_BYTES


class Slot:
    """A launcher and its control group; it runs one command at a time."""

    def __init__(self, tier: Tier, executable: Path, number: int, core: int | None) -> None:
        self._tier = tier
        self._executable = executable
        self._core = core
        # Each worker of each judge has its own user id, so no program can signal another worker's.
        own = os.geteuid() == 0 and tier.slot_uid
        self._uid = _FIRST_UID + (os.getpid() % 2**22) * 64 + number % 64 if own else 0
        self.broken = False
        self._open()

    def _open(self) -> None:
        self.group = self._tier.group(self._core) if self._tier.group else None
        setting = Setting(
            self._tier.isolation,
            self._uid,
            self._uid,
            self.group.procs() if self.group else (),
            self.group.cpu() if self.group else None,
        )
        self.launcher = Launcher(self._executable, setting, self._tier.answer_s, self._tier.end_s)

    def renew(self) -> None:
        """Replaces the launcher and the group if the launcher is gone or the group failed."""
        if self.broken or not self.launcher.alive:
            self.close()
            self.broken = False
            self._open()

    def close(self) -> None:
        self.launcher.close()
        if self.group is not None:
            self.group.close()


class LocalRunning:
    """A command that runs in a slot; `refused` says why it could not be started."""

    def __init__(self, slot: Slot | None, command: Command, refused: str | None = None) -> None:
        self._slot = slot
        self._refused = refused
        self._command = command
        if slot is None:
            return
        try:
            if slot.group is not None:
                limits = command.limits
                slot.group.begin(_with_headroom(limits.memory_bytes), limits.processes)
                # The group enforces the limit; a lower backstop would only blur the verdict.
                command = replace(
                    command,
                    limits=replace(limits, address_space_bytes=None, data_bytes=None),
                )
            self._refused = slot.launcher.send(command)
        except (OSError, MachineError) as problem:
            slot.broken = True
            self._refused = f"sandbox: {problem}"

    def wait(self) -> Execution:
        if self._refused is not None:
            return failed(self._refused)
        if self._slot is None:
            return Execution(Ending.CANCELLED)
        execution = self._slot.launcher.receive(self._command)
        if self._slot.group is None:
            return execution
        try:
            usage = self._slot.group.end()
        except (OSError, MachineError, ValueError) as problem:
            self._slot.broken = True
            return failed(f"sandbox: {problem}")
        if execution.ending is Ending.SANDBOX_ERROR and not self._slot.group.exists():
            self._slot.broken = True
        if execution.ending in (Ending.SANDBOX_ERROR, Ending.CANCELLED):
            return execution
        if usage.out_of_memory:
            execution = replace(execution, ending=Ending.MEMORY_LIMIT, exit_code=None, signal=None)
        return replace(execution, cpu_s=usage.cpu_s)

    def kill(self) -> None:
        if self._slot is not None:
            self._slot.launcher.kill()


class LocalSandbox:
    """A worker's sandbox: a slot, and a second slot for pairs."""

    def __init__(self, tier: Tier, store: Store, number: int = 0, core: int | None = None) -> None:
        self.info = tier.info
        self._tier = tier
        self._number = number
        self._core = core
        self._executable = build(store)
        self._slots: list[Slot] = []
        self._killed = False
        self._lock = threading.Lock()
        self._home = Path(tempfile.mkdtemp(prefix="judge-"))
        self._home.chmod(0o711)

    def _slot(self, index: int) -> Slot | None:
        """A slot that is ready; None once the sandbox was killed."""
        with self._lock:
            if self._killed:
                return None
            while len(self._slots) <= index:
                number = 2 * self._number + len(self._slots)
                self._slots.append(Slot(self._tier, self._executable, number, self._core))
            self._slots[index].renew()
            return self._slots[index]

    def _pinned(self, command: Command) -> Command:
        return command if command.core is not None else replace(command, core=self._core)

    def start(self, command: Command, index: int = 0) -> LocalRunning:
        try:
            slot = self._slot(index)
        except (OSError, MachineError) as problem:
            return LocalRunning(None, command, f"sandbox: cannot open it: {problem}")
        return LocalRunning(slot, self._pinned(command))

    def run(self, command: Command) -> Execution:
        execution = self.start(command).wait()
        # A killed launcher or a removed group says nothing about the program: run it once more.
        slot = self._slots[0] if self._slots else None
        unsound = slot is not None and (slot.broken or not slot.launcher.alive)
        gone = execution.ending is Ending.SANDBOX_ERROR and unsound
        # After `kill` the second run is cancelled before it starts.
        if not gone or slot is None:
            return execution
        slot.launcher.close()  # no process of the first run can write any more
        return self.start(command).wait() if self._undone(command) else execution

    def _undone(self, command: Command) -> bool:
        """Rewinds what a broken run has read and written; False when that is impossible, as with a
        pipe."""
        try:
            os.lseek(command.stdin, 0, os.SEEK_SET)
            for stream in (command.stdout, command.stderr):
                os.ftruncate(stream, 0)
                os.lseek(stream, 0, os.SEEK_SET)
            if not self._tier.isolation & Isolation.NAMESPACES:
                remove_tree(command.box)
                command.box.mkdir()
            return not any(os.listdir(target) for _, target in command.copy_out)
        except OSError:
            return False

    def start_pair(
        self, first: Command, second: Command, between: tuple[int, ...] = ()
    ) -> tuple[LocalRunning, LocalRunning]:
        try:
            one = self.start(replace(first, paired=True), 0)
            return one, self.start(replace(second, paired=True), 1)
        finally:
            for fd in between:
                os.close(fd)

    def run_pair(
        self, first: Command, second: Command, between: tuple[int, ...] = ()
    ) -> tuple[Execution, Execution, int]:
        running = self.start_pair(first, second, between)
        ended = running[0].wait(), running[1].wait()
        return *ended, 0 if ended[0].ended_at_s <= ended[1].ended_at_s else 1

    @contextlib.contextmanager
    def box(self) -> Iterator[Path]:
        if self._tier.isolation & Isolation.NAMESPACES:
            yield BOX
            return
        folder = Path(tempfile.mkdtemp(dir=self._home))
        if os.geteuid() == 0 and self._tier.slot_uid:
            folder.chmod(0o777)
        try:
            yield folder
        finally:
            remove_tree(folder)

    @property
    def launchers(self) -> tuple[int, ...]:
        """The process ids of the open launchers."""
        return tuple(slot.launcher.pid for slot in self._slots)

    def kill(self) -> None:
        with self._lock:
            self._killed = True
            for slot in self._slots:
                slot.launcher.kill()

    def close(self) -> None:
        self.kill()
        for slot in self._slots:
            slot.close()
        remove_tree(self._home)
