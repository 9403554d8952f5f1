"""What variables have in a run of a validator whose input is not known.

An integer is a Term; texts, decimals and truths that are known are str, float and bool.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from judging.features.describe.validators.pieces import Cell, Line, Loop
from judging.features.describe.validators.program import Function
from judging.features.describe.validators.terms import Symbol, Term
from judging.values import Value

# Whatever an expression gives: one of the classes here or a truth of `truths.py`.
Abstract: TypeAlias = Any


class Path(Value):
    """Something outside of the program: `sys.stdin`, `std::sort`; "?" if not known."""

    name: str


UNKNOWN = Path("?")
SPACE_OR_LINE = "a space or the end of a line"  # the name of what `last ? '\n' : ' '` is


class Read(Value):
    """A word or decimal number that is read. at: which, for one of a row."""

    cell: Cell
    at: Term | None = None


class LineText(Value):
    """A line. ending: whether the end of the line is a part of it."""

    of: Line
    ending: bool


class Words(Value):
    """The words of a line, as `kind`: word, integer, real. skipped: how many are left out
    at the begin. is_part: whether it is a slice, so that all words of it are alike."""

    of: Line
    kind: str
    skipped: int = 0
    is_part: bool = False


class Written(Value):
    """A text that is made of texts and what was read: `f"{n} {m}"`, `" ".join(words)`."""

    parts: tuple[Abstract, ...]

    @property
    def known(self) -> str:
        """The letters that are known."""
        return "".join(part for part in self.parts if isinstance(part, str))


class Rest(Value):
    """All of the input that was not read yet, as one text. line: of the source."""

    line: int


@dataclass(eq=False, slots=True)
class Lines:
    """All lines of the input that were not read yet, as a list.

    ending: whether each has the end of its line. extra: how many texts there are behind
    the last line, as `split` leaves one. seen: the lines that the program has looked at,
    by their places. count: how many there are, if the program says so; loop: the one over
    all of them but the first `behind`.
    """

    id: str
    line: int
    ending: bool
    extra: int
    seen: dict[str, LineText] = field(default_factory=dict)
    count: Term | None = None
    loop: Loop | None = None
    behind: int = 0


@dataclass(eq=False, slots=True)
class Stream:
    """A text that is read word by word: `istringstream words(line)`. taken: how many of
    its words were."""

    of: LineText | str
    taken: int = 0


class NextLetter(Value):
    """The next letter of the input. is_taken: whether it is read, and not only looked at."""

    is_taken: bool = True


class Keyed(Value):
    """A mapping whose keys and values are known: the arguments by name."""

    items: tuple[tuple[str, Abstract], ...]

    def get(self, key: Abstract) -> Abstract:
        """Return a value, or None."""
        return dict(self.items).get(key)


class Several(Value):
    """A list or tuple whose items are known."""

    items: tuple[Abstract, ...]


class Added(Value):
    """What a loop put into a store: at `first` plus the number of the iteration, if known."""

    value: Abstract
    first: Term | None
    index: Symbol | None


@dataclass(eq=False, slots=True)
class Store:
    """A list, array, set or map that the program fills.

    keys: what is in it as a set, or is an index of `seen[x] = true`.
    """

    id: str
    added: list[Added] = field(default_factory=list)
    keys: list[Abstract] = field(default_factory=list)
    count: Term | None = None
    is_sorted: bool = False
    name: str = ""


class Part(Value):
    """An iterator or range of a store: `a.begin()`. is_end: `a.end()`, or not found."""

    of: Abstract
    is_end: bool = False


class Found(Value):
    """What `seen.find(x)` gives."""

    store: Store
    key: Abstract


class Insertion(Value):
    """What `seen.insert(x)` gives; its second is true if x was not there."""

    store: Store
    key: Abstract


class Unordered(Value):
    """The smaller and the larger of two values, as `minmax(u, v)` gives."""

    first: Abstract
    second: Abstract


class Extreme(Value):
    """The least or the greatest of several terms, of which none is known to be it."""

    is_greatest: bool
    terms: tuple[Term, ...]


class Pattern(Value):
    """A regular expression. whole: whether it is for a whole text by itself."""

    text: str


class Closure(Value):
    """A function of the program. frame: the variables that it sees."""

    function: Function
    frame: Any


class Root(Value):
    """What a union of sets has as the root of a vertex."""

    of: Abstract


class Shifted(Value):
    """The items of a row from `by` on."""

    of: Abstract
    by: int


class Zipped(Value):
    """`zip(a, b)`"""

    of: tuple[Abstract, ...]


class Ranged(Value):
    """`range(first, end)`"""

    first: Abstract
    end: Abstract


class Numbered(Value):
    """`enumerate(of)`"""

    of: Abstract


class Ratio(Value):
    """A quotient that need not be whole: `n * (n - 1) / 2`."""

    term: Term
    divisor: int
