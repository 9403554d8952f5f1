"""benchmarks/conformance.py: what it says of a package, of its rows, and of the list of packages."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from support import kattis
from support.command import ROOT
from support.peers import needs_peers

from benchmarks.conforming.listed import ListedPackage, listed_packages
from benchmarks.conforming.peers import Outcome
from benchmarks.conforming.rows import JudgedSubmission, Reading, Row
from benchmarks.conforming.table import JudgedPackage, table

SCRIPT = ROOT / "benchmarks" / "conformance.py"
ROUNDS = ROOT / "benchmarks" / "strengthening" / "rounds.yaml"
REPOSITORY = "somebody/problems"
PLACE = "somebody+problems"
RIGHT = kattis.LEGACY["submissions/accepted/sum.py"]
PRODUCT = "a, b = map(int, input().split())\nprint(a * b)\n"
# The author calls a right program wrong, so that there is something to explain.
MISTAKEN = "wrong_answer/right.py"
CHANGES = {
    "data/secret/2.in": "5 6\n",
    "data/secret/2.ans": "11\n",
    ".timelimit": "5\n",
    "submissions/wrong_answer/product.py": PRODUCT,
    f"submissions/{MISTAKEN}": RIGHT,
}


class Bench:
    """A folder with one public package, and a list that names it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rows = folder / "rows.jsonl"
        self.list = folder / "list.yaml"
        kattis.package(folder / PLACE / "sums", kattis.LEGACY, CHANGES)
        self.write_list({})

    def write_list(self, differences: dict[str, str]) -> None:
        package = {"format": "legacy", "differences": differences}
        known = {"commit": "1234", "packages": {"sums": package}}
        self.list.write_text(yaml.safe_dump({REPOSITORY: known}))

    def compare(self, *options: object) -> tuple[int, str]:
        """Return the exit code and the table."""
        command = [sys.executable, SCRIPT, self.folder, "--list", self.list]
        command += ["--json", self.rows, *options]
        done = subprocess.run(
            [str(part) for part in command], capture_output=True, text=True, check=False
        )
        assert "Traceback" not in done.stderr
        return done.returncode, done.stdout


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


@pytest.mark.slow
def test_a_difference_fails_until_the_list_explains_it(bench: Bench) -> None:
    code, out = bench.compare("--tool", "judge")
    assert code == 1
    assert "Submissions: 3, of which 1 differ, 1 unexplained." in out
    assert "| legacy | 3 | 2 of 3 | not asked | not asked | 1 |" in out
    line = line_about(out, MISTAKEN)
    assert "author WA, judge AC (tests: 3 AC)" in line
    assert line.endswith(": UNEXPLAINED")

    # The row is kept: nothing is judged again, the package is not even there.
    shutil.rmtree(bench.folder / PLACE)
    bench.write_list({"wrong_answer/right*": "the author swapped two files"})
    code, out = bench.compare("--tool", "judge")
    assert code == 0
    assert line_about(out, MISTAKEN).endswith(": the author swapped two files")


def test_packages_that_are_not_at_hand_are_named(bench: Bench) -> None:
    shutil.rmtree(bench.folder / PLACE)
    code, out = bench.compare("--tool", "judge")
    assert code == 0
    assert out.endswith(f"Not in FOLDER: {PLACE}/sums\n")


def test_a_judge_that_takes_too_long_is_stopped(bench: Bench) -> None:
    code, out = bench.compare("--tool", "judge", "--limit-minutes", "0.0001")
    assert code == 0
    assert f"- `{PLACE}/sums`, judge: stopped after 0.0001 minutes" in out


def test_a_package_that_cannot_be_read_is_named_with_its_fault(bench: Bench) -> None:
    (bench.folder / PLACE / "sums" / "problem.yaml").write_text("limits: many\n")
    code, out = bench.compare("--tool", "judge")
    assert code == 0
    assert "### Packages that a tool did not judge" in out
    assert "found text 'many'" in line_about(out, f"{PLACE}/sums`, judge: ")


@pytest.mark.slow
def test_links_to_what_the_repository_shares_hold_in_the_copy(bench: Bench) -> None:
    package = bench.folder / PLACE / "sums"
    shared = bench.folder / PLACE / "shared.py"
    shared.write_text(RIGHT)
    secret = bench.folder / "secret.py"
    secret.write_text(RIGHT)
    (package / "submissions/accepted/shared.py").symlink_to("../../../shared.py")
    (package / "submissions/accepted/outside.py").symlink_to(secret)
    (package / "problem.pdf").symlink_to("../nowhere.pdf")
    bench.compare("--tool", "judge")
    row = json.loads(bench.rows.read_text())
    judged = {each["path"] for each in row["submissions"]}
    assert "accepted/shared.py" in judged
    assert "accepted/outside.py" not in judged


