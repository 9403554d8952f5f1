"""Random numbers that are the same on every version of Python."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Collection, Iterable, Sequence, TypeVar

T = TypeVar("T")
# Up to here `int(random() * n)` is used: a float has 53 bits, so the 5 that are left
# keep the numbers equally likely to one part in 32. Larger numbers are put together of
# two.
_LARGEST = 1 << 48


class RandomSource(ABC):
    """Where random numbers come from, and what can be made of them.

    There are two: `Rng` has a seed, for generators; the one in strategies.py lets
    Hypothesis draw each number, so that it can make a find smaller. A family of shapes
    works with both.
    """

    @abstractmethod
    def draw(self, n: int) -> int:
        """Return an integer in 0..n-1; n is in 1..2^48.

        A source defines it; callers use `below`, which has no bound for n.
        """

    @abstractmethod
    def mixed(self, values: Iterable[T]) -> list[T]:
        """Return the values in random order."""

    def below(self, n: int) -> int:
        """Return an integer in 0..n-1."""
        if n < 1:
            raise ValueError(f"nothing to choose from: {n} values")
        if n <= _LARGEST:
            return self.draw(n)
        high = self.below(-(-n // _LARGEST))
        value = high * _LARGEST + self.below(_LARGEST)
        return value if value < n else self.below(n)

    def between(self, low: int, high: int) -> int:
        """Return an integer in low..high."""
        return low + self.below(high - low + 1)

    def many(self, count: int, low: int, high: int) -> list[int]:
        """Return `count` independent integers in low..high."""
        return [self.between(low, high) for _ in range(count)]

    def choice(self, values: Sequence[T]) -> T:
        """Return one of the values."""
        return values[self.below(len(values))]

    def sample(self, count: int, low: int, high: int) -> list[int]:
        """Return `count` distinct integers in low..high, in random order."""
        # The first steps of a Fisher-Yates shuffle of the whole range. Only the places
        # that differ from the range are kept, so that a few of 10^18 integers cost no
        # more than of ten.
        moved: dict[int, int] = {}
        found = []
        for i in range(count):
            j = i + self.below(high - low + 1 - i)
            found.append(low + moved.get(j, j))
            moved[j] = moved.get(i, i)
        return found

    def shuffled(self, values: Iterable[T], keep: Collection[int] = ()) -> list[T]:
        """Return the values in random order; those at the places `keep` stay where they are."""
        if not keep:
            return self.mixed(values)
        result = list(values)
        kept = set(keep)
        places = [place for place in range(len(result)) if place not in kept]
        moved = self.mixed([result[place] for place in places])
        for place, value in zip(places, moved):
            result[place] = value
        return result

    def split(self, total: int, parts: int, least: int = 0) -> list[int]:
        """Return `parts` integers >= `least` with the sum `total`, all such equally likely."""
        if parts < 1 or total < least * parts:
            raise ValueError(
                f"{total} is not a sum of {parts} integers of at least {least}"
            )
        # Stars and bars: parts - 1 of the places are bars, and the stars between two
        # bars are what a part has more than `least`.
        free = total - least * parts + parts - 1
        cuts = [0, *sorted(self.sample(parts - 1, 1, free)), free + 1]
        return [b - a - 1 + least for a, b in zip(cuts, cuts[1:])]


class Rng(RandomSource):
    """A source with a seed. Equal seeds give equal numbers on every version of Python.

    Python promises that for `Random.random` only, so every number here is derived from it.
    """

    def __init__(self, *seed: object) -> None:
        """Seed with any values, such as the arguments of the generator:
        `Rng(*sys.argv[1:])`. They are joined by spaces: "a b" is the same as "a", "b"."""
        self.random = Random(" ".join(map(str, seed))).random

    def draw(self, n: int) -> int:
        return int(self.random() * n)

    def below(self, n: int) -> int:
        # The same number as RandomSource.below without a second call: a large tree takes
        # millions of them.
        if 1 <= n <= _LARGEST:
            return int(self.random() * n)
        return super().below(n)

    def mixed(self, values: Iterable[T]) -> list[T]:
        # `random.shuffle` draws in another way in other versions of Python.
        random = self.random
        return sorted(values, key=lambda value: random())

    def many(self, count: int, low: int, high: int) -> list[int]:
        # The same numbers as RandomSource.many without two calls for each.
        n = high - low + 1
        random = self.random
        if not 1 <= n <= _LARGEST:
            return super().many(count, low, high)
        return [low + int(random() * n) for _ in range(count)]
