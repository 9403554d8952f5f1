"""The packages in examples/ are sound, and each of their submissions gets the verdict of its folder."""

import re
from pathlib import Path

import pytest
from support.documents import Command, steps
from support.examples_folder import EXAMPLES, FOLDER, ONLY_SAMPLES, copy_example

from judging.features.transfer.scaffold import TYPES

VERDICTS = {
    "accepted": "AC",
    "wrong_answer": "WA",
    "time_limit_exceeded": "TLE",
    "run_time_error": "RTE",
}


def test_there_is_an_example_of_every_type_and_the_readme_lists_it() -> None:
    text = (FOLDER / "README.md").read_text()
    rows = re.findall(r"^\| \[(\w+)\]\((\w+)\) \| `([\w-]+)` \|", text, re.MULTILINE)
    assert sorted(name for name, link, _ in rows if name == link) == EXAMPLES
    assert sorted(kind for _, _, kind in rows) == sorted(TYPES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_name_of_an_example_is_one_that_the_format_allows(name: str) -> None:
    assert re.fullmatch("[a-z0-9]+", name)


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_sound(name: str, tmp_path: Path) -> None:
    done = copy_example(name, tmp_path).judge("validate")
    assert done.code == 0
    assert "warning" not in done.text


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_submissions_of_an_example_get_the_verdicts_of_their_folders(
    name: str, tmp_path: Path
) -> None:
    report = copy_example(name, tmp_path).run("--fresh")
    assert report.code == 0
    submissions = report.json["submissions"]
    files = list((FOLDER / name / "submissions").glob("*/*.*"))
    assert len(submissions) == len([file for file in files if file.suffix != ".yaml"])
    for submission in submissions:
        folder = submission["path"].split("/")[1]
        assert submission["verdict"] == VERDICTS[folder], submission["path"]
    folders = {submission["path"].split("/")[1] for submission in submissions}
    assert {"accepted", "wrong_answer", "time_limit_exceeded"} <= folders


@pytest.mark.slow
def test_every_wrong_submission_of_the_interactive_example_is_found(
    tmp_path: Path,
) -> None:
    done = copy_example("deepest", tmp_path).judge("hack", "--all")
    assert done.code == 0, done.text
    assert done.says("3 of 3 hunts ended as expected")


# ---- the example that has only samples


def _commands() -> list[Command]:
    """Return the commands of its README."""
    found = []
    for step in steps((FOLDER / ONLY_SAMPLES / "README.md").read_text()):
        if isinstance(step, Command) and step.line.startswith("judge "):
            found.append(step)
    return found


def test_every_program_that_must_fail_passes_the_samples(tmp_path: Path) -> None:
    report = copy_example(ONLY_SAMPLES, tmp_path).run("--fresh")
    assert report.code == 3  # no secret test
    verdicts = [submission["verdict"] for submission in report.json["submissions"]]
    assert verdicts == ["AC"] * 5


@pytest.mark.slow
def test_its_readme_shows_the_format_that_is_learnt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("JUDGE_DESCRIBE")
    first = _commands()[0]
    done = copy_example(ONLY_SAMPLES, tmp_path).judge(*first.line.split()[1:])
    assert done.out.splitlines() == list(first.shown)


@pytest.mark.slow
@pytest.mark.long
def test_its_commands_make_tests_that_catch_every_wrong_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("JUDGE_DESCRIBE")
    package = copy_example(ONLY_SAMPLES, tmp_path)
    commands = _commands()
    assert len(commands) == 4
    for command in commands:
        done = package.judge(*command.line.split()[1:])
        assert done.code == 0, done.text
    report = package.run()
    assert all(submission["met"] for submission in report.json["submissions"])
