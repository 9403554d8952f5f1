"""One worker's sandbox on this machine: a launcher, told how far to isolate, and where there is
one a control group. The tiers differ only in what they are opened with."""

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
from judging.sandbox import launcher
from judging.sandbox.contract import Command
from judging.sandbox.groups import Group
from judging.sandbox.launcher import Isolation
from judging.store import Store, remove_tree

BOX = Path("/box")
# Near the limit of a group the kernel drops the pages of the program's own file, and reads them
# again and again, before it says that memory is out: seconds without CPU time. So the group's limit
# lies above the limit, to which the launcher holds what is resident.
_HEADROOM_BYTES = 16 * MIB
_FIRST_UID = 2**31


@dataclass(frozen=True, slots=True)
class Tier:
    """What a tier is made of. `group` makes a worker's control group, bound to a core."""

    name: str
    isolation: Isolation
    warnings: tuple[str, ...] = ()
    group: Callable[[int | None], Group] | None = None
    slot_uid: bool = False
    answer_s: float = 15.0  # see launcher.Server
    end_s: float = 10.0


def _with_headroom(memory_bytes: int | None) -> int | None:
    return None if memory_bytes is None else memory_bytes + _HEADROOM_BYTES


class Slot:
    """A launcher and its group: runs one command at a time."""

    def __init__(self, tier: Tier, executable: Path, number: int, core: int | None) -> None:
        self._tier = tier
        self._executable = executable
        self._core = core
        # Each worker of each judge has an id of its own, so that none can signal another's.
        own = os.geteuid() == 0 and tier.slot_uid
        self._uid = _FIRST_UID + (os.getpid() % 2**22) * 64 + number % 64 if own else 0
        self.broken = False
        self._open()

    def _open(self) -> None:
        self.group = self._tier.group(self._core) if self._tier.group else None
        setting = launcher.Setting(
            self._tier.isolation,
            self._uid,
            self._uid,
            self.group.procs() if self.group else (),
            self.group.cpu() if self.group else None,
        )
        self.server = launcher.Server(
            self._executable, setting, self._tier.answer_s, self._tier.end_s
        )

    def renew(self) -> None:
        """Another launcher and group where the launcher is gone or the group failed."""
        if self.broken or not self.server.alive:
            self.close()
            self.broken = False
            self._open()

    def close(self) -> None:
        self.server.close()
        if self.group is not None:
            self.group.close()


class LocalRunning:
    """A command that a slot runs."""

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
                # The group is the limit proper: a backstop before it would only blur the verdict.
                command = replace(
                    command,
                    limits=replace(limits, address_space_bytes=None, data_bytes=None),
                )
            self._refused = slot.server.send(command)
        except (OSError, MachineError) as problem:
            slot.broken = True
            self._refused = f"sandbox: {problem}"

    def wait(self) -> Execution:
        if self._refused is not None:
            return launcher.failed(self._refused)
        if self._slot is None:
            return Execution(Ending.CANCELLED)
        execution = self._slot.server.receive(self._command)
        if self._slot.group is None:
            return execution
        try:
            usage = self._slot.group.end()
        except (OSError, MachineError, ValueError) as problem:
            self._slot.broken = True
            return launcher.failed(f"sandbox: {problem}")
        if execution.ending is Ending.SANDBOX_ERROR and not self._slot.group.whole():
            self._slot.broken = True
        if execution.ending in (Ending.SANDBOX_ERROR, Ending.CANCELLED):
            return execution
        if usage.out_of_memory:
            execution = replace(execution, ending=Ending.MEMORY_LIMIT, exit_code=None, signal=None)
        return replace(execution, cpu_s=usage.cpu_s)

    def kill(self) -> None:
        if self._slot is not None:
            self._slot.server.kill()


class LocalSandbox:
    """A worker's sandbox: one slot, and a second one for pairs."""

    def __init__(self, tier: Tier, store: Store, number: int = 0, core: int | None = None) -> None:
        self.info = SandboxInfo(tier.name, tier.warnings)
        self._tier = tier
        self._number = number
        self._core = core
        self._executable = launcher.build(store)
        self._slots: list[Slot] = []
        self._killed = False
        self._lock = threading.Lock()
        self._home = Path(tempfile.mkdtemp(prefix="judge-"))
        self._home.chmod(0o711)

    def _slot(self, index: int) -> Slot | None:
        """A launcher that is ready; None once the sandbox was killed."""
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
            return LocalRunning(None, command, f"sandbox: it cannot be opened: {problem}")
        return LocalRunning(slot, self._pinned(command))

    def run(self, command: Command) -> Execution:
        execution = self.start(command).wait()
        # A launcher that was killed, or a group taken away, says nothing of the program: once more.
        slot = self._slots[0] if self._slots else None
        unsound = slot is not None and (slot.broken or not slot.server.alive)
        gone = execution.ending is Ending.SANDBOX_ERROR and unsound
        # After `kill` the second try is not started, and says so.
        if not gone or slot is None:
            return execution
        slot.server.close()  # what is left of the first try writes no more
        return self.start(command).wait() if self._undone(command) else execution

    def _undone(self, command: Command) -> bool:
        """Takes back what a run that broke off has read and written; False where that cannot be
        done, as with a pipe."""
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
        """Process ids of the launchers that are open."""
        return tuple(slot.server.pid for slot in self._slots)

    def kill(self) -> None:
        with self._lock:
            self._killed = True
            for slot in self._slots:
                slot.server.kill()

    def close(self) -> None:
        self.kill()
        for slot in self._slots:
            slot.close()
        remove_tree(self._home)
