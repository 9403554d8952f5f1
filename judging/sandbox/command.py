"""What a sandbox gets: a command, its limits, and files for its standard streams.

Standard streams are file descriptors that the caller opens and closes, usually a
`MemoryFile`. The sandbox captures what a program writes and cuts it at its limit. A pipe
as stdout belongs to the
program: the sandbox does not read it, and counts its bytes only if the command is `monitored`.
"""

import contextlib
import fcntl
import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from judging.core.timings import Purpose
from judging.values import Value

STDERR_KEPT_BYTES = (
    64 * 1024
)  # a traceback has some KiB; a program may write without end
_PART_BYTES = 2**20  # of a file that is copied; larger parts are no faster


class ResourceLimits(Value):
    """The limits of a run in seconds and bytes, in the order of a request frame; None: no limit.

    `memory_bytes` limits the resident set. `output_bytes` limits stdout,
    `error_output_bytes` the part of stderr that is kept, and `file_bytes` each file
    written. `box_bytes` and `box_files` limit everything in the box, in tiers whose box is a tmpfs.
    """

    cpu_s: float | None = None
    wall_s: float | None = None
    memory_bytes: int | None = None
    stack_bytes: int | None = None
    file_bytes: int | None = None
    output_bytes: int = 8 * 2**20
    error_output_bytes: int = STDERR_KEPT_BYTES
    open_files: int | None = 1024
    processes: int | None = 256
    box_bytes: int = 256 * 2**20
    box_files: int = 16384


class Command(Value):
    """One process to run. `argv[0]` is an absolute path; `env` is the whole environment.

    The process starts in the folder `box`, the only one it may write to. It may read the
    files and folders `read_only`, each at the same path as outside; `read_from` are the
    paths that the sandbox takes them from where these differ. Before the start, the
    content of the folders `copy_in` is copied into the box and the empty `folders` are
    made there. `copy_out` are pairs of a folder in the box and an empty folder outside:
    after the run, regular files are copied from the first to the second, at most
    `copy_out_bytes` in all.
    `core` pins the process to one CPU; None leaves the choice to the sandbox. A `tool`
    such as a compiler may use file locks. `purpose` is what the run counts as in the
    timings of a command. `start_pair` sets `paired`. For a `monitored`
    command the Execution reports whether stdin was at its end when the process ended,
    and counts bytes written to any descriptor as output.
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
    read_from: tuple[Path, ...] = ()
    copy_in: tuple[Path, ...] = ()
    folders: tuple[str, ...] = ()
    copy_out: tuple[tuple[str, Path], ...] = ()
    copy_out_bytes: int = 2**30
    tool: bool = False
    purpose: Purpose = Purpose.OTHER
    paired: bool = False
    monitored: bool = False


class MemoryFile:
    """An anonymous file in memory: it has no name, is never on disk, and can be sealed.

    It is empty, or has the content of some bytes or of a file and is sealed. Of another
    MemoryFile it is a second descriptor, at the beginning and for reading only.
    """

    def __init__(self, content: "Content | None" = None) -> None:
        if isinstance(content, MemoryFile):
            self.fd = os.open(content._path, os.O_RDONLY | os.O_CLOEXEC)
            return
        self.fd = os.memfd_create("stream", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        if content is not None:
            try:
                self._fill(content)
            except BaseException:
                self.close()
                raise

    @property
    def _path(self) -> str:
        return f"/proc/self/fd/{self.fd}"

    def _fill(self, content: bytes | Path) -> None:
        if isinstance(content, bytes):
            self._write(content)
        else:
            self._copy(content)
        self.seal()

    def _write(self, content: bytes) -> None:
        view = memoryview(content)
        while view:
            view = view[os.write(self.fd, view) :]

    def _copy(self, file: Path) -> None:
        # In parts: a file of 100 MB must not be in the memory of the judge as a whole.
        with file.open("rb", buffering=0) as source:
            while part := source.read(_PART_BYTES):
                self._write(part)

    def open(self) -> BinaryIO:
        """The content as a file object of its own, to read from the beginning."""
        return open(self._path, "rb")

    def seal(self) -> None:
        """Makes the content final and rewinds, so that the file can be the stdin of a program."""
        seals = (
            fcntl.F_SEAL_SHRINK
            | fcntl.F_SEAL_GROW
            | fcntl.F_SEAL_WRITE
            | fcntl.F_SEAL_SEAL
        )
        fcntl.fcntl(self.fd, fcntl.F_ADD_SEALS, seals)
        os.lseek(self.fd, 0, os.SEEK_SET)

    def read(self, limit: int | None = None) -> bytes:
        """The first `limit` bytes of the content, or all of it."""
        size = os.fstat(self.fd).st_size
        wanted = size
        if limit is not None:
            wanted = min(limit, size)
        content = b""
        while len(content) < wanted:
            part = os.pread(self.fd, wanted - len(content), len(content))
            if not part:
                break
            content += part
        return content

    def close(self) -> None:
        """Closes the file; its memory is freed once no program holds it."""
        os.close(self.fd)


# What a program reads, or what it wrote.
Content = bytes | Path | MemoryFile


def opened(content: Content) -> BinaryIO:
    """The content as a file object, to read from the beginning."""
    if isinstance(content, bytes):
        return io.BytesIO(content)
    if isinstance(content, MemoryFile):
        return content.open()
    return content.open("rb")


@contextlib.contextmanager
def streams(stdin: Content = b"") -> Iterator[tuple[MemoryFile, MemoryFile, MemoryFile]]:
    """Memory files for (stdin, stdout, stderr) of one command."""
    closing = contextlib.closing
    with (
        closing(MemoryFile(stdin)) as given,
        closing(MemoryFile()) as out,
        closing(MemoryFile()) as err,
    ):
        yield given, out, err
