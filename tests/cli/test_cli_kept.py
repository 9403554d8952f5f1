"""Results kept by content: what has not changed is not run again, and no verdict is ever stale."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.command import Package, Report, sound
from support.pages import data

SPIN = """\
import time
end = float(open(0).read().split()[0]) / 10
while time.process_time() < end:
    pass
print(3)
"""
VOLATILE = {"cpu_s", "wall_s", "memory_bytes", "recalled", "message", "reruns"}


def settled(package: Package, *args: object) -> Report:
    """Judge until every result is recalled: a run on a busy machine is not kept."""
    for _ in range(60):
        report = package.run(*args)
        if report.json["recalled"] == len(results(report)):
            return report
    raise AssertionError("no run recalled every result")


def results(report: Report) -> dict[str, dict[str, Any]]:
    """Return all that a report says about each run, except what the machine has a part in."""
    return {
        f"{s['path']} {test['name']}": {
            k: v for k, v in test.items() if k not in VOLATILE
        }
        for s in report.json["submissions"]
        for test in s["testcases"]
    }


@pytest.fixture
def package(tmp_path: Path, token: str) -> Package:
    """Two submissions on two tests. No test has results of another's submissions."""
    package = sound(tmp_path)
    for path in package.root.glob("solutions/*/*"):
        path.write_text(f"{path.read_text()}# {token}\n")
    return package


def test_what_has_not_changed_is_not_run_again(package: Package, token: str) -> None:
    package.write("solutions/run_time_error/crash.py", f"raise SystemExit('{token}')\n")
    first = package.run("--fresh")
    assert first.json["recalled"] == 0
    second = settled(package)
    assert results(second) == results(first)
    assert second.done.says(
        f"{len(results(first))} of {len(results(first))} results recalled"
    )
    assert package.run("--fresh").json["recalled"] == 0
    assert package.run("--keep", package.root.parent / "kept").json["recalled"] == 0


def test_results_of_all_tests_serve_a_run_that_stops_early(
    package: Package, token: str
) -> None:
    package.test("sample/1", "1 0\n", "1\n")
    for number in range(1, 7):
        second = 0 if number < 4 else 1
        package.test(f"secret/{number}", f"{number} {second}\n", f"{number + second}\n")
    # An expectation that is broken on the first test, and one that needs every test.
    crash = f"raise SystemExit('{token}')\n"
    package.write("solutions/accepted/crash.py", crash)
    package.write("solutions/mixed/crash.py", f"# rules\n{crash}")
    package.write(
        "solutions/submissions.yaml",
        "mixed/crash.py: {permitted: [RTE], secret: {required: [RTE]}}\n",
    )
    settled(package, "--until", "all")
    again = package.run()
    assert again.json["recalled"] == len(results(again))
    assert results(again) == results(package.run("--fresh"))
    tests = {s["path"]: len(s["testcases"]) for s in again.json["submissions"]}
    every_test = tests["solutions/accepted/add.py"]
    assert tests["solutions/accepted/crash.py"] == 1
    assert 1 < tests["solutions/wrong_answer/first.py"] < every_test
    assert tests["solutions/mixed/crash.py"] == every_test


def test_only_what_an_edit_touches_runs_again(package: Package) -> None:
    before = settled(package, "--until", "all")
    package.replace("solutions/wrong_answer/first.py", "print(", "print('' + ")
    after = package.run("--until", "all")
    changed = [
        s["path"] for s in after.json["submissions"] if not s["testcases"][0]["recalled"]
    ]
    assert changed == ["solutions/wrong_answer/first.py"]
    assert results(after) == results(before)
    settled(package, "--until", "all")
    package.test("sample/1", "1 2\n", "4\n")
    verdicts = {
        f"{Path(s['path']).name} {test['name']}": (test["verdict"], test["recalled"])
        for s in package.run("--until", "all").json["submissions"]
        for test in s["testcases"]
    }
    assert verdicts["add.py sample/1"] == ("WA", False)
    assert {name for name, (_, recalled) in verdicts.items() if not recalled} == {
        "add.py sample/1",
        "first.py sample/1",
    }


