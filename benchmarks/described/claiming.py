"""Which of the measurements that run side by side measures a package."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.described.listed import DescribedPackage


@contextmanager
def claimed(package: DescribedPackage, work: Path) -> Iterator[bool]:
    """Hold a package and its folder in `work`. Yield False if another measurement holds it."""
    work.mkdir(parents=True, exist_ok=True)
    with (work / f"{package.folder}.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True
