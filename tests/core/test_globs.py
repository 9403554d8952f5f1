"""Globs of submissions and tests."""

from __future__ import annotations

import pytest
from support.operations import operations

from judging.core import globs


@pytest.mark.parametrize(
    ("glob", "path", "matched"),
    [
        ("accepted", "accepted/a.py", True),
        ("accepted/", "accepted/a.py", True),
        ("accepted/*", "accepted/a.py", True),
        ("accepted/a.*", "accepted/a.py", True),
        ("*/a.py", "accepted/a.py", True),
        ("*", "accepted/a.py", True),
        ("*/*/*", "accepted/a.py", False),
        ("*.py", "accepted/a.py", False),
        ("a", "accepted/a.py", False),
        ("accepted/a", "accepted/a.py", False),
        ("accepted/*a*b*c", "accepted/xaxbxc", True),
        ("accepted/*a*b*c", "accepted/xbxaxc", False),
        ("accepted/ab*bc", "accepted/abc", False),
        ("accepted/ab*bc", "accepted/abbc", True),
        ("accepted/*ab*b", "accepted/ab", False),
    ],
)
def test_globs_match_inside_one_folder_and_everything_in_a_matched_folder(
    glob: str, path: str, matched: bool
) -> None:
    assert globs.matches(glob, path) is matched


@pytest.mark.parametrize(
    ("glob", "expanded"),
    [
        ("a", ("a",)),
        ("{a,b}.{py,cpp}", ("a.py", "a.cpp", "b.py", "b.cpp")),
        ("x{a,b{c,d}}", ("xa", "xbc", "xbd")),
        ("x{,y}", ("x", "xy")),
        ("{a}", ("a",)),
        ("a,b", ("a,b",)),
        ("secret/*{ 4 }{ 2, 10 }", ("secret/*42", "secret/*410")),
    ],
)
def test_braces_expand(glob: str, expanded: tuple[str, ...]) -> None:
    assert globs.expand(glob) == expanded


@pytest.mark.parametrize(
    "glob", ["", "a?", "a b", "{" * 50, "{a,b}" * 15, "a" * 2000, "{a}}", "{,"]
)
def test_invalid_globs_are_rejected_at_once(glob: str) -> None:
    def refuse() -> None:
        with pytest.raises(globs.GlobError):
            globs.expand(glob)

    assert operations(refuse) < 100_000


def test_matching_takes_linear_time() -> None:
    def match(size: int) -> int:
        return operations(
            lambda: globs.matches("*a" * size + "b*b", "a" * 3 * size + "b")
        )

    assert match(100) < 2.5 * match(50)
