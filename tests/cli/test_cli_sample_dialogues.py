"""`judge validate` replays the dialogues of samples to the output validator."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.command import TESTS, Package

DIALOGUE = "problem/data/sample/1.interaction"
SOUND = ">100\n<higher\n>700\n<lower\n>500\n<equal\n"


def interactive(folder: Path, checker: str | None = None) -> Package:
    """Copy the package that hides a number, perhaps with another output validator."""
    root = folder / "package"
    shutil.copytree(TESTS / "packages" / "interactive_guess", root)
    package = Package(root)
    if checker is not None:
        package.remove("checker/guess.c")
        package.write("checker/guess.py", checker)
    return package


@pytest.mark.parametrize(
    ("dialogue", "line", "message"),
    [
        pytest.param(
            SOUND.replace("higher", "lower"),
            2,
            "the sample shows 'lower', but the output validator writes 'higher'",
            id="another line",
        ),
        pytest.param(
            SOUND.replace("500", "0500"),
            None,
            "",
            id="what the output validator forgives",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            SOUND.replace("700", "a lot"),
            4,
            "the sample shows 'lower', but the output validator rejects the dialogue: "
            "guess 2 is no number from 1 to 1000",
            id="a line that it rejects",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            ">100\n<higher\n",
            2,
            "the sample ends, but the output validator rejects the dialogue: "
            "the output ends after 1 guesses",
            id="ends early",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            f"{SOUND}>400\n<higher\n",
            8,
            "the sample shows 'higher', but the output validator rejects the dialogue",
            id="goes on after the end",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            f"{SOUND}---\n>400\n",
            8,
            "the sample has another pass here, but the output validator accepts",
            id="a pass too many",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_sample_that_the_interactor_contradicts_is_an_error(
    dialogue: str, line: int | None, message: str, tmp_path: Path
) -> None:
    package = interactive(tmp_path)
    package.write(DIALOGUE, dialogue)
    done = package.judge("validate")
    if line is None:
        assert done.code == 0
        assert done.says("Dialogues of samples: 1 replayed with checker")
        return
    assert done.code == 3
    assert done.says(f"error: {DIALOGUE}:{line}: {message}")


@pytest.mark.slow
def test_tight_limits_of_submissions_are_not_those_of_the_replay(tmp_path: Path) -> None:
    package = interactive(tmp_path)
    package.replace("problem/problem.yaml", "time_limit: 1.0", "time_limit: 0.01")
    package.replace("problem/problem.yaml", "memory: 64", "memory: 1")
    done = package.judge("validate")
    assert done.code == 0
    assert done.says("Dialogues of samples: 1 replayed with checker")


def test_spaces_after_the_signs_are_no_part_of_the_lines(tmp_path: Path) -> None:
    package = interactive(tmp_path)
    package.write(DIALOGUE, SOUND.replace("<", "< ").replace(">", "> "))
    done = package.judge("validate")
    assert done.code == 0
    assert done.says("Dialogues of samples: 1 replayed with checker")


@pytest.mark.slow
def test_a_line_that_the_sample_lacks_at_its_end_is_a_warning(tmp_path: Path) -> None:
    package = interactive(tmp_path)
    package.write(DIALOGUE, SOUND.removesuffix("<equal\n"))
    done = package.judge("validate")
    assert done.code == 0
    message = "the output validator also writes 'equal', which the sample lacks"
    assert done.says(f"warning: {DIALOGUE}:5: {message}")


DRAWS = """\
import random, sys

hidden = random.randint(1, 1000)
for line in sys.stdin:
    guess = int(line)
    print("higher" if guess < hidden else "lower" if guess > hidden else "equal")
    print("the number is near", hidden, flush=True)
    if guess == hidden:
        sys.exit(42)
