"""The manifest: its text, differences, and malformed manifests."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest
from support.packages import MANIFEST, findings, make_package

from judging.package import load
from judging.package.groups import manifest
from judging.package.groups.manifest import Difference

A = "a" * 64
B = "b" * 64


def test_rendered_text_is_sorted_one_file_a_line() -> None:
    assert manifest.render({"secret/2.in": B, "sample/1.in": A}) == (
        f'{{\n "files": {{\n  "sample/1.in": "{A}",\n  "secret/2.in": "{B}"\n }}\n}}\n'
    )


def test_digests_cover_every_data_file_but_the_manifest(tmp_path: Path) -> None:
    root = make_package(tmp_path, {MANIFEST: "{}", "problem/data/.hidden": ""})
    os.mkfifo(root / "problem/data/secret/pipe")
    found = manifest.digests(root / "problem/data")
    assert list(found) == ["sample/1.ans", "sample/1.in", "secret/1.ans", "secret/1.in"]
    assert found["sample/1.in"] == hashlib.sha256(b"1 2\n").hexdigest()


def test_a_rendered_manifest_loads_unchanged(tmp_path: Path) -> None:
    make_package(tmp_path)
    digests = manifest.digests(tmp_path / "problem/data")
    (tmp_path / MANIFEST).write_text(manifest.render(digests))
    problem = load(tmp_path)
    assert problem.diagnostics == ()
    assert problem.manifest == digests
    assert manifest.differences(problem.manifest, digests) == []


def test_differences_are_changed_missing_and_extra() -> None:
    listed = {"a": A, "b": A, "c": A}
    assert manifest.differences(listed, {"a": A, "b": B, "d": A}) == [
        ("b", Difference.CHANGED),
        ("c", Difference.MISSING),
        ("d", Difference.EXTRA),
    ]


@pytest.mark.parametrize(
    ("content", "finding"),
    [
        ("{", f"error: {MANIFEST}:1: not JSON: Expecting property name"),
        (
            "[]",
            f'error: {MANIFEST}: expected {{"files": {{"sample/1.in": "<sha256>", ...}}}}',
        ),
        ('{"files": {}, "x": 1}', f"error: {MANIFEST}: expected "),
        (
            '{"files": {"a": 3}}',
            f"error: {MANIFEST}: a: expected the sha256 of the file, 64 hex",
        ),
        (
            '{"files": {"a": "XY"}}',
            f"error: {MANIFEST}: a: expected the sha256 of the file, 64",
        ),
        (b"\xff", f"error: {MANIFEST}: cannot be read: "),
        ("[" * 100_000, f"error: {MANIFEST}: cannot be read: "),
    ],
)
def test_a_malformed_manifest_is_an_error(
    tmp_path: Path, content: str | bytes, finding: str
) -> None:
    make_package(tmp_path, {MANIFEST: content})
    assert load(tmp_path).manifest is None
    (found,) = findings(tmp_path)
    assert found.startswith(finding)
