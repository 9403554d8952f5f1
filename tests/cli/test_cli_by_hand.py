"""`judge try --interactive`: a person plays the submission of an interactive problem."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
from pathlib import Path

import pytest
from support.command import HANGS_S, TESTS, Package, argv, environment, judge


def copy(folder: Path, name: str = "interactive_guess") -> Package:
    root = folder / "package"
    shutil.copytree(TESTS / "packages" / name, root)
    return Package(root)


def said(text: str, side: str) -> list[str]:
    """Return the lines of one side. A file is sent at once, before the first reply."""
    return [line[1:] for line in text.splitlines() if line.startswith(side)]


def test_a_dialogue_is_shown_as_samples_are_and_ends_with_the_verdict(
    tmp_path: Path,
) -> None:
    package = copy(tmp_path)
    lines = b"100\n700\n500\n"
    done = package.judge("try", "--interactive", given=lines)
    assert done.code == 0
    assert said(done.out, ">") == ["100", "700", "500"]
    assert said(done.out, "<") == ["higher", "lower", "equal"]
    assert done.err == "-- AC\n"


@pytest.mark.slow
def test_a_rejected_dialogue_is_unmet_and_says_why(tmp_path: Path) -> None:
    done = copy(tmp_path).judge("try", "--interactive", given=b"a lot")
    assert done.code == 1
    assert done.out == ">a lot\n"
    assert done.err == "-- WA: guess 1 is no number from 1 to 1000\n"


@pytest.mark.slow
def test_the_interactor_waits_for_the_end_of_the_input(tmp_path: Path) -> None:
    done = copy(tmp_path).judge("try", "--interactive", given=b"100\n")
    assert done.code == 1
    assert done.says("-- WA: the output ends after 1 guesses")


@pytest.mark.slow
def test_a_test_or_an_input_may_be_named(tmp_path: Path) -> None:
    package = copy(tmp_path)
    secret = (package.root / "problem/data/secret/first.in").read_text()
    args = ("try", "--interactive", "--test", "secret/first")
    assert package.judge(*args, given=secret.encode()).code == 0
    own = package.write("my.in", "77\n")
    done = package.judge("try", "--interactive", "--input", own, given=b"77\n")
    assert (done.code, done.out) == (0, ">77\n<equal\n")


@pytest.mark.slow
def test_an_interactor_that_fails_breaks_the_package(tmp_path: Path) -> None:
    package = copy(tmp_path)
    own = package.write("my.in", "no number\n")
    done = package.judge("try", "--interactive", "--input", own, given=b"77\n")
    assert done.code == 3
    assert done.says("-- JE:", "checker/guess.c failed: exit code 1", "cannot be read")


@pytest.mark.slow
def test_a_line_of_dashes_ends_a_pass(tmp_path: Path) -> None:
    package = copy(tmp_path, "interactive_multi_pass")
    args = ("try", "--interactive", "--test", "secret/1")
    done = package.judge(*args, given=b"14\n---\n28\n---\n56\n")
    assert done.code == 0
    passes = done.out.split("---\n")
    assert [said(one, ">") for one in passes] == [["14"], ["28"], ["56"]]
    replies = [["7", "right"], ["14", "right"], ["28", "right"]]
    assert [said(one, "<") for one in passes] == replies


FLOOD = """\
import sys
print("x" * 1_000_000, flush=True)
sys.exit(42 if len(sys.stdin.read()) == 500_000 else 43)
"""


@pytest.mark.slow
def test_neither_side_waits_while_the_other_one_writes_much(tmp_path: Path) -> None:
    package = copy(tmp_path)
    package.remove("checker/guess.c")
    package.write("checker/flood.py", FLOOD)
    done = package.judge("try", "--interactive", given=b"1234\n" * 100_000)
    assert done.code == 0
    assert len(said(done.out, ">")) == 100_000
    assert len("".join(said(done.out, "<"))) == 1_000_000


@pytest.mark.slow
def test_a_person_at_a_terminal_sees_lines_at_once(tmp_path: Path) -> None:
    package = copy(tmp_path)
    command = argv("try", "--interactive", "--problem", package.root)
    keyboard, terminal = pty.openpty()
    with subprocess.Popen(
        command,
        stdin=terminal,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        os.close(terminal)
        assert process.stdout is not None
        # Each line is typed once the answer to the one before has been seen.
        for typed, seen in ((b"100\n", b"<higher\n"), (b"500\n", b"<equal\n")):
            os.write(keyboard, typed)
            assert process.stdout.readline() == seen
        os.write(keyboard, b"\x04")
        out, err = process.communicate(timeout=HANGS_S)
    os.close(keyboard)
    assert (process.returncode, out) == (0, b"")
    assert b"you talk to checker/guess.c about sample/1; Ctrl-D ends your output" in err
    assert err.endswith(b"-- AC\n")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "or give --interactive to play it by hand"),
        (("--test", "1", "x.py"), "--test and --input: only with --interactive"),
        (("--interactive", "x.py"), "you are the submission; leave x.py out"),
        (("--interactive", "--time-limit", 1), "a person has no time limit"),
        (("--interactive", "--test", "sample/2"), "did you mean 'sample/1'"),
        (("--interactive", "--input", "nothing"), "--input nothing: no such file"),
        (("--interactive", "--test", "1", "--input", "x"), "give one of them"),
    ],
)
def test_wrong_command_lines_say_what_to_do(
    args: tuple[object, ...], message: str
) -> None:
    package = TESTS / "packages" / "interactive_guess"
    done = judge("try", *args, cwd=package)
    assert done.code == 2
    assert done.says(message)


def test_a_problem_that_is_not_interactive_is_refused() -> None:
    done = judge("try", "--interactive", cwd=TESTS / "packages" / "multi_pass_code")
    assert done.code == 2
    assert done.says("--interactive: the problem is not interactive")
