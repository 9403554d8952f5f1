"""Messages say what is wrong once, where it is stated, and suggest what can be right."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.command import ROOT, TESTS, judge
from support.kattis import CURRENT, package

PACKAGES = TESTS / "packages"
ACCEPTS = "import sys\n\nsys.exit(42)\n"
# Fails on each output that is not the answer, or on all.
CRASHES = """\
import sys

if sys.stdin.read() != open(sys.argv[2]).read():
    raise ValueError('b o o m')
sys.exit(42)
"""
ALWAYS = 'raise ValueError("b o o m")\n'


@pytest.mark.parametrize(
    ("checker", "section", "place", "times"),
    [
        (CRASHES, "Judge errors", "submissions/wrong_answer/a.py", 1),
        (ALWAYS, "Package errors", "error: data/s", 2),  # for each answer
    ],
    ids=["wrong outputs", "all outputs"],
)
@pytest.mark.parametrize("count", [1, 2])
def test_a_crash_of_the_checker_is_said_once(
    tmp_path: Path, checker: str, section: str, place: str, times: int, count: int
) -> None:
    wrong = {
        f"submissions/wrong_answer/{name}.py": "print(4)\n" for name in "ab"[:count]
    }
    files = {
        "problem.yaml": CURRENT["problem.yaml"] + "limits: {time_limit: 5}\n",
        "input_validators/check.py": ACCEPTS,
        "output_validator/check.py": checker,
    }
    root = package(tmp_path / "p", CURRENT, {**files, **wrong})
    done = judge("run", "--problem", root)
    assert done.code == 3
    assert done.text.count("b o o m") == times
    before, _, after = done.text.partition(f"\n{section}\n")
    assert "see the errors below" in before
    assert "b o o m" in after
    assert place in after


@pytest.mark.parametrize(
    ("version", "types", "line"),
    [
        ("2025-09", "type: interactive", "problem.yaml:3: type: interactive needs"),
        ("2025-09", "type: [multi-pass, scoring]", "problem.yaml:3: type: multi-pass"),
        ("legacy", "validation: custom interactive", "problem.yaml:3: validation: "),
    ],
)
def test_a_missing_interactor_has_the_line_that_asks_for_it(
    tmp_path: Path, version: str, types: str, line: str
) -> None:
    config = f"problem_format_version: {version}\nname: Sums\n{types}\n"
    sample = {"data/sample/1.interaction": "<1 2\n>3\n"}
    root = package(tmp_path / "p", CURRENT, {"problem.yaml": config, **sample})
    done = judge("validate", "--problem", root)
    assert done.code == 3
    assert done.says(f"error: {line}", "output validator", "output_validator")


def test_several_interactors_are_named(tmp_path: Path) -> None:
    shutil.copytree(PACKAGES / "kattis_legacy", tmp_path / "p")
    config = tmp_path / "p/problem.yaml"
    lines = config.read_text().splitlines()
    number = lines.index("validation: custom")
    lines[number] = "validation: custom interactive"
    config.write_text("\n".join(lines) + "\n")
    done = judge("validate", "--problem", tmp_path / "p")
    place = (
        f"error: problem.yaml:{number + 1}: validation: interactive needs exactly one"
    )
    assert done.says(place, "output_validators has 2: close.py, one_line")


@pytest.mark.parametrize("text", ["name: [\n", "name: x\n  type: y\n"])
def test_a_problem_yaml_that_cannot_be_read_is_the_only_error(
    tmp_path: Path, text: str
) -> None:
    shutil.copytree(PACKAGES / "kattis_2025_09", tmp_path / "p")
    (tmp_path / "p/problem.yaml").write_text(text)
    shutil.rmtree(tmp_path / "p/statement")
    done = judge("validate", "--problem", tmp_path / "p")
    assert done.code == 3
    assert "no statement" not in done.text
    assert "another format" not in done.text
    assert done.text.count("error: ") == 1


def test_a_misspelt_version_is_not_another_format(tmp_path: Path) -> None:
    shutil.copytree(PACKAGES / "kattis_2025_09", tmp_path / "p")
    config = tmp_path / "p/problem.yaml"
    config.write_text(config.read_text().replace("format_version", "format_versoin"))
    done = judge("validate", "--problem", tmp_path / "p")
    assert done.code == 3
    assert done.says("did you mean 'problem_format_version'?")
    assert done.text.count("error: ") == 1


@pytest.mark.xdist_group("twopiles")  # they share compiled programs
@pytest.mark.parametrize(
    ("named", "meant"),
    [
        ("accepted/reachable_sums.py", "accepted are "),
        ("time_limit_exceeded/reachable.py", "accepted are "),
    ],
)
def test_a_solution_that_is_missing_is_one_that_is_accepted(
    tmp_path: Path, named: str, meant: str
) -> None:
    root = tmp_path / "p"
    shutil.copytree(ROOT / "examples" / "twopiles", root)
    file = root / "generators/generators.yaml"
    model = "/submissions/accepted/from_the_heaviest.cpp"
    file.write_text(file.read_text().replace(model, f"/submissions/{named}"))
    done = judge("validate", "--problem", root)
    assert done.code == 3
    (said,) = [line for line in done.text.splitlines() if "no such file: " in line]
    assert f"/submissions/{named}; {meant}" in said
    assert "time_limit_exceeded" not in said.partition("; ")[2]
