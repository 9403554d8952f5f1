"""Unpack zip files that may be malicious, and pack folders into zip files.

Every name is checked before anything is written. Sizes are counted while unpacking,
whatever the archive states.
"""

import errno
import stat
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from judging.core.diagnostics import error
from judging.core.errors import MachineError, PackageError
from judging.core.limits import MIB
from judging.files import whole_file

_NAME_BYTES = 255  # of a file, on every usual file system
_CHUNK = MIB
_ENCRYPTED = 0x1
_DEFLATED = zipfile.ZIP_DEFLATED
# What zipfile raises for a damaged file. A name that is not UTF-8 is a ValueError, a
# size past 2**63 the last.
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    RuntimeError,
    ValueError,
    OverflowError,
)
# The first moment that a zip file can state. With the true times of files, the same
# package would make other bytes each time.
_EPOCH = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """What an archive may unpack to. Chosen, not measured: more than any package needs,
    and less than fills the disk of a server."""

    files: int = 50_000
    file_bytes: int = 1024 * MIB
    total_bytes: int = 4096 * MIB


def unpack(archive: Path, folder: Path, limits: ArchiveLimits = ArchiveLimits()) -> None:
    """Write the files of the zip `archive` below `folder`, an empty folder.

    Raises PackageError if the archive is damaged, or if it could write outside `folder`, hide one
    file behind another or fill the disk: absolute names, drives, `..`, backslashes,
    links, special files, names that differ only in case, encrypted entries, more than `limits`.
    """
    try:
        with zipfile.ZipFile(archive) as opened:
            written = 0
            for entry in _checked(opened.infolist(), limits):
                with opened.open(entry) as source:
                    written += _extract(source, folder, entry.filename, limits, written)
    except _DAMAGE as failure:
        raise _refusal(f"not an intact zip file: {failure}", archive.name) from failure
    except OSError as failure:
        # The archive names a place before its own start, or a path of thousands of characters.
        if failure.errno in (errno.EINVAL, errno.ENAMETOOLONG):
            message = f"not an intact zip file: {failure.strerror}"
            raise _refusal(message, archive.name) from failure
        message = f"cannot unpack {archive.name}: {failure.strerror or failure}"
        raise MachineError(message) from failure


def pack(folder: Path, archive: Path) -> None:
    """Write every file below `folder` to the new zip file `archive`. The same files give
    the same bytes. Raises MachineError if `archive` cannot be written."""
    try:
        archive.parent.mkdir(parents=True, exist_ok=True)
        with (
            whole_file(archive) as file,
            zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as opened,
        ):
            for path in sorted(folder.rglob("*")):
                if not path.is_file():
                    continue
                entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), _EPOCH)
                # The upper half has the mode as Unix does: scripts stay executable.
                mode = stat.S_IFREG | stat.S_IMODE(path.stat().st_mode)
                entry.external_attr = mode << 16
                entry.compress_type = _DEFLATED
                opened.writestr(entry, path.read_bytes())
    except OSError as failure:
        raise MachineError(f"cannot write {archive}: {failure.strerror}") from failure


def _checked(
    entries: list[zipfile.ZipInfo], limits: ArchiveLimits
) -> list[zipfile.ZipInfo]:
    if len(entries) > limits.files:
        raise _refusal(
            f"the archive has {len(entries)} entries: expected at most {limits.files}"
        )
    seen: dict[str, str] = {}
    files = []
    for entry in entries:
        name = entry.filename
        fault = _fault(entry, limits)
        if fault:
            raise _refusal(fault, name)
        if entry.is_dir():
            continue
        # Some file systems ignore case.
        other = seen.setdefault(name.casefold(), name)
        if other is not name:
            raise _refusal(f"a second file with the name of {other!r}", name)
        files.append(entry)
    for name in seen.values():
        for parent in PurePosixPath(name).parents:
            if str(parent).casefold() in seen:
                raise _refusal(f"it lies in {str(parent)!r}, which is a file", name)
    return files


def _fault(entry: zipfile.ZipInfo, limits: ArchiveLimits) -> str | None:
    name = entry.filename
    parts = name.rstrip("/").split("/")
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if not name.strip("/") or name.startswith("/"):
        return "an absolute name: expected a name relative to the package"
    if "\\" in entry.orig_filename or "\0" in entry.orig_filename:
        return "a name with a backslash or a zero byte: expected / between folders"
    if any(part in ("", ".", "..") for part in parts) or ":" in parts[0]:
        return "the name points outside the package"
    if any(len(part.encode()) > _NAME_BYTES for part in parts):
        return f"a name of more than {_NAME_BYTES} bytes"
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "a link or a special file: expected files and folders only"
    if entry.flag_bits & _ENCRYPTED:
        return "encrypted: expected an archive without a password"
    if entry.compress_type not in (zipfile.ZIP_STORED, _DEFLATED):
        # Others need a module that Python may lack, or a dictionary of gigabytes.
        return "an unusual compression: expected deflate, as `zip` writes it"
    if entry.file_size > limits.file_bytes:
        return f"{entry.file_size} bytes: expected at most {limits.file_bytes}"
    return None


def _extract(
    source: IO[bytes], out: Path, name: str, limits: ArchiveLimits, earlier: int
) -> int:
    """Write the file `name` below `out`, return its size; those before it have `earlier` bytes."""
    path = out / name
    size = 0
    path.parent.mkdir(parents=True, exist_ok=True)
    # "x" fails on a file that exists: no entry may replace another.
    with path.open("xb") as target:
        while chunk := source.read(_CHUNK):
            # Counted here, because the sizes in an archive may be false.
            size += len(chunk)
            if size > limits.file_bytes:
                raise _refusal(
                    f"it unpacks to more than {limits.file_bytes} bytes", name
                )
            if earlier + size > limits.total_bytes:
                message = (
                    f"all files together unpack to more than {limits.total_bytes} bytes"
                )
                raise _refusal(message, name)
            target.write(chunk)
    return size


def _refusal(message: str, name: str | None = None) -> PackageError:
    if name is None:
        return PackageError([error(message)])
    # A name may hold anything, also what steers a terminal, and be very long.
    return PackageError([error(message, ascii(name)[1:-1][:200])])
