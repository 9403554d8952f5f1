"""Inputs drawn from a checktestdata grammar: what a from_format.py does, for tests and a
hunt."""

from __future__ import annotations

from typing import Any

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


def strategy(source: str, overrides: Overrides) -> Any:
    """Return a Hypothesis strategy of inputs. Few are large, and all of these together
    may have about the size of one input at its bounds."""
    from hypothesis import strategies as st

    form = Format(source)
    room = ROOM

    def drawn(most: int | None, seed: int) -> bytes:
        nonlocal room
        if most is not None:
            return draw(form, str(seed), most, overrides).content
        found = draw(form, str(seed), None if room > 0 else _SMALL, overrides)
        room -= found.cost
        return found.content

    return st.builds(drawn, st.sampled_from(_SIZES), st.integers(0, 2**32 - 1))
