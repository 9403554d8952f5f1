"""Read and write the files of packages; a new package never overwrites anything."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from judging.core.errors import MachineError, UsageError
from judging.files import Below, remove_tree
from judging.package.named_places import check_folder, named_folder


def check_free(folder: Path) -> None:
    """Raise UsageError if `folder` is a file or not empty, or if a link of a package
    leads there; it need not exist."""
    check_folder(folder)
    try:
        _check_free(folder)
    except OSError as failure:
        raise _cannot_create(folder, failure) from failure


def _check_free(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file: name a new folder")
    if not folder.is_dir():
        return
    entry = next(folder.iterdir(), None)
    if entry is not None:
        raise UsageError(
            f"{folder} is not empty (it contains {entry.name}): name a new or empty folder"
        )


@contextlib.contextmanager
def new_folder(folder: Path) -> Iterator[Below]:
    """Create `folder` and its parents, and remove it again if the block raises. Raises
    UsageError if it is a file or not empty."""
    check_free(folder)
    place = named_folder(folder)
    # What a link leads to that the user names: later, it might lead elsewhere.
    real = folder.resolve()
    try:
        _make_folder(place)
        yield place
    except BaseException:
        if real.is_dir():
            remove_tree(real)
        raise


def _make_folder(place: Below) -> None:
    try:
        place.make_folder()
    except OSError as failure:
        raise _cannot_create(place.path, failure) from failure


def _cannot_create(folder: Path, failure: OSError) -> MachineError:
    return MachineError(f"cannot create the folder {folder}: {failure.strerror}")


def require_outside(folder: Path, package: Path) -> None:
    """Raise UsageError if `folder` lies inside the package at `package`, an absolute path."""
    if folder.resolve().is_relative_to(package):
        raise UsageError(
            f"{folder} is inside the package {package}: name a folder outside it"
        )


def read_file(path: Path | bytes) -> bytes:
    """Return a file's content; a content is returned as it is. Raises MachineError if
    the file cannot be read."""
    if isinstance(path, bytes):
        return path
    try:
        return path.read_bytes()
    except OSError as failure:
        raise MachineError(f"cannot read {path}: {failure.strerror}") from failure


def write_file(place: Below, content: bytes | Path) -> None:
    """Write a file from its content, or copy another file with its permissions. Creates
    missing folders. Raises MachineError if a file cannot be read or written,
    PackageError if a part of its path is a link."""
    try:
        if isinstance(content, Path):
            place.copy(content)
        else:
            place.write(content)
    except OSError as failure:
        raise MachineError(f"cannot write {place.path}: {failure.strerror}") from failure
