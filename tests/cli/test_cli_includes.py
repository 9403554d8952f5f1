"""`include` in generators.yaml: a folder cannot have its own tests again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.command import TESTS, judge

PACKAGE = TESTS / "packages" / "kattis_2025_09"


@pytest.mark.parametrize(
    ("folder", "line"),
    [
        ("secret: {include: [secret], data: {a: T}}", 3),
        ("secret:\n    include:\n    - secret\n    data: {a: T}", 5),
        ("secret: {data: {g: {data: {a: T}, include: secret}}}", 3),
        ("secret: {data: {g: {data: {a: T}, include: g}}}", 3),
    ],
)
def test_a_folder_that_includes_itself_is_an_error_with_its_line(
    tmp_path: Path, folder: str, line: int
) -> None:
    shutil.copytree(PACKAGE, tmp_path / "p")
    (tmp_path / "p/generators").mkdir()
    tests = folder.replace("T", '{in: "5\\n", ans: "10\\n"}')
    file = tmp_path / "p/generators/generators.yaml"
    file.write_text(f"data:\n  # folders\n  {tests}\n")
    done = judge("validate", "--problem", tmp_path / "p")
    assert done.code == 3
    place = f"error: generators/generators.yaml:{line}: "
    assert done.says(place, "include", "this folder would include itself")
