"""`judge hack --agree` where a checker gives scores: accepted outputs that score differently."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from support.command import TESTS, Done, Package, judge
from support.pages import data

pytestmark = pytest.mark.slow

STRATEGY = """\
from hypothesis import strategies as st
inputs = st.integers(1, 100).map(lambda n: f"{n}\\n")
"""
ALL = "solutions/accepted/all.py"
NEAR = "solutions/accepted/near.py"
# One less than the best from ten on.
ALMOST = "n = int(input())\nprint(n if n < 10 else n - 1)\n"


@pytest.fixture
def package(tmp_path: Path) -> Package:
    """The more the better; every group has its score from the checker."""
    root = tmp_path / "as_large"
    shutil.copytree(TESTS / "packages" / "scoring_checker", root)
    package = Package(root)
    package.write("generators/strategies.py", STRATEGY)
    package.write(NEAR, ALMOST)
    package.remove("solutions/accepted/half.py", "solutions/submissions.yaml")
    package.remove("problem/data/secret/3-any")
    return package


def agree(package: Package, *args: object) -> tuple[Done, dict[str, Any]]:
    """Hunt among accepted submissions; return the report of the only hunt."""
    file = package.root.parent / "hunts.json"
    done = package.judge("hack", "--agree", "--tries", 60, "--json", file, *args)
    [hunt] = json.loads(file.read_text())["hunts"]
    return done, dict(hunt)


def test_accepted_outputs_with_different_scores_are_a_find(package: Package) -> None:
    page = package.root.parent / "hunts.html"
    done, hunt = agree(package, "--report", f"html:{page}")
    # Either of them may be the reference: both are expected to have the whole score.
    scores = {ALL: 10, NEAR: 9}
    [other] = set(scores) - {hunt["path"]}
    assert hunt["scores"] == {
        "submission": scores[hunt["path"]],
        "reference": scores[other],
    }
    assert (hunt["found"], hunt["verdict"], hunt["input"]) == (True, "AC", "10\n")
    assert (done.code, hunt["met"], hunt["others"]) == (1, False, [])
    own, reference = scores[hunt["path"]], scores[other]
    assert done.says(f"gives it {own}, and {reference} to the output of {other}")
    assert done.says(f"scored {own} where the reference scores {reference}")
    assert f"and {reference} to the output of {other}" in json.dumps(
        data(page.read_text())
    )
    again, repeated = agree(
        package, hunt["path"], "--save", "differ", "--group", "secret/2-open"
    )
    assert (again.code, repeated["input"]) == (1, "10\n")
    assert (package.root / "problem/data/secret/2-open/differ.in").read_text() == "10\n"


def test_less_of_the_score_is_as_stated(package: Package) -> None:
    package.write("solutions/submissions.yaml", "accepted/near.py:\n  score: [0, 139]\n")
    done, hunt = agree(package)
    # The submission with the whole score gives the answers, however fast it is.
    assert (hunt["path"], hunt["scores"]) == (NEAR, {"submission": 9, "reference": 10})
    assert (done.code, hunt["met"], hunt["input"]) == (0, True, "10\n")


def test_other_verdicts_count_before_other_scores(package: Package) -> None:
    package.write(NEAR, ALMOST.replace("n - 1", "n - 1 if n < 50 else n + 1"))
    package.write("solutions/submissions.yaml", "accepted/near.py:\n  score: [0, 139]\n")
    _, hunt = agree(package, "--seed", 1)
    assert (hunt["verdict"], hunt["scores"], hunt["input"]) == ("WA", None, "50\n")


def test_scores_do_not_count_without_agree(package: Package, tmp_path: Path) -> None:
    file = tmp_path / "plain.json"
    done = package.judge("hack", "--tries", 60, "--json", file, ALL, NEAR)
    hunts = json.loads(file.read_text())["hunts"]
    assert [(hunt["found"], hunt["scores"]) for hunt in hunts] == [(False, None)] * 2
    assert done.code == 0


def test_a_submission_with_a_part_of_the_score_is_hunted_by_name(tmp_path: Path) -> None:
    root = tmp_path / "graded"
    shutil.copytree(TESTS / "packages" / "scoring_graded", root)
    partial = "submissions/partially_accepted/not_three.py"
    report = tmp_path / "hunts.json"
    judge("hack", "--agree", "--tries", 50, "--problem", root, "--json", report, partial)
    [hunt] = json.loads(report.read_text())["hunts"]
    assert (hunt["path"], hunt["found"], hunt["met"]) == (partial, True, True)
