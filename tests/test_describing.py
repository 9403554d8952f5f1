"""benchmarks/describing.py: its list, and what it makes of public packages before anything is
learnt."""

from __future__ import annotations

import fcntl
import json
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml
from support import kattis
from support.command import ROOT, judge

import judging
from benchmarks.conforming.listed import listed_packages as conformance_packages
from benchmarks.described.checking import Check, checked
from benchmarks.described.hiding import hide_grammars
from benchmarks.described.listed import listed_packages
from benchmarks.described.polygon_folders import (
    FoundProblem,
    NotReadable,
    from_rime,
    from_tps,
    write_polygon_folder,
)
from benchmarks.described.rows import Row, Rows
from benchmarks.described.submissions import MOST_WRONG, hunted_submissions
from benchmarks.described.unpacking import Commit
from judging.core.verdicts import Verdict

SCRIPT = ROOT / "benchmarks" / "describing.py"
ROUNDS = ROOT / "benchmarks" / "strengthening" / "rounds.yaml"
REPOSITORY = "somebody/problems"  # a name that may be used
PLACE = "somebody+problems"
SUM = "int main() {}\n"


# ---- the list


def test_the_list_has_enough_of_each_kind() -> None:
    packages = listed_packages()
    kinds = Counter(package.validator for package in packages)
    assert len(packages) >= 60
    assert len({package.repository for package in packages}) >= 12
    assert kinds["testlib"] >= 19
    assert kinds["validation.h"] >= 1
    assert kinds["python"] >= 20
    assert kinds["grammar"] >= 15
    assert len({package.name for package in packages}) == len(packages)


def test_no_other_benchmark_has_used_its_packages() -> None:
    others = {Path(package.path).name for package in conformance_packages()} - {""}
    for names in yaml.safe_load(ROUNDS.read_text()).values():
        others |= {Path(name).name for name in names}
    ours = {Path(package.path).name for package in listed_packages()} - {""}
    assert not ours & others


@pytest.mark.parametrize(
    ("repository", "why"),
    [
        ("yosupo06/library-checker-problems", "stays unused"),
        ("mzuenni/kattis-export", "developed with"),
    ],
)
def test_a_repository_that_may_not_be_measured_is_refused(
    tmp_path: Path, repository: str, why: str
) -> None:
    known = {
        "commit": "1",
        "packages": {"a": {"format": "legacy", "validator": "python"}},
    }
    file = tmp_path / "list.yaml"
    file.write_text(yaml.safe_dump({repository: known}))
    with pytest.raises(ValueError, match=why):
        listed_packages(file)


# ---- unpacking