@pytest.mark.slow
def test_a_run_that_was_stopped_says_nothing_about_larger_limits(
    package: Package, token: str
) -> None:
    package.remove("solutions/wrong_answer")
    package.write("solutions/brute_force/spin.py", f"# {token}\n{SPIN}")
    package.test("sample/1", "4 0\n", "3\n")  # 0.4 s of CPU time
    path = "solutions/brute_force/spin.py"
    # A run that is stopped so early waits little for a core, and is kept on a busy machine too.
    tight = settled(package, path, "--tests", "sample/1", "--time-limit", 0.01)
    assert tight.submission(path)["verdict"] == "TLE"
    wide = package.run(path, "--tests", "sample/1", "--time-limit", 4)
    assert wide.submission(path)["testcases"][0]["recalled"] is False
    assert wide.submission(path)["verdict"] == "AC"
    tight = package.run(path, "--tests", "sample/1", "--time-limit", 0.01)
    assert tight.submission(path)["verdict"] == "TLE"
    tighter = settled(package, path, "--tests", "sample/1", "--time-limit", 0.005)
    assert tighter.submission(path)["verdict"] == "TLE"


# Neither ever ends: one computes, the other sleeps.
ENDLESS = {
    "spin.py": "while True:\n    pass\n",
    "sleep.py": "import time\ntime.sleep(99)\n",
}


@pytest.mark.slow
def test_a_recalled_run_is_reported_with_the_limit_that_stopped_it(
    package: Package, token: str
) -> None:
    """Its time is beside it, so another limit would contradict that time."""
    package.remove("solutions/wrong_answer")
    for name, text in ENDLESS.items():
        package.write(f"solutions/accepted/{name}", f"# {token}\n{text}")
    settled(package, "--time-limit", 0.4)
    junit, page = package.root / "junit.xml", package.root / "page.html"
    lower = package.run(
        "--time-limit", 0.2, "--report", f"junit:{junit}", "--report", f"html:{page}"
    )
    messages = {}
    for name in ENDLESS:
        (run,) = lower.submission(f"accepted/{name}")["testcases"]
        assert run["recalled"]
        messages[name] = run["message"]
        assert lower.done.says(run["message"])
        assert run["message"] in junit.read_text()
        assert run["message"] in str(data(page.read_text()))
    stopped = (
        "stopped at 0.60 s of CPU time under an earlier limit; now the limit is 0.20 s"
    )
    assert messages["spin.py"] == stopped
    assert messages["sleep.py"].startswith("stopped at an earlier wall limit after ")
    # Under the limit of the run itself, and in a run that is made now, nothing was earlier.
    same = settled(package, "--time-limit", 0.4)
    anew = package.run("--time-limit", 0.2, "--fresh")
    for report in (same, anew):
        for name in ENDLESS:
            (run,) = report.submission(f"accepted/{name}")["testcases"]
            assert "stopped at" in run["message"]
            assert "earlier" not in run["message"]


def test_a_submission_that_is_random_is_named(package: Package, token: str) -> None:
    random = f"# {token}\nimport os\nprint(3 if os.urandom(1)[0] < 128 else 4)\n"
    package.write("solutions/rejected/random.py", random)
    for _ in range(60):
        report = package.run(
            "solutions/rejected/random.py", "--tests", "sample/1", "--fresh"
        )
        if report.done.says(
            "solutions/rejected/random.py", "in an earlier run on sample/1"
        ):
            return
    raise AssertionError("it never differed")


# Takes a second and a half of CPU time, and does what the program does.
SLOW = "import time\nwhile time.process_time() < 1.5:\n    pass\n"
COMPARES = (
    "import sys\nsys.exit(42 if sys.stdin.read() == open(sys.argv[2]).read() else 43)\n"
)


@pytest.mark.slow
@pytest.mark.parametrize("slow", ["checker", "input validator", "generator", "solution"])
def test_what_a_program_decided_or_made_under_longer_limits_does_not_hold(
    tmp_path: Path, slow: str
) -> None:
    package = sound(tmp_path)
    package.remove("problem/data/invalid_input", "problem/data/secret")
    package.write("checker/same.py", COMPARES)
    package.write("generators/make.py", "print(7, 3)\n")
    package.write(
        "generators/generators.yaml",
        "data: {secret: {data: {made: {generate: make.py}}}}\n",
    )
    package.replace("problem/problem.yaml", "time_limit: 1.0", "time_limit: 5.0")
    package.replace(
        "problem/problem.yaml", "output: 1", "output: 1\n  validation_time: 60"
    )
    names = {
        "checker": "checker/same.py",
        "input validator": "validators/validate.py",
        "generator": "generators/make.py",
        "solution": "solutions/accepted/add.py",
    }
    source = package.root / names[slow]
    source.write_text(SLOW + source.read_text())
    assert package.judge("generate").code == 0
    assert package.judge("validate").code == 0
    package.replace("problem/problem.yaml", "validation_time: 60", "validation_time: 1")
    # The answer is in the package by now: only making the data asks the solution again.
    done = package.judge("generate" if slow == "solution" else "validate")
    assert done.code == 3
    assert done.says("stopped after 1 s of CPU time (validation_time)")
