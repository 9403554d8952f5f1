"""One worker's sandbox on this machine: a launcher and, in some tiers, a control group.

It starts one command under limits and reports how it ended. The tiers differ only in the
`Tier` that a sandbox is opened with.
"""

import contextlib
import os
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

from judging.core.errors import MachineError
from judging.core.limits import MIB
from judging.core.machines import SandboxInfo
from judging.core.runs import Ending, Execution
from judging.core.timings import Tally
from judging.files import remove_tree, temporary_folder
from judging.sandbox.command import Command
from judging.sandbox.copies import ProgramCopies
from judging.sandbox.frames import Isolation, Setting, failed
from judging.sandbox.groups import Group
from judging.sandbox.launcher_build import build
from judging.sandbox.launching import Launcher
from judging.store import Store
from judging.values import Value, replace

BOX = Path("/box")
# Near a group's limit the kernel drops the pages of the program's own file and reads
# them again and again before it reports out of memory: that takes seconds without CPU
# time. So the group's limit lies above the memory limit, and the launcher applies the
# memory limit to the resident set.
_HEADROOM_BYTES = 16 * MIB
# The user ids of workers, far above those of people and services. Each judge has a block
# of 64 from its process id, and each worker one of the block.
_FIRST_UID = 2**31
_UIDS_PER_JUDGE = 64
_MOST_PROCESS_IDS = 2**22  # the largest value that Linux allows for pid_max


class Tier(Value):
    """What a tier consists of.

    `group` makes a worker's control group, pinned to a core. With `slot_uid` each worker
    of a root judge has a user id of its own. `root_warnings` apply to a root judge only.
    `answer_s` and `end_s` are the timeouts of its `Launcher`.
    """

    name: str
    isolation: Isolation
    warnings: tuple[str, ...] = ()
    root_warnings: tuple[str, ...] = ()
    group: type[Group] | None = None
    slot_uid: bool = False
    answer_s: float = 15.0
    end_s: float = 10.0

    @property
    def info(self) -> SandboxInfo:
        """What reports say about the tier."""
        root_warnings = self.root_warnings if os.geteuid() == 0 else ()
        return SandboxInfo(self.name, (*self.warnings, *root_warnings))


class LauncherSlot:
    """A launcher and its control group; it runs one command at a time."""

    def __init__(
        self, tier: Tier, executable: Path, number: int, core: int | None
    ) -> None:
        self._tier = tier
        self._executable = executable
        self._core = core
        # Each slot of each judge has a user id of its own, so that no program can signal
        # one of another slot. From the 33rd worker on ids repeat: there the pid
        # namespace is what separates them.
        self._uid = 0
        if os.geteuid() == 0 and tier.slot_uid:
            block = os.getpid() % _MOST_PROCESS_IDS
            self._uid = _FIRST_UID + block * _UIDS_PER_JUDGE + number % _UIDS_PER_JUDGE
        self.broken = False
        self._open()

    def _open(self) -> None:
        self.group: Group | None = None
        setting = Setting(self._tier.isolation, self._uid)
        if self._tier.group is not None:
            self.group = self._tier.group(self._core)
            setting = replace(
                setting, cgroup_procs=self.group.procs(), cgroup_cpu=self.group.cpu()
            )
        self.launcher = Launcher(
            self._executable, setting, self._tier.answer_s, self._tier.end_s
        )

    @property
    def sound(self) -> bool:
        """False if the launcher is gone or the group failed."""
        return self.launcher.alive and not self.broken

    def renew(self) -> None:
        """Replaces the launcher and the group unless both are sound."""
        if not self.sound:
            self.close()
            self.broken = False
            self._open()

    def close(self) -> None:
        self.launcher.close()
        if self.group is not None:
            self.group.close()


class Running:
    """A started command; `refused` says why it could not be started. At its end it is
    added to the tally."""

    def __init__(
        self,
        slot: LauncherSlot | None,
        command: Command,
        tally: Tally,
        refused: str | None = None,
    ) -> None:
        self._slot = slot
        self._tally = tally
        self._refused = refused
        self._command = command
        if slot is None:
            return
        try:
            if slot.group is not None:
                limits = command.limits
                group_bytes = limits.memory_bytes
                if group_bytes is not None:
                    group_bytes += _HEADROOM_BYTES
                slot.group.begin(group_bytes, limits.processes, command.tool)
            self._refused = slot.launcher.send(command)
        except (OSError, MachineError) as problem:
            slot.broken = True
            self._refused = f"sandbox: {problem}"

    def wait(self) -> Execution:
        """Blocks until the process and all its descendants are gone. Nothing that they
        do makes it raise."""
        if self._refused is not None:
            return failed(self._refused)
        if self._slot is None:
            return Execution(Ending.CANCELLED)
        execution = self._received(self._slot)
        self._tally.add(self._command.purpose, execution.cpu_s, execution.wall_s)
        return execution

    def _received(self, slot: LauncherSlot) -> Execution:
        """Wait for the launcher's answer; return it with what the control group says."""
        execution = slot.launcher.receive(self._command)
        if slot.group is None:
            return execution
        try:
            usage = slot.group.end()
        except (OSError, MachineError, ValueError) as problem:
            slot.broken = True
            return failed(f"sandbox: {problem}")
        if execution.ending is Ending.SANDBOX_ERROR and not slot.group.exists():
            slot.broken = True
        if execution.ending in (Ending.SANDBOX_ERROR, Ending.CANCELLED):
            return execution
        if usage.out_of_memory:
            execution = replace(
                execution,
                ending=Ending.MEMORY_LIMIT,
                exit_code=None,
                signal=None,
                cpu_limit_s=None,
            )
        return replace(execution, cpu_s=usage.cpu_s)

    def kill(self) -> None:
        """Ends the command early, from any thread; `wait` then returns CANCELLED."""
        if self._slot is not None:
            self._slot.launcher.kill()


