"""The package in the repository's root, judged as users judge it, and compared with an independent
implementation of the game."""

from __future__ import annotations

import fnmatch
import hashlib
import json
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from support.command import ROOT, Report, judge, reference

DATA = ROOT / "problem" / "data"
TESTS = sorted(
    path for folder in ("sample", "secret") for path in (DATA / folder).rglob("*.in")
)
INVALID = sorted((DATA / "invalid_input").glob("*.in"))
MINIMAX_UP_TO = 12


# One worker of pytest runs all of them, so the package is judged once. They come first, because
# they take longest (conftest.py).
pytestmark = pytest.mark.xdist_group("reference package")


# The samples and the first test of each family: they kill every wrong submission.
SOME = ("sample/*", "secret/*/01-*")
# Submissions with every verdict, in few languages: compiling all takes long.
FEW = (
    "accepted/advantage_table.cpp",
    "accepted/stack.cpp",
    "accepted/stack.py",
    "brute_force",
    "rejected",
    "run_time_error/deep_recursion.py",
    "run_time_error/fixed_memo_at.cpp",
    "time_limit_exceeded/no_memo.cpp",
    "wrong_answer/greedy.py",
)


def chosen(globs: tuple[str, ...]) -> list[str]:
    """Return the names of the tests that `--tests` with each of `globs` selects."""
    names = [path.relative_to(DATA).with_suffix("").as_posix() for path in TESTS]
    return [
        n for n in names if not globs or any(fnmatch.fnmatchcase(n, g) for g in globs)
    ]


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((FEW, SOME), id="some"),
        pytest.param((("",), ()), id="all", marks=pytest.mark.slow),
    ],
)
def whole(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Report:
    """Judge submissions as `make judge` does."""
    file = tmp_path_factory.mktemp("whole") / "reference.json"
    paths, globs = request.param
    tests = [word for glob in globs for word in ("--tests", glob)]
    options = ("--allow-missing-language", "--json", file)
    places = [f"solutions/{path}" for path in paths]
    done = judge("run", *places, *tests, *options, cwd=ROOT, process=True)
    report = Report(done, json.loads(file.read_text()))
    assert report.json["tests_total"] == len(chosen(globs))
    names = {
        path.relative_to(ROOT / "solutions").as_posix()
        for path in (ROOT / "solutions").glob("*/*")
        if path.name != "__pycache__"
    }
    assert by_name(report).keys() == {name for name in names if name.startswith(paths)}
    return report


def by_name(report: Report) -> dict[str, dict[str, Any]]:
    return {s["path"].removeprefix("solutions/"): s for s in report.json["submissions"]}


def test_every_expectation_is_met(whole: Report) -> None:
    assert whole.code == 0
    assert whole.json["complete"] is True
    judged = [s for s in whole.json["submissions"] if s["status"] == "judged"]
    assert [s["path"] for s in judged if s["met"] is not True] == []
    assert len(judged) >= 12
    assert len(TESTS) >= 45
    assert [d for d in whole.json["diagnostics"] if d["severity"] == "error"] == []


def test_only_a_missing_toolchain_keeps_a_submission_from_being_judged(
    whole: Report,
) -> None:
    for submission in whole.json["submissions"]:
        if submission["status"] != "judged":
            assert (
                "on PATH" in submission["reason"]
                or "does not work" in submission["reason"]
            )


def test_wrong_verdicts_of_every_kind_are_there(whole: Report) -> None:
    runs = [
        t for submission in whole.json["submissions"] for t in submission["testcases"]
    ]
    verdicts = {run["verdict"] for run in runs}
    assert verdicts >= {"AC", "WA", "TLE", "RTE", "MLE", "OLE"}


def test_accepted_submissions_pass_every_test(whole: Report) -> None:
    total = whole.json["tests_total"]
    for name, submission in by_name(whole).items():
        if name.startswith("accepted/") and submission["status"] == "judged":
            assert (submission["verdict"], submission["tests_run"]) == ("AC", total)
            assert {t["verdict"] for t in submission["testcases"]} == {"AC"}


def test_two_algorithms_agree_on_every_test(whole: Report) -> None:
    """The quadratic table and the stack in O(N log N) share only the answers."""
    found = by_name(whole)
    for name in ("accepted/advantage_table.cpp", "accepted/stack.cpp"):
        passed = [t["name"] for t in found[name]["testcases"] if t["verdict"] == "AC"]
        assert len(passed) == whole.json["tests_total"]


def best_sum(row: list[int]) -> int:
    """Return the first player's sum by trying every game."""

    @cache
    def lead(left: int, right: int) -> int:
        if left == right:
            return 0
        return max(
            row[left] - lead(left + 1, right), row[right - 1] - lead(left, right - 1)
        )

    return (sum(row) + lead(0, len(row))) // 2


def test_answers_of_short_rows_are_those_of_every_game_tried() -> None:
    short = 0
    for file in TESTS:
        count, *row = map(int, file.read_text().split())
        assert len(row) == count
        if count <= MINIMAX_UP_TO:
            short += 1
            assert int(file.with_suffix(".ans").read_text()) == best_sum(row), file.name
    assert short >= 20


def test_the_samples_are_those_of_the_statement() -> None:
    statement = (ROOT / "problem" / "statement.en.md").read_text()
    for name, answer in (("1", "14"), ("2", "32")):
        row = (DATA / "sample" / f"{name}.in").read_text().splitlines()[1]
        assert row in statement
        assert (DATA / "sample" / f"{name}.ans").read_text() == f"{answer}\n"


def test_the_manifest_pins_every_data_file() -> None:
    pinned = json.loads((DATA / "manifest.json").read_text())["files"]
    files = [
        path
        for path in DATA.rglob("*")
        if path.is_file() and path.name != "manifest.json"
    ]
    assert pinned == {
        path.relative_to(DATA).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }


def test_every_invalid_input_says_where_it_is_rejected() -> None:
    assert len(INVALID) >= 18
    for file in INVALID:
        place = yaml.safe_load(file.with_suffix(".yaml").read_text())["rejected_at"]
        # It is a position in the file or directly after its end.
        lines = file.read_bytes().split(b"\n")
        assert 1 <= place["line"] <= len(lines)
        assert 1 <= place["column"] <= len(lines[place["line"] - 1]) + 1


@pytest.mark.slow
def test_greedy_among_the_accepted_is_found(tmp_path: Path) -> None:
    package = reference(tmp_path)
    package.remove("solutions/submissions.yaml")
    shutil.move(
        package.root / "solutions/wrong_answer/greedy.py",
        package.root / "solutions/accepted",
    )
    for name in ("Java", "java", "rs", "js"):
        for path in (package.root / "solutions" / "accepted").glob(f"*{name}"):
            package.remove(str(path.relative_to(package.root)))
    report = package.run("solutions/accepted", "--tests", "sample/*")
    assert report.code == 1
    unmet = [s["path"] for s in report.json["submissions"] if s["met"] is False]
    assert unmet == ["solutions/accepted/greedy.py"]
    assert report.done.says("greedy.py", "got WA, expected AC")
    assert report.done.says("sample/1", "expected 14, read 15")


def test_a_wrong_sample_answer_is_found_however_consistent_it_is(tmp_path: Path) -> None:
    package = reference(tmp_path)
    package.write("problem/data/sample/1.ans", "15\n")
    package.replace("generators/generators.yaml", 'ans: "14\\n"', 'ans: "15\\n"')
    manifest = json.loads((package.root / "problem/data/manifest.json").read_text())
    manifest["files"]["sample/1.ans"] = hashlib.sha256(b"15\n").hexdigest()
    package.write("problem/data/manifest.json", json.dumps(manifest))
    arguments = (
        "solutions/accepted/advantage_table.cpp",
        "solutions/wrong_answer/greedy.cpp",
    )
    report = package.run(*arguments, "--tests", "sample/*")
    assert report.code == 3
    assert report.done.says("model solution", "sample/1", "expected 15, read 14")


def test_a_changed_data_file_is_found(tmp_path: Path) -> None:
    package = reference(tmp_path)
    package.write("problem/data/secret/1-smallest/01-one-coin.in", "1\n8\n")
    arguments = ("solutions/accepted/advantage_table.cpp", "--tests", "sample/*")
    report = package.run(*arguments)
    assert report.code == 3
    (error,) = report.errors()
    assert error.startswith(
        "problem/data/secret/1-smallest/01-one-coin.in: differs from manifest.json"
    )


@pytest.mark.slow
def test_the_data_is_what_its_generators_say() -> None:
    done = judge("generate", "--check", cwd=ROOT)
    assert done.code == 0


@pytest.mark.slow
def test_the_data_is_sound() -> None:
    done = judge("validate", cwd=ROOT)
    assert done.code == 0
    assert f"{len(TESTS)} tests" in done.out


def test_the_package_has_nothing_of_the_engine(tmp_path: Path) -> None:
    """A copy of only its folders is the whole problem."""
    package = reference(tmp_path)
    report = package.run(
        "solutions/accepted/stack.py", "--tests", "sample/*", cwd=tmp_path
    )
    assert report.code == 0
    for folder in ("generators", "validators", "checker", "solutions"):
        for path in (ROOT / folder).rglob("*.py"):
            assert "judging" not in path.read_text()


def outcome(report: Report) -> list[tuple[object, ...]]:
    keys = ("path", "verdict", "met", "deciding_testcase", "tests_run")
    return [
        (
            *(s[key] for key in keys),
            tuple((t["name"], t["verdict"]) for t in s["testcases"]),
        )
        for s in report.json["submissions"]
    ]


@pytest.mark.slow
def test_verdicts_do_not_depend_on_the_number_of_jobs(tmp_path: Path) -> None:
    package = reference(tmp_path)
    paths = (
        "solutions/accepted/stack.cpp",
        "solutions/wrong_answer/greedy.cpp",
        "solutions/wrong_answer/parity.c",
        "solutions/run_time_error/fixed_memo_at.cpp",
        "solutions/time_limit_exceeded/no_memo.cpp",
    )
    first = package.run(*paths, "--jobs", 1)
    assert first.code == 0
    assert outcome(package.run(*paths, "--jobs", 2, "--fresh")) == outcome(first)


@pytest.mark.slow
@pytest.mark.long
def test_every_wrong_submission_fails_at_least_two_tests(tmp_path: Path) -> None:
    folders = ("wrong_answer", "rejected", "run_time_error")
    fast = [f"solutions/{folder}" for folder in folders]
    slow = ["solutions/time_limit_exceeded", "--tests", "secret/0-full/0*"]
    for number, paths in enumerate((fast, slow)):
        file = tmp_path / f"{number}.json"
        options = ("--allow-missing-language", "--until", "all", "--json", file)
        judge("run", *paths, *options, cwd=ROOT)
        for submission in json.loads(file.read_text())["submissions"]:
            if submission["status"] == "judged":
                failed = [
                    t["name"] for t in submission["testcases"] if t["verdict"] != "AC"
                ]
                assert len(failed) >= 2, submission["path"]


# Takes minutes. Two numbers of jobs are compared above, on fewer submissions.
@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("whole", [pytest.param(((("",), ())), id="all")], indirect=True)
def test_the_whole_run_gives_the_same_verdicts_every_time(
    whole: Report, tmp_path: Path
) -> None:
    assert whole.json["tests_total"] == len(TESTS)
    for jobs in (1, 2, 2, 4, 2):
        file = tmp_path / "report.json"
        options = ("--fresh", "--allow-missing-language", "--jobs", jobs, "--json", file)
        done = judge("run", "solutions/", *options, cwd=ROOT)
        assert outcome(Report(done, json.loads(file.read_text()))) == outcome(whole)
