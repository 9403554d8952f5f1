"""What a command shows while it works: rows of the report that are final and, on a terminal, lines
that are drawn again and again until the command ends.

Several times a second a thread draws what has changed: the events are many, and none comes while a
long test runs. The cursor is never hidden, so a command that is killed leaves no trace.
"""

import contextlib
import os
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from judging.cli import interrupts, output
from judging.core import events
from judging.reports.layout import shortened
from judging.reports.medium import PAINT, Medium
from judging.reports.run.text import Streamed
from judging.reports.wording import harmless, inline

if TYPE_CHECKING:
    from judging.reports.live import Live

_REDRAW_S = 0.12


class Screen:
    """A listener that shows the events. `wanted`: the reports; the first gets its rows early."""

    def __init__(self, prefix: str = "", wanted: Sequence[output.Target] = ()) -> None:
        self._live: Live | None = None
        if sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
            from judging.reports import live

            self._live = live.Live(prefix, time.monotonic())
        self._rows: output.Target | None = None
        for target in wanted[:1]:
            # Through a pipe to the same terminal, rows would come between the lines drawn here.
            if target.format == "text" and not isinstance(target.place, Path):
                here = self._live is None or target.place.isatty()
                self._rows = target if here else None
        self._streamed: Streamed | None = None
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._thread: threading.Thread | None = None
        self._drawn: list[str] = []
        self._drawn_s, self._width = 0.0, 0

    def __call__(self, event: events.Event) -> None:
        """Take an event. Rows and finds are written at once."""
        with self._lock:
            if self._live is not None:
                self._live.hear(event, time.monotonic())
                self._start()
            if isinstance(event, events.HuntFound):
                line = f"{event.submission}: {event.verdict} on {inline(event.input)}"
                self._erase()
                output.say(shortened(line, _terminal()[0]), sys.stderr)
            elif self._rows and isinstance(event, events.RunPlanned | events.SubmissionDone):
                with interrupts.delayed():  # what counts as written is written
                    self._write(event, self._rows)

    def say(self, text: str, stream: TextIO) -> None:
        """Print a line that stays."""
        with self._lock:
            self._erase()
            output.say(text, stream)

    def _write(self, event: events.Event, rows: output.Target) -> None:
        if isinstance(event, events.RunPlanned):
            self._streamed = Streamed(event.report, output.medium(rows))
            rows.rest = self._streamed.rest
            text = self._streamed.written
        elif isinstance(event, events.SubmissionDone) and self._streamed is not None:
            text = self._streamed.add(event.result)
        else:
            return
        if text and not isinstance(rows.place, Path):
            at_once = self._drawn and time.monotonic() - self._drawn_s > _REDRAW_S / 2
            self._erase()
            output.say(text, rows.place, end="")
            if at_once:  # it would flicker; but many results may be known at once
                self._draw()

    def _start(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._redraw, name="screen", daemon=True)
            self._thread.start()

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

    def close(self) -> None:
        """Remove the lines."""
        self._over.set()
        if self._thread is not None:
            self._thread.join()
        self._erase()


def _terminal() -> tuple[int, int]:
    """Return the columns and lines of the terminal."""
    try:
        columns, lines = os.get_terminal_size(sys.stderr.fileno())
    except OSError:
        return 80, 24
    return columns or 80, lines or 24


@contextlib.contextmanager
def progress(prefix: str = "", wanted: Sequence[output.Target] = ()) -> Iterator[Screen]:
    """Show what happens, and remove at the end what is not part of a report."""
    screen = Screen(prefix, wanted)
    try:
        yield screen
    finally:
        with interrupts.delayed():
            screen.close()
