"""`judge new` and `judge export`."""

from __future__ import annotations

from pathlib import Path

from judging import transfer
from judging.cli import session


def new(name: str) -> int:
    """Writes a fresh package and says what to do with it."""
    directory = Path(name)
    files = transfer.new(directory, directory.name)
    print(f"{directory}: wrote {len(files)} files; now: judge run --problem {directory}")
    return 0


def export(problem: Path | None, out: Path, format: str) -> int:
    """Writes the package in another format and lists each loss."""
    losses = transfer.export(session.load(problem), out, format)
    print(f"{out}: written as {format}")
    for loss in losses:
        print(f"  lost: {loss}")
    return 0
