"""What the escape suite attacks on the host, and what it looks at there when a run is over."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
import socket
import stat
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from judging.store import Store, digest_of_file

SHARED_FOLDERS = tuple(
    map(Path, ("/tmp", "/var/tmp", "/dev/shm", "/run/lock", "/run", "/dev/mqueue"))
)
_IPC = {"shm": "-m", "sem": "-s", "msg": "-q"}
_GROUPS = Path("/sys/fs/cgroup")


# ---- what is looked at


@dataclass(frozen=True, slots=True)
class Marks:
    """By what the traces of this judge's runs are known: the token and System V keys an attack was
    given, the user ids its programs have, its launchers, and its store."""

    token: str
    key: int
    uids: frozenset[int]
    launchers: frozenset[int]
    store: Path


def processes(marks: Marks) -> dict[int, str]:
    """The command lines, by id, of processes that belong to a run, zombies included."""
    parents: dict[int, int] = {}
    found: dict[int, str] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            status = (entry / "status").read_text()
            words = (
                (entry / "cmdline")
                .read_bytes()
                .replace(b"\0", b" ")
                .decode("utf-8", "replace")
            )
        except OSError:
            continue
        pid = int(entry.name)
        lines = dict(
            line.split(":\t", 1) for line in status.splitlines() if ":\t" in line
        )
        parents[pid] = int(lines["PPid"])
        uid = int(lines["Uid"].split()[0])
        if uid in marks.uids or str(marks.store) in words:
            found[pid] = words or lines["Name"]
    for pid in parents:
        above = pid
        while above in parents and above not in found:
            above = parents[above]
        if above in marks.launchers:
            found.setdefault(pid, f"a descendant of the launcher: {pid}")
    judge, above = set(marks.launchers), os.getpid()
    while above in parents:
        judge.add(above)
        above = parents[above]
    return {pid: words for pid, words in found.items() if pid not in judge}


def wait_for(path: str, seconds: float = 10) -> int:
    """The id of a process that runs the program at `path`, or one below it."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        for entry in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if (entry / "cmdline").read_bytes().startswith(path.encode()):
                    return int(entry.name)
        time.sleep(0.005)
    raise RuntimeError(f"{path} does not start")


def end_process(pid: int) -> None:
    """Ends a process that a run left."""
    with contextlib.suppress(OSError):
        os.kill(pid, signal.SIGKILL)


def drop_from_memory(folder: Path) -> None:
    """Makes the next read of each file in the folder a read of the disk."""
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                os.fsync(file.fileno())
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def left_files(marks: Marks, *folders: Path) -> list[Path]:
    """Files that a run left in folders that everybody may write to, or in `folders`."""
    found = []
    for folder in (*SHARED_FOLDERS, *folders):
        try:
            entries = list(os.scandir(folder))
        except OSError:
            continue
        for entry in entries:
            with contextlib.suppress(OSError):
                owner = entry.stat(follow_symlinks=False).st_uid
                if marks.token in entry.name or owner in marks.uids:
                    found.append(Path(entry.path))
    return found


def left_ipc(marks: Marks) -> list[tuple[str, int]]:
    """(kind, id) of System V objects that a run left."""
    found = []
    for kind in _IPC:
        try:
            rows = (Path("/proc/sysvipc") / kind).read_text().splitlines()
        except OSError:
            continue
        titles = rows[0].split() if rows else []
        for row in rows[1:]:
            values = dict(zip(titles, map(int, row.split()), strict=False))
            if (
                values["key"] in range(marks.key, marks.key + 16)
                or values["cuid"] in marks.uids
            ):
                found.append((kind, int(row.split()[1])))
    return found


def remove_left(marks: Marks, *folders: Path) -> None:
    """Removes what `left_files` and `left_ipc` find."""
    for path in left_files(marks, *folders):
        with contextlib.suppress(OSError):
            path.unlink()
    for kind, number in left_ipc(marks):
        subprocess.run(
            ["ipcrm", _IPC[kind], str(number)], capture_output=True, check=False
        )


def mounts(*folders: str) -> frozenset[str]:
    """The mounts that this process sees and that may come from a run: below `folders`, or made by
    a launcher. Others on this machine mount things, too."""
    rows = Path("/proc/self/mountinfo").read_text().splitlines()
    sources = {row: row.partition(" - ")[2].split()[1] for row in rows}
    return frozenset(
        row
        for row, source in sources.items()
        if source in ("box", "root") or any(folder in row for folder in folders)
    )


def groups(pid: int | None = None) -> frozenset[str]:
    """The control groups that this judge, or the one with this process id, has."""
    name = f"judge-{os.getpid() if pid is None else pid}"
    found = set()
    for parent, folders, _ in os.walk(_GROUPS):
        found |= {
            f"{parent}/{f}" for f in folders if f == name or f.startswith(f"{name}-")
        }
        folders[:] = [f for f in folders if not f.startswith("judge-")]
    return frozenset(found)


# ---- victims


@dataclass(frozen=True, slots=True)
class Victim:
    """What is attacked: `words` an entry can be given of it, what must not come out, and whether
    it came to harm."""

    words: Mapping[str, str]
    secret: str = ""
    harm: Callable[[], str | None] = field(default=lambda: None)


Place = contextlib.AbstractContextManager[Victim]


