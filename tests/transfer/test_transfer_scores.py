"""Scores of packages with nested folders survive an export and the import of it."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from support.command import TESTS, Package, judge
from support.packages import CONFIG, make_package

from judging.features.transfer.exporting import export_package
from judging.features.transfer.importing import import_package
from judging.package import load

FORMATS = ("kattis-2025-09", "kattis-legacy", "domjudge", "polygon")
SUM = "print(sum(map(int, input().split())))\n"
# Right for small numbers, that is for the tests of group 1 and its copies in group 2.
SMALL = "a, b = map(int, input().split())\nprint(a + b if a < 100 else 0)\n"
# Right for all but one test, 1-a/y, and its copy in group 2.
NOT_SEVEN = "a, b = map(int, input().split())\nprint(0 if a == 7 else a + b)\n"
RECIPES = """\
solution: /solutions/accepted/sum.py
data:
  sample:
    data:
      "1": {in: 1 2}
  secret:
    data:
      1-a:
        test_group.yaml: {max_score: 40, score_aggregation: AGGREGATION}
        data: {x: {in: 1 1}, y: {in: 7 1}}
      2-b:
        test_group.yaml: {max_score: 60, score_aggregation: AGGREGATION}
        data:
          big: {in: 500 1}
          again: {include: [1-a]}
