"""Words and numbers that all reports write alike. Pure."""

import re

AT_WALL = "unknown: the wall limit stopped the run"  # a ratio to the time of such a run
# Control characters, characters that some readers take for a line break, bidirectional
# marks, and halves of surrogate pairs: the output under test must not steer the
# terminal that shows it.
UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
# What CI services take for a command: `::` at the start of a line, and `##[` anywhere,
# also with a word before the bracket.
_COMMAND = re.compile(r"^([^\S\n]*+:)(?=:)|(#)(?=#\w*\[)", re.MULTILINE)
_NOT_OUR_COLORS = re.compile(rf"(?!\x1b\[(?:0|1|3[1-3])m){UNPRINTABLE.pattern}")


def harmless(text: str) -> str:
    """Return a text for people in which nothing steers a terminal or a CI service.

    Everything that a package or a program says is in such texts. Unprintable characters
    are escaped, except in the colours of reports; a backslash splits the marks of
    commands.
    """
    text = _NOT_OUR_COLORS.sub(_escaped, text.replace("\r\n", "\n"))
    return _COMMAND.sub(lambda match: f"{match[1] or match[2]}\\", text)


def _escaped(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode()


def printable(text: str) -> str:
    """Escape every character of `text` that could steer a terminal; tabs and line
    breaks stay."""
    return UNPRINTABLE.sub(_escaped, text.replace("\r\n", "\n"))


def on_one_line(text: str) -> str:
    """Return `printable(text)` with one space for every run of white space."""
    return " ".join(printable(text).split())


def decoded(data: bytes) -> str:
    """Return `data` as text; bytes that are not UTF-8 become `\\xNN`."""
    return data.decode("utf-8", "backslashreplace")


def counted(count: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun: `1 test`, `2 tests`, `1,000 families`."""
    return f"{count:,} {noun if count == 1 else plural or f'{noun}s'}"


def interrupted_while(running: str, what: str = "interrupted") -> str:
    """Return that a command was interrupted, and what was `running` then, if known."""
    return f"{what}; running then: {on_one_line(running)}" if running else what


def at_least(stopped: bool) -> str:
    """Return the mark before the time of a run that was stopped: it would have taken
    longer."""
    return ">= " if stopped else ""


def inline(content: bytes) -> str:
    return printable(decoded(content).removesuffix("\n").replace("\n", " / "))
