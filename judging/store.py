"""The store keeps files by their content and caches results; all judges of a user share one store.

    <root>/lock                 held shared by every running judge, exclusively by one that removes
    <root>/blobs/ab/abcd...     the bytes of a file, named by their sha256, read-only
    <root>/<kind>/ab/abcd.../   a folder of a `Kind`, made once and never changed (a built program)
    <root>/facts/<kind>/ab/...  a small JSON value known for a key (a validated input)
    <root>/claims/              locks on things that one worker may use at a time: a core
    <root>/tmp/                 unfinished entries; a finished one is renamed into place

Entries appear by rename: a reader never sees half of one, and two judges may make the same entry at
once. The default root is `$XDG_CACHE_HOME/judge`, else `~/.cache/judge`.
"""

import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

from judging.core.errors import MachineError
from judging.files import remove_tree, temporary_folder

SIZE_CAP_BYTES = 4 * 2**30
_TOUCH_AFTER_S = 3600.0
_TRIM_AFTER_S = 600.0
_ABANDONED_AFTER_S = 24 * 3600.0


class Kind(StrEnum):
    """The kinds of folders that the store keeps; the value names the kind's folder on disk."""

    PROGRAM = "built"
    LAUNCHER = "launcher"
    TREE = "trees"


def digest_of(data: bytes) -> str:
    """The sha256 of `data`, in hex."""
    return hashlib.sha256(data).hexdigest()


def digest_of_file(path: Path) -> str:
    """The sha256 of a file's bytes, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def key_of(*parts: str | bytes) -> str:
    """One key for several parts; different lists of parts have different keys."""
    total = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "little"))
        total.update(data)
    return total.hexdigest()


def default_root() -> Path:
    """The default folder of the cache, by the XDG base directory rule. MachineError if the user has
    no home folder."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    try:
        return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "judge"
    except RuntimeError as unknown:  # no HOME and no entry for the user
        message = "no folder for the cache: set XDG_CACHE_HOME to a writable folder"
        raise MachineError(message) from unknown


