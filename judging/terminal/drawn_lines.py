"""Lines at the bottom of a terminal that are drawn again and again.

They need no more than a terminal of the seventies has: the cursor moves up, rows are
cleared. The cursor is never hidden, so a command that is killed leaves no trace.
docs/decisions/010-live-screen.md says why no library does this.
"""

import os
import sys
import time
from collections.abc import Sequence

from judging.reports.medium import PAINT
from judging.reports.wording import harmless
from judging.terminal import output
from judging.values import Value

_UP = "\x1b[A"
_CLEAR_ROW = "\x1b[2K"
_CLEAR_REST_OF_ROW = "\x1b[K"
_CLEAR_BELOW = "\x1b[J"
_CUT_LINES = "\x1b[?7l"  # instead of wrapping them at the right edge
_WRAP_LINES = "\x1b[?7h"


class TerminalSize(Value):
    columns: int
    rows: int


def terminal_size() -> TerminalSize:
    """Return the size of the terminal on stderr, 80 by 24 if it is not known."""
    try:
        columns, rows = os.get_terminal_size(sys.stderr.fileno())
    except OSError:
        return TerminalSize(80, 24)
    return TerminalSize(columns or 80, rows or 24)


class DrawnLines:
    """What is drawn now. Before anything else is printed, it must be erased."""

    def __init__(self) -> None:
        self._lines: Sequence[str] = []
        self._columns = 0  # of the terminal when they were drawn
        self._drawn_s = 0.0  # on a monotonic clock

    def age_s(self) -> float | None:
        """Return how long ago lines were drawn; None if there are none."""
        if not self._lines:
            return None
        return time.monotonic() - self._drawn_s

    def draw(self, lines: Sequence[str], size: TerminalSize) -> None:
        """Draw over the last lines. The terminal cuts lines that are too long."""
        if size.columns != self._columns or not lines:
            self.erase()  # lines that were wrapped are not to be drawn over
        if lines == self._lines:
            return
        top = "\r" + _UP * self._rows_above()
        text = f"{_CLEAR_REST_OF_ROW}\n".join(harmless(line) for line in lines)
        output.draw(f"{_CUT_LINES}{top}{text}{_CLEAR_BELOW}{_WRAP_LINES}")
        self._lines = lines
        self._columns = size.columns
        self._drawn_s = time.monotonic()

    def erase(self) -> None:
        """Clear row by row: tmux would keep a cleared screen in its history."""
        if self._lines:
            output.draw(f"\r{_CLEAR_ROW}" + f"{_UP}{_CLEAR_ROW}" * self._rows_above())
            self._lines = []

    def _rows_above(self) -> int:
        """Return how many rows are drawn above the cursor. In a terminal that has
        become narrower, a line takes several."""
        columns = terminal_size().columns
        rows = 0
        for line in self._lines:
            length = len(PAINT.sub("", line))
            rows += max(-(-length // columns), 1)
        return max(rows - 1, 0)
