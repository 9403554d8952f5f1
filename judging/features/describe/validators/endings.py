"""Where loops end, and what their first and last iterations are."""

from __future__ import annotations

from collections.abc import Sequence

from judging.features.describe.validators.pieces import (
    Loop,
)
from judging.features.describe.validators.terms import Symbol, Term, number, of_symbol
from judging.features.describe.validators.truths import (
    Both,
    Claim,
    Comparison,
    Truth,
    symbols,
)


def ending_of(condition: Truth) -> str | None:
    """Return the text that ends a loop; "" for the end of the input."""
    parts = condition.parts if isinstance(condition, Both) else (condition,)
    texts: dict[str, str] = {}  # by the ids of what is read, which are in order
    values: dict[Symbol, Term] = {}
    # `n == m == 0`: what says a number comes before what names another one.
    for part in sorted(parts, key=_symbols_in):
        if isinstance(part, Claim) and part.kind == "is" and part.holds:
            cell, text = part.of
            texts[cell.id] = str(text)
            continue
        if isinstance(part, Claim) and part.kind == "line":
            return ""
        if not isinstance(part, Comparison) or part.operator != "==":
            return None
        found = _solved(part.term.replaced(values))
        if found is None:
            return None
        if any(symbol.kind == "letters" for symbol in found):
            return ""
        values.update({symbol: number(value) for symbol, value in found.items()})
        texts.update({symbol.of: str(value) for symbol, value in found.items()})
    return " ".join(texts[key] for key in sorted(texts))


def _symbols_in(truth: Truth) -> int:
    return len(symbols(truth))


def _solved(term: Term) -> dict[Symbol, int] | None:
    """Return the values for which a term is 0: of one symbol, or of several of which none
    is negative."""
    found = set(term.symbols())
    rest = term.replaced(dict.fromkeys(found, number(0))).constant
    factors = {term.factor(symbol) for symbol in found}
    if rest is None or not found:
        return None
    if rest == 0 and factors in ({1}, {-1}):
        return dict.fromkeys(found, 0)
    if len(found) != 1 or not factors <= {1, -1}:
        return None
    (factor,) = factors
    return dict.fromkeys(found, -rest * (factor or 1))


def edge_of(condition: Truth, loops: Sequence[Loop]) -> tuple[str, bool] | None:
    """Return ("first", True) if a condition holds in the first iteration alone, with
    False if it holds in all others; the same for "last"."""
    if not loops or not isinstance(condition, Comparison):
        return None
    loop = loops[-1]
    term = condition.term
    factor = term.factor(loop.index)
    if factor not in (1, -1):
        return None
    if condition.operator in ("==", "!="):
        return _edge_at(term if factor == 1 else -term, loop, condition.operator)
    return _edge_from(term, loop) if factor == 1 else _edge_until(term, loop)


def _edge_at(term: Term, loop: Loop, operator: str) -> tuple[str, bool] | None:
    """Return the edge of a loop at which `term`, an index plus something, is 0."""
    rest = term - of_symbol(loop.index)
    if rest.constant == 0:
        return "first", operator == "=="
    is_last = loop.count is not None and (rest + loop.count - number(1)).constant == 0
    return ("last", operator == "==") if is_last else None


def _edge_from(term: Term, loop: Loop) -> tuple[str, bool] | None:
    """Return the edge of `index >= 1` and `index >= count - 1`; the term is at least 0."""
    rest = term - of_symbol(loop.index)
    if rest.constant == -1:
        return "first", False
    is_last = loop.count is not None and (rest + loop.count - number(1)).constant == 0
    return ("last", True) if is_last else None


def _edge_until(term: Term, loop: Loop) -> tuple[str, bool] | None:
    """Return the edge of `index <= count - 2` and `index <= 0`; the term is at least 0.

    Of two iterations, the first is both: then it is there for what separates them.
    """
    rest = term + of_symbol(loop.index)
    if loop.count is not None and (rest - loop.count + number(2)).constant == 0:
        return "last", False
    return ("first", True) if rest.constant == 0 else None
