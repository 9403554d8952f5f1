"""Values made from earlier values of the same input, and from constants.

Many faults need values that have to do with each other: one divides another, two differ by
one, a product is just too large for an `int`. Values that are drawn alone from a large range
hardly ever do.

This module imports nothing of the library: a program in the sandbox has it alone beside it.
"""

from __future__ import annotations

from math import isqrt
from typing import Callable, List, Protocol, Sequence, TypeVar

T = TypeVar("T")
# Where the types that contestants choose end, and what they write by heart.
CONSTANTS = (10**5, 2**16, 10**6, 10**9, 10**9 + 7, 2**31, 2**32, 10**18, 2**63)
# One value in so many has nothing to do with others: without such values, all numbers of an
# input become alike. Chosen, not measured, as is the next one.
_FREE_EVERY = 4
# So often a relation is tried until a value is within its bounds.
_TRIES = 4
_LARGEST_FACTOR = 10


class Numbers(Protocol):
    """Where random numbers come from, as `rng.RandomSource` is one."""

    def below(self, n: int) -> int:
        """Return an integer in 0..n-1."""

    def between(self, low: int, high: int) -> int:
        """Return an integer in low..high."""

    def choice(self, values: Sequence[T]) -> T:
        """Return one of the values."""


class RelatedValues:
    """The values of one input so far, and the next one.

    constant: returns one of the constants, each time another.
    """

    def __init__(self, rng: Numbers, constant: Callable[[], int]) -> None:
        self.rng = rng
        self.constant = constant
        self._values: List[int] = []

    def note(self, value: int) -> None:
        """Make later values from this one too."""
        self._values.append(value)

    def earlier(self) -> int:
        """Return a value of the input so far."""
        return self.rng.choice(self._values)

    def relation(self) -> Relation:
        """Return a relation for values that belong together. Half of them mix all."""
        mixed = self.rng.below(2)
        return _any if mixed else self.rng.choice(_RELATIONS)

    def value(self, relation: Relation, low: int, high: int) -> int:
        """Return the next value, in low..high, and note it."""
        value = self._value(relation, low, high)
        self.note(value)
        return value

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


Relation = Callable[["RelatedValues"], int]


def _same(known: RelatedValues) -> int:
    return known.earlier()


def _beside(known: RelatedValues) -> int:
    return known.earlier() + known.rng.choice((-1, 1))


def _multiple(known: RelatedValues) -> int:
    return known.earlier() * known.rng.between(2, _LARGEST_FACTOR)


def _quotient(known: RelatedValues) -> int:
    return known.earlier() // known.rng.between(2, _LARGEST_FACTOR)


def _sum(known: RelatedValues) -> int:
    return known.earlier() + known.earlier()


def _difference(known: RelatedValues) -> int:
    return known.earlier() - known.earlier()


def _product(known: RelatedValues) -> int:
    return known.earlier() * known.earlier()


def _root(known: RelatedValues) -> int:
    return isqrt(abs(known.earlier()))


def _negative(known: RelatedValues) -> int:
    return -known.earlier()


def _constant(known: RelatedValues) -> int:
    return known.constant() + known.rng.between(-1, 1)


def _complement(known: RelatedValues) -> int:
    """Return what is missing in a constant: a sum is the constant."""
    return known.constant() - known.earlier()


def _share(known: RelatedValues) -> int:
    """Return a factor with which a product just reaches a constant, or just does not."""
    factor = max(1, abs(known.earlier()))
    return known.constant() // factor + known.rng.below(2)


_RELATIONS: tuple[Relation, ...] = (
    *(_same, _beside, _multiple, _quotient, _sum, _difference, _product, _root),
    *(_negative, _constant, _complement, _share),
)


def _any(known: RelatedValues) -> int:
    return known.rng.choice(_RELATIONS)(known)
