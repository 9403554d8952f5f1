"""`judge strength` finds a planted hole; the reduced package kills what the whole one kills."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from support.command import TESTS, Done, Package, judge, sound

RULES = """\
# Kept: this line.
solution: /solutions/accepted/add.py
data:
  secret:
    data:
      - equal: {in: "2 2\\n", ans: "4\\n"}
      - more:
          data:
            - left: {in: "9 3\\n", ans: "12\\n"}
            - right: {in: "3 9\\n", ans: "12\\n"}
      - "": {in: "30 30\\n", ans: "60\\n"}
"""


def package_of(tmp_path: Path) -> Package:
    """The sound package with four more tests and two wrong submissions.

    `double` is wrong if the numbers differ, `larger_first` if the second is larger. No test has a
    sum over 99.
    """
    package = sound(tmp_path)
    package.write("generators/generators.yaml", RULES)
    package.write(
        "solutions/wrong_answer/double.py", "print(2 * int(input().split()[0]))\n"
    )
    package.write(
        "solutions/wrong_answer/larger_first.py",
        "a, b = map(int, input().split())\nprint(a + b if a >= b or a == 20 or b == 2 else a)\n",
    )
    return package


def plant_hole(package: Package) -> None:
    text = "print(sum(map(int, input().split())) % 100)\n"
    package.write("solutions/wrong_answer/two_digits.py", text)


def strength(package: Package, *args: object) -> tuple[Done, dict[str, Any]]:
    file = package.root.parent / "strength.json"
    file.unlink(missing_ok=True)
    done = package.judge("strength", "--json", file, *args)
    report: dict[str, Any] = json.loads(file.read_text())
    assert (report["schema"], report["exit_code"]) == (1, done.code)
    return done, report


def test_the_survivor_of_a_planted_hole_is_named(tmp_path: Path) -> None:
    package = package_of(tmp_path)
    plant_hole(package)
    before = package.files()
    done, report = strength(package)
    assert done.code == 1
    assert report["survivors"] == ["solutions/wrong_answer/two_digits.py"]
    assert [found["path"] for found in report["unmet"]] == report["survivors"]
    lines = done.out.splitlines()
    place = lines.index("Survivors: wrong submissions that no test fails")
    assert lines[place + 1].strip() == "solutions/wrong_answer/two_digits.py"
    assert report["true_negatives"]["right"] == 3
    assert report["true_negatives"]["of"] == 4
    assert package.files() == before


@pytest.mark.slow
def test_a_test_that_fills_the_hole_is_the_only_one_that_does(tmp_path: Path) -> None:
    package = package_of(tmp_path)
    plant_hole(package)
    package.test("secret/large", "99 1\n", "100\n")
    done, report = strength(package)
    assert (done.code, report["survivors"]) == (0, [])
    assert {
        "path": "solutions/wrong_answer/two_digits.py",
        "test": "secret/large",
    } in report["killed_by_one_test"]


@pytest.mark.slow
def test_a_bound_that_no_test_reaches_is_named(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.replace(
        "validators/validate.py",
        "sys.exit(42)",
        "a, b = map(int, text.split())\n"
        "if sys.argv[1:2] == ['--constraints_file']:\n"
        "    with open(sys.argv[2], 'w') as file:\n"
        "        file.write(f'v:1 a {a == 1:d} {a == 100:d} {a} {a} 1 100\\n')\n"
        "        file.write('v:2 c 1 0 7 7.5 7 1000000000000000001\\n')\n"
        "sys.exit(42)",
    )
    done, report = strength(package)
    assert done.code == 0
    bound, other = report["bounds"]
    assert (bound["name"], bound["low"], bound["high"]) == ("a", 1, 100)
    # An integer of any size is written as one.
    numbers = [other[key] for key in ("low", "high", "least", "greatest")]
    assert repr(numbers) == "[7, 1000000000000000001, 7, 7.5]"
    assert (bound["low_reached"], bound["high_reached"], bound["greatest"]) == (
        True,
        False,
        20,
    )
    assert done.says("a", "1 to 100", "100 NOT REACHED", "20")
    assert not done.says("1 NOT REACHED (smallest value")


@pytest.mark.slow
def test_bounds_of_two_validators_are_listed_by_validator(tmp_path: Path) -> None:
    package = sound(tmp_path)
    writes = (
        "a, b = map(int, text.split())\n"
        "if sys.argv[1:2] == ['--constraints_file']:\n"
        "    with open(sys.argv[2], 'w') as file:\n"
        "        file.write(f'v:1 a {a == 1:d} {a == MOST:d} {a} {a} 1 MOST\\n')\n"
        "sys.exit(42)"
    )
    validator = package.root / "validators/validate.py"
    text = validator.read_text()
    for name, most in (("validate", "100"), ("other", "200")):
        changed = text.replace("sys.exit(42)", writes.replace("MOST", most))
        package.write(f"validators/{name}.py", changed)
    done, report = strength(package)
    assert [(bound["validator"], bound["high"]) for bound in report["bounds"]] == [
        ("validators/other.py", 200),
        ("validators/validate.py", 100),
    ]
    listed = done.out.partition("Bounds of the input\n")[2]
    assert listed.startswith("  validators/other.py\n    a  1 to 200")
    assert "\n  validators/validate.py\n    a  1 to 100" in listed


@pytest.mark.slow
def test_the_report_of_a_small_package_and_the_package_reduced_from_it(
    tmp_path: Path,
) -> None:
    package = package_of(tmp_path)
    assert package.judge("generate").code == 0
    before = package.files()
    out = tmp_path / "small"
    done, report = strength(package, "--minimize", out)
    assert done.code == 0
    names = [test["name"] for test in report["tests"]]
    assert names == [
        "sample/1", "secret/1", "secret/1-equal", "secret/1-more/2-left", "secret/1-more/3-right",
        "secret/4",
    ]  # fmt: skip
    assert report["true_positives"] == {
        "right": 1,
        "of": 1,
        "rate": 1.0,
        "not_right": [],
    }
    wrong = {row["path"].rpartition("/")[2]: row["killed_by"] for row in report["wrong"]}
    assert wrong["larger_first.py"] == ["secret/1-more/3-right"]
    assert report["killed_by_one_test"] == [
        {
            "path": "solutions/wrong_answer/larger_first.py",
            "test": "secret/1-more/3-right",
        }
    ]
    assert report["kill_nobody"] == []
    assert report["smallest"]["tests"] == ["secret/1-more/3-right"]
    assert report["smallest"]["exact"] is True
    equal = [{"group": "secret/1-more", "tests": 2, "answer": "12"}]
    assert report["equal_answers"] == equal
    assert done.says("secret/1-more", "12")
    assert report["bounds"] == []
    assert done.says("no input validator names any")
    assert max(map(len, done.out.splitlines())) <= 80
    # The reduced package meets every expectation with fewer tests.
    assert done.says("small", "2 of 6 tests")
    assert report["smallest_with_samples"]["tests"] == [
        "sample/1",
        "secret/1-more/3-right",
    ]
    assert package.files() == before
    small = Package(out)
    assert set(small.files()) < set(before)
    assert small.files()["problem/data/secret/1-more/3-right.in"] == b"3 9\n"
    assert (
        (out / "generators/generators.yaml")
        .read_text()
        .startswith("# Kept: this line.\n")
    )
    ran = small.run("--until", "all")
    assert (ran.code, ran.json["tests_total"]) == (0, 2)
    assert small.judge("generate", "--check").code == 0


@pytest.mark.parametrize(
    "place", ["full", "package/small", "package/problem/data", "full/mine"]
)
def test_the_reduced_package_never_replaces_anything(place: str, tmp_path: Path) -> None:
    package = sound(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full/mine").write_text("mine")
    before = package.files()
    done = package.judge("strength", "--minimize", tmp_path / place)
    assert done.code == 2
    assert done.says("error:", place)
    assert (tmp_path / "full/mine").read_text() == "mine"
    assert package.files() == before


@pytest.mark.parametrize(
    ("folder", "said"),
    [("accepted", "must pass every test"), ("wrong_answer", "must fail")],
)
def test_without_a_right_or_a_wrong_submission_nothing_is_measured(
    folder: str, said: str, tmp_path: Path
) -> None:
    package = sound(tmp_path)
    package.remove(f"solutions/{folder}")
    done = package.judge("strength")
    assert done.code == 5
    assert done.says("error: no submission in solutions", said, f"solutions/{folder}")


def test_a_broken_package_is_not_measured(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("problem/data/secret/1.in", "22\n")
    done, report = strength(package, "--minimize", tmp_path / "small")
    assert done.code == 3
    assert done.says("secret/1.in", "rejects this input")
    assert report["complete"] is False
    assert "tests" not in report
    assert not (tmp_path / "small").exists()


def test_an_unknown_report_format_is_named(tmp_path: Path) -> None:
    done = sound(tmp_path).judge("strength", "--report", "junit")
    assert done.code == 2
    assert done.says("unknown format 'junit'", "text, json")


@pytest.mark.slow
def test_a_problem_in_several_passes_gets_no_advice_that_only_fits_printed_answers(
    tmp_path: Path,
) -> None:
    """Its tests all have empty answer files."""
    shutil.copytree(TESTS / "packages" / "multi_pass_code", tmp_path / "passes")
    package = Package(tmp_path / "passes")
    package.remove("solutions/time_limit_exceeded", "solutions/run_time_error")
    right = (package.root / "solutions/accepted/binary.py").read_text()
    package.write("solutions/wrong_answer/right.py", right)
    done, report = strength(package)
    assert report["equal_answers"] == []
    assert not done.says("passes the group")
    assert done.says("solutions/wrong_answer/right.py")
    assert done.says("> `judge hack SUBMISSION` looks for an input")


SMALL_ONLY = """\
count = int(input())
row = list(map(int, input().split()))
print(sum(row) if count <= 1000 else 0)
"""


@pytest.mark.slow
def test_a_submission_with_a_score_must_fail_the_groups_above_it(
    tmp_path: Path,
) -> None:
    """Its verdicts may be anything: only its score says that it must fail `2-full`."""
    judge("new", "scored", "--type", "scoring", cwd=tmp_path)
    package = Package(tmp_path / "scored")
    package.remove("submissions/time_limit_exceeded")
    solver = "submissions/mixed/small_only.py"
    package.write(solver, SMALL_ONLY)
    package.write(
        "submissions/submissions.yaml",
        "mixed: {permitted: [AC, WA], score: 40}\nwrong_answer: {score: 0}\n",
    )
    done, report = strength(package)
    assert done.code == 0
    small, full = report["groups"]
    assert (small["group"], small["max_score"]) == ("secret/1-small", 40)
    assert small["must_fail"] == ["submissions/wrong_answer/sum_in_32_bits.cpp"]
    # sum_in_32_bits cannot get the points of 2-full, because that requires 1-small.
    assert (full["must_fail"], full["lets_pass"]) == ([solver], [])
    victims = {wrong["path"]: wrong["must_fail"] for wrong in report["wrong"]}
    assert victims[solver] == ["secret/2-full"]
    assert set(report["smallest"]["tests"]) & set(tests_of(report, "secret/2-full"))

    package.write(solver, SMALL_ONLY.replace("count <= 1000", "True"))
    done, report = strength(package)
    assert done.code == 1
    assert report["groups"][1]["lets_pass"] == report["survivors"] == [solver]
    assert done.says(f"secret/2-full   stops 0 of 1, LETS PASS {solver}")


def tests_of(report: dict[str, Any], group: str) -> list[str]:
    names = [test["name"] for test in report["tests"]]
    return [name for name in names if name.startswith(f"{group}/")]
