"""Attacks on the judge itself: its launcher, its control group, its disk, Ctrl-C.

promise: fails-closed nothing-left
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from support.caches import with_launcher
from support.disks import fill, small_disk
from support.escapes import host
from support.escapes.arena import Arena
from support.escapes.entries import ESCAPES
from support.sandboxes import best_tier

from judging.core.errors import MachineError
from judging.core.limits import MIB, Limits
from judging.core.runs import Ending, TestcaseResult
from judging.core.verdicts import Verdict
from judging.jobs import run_job
from judging.programs import Executable
from judging.sandbox import TIERS, Command
from judging.sandbox.command import MemoryFile
from judging.store import Store
from judging.values import replace

BEST = best_tier()
ENOUGH = Limits(5.0, 7.5, 64 * MIB, MIB)
EVERY_TIER = [
    pytest.param(tier, marks=() if tier == BEST else (pytest.mark.slow,))
    for tier in TIERS
]
PACKAGE = """\
problem_format_version: "2025-09"
name: Sleep
uuid: 0c3ff0c0-7c1c-4e0e-9a55-0a6f3f1f6a11
limits: {time_limit: 60}
"""


@pytest.fixture
def arena(request: pytest.FixtureRequest, arenas: Callable[[str], Arena]) -> Arena:
    """The arena of the test's tier, else of the strongest tier."""
    return arenas(getattr(request, "param", BEST))


def in_background(
    arena: Arena, path: Path
) -> tuple[threading.Thread, list[TestcaseResult], int]:
    """The thread that runs the program, where its result arrives, and the program's process id."""
    program = arena.build(path)
    assert isinstance(program, Executable)
    results: list[TestcaseResult] = []
    job = arena.job(program, ENOUGH, b"", None)
    thread = threading.Thread(target=lambda: results.append(run_job(job, arena.worker)))
    thread.start()
    return thread, results, host.wait_for(program.argv(arena.store, MIB)[0])


def new_processes(arena: Arena, before: set[int]) -> set[int]:
    """The processes besides the launchers and those from before, such as other tests' launchers.
    Dying processes get a moment to end."""
    deadline = time.monotonic() + 5
    while (
        found := {*host.processes(arena.marks())} - before
    ) and time.monotonic() < deadline:
        time.sleep(0.02)
    return found


@pytest.mark.parametrize("arena", EVERY_TIER, indirect=True)
def test_a_launcher_that_is_killed_takes_its_program_with_it(arena: Arena) -> None:
    """A new launcher repeats the run."""
    assert arena.is_well() is None
    present = {*host.processes(arena.marks())}
    before = arena.marks().launchers
    thread, results, _ = in_background(arena, ESCAPES / "peers/neighbour.c")
    os.kill(min(before), signal.SIGKILL)
    thread.join()
    assert results[0].verdict is Verdict.AC, results[0].message
    assert not before & arena.marks().launchers
    assert not new_processes(arena, present)
    assert arena.is_well() is None


@pytest.mark.slow
@pytest.mark.parametrize("arena", EVERY_TIER, indirect=True)
def test_a_launcher_that_is_killed_takes_daemons_with_it(arena: Arena) -> None:
    if not arena.tier.startswith(("cgroup", "namespaces")):
        pytest.skip(f"{arena.tier} cannot find a daemon whose launcher is gone")
    arena.is_well()
    present = {*host.processes(arena.marks())}
    thread, results, _ = in_background(arena, ESCAPES / "judge/daemon_then_nap.c")
    time.sleep(0.2)
    os.kill(min(arena.marks().launchers), signal.SIGKILL)
    thread.join()
    assert results[0].verdict is Verdict.AC, results[0].message
    assert not new_processes(arena, present)


@pytest.mark.slow
def test_a_launcher_that_was_stopped_is_not_waited_for_for_ever(
    tier: str, store: Store, tmp_path: Path
) -> None:
    """A program can do this when it has no namespaces and the same user id as the launcher."""
    own = Store(
        with_launcher(tmp_path / "store", store)
    )  # by which processes are known as its own
    arena = Arena(tier, own, tmp_path, answer_s=0.5)
    assert arena.is_well() is None
    present = {*host.processes(arena.marks())}
    quick = replace(ENOUGH, kill_s=0.5)
    program = arena.peer("neighbour")
    results: list[TestcaseResult] = []
    job = arena.job(program, quick, b"", None)
    thread = threading.Thread(target=lambda: results.append(run_job(job, arena.worker)))
    os.kill(min(arena.marks().launchers), signal.SIGSTOP)
    thread.start()
    thread.join(timeout=60)
    assert not thread.is_alive()
    assert results[0].verdict in (Verdict.AC, Verdict.JE)
    assert not new_processes(arena, present)
    assert arena.is_well() is None
    arena.close()
    own.close()


@pytest.mark.parametrize(
    "name",
    [
        "garbage_frame",
        "no_frame",
        pytest.param("truncated_frame", marks=pytest.mark.slow),
        pytest.param("impossible_frame", marks=pytest.mark.slow),
    ],
)
def test_an_answer_that_is_no_frame_is_a_judge_error(
    name: str, arenas: Callable[[str], Arena], tmp_path: Path
) -> None:
    shared = arenas("rlimits")
    false = shared.build(ESCAPES / f"judge/{name}.c")
    trivial = shared.peer("trivial")
    assert isinstance(false, Executable)
    mine = Arena("rlimits", shared.store, tmp_path)
    try:
        sandbox = mine.worker.sandbox
        sandbox._executable = Path(false.argv(shared.store, MIB)[0])
        result = run_job(mine.job(trivial, ENOUGH, b"", None), mine.worker)
        assert result.verdict is Verdict.JE
        assert "launcher" in result.message
    finally:
        mine.close()


