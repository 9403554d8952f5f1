"""`judge new`: which files it writes, and how it names those that a setter edits."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.command import judge
from support.packages import file_names

# In every package. A longer list is a harder beginning: each new file needs a reason.
ALWAYS = (
    ".gitignore",
    ".schemas/generators.json",
    ".schemas/problem.json",
    ".schemas/submissions.json",
    ".schemas/test_group.json",
    "data/sample/1.ans",
    "data/sample/1.in",
    "generators/generators.yaml",
    "generators/manifest.json",
    "problem.yaml",
    "statement/problem.en.tex",
)
SUM = (
    "answer_validators/validate.py",
    "data/invalid_input/too-few.in",
    "data/invalid_input/too-large.in",
    "data/sample/2.ans",
    "data/sample/2.in",
    "generators/random_numbers.py",
    "generators/strategies.py",
    "input_validators/validate.py",
    "submissions/accepted/sum.cpp",
    "submissions/accepted/sum.py",
    "submissions/time_limit_exceeded/quadratic.py",
    "submissions/wrong_answer/sum_in_32_bits.cpp",
)
FILES = {
    "pass-fail": SUM,
    "scoring": (*SUM, "submissions/submissions.yaml"),
    "checker": (
        "data/invalid_input/too-few.in",
        "data/invalid_input/too-large.in",
        "data/sample/2.ans",
        "data/sample/2.in",
        "generators/numbers.py",
        "generators/strategies.py",
        "input_validators/validate/reading.h",
        "input_validators/validate/validate.cpp",
        "output_validator/check.cpp",
        "submissions/accepted/looked_up.cpp",
        "submissions/accepted/two_ends.cpp",
        "submissions/time_limit_exceeded/all_pairs.cpp",
        "submissions/wrong_answer/number_twice.cpp",
    ),
    "interactive": (
        "data/invalid_input/too-large.in",
        "data/invalid_input/zero.in",
        "data/sample/1.ans.download",
        "data/sample/1.in.download",
        "data/sample/1.interaction",
        "generators/number.cpp",
        "generators/strategies.py",
        "input_validators/validate/reading.h",
        "input_validators/validate/validate.cpp",
        "output_validator/interact.cpp",
        "submissions/accepted/halves.cpp",
        "submissions/accepted/shorter_steps.cpp",
        "submissions/time_limit_exceeded/forgets_to_flush.cpp",
        "submissions/wrong_answer/one_by_one.cpp",
    ),
    "graph": (
        "answer_validators/validate.py",
        "data/invalid_input/in-parts.in",
        "data/invalid_input/loop.in",
        "data/invalid_input/too-large.in",
        "data/invalid_input/twice.in",
        "data/sample/2.ans",
        "data/sample/2.in",
        "generators/network.py",
        "input_validators/network.ctd",
        "input_validators/validate/reading.h",
        "input_validators/validate/validate.cpp",
        "submissions/accepted/breadth_first.cpp",
        "submissions/accepted/from_the_end.cpp",
        "submissions/time_limit_exceeded/sweeps.cpp",
        "submissions/wrong_answer/depth_first.cpp",
    ),
}


def listed_places(lines: Sequence[str]) -> list[str]:
    """Return the names in the list of what to edit."""
    start = next(i for i, line in enumerate(lines) if line.startswith("to edit"))
    names = []
    for line in lines[start + 1 :]:
        if not line.startswith("  "):
            break
        names.append(line.split()[0])
    return names


@pytest.mark.parametrize("kind", FILES)
def test_a_new_package_has_these_files_and_no_other(tmp_path: Path, kind: str) -> None:
    done = judge("new", "fresh", "--type", kind, cwd=tmp_path)
    assert done.code == 0
    expected = sorted([*ALWAYS, *FILES[kind]])
    assert file_names(tmp_path / "fresh") == expected
    assert done.says(f"fresh: wrote {len(expected)} files")


@pytest.mark.parametrize("layout", ["2025-09", "native"])
@pytest.mark.parametrize("kind", FILES)
def test_new_lists_the_places_to_edit(tmp_path: Path, kind: str, layout: str) -> None:
    done = judge("new", "fresh", "--type", kind, "--layout", layout, cwd=tmp_path)
    lines = done.out.splitlines()
    # Narrow terminals show each line whole.
    assert all(len(line) <= 80 for line in lines)
    listed = listed_places(lines)
    assert len(listed) <= 9
    assert Path(listed[0]).name == "problem.yaml"
    assert Path(listed[1]).name.endswith(".en.tex")
    root = tmp_path / "fresh"
    for name in listed:
        assert (root / name).is_dir() == name.endswith("/")
        assert (root / name).exists()
    # Every file that says "Edit" is named, and a statement needs no such comment.
    marked = set()
    for file in root.rglob("*"):
        if file.is_file() and re.search("[#/] .*\\bEdit\\b", file.read_text()):
            marked.add(file.relative_to(root).as_posix())
    programs = "submissions/" if layout == "2025-09" else "solutions/"
    assert marked == set(listed) - {listed[1], programs}


def test_new_lists_the_places_once_for_packages_of_one_type(tmp_path: Path) -> None:
    done = judge("new", "one", "two", cwd=tmp_path)
    assert done.out.count("  problem.yaml  ") == 1
    assert done.says("judge run --problem one")
    assert done.says("judge run --problem two")
    done = judge("new", "three", "four", "--type", "graph,checker", cwd=tmp_path)
    assert done.says("to edit in a package of type graph")
    assert done.says("to edit in a package of type checker")
    done = judge("new", "--contest", "finals", "-n", 2, cwd=tmp_path)
    assert listed_places(done.out.splitlines())[0] == "problem.yaml"


def test_a_file_that_cannot_be_read_hides_no_other_part(tmp_path: Path) -> None:
    assert judge("new", "fresh", cwd=tmp_path).code == 0
    config = tmp_path / "fresh/problem.yaml"
    config.write_text(config.read_text() + "license:\n\tcc0\n")
    done = judge("run", "--problem", "fresh", cwd=tmp_path)
    assert done.code == 3
    assert done.says("problem.yaml:", "the line begins with a tab: indent with spaces")
    assert "warning" not in done.text


def test_new_offers_a_name_that_a_package_may_have(tmp_path: Path) -> None:
    done = judge("new", "My Problem", cwd=tmp_path)
    assert (done.code, done.says("'My Problem' cannot", "'myproblem' can")) == (2, True)
