"""Every command, interrupted at random moments by any signal that asks it to end: it ends
at once and leaves nothing behind."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest
from support.caches import with_launcher
from support.command import Done, Package, argv, ended, environment, judge
from support.left_over import left_over
from support.reports import GOOD
from support.waiting import wait_until

from judging.cli.commands import GROUPS
from judging.reports.run.json import render as render_json
from judging.store import Kind, Store

# How often each command is interrupted: by signals in turn, or by each of them.
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
SOME_MOMENTS = len(SIGNALS)
MOMENTS = 20
SAMPLE = "problem/data/sample/1.in"
# What is written for each test that is added, beside the test.
RECIPES = "package/generators/generators.yaml"
MANIFEST = "package/problem/data/manifest.json"
_ENDS_S = 10
# These commands end only when they are asked to: how long the test lets them work at most.
ENDLESS_S = {"watch": 8.0, "worker": 10.0}
# Between two tests that it adds, the package is whole, but neither as before nor as after.
ADDS_ONE_BY_ONE = {"strengthen"}
# What follows the name of each command. OUT is a new folder beside the package.
ARGUMENTS = {
    "run": "--problem PACKAGE --json OUT",
    "run on a cluster": "PACKAGE/solutions/accepted --fresh --executor dask:local=2",
    "try": "PACKAGE/solutions/accepted/sum.py",
    "grade": "programs.jsonl --problem PACKAGE",
    "limits": "--problem PACKAGE --json OUT",
    "compare": "before.json after.json --json OUT",
    "watch": "--problem PACKAGE",
    "describe": "--problem PACKAGE --write",
    "generate": "--problem PACKAGE",
    "validate": "--problem PACKAGE --junk",
    "hack": "PACKAGE/solutions/wrong_answer --save found",
    "strength": "--problem PACKAGE --minimize OUT",
    "strengthen": "--problem PACKAGE --tries 20 --limit 4 --write",
    "mutate": "--problem PACKAGE --limit 8 --tries 40 --save found",
    "new": "OUT",
    "import": "PACKAGE.zip OUT",
    "export": "OUT.zip --problem PACKAGE",
    "view": "--problem PACKAGE --print-path",
    "statement": "--problem PACKAGE --output OUT",
    "schema": "generators",
    "doctor": "",
    "worker": "127.0.0.1:0 --scheduler --jobs 2",
    "cache": "--clear",
}


@dataclass(frozen=True, slots=True)
class Blow:
    """How and when a command is interrupted."""

    number: signal.Signals
    after_s: float  # from when the command catches signals
    to_group: bool  # as a terminal does, not to the process of the command alone
    twice: bool
    cold: bool  # the cache is empty

    def __str__(self) -> str:
        target = "group" if self.to_group else "process"
        times = "twice" if self.twice else "once"
        cache = "cold" if self.cold else "warm"
        return f"{self.number.name} {times} to {target}, {cache}, {self.after_s:.3f} s"


@dataclass(frozen=True, slots=True)
class Scene:
    """A folder with a package, one for temporary files, a cache; a command line for them."""

    root: Path
    boxes: Path
    cache: Path
    command: list[str]

    def files(self) -> dict[str, int]:
        """Return the sizes of all files, hidden ones too, by name."""
        found = (path for path in self.root.rglob("*") if path.is_file())
        return {str(path.relative_to(self.root)): path.stat().st_size for path in found}

    def start(self) -> subprocess.Popen[bytes]:
        with (self.root / "package" / SAMPLE).open() as given:
            return subprocess.Popen(
                self.command,
                cwd=self.root,
                stdin=given,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment(TMPDIR=str(self.boxes), XDG_CACHE_HOME=str(self.cache)),
                start_new_session=True,
            )


def scene(folder: Path, template: Path, name: str, cache: Path) -> Scene:
    root = folder / "scene"
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(template, root)
    words = ARGUMENTS[name].split()
    places = {"PACKAGE": str(root / "package"), "OUT": str(root / "out")}
    for key, place in places.items():
        words = [word.replace(key, place) for word in words]
    boxes = folder / "boxes"
    shutil.rmtree(boxes, ignore_errors=True)
    boxes.mkdir()
    return Scene(root, boxes, cache, argv(name.split()[0], *words))


def catches_signals(pid: int) -> bool:
    """Return whether `main` has begun: before, an interrupt meets an interpreter that starts."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return True
    mask = next(
        (line.split()[1] for line in status.splitlines() if "SigCgt" in line), "0"
    )
    ended = "State:\tZ" in status
    return ended or bool(int(mask, 16) >> (signal.SIGTERM - 1) & 1)


