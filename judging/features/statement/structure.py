"""What is open at the end of a statement: environments of LaTeX, and formulas.

The converter reports what follows from such a fault, in places that are right, and may
leave out half of the statement. Pure.
"""

import re
from collections.abc import Iterator

from judging.features.statement.literal_text import (
    without_literal_latex,
    without_literal_markdown,
)
from judging.values import Value

_ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{([^{}\n]+)\}")
_PARAGRAPH = re.compile(r"[^\n]+(?:\n[^\S\n]*\S[^\n]*)*")


class OpenPart(Value):
    """A part of a statement that does not end, and the line, from 1, where that shows."""

    line: int
    message: str


def open_parts(text: str, suffix: str) -> list[OpenPart]:
    """Return what is open in a statement: a `.tex` or a `.md` file."""
    if suffix == ".tex":
        blank = without_literal_latex(text)
        return [*_open_environments(blank), *_open_formulas(blank)]
    if suffix == ".md":
        return list(_open_formulas(without_literal_markdown(text)))
    return []


def _open_environments(text: str) -> Iterator[OpenPart]:
    begun: list[tuple[str, int]] = []
    for match in _ENVIRONMENT.finditer(text):
        kind, name = match.groups()
        line = _line_of(text, match.start())
        if kind == "begin":
            begun.append((name, line))
        elif name not in [open_name for open_name, _ in begun]:
            yield OpenPart(
                line, f"\\end{{{name}}} without a \\begin{{{name}}} before it"
            )
        else:
            # What was begun inside is open, and this one ends.
            while begun[-1][0] != name:
                yield _not_ended(*begun.pop(), f"before \\end{{{name}}} in line {line}")
            begun.pop()
    for name, line in begun:
        yield _not_ended(name, line, "in this file")


def _not_ended(name: str, line: int, where: str) -> OpenPart:
    return OpenPart(line, f"\\begin{{{name}}} without an \\end{{{name}}} {where}")


def _open_formulas(text: str) -> Iterator[OpenPart]:
    """Yield the paragraphs with an odd number of `$`: no formula is longer than one."""
    for paragraph in _PARAGRAPH.finditer(text):
        signs = paragraph[0].replace("$$", "").count("$")
        if signs % 2 == 1:
            # Which of them lacks the other sign, nobody knows.
            at = paragraph.start() + paragraph[0].index("$")
            message = "a formula in this paragraph is open: its number of $ is odd"
            yield OpenPart(_line_of(text, at), f"{message}; write \\$ for the sign")


def _line_of(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1
