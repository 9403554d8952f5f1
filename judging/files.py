"""Atomic writes of files, and folders that are removed whole, whatever happens in between."""

import contextlib
import itertools
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

_OPEN_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A new file beside `path`, which takes its place and mode at the end: no reader
    sees a part of it, and a block that raises changes nothing."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        yield fresh
        if path.exists():
            shutil.copymode(path, fresh)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file whole or not at all; a link stays a link."""
    with whole_file(path.resolve()) as fresh:
        fresh.write_bytes(content)


@contextlib.contextmanager
def temporary_folder(prefix: str = "", dir: Path | None = None) -> Iterator[Path]:
    """An empty folder, which is removed at the end."""
    # The name is known before the folder exists, so no interrupt leaves it behind.
    folder = Path(dir or tempfile.gettempdir(), prefix + os.urandom(8).hex())
    try:
        folder.mkdir(mode=0o700)
        yield folder
    finally:
        try:
            remove_tree(folder)
        except KeyboardInterrupt:  # it came before the removal began
            remove_tree(folder)
            raise


def remove_tree(folder: Path) -> None:
    """Removes a folder with everything in it, at any depth and with any modes. If it is
    interrupted, it begins again and raises the interrupt after that."""
    try:
        _remove_tree(folder)
    except KeyboardInterrupt:
        _remove_tree(folder)
        raise


def _remove_tree(folder: Path) -> None:
    # Inner folders are moved up into the top one before they are emptied, so no path
    # grows long and nothing recurses. Links are removed, never followed.
    try:
        os.chmod(folder, 0o700)
    except FileNotFoundError:
        return
    top = os.open(folder, _OPEN_FOLDER)
    prefix = f"judge-{os.urandom(8).hex()}-"
    numbers = itertools.count()
    try:
        waiting = _unlink_files(top)
        while waiting:
            name = waiting.pop()
            os.chmod(name, 0o700, dir_fd=top)
            inner = os.open(name, _OPEN_FOLDER, dir_fd=top)
            try:
                for below in _unlink_files(inner):
                    # Moving a folder needs write permission on it.
                    os.chmod(below, 0o700, dir_fd=inner)
                    lifted = f"{prefix}{next(numbers)}"
                    os.rename(below, lifted, src_dir_fd=inner, dst_dir_fd=top)
                    waiting.append(lifted)
            finally:
                os.close(inner)
            os.rmdir(name, dir_fd=top)
    finally:
        os.close(top)
    os.rmdir(folder)


def _unlink_files(folder: int) -> list[str]:
    """Removes everything but folders; returns the names of the folders."""
    folders = []
    with os.scandir(folder) as entries:
        for entry in list(entries):
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.name)
            else:
                os.unlink(entry.name, dir_fd=folder)
    return folders


def publish(folder: Path) -> None:
    """Lets every user read a folder's files, and only this process's user write them."""
    for parent, _, names in os.walk(folder):
        paths = [parent, *(os.path.join(parent, name) for name in names)]
        for path in paths:
            mode = os.lstat(path).st_mode
            if os.geteuid() == 0:
                os.chown(path, 0, 0, follow_symlinks=False)
            os.chmod(path, 0o755 if mode & 0o111 else 0o644)


def size_of(path: Path) -> int:
    """The bytes of a file, or of all files in a folder whose paths are not too long to open."""
    if not path.is_dir():
        return path.lstat().st_size
    total = 0
    folders = [str(path)]
    while folders:
        with contextlib.suppress(OSError), os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                else:
                    total += entry.stat(follow_symlinks=False).st_size
    return total
