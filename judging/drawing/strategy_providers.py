"""Makes other ways to draw integers known to Hypothesis, each as a backend.

The strategy host runs this in the sandbox; it imports nothing of the judge.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

Range = tuple[int, int]


class Integers(Protocol):
    """How the integers of one input are drawn."""

    def value(self, bounds: Range) -> int | None:
        """Return the next integer within the bounds; None: as Hypothesis draws it."""


def register(name: str, start: Callable[[Random], Integers]) -> bool:
    """Make a way to draw integers between two bounds known as the backend `name`. Return
    False if this version of Hypothesis has no place for it: backends are experimental, so
    they may move.

    start: makes the integers of one input.
    """
    try:
        from hypothesis.internal.conjecture.providers import (
            AVAILABLE_PROVIDERS,
            HypothesisProvider,
        )
    except ImportError:
        return False

    class Provider(HypothesisProvider):
        """Hypothesis' own draws, but for integers between two bounds."""

        def __init__(self, data: Any) -> None:
            super().__init__(data)
            self._integers = start(self._random) if self._random else None

        def draw_integer(
            self, min_value: int | None = None, max_value: int | None = None, **more: Any
        ) -> int:
            value = None
            if min_value is not None and max_value is not None and self._integers:
                value = self._integers.value((min_value, max_value))
            if value is not None:
                return value
            drawn: int = super().draw_integer(min_value, max_value, **more)
            return drawn

    AVAILABLE_PROVIDERS[name] = Provider
    return True
