"""Inputs drawn from a checktestdata grammar: what a from_format.py does, for tests and a
hunt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable

from ..rng import Rng
from .biases import Bias, Modes, SmallValues
from .demands import Format
from .drawing import ROOM, Overrides, draw

# About how large the sizes of an input become if none is given. Chosen, not measured: a
# person can still read such an input.
_SMALL = 20
# Sizes of inputs for a hunt. Small inputs find most faults, and soonest; 1 in 81 reaches
# the bounds (None), because such an input may take as long to draw and to run as a
# thousand small ones.
_SIZES = (*(2, 4, 7, 3, 12, 5, 30, 100) * 10, None)


def main(source: str, overrides: Overrides, seed: str, *sizes: str) -> bytes:
    """Return an input for the arguments `SEED [NAME=SIZE]...`, a small one without sizes."""
    given = {}
    for word in sizes:
        name, size = word.split("=")
        given[name] = int(size)
    most = None if given else _SMALL
    return draw(Format(source, given), seed, most, overrides).content


# Tiny sizes: with small values too, the inputs of this stream come near to all that exist.
_TINY = (1, 2, 3, 4)


@dataclass(frozen=True)
class Stream:
    """How the inputs of one stream are drawn.

    sizes: about how large sizes become; None: up to their bounds.
    start_bias: makes the bias of one input.
    """

    sizes: tuple[int | None, ...]
    start_bias: Callable[[Rng], Bias] | None = None


STREAMS = {
    "uniform": Stream(_SIZES),
    "biased": Stream(_SIZES, Modes),
    "small": Stream(_TINY, SmallValues.start),
    "large": Stream((None,), Modes),
}


def strategy(source: str, overrides: Overrides, stream: str = "uniform") -> Any:
    """Return a Hypothesis strategy of the inputs of a stream. Few are large, and all of
    these together may have about the size of one input at its bounds.

    stream: `uniform`; `biased`, where each command has one mode for the whole input;
    `small`, with tiny sizes and few values; or `large`, biased with sizes at the bounds.
    """
    from hypothesis import strategies as st

    form = Format(source)
    chosen = STREAMS[stream]
    room = ROOM

    def drawn(most: int | None, seed: int) -> bytes:
        nonlocal room
        size = most if most is not None or room > 0 else _SMALL
        found = draw(form, str(seed), size, overrides, chosen.start_bias)
        if most is None:
            room -= found.cost
        return found.content

    return st.builds(drawn, st.sampled_from(chosen.sizes), st.integers(0, 2**32 - 1))


def strategies(source: str, overrides: Overrides) -> dict[str, Any]:
    """Return the strategies of all streams, by name."""
    return {stream: strategy(source, overrides, stream) for stream in STREAMS}
