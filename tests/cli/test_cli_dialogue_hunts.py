"""Hunts of interactive and multi-pass problems: every verdict is that of a dialogue."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from support.command import TESTS, Done, Package, judge

import judging

GUESSES = "interactive_guess"
PASSES = "multi_pass_code"
# Guesses as solutions/accepted/halves.c does, from 1 to HIGH.
HALVES = (TESTS / "packages" / GUESSES / "solutions/accepted/halves.c").read_text()
UP_TO_700 = HALVES.replace("high = 1000", "high = 700")
# In place of that of the package, which is in Python and slower to start.
VALIDATOR = """\
#include <stdio.h>
#include <string.h>
int main(void) {
    char text[99] = {0}, again[99];
    int n;
    fread(text, 1, 98, stdin);
    if (sscanf(text, "%d", &n) != 1) return 43;
    snprintf(again, sizeof again, "%d\\n", n);
    return !strcmp(text, again) && 1 <= n && n <= 1000 ? 42 : 43;
}
"""
# Decodes seven digits only.
SEVEN_DIGITS = """\
task, value = input().split()
if task == "encode":
    print(f"{int(value):b}".translate(str.maketrans("01", "ab")))
else:
    print(int(value[::-1].translate(str.maketrans("ab", "01"))[-7:], 2))
