"""Words and numbers that all reports write alike. Pure."""

import re

# Control characters, characters that some readers take for a line break, bidirectional overrides,
# and halves of surrogate pairs: the output under test must not steer the terminal that shows it.
AT_WALL = "unknown: the wall limit stopped the run"  # a ratio to the time of such a run
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


def printable(text: str) -> str:
    """Escape every character of `text` that could steer a terminal; tabs and line breaks stay."""
    lines = text.replace("\r\n", "\n")
    return _UNPRINTABLE.sub(lambda match: match[0].encode("unicode_escape").decode(), lines)


def on_one_line(text: str) -> str:
    """Return `printable(text)` with one space for every run of white space."""
    return " ".join(printable(text).split())


def decoded(data: bytes) -> str:
    """Return `data` as text; bytes that are not UTF-8 become `\\xNN`."""
    return data.decode("utf-8", "backslashreplace")


def counted(count: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun: `1 test`, `2 tests`, `1,000 families`."""
    return f"{count:,} {noun if count == 1 else plural or f'{noun}s'}"


def at_least(stopped: bool) -> str:
    """Return the mark before the time of a run that was stopped: it would have taken longer."""
    return ">= " if stopped else ""
