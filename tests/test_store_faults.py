"""The store after failures: an entry that it gives out is whole, and no verdict changes.

An audit hook fails the calls of the store by number; files are truncated and altered for real.
"""

from __future__ import annotations

import errno
import itertools
import json
import os
import random
import resource
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.caches import made_by_two_at_once
from support.command import Package, sound
from support.examples import examples

from judging.core.errors import MachineError
from judging.store import Kind, Store, digest_of

SLOW = pytest.mark.slow
KEY, OTHER = "a" * 64, "b" * 64
FILES = {"program": b"\x7fELF" + bytes(range(256)) * 20, "inner/data": b"1 2 3\n" * 50}
CONTENT = b"4 5 6\n" * 500
FACTS = (["valid", 42], ["valid", 43])

# ---- failures


class Stopped(BaseException):
    """The judge was stopped, as by a signal."""


EVENTS = {
    "open",
    "os.chmod",
    "os.mkdir",
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.scandir",
    "os.utime",
    "shutil.copyfile",
    "tempfile.mkdtemp",
}


@dataclass(slots=True)
class Failure:
    """Call number `number` below `root` fails; so do the calls after it if it is `lasting`, as when
    the judge was killed. A relative path counts as one below `root`."""

    root: Path
    number: int
    problem: Callable[[], BaseException]
    lasting: bool
    calls: int = 0

    def count(self, event: str, path: Any) -> None:
        if event not in EVENTS or not isinstance(path, (str, os.PathLike)):
            return
        if os.path.isabs(path) and not Path(path).is_relative_to(self.root):
            return
        self.calls += 1
        if self.calls == self.number or (self.lasting and self.calls > self.number):
            raise self.problem()


failures: list[Failure] = []  # at most one


def _hook(event: str, args: tuple[Any, ...]) -> None:
    if failures and args:
        failures[0].count(event, args[0])


@pytest.fixture(scope="module", autouse=True)
def _hooked() -> None:
    sys.addaudithook(_hook)  # it stays, and does nothing when no test fails calls


@contextmanager
def failing(failure: Failure) -> Iterator[Failure]:
    failures.append(failure)
    try:
        yield failure
    finally:
        failures.clear()


def disk_full() -> OSError:
    return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@contextmanager
def files_end_after(size: int) -> Iterator[None]:
    """Each file that is written ends after `size` bytes, with an error."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


# ---- a store in use


def fill(folder: Path) -> None:
    for name, content in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)


def use(root: Path) -> None:
    """Everything that a judge does with the store; it must give out what was put in."""
    file = root.with_name(f"{root.name}.in")
    file.write_bytes(CONTENT)
    with closing(Store(root)) as store:
        for digest in (store.add(file), store.add_bytes(CONTENT), store.add_bytes(b"")):
            assert digest_of(store.blob(digest).read_bytes()) == digest
        assert contents(store.make(Kind.PROGRAM, KEY, fill)) == FILES
        with store.workspace() as workspace:
            (workspace / "built").mkdir()
            fill(workspace / "built")
            assert (
                contents(store.adopt(Kind.PROGRAM, OTHER, workspace / "built")) == FILES
            )
        assert contents(store.tree(store.add_tree(FILES.items()))) == FILES
        for value in FACTS:
            store.remember("valid", KEY, value)
            recalled = store.recall("valid", KEY)
            assert recalled == value or (
                failures and recalled is None
            )  # it could not be read


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def check(root: Path) -> None:
    """What the next judge finds is whole, and it can make what is missing."""
    with closing(Store(root)) as store:
        for digest in map(digest_of, (CONTENT, b"", *FILES.values())):
            assert (
                not store.has(digest)
                or digest_of(store.blob(digest).read_bytes()) == digest
            )
        for key in (KEY, OTHER):
            found = store.find(Kind.PROGRAM, key)
            assert found is None or contents(found) == FILES
        assert store.recall("valid", KEY) in (None, *FACTS)
    use(root)


# ---- the store


@pytest.mark.parametrize("problem", [disk_full, Stopped])
@pytest.mark.parametrize("lasting", [False, pytest.param(True, marks=SLOW)])
@pytest.mark.parametrize("step", [pytest.param(1, marks=SLOW), 7])
def test_a_store_that_fails_at_any_call_gives_out_whole_entries(
    tmp_path: Path, problem: Callable[[], BaseException], lasting: bool, step: int
) -> None:
    for number in itertools.count(1, step):
        root = tmp_path / str(number)
        with (
            failing(Failure(root, number, problem, lasting)) as failure,
            suppress(OSError, MachineError, Stopped),
        ):
            use(root)
        if failure.calls < number:
            break
        check(root)
    assert number > 50


@given(size=st.integers(0, 2 * sum(map(len, FILES.values()))))
@examples(20)
def test_a_disk_that_is_full_in_the_middle_of_a_file_leaves_no_part_of_it(
    size: int,
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "store")
        with suppress(OSError), files_end_after(size):
            use(root)
        check(root)


@contextmanager
def writable(path: Path) -> Iterator[None]:
    """Let its owner read and write a file: entries are read-only, or unusable by now."""
    mode = path.stat().st_mode & 0o777
    path.chmod(0o644)
    yield
    path.chmod(mode)


def flip(path: Path, at: int) -> None:
    """Alter one bit, and leave the file's size and time as they are."""
    status = path.stat()
    with writable(path):
        data = bytearray(path.read_bytes())
        if data:
            data[at % len(data)] ^= 1 << at % 8
            path.write_bytes(data)
            os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def truncate(path: Path, at: int) -> None:
    with writable(path):
        os.truncate(path, at % (path.stat().st_size + 1))


