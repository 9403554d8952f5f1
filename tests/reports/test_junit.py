"""The JUnit report, read with an independent reader."""

from __future__ import annotations

import pytest
from hypothesis import given
from junitparser import JUnitXml, TestCase, TestSuite
from support.reports import (
    ANY,
    MISSING,
    MIXED,
    RUNS,
    UNCOMPILED,
    UNJUDGEABLE,
    UNMET,
    W,
    each_run,
    judged,
    ran,
    reported,
)

from judging.core.results import RunReport
from judging.reports.run import junit
from judging.values import replace


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
