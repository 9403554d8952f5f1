"""`--timings`: what the programs of a command took, and the floor below its wall time."""

from __future__ import annotations

import json
import os
import re
import threading
from collections.abc import Mapping
from pathlib import Path

import pytest
from support.command import C_SUM, judge, sound

from judging.core.timings import Purpose, Spent, Tally
from judging.reports.timings import Timings, render

# Computes until its own clock says so, then solves the problem.
BUSY_S = 0.3
BUSY = f"""\
import time

while time.process_time() < {BUSY_S}:
    pass
print(sum(map(int, input().split())))
"""
GENERATOR = "import sys\nprint(int(sys.argv[1]) % 101, 5)\n"
RULES = """\
solution: /solutions/accepted/add.py
data:
  secret:
    data:
      drawn: gen.py {seed}
"""
CHECKER = "import sys\n\nsys.exit(42 if sys.stdin.read() else 43)\n"


def sheet(text: str) -> dict[str, str]:
    """Return the lines of the table by their first word; fail if there is not one table."""
    assert text.count("where the time went") == 1
    lines = text.partition("where the time went")[2].splitlines()[1:]
    rows = {}
    for line in lines:
        name, _, rest = line.strip().partition(" ")
        rows[name] = rest.strip()
    return rows


def runs(text: str) -> Mapping[str, int]:
    """Return the number of runs of each purpose."""
    counts = {}
    for name, rest in sheet(text).items():
        if name in set(Purpose):
            counts[name] = int(rest.split()[0])
    return counts


def cpu_s(row: str) -> float:
    return float(row.split()[1])


@pytest.mark.slow
def test_every_run_of_a_program_counts_under_what_it_was_run_for(
    tmp_path: Path, own_cache: Path
) -> None:
    package = sound(tmp_path)
    package.write("generators/gen.py", GENERATOR)
    package.write("generators/generators.yaml", RULES)
    package.write("checker/checker.py", CHECKER)
    made = package.judge("generate", "--timings")
    assert made.code == 0
    report = package.run("--timings", "--until", "all")
    assert report.code == 1  # the checker accepts the wrong submission too
    results = sum(len(each["testcases"]) for each in report.json["submissions"])
    counts = runs(report.done.err)
    assert counts["run"] == results == 6
    # And on the answer of each test, unless `judge generate` has checked it, and on a wrong
    # output, which must be rejected.
    assert counts["check"] == results + 3 - runs(made.err)["check"] + 1
    # Its results are kept: the next command runs nothing of this.
    again = package.run("--timings", "--until", "all")
    assert runs(again.done.err).keys().isdisjoint({"run", "check", "generate"})


@pytest.mark.slow
def test_making_data_and_checking_them_count_by_themselves(
    tmp_path: Path, own_cache: Path
) -> None:
    package = sound(tmp_path)
    package.write("generators/gen.py", GENERATOR)
    package.write("generators/generators.yaml", RULES)
    made = runs(package.judge("generate", "--timings").err)
    # The recipe twice, and the model solution for its answer.
    assert made["generate"] == 3
    assert made["compile"] == 2
    checked = runs(package.judge("validate", "--timings").err)
    assert checked["validate"] > 0
    # Tools that render statements, where they are installed, are others.
    assert checked.keys() <= {"compile", "validate", "other"}


@pytest.mark.slow
def test_the_floor_is_the_time_of_programs_on_the_cores_that_may_run_them(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    package.write("solutions/accepted/busy.py", BUSY)
    rows = sheet(package.judge("run", "--timings", "--jobs", 1, "--fresh").err)
    assert cpu_s(rows["run"]) >= 2 * BUSY_S  # on two tests
    assert rows["floor"].endswith("of CPU time of programs on 1 core")
    floor_s, programs_s = map(float, re.findall(r"\d+\.\d+", rows["floor"]))
    assert floor_s == programs_s >= 2 * BUSY_S
    took_s, ratio = map(float, re.findall(r"\d+\.\d+", rows["took"]))
    assert took_s >= floor_s
    assert ratio == pytest.approx(took_s / floor_s, rel=0.02)
    cores = min(2, len(os.sched_getaffinity(0)))
    with_two = sheet(package.judge("run", "--timings", "--jobs", 2, "--fresh").err)
    assert f"on {cores} core" in with_two["floor"]


def test_the_numbers_of_runs_are_the_same_at_every_jobs(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("solutions/accepted/add.c", C_SUM)
    counted = []
    for jobs in (1, 3):
        done = package.judge(
            "run", "--timings", "--until", "all", "--fresh", "--jobs", jobs
        )
        counted.append(runs(done.err)["run"])
    assert counted == [6, 6]


def test_the_table_stays_off_standard_output(tmp_path: Path) -> None:
    package = sound(tmp_path)
    done = package.judge("run", "--timings", "--json", "-")
    assert json.loads(done.out)["exit_code"] == 0
    assert sheet(done.err)["took"]
    tried = judge(
        "try",
        "--timings",
        package.root / "solutions/accepted/add.py",
        given=b"1 2\n",
        cwd=package.root,
    )
    assert tried.out == "3\n"
    assert runs(tried.err)["run"] == 1
    assert "where the time went" not in package.judge("run").text


def test_a_contest_has_one_table(tmp_path: Path) -> None:
    for name in ("one", "two"):
        sound(tmp_path / name)
    done = judge("validate", "--contest", tmp_path, "--timings", "--jobs", 1)
    assert done.code == 0
    assert sheet(done.err)["took"]


@pytest.mark.slow
def test_programs_on_a_cluster_are_not_counted_and_the_table_says_so(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    done = package.judge(
        "run", "--timings", "--fresh", "--executor", "dask:local=1", process=True
    )
    rows = sheet(done.err)
    assert rows["note"] == "programs that nodes of the cluster ran are not counted"
    assert "floor" not in rows
    assert "run" not in rows


def test_a_tally_loses_no_run_of_two_threads() -> None:
    tally = Tally()

    def add() -> None:
        for _ in range(2000):
            tally.add(Purpose.CHECK, 0.25, 0.5)
            tally.add(Purpose.COMPILE, 0.0, 0.0)

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    spent = tally.spent()
    assert list(spent) == [Purpose.COMPILE, Purpose.CHECK]  # as the table has them
    assert spent[Purpose.CHECK] == Spent(8000, 2000.0, 4000.0)


def test_cores_are_never_idle_for_less_than_no_time() -> None:
    """A group of the kernel may count a little more than the sum of its processes."""
    timings = Timings({Purpose.RUN: Spent(1, 2.0, 2.0)}, 1.0, 0.5, 1.9, cores=2)
    assert timings.floor_s == 1.0
    assert timings.sandbox_cpu_s == 0.0
    assert timings.idle_share == 0.0


def test_the_table_as_it_is_printed() -> None:
    spent = {
        Purpose.COMPILE: Spent(4, 6.0, 6.5),
        Purpose.RUN: Spent(1200, 2.0, 3.25),
    }
    assert render(Timings(spent, 5.0, 0.5, 8.5, cores=2)).splitlines() == [
        "where the time went   runs  CPU s  wall s",
        "  compile                4   6.00    6.50",
        "  run                1,200   2.00    3.25",
        "  sandbox                    0.50",
        "  judge                      0.50",
        "floor  4.00 s: 8.00 s of CPU time of programs on 2 cores",
        "took   5.00 s, 1.25 times the floor",
        "idle   10% of the cores' time, or taken by other programs",
    ]