def git(folder: Path, *words: str) -> str:
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    command = ["git", "-C", str(folder), *identity, *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone whose package has links to what its contest shares."""
    root = tmp_path / "clone"
    files = {
        "shared/header.h": "// shared\n",
        "shared/more/inner.txt": "inner\n",
        "contest/sums/problem.yaml": "name: Sums\n",
        "contest/sums/data/1.in": "1\n",
        "contest/other/problem.yaml": "name: Other\n",
    }
    kattis.package(root, {}, dict(files))
    package = root / "contest/sums"
    (package / "header.h").symlink_to("../../shared/header.h")
    (package / "again.h").symlink_to("header.h")
    (package / "more").symlink_to("../../shared/more")
    (package / "nowhere").symlink_to("../../../outside")
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "files")
    return root


def test_links_become_what_they_lead_to(clone: Path, tmp_path: Path) -> None:
    target = tmp_path / "sums"
    assert Commit(clone / ".git", "HEAD").unpack("contest/sums", target) == []
    found = {}
    for path in sorted(target.rglob("*")):
        if path.is_file():
            assert not path.is_symlink()
            found[path.relative_to(target).as_posix()] = path.read_text()
    assert found == {
        "again.h": "// shared\n",
        "data/1.in": "1\n",
        "header.h": "// shared\n",
        "more/inner.txt": "inner\n",
        "problem.yaml": "name: Sums\n",
    }


def test_contents_that_a_clone_lacks_are_named(clone: Path, tmp_path: Path) -> None:
    content = git(clone, "rev-parse", "HEAD:contest/sums/data/1.in").strip()
    (clone / ".git/objects" / content[:2] / content[2:]).unlink()
    commit = Commit(clone / ".git", "HEAD")
    assert commit.unpack("contest/sums", tmp_path / "sums") == ["data/1.in"]


# ---- other systems


def tps(root: Path, validators: list[str]) -> Path:
    solutions = {
        "best.cpp": {"verdict": "model_solution"},
        "slow.cpp": {"verdict": "time_limit", "except": {"samples": "correct"}},
        "lost.cpp": {"verdict": "incorrect"},
    }
    data = (
        "@subtask samples\nmanual one.in\n@subtask all # the rest\n"
        "@include samples\nmanual one.in\nmanual two.in\ngen 5 --large\ngen 5 --large\n"
    )
    files = {
        "problem.json": json.dumps(
            {"name": "sums", "time_limit": 0.5, "has_checker": False}
        ),
        "subtasks.json": json.dumps({"global_validators": validators}),
        "solutions.json": json.dumps(solutions),
        "solution/best.cpp": SUM,
        "solution/slow.cpp": SUM,
        "gen/data": data,
        "gen/gen.cpp": '#include "testlib.h"\n' + SUM,
        "gen/unused.cpp": SUM,
        "gen/manual/one.in": "1\n",
        "gen/manual/two.in": "2\n",
        "validator/val.cpp": '#include "testlib.h"\n' + SUM,
        "validator/testlib.h": "// testlib\n",
        "checker/checker.cpp": SUM,
    }
    return kattis.package(root, {}, dict(files))


def imported(problem: FoundProblem, folder: Path) -> Path:
    """Let `judge import` read what is made of a problem."""
    write_polygon_folder(problem, folder / "polygon")
    done = judge("import", folder / "polygon", folder / "package")
    assert done.code == 0, done.text
    return folder / "package"


def expectations(package: Path) -> dict[str, set[Verdict]]:
    """Return the verdicts that are required of each submission, by its name."""
    found = {}
    for submission in judging.load(package).submissions:
        assert submission.expectation is not None
        found[Path(submission.path).name] = set(submission.expectation.required or ())
    return found


def test_a_tps_task_is_imported(tmp_path: Path) -> None:
    package = imported(from_tps(tps(tmp_path / "tps", ["val.cpp"])), tmp_path)
    problem = judging.load(package)
    names = [test.name for test in problem.testcases]
    assert names == ["sample/01", "secret/02", "secret/03"]
    assert problem.limits.time_s == 0.5
    assert [validator.name for validator in problem.input_validators] == [
        "validators/validator"
    ]
    assert expectations(package) == {
        "best.cpp": {Verdict.AC},
        "slow.cpp": {Verdict.TLE},
    }
    assert "gen 5 --large" in (package / "generators/generators.yaml").read_text()
    assert not (package / "generators/unused.cpp").exists()


@pytest.mark.parametrize("validators", [[], ["a.cpp", "b.cpp"], ["val.cpp 6"]])
def test_a_tps_task_with_another_validation_is_refused(
    tmp_path: Path, validators: list[str]
) -> None:
    with pytest.raises(NotReadable, match="one global validator"):
        from_tps(tps(tmp_path, validators))


def test_a_rime_problem_is_imported(tmp_path: Path) -> None:
    solution = "cxx_solution(src='main.cc')\n"
    wrong = "cxx_solution(src='main.cc', challenge_cases=[])\n"
    files = {
        "PROBLEM": "problem(time_limit = 3.0, reference_solution = 'best')\n",
        "best/SOLUTION": "# challenge_cases=[]\n" + solution,
        "best/main.cc": SUM,
        "doubtful_WA/SOLUTION": solution,
        "doubtful_WA/main.cc": SUM,
        "hasty/SOLUTION": wrong,
        "hasty/main.cc": SUM,
        "naive_TLE/SOLUTION": wrong,
        "naive_TLE/main.cc": SUM,
        "tests/00_sample_00.in": "1\n",
        "tests/90_large_00.in": "2\n",
        "tests/validator.cc": '#include "./testlib.h"\n' + SUM,
        "tests/testlib.h": "// testlib\n",
    }
    root = kattis.package(tmp_path / "rime", {}, dict(files))
    package = imported(from_rime(root), tmp_path)
    assert expectations(package) == {
        "best.cc": {Verdict.AC},
        "hasty.cc": {Verdict.WA},
        "naive_TLE.cc": {Verdict.TLE},
    }
    problem = judging.load(package)
    assert [test.name for test in problem.testcases] == ["sample/01", "secret/02"]
    [validator] = problem.input_validators
    assert "testlib.h" in {name for name, _ in validator.files}


# ---- grammars, submissions, stages


def test_a_hidden_grammar_accepts_the_same(tmp_path: Path) -> None:
    grammar = "INT(1, 5, n) NEWLINE EOF\n"
    changes = {"input_validators/format.ctd": grammar}
    root = kattis.package(tmp_path, kattis.LEGACY, changes)
    assert hide_grammars(root) == [grammar]
    assert not list(root.rglob("*.ctd"))
    hidden = root / "input_validators/hidden1"
    for content, code in ((b"5\n", 42), (b"6\n", 43), (b"5", 43)):
        command = [sys.executable, str(hidden / "validator.py")]
        done = subprocess.run(command, input=content, capture_output=True, check=False)
        assert done.returncode == code
    for file in hidden.iterdir():
        assert b"INT" not in file.read_bytes()


def test_inputs_are_checked_against_a_grammar() -> None:
    grammar = "INT(1, 5, n) NEWLINE REP(n) INT(0, 9, a) NEWLINE END EOF\n"
    fitting, other = checked(grammar, [b"2\n0\n7\n", b"2\n0\n"], logging=True)
    assert fitting.fits is True
    assert fitting.log.splitlines() == ["n n 0 0 2 2 1 5", "a a 1 0 0 7 0 9"]
    assert other == Check(False, "")
    with pytest.raises(ValueError, match="invalid token"):
        checked("INT(1, 5 ** n)", [])


def test_few_submissions_of_each_kind_are_hunted(tmp_path: Path) -> None:
    changes = {f"submissions/wrong_answer/{name}.py": "" for name in "abcde"}
    changes |= {"submissions/time_limit_exceeded/f.py": ""}
    changes |= {"submissions/partially_accepted/g.py": ""}
    hunted = hunted_submissions(kattis.package(tmp_path, kattis.LEGACY, changes))
    assert [each.slow for each in hunted] == [False] * MOST_WRONG + [True]
    assert not any("partially" in each.path for each in hunted)


@dataclass(frozen=True, slots=True)
class Measuring:
    """A measurement of a package with one wrong submission."""

    command: list[str]
    rows: Path
    work: Path

    def run(self) -> str:
        done = subprocess.run(self.command, capture_output=True, text=True, check=True)
        return done.stdout


WRONG = "submissions/wrong_answer/first.py"


@pytest.fixture
def measuring(tmp_path: Path) -> Measuring:
    changes = {
        "input_validators/check.py": None,
        "input_validators/format.ctd": "INT(0, 9) SPACE INT(0, 9) NEWLINE EOF\n",
        WRONG: "print(input().split()[0])\n",
        ".timelimit": "5\n",
    }
    kattis.package(tmp_path / "packages" / PLACE / "sums", kattis.LEGACY, changes)
    facts = {"format": "legacy", "validator": "grammar"}
    known = {"commit": "1234", "packages": {"sums": facts}}
    packages = tmp_path / "list.yaml"
    packages.write_text(yaml.safe_dump({REPOSITORY: known}))
    rows = tmp_path / "rows"
    work = tmp_path / "work"
    words = ["measure", tmp_path / "packages", "--list", packages, "--rows", rows]
    words += ["--work", work, "--time", "20", "--stage", "loading", "--stage", "before"]
    return Measuring([sys.executable, *map(str, [SCRIPT, *words])], rows, work)


def test_rows_are_kept_and_not_measured_again(measuring: Measuring) -> None:
    text = measuring.run()
    assert f"| {PLACE}/sums | grammar | 2 | 1 | 1 + 0 | yes |" in text
    assert f"| {PLACE}/sums | ? | 1 of 1 | ? | ? | ? |" in text
    [loading, hunt] = map(json.loads, measuring.rows.read_text().splitlines())
    assert loading["facts"]["errors"] == []
    assert hunt["subject"] == WRONG
    assert hunt["facts"]["found"]
    # Samples and validators alone: nothing but variants of the sample is there to try.
    assert set(hunt["facts"]["by_origin"]) <= {"sample/1", "variant"}
    measuring.run()
    assert len(measuring.rows.read_text().splitlines()) == 2


def test_a_package_that_another_run_measures_is_left_to_it(measuring: Measuring) -> None:
    measuring.work.mkdir()
    with (measuring.work / f"{PLACE}+sums.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert f"{PLACE}/sums: another run measures it" in measuring.run()
    assert not measuring.rows.exists()


def test_rows_of_another_run_are_read_again(tmp_path: Path) -> None:
    ours, theirs = Rows(tmp_path / "rows"), Rows(tmp_path / "rows")
    row = Row("sums", "1234", "loading", "", {"tests": 2})
    theirs.add(row)
    assert ours.find(*row.key) is None
    ours.read_again()
    assert ours.find(*row.key) == row
