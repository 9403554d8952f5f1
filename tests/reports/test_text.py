"""The report for people."""

from __future__ import annotations

import re

import pytest
from support.reports import (
    ACCEPTED,
    GOOD,
    MISSING,
    MIXED,
    NEAR,
    REPEATED,
    RUNS,
    SLOW,
    UNCOMPILED,
    UNMET,
    WORN,
    WRONG,
    A,
    T,
    W,
    each_run,
    judged,
    ran,
    reported,
)

from judging.core.results import RunReport
from judging.core.sensitivity import OtherResult
from judging.reports.medium import Medium, RunView
from judging.reports.run import text
from judging.values import replace


@each_run
def test_text_has_a_row_each_and_ends_with_the_reason(
    report: RunReport, code: int
) -> None:
    came = text.render(report)
    assert (f"\nExit code {code}: " in came) == bool(code)
    table = came.split("\n\n")[1].splitlines()
    for submission in report.submissions:
        name = submission.path.rpartition("/")[2]
        assert sum(f" {name} " in row for row in table) == 1


def test_text_is_plain_without_color_and_the_same_with_it() -> None:
    plain, colored = text.render(MIXED), text.render(MIXED, Medium(color=True))
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
    assert (
        "1 run close to the limit was repeated alone; its shortest time is used" in came
    )
    assert "solutions/time_limit_exceeded/slow.py: secret/1\n" in came
    assert ">=" not in text.render(reported(ACCEPTED))


def test_text_names_what_is_sensitive_and_nothing_else() -> None:
    came = text.render(replace(reported(ACCEPTED, NEAR), margin=2.0))
    lines = came.partition("Sensitive to times\n")[2].splitlines()
    assert lines[:3] == [
        "  these results change if all times are up to 2 times shorter or longer:",
        "  solutions/accepted/near.cpp: AC, but TLE with times 1.25 times as long: "
        "secret/1 (1.60 s)",
        "",
    ]
    assert "ensitive" not in text.render(GOOD)


def test_text_says_how_to_learn_a_result_that_is_unknown() -> None:
    assert NEAR.sensitivity is not None
    unknown = replace(NEAR.sensitivity, others=(OtherResult(0.9, None),))
    # NEAR has no result for one of three tests.
    came = text.render(reported(replace(NEAR, sensitivity=unknown)))
    assert "AC, but unknown with times 0.90 times as long" in came
    advice = "  `--until all` also runs the tests that were left out\n"
    assert advice in came
    complete = replace(NEAR, sensitivity=unknown, tests_total=2)
    assert advice not in text.render(reported(complete))


def test_text_shows_the_spread_of_repeated_runs() -> None:
    came = text.render(replace(reported(NEAR), repeated=REPEATED))
    assert (
        "Spread of times\n"
        "  smallest, median and largest CPU time of 3 runs, one at a time:\n"
        "  solutions/accepted/near.cpp on secret/1: 1.500 s, 1.600 s, 1.800 s (3 AC)\n"
        "  outputs of 2 repeated runs compared: some differ, of "
        "solutions/accepted/near.cpp\n"
    ) in came
    late = replace(
        REPEATED[0], times_s=(1.5, 1.9, 3.0), stopped=1, verdicts=(A, T, A), compared=0
    )
    came = text.render(replace(reported(NEAR), repeated=(late,)))
    assert "secret/1: 1.500 s, 1.900 s, >= 3.000 s (2 AC, 1 TLE)\n\n" in came


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


def test_text_shortens_a_message_only_where_a_terminal_is_too_narrow() -> None:
    message = "a long message " * 30
    report = reported(judged("solutions/wrong_answer/x.py", ran("secret/1", W, message)))
    assert message.strip() in text.render(report)
    assert message.strip() in text.render(report, Medium(1000))
    assert "secret/1: a long message a long m ...\n" in text.render(report, Medium(106))


@pytest.mark.parametrize("width", [40, 60, 80, 100, 120])
def test_no_row_of_the_table_is_wider_than_the_terminal(width: int) -> None:
    long = judged(
        "solutions/wrong_answer/" + "x" * 50 + ".py", ran("secret/1", W, "got 4 " * 50)
    )
    came = text.render(reported(ACCEPTED, SLOW, long), Medium(width))
    table = came.split("\n\n")[1].splitlines()
    assert max(map(len, table)) <= width
    for name in ("dp.cpp", "slow.py", "xxxxxxxx"):
        assert any(row.startswith(f"ok  {name}") for row in table)
    assert any("secret/1: got 4" in row for row in table)


def test_text_gives_a_reason_once_for_all_that_it_concerns() -> None:
    missing = [replace(MISSING, path=f"solutions/accepted/{name}.go") for name in "abcd"]
    worn = [replace(WORN, file=f"problem/data/secret/{name}") for name in "ab"]
    came = text.render(replace(reported(ACCEPTED, *missing), diagnostics=tuple(worn)))
    assert came.count("no Go compiler") == 2
    listed = "\n    ".join(submission.path for submission in missing)
    assert f"Not judged\n  no Go compiler\n    {listed}\n" in came
    assert "c.go and 1 more (no Go compiler).\n" in came
    assert "  warning: problem/data/secret: no test reaches n = 100000: " in came
    assert came.count("no test reaches") == 1


def test_text_keeps_a_submission_from_steering_the_terminal_or_the_log() -> None:
    evil = "\x1b[2J\r::error::gone\n::stop-commands::x\u2028::error::y\x9b\ud800"
    testcase = ran("secret/1", W, evil, diff=evil)
    submissions = [
        judged(path, testcase) for path in ("solutions/accepted/x.py", "x.py")
    ]
    report = replace(reported(*submissions), machine_errors=(evil, "::error::x", ""))
    for line in text.render(report).splitlines():
        assert line.isprintable()
        assert not line.lstrip().startswith("::")


@pytest.mark.parametrize("medium", [Medium(), Medium(70, True)])
def test_a_report_written_row_by_row_is_the_report(medium: Medium) -> None:
    plan = replace(MIXED, submissions=(), planned=MIXED.submissions)
    report = replace(MIXED, planned=MIXED.submissions)
    streamed = text.Streamed(plan, medium)
    written = [streamed.written, *map(streamed.add, reversed(report.submissions))]
    assert [bool(rows) for rows in written] == [True, *[False] * 7, True]
    assert "".join([*written, streamed.rest(report, medium)]) == text.render(
        report, medium
    )
    stopped = text.Streamed(plan, medium)
    first = stopped.add(ACCEPTED)
    interrupted = replace(
        report, submissions=(ACCEPTED, WRONG), complete=False, interrupted=True
    )
    rest = stopped.rest(interrupted, medium)
    assert "dp.cpp" in first
    assert "dp.cpp" not in rest
    assert "greedy.py" in rest


def test_an_interrupted_report_counts_what_it_has_no_row_for() -> None:
    report = replace(
        MIXED,
        planned=MIXED.submissions,
        submissions=(ACCEPTED,),
        complete=False,
        interrupted=True,
    )
    left = len(MIXED.submissions) - 1
    assert f" {left} submissions were not judged to the end." in text.render(report)
    whole = replace(report, submissions=MIXED.submissions)
    assert "judged to the end" not in text.render(whole)


def test_views_of_a_run_in_which_no_test_ran() -> None:
    skipped, _ = RUNS["all skipped"]
    came = text.render(skipped, Medium(views=tuple(RunView)))
    assert "solutions/accepted/a.go (Go): -" in came
    assert "Overview" not in came
