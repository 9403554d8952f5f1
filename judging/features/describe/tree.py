"""The input format of a problem as a tree: what both ways of learning find.

The source of a validator gives such a tree, and so do tests with probes. `writing.py` makes a
checktestdata grammar of one. White space stands in the tree like everything else: `3 4` is an
Integer, a Space, an Integer and a Newline.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import TypeAlias

from judging.values import Value

# An integer literal, or an expression in names that are read before: `n`, `n - 1`, `2 * n`.
# The operators are + - * and brackets; powers are written out. Of a name in loops, the
# value of the same iteration is meant.
Bound: TypeAlias = str


class Source(Value):
    """Where a part of the format is known from.

    place: `validate.cpp:12`; "" if tests and probes alone show it.
    said: the comment behind the line: `12 tests, 40 probes`.
    """

    place: str = ""
    said: str = ""


UNKNOWN = Source()


class Integer(Value, tag=True):
    """An integer without leading zeros or plus sign, from `low` to `high`."""

    name: str
    low: Bound
    high: Bound
    source: Source = UNKNOWN


class Real(Value, tag=True):
    """A decimal number. decimals: the fewest and the most digits behind the point; None:
    nothing is known."""

    name: str
    low: str
    high: str
    decimals: tuple[int, int] | None = None
    source: Source = UNKNOWN


class Word(Value, tag=True):
    """A word or line of `shortest` to `longest` characters.

    pattern: an extended regular expression for the whole word, in the syntax of
        checktestdata; usually a set with a plus, such as `[a-z]+`.
    """

    name: str
    pattern: str
    shortest: Bound
    longest: Bound
    source: Source = UNKNOWN


class Fixed(Value, tag=True):
    """A text that is always the same."""

    text: str
    source: Source = UNKNOWN


class Space(Value, tag=True):
    """One space."""


class Newline(Value, tag=True):
    """The end of a line."""


class Until(Value, tag=True):
    """A number of repetitions that nothing in the input says.

    text: what ends them, and is read behind the loop; "" for the end of the input.
    least, most: how many repetitions there are.
    """

    text: str
    least: Bound
    most: Bound


class Repeat(Value, tag=True):
    """A body several times: the numbers of a row, the lines of a grid, the cases.

    separator: stands between two repetitions, not behind the last one.
    index: a name for the number of the repetition, which counts from 0, in bounds; "" if
        none needs it.
    """

    count: Bound | Until
    body: tuple[Node, ...]
    separator: Space | Newline | None = None
    source: Source = UNKNOWN
    index: str = ""


class Case(Value):
    """What follows a text that says what follows."""

    text: str
    body: tuple[Node, ...]


class Choice(Value, tag=True):
    """One of several texts, and what follows it: a query of one of several kinds.

    by: the name of the text.
    """

    by: str
    cases: tuple[Case, ...]
    source: Source = UNKNOWN


Node: TypeAlias = Integer | Real | Word | Fixed | Space | Newline | Repeat | Choice
Named: TypeAlias = Integer | Real | Word


class Kind(Enum):
    """What values that are read must be together.

    Those of a row hold for each run of the innermost loop that reads the names: with
    cases, in each case alone. A sum or a total counts what the whole input has.
    """

    # Of a row; of several names, of the tuples of their values: `distinct x y` are points.
    DISTINCT = "distinct"
    # Of a row.
    SORTED = "sorted"
    STRICTLY_SORTED = "strictly_sorted"
    FALLING = "falling"
    STRICTLY_FALLING = "strictly_falling"
    PERMUTATION = "permutation"  # each value from the low to the high bound once
    # Of two values of one iteration.
    DIFFERS = "differs"
    LESS = "less"
    AT_MOST = "at_most"
    # Of the two ends of a row of edges.
    TREE = "tree"
    CONNECTED = "connected"
    SIMPLE_GRAPH = "simple_graph"  # no loop, and no edge twice in either direction
    ACYCLIC = "acyclic"  # of edges from the first end to the second
    # Of the words of a row together: each letter that `bound` has comes once, as the start and
    # the end in a grid do.
    ONCE = "once"
    # With a bound.
    SUM_AT_MOST = "sum_at_most"
    SUM_IS = "sum_is"
    PRODUCT_AT_MOST = "product_at_most"  # of values of one iteration
    # Of a word.
    BALANCED = "balanced"  # brackets, each closed by its own
    # Any other condition on values of one iteration: `bound` is the condition, with the
    # operators of bounds, % and those of checktestdata that compare and join.
    HOLDS = "holds"


class Relation(Value):
    """A relation between values.

    names: the values, in the order that the kind has.
    bound: what a sum or a product is compared with; of ONCE, the letters.
    required: whether inputs without it are rejected; else it is only how inputs that are
        drawn should be, because all tests have it and no probe could break it.
    """

    kind: Kind
    names: tuple[str, ...]
    bound: Bound = ""
    required: bool = True
    source: Source = UNKNOWN


class Description(Value):
    """An input format. notes: what could not be learnt, a sentence each."""

    body: tuple[Node, ...] = ()
    relations: tuple[Relation, ...] = ()
    notes: tuple[str, ...] = ()


def walk(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield all nodes of a body, each before what is in it."""
    for node in nodes:
        yield node
        if isinstance(node, Repeat):
            yield from walk(node.body)
        if isinstance(node, Choice):
            for case in node.cases:
                yield from walk(case.body)


def named(nodes: Iterable[Node]) -> dict[str, Named]:
    """Return the values that a body reads by name."""
    found = {}
    for node in walk(nodes):
        if isinstance(node, (Integer, Real, Word)):
            found[node.name] = node
    return found