def remove(path: Path, at: int) -> None:
    shutil.rmtree(path.parent) if at % 4 == 0 else path.unlink()


def add_file(path: Path, at: int) -> None:
    (path.parent / f"_{at}").write_bytes(b"")


def make_unusable(path: Path, at: int) -> None:
    path.chmod(0o111 * (at % 8))


DAMAGES = [flip, truncate, remove, add_file, make_unusable]


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(st.integers(0, 99), st.sampled_from(DAMAGES), st.integers(0, 5000)),
        min_size=1,
        max_size=5,
    )
)
@examples(30)
def test_a_damaged_entry_is_missing(
    damages: list[tuple[int, Callable[[Path, int], None], int]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "store")
        use(root)
        for number, damage, at in damages:
            files = stored_files(root)
            damage(files[number % len(files)], at)
        check(root)


def stored_files(root: Path) -> list[Path]:
    return sorted(path for path in root.glob("*/*/**/*") if path.is_file())


def test_two_judges_replace_a_damaged_entry_at_once(tmp_path: Path) -> None:
    """Both get a whole entry, if not the same one."""
    root = tmp_path / "store"
    use(root)
    flip(root / Kind.PROGRAM / KEY[:2] / KEY / "files" / "program", 77)
    assert made_by_two_at_once(root, KEY) <= {"one", "two"}
    with closing(Store(root)) as store:
        (found,) = contents(store.make(Kind.PROGRAM, KEY, fill)).values()
    assert found in (b"one", b"two")


# ---- judging


def results(package: Package, **options: Any) -> dict[str, tuple[str, str]]:
    """Judge; return the verdict and the message of every run that the machine did not break. Only
    exit code 4 excuses a run that is missing."""
    file = package.root / "report.json"
    file.unlink(missing_ok=True)
    done = package.judge("run", "--json", file, **options)
    assert done.code == 0 or (done.code == 4 and done.text)
    report = json.loads(file.read_text()) if file.exists() else {"submissions": []}
    found = {
        f"{submission['path']} {run['name']}": (run["verdict"], run["message"])
        for submission in report["submissions"]
        for run in submission["testcases"]
        if run["verdict"] != "JE"
    }
    assert len(found) == 3 or done.code == 4
    return found


def launchers(path: Path) -> bool:
    return Kind.LAUNCHER in path.parts


@pytest.mark.parametrize("damage", [flip, truncate])
def test_no_verdict_changes_when_every_file_of_the_cache_is_damaged(
    tmp_path: Path, own_cache: Path, damage: Callable[[Path, int], None]
) -> None:
    package = sound(tmp_path)
    before = results(package)
    for path in stored_files(own_cache / "judge"):
        if not launchers(path):  # compiling one takes seconds
            damage(path, path.stat().st_size // 2)
    assert results(package) == before
    assert len(before) == 3


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_no_verdict_changes_when_files_of_the_cache_are_damaged(
    tmp_path: Path, own_cache: Path, seed: int
) -> None:
    package, chance = sound(tmp_path), random.Random(seed)
    before = results(package)
    for path in chance.sample(stored_files(own_cache / "judge"), 4):
        if path.exists():
            chance.choice(DAMAGES)(path, chance.randrange(5000))
    assert results(package) == before


@pytest.mark.slow
def test_two_judges_repair_a_cache_at_once(tmp_path: Path, own_cache: Path) -> None:
    packages = [sound(tmp_path / name) for name in ("one", "two")]
    before = results(packages[0])
    for path in stored_files(own_cache / "judge"):
        flip(path, path.stat().st_size // 2)
    with ThreadPoolExecutor(2) as threads:
        both = list(
            threads.map(lambda package: results(package, process=True), packages)
        )
    assert both == [before, before]
    assert len(before) == 3


@pytest.mark.slow
@pytest.mark.parametrize("lasting", [False, True])
def test_no_verdict_changes_when_the_disk_is_full(
    tmp_path: Path, own_cache: Path, lasting: bool
) -> None:
    """A judge that could not write ends with exit code 4 or gives the right verdicts; the next one,
    on the same cache, gives all of them."""
    package, root = sound(tmp_path), own_cache / "judge"
    launcher = tmp_path / "launcher"
    shutil.copytree(root, launcher)
    before = results(package)
    for number in itertools.count(1, 23):
        shutil.rmtree(root)
        shutil.copytree(launcher, root)
        with failing(Failure(root, number, disk_full, lasting)) as failure:
            assert results(package).items() <= before.items()
        if failure.calls < number:
            break
        assert results(package) == before
    assert len(before) == 3
    assert number > 100
