"""What a command shows while it works: rows of the report that are final and, on a
terminal, lines that are drawn again and again until the command ends. Elsewhere, such as
in the log of a CI service, a line of progress comes after some seconds without any other.

Several times a second a thread draws what has changed: the events are many, and none
comes while a long test runs.
"""

import contextlib
import os
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from judging.core import events
from judging.reports.live import Live
from judging.reports.medium import Medium
from judging.reports.run.text import Streamed
from judging.reports.textkit import shortened
from judging.reports.wording import inline
from judging.terminal import interrupts, output
from judging.terminal.drawn_lines import DrawnLines, terminal_size

# A clock that shows seconds looks alive, and the drawing costs next to nothing.
_REDRAW_S = 0.12
# After so long a silence a person begins to doubt whether the command works. Each further
# line waits twice as long, up to a minute, so that hours of work do not fill a log.
_SILENCE_S = 5.0
_LONGEST_SILENCE_S = 60.0

_RowEvent = events.RunPlanned | events.SubmissionDone


class Screen:
    """A listener that shows events. The first report of `wanted` gets rows early."""

    def __init__(self, prefix: str = "", wanted: Sequence[output.Target] = ()) -> None:
        self._lines = DrawnLines()
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._redraw, name="screen", daemon=True)
        now = time.monotonic()
        self._live = Live(prefix, now)
        self._draws = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._silence_s = _SILENCE_S
        self._silent_since = now
        self._thread.start()
        self._early_rows = _early_rows(wanted, drawing=self._draws)

    def __call__(self, event: events.Event) -> None:
        """Take an event. Rows and finds are written at once."""
        with self._lock:
            self._live.hear(event, time.monotonic())
            if isinstance(event, events.FormatLearnt):
                self._print(f"judge: {event.said}\n", sys.stderr)
            if isinstance(event, events.HuntFound):
                found = str(event.verdict)
                if event.scores_differ:
                    found += ", other score"
                line = f"{event.submission}: {found} on {inline(event.input)}"
                self._print(f"{shortened(line, terminal_size().columns)}\n", sys.stderr)
            if isinstance(event, _RowEvent) and self._early_rows is not None:
                # The rest of the report leaves out the rows that count as written, so
                # an interrupt must not come between counting and writing.
                with interrupts.delayed():
                    rows = self._early_rows.after(event)
                    self._print(rows, self._early_rows.stream)

    def say(self, text: str, stream: TextIO) -> None:
        """Print a line above the lines that are drawn."""
        with self._lock:
            self._print(f"{text}\n", stream)

    def _print(self, text: str, stream: TextIO) -> None:
        if not text:
            return
        age_s = self._lines.age_s()
        self._lines.erase()
        output.say(text, stream, end="")
        self._silent_since = time.monotonic()
        # Drawing again at once keeps the lines from flickering. But many results may be
        # known at once, and lines for each of them would be drawn for nothing.
        if age_s is not None and age_s > _REDRAW_S / 2:
            self._draw()

    def _redraw(self) -> None:
        # Nobody reads a stream that is closed, and the report fails with a message.
        with contextlib.suppress(OSError):
            while not self._over.wait(_REDRAW_S):
                with self._lock:
                    if self._draws:
                        self._draw()
                    else:
                        self._break_silence()

    def _break_silence(self) -> None:
        now = time.monotonic()
        if now - self._silent_since < self._silence_s:
            return
        self._print(f"judge: {self._live.progress(now)}\n", sys.stderr)
        self._silence_s = min(2 * self._silence_s, _LONGEST_SILENCE_S)

    def _draw(self) -> None:
        size = terminal_size()
        medium = Medium(size.columns, "NO_COLOR" not in os.environ)
        # One row less than there are: the terminal must not scroll when all are drawn.
        lines = self._live.lines(medium, size.rows - 1, time.monotonic())
        self._lines.draw(lines, size)

    def __enter__(self) -> "Screen":
        return self

    def __exit__(self, *_: object) -> None:
        """Remove what is not part of a report."""
        with interrupts.delayed():
            self._over.set()
            self._thread.join()
            self._lines.erase()


class _EarlyRows:
    """Rows of the text report that are written as soon as they are final."""

    def __init__(self, target: output.Target, stream: TextIO) -> None:
        self._target = target
        self._streamed: Streamed | None = None
        self.stream = stream

    def after(self, event: _RowEvent) -> str:
        """Return the text that is final after an event."""
        if isinstance(event, events.RunPlanned):
            self._streamed = Streamed(event.report, output.medium(self._target))
            self._target.rest = self._streamed.rest
            return self._streamed.written
        return self._streamed.add(event.result) if self._streamed else ""


def _early_rows(wanted: Sequence[output.Target], *, drawing: bool) -> _EarlyRows | None:
    """Return the rows of the first report, if it is a text on a stream."""
    if not wanted:
        return None
    target = wanted[0]
    if target.format != "text" or isinstance(target.place, Path):
        return None
    # Through a pipe to the same terminal, rows would come between the lines drawn
    # there.
    if drawing and not target.place.isatty():
        return None
    return _EarlyRows(target, target.place)
