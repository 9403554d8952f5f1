"""Conditions on items of rows, as conditions in the iteration that reads them."""

from __future__ import annotations

from collections.abc import Iterable

from judging.features.describe.validators.pieces import Loop
from judging.features.describe.validators.state import State
from judging.features.describe.validators.terms import Symbol, Term, of_symbol
from judging.features.describe.validators.truths import (
    Truth,
    comparisons,
    replaced,
    symbols,
)


def in_place(state: State, truth: Truth) -> Truth | None:
    """Return a condition on items of rows as one on each iteration; None if it is
    about items of different iterations, or about one item alone."""
    values = {}
    places: dict[str, Term | None] = {}
    ends: set[str] = set()  # the rows of which the least or greatest value is meant
    for symbol in symbols(truth):
        if symbol.kind in ("least", "greatest"):
            if symbol.of in ends:
                return None  # `max(a) - min(a)`
            ends.add(symbol.of)
            cell = of_symbol(Symbol("cell", symbol.of))
            wanted = 1 if symbol.kind == "least" else -1
            for part in comparisons(truth):
                factor = part.term.factor(symbol)
                if part.operator != ">=" or factor is None or factor * wanted < 0:
                    return None
            values[symbol] = cell
            continue
        if symbol.kind != "cell":
            continue
        if symbol.of in places and places[symbol.of] != symbol.at:
            return None
        places[symbol.of] = symbol.at
        if symbol.at is None:
            continue
        if not any(inner.kind == "index" for inner in symbol.at.symbols()):
            return None
        values[symbol] = of_symbol(Symbol("cell", symbol.of))
    moved = _moved(state, truth, places)
    return None if moved is None else replaced(moved, values)


def _moved(state: State, truth: Truth, places: dict[str, Term | None]) -> Truth | None:
    """Return a condition with the variable of its loop as that of the loop that
    reads: `a[i] <= i`."""
    indices = {s for s in symbols(truth) if s.kind == "index"}
    own = {loop.index for loop in _loops_of(state, places)}
    foreign = indices - own
    if not foreign:
        return truth
    if len(foreign) != 1:
        return None
    (index,) = foreign
    for key, place in places.items():
        loops = state.cells[int(key)].loops
        if place is None or not loops or place.factor(index) != 1:
            continue
        offset = place - of_symbol(index)
        return replaced(truth, {index: of_symbol(loops[-1].index) - offset})
    return None


def _loops_of(state: State, places: Iterable[str]) -> list[Loop]:
    return [loop for key in places for loop in state.cells[int(key)].loops]
