"""Annotations and the summary page of GitHub."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.reports import (
    ACCEPTED,
    ANY,
    BROKEN,
    NEAR,
    UNMET,
    WORN,
    WRONG,
    each_run,
    reported,
)

from judging.core.results import RunReport
from judging.reports.medium import Medium
from judging.reports.run import github
from judging.reports.wording import printable
from judging.values import replace


def test_github_annotates_files_of_the_repository() -> None:
    report = replace(reported(UNMET), diagnostics=(BROKEN, WORN))
    lines = github.render(report, Medium(root="problems/sums")).splitlines()
    assert lines[0].startswith(
        "::error file=problems/sums/problem/problem.yaml,line=3::limts: "
    )
    assert lines[1].startswith(
        "::error file=problems/sums/solutions/accepted/off.cpp::got WA"
    )
    assert lines[2].startswith(
        "::warning file=problems/sums/problem/data/secret::no test"
    )


@pytest.mark.parametrize(("failing", "shown"), [(1, 1), (10, 10), (11, 10), (200, 10)])
def test_github_has_at_most_ten_annotations(failing: int, shown: int) -> None:
    unmet = [replace(UNMET, path=f"solutions/accepted/{n}.cpp") for n in range(failing)]
    lines = github.render(reported(*unmet)).splitlines()
    assert len(lines) == shown
    assert (f"and {failing - 9} more" in lines[-1]) == (failing > 10)


def test_github_notes_what_is_sensitive_after_all_else() -> None:
    report = replace(reported(NEAR, UNMET), diagnostics=(WORN,))
    lines = github.render(report, Medium(root="sums")).splitlines()
    assert [line.split()[0] for line in lines] == ["::error", "::warning", "::notice"]
    assert lines[2] == (
        "::notice file=sums/solutions/accepted/near.cpp::sensitive to times: AC, but TLE "
        "with times 1.25 times as long: secret/1 (1.60 s)"
    )
    near = [replace(NEAR, path=f"solutions/accepted/{n}.cpp") for n in range(12)]
    lines = github.render(reported(*near)).splitlines()
    assert len(lines) == 10
    assert lines[-1].startswith("::notice::and 3 more")
    # The tenth stands for all others, so it is as grave as the gravest of them.
    unmet = [replace(UNMET, path=f"solutions/accepted/{n}.cpp") for n in range(10)]
    lines = github.render(reported(*unmet, NEAR)).splitlines()
    assert lines[-1].startswith("::error::and 2 more")
    assert "sensitive to times: solutions/accepted/near.cpp" in github.summary_markdown(
        report
    )


@each_run
def test_github_has_an_error_unless_the_exit_code_is_0(
    report: RunReport, code: int
) -> None:
    assert ("::error" in github.render(report)) == bool(code)


def apart(text: str) -> str:
    """Return a text as it is shown: with a space between hashes, which is ours."""
    text = printable(text).rstrip()
    while "##" in text:
        text = text.replace("##", "# #")
    return text


@given(ANY | st.text("#[x"), ANY | st.text("#[x"))
def test_github_command_stays_one_line_and_reads_back(message: str, file: str) -> None:
    (line,) = str(github.Annotation("error", message, "x" + file)).splitlines()
    shown = re.fullmatch(r"::error file=([^:,]*)::(.*)", line)
    assert shown is not None
    assert "##" not in line
    # As the runner decodes: the percent sign last, colons and commas in properties only.
    body = shown[2].replace("%0A", "\n").replace("%25", "%")
    name = (
        shown[1]
        .replace("%0A", "\n")
        .replace("%3A", ":")
        .replace("%2C", ",")
        .replace("%25", "%")
    )
    assert (name, body) == (apart("x" + file), apart(message))


def test_summary_has_the_failures_first_and_escapes_the_table() -> None:
    odd = replace(UNMET, path="solutions/accepted/a|b`c.cpp", why="<b>|\n|</b>")
    page = github.summary_markdown(reported(ACCEPTED, WRONG, odd)).splitlines()
    rows = [line for line in page if line.startswith("|")][2:]
    assert rows[0].startswith(
        r"| **FAIL** | solutions/accepted/a\|b\`c.cpp | C++ | WA | AC |"
    )
    assert rows[0].endswith(r"| \<b\>\| \|\</b\> |")
    assert len(rows) == 3
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {10}
