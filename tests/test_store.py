"""The store: entries under keys, several judges at once, and where it lies."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.caches import SEAL_BYTES, entry, made_by_two_at_once

from judging.core.errors import MachineError
from judging.store import Kind, Store, default_root, digest_of, digest_of_file, key_of


@contextmanager
def another_judge(root: Path, code: str = "") -> Iterator[subprocess.Popen[str]]:
    """A second process with a handle on the store. For each line of input it runs `code` on `store`
    and prints `done`."""
    script = f"""
import sys
from pathlib import Path
from judging.store import Store
store = Store(Path(sys.argv[1]))
print("open", flush=True)
for line in sys.stdin:
    {code or "pass"}
    print("done", flush=True)
"""
    with subprocess.Popen(
        [sys.executable, "-c", script, str(root)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        yield process
        process.stdin.close()


KEY = "a" * 64


# ---- lists


def test_a_list_outlives_damage_and_a_judge_that_stopped_while_it_wrote(
    empty_store: Store,
) -> None:
    for value in ([1, "ü"], {"two": 2}, 3.5):
        empty_store.append("results", KEY, value)
    (file,) = (empty_store.root / "facts" / "results").glob("*/*")
    whole = file.read_bytes()
    assert empty_store.listed("results", KEY) == [[1, "ü"], {"two": 2}, 3.5]
    for cut in range(len(whole)):
        file.write_bytes(whole[:cut])
        empty_store.append("results", KEY, "next")
        *before, last = empty_store.listed("results", KEY)
        assert before == [[1, "ü"], {"two": 2}, 3.5][: len(before)]
        assert last == "next"
    for place in range(len(whole)):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1 :])
        found = empty_store.listed("results", KEY)
        assert [
            value for value in found if value not in ([1, "ü"], {"two": 2}, 3.5)
        ] == []
        assert len(found) >= 1
    assert empty_store.listed("results", "b" * 64) == []


# ---- keys


@given(
    st.lists(st.binary(max_size=4), max_size=4),
    st.lists(st.binary(max_size=4), max_size=4),
)
def test_different_parts_have_different_keys(one: list[bytes], two: list[bytes]) -> None:
    assert (key_of(*one) == key_of(*two)) == (one == two)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (["ab", "c"], ["a", "bc"]),
        (["a", ""], ["a"]),
        (["", "a"], ["a", ""]),
        ([], [""]),
        (["a\0b"], ["a", "b"]),
        (
            ["a" + "\x01" + "\0" * 7 + "b"],
            ["a", "b"],
        ),  # a part that holds another's length
    ],
)
def test_different_lists_of_parts_have_different_keys(
    one: list[str], two: list[str]
) -> None:
    assert key_of(*one) != key_of(*two)


def test_text_and_its_bytes_are_one_part_also_where_a_name_is_no_utf8() -> None:
    assert key_of("\u00e4") == key_of("\u00e4".encode())
    assert key_of(os.fsdecode(b"\xff")) == key_of(b"\xff")


# ---- files, folders, facts


def test_a_file_is_found_by_the_hash_of_its_bytes(
    empty_store: Store, tmp_path: Path
) -> None:
    content = b"1 2 3\n" * 1000
    file = tmp_path / "1.in"
    file.write_bytes(content)
    digest = empty_store.add(file)
    assert digest == hashlib.sha256(content).hexdigest()
    assert digest == digest_of(content) == digest_of_file(file)
    assert empty_store.add_bytes(content) == digest
    file.write_bytes(b"changed")
    assert empty_store.blob(digest).read_bytes() == content
    assert not empty_store.blob(digest_of(b"changed")).exists()


def test_a_folder_is_made_once(empty_store: Store) -> None:
    calls: list[Path] = []

    def fill(folder: Path) -> None:
        calls.append(folder)
        (folder / "program").write_text("v1")

    assert empty_store.find(Kind.PROGRAM, "k" * 64) is None
    made = empty_store.make(Kind.PROGRAM, "k" * 64, fill)
    assert empty_store.make(Kind.PROGRAM, "k" * 64, fill) == made
    assert empty_store.find(Kind.PROGRAM, "k" * 64) == made
    assert (made / "program").read_text() == "v1"
    assert len(calls) == 1
    assert empty_store.find(Kind.LAUNCHER, "k" * 64) is None


def test_an_entry_that_could_not_be_made_leaves_nothing(empty_store: Store) -> None:
    def fail(folder: Path) -> None:
        (folder / "half").write_text("half")
        raise RuntimeError("the compiler went away")

    with pytest.raises(RuntimeError, match="went away"):
        empty_store.make(Kind.PROGRAM, "a" * 64, fail)
    assert empty_store.find(Kind.PROGRAM, "a" * 64) is None
    assert list((empty_store.root / "tmp").iterdir()) == []
    assert empty_store.size() == 0


def test_adopt_moves_a_finished_folder(empty_store: Store) -> None:
    with empty_store.workspace() as space:
        folder = space / "program"
        folder.mkdir()
        (folder / "x").write_text("y")
        place = empty_store.adopt(Kind.PROGRAM, "b" * 64, folder)
    assert not space.exists()
    assert (place / "x").read_text() == "y"
    assert empty_store.find(Kind.PROGRAM, "b" * 64) == place


def test_a_fact_is_remembered_and_replaced(empty_store: Store) -> None:
    assert empty_store.recall("valid", "c" * 64) is None
    for value in ({"a": [1, None, "\u00e4"]}, [True], "text", 0):
        empty_store.remember("valid", "c" * 64, value)
        assert empty_store.recall("valid", "c" * 64) == value
    assert empty_store.recall("other", "c" * 64) is None
    with_other_handle = Store(empty_store.root)
    assert with_other_handle.recall("valid", "c" * 64) == 0
    with_other_handle.close()


def test_a_damaged_fact_is_forgotten(empty_store: Store) -> None:
    empty_store.remember("valid", "d" * 64, {"long": "value"})
    (file,) = (empty_store.root / "facts").glob("valid/*/*")
    content = file.read_text()
    for damaged in (
        content[:-3],
        content.replace("value", "other"),
        '{"long": "value"}',
        "",
    ):
        file.write_text(damaged)
        assert empty_store.recall("valid", "d" * 64) is None
    empty_store.remember("valid", "d" * 64, 1)
    assert empty_store.recall("valid", "d" * 64) == 1


# ---- several judges


def test_two_processes_make_the_same_entry_at_once(tmp_path: Path) -> None:
    root = tmp_path / "store"
    assert made_by_two_at_once(root, "e" * 64) in ({"one"}, {"two"})
    assert list((root / "tmp").iterdir()) == []


def test_threads_share_one_handle(empty_store: Store) -> None:
    made: list[Path] = []
    digests: list[str] = []

    def work(number: int) -> None:
        made.append(entry(empty_store, "f" * 64, 1000))
        digests.append(empty_store.add_bytes(b"the same"))
        empty_store.remember("valid", f"{number % 2:064}", number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == len(digests) == 8
    assert len(set(made)) == len(set(digests)) == 1
    assert (made[0] / "program").stat().st_size == 1000
    assert empty_store.recall("valid", f"{0:064}") in (0, 2, 4, 6)


def test_clear_is_refused_while_another_judge_runs(empty_store: Store) -> None:
    entry(empty_store, "a" * 64, 5000)
    with another_judge(empty_store.root):
        with pytest.raises(MachineError, match="in use by another judge"):
            empty_store.clear()
        assert empty_store.trim(0) == 0
        assert empty_store.find(Kind.PROGRAM, "a" * 64)
    assert empty_store.clear() == 5000 + SEAL_BYTES
    assert empty_store.find(Kind.PROGRAM, "a" * 64) is None
    assert empty_store.size() == 0


def test_after_a_refusal_others_are_still_kept_from_clearing(empty_store: Store) -> None:
    """A failed request for the exclusive lock must not lose the shared lock."""
    refused = "\n    try: store.clear(); print('cleared')\n    except Exception: print('refused')\n    "
    with another_judge(empty_store.root, refused) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        with pytest.raises(MachineError):
            empty_store.clear()
        other.stdin.write("\n")
        other.stdin.flush()
        assert other.stdout.readline() == "refused\n"
        assert other.stdout.readline() == "done\n"


def test_a_judge_that_was_killed_holds_nothing(empty_store: Store) -> None:
    with another_judge(empty_store.root) as other:
        other.kill()
        other.wait()
        assert empty_store.clear() == 0


# ---- where it lies


def test_the_place_follows_the_xdg_rule(
    monkeypatch: pytest.MonkeyPatch, private_cache: Path
) -> None:
    assert default_root() == private_cache / "judge"
    monkeypatch.setenv("HOME", "/somewhere")
    for unusable in ("", "relative/path"):
        monkeypatch.setenv("XDG_CACHE_HOME", unusable)
        assert default_root() == Path("/somewhere/.cache/judge")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert default_root() == Path("/somewhere/.cache/judge")


def test_a_root_that_cannot_be_written_is_the_machines_fault(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(MachineError, match="XDG_CACHE_HOME") as caught:
        Store(file / "judge")
    assert str(file / "judge") in str(caught.value)


def test_nobody_else_can_look_into_the_cache(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.mkdir(mode=0o755)
    for root in (old, tmp_path / "new"):
        Store(root).close()
        assert root.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(
    os.geteuid() != 0, reason="only root can make folders of other users"
)
def test_a_cache_of_another_user_is_refused(tmp_path: Path) -> None:
    """Its owner could have put programs there, which the judge would run."""
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    os.chown(theirs, 12345, 12345)
    with pytest.raises(MachineError, match=r"belongs to another user \(id 12345\)"):
        Store(theirs)
