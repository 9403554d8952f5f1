"""Rows of a measurement, one line of JSON each: written as they come, read to go on.

Measurements that run side by side write to one file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

Key = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Row:
    """What one stage found about a package, or about one submission in it.

    subject: the submission, or "" for the package.
    """

    package: str
    commit: str
    stage: str
    subject: str
    facts: Mapping[str, Any]

    @property
    def key(self) -> Key:
        return self.package, self.commit, self.stage, self.subject


class Rows:
    """The rows of a file; of two with the same key the later one counts."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._known: dict[Key, Row] = {}
        self.read_again()

    def read_again(self) -> None:
        """Read what other measurements have written."""
        if not self._file.is_file():
            return
        for line in self._file.read_text().splitlines():
            row = Row(**json.loads(line))
            self._known[row.key] = row

    def add(self, row: Row) -> None:
        line = json.dumps(asdict(row)) + "\n"
        # Without a buffer, a line is one write: no other measurement writes into it.
        with self._file.open("ab", buffering=0) as lines:
            lines.write(line.encode())
        self._known[row.key] = row

    def find(
        self, package: str, commit: str, stage: str, subject: str = ""
    ) -> Row | None:
        return self._known.get((package, commit, stage, subject))

    def of_stage(self, package: str, stage: str) -> Sequence[Row]:
        """Return the rows of a package and stage, in the order of their subjects."""
        found = [row for row in self if row.package == package and row.stage == stage]
        return sorted(found, key=lambda row: row.subject)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._known.values())
