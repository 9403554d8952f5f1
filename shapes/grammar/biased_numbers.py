"""Random numbers with one mode for a whole input, for functions that nobody here can see
into.

A function of `overrides` makes a value of any kind from random numbers. If all of these are
the lowest, or two of them alternate, most functions make something special: brackets that are
nested as deeply as possible, a tree that is a path, a row of equal values.
"""

from __future__ import annotations

from typing import Callable

from ..rng import RandomSource

# A function may draw until something fits, which a single number would make endless.
_FREE_EVERY = 64
_HIGHEST = 1 - 2**-53  # the largest that `random` returns
_LITTLE = 2**-10  # how far numbers are from one that they are near to
Random = Callable[[], float]


def biased(random: Random, rng: RandomSource) -> Random:
    """Return a function that draws numbers from 0 to below 1 in one mode, and a few freely.

    random: draws uniform numbers. Each biased number takes one, so that a change of one of
    them changes nothing behind it.
    rng: chooses the mode.
    """
    mode = rng.choice(_MODES)
    return mode(random, rng)


def _uniform(random: Random, rng: RandomSource) -> Random:
    return random


def _lowest(random: Random, rng: RandomSource) -> Random:
    return _mostly(random, lambda number: 0.0)


def _highest(random: Random, rng: RandomSource) -> Random:
    return _mostly(random, lambda number: _HIGHEST)


def _ends(random: Random, rng: RandomSource) -> Random:
    return _mostly(random, lambda number: 0.0 if number < 0.5 else _HIGHEST)


def _near(random: Random, rng: RandomSource) -> Random:
    base = rng.below(2**20) / 2**20
    return _mostly(random, lambda number: min(_HIGHEST, base + _LITTLE * number))


def _few(random: Random, rng: RandomSource) -> Random:
    numbers = [rng.below(2**20) / 2**20 for _ in range(3)]
    return _mostly(random, lambda number: numbers[int(3 * number)])


def _mostly(random: Random, change: Callable[[float], float]) -> Random:
    """Return a function that changes nearly all numbers of `random`."""

    def number() -> float:
        drawn = random() * _FREE_EVERY
        # What is left of a free number is uniform again, as it is of the others.
        if drawn < 1:
            return drawn
        return change(drawn % 1)

    return number


# `_uniform` stands twice: other values of the input are special too.
_MODES = (_uniform, _uniform, _lowest, _highest, _ends, _near, _few)
