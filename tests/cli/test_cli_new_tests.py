"""Tests that commands add to scoring packages: they go to a group."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.command import Done, Package, sound

RECIPES = """\
data:
  sample:
    data:
      "1": {in: 1 2}
  secret:
    data:
      1-a:
        test_group.yaml: {max_score: 40}
        data:
          x: {in: 1 1}
      2-b:
        test_group.yaml: {max_score: 60}
        data:
          y: {in: 2 2}
"""
WANTED = "add --group GROUP, one of secret/1-a, secret/2-b"


def scoring(folder: Path, recipes: str = RECIPES) -> Package:
    """Return a scoring package with these recipes."""
    package = sound(folder)
    config = (package.root / "problem/problem.yaml").read_text()
    lines = [line for line in config.splitlines() if not line.startswith("type:")]
    package.write("problem/problem.yaml", "\n".join([*lines, "type: scoring", ""]))
    shutil.rmtree(package.root / "problem/data")
    package.write("generators/generators.yaml", recipes)
    assert package.judge("generate").code == 0
    (folder / "new.in").write_text("50 60\n")
    return package


def add(package: Package, *args: object) -> Done:
    return package.judge("generate", "--add", package.root.parent / "new.in", *args)


def new_files(package: Package, before: dict[str, bytes]) -> set[str]:
    data = "problem/data/"
    added = package.files().keys() - before.keys() - {f"{data}manifest.json"}
    return {name.removeprefix(data) for name in added if name.startswith(data)}


def test_an_added_test_goes_to_the_group_that_is_named(tmp_path: Path) -> None:
    package = scoring(tmp_path)
    before = package.files()
    assert add(package, "--group", "secret/2-b").code == 0
    assert new_files(package, before) == {"secret/2-b/new.in", "secret/2-b/new.ans"}
    done = package.judge("validate")
    assert done.code == 0
    assert not done.says("warning", "beside")


def test_a_test_that_takes_points_from_others_is_reported(tmp_path: Path) -> None:
    recipes = RECIPES.replace(
        "{max_score: 60}", "{max_score: 60, score_aggregation: sum}"
    )
    package = scoring(tmp_path, recipes.replace("40}", "40, score_aggregation: min}"))
    shared = add(package, "--group", "secret/2-b")
    assert shared.code == 0
    assert shared.says("warning: problem/data/secret/2-b: each of its 2 tests gives 30")
    assert shared.says("now, 60 before", "max_score 120 would keep")
    for group in ("secret/1-a", "sample"):
        (tmp_path / "new.in").rename(tmp_path / f"{group[-1]}.in")
        path = tmp_path / f"{group[-1]}.in"
        done = package.judge("generate", "--add", path, "--group", group)
        assert (done.code, done.says("warning")) == (0, False)
        path.rename(tmp_path / "new.in")


@pytest.mark.parametrize("end", [".in", ".txt", ".dat"])
def test_the_name_of_an_added_test_has_no_extension(tmp_path: Path, end: str) -> None:
    package = sound(tmp_path)
    (tmp_path / f"big.one{end}").write_text("50 60\n")
    before = package.files()
    assert package.judge("generate", "--add", tmp_path / f"big.one{end}").code == 0
    assert new_files(package, before) == {"secret/big.one.in", "secret/big.one.ans"}


def test_several_groups_are_listed_and_nothing_is_written(tmp_path: Path) -> None:
    package = scoring(tmp_path)
    before = package.files()
    for args, said in (
        ([], WANTED),
        (["--group", "secret/3"], "expected one of secret/1-a, secret/2-b, sample"),
        (["--group", "secret"], "expected one of secret/1-a, secret/2-b, sample"),
    ):
        refused = add(package, *args)
        assert (refused.code, refused.says(said)) == (2, True)
    alone = package.judge("generate", "--group", "secret/2-b")
    assert (alone.code, alone.says("--add FILE")) == (2, True)
    assert package.files() == before


def test_the_only_group_is_the_default(tmp_path: Path) -> None:
    one = RECIPES[: RECIPES.index("      2-b")].replace("40", "100")
    package = scoring(tmp_path, one)
    before = package.files()
    assert add(package).code == 0
    assert new_files(package, before) == {"secret/1-a/new.in", "secret/1-a/new.ans"}


def test_a_problem_without_groups_needs_none(tmp_path: Path) -> None:
    package = sound(tmp_path)
    (tmp_path / "new.in").write_text("50 60\n")
    before = package.files()
    assert add(package).code == 0
    assert new_files(package, before) == {"secret/new.in", "secret/new.ans"}


def test_a_test_of_an_included_group_is_written_in_both(tmp_path: Path) -> None:
    package = scoring(tmp_path, RECIPES + "          again: {include: [1-a]}\n")
    before = package.files()
    assert add(package, "--group", "secret/1-a").code == 0
    assert new_files(package, before) == {
        *("secret/1-a/new.in", "secret/1-a/new.ans"),
        *("secret/2-b/again/new.in", "secret/2-b/again/new.ans"),
    }
    assert package.judge("validate").code == 0


def test_a_numbered_group_that_cannot_be_edited_is_refused(tmp_path: Path) -> None:
    numbered = (
        "data:\n"
        "  secret:\n"
        "    data:\n"
        "      - a:\n"
        "          test_group.yaml: {max_score: 100}\n"
        "          data: {x: {in: 1 1}}\n"
    )
    package = scoring(tmp_path, numbered)
    before = package.files()
    refused = add(package, "--group", "secret/1-a")
    assert (refused.code, refused.says("by hand")) == (3, True)
    assert package.files() == before


@pytest.mark.parametrize("command", ["hack", "mutate"])
def test_saving_asks_for_the_group_before_the_work(tmp_path: Path, command: str) -> None:
    package = scoring(tmp_path)
    chosen = "solutions/accepted/add.py"
    refused = package.judge(command, chosen, "--save", "new")
    assert (refused.code, refused.says(WANTED)) == (2, True)
    refused = package.judge(command, chosen, "--group", "secret/2-b")
    assert (refused.code, refused.says("--save NAME")) == (2, True)
    both = ("--save", "secret/1-a/new", "--group", "secret/2-b")
    refused = package.judge(command, chosen, *both)
    assert (refused.code, refused.says("names a folder")) == (2, True)


@pytest.mark.slow
def test_a_find_goes_to_the_group_that_is_named(tmp_path: Path) -> None:
    package = scoring(tmp_path)
    # Wrong for large numbers only, which no test has.
    wrong = "a, b = map(int, input().split())\nprint(a + b if a < 50 else 0)\n"
    package.write("solutions/wrong_answer/small.py", wrong)
    strategies = (
        "from hypothesis import strategies as st\n\n"
        "number = st.integers(1, 100)\n"
        'inputs = st.builds("{} {}\\n".format, number, number)\n'
    )
    package.write("generators/strategies.py", strategies)
    before = package.files()
    chosen = ("solutions/wrong_answer/small.py", "--tries", 500)
    saved = ("--save", "large", "--group", "secret/2-b")
    assert package.judge("hack", *chosen, *saved).code == 0
    assert new_files(package, before) == {"secret/2-b/large.in", "secret/2-b/large.ans"}
