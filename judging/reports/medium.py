"""Where a report is read, which decides how it is laid out."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from judging.core.results import MachineFacts

BOLD, RED, GREEN, YELLOW = "1", "31", "32", "33"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a report comes from. `date` is when it was written: UTC, ISO 8601."""

    date: str
    tool_version: str
    machine: MachineFacts


@dataclass(frozen=True, slots=True)
class Medium:
    """The place that a report is rendered for.

    `width` counts the columns of a terminal; None in a pipe or a file, where lines may be long.
    `root` is the folder of the package or contest relative to the repository: GitHub finds files
    by that path. `origin` is what reports for machines say about themselves.
    """

    width: int | None = None
    color: bool = False
    root: str = ""
    origin: Origin | None = None

    def paint(self, text: str, code: str) -> str:
        """Return `text` in a colour, or as it is where colours are not shown."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.color else text


FILE = Medium()

Report = TypeVar("Report")
Render = Callable[[Report, Medium], str]