"""


def package_with(folder: Path, aggregation: str) -> Package:
    """Return a package whose second group has a test and a folder with two more."""
    data = ("sample/1", "secret/1")
    absent: dict[str, str | bytes | None] = {
        f"problem/data/{name}{end}": None for name in data for end in (".in", ".ans")
    }
    root = make_package(
        folder / "package",
        {
            **absent,
            "problem/problem.yaml": f"{CONFIG}type: scoring\n",
            "validators/check.py": "import sys\n\nsys.exit(42)\n",
            "generators/generators.yaml": RECIPES.replace("AGGREGATION", aggregation),
            "solutions/accepted/sum.py": SUM,
            "solutions/wrong_answer/small.py": SMALL,
            "solutions/wrong_answer/not_seven.py": NOT_SEVEN,
        },
    )
    package = Package(root)
    assert package.judge("generate").code == 0
    return package


def scores(package: Package) -> dict[str, float]:
    """Return the score of each submission by the name of its file."""
    report = package.run("--until", "all")
    return {
        part["path"].rpartition("/")[2]: part["score"]
        for part in report.json["submissions"]
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("aggregation", "expected"),
    [
        ("pass-fail", {"sum.py": 100, "small.py": 40, "not_seven.py": 0}),
        # 20 for each test of group 1, and for each of the three of group 2.
        pytest.param(
            "sum",
            {"sum.py": 100, "small.py": 80, "not_seven.py": 60},
            marks=pytest.mark.slow,
        ),
    ],
)
@pytest.mark.parametrize("format", FORMATS)
def test_tests_in_a_folder_of_a_group_count_for_the_group(
    tmp_path: Path, format: str, aggregation: str, expected: dict[str, float]
) -> None:
    package = package_with(tmp_path, aggregation)
    notes = export_package(load(package.root), tmp_path / format, format)
    import_package(tmp_path / format, tmp_path / "back")
    back = tmp_path / "back"
    done = judge("validate", "--problem", back)
    assert done.code == 0, done.text
    assert scores(Package(back)) == expected
    if format == "polygon":
        joined = "problem/data/secret/2-b/again: its tests join the group secret/2-b"
        assert joined in [note.what for note in notes]


@pytest.mark.slow
def test_the_expected_scores_are_those_of_the_package(tmp_path: Path) -> None:
    package = package_with(tmp_path, "sum")
    assert scores(package) == {"sum.py": 100, "small.py": 80, "not_seven.py": 60}


@pytest.mark.parametrize("format", ["kattis-legacy", "polygon"])
def test_tests_beside_groups_get_no_points_by_an_export(
    tmp_path: Path, format: str
) -> None:
    package = package_with(tmp_path, "sum")
    package.test("secret/beside", "3 4\n", "7\n")
    before = scores(package)
    assert before["sum.py"] == 100
    export_package(load(package.root), tmp_path / format, format)
    import_package(tmp_path / format, tmp_path / "back")
    assert scores(Package(tmp_path / "back")) == before


def test_polygon_has_no_minimum_of_groups(tmp_path: Path) -> None:
    package = package_with(tmp_path, "pass-fail")
    settings = "max_score: 40\nscore_aggregation: min\n"
    package.write("problem/data/secret/test_group.yaml", settings)
    notes = export_package(load(package.root), tmp_path / "polygon", "polygon")
    what = "problem/data/secret: min of its groups becomes their sum"
    assert what in [note.what for note in notes]


PARTIAL = "submissions/partially_accepted"
SCORER = "import sys\n\nopen(sys.argv[3] + '/score.txt', 'w').write('1')\nsys.exit(42)\n"


def graded(folder: Path, changes: Mapping[str, str] | None = None) -> Package:
    """Return a package of the older format with partially accepted submissions."""
    package = Package(folder / "graded")
    shutil.copytree(TESTS / "packages" / "scoring_graded", package.root)
    for name, text in (changes or {}).items():
        package.write(name, text)
    return package


def test_a_part_of_the_score_is_expected_after_an_import_too(tmp_path: Path) -> None:
    full = (
        TESTS / "packages/scoring_graded/submissions/accepted/formula.py"
    ).read_text()
    changes = {f"{PARTIAL}/full.py": full, f"{PARTIAL}/zero.py": "print(0)\n"}
    before = graded(tmp_path, changes)
    import_package(before.root, tmp_path / "native")
    for package in (before, Package(tmp_path / "native")):
        report = package.run()
        met = {
            part["path"].rpartition("/")[2]: part["met"]
            for part in report.json["submissions"]
            if "partially_accepted" in part["path"]
        }
        assert met == {
            "hundred.py": True,
            "not_three.py": True,
            "full.py": False,
            "zero.py": False,
        }
        assert report.code == 1


@pytest.mark.parametrize("format", ["kattis-legacy", "domjudge"])
def test_a_part_of_the_score_is_a_folder_again(tmp_path: Path, format: str) -> None:
    import_package(graded(tmp_path).root, tmp_path / "native")
    export_package(load(tmp_path / "native"), tmp_path / "out", format)
    folder = tmp_path / "out" / PARTIAL
    assert {path.name for path in folder.iterdir()} == {"hundred.py", "not_three.py"}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        # A test of group 3 gives 5 points.
        ({}, (5, 95)),
        # A submission is accepted if it passes the samples.
        ({"data/testdata.yaml": "range: 0 100\n"}, (0, 95)),
        # Without an upper end there is no full score.
        ({"data/testdata.yaml": "grader_flags: ignore_sample\n"}, (5, 100)),
        (
            {
                "problem.yaml": "name: Sums\ntype: scoring\nvalidation: custom score\n",
                "output_validators/check.py": SCORER,
            },
            (0, 99.999999999),
        ),
    ],
)
def test_the_scores_of_a_part_are_those_that_the_package_can_give(
    tmp_path: Path, changes: Mapping[str, str], expected: tuple[float, float]
) -> None:
    package = graded(tmp_path, changes)
    made = import_package(package.root, tmp_path / "native")
    stated = {
        submission.expectation.score
        for submission in made.problem.submissions
        if submission.expectation and "partially" in submission.path
    }
    assert stated == {expected}


def test_a_part_of_the_score_that_no_rule_states_is_named(tmp_path: Path) -> None:
    config = "name: Sums\ntype: scoring\ngrading: {objective: min}\n"
    package = graded(tmp_path, {"problem.yaml": config})
    made = import_package(package.root, tmp_path / "native")
    what = f"{PARTIAL}/hundred.py: may get any score"
    assert what in [note.what for note in made.notes if note.effect == "changed"]
