"""Files appear whole and folders are removed whole, wherever an interrupt comes."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.interrupts import at_each_step

from judging.files import temporary_folder, whole_file, write_whole

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
    for step in at_each_step(lambda: write_whole(file, b"after")):
        steps += 1
        assert list(tmp_path.iterdir()) == [file], f"step {step}"
        assert file.read_bytes() in (b"before", b"after"), f"step {step}"
        file.write_bytes(b"before")
    assert steps > 10


def test_a_file_that_is_replaced_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"before")
    file.chmod(0o640)
    with whole_file(file) as fresh:
        fresh.write_bytes(b"after")
    assert file.read_bytes() == b"after"
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_link_to_a_file_that_is_replaced_stays_a_link(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"before")
    link = tmp_path / "link"
    link.symlink_to(file)
    write_whole(link, b"after")
    assert link.is_symlink()
    assert file.read_bytes() == b"after"
