"""The judge's side of the launcher: building it, its frames, and one server process.

The frames mirror `launcher/run.h`; change both together.
"""

from __future__ import annotations

import array
import contextlib
import importlib.resources
import math
import os
import shutil
import socket
import struct
import subprocess
from dataclasses import dataclass
from enum import IntFlag
from functools import cache
from pathlib import Path

from judging.core.errors import MachineError
from judging.core.results import Ending, Execution
from judging.sandbox.contract import Command
from judging.store import Kind, Store, key_of

_MAGIC = 0x4A554447
_VERSION = 3
_UNSET = 2**64 - 1
_REQUEST = struct.Struct("<2I 14Q i11I")
_RESULT = struct.Struct("<4I 6i 7Q")
_ENDINGS = (
    Ending.EXITED,
    Ending.SIGNALED,
    Ending.CPU_LIMIT,
    Ending.WALL_LIMIT,
    Ending.MEMORY_LIMIT,
    Ending.OUTPUT_LIMIT,
    Ending.CANCELLED,
    Ending.SANDBOX_ERROR,
)
STEPS = (
    "nothing",
    "reading the request",
    "opening pipes",
    "forking",
    "starting a session",
    "resetting signals",
    "joining the streams",
    "setting limits",
    "pinning to a core",
    "entering the box",
    "executing the program",
    "ending every process",
    "making namespaces",
    "mapping user ids",
    "changing user ids",
    "showing what may be read",
    "building the root",
    "making devices",
    "mounting /proc",
    "mounting the box",
    "changing the root",
    "giving up privileges",
    "joining the cgroup",
    "filtering system calls",
    "confining files by Landlock",
    "opening the folders to copy",
    "refusing to run as root",
    "hearing from the namespace",
    "copying files out of the box",
)
_FLAGS = ("-std=gnu17", "-O2", "-Wall", "-Wextra", "-Werror")
_ADDRESS_SPACE_NEAR = 0.95


class Isolation(IntFlag):
    """What the launcher is told to do, beyond limits."""

    NONE = 0
    NAMESPACES = 1
    SECCOMP = 2
    LANDLOCK = 4
    NO_SOCKETS = 8
    TOOL = 16
    PAIRED = 32
    MONITORED = 64


@dataclass(frozen=True, slots=True)
class Setting:
    """How one server isolates what it runs. `uid` and `gid` are those outside, 0: unchanged;
    `cgroup_procs` are descriptors to join by, `cgroup_cpu` one to read CPU time from."""

    isolation: Isolation = Isolation.NONE
    uid: int = 0
    gid: int = 0
    cgroup_procs: tuple[int, ...] = ()
    cgroup_cpu: int | None = None


@cache
def sources() -> dict[str, bytes]:
    """The launcher's source files, by their names below this package."""
    here = importlib.resources.files("judging.sandbox")
    names = ["launcher.c", *sorted(f"launcher/{f.name}" for f in (here / "launcher").iterdir())]
    return {n: here.joinpath(n).read_bytes() for n in names if n.endswith((".c", ".h"))}


def build(store: Store) -> Path:
    """The launcher's executable: the one that came with the package where it was made from this
    source, else compiled once and then found by the hash of its source.

    Raises MachineError when there is no C compiler or it fails.
    """
    files = sources()
    key = source_key(files)
    return store.make(Kind.LAUNCHER, key, lambda folder: _install(folder, key, files)) / "launcher"


def source_key(files: dict[str, bytes]) -> str:
    """What changes when the launcher would be another: its source, flags or machine."""
    parts = [part for name, content in files.items() for part in (name, content)]
    return key_of("launcher", *parts, os.uname().machine, *_FLAGS)


def _install(folder: Path, key: str, files: dict[str, bytes]) -> None:
    prebuilt = importlib.resources.files("judging.sandbox").joinpath("prebuilt", f"launcher-{key}")
    if prebuilt.is_file():
        target = folder / "launcher"
        target.write_bytes(prebuilt.read_bytes())
        target.chmod(0o755)
    else:
        compile_into(folder, files)