def members_of(session: int) -> list[psutil.Process]:
    """Return the processes of a session, except zombies."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, ProcessLookupError):
            zombie = process.status() == psutil.STATUS_ZOMBIE
            if os.getsid(process.pid) == session and not zombie:
                found.append(process)
    return found


def strike(process: subprocess.Popen[bytes], blow: Blow) -> tuple[Done, list[str]]:
    """Interrupt a command; return how it ended, and what was left of its processes."""
    wait_until(lambda: catches_signals(process.pid))
    time.sleep(blow.after_s)
    members: list[psutil.Process] = []
    with contextlib.suppress(psutil.Error, ProcessLookupError):
        members = psutil.Process(process.pid).children(recursive=True)
        for _ in range(1 + blow.twice):
            (os.killpg if blow.to_group else os.kill)(process.pid, blow.number)
    done = ended(process)
    # Those that were just being started too: they end when they find nobody to talk to.
    members += members_of(process.pid)
    psutil.wait_procs(members, timeout=_ENDS_S)
    left = {*members_of(process.pid), *(each for each in members if each.is_running())}
    faults = [f"process left: {each}" for each in left]
    faults += [f"left: {each}" for each in left_over(process.pid)]
    for each in left:
        with contextlib.suppress(psutil.Error):
            each.kill()
    return done, faults


def faults_of_cache(root: Path) -> Iterator[str]:
    """Say which entries of a store are damaged or unfinished."""
    if not (root / "tmp").is_dir():
        return
    for path in (root / "tmp").iterdir():
        yield f"unfinished in the cache: {path.name}"
    with contextlib.closing(Store(root)) as store:
        for path in root.glob("blobs/??/*"):
            if not store.has(path.name):
                yield f"damaged in the cache: {path.relative_to(root)}"
        for kind in Kind:
            for path in root.glob(f"{kind}/??/*"):
                if store.find(kind, path.name) is None:
                    yield f"damaged in the cache: {path.relative_to(root)}"
        for path in root.glob("facts/*/??/*"):
            lines = [line for line in path.read_bytes().split(b"\n") if line]
            if len(store.listed(path.parents[1].name, path.name)) != len(lines):
                yield f"damaged in the cache: {path.relative_to(root)}"


@dataclass(frozen=True, slots=True)
class Uncut:
    """What a command does if nothing interrupts it."""

    code: int
    duration_s: float
    before: dict[str, int]
    after: dict[str, int]


def uncut(name: str, made: Scene) -> Uncut:
    before = made.files()
    process = made.start()
    start = time.monotonic()
    if name in ENDLESS_S:
        time.sleep(ENDLESS_S[name])
        process.terminate()
    code = ended(process).code
    duration_s = time.monotonic() - start
    return Uncut(code, duration_s, before, made.files())


def faults_of_files(name: str, cut: Scene, known: Uncut) -> Iterator[str]:
    """Say which files are neither as before nor as after a whole run; a new folder must
    be whole or missing."""
    for path in cut.boxes.iterdir():
        yield f"temporary: {path.name}"
    found = cut.files()
    reports = {"out"} if "--json" in ARGUMENTS[name] else set()
    whole = set(known.before.items()) | set(known.after.items())
    between = {file for file in found.items() if file[0] not in reports} - whole
    added = {file for file, _ in between} & {RECIPES, MANIFEST}
    if name in ADDS_ONE_BY_ONE and added:
        between = {file for file in between if file[0] not in added}
        package = Package(cut.root / "package")
        if package.judge("generate").code != 0:
            yield "the package is broken"
    yield from (f"half done: {file}" for file in between)
    new = {file for file in found if file.startswith("out")}
    if new not in (set(), {file for file in known.after if file.startswith("out")}):
        yield f"an unfinished folder: {new}"
    for lost in known.before.keys() - found.keys():
        yield f"lost: {lost}"


def faults_of_end(done: Done, known: Uncut) -> Iterator[str]:
    if done.code not in (130, known.code):  # it may have ended before
        yield f"exit code {done.code}"
    if "Traceback" in done.text:
        yield "traceback"
    if done.code == 130 and not done.says("interrupted"):
        yield "it does not say that it was interrupted"


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small package with wrong submissions, an export of it, and data to generate."""
    folder = tmp_path_factory.mktemp("template")
    package = Package(folder / "package")
    assert judge("new", package.root, "--layout", "native").code == 0
    package.replace("problem/problem.yaml", "time_limit: 1.0", "time_limit: 0.3")
    assert package.judge("export", folder / "package.zip").code == 0
    lines = []
    for number in range(3):
        source = f"print(sum(map(int, open(0).read().split()[1:])) + {number})"
        lines.append(json.dumps({"language": "python3", "source": source}))
    (folder / "programs.jsonl").write_text("\n".join(lines))
    for name in ("before.json", "after.json"):
        (folder / name).write_text(render_json(GOOD))
    return folder


