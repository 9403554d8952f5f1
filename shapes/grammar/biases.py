"""Biased draws: each command that draws has one mode for the whole input.

Independent draws hardly ever agree: of a hundred numbers up to 10^9, no two are near each
other and none is at a bound. Many faults need just that, so here a mode holds for all that
one command draws in an input. Another stream of inputs has few and small values instead.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Callable, Protocol

from ..catalogue import make, names
from ..graphs import Graph, by_parents
from ..rng import RandomSource
from .biased_numbers import Random, biased
from .edge_orders import ORDERS, EdgeOrder
from .parsing import Node
from .point_rows import Figure
from .rows import number_row, tree_of_any_family


class Mode(Enum):
    """How one command draws its values."""

    UNIFORM = auto()  # as without a bias, so that not everything is special at once
    LOWEST = auto()
    HIGHEST = auto()
    INSIDE = auto()  # one less than the highest, or one more than the lowest
    ALTERNATING = auto()  # lowest, highest, lowest, ...
    FEW = auto()  # two or three values, which may be far apart
    NEAR_EQUAL = auto()  # a value and its neighbours
    RISING = auto()
    FALLING = auto()
    OUTLIER = auto()  # one value everywhere, and another one at one place


# UNIFORM stands twice: where several commands draw, one of them should be free more often.
_MODES = (Mode.UNIFORM, *Mode)
# A size at its least makes most inputs trivial, so it does not get each mode.
_SIZE_MODES = (
    Mode.UNIFORM,
    Mode.UNIFORM,
    Mode.HIGHEST,
    Mode.HIGHEST,
    Mode.INSIDE,
    Mode.LOWEST,
)
# A single value is the outlier once in so many times. Chosen, not measured.
_OUTLIER_EVERY = 8
# How far the values of an input with small values may reach. 1 and 2 come first, because
# values must repeat to be dense.
_WIDTHS = (1, 2, 2, 3, 5, 9)


class Bias(Protocol):
    """How values are drawn in one input."""

    def size(self, node: Node, low: int, high: int) -> int | None:
        """Return a size; None: draw it as without a bias."""

    def row(self, node: Node, count: int, low: int, high: int) -> list[int]:
        """Return `count` integers in low..high, for one command."""

    def window(
        self, node: Node, count: int, low: int, high: int
    ) -> tuple[int, int] | None:
        """Return the range of `count` distinct values; None: as without a bias."""

    def tree(self, node: Node, vertices: int) -> Graph:
        """Return a tree, on which the edges that a command reads are based."""

    def edge_order(self, node: Node) -> EdgeOrder | None:
        """Return in which order edges that a command reads are added; None: at random."""

    def figure(self, node: Node, distinct: bool) -> Figure | None:
        """Return how the points that a command reads lie; None: anywhere.

        distinct: no point may come again.
        """

    def numbers(self, random: Random) -> Random:
        """Return what draws numbers from 0 to below 1 for overrides, made of `random`."""


@dataclass
class _Place:
    """What holds for one command in the whole input.

    anchor: where the values are that most others are equal or near to: from 0, the
    lowest one, to 1, the highest.
    drawn: how many values the command has drawn so far.
    """

    mode: Mode
    anchor: float
    drawn: int = 0

    def base(self, low: int, high: int) -> int:
        """Return the value at the anchor."""
        # Not as a product of floats: bounds up to 10^18 have more digits than a float.
        return low + (high - low) * int(self.anchor * 2**20) // 2**20


@dataclass
class Modes:
    """A bias: a mode for each command."""

    rng: RandomSource
    _places: dict[int, _Place] = field(default_factory=dict)
    _sizes: dict[int, Mode] = field(default_factory=dict)
    _trees: dict[int, Callable[[int], Graph]] = field(default_factory=dict)
    _orders: dict[int, EdgeOrder | None] = field(default_factory=dict)
    _figures: dict[int, Figure | None] = field(default_factory=dict)

    def size(self, node: Node, low: int, high: int) -> int | None:
        """Return a size. `high` is the largest that the input is to have."""
        if id(node) not in self._sizes:
            self._sizes[id(node)] = self.rng.choice(_SIZE_MODES)
        mode = self._sizes[id(node)]
        if mode is Mode.LOWEST:
            return low
        if mode is Mode.HIGHEST:
            return high
        if mode is Mode.INSIDE:
            return max(low, high - 1)
        return None

    def row(self, node: Node, count: int, low: int, high: int) -> list[int]:
        """Return `count` integers in low..high by the mode of the command."""
        place = self._place(node)
        values = _ROWS[place.mode](place, count, low, high, self.rng)
        place.drawn += count
        return values

    def window(
        self, node: Node, count: int, low: int, high: int
    ) -> tuple[int, int] | None:
        """Return a range with hardly a gap, at one end or at the anchor of the command."""
        place = self._place(node)
        if place.mode is Mode.LOWEST:
            return low, min(high, low + count - 1)
        if place.mode is Mode.HIGHEST:
            return max(low, high - count + 1), high
        if place.mode is Mode.NEAR_EQUAL:
            first = min(place.base(low, high), max(low, high - count))
            return first, min(high, first + count)
        return None

    def tree(self, node: Node, vertices: int) -> Graph:
        """Return a tree of one family for the whole input."""
        if id(node) not in self._trees:
            self._trees[id(node)] = self._family()
        return self._trees[id(node)](vertices)

    def edge_order(self, node: Node) -> EdgeOrder | None:
        """Return one order for the whole input, or none."""
        if id(node) not in self._orders:
            self._orders[id(node)] = self.rng.choice((None, None, *ORDERS))
        return self._orders[id(node)]

    def figure(self, node: Node, distinct: bool) -> Figure | None:
        """Return one figure for the whole input, or none."""
        if id(node) not in self._figures:
            drawn = Figure.drawn(self.rng, distinct) if self.rng.below(2) else None
            self._figures[id(node)] = drawn
        return self._figures[id(node)]

    def numbers(self, random: Random) -> Random:
        """Return a function that draws numbers in one mode for the whole input."""
        return biased(random, self.rng)

    def _family(self) -> Callable[[int], Graph]:
        rng = self.rng
        name = rng.choice([*names("tree"), *_NEARLY])
        if name in _NEARLY:
            return lambda vertices: _NEARLY[name](vertices, rng)
        return lambda vertices: make(name, vertices, rng)

    def _place(self, node: Node) -> _Place:
        if id(node) not in self._places:
            mode = self.rng.choice(_MODES)
            anchors = (0.0, 0.0, 0.5, 1.0, self.rng.below(2**20) / 2**20)
            self._places[id(node)] = _Place(mode, self.rng.choice(anchors))
        return self._places[id(node)]


@dataclass
class SmallValues:
    """A bias: all values of the input are among few small ones."""

    rng: RandomSource
    width: int

    @classmethod
    def start(cls, rng: RandomSource) -> SmallValues:
        """Return the bias for one input, with one width for all of its commands."""
        return cls(rng, rng.choice(_WIDTHS))

    def size(self, node: Node, low: int, high: int) -> int | None:
        """Leave sizes as they are: the caller wants small ones."""
        return None

    def row(self, node: Node, count: int, low: int, high: int) -> list[int]:
        """Return integers near zero, or near `low` if zero is none of the values."""
        least = low
        if low < 0 < high:
            least = max(low, -self.width // 2)
        return self.rng.many(count, least, min(high, least + self.width))

    def window(
        self, node: Node, count: int, low: int, high: int
    ) -> tuple[int, int] | None:
        """Return a range that is a little wider than the values need."""
        return low, min(high, low + count - 1 + self.width)

    def tree(self, node: Node, vertices: int) -> Graph:
        """Return a tree: small trees of all families are about all trees."""
        return tree_of_any_family(vertices, self.rng)

    def edge_order(self, node: Node) -> EdgeOrder | None:
        """Return none: small random graphs are about all graphs."""
        return None

    def figure(self, node: Node, distinct: bool) -> Figure | None:
        """Return none: few points with small coordinates are about all such points."""
        return None

    def numbers(self, random: Random) -> Random:
        """Return `random`: small numbers do not make a value small."""
        return random


def _uniform(
    place: _Place, count: int, low: int, high: int, rng: RandomSource
) -> list[int]:
    return number_row(count, low, high, rng)


def _lowest(
    place: _Place, count: int, low: int, high: int, rng: RandomSource
) -> list[int]:
    return [low] * count


def _highest(
    place: _Place, count: int, low: int, high: int, rng: RandomSource
) -> list[int]:
    return [high] * count


def _inside(
    place: _Place, count: int, low: int, high: int, rng: RandomSource
) -> list[int]:
    if place.anchor < 0.5:
        return [min(high, low + 1)] * count
    return [max(low, high - 1)] * count


def _alternating(
    place: _Place, count: int, low: int, high: int, rng: RandomSource
) -> list[int]:
    ends = (low, high)
    return [ends[(place.drawn + i) % 2] for i in range(count)]


def _few(place: _Place, count: int, low: int, high: int, rng: RandomSource) -> list[int]:
    values = (low, place.base(low, high), high)
    return [rng.choice(values) for _ in range(count)]


def _near_equal(
    place: _Place, count: int, low: int, high: int, rng: RandomSource
) -> list[int]:
    base = place.base(low, high)
    return rng.many(count, max(low, base - 1), min(high, base + 1))


def _rising(
    place: _Place, count: int, low: int, high: int, rng: RandomSource
) -> list[int]:
    if count > 1:
        return sorted(rng.many(count, low, high))
    # One value at a time: each is a little larger than the one before.
    return [min(high, place.base(low, high) + place.drawn)]


def _falling(
    place: _Place, count: int, low: int, high: int, rng: RandomSource
) -> list[int]:
    if count > 1:
        return sorted(rng.many(count, low, high), reverse=True)
    return [max(low, place.base(low, high) - place.drawn)]


def _outlier(
    place: _Place, count: int, low: int, high: int, rng: RandomSource
) -> list[int]:
    base = place.base(low, high)
    other = low if base - low > high - base else high
    row = [base] * count
    if count > 1:
        row[rng.below(count)] = other
    elif count and rng.below(_OUTLIER_EVERY) == 0:
        row[0] = other
    return row


_ROWS: dict[Mode, Callable[[_Place, int, int, int, RandomSource], list[int]]] = {
    Mode.UNIFORM: _uniform,
    Mode.LOWEST: _lowest,
    Mode.HIGHEST: _highest,
    Mode.INSIDE: _inside,
    Mode.ALTERNATING: _alternating,
    Mode.FEW: _few,
    Mode.NEAR_EQUAL: _near_equal,
    Mode.RISING: _rising,
    Mode.FALLING: _falling,
    Mode.OUTLIER: _outlier,
}


def _path_with_branch(n: int, rng: RandomSource) -> Graph:
    """Return a path, and its last vertex anywhere on it."""
    branch = rng.below(max(n - 1, 1))
    return by_parents(n, lambda i: branch if i == n - 1 else i - 1)


def _star_with_tail(n: int, rng: RandomSource) -> Graph:
    """Return a star, one of whose leaves has a short tail."""
    tail = 1 + rng.below(3)
    return by_parents(n, lambda i: i - 1 if i >= n - tail else 0)


def _two_stars(n: int, rng: RandomSource) -> Graph:
    """Return two stars whose centres are neighbours."""
    return by_parents(n, lambda i: 0 if i <= n // 2 else 1)


# Trees that miss a plain family by one edge: a program that treats the family apart is
# wrong on these. They are not in the catalogue, because its menu decides what recipes
# draw, and the tests of packages must keep their bytes.
_NEARLY: dict[str, Callable[[int, RandomSource], Graph]] = {
    "path with a branch": _path_with_branch,
    "star with a tail": _star_with_tail,
    "two stars": _two_stars,
}