sys.exit(43)
"""


def test_the_sample_of_an_interactor_that_draws_is_not_compared(tmp_path: Path) -> None:
    package = interactive(tmp_path, DRAWS)
    done = package.judge("validate")
    assert done.code == 0
    assert done.says("Dialogues of samples: 0 replayed")
    assert done.says("Not compared", "does not write the same lines each time: sample/1")


def test_an_interactor_that_fails_on_a_sample_is_an_error(tmp_path: Path) -> None:
    package = interactive(tmp_path, "import sys\nsys.exit(1 / 0)\n")
    done = package.judge("validate")
    assert done.code == 3
    assert done.says(f"error: {DIALOGUE}:", "ZeroDivisionError")


@pytest.mark.slow
def test_a_sample_that_waits_for_what_nobody_writes_is_an_error(tmp_path: Path) -> None:
    package = interactive(tmp_path)
    package.write(DIALOGUE, f"<guess\n{SOUND}")
    done = package.judge("validate")
    assert done.code == 3
    message = (
        "the sample shows 'guess', but the output validator writes nothing, and waits"
    )
    assert done.says(f"error: {DIALOGUE}:1: {message}")


def multi_pass(folder: Path) -> Package:
    root = folder / "package"
    shutil.copytree(TESTS / "packages" / "multi_pass_code", root)
    return Package(root)


@pytest.mark.slow
def test_each_pass_of_a_sample_is_replayed(tmp_path: Path) -> None:
    package = multi_pass(tmp_path)
    assert package.judge("validate").says("Dialogues of samples: 1 replayed")
    package.replace(DIALOGUE, "decode abb", "decode bba")
    done = package.judge("validate")
    assert done.code == 3
    message = (
        "the sample shows 'decode bba', but the output validator writes 'decode abb'"
    )
    assert done.says(f"error: {DIALOGUE}:4: {message}")
    package.write(DIALOGUE, "<encode 6\n>bba\n")
    done = package.judge("validate")
    assert done.says(f"{DIALOGUE}:2: the sample ends", "asks for another pass")


@pytest.mark.slow
def test_dialogues_of_passes_are_replayed_too(tmp_path: Path) -> None:
    root = tmp_path / "package"
    shutil.copytree(TESTS / "packages" / "interactive_multi_pass", root)
    package = Package(root)
    passes = [f"<{n}\n>{2 * n}\n<right\n" for n in (7, 14, 28)]
    package.test("sample/1", "7\n", "")
    package.write(DIALOGUE, "---\n".join(passes))
    done = package.judge("validate")
    assert done.says("Dialogues of samples: 1 replayed with checker")
    package.replace(DIALOGUE, ">28", ">29")
    done = package.judge("validate")
    assert done.says(f"error: {DIALOGUE}:7: ", "pass 2: said 29, not 28")


@pytest.mark.slow
def test_an_older_sample_may_be_an_excerpt(tmp_path: Path) -> None:
    package = interactive(tmp_path)
    old = Package(tmp_path / "old")
    done = package.judge("export", "--format", "kattis-legacy", old.root)
    assert done.code == 0
    old.write("data/sample/1.interaction", ">100\n<higher\n")
    done = old.judge("validate")
    assert done.code == 0
    assert done.says("warning: data/sample/1.interaction:2: the sample ends")


@pytest.mark.slow
def test_the_dialogue_in_a_recipe_is_replayed(tmp_path: Path) -> None:
    package = interactive(tmp_path)
    for file in sorted((package.root / "problem/data/sample").iterdir()):
        file.unlink()
    package.write(
        "generators/generators.yaml",
        "data:\n  sample:\n    data:\n      '1':\n        in: '500'\n        ans: '500'\n"
        "        interaction: |\n          >500\n          <found\n",
    )
    assert package.judge("generate").code == 0
    done = package.judge("validate")
    assert done.code == 3
    message = (
        "line 2 of the dialogue: the sample shows 'found', but the output validator"
    )
    assert done.says(
        "error: generators/generators.yaml:4: sample/1.interaction: ", message
    )
