"""The JSON report."""

from __future__ import annotations

from hypothesis import given
from support.reports import (
    ANY,
    CRASHED,
    MISSING,
    OUTSIDE,
    SLOW,
    W,
    as_json,
    each_run,
    judged,
    ran,
    reported,
)

from judging.core.results import RunReport

REPORT = "schema problem exit_code complete until time_factor sandbox limits diagnostics submissions"
SUBMISSION = (
    "path language status reason verdict met permitted required score deciding_testcase tests_run "
    "tests_total max_cpu_s max_memory_bytes why compile_output groups testcases"
)
TESTCASE = "name verdict cpu_s wall_s memory_bytes exit_code signal reruns message"


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
        assert all(
            " ".join(test).startswith(TESTCASE) for test in submission["testcases"]
        )


def test_json_values() -> None:
    came = as_json(reported(CRASHED, SLOW, OUTSIDE, MISSING))
    crashed, slow, outside, skipped = came["submissions"]
    assert crashed["testcases"][0]["signal"] == "SIGSEGV"
    assert crashed["testcases"][0]["cpu_s"] == 0.123457
    assert (slow["permitted"], slow["required"]) == (["AC", "TLE"], ["TLE"])
    assert (slow["deciding_testcase"], slow["tests_run"], slow["met"]) == (
        "secret/2",
        3,
        True,
    )
    assert (outside["permitted"], outside["met"], outside["verdict"]) == (
        None,
        None,
        "WA",
    )
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
