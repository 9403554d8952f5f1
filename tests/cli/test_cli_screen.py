"""What commands show while they work: on a terminal, on a dumb one, and through a pipe."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from pathlib import Path

import pytest
from support.command import Package, argv, ended, environment, sound
from support.terminals import on_terminal

# Several redraws long, and no other test.
LONG = "import time\nif input() == '12 30':\n    time.sleep(0.7)\nprint(1)\n"


def long_package(folder: Path) -> Package:
    """Return a package that is still at work when the screen is drawn."""
    package = sound(folder)
    package.test("secret/1", "12 30\n", "42\n")
    package.write("solutions/rejected/late.py", LONG)
    package.write("solutions/rejected/first.py", LONG)
    return package


def test_a_terminal_ends_with_the_report_and_nothing_else(tmp_path: Path) -> None:
    package, file = long_package(tmp_path), tmp_path / "report.txt"
    run = argv(
        "run",
        "--fresh",
        "--until",
        "all",
        "--problem",
        package.root,
        "--report",
        f"text:{file}",
    )
    shown = on_terminal(run)
    assert shown.code == 0
    # Without white space: a terminal breaks lines that are longer than it is wide.
    assert "".join("".join(shown.lines).split()) == "".join(file.read_text().split())
    assert shown.raw.count("ok     late.py") == 1
    assert re.search(
        r"  rejected/late.py +WA +1/2 .* s  secret/1\b", shown.raw
    )  # and gone
    assert "of 4 submissions settled" in shown.raw
    assert "\x1b[?25l" not in shown.raw  # the cursor is never hidden
    dumb = on_terminal(run, TERM="dumb")
    assert "\x1b" not in dumb.raw
    assert "settled" not in dumb.raw
    # Not all lines: those on a busy machine differ from run to run.
    assert "4 of 4 submissions met their expectation" in dumb.raw
    assert dumb.raw.count("ok     late.py") == 1


def drawn(raw: str, word: str) -> list[str]:
    """Return each line with `word` that a terminal showed at any time."""
    return [line for line in re.split(r"\x1b\[\d*[AJK]|[\r\n]", raw) if word in line]


def test_the_rows_of_work_have_headings_of_their_own(tmp_path: Path) -> None:
    package = long_package(tmp_path)
    run = argv("run", "--fresh", "--until", "all", "--problem", package.root)
    shown = on_terminal(run, columns=80)
    heading = drawn(shown.raw, "of limit")[0]
    rows = [row for row in drawn(shown.raw, "/late.py") if "1/2" in row]
    assert rows
    headings = ("running", "got", "tests", "of limit", "max CPU")
    name, verdict, tests, bar, cpu = map(heading.index, headings)
    test = heading.rindex("test")
    for row in rows:
        assert row[name:verdict].strip().endswith("/late.py")
        assert row[verdict:tests].strip() in ("AC", "WA")
        assert row[tests:bar].strip() == "1/2"
        assert re.fullmatch(r"\d\.\d\d s", row[cpu:test].strip())
        assert row[test:].strip() == "secret/1"
    assert not any("of limit" in line for line in shown.lines)


def test_a_narrow_terminal_shortens_the_status_by_whole_words(tmp_path: Path) -> None:
    package = long_package(tmp_path)
    run = argv("run", "--fresh", "--until", "all", "--problem", package.root)
    shown = on_terminal(run, columns=40)
    lines = [
        line.strip()
        for line in drawn(shown.raw, "settled")
        if line.strip().startswith("run ")
    ]
    assert lines
    time = r"\d+:\d\d(, about \d+:\d\d left)?"
    for line in lines:
        assert re.fullmatch(rf"run \d/8, \d/4 settled  {time}", line.rstrip("\x1b[?7lh"))


def test_rows_come_through_a_pipe_as_they_settle_and_an_interrupt_repeats_none(
    tmp_path: Path,
) -> None:
    package = long_package(tmp_path)
    package.write("solutions/wrong_answer/first.py", "import time\ntime.sleep(5)\n")
    package.replace("problem/problem.yaml", "time_limit: 1", "time_limit: 6")
    command = argv("run", "--jobs", "1", "--problem", package.root)
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdout=pipe, stderr=pipe, env=environment()
    ) as process:
        assert process.stdout is not None
        seen = b""
        while b"late.py" not in seen:
            seen += os.read(process.stdout.fileno(), 65536)
        process.send_signal(signal.SIGINT)
        done = ended(process)
    everything = seen.decode() + done.out
    assert (done.code, done.err) == (130, "")  # the report says why
    assert "interrupted, this report is incomplete" in done.out
    for row in ("Sum: 4 submissions, 2 tests", "ok     add.py", "ok     late.py"):
        assert everything.count(row) == 1
    assert (
        "\nok     first.py    Python    WA "
        not in everything.partition("wrong_answer/")[2]
    )


def test_v_lists_every_test_and_overview_draws_them(tmp_path: Path) -> None:
    done = sound(tmp_path).judge("run", "-v", "--overview")
    assert done.says("1  sample/1  AC  0.", " s  ", " MiB")
    assert done.says(
        "1  sample/1  WA  0.", "MiB  line 1: token 1: expected '3', read '1'"
    )
    assert done.says("not run: 1 test")
    overview = done.out.partition("\nOverview (. AC, W WA, - not run)\n")[2].splitlines()
    assert [line.split() for line in overview[:4]] == [
        ["sample", "secret"],
        ["1", "2"],
        ["accepted/add.py", ".", "."],
        ["wrong_answer/first.py", "W", "-"],
    ]


# Rejects the input of `invalid_input`, at the place that is stated.
SLOW_VALIDATOR = """\
import sys, time

if sys.stdin.read() == "1 101\\n":
    print("line 1, column 3")
    sys.exit(43)
time.sleep(%s)
sys.exit(42)
"""


@pytest.mark.slow
@pytest.mark.parametrize("command", ["validate", "run"])
def test_a_long_silence_in_a_pipe_is_broken_by_a_line_of_progress(
    tmp_path: Path, command: str
) -> None:
    package = sound(tmp_path)
    # Not the same program for both: the second command would recall what the first kept.
    seconds = {"validate": 12, "run": 12.5}[command]
    package.write("validators/validate.py", SLOW_VALIDATOR % seconds)
    done = package.judge(command, "--jobs", "1")
    assert done.code == 0
    # On a busy machine the silence may begin before the validator does.
    assert re.search(r"^judge: \w+ \d+/\d+  \d:\d\d", done.err, re.MULTILINE)
    assert "\x1b" not in done.err


@pytest.mark.slow
def test_adding_a_test_shows_on_a_terminal_what_it_waits_for(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("validators/validate.py", SLOW_VALIDATOR % 1)
    hand = package.write("../hand.in", "50 60\n")
    shown = on_terminal(argv("generate", "--add", hand, "--problem", package.root))
    assert shown.code == 0
    assert "validate 0/1" in shown.raw
    assert not any("validate 0/1" in line for line in shown.lines)
