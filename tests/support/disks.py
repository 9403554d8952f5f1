"""Small file systems of their own, which a test can fill."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest


@contextlib.contextmanager
def small_disk(folder: Path, mib: int) -> Iterator[Path]:
    """Mount an empty file system of some MiB at `folder`; skip the test where nobody can."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    folder.mkdir()
    argv = ["mount", "-t", "tmpfs", "-o", f"size={mib}m", "tests", str(folder)]
    mounted = subprocess.run(argv, capture_output=True, check=False)
    if mounted.returncode != 0:
        pytest.skip(f"no small disk: {mounted.stderr.decode().strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(path: Path) -> None:
    """Write a file until the disk is full."""
    with contextlib.suppress(OSError), path.open("wb", buffering=0) as file:
        while file.write(bytes(2**16)):
            pass
