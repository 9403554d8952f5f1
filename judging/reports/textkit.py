"""The kit for text reports: sections, tables, labelled values, quotes, wrapped and cut
lines. Pure.

A report is a sequence of sections, a section a list of lines, and a list without lines is no
section: a renderer returns [] for what it has nothing to say about, and `joined` leaves it out.

    sections   joined, section, titled, conclusion
    tables     table, table_line, Columns (cells, then a note that is cut to the terminal)
    values     labelled: one value beside its label
    lists      listed, named, advice
    quotes     quoted, findings, diagnostics: words from outside, which no line may
    imitate lines      folded, wrapped, shortened, last_columns
"""

import textwrap
from collections.abc import Collection, Iterable, Sequence

from judging.core.diagnostics import Diagnostic, count_many, group_repeated
from judging.core.exit_codes import ExitCode
from judging.reports.medium import BOLD, GREEN, RED, Medium
from judging.reports.wording import on_one_line, printable
from judging.values import Value

# A table whose cells leave fewer columns than this puts its notes on lines of their
# own. A shorter note has no room for the name of a test and a word of its message.
_LEAST_NOTE = 24
_GAP = "  "  # between two columns of a table
_CUT = " ..."  # ends a line that is cut
_CUT_BEFORE = ".."  # begins a name of which only the end is shown


def joined(sections: Iterable[Sequence[str]]) -> str:
    """Join sections of lines with an empty line between two; leave out empty
    sections."""
    return "\n\n".join("\n".join(lines) for lines in sections if lines) + "\n"


def section(title: str, items: Iterable[str], medium: Medium) -> list[str]:
    """Return a title and its items, indented and folded to the medium, or [] without
    items.

    The lines of an item after its first are indented further.
    """
    lines: list[str] = []
    for item in items:
        first, *rest = item.splitlines() or [""]
        lines.append(f"  {first}")
        lines += [f"    {line}" for line in rest]
    if not lines:
        return []
    return [medium.paint(title, BOLD), *folded(lines, medium.width)]


def titled(title: str, lines: Sequence[str], remarks: Sequence[str] = ()) -> list[str]:
    """Return a title, lines that are laid out already, and remarks; [] without lines."""
    if not lines:
        return []
    return [title, *lines, *remarks]


def conclusion(
    lines: Sequence[str], exit_code: ExitCode, medium: Medium, colored: int = 1
) -> list[str]:
    """Fold the last lines of a report, and colour the last `colored` of them by the
    exit code."""
    color = RED if exit_code else GREEN
    result = folded(lines[:-colored], medium.width)
    # Folded before they are painted: codes of colours would count as columns.
    for line in folded(lines[-colored:], medium.width):
        result.append(medium.paint(line, color))
    return result


def widths_of(rows: Iterable[Sequence[str]]) -> list[int]:
    """Return the width of each column: that of its widest cell."""
    return [max(map(len, column)) for column in zip(*rows, strict=True)]


def padded(
    row: Sequence[str], widths: Sequence[int], right: Collection[int]
) -> list[str]:
    """Pad each cell to the width of its column; the columns in `right` are set to the
    right."""
    cells = []
    for column, (cell, width) in enumerate(zip(row, widths, strict=True)):
        cells.append(cell.rjust(width) if column in right else cell.ljust(width))
    return cells


def table_line(
    row: Sequence[str],
    widths: Sequence[int],
    right: Collection[int] = (),
    indent: str = "",
) -> str:
    """Return one line of a table, without blanks at its end."""
    return f"{indent}{_GAP.join(padded(row, widths, right))}".rstrip()


def table(
    rows: Sequence[Sequence[str]], right: Collection[int] = (), indent: str = ""
) -> list[str]:
    """Return one line for each row; a column is as wide as its widest cell."""
    widths = widths_of(rows)
    return [table_line(row, widths, right, indent) for row in rows]