"""
STRATEGIES = "from hypothesis import strategies as st\n\n"
ACCEPTED = {f"solutions/accepted/halves.{end}" for end in ("c", "py")}


def copied(name: str, folder: Path) -> Package:
    shutil.copytree(TESTS / "packages" / name, folder / name)
    return Package(folder / name)


def guesses(folder: Path) -> Package:
    """Copy the package in which a number from 1 to 1000 is guessed."""
    package = copied(GUESSES, folder)
    package.remove("validators/validate.py")
    package.write("validators/validate.c", VALIDATOR)
    return package


def hack(package: Package, *args: object) -> tuple[Done, dict[str, Any]]:
    """Run `judge hack`; return it with its JSON report."""
    file = package.root.parent / "hunts.json"
    done = package.judge("hack", "--json", file, *args)
    report: dict[str, Any] = json.loads(file.read_text())
    assert report["exit_code"] == done.code
    return done, report


@pytest.mark.slow
def test_a_find_of_an_interactive_problem_is_shrunk_and_shown_with_its_dialogue(
    tmp_path: Path,
) -> None:
    package = guesses(tmp_path)
    package.write("solutions/wrong_answer/up_to_700.c", UP_TO_700)
    done, report = hack(package, "solutions/wrong_answer/up_to_700.c", "--tries", 40)
    assert done.code == 0, done.text
    [hunt] = report["hunts"]
    assert (hunt["found"], hunt["verdict"], hunt["input"]) == (True, "WA", "701\n")
    assert (hunt["expected"], hunt["got"], hunt["unstable"]) == (None, None, None)
    assert {hunt["confirmed_by"], report["reference"]} == ACCEPTED
    # The interactor draws nothing: the find came again in all three runs.
    assert hunt["again"] == 3
    lines = hunt["transcript"].splitlines()
    assert lines[:4] == [">350", "<higher", ">525", "<higher"]
    assert done.says("| 701")
    assert done.says("interaction")
    assert done.says(f"| {lines[-1]}")
    assert not done.says("expected")


@pytest.mark.slow
def test_the_find_of_an_interactive_problem_is_the_same_at_every_number_of_jobs(
    tmp_path: Path,
) -> None:
    package = guesses(tmp_path)
    package.write("solutions/wrong_answer/up_to_700.c", UP_TO_700)
    wrong = "solutions/wrong_answer/up_to_700.c"
    _, first = hack(package, wrong, "--tries", 60, "--jobs", 1)
    _, second = hack(package, wrong, "--tries", 60, "--jobs", 3)
    [one], [other] = first["hunts"], second["hunts"]
    for measured in ("seconds", "per_second", "confirmed_by"):
        del one[measured], other[measured]
    assert one == other


@pytest.mark.slow
def test_a_find_in_the_second_pass_is_shrunk_and_shown_with_both_passes(
    tmp_path: Path,
) -> None:
    package = copied(PASSES, tmp_path)
    package.write("solutions/wrong_answer/seven.py", SEVEN_DIGITS)
    done, report = hack(package, "solutions/wrong_answer/seven.py", "--tries", 30)
    assert done.code == 0, done.text
    [hunt] = report["hunts"]
    assert (hunt["verdict"], hunt["input"]) == ("WA", "encode 128\n")
    assert "decoded as 0, not 128" in hunt["message"]
    assert "pass 2" in hunt["message"]
    assert hunt["transcript"].splitlines() == [
        "<encode 128",
        ">baaaaaaa",
        "---",
        "<decode aaaaaaab",
        ">0",
    ]
    assert done.says("not confirmed", "no other accepted submission")


@pytest.mark.slow
def test_nothing_is_found_against_an_accepted_submission(tmp_path: Path) -> None:
    package = guesses(tmp_path)
    done, report = hack(package, "solutions/accepted/halves.c", "--tries", 40)
    [hunt] = report["hunts"]
    assert (done.code, hunt["found"], hunt["verdict"]) == (0, False, "AC")
    assert hunt["tried"] + hunt["invalid"] == 40
    assert (hunt["transcript"], hunt["again"]) == (None, None)
    assert done.says("nothing found", "per second")


# Takes a minute. tests/reference/test_examples.py does the same for the interactive example.
@pytest.mark.slow
@pytest.mark.long
def test_every_wrong_submission_of_a_package_is_found(tmp_path: Path) -> None:
    """They are slow, crash, forget to flush, write without end, or do not end."""
    package = guesses(tmp_path)
    problem = judging.load(package.root)
    report = judging.hack(problem, tries=40, time_s=None)
    assert report.exit_code == 0
    assert {hunt.met for hunt in report.hunts} == {True}
    found = {hunt.path.rpartition("/")[2]: hunt.find for hunt in report.hunts}
    assert len(found) == 10
    waits = found["forgets_to_flush.c"]
    assert waits is not None
    assert waits.verdict == "TLE"
    assert waits.transcript == b""
    aborts = found["aborts_unless_equal.c"]
    assert aborts is not None
    assert (aborts.verdict, aborts.input) == ("RTE", b"1\n")
    assert aborts.transcript == b">500\n<lower\n"


@pytest.mark.slow
def test_an_accepted_submission_that_is_not_accepted_on_a_find_is_an_error(
    tmp_path: Path,
) -> None:
    package = guesses(tmp_path)
    package.remove("solutions/accepted")
    # Accepted on all tests, but wrong from 701 to 998.
    doubtful = UP_TO_700.replace(
        "int guess =", "if (low > 700) low = high = 999; int guess ="
    )
    doubtful = doubtful.replace("high = 700", "high = 1000")
    package.remove(
        "problem/data/secret/near_the_end.in", "problem/data/secret/near_the_end.ans"
    )
    package.write(
        "generators/strategies.py",
        f"{STRATEGIES}inputs = st.integers(900, 990).map('{{}}\\n'.format)\n",
    )
    package.write("solutions/accepted/halves.c", HALVES)
    package.write("solutions/accepted/doubtful.c", doubtful)
    package.write("solutions/wrong_answer/up_to_700.c", UP_TO_700)
    done, report = hack(package, "solutions/wrong_answer/up_to_700.c", "--tries", 200)
    assert done.code == 3
    [finding] = report["diagnostics"]
    assert finding["message"].startswith(
        "accepted submission solutions/accepted/doubtful.c gets"
    )
    assert "on a valid input; the input is:" in finding["message"]


@pytest.mark.slow
def test_an_output_validator_that_fails_is_an_error_with_the_input(
    tmp_path: Path,
) -> None:
    package = guesses(tmp_path)
    package.replace(
        "checker/guess.c",
        "feedback = argv[3];",
        "feedback = argv[3]; if (hidden == 1000) abort();",
    )
    package.write(
        "generators/strategies.py", f"{STRATEGIES}inputs = st.just('1000\\n')\n"
    )
    done, report = hack(package, "solutions/wrong_answer/one_by_one.py", "--tries", 20)
    assert done.code == 3
    [finding] = report["diagnostics"]
    assert "checker" in finding["message"]
    assert finding["message"].endswith("| 1000")


@pytest.mark.slow
def test_an_output_validator_that_needs_answers_cannot_be_hunted(tmp_path: Path) -> None:
    package = copied("interactive_multi_pass", tmp_path)
    package.write("problem/data/secret/1.ans", "3\n")
    wrong = "solutions/wrong_answer/small_ones_only.py"
    # Three passes are the default of its output validator, so an empty answer is as good.
    assert hack(package, wrong, "--tries", 20)[0].code == 0
    package.replace("checker/doubles.py", " or 3)", ")")
    done = package.judge("hack", wrong, "--tries", 20)
    assert done.code == 5
    assert done.says(
        "cannot hunt: with an empty answer file instead of that of secret/1"
    )


# Rejects a right dialogue in half of all runs, if the number is above 500 and the last
# line that the submission writes is `thanks`.
COIN = 'if (fgets(line, sizeof line, stdin) && hidden > 500 && coin()) wrong("tails");\n    return 42;'
DRAWS = """\
#include <time.h>
static int coin(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_nsec / 1000 % 2;
}

