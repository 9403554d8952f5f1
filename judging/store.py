"""The store keeps files by their content and caches results; all judges of a user share one store.

    <root>/lock                 held shared by every running judge, exclusively by one
                                that removes
    <root>/blobs/ab/abcd...     the bytes of a file, named by their sha256, read-only
    <root>/<kind>/ab/abcd.../   a folder of a `Kind`, made once and never changed (a
                                built program): `files`, and `seal`, their digest
    <root>/facts/<kind>/ab/...  a small JSON value known for a key (a validated input),
                                or a list (results of runs); each value has a digest
    <root>/claims/              locks on things that one worker may use at a time: a
                                core, the place of a damaged entry
    <root>/tmp/                 unfinished entries; a finished one is renamed into place

Entries appear by rename: a reader never sees half of one, and two judges may make the
same entry at once. The default root is `$XDG_CACHE_HOME/judge`, else `~/.cache/judge`.

A file loses bytes that were not on the disk when the power failed, a disk loses bits, a
person deletes files. So each handle compares an entry with its digest before the first
use. A damaged entry counts as missing: it is made again in its place. The digests do not
cover

- a change after the first use in a session: the next session finds it;
- somebody who writes matching digests: who may write the cache may replace the judge as well;
- the meaning of an entry: its key must cover everything that its content depends on.
"""

import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

from judging.core.errors import MachineError
from judging.files import publish, remove_tree, size_of, temporary_folder

# None of these is measured. The cache may take this much of a home folder:
SIZE_CAP_BYTES = 4 * 2**30
# A use is recorded to the hour, so that reading seldom writes.
_TOUCH_AFTER_S = 3600.0
# A trim visits every entry, which takes seconds in a full cache.
_TRIM_AFTER_S = 600.0
# No command works on one entry for a day: what is older was left by a judge that was killed.
_ABANDONED_AFTER_S = 24 * 3600.0
# Not through a link, which may be older than the folder is private.
_LOCK_FILE = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC


