"""What decides an input, and how another input is made by other choices at a few places.

Whatever is drawn comes from random numbers in a fixed order. With another number at one place,
and the same ones elsewhere, the input changes a little, and stays as valid as any draw.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from random import Random
from typing import Callable

from ..rng import Rng

# How many numbers a descendant changes at most.
_MOST_EDITS = 3
# An edited number is often at an end: then a value, a size or a family is the first or the
# last one.
_ENDS = (0.0, 1 - 2**-53)


@dataclass(frozen=True)
class Choices:
    """What decides an input that is drawn from a grammar.

    most: about how large its sizes are; None: up to their bounds.
    edits: which of its random numbers differ from those of the seed.
    """

    stream: str
    seed: str
    most: int | None
    edits: tuple[tuple[int, float], ...] = ()

    def text(self) -> str:
        """Return them on one line."""
        return json.dumps([self.stream, self.seed, self.most, self.edits])

    @classmethod
    def parse(cls, text: str) -> Choices:
        """Return the choices that a line states."""
        stream, seed, most, edits = json.loads(text)
        return cls(stream, seed, most, tuple((place, number) for place, number in edits))


@dataclass
class Tape:
    """The random numbers of one input, in order, with some of them replaced.

    used: how many the input has taken so far.
    """

    edits: dict[int, float] = field(default_factory=dict)
    used: int = 0

    def rng(self, *seed: object) -> Rng:
        """Return a source of random numbers on this tape, for `Rng(*seed)`."""
        rng = Rng(*seed)
        rng.random = self._recorded(rng.random)
        return rng

    def _recorded(self, random: Callable[[], float]) -> Callable[[], float]:
        def number() -> float:
            place = self.used
            self.used += 1
            drawn = random()
            return self.edits.get(place, drawn)

        return number


def descend(parent: Choices, used: int, draw: Random) -> Choices:
    """Return the choices of an input near that of `parent`, which took `used` numbers."""
    edits = dict(parent.edits)
    for _ in range(draw.randint(1, _MOST_EDITS)):
        # Among the first numbers are those that decide sizes and the form of the whole.
        place = draw.randrange(draw.choice((used, min(used, 8))) or 1)
        edits[place] = draw.choice((*_ENDS, draw.random(), draw.random()))
    return replace(parent, edits=tuple(sorted(edits.items())))
