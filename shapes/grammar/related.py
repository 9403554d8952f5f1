"""Related draws: values made from earlier values of the same input, and from constants.

Many faults need values that have to do with each other: one divides another, two differ by
one, a product is just too large for an `int`. Values that are drawn alone from a large range
hardly ever do.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isqrt
from typing import Callable, Sequence

from ..graphs import Graph
from ..rng import RandomSource
from .biased_numbers import Random
from .edge_orders import EdgeOrder
from .parsing import Node
from .rows import tree_of_any_family

# Where the types that contestants choose end, and what they write by heart.
CONSTANTS = (10**5, 2**16, 10**6, 10**9, 10**9 + 7, 2**31, 2**32, 10**18, 2**63)
# One value in so many has nothing to do with others: without such values, all numbers of an
# input become alike. Chosen, not measured, as is the next one.
_FREE_EVERY = 4
# So often a relation is tried until a value is within its bounds.
_TRIES = 4
_LARGEST_FACTOR = 10


@dataclass
class Related:
    """A bias: values come from the values before them.

    constants: numbers that programs know, for instance those of their sources.
    """

    rng: RandomSource
    constants: Sequence[int] = CONSTANTS
    _values: list[int] = field(default_factory=list)
    _words: list[list[int]] = field(default_factory=list)
    _relations: dict[int, Relation] = field(default_factory=dict)

    def size(self, node: Node, low: int, high: int) -> int | None:
        """Return a size; values are made from it too."""
        size = self.rng.between(low, max(low, high))
        self._values.append(size)
        return size

    def row(self, node: Node, count: int, low: int, high: int) -> list[int]:
        """Return `count` integers in low..high, or the letters of a word."""
        if node.name == "REGEX":
            return self._letters(count, low, high)
        relation = self._relation_of(node)
        values = []
        for _ in range(count):
            value = self._value(relation, low, high)
            values.append(value)
            self._values.append(value)
        return values

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

    def numbers(self, random: Random) -> Random:
        """Return `random`: nobody knows what an override makes of numbers."""
        return random

    def earlier(self) -> int:
        """Return a value of the input so far."""
        return self.rng.choice(self._values)

    def constant(self) -> int:
        """Return one of the constants."""
        return self.rng.choice(self.constants)

    def _relation_of(self, node: Node) -> Relation:
        """Return the relation of all values of a command. Half of the commands mix all."""
        if id(node) not in self._relations:
            mixed = self.rng.below(2)
            self._relations[id(node)] = _any if mixed else self.rng.choice(_RELATIONS)
        return self._relations[id(node)]

    def _value(self, relation: Relation, low: int, high: int) -> int:
        if self._values and self.rng.below(_FREE_EVERY):
            for _ in range(_TRIES):
                value = relation(self)
                if low <= value <= high:
                    return value
        return self._free(low, high)

    def _free(self, low: int, high: int) -> int:
        """Return a value of any order of magnitude: products of small ones stay in range."""
        start = max(low, min(high, 0))
        upward = high - start
        downward = start - low
        if downward > self.rng.below(upward + downward + 1):
            return start - self._magnitude(downward)
        return start + self._magnitude(upward)

    def _magnitude(self, most: int) -> int:
        """Return an integer in 0..most; each number of bits is about as likely."""
        return self.rng.below((most >> self.rng.below(most.bit_length() or 1)) + 1)

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


Relation = Callable[[Related], int]


def _same(known: Related) -> int:
    return known.earlier()


def _beside(known: Related) -> int:
    return known.earlier() + known.rng.choice((-1, 1))


def _multiple(known: Related) -> int:
    return known.earlier() * known.rng.between(2, _LARGEST_FACTOR)


def _quotient(known: Related) -> int:
    return known.earlier() // known.rng.between(2, _LARGEST_FACTOR)


def _sum(known: Related) -> int:
    return known.earlier() + known.earlier()


def _difference(known: Related) -> int:
    return known.earlier() - known.earlier()


def _product(known: Related) -> int:
    return known.earlier() * known.earlier()


def _root(known: Related) -> int:
    return isqrt(abs(known.earlier()))


def _negative(known: Related) -> int:
    return -known.earlier()


def _constant(known: Related) -> int:
    return known.constant() + known.rng.between(-1, 1)


def _complement(known: Related) -> int:
    """Return what is missing in a constant: a sum is the constant."""
    return known.constant() - known.earlier()


def _share(known: Related) -> int:
    """Return a factor with which a product just reaches a constant, or just does not."""
    factor = max(1, abs(known.earlier()))
    return known.constant() // factor + known.rng.below(2)


_RELATIONS: tuple[Relation, ...] = (
    *(_same, _beside, _multiple, _quotient, _sum, _difference, _product, _root),
    *(_negative, _constant, _complement, _share),
)


def _any(known: Related) -> int:
    return known.rng.choice(_RELATIONS)(known)


def _repeated(base: Sequence[int], count: int) -> list[int]:
    return [base[place % len(base)] for place in range(count)]


def _reversed(base: Sequence[int], count: int) -> list[int]:
    return _repeated(base[::-1], count)


def _palindrome(base: Sequence[int], count: int) -> list[int]:
    half = _repeated(base, (count + 1) // 2)
    return (half + half[::-1][count % 2 :])[:count]


_WORDS = (_repeated, _reversed, _palindrome)