def test_a_control_group_that_is_taken_away(arena: Arena) -> None:
    if not arena.tier.startswith("cgroup"):
        pytest.skip(f"no control groups on the tier {arena.tier}")
    assert arena.is_well() is None
    for folder in sorted(host.groups(), key=len, reverse=True):
        Path(folder).rmdir()
    result = run_job(arena.job(arena.peer("trivial"), ENOUGH, b"", None), arena.worker)
    assert result.verdict in (Verdict.AC, Verdict.JE), result.message
    assert arena.is_well() is None


def test_output_that_cannot_be_kept_is_a_judge_error(arena: Arena) -> None:
    """The failure is not the program's fault and not its verdict."""
    program = arena.peer("trivial")
    full = os.open("/dev/full", os.O_WRONLY)
    given, captured = MemoryFile(b""), MemoryFile()
    try:
        with arena.worker.sandbox.box() as box:
            execution = arena.worker.sandbox.run(
                Command(
                    program.argv(arena.store, MIB),
                    box,
                    given.fd,
                    full,
                    captured.fd,
                    program.limits(ENOUGH),
                    read_only=program.readable_paths(arena.store),
                )
            )
    finally:
        os.close(full)
        given.close()
        captured.close()
    assert execution.ending is Ending.SANDBOX_ERROR
    assert "No space left" in str(execution.error)


@pytest.mark.slow
def test_a_full_disk_is_a_judge_error(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 24) as disk:
        store = Store(disk / "store")
        arena = Arena(BEST, store, tmp_path)
        job = arena.job(arena.peer("trivial"), ENOUGH, b"", disk / "kept")
        fill(disk / "filler")
        result = run_job(job, arena.worker)
        assert result.verdict is Verdict.JE
        assert "No space left" in result.message
        with pytest.raises((OSError, MachineError)):
            arena.build(ESCAPES / "peers/judge.c")
        # The worker keeps its folder for copies of programs, which is empty.
        assert not [path for path in (disk / "store/tmp").rglob("*") if path.is_file()]
        (disk / "filler").unlink()
        assert arena.is_well() is None
        assert isinstance(arena.build(ESCAPES / "peers/judge.c"), Executable)
        arena.close()
        store.close()


@pytest.mark.parametrize("arena", EVERY_TIER, indirect=True)
def test_closing_a_worker_leaves_nothing(arena: Arena, tmp_path: Path) -> None:
    groups, mounts = host.groups(), host.mounts()
    present = {*host.processes(arena.marks()), *arena.marks().launchers}
    mine = Arena(arena.tier, arena.store, tmp_path)
    thread, results, _ = in_background(mine, ESCAPES / "judge/daemon_then_nap.c")
    marks = mine.marks()
    mine.worker.kill()
    thread.join()
    mine.close()
    assert results[0].verdict is Verdict.JE
    assert not {*host.processes(marks)} - present
    assert host.groups() == groups
    assert host.mounts() == mounts
    assert not host.left_files(marks)


@pytest.mark.slow
@pytest.mark.parametrize("tier", EVERY_TIER)
def test_an_interrupt_while_a_program_runs_leaves_nothing(
    tier: str, arenas: Callable[[str], Arena], tmp_path: Path
) -> None:
    arenas(tier)
    package, cache, temporary = (
        tmp_path / "package",
        tmp_path / "cache",
        tmp_path / "tmp",
    )
    for folder in ("problem/data/secret", "solutions/accepted"):
        (package / folder).mkdir(parents=True)
    temporary.mkdir()
    (package / "problem/problem.yaml").write_text(PACKAGE)
    for name in ("1.in", "1.ans"):
        (package / "problem/data/secret" / name).write_text("held\n")
    code = (
        (ESCAPES / "judge/daemon_then_nap.c").read_text().replace("nap(1.2)", "nap(30)")
    )
    head = (ESCAPES / "escape.h").read_text()
    code = code.replace('#include "escape.h"', head)
    (package / "solutions/accepted/sleeper.c").write_text(code)
    main = "from judging.cli import main; main()"
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "TMPDIR": str(temporary)}
    with subprocess.Popen(
        [
            sys.executable,
            "-c",
            main,
            "run",
            "--sandbox",
            tier,
            "--problem",
            str(package),
        ],
        env=environment,
        cwd=tmp_path,
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as judge:
        try:
            host.wait_for(f"{cache}/judge/programs/", 60)
            time.sleep(0.1)
            os.killpg(judge.pid, signal.SIGINT)
            output, _ = judge.communicate(timeout=60)
        finally:
            judge.kill()
    assert judge.returncode == 130, output.decode()
    marks = host.Marks(str(tmp_path), 0, frozenset(), frozenset(), cache)
    assert not host.processes(marks)
    assert not list(temporary.iterdir())
    assert not host.groups(judge.pid)
    assert str(cache) not in Path("/proc/self/mountinfo").read_text()
