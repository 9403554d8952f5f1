"""Related draws of Hypothesis: integers made from earlier ones of the input, from constants and
from bounds.

The strategy host runs this in the sandbox; it imports nothing of the judge. Many faults need
values that have to do with each other: one divides another, two differ by one, a product is
just too large for an `int`. Values that are drawn alone from a large range hardly ever do.
(`shapes.grammar.related` does the same where inputs are drawn from a grammar.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isqrt
from random import Random

_Range = tuple[int, int]

# Where the types that contestants choose end, and what they write by heart.
_CONSTANTS = (10**5, 2**16, 10**6, 10**9, 10**9 + 7, 2**31, 2**32, 10**18, 2**63)
# Ranges of fewer integers are left to Hypothesis, and nothing is made from their values. Most
# are no values: a choice between strategies or among the elements of a list is an integer
# too. In so small a range, values have to do with each other by chance. The figures here
# are chosen, not measured.
_NARROW = 16
# One value in so many has nothing to do with others: without such values, all numbers of an
# input become alike.
_FREE_EVERY = 4
# So often a relation is tried until a value is within its bounds.
_TRIES = 4
_LARGEST_FACTOR = 10
# One constant in so many is a bound of a range that the input has drawn from.
_BOUND_EVERY = 4


class Related:
    """How the integers of one input are drawn.

    constants: numbers that programs know, for instance those of their sources.
    """

    def __init__(self, rng: Random, constants: Sequence[int] = ()) -> None:
        self.rng = rng
        self._constants = (*_CONSTANTS, *constants)
        self._values: list[int] = []
        # By the range that they are for: half of the ranges mix all relations.
        self._relations: dict[_Range, Relation] = {}

    def value(self, bounds: _Range) -> int | None:
        """Return the next integer within the bounds; None: as Hypothesis draws it."""
        low, high = bounds
        if high - low < _NARROW:
            return None
        if bounds not in self._relations:
            mixed = self.rng.randrange(2)
            self._relations[bounds] = _any if mixed else self.rng.choice(_RELATIONS)
        value = self._related(self._relations[bounds], low, high)
        self._values.append(value)
        return value

    def earlier(self) -> int:
        """Return a value of the input so far."""
        return self.rng.choice(self._values)

    def constant(self) -> int:
        """Return one of the constants, or a bound."""
        if self.rng.randrange(_BOUND_EVERY):
            return self.rng.choice(self._constants)
        return self.rng.choice(self.rng.choice([*self._relations]))

    def _related(self, relation: Relation, low: int, high: int) -> int:
        if self._values and self.rng.randrange(_FREE_EVERY):
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
        if downward > self.rng.randrange(upward + downward + 1):
            return start - self._magnitude(downward)
        return start + self._magnitude(upward)

    def _magnitude(self, most: int) -> int:
        """Return an integer in 0..most; each number of bits is about as likely."""
        return self.rng.randrange(
            (most >> self.rng.randrange(most.bit_length() or 1)) + 1
        )


Relation = Callable[[Related], int]


def _same(known: Related) -> int:
    return known.earlier()


def _beside(known: Related) -> int:
    return known.earlier() + known.rng.choice((-1, 1))


def _multiple(known: Related) -> int:
    return known.earlier() * known.rng.randint(2, _LARGEST_FACTOR)


def _quotient(known: Related) -> int:
    return known.earlier() // known.rng.randint(2, _LARGEST_FACTOR)


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
    return known.constant() + known.rng.randint(-1, 1)


def _complement(known: Related) -> int:
    """Return what is missing in a constant: a sum is the constant."""
    return known.constant() - known.earlier()


def _share(known: Related) -> int:
    """Return a factor with which a product just reaches a constant, or just does not."""
    factor = max(1, abs(known.earlier()))
    return known.constant() // factor + known.rng.randrange(2)


_RELATIONS: tuple[Relation, ...] = (
    *(_same, _beside, _multiple, _quotient, _sum, _difference, _product, _root),
    *(_negative, _constant, _complement, _share),
)


def _any(known: Related) -> int:
    return known.rng.choice(_RELATIONS)(known)
