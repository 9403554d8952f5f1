"""Malicious zip files: each is refused in one line, and nothing is written outside the folder.

promise: bounded-reading
"""

from __future__ import annotations

import io
import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from support.command import judge

from judging.core.errors import PackageError
from judging.features.transfer import archives
from judging.files import Below


def zipped(*entries: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    """Return a zip file with these entries, whatever their names are."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in entries:
            made.writestr(name, content)
    return stream.getvalue()


def special(kind: int, name: str = "data") -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.create_system = 3
    entry.external_attr = (kind | 0o777) << 16
    return entry


def renamed(content: bytes, old: bytes, new: bytes) -> bytes:
    """Replace a name by another of the same length in both places where a zip file states it."""
    assert len(old) == len(new)
    assert content.count(old) == 2
    return content.replace(old, new)


def with_entry_at(content: bytes, place: int) -> bytes:
    """Let the directory of a zip file with one entry say that the entry starts at `place`."""
    at = content.index(b"PK\x01\x02")
    extra = struct.pack("<HHQ", 1, 8, place)
    name = content[at + 46 : content.index(b"PK\x05\x06")]
    head = bytearray(content[at : at + 46])
    struct.pack_into("<H", head, 30, len(extra))
    struct.pack_into("<I", head, 42, 0xFFFFFFFF)
    end = bytearray(content[content.index(b"PK\x05\x06") :])
    struct.pack_into("<I", end, 12, 46 + len(name) + len(extra))
    return content[:at] + bytes(head) + name + extra + bytes(end)


def compressed(method: int) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as made:
        made.writestr("a", b"x")
    return stream.getvalue()


def flagged(content: bytes, bit: int) -> bytes:
    """Set a general-purpose bit in both headers of the first entry."""
    changed = bytearray(content)
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = content.index(signature) + offset
        (flags,) = struct.unpack_from("<H", content, at)
        struct.pack_into("<H", changed, at, flags | bit)
    return bytes(changed)


ATTACKS: dict[str, tuple[Callable[[], bytes], str]] = {
    "parent": (lambda: zipped(("../evil", b"x")), "points outside"),
    "parent inside": (lambda: zipped(("a/../../evil", b"x")), "points outside"),
    "long": (lambda: zipped((f"a/{'b' * 300}", b"x")), "more than 255 bytes"),
    "absolute": (lambda: zipped(("/tmp/evil", b"x")), "absolute"),
    "drive": (lambda: zipped(("C:/evil", b"x")), "points outside"),
    "parent of Windows": (lambda: zipped(("a\\..\\..\\evil", b"x")), "points outside"),
    "absolute of Windows": (lambda: zipped(("\\evil", b"x")), "absolute"),
    "drive of Windows": (lambda: zipped(("C:\\evil", b"x")), "points outside"),
    "share of Windows": (lambda: zipped(("\\\\host\\evil", b"x")), "absolute"),
    "twice but for slashes": (
        lambda: zipped(("a/b", b"x"), ("a\\b", b"y")),
        "a second file",
    ),
    "file as folder of Windows": (
        lambda: zipped(("a", b"x"), ("a\\b", b"y")),
        "which is a file",
    ),
    "dot": (lambda: zipped(("a/./evil", b"x")), "points outside"),
    "empty part": (lambda: zipped(("a//evil", b"x")), "points outside"),
    "zero byte": (
        lambda: renamed(zipped(("abXcd", b"x")), b"abXcd", b"ab\0cd"),
        "zero byte",
    ),
    "link": (lambda: zipped((special(stat.S_IFLNK), b"/etc/passwd")), "a link"),
    "pipe": (lambda: zipped((special(stat.S_IFIFO), b"")), "special file"),
    "device": (lambda: zipped((special(stat.S_IFCHR), b"")), "special file"),
    "twice": (
        lambda: renamed(zipped(("aa", b"x"), ("ab", b"y")), b"ab", b"aa"),
        "a second file with the name",
    ),
    "twice but for case": (
        lambda: zipped(("a/b", b"x"), ("A/B", b"y")),
        "a second file",
    ),
    "file as folder": (lambda: zipped(("a", b"x"), ("a/b", b"y")), "which is a file"),
    "encrypted": (lambda: flagged(zipped(("a", b"x")), 1), "encrypted"),
    "damaged": (
        lambda: zipped(("a", b"x" * 1000)).replace(b"PK\x03\x04", b"PK\x03\x05"),
        "zip",
    ),
    "cut": (lambda: zipped(("a", b"x" * 1000))[:-30], "not an intact zip"),
    "name in no encoding": (
        lambda: zipped(("\u00e9", b"x")).replace("\u00e9".encode(), b"\xff\xfe"),
        "not an intact zip",
    ),
    "entry past the end": (
        lambda: with_entry_at(zipped(("a", b"x")), 2**64 - 1),
        "not an intact",
    ),
    "directory before the start": (
        lambda: zipped(("a", b"x"))[:-6] + struct.pack("<IH", 99, 0),
        "not an intact zip",
    ),
    "deep": (
        lambda: zipped(("/".join(["a" * 200] * 30), b"x")),
        "a path of more than 3072 bytes",
    ),
    "bzip2": (lambda: compressed(zipfile.ZIP_BZIP2), "expected deflate"),
    "no zip": (lambda: b"hello", "not an intact zip"),
    "empty": (lambda: b"", "not an intact zip"),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_attacks_are_refused_and_write_nothing(tmp_path: Path, attack: str) -> None:
    make, message = ATTACKS[attack]
    archive, folder = tmp_path / "a.zip", tmp_path / "in" / "deep"
    archive.write_bytes(make())
    folder.mkdir(parents=True)
    with pytest.raises(PackageError, match=message) as caught:
        archives.unpack(archive, folder)
    assert len(str(caught.value).splitlines()) == 1
    written = {
        p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*") if p.is_file()
    }
    assert written == {"a.zip"}


def test_a_bomb_is_stopped_at_the_cap(tmp_path: Path) -> None:
    limits = archives.ArchiveLimits(files=4, file_bytes=100_000, total_bytes=150_000)
    cases = {
        "one file": ([("a", b"0" * 100_001)], "at most 100000"),
        "together": ([(str(i), b"0" * 90_000) for i in range(3)], "all files together"),
        "many": ([(str(i), b"") for i in range(5)], "5 entries"),
    }
    for name, (entries, message) in cases.items():
        archive, folder = tmp_path / f"{name}.zip", tmp_path / name
        archive.write_bytes(zipped(*entries))
        folder.mkdir()
        with pytest.raises(PackageError, match=message):
            archives.unpack(archive, folder, limits)
        assert sum(p.stat().st_size for p in folder.rglob("*")) <= 150_000


def test_a_wrong_size_in_the_archive_is_not_trusted(tmp_path: Path) -> None:
    limits = archives.ArchiveLimits(file_bytes=100_000)
    content = zipped(("a", b"0" * 5_000_000))
    (tmp_path / "a.zip").write_bytes(
        content.replace(struct.pack("<I", 5_000_000), struct.pack("<I", 10))
    )
    (tmp_path / "out").mkdir()
    with pytest.raises(PackageError):
        archives.unpack(tmp_path / "a.zip", tmp_path / "out", limits)
    assert sum(p.stat().st_size for p in (tmp_path / "out").rglob("*")) <= 100_000


def test_packing_is_reversible_and_reproducible(tmp_path: Path) -> None:
    source = tmp_path / "source"
    (source / "a/b").mkdir(parents=True)
    (source / "a/b/c.txt").write_bytes(bytes(range(256)))
    (source / "run").write_text("#!/bin/sh\n")
    (source / "run").chmod(0o755)
    archives.pack(source, Below(tmp_path) / "1.zip")
    (source / "run").touch()
    archives.pack(source, Below(tmp_path) / "2.zip")
    assert (tmp_path / "1.zip").read_bytes() == (tmp_path / "2.zip").read_bytes()
    (tmp_path / "out").mkdir()
    archives.unpack(tmp_path / "1.zip", tmp_path / "out")
    assert {
        p.relative_to(tmp_path / "out").as_posix(): p.read_bytes()
        for p in (tmp_path / "out").rglob("*")
        if p.is_file()
    } == {"a/b/c.txt": bytes(range(256)), "run": b"#!/bin/sh\n"}


def test_the_command_refuses_an_attack_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "evil.zip").write_bytes(zipped(("../../evil", b"x")))
    done = judge("import", "evil.zip", "out", cwd=tmp_path)
    assert (done.code, done.out) == (3, "")
    assert done.err == "error: ../../evil: the name points outside the package\n"
    assert not (tmp_path / "out").exists()
