"""Bounds that depend on what is read: which is tighter, and how far they go."""

from __future__ import annotations

from judging.features.describe.validators.state import State
from judging.features.describe.validators.terms import Term, number


def chosen_bound(
    state: State, before: Term, value: Term, is_low: bool
) -> tuple[Term, Term | None]:
    """Return which of two bounds is kept, and the other one if it still says something."""
    if before.constant is not None and value.constant is not None:
        chosen = max if is_low else min
        return number(chosen(before.constant, value.constant)), None
    fixed, moving = (before, value) if before.constant is not None else (value, before)
    if fixed.constant is None:
        return before, value
    end = extreme(state, moving, is_greatest=not is_low)
    if end is None:
        return moving, fixed
    implied = end >= fixed.constant if is_low else end <= fixed.constant
    return moving, None if implied else fixed


def tighter(state: State, before: Term | None, value: Term, is_low: bool) -> Term:
    if before is None:
        return value
    return chosen_bound(state, before, value, is_low)[0]


def extreme(state: State, term: Term, is_greatest: bool, depth: int = 6) -> int | None:
    """Return the greatest or least value of a term; None if it is not known."""
    if depth == 0:
        return None
    total = 0
    for product, factor in term.parts:
        value = factor
        for symbol in product:
            if symbol.kind == "index":
                end: int | None = None if (factor > 0) == is_greatest else 0
            elif symbol.kind != "cell":
                return None
            else:
                cell = state.cell(symbol)
                wanted = is_greatest == (factor > 0)
                bound = cell.high if wanted else cell.low
                least = cell.low.constant if cell.low is not None else None
                if bound is None or (len(product) > 1 and (least is None or least < 0)):
                    return None
                end = extreme(state, bound, wanted, depth - 1)
            if end is None:
                return None
            value *= end
        total += value
    return total
