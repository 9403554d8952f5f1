"""Lines of text: sections, tables, quotes, and lines that are cut or wrapped to a width. Pure."""

import textwrap
from collections.abc import Iterable, Sequence

from judging.core.diagnostics import Diagnostic, group_repeated
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
    """Pad every cell to the width of its column; the columns in `right` are set to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        [
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        for row in rows
    ]


def table(
    rows: Sequence[Sequence[str]],
    notes: Sequence[str],
    colors: Sequence[str],
    right: frozenset[int],
    medium: Medium,
) -> list[list[str]]:
    """Return the lines of the heading and of each row: aligned cells, then the note. The first cell
    of a row has one of the `colors`. A table that leaves little room has notes on lines of their
    own, and none for its heading."""
    cells = aligned(rows, right)
    room = None if medium.width is None else medium.width - len("  ".join(cells[0])) - 2
    below = room is not None and room < _LEAST_NOTE
    entries = []
    for row, note, color in zip(cells, notes, ["", *colors], strict=True):
        line, more = "  ".join(row), []
        if not below:
            line += f"  {shortened(note, room)}"
        elif color and note:
            more = [shortened(" " * (len(row[0]) + 2) + note, medium.width)]
        line = line.rstrip()
        painted = len(row[0]) if color else len(line)
        entries.append([medium.paint(line[:painted], color or BOLD) + line[painted:], *more])
    return entries


def conclusion(lines: Sequence[str], exit_code: int, medium: Medium) -> list[str]:
    """Fold the last lines of a report, and colour the last of them by the exit code."""
    last = folded(lines[-1:], medium.width)
    color = RED if exit_code else GREEN
    return [*folded(lines[:-1], medium.width), *(medium.paint(line, color) for line in last)]


def shortened(line: str, width: int | None) -> str:
    """Cut `line` to `width` columns; a line that is cut ends with ` ...`."""
    return line if width is None or len(line) <= width else f"{line[: max(width - 4, 0)]} ..."


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
