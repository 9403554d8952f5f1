"""Inputs drawn from a checktestdata grammar: what a from_format.py does, for tests and a hunt."""

from __future__ import annotations

from typing import Any

from .demands import Format
from .drawing import ROOM, Overrides, draw


def main(source: str, overrides: Overrides, seed: str, *sizes: str) -> bytes:
    """Return an input for the arguments `SEED [NAME=SIZE]...`, a small one without sizes."""
    given = {name: int(size) for name, size in (word.split("=") for word in sizes)}
    return b"".join(
        draw(Format(source, given), seed, None if given else 20, overrides).text
    )


def strategy(source: str, overrides: Overrides) -> Any:
    """Return a Hypothesis strategy of inputs. Few are large; all these are bounded together."""
    from hypothesis import strategies as st

    form, room = Format(source), ROOM

    def drawn(most: int | None, seed: int) -> bytes:
        nonlocal room
        drawing = draw(form, str(seed), most if most or room > 0 else 20, overrides)
        room -= 0 if most else ROOM - drawing.room
        return b"".join(drawing.text)

    sizes = st.sampled_from((*(2, 4, 7, 3, 12, 5, 30, 100) * 10, None))
    return st.builds(drawn, sizes, st.integers(0, 2**32 - 1))