class Columns(Value):
    """The columns of a table with notes: their widths, and which of them are set to the
    right."""

    widths: Sequence[int]
    right: frozenset[int]
    medium: Medium

    def heading(self, row: Sequence[str], note: str) -> list[str]:
        """Return the line of headings; it has a note only where rows have theirs beside
        them."""
        line = _GAP.join(padded(row, self.widths, self.right))
        if self._notes_beside:
            line += f"{_GAP}{shortened(note, self._room)}"
        return [self.medium.paint(line.rstrip(), BOLD)]

    def entry(self, row: Sequence[str], note: str, color: str) -> list[str]:
        """Return the lines of a row: aligned cells, the first in this colour, then the
        note."""
        cells = padded(row, self.widths, self.right)
        line = _GAP.join(cells)
        below = []
        if self._notes_beside:
            line += f"{_GAP}{shortened(note, self._room)}"
        elif note:
            indent = " " * len(cells[0]) + _GAP
            below.append(shortened(f"{indent}{note}", self.medium.width))
        # Painted last: codes of colours would count as columns above.
        line = line.rstrip()
        first = line[: len(cells[0])]
        return [f"{self.medium.paint(first, color)}{line[len(first) :]}", *below]

    @property
    def _room(self) -> int | None:
        """The columns that the cells leave for notes; None where lines may be long."""
        if self.medium.width is None:
            return None
        return self.medium.width - sum(self.widths) - len(_GAP) * len(self.widths)

    @property
    def _notes_beside(self) -> bool:
        return self._room is None or self._room >= _LEAST_NOTE


def labelled(label: str, value: str, width: int, indent: str = "") -> str:
    """Return a label of `width` columns and its value."""
    return f"{indent}{label.ljust(width)}{value}"


def listed(names: Iterable[str]) -> list[str]:
    """Return a line for each name."""
    return [f"  {on_one_line(name)}" for name in names]


def named(names: Iterable[str], width: int, title: str = "") -> list[str]:
    """Return all names in one wrapped paragraph, behind its title."""
    words = title + ", ".join(map(on_one_line, names))
    return wrapped(words, width, rest="    " if title else "  ")


def advice(words: str, width: int) -> list[str]:
    """Return what to do about a section, behind `> `."""
    return wrapped(words, width, first="  > ", rest="    ")


def quoted(words: str, title: str = "") -> list[str]:
    """Quote words from outside, such as a program's output, so that none passes for a
    line of the report: a single line without a title stays as it is, others stand
    behind `| `."""
    lines = printable(words).rstrip().splitlines()
    # A line that begins with `::` is a command to GitHub, which reads the log of a run.
    if not title and len(lines) == 1 and not lines[0].lstrip().startswith("::"):
        return lines
    quote = [f"| {line}".rstrip() for line in lines]
    return [f"{title}:", *quote] if title and lines else quote


def findings(found: Iterable[str]) -> list[str]:
    """Return one item for each message of a package or program."""
    return ["\n".join(quoted(finding)) for finding in found]


def diagnostics(found: Iterable[Diagnostic]) -> list[str]:
    """Return one item for each diagnostic, and one for a warning that several files
    have; of many of a kind, only the number."""
    return findings(map(str, count_many(group_repeated(found))))


def folded(lines: Iterable[str], width: int | None) -> list[str]:
    """Wrap lines that are longer than `width`, except quotes; the rest of such a line
    is indented further."""
    result = []
    for line in lines:
        words = line.lstrip()
        # A quote is a program's output: another line break would look like one of its
        # own.
        if width is None or len(line) <= width or words.startswith("|"):
            result.append(line)
        else:
            indent = line[: len(line) - len(words)]
            result += wrapped(words, width, first=indent, rest=f"{indent}    ")
    return result


def wrapped(words: str, width: int, first: str = "  ", rest: str = "  ") -> list[str]:
    """Wrap `words` to lines of at most `width` columns, unless one word is longer;
    `first` and `rest` indent them."""
    return textwrap.wrap(
        words,
        width,
        initial_indent=first,
        subsequent_indent=rest,
        # Paths, test names and commands stay whole, so that they can be copied.
        break_long_words=False,
        break_on_hyphens=False,
    )


def shortened(line: str, width: int | None) -> str:
    """Cut `line` to `width` columns; a line that is cut ends with ` ...`."""
    if width is None or len(line) <= width:
        return line
    return f"{line[: max(width - len(_CUT), 0)]}{_CUT}"


def last_columns(text: str, width: int) -> str:
    """Return the last `width` columns of a text; one that is cut begins with `..`."""
    if len(text) <= width:
        return text
    kept = max(width - len(_CUT_BEFORE), 0)
    return f"{_CUT_BEFORE}{text[len(text) - kept :]}"
