"""Whole numbers that depend on what is read: polynomials in symbols."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judging.values import Value


class Symbol(Value):
    """An integer that the program knows and this run of it does not.

    kind: `cell`, a value that is read; `index`, the variable of a loop; `before`, what a
        variable had in the iteration before; `sum`, of a cell over all iterations;
        `length`, of a word, line or row; `letter`, any letter of a word; `least` and
        `greatest`, of a row; `size`, of a set; `remainder`, of the term `at` by a number.
    of: which one. at: for an item of a row, which.
    """

    kind: str
    of: str
    at: Term | None = None

    @property
    def key(self) -> str:
        return f"{self.kind} {self.of} {'' if self.at is None else self.at.key}"


class Term(Value):
    """A sum of products: each part is a product of symbols with its factor."""

    parts: tuple[tuple[tuple[Symbol, ...], int], ...] = ()

    @property
    def key(self) -> str:
        return repr(
            [([s.key for s in product], factor) for product, factor in self.parts]
        )

    @property
    def constant(self) -> int | None:
        """The number, if it depends on nothing."""
        if not self.parts:
            return 0
        if len(self.parts) == 1 and not self.parts[0][0]:
            return self.parts[0][1]
        return None

    @property
    def symbol(self) -> Symbol | None:
        """The symbol, if the term is one and nothing else."""
        if len(self.parts) != 1:
            return None
        product, factor = self.parts[0]
        return product[0] if len(product) == 1 and factor == 1 else None

    def symbols(self) -> Iterator[Symbol]:
        """Yield the symbols, some of them more than once."""
        for product, _ in self.parts:
            yield from product

    def factor(self, symbol: Symbol) -> int | None:
        """Return the number that a symbol is multiplied by; None if it also stands in a
        product with others."""
        found = 0
        for product, factor in self.parts:
            if product == (symbol,):
                found = factor
            elif symbol in product:
                return None
        return found

    def replaced(self, values: Mapping[Symbol, Term]) -> Term:
        """Return the term with values in the place of symbols."""
        result = number(0)
        for product, factor in self.parts:
            part = number(factor)
            for symbol in product:
                part = part * _value_of(symbol, values)
            result = result + part
        return result

    def inner(self) -> Iterator[Symbol]:
        """Yield the symbols, those in remainders in the place of these."""
        for symbol in self.symbols():
            if symbol.kind == "remainder" and symbol.at is not None:
                yield from symbol.at.inner()
            else:
                yield symbol

    def __add__(self, other: Term) -> Term:
        factors = dict(self.parts)
        for product, factor in other.parts:
            factors[product] = factors.get(product, 0) + factor
        return _term(factors)

    def __neg__(self) -> Term:
        return self * number(-1)

    def __sub__(self, other: Term) -> Term:
        return self + -other

    def __mul__(self, other: Term) -> Term:
        factors: dict[tuple[Symbol, ...], int] = {}
        for left, left_factor in self.parts:
            for right, right_factor in other.parts:
                product = tuple(sorted((*left, *right), key=_key))
                factors[product] = factors.get(product, 0) + left_factor * right_factor
        return _term(factors)


def _value_of(symbol: Symbol, values: Mapping[Symbol, Term]) -> Term:
    if symbol.kind == "remainder" and symbol.at is not None:
        return remainder(symbol.at.replaced(values), int(symbol.of))
    return values.get(symbol, of_symbol(symbol))


def remainder(term: Term, divisor: int) -> Term:
    if term.constant is not None:
        return number(term.constant % divisor)
    return of_symbol(Symbol("remainder", str(divisor), term))


def number(value: int) -> Term:
    return _term({(): value})


def of_symbol(symbol: Symbol) -> Term:
    return Term((((symbol,), 1),))


def _key(symbol: Symbol) -> str:
    return symbol.key


def _term(factors: Mapping[tuple[Symbol, ...], int]) -> Term:
    kept = [(product, factor) for product, factor in factors.items() if factor]
    # Products of more symbols first, the number last: `h * w - 2`.
    kept.sort(key=lambda part: (-len(part[0]), [symbol.key for symbol in part[0]]))
    return Term(tuple(kept))
