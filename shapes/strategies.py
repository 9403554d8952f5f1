"""Shapes as Hypothesis strategies; Hypothesis is imported when one is made."""

from __future__ import annotations

from functools import cmp_to_key
from typing import TYPE_CHECKING, Any, Callable, Collection, Iterable, TypeVar

from .catalogue import make, names
from .rng import RandomSource, Rng

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

T = TypeVar("T")
# Up to this size Hypothesis draws every number, not only a seed. It can draw about 2,000
# numbers for one value, and 5,000 are too many. Chosen, not measured: 24 leave room for
# many draws per element, and nearly all faults show on values of that size.
_SMALL = 24


class HypothesisSource(RandomSource):
    """Numbers that Hypothesis draws one by one, so that it can make each of them smaller."""

    def __init__(self, draw_below: Callable[[int], int]) -> None:
        """draw_below: returns a number in 0..n-1 for n."""
        self._draw_below = draw_below

    def draw(self, n: int) -> int:
        return self._draw_below(n)

    def mixed(self, values: Iterable[T]) -> list[T]:
        # Sorting with a coin for each comparison is not uniform, but it shrinks well: a
        # coin shrinks to 0, "not less", and without a "less" the values stay in their
        # order.
        def compare(one: T, other: T) -> int:
            return -self.draw(2)

        return sorted(values, key=cmp_to_key(compare))


def shape(value: Callable[..., Any], *sizes: tuple[int, int]) -> SearchStrategy[Any]:
    """Return a strategy for what `value(*sizes, rng)` returns, each size from its (low, high).

    In half of the cases the sizes are small, or at their low bound if that is not small,
    and Hypothesis draws every number, so that a find shrinks. In the others it draws only
    sizes and a seed. A low bound of some thousands leaves only the others: Hypothesis
    gives up the rest for too many numbers.
    """
    from hypothesis import strategies as st

    may_be_large = any(high > _SMALL for _, high in sizes)

    @st.composite
    def drawn(draw: DrawFn) -> Any:
        large = may_be_large and draw(st.booleans())
        numbers = []
        for low, high in sizes:
            top = high if large else min(high, max(low, _SMALL))
            numbers.append(draw(st.integers(low, top)))
        if large:
            return value(*numbers, Rng(draw(st.integers(0, 2**32 - 1))))
        source = HypothesisSource(lambda n: draw(st.integers(0, n - 1)))
        return value(*numbers, source)

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