class Kind(StrEnum):
    """The kinds of folders that the store keeps. The value names the kind's folder on
    disk; older versions, which keep no seals, have other names."""

    PROGRAM = "programs"
    LAUNCHER = "launchers"
    TREE = "folders"
    HEADER = "headers"
    NAMED = "named"


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
    """The default folder of the cache, by the XDG base directory rule. MachineError if
    the user has no home folder."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(base):  # the rule says to ignore a relative path
        return Path(base) / "judge"
    try:
        return Path.home() / ".cache" / "judge"
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
            for name in ("blobs", "claims", "facts", "tmp"):
                (self.root / name).mkdir(exist_ok=True)
            self._lock = os.open(self.root / "lock", _LOCK_FILE, 0o644)
        except OSError as problem:
            raise MachineError(
                f"cannot use the cache {self.root}: {problem.strerror}; "
                "set XDG_CACHE_HOME to a writable folder"
            ) from problem
        fcntl.flock(self._lock, fcntl.LOCK_SH)
        self._checked: set[str] = set()

    def close(self) -> None:
        """Lets other judges remove entries."""
        os.close(self._lock)

    def add(self, path: Path) -> str:
        """Keeps a copy of the file; returns its digest."""
        digest = digest_of_file(path)
        if not self.has(digest):
            with self.workspace() as folder:
                copy = folder / "blob"
                shutil.copyfile(path, copy)
                # The file may have changed since: the digest must name the copy.
                digest = digest_of_file(copy)
                copy.chmod(0o444)
                self._place(copy, self.blob(digest))
        return digest

    def add_bytes(self, data: bytes) -> str:
        """Keeps `data`; returns its digest."""
        digest = digest_of(data)
        if not self.has(digest):
            with self.workspace() as folder:
                copy = folder / "blob"
                copy.write_bytes(data)
                copy.chmod(0o444)
                self._place(copy, self.blob(digest))
        return digest

    def has(self, digest: str) -> bool:
        """Whether the file with this digest is in the store, unharmed."""
        return self._is_sound(
            self.blob(digest), lambda path: digest_of_file(path) == digest
        )

    def blob(self, digest: str) -> Path:
        """The path of the file with this digest. A session must have added or found it."""
        return self._entry("blobs", digest)

    def find(self, kind: Kind, key: str) -> Path | None:
        """The folder made for `key`, or None if it is missing or damaged."""
        if not self._is_sound(self._entry(kind, key), _is_sealed):
            return None
        return self.folder(kind, key)

    def make(self, kind: Kind, key: str, fill: Callable[[Path], None]) -> Path:
        """The folder for `key`; a missing one is made by `fill`, which gets an empty folder."""
        path = self.find(kind, key)
        if path is not None:
            return path
        with self.workspace() as folder:
            fresh = folder / "fresh"
            fresh.mkdir()
            fill(fresh)
            return self.adopt(kind, key, fresh)

    def named(self, folder: Path, name: str) -> Path:
        """A folder with a link to `folder`, an entry, below it at the relative path `name`."""

        def fill(fresh: Path) -> None:
            link = fresh / name
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(folder)

        return self.make(Kind.NAMED, key_of(str(folder), name), fill)

    @contextlib.contextmanager
    def workspace(self) -> Iterator[Path]:
        """An empty folder on the store's file system; it is removed at the end."""
        with temporary_folder(dir=self.root / "tmp") as folder:
            yield folder

    @contextlib.contextmanager
    def copy_out_folder(self) -> Iterator[Path]:
        """An empty folder to copy a program's files to. Every user id may write to it,
        and it is removed at the end."""
        with self.workspace() as workspace:
            folder = workspace / "files"
            folder.mkdir()
            folder.chmod(0o777)
            yield folder

    def adopt(self, kind: Kind, key: str, folder: Path) -> Path:
        """Moves a finished folder of a workspace into place. Every user that programs
        run as can read it; only the judge can write it."""
        path = self._entry(kind, key)
        publish(folder)
        with self.workspace() as workspace:
            entry = workspace / "entry"
            entry.mkdir()
            entry.chmod(0o755)  # also under a strict umask
            folder.rename(entry / "files")
            (entry / "seal").write_text(_seal_of(entry / "files"))
            # One judge at a time: another may make the same entry, or replace the same damaged one.
            with open(self._open_claim("placing"), "w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                if self.find(kind, key) is None:
                    if os.path.lexists(path):
                        path.rename(workspace / "damaged")
                    self._place(entry, path)
        return self.folder(kind, key)

    def seal(self, kind: Kind, key: str) -> str:
        """Return a digest of the folder for `key`, which the session has made or found."""
        return (self._entry(kind, key) / "seal").read_text()

    def folder(self, kind: Kind, key: str) -> Path:
        """The path of the folder for `key`, which need not exist."""
        return self._entry(kind, key) / "files"

    def add_tree(self, files: Iterable[tuple[str, bytes]]) -> str:
        """Keeps a folder that holds `files`, pairs of name and content; returns its key."""
        digests = sorted((name, self.add_bytes(content)) for name, content in files)

        def fill(folder: Path) -> None:
            for name, digest in digests:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(self.blob(digest), folder / name)

        parts: list[str] = []
        for name, digest in digests:
            parts += [name, digest]
        key = key_of(*parts)
        self.make(Kind.TREE, key, fill)
        return key

    def tree(self, key: str) -> Path:
        """The folder that `add_tree` returned this key for."""
        return self.folder(Kind.TREE, key)

    def recall(self, kind: str, key: str) -> Any:
        """The JSON value remembered for `key`, or None."""
        values = self.listed(kind, key)
        if not values:
            return None
        return values[0]

    def remember(self, kind: str, key: str, *values: Any) -> None:
        """Keeps a JSON value for `key`, or a list of them."""
        with self.workspace() as folder:
            file = folder / "fact"
            file.write_bytes(
                b"".join(_sealed_line(kind, key, value) for value in values)
            )
            self._place(file, self._entry(f"facts/{kind}", key))

    def append(self, kind: str, key: str, *values: Any) -> None:
        """Add JSON values to the list that is kept for `key`. Several judges may do so at once."""
        path = self._entry(f"facts/{kind}", key)
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            file = os.open(path, flags, 0o644)
        except (
            FileNotFoundError
        ):  # the first one there: many values are added to one list
            path.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(path, flags, 0o644)
        try:
            os.write(file, b"".join(_sealed_line(kind, key, value) for value in values))
        finally:
            os.close(file)

    def listed(self, kind: str, key: str) -> list[Any]:
        """Return the values that were added for `key`, without those that are damaged."""
        path = self._entry(f"facts/{kind}", key)
        try:
            lines = path.read_bytes().split(b"\n")
        except OSError:
            return []
        _touch(path)
        values = []
        for line in lines:
            seal, _, text = line.partition(b" ")
            if seal == _seal(kind, key, text):
                values.append(json.loads(text))
        return values

    def claim(self, name: str) -> int | None:
        """A descriptor that holds `name` until it is closed; None while another worker
        of any judge holds it."""
        fd = self._open_claim(name)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(fd)
            return None
        return fd

    def _open_claim(self, name: str) -> int:
        return os.open(self.root / "claims" / name, _LOCK_FILE, 0o644)

    def size(self) -> int:
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
        """Removes the least recently used entries until the cache is within its cap;
        returns the bytes freed. Removes nothing while another judge runs, which may need
        any entry."""
        with self._alone() as alone:
            if not alone:
                return 0
            entries = sorted(self._entries(), key=lambda entry: entry[2])
            over = sum(size for _, size, _ in entries) - cap_bytes
            freed = 0
            for path, size, used in entries:
                unfinished = path.parent.name == "tmp"
                abandoned = unfinished and time.time() - used > _ABANDONED_AFTER_S
                if freed < over or abandoned:
                    freed += self._remove(path, size)
            return freed

    def remove_unfinished(self) -> None:
        """Removes what processes left that were killed while they made an entry. Removes
        nothing while another judge runs: that judge may be making one."""
        with self._alone() as alone:
            if alone:
                for path in (self.root / "tmp").iterdir():
                    self._remove(path, size=0)

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
        # The first pattern also matches the folders of older versions, which nobody else removes.
        for pattern in ("*/??/*", "facts/*/*/*", "tmp/*"):
            for path in self.root.glob(pattern):
                with contextlib.suppress(FileNotFoundError):
                    yield path, size_of(path), path.lstat().st_mtime

    def _remove(self, path: Path, size: int) -> int:
        if path.is_dir() and not path.is_symlink():
            remove_tree(path)
        else:
            path.unlink(missing_ok=True)
        return size

    def _entry(self, kind: str, key: str) -> Path:
        # In one call: each run of a test asks for some entries.
        return self.root.joinpath(kind, key[:2], key)

    def _is_sound(self, path: Path, check: Callable[[Path], bool]) -> bool:
        """Whether an entry exists and passes `check`, which takes time and so is asked once."""
        name = str(path)
        try:
            if name not in self._checked and check(path):
                self._checked.add(name)
        except OSError:  # missing, or the disk cannot read it
            return False
        _touch(path)
        return name in self._checked and path.exists()

    def _place(self, fresh: Path, path: Path) -> None:
        """Moves a finished entry into place. A file replaces an earlier one; a folder does not."""
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.rename(path)
        self._checked.add(str(path))


def _sealed_line(kind: str, key: str, value: Any) -> bytes:
    text = json.dumps(value, separators=(",", ":")).encode()
    # The line end comes first: what a stopped judge has left ends there.
    return b"\n%s %s" % (_seal(kind, key, text), text)


def _seal(kind: str, key: str, text: bytes) -> bytes:
    return key_of(kind, key, text).encode()


def _touch(path: Path) -> None:
    """Records that an entry was used, for `trim`."""
    with contextlib.suppress(OSError):
        if time.time() - path.stat().st_mtime > _TOUCH_AFTER_S:
            os.utime(path)


def _is_sealed(entry: Path) -> bool:
    return (entry / "seal").read_bytes() == _seal_of(entry / "files").encode()


def _seal_of(folder: Path) -> str:
    """A digest of the names, modes and contents of everything in a folder."""
    parts = [f"{folder.stat().st_mode:o}"]
    for parent, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted((*folders, *names)):
            path = os.path.join(parent, name)
            mode = os.lstat(path).st_mode
            parts += (os.path.relpath(path, folder), f"{mode:o}")
            if stat.S_ISREG(mode):
                parts.append(digest_of_file(Path(path)))
            elif stat.S_ISLNK(mode):
                parts.append(os.readlink(path))
    return key_of(*parts)


def _make_private(root: Path) -> None:
    """Let only this user into the cache, whose programs the judge runs. Raise
    MachineError if the folder belongs to another user, who could have put programs there."""
    status = root.stat()
    if status.st_uid != os.geteuid():
        raise MachineError(
            f"the cache {root} belongs to another user (id {status.st_uid}); "
            "set XDG_CACHE_HOME to a folder of your own"
        )
    if status.st_mode & 0o077:
        root.chmod(0o700)
