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
    """Makes a native package of another one, lists what differs and what the result lacks."""
    made = transfer.import_package(package, out)
    for note in made.notes:
        print(f"  {note}")
    for finding in made.problem.diagnostics:
        print(f"  {finding}")
    tests, submissions = len(made.problem.testcases), len(made.problem.submissions)
    count = len(made.notes)
    notes = "1 note" if count == 1 else f"{count or 'no'} notes"
    print(f"written; now: judge run --problem {made.out}")
    print(f"{made.out}: {tests} tests, {submissions} submissions; {notes} on what differs")
    return 0


def export(problem: Path | None, out: Path, format: str) -> int:
    """Writes the package in another format and lists each difference."""
    notes = transfer.export_package(opening.load(problem), out, format)
    print(f"{out}: written as {format}")
    for note in notes:
        print(f"  {note}")
    return 0
