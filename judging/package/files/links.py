"""Read the files outside a package that links of its own programs lead to.

A link is resolved first; then each part of the real path is opened in the folder before
it, and never as a link. So nothing outside the repository is read, even if files are
replaced meanwhile. openat2 would do the same with fewer calls, but older kernels lack
it.
"""

import os
import stat
from contextlib import ExitStack, suppress
from pathlib import Path

from judging.core.errors import UsageError
from judging.core.limits import MIB
from judging.core.problem import Linked
from judging.package.files.layout import CONTEST_FILES, hidden

_MOST_BYTES = 64 * MIB
_BLOCK = 4096  # what a file takes at least, so that there are not too many
# O_NOFOLLOW: a link put there after the path was resolved is refused. O_NONBLOCK:
# opening a pipe does not wait for its writer.
_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def surroundings(
    package: Path, stated: Path | None, contest: Path | None
) -> Path | None:
    """Return the folder around `package` that links of its programs must stay inside.

    It is `stated`, the value of --links-within; else the git work tree; else the nearest
    folder with a list of problems; else `contest`, the folder of --contest; else None. A
    work tree or a list counts only in a folder of the package's owner: on a shared
    machine, another user must not widen what is read. It is never the home folder or a
    folder around that, which hold keys and other people's files.
    """
    root = package.resolve()
    around = _folders_around(root)
    if stated is not None:
        if stated.resolve() not in around:
            what = f"a folder around the package {root}, but not around your home folder"
            raise UsageError(f"--links-within {stated}: expected {what}")
        return stated.resolve()
    owner = root.stat().st_uid
    own = [folder for folder in around if folder.stat().st_uid == owner]
    # The nearest work tree goes before any list of problems.
    for name in (".git", *CONTEST_FILES):
        for folder in own:
            if os.path.lexists(folder / name):
                return folder
    if contest is not None and contest.resolve() in around:
        return contest.resolve()
    return None


def contest_around(package: Path) -> Path | None:
    """Return the nearest folder around `package` with a list of problems; None without
    one. Only folders of the package's owner count, as in `surroundings`."""
    root = package.resolve()
    owner = root.stat().st_uid
    for folder in _folders_around(root)[1:]:
        listed = any(os.path.lexists(folder / name) for name in CONTEST_FILES)
        if listed and folder.stat().st_uid == owner:
            return folder
    return None


def _folders_around(root: Path) -> list[Path]:
    """Return the package's folder and those around it that links may stay inside."""
    home = Path(os.path.expanduser("~")).resolve()
    return [p for p in (root, *root.parents) if not home.is_relative_to(p)]


def common_folder(root: Path, real: Path) -> Path | None:
    """Return the innermost folder around the package at `root` and the file `real` that
    --links-within may name; None if there is none."""
    for folder in _folders_around(root):
        if real.is_relative_to(folder):
            return folder
    return None


def read(root: Path, within: Path | None, folders: tuple[Path, ...]) -> Linked:
    """Return what links in `folders` of the package at `root` lead to outside of it.

    Only what is in `within`, without hidden names and special files, and up to a bound.
    """
    found: dict[Path, bytes | tuple[str, ...]] = {}
    if within is None:
        return found
    room = _MOST_BYTES
    waiting = list(folders)
    while waiting and room > 0:
        path = waiting.pop()
        # What cannot be read is left out here, and reported where it is used.
        with suppress(OSError, ValueError, RuntimeError):
            real = path.resolve(strict=True)
            if is_circle(path):
                continue
            content: bytes | tuple[str, ...] = b""
            if path.parent in found or not real.is_relative_to(root):
                content = _read(real, within)
                found[path] = content
                room -= len(content) + _BLOCK
            elif real.is_dir():
                content = tuple(os.listdir(real))
            if isinstance(content, tuple):
                waiting += [path / name for name in sorted(content) if not hidden(name)]
    return found


def is_circle(path: Path) -> bool:
    """Return True for a link to a folder around it."""
    # `path` names every folder that was entered, so a circle shows in it.
    return path.is_symlink() and any(p.resolve() == path.resolve() for p in path.parents)


def _read(real: Path, within: Path) -> bytes | tuple[str, ...]:
    """Return a file's content or the names in a folder.

    Raise OSError or ValueError if `real` is not in `within`, or has a link or a hidden
    name in it.
    """
    parts = real.relative_to(within).parts
    # Without this look, opening a device or a pipe could wait or have an effect.
    if any(map(hidden, parts)) or not (real.is_file() or real.is_dir()):
        raise ValueError(f"not to be read: {real}")
    with ExitStack() as opened:
        fd = os.open(within, _FLAGS)
        opened.callback(os.close, fd)
        for part in parts:
            fd = os.open(part, _FLAGS, dir_fd=fd)
            opened.callback(os.close, fd)
        # By the descriptor, not by the path: what is checked is what is read.
        state = os.fstat(fd)
        if stat.S_ISDIR(state.st_mode):
            return tuple(name for name in os.listdir(fd) if not hidden(name))
        if not stat.S_ISREG(state.st_mode) or state.st_size > _MOST_BYTES:
            raise ValueError(
                f"not a regular file of at most {_MOST_BYTES} bytes: {real}"
            )
        with open(fd, "rb", closefd=False) as file:
            return file.read(_MOST_BYTES)
