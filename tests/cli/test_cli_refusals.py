"""A checker that does not accept a right answer: found by hunts and searches, where all programs
print the same, and named by `judge generate`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from support import schemas
from support.command import C_SUM, TESTS, Done, Package, sound
from support.pages import data

from judging.features.hack.hunt.setup import ASKED_EVERY

STRATEGY = """\
from hypothesis import strategies as st
inputs = st.tuples(st.integers(0, 100), st.integers(0, 100)).map(lambda p: f"{p[0]} {p[1]}\\n")
"""
# Compares two numbers; FAULT is what it does wrong.
CHECKER = """\
#include <stdio.h>
#include <stdlib.h>
static const char *feedback;
static int wrong(const char *why) {
    char path[4096];
    snprintf(path, sizeof path, "%s/judgemessage.txt", feedback);
    FILE *file = fopen(path, "w");
    if (file) fputs(why, file), fclose(file);
    return 43;
}
int main(int argc, char **argv) {
    int answer, output;
    FILE *file = fopen(argv[2], "r");
    feedback = argv[3];
    if (!file || fscanf(file, "%d", &answer) != 1) return 1;
    if (scanf("%d", &output) != 1) return wrong("no number");
    FAULT
    return output == answer ? 42 : wrong("another number");
}
"""
NAME = "checker/compare.c"
REJECTS_ALL = 'return wrong("never");'
# On 152 of the 10201 inputs.
REJECTS_LARGE = 'if (output > 184) return wrong("too large");'
CRASHES = "if (output > 184) abort();"
ADD = "solutions/accepted/add.c"
AGAIN = "solutions/accepted/again.c"
WRONG = "solutions/wrong_answer/wrong.c"


def checked(folder: Path, fault: str) -> Package:
    """Return a package whose checker has a fault: two right submissions, a wrong one."""
    package = sound(folder)
    package.remove("solutions", "problem/data/invalid_input")
    package.write("generators/strategies.py", STRATEGY)
    package.write(NAME, CHECKER.replace("FAULT", fault))
    package.write(ADD, C_SUM)
    package.write(AGAIN, C_SUM.replace("a + b", "b + a"))
    package.write(WRONG, C_SUM.replace("a + b", "a + b + (a == 3)"))
    return package


def report_of(package: Package, *args: object) -> tuple[Done, dict[str, Any]]:
    """Run a command; return it with its JSON report, which must fit the exit code."""
    file = package.root.parent / "report.json"
    file.unlink(missing_ok=True)
    done = package.judge(*map(str, args), "--json", file)
    report: dict[str, Any] = json.loads(file.read_text())
    assert report["exit_code"] == done.code
    return done, report


def is_smallest(refusal: dict[str, Any]) -> bool:
    """Return whether the input of a find against REJECTS_LARGE has the least sum."""
    first, second = map(int, refusal["input"].split())
    return first + second == 185 and refusal["output"] == "185\n"


@pytest.mark.slow
def test_a_checker_that_rejects_rare_answers_is_found_among_equal_outputs(
    tmp_path: Path,
) -> None:
    package = checked(tmp_path, REJECTS_LARGE)
    page = tmp_path / "page.html"
    done, report = report_of(
        package, "hack", "--agree", "--tries", 300, "--report", f"html:{page}"
    )
    [hunt] = report["hunts"]
    refusal = hunt["refusal"]
    assert done.code == 1
    assert is_smallest(refusal)
    assert (refusal["checker"], refusal["verdict"], refusal["message"]) == (
        NAME,
        "WA",
        "too large",
    )
    accepted = {ADD, AGAIN}
    assert {refusal["reference"], refusal["confirmed_by"]} == accepted
    assert (hunt["found"], hunt["verdict"], hunt["met"]) == (False, None, None)
    rejects = f"{NAME} rejects the output of {refusal['reference']}: too large"
    assert done.says(rejects)
    assert done.says("Exit code 1: the checker does not accept a right answer.")
    assert done.says("repeat with", "--agree", f"--tries {refusal['index'] + 1}")
    assert schemas.faults("hack", report) == []
    assert rejects in json.dumps(data(page.read_text()))


@pytest.mark.slow
def test_it_is_the_same_find_at_every_number_of_jobs(tmp_path: Path) -> None:
    package = checked(tmp_path, REJECTS_LARGE)
    found = []
    for jobs in (1, 3):
        _, report = report_of(
            package, "hack", "--agree", AGAIN, "--tries", 300, "--jobs", jobs
        )
        [hunt] = report["hunts"]
        found.append((hunt["tried"], hunt["repeat"], hunt["refusal"]))
    assert found[0] == found[1]


@pytest.mark.parametrize(
    "hunted",
    [
        ["--agree"],
        pytest.param([ADD], marks=pytest.mark.slow),
        pytest.param([WRONG], marks=pytest.mark.slow),
    ],
)
def test_a_checker_that_rejects_everything(tmp_path: Path, hunted: list[str]) -> None:
    package = checked(tmp_path, REJECTS_ALL)
    done, report = report_of(package, "hack", *hunted, "--tries", 60)
    [hunt] = report["hunts"]
    assert (done.code, hunt["found"]) == (1, False)
    assert hunt["refusal"]["input"] == "0 0\n"
    # Neither of the right submissions is blamed, and no wrong one is found by chance.
    assert report["diagnostics"] == []
    assert not done.says("disagree")


@pytest.mark.slow
def test_other_hunts_ask_on_a_stated_share_of_inputs(tmp_path: Path) -> None:
    # The first draw is `0 0`. Of the others, the first that is asked about is found.
    package = checked(tmp_path, 'if (output) return wrong("not zero");')
    done, report = report_of(package, "hack", ADD, "--tries", ASKED_EVERY)
    assert (done.code, report["hunts"][0]["refusal"]) == (0, None)
    done, report = report_of(package, "hack", ADD, "--tries", ASKED_EVERY + 1)
    refusal = report["hunts"][0]["refusal"]
    assert (done.code, refusal["message"]) == (1, "not zero")
    assert (refusal["index"], refusal["input"]) == (ASKED_EVERY, "0 1\n")


@pytest.mark.slow
def test_the_hunts_behind_it_are_not_made(tmp_path: Path) -> None:
    package = checked(tmp_path, REJECTS_ALL)
    package.write("solutions/wrong_answer/zero.c", C_SUM.replace("a + b", "0"))
    done, report = report_of(package, "hack", "--all", "--tries", 60)
    first, second = report["hunts"]
    assert done.code == 1
    assert first["refusal"] is not None
    assert (second["refusal"], second["tried"], second["verdict"]) == (None, 0, None)
    assert done.says("not hunted: the checker does not accept a right answer")


@pytest.mark.slow
def test_a_checker_that_fails_on_a_right_answer(tmp_path: Path) -> None:
    package = checked(tmp_path, CRASHES)
    done, report = report_of(package, "hack", "--agree", "--tries", 300)
    refusal = report["hunts"][0]["refusal"]
    assert (done.code, refusal["verdict"]) == (1, "JE")
    assert is_smallest(refusal)
    assert done.says(f"{NAME} fails on the output of", ": killed by SIGABRT")


@pytest.mark.slow
def test_a_score_that_is_no_number(tmp_path: Path) -> None:
    root = tmp_path / "as_large"
    shutil.copytree(TESTS / "packages" / "scoring_checker", root)
    package = Package(root)
    package.remove(
        "solutions/accepted/half.py",
        "solutions/submissions.yaml",
        "problem/data/secret/3-any",
    )
    package.write(
        "generators/strategies.py",
        "from hypothesis import strategies as st\n"
        "inputs = st.integers(1, 100).map(lambda n: f'{n}\\n')\n",
    )
    accepted = "solutions/accepted/all.py"
    assert report_of(package, "hack", "--agree", accepted, "--tries", 40)[0].code == 0
    package.replace(
        "checker/score.py",
        'write_text(f"{given}")',
        'write_text(f"{given}" if n < 20 else "all")',
    )
    done, report = report_of(package, "hack", "--agree", accepted, "--tries", 40)
    refusal = report["hunts"][0]["refusal"]
    assert (done.code, refusal["verdict"], refusal["input"]) == (1, "JE", "20\n")
    assert done.says("score.txt says 'all', expected a number")


@pytest.mark.slow
def test_one_accepted_submission_is_enough_to_ask_a_checker(tmp_path: Path) -> None:
    package = checked(tmp_path, REJECTS_LARGE)
    package.remove(AGAIN)
    done, report = report_of(package, "hack", "--agree", "--tries", 300)
    [hunt] = report["hunts"]
    assert done.code == 1
    assert is_smallest(hunt["refusal"])
    assert hunt["refusal"]["confirmed_by"] is None
    assert done.says("not confirmed", "no other accepted submission prints the same")


@pytest.mark.slow
def test_the_input_is_not_saved_as_a_test(tmp_path: Path) -> None:
    package = checked(tmp_path, REJECTS_ALL)
    package.write("generators/generators.yaml", "data:\n")
    before = package.files()
    done = package.judge("hack", WRONG, "--tries", 60, "--save", "found")
    assert done.code == 1
    assert done.says("--save found: no test was added")
    assert package.files() == before


@pytest.mark.slow
def test_a_checker_whose_answers_hold_more_than_outputs_is_not_blamed(
    tmp_path: Path,
) -> None:
    """An answer file names the sum and how it is written; a submission prints the sum."""
    package = checked(
        tmp_path,
        'char word[9]; if (fscanf(file, "%8s", word) != 1) return wrong("a bad answer");',
    )
    package.remove(WRONG)
    package.write("problem/data/sample/1.ans", "3 decimal\n")
    package.write("problem/data/secret/1.ans", "110 decimal\n")
    package.write("problem/data/secret/1.in", "100 10\n")
    done, report = report_of(package, "hack", "--agree", "--tries", 60)
    assert done.code == 0
    assert report["hunts"][0]["refusal"] is None
    [finding] = report["diagnostics"]
    assert finding["severity"] == "warning"
    assert finding["message"].startswith(f"holds more than an output: {NAME} accepts")


@pytest.mark.slow
def test_a_search_for_tests_finds_it(tmp_path: Path) -> None:
    package = checked(tmp_path, REJECTS_LARGE)
    before = package.files()
    done, report = report_of(
        package, "strengthen", "--tries", 60, "--limit", 0, "--write", "--seed", 1
    )
    assert done.code == 1
    assert is_smallest(report["refusal"])
    assert done.says(f"{NAME} rejects the output of", ": too large")
    assert done.says("the checker does not accept a right answer", "ended the search")
    assert package.files() == before
    assert schemas.faults("strengthen", report) == []


@pytest.mark.slow
def test_the_hunts_of_mutants_find_it(tmp_path: Path) -> None:
    package = checked(tmp_path, REJECTS_LARGE)
    # Kills no mutant, so that all of them are hunted.
    package.remove("problem/data/secret/1.in", "problem/data/secret/1.ans")
    package.write("problem/data/secret/1.in", "0 0\n")
    package.write("problem/data/secret/1.ans", "0\n")
    package.write(
        "generators/strategies.py",
        "from hypothesis import strategies as st\n"
        "inputs = st.integers(93, 100).map(lambda n: f'{n} {n}\\n')\n",
    )
    done, report = report_of(package, "mutate", ADD, "--tries", 60)
    assert done.code == 1
    assert is_smallest(report["refusal"]) or report["refusal"]["input"] == "93 93\n"
    assert "The hunts ended with a find against the checker." in " ".join(
        done.out.split()
    )
    assert schemas.faults("mutate", report) == []


RECIPES = """\
solution: /solutions/accepted/add.c
data:
  secret:
    data:
      small: {in: "1 1\\n"}
      large: {in: "100 100\\n"}
