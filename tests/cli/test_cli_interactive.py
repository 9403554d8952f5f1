"""`judge` on whole interactive and multi-pass packages."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from support.command import TESTS, judge

import judging
from judging.core.errors import UsageError

PACKAGES = ("interactive_guess", "multi_pass_code", "interactive_multi_pass")


@pytest.fixture
def package(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Copy the package that the test names."""
    root = tmp_path / "package"
    shutil.copytree(TESTS / "packages" / request.param, root)
    return root


def of(name: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("package", [name], indirect=True)


def verdicts(package: Path, report: Path, *args: object) -> dict[str, list[str]]:
    """Return the verdict of each submission on each test; every expectation must be met."""
    done = judge("run", "--problem", package, "--json", report, *args)
    assert done.code == 0, done.text
    submissions = json.loads(report.read_text())["submissions"]
    return {s["path"]: [t["verdict"] for t in s["testcases"]] for s in submissions}


@pytest.mark.parametrize(
    "package",
    [
        pytest.param(name, marks=pytest.mark.slow) if name == "interactive_guess" else name
        for name in PACKAGES
    ],
    indirect=True,
)
def test_every_submission_meets_its_expectation(package: Path, tmp_path: Path) -> None:
    assert verdicts(package, tmp_path / "report.json", "--jobs", 2)


@pytest.mark.slow
@pytest.mark.parametrize("package", PACKAGES, indirect=True)
def test_verdicts_are_the_same_at_every_number_of_jobs_and_with_a_transcript(
    package: Path, tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    first = verdicts(package, report, "--jobs", 1)
    assert verdicts(package, report, "--jobs", 3, "--fresh") == first
    assert verdicts(package, report, "--jobs", 2, "--interaction") == first


@of("multi_pass_code")
def test_the_dialogue_is_kept_as_a_sample_shows_it(package: Path, tmp_path: Path) -> None:
    path = "solutions/accepted/binary.py"
    done = judge(
        "run", path, "--keep", tmp_path / "kept", "--interaction", "--tests", "sample/*",
        cwd=package,
    )  # fmt: skip
    assert done.code == 0, done.text
    sample = (package / "problem/data/sample/1.interaction").read_bytes()
    assert (tmp_path / "kept" / path / "sample/1/interaction").read_bytes() == sample


@pytest.mark.slow
@of("interactive_guess")
def test_the_end_of_a_dialogue_that_failed_is_shown(package: Path) -> None:
    path = "solutions/wrong_answer/says_more.c"
    done = judge("run", path, "--interaction", "--json", "-", cwd=package)
    assert done.code == 0, done.text
    assert done.says(f"{path} on sample/1: WA, as expected")
    assert done.says("| >found")
    (submission,) = json.loads(done.out)["submissions"]
    assert submission["testcases"][0]["dialogue"] == ">500\n<equal\n>found"
    shutil.move(package / path, package / "solutions/accepted")
    done = judge("run", "solutions/accepted/says_more.c", "--interaction", cwd=package)
    assert done.code != 0
    assert done.says("end of the interaction")
    assert done.says("| >found")


@pytest.mark.slow
@of("interactive_multi_pass")
def test_more_passes_than_are_allowed_are_the_packages_fault(package: Path) -> None:
    (package / "problem/data/secret/1.ans").write_text("4\n")
    done = judge("run", cwd=package)
    assert done.code == 3
    assert done.says("asks for more passes than limits.validation_passes allows (3)")


@of("interactive_guess")
def test_a_hunt_is_refused_in_one_line(package: Path) -> None:
    done = judge("hack", "solutions/wrong_answer/ends_early.c", cwd=package)
    assert done.code == 2
    assert done.says("interactive and multi-pass problems cannot be hunted")
    with pytest.raises(UsageError, match="interactive and multi-pass problems cannot be hunted"):
        judging.hack(judging.load(package))


@of("sound")
def test_interaction_is_refused_for_a_problem_of_one_pass(package: Path) -> None:
    done = judge("run", "--interaction", cwd=package)
    assert done.code == 2
    assert done.says("--interaction: the problem is neither interactive nor multi-pass")


@of("multi_pass_code")
def test_without_an_output_validator_the_package_is_broken(package: Path) -> None:
    shutil.rmtree(package / "checker")
    done = judge("run", cwd=package)
    assert done.code == 3
    assert done.says("no output validator")
