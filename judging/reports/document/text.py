"""Documents as text, in lines of a width. Pure."""

from collections.abc import Iterable

from judging.reports.document import (
    Advice,
    Badge,
    Block,
    Chapter,
    Code,
    Document,
    Drawn,
    Facts,
    Items,
    Lines,
    Link,
    Marked,
    Name,
    Names,
    Opens,
    Paragraph,
    Section,
    Several,
    Table,
    Where,
    Widget,
    Words,
)
from judging.reports.medium import FILE, Medium
from judging.reports.textkit import (
    advice,
    folded,
    joined,
    labelled,
    named,
    table,
    wrapped,
)
from judging.reports.wording import on_one_line, printable
from judging.values import Value

_UNBOUNDED = 10**9  # columns: no line is too long
_INDENT = "  "  # of what a section within a section has


class _Room(Value):
    """Columns for what is always wrapped, and for what is folded on a terminal alone."""

    wraps: int
    folds: int


def render(document: Document, medium: Medium = FILE, in_files: int = _UNBOUNDED) -> str:
    """Return a document as text, as wide as the terminal. Names of submissions and cells
    of tables stay whole, so that lines with them may be wider.

    in_files: columns of paragraphs in a pipe or a file.
    """
    room = _Room(medium.width or in_files, medium.width or _UNBOUNDED)
    sections = [_head(document)]
    for part in document.parts:
        sections += _part(part, room)
    return printable(joined(sections))


def _head(document: Document) -> list[str]:
    if not document.lead:
        return []
    title = f"{on_one_line(document.title)}: {document.lead}"
    return [title, *_facts(document.facts)]


def _facts(block: Facts) -> list[str]:
    lines = []
    longest = max((len(fact.label) for fact in block.facts), default=0)
    for fact in block.facts:
        note = f"  ({fact.note})" if fact.note else ""
        value = f"{plain(fact.value)}{note}"
        lines.append(labelled(fact.label, value, block.width or longest + len(_INDENT)))
    return lines


def _part(part: Section | Chapter, room: _Room) -> list[list[str]]:
    if isinstance(part, Section):
        return [_section(part, room)]
    sections = [_section(section, room) for section in part.sections]
    if part.apart:
        return sections
    return [[line for lines in sections for line in lines]]


def _section(section: Section, room: _Room) -> list[str]:
    """Return the lines of a section, or [] if it says nothing in a text."""
    if section.where is Where.PAGE or section.says_nothing:
        return []
    title = plain(section.title)
    lines = [title] if title else []
    for block in section.blocks:
        lines += _block(block, room)
    return folded(lines, room.folds if section.folds else None)


def _block(block: Block, room: _Room) -> list[str]:
    match block:
        case Items(items):
            return [line for item in items for line in _item(item)]
        case Names() | Paragraph() | Advice():
            return _wrapped(block, room.wraps)
        case Table():
            return _table(block.shown_in(Where.TEXT))
        case Facts():
            return _facts(block)
        case Lines(lines):
            return list(lines)
        case Drawn(drawing):
            return drawing.lines(room.wraps)
        case Section():
            narrower = _Room(room.wraps - len(_INDENT), room.folds - len(_INDENT))
            return [f"{_INDENT}{line}" for line in _section(block, narrower)]
        case Widget():
            return []


def _wrapped(block: Names | Paragraph | Advice, width: int) -> list[str]:
    match block:
        case Names(names, label):
            return named(map(plain, names), width, label)
        case Paragraph(words):
            return wrapped(words, width, first="", rest="")
        case Advice(words):
            return advice(words, width)


def _item(item: Words) -> list[str]:
    first, *rest = plain(item).splitlines() or [""]
    return [f"{_INDENT}{first}", *(f"{_INDENT}{_INDENT}{line}" for line in rest)]


def _table(shown: Table) -> list[str]:
    rows = [[plain(cell) for cell in row] for row in shown.rows]
    if shown.headings:
        rows.insert(0, [column.title for column in shown.columns])
    numbers = set()
    for place, column in enumerate(shown.columns):
        if column.kind == "number":
            numbers.add(place)
    return table(rows, numbers, indent=_INDENT)


def plain(words: Words) -> str:
    """Return words without links and colours."""
    match words:
        case str():
            return words
        case Link(name=name):
            return on_one_line(name)
        case Opens(name=name):
            return name
        case Name(text) | Code(text) | Badge(text):
            return text
        case Several(names):
            return ", ".join(map(plain, names))
        case Marked(marked):
            return plain(marked)
    return _all_plain(words)


def _all_plain(spans: Iterable[Words]) -> str:
    return "".join(map(plain, spans))