"""


def test_generated_answers_that_the_checker_rejects_are_named(tmp_path: Path) -> None:
    package = checked(tmp_path, REJECTS_LARGE)
    package.remove("problem/data/secret")
    package.write("generators/generators.yaml", RECIPES)
    done = package.judge("generate")
    said = f"generators/generators.yaml:6: secret/large: {NAME} rejects this answer"
    assert done.code == 3
    assert done.says(said, "too large")
    # The setter needs the files to look for the fault.
    assert (package.root / "problem/data/secret/large.ans").read_text() == "200\n"
    checked_again = package.judge("generate", "--check")
    assert checked_again.code == 3
    assert checked_again.says(said)
    added = package.root.parent / "more.in"
    added.write_text("99 99\n")
    before = package.files()
    done = package.judge("generate", "--add", added)
    assert done.code == 3
    assert done.says(f"{NAME} rejects this answer: too large; not added")
    assert package.files() == before
    package.write(NAME, CHECKER.replace("FAULT", ""))
    assert package.judge("generate", "--check").code == 0


# Another first guess than that of the other submission.
OTHER_GUESS = ("int low = 1, high = 1000;", "int low = 1, high = 1000, first = 499;")


@pytest.mark.slow
def test_a_dialogue_of_the_reference_alone_that_is_rejected(tmp_path: Path) -> None:
    """The hunted submission is accepted everywhere; only the reference is not."""
    root = tmp_path / "guess"
    shutil.copytree(TESTS / "packages" / "interactive_guess", root)
    package = Package(root)
    package.remove("solutions", "problem/data/secret")
    halves = (
        TESTS / "packages/interactive_guess/solutions/accepted/halves.c"
    ).read_text()
    package.write("solutions/accepted/halves.c", halves)
    other = halves.replace(*OTHER_GUESS).replace(
        "int guess = (low + high) / 2;",
        "int guess = first ? first : (low + high) / 2; first = 0;",
    )
    # Slower, so that the other one is the reference.
    loop = "for (volatile int i = 0; i < 50000000; i++) ;"
    other = other.replace("char answer[16];", f"char answer[16]; {loop}")
    package.write("solutions/accepted/other.c", other)
    package.write("problem/data/secret/1.in", "1\n")
    package.write("problem/data/secret/1.ans", "")
    package.replace(
        "checker/guess.c",
        "if (guesses > 10)",
        'if (guesses == 1 && guess == 500 && hidden >= 700) wrong("unlucky");\n'
        "        if (guesses > 10)",
    )
    package.write(
        "generators/strategies.py",
        "from hypothesis import strategies as st\n"
        "inputs = st.integers(1, 1000).map(lambda n: f'{n}\\n')\n",
    )
    done, report = report_of(package, "hack", "--agree", "--tries", 30)
    # Which of the two is wrong, nobody knows: an error of the package.
    assert done.code == 3
    [finding] = report["diagnostics"]
    assert finding["message"].startswith(
        "accepted submission solutions/accepted/halves.c gets WA from checker/guess.c"
    )
    assert finding["message"].endswith("on a valid input; the input is:\n  | 700")
