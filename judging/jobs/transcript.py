"""The transcript of a dialogue, in the format of `.interaction` files.

A line of the submission starts with `>`, a line of the judge with `<`; `---` separates passes.
Source: problem package format 2025-09, "Samples for interactive and multi-pass problems".
"""

import threading
from collections import deque

# Bounds on what a chatty submission may make the judge keep. Chosen, not measured: a
# sample's dialogue has some lines, and a message of twelve lines still fits beside
# others on a screen.
KEPT_BYTES = 2**20
_SHOWN_LINES = 12
_SHOWN_CHARACTERS = 100

JUDGE = b"<"
SUBMISSION = b">"


class Transcript:
    """Both directions line by line, in the order in which the lines were complete.

    Keeps the first `KEPT_BYTES`, and the last lines for people. Threads may share a transcript.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open = {JUDGE: b"", SUBMISSION: b""}
        self._kept: list[bytes] = []
        self._size = 0
        self._last: deque[bytes] = deque(maxlen=_SHOWN_LINES)

    def add(self, side: bytes, data: bytes) -> None:
        """Record data that `side` wrote."""
        with self._lock:
            *lines, rest = (self._open[side] + data).split(b"\n")
            # Cut even a line without an end, so that nothing here grows without bound.
            self._open[side] = rest[:KEPT_BYTES]
            for line in lines:
                self._keep(side + line)

    def end_pass(self) -> None:
        """Complete the lines that have no newline."""
        with self._lock:
            for side, rest in self._open.items():
                if rest:
                    self._keep(side + rest)
                self._open[side] = b""

    def next_pass(self) -> None:
        with self._lock:
            self._keep(b"---")

    def _keep(self, line: bytes) -> None:
        self._last.append(line)
        self._size += len(line) + 1
        if self._size <= KEPT_BYTES:
            self._kept.append(line)

    @property
    def content(self) -> bytes:
        """The content of the `.interaction` file."""
        return b"".join(line + b"\n" for line in self._kept)

    @property
    def end(self) -> str:
        """The last lines, each cut to a length that people can read."""
        shown = []
        for line in self._last:
            # A character has at most four bytes.
            text = line[: 4 * _SHOWN_CHARACTERS].decode("utf-8", "replace")
            if len(text) > _SHOWN_CHARACTERS:
                text = text[:_SHOWN_CHARACTERS] + " ..."
            shown.append(text)
        return "\n".join(shown)
