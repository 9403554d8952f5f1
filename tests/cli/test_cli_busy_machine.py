"""`judge run` while other programs want every core: four busy processes for each of them.

The verdict of a *clear* submission does not change: one that stays the same when all its times
are multiplied by any factor from 1/1.5 to 1.5. No message is false, and results are kept.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from support.command import TESTS, Package, sound
from support.load import Load

pytestmark = [pytest.mark.slow, pytest.mark.loaded]

LIMIT_S = 0.4
_SLEEPS = "it slept or waited"
_LACKED = "other programs of this machine had the cores"
_HEAD = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static void burn(double s) { while (clock() < s * CLOCKS_PER_SEC); }
static void in_child(double s) {
    pid_t child = fork();
    if (child == 0) burn(s), _exit(0);
    waitpid(child, NULL, 0);
}
"""
_THREAD = """\
import threading, time

def burn():
    while time.process_time() < {seconds}:
        pass

thread = threading.Thread(target=burn)
thread.start()
thread.join()
print(3)
"""
# What `main` does, by verdict and name. The right output is 3. A run of 0.2 s is clear under a
# limit of 0.4 s, and a sleep of 0.5 s under its wall limit of 1.6 s.
_BODIES = {
    "AC": {
        "quick": "",
        "computes": "burn(0.2);",
        "in_child": "in_child(0.2);",
        "in_children": "for (int i = 0; i < 20; i++) in_child(0.01);",
        "naps": "usleep(500000);",
    },
    "TLE": {
        "endless": "burn(1e9);",
        "endless_in_child": "in_child(1e9);",
        "endless_in_children": "for (;;) in_child(0.02);",
        "asleep": "for (;;) pause();",
    },
    "WA": {"wrong": 'puts("4");'},
    "RTE": {"crash": "abort();", "late_crash": "burn(0.2); return 1;"},
    "MLE": {"hog": "for (;;) memset(malloc(1 << 20), 1, 1 << 20);"},
    "OLE": {"flood": 'for (;;) puts("3");'},
}
_THREADS = {"AC": 0.2, "TLE": 1e9}


def clear_submissions(folder: Path, token: str) -> tuple[Package, dict[str, str]]:
    """Return a package of clear submissions, and the verdict of each by its name."""
    package = sound(folder)
    package.remove("solutions/wrong_answer")
    package.replace("problem/problem.yaml", "time_limit: 1.0", f"time_limit: {LIMIT_S}")
    verdicts = {}
    for verdict, bodies in _BODIES.items():
        for name, body in bodies.items():
            program = f'// {token}\n{_HEAD}int main(void) {{ {body} puts("3"); }}\n'
            package.write(f"solutions/clear/{name}.c", program)
            verdicts[f"{name}.c"] = verdict
    for verdict, seconds in _THREADS.items():
        name = f"thread_{verdict.lower()}.py"
        program = f"# {token}\n{_THREAD.format(seconds=seconds)}"
        package.write(f"solutions/clear/{name}", program)
        verdicts[name] = verdict
    rule = "clear: {permitted: [AC, WA, TLE, RTE, MLE, OLE]}\n"
    package.write("solutions/submissions.yaml", rule)
    return package, verdicts


@pytest.fixture
def other_work() -> Iterator[Load]:
    """Processes that compute while the judge runs."""
    work = Load()
    yield work
    work.close()


def runs_of(report: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the only run of each submission by the name of the file."""
    runs = {}
    for submission in report["submissions"]:
        (run,) = submission["testcases"]
        runs[PurePosixPath(submission["path"]).name] = run
    return runs


def assert_nothing_is_false(name: str, run: dict[str, Any]) -> None:
    """Check what is said about a run: who slept, and whether a delay is reported."""
    said = run["message"]
    if name == "asleep.c":
        assert _SLEEPS in said
        assert _LACKED not in said
        return
    assert _SLEEPS not in said, name
    # Nobody else sleeps, so a core was missing: the run was repeated with nothing of the
    # judge beside it, before it counted.
    if "wall limit" in said:
        assert run["reruns"] > 0, name


@pytest.mark.parametrize(
    "count", [100, pytest.param(1_000, marks=pytest.mark.long)], ids="{} runs".format
)
def test_no_clear_verdict_changes(
    count: int, other_work: Load, tmp_path: Path, token: str
) -> None:
    package, verdicts = clear_submissions(tmp_path, token)
    made = 0
    while made < count:
        with other_work.running():
            report = package.run(
                *("solutions/clear", "--tests", "sample/1", "--until", "all", "--fresh")
            )
        assert other_work.is_computing()
        runs = runs_of(report.json)
        assert {name: run["verdict"] for name, run in runs.items()} == verdicts
        for name, run in runs.items():
            assert_nothing_is_false(name, run)
        made += len(runs)


def test_no_verdict_of_a_dialogue_changes(other_work: Load, tmp_path: Path) -> None:
    root = tmp_path / "guess"
    shutil.copytree(TESTS / "packages" / "interactive_guess", root)
    package = Package(root)
    alone = package.run("--fresh")
    with other_work.running():
        beside = package.run("--fresh")
    assert other_work.is_computing()
    assert alone.code == beside.code == 0


def test_short_runs_are_kept(other_work: Load, tmp_path: Path, token: str) -> None:
    """Each waits for a core, far longer than it computes, and is far from its limit even so."""
    package = sound(tmp_path)
    package.remove("solutions/wrong_answer")
    package.replace("solutions/accepted/add.py", "print(", f"# {token}\nprint(")
    package.replace("problem/problem.yaml", "time_limit: 1.0", "time_limit: 20")
    for number in range(40):
        package.test(f"secret/more-{number}", f"{number} 1\n", f"{number + 1}\n")
    with other_work.running():
        first = package.run()
    assert other_work.is_computing()
    assert first.code == 0
    assert first.json["recalled"] == first.json["delayed"] == 0
    again = package.run()
    assert again.done.says("42 of 42 results recalled from earlier runs")


def test_what_is_not_kept_is_counted(
    other_work: Load, tmp_path: Path, token: str
) -> None:
    """Its wait alone is as long as its limit: it may have given up by the clock."""
    package = sound(tmp_path)
    package.remove("solutions/wrong_answer", "solutions/accepted/add.py")
    program = f'// {token}\n{_HEAD}int main(void) {{ burn(0.5); puts("3"); }}\n'
    package.write("solutions/accepted/computes.c", program)
    with other_work.running():
        first = package.run("--tests", "sample/1")
    assert other_work.is_computing()
    again = package.run("--tests", "sample/1")
    run = first.json["submissions"][0]["testcases"][0]
    lost = 0 if again.json["recalled"] else 1
    # A run that came near the limit was repeated, and is not kept whatever the machine does.
    assert lost == first.json["delayed"] or run["reruns"]
    if first.json["delayed"]:
        assert first.done.says(
            "1 result not kept for the next run: this machine is busy"
        )
