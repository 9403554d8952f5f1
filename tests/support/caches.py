"""Caches for one test, and the entries that tests make in them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from judging.sandbox import launcher_build
from judging.session.own_code import code_digest
from judging.store import Kind, Store

SEAL_BYTES = 64  # beside the files of each folder
CODE_DIGEST = "facts/code"  # the folder in a store's root where it keeps the digest
# Waits inside `fill` until the other process does, too.
_MEETING = """
import sys, time
from pathlib import Path
from judging.store import Kind, Store
root, key, meeting, me = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), sys.argv[4]
def fill(folder):
    (folder / "program").write_text(me)
    (meeting / me).touch()
    end = time.monotonic() + 30
    while len(list(meeting.iterdir())) < 2:
        assert time.monotonic() < end, "the other never came"
        time.sleep(0.01)
made = Store(root).make(Kind.PROGRAM, key, fill)
print((made / "program").read_text())
"""


def with_launcher(root: Path, store: Store) -> Path:
    """Make the root of a store that has nothing but the launcher of `store` and its digest of the
    judge's code. Both follow from the judge alone, and to make them takes a second."""
    launcher_build.build(store)
    code_digest(store)
    for kept in (Kind.LAUNCHER, CODE_DIGEST):
        shutil.copytree(store.root / kept, root / kept)
    return root


def age(path: Path, seconds: float) -> None:
    """Makes an entry look as if it was last used `seconds` ago."""
    path = path.parent if path.name == "files" else path
    when = time.time() - seconds
    os.utime(path, (when, when))


def entry(store: Store, key: str, size: int) -> Path:
    return store.make(Kind.PROGRAM, key, lambda folder: write(folder / "program", size))


def write(path: Path, size: int) -> None:
    path.write_bytes(b"x" * size)


def made_by_two_at_once(root: Path, key: str) -> set[str]:
    """Let two processes, `one` and `two`, make the same entry, whose file has the name of its
    maker; return what each read there."""
    meeting = root.with_name("meeting")
    meeting.mkdir()
    command = [sys.executable, "-c", _MEETING, str(root), key, str(meeting)]
    both = [
        subprocess.Popen([*command, name], stdout=subprocess.PIPE, text=True)
        for name in ("one", "two")
    ]
    outputs = [process.communicate(timeout=60)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    return set(map(str.strip, outputs))