def blows(name: str, numbers: Sequence[signal.Signals], duration_s: float) -> list[Blow]:
    """Return one blow for each of these signals, at moments that the name draws."""
    seeded = random.Random(f"{name} {len(numbers)} {numbers[0].name}")
    drawn = []
    for number in numbers:
        after_s = seeded.random() * duration_s
        to_group = seeded.random() < 0.5
        twice = seeded.random() < 0.25
        cold = seeded.random() < 0.25
        drawn.append(Blow(number, after_s, to_group, twice, cold))
    return drawn


def assert_ends_clean(
    name: str,
    numbers: Sequence[signal.Signals],
    template: Path,
    folder: Path,
    store: Store,
) -> None:
    """Interrupt a command by each of these signals, and check what it leaves."""
    warm = folder / "warm"
    with_launcher(warm / "judge", store)
    uncut(name, scene(folder, template, name, warm))  # fills the cache
    known = uncut(name, scene(folder, template, name, warm))
    for number, blow in enumerate(blows(name, numbers, known.duration_s)):
        cache = warm
        if blow.cold:
            cache = folder / f"cold{number}"
            with_launcher(cache / "judge", store)
        cut = scene(folder, template, name, cache)
        done, faults = strike(cut.start(), blow)
        faults += faults_of_end(done, known)
        faults += faults_of_files(name, cut, known)
        faults += faults_of_cache(cache / "judge")
        assert faults == [], str(blow)


def test_every_command_is_interrupted() -> None:
    commands = {name for names in GROUPS.values() for name in names}
    assert {name.split()[0] for name in ARGUMENTS} == commands


@pytest.mark.slow
@pytest.mark.parametrize("name", ARGUMENTS)
def test_a_signal_at_any_moment_ends_a_command_and_leaves_nothing(
    name: str, template: Path, tmp_path: Path, store: Store
) -> None:
    numbers = SIGNALS * (SOME_MOMENTS // len(SIGNALS))
    assert_ends_clean(name, numbers, template, tmp_path, store)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
@pytest.mark.parametrize("name", ARGUMENTS)
def test_each_signal_at_many_moments_ends_a_command_and_leaves_nothing(
    name: str, number: signal.Signals, template: Path, tmp_path: Path, store: Store
) -> None:
    assert_ends_clean(name, [number] * MOMENTS, template, tmp_path, store)
