"""A misspelt folder is an error: what is in it is not read, and a run without it is green."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from support.command import TESTS, judge

CURRENT = TESTS / "packages" / "kattis_2025_09"
LEGACY = TESTS / "packages" / "kattis_legacy"
NATIVE = TESTS / "packages" / "scoring_checker"


def renamed(root: Path, base: Path, folder: str, name: str) -> Path:
    """Copy a package, with another name for a folder."""
    shutil.copytree(base, root)
    (root / folder).rename((root / folder).with_name(name))
    return root


def validate(root: Path) -> tuple[int, list[str], str]:
    """Return the exit code, the errors, and everything that was printed."""
    done = judge("validate", "--problem", root, "--json", root.parent / "report.json")
    report = json.loads((root.parent / "report.json").read_text())
    errors = []
    for found in report["diagnostics"]:
        if found["severity"] == "error":
            errors.append(f"{found['file']}: {found['message']}")
    return done.code, errors, done.text


@pytest.mark.parametrize(
    ("base", "folder", "name"),
    [
        (CURRENT, "submissions/wrong_answer", "wrong_anwser"),
        (CURRENT, "submissions/wrong_answer", "Wrong-Answer"),
        (CURRENT, "submissions/run_time_error", "runtime_error"),
        (LEGACY, "submissions/accepted", "acepted"),
        (CURRENT, "input_validators", "input_validtors"),
        (CURRENT, "statement", "statment"),
        (CURRENT, "submissions", "submisions"),
        (CURRENT, "include", "includes"),
        (CURRENT, "include/python3", "pyhton3"),
        (CURRENT, "include/default", "defualt"),
        (NATIVE, "validators", "validator"),
        (NATIVE, "checker", "chekcer"),
    ],
)
def test_a_misspelt_folder_is_an_error_with_its_name(
    tmp_path: Path, base: Path, folder: str, name: str
) -> None:
    root = renamed(tmp_path / "p", base, folder, name)
    code, errors, _ = validate(root)
    assert code == 3
    place = (Path(folder).with_name(name)).as_posix()
    meant = f"did you mean '{Path(folder).name}'?"
    assert any(said.startswith(place) and meant in said for said in errors), errors


@pytest.mark.parametrize("name", ["invalid_inputs", "invalid_imput", "valid_outputs"])
def test_misspelt_folders_of_other_data_are_errors(tmp_path: Path, name: str) -> None:
    shutil.copytree(CURRENT, tmp_path / "p")
    shutil.copytree(tmp_path / "p/data/sample", tmp_path / "p/data" / name)
    code, errors, _ = validate(tmp_path / "p")
    assert code == 3
    assert any(said.startswith(f"data/{name}: unknown data folder") for said in errors)


@pytest.mark.parametrize("name", ["unaccepted", "not_accepted", "mixed", "accepted_old"])
def test_other_folders_of_submissions_are_counted_in_the_last_line(
    tmp_path: Path, name: str
) -> None:
    root = renamed(tmp_path / "p", CURRENT, "submissions/wrong_answer", name)
    code, errors, text = validate(root)
    assert (code, errors) == (0, [])
    assert text.splitlines()[-1].endswith("Without an expectation: 1 submission.")


def test_a_name_with_a_rule_or_with_the_opposite_meaning_is_no_error(
    tmp_path: Path,
) -> None:
    root = renamed(tmp_path / "p", CURRENT, "submissions/wrong_answer", "wrong_anwser")
    rules = root / "submissions/submissions.yaml"
    rules.write_text("wrong_anwser: {permitted: [AC, WA], required: [WA]}\n")
    shutil.copytree(root / "data/sample", root / "data/valid_input")
    code, errors, text = validate(root)
    assert (code, errors) == (0, [])
    assert "Without an expectation" not in text
    assert "data/valid_input" in text
    assert "did you mean 'invalid_input'" not in text