class Sandbox:
    """The sandbox of one worker; it runs one command at a time, or two as a pair.

    It has a slot, and a second slot for pairs. Every run is added to `tally`, by default
    to one of its own.
    """

    def __init__(
        self,
        tier: Tier,
        store: Store,
        number: int = 0,
        core: int | None = None,
        tally: Tally | None = None,
    ) -> None:
        self.info = tier.info
        self._tally = tally or Tally()
        self._tier = tier
        self._number = number
        self._core = core
        self._executable = build(store)
        self._copies = ProgramCopies(store)
        self._slots: list[LauncherSlot] = []
        self._killed = False
        self._lock = threading.Lock()
        self._home = Path(tempfile.mkdtemp(prefix="judge-"))

    def _slot(self, index: int) -> LauncherSlot | None:
        """A slot that is ready; None once the sandbox was killed."""
        with self._lock:
            if self._killed:
                return None
            while len(self._slots) <= index:
                number = 2 * self._number + len(self._slots)
                self._slots.append(
                    LauncherSlot(self._tier, self._executable, number, self._core)
                )
            self._slots[index].renew()
            return self._slots[index]

    def start(self, command: Command, index: int = 0) -> Running:
        """Starts a command; the Execution reports a failure to start."""
        try:
            slot = self._slot(index)
        except (OSError, MachineError) as problem:
            message = f"sandbox: cannot open it: {problem}"
            return Running(None, command, self._tally, message)
        core = self._core if command.core is None else command.core
        shown = command.read_from
        # Without namespaces a program sees files only where they really are.
        if self._tier.isolation & Isolation.NAMESPACES:
            try:
                shown = self._copies.instead_of(command.read_only)
            except OSError as problem:
                message = f"sandbox: cannot copy the program: {problem}"
                return Running(None, command, self._tally, message)
        placed = replace(command, core=core, read_from=shown)
        return Running(slot, placed, self._tally)

    def run(self, command: Command) -> Execution:
        """Starts a command and waits for it."""
        execution = self.start(command).wait()
        if execution.ending is not Ending.SANDBOX_ERROR or not self._slots:
            return execution
        slot = self._slots[0]
        if slot.sound:
            return execution
        # A killed launcher or a removed group says nothing about the program: run it
        # once more. After `kill` the second run is cancelled before it starts.
        # Then no process of the first run can write any more. Its program may still read
        # for a moment, so that the second run cannot share the first one's stdin.
        slot.launcher.close()
        stdin = self._rewound_stdin(command)
        if stdin is None:
            return execution
        try:
            return self.start(replace(command, stdin=stdin)).wait()
        finally:
            os.close(stdin)

    def _rewound_stdin(self, command: Command) -> int | None:
        """Takes back what a broken run has written; returns its stdin, opened again at
        its beginning. None when that is impossible, as with a pipe."""
        try:
            os.lseek(command.stdin, 0, os.SEEK_SET)  # refuses a pipe
            for stream in (command.stdout, command.stderr):
                os.ftruncate(stream, 0)
                os.lseek(stream, 0, os.SEEK_SET)
            if not self._tier.isolation & Isolation.NAMESPACES:
                # Without namespaces the box is a folder, which outlives the run.
                remove_tree(command.box)
                command.box.mkdir()
            if any(os.listdir(target) for _, target in command.copy_out):
                return None
            return os.open(f"/proc/self/fd/{command.stdin}", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return None

    def start_pair(
        self, first: Command, second: Command, between: tuple[int, ...] = ()
    ) -> tuple[Running, Running]:
        """Starts two commands side by side, which may talk to each other.

        `between` are ends of the pipes that connect the two. They are closed once both commands
        have them: a program sees the end of a pipe only when no one else holds the pipe open.
        """
        try:
            one = self.start(replace(first, paired=True), 0)
            return one, self.start(replace(second, paired=True), 1)
        finally:
            for fd in between:
                os.close(fd)

    @contextlib.contextmanager
    def box(self) -> Iterator[Path]:
        """The path of an empty folder that a command may write to; it is removed at the end. The
        folder may exist only while a command runs: use `copy_out` to get files from it."""
        if self._tier.isolation & Isolation.NAMESPACES:
            yield BOX
            return
        with temporary_folder(dir=self._home) as folder:
            yield folder

    @property
    def launchers(self) -> tuple[int, ...]:
        """The launchers' process ids."""
        return tuple(slot.launcher.pid for slot in self._slots)

    @property
    def killed(self) -> bool:
        """True once it was killed: it runs nothing any more."""
        return self._killed

    def kill(self) -> None:
        """Ends the running commands, from any thread, and starts no other."""
        with self._lock:
            self._killed = True
            for slot in self._slots:
                slot.launcher.kill()

    def close(self) -> None:
        """Ends the running commands and releases everything that the sandbox holds."""
        self.kill()
        # Each of them, whichever of the others fails.
        with contextlib.ExitStack() as closing:
            closing.callback(remove_tree, self._home)
            closing.callback(self._copies.close)
            for slot in self._slots:
                closing.callback(slot.close)
