"""What the tools said about one package, as a line of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.conforming.peers import Outcome

OURS = "judge"
PROBLEMTOOLS = "problemtools"
BAPCTOOLS = "BAPCtools"
TOOLS = (OURS, PROBLEMTOOLS, BAPCTOOLS)


@dataclass(frozen=True, slots=True)
class Reading:
    """How a tool got on with a package.

    `reads` is False if the tool does not read the format, so that it did not run. `failed`
    is one line, "" if the tool judged the package.
    """

    version: str
    seconds: float
    failed: str = ""
    reads: bool = True


@dataclass(frozen=True, slots=True)
class JudgedSubmission:
    """A submission and what each tool decided; a tool that did not judge it is missing.

    `permitted` are the verdicts that the author permits, `required` those of which some test
    must give one; both are None if the author expects nothing. `met` is what our judge says
    of that expectation, and `why` is what it says if it is not met. `tests` counts its tests
    by our verdict on them. `not_judged` is why our judge could not run it.
    """

    path: str
    permitted: Sequence[str] | None
    required: Sequence[str] | None
    met: bool | None
    outcomes: Mapping[str, Outcome]
    tests: Mapping[str, int]
    why: str = ""
    not_judged: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """What the tools said about one package at one commit."""

    package: str
    commit: str
    time_limit_s: float | None
    readings: Mapping[str, Reading]
    submissions: Sequence[JudgedSubmission]

    def has(self, tools: Iterable[str]) -> bool:
        """Return whether all these tools had their turn."""
        return set(tools) <= set(self.readings)


def append_row(file: Path, row: Row) -> None:
    with file.open("a") as lines:
        lines.write(json.dumps(asdict(row)) + "\n")


def read_rows(file: Path) -> Mapping[tuple[str, str], Row]:
    """Return the rows of a file by package and commit; of two rows the later one."""
    found = {}
    if file.is_file():
        for line in file.read_text().splitlines():
            row = _row_of(line)
            found[row.package, row.commit] = row
    return found


def _row_of(line: str) -> Row:
    data = json.loads(line)
    readings = {tool: Reading(**known) for tool, known in data["readings"].items()}
    submissions = []
    for known in data["submissions"]:
        outcomes = {tool: Outcome(**said) for tool, said in known["outcomes"].items()}
        submissions.append(JudgedSubmission(**{**known, "outcomes": outcomes}))
    return Row(
        data["package"], data["commit"], data["time_limit_s"], readings, submissions
    )
