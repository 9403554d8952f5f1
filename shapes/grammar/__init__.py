"""Inputs drawn from a checktestdata grammar: what a from_format.py does, for tests and a
hunt."""

from __future__ import annotations

from typing import Any

from .demands import Format
from .drawing import SMALL, Overrides, draw
from .streams import Drawer as Drawer


def main(source: str, overrides: Overrides, seed: str, *sizes: str) -> bytes:
    """Return an input for the arguments `SEED [NAME=SIZE]...`, a small one without sizes."""
    given = {}
    for word in sizes:
        name, size = word.split("=")
        given[name] = int(size)
    most = None if given else SMALL
    return draw(Format(source, given), seed, most, overrides).content


def strategy(source: str, overrides: Overrides) -> Any:
    """Return a Hypothesis strategy of inputs, for a from_format.py that has one."""
    from hypothesis import strategies as st

    drawer = Drawer(source, overrides)

    def one(seed: int) -> bytes:
        return next(drawer.inputs("uniform", str(seed), 1)).content

    return st.builds(one, st.integers(0, 2**32 - 1))
