"""Documents as text, in lines of a width. Pure."""

from collections.abc import Iterable

from judging.reports.document import (
    Advice,
    Block,
    Chapter,
    Document,
    Drawn,
    Facts,
    Items,
    Lines,
    Link,
    Marked,
    Name,
    Names,
    Section,
    Several,
    Table,
    Where,
    Widget,
    Words,
)
from judging.reports.textkit import advice, joined, labelled, named, table
from judging.reports.wording import on_one_line, printable

_UNBOUNDED = 10**9  # columns: no line is wrapped
_INDENT = "  "  # of what a section within a section has


def render(document: Document, width: int | None) -> str:
    """Return a document as text. Names of submissions and cells of tables stay whole,
    so lines with them may be wider than `width`; None: lines may be long."""
    sections = [_head(document)]
    for part in document.parts:
        sections += _part(part, width or _UNBOUNDED)
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


def _part(part: Section | Chapter, width: int) -> list[list[str]]:
    if isinstance(part, Section):
        return [_section(part, width)]
    sections = [_section(section, width) for section in part.sections]
    if part.apart:
        return sections
    return [[line for lines in sections for line in lines]]


def _section(section: Section, width: int) -> list[str]:
    """Return the lines of a section, or [] if it says nothing in a text."""
    if section.where is Where.PAGE or section.says_nothing:
        return []
    lines = [section.title] if section.title else []
    for block in section.blocks:
        lines += _block(block, width)
    return lines


def _block(block: Block, width: int) -> list[str]:
    match block:
        case Items(items):
            return [f"{_INDENT}{plain(item)}" for item in items]
        case Names(names, label):
            return named(map(plain, names), width, label)
        case Table():
            return _table(block.shown_in(Where.TEXT))
        case Facts():
            return _facts(block)
        case Lines(lines):
            return list(lines)
        case Advice(words):
            return advice(words, width)
        case Drawn(drawing):
            return drawing.lines(width)
        case Section():
            inner = _section(block, width - len(_INDENT))
            return [f"{_INDENT}{line}" for line in inner]
        case Widget():
            return []


def _table(shown: Table) -> list[str]:
    rows = [[plain(cell) for cell in row] for row in shown.rows]
    return table(rows, indent=_INDENT)


def plain(words: Words) -> str:
    """Return words without links and colours."""
    match words:
        case str():
            return words
        case Link(name=name):
            return on_one_line(name)
        case Name(name):
            return name
        case Several(names):
            return ", ".join(map(plain, names))
        case Marked(marked):
            return plain(marked)
    return _all_plain(words)


def _all_plain(spans: Iterable[Words]) -> str:
    return "".join(map(plain, spans))
