"""Biased draws of Hypothesis: each range of integers has one mode for the whole input.

The strategy host runs this in the sandbox; it imports nothing of the judge. Independent
draws hardly ever agree: of a hundred numbers up to 10^9, no two are near each other.

`shapes.grammar.biases` does the same where inputs are drawn from a grammar: there each
command has a mode, here only the bounds of a range are known. The modes have the same
names, but no code in common, because a seed must go on drawing the same inputs: there a
whole row is drawn at once, from another source, and `_inside`, `_near_equal` and
`_outlier` are others at the ends of a range.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

_Range = tuple[int, int]


class Biased:
    """How the integers of one input are drawn."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._places: dict[_Range, Place] = {}

    def value(self, bounds: _Range) -> int | None:
        """Return the next integer within the bounds; None: as Hypothesis draws it."""
        if bounds not in self._places:
            self._places[bounds] = Place(bounds, self._rng)
        return self._places[bounds].value()


class Place:
    """How the integers of one range are drawn in one input.

    drawn: how many there were so far. base: a value that others are equal or near to.
    """

    def __init__(self, bounds: _Range, rng: Random) -> None:
        self.low, self.high = bounds
        self.rng = rng
        self.drawn = 0
        self.base = rng.choice((self.low, self.high, rng.randint(*bounds)))
        self.mode = rng.choice(_MODES)

    def value(self) -> int | None:
        """Return the next value; None: as Hypothesis draws it."""
        value = self.mode(self)
        self.drawn += 1
        if value is None:
            return None
        return max(self.low, min(self.high, value))


def _freely(place: Place) -> int | None:
    return None


def _lowest(place: Place) -> int:
    return place.low


def _highest(place: Place) -> int:
    return place.high


def _inside(place: Place) -> int:
    return place.high - 1


def _alternating(place: Place) -> int:
    return (place.low, place.high)[place.drawn % 2]


def _few(place: Place) -> int:
    return place.rng.choice((place.low, place.base, place.high))


def _near_equal(place: Place) -> int:
    return place.base + place.rng.randint(-1, 1)


def _rising(place: Place) -> int:
    return place.base + place.drawn


def _falling(place: Place) -> int:
    return place.base - place.drawn


def _outlier(place: Place) -> int:
    # One value in eight is the other one. Chosen, not measured.
    if place.rng.randrange(8):
        return place.base
    return place.low + place.high - place.base


# Three of twelve are free: sizes are integers too, and an input needs some of its own.
_MODES: tuple[Callable[[Place], int | None], ...] = (
    *(_freely, _freely, _freely),
    *(_lowest, _highest, _inside, _alternating, _few),
    *(_near_equal, _rising, _falling, _outlier),
)
