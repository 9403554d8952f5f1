"""`judge run` on whole packages of other formats, and on broken ones."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from support.command import TESTS, Package, judge
from support.kattis import CURRENT, LEGACY, package
from support.pages import data


@pytest.mark.parametrize(
    ("name", "met"),
    [
        # Constants, include/, arguments and files of tests, arguments of one input validator.
        ("kattis_2025_09", 4),
        # Old folder names, two output validators, include/ with the main class, programs of
        # several files, flags of a group, a time limit in two places.
        pytest.param("kattis_legacy", 5, marks=pytest.mark.slow),
    ],
)
def test_every_expectation_of_the_package_is_met(
    tmp_path: Path, name: str, met: int
) -> None:
    shutil.copytree(TESTS / "packages" / name, tmp_path / name)
    done = judge("run", "--until", "all", cwd=tmp_path / name / "data")
    assert done.code == 0, done.text
    assert f"{met} of {met} submissions met their expectation on 3 tests" in done.text
    assert "error: " not in done.text
    assert "warning: " not in done.text


@pytest.mark.slow
def test_files_of_the_package_are_added_to_submissions_from_elsewhere(
    tmp_path: Path,
) -> None:
    shutil.copytree(TESTS / "packages" / "kattis_2025_09", tmp_path / "package")
    shutil.copy(tmp_path / "package/submissions/accepted/add.cpp", tmp_path / "mine.cpp")
    done = judge("run", "--problem", "package", "mine.cpp", cwd=tmp_path)
    assert done.code == 0, done.text
    assert "1 AC" in done.text


@pytest.mark.parametrize(
    ("base", "changes", "said"),
    [
        (LEGACY, {"problem.yaml": "name: [\n"}, "error: problem.yaml:1: not YAML"),
        (
            LEGACY,
            {"data/secret/test_group.yaml": "args: [a]\n"},
            "settings of another format",
        ),
        (
            CURRENT,
            {"data/testdata.yaml": "on_reject: break\n"},
            "settings of another format",
        ),
        (LEGACY, {"problem.yaml": "validation: custom\n"}, "no output valid"),
    ],
)
def test_a_broken_package_ends_in_a_clear_line(
    tmp_path: Path, base: Mapping[str, str], changes: Mapping[str, str], said: str
) -> None:
    done = judge("run", cwd=package(tmp_path, base, changes))
    assert done.code == 3, done.text
    assert said in done.text
    assert "Traceback" not in done.text


def test_a_link_out_of_the_package_is_refused(tmp_path: Path) -> None:
    root = package(tmp_path / "package", LEGACY)
    (tmp_path / "outside.py").write_text("print(3)\n")
    (root / "submissions/accepted/linked.py").symlink_to("../../../outside.py")
    done = judge("run", cwd=root)
    assert done.code == 3
    assert (
        "submissions/accepted/linked.py: symbolic link that leaves the package"
        in done.text
    )


def test_a_package_without_data_is_broken(tmp_path: Path) -> None:
    root = package(
        tmp_path, {name: t for name, t in LEGACY.items() if "data" not in name}
    )
    done = judge("run", cwd=root)
    assert done.code == 3
    assert "error: data: no test" in done.text


def _legacy(folder: Path) -> Package:
    """Copy the legacy package of the tests."""
    shutil.copytree(TESTS / "packages" / "kattis_legacy", folder / "means")
    return Package(folder / "means")


@pytest.mark.slow
def test_what_other_systems_leave_in_a_package_is_no_warning(tmp_path: Path) -> None:
    copied = _legacy(tmp_path)
    before = copied.judge("validate").text
    config = (copied.root / "problem.yaml").read_text()
    copied.write("problem.yaml", f"{config}source_url: ''\n")
    left = ("data/generator.sh", "data/secret/make.py", "data/manual/1.in", "manual/x")
    for name in left:
        copied.write(name, "1\n")
    assert copied.judge("validate").text == before
    copied.write("data/secret/1.inn", "1\n")
    assert copied.judge("validate").says("belongs to no test", "1.inn")


def test_a_folder_of_input_validators_in_the_singular_is_read(tmp_path: Path) -> None:
    copied = _legacy(tmp_path)
    (copied.root / "input_format_validators").rename(copied.root / "input_validator")
    done = copied.judge("validate")
    assert done.code == 0
    assert done.says("input_validator: a folder name of another format, still read")
    assert done.says("checked by input_validator/check.py")


def test_tle_under_a_limit_that_was_inferred_without_a_toolchain_says_so(
    tmp_path: Path,
) -> None:
    changes = {
        "input_validators/check.py": "import sys\nsys.exit(42)\n",
        # A language that only other judges have: its toolchain is missing everywhere.
        "submissions/accepted/slow.pl": "main :- true.\n",
        "submissions/wrong_answer/endless.py": "while True:\n    pass\n",
        "submissions/wrong_answer/right.py": "print(sum(map(int, input().split())))\n",
    }
    root = package(tmp_path / "package", LEGACY, changes)
    reports = [
        "--json",
        tmp_path / "run.json",
        "--report",
        f"html:{tmp_path / 'run.html'}",
    ]
    done = judge("run", "--problem", root, *reports)
    doubt = (
        "the inferred time limit of 1 s may be too low: it was measured without "
        "submissions/accepted/slow.pl: Prolog is not supported by this version"
    )
    assert done.says(doubt)
    report = json.loads((tmp_path / "run.json").read_text())
    why = {each["path"]: each["why"] for each in report["submissions"]}
    assert doubt in why["submissions/wrong_answer/endless.py"]
    # It breaks its expectation too, but not by its time.
    assert why["submissions/wrong_answer/right.py"]
    assert "too low" not in why["submissions/wrong_answer/right.py"]
    without = report["inferred_time_limit"]["without"]
    assert without == [
        "submissions/accepted/slow.pl: Prolog is not supported by this version"
    ]
    page = data((tmp_path / "run.html").read_text())
    assert doubt in str(page["data"]["sections"][0]["submissions"])
