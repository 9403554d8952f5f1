"""The one writer of files and folders outside the cache, which follows no link; and folders
that are removed whole, whatever happens in between.

A package may have a link wherever the judge is about to write: in place of a file, of a
folder above it, or under the name of a temporary file that can be guessed. A `Below` opens
the folders from its root on one by one, each in the one before it and never through a link,
and works by descriptors: what was looked at is what is written to, even if somebody else
replaces a folder meanwhile.
"""

import contextlib
import errno
import itertools
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from judging.core.diagnostics import error
from judging.core.errors import PackageError
from judging.values import Value

_OPEN_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# To find a folder that may not be readable yet.
_FIND_FOLDER = os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# O_EXCL: a file or link of that name, also a broken one, is an error.
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_OPEN_SPECIAL = os.O_WRONLY | os.O_NOFOLLOW | os.O_NOCTTY | os.O_CLOEXEC
_COPY_BYTES = 2**20  # at once
_LINK = (
    "is a symbolic link, and nothing is written through one: put a file or folder of its "
    "own in its place"
)


class Below(Value):
    """A place to write to, below a folder that is trusted.

    root: links on the way to it are followed: a user has named it, or the judge has made it.
    inner: the path below it. No part of it may be a link. Empty: the root itself.

    Each method raises PackageError, which names the link, if a part is one; OSError as
    usual.
    """

    root: Path
    inner: tuple[str, ...] = ()

    def __truediv__(self, name: str) -> "Below":
        """Return the place of the relative path `name` below this one."""
        parts = Path(name).parts
        if os.path.isabs(name) or ".." in parts:
            raise ValueError(f"leaves its folder: {name}")
        return Below(self.root, (*self.inner, *parts))

    @property
    def path(self) -> Path:
        return self.root.joinpath(*self.inner)

    def write(self, content: bytes) -> None:
        """Write a file whole or not at all. Make the folders that are missing."""
        with self.new_file() as file:
            file.write(content)

    def copy(self, source: Path) -> None:
        """Write a copy of a file, with its permissions. Make the folders that are missing."""
        with source.open("rb") as given, self.new_file() as file:
            shutil.copyfileobj(given, file, _COPY_BYTES)
            os.fchmod(file.fileno(), stat.S_IMODE(os.fstat(given.fileno()).st_mode))

    @contextlib.contextmanager
    def new_file(self) -> Iterator[BinaryIO]:
        """Open a file that takes this place at the end, with the mode of a file that is
        there: no reader sees a part of it, and a block that raises changes nothing. Make
        the folders that are missing."""
        with self._parent(make=True) as (folder, name):
            mode = self._mode(folder, name)
            # The name cannot be guessed, so nothing lies in wait under it.
            fresh = f".judge-{os.urandom(16).hex()}"
            try:
                fd = os.open(fresh, _NEW_FILE, 0o666, dir_fd=folder)
                with open(fd, "wb") as file:
                    if mode is not None:
                        os.fchmod(fd, stat.S_IMODE(mode))
                    yield file
                os.rename(fresh, name, src_dir_fd=folder, dst_dir_fd=folder)
            finally:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(fresh, dir_fd=folder)

    def write_into(self, content: bytes) -> None:
        """Write to a pipe or a device, which stays what it is."""
        with self._parent() as (folder, name):
            self._mode(folder, name)
            with open(os.open(name, _OPEN_SPECIAL, dir_fd=folder), "wb") as file:
                file.write(content)

    def check(self) -> None:
        """Raise PackageError if a part of the path is a link. Nothing else is found: what
        is missing, or may not be written, shows when it is written."""
        if not self.inner:
            return
        with contextlib.suppress(OSError), self._parent() as (folder, name):
            self._mode(folder, name)

    def make_folder(self) -> None:
        """Make a folder, and those above it that are missing, from the root on."""
        with self._folder(self.inner, make=True):
            pass

    def remove(self) -> None:
        """Remove a file, or a link itself."""
        with self._parent() as (folder, name):
            os.unlink(name, dir_fd=folder)

    def file_names(self) -> list[str]:
        """Return the names of the regular files in a folder, sorted; none if it is missing."""
        with (
            contextlib.suppress(FileNotFoundError),
            self._folder(self.inner) as folder,
            os.scandir(folder) as entries,
        ):
            return sorted(e.name for e in entries if e.is_file(follow_symlinks=False))
        return []

    def _mode(self, folder: int, name: str) -> int | None:
        """Return the mode of what is at this place; None if nothing is."""
        try:
            mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
        except FileNotFoundError:
            return None
        if stat.S_ISLNK(mode):
            raise self._refusal(self.inner)
        return mode

    @contextlib.contextmanager
    def _parent(self, *, make: bool = False) -> Iterator[tuple[int, str]]:
        """Open the folder around this place; yield its descriptor and the name in it."""
        if not self.inner:
            raise IsADirectoryError(
                errno.EISDIR, os.strerror(errno.EISDIR), str(self.root)
            )
        with self._folder(self.inner[:-1], make=make) as folder:
            yield folder, self.inner[-1]

    @contextlib.contextmanager
    def _folder(self, parts: tuple[str, ...], *, make: bool = False) -> Iterator[int]:
        """Open the folder at `parts` below the root."""
        with contextlib.ExitStack() as opened:
            if make:
                self.root.mkdir(parents=True, exist_ok=True)
            folder = os.open(self.root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            opened.callback(os.close, folder)
            for depth in range(1, len(parts) + 1):
                folder = self._step(folder, parts[:depth], make)
                opened.callback(os.close, folder)
            yield folder

    def _step(self, folder: int, parts: tuple[str, ...], make: bool) -> int:
        """Open the last of `parts` in the open `folder` of the others."""
        name = parts[-1]
        if make:
            with contextlib.suppress(FileExistsError):
                os.mkdir(name, dir_fd=folder)
        try:
            return os.open(name, _OPEN_FOLDER, dir_fd=folder)
        except OSError as failure:
            if _is_link(folder, name):
                raise self._refusal(parts) from failure
            place = str(self.root.joinpath(*parts))
            raise OSError(failure.errno, failure.strerror, place) from failure

    def _refusal(self, parts: tuple[str, ...]) -> PackageError:
        return PackageError([error(_LINK, "/".join(parts))])


def _is_link(folder: int, name: str) -> bool:
    try:
        return stat.S_ISLNK(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode)
    except OSError:
        return False


def below(root: Path, path: Path) -> Below:
    """Return the place of `path`, which lies below `root`. Raise ValueError if it does not."""
    return Below(root) / path.relative_to(root).as_posix()


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
        top = _open_to_empty(folder)
    except FileNotFoundError:
        return
    prefix = f"judge-{os.urandom(8).hex()}-"
    numbers = itertools.count()
    try:
        waiting = _unlink_files(top)
        while waiting:
            name = waiting.pop()
            inner = _open_to_empty(name, top)
            try:
                for name_below in _unlink_files(inner):
                    # Moving a folder needs write permission on it.
                    os.close(_open_to_empty(name_below, inner))
                    lifted = f"{prefix}{next(numbers)}"
                    os.rename(name_below, lifted, src_dir_fd=inner, dst_dir_fd=top)
                    waiting.append(lifted)
            finally:
                os.close(inner)
            os.rmdir(name, dir_fd=top)
    finally:
        os.close(top)
    os.rmdir(folder)


def _open_to_empty(folder: Path | str, around: int | None = None) -> int:
    """Open a folder that may have any mode, in the folder `around`, and let this process
    empty it. A link is an OSError: chmod by the name would change what the link leads to."""
    found = os.open(folder, _FIND_FOLDER, dir_fd=around)
    try:
        os.chmod(f"/proc/self/fd/{found}", 0o700)
        return os.open(".", _OPEN_FOLDER, dir_fd=found)
    finally:
        os.close(found)


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
            if stat.S_ISLNK(mode):
                continue  # a link has no mode, and chmod would change what it leads to
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
