"""What a command shows while it works: rows of the report that are final and, on a terminal, lines
that are drawn again and again until the command ends.

Several times a second a thread draws what has changed: the events are many, and none comes while a
long test runs. The cursor is never hidden, so a command that is killed leaves no trace.
"""

import os
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from judging.cli.common import interrupts, output
from judging.core import events
from judging.reports.medium import PAINT, Medium
from judging.reports.run.text import Streamed
from judging.reports.textkit import shortened
from judging.reports.wording import harmless, inline

if TYPE_CHECKING:
    from judging.reports.live import Live

_REDRAW_S = 0.12


class Screen:
    """A listener that shows the events. `wanted`: the reports; the first gets its rows early."""

    def __init__(self, prefix: str = "", wanted: Sequence[output.Target] = ()) -> None:
        self._streamed: Streamed | None = None
        self._drawn: list[str] = []
        self._drawn_s, self._width = 0.0, 0
        self._lock, self._over = threading.Lock(), threading.Event()
        self._thread = threading.Thread(target=self._redraw, name="screen", daemon=True)
        self._live: Live | None = None
        if sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
            from judging.reports import live

            self._live = live.Live(prefix, time.monotonic())
            self._thread.start()
        # Through a pipe to the same terminal, rows would come between the lines drawn here.
        self._rows = [
            (target, target.place)
            for target in wanted[:1]
            if target.format == "text" and not isinstance(target.place, Path)
            if self._live is None or target.place.isatty()
        ]

    def __call__(self, event: events.Event) -> None:
        """Take an event. Rows and finds are written at once."""
        with self._lock:
            if self._live is not None:
                self._live.hear(event, time.monotonic())
            if isinstance(event, events.HuntFound):
                line = f"{event.submission}: {event.verdict} on {inline(event.input)}"
                self._print(f"{shortened(line, _terminal()[0])}\n", sys.stderr)
            if isinstance(event, events.RunPlanned | events.SubmissionDone):
                for target, stream in self._rows:
                    with interrupts.delayed():  # what counts as written is written
                        self._print(self._new_rows(event, target), stream)

    def say(self, text: str, stream: TextIO) -> None:
        with self._lock:
            self._print(f"{text}\n", stream)

    def _new_rows(
        self, event: events.RunPlanned | events.SubmissionDone, target: output.Target
    ) -> str:
        if isinstance(event, events.RunPlanned):
            self._streamed = Streamed(event.report, output.medium(target))
            target.rest = self._streamed.rest
            return self._streamed.written
        return self._streamed.add(event.result) if self._streamed else ""

    def _print(self, text: str, stream: TextIO) -> None:
        if text:
            at_once = self._drawn and time.monotonic() - self._drawn_s > _REDRAW_S / 2
            self._erase()
            output.say(text, stream, end="")
            if at_once:  # it would flicker; but many results may be known at once
                self._draw()

    def _redraw(self) -> None:
        while not self._over.wait(_REDRAW_S):
            with self._lock:
                self._draw()

    def _draw(self) -> None:
        """Draw over the last lines. The terminal cuts lines instead of wrapping them."""
        assert self._live is not None
        width, height = _terminal()
        medium = Medium(width, "NO_COLOR" not in os.environ)
        lines = self._live.lines(medium, height - 1, time.monotonic())
        if width != self._width or not lines:
            self._erase()  # lines that were wrapped are not to be drawn over
        if lines != self._drawn:
            top = "\r" + "\x1b[A" * self._above()
            drawn = "\x1b[K\n".join(map(harmless, lines))
            output.draw(f"\x1b[?7l{top}{drawn}\x1b[J\x1b[?7h")
            self._drawn, self._drawn_s, self._width = lines, time.monotonic(), width

    def _above(self) -> int:
        """Return how many rows are drawn above the cursor. In a terminal that has become narrower,
        a line takes several."""
        width = _terminal()[0]
        sizes = [len(PAINT.sub("", line)) for line in self._drawn]
        return max(sum(max(-(-size // width), 1) for size in sizes) - 1, 0)

    def _erase(self) -> None:
        """Clear row by row: tmux keeps a screen that is cleared as a whole in its history."""
        if self._drawn:
            output.draw("\r\x1b[2K" + "\x1b[A\x1b[2K" * self._above())
            self._drawn = []

    def __enter__(self) -> "Screen":
        return self

    def __exit__(self, *_: object) -> None:
        """Remove what is not part of a report."""
        with interrupts.delayed():
            self._over.set()
            if self._live is not None:
                self._thread.join()
            self._erase()


def _terminal() -> tuple[int, int]:
    try:
        columns, lines = os.get_terminal_size(sys.stderr.fileno())
    except OSError:
        return 80, 24
    return columns or 80, lines or 24
