"""What a run of a validator's program reads, in order. Later conditions narrow it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from judging.features.describe.validators.terms import Symbol, Term, of_symbol


@dataclass(eq=False, slots=True)
class Cell:
    """A value that is read at one place of the program.

    id: its name in symbols; number: how many came before it. low and high are for an
    integer, shortest and longest for a word; None: not known. real_low and real_high are
    as the program writes them.
    """

    id: str
    number: int
    line: int
    loops: tuple[Loop, ...]
    kind: str = "integer"  # or "real", "word"
    name: str = ""
    low: Term | None = None
    high: Term | None = None
    real_low: str = ""
    real_high: str = ""
    decimals: tuple[int, int] | None = None
    pattern: str = ""
    letters: frozenset[str] | None = None
    shortest: Term | None = None
    longest: Term | None = None
    texts: tuple[str, ...] = ()  # of a word: all that it may be
    named_in: int = 0  # how deep the call was whose variable it has its name from

    @property
    def symbol(self) -> Symbol:
        return Symbol("cell", self.id)

    @property
    def term(self) -> Term:
        return of_symbol(self.symbol)


@dataclass(eq=False, slots=True)
class Gap:
    """A space or the end of a line."""

    text: str


@dataclass(eq=False, slots=True)
class Constant:
    text: str
    line: int


@dataclass(eq=False, slots=True)
class Loop:
    """A part that is read several times. count: None if only its end says how often.

    index: the number of the iteration, from 0. least and most: how often, if nothing says
    it; ending: the text behind the last iteration.
    """

    index: Symbol
    count: Term | None
    line: int
    body: list[Piece] = field(default_factory=list)
    separator: str = ""
    least: Term | None = None
    most: Term | None = None
    ending: str = ""


@dataclass(eq=False, slots=True)
class Edge:
    """What is read in the first or last iteration only, or in all but that."""

    which: str  # "first", "last"
    then: list[Piece]
    otherwise: list[Piece]


@dataclass(eq=False, slots=True)
class Case:
    text: str
    body: list[Piece]


@dataclass(eq=False, slots=True)
class Switch:
    """What follows a value depends on it."""

    by: Cell
    cases: list[Case]
    line: int
    others: list[Piece] | None = None  # behind any other text


@dataclass(eq=False, slots=True)
class Line:
    """A line that a Python program reads as a whole and takes apart later.

    row_name: the variable that has its values.
    whole: the cell of a line that is one value.
    first: the values at its begin.
    rest: what stands behind them, `count` values with those at the begin.
    is_sliced: whether the program looks at the rest alone; else what it demands of all
        words is for the first ones too.
    is_input: whether it is all of the input, of whose lines nothing is known.
    seen: of such a line, the words that are read one at a time.
    parts: how it goes on behind its first values, where that depends on them.
    begin: of such a part, the line that it continues.
    """

    id: str
    line: int
    loops: tuple[Loop, ...]
    name: str = ""
    row_name: str = ""
    pattern: str = ""
    whole: Cell | None = None
    first: list[Cell] = field(default_factory=list)
    rest: Cell | None = None
    count: Term | None = None
    kind: str = ""  # of its words: "integer", "real", "word"; "" if it is not split
    is_sliced: bool = False
    is_input: bool = False
    seen: dict[str, Cell] = field(default_factory=dict)
    begin: Line | None = None
    parts: list[Line] = field(default_factory=list)

    def has(self, cell: Cell) -> bool:
        """Return whether a value is one of the line, or of a part that continues it."""
        return self.has_id(cell.id)

    def has_id(self, key: str) -> bool:
        own = [*self.first, self.rest, self.whole]
        if any(cell is not None and cell.id == key for cell in own):
            return True
        return any(part.has_id(key) for part in self.parts)


Piece: TypeAlias = Cell | Gap | Constant | Loop | Edge | Switch | Line
