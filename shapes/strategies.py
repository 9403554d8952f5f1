"""Shapes as Hypothesis strategies; Hypothesis is imported when one is made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Collection

from .catalogue import make, names
from .rng import Rng

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

_SMALL = 24  # Hypothesis can draw about 2000 numbers for one value


class _Drawn(Rng):
    """Numbers that Hypothesis draws, so that it can make them smaller. It is its own random number
    between 0 and 1: that is multiplied by n and rounded, or compared with another one."""

    def __init__(self, below: Callable[[int], int]) -> None:
        self.random: Callable[[], Any] = lambda: self
        self._drawn_below = below

    def __mul__(self, n: int) -> int:
        return self._drawn_below(n)

    def __lt__(self, other: object) -> bool:
        return self._drawn_below(2) == 1


def shape(value: Callable[..., Any], *sizes: tuple[int, int]) -> SearchStrategy[Any]:
    """Return a strategy for the values value(*sizes, rng), each size drawn from (low, high).

    In half of the values the sizes are small and every number is drawn, so that a find shrinks. In
    the others only sizes and a seed are drawn.
    """
    from hypothesis import strategies as st

    @st.composite
    def drawn(draw: DrawFn) -> Any:
        large = any(high > _SMALL for _, high in sizes) and draw(st.booleans())
        tops = [high if large else min(high, max(low, _SMALL)) for low, high in sizes]
        numbers = [draw(st.integers(low, top)) for (low, _), top in zip(sizes, tops)]
        if large:
            return value(*numbers, Rng(draw(st.integers(0, 2**32 - 1))))
        return value(*numbers, _Drawn(lambda n: draw(st.integers(0, n - 1))))

    return drawn()


def family(
    kind: str, low: int, high: int, tags: Collection[str] = ("plain", "edge", "slow")
) -> SearchStrategy[Any]:
    """Return a strategy for the values of a kind, such as `tree`, of low to high in size."""
    from hypothesis import strategies as st

    menu = st.sampled_from(names(kind, tags))
    return menu.flatmap(
        lambda name: shape(lambda n, rng: make(name, n, rng), (low, high))
    )
