"""All reports say the same about one run, each in its own form.

`JUDGE_UPDATE_GOLDEN=1 pytest tests/reports/test_reports.py` writes tests/reports/golden/ again; read
the diff.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.reports import (
    ACCEPTED,
    MIXED,
    RUNS,
    SCORED,
    WRONG,
    A,
    R,
    T,
    W,
    as_json,
    each_run,
    reported,
)

from judging.core.limits import InferredLimit, Timing
from judging.core.results import RunReport
from judging.core.verdicts import Verdict
from judging.reports.run import github, json, junit, text, wording
from judging.values import replace

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize(
    ("name", "report", "render"),
    [
        ("report.txt", MIXED, text.render),
        ("report.json", MIXED, json.render),
        ("report.junit.xml", MIXED, junit.render),
        ("report.github.txt", MIXED, github.render),
        ("report.summary.md", MIXED, github.summary_markdown),
        ("scores.txt", SCORED, text.render),
        ("scores.json", SCORED, json.render),
        ("scores.junit.xml", SCORED, junit.render),
        ("scores.github.txt", SCORED, github.render),
        ("scores.summary.md", SCORED, github.summary_markdown),
    ],
)
def test_golden(
    name: str, report: RunReport, render: Callable[[RunReport], str]
) -> None:
    came = render(report)
    if os.environ.get("JUDGE_UPDATE_GOLDEN") == "1":
        (GOLDEN / name).write_text(came, encoding="utf-8")
    assert came == (GOLDEN / name).read_text(encoding="utf-8")


@each_run
def test_the_first_reason_is_the_exit_code(report: RunReport, code: int) -> None:
    assert report.exit_code == code
    stated = [reason["exit_code"] for reason in as_json(report)["reasons"]]
    assert stated[:1] == ([code] if code else [])
    said = [line for line in wording.summary(report) if line.startswith("Exit code")]
    assert [line.partition(":")[0] for line in said] == (
        [f"Exit code {code}"] if code else []
    )


def test_a_run_that_judged_nothing_says_so_once() -> None:
    broken, _ = RUNS["broken before any test"]
    assert wording.summary(broken) == [
        "Exit code 3: the package is broken (1 error): its verdicts cannot be trusted.",
        "Nothing was judged.",
    ]


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
        ({W, T}, {W, T}, "only WA/TLE"),
        ({W, T}, {T}, "only WA/TLE, some TLE"),
        ({W, T, R}, {W, T}, "only WA/TLE/RTE, some WA/TLE"),
    ],
)
def test_expectation_in_few_words(
    permitted: set[Verdict], required: set[Verdict], shown: str
) -> None:
    stated = replace(
        ACCEPTED, permitted=frozenset(permitted), required=frozenset(required)
    )
    assert wording.expected(stated) == shown


def test_an_inferred_limit_is_reported_with_its_reason() -> None:
    slowest = Timing("solutions/accepted/x.cpp", "secret/7", 0.7106, stopped=False)
    report = replace(reported(), inferred=InferredLimit(2.0, slowest, 2.0, 1.0))
    line = (
        "time limit inferred: solutions/accepted/x.cpp took 0.711 s on secret/7; 2 times that "
        "is 1.421 s, rounded up to a multiple of 1 s: 2 s"
    )
    assert line in text.render(report).splitlines()
    assert as_json(report)["inferred_time_limit"] == {
        "time_s": 2.0,
        "submission": "solutions/accepted/x.cpp",
        "testcase": "secret/7",
        "cpu_s": 0.7106,
        "language_factor": 1.0,
        "factor": 2.0,
        "resolution_s": 1.0,
        "recalled": False,
        "without": [],
    }
    assert as_json(reported())["inferred_time_limit"] is None
    found = ElementTree.fromstring(junit.render(report)).findall(
        "testsuite/properties/property"
    )
    assert [dict(p.items()) for p in found] == [
        {"name": "time limit", "value": line.removeprefix("time limit ")}
    ]
    summary = github.summary_markdown(report).replace("\\", "")
    assert f"- {line}" in summary.splitlines()


def test_results_that_a_busy_machine_loses_are_counted() -> None:
    # 3 s without a core in a run of 0.1 s of CPU time.
    starved = replace(ACCEPTED.testcases[0].execution, waited_s=3.0)
    delayed = replace(ACCEPTED.testcases[0], execution=starved)
    recalled = replace(delayed, recalled=True)
    tests = (delayed, recalled, *ACCEPTED.testcases[2:])
    busy = reported(replace(ACCEPTED, testcases=tests), WRONG)
    assert "1 result not kept for the next run: this machine is busy" in text.render(
        busy
    )
    assert as_json(busy)["delayed"] == 1
    assert "not kept" not in text.render(reported(ACCEPTED, WRONG))
    assert as_json(reported(ACCEPTED, WRONG))["delayed"] == 0
