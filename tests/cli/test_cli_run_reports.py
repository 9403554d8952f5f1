"""The reports of `judge run`, read back with independent readers."""

from __future__ import annotations

import json
import os
import platform
from datetime import UTC, datetime
from pathlib import Path

import pytest
from junitparser import JUnitXml
from support.command import Package, judge, sound

# The documented keys of each level of the JSON report.
TOP = (
    "schema",
    "problem",
    "exit_code",
    "complete",
    "until",
    "time_factor",
    "sandbox",
    "limits",
    "diagnostics",
    "submissions",
    "toolchains",
    "date",
    "tool_version",
    "machine",
)
LIMITS = ("time_s", "kill_s", "memory_bytes", "output_bytes")
SUBMISSION = (
    "path",
    "language",
    "status",
    "reason",
    "verdict",
    "met",
    "permitted",
    "required",
    "score",
    "deciding_testcase",
    "tests_run",
    "tests_total",
    "max_cpu_s",
    "max_memory_bytes",
    "why",
    "compile_output",
    "groups",
    "testcases",
)
TESTCASE = (
    "name",
    "verdict",
    "cpu_s",
    "wall_s",
    "memory_bytes",
    "exit_code",
    "signal",
    "reruns",
    "message",
)


def unmet(tmp_path: Path) -> Package:
    package = sound(tmp_path)
    package.write("solutions/accepted/wrong.py", "print('::error::3 <&>')\n")
    package.write("solutions/accepted/broken.c", "int main(\n")
    return package


def test_the_json_report_has_the_documented_keys(tmp_path: Path) -> None:
    report = unmet(tmp_path).run()
    assert report.code == 1
    found = report.json
    assert found.keys() >= set(TOP)
    assert (found["schema"], found["problem"], found["complete"]) == (1, "Sum", True)
    assert found["limits"].keys() >= set(LIMITS)
    assert found["limits"]["memory_bytes"] == 128 * 2**20
    assert found["sandbox"].keys() >= {"tier", "warnings"}
    for submission in found["submissions"]:
        assert submission.keys() >= set(SUBMISSION)
        for testcase in submission["testcases"]:
            assert testcase.keys() >= set(TESTCASE)
        assert submission["tests_run"] == len(submission["testcases"])
    assert found["toolchains"].keys() == found["languages"].keys() == {"c", "python3"}
    assert found["toolchains"]["python3"]["name"] == found["languages"]["python3"]
    assert found["toolchains"]["python3"]["version"].startswith("Python 3.")
    wrong = report.submission("accepted/wrong.py")
    assert (wrong["permitted"], wrong["required"]) == (["AC"], ["AC"])
    assert wrong["groups"] == [{"name": "sample", "verdict": "WA", "score": None}]
    assert report.submission("accepted/broken.c")["status"] == "compile_error"


