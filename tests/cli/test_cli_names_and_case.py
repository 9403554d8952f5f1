"""Names that differ in case only, and exports: what fails leaves nothing; what is written is
called as the package is."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import pytest
from support.command import TESTS, judge

PACKAGE = TESTS / "packages" / "kattis_2025_09"
SAYS = "names differ in case only: "


def with_twins(root: Path) -> Path:
    """Copy a package, with a test and a submission whose names differ in case only."""
    shutil.copytree(PACKAGE, root)
    for extension in (".in", ".ans"):
        for name in ("03-small", "03-Small"):
            shutil.copy(
                root / f"data/secret/1{extension}",
                root / f"data/secret/{name}{extension}",
            )
    shutil.copy(
        root / "submissions/accepted/add.py", root / "submissions/accepted/Add.py"
    )
    return root


def warnings(root: Path, command: str) -> dict[str, str]:
    """Return by place what is said of names; no error is found."""
    report = root.parent / "report.json"
    done = judge(command, "--problem", root, "--json", report)
    assert done.code == 0, done.text
    found = json.loads(report.read_text())["diagnostics"]
    return {
        f"{each['file']}:{each['line']}": each["message"]
        for each in found
        if SAYS in each["message"]
    }


@pytest.mark.parametrize("command", ["run", "validate"])
def test_names_that_differ_in_case_only_are_named_when_read(
    tmp_path: Path, command: str
) -> None:
    said = warnings(with_twins(tmp_path / "p"), command)
    assert set(said) == {"data/secret:None", "submissions/accepted:None"}
    files = "03-Small.ans and 03-small.ans, 03-Small.in and 03-small.in; "
    assert said["data/secret:None"].startswith(f"{SAYS}{files}")
    assert said["submissions/accepted:None"].startswith(f"{SAYS}Add.py and add.py; ")


def test_recipes_that_differ_in_case_only_have_their_line(tmp_path: Path) -> None:
    root = tmp_path / "p"
    shutil.copytree(PACKAGE, root)
    (root / "generators").mkdir()
    test = '{in: "5\\n", ans: "10\\n"}'
    recipes = f"data:\n  secret:\n    data:\n      a: {test}\n      A: {test}\n"
    (root / "generators/generators.yaml").write_text(recipes)
    done = judge("validate", "--problem", root)
    place = "generators/generators.yaml:4"
    assert done.says("warning: ", place, f"{SAYS}secret/A and secret/a; ")


@pytest.mark.parametrize(
    "format", ["kattis-2025-09", "kattis-legacy", "domjudge", "polygon"]
)
@pytest.mark.parametrize("out", ["out.zip", "out"])
def test_an_export_that_fails_leaves_nothing(
    tmp_path: Path, format: str, out: str
) -> None:
    root = with_twins(tmp_path / "p")
    target = tmp_path / "new" / out
    target.parent.mkdir()
    done = judge("export", "--unchecked", "--problem", root, "--format", format, target)
    assert done.code == 3
    assert "written" not in done.out
    assert "read by" not in done.out
    assert f"{SAYS}Add.py and add.py" in done.err
    assert list(target.parent.iterdir()) == []


def test_what_is_exported_is_called_as_the_package_is(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "gaps")
    printed = {}
    for format in ("kattis-2025-09", "domjudge", "polygon"):
        out = tmp_path / f"for-{format}.zip"
        done = judge("export", "--problem", tmp_path / "gaps", "--format", format, out)
        assert done.code == 0, done.text
        printed[format] = done.out
    assert "folder name" not in printed["kattis-2025-09"]
    assert "short name" not in printed["domjudge"]
    with zipfile.ZipFile(tmp_path / "for-domjudge.zip") as opened:
        settings = opened.read("domjudge-problem.ini").decode()
    assert settings.startswith("short-name = gaps\n")
    with zipfile.ZipFile(tmp_path / "for-polygon.zip") as opened:
        described = opened.read("problem.xml").decode()
    assert '<problem revision="1" short-name="gaps">' in described
