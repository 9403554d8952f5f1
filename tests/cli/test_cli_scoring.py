"""`judge run` on scoring packages: which tests run, the scores, and messages on broken rules."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from support.command import TESTS, Package

SLOW = pytest.mark.slow
GROUPS, GRADED, CHECKER = "scoring_groups", "scoring_graded", "scoring_checker"


def fresh(folder: Path, name: str) -> Package:
    root = folder / name
    shutil.copytree(TESTS / "packages" / name, root)
    return Package(root)


def groups_of(part: dict[str, Any]) -> dict[str, Any]:
    return {
        group["name"]: (group["verdict"], group["score"]) for group in part["groups"]
    }


def comparable(report: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [
        (
            s["path"],
            s["verdict"],
            s["score"],
            groups_of(s),
            [t["name"] for t in s["testcases"]],
        )
        for s in report["submissions"]
    ]


def test_groups_of_2025_09(tmp_path: Path) -> None:
    package = fresh(tmp_path, GROUPS)
    report = package.run("--jobs", 2)
    assert (report.code, report.json["best_score"]) == (0, 100)
    scores = {
        s["path"].rpartition("/")[2]: s["score"] for s in report.json["submissions"]
    }
    assert scores == {
        "formula.py": 100,
        "hundred.py": 40,
        "not_three.py": 30,
        "thousand.py": 50,
    }
    hundred = report.submission("submissions/wrong_answer/hundred.py")
    # 1 to 10; 50 and 99 but not 150; not 5000.
    assert groups_of(hundred) == {
        "sample": ("AC", None),
        "secret": ("WA", 40),
        "secret/1-small": ("AC", 20),
        "secret/2-medium": ("WA", 20),
        "secret/3-large": ("WA", 0),
        "secret/4-all": ("WA", 0),
    }
    # A sum needs all its tests; a group that cannot score any more does not.
    assert [t["name"] for t in hundred["testcases"]][-5:] == [
        "secret/2-medium/2",
        "secret/2-medium/3",
        "secret/3-large/1",
        "secret/3-large/2",
        "secret/4-all/1",
    ]
    # All groups but one require the sample, directly or not.
    not_three = report.submission("submissions/wrong_answer/not_three.py")
    assert groups_of(not_three)["secret/4-all"] == (None, 0)
    assert [t["name"].rpartition("/")[0] for t in not_three["testcases"]] == [
        "sample",
        *["secret/2-medium"] * 3,
    ]
    assert report.done.says("hundred.py", " WA ", " 40 ", " 9/10 ")
    assert report.done.says("not_three.py: 30 (", "secret/4-all not run")


@pytest.mark.slow
def test_the_older_default_grader(tmp_path: Path) -> None:
    package = fresh(tmp_path, GRADED)
    report = package.run("--jobs", 2)
    assert (report.code, report.json["best_score"]) == (0, 100)
    hundred = report.submission("submissions/partially_accepted/hundred.py")
    assert (hundred["verdict"], hundred["score"], hundred["met"]) == ("AC", 45, True)
    assert groups_of(hundred) == {
        "": ("AC", 45),
        "sample": ("AC", 0),
        "secret": ("AC", 45),
        "secret/group1": ("AC", 40),
        "secret/group2": ("WA", 0),
        "secret/group3": ("WA", 5),
    }
    # `on_reject: break` ends the group, not the run.
    assert [t["name"] for t in hundred["testcases"]][-3:] == [
        "secret/group2/1",
        "secret/group3/1",
        "secret/group3/2",
    ]
    assert (
        report.submission("submissions/partially_accepted/not_three.py")["score"] == 95
    )
    zero = report.submission("submissions/wrong_answer/zero.py")
    assert (zero["verdict"], zero["score"]) == ("WA", 0)


@pytest.mark.slow
def test_in_the_older_format_what_the_graders_accept_is_accepted(tmp_path: Path) -> None:
    """Its tools say no more than that of one with a part of the score."""
    package = fresh(tmp_path, GRADED)
    part = (package.root / "submissions/partially_accepted/hundred.py").read_text()
    package.write("submissions/accepted/a_part.py", part)
    package.write("submissions/accepted/none.py", "print(0)\n")
    report = package.run("submissions/accepted")
    found = {s["path"].rpartition("/")[2]: s for s in report.json["submissions"]}
    assert [found[name]["met"] for name in ("a_part.py", "none.py")] == [True, False]
    assert report.code == 1
    why = "scores 45 of 100, but the package states no expected score for it"
    assert report.done.says(f"warning: submissions/accepted/a_part.py: {why}")


def add(package: Package, name: str, text: str) -> None:
    package.write(name, (package.root / name).read_text() + text)


def with_grader(folder: Path, *programs: str) -> Package:
    """Return the older package with a custom grader for `secret`, but not for the groups in it."""
    package = fresh(folder, GRADED)
    for group in ("group1", "group2", "group3"):
        add(package, f"data/secret/{group}/testdata.yaml", "grading: default\n")
    package.write(
        "data/secret/testdata.yaml", "grading: custom\ngrader_flags: least 2\n"
    )
    for number, text in enumerate(programs):
        package.write(f"graders/own{number}.py", text)
    return package


OWN = """\
import sys
kind, factor = sys.argv[1:]
parts = [line.split() for line in sys.stdin]
assert kind == "least" and len(parts) == 3
verdict = "AC" if ["WA", "5"] in parts or all(v == "AC" for v, _ in parts) else parts[0][0]
print(verdict, min(float(score) for _, score in parts) * float(factor))
"""


@pytest.mark.slow
def test_a_grader_of_the_packages_own(tmp_path: Path) -> None:
    report = with_grader(tmp_path, OWN).run("--jobs", 2)
    hundred = report.submission("submissions/partially_accepted/hundred.py")
    inner = {
        "secret/group1": ("AC", 40),
        "secret/group2": ("WA", 0),
        "secret/group3": ("WA", 5),
    }
    assert groups_of(hundred) == {
        "": ("AC", 0),
        "sample": ("AC", 0),
        "secret": ("AC", 0),
        **inner,
    }
    formula = report.submission("submissions/accepted/formula.py")
    assert (formula["verdict"], formula["score"]) == ("AC", 2 * 10)
    zero = report.submission("submissions/wrong_answer/zero.py")
    assert (zero["verdict"], zero["score"]) == ("WA", 0)


@pytest.mark.slow
def test_an_export_copies_a_grader_and_names_settings_that_have_no_place(
    tmp_path: Path,
) -> None:
    package = with_grader(tmp_path, OWN)
    package.write("testdata_tools/gen.sh", "exit 0\n")
    package.write("problem.pdf", b"%PDF-1.4\n")
    done = package.judge("export", "--format", "kattis-legacy", tmp_path / "out")
    assert done.code == 0
    dropped = "dropped: testdata_tools (legacy packages have no place for it)"
    notes = [line for line in done.out.splitlines() if line.startswith("  dropped")]
    assert notes == [f"  {dropped}"]
    other = Package(tmp_path / "out")
    assert (other.root / "problem.pdf").read_bytes() == b"%PDF-1.4\n"
    assert comparable(other.run().json) == comparable(package.run().json)


@pytest.mark.parametrize(
    ("programs", "said"),
    [
        ((), "error: graders: no grader, expected one: a group has grading: custom"),
        (
            (OWN, OWN),
            "error: graders: 2 graders, expected one: a group has grading: custom",
        ),
        (
            ("print('AC')\n",),
            "given AC 40, AC 50, AC 10: it printed 'AC', expected a verdict and a",
        ),
        pytest.param(
            ("print('AC nan')\n",), "it printed 'AC nan', expected a verdict", marks=SLOW
        ),
        pytest.param(
            ("print('JE 1')\n",), "it printed 'JE 1', expected a verdict", marks=SLOW
        ),
        (
            ("import sys\nsys.exit('no idea')\n",),
            "error: graders/own0.py: the grader failed: with flags 'least 2', given AC 40, AC 50, "
            "AC 10: exit code 1, expected exit code 0: no idea",
        ),
        pytest.param(
            ("while True: pass\n",),
            " of CPU time (validation_time)",
            marks=SLOW,
        ),
        pytest.param(
            ("print(\n",), "error: graders/own0.py: does not compile", marks=SLOW
        ),
    ],
)
def test_a_grader_that_does_not_grade_breaks_the_package(
    tmp_path: Path, programs: tuple[str, ...], said: str
) -> None:
    package = with_grader(tmp_path, *programs)
    add(package, "problem.yaml", "limits: {validation_time: 1}\n")
    report = package.run("submissions/accepted")
    assert report.code == 3
    assert said in report.done.out


def test_a_grader_that_no_group_asks_for_is_named(tmp_path: Path) -> None:
    package = fresh(tmp_path, GRADED)
    package.write("graders/own.py", OWN)
    report = package.run()
    assert report.code == 0
    assert report.done.says("warning: graders: not used: no group has grading: custom")


@pytest.mark.slow
def test_an_output_validator_that_scores(tmp_path: Path) -> None:
    package = fresh(tmp_path, CHECKER)
    report = package.run("--jobs", 2)
    assert (report.code, report.json["best_score"]) == (0, None)
    half = report.submission("accepted/half.py")
    assert groups_of(half) == {
        "sample": ("AC", None),
        "secret": ("AC", 75),
        "secret/1-part": ("AC", 25),
        "secret/2-open": ("AC", 45),
        "secret/3-any": ("AC", 5),
    }
    assert [t["score"] for t in half["testcases"]] == [None, 12.5, 12.5, 45, 50, None]


@pytest.mark.slow
@pytest.mark.parametrize("name", [GROUPS, GRADED, CHECKER])
def test_scores_are_the_same_at_every_number_of_jobs_and_in_both_modes(
    tmp_path: Path, name: str
) -> None:
    package = fresh(tmp_path, name)
    alone = package.run("--jobs", 1)
    assert comparable(package.run("--jobs", 4, "--fresh").json) == comparable(alone.json)
    every = package.run("--until", "all")
    assert every.code == alone.code == 0
    for one, other in zip(
        alone.json["submissions"], every.json["submissions"], strict=True
    ):
        assert (one["score"], groups_of(one)) == (other["score"], groups_of(other))
        assert other["tests_run"] == other["tests_total"]


@pytest.mark.slow
def test_broken_expectations_of_scores_are_reported_with_their_place(
    tmp_path: Path,
) -> None:
    package = fresh(tmp_path, GROUPS)
    rules = "submissions/submissions.yaml"
    package.replace(rules, "[35, 45]", "[50, 60]")
    package.replace(rules, "score: 30\nrun", "score: 0\nrun")
    package.replace(
        rules, "secret/3-large:\n    score: 0", "secret/3-large:\n    score: 30"
    )
    report = package.run()
    assert report.code == 1
    whys = {s["path"].rpartition("/")[2]: s["why"] for s in report.json["submissions"]}
    assert whys == {
        "formula.py": "",
        "hundred.py": "got 40, expected 50 to 60 (submissions/submissions.yaml:3)",
        "not_three.py": "got 30, expected 0 (submissions/submissions.yaml:5)",
        "thousand.py": "got 0 of secret/3-large, expected 30 (submissions/submissions.yaml:13)",
    }


@pytest.mark.slow
def test_a_part_of_the_score_is_less_than_all_of_it(tmp_path: Path) -> None:
    package = fresh(tmp_path, GRADED)
    formula = (package.root / "submissions/accepted/formula.py").read_text()
    package.write("submissions/partially_accepted/formula.py", formula)
    package.write("submissions/partially_accepted/zero.py", "print(0)\n")
    folder = "submissions/partially_accepted"
    report = package.run(package.root / folder)
    assert report.code == 1
    whys = {s["path"].rpartition("/")[2]: s["why"] for s in report.json["submissions"]}
    assert whys["formula.py"].startswith(
        "got the full score 100, expected less (folder "
    )
    assert whys["zero.py"].startswith(
        "got WA, expected AC with less than the full score (folder "
    )
    assert whys["hundred.py"] == whys["not_three.py"] == ""


def test_some_of_the_tests_give_no_score(tmp_path: Path) -> None:
    package = fresh(tmp_path, GROUPS)
    report = package.run(
        "--tests", "secret/1-small/*", package.root / "submissions/accepted"
    )
    assert report.code == 0
    (part,) = report.json["submissions"]
    assert (part["score"], part["tests_run"]) == (None, 2)
    assert report.done.says("No scores: they need every test")


# A change of the package, and its error.
BROKEN = {
    "no number": ('f"{given}"', '"many"', "score.txt says 'many', expected a number"),
    "not finite": ('f"{given}"', '"inf"', "score.txt says 'inf', expected a number"),
    "negative": ('f"{given}"', '"-3"', "score.txt says -3, expected at least 0"),
    "no text": (
        '(feedback / "score.txt").write_text(f"{given}")',
        "pass",
        "wrote no score.txt for a",
    ),
    "too large a part": (
        'f"{given / n}"',
        '"1.01"',
        "score_multiplier.txt says 1.01, expected 0",
    ),
    "in a pass-fail group": (
        '!= ["any"]',
        '!= ["none"]',
        "secret/3-any is scored as a whole",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(("old", "new", "said"), BROKEN.values(), ids=BROKEN)
def test_a_validator_that_breaks_the_rules_breaks_the_package(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    package = fresh(tmp_path, CHECKER)
    package.replace("checker/score.py", old, new)
    report = package.run(package.root / "solutions/accepted/all.py")
    assert report.code == 3
    assert any(said in line and "all.py" in line for line in report.errors())


def test_a_score_out_of_range_breaks_the_package(tmp_path: Path) -> None:
    package = fresh(tmp_path, GRADED)
    package.replace(
        "data/secret/group1/testdata.yaml", "grader_flags: min", "grader_flags: sum"
    )
    report = package.run(package.root / "submissions/accepted")
    assert report.code == 3
    assert "secret/group1 scores 80, its range is 0 to 40" in " ".join(report.errors())
    assert "secret scores 140, its range is 0 to 100" in " ".join(report.errors())


@pytest.mark.slow
def test_score_files_mean_nothing_where_nothing_is_scored(tmp_path: Path) -> None:
    package = fresh(tmp_path, CHECKER)
    package.replace("problem/problem.yaml", "type: scoring", "type: pass-fail")
    package.replace("checker/score.py", 'f"{given}"', '"many"')
    for file in sorted(package.root.glob("problem/data/secret/**/test_group.yaml")):
        file.unlink()
    solution = package.root / "solutions/accepted/all.py"
    report = package.run(solution)
    assert report.code == 3
    assert any("expects a score" in line for line in report.errors())
    package.remove("solutions/submissions.yaml")
    report = package.run(solution)
    assert report.code == 0
    (part,) = report.json["submissions"]
    assert (part["verdict"], part["score"]) == ("AC", None)


def test_ignoring_samples_on_which_judging_breaks_is_a_warning(tmp_path: Path) -> None:
    package = fresh(tmp_path, GRADED)
    package.replace("data/testdata.yaml", "on_reject: continue", "on_reject: break")
    report = package.run(package.root / "submissions/partially_accepted/not_three.py")
    (part,) = report.json["submissions"]
    # Like the grader of the format: it ignores the first result, and there is no second.
    assert (part["verdict"], part["tests_run"]) == ("WA", 1)
    assert report.done.says(
        "warning", "data/testdata.yaml", "ignore_sample with on_reject: break"
    )


def test_the_stated_scores_are_what_is_expected(tmp_path: Path) -> None:
    package = fresh(tmp_path, GROUPS)
    partial = package.root / "submissions/partially_accepted"
    partial.mkdir()
    hundred = package.root / "submissions/wrong_answer/hundred.py"
    for name in ("stated.py", "range.py", "bare.py"):
        shutil.copy(hundred, partial / name)
    stated = """\
wrong_answer/hundred.py:
  score: 40
partially_accepted/stated.py:
  score: 40
partially_accepted/range.py:
  score: [20, 50]
  secret/1-small:
    score: 20
partially_accepted/bare.py: {permitted: [AC, WA]}
"""
    package.write("submissions/submissions.yaml", stated)
    report = package.run("--jobs", 2)
    rows = {
        line.split()[1]: line for line in report.done.out.splitlines() if " 40 " in line
    }
    assert " score 40 " in rows["stated.py"]
    assert " score 20 to 50 " in rows["range.py"]
    assert " WA, score 40 " in rows["hundred.py"]
    assert not any(" any " in line for line in rows.values())
    scores = {
        part["path"].rpartition("/")[2]: part["expected_score"]
        for part in report.json["submissions"]
    }
    assert scores["stated.py"] == {"lowest": 40, "highest": 40}
    assert scores["range.py"] == {"lowest": 20, "highest": 50}
    assert scores["formula.py"] is None
    ranged = report.submission("submissions/partially_accepted/range.py")
    assert {"lowest": 20, "highest": 20} in [rule["score"] for rule in ranged["rules"]]