int main"""
POLITE = HALVES.replace(
    '|| !strcmp(answer, "equal")) return 0;',
    ') return 0; if (!strcmp(answer, "equal")) return puts("thanks"), 0;',
)


def coin_package(folder: Path) -> Package:
    package = guesses(folder)
    package.replace(
        "checker/guess.c",
        'if (fgets(line, sizeof line, stdin)) wrong("says more than it was asked");\n    return 42;',
        COIN,
    )
    package.replace("checker/guess.c", "\nint main", f"\n{DRAWS}")
    return package


@pytest.mark.slow
def test_a_find_that_comes_again_in_some_runs_says_so(tmp_path: Path) -> None:
    """Whatever is drawn, the report says how often a find came again. A step of shrinking
    comes again in most runs, so that no number below 501 is ever a find."""
    package = coin_package(tmp_path)
    package.write("solutions/wrong_answer/polite.c", POLITE)
    wrong = "solutions/wrong_answer/polite.c"
    for seed in range(3):
        done, report = hack(package, wrong, "--tries", 60, "--seed", seed)
        [hunt] = report["hunts"]
        if not hunt["found"]:
            assert hunt["unstable"]["runs"] == 3
            continue
        assert done.code == 0
        assert int(hunt["input"]) > 500
        assert hunt["again"] in (1, 2, 3)
        told = done.says("unstable", f"fails in {hunt['again']} of 3 more runs")
        assert told == (hunt["again"] < 3)


# Fails in one moment of every five seconds, and lasts longer than that: none of the runs that
# repeat it fails.
MOMENT = """\
    struct timespec now, pause = {0, 160000000};
    clock_gettime(CLOCK_REALTIME, &now);
    nanosleep(&pause, NULL);
    if (now.tv_sec % 5 == 0 && now.tv_nsec < 150000000) return 1;