def compile_into(folder: Path, files: dict[str, bytes], *flags: str) -> None:
    """Writes the sources to `folder` and compiles them to `folder/launcher`."""
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None:
        raise MachineError(
            "no C compiler: the launcher that limits and measures runs is built from C on first "
            "use; install one (Debian, Ubuntu: apt-get install gcc libc6-dev)"
        )
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    code = [str(folder / name) for name in files if name.endswith(".c")]
    # The name of the folder that holds sources is taken: the executable gets another first.
    target = folder / "executable"
    # Static where libc allows it: half the start-up time and the smallest memory floor.
    for extra in (flags,) if flags else (("-static",), ()):
        argv = [compiler, *_FLAGS, *extra, "-o", str(target), *code]
        done = subprocess.run(argv, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            shutil.rmtree(folder / "launcher")
            target.rename(folder / "launcher")
            return
    raise MachineError(f"the C compiler {compiler} cannot build the launcher:\n{done.stderr}")


def _count(value: int | None) -> int:
    return _UNSET if value is None else value


def _nanoseconds(value: float | None) -> int:
    return _UNSET if value is None or math.isinf(value) else int(value * 1e9)


def encode(command: Command, setting: Setting) -> bytes:
    """The request frame of a command."""
    limits = command.limits
    words = [
        str(command.box),
        *command.argv,
        *(f"{name}={value}" for name, value in command.env),
        *map(str, command.read_only),
        *map(str, command.copy_in),
        *command.folders,
        *(text for name, target in command.copy_out for text in (name, str(target))),
    ]
    strings = b"".join(os.fsencode(word) + b"\0" for word in words)
    isolation = setting.isolation
    isolation |= Isolation.TOOL if command.tool else Isolation.NONE
    isolation |= Isolation.PAIRED if command.paired else Isolation.NONE
    isolation |= Isolation.MONITORED if command.monitored else Isolation.NONE
    head = _REQUEST.pack(
        _MAGIC,
        _VERSION,
        _nanoseconds(limits.cpu_s),
        _nanoseconds(limits.wall_s),
        _count(limits.memory_bytes),
        _count(limits.address_space_bytes),
        _count(limits.data_bytes),
        _count(limits.stack_bytes),
        _count(limits.file_bytes),
        limits.output_bytes,
        limits.error_output_bytes,
        _count(limits.open_files),
        _count(limits.processes),
        limits.box_bytes,
        limits.box_files,
        command.copy_out_bytes,
        -1 if command.core is None else command.core,
        isolation,
        setting.uid,
        setting.gid,
        len(command.argv),
        len(command.env),
        len(command.read_only),
        len(command.copy_in),
        len(command.folders),
        len(command.copy_out),
        len(strings),
        0,
    )
    return head + strings


def failed(message: str) -> Execution:
    """An Execution that says nothing about the program, because the sandbox failed."""
    return Execution(Ending.SANDBOX_ERROR, error=message)


def _decode(frame: bytes, command: Command) -> Execution:
    if len(frame) != _RESULT.size:
        return failed(f"the launcher's answer is {len(frame)} bytes long, not {_RESULT.size}")
    magic, version, ending, step, error, exit_code, signal, *rest = _RESULT.unpack(frame)
    _left_over, input_ended, _spare, *counts = rest
    cpu_ns, wall_ns, memory, address_space, output, _error_output, ended_ns = counts
    if (magic, version) != (_MAGIC, _VERSION) or ending >= len(_ENDINGS) or step >= len(STEPS):
        return failed("the launcher's answer is not one of its frames")
    kind = _ENDINGS[ending]
    message = None
    if kind is Ending.SANDBOX_ERROR:
        message = f"sandbox: {STEPS[step]} failed: {os.strerror(error)} ({command.argv[0]})"
    return Execution(
        ending=kind,
        cpu_s=cpu_ns / 1e9,
        wall_s=wall_ns / 1e9,
        memory_bytes=memory,
        exit_code=exit_code if kind is Ending.EXITED else None,
        signal=signal if kind is Ending.SIGNALED else None,
        output_bytes=output,
        ended_at_s=ended_ns / 1e9,
        input_ended=bool(input_ended),
        error=message,
        out_of_memory=_backstop_hit(command, address_space),
    )


def _backstop_hit(command: Command, peak_bytes: int) -> str | None:
    backstop = command.limits.address_space_bytes
    if backstop is not None and peak_bytes >= _ADDRESS_SPACE_NEAR * backstop:
        return f"the address space came to {peak_bytes / 2**20:.0f} MiB of {backstop / 2**20:.0f}"
    return None


class Server:
    """One launcher process, which runs one command at a time. It is killed when it gives no answer
    `answer_s` seconds after the wall limit of a run, or does not end `end_s` seconds after it is
    told to."""

    def __init__(self, executable: Path, setting: Setting, answer_s: float, end_s: float) -> None:
        self._setting = setting
        self._answer_s = answer_s
        self._end_s = end_s
        self._ended = False
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        cpu = [] if setting.cgroup_cpu is None else [setting.cgroup_cpu]
        with theirs:
            self._process = subprocess.Popen(
                [
                    str(executable),
                    str(theirs.fileno()),
                    ",".join(map(str, setting.cgroup_procs)),
                    *map(str, cpu),
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno(), *setting.cgroup_procs, *cpu],
                env={},
                cwd="/",
            )

    @property
    def pid(self) -> int:
        """The launcher's process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """False once the launcher is gone or told to go: then a new Server is needed."""
        return not self._ended and self._process.poll() is None

    def send(self, command: Command) -> str | None:
        """Starts `command`; returns why that failed, or None."""
        descriptors = array.array("i", [command.stdin, command.stdout, command.stderr])
        ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, descriptors)]
        try:
            self._socket.sendmsg([encode(command, self._setting)], ancillary)
        except (OSError, ValueError) as problem:
            self._ended |= isinstance(problem, ConnectionError)
            return f"sandbox: the command could not be handed to the launcher: {problem}"
        return None

    def receive(self, command: Command) -> Execution:
        """Waits for the result of the command that was sent; not for ever, since without
        namespaces of its own a program may be able to stop the launcher."""
        wall = math.inf if command.limits.wall_s is None else command.limits.wall_s
        self._socket.settimeout(None if math.isinf(wall) else wall + self._answer_s)
        try:
            frame = self._socket.recv(_RESULT.size + 1)
        except TimeoutError:
            self._process.kill()
            self._process.wait()
            return failed(f"sandbox: no answer {self._answer_s:g} s after the wall limit")
        except OSError as problem:
            self._ended = True
            return failed(f"sandbox: the launcher could not be heard: {problem}")
        if not frame:
            self._ended = True
            return failed("sandbox: the launcher ended without a result")
        return _decode(frame, command)

    def kill(self) -> None:
        """Ends the command that runs, if one does, and the launcher with it; from any thread."""
        self._ended = True
        # The other direction stays open: the launcher still says that all is gone.
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Ends the launcher, and what it runs, and waits for it."""
        self.kill()
        try:
            self._socket.settimeout(self._end_s)
            while self._socket.recv(_RESULT.size):
                pass  # an answer that nobody waits for; the end comes with the launcher's
        except TimeoutError:
            self._process.kill()
        except OSError:
            pass  # it is gone, or this was done before
        self._socket.close()
        self._process.wait()
