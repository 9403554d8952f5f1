"""Related draws of Hypothesis: integers made from earlier ones of the input, from constants and
from bounds. `shapes/relations.py` makes them; in the sandbox it is strategy_relations.py.

The strategy host runs this in the sandbox; it imports nothing of the judge.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from judging.shapes import relations
else:
    import strategy_relations as relations

T = TypeVar("T")
_Range = tuple[int, int]

# Ranges of fewer integers are left to Hypothesis, and nothing is made from their values. Most
# are no values: a choice between strategies or among the elements of a list is an integer
# too. In so small a range, values have to do with each other by chance. The figures here
# are chosen, not measured.
_NARROW = 16
# One constant in so many is a bound of a range that the input has drawn from.
_BOUND_EVERY = 4


class _Numbers:
    """Random numbers of a `random.Random`."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def below(self, n: int) -> int:
        return self._random.randrange(n)

    def between(self, low: int, high: int) -> int:
        return self._random.randint(low, high)

    def choice(self, values: Sequence[T]) -> T:
        return self._random.choice(values)


class Related:
    """How the integers of one input are drawn.

    constants: numbers that programs know, for instance those of their sources.
    """

    def __init__(self, random: Random, constants: Sequence[int] = ()) -> None:
        self._rng = _Numbers(random)
        self._constants = (*relations.CONSTANTS, *constants)
        self._values = relations.RelatedValues(self._rng, self._constant)
        self._relations: dict[_Range, relations.Relation] = {}

    def value(self, bounds: _Range) -> int | None:
        """Return the next integer within the bounds; None: as Hypothesis draws it."""
        low, high = bounds
        if high - low < _NARROW:
            return None
        if bounds not in self._relations:
            self._relations[bounds] = self._values.relation()
        return self._values.value(self._relations[bounds], low, high)

    def _constant(self) -> int:
        """Return one of the constants, or a bound."""
        if self._rng.below(_BOUND_EVERY):
            return self._rng.choice(self._constants)
        return self._rng.choice(self._rng.choice([*self._relations]))
