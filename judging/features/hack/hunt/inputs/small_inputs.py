"""All inputs of a package's grammar that are small: which come next, which were tried.

The library `shapes` enumerates them, level by level: the inputs of a level are all within
its limits, and those of lower levels are among them.
"""

import json
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Self

from judging.drawing.strategies import DrawnInput
from judging.features.hack.hunt.finds import AllTried
from judging.values import Value

#: The stream of a drawer that has them; with each input, it states the limits of its level.
STREAM = "exhaustive"


class _Level(Value):
    """The inputs that lower levels do not have, and what holds for all of them."""

    contents: tuple[bytes, ...]
    limits: tuple[str, ...]


@dataclass(slots=True)
class SmallInputs:
    """The levels in order, the smallest first.

    taken: how many inputs have been taken so far, or were known.
    """

    levels: tuple[_Level, ...] = ()
    taken: int = 0
    _contents: list[bytes] = field(init=False)

    def __post_init__(self) -> None:
        self._contents = [each for level in self.levels for each in level.contents]

    @classmethod
    def of(cls, drawn: Iterable[DrawnInput]) -> Self:
        """Return the levels of what a drawer has enumerated."""
        by_limits: dict[str, list[bytes]] = {}
        for draw in drawn:
            by_limits.setdefault(draw.choices, []).append(draw.content)
        levels = []
        for limits, contents in by_limits.items():
            levels.append(_Level(tuple(contents), tuple(json.loads(limits))))
        return cls(tuple(levels))

    def take(self, count: int, known: Collection[int]) -> list[bytes]:
        """Return the next inputs whose hashes are not known, at most `count`."""
        found: list[bytes] = []
        while self.taken < len(self._contents) and len(found) < count:
            content = self._contents[self.taken]
            self.taken += 1
            if hash(content) not in known:
                found.append(content)
        return found

    def all_tried(self, was_valid: Callable[[bytes], bool | None]) -> AllTried | None:
        """Return the largest level whose inputs were all tried; None if there is none.

        was_valid: whether an input was valid; None if it was not tried.
        """
        reached = None
        valid = 0
        for level in self.levels:
            answers = [was_valid(content) for content in level.contents]
            if None in answers:
                break
            valid += answers.count(True)
            reached = level
        if reached is None or not valid:
            return None
        return AllTried(valid, reached.limits)