@contextlib.contextmanager
def _secret(folder: Path, store: Store) -> Iterator[Victim]:
    """A file of the judge's that every user of the machine may read."""
    text = f"secret-{secrets.token_hex(12)}"
    place = folder / f"kept-{secrets.token_hex(6)}"
    place.mkdir()
    path = place / "judgemessage.txt"
    path.write_text(f"{text}\n")
    path.chmod(0o644)
    before = path.stat()

    def harm() -> str | None:
        if not path.exists() or path.read_text() != f"{text}\n":
            return "the secret file was changed"
        now = path.stat()
        same = (now.st_mode, now.st_uid, now.st_nlink) == (
            before.st_mode,
            before.st_uid,
            1,
        )
        return None if same else f"the secret file is now {stat.filemode(now.st_mode)}"

    try:
        yield Victim(
            {"secret": str(path), "secret_folder": str(place), "home": str(Path.home())},
            text,
            harm,
        )
    finally:
        shutil.rmtree(place)


@contextlib.contextmanager
def _other_test(folder: Path, store: Store) -> Iterator[Victim]:
    text = f"secret-{secrets.token_hex(12)}"
    path = store.blob(store.add_bytes(text.encode()))
    digest = digest_of_file(path)
    yield Victim(
        {"other_test": str(path)},
        text,
        lambda: (
            None if digest_of_file(path) == digest else "another test's file was changed"
        ),
    )


@contextlib.contextmanager
def _process(folder: Path, store: Store) -> Iterator[Victim]:
    """A process of the judge's user that is none of its programs."""
    with subprocess.Popen(["sleep", "60"], stdin=subprocess.DEVNULL) as process:
        try:
            yield Victim(
                {"process": str(process.pid)},
                harm=lambda: (
                    None if process.poll() is None else "a process of the user was ended"
                ),
            )
        finally:
            process.kill()


def _listener(
    word: str, family: int, kind: int, address: Callable[[Path], str | tuple[str, int]]
) -> Callable[[Path, Store], Place]:
    @contextlib.contextmanager
    def victim(folder: Path, store: Store) -> Iterator[Victim]:
        with socket.socket(family, kind) as server:
            server.bind(address(folder))
            server.setblocking(False)
            if kind == socket.SOCK_STREAM:
                server.listen(5)
            name = server.getsockname()

            def harm() -> str | None:
                with contextlib.suppress(BlockingIOError):
                    if kind == socket.SOCK_STREAM:
                        server.accept()[0].close()
                    else:
                        server.recv(100)
                    return "somebody came through to the listener"
                return None

            said = os.fsdecode(name) if isinstance(name, bytes | str) else str(name[1])
            yield Victim({word: said.lstrip("\0")}, harm=harm)

    return victim


def _socket_path(folder: Path) -> str:
    return str(folder / f"s-{secrets.token_hex(4)}")


@contextlib.contextmanager
def _heavy_judge(folder: Path, store: Store) -> Iterator[Victim]:
    held = b"\1" * (300 * 2**20)
    yield Victim({}, harm=lambda: None if held[-1] else "unreachable")


@contextlib.contextmanager
def _inheritable(folder: Path, store: Store) -> Iterator[Victim]:
    opened = [os.open("/", os.O_RDONLY) for _ in range(8)]
    for fd in opened:
        os.set_inheritable(fd, True)
    try:
        yield Victim({})
    finally:
        for fd in opened:
            os.close(fd)


@contextlib.contextmanager
def _crowd(folder: Path, store: Store) -> Iterator[Victim]:
    """More threads of the judge's user than a run may have processes."""
    end = threading.Event()
    threads = [threading.Thread(target=end.wait) for _ in range(300)]
    try:
        for thread in threads:
            thread.start()
        yield Victim({})
    finally:
        end.set()


@contextlib.contextmanager
def _variable(folder: Path, store: Store) -> Iterator[Victim]:
    text = f"secret-{secrets.token_hex(12)}"
    os.environ["JUDGE_TOKEN"] = text
    try:
        yield Victim({}, text)
    finally:
        del os.environ["JUDGE_TOKEN"]


VICTIMS: Mapping[str, Callable[[Path, Store], Place]] = {
    "secret": _secret,
    "other_test": _other_test,
    "process": _process,
    "heavy_judge": _heavy_judge,
    "inheritable": _inheritable,
    "crowd": _crowd,
    "variable": _variable,
    "tcp": _listener(
        "tcp", socket.AF_INET, socket.SOCK_STREAM, lambda _: ("127.0.0.1", 0)
    ),
    "tcp6": _listener("tcp6", socket.AF_INET6, socket.SOCK_STREAM, lambda _: ("::1", 0)),
    "udp": _listener(
        "udp", socket.AF_INET, socket.SOCK_DGRAM, lambda _: ("127.0.0.1", 0)
    ),
    "path_socket": _listener(
        "path_socket", socket.AF_UNIX, socket.SOCK_STREAM, _socket_path
    ),
    "datagram_socket": _listener(
        "datagram_socket", socket.AF_UNIX, socket.SOCK_DGRAM, _socket_path
    ),
    "abstract": _listener(
        "token",
        socket.AF_UNIX,
        socket.SOCK_STREAM,
        lambda _: f"\0esc{secrets.token_hex(6)}",
    ),
}

# These are there before the launcher is: what it inherits is the question.
BEFORE_THE_LAUNCHER = frozenset({"heavy_judge", "inheritable", "variable"})
