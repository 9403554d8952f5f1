"""The transcript of a dialogue, in the format of `.interaction` files.

A line of the submission starts with `>`, a line of the judge with `<`; `---` separates passes.
Source: problem package format 2025-09, "Samples for interactive and multi-pass problems".
"""

import threading
import time
from collections import deque
from collections.abc import Sequence

from judging.core.runs import DialogueLine

# Bounds on what a chatty submission may make the judge keep. A sample's dialogue has
# some lines, and a message of twelve lines still fits beside others on a screen.
KEPT_BYTES = 2**20
_SHOWN_LINES = 12
_SHOWN_CHARACTERS = 100
# Lines with times for reports: how a dialogue began, and how it ended. A page has
# room for more than a terminal.
_FIRST_LINES = 20
_LAST_LINES = 40

JUDGE = b"<"
SUBMISSION = b">"
NEXT_PASS = b"---"
SPEAKERS = {JUDGE: "judge", SUBMISSION: "submission"}


class Transcript:
    """Both directions line by line, in the order in which the lines were complete.

    Keeps the first `KEPT_BYTES`, and some lines with their times for people. Threads may
    share a transcript.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open = {JUDGE: b"", SUBMISSION: b""}
        self._kept: list[bytes] = []
        self._size = 0
        self._last: deque[bytes] = deque(maxlen=_SHOWN_LINES)
        self._started_s: float | None = None
        self._count = 0
        self._first_timed: list[DialogueLine] = []
        self._last_timed: deque[DialogueLine] = deque(maxlen=_LAST_LINES)

    def start(self) -> None:
        """Count times from now on, unless an earlier pass has begun to."""
        if self._started_s is None:
            self._started_s = time.monotonic()

    def add(self, side: bytes, data: bytes) -> None:
        """Record data that `side` wrote."""
        with self._lock:
            *lines, rest = (self._open[side] + data).split(b"\n")
            # Cut even a line without an end, so that nothing here grows without bound.
            self._open[side] = rest[:KEPT_BYTES]
            self._note_times(side, lines)
            if self._size > KEPT_BYTES:
                # A flood has thousands of lines, of which only the last are shown.
                lines = lines[-_SHOWN_LINES:]
            for line in lines:
                self._keep(side + line)

    def end_pass(self) -> None:
        """Complete the lines that have no newline."""
        with self._lock:
            for side, rest in self._open.items():
                if rest:
                    self._note_times(side, [rest])
                    self._keep(side + rest)
                self._open[side] = b""

    def next_pass(self) -> None:
        with self._lock:
            self._note_times(b"", [NEXT_PASS])
            self._keep(NEXT_PASS)

    def _keep(self, line: bytes) -> None:
        self._last.append(line)
        self._size += len(line) + 1
        if self._size <= KEPT_BYTES:
            self._kept.append(line)

    def _note_times(self, side: bytes, lines: Sequence[bytes]) -> None:
        """Keep the time of lines that `side` wrote at once, if they are among the first
        or the last of all. Of a flood, which comes in chunks of thousands of lines, most
        cost nothing here."""
        now_s = time.monotonic()
        at_s = 0.0
        if self._started_s is not None:
            at_s = now_s - self._started_s
        first = lines[: max(0, _FIRST_LINES - self._count)]
        last = lines[len(first) :][-_LAST_LINES:]
        self._first_timed += _timed(first, self._count + 1, side, at_s)
        self._count += len(lines)
        self._last_timed += _timed(last, self._count - len(last) + 1, side, at_s)

    @property
    def content(self) -> bytes:
        """The content of the `.interaction` file."""
        return b"".join(line + b"\n" for line in self._kept)

    @property
    def end(self) -> str:
        """The last lines, each cut to a length that people can read."""
        return "\n".join(map(_shortened, self._last))

    @property
    def lines(self) -> tuple[DialogueLine, ...]:
        """The first and the last lines with their times, cut in the same way."""
        return (*self._first_timed, *self._last_timed)


def _timed(
    texts: Sequence[bytes], number: int, side: bytes, at_s: float
) -> list[DialogueLine]:
    """Return lines that were complete at one time; `number` is that of the first."""
    who = SPEAKERS.get(side, "")
    timed = []
    for place, text in enumerate(texts):
        timed.append(DialogueLine(number + place, at_s, who, _shortened(text)))
    return timed


def _shortened(line: bytes) -> str:
    # A character has at most four bytes.
    text = line[: 4 * _SHOWN_CHARACTERS].decode("utf-8", "replace")
    if len(text) > _SHOWN_CHARACTERS:
        text = text[:_SHOWN_CHARACTERS] + " ..."
    return text
