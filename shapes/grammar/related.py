"""Related draws: values made from earlier values of the same input, and from constants
(../relations.py); words made from earlier words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Sequence

from ..graphs import Graph
from ..relations import CONSTANTS, RelatedValues, Relation
from ..rng import RandomSource
from .biased_numbers import Random
from .edge_orders import EdgeOrder
from .parsing import Node
from .point_rows import Figure
from .rows import tree_of_any_family


@dataclass
class Related:
    """A bias: values come from the values before them.

    constants: numbers that programs know, for instance those of their sources.
    """

    rng: RandomSource
    constants: Sequence[int] = CONSTANTS
    _words: list[list[int]] = field(default_factory=list)
    _relations: dict[int, Relation] = field(default_factory=dict)
    _values: RelatedValues = field(init=False)

    def __post_init__(self) -> None:
        self._values = RelatedValues(self.rng, lambda: self.rng.choice(self.constants))

    def size(self, node: Node, low: int, high: int) -> int | None:
        """Return a size; values are made from it too."""
        size = self.rng.between(low, max(low, high))
        self._values.note(size)
        return size

    def row(self, node: Node, count: int, low: int, high: int) -> list[int]:
        """Return `count` integers in low..high, or the letters of a word."""
        if node.name == "REGEX":
            return self._letters(count, low, high)
        relation = self._relation_of(node)
        return [self._values.value(relation, low, high) for _ in range(count)]

    def window(
        self, node: Node, count: int, low: int, high: int
    ) -> tuple[int, int] | None:
        """Return the range of `count` distinct values: half of the time, one with few gaps."""
        if self.rng.below(2):
            return None
        return low, min(high, low + 2 * count)

    def tree(self, node: Node, vertices: int) -> Graph:
        """Return a tree of any family: its vertices are no values."""
        return tree_of_any_family(vertices, self.rng)

    def edge_order(self, node: Node) -> EdgeOrder | None:
        """Return none: vertices are no values."""
        return None

    def figure(self, node: Node, distinct: bool) -> Figure | None:
        """Return none: the coordinates come from earlier values."""
        return None

    def numbers(self, random: Random) -> Random:
        """Return `random`: nobody knows what an override makes of numbers."""
        return random

    def _relation_of(self, node: Node) -> Relation:
        """Return the relation of all values of a command."""
        if id(node) not in self._relations:
            self._relations[id(node)] = self._values.relation()
        return self._relations[id(node)]

    def _letters(self, count: int, low: int, high: int) -> list[int]:
        """Return letters of a word: those of an earlier word or of its own beginning again."""
        base = self.rng.many(self.rng.between(1, max(1, count)), low, high)
        if self._words and self.rng.below(2):
            base = self.rng.choice(self._words)
        word = self.rng.choice(_WORDS)(base, count)
        letters = [max(low, min(high, letter)) for letter in word]
        if letters and self.rng.below(2):
            letters[self.rng.below(count)] = self.rng.between(low, high)
        if count > 1:
            self._words.append(letters)
        return letters


def _repeated(base: Sequence[int], count: int) -> list[int]:
    return [base[place % len(base)] for place in range(count)]


def _reversed(base: Sequence[int], count: int) -> list[int]:
    return _repeated(base[::-1], count)


def _palindrome(base: Sequence[int], count: int) -> list[int]:
    half = _repeated(base, (count + 1) // 2)
    return (half + half[::-1][count % 2 :])[:count]


_WORDS = (_repeated, _reversed, _palindrome)
