"""What every sandbox tier does: start one command under limits, and say how it ended.

    running = sandbox.start(command)      Command -> Running
    execution = running.wait()            Running -> Execution
    sandbox.run(command)                  both at once
    sandbox.start_pair(a, b)              two at once, that talk to one another
    sandbox.run_pair(a, b)                the same, and which ended first

Standard streams are file descriptors that the caller opens and closes: `MemoryFile` is the usual
one. What a program writes is captured by the sandbox and cut at its limit; but a pipe as stdout is
the program's own, and is not counted unless it is `listened` to.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from judging.core.results import Execution, SandboxInfo

STDERR_KEPT_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class ResourceLimits:
    """Seconds and bytes; None where nothing is limited.

    `memory_bytes` bounds the resident set; `address_space_bytes` and `data_bytes` are backstops
    (RLIMIT_AS, RLIMIT_DATA). `output_bytes` bounds stdout, `file_bytes` each file written, and
    `box_bytes` and `box_files` all that lies in the box, where the tier has one of its own.
    """

    cpu_s: float | None = None
    wall_s: float | None = None
    memory_bytes: int | None = None
    address_space_bytes: int | None = None
    data_bytes: int | None = None
    stack_bytes: int | None = None
    file_bytes: int | None = None
    output_bytes: int = 8 * 2**20
    error_output_bytes: int = STDERR_KEPT_BYTES
    open_files: int | None = 1024
    processes: int | None = 256
    box_bytes: int = 256 * 2**20
    box_files: int = 16384


@dataclass(frozen=True, slots=True)
class Command:
    """One process to run. `argv[0]` is an absolute path; `env` is the whole environment.

    `box` is the folder it starts in and the only one it may write to; `reads` are the files and
    folders that it may read, each at the path it has outside. Before it starts, what the folders
    `gives` hold is copied into the box and empty `folders` are made there. `collects` are pairs of
    a folder in the box and an empty one outside, to which its regular files are copied when all is
    over, at most `copy_out_bytes` of them. `tool`: a compiler and the like, which may use file
    locks. `core` pins it to one CPU; None leaves the choice to the sandbox. `paired` is what
    `start_pair` sets. `listened`: the Execution is to say whether stdin had ended when it did,
    and what it wrote anywhere is its output, although its stdout is a pipe of its own.
    """

    argv: tuple[str, ...]
    box: Path
    stdin: int
    stdout: int
    stderr: int
    limits: ResourceLimits = ResourceLimits()
    env: tuple[tuple[str, str], ...] = ()
    core: int | None = None
    read_only: tuple[Path, ...] = ()
    copy_in: tuple[Path, ...] = ()
    folders: tuple[str, ...] = ()
    copy_out: tuple[tuple[str, Path], ...] = ()
    copy_out_bytes: int = 2**30
    tool: bool = False
    paired: bool = False
    monitored: bool = False


class Running(Protocol):
    """A command that was started."""

    def wait(self) -> Execution:
        """Blocks until it and all its descendants are gone; never raises for what they did."""

    def kill(self) -> None:
        """Ends it early, from any thread; `wait` then says CANCELLED."""


class Sandbox(Protocol):
    """One worker's means of running commands, one at a time (two in `run_pair`)."""

    info: SandboxInfo

    def start(self, command: Command) -> Running:
        """Starts a command; a failure to start shows in the Execution."""

    def run(self, command: Command) -> Execution:
        """Starts a command and waits for it."""

    def start_pair(
        self, first: Command, second: Command, between: tuple[int, ...] = ()
    ) -> tuple[Running, Running]:
        """Starts two commands side by side.

        `between` are ends of the pipes that join the two: they are closed once both have them,
        since a program sees the end of a pipe only when nobody else holds it open.
        """

    def run_pair(
        self, first: Command, second: Command, between: tuple[int, ...] = ()
    ) -> tuple[Execution, Execution, int]:
        """Runs two commands side by side; the last value is 0 or 1: which ended first."""

    def box(self) -> contextlib.AbstractContextManager[Path]:
        """The path of an empty folder that a command may write to; gone afterwards. It need not
        be there outside of the command: `collects` brings files out."""

    def kill(self) -> None:
        """Ends what runs, from any thread."""

    def close(self) -> None:
        """Ends what runs and gives everything back."""


class MemoryFile:
    """An anonymous file in memory: no name, nothing left on disk, sealed against change."""

    def __init__(self, content: bytes | None = None) -> None:
        self.fd = os.memfd_create("stream", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        if content is not None:
            view = memoryview(content)
            while view:
                view = view[os.write(self.fd, view) :]
            self.seal()

    def seal(self) -> None:
        """Makes the content final and rewinds: it can now be handed to a program as stdin."""
        seals = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE | fcntl.F_SEAL_SEAL
        fcntl.fcntl(self.fd, fcntl.F_ADD_SEALS, seals)
        os.lseek(self.fd, 0, os.SEEK_SET)

    def read(self, limit: int | None = None) -> bytes:
        """The content from its start, at most `limit` bytes of it."""
        size = os.fstat(self.fd).st_size
        wanted = size if limit is None else min(limit, size)
        parts = []
        offset = 0
        while offset < wanted:
            part = os.pread(self.fd, wanted - offset, offset)
            if not part:
                break
            parts.append(part)
            offset += len(part)
        return b"".join(parts)

    def close(self) -> None:
        """Frees the memory once no program holds it."""
        os.close(self.fd)


@contextlib.contextmanager
def streams(stdin: bytes = b"") -> Iterator[tuple[MemoryFile, MemoryFile, MemoryFile]]:
    """Memory files for (stdin, stdout, stderr) of one command."""
    opened: list[MemoryFile] = []
    try:
        opened.append(MemoryFile(stdin))
        opened.append(MemoryFile())
        opened.append(MemoryFile())
        yield opened[0], opened[1], opened[2]
    finally:
        for file in opened:
            file.close()
