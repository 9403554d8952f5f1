"""The frames between the judge and the launcher: a request for each command, and its result.

`launcher/run.h` mirrors the frames; change both together.
"""

import errno
import math
import os
import struct
from enum import IntFlag

from judging.core.runs import TIME_LIMITS, Ending, Execution
from judging.sandbox.command import Command, ResourceLimits
from judging.values import Value, fields

_MAGIC = 0x4A554447  # "JUDG"
# Rises with every change of a frame. Executable and module are built from the same
# sources, so another version means a damaged frame.
_VERSION = 6
_UNSET = 2**64 - 1  # no limit
_REQUEST = struct.Struct("<2I 12Q i11I")
_RESULT = struct.Struct("<4I 6i 7Q")
RESULT_BYTES = _RESULT.size
_ENDINGS = tuple(Ending)  # in the order of `enum ending`
_NAMESPACES = "create namespaces"
# What failed, in the order of `enum step`; each goes on from "cannot".
STEPS = (
    "do anything",
    "read the request",
    "open pipes",
    "fork",
    "start a session",
    "reset signals",
    "connect the standard streams",
    "set limits",
    "pin the program to its core",
    "enter the box",
    "execute the program",
    "end every process of the run",
    _NAMESPACES,
    "map user ids",
    "change user ids",
    "attach the read-only paths",
    "build the root",
    "attach devices",
    "mount /proc",
    "fill the box",
    "change the root",
    "give up privileges",
    "join the control group",
    "filter system calls",
    "restrict files with Landlock",
    "open the folders to copy",
    "run a root judge's program without a user id of its own",
    "get an answer from inside the namespaces",
    "copy files out of the box",
)
_REASONS = {
    (_NAMESPACES, errno.ENOSPC): "this user may not create more namespaces "
    "(limits in /proc/sys/user, such as max_user_namespaces)",
}


class Isolation(IntFlag):
    """What the launcher does beyond limits; `enum flags` in `launcher/run.h` explains each."""

    NONE = 0
    NAMESPACES = 1
    SECCOMP = 2
    LANDLOCK = 4
    NO_SOCKETS = 8
    TOOL = 16
    PAIRED = 32
    MONITORED = 64


class Setting(Value):
    """How one launcher isolates its programs.

    `uid` is the user and group id outside the namespaces, 0 for the launcher's own.
    `cgroup_procs` are descriptors of the control group's files to join, `cgroup_cpu` of
    its CPU time.
    """

    isolation: Isolation = Isolation.NONE
    uid: int = 0
    cgroup_procs: tuple[int, ...] = ()
    cgroup_cpu: int | None = None


def _count(value: int | None) -> int:
    return _UNSET if value is None else value


def _nanoseconds(value: float | None) -> int:
    if value is None or math.isinf(value):
        return _UNSET
    return int(value * 1e9)


def encode(command: Command, setting: Setting) -> bytes:
    """The request frame of a command."""
    # The lists follow one another; `main.c` parses them in the same order.
    words = [str(command.box), *command.argv]
    words += [f"{name}={value}" for name, value in command.env]
    outside = command.read_from or command.read_only
    for source, path in zip(outside, command.read_only, strict=True):
        words += [str(source), str(path)]
    words += map(str, command.copy_in)
    words += command.folders
    for name, target in command.copy_out:
        words += [name, str(target)]
    strings = b"".join(os.fsencode(word) + b"\0" for word in words)
    head = _REQUEST.pack(
        _MAGIC,
        _VERSION,
        *_limit_fields(command.limits),
        command.copy_out_bytes,
        -1 if command.core is None else command.core,
        _flags(command, setting),
        setting.uid,
        setting.uid,  # the group id
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


def _flags(command: Command, setting: Setting) -> Isolation:
    flags = setting.isolation
    if command.tool:
        flags |= Isolation.TOOL
    if command.paired:
        flags |= Isolation.PAIRED
    if command.monitored:
        flags |= Isolation.MONITORED
    return flags


def _limit_fields(limits: ResourceLimits) -> tuple[int, ...]:
    """Return the limits as the frame has them: in the order of `ResourceLimits`."""
    cpu_s, wall_s, *counts = [getattr(limits, entry.name) for entry in fields(limits)]
    return (_nanoseconds(cpu_s), _nanoseconds(wall_s), *map(_count, counts))


def failed(message: str) -> Execution:
    """An Execution with the sandbox's failure, which says nothing about the program."""
    return Execution(Ending.SANDBOX_ERROR, error=message)


def decode(frame: bytes, command: Command) -> Execution:
    """The Execution in a result frame; a sandbox error when the frame is malformed."""
    if len(frame) != _RESULT.size:
        return failed(
            f"the launcher's answer has {len(frame)} bytes, expected {_RESULT.size}"
        )
    (
        magic,
        version,
        ending,
        step,
        error,
        exit_code,
        signal,
        _left_over,
        input_ended,
        _spare,
        cpu_ns,
        wall_ns,
        memory,
        output,
        _error_output,
        ended_ns,
        waited_ns,
    ) = _RESULT.unpack(frame)
    is_known = ending < len(_ENDINGS) and step < len(STEPS)
    if (magic, version) != (_MAGIC, _VERSION) or not is_known:
        return failed("the launcher's answer is not a result frame")
    kind = _ENDINGS[ending]
    message = None
    if kind is Ending.SANDBOX_ERROR:
        reason = _REASONS.get((STEPS[step], error), os.strerror(error))
        message = f"sandbox: cannot {STEPS[step]}: {reason} ({command.argv[0]})"
    return Execution(
        ending=kind,
        cpu_s=cpu_ns / 1e9,
        wall_s=wall_ns / 1e9,
        memory_bytes=memory,
        exit_code=exit_code if kind is Ending.EXITED else None,
        signal=signal if kind is Ending.SIGNALED else None,
        output_bytes=output,
        ended_at_s=ended_ns / 1e9,
        waited_s=waited_ns / 1e9,
        input_ended=bool(input_ended),
        error=message,
        cpu_limit_s=command.limits.cpu_s if kind in TIME_LIMITS else None,
    )
