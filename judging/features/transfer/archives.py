"""Unpack zip files that may be malicious, and pack folders into zip files.

Some tools of Windows write a backslash between folders; it counts as a slash.

Every name is checked before anything is written. Sizes are counted while unpacking,
whatever the archive states.
"""

import errno
import shlex
import stat
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import IO

from judging.core.diagnostics import error
from judging.core.errors import MachineError, PackageError
from judging.core.limits import MIB
from judging.files import Below
from judging.values import Value

ENDING = ".zip"
_TAR = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".tar.zst")
_OTHER_ARCHIVES = (*_TAR, ".7z", ".rar")
_NAME_BYTES = 255  # of a file, on every usual file system
# Of a path. Linux opens paths of 4,095 bytes, with the folder that it is unpacked to.
_PATH_BYTES = 3072
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


class ArchiveLimits(Value):
    """What an archive may unpack to: more than any package needs, and less than fills
    the disk of a server."""

    files: int = 50_000
    file_bytes: int = 1024 * MIB
    total_bytes: int = 4096 * MIB


_USUAL = ArchiveLimits()


def unpack(archive: Path, folder: Path, limits: ArchiveLimits = _USUAL) -> None:
    """Write the files of the zip `archive` below `folder`, an empty folder.

    Raises PackageError if the archive is damaged, or if it could write outside `folder`, hide one
    file behind another or fill the disk: absolute names, drives, `..`, links, special
    files, names that differ only in case, encrypted entries, more than `limits`.
    """
    if archive.name.lower().endswith(_OTHER_ARCHIVES) and not zipfile.is_zipfile(
        archive
    ):
        advice = f"unpack it ({unpacking(archive)}) and name the folder"
        raise _refusal(f"expected a zip file; {advice}", archive.name)
    try:
        with zipfile.ZipFile(archive) as opened:
            written = 0
            for name, entry in _checked(opened.infolist(), limits).items():
                with opened.open(entry) as source:
                    written += _extract(source, folder, name, limits, written)
    except _DAMAGE as failure:
        raise _refusal(f"not an intact zip file: {failure}", archive.name) from failure
    except OSError as failure:
        # The archive names a place before its own start.
        if failure.errno == errno.EINVAL:
            message = f"not an intact zip file: {failure.strerror}"
            raise _refusal(message, archive.name) from failure
        message = f"cannot unpack {archive.name}: {failure.strerror or failure}"
        raise MachineError(message) from failure


def pack(folder: Path, archive: Below) -> None:
    """Write every file below `folder` to the new zip file `archive`. The same files give
    the same bytes. Raises MachineError if `archive` cannot be written."""
    try:
        with (
            archive.new_file() as file,
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
        message = f"cannot write {archive.path}: {failure.strerror}"
        raise MachineError(message) from failure


def is_archive(path: Path) -> bool:
    """Return True for a file that is a zip file, or has the name of an archive."""
    if not path.is_file():
        return False
    named = path.name.lower().endswith((ENDING, *_OTHER_ARCHIVES))
    return named or zipfile.is_zipfile(path)


def is_zip_name(path: Path) -> bool:
    """Return True if a file of this name is to be a zip file."""
    return path.suffix.lower() == ENDING


def without_ending(name: str) -> str:
    """Return the name of a zip file without .zip; another name as it is."""
    return name[: -len(ENDING)] if name.lower().endswith(ENDING) else name


def _folder_for(name: str, ending: str) -> str:
    """Return the name of a folder for what an archive has, without the ending."""
    return name[: -len(ending)] if ending else f"{name}-files"


def unpacking(archive: Path) -> str:
    """Return the command that unpacks an archive into a folder of its own, for advice.

    The folder lies in the working folder.
    """
    name = archive.name.lower()
    ending = next((end for end in _TAR if name.endswith(end)), archive.suffix)
    quoted = shlex.quote(str(archive))
    folder = shlex.quote(_folder_for(archive.name, ending))
    if name.endswith(_TAR):
        return f"`mkdir {folder} && tar -xf {quoted} -C {folder}`"
    if name.endswith(_OTHER_ARCHIVES):
        return f"`7z x {quoted} -o{folder}`"
    return f"`unzip {quoted} -d {folder}`"


def _checked(
    entries: list[zipfile.ZipInfo], limits: ArchiveLimits
) -> dict[str, zipfile.ZipInfo]:
    """Return the files among the entries by their names; raise PackageError if one is
    not safe."""
    if len(entries) > limits.files:
        raise _refusal(
            f"the archive has {len(entries)} entries: expected at most {limits.files}"
        )
    seen: dict[str, str] = {}
    files = {}
    for entry in entries:
        name = entry.filename.replace("\\", "/")
        fault = _fault(name, entry, limits)
        if fault:
            raise _refusal(fault, name)
        if name.endswith("/"):
            continue
        # Some file systems ignore case.
        other = seen.setdefault(name.casefold(), name)
        if other is not name:
            raise _refusal(f"a second file with the name of {other!r}", name)
        files[name] = entry
    for name in seen.values():
        for parent in PurePosixPath(name).parents:
            if str(parent).casefold() in seen:
                raise _refusal(f"it lies in {str(parent)!r}, which is a file", name)
    return files


def _fault(name: str, entry: zipfile.ZipInfo, limits: ArchiveLimits) -> str | None:
    parts = name.rstrip("/").split("/")
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if not name.strip("/") or name.startswith("/"):
        return "an absolute name: expected a name relative to the package"
    if "\0" in entry.orig_filename:
        return "a name with a zero byte"
    if any(part in ("", ".", "..") for part in parts) or ":" in parts[0]:
        return "the name points outside the package"
    if any(len(part.encode()) > _NAME_BYTES for part in parts):
        return f"a name of more than {_NAME_BYTES} bytes"
    if len(name.encode()) > _PATH_BYTES:
        return f"a path of more than {_PATH_BYTES} bytes"
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
    size = 0
    # Checked before: no name leaves the folder, and none is there twice.
    with (Below(out) / name).new_file() as target:
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
