"""Zip files from elsewhere, opened as if their maker wished us ill; and zip files for others.

Nothing is written before every name was looked at, and what an entry says of its size is not
believed: the bytes are counted as they come out.
"""

from __future__ import annotations

import stat
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from judging.core.diagnostics import error
from judging.core.errors import MachineError, PackageError
from judging.core.limits import MIB

_CHUNK = MIB
_ENCRYPTED = 0x1
_EPOCH = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """How much an archive may unpack to."""

    files: int = 50_000
    file_bytes: int = 1024 * MIB
    total_bytes: int = 4096 * MIB


def unpack(archive: Path, folder: Path, limits: ArchiveLimits = ArchiveLimits()) -> None:
    """Writes the files of the zip `archive` under `folder`, which exists and is empty.

    Raises PackageError for an archive that is damaged or could write elsewhere, hide a file
    behind another or fill the disk: absolute names, drives, `..`, backslashes, links, special
    files, names that are equal but for case, encrypted entries, and more than `limits` allows.
    """
    try:
        with zipfile.ZipFile(archive) as opened:
            entries = list(_checked(opened.infolist(), limits))
            written = 0
            for entry, name in entries:
                with opened.open(entry) as source:
                    written += _written(source, folder / name, name, limits, written)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as failure:
        raise _refused(f"not a zip file that can be read: {failure}", archive.name) from failure
    except OSError as failure:
        message = f"cannot unpack {archive.name}: {failure.strerror or failure}"
        raise MachineError(message) from failure


def pack(folder: Path, archive: Path) -> None:
    """Writes every file under `folder` into the new zip `archive`: the same bytes each time.

    Raises MachineError where it cannot be written.
    """
    try:
        archive.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(archive, "x", zipfile.ZIP_DEFLATED) as made:
            for path in sorted(p for p in folder.rglob("*") if p.is_file()):
                entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), _EPOCH)
                entry.external_attr = (stat.S_IFREG | stat.S_IMODE(path.stat().st_mode)) << 16
                entry.compress_type = zipfile.ZIP_DEFLATED
                made.writestr(entry, path.read_bytes())
    except OSError as failure:
        raise MachineError(f"cannot write {archive}: {failure.strerror}") from failure


def _checked(
    entries: list[zipfile.ZipInfo], limits: ArchiveLimits
) -> Iterator[tuple[zipfile.ZipInfo, str]]:
    """Each file with its name, once all entries are seen to be harmless."""
    if len(entries) > limits.files:
        raise _refused(f"it holds {len(entries)} entries: expected at most {limits.files}")
    seen: dict[str, str] = {}
    files = []
    for entry in entries:
        name = entry.filename
        if fault := _fault(entry, limits):
            raise _refused(fault, name)
        if entry.is_dir():
            continue
        # Some file systems do not tell capitals from small letters.
        other = seen.setdefault(name.casefold(), name)
        if other is not name:
            raise _refused(f"a second file of that name, beside {other!r}", name)
        files.append((entry, name))
    for name in seen.values():
        for parent in PurePosixPath(name).parents:
            if str(parent).casefold() in seen:
                raise _refused(f"it lies in {str(parent)!r}, which is a file", name)
    yield from files


def _fault(entry: zipfile.ZipInfo, limits: ArchiveLimits) -> str | None:
    name = entry.filename
    parts = name.rstrip("/").split("/")
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if not name.strip("/") or name.startswith("/"):
        return "an absolute name: expected one that stays in the package"
    if "\\" in entry.orig_filename or "\0" in entry.orig_filename:
        return "a name with a backslash or a zero byte: expected / between folders"
    if any(part in ("", ".", "..") for part in parts) or ":" in parts[0]:
        return "a name that leads out of the package"
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "a link or a special file: expected files and folders only"
    if entry.flag_bits & _ENCRYPTED:
        return "it is encrypted: expected an archive without a password"
    if entry.file_size > limits.file_bytes:
        return f"it has {entry.file_size} bytes: expected at most {limits.file_bytes}"
    return None


def _written(source: IO[bytes], place: Path, name: str, limits: ArchiveLimits, earlier: int) -> int:
    """Copy one file out and return its size; the files before it have `earlier` bytes."""
    size = 0
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.open("xb") as target:
        while chunk := source.read(_CHUNK):
            size += len(chunk)
            if size > limits.file_bytes:
                raise _refused(f"it unpacks to more than {limits.file_bytes} bytes", name)
            if earlier + size > limits.total_bytes:
                most = limits.total_bytes
                raise _refused(f"all files together unpack to more than {most} bytes", name)
            target.write(chunk)
    return size


def _refused(message: str, name: str | None = None) -> PackageError:
    shown = None if name is None else ascii(name)[1:-1][:200]
    return PackageError([error(message, shown)])
