"""Which of the quantities that input validators name are sizes of the input. Pure.

A size decides how much there is to do. A quantity that may be negative is none. Another one
is a size if one of these holds on all inputs; how many there are of a thing is its `count`.

1. It is a count of the input, or one more or less: of lines, of tokens, of tokens in a line,
   of the characters of a word (a token that is no number), of the lines one after another
   with equally many tokens.
2. The number of lines, or of tokens, is `a * value + b` with the same a > 0 and b.
3. Its product or sum with another quantity is a count.
4. It is the upper bound of another quantity whose bound varies, as a number of vertices is of
   a vertex, and its own bounds are the same on all inputs.
5. All inputs have equally many tokens, and their words have the same lengths. Then nothing
   but the values themselves makes one input larger than another, and a quantity with one
   value in each input is a size.

A quantity of which an input has several values, up to one that is a size, numbers things: a
vertex or a place in a row is no size. Quantities with the same values are one.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from judging.data.bounds import Bound, Number, merge_bounds
from judging.values import Value

_NUMBER = re.compile(rb"[-+]?([0-9]+(\.[0-9]+)?|\.[0-9]+)([eE][-+]?[0-9]+)?")
_LARGEST = 1e300  # what is larger does not fit a float
# Any two points are on a line: a third one shows that there is a line.
_LINE_POINTS = 3

#: The values of one quantity, by the name of the input.
Values = Mapping[str, Number]


class Counts(Value):
    """How many there are of each thing in one input.

    words: the lengths of tokens that are no numbers.
    others: tokens in each line, and lines one after another with equally many tokens.
    """

    lines: int
    tokens: int
    words: frozenset[int]
    others: frozenset[int]

    @property
    def all(self) -> frozenset[int]:
        return self.words | self.others | {self.lines, self.tokens}


class _Quantity(Value):
    """What a validator says of one quantity, by the name of the input."""

    name: str
    location: str
    bounds: Mapping[str, Bound]

    @property
    def values(self) -> dict[str, Number]:
        """The greatest value in each input. A 0 has no logarithm, so it is left out."""
        greatest = {name: bound.greatest for name, bound in self.bounds.items()}
        return {name: value for name, value in greatest.items() if value > 0}

    @property
    def has_several(self) -> bool:
        """Whether some input has several values of it."""
        return any(bound.least < bound.greatest for bound in self.bounds.values())

    @property
    def is_bounded_alike(self) -> bool:
        """Whether its bounds are the same on all inputs."""
        ends = {(bound.low, bound.high) for bound in self.bounds.values()}
        varies = any(bound.varies for bound in self.bounds.values())
        return len(ends) == 1 and not varies


def counts_of(content: bytes) -> Counts:
    """Return what can be counted in an input."""
    in_lines = [line.split() for line in content.splitlines()]
    others = set()
    for tokens, lines in groupby(len(line) for line in in_lines):
        others |= {tokens, len(list(lines))}
    words = set()
    for line in in_lines:
        words |= {len(token) for token in line if not _NUMBER.fullmatch(token)}
    tokens = sum(len(line) for line in in_lines)
    return Counts(len(in_lines), tokens, frozenset(words), frozenset(others))


def sizes_of(
    bounds: Mapping[str, Iterable[Bound]], counts: Mapping[str, Counts]
) -> dict[str, Values]:
    """Return the values of each size by its name or, if an earlier one has the same name and
    other values, by its location.

    bounds: what validators saw in each input, by the name of the input.
    counts: of the same inputs.
    """
    quantities = _distinct(_quantities(bounds))
    found = [q for q in quantities if _is_size(q, quantities, counts)]
    sizes: dict[str, Values] = {}
    for quantity in found:
        if not any(_numbers_things(quantity, other) for other in found):
            name = quantity.location if quantity.name in sizes else quantity.name
            sizes[name] = quantity.values
    return sizes


def highest_values(bounds: Mapping[str, Iterable[Bound]]) -> dict[str, Number]:
    """Return the upper bound of each quantity that has the same one on all inputs, by its
    name and by its location."""
    highest: dict[str, Number] = {}
    for merged in reversed(merge_bounds(bounds.values())):
        if not merged.varies and merged.high < _LARGEST:
            highest[merged.location] = merged.high
            highest[merged.name] = merged.high
    return highest


def _quantities(bounds: Mapping[str, Iterable[Bound]]) -> list[_Quantity]:
    found: dict[str, dict[str, Bound]] = {}
    for name, of_input in bounds.items():
        for bound in of_input:
            found.setdefault(bound.location, {})[name] = bound
    quantities = []
    for location, by_input in found.items():
        name = next(iter(by_input.values())).name
        quantity = _Quantity(name, location, by_input)
        is_negative = any(bound.low < 0 for bound in by_input.values())
        fits = all(bound.greatest < _LARGEST for bound in by_input.values())
        if fits and not is_negative and quantity.values:
            quantities.append(quantity)
    return quantities


def _distinct(quantities: Iterable[_Quantity]) -> list[_Quantity]:
    """Return the first of quantities with equal values: another validator saw the same one."""
    kept: list[_Quantity] = []
    for quantity in quantities:
        alike = [other for other in kept if other.values == quantity.values]
        # What has one value for each input is the size, and a label only reaches it.
        if alike and alike[0].has_several and not quantity.has_several:
            kept[kept.index(alike[0])] = quantity
        elif not alike:
            kept.append(quantity)
    return kept


def _is_size(
    quantity: _Quantity, others: Sequence[_Quantity], counts: Mapping[str, Counts]
) -> bool:
    values = quantity.values
    if _have_one_form(counts.values()) and not quantity.has_several:
        return True
    if len({*values.values()}) < 2:
        return False
    if _is_counted(values, counts, tolerance=1):
        return True
    if _is_linear(values, counts, lambda of: of.lines):
        return True
    if _is_linear(values, counts, lambda of: of.tokens):
        return True
    if any(_make_count(quantity, other, counts) for other in others):
        return True
    return any(_bounds_another(quantity, other) for other in others)


def _have_one_form(counts: Iterable[Counts]) -> bool:
    """Return whether inputs differ in nothing but numbers (rule 5)."""
    return len({(of.tokens, of.words) for of in counts}) <= 1


def _is_counted(values: Values, counts: Mapping[str, Counts], tolerance: int) -> bool:
    """Return whether each value is a count of its input, or near one (rule 1)."""
    for name, value in values.items():
        near = {value + change for change in range(-tolerance, tolerance + 1)}
        if not near & counts[name].all:
            return False
    return True


def _is_linear(
    values: Values, counts: Mapping[str, Counts], count: Callable[[Counts], int]
) -> bool:
    """Return whether a count rises with the values along a line (rule 2)."""
    points = sorted({(value, count(counts[name])) for name, value in values.items()})
    if len(points) < _LINE_POINTS:
        return False
    x0, y0 = points[0]
    x1, y1 = points[-1]
    if x1 == x0 or y1 <= y0:
        return False
    return all((y - y0) * (x1 - x0) == (x - x0) * (y1 - y0) for x, y in points)


def _make_count(a: _Quantity, b: _Quantity, counts: Mapping[str, Counts]) -> bool:
    """Return whether the product or sum of two quantities is a count (rule 3)."""
    if a is b or a.has_several or b.has_several or a.values.keys() != b.values.keys():
        return False
    if len({*b.values.values()}) < 2:
        return False
    products = {name: value * b.values[name] for name, value in a.values.items()}
    sums = {name: value + b.values[name] for name, value in a.values.items()}
    return _is_counted(products, counts, 0) or _is_counted(sums, counts, 0)


def _bounds_another(quantity: _Quantity, other: _Quantity) -> bool:
    """Return whether it is the upper bound of another quantity (rule 4)."""
    if quantity is other or other.is_bounded_alike or not quantity.is_bounded_alike:
        return False
    for name, bound in other.bounds.items():
        if name not in quantity.bounds or quantity.bounds[name].greatest != bound.high:
            return False
    return True


def _numbers_things(quantity: _Quantity, size: _Quantity) -> bool:
    """Return whether the values of a quantity go up to a size, or up to one less."""
    if quantity is size or not quantity.has_several or quantity.is_bounded_alike:
        return False
    for name, bound in quantity.bounds.items():
        if name not in size.bounds:
            return False
        if size.bounds[name].greatest - bound.high not in (0, 1):
            return False
    return True
