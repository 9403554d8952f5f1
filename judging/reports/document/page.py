"""Documents as sections of a page, which `document.js` shows. Pure."""

from collections.abc import Iterable

from judging.reports.document import (
    Block,
    Chapter,
    Document,
    Drawn,
    Section,
    Table,
    Where,
)
from judging.reports.documents import Json, as_json
from judging.reports.page import Section as PageSection
from judging.values import replace


def section(document: Document) -> PageSection:
    """Return what a page shows of a document."""
    parts: list[Section | Chapter] = []
    for part in document.parts:
        if isinstance(part, Section):
            parts += _sections([part])
        elif sections := _sections(part.sections):
            parts.append(replace(part, sections=sections))
    shown: Json = as_json(replace(document, parts=parts))
    return PageSection("document", shown)


def _sections(sections: Iterable[Section]) -> list[Section]:
    """Return the sections that a page shows, with what it shows of them."""
    shown = []
    for section in sections:
        if section.where is not Where.TEXT and not section.says_nothing:
            shown.append(replace(section, blocks=_blocks(section.blocks)))
    return shown


def _blocks(blocks: Iterable[Block]) -> list[Block]:
    shown: list[Block] = []
    for block in blocks:
        if isinstance(block, Section):
            shown += _sections([block])
        elif isinstance(block, Table):
            shown.append(block.shown_in(Where.PAGE))
        elif not isinstance(block, Drawn):
            shown.append(block)
    return shown
