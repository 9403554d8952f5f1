"""A validator or a checker that accepts everything is green on every test: a warning says so."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from support.command import TESTS, judge
from support.kattis import CURRENT, package

ACCEPTS = "import sys\n\nsys.exit(42)\n"
# Crashes in place of rejecting, as validators with `assert` do.
ASSERTS = "import sys\n\nwords = input().split()\nassert len(words) == 2\nsys.exit(42)\n"
CHECKS = """\
import sys

right = open(sys.argv[2]).read()
sys.exit(42 if sys.stdin.read() == right else 43)
"""
# Reads what it expects, and waits for it without end.
WAITS = "import sys\n\nwhile not sys.stdin.readline().split():\n    pass\nsys.exit(42)\n"
# Rejects one file.
LAST = "import sys\n\nsys.exit(43 if sys.stdin.read() == '13\\n' else 42)\n"
VALIDATOR = "input_validators/check.py"
CHECKER = "output_validator/check.py"
SAYS = "nothing shows that it rejects anything"


def sums(root: Path, changes: dict[str, str]) -> Path:
    config = CURRENT["problem.yaml"] + "limits: {time_limit: 5}\n"
    return package(root, CURRENT, {"problem.yaml": config, **changes})


def warned(root: Path, *command: str) -> dict[str, str]:
    """Return by program what is said of those that reject nothing. Nothing else may be wrong."""
    report = root.parent / "report.json"
    done = judge(*command, "--problem", root, "--json", report)
    assert done.code == 0, done.text
    found = json.loads(report.read_text())["diagnostics"]
    return {each["file"]: each["message"] for each in found if SAYS in each["message"]}


@pytest.mark.parametrize("command", ["run", "validate"])
def test_programs_that_accept_everything_are_named(tmp_path: Path, command: str) -> None:
    root = sums(tmp_path / "p", {VALIDATOR: ACCEPTS, CHECKER: ACCEPTS})
    said = warned(root, command)
    assert set(said) == {VALIDATOR, CHECKER}
    assert "accepts all 7 wrong inputs that were tried (nothing, " in said[VALIDATOR]
    assert "tests in data/invalid_input say" in said[VALIDATOR]
    assert "accepts all 6 wrong outputs that were tried (nothing, " in said[CHECKER]
    assert "tests in data/invalid_output say" in said[CHECKER]
    assert "`judge validate --junk` tries more" in said[CHECKER]
    # What was decided is known, and said again.
    assert warned(root, command) == said


@pytest.mark.slow
def test_only_programs_that_reject_nothing_are_named(tmp_path: Path) -> None:
    checks = {"accepts": ACCEPTS, "asserts": ASSERTS, "waits": WAITS, "last": LAST}
    named = []
    for name, validator in checks.items():
        root = sums(tmp_path / name, {VALIDATOR: validator, CHECKER: CHECKS})
        if warned(root, "validate"):
            named.append(name)
    assert named == ["accepts", "last"]


def test_a_file_that_must_be_rejected_shows_enough(tmp_path: Path) -> None:
    root = sums(tmp_path / "p", {VALIDATOR: LAST, CHECKER: LAST})
    assert set(warned(root, "validate")) == {VALIDATOR, CHECKER}
    invalid = {"invalid_input/1.in": "13\n", "invalid_output/1.in": "1 2\n"}
    invalid |= {"invalid_output/1.ans": "3\n", "invalid_output/1.out": "13\n"}
    for name, text in invalid.items():
        file = root / "data" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    assert warned(root, "validate") == {}


def test_the_folder_for_wrong_files_is_that_of_the_format(tmp_path: Path) -> None:
    root = tmp_path / "p"
    shutil.copytree(TESTS / "packages" / "sound", root)
    shutil.rmtree(root / "problem/data/invalid_input")
    for file in (root / "validators").iterdir():
        file.unlink()
    (root / "validators/check.py").write_text(ACCEPTS)
    manifest = root / "problem/data/manifest.json"
    manifest.unlink(missing_ok=True)
    (message,) = warned(root, "validate").values()
    assert "tests in problem/data/invalid_input say" in message


def test_an_output_that_scores_nothing_is_rejected(tmp_path: Path) -> None:
    score = (
        "import sys\n\nopen(f'{sys.argv[3]}/score.txt', 'w').write('%s')\nsys.exit(42)\n"
    )
    config = CURRENT["problem.yaml"] + "type: scoring\nlimits: {time_limit: 5}\n"
    files = {"problem.yaml": config, CHECKER: score % 1, VALIDATOR: ASSERTS}
    root = package(tmp_path / "p", CURRENT, files)
    assert set(warned(root, "validate")) == {CHECKER}
    right = "1 if sys.stdin.read().split() == ['3'] else 0"
    (root / CHECKER).write_text(score.replace("'%s'", f"str({right})"))
    assert warned(root, "validate") == {}


def test_an_interactor_that_accepts_every_program_is_named(tmp_path: Path) -> None:
    root = tmp_path / "p"
    shutil.copytree(TESTS / "packages" / "interactive_guess", root)
    (root / "problem/data/sample/1.interaction").unlink(missing_ok=True)
    assert warned(root, "validate") == {}
    (root / "checker/guess.c").unlink()
    (root / "checker/check.py").write_text(ACCEPTS)
    (message,) = warned(root, "validate").values()
    assert "accepts all 3 wrong programs that were tried (a program that ends" in message