class Store:
    """A handle on the cache: cheap to open, safe in several threads and processes at once."""

    def __init__(self, root: Path | None = None) -> None:
        self.root = (root or default_root()).absolute()
        try:
            self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
            _make_private(self.root)
            for name in ("blobs", "facts", "tmp"):
                (self.root / name).mkdir(exist_ok=True)
            self._lock = os.open(self.root / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as problem:
            raise MachineError(
                f"cannot use the cache {self.root}: {problem.strerror}; "
                "set XDG_CACHE_HOME to a writable folder"
            ) from problem
        fcntl.flock(self._lock, fcntl.LOCK_SH)

    def close(self) -> None:
        """Lets other judges remove entries."""
        os.close(self._lock)

    def add(self, path: Path) -> str:
        """Keeps a copy of the file; returns its digest."""
        digest = digest_of_file(path)
        if not self._known(self.blob(digest)):
            with self.workspace() as folder:
                copy = folder / "blob"
                shutil.copyfile(path, copy)
                # The file may have changed since: the digest must name the copy.
                digest = digest_of_file(copy)
                self._place(copy, self.blob(digest))
        return digest

    def add_bytes(self, data: bytes) -> str:
        """Keeps `data`; returns its digest."""
        digest = digest_of(data)
        if not self._known(self.blob(digest)):
            with self.workspace() as folder:
                copy = folder / "blob"
                copy.write_bytes(data)
                self._place(copy, self.blob(digest))
        return digest

    def blob(self, digest: str) -> Path:
        """The path of the file with this digest."""
        return self.folder("blobs", digest)

    def find(self, kind: Kind, key: str) -> Path | None:
        """The folder made for `key`, or None."""
        path = self.folder(kind, key)
        return path if self._known(path) else None

    def make(self, kind: Kind, key: str, fill: Callable[[Path], None]) -> Path:
        """The folder for `key`; a missing one is made by `fill`, which gets an empty folder."""
        path = self.folder(kind, key)
        if self._known(path):
            return path
        with self.workspace() as folder:
            fresh = folder / "entry"
            fresh.mkdir()
            fill(fresh)
            self._place(fresh, path)
        return path

    @contextlib.contextmanager
    def workspace(self) -> Iterator[Path]:
        """An empty folder on the store's file system; it is removed at the end."""
        with temporary_folder(dir=self.root / "tmp") as folder:
            yield folder

    @contextlib.contextmanager
    def copy_out_folder(self) -> Iterator[Path]:
        """An empty folder to copy a program's files to. Every user id may write to it, and it is
        removed at the end."""
        with self.workspace() as workspace:
            folder = workspace / "files"
            folder.mkdir()
            folder.chmod(0o777)
            yield folder

    def adopt(self, kind: Kind, key: str, folder: Path) -> Path:
        """Moves a finished folder of a workspace into place. Every user that programs run as can
        read it; only the judge can write it."""
        _publish(folder)
        path = self.folder(kind, key)
        self._place(folder, path)
        return path

    def folder(self, kind: str, key: str) -> Path:
        """The path of the entry for `key`, which need not exist."""
        return self.root / kind / key[:2] / key

    def add_tree(self, files: Iterable[tuple[str, bytes]]) -> str:
        """Keeps a folder that holds `files`, pairs of name and content; returns its key."""
        digests = sorted((name, self.add_bytes(content)) for name, content in files)

        def fill(folder: Path) -> None:
            for name, digest in digests:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(self.blob(digest), folder / name)
            _publish(folder)

        key = key_of(*(part for pair in digests for part in pair))
        self.make(Kind.TREE, key, fill)
        return key

    def tree(self, key: str) -> Path:
        """The folder that `add_tree` returned this key for."""
        return self.folder(Kind.TREE, key)

    def recall(self, kind: str, key: str) -> Any:
        """The JSON value remembered for `key`, or None."""
        path = self.folder(f"facts/{kind}", key)
        try:
            value = json.loads(path.read_bytes())
        except (OSError, ValueError):
            return None
        self._known(path)
        return value

    def remember(self, kind: str, key: str, value: Any) -> None:
        """Keeps a JSON value for `key`."""
        with self.workspace() as folder:
            file = folder / "fact"
            file.write_text(json.dumps(value))
            self._place(file, self.folder(f"facts/{kind}", key), replace=True)

    def claim(self, name: str) -> int | None:
        """A descriptor that holds `name` until it is closed; None while another worker of any judge
        holds it."""
        folder = self.root / "claims"
        folder.mkdir(exist_ok=True)
        fd = os.open(folder / name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(fd)
            return None
        return fd

    def size(self) -> int:
        """The bytes of everything in the cache."""
        return sum(size for _, size, _ in self._entries())

    def clear(self) -> int:
        """Removes everything; returns the bytes freed. MachineError while another judge runs."""
        with self._alone() as alone:
            if not alone:
                raise MachineError(
                    f"the cache {self.root} is in use by another judge; "
                    "try again when that judge has ended"
                )
            return sum(self._remove(path, size) for path, size, _ in self._entries())

    def trim(self, cap_bytes: int = SIZE_CAP_BYTES) -> int:
        """Removes the least recently used entries until the cache is within its cap; returns the
        bytes freed. Removes nothing while another judge runs, which may need any entry."""
        with self._alone() as alone:
            if not alone:
                return 0
            entries = sorted(self._entries(), key=lambda entry: entry[2])
            over = sum(size for _, size, _ in entries) - cap_bytes
            freed = 0
            for path, size, used in entries:
                abandoned = path.parent.name == "tmp" and time.time() - used > _ABANDONED_AFTER_S
                if freed < over or abandoned:
                    freed += self._remove(path, size)
            return freed

    def trim_if_due(self) -> int:
        """Trims the cache unless a judge did so minutes ago: a trim visits every entry."""
        if time.time() - os.fstat(self._lock).st_mtime < _TRIM_AFTER_S:
            return 0
        os.utime(self._lock)
        return self.trim()

    @contextlib.contextmanager
    def _alone(self) -> Iterator[bool]:
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            # A failed upgrade of the lock may have released the shared one.
            fcntl.flock(self._lock, fcntl.LOCK_SH)
            yield False
            return
        try:
            yield True
        finally:
            fcntl.flock(self._lock, fcntl.LOCK_SH)

    def _entries(self) -> Iterator[tuple[Path, int, float]]:
        """(path, bytes, time of last use) of each entry; entries can be removed one by one."""
        folders = (f"{kind}/*/*" for kind in Kind)
        for pattern in ("blobs/*/*", "facts/*/*/*", "tmp/*", *folders):
            for path in self.root.glob(pattern):
                with contextlib.suppress(FileNotFoundError):
                    yield path, _size_of(path), path.lstat().st_mtime

    def _remove(self, path: Path, size: int) -> int:
        if path.is_dir() and not path.is_symlink():
            remove_tree(path)
        else:
            path.unlink(missing_ok=True)
        return size

    def _known(self, path: Path) -> bool:
        """True when the entry exists; records that it was used, for `trim`."""
        try:
            if time.time() - path.stat().st_mtime > _TOUCH_AFTER_S:
                os.utime(path)
        except FileNotFoundError:
            return False
        except OSError:
            return path.exists()
        return True

    def _place(self, fresh: Path, path: Path, replace: bool = False) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        if fresh.is_file() and not replace:
            fresh.chmod(0o444)
        try:
            fresh.rename(path)
        except OSError:
            if not path.exists():
                raise
            # Another judge made the same entry at the same time: its copy is as good.


def _publish(folder: Path) -> None:
    """Lets every user read the folder's files, and only the judge write them."""
    for parent, _, names in os.walk(folder):
        for path in (parent, *(os.path.join(parent, name) for name in names)):
            mode = os.lstat(path).st_mode
            if os.geteuid() == 0:
                os.chown(path, 0, 0, follow_symlinks=False)
            os.chmod(path, 0o755 if mode & 0o111 else 0o644)


def _make_private(root: Path) -> None:
    """Let only this user into the cache, whose programs the judge runs. Raise MachineError if the
    folder belongs to another user, who could have put programs there."""
    status = root.stat()
    if status.st_uid != os.geteuid():
        raise MachineError(
            f"the cache {root} belongs to another user (id {status.st_uid}); "
            "set XDG_CACHE_HOME to a folder of your own"
        )
    if status.st_mode & 0o077:
        root.chmod(0o700)


def _size_of(path: Path) -> int:
    """The bytes of a file, or of all files in a folder whose paths are not too long to open."""
    if not path.is_dir():
        return path.lstat().st_size
    total, folders = 0, [str(path)]
    while folders:
        with contextlib.suppress(OSError), os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                else:
                    total += entry.stat(follow_symlinks=False).st_size
    return total
