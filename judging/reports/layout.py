"""Lines of text: sections, tables, quotes, and lines that are cut or wrapped to a width. Pure."""

import textwrap
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from judging.core.diagnostics import Diagnostic, group_repeated
from judging.core.exit_codes import ExitCode
from judging.reports.medium import BOLD, GREEN, RED, Medium
from judging.reports.wording import printable

_LEAST_NOTE = 24  # columns


def joined(sections: Iterable[Sequence[str]]) -> str:
    """Join sections of lines with an empty line between two; leave out empty sections."""
    return "\n\n".join("\n".join(lines) for lines in sections if lines) + "\n"


def section(title: str, items: Iterable[str], medium: Medium) -> list[str]:
    """Return a title and its items, indented; the lines of an item after its first are indented
    more. Return nothing without items."""
    lines: list[str] = []
    for item in items:
        first, *rest = item.splitlines() or [""]
        lines += [f"  {first}", *(f"    {line}" for line in rest)]
    return [medium.paint(title, BOLD), *folded(lines, medium.width)] if lines else []


def folded(lines: Iterable[str], width: int | None) -> list[str]:
    """Wrap lines that are longer than `width`, except quotes; the rest of such a line is indented
    further."""
    result = []
    for line in lines:
        indent = line[: len(line) - len(line.lstrip())]
        if width is None or len(line) <= width or line.lstrip().startswith("|"):
            result.append(line)
        else:
            result += wrapped(line.lstrip(), width, first=indent, rest=f"{indent}    ")
    return result


def aligned(rows: Sequence[Sequence[str]], right: frozenset[int]) -> list[list[str]]:
    widths = widths_of(rows)
    return [padded(row, widths, right) for row in rows]


def widths_of(rows: Iterable[Sequence[str]]) -> list[int]:
    return [max(map(len, column)) for column in zip(*rows, strict=True)]


def padded(
    row: Sequence[str], widths: Sequence[int], right: Collection[int]
) -> list[str]:
    """Pad each cell to the width of its column; the columns in `right` are set to the right."""
    return [
        cell.rjust(width) if column in right else cell.ljust(width)
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a table: their widths, and which of them are set to the right."""

    widths: Sequence[int]
    right: frozenset[int]
    medium: Medium

    def entry(self, row: Sequence[str], note: str, color: str = "") -> list[str]:
        """Return the lines of a row: aligned cells, then the note. The first cell has the colour; a
        row without one is the heading. A table that leaves little room has notes on lines of
        their own, and none for its heading."""
        cells = padded(row, self.widths, self.right)
        medium, more, line = self.medium, [], "  ".join(cells)
        room = None if medium.width is None else medium.width - sum(self.widths)
        room = None if room is None else room - 2 * len(self.widths)
        if room is None or room >= _LEAST_NOTE:
            line += f"  {shortened(note, room)}"
        elif color and note:
            more = [shortened(" " * (len(cells[0]) + 2) + note, medium.width)]
        line = line.rstrip()
        painted = len(cells[0]) if color else len(line)
        return [medium.paint(line[:painted], color or BOLD) + line[painted:], *more]


def conclusion(lines: Sequence[str], exit_code: ExitCode, medium: Medium) -> list[str]:
    """Fold the last lines of a report, and colour the last of them by the exit code."""
    last = folded(lines[-1:], medium.width)
    color = RED if exit_code else GREEN
    return [
        *folded(lines[:-1], medium.width),
        *(medium.paint(line, color) for line in last),
    ]


def shortened(line: str, width: int | None) -> str:
    """Cut `line` to `width` columns; a line that is cut ends with ` ...`."""
    return (
        line
        if width is None or len(line) <= width
        else f"{line[: max(width - 4, 0)]} ..."
    )


def ending(text: str, width: int) -> str:
    """Return the last `width` columns of a text; one that is cut begins with `..`."""
    return text if len(text) <= width else f"..{text[len(text) - max(width - 2, 0) :]}"


def quoted(words: str, title: str = "") -> list[str]:
    """Quote words from outside, such as a program's output, so that none passes for a line of the
    report: a single line without a title stays as it is, others stand behind `| `."""
    lines = printable(words).rstrip().splitlines()
    if not title and len(lines) == 1 and not lines[0].lstrip().startswith("::"):
        return lines
    head = [f"{title}:"] if title and lines else []
    return [*head, *(f"| {line}".rstrip() for line in lines)]


def findings(found: Iterable[str]) -> list[str]:
    """Return one item for each message from outside."""
    return ["\n".join(quoted(finding)) for finding in found]


def diagnostics(found: Iterable[Diagnostic]) -> list[str]:
    """Return one item for each diagnostic, and one for a warning that several files have."""
    return findings(map(str, group_repeated(found)))


def wrapped(words: str, width: int, first: str = "  ", rest: str = "  ") -> list[str]:
    """Wrap `words` to lines of at most `width` columns, unless one word is longer; `first` and
    `rest` indent them."""
    return textwrap.wrap(
        words,
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
