"""Conditions of a validator whose input is not known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from judging.features.describe.validators.terms import Symbol, Term, number
from judging.values import Value

LETTERS = [chr(code) for code in range(32, 127)]


class Comparison(Value):
    """operator: `>=`, `==` or `!=`; the other side is 0."""

    operator: str
    term: Term


class Claim(Value):
    """Something else that is or is not so.

    kind: `present`, a key in a store; `line`, there is one more; `joined`, two vertices
    have one root; `before`, a flag was set before an iteration; `is`, a word is a text;
    `matches`, a text fits a pattern; `sorted`, a store is; `real`, a decimal number is at
    least or at most a number; `?`, not understood.
    """

    kind: str
    of: tuple[Any, ...] = ()
    holds: bool = True


class Both(Value):
    parts: tuple[Truth, ...]


class Either(Value):
    parts: tuple[Truth, ...]


class Some(Value):
    """The condition holds for one item at least."""

    condition: Truth


Truth: TypeAlias = bool | Comparison | Claim | Both | Either | Some

NOT_UNDERSTOOD = Claim("?")


def is_truth(value: object) -> bool:
    return isinstance(value, (bool, Comparison, Claim, Both, Either, Some))


def at_least(left: Term, right: Term) -> Truth:
    """Return the condition left >= right."""
    difference = left - right
    if difference.constant is not None:
        return difference.constant >= 0
    return Comparison(">=", difference)


def equal(left: Term, right: Term) -> Truth:
    difference = left - right
    if difference.constant is not None:
        return difference.constant == 0
    return Comparison("==", difference)


def opposite(truth: Truth) -> Truth:
    if isinstance(truth, bool):
        return not truth
    if isinstance(truth, Comparison):
        if truth.operator == ">=":
            return Comparison(">=", number(-1) - truth.term)
        return Comparison("!=" if truth.operator == "==" else "==", truth.term)
    if isinstance(truth, Claim):
        return Claim(truth.kind, truth.of, not truth.holds)
    if isinstance(truth, Some):
        return opposite(truth.condition)
    parts = tuple(opposite(part) for part in truth.parts)
    return Either(parts) if isinstance(truth, Both) else Both(parts)


def both(*truths: Truth) -> Truth:
    """Return the conjunction; what is true is left out."""
    parts: list[Truth] = []
    for truth in truths:
        if truth is False:
            return False
        if isinstance(truth, Both):
            parts += truth.parts
        elif truth is not True:
            parts.append(truth)
    if not parts:
        return True
    return parts[0] if len(parts) == 1 else Both(tuple(parts))


def either(*truths: Truth) -> Truth:
    return opposite(both(*(opposite(truth) for truth in truths)))


def chosen(condition: Truth, then: Truth, otherwise: Truth) -> Truth:
    """Return `condition ? then : otherwise`."""
    if then is False:
        return both(opposite(condition), otherwise)
    if otherwise is False:
        return both(condition, then)
    return both(either(opposite(condition), then), either(condition, otherwise))


def comparisons(truth: Truth) -> Iterator[Comparison]:
    """Yield the comparisons in a condition."""
    if isinstance(truth, Comparison):
        yield truth
    elif isinstance(truth, (Both, Either)):
        for part in truth.parts:
            yield from comparisons(part)
    elif isinstance(truth, Some):
        yield from comparisons(truth.condition)


def is_plain(truth: Truth) -> bool:
    """Return whether a condition consists of comparisons alone."""
    if isinstance(truth, (Both, Either)):
        return all(is_plain(part) for part in truth.parts)
    return isinstance(truth, (bool, Comparison))


def symbols(truth: Truth) -> set[Symbol]:
    return {symbol for part in comparisons(truth) for symbol in part.term.inner()}


def replaced(truth: Truth, values: dict[Symbol, Term]) -> Truth:
    """Return a condition with values in the place of symbols."""
    if isinstance(truth, Comparison):
        term = truth.term.replaced(values)
        if term.constant is not None:
            return _holds(truth.operator, term.constant)
        return Comparison(truth.operator, term)
    if isinstance(truth, Both):
        return both(*(replaced(part, values) for part in truth.parts))
    if isinstance(truth, Either):
        return either(*(replaced(part, values) for part in truth.parts))
    if isinstance(truth, Some):
        return Some(replaced(truth.condition, values))
    return truth


def _holds(operator: str, value: int) -> bool:
    if operator == ">=":
        return value >= 0
    return (value == 0) == (operator == "==")


def permitted(truth: Truth, letter: Symbol) -> frozenset[str] | None:
    """Return the letters for which a condition on one letter alone holds; None if it
    depends on anything else."""
    if not is_plain(truth) or symbols(truth) != {letter}:
        return None
    found = []
    for text in LETTERS:
        if replaced(truth, {letter: number(ord(text))}) is True:
            found.append(text)
    return frozenset(found)
