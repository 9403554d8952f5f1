"""A report as a document: what it says, in which order, and which names a page links. Pure.

Each sentence of a report is made once, as a part of a `Document`. `text.py` lays the document out in
columns; `page.py` gives it to `document.js`, which makes elements of it. What only one of
the two shows says so (`Where`): a terminal has no room for some columns, and a page has
pictures.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

from judging.core.exit_codes import ExitCode
from judging.reports.documents import Json
from judging.values import Value


class Where(StrEnum):
    """Which of the two shows a part."""

    EVERYWHERE = "everywhere"
    TEXT = "text"
    PAGE = "page"


class Tone(StrEnum):
    """How grave a part is: the colour that a page gives it. A text says it in words."""

    GOOD = "good"
    BAD = "bad"
    WARNING = "warn"
    NOTE = "note"


class Link(Value, tag="link"):
    """A name that a page opens at a click: of a `submission`, a `test`, or a `section`
    of the document."""

    to: str
    name: str


def submission(path: str) -> Link:
    return Link("submission", path)


def test(name: str) -> Link:
    return Link("test", name)


class Name(Value, tag="name"):
    """A name or a value that the package chose: a page keeps its direction of writing
    apart."""

    name: str


class Code(Value, tag="code"):
    """A command to copy."""

    code: str


class Badge(Value, tag="badge"):
    """A verdict: a page sets it on its colour."""

    verdict: str


class Opens(Value, tag="opens"):
    """A name at which a page opens a text, under a title."""

    name: str
    title: str
    text: str


class Several(Value, tag="several"):
    """Names side by side. A text separates them by commas."""

    names: Sequence[Link | Name]


class Marked(Value, tag="marked"):
    """Words in the colour of a tone; a note is small."""

    words: "Words"
    tone: Tone


Span = str | Link | Name | Code | Badge | Opens | Several | Marked
Words = Span | Sequence[Span]


class Items(Value, tag="items"):
    """A list with a line for each item, or several of which the first is its head."""

    items: Sequence[Words]


class Names(Value, tag="names"):
    """A paragraph of names, after words that say what they are."""

    names: Sequence[Link | Name]
    label: str = ""


class Column(Value):
    """A column of a table.

    kind: how it is set: `number` to the right; on a page, `name` heads the row, `wraps` may
    have several lines.
    """

    title: str
    kind: str = ""
    where: Where = Where.EVERYWHERE


class Table(Value, tag="table"):
    """Rows of cells, one for each column. headings: a text has the titles, too."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[Words]]
    headings: bool = False

    def shown_in(self, where: Where) -> "Table":
        """Return the table with the columns that are shown there."""
        wanted = (Where.EVERYWHERE, where)
        places = []
        for place, column in enumerate(self.columns):
            if column.where in wanted:
                places.append(place)
        columns = [self.columns[place] for place in places]
        rows = [[row[place] for place in places] for row in self.rows]
        return Table(columns, rows, self.headings)


class Fact(Value):
    """A value beside its label. note: what others call it."""

    label: str
    value: Words
    note: str = ""


class Facts(Value, tag="facts"):
    """Values, each beside its label.

    width: columns of the labels in a text; 0: those of the longest one, and a gap.
    """

    facts: Sequence[Fact]
    width: int = 0


class Lines(Value, tag="lines"):
    """Lines that are written elsewhere: diagnostics, the end of a report."""

    lines: Sequence[str]


class Paragraph(Value, tag="paragraph"):
    """Sentences, wrapped."""

    words: str


class Advice(Value, tag="advice"):
    """What to do about a section, or how to read it."""

    words: str


class Drawing(Protocol):
    """What draws itself with letters."""

    def lines(self, width: int) -> list[str]:
        """Return lines of at most `width` columns, unless a name is wider."""


class Drawn(Value, tag="drawn"):
    """A drawing, in a text alone: on a page, a widget stands for it."""

    drawing: Drawing


class Widget(Value, tag="widget"):
    """A part of a page with a script of its own: `WIDGETS[name]`, which gets `data`."""

    name: str
    data: Json


class Section(Value, tag="section"):
    """Blocks under a title; a section within a section is indented.

    tone: of a finding: a page shows it in its head, as a list with the number of items.
    name: what links to it have.
    folds: its lines are no longer than a terminal has columns.
    """

    title: Words
    blocks: "Sequence[Block]"
    tone: Tone | None = None
    where: Where = Where.EVERYWHERE
    name: str = ""
    folds: bool = False

    @property
    def says_nothing(self) -> bool:
        """Whether all of its lists are empty: advice alone says nothing about them."""
        told = [block for block in self.blocks if not isinstance(block, Advice)]
        if not told:
            return not self.blocks
        return all(map(_is_empty, told))


Block = (
    Items | Names | Table | Facts | Lines | Paragraph | Advice | Drawn | Widget | Section
)


def _is_empty(block: Block) -> bool:
    match block:
        case Items(some) | Names(some) | Facts(some) | Lines(some) | Paragraph(some):
            return not some
        case Table():
            return not block.rows
        case Section():
            return block.says_nothing
    return False


class Chapter(Value, tag="chapter"):
    """Sections that a page shows as one, under a title of its own.

    apart: a text has an empty line between two of them.
    """

    title: Words
    sections: Sequence[Section]
    apart: bool = True


class Document(Value):
    """A whole report.

    lead: what stands beside the title; without it, a text has neither title nor facts.
    summary: sentences for the head of a page, one of which may give the exit code.
    """

    title: str
    lead: str
    exit_code: ExitCode
    summary: Sequence[str]
    facts: Facts
    parts: Sequence[Section | Chapter]
