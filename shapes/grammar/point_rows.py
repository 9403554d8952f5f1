"""Which commands of a grammar read the coordinates of points, and points of one figure."""

from __future__ import annotations

from typing import Callable, Iterable, Mapping, NamedTuple

from .. import points as figures
from ..points import Points
from ..rng import RandomSource
from .parsing import Node

_LOOPS = ("REP", "REPI")
_BETWEEN = ("SPACE", "NEWLINE")
# Coordinates are hardly ever fewer: such numbers are kinds of a query, or yes and no.
_FEWEST_COORDINATES = 8
_FIGURES: tuple[Callable[[int, int, RandomSource], Points], ...] = (
    figures.on_two_lines,
    figures.on_three_lines,
    figures.nearly_collinear,
    figures.on_circle,
    figures.lattice,
    figures.spiral,
)


class PointReads(NamedTuple):
    """The command that reads the second coordinates. distinct: no point may come again."""

    partner: Node
    distinct: bool


class Figure(NamedTuple):
    """How all points of an input lie.

    make: returns so many points in a square. spread: the square is as large as the bounds
    allow, else it has room for a few times as many points. anchor: in its corner of the
    lowest coordinates (0), in the middle (1), or where they are highest (2).
    """

    make: Callable[[int, int, RandomSource], Points]
    spread: bool
    anchor: int

    @classmethod
    def drawn(cls, rng: RandomSource, distinct: bool) -> Figure:
        chosen = rng.choice(_FIGURES if distinct else (*_FIGURES, figures.all_equal))
        return cls(chosen, rng.below(2) == 0, rng.below(3))

    def points(self, count: int, low: int, high: int, rng: RandomSource) -> Points:
        """Return `count` points with coordinates in low..high."""
        width = high - low
        reach = width if self.spread else min(width, 2 * count)
        shift = low + (width - reach) * self.anchor // 2
        made = self.make(count, reach, rng)
        return [(x + shift, y + shift) for x, y in made]


def point_reads(
    nodes: Iterable[Node],
    tests: Mapping[int, list[Node]],
    taken: set[int],
) -> dict[int, PointReads]:
    """Return the commands that read coordinates of points, by the id of the one that reads
    the first ones: two in a row in a loop, with the same numbers as bounds, and with no
    condition but that no point comes again.

    tests: the conditions on a command's values, by its id. taken: the ids of commands whose
    values have another meaning.
    """
    found: dict[int, PointReads] = {}
    for loop in nodes:
        if loop.name not in _LOOPS:
            continue
        reads = [node for node in loop.body if node.name not in _BETWEEN]
        paired: set[int] = set()
        for first, second in zip(reads, reads[1:]):
            pair = {id(first), id(second)}
            if pair & (paired | taken) or not _same_coordinates(first, second):
                continue
            conditions = [*tests[id(first)], *tests[id(second)]]
            if all(_tells_points_apart(test, first, second) for test in conditions):
                found[id(first)] = PointReads(second, bool(conditions))
                paired |= pair
    return found


def _same_coordinates(first: Node, second: Node) -> bool:
    for node in (first, second):
        if node.name != "INT" or node.target is None:
            return False
    low, high = first.args
    if first.args != second.args or low.name != "constant" or high.name != "constant":
        return False
    return bool(high.value - low.value >= _FEWEST_COORDINATES)


def _tells_points_apart(test: Node, first: Node, second: Node) -> bool:
    if test.name != "UNIQUE":
        return False
    names = {arg.value for arg in test.args}
    return {node.target.value for node in (first, second) if node.target} <= names
