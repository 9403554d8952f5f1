"""Runs of a submission that is known to be too slow stop early, and nothing else changes.

The time limit is 0.2 s and the kill limit 0.3 s, so an early stop is one at 0.21 s.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.command import Package, Report, sound

CONFIG = "problem/problem.yaml"
KILL = "stopped at 0.30 s of CPU time, the limit is 0.20 s"
EARLY = "stopped at 0.21 s of CPU time, the limit is 0.20 s"
# Too slow if the second number is 0, and right otherwise.
SLOW = """\
a, b = map(int, input().split())
while b == 0:
    pass
print(a + b)
"""


@pytest.fixture
def package(tmp_path: Path, token: str) -> Package:
    """Six tests, and one submission that is too slow on the last four."""
    package = sound(tmp_path)
    package.replace(CONFIG, "time_limit: 1.0", "time_limit: 0.2")
    package.remove("solutions/wrong_answer")
    for number in range(1, 6):
        second = 0 if number > 1 else 1
        package.test(f"secret/{number}", f"{number} {second}\n", f"{number + second}\n")
    package.write("solutions/time_limit_exceeded/slow.py", f"{SLOW}# {token}\n")
    return package


def runs(report: Report) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = report.submission("time_limit_exceeded/slow.py")[
        "testcases"
    ]
    return found


def messages(report: Report) -> list[str]:
    return [run["message"] for run in runs(report) if run["verdict"] == "TLE"]


def settled(package: Package, *args: object) -> Report:
    """Judge until the results of the slow submission are recalled: a run on a busy machine
    is not kept."""
    for _ in range(60):
        report = package.run(*args)
        if all(run["recalled"] for run in runs(report)):
            return report
    raise AssertionError("no run recalled every result")


@pytest.mark.parametrize("jobs", [pytest.param(1, marks=pytest.mark.slow), 4])
def test_runs_after_the_first_at_the_kill_limit_stop_early(
    package: Package, jobs: int
) -> None:
    """With several jobs, runs have begun before the first stop is known."""
    report = settled(package, "--until", "all", "--jobs", jobs)
    assert report.code == 0
    assert messages(report) == [KILL, EARLY, EARLY, EARLY]
    assert [run["verdict"] for run in runs(report)] == ["AC", "AC"] + ["TLE"] * 4
    early = [run for run in runs(report) if run["message"] == EARLY]
    assert {run["ending"] for run in early} == {"cpu limit"}
    assert max(run["cpu_s"] for run in early) < 0.3
    assert report.submission("time_limit_exceeded/slow.py")["clear"] is True
    assert report.done.says(">= 0.3")


@pytest.mark.slow
def test_early_stops_do_not_replace_results_that_show_more(package: Package) -> None:
    """`--repeat` needs the whole times. They are kept beside those of early stops, and
    both commands find theirs again."""
    assert messages(settled(package, "--until", "all")) == [KILL, EARLY, EARLY, EARLY]
    whole = settled(package, "--until", "all", "--repeat", 1)
    assert messages(whole) == [KILL] * 4
    again = package.run("--until", "all")
    assert messages(again) == [KILL, EARLY, EARLY, EARLY]
    assert all(run["recalled"] for run in runs(again))
    again = package.run("--until", "all", "--repeat", 1)
    assert messages(again) == [KILL] * 4
    assert all(run["recalled"] for run in runs(again))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("  time_limit: 0.2", "  time_resolution: 0.2"),  # the limit is inferred
        ("name: Sum", "name: Sum\ntype: scoring"),
    ],
)
def test_the_whole_kill_limit_where_every_time_counts(
    package: Package, old: str, new: str
) -> None:
    package.replace(CONFIG, old, new)
    report = settled(package, "--until", "all")
    assert report.json["limits"]["time_s"] == 0.2
    assert messages(report) == [KILL] * 4