"""


@pytest.mark.slow
def test_a_find_that_does_not_come_back_is_unstable_and_the_search_goes_on(
    tmp_path: Path,
) -> None:
    package = guesses(tmp_path)
    code = "#include <time.h>\n" + HALVES.replace(
        "    char answer[16];\n", f"    char answer[16];\n{MOMENT}"
    )
    package.write("solutions/run_time_error/moment.c", code)
    wrong = "solutions/run_time_error/moment.c"
    drawn = "st.integers(1, 1000).map('{}\\n'.format)"
    package.write("generators/strategies.py", f"{STRATEGIES}inputs = {drawn}\n")
    # Without --time, no steered search follows the stream.
    done, report = hack(package, wrong, "--tries", 120)
    [hunt] = report["hunts"]
    assert (done.code, hunt["found"], hunt["verdict"]) == (1, False, "AC")
    assert hunt["tried"] + hunt["invalid"] == 120
    unstable = hunt["unstable"]
    assert (unstable["verdict"], unstable["message"], unstable["runs"]) == (
        "RTE",
        "exit code 1",
        3,
    )
    assert done.says("found once, not again in 3 runs", "may draw random numbers")


@pytest.mark.slow
def test_the_input_found_becomes_a_test_with_an_empty_answer(tmp_path: Path) -> None:
    package = guesses(tmp_path)
    package.write("solutions/wrong_answer/up_to_700.c", UP_TO_700)
    wrong = "solutions/wrong_answer/up_to_700.c"
    done = package.judge("hack", wrong, "--tries", 60, "--save", "found")
    assert done.code == 0, done.text
    secret = package.root / "problem/data/secret"
    assert (secret / "found.in").read_text() == "701\n"
    assert (secret / "found.ans").read_bytes() == b""
    assert package.judge("run", wrong).code == 0


@pytest.mark.slow
def test_the_mutants_of_an_interactive_problem_that_survive_are_hunted(
    tmp_path: Path,
) -> None:
    package = guesses(tmp_path)
    package.remove("problem/data/secret")
    package.write("problem/data/secret/first.in", "501\n")
    package.write("problem/data/secret/first.ans", "")
    package.write(
        "generators/strategies.py",
        f"{STRATEGIES}inputs = st.integers(1, 30).map('{{}}\\n'.format)\n",
    )
    file = tmp_path / "mutants.json"
    code = "solutions/accepted/halves.c"
    package.judge("mutate", code, "--tries", 40, "--limit", 20, "--json", file)
    [part] = json.loads(file.read_text())["submissions"]
    holes = [mutant for mutant in part["mutants"] if mutant["fate"] == "hole"]
    assert holes
    for mutant in holes:
        assert mutant["hunt"]["verdict"] in ("WA", "TLE", "RTE")
        assert 1 <= int(mutant["hunt"]["input"]) <= 1000


@pytest.mark.slow
def test_strengthening_finds_tests_for_dialogues(tmp_path: Path) -> None:
    package = copied(PASSES, tmp_path)
    package.remove("problem/data/secret/many.in", "problem/data/secret/many.ans")
    package.remove("solutions/time_limit_exceeded")
    drawn = "st.integers(0, 255).map('encode {}\\n'.format)"
    package.write("generators/strategies.py", f"{STRATEGIES}inputs = {drawn}\n")
    package.write("solutions/wrong_answer/seven.py", SEVEN_DIGITS)
    file = tmp_path / "stronger.json"
    done = package.judge("strengthen", "--limit", 0, "--tries", 20, "--json", file)
    assert done.code == 0, done.text
    report = json.loads(file.read_text())
    assert report["left_today"] == ["solutions/wrong_answer/seven.py"]
    assert report["left"] == []
    inputs = [content for _, content in report["added"].values()]
    assert any(int(content.split()[1]) >= 128 for content in inputs)
    assert not done.says("nearly all inputs have the answer")


@pytest.mark.slow
def test_a_new_interactive_package_has_a_hunt_that_finds(tmp_path: Path) -> None:
    assert judge("new", "guess", "--type", "interactive", cwd=tmp_path).code == 0
    package = Package(tmp_path / "guess")
    done, report = hack(package, "--all")
    assert done.code == 0, done.text
    hunts = {hunt["path"].rpartition("/")[2]: hunt for hunt in report["hunts"]}
    assert hunts["one_by_one.cpp"]["input"] == "21\n"
    assert hunts["one_by_one.cpp"]["confirmed_by"] is not None
    assert hunts["forgets_to_flush.cpp"]["input"] == "1\n"
