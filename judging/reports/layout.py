"""Lines of text: sections, tables, quotes, and lines that are cut or wrapped to a width. Pure."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence

from judging.core.diagnostics import Diagnostic, group_repeated
from judging.reports.wording import printable

BOLD, RED, GREEN, YELLOW = "1", "31", "32", "33"

Paint = Callable[[str, str], str]


def painter(color: bool) -> Paint:
    """A function that colours text, or leaves it as it is."""
    return (lambda text, code: f"\x1b[{code}m{text}\x1b[0m") if color else (lambda text, _: text)


def joined(sections: Iterable[Sequence[str]]) -> str:
    """Sections of lines with an empty line between two; empty sections are left out."""
    return "\n\n".join("\n".join(lines) for lines in sections if lines) + "\n"


def section(title: str, items: Iterable[str], paint: Paint) -> list[str]:
    """A title and its items; the lines of an item after its first are indented. Empty without
    items."""
    lines: list[str] = []
    for item in items:
        first, *rest = item.splitlines() or [""]
        lines += [f"  {first}", *(f"    {line}" for line in rest)]
    return [paint(title, BOLD), *lines] if lines else []


def aligned(rows: Sequence[Sequence[str]], right: frozenset[int]) -> list[list[str]]:
    """Cells padded to the width of their column; the columns in `right` are set to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        [
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        for row in rows
    ]


def shortened(line: str, width: int | None) -> str:
    """`line` cut to `width` columns, with ` ...` at the end when something is cut."""
    return line if width is None or len(line) <= width else f"{line[: max(width - 4, 0)]} ..."


def quoted(words: str, title: str = "") -> list[str]:
    """Words from outside, such as a program's output: a single line without a title as it is,
    others behind `| `, so that none passes for a line of the report."""
    lines = printable(words).rstrip().splitlines()
    if not title and len(lines) == 1 and not lines[0].lstrip().startswith("::"):
        return lines
    head = [f"{title}:"] if title and lines else []
    return [*head, *(f"| {line}".rstrip() for line in lines)]


def findings(found: Iterable[str]) -> list[str]:
    """One item for each message from outside."""
    return ["\n".join(quoted(finding)) for finding in found]


def diagnostics(found: Iterable[Diagnostic]) -> list[str]:
    """One item for each diagnostic, and one for a warning that several files have."""
    return findings(map(str, group_repeated(found)))


def wrapped(words: str, width: int, first: str = "  ", rest: str = "  ") -> list[str]:
    """`words` in lines of at most `width` columns, except where one word is longer; `first` and
    `rest` indent them."""
    return textwrap.wrap(
        words,
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
