"""Inputs and outputs of programs as quotes in a text report, and as text in JSON."""

import base64
from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from judging.reports.document import Block, Drawn, Widget
from judging.reports.documents import Json
from judging.reports.page import MOST_CHARACTERS
from judging.reports.textkit import shortened
from judging.reports.wording import counted, decoded, printable
from judging.values import Value

_LINES = 12  # of an input or output, so that a find fits on a screen
_LEAST_QUOTE = 20  # columns of a quote, however narrow the terminal is
OUTPUT_BYTES = 2**16  # of each output in a JSON report; an input is always whole


class Quote(Value):
    """A text under its title: the beginning of an input or output, or the end of a
    transcript."""

    title: str
    content: bytes
    ending: bool = False

    def lines(self, width: int) -> list[str]:
        quote = ending if self.ending else beginning
        return [f"  {self.title}", *quote(self.content, width)]

    def for_page(self) -> str:
        text = decoded(self.content)
        return text[-MOST_CHARACTERS:] if self.ending else text[:MOST_CHARACTERS]


def blocks_of(quotes: Sequence[Quote], contents: bool) -> list[Block]:
    """Return texts below each other, and beside each other on a page; one without
    `contents` has none."""
    shown = [[each.title, each.for_page() if contents else None] for each in quotes]
    data: Json = {"title": "Input and output", "shown": shown}
    return [*map(Drawn, quotes), Widget("texts", data)]


def beginning(data: bytes, width: int) -> list[str]:
    """Return the first lines of an input or output as a quote."""
    lines = _lines(data)
    quote = _quote(lines[:_LINES], width)
    if len(lines) > _LINES:
        quote.append(f"  | ... {counted(len(lines) - _LINES, 'more line')}")
    return quote


def ending(transcript: bytes, width: int) -> list[str]:
    """Return the last lines of a transcript as a quote: they show what went wrong."""
    lines = _lines(transcript)
    quote = _quote(lines[-_LINES:], width)
    if len(lines) > _LINES:
        quote.insert(0, f"  | ... {counted(len(lines) - _LINES, 'line')} before")
    return quote


def _lines(data: bytes) -> list[str]:
    return printable(decoded(data)).removesuffix("\n").split("\n")


def _quote(lines: Sequence[str], width: int) -> list[str]:
    room = max(width - len("  | "), _LEAST_QUOTE)
    return [f"  | {shortened(line, room)}" for line in lines]


def base64_unless_text(data: bytes) -> str | UnsetType:
    """Return an input in base64 if it is not UTF-8, because text cannot hold its bytes;
    else UNSET, so that a report has no such key."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return base64.b64encode(data).decode()
    return UNSET
