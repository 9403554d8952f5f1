"""Files appear whole and folders are removed whole, wherever an interrupt comes.

promise: no-followed-links
"""

from __future__ import annotations

from pathlib import Path

import pytest
from support.interrupts import at_each_step

from judging.files import Below, publish, remove_tree, temporary_folder

# Python closes what an interrupt left open.
pytestmark = [
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


def test_an_interrupt_at_any_step_leaves_no_temporary_folder(tmp_path: Path) -> None:
    def work() -> None:
        with temporary_folder("judge-", tmp_path) as folder:
            (folder / "inner").mkdir()
            (folder / "inner" / "file").write_bytes(b"content")

    steps = 0
    for step in at_each_step(work):
        steps += 1
        assert list(tmp_path.iterdir()) == [], f"step {step}"
    assert steps > 10


def test_an_interrupt_at_any_step_leaves_a_file_as_before_or_whole(
    tmp_path: Path,
) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"before")
    steps = 0
    place = Below(tmp_path) / "file"
    for step in at_each_step(lambda: place.write(b"after")):
        steps += 1
        assert list(tmp_path.iterdir()) == [file], f"step {step}"
        assert file.read_bytes() in (b"before", b"after"), f"step {step}"
        file.write_bytes(b"before")
    assert steps > 10


def test_a_file_that_is_replaced_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"before")
    file.chmod(0o640)
    (Below(tmp_path) / "file").write(b"after")
    assert file.read_bytes() == b"after"
    assert file.stat().st_mode & 0o777 == 0o640


def test_what_a_link_leads_to_keeps_its_mode_and_its_files(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir(mode=0o750)
    (outside / "file").write_bytes(b"content")
    (outside / "file").chmod(0o640)
    link = tmp_path / "link"
    link.symlink_to(outside)
    with pytest.raises(NotADirectoryError):
        remove_tree(link)
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "file").symlink_to(outside / "file")
    (folder / "folder").symlink_to(outside)
    publish(folder)
    remove_tree(folder)
    assert not folder.exists()
    assert outside.stat().st_mode & 0o777 == 0o750
    assert (outside / "file").stat().st_mode & 0o777 == 0o640
    assert (outside / "file").read_bytes() == b"content"


def test_a_folder_without_any_permission_is_removed(tmp_path: Path) -> None:
    inner = tmp_path / "folder" / "inner" / "most"
    inner.mkdir(parents=True)
    (inner / "file").write_bytes(b"")
    for folder in (inner, inner.parent, inner.parent.parent):
        folder.chmod(0)
    remove_tree(tmp_path / "folder")
    assert list(tmp_path.iterdir()) == []


def test_no_way_leads_out_of_a_place() -> None:
    for name in ("../file", "inner/../../file", "/file"):
        with pytest.raises(ValueError, match="leaves its folder"):
            Below(Path("folder")) / name
