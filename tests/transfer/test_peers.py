"""Released tools judge our packages and exports as we do: BAPCtools and problemtools, really run.

A submission keeps the name of its file in every export, and these packages use each name once.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from support.command import Done, Package, judge
from support.examples_folder import EXAMPLES, SLOWEST, copy_example
from support.peers import (
    Outcome,
    Peers,
    bt_outcomes,
    needs_peers,
    verifyproblem_outcomes,
)

from judging.features.transfer.scaffold import TYPES

# The slowest: the two graphs, and new packages of the types that have an example too.
LONG = {SLOWEST, *(f"new-{kind}" for kind in TYPES if kind != "pass-fail")}


def _subjects(names: Iterable[str]) -> list[Any]:
    """Return parameters: each package is judged once for all of its tests, by one worker.
    Those in LONG are left to `make test-long`."""
    subjects = []
    for name in names:
        marks = [pytest.mark.xdist_group(f"peers-{name}")]
        if name in LONG:
            marks.append(pytest.mark.long)
        subjects.append(pytest.param(name, marks=marks))
    return subjects


SUBJECTS = _subjects([*EXAMPLES, *(f"new-{kind}" for kind in TYPES)])
# A new package shows nothing here that the example of its type does not show: these tests
# take minutes, and run on the examples alone.
on_examples = pytest.mark.parametrize("subject", _subjects(EXAMPLES), indirect=True)
on_one_example = pytest.mark.parametrize(
    "subject", _subjects(EXAMPLES[:1]), indirect=True
)
pytestmark = [pytest.mark.slow, needs_peers]


@dataclass(frozen=True, slots=True)
class Subject:
    """A package, and what our judge decided about its submissions."""

    package: Package
    scoring: bool
    time_limit: float
    outcomes: Mapping[str, Outcome]

    def copy(self, folder: Path) -> Path:
        """Copy the package: BAPCtools writes into it."""
        target = folder / "package"
        shutil.copytree(self.package.root, target)
        return target

    def export(self, folder: Path, format: str) -> Path:
        """Export the package to a folder with a name that every format allows."""
        out = folder / "exported"
        done = self.package.judge("export", "--format", format, out)
        assert done.code == 0
        return out


@pytest.fixture(scope="module", params=SUBJECTS)
def subject(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Subject:
    """Return an example, or what `judge new --type` writes, judged by our judge."""
    name = request.param
    folder = tmp_path_factory.mktemp("subject")
    if name in EXAMPLES:
        package = copy_example(name, folder)
    else:
        kind = name.removeprefix("new-")
        package = Package(folder / "fresh")
        assert judge("new", package.root, "--type", kind).code == 0
        if kind == "graph":
            # Its generator imports our library, which other tools do not have.
            assert package.judge("generate", "--copy-shapes").code == 0
    report = package.run()
    assert report.code == 0
    outcomes = {}
    for submission in report.json["submissions"]:
        file = PurePosixPath(submission["path"]).name
        outcomes[file] = Outcome(submission["verdict"], submission.get("score"))
    assert len(outcomes) == len(report.json["submissions"]) > 2
    return Subject(
        package,
        report.json["best_score"] is not None,
        report.json["limits"]["time_s"],
        outcomes,
    )


@pytest.fixture
def peers(tmp_path: Path) -> Peers:
    """Return the tools; BAPCtools warns of two packages with one id that it has seen."""
    return Peers(tmp_path / "peers")


def by_file(outcomes: Mapping[str, Outcome]) -> dict[str, Outcome]:
    """Return outcomes by the name of the file: exports move some to other folders."""
    named = {PurePosixPath(path).name: found for path, found in outcomes.items()}
    assert len(named) == len(outcomes)
    return named


def assert_verdicts_are_ours(subject: Subject, theirs: Mapping[str, Outcome]) -> None:
    """Compare each verdict with ours. No submission may be missing."""
    verdicts = {file: found.verdict for file, found in by_file(theirs).items()}
    assert verdicts == {file: own.verdict for file, own in subject.outcomes.items()}


def assert_scores_are_ours(subject: Subject, theirs: Mapping[str, Outcome]) -> None:
    """Compare each score with ours, and the verdicts where no part of the points is given.

    A legacy package accepts a submission that gets a part of the points; 2025-09 does not.
    """
    assert by_file(theirs).keys() == subject.outcomes.keys()
    for file, their in by_file(theirs).items():
        own = subject.outcomes[file]
        # problemtools names no score for a rejected submission: that is 0 points.
        assert (their.score or 0) == own.score, file
        expected = "AC" if own.score else own.verdict
        assert their.verdict == expected, file


def skip_scoring(subject: Subject) -> None:
    """Skip: another test asserts that BAPCtools refuses a scoring package."""
    if subject.scoring:
        pytest.skip("BAPCtools reads no scoring packages")


def upgraded(peers: Peers, package: Path) -> Done:
    """Run `bt run` on a legacy package. BAPCtools reads none before `bt upgrade`."""
    refused = peers.bt(package, "run")
    assert refused.says("legacy is no longer supported", "bt upgrade")
    assert peers.bt(package, "upgrade").code == 0
    return peers.bt(package, "run")


def test_bapctools_judges_a_package_as_it_is(
    subject: Subject, peers: Peers, tmp_path: Path
) -> None:
    skip_scoring(subject)
    package = subject.copy(tmp_path)
    done = peers.bt(package, "run")
    assert_verdicts_are_ours(subject, bt_outcomes(done))
    # It exits with 1 for a warning, too.
    assert done.code == 0


@on_examples
def test_bapctools_finds_no_fault_in_a_package(
    subject: Subject, peers: Peers, tmp_path: Path
) -> None:
    skip_scoring(subject)
    package = subject.copy(tmp_path)
    assert peers.bt(package, "generate").code == 0
    assert peers.bt(package, "validate").code == 0


def test_bapctools_makes_the_same_tests(
    subject: Subject, peers: Peers, tmp_path: Path
) -> None:
    skip_scoring(subject)
    package = subject.copy(tmp_path)
    assert Package(package).judge("generate").code == 0
    ours = data_of(package)
    assert any(name.startswith("secret/") for name in ours)
    assert peers.bt(package, "generate").code == 0
    assert data_of(package) == ours
    # Nor does it touch our manifest of them.
    assert Package(package).judge("generate", "--check").code == 0


def data_of(package: Path) -> dict[str, bytes]:
    """Return the files of the data folder."""
    folder = package / "data"
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_no_released_tool_reads_scoring_packages_of_2025_09(
    subject: Subject, peers: Peers, tmp_path: Path
) -> None:
    if not subject.scoring:
        pytest.skip("not a scoring problem")
    package = subject.copy(tmp_path)
    done = peers.bt(package, "run")
    assert done.code != 0
    assert done.says("unrecognized value for `type`: scoring")
    done = peers.verifyproblem(package, subject.time_limit)
    assert done.code != 0
    assert verifyproblem_outcomes(done) == {}


def test_problemtools_judges_a_legacy_export(
    subject: Subject, peers: Peers, tmp_path: Path
) -> None:
    assert_problemtools_agrees(subject, peers, subject.export(tmp_path, "kattis-legacy"))


@on_examples
def test_problemtools_judges_an_export_for_domjudge(
    subject: Subject, peers: Peers, tmp_path: Path
) -> None:
    assert_problemtools_agrees(subject, peers, subject.export(tmp_path, "domjudge"))


def assert_problemtools_agrees(subject: Subject, peers: Peers, package: Path) -> None:
    done = peers.verifyproblem(package, subject.time_limit)
    found = verifyproblem_outcomes(done)
    if subject.scoring:
        assert_scores_are_ours(subject, found)
    else:
        assert_verdicts_are_ours(subject, found)
    assert done.says("tested: 0 errors")
    assert done.code == 0


@on_examples
@pytest.mark.parametrize("format", ["kattis-legacy", "domjudge"])
def test_bapctools_judges_a_legacy_export_that_it_has_upgraded(
    subject: Subject, peers: Peers, format: str, tmp_path: Path
) -> None:
    skip_scoring(subject)
    done = upgraded(peers, subject.export(tmp_path, format))
    assert_verdicts_are_ours(subject, bt_outcomes(done))


def test_bapctools_judges_an_export_to_2025_09(
    subject: Subject, peers: Peers, tmp_path: Path
) -> None:
    skip_scoring(subject)
    done = peers.bt(subject.export(tmp_path, "kattis-2025-09"), "run")
    assert_verdicts_are_ours(subject, bt_outcomes(done))
    assert done.code == 0


def test_bapctools_wants_a_resolution_of_the_time_limit(
    peers: Peers, tmp_path: Path
) -> None:
    assert judge("new", "sums", "--layout", "native", cwd=tmp_path).code == 0
    made = Package(tmp_path / "sums")
    made.replace("problem/problem.yaml", "time_limit: 1.0", "time_limit: 1.5")
    out = tmp_path / "exported"
    assert made.judge("export", "--format", "kattis-2025-09", out).code == 0
    assert peers.bt(out, "run").code == 0
    config = out / "problem.yaml"
    config.write_text(config.read_text().replace("  time_resolution: 0.5\n", ""))
    refused = "not an integer multiple of time_resolution"
    assert peers.bt(out, "run").says(refused)


@on_one_example
def test_a_verdict_that_differs_is_noticed(
    subject: Subject, peers: Peers, tmp_path: Path
) -> None:
    """The comparison itself: a wrong submission that became right must fail it."""
    skip_scoring(subject)
    package = subject.copy(tmp_path)
    wrong = min((package / "submissions/wrong_answer").iterdir())
    right = next((package / "submissions/accepted").glob(f"*{wrong.suffix}"))
    wrong.write_bytes(right.read_bytes())
    done = peers.bt(package, "run")
    assert bt_outcomes(done)[f"wrong_answer/{wrong.name}"] == Outcome("AC")
    with pytest.raises(AssertionError):
        assert_verdicts_are_ours(subject, bt_outcomes(done))
