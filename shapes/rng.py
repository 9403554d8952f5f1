"""Random numbers that are the same on every version of Python."""

from __future__ import annotations

from random import Random
from typing import Collection, Iterable, Sequence, TypeVar

T = TypeVar("T")
_LARGEST = 1 << 48  # a float has 53 bits


class Rng:
    """A source of random numbers. Equal seeds give equal numbers on every version of Python.

    Python promises that of `Random.random` alone, so every number here is made of its results.
    """

    def __init__(self, *seed: object) -> None:
        """Seed with any values, such as the arguments of the generator: `Rng(*sys.argv[1:])`."""
        self.random = Random(" ".join(map(str, seed))).random

    def below(self, n: int) -> int:
        """Return an integer in 0..n-1."""
        if n < 1:
            raise ValueError(f"nothing to choose from: {n} values")
        if n <= _LARGEST:
            return int(self.random() * n)
        high = self.below(-(-n // _LARGEST))
        value = high * _LARGEST + self.below(_LARGEST)
        return value if value < n else self.below(n)

    def between(self, low: int, high: int) -> int:
        """Return an integer in low..high."""
        return low + self.below(high - low + 1)

    def many(self, count: int, low: int, high: int) -> list[int]:
        """Return `count` independent integers in low..high."""
        n, random = high - low + 1, self.random
        if not 1 <= n <= _LARGEST:
            return [self.between(low, high) for _ in range(count)]
        return [low + int(random() * n) for _ in range(count)]

    def choice(self, values: Sequence[T]) -> T:
        """Return one of the values."""
        return values[self.below(len(values))]

    def sample(self, count: int, low: int, high: int) -> list[int]:
        """Return `count` distinct integers in low..high, in random order."""
        moved: dict[int, int] = {}
        found = []
        for i in range(count):
            j = i + self.below(high - low + 1 - i)
            found.append(low + moved.get(j, j))
            moved[j] = moved.get(i, i)
        return found

    def shuffled(self, values: Iterable[T], keep: Collection[int] = ()) -> list[T]:
        """Return the values in random order; those at the places `keep` stay where they are."""
        random = self.random
        if not keep:
            return sorted(values, key=lambda value: random())
        result, kept = list(values), set(keep)
        places = [place for place in range(len(result)) if place not in kept]
        for place, value in zip(
            places, self.shuffled([result[place] for place in places])
        ):
            result[place] = value
        return result

    def split(self, total: int, parts: int, least: int = 0) -> list[int]:
        """Return `parts` integers >= `least` with the sum `total`, all such equally likely."""
        if parts < 1 or total < least * parts:
            raise ValueError(
                f"{total} is no sum of {parts} integers of at least {least}"
            )
        free = total - least * parts + parts - 1
        cuts = [0, *sorted(self.sample(parts - 1, 1, free)), free + 1]
        return [b - a - 1 + least for a, b in zip(cuts, cuts[1:])]
