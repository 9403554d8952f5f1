"""The packages in examples/ are sound, and each of their submissions gets the verdict of its folder."""

import re
from pathlib import Path

import pytest
from support.examples_folder import EXAMPLES, FOLDER, copy_example

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
