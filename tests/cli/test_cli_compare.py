"""`judge compare` and `judge run --compare`, on reports of real runs."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from support import schemas
from support.command import TESTS, Done, Package, judge, sound

SLOW = """\
import time
while time.process_time() < 0.2:
    pass
a, b = map(int, input().split())
print(a + b)
"""
ADD = "solutions/accepted/slow.py"


@pytest.fixture
def package(tmp_path: Path) -> Package:
    """A package whose accepted submission takes 0.2 s of CPU time, with a limit of 1 s."""
    made = sound(tmp_path)
    made.write(ADD, SLOW)
    return made


def reported(package: Package, name: str, *args: object) -> Path:
    file = package.root.parent / name
    package.judge("run", "--json", file, *args)
    return file


def compare(*args: object) -> tuple[Done, dict[str, Any]]:
    """Compare reports; return the command with its JSON report."""
    files = [arg for arg in args if isinstance(arg, Path)]
    folder = files[0].parent
    out = folder / "compared.json"
    done = judge("compare", *args, "--json", out, cwd=folder)
    found: dict[str, Any] = json.loads(out.read_text())
    assert schemas.faults_if_closed("compare", found) == []
    assert found["exit_code"] == done.code
    return done, found


@pytest.mark.slow
def test_an_expectation_that_is_met_under_one_limit_only(package: Package) -> None:
    wide = reported(package, "wide.json")
    tight = reported(package, "tight.json", "--time-limit", "0.1")
    done, found = compare(wide, tight)
    assert done.code == 1
    (differing,) = (d for d in found["differences"] if d["met_on_some_only"])
    assert differing["path"] == ADD
    assert [outcome["verdict"] for outcome in differing["outcomes"]] == ["AC", "TLE"]
    assert done.says("Expectations met in some reports only")
    assert done.says(ADD, "expected AC")
    assert done.says("AC, met in wide")
    assert done.says("TLE, not met in tight")
    assert done.says("Exit code 1: 1 expectation is met in some reports only.")
    (limits,) = found["limits"]
    assert limits["used_s"] == [1.0, 0.1]
    assert limits["least"]["path"] == ADD
    assert limits["least"]["cpu_s"] >= 0.2
    assert compare(tight, wide)[0].code == 1
    assert compare(wide, tight)[1]["differences"] == found["differences"]


@pytest.mark.slow
def test_reports_that_agree(package: Package) -> None:
    files = [reported(package, f"day{n}.json") for n in range(3)]
    done, found = compare(*files)
    assert done.code == 0
    assert found["differences"] == []
    assert done.says("3 of 3 submissions ended alike in all reports.")
    assert [report["label"] for report in found["reports"]] == ["day0", "day1", "day2"]
    assert [ratio["report"] for ratio in found["languages"]] == [1, 2]
    assert done.says("How many times as long as in day0")
    (limits,) = found["limits"]
    assert (limits["known"], limits["most"]) == (True, None)


@pytest.mark.slow
def test_annotations_and_the_summary_of_a_step(package: Package) -> None:
    wide = reported(package, "wide.json")
    tight = reported(package, "tight.json", "--time-limit", "0.1")
    step = package.root.parent / "step.md"
    done = judge(
        *("compare", wide, tight, "--report", "github"),
        env={"GITHUB_STEP_SUMMARY": str(step)},
    )
    assert done.code == 1
    (line,) = (line for line in done.out.splitlines() if line.startswith("::error"))
    assert ADD in line
    assert "TLE, not met in tight" in line
    assert "Exit code 1" in step.read_text()
    assert "| report | language |" in step.read_text()


@pytest.mark.slow
def test_changed_inputs_are_named(package: Package) -> None:
    before = reported(package, "before.json")
    digests = json.loads(before.read_text())["inputs"]
    name = next(name for name in digests if name.startswith("secret/"))
    file = package.root / "problem" / "data" / f"{name}.in"
    file.write_text(file.read_text().replace(" ", "  "))
    after = reported(package, "after.json")
    other = json.loads(after.read_text())["inputs"]
    assert {test for test in digests if digests[test] != other[test]} == {name}
    done, _ = compare(before, after)
    assert done.says(f"other inputs, so not compared: {name}")


@pytest.mark.slow
def test_a_changed_submission_is_named_and_no_measure_of_its_language(
    package: Package,
) -> None:
    before = reported(package, "before.json")
    package.write(ADD, SLOW.replace("0.2", "0.6"))
    after = reported(package, "after.json")
    done, found = compare(before, after)
    assert done.says(f"other sources, so no measure of a language: {ADD}")
    assert ADD in [each["path"] for each in found["submissions"] if each["far"]]
    assert found["languages"] == []


def test_reports_of_contests_and_of_one_of_their_problems(tmp_path: Path) -> None:
    for name in ("alpha", "beta"):
        shutil.copytree(TESTS / "packages" / "sound", tmp_path / "finals" / name)
        config = Package(tmp_path / "finals" / name)
        config.replace("problem/problem.yaml", "name: ", f"name: {name} ")
    whole = tmp_path / "whole.json"
    again = tmp_path / "again.json"
    one = tmp_path / "one.json"
    judge("run", "--contest", tmp_path / "finals", "--json", whole)
    done = judge(
        *("run", "--contest", tmp_path / "finals", "--json", again, "--compare", whole)
    )
    assert done.code == 0
    assert done.says("Nothing changed since whole.")
    problems = json.loads(again.read_text())["problems"]
    assert [p["compared"]["compared"] for p in problems] == [2, 2]
    assert schemas.faults_if_closed("run-contest", json.loads(again.read_text())) == []
    beta = Package(tmp_path / "finals" / "beta")
    beta.write("solutions/wrong_answer/first.py", "raise SystemExit(1)\n")
    done = judge("run", "--contest", tmp_path / "finals", "--compare", whole)
    assert done.says("1 submission changed since whole.")
    assert done.says("solutions/wrong_answer/first.py: WA -> RTE")
    judge("run", "--problem", beta.root, "--json", one)
    assert compare(whole, again)[1]["problems"] == ["alpha Sum", "beta Sum"]
    done, found = compare(whole, one)
    assert (done.code, found["compared"]) == (1, 2)
    assert done.says("alpha Sum is not in one")


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"expected_score": {"lowest": 20, "highest": 50}}, "expected score 20 to 50"),
        (
            {"expected_score": {"lowest": 20, "highest": None}},
            "expected score at least 20",
        ),
        ({"expected_partial": True}, "expected AC, less than full score"),
    ],
)
def test_a_stated_score_is_part_of_the_expectation(
    keys: dict[str, object], expected: str, tmp_path: Path
) -> None:
    files = []
    for name, score in (("one.json", 30.0), ("other.json", 60.0)):
        submission = {
            "path": "sum.py",
            "verdict": "AC",
            "met": score < 50,
            "permitted": ["AC", "WA", "TLE", "MLE", "OLE", "RTE"],
            "required": [],
            "score": score,
            **keys,
        }
        files.append(tmp_path / name)
        document = {"schema": 1, "problem": "sums", "submissions": [submission]}
        files[-1].write_text(json.dumps(document))
    done, _ = compare(*files)
    assert done.says("sum.py", expected)


# --- wrong input


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "no such file"),
        ("", "not JSON"),
        ("{", "not JSON: "),
        ("[" * 100_000, "not JSON"),
        ("\xff", "not JSON"),
        ("3", "expected an object"),
        ('{"ok": true, "schema": 1}', "not a report of `judge run`"),
        ('{"schema": 2, "submissions": []}', "its schema is 2"),
        ('{"submissions": [{"path": 3}]}', "submissions[0].path"),
        ('{"submissions": [{"path": "a", "verdict": "XX"}]}', "unknown word: 'XX'"),
        ('{"submissions": "x"}', "submissions: expected a list or null, got a text"),
        ('{"submissions": [{}]}', "submissions[0]: path is missing"),
        (
            '{"submissions": [{"path": "a", "verdict": "\\ud800"}]}',
            "half of a surrogate pair, '\\ud800'",
        ),
        ('{"submissions": [], "recalled": -1}', "recalled: expected a whole number"),
        pytest.param(
            # Each can be read, and their sum cannot be written.
            '{"problems": [%s, %s]}' % (2 * (f'{{"recalled": {"9" * 4300}}}',)),
            "problems[0].recalled: expected a whole number",
            id="a sum of two large numbers",
        ),
        pytest.param(
            '{"submissions": [], "recalled": %s}' % ("9" * 5000),
            "too many digits",
            id="a number of 5000 digits",
        ),
    ],
)
def test_a_file_that_is_no_report_is_a_usage_error_in_one_line(
    tmp_path: Path, content: str | None, words: str
) -> None:
    good = tmp_path / "good.json"
    good.write_text('{"schema": 1, "submissions": []}')
    bad = tmp_path / "bad.json"
    if content is not None:
        bad.write_bytes(content.encode("latin-1"))
    done = judge("compare", good, bad)
    assert (done.code, done.out) == (2, "")
    assert len(done.err.splitlines()) == 1
    assert done.says("error:", "bad.json", words)


def test_one_file_the_same_file_twice_and_a_folder(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text('{"schema": 1, "submissions": []}')
    link = tmp_path / "b.json"
    link.symlink_to(file)
    for files, words in (
        ([], "name two reports"),
        ([file], "name two reports"),
        ([file, link], "the same file as"),
        ([file, tmp_path], "is a folder"),
    ):
        done = judge("compare", *files)
        assert (done.code, done.out) == (2, "")
        assert done.says("error:", words)


def test_no_report_is_written_over(tmp_path: Path) -> None:
    files = [tmp_path / "a.json", tmp_path / "b.json"]
    for file in files:
        file.write_text(json.dumps({"schema": 1, "submissions": []}))
    done = judge("compare", *files, "--json", files[0])
    assert (done.code, done.out) == (2, "")
    assert done.says("a.json: is one of the reports")


def test_reports_that_share_nothing(tmp_path: Path) -> None:
    for name in ("a", "b"):
        part = {"path": f"{name}.cpp", "verdict": "AC"}
        text = json.dumps({"schema": 1, "problem": name, "submissions": [part]})
        (tmp_path / f"{name}.json").write_text(text)
    done = judge("compare", tmp_path / "a.json", tmp_path / "b.json")
    assert (done.code, done.out) == (5, "")
    assert done.says("nothing to compare")
    assert done.says("different problems, a and b")


# --- judge run --compare


@pytest.mark.slow
def test_a_run_says_what_changed_and_exits_as_before(package: Package) -> None:
    old = reported(package, "old.json")
    out = package.root.parent / "new.json"
    options = ("--compare", old, "--json", out)
    package.write(ADD, "print(0)\n")
    package.write("solutions/wrong_answer/other.py", "print(1)\n")
    done = package.judge("run", *options, "--report", "github")
    assert done.code == 1
    assert done.says("Changed since old")
    assert done.says(f"{ADD}: AC -> WA, its expectation is no longer met")
    assert done.says("no solutions/wrong_answer/other.py in old")
    assert done.says("::warning file=", "changed since old: AC -> WA")
    found = json.loads(out.read_text())
    assert schemas.faults_if_closed("run", found) == []
    (change,) = found["compared"]["differences"]
    assert (change["path"], change["met_on_some_only"]) == (ADD, True)
    assert [report["label"] for report in found["compared"]["reports"]] == [
        "old",
        "this run",
    ]


@pytest.mark.slow
def test_a_verdict_that_still_meets_its_expectation_is_no_failure(
    package: Package,
) -> None:
    wrong = "solutions/rejected/any.py"
    package.write(wrong, "print(-1)\n")
    old = reported(package, "old.json")
    package.write(wrong, "raise SystemExit(1)\n")
    done = package.judge("run", "--compare", old)
    assert done.code == 0
    assert done.says(f"{wrong}: WA -> RTE")


@pytest.mark.slow
def test_times_far_from_usual_are_listed(package: Package) -> None:
    old = reported(package, "old.json")
    package.write(ADD, SLOW.replace("0.2", "0.6"))
    done = package.judge("run", "--compare", old)
    assert done.code == 0
    assert done.says("Changed since old")
    assert done.says(f"{ADD}: ", "times as long as before")


def test_the_first_run_has_nothing_to_compare_with(package: Package) -> None:
    out = package.root.parent / "new.json"
    done = package.judge("run", "--compare", "none.json", "--json", out)
    assert done.code == 0
    assert done.says("warning: --compare none.json: no such file")
    assert json.loads(out.read_text())["compared"] is None


def test_a_broken_earlier_report_is_an_error_before_anything_runs(
    package: Package,
) -> None:
    bad = package.write("bad.json", "{")
    done = package.judge("run", "--compare", bad)
    assert (done.code, done.out) == (2, "")
    assert done.says("bad.json: not JSON")


@pytest.mark.slow
def test_one_file_can_be_the_earlier_report_and_the_new_one(package: Package) -> None:
    file = reported(package, "last.json")
    done = package.judge("run", "--compare", file, "--json", file)
    assert done.code == 0
    assert done.says("Changed since last")
    assert json.loads(file.read_text())["compared"]["compared"] == 3


@pytest.mark.slow
def test_a_page_shows_what_differs(package: Package) -> None:
    old = reported(package, "old.json")
    tight = reported(package, "tight.json", "--time-limit", "0.1")
    page = package.root.parent / "page.html"
    assert judge("compare", old, tight, "--report", f"html:{page}").code == 1
    assert page.read_text("ascii").startswith("<!DOCTYPE html>")
    package.judge("run", "--compare", old, "--report", f"html:{page}", "--no-contents")
    assert page.stat().st_size > 10_000
