"""Removing a box, or what a killed judge left, at any depth and with any modes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from judging.files import remove_tree
from judging.store import Store

UNPRIVILEGED = 65534
DEPTH = 3000


@contextmanager
def deep_tree(root: Path, depth: int) -> Iterator[Path]:
    """Nested folders, far deeper than the longest path."""
    root.mkdir()
    here = os.open(root, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("d", dir_fd=here)
        inner = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)
    try:
        yield root
    finally:
        subprocess.run(["rm", "-rf", str(root)], check=True)


def test_a_deep_tree_is_removed(tmp_path: Path) -> None:
    with deep_tree(tmp_path / "deep", DEPTH) as root:
        (root / "file").touch()
        remove_tree(root)
        assert not root.exists()


@pytest.mark.slow
def test_what_a_killed_judge_left_is_cleared_however_deep(empty_store: Store) -> None:
    with deep_tree(empty_store.root / "tmp" / "deep", DEPTH) as root:
        empty_store.clear()
        assert not root.exists()


def without_privileges(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    """Runs `code` in `folder` as an ordinary user: file modes do not restrict root."""
    script = f"""
import os, stat
from pathlib import Path
from judging.files import remove_tree
os.chdir({str(folder)!r})
if os.geteuid() == 0:
    os.chown(".", {UNPRIVILEGED}, {UNPRIVILEGED})
    os.setgroups([])
    os.setresgid(*[{UNPRIVILEGED}] * 3)
    os.setresuid(*[{UNPRIVILEGED}] * 3)
{code}
"""
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("mode", [0o555, 0o111, 0o333, 0o000], ids=oct)
def test_folders_without_permissions_are_removed(tmp_path: Path, mode: int) -> None:
    done = without_privileges(
        tmp_path,
        f"""
os.makedirs("tree/locked/inner")
Path("tree/locked/file").touch()
Path("tree/locked/inner/file").touch()
os.chmod("tree/locked/inner", {mode})
os.chmod("tree/locked", {mode})
remove_tree(Path("tree"))
""",
    )
    assert done.stderr == ""
    assert not (tmp_path / "tree").exists()


def test_a_locked_root_is_removed(tmp_path: Path) -> None:
    done = without_privileges(
        tmp_path,
        """
os.makedirs("tree/inner")
Path("tree/inner/file").touch()
os.chmod("tree", 0)
remove_tree(Path("tree"))
""",
    )
    assert done.stderr == ""
    assert not (tmp_path / "tree").exists()


def test_what_a_link_points_at_is_not_touched(tmp_path: Path) -> None:
    done = without_privileges(
        tmp_path,
        """
Path("precious").write_text("kept")
os.chmod("precious", 0o640)
os.mkdir("folder")
Path("folder/file").touch()
os.chmod("folder", 0o750)
os.makedirs("tree/locked")
os.symlink("../../precious", "tree/locked/file")
os.symlink("../../folder", "tree/locked/folder")
os.chmod("tree/locked", 0o555)
remove_tree(Path("tree"))
print(oct(stat.S_IMODE(os.stat("precious").st_mode)), oct(stat.S_IMODE(os.stat("folder").st_mode)))
""",
    )
    assert done.stderr == ""
    assert done.stdout == "0o640 0o750\n"
    assert not (tmp_path / "tree").exists()
    assert (tmp_path / "precious").read_text() == "kept"
    assert (tmp_path / "folder" / "file").exists()
