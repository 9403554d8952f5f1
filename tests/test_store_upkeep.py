"""The store's size, and the removal of entries."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.caches import SEAL_BYTES, age, entry, write

from judging.store import Kind, Store


def files_of(store: Store) -> list[Path]:
    """Every file below the root but the locks."""
    files = [path for path in store.root.rglob("*") if path.is_file()]
    locks = (store.root / "lock", *(store.root / "claims").glob("*"))
    return [path for path in files if path not in locks]


def test_size_counts_and_clear_removes_every_file(empty_store: Store) -> None:
    for kind in Kind:
        empty_store.make(kind, "a" * 64, lambda folder: write(folder / "file", 1000))
    empty_store.add_tree([("inner/file", b"x" * 500)])
    empty_store.add_bytes(b"y" * 500)
    empty_store.remember("valid", "b" * 64, 12345)
    folders = 1000 * len(Kind) + 500 + (len(Kind) + 1) * SEAL_BYTES
    expected = (
        folders + 500 + 500 + SEAL_BYTES + len("\n 12345")
    )  # a tree's file is a blob, too
    assert empty_store.size() == expected
    assert sum(path.stat().st_size for path in files_of(empty_store)) == expected
    assert empty_store.clear() == expected
    assert files_of(empty_store) == []
    assert empty_store.size() == 0


def test_trim_removes_a_tree_of_files(empty_store: Store) -> None:
    tree = empty_store.tree(empty_store.add_tree([("file", b"x" * 500)]))
    age(tree, 86400)
    empty_store.trim(500)  # the blob
    assert not tree.exists()


def test_folders_of_an_older_version_are_removed_too(empty_store: Store) -> None:
    old = empty_store.root / "built" / "aa" / ("a" * 64)
    old.mkdir(parents=True)
    write(old / "program", 1000)
    assert empty_store.size() == 1000
    assert empty_store.trim(0) == 1000
    assert not old.exists()


def test_an_entry_is_made_again_after_clearing(empty_store: Store) -> None:
    entry(empty_store, "a" * 64, 1000)
    assert empty_store.clear() == 1000 + SEAL_BYTES
    entry(empty_store, "a" * 64, 10)
    assert empty_store.size() == 10 + SEAL_BYTES


def test_trim_takes_the_least_recently_used_first(empty_store: Store) -> None:
    keys = [letter * 64 for letter in "abcd"]
    for number, key in enumerate(keys):
        age(entry(empty_store, key, 1000), seconds=(10 - number) * 86400)
    empty_store.find(Kind.PROGRAM, keys[0])  # used again: now the most recent
    freed = empty_store.trim(2500)
    left = [key[0] for key in keys if empty_store.find(Kind.PROGRAM, key)]
    assert left == ["a", "d"]
    assert freed == 2 * (1000 + SEAL_BYTES)
    assert empty_store.size() <= 2500


@pytest.mark.parametrize("how", ["make", "add", "recall"])
def test_every_kind_of_use_counts_as_use(empty_store: Store, how: str) -> None:
    digest = empty_store.add_bytes(b"x" * 200)
    empty_store.remember("valid", "v" * 64, "y" * (200 - SEAL_BYTES - len('\n ""')))
    entry(empty_store, "a" * 64, 200 - SEAL_BYTES)
    for path, _ in _entries(empty_store):
        age(path, 86400)
    if how == "make":
        entry(empty_store, "a" * 64, 1)
    elif how == "add":
        empty_store.add_bytes(b"x" * 200)
    else:
        empty_store.recall("valid", "v" * 64)
    empty_store.trim(200)
    kept = {
        "make": empty_store.find(Kind.PROGRAM, "a" * 64) is not None,
        "add": empty_store.blob(digest).exists(),
        "recall": empty_store.recall("valid", "v" * 64) is not None,
    }
    assert kept == {name: name == how for name in kept}


def test_trim_leaves_a_small_cache_alone(empty_store: Store) -> None:
    age(entry(empty_store, "a" * 64, 1000), 86400 * 365)
    assert empty_store.trim(1000 + SEAL_BYTES) == 0
    assert empty_store.find(Kind.PROGRAM, "a" * 64)


def test_trim_takes_what_a_killed_judge_left_half_done(empty_store: Store) -> None:
    abandoned = empty_store.root / "tmp" / "abandoned"
    abandoned.mkdir()
    write(abandoned / "half", 10)
    age(abandoned, 7 * 86400)
    fresh = empty_store.root / "tmp" / "fresh"
    fresh.mkdir()
    empty_store.trim()
    assert not abandoned.exists()
    assert fresh.exists()


def _entries(store: Store) -> list[tuple[Path, int]]:
    found = [*store.root.glob("blobs/*/*"), *store.root.glob("facts/*/*/*")]
    found += store.root.glob("programs/*/*")
    return [(path, path.stat().st_size) for path in found]
