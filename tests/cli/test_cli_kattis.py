"""`judge run` on whole packages of other formats, and on broken ones."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from support.command import TESTS, judge
from support.kattis import CURRENT, LEGACY, package


@pytest.mark.parametrize(
    ("name", "met"),
    [
        # Constants, include/, arguments and files of tests, arguments of one input validator.
        ("kattis_2025_09", 4),
        # Old folder names, two output validators, include/ with the main class, programs of
        # several files, flags of a group, a time limit in two places.
        ("kattis_legacy", 5),
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
