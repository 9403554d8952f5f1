"""`judge run --margin` and `--repeat`: which results other times would change, how far
times spread, and programs that do not write the same output twice.

The programs count their own CPU time, so a busy machine changes little; every time is
in the middle between two borders.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from support.command import TESTS, Package, Report, judge, sound

CONFIG = "problem/problem.yaml"
# Below and above a limit of 0.3 s, within a factor of 1.5. The limit is short, so that
# even a busy machine ends no run by wall time.
NEAR_S = 0.24
LATE_S = 0.36


def busy(cpu_s: float, answer: str = "sum(map(int, input().split()))") -> str:
    """Return a program that answers after so much CPU time."""
    return (
        f"import time\nanswer = {answer}\n"
        f"while time.process_time() < {cpu_s}:\n    pass\nprint(answer)\n"
    )


def busy_on(first: str, cpu_s: float, right: str) -> str:
    """Return a program that takes so much CPU time if the first number is `first`, and
    answers with `right` otherwise at once."""
    return (
        "import time\na, b = input().split()\n"
        f"while a == '{first}' and time.process_time() < {cpu_s}:\n    pass\n"
        f"print(int(a) + int(b) if a == '{first}' else {right})\n"
    )


def timed(folder: Path) -> Package:
    """Return the sound package, with a limit of 0.3 s and no submission but accepted/add.py.
    Its tests are 1 2 and 50 49."""
    package = sound(folder)
    package.replace(CONFIG, "time_limit: 1.0", "time_limit: 0.3")
    package.remove("solutions/wrong_answer")
    package.write("problem/data/secret/1.in", "50 49\n")
    package.write("problem/data/secret/1.ans", "99\n")
    return package


def tests_of(found: dict[str, Any]) -> list[str]:
    return [test["name"] for test in found["sensitive_tests"]]


def others_of(found: dict[str, Any]) -> list[str | None]:
    return [other["verdict"] for other in found["other_results"]]


def line_of(report: Report, name: str) -> str:
    """Return the line on a submission in the section of sensitive ones; "" without one."""
    section = report.done.out.partition("Sensitive to times\n")[2].partition("\n\n")[0]
    return "".join(line for line in section.splitlines() if name in line)


def test_nothing_is_said_if_every_result_is_clear(tmp_path: Path) -> None:
    report = timed(tmp_path).run()
    assert report.code == 0
    assert (report.json["margin"], report.json["repeated"]) == (1.5, [])
    found = report.submission("accepted/add.py")
    assert (found["clear"], found["other_results"], tests_of(found)) == (True, [], [])
    assert "ensitive" not in report.done.text
    assert "Spread" not in report.done.text


@pytest.mark.slow
def test_a_result_close_to_the_limit_is_sensitive(tmp_path: Path) -> None:
    package = timed(tmp_path)
    package.write("solutions/accepted/near.py", busy(NEAR_S))
    package.write(
        "solutions/accepted/secret.py", busy_on("50", NEAR_S, "int(a) + int(b)")
    )
    package.write("solutions/time_limit_exceeded/late.py", busy(LATE_S))
    package.write("solutions/time_limit_exceeded/endless.py", "while True:\n    pass\n")
    report = package.run("--until", "all")
    assert report.code == 0, report.done.text
    near = report.submission("accepted/near.py")
    assert (near["verdict"], near["clear"], others_of(near)) == ("AC", False, ["TLE"])
    assert tests_of(near) == ["sample/1", "secret/1"]
    for test in near["sensitive_tests"]:
        assert (test["verdict"], test["other_verdict"]) == ("AC", "TLE")
        assert test["factor"] == pytest.approx(0.3 / test["time_s"], rel=1e-3)
        assert (test["wall"], test["stopped"]) == (False, False)
    assert tests_of(report.submission("accepted/secret.py")) == ["secret/1"]
    late = report.submission("time_limit_exceeded/late.py")
    assert (late["verdict"], others_of(late)) == ("TLE", ["AC"])
    assert late["other_results"][0]["factor"] < 1
    for path in ("accepted/add.py", "time_limit_exceeded/endless.py"):
        assert report.submission(path)["clear"] is True
        assert line_of(report, path) == ""
    assert "AC, but TLE with times 1." in line_of(report, "accepted/near.py")
    assert "sample/1 (0.2" in line_of(report, "accepted/near.py")
    assert "secret/1 (0.2" in line_of(report, "accepted/near.py")
    assert "TLE, but AC with times 0." in line_of(report, "late.py")
    # Within a factor of 1.05, nothing is close.
    narrow = package.run("--until", "all", "--margin", "1.05")
    assert [s["clear"] for s in narrow.json["submissions"]] == [True] * 5
    # An endless loop was stopped at 1.5 times the limit: of a third of its time nobody knows.
    wide = package.run("--until", "all", "--margin", "3")
    endless = wide.submission("time_limit_exceeded/endless.py")
    assert (endless["clear"], others_of(endless)) == (False, [None])
    assert endless["sensitive_tests"][0]["stopped"] is True
    assert "unknown with times 0.6" in line_of(wide, "endless.py")
    assert "sample/1 (>= 0.4" in line_of(wide, "endless.py")


@pytest.mark.slow
def test_the_order_of_the_tests_decides_about_a_wrong_answer(tmp_path: Path) -> None:
    package = timed(tmp_path)
    late_first = busy_on("1", NEAR_S, "0")  # sample/1 is close, secret/1 is wrong
    late_last = busy_on("50", NEAR_S, "0")  # sample/1 is wrong, secret/1 is close
    package.write("solutions/wrong_answer/late_first.py", late_first)
    package.write("solutions/wrong_answer/late_last.py", late_last)
    package.write("solutions/time_limit_exceeded/late.py", busy_on("1", LATE_S, "a"))
    report = package.run("--until", "all")
    first = report.submission("wrong_answer/late_first.py")
    assert (first["verdict"], others_of(first)) == ("WA", ["TLE"])
    assert tests_of(first) == ["sample/1"]
    assert report.submission("wrong_answer/late_last.py")["clear"] is True
    # Once it is fast enough on sample/1, its wrong answer on secret/1 decides.
    late = report.submission("time_limit_exceeded/late.py")
    assert (late["verdict"], others_of(late)) == ("TLE", ["WA"])
    # Without that run nobody knows.
    report = package.run("solutions/time_limit_exceeded")
    late = report.submission("time_limit_exceeded/late.py")
    assert (late["tests_run"], late["clear"], others_of(late)) == (1, False, [None])
    assert report.done.says("`--until all` also runs the tests that were left out")


@pytest.mark.slow
def test_scores_are_sensitive_too(tmp_path: Path) -> None:
    root = tmp_path / "package"
    shutil.copytree(TESTS / "packages" / "scoring_groups", root)
    package = Package(root)
    package.replace("problem.yaml", "time_limit: 10", "time_limit: 0.3")
    package.remove("submissions")
    for name, least in (("large", 1000), ("never", 10**30)):
        package.write(
            f"submissions/accepted/{name}.py",
            "import time\nn = int(input())\n"
            f"while n >= {least} and time.process_time() < {NEAR_S}:\n    pass\n"
            "print(n * (n + 1) // 2)\n",
        )
    report = package.run()
    assert report.code == 0, report.done.text
    assert report.submission("submissions/accepted/never.py")["clear"] is True
    large = report.submission("submissions/accepted/large.py")
    assert (large["verdict"], large["score"], large["clear"]) == ("AC", 100, False)
    # Groups 3-large (30) and 4-all (20) have such numbers; the others keep their scores.
    [slower] = large["other_results"]
    assert slower["verdict"] == "TLE"
    assert slower["score"] in (50, 70, 80)
    assert tests_of(large)
    assert all(name.startswith(("secret/3", "secret/4")) for name in tests_of(large))
    assert "AC, score 100, but TLE, score " in line_of(report, "large.py")


@pytest.mark.slow
def test_repeat_measures_what_is_close(tmp_path: Path) -> None:
    package = timed(tmp_path)
    package.write("solutions/accepted/near.py", busy_on("50", NEAR_S, "int(a) + int(b)"))
    report = package.run("--repeat", 3)
    assert report.code == 0, report.done.text
    close = [each for each in report.json["repeated"] if each["close"]]
    [near] = close
    assert (near["path"], near["test"]) == ("solutions/accepted/near.py", "secret/1")
    assert (near["runs"], near["stopped"], near["verdicts"]) == (3, 0, {"AC": 3})
    assert NEAR_S < near["smallest_s"] <= near["median_s"] <= near["largest_s"] < 0.3
    assert (near["compared"], near["outputs"]) == (4, 1)
    # The others ran once more, to compare their outputs.
    others = [each for each in report.json["repeated"] if not each["close"]]
    assert [(each["path"], each["test"]) for each in others] == [
        ("solutions/accepted/add.py", "sample/1"),
        ("solutions/accepted/add.py", "secret/1"),
        ("solutions/accepted/near.py", "sample/1"),
    ]
    assert {(each["runs"], each["compared"], each["outputs"]) for each in others} == {
        (1, 2, 1)
    }
    assert report.done.says("smallest, median and largest CPU time of 3 runs")
    assert report.done.says("near.py on secret/1: 0.2", " s, ", "(3 AC)")
    assert report.done.says("outputs of 4 repeated runs compared: none differs")
    # The repeats say something about the times, and nothing about the verdict.
    assert report.submission("accepted/near.py")["verdict"] == "AC"


@pytest.mark.slow
def test_repeat_lets_a_stopped_run_go_on_to_the_margin(tmp_path: Path) -> None:
    """It was stopped at 0.45 s; within the margin are times up to 0.9 s."""
    package = timed(tmp_path)
    package.write("solutions/time_limit_exceeded/longer.py", busy(0.65))
    report = package.run(
        "solutions/time_limit_exceeded",
        "--margin",
        3,
        "--repeat",
        1,
        "--tests",
        "sample/*",
    )
    [again] = report.json["repeated"]
    assert (again["stopped"], again["verdicts"]) == (0, {"TLE": 1})
    assert 0.65 < again["largest_s"] < 0.9
    assert (
        report.submission("time_limit_exceeded/longer.py")["sensitive_tests"][0][
            "stopped"
        ]
        is True
    )


RANDOM = """\
import os
print(sum(map(int, input().split())), end=" " * os.urandom(1)[0] + "\\n")
"""


def test_a_program_that_does_not_write_the_same_twice_is_named(tmp_path: Path) -> None:
    """All its outputs are right: trailing spaces do not matter. With eight of them there
    are no two alike by chance."""
    package = timed(tmp_path)
    for number in range(2, 7):
        package.write(f"problem/data/secret/{number}.in", f"{number} 1\n")
        package.write(f"problem/data/secret/{number}.ans", f"{number + 1}\n")
    package.write("solutions/accepted/noise.py", RANDOM)
    report = package.run("--repeat", 2)
    assert report.code == 0
    differing = [each for each in report.json["repeated"] if each["outputs"] > 1]
    assert {each["path"] for each in differing} == {"solutions/accepted/noise.py"}
    # Three tests of each submission: the first, one in the middle, the last.
    sampled = [
        each["test"]
        for each in report.json["repeated"]
        if each["path"] == "solutions/accepted/add.py"
    ]
    assert sampled == ["sample/1", "secret/3", "secret/6"]
    assert {each["runs"] for each in report.json["repeated"]} == {1}
    [found] = [
        each
        for each in report.json["diagnostics"]
        if "another output" in each["message"]
    ]
    assert (found["severity"], found["file"]) == (
        "warning",
        "solutions/accepted/noise.py",
    )
    assert report.done.says("noise.py: writes another output when it runs again on s")
    assert report.done.says("some differ, of solutions/accepted/noise.py")
    assert report.done.says("no run is close to a limit")


@pytest.mark.slow
def test_sensitive_results_in_the_other_reports(tmp_path: Path) -> None:
    package = timed(tmp_path)
    package.write("solutions/accepted/near.py", busy_on("50", NEAR_S, "int(a) + int(b)"))
    files = {name: tmp_path / name for name in ("github", "html", "json")}
    reports = [f"--report={name}:{file}" for name, file in files.items()]
    contest = package.root.parent
    assert package.judge("run", *reports).code == 0
    [notice] = files["github"].read_text().splitlines()
    assert notice.startswith(
        "::notice file=solutions/accepted/near.py::sensitive to times: "
    )
    assert "AC, but TLE with times 1." in notice
    assert "secret/1 (0.2" in notice
    done = judge("run", "--contest", contest, "--json", files["json"])
    assert done.code == 0
    assert done.says("solutions/accepted/near.py: AC, but TLE with times 1.")
    [problem] = json.loads(files["json"].read_text())["problems"]
    assert [s["clear"] for s in problem["submissions"]] == [True, False]
