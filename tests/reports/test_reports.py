"""Every report says the same of one run, each in its own form.

`JUDGE_UPDATE_GOLDEN=1 pytest tests/test_reports.py` writes tests/golden/ anew; read the diff.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from signal import SIGSEGV
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from junitparser import JUnitXml, TestCase, TestSuite

from judging.core.diagnostics import error, warning
from judging.core.expectations import FOLDERS, breaking, broken_by, overall
from judging.core.limits import MIB, InferredLimit, Limits, Timing
from judging.core.problem import Expectation
from judging.core.results import (
    Ending,
    Execution,
    GroupResult,
    RunReport,
    SandboxInfo,
    Status,
    SubmissionResult,
    TestcaseResult,
)
from judging.core.verdicts import Verdict
from judging.reports import REPORTS, github, junit, text, wording
from judging.reports.wording import printable

GOLDEN = Path(__file__).parent / "golden"
TESTS = 3
ANY = st.text(st.characters()) | st.text(st.sampled_from("%0A25:,\r\n\u2028\ud800\x00\x1b]>"))
A, W, T, R = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE


def ran(
    name: str,
    verdict: Verdict = Verdict.AC,
    message: str = "",
    *,
    cpu_s: float = 0.1234567,
    ending: Ending = Ending.EXITED,
    diff: str = "",
    stderr: str = "",
    reruns: int = 0,
) -> TestcaseResult:
    signal = int(SIGSEGV) if ending is Ending.SIGNALED else None
    exit_code = 0 if ending is Ending.EXITED else None
    execution = Execution(ending, cpu_s, cpu_s + 0.01, 12 * MIB, exit_code, signal)
    return TestcaseResult(
        name, verdict, execution, message=message, diff=diff, stderr=stderr, reruns=reruns
    )


def judged(path: str, *testcases: TestcaseResult) -> SubmissionResult:
    """A submission held against the expectation of its folder, where it has one."""
    folder = path.split("/")[-2] if "/" in path else ""
    permitted, required = FOLDERS.get(folder, (None, None))
    why, broken = "", None
    if permitted is not None and required is not None:
        expectation = Expectation(permitted, required, f"folder {folder}")
        why, broken = broken_by(expectation, testcases), breaking(expectation, testcases)
    return SubmissionResult(
        path=path,
        language="python3" if path.endswith(".py") else "cpp",
        status=Status.JUDGED,
        verdict=overall([testcase.verdict for testcase in testcases]),
        met=None if permitted is None else not why,
        permitted=permitted,
        required=required,
        testcases=testcases,
        tests_total=TESTS,
        why=why,
        broken_on=broken[0].name if broken else None,
    )


def reported(*submissions: SubmissionResult) -> RunReport:
    return RunReport(
        problem="sums",
        submissions=submissions,
        limits=Limits(2.0, 3.0, 256 * MIB, 8 * MIB),
        sandbox=SandboxInfo("namespaces", ("memory is not limited for all processes together",)),
        tests_total=TESTS,
        wall_s=1.5,
        languages={"cpp": "C++", "go": "Go", "python3": "Python"},
    )


ACCEPTED = judged("solutions/accepted/dp.cpp", ran("sample/1"), ran("secret/1"), ran("secret/2"))
WRONG = judged("solutions/wrong_answer/greedy.py", ran("sample/1"), ran("secret/1", W, "got 4"))
SLOW = judged(
    "solutions/time_limit_exceeded/slow.py",
    ran("sample/1"),
    ran("secret/1", cpu_s=1.9, reruns=2),
    ran("secret/2", T, "stopped at 3.00 s", cpu_s=3.0, ending=Ending.CPU_LIMIT),
)
UNMET = judged(
    "solutions/accepted/off.cpp", ran("sample/1"), ran("secret/1", W, "got 4", diff="- 5\n+ 4")
)
CRASHED = judged(
    "solutions/accepted/x.c",
    ran("1", R, "SIGSEGV", ending=Ending.SIGNALED, stderr="terminate called\nwhat(): it"),
)
UNCOMPILED = replace(
    judged("solutions/accepted/typo.cpp"),
    status=Status.COMPILE_ERROR,
    verdict=Verdict.CE,
    met=False,
    why="it does not compile",
    compile_output="\n".join(f"typo.cpp:{line}: error: no such name" for line in range(1, 24)),
)
UNJUDGEABLE = judged(
    "solutions/accepted/je.cpp", ran("1", Verdict.JE, "no space", ending=Ending.SANDBOX_ERROR)
)
MISSING = SubmissionResult(
    "solutions/accepted/a.go", "go", Status.NOT_JUDGED, None, None, reason="no Go compiler"
)
OUTSIDE = judged("mine.cpp", ran("sample/1", W, "line 3: got 1"))

GOOD = reported(ACCEPTED, SLOW, WRONG)
BROKEN = error("unknown key 'limts'; did you mean 'limits'?", "problem/problem.yaml", 3, "limts")
WORN = warning("no test reaches n = 100000", "problem/data/secret")
MIXED = replace(
    reported(ACCEPTED, UNMET, UNCOMPILED, UNJUDGEABLE, SLOW, WRONG, OUTSIDE, MISSING),
    diagnostics=(BROKEN, WORN),
    machine_errors=("the disk is full",),
)


def scored(result: SubmissionResult, score: float, *groups: GroupResult) -> SubmissionResult:
    sample, whole = GroupResult("sample", A, None), GroupResult("secret", result.verdict, score)
    return replace(result, score=score, groups=(sample, whole, *groups))


FULL = scored(ACCEPTED, 100.0, GroupResult("secret/1", A, 30.0), GroupResult("secret/2", A, 70.0))
PART = replace(
    scored(WRONG, 13.5, GroupResult("secret/1", W, 13.5), GroupResult("secret/2", None, 0.0)),
    met=False,
    why="got 13.5, expected 30 to 100 (solutions/submissions.yaml:7)",
)
SCORED = replace(reported(FULL, PART), best_score=100.0)

# name -> (report, exit code)
RUNS = {
    "scores": (SCORED, 1),
    "all met": (GOOD, 0),
    "not met": (reported(ACCEPTED, UNMET), 1),
    "compile error": (reported(ACCEPTED, UNCOMPILED), 1),
    "crashed": (reported(CRASHED), 1),
    "toolchain missing": (reported(ACCEPTED, MISSING), 4),
    "toolchain may miss": (replace(reported(ACCEPTED, MISSING), allow_missing=True), 0),
    "broken package": (replace(GOOD, diagnostics=(BROKEN,)), 3),
    "broken before any test": (replace(reported(), diagnostics=(BROKEN,), complete=False), 3),
    "only a warning": (replace(GOOD, diagnostics=(WORN,)), 0),
    "machine failed": (replace(reported(UNJUDGEABLE), machine_errors=("the disk is full",)), 4),
    "interrupted": (replace(reported(SLOW, MISSING), interrupted=True, complete=False), 130),
    "nothing judged": (replace(reported(), nothing_judged="no test matches 'x*'"), 5),
    "all skipped": (replace(reported(MISSING), allow_missing=True), 5),
    "no expectation": (reported(OUTSIDE), 0),
    "everything at once": (MIXED, 4),
}
each_run = pytest.mark.parametrize(("report", "code"), RUNS.values(), ids=RUNS)


@pytest.mark.parametrize(
    ("name", "report", "render"),
    [
        ("report.txt", MIXED, REPORTS["text"]),
        ("report.json", MIXED, REPORTS["json"]),
        ("report.junit.xml", MIXED, REPORTS["junit"]),
        ("report.github.txt", MIXED, REPORTS["github"]),
        ("report.summary.md", MIXED, github.summary_markdown),
        ("scores.txt", SCORED, REPORTS["text"]),
        ("scores.json", SCORED, REPORTS["json"]),
        ("scores.junit.xml", SCORED, REPORTS["junit"]),
        ("scores.github.txt", SCORED, REPORTS["github"]),
        ("scores.summary.md", SCORED, github.summary_markdown),
    ],
)
def test_golden(name: str, report: RunReport, render: Callable[[RunReport], str]) -> None:
    came = render(report)
    if os.environ.get("JUDGE_UPDATE_GOLDEN") == "1":
        (GOLDEN / name).write_text(came, encoding="utf-8")
    assert came == (GOLDEN / name).read_text(encoding="utf-8")


@each_run
def test_first_concern_is_the_exit_code(report: RunReport, code: int) -> None:
    assert report.exit_code == code
    assert [c for c, _ in wording.concerns(report)][:1] == [code][: bool(code)]


@each_run
def test_text_has_a_row_each_and_ends_with_the_reason(report: RunReport, code: int) -> None:
    came = text.render(report)
    assert came.splitlines()[-1].startswith(f"Exit code {code}: ") == bool(code)
    table = came.split("\n\n")[1].splitlines()
    for submission in report.submissions:
        name = submission.path.rpartition("/")[2]
        assert sum(f" {name} " in row for row in table) == 1


def test_text_is_plain_without_color_and_the_same_with_it() -> None:
    plain, colored = text.render(MIXED), text.render(MIXED, color=True)
    assert plain.isascii()
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[\d+m", "", colored) == plain != colored


def test_text_sums_up() -> None:
    assert text.render(GOOD).endswith(
        "\n3 of 3 submissions met their expectation on 3 tests, in C++, Python.\n"
    )
    assert text.render(RUNS["toolchain may miss"][0]).endswith(
        "\n1 of 1 submission met its expectation on 3 tests, in C++.\n"
        "1 judged, 1 not judged: solutions/accepted/a.go (no Go compiler).\n"
    )


def test_text_shows_lower_bounds_and_reruns() -> None:
    came = text.render(reported(SLOW))
    assert " >= 3.00 s " in came
    assert "1 run near the time limit was timed again" in came
    assert "solutions/time_limit_exceeded/slow.py: secret/1\n" in came
    assert ">=" not in text.render(reported(ACCEPTED))


def test_text_shows_what_broke_an_expectation() -> None:
    section = text.render(reported(UNMET)).partition("Expectations not met\n")[2]
    assert "solutions/accepted/off.cpp (C++): got WA, expected AC" in section
    assert "secret/1: got WA, permitted AC (folder accepted): got 4\n" in section
    assert "    | - 5\n    | + 4\n" in section


def test_text_shortens_compiler_output_only() -> None:
    came = text.render(reported(UNCOMPILED))
    assert "typo.cpp:20: error" in came
    assert "typo.cpp:21: error" not in came
    assert "(3 more lines;" in came


def test_text_leaves_a_message_out_only_where_a_terminal_is_too_narrow() -> None:
    message = "a long message " * 30
    report = reported(judged("solutions/wrong_answer/x.py", ran("secret/1", W, message)))
    assert message.strip() in text.render(report)
    assert message.strip() in text.render(report, width=1000)
    narrow = text.render(report, width=100)
    assert "a long message" not in narrow
    assert "secret/1\n" in narrow


def test_text_keeps_a_submission_from_steering_the_terminal_or_the_log() -> None:
    evil = "\x1b[2J\r::error::gone\n::stop-commands::x\u2028::error::y\x9b\ud800"
    testcase = ran("secret/1", W, evil, diff=evil)
    submissions = [judged(path, testcase) for path in ("solutions/accepted/x.py", "x.py")]
    report = replace(reported(*submissions), machine_errors=(evil, "::error::x", ""))
    for line in text.render(report).splitlines():
        assert line.isprintable()
        assert not line.lstrip().startswith("::")


REPORT = (
    "schema problem exit_code complete until time_factor sandbox limits diagnostics submissions"
)
SUBMISSION = (
    "path language status reason verdict met permitted required score deciding_testcase tests_run "
    "tests_total max_cpu_s max_memory_bytes why compile_output groups testcases"
)
TESTCASE = "name verdict cpu_s wall_s memory_bytes exit_code signal reruns message"


def as_json(report: RunReport) -> Any:
    return json.loads(REPORTS["json"](report).encode("utf-8"))


@each_run
def test_json_holds_the_schema_in_its_order(report: RunReport, code: int) -> None:
    came = as_json(report)
    assert " ".join(came).startswith(REPORT)
    assert (came["schema"], came["exit_code"]) == (1, code)
    assert list(came["limits"]) == ["time_s", "kill_s", "memory_bytes", "output_bytes"]
    assert list(came["sandbox"]) == ["tier", "warnings"]
    assert len(came["submissions"]) == len(report.submissions)
    for submission in came["submissions"]:
        assert " ".join(submission).startswith(SUBMISSION)
        assert all(" ".join(test).startswith(TESTCASE) for test in submission["testcases"])


def test_json_values() -> None:
    came = as_json(reported(CRASHED, SLOW, OUTSIDE, MISSING))
    crashed, slow, outside, skipped = came["submissions"]
    assert crashed["testcases"][0]["signal"] == "SIGSEGV"
    assert crashed["testcases"][0]["cpu_s"] == 0.123457
    assert (slow["permitted"], slow["required"]) == (["AC", "TLE"], ["TLE"])
    assert (slow["deciding_testcase"], slow["tests_run"], slow["met"]) == ("secret/2", 3, True)
    assert (outside["permitted"], outside["met"], outside["verdict"]) == (None, None, "WA")
    assert (skipped["status"], skipped["max_cpu_s"]) == ("not_judged", None)


def test_json_groups_have_the_verdict_of_all_tests_below() -> None:
    tests = (ran("sample/1"), ran("secret/a/1"), ran("secret/b/1", W))
    came = as_json(reported(judged("x.py", *tests)))
    assert came["submissions"][0]["groups"] == [
        {"name": "sample", "verdict": "AC", "score": None},
        {"name": "secret", "verdict": "WA", "score": None},
        {"name": "secret/a", "verdict": "AC", "score": None},
        {"name": "secret/b", "verdict": "WA", "score": None},
    ]


@given(ANY)
def test_json_is_utf8_whatever_a_submission_prints(message: str) -> None:
    unmet = judged("solutions/accepted/x.py", ran("1", W, message))
    shown = as_json(reported(unmet))["submissions"][0]["testcases"][0]["message"]
    assert shown == message.encode("utf-8", "replace").decode("utf-8")


def suite_of(report: RunReport) -> TestSuite:
    (suite,) = JUnitXml.fromstring(junit.render(report).encode())
    assert isinstance(suite, TestSuite)
    return suite


def tags_of(case: TestCase) -> list[str]:
    return [child.tag for child in case._elem]


@each_run
def test_junit_counts_right_and_is_green_only_at_0(report: RunReport, code: int) -> None:
    stated, counted = suite_of(report), suite_of(report)
    assert (stated.failures + stated.errors == 0) == (code == 0)
    counted.update_statistics()  # type: ignore[no-untyped-call]
    for name in ("tests", "failures", "errors", "skipped"):
        assert getattr(stated, name) == getattr(counted, name)
    assert stated.time == pytest.approx(counted.time, abs=0.01)


def test_junit_tells_failure_error_and_skipped_apart() -> None:
    allowed, stopped = RUNS["toolchain may miss"][0], RUNS["interrupted"][0]
    assert [tags_of(case) for case in suite_of(allowed)] == [[], ["skipped"]]
    assert [tags_of(case) for case in suite_of(stopped)] == [[], ["skipped"], ["error"]]
    assert {case.name: tags_of(case) for case in suite_of(MIXED) if case.result} == {
        UNMET.path: ["failure"],
        UNCOMPILED.path: ["failure"],
        UNJUDGEABLE.path: ["error"],
        MISSING.path: ["error"],
        "package": ["error"],
        "machine": ["error"],
    }


@given(ANY)
def test_junit_is_xml_whatever_a_submission_prints(message: str) -> None:
    testcase = ran("1", W, message, diff=message)
    unmet = replace(judged("solutions/accepted/x.py", testcase), why=message)
    assert suite_of(reported(unmet)).failures == 1


def test_github_annotates_files_of_the_repository() -> None:
    report = replace(reported(UNMET), diagnostics=(BROKEN, WORN))
    lines = github.render(report, root="problems/sums").splitlines()
    assert lines[0].startswith("::error file=problems/sums/problem/problem.yaml,line=3::limts: ")
    assert lines[1].startswith("::error file=problems/sums/solutions/accepted/off.cpp::got WA")
    assert lines[2].startswith("::warning file=problems/sums/problem/data/secret::no test")


@pytest.mark.parametrize(("failing", "shown"), [(1, 1), (10, 10), (11, 10), (200, 10)])
def test_github_has_at_most_ten_annotations(failing: int, shown: int) -> None:
    unmet = [replace(UNMET, path=f"solutions/accepted/{n}.cpp") for n in range(failing)]
    lines = github.render(reported(*unmet)).splitlines()
    assert len(lines) == shown
    assert (f"and {failing - 9} more" in lines[-1]) == (failing > 10)


@each_run
def test_github_has_an_error_unless_the_exit_code_is_0(report: RunReport, code: int) -> None:
    assert ("::error" in github.render(report)) == bool(code)


@given(ANY, ANY)
def test_github_command_stays_one_line_and_reads_back(message: str, file: str) -> None:
    (line,) = str(github.Annotation("error", message, "x" + file)).splitlines()
    shown = re.fullmatch(r"::error file=([^:,]*)::(.*)", line)
    assert shown is not None
    # As the runner decodes: the percent sign last, colons and commas in properties only.
    body = shown[2].replace("%0A", "\n").replace("%25", "%")
    name = shown[1].replace("%0A", "\n").replace("%3A", ":").replace("%2C", ",").replace("%25", "%")
    assert (name, body) == (printable("x" + file).rstrip(), printable(message).rstrip())


def test_summary_has_the_failures_first_and_escapes_the_table() -> None:
    odd = replace(UNMET, path="solutions/accepted/a|b`c.cpp", why="<b>|\n|</b>")
    page = github.summary_markdown(reported(ACCEPTED, WRONG, odd)).splitlines()
    rows = [line for line in page if line.startswith("|")][2:]
    assert rows[0].startswith(r"| **FAIL** | solutions/accepted/a\|b\`c.cpp | C++ | WA | AC |")
    assert rows[0].endswith(r"| \<b\>\| \|\</b\> |")
    assert len(rows) == 3
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {10}


@pytest.mark.parametrize(
    ("permitted", "required", "shown"),
    [
        ({A}, {A}, "AC"),
        ({A}, set(), "AC"),
        ({A, W}, {W}, "WA"),
        ({A, W, T}, {T}, "TLE (or WA)"),
        ({A, W, T, R}, {W, T, R}, "WA/TLE/RTE"),
        ({A, T}, set(), "AC or TLE"),
        ({W}, {W}, "only WA"),
    ],
)
def test_expectation_in_few_words(
    permitted: set[Verdict], required: set[Verdict], shown: str
) -> None:
    stated = replace(ACCEPTED, permitted=frozenset(permitted), required=frozenset(required))
    assert wording.expected(stated) == shown


def test_an_inferred_limit_is_said_with_its_reason() -> None:
    slowest = Timing("solutions/accepted/x.cpp", "secret/7", 0.7106, stopped=False)
    report = replace(reported(), inferred=InferredLimit(2.0, slowest, 2.0, 1.0))
    line = (
        "time limit inferred: solutions/accepted/x.cpp took 0.711 s on secret/7, times 2 is "
        "1.421 s, the next multiple of 1 s is 2 s"
    )
    assert line in text.render(report).splitlines()
    assert as_json(report)["inferred_time_limit"] == {
        "time_s": 2.0,
        "submission": "solutions/accepted/x.cpp",
        "testcase": "secret/7",
        "cpu_s": 0.7106,
        "factor": 2.0,
        "resolution_s": 1.0,
        "recalled": False,
    }
    assert as_json(reported())["inferred_time_limit"] is None
    found = ElementTree.fromstring(junit.render(report)).findall("testsuite/properties/property")
    assert [dict(p.items()) for p in found] == [
        {"name": "time limit", "value": line.removeprefix("time limit ")}
    ]
    summary = github.summary_markdown(report).replace("\\", "")
    assert f"- {line}" in summary.splitlines()