@pytest.mark.slow
@needs_peers
def test_the_other_tools_have_their_say(bench: Bench) -> None:
    code, out = bench.compare()
    assert code == 1
    assert "| legacy | 3 | 2 of 3 | 3 of 3 | 3 of 3 | 1 |" in out
    said = "author WA, judge AC, problemtools AC, BAPCtools AC (tests: 3 AC)"
    assert said in line_about(out, MISTAKEN)


def line_about(text: str, part: str) -> str:
    lines = [line for line in text.splitlines() if part in line]
    assert len(lines) == 1, lines
    return lines[0]


# ---- the table of rows that nobody made


def judged(outcomes: dict[str, Outcome], **changes: Any) -> JudgedPackage:
    """Return a package with one submission, which must be accepted unless `changes` says
    otherwise."""
    known: dict[str, Any] = {
        "path": "accepted/a.cpp",
        "permitted": ["AC"],
        "required": None,
        "met": True,
        "outcomes": outcomes,
        "tests": {},
    }
    submission = JudgedSubmission(**{**known, **changes})
    readings = {
        "judge": Reading("1.0", 1.0),
        "problemtools": Reading("2.0", 1.0),
        "BAPCtools": Reading("3.0", 0.0, reads=False),
    }
    listed = ListedPackage(REPOSITORY, "1234", "a", "legacy", {})
    return JudgedPackage(listed, Row(listed.name, "1234", 1.0, readings, [submission]))


WRONG = {"permitted": ["AC", "WA", "RTE"], "required": ["WA", "RTE"]}


@pytest.mark.parametrize(
    ("ours", "theirs", "changes", "is_difference"),
    [
        (Outcome("AC"), Outcome("AC"), {}, False),
        (Outcome("AC"), Outcome("TLE"), {}, True),
        (Outcome("WA"), Outcome("WA"), {"met": False}, True),
        (Outcome("WA"), Outcome("RTE"), WRONG, True),
        (Outcome("WA"), Outcome("AC"), WRONG, True),
        # The others know neither verdict.
        (Outcome("MLE"), Outcome("RTE"), {"permitted": ["MLE"]}, False),
        (Outcome("AC", 40.0), Outcome("AC", 30.0), {}, True),
        (Outcome("AC", 40.0), Outcome("AC", 40.0), {}, False),
        (Outcome("AC", 40.0), Outcome("AC"), {}, False),
        (Outcome("AC"), Outcome("AC"), {"permitted": None, "met": None}, False),
    ],
)
def test_what_a_difference_is(
    ours: Outcome, theirs: Outcome, changes: dict[str, Any], is_difference: bool
) -> None:
    package = judged({"judge": ours, "problemtools": theirs}, **changes)
    assert bool(package.unexplained()) == is_difference


def test_a_peer_may_judge_what_we_cannot() -> None:
    alone = {"problemtools": Outcome("TLE")}
    package = judged(alone, met=None, not_judged="no go on PATH")
    assert package.unexplained()
    text = table([package])
    assert "author AC, problemtools TLE: UNEXPLAINED" in text
    assert "- 1: no go on PATH" in text
    # Nothing of ours is there to compare it with.
    assert "| 1 | 0 of 0 | 0 of 0 | not read | 1 |" in text


def test_versions_are_named() -> None:
    text = table([judged({"judge": Outcome("AC")})])
    assert "Tools: judge 1.0; problemtools 2.0; BAPCtools 3.0." in text


# ---- the list


def test_the_list_is_large_and_keeps_what_others_need_unseen() -> None:
    packages = listed_packages()
    assert len(packages) >= 40
    assert len({package.name for package in packages}) == len(packages)
    repositories = {package.repository for package in packages}
    assert len(repositories) >= 12
    for repository in repositories:
        digest = hashlib.sha256(repository.encode()).hexdigest()
        assert digest[0] in "01234567", repository
    second = set()
    for place in yaml.safe_load(ROUNDS.read_text())["second"]:
        second.add(Path(place).name)
    assert not second & {Path(package.path).name for package in packages}


def test_the_list_has_every_format() -> None:
    formats = {package.format for package in listed_packages()}
    assert formats >= {"legacy", "domjudge", "2023-07-draft", "2025-09", "polygon"}
    for package in listed_packages():
        assert len(package.commit) == 40
