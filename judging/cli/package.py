"""`judge new`, `judge import` and `judge export`."""

from __future__ import annotations

from pathlib import Path

from judging import transfer
from judging.cli import opening


def new(name: str) -> int:
    """Writes a fresh package and says what to do with it."""
    directory = Path(name)
    files = transfer.create_package(directory, directory.name)
    print(f"{directory}: wrote {len(files)} files; now: judge run --problem {directory}")
    return 0


def import_package(package: Path, out: Path | None) -> int:
    """Makes a native package of another one, lists each loss and what the result still lacks."""
    made = transfer.import_package(package, out)
    for loss in made.differences:
        print(f"  lost: {loss}")
    for finding in made.problem.diagnostics:
        print(f"  {finding}")
    tests, submissions = len(made.problem.testcases), len(made.problem.submissions)
    count = len(made.differences)
    lost = "1 thing" if count == 1 else f"{count} things"
    print(f"written; now: judge run --problem {made.out}")
    print(f"{made.out}: {tests} tests, {submissions} submissions; {lost} not carried over")
    return 0


def export(problem: Path | None, out: Path, format: str) -> int:
    """Writes the package in another format and lists each loss."""
    losses = transfer.export_package(opening.load(problem), out, format)
    print(f"{out}: written as {format}")
    for loss in losses:
        print(f"  lost: {loss}")
    return 0