def test_a_json_report_names_its_machine_its_date_and_the_tool(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.replace("problem/problem.yaml", "name:", "name: [")
    before = datetime.now(UTC).replace(microsecond=0)
    broken, contest = package.run().json, tmp_path / "contest.json"
    assert judge("run", "--contest", package.root.parent, "--json", contest).code == 3
    for found in (broken, json.loads(contest.read_text())):
        assert found["date"].endswith("Z")
        assert before <= datetime.fromisoformat(found["date"]) <= datetime.now(UTC)
        assert f"judge {found['tool_version']}\n" == judge("--version").out
        assert found["machine"].keys() == {"cpu", "cores", "kernel"}
        assert found["machine"]["kernel"].split()[1] == platform.release()
        assert found["machine"]["cores"] == len(os.sched_getaffinity(0))
        assert found["machine"]["cpu"]


def test_a_diagnostic_in_the_json_report(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.replace("problem/problem.yaml", "  memory", "  memroy")
    (found,) = (d for d in package.run().json["diagnostics"] if d["severity"] == "error")
    assert found.keys() == {"severity", "file", "line", "key", "message"}
    assert (found["file"], found["line"]) == ("problem/problem.yaml", 6)
    assert found["key"] == "limits.memroy"


def test_the_junit_report_is_read_by_a_junit_reader(tmp_path: Path) -> None:
    file = tmp_path / "report.xml"
    done = unmet(tmp_path).judge("run", "--report", f"junit:{file}")
    assert done.code == 1
    cases = [case for suite in JUnitXml.fromfile(str(file)) for case in suite]
    failed = sorted(case.name for case in cases if not case.is_passed)
    assert [Path(name).name for name in failed] == ["broken.c", "wrong.py"]
    assert sorted(Path(case.name).name for case in cases if case.is_passed) == [
        "add.py",
        "first.py",
    ]


def test_the_github_report_annotates_and_adds_to_the_summary(tmp_path: Path) -> None:
    package = unmet(tmp_path)
    summary = tmp_path / "summary.md"
    summary.write_text("earlier step\n")
    env = {"GITHUB_STEP_SUMMARY": str(summary), "GITHUB_WORKSPACE": str(tmp_path)}
    done = package.judge("run", "--report", "github", env=env)
    assert done.code == 1
    commands = [line for line in done.out.splitlines() if line.startswith("::")]
    assert len(commands) == 2
    # Paths start at the checkout, and output of a program is no workflow command.
    for name, command in zip(("broken.c", "wrong.py"), commands, strict=True):
        assert command.startswith("::error ")
        assert f"file=package/solutions/accepted/{name}" in command
    text = summary.read_text()
    assert text.startswith("earlier step\n")
    assert "wrong.py" in text
    assert "broken.c" in text


def test_several_reports_at_once(tmp_path: Path) -> None:
    package = sound(tmp_path)
    files = {name: tmp_path / f"report.{name}" for name in ("text", "json", "junit")}
    reports = [
        part for name, file in files.items() for part in ("--report", f"{name}:{file}")
    ]
    done = package.judge("run", *reports)
    assert done.code == 0
    assert all(file.read_text() for file in files.values())
    assert files["text"].read_text().splitlines()[-1] == done.out.splitlines()[-1]
    assert json.loads(files["json"].read_text())["exit_code"] == 0


def test_a_report_to_standard_output_is_all_that_is_printed_there(
    tmp_path: Path,
) -> None:
    done = sound(tmp_path).judge("run", "--report", "json")
    assert json.loads(done.out)["exit_code"] == done.code == 0


@pytest.mark.slow
def test_reports_name_files_that_are_not_ascii(tmp_path: Path) -> None:
    package = sound(tmp_path)
    outside = tmp_path / "L\u00f6sung.py"
    outside.write_text("print('\u00fc')\n")
    for env in ({"LANG": "C.UTF-8"}, {"LANG": "C", "PYTHONUTF8": "0"}):
        report = package.run(outside, env=env, process=True)
        assert report.code == 0
        (submission,) = report.json["submissions"]
        assert submission["path"].endswith("L\u00f6sung.py")


@pytest.mark.parametrize("code", [3, 5])
def test_every_report_is_written_where_nothing_can_be_judged(
    code: int, tmp_path: Path
) -> None:
    package = sound(tmp_path)
    package.remove("problem/problem.yaml" if code == 3 else "solutions")
    files = {name: tmp_path / f"report.{name}" for name in ("json", "junit", "github")}
    reports = [
        part for name, file in files.items() for part in ("--report", f"{name}:{file}")
    ]
    assert judge("run", "--problem", package.root, *reports).code == code
    assert json.loads(files["json"].read_text())["exit_code"] == code
    # In a JUnit report too, a job that judged nothing never looks green.
    suites = list(JUnitXml.fromfile(str(files["junit"])))
    assert any(not case.is_passed for suite in suites for case in suite)
    assert "::error" in files["github"].read_text()
