"""Draw large inputs of a guess directly.

A grammar is drawn from command by command, and a row of 200,000 numbers takes seconds. Where
sizes are asked about, the values need no variety: here they are drawn row by row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isqrt
from typing import TypeVar

from judging.features.describe.learning.frames import (
    Cell,
    Frame,
    Kinds,
    Line,
    Loop,
    MismatchError,
    Row,
    Template,
    kind_cell,
)
from judging.features.describe.learning.model import GRAPHS, Model, Slot
from judging.features.describe.learning.relations import COMPARED, holds
from judging.features.describe.tree import Kind, Relation
from judging.shapes import Rng

T = TypeVar("T", int, str)
# Inputs with a smaller size are drawn from the grammar, with all its variety.
LARGE = 200
# Sizes that nothing demands are at most this much above their least.
_SMALL_SIZE = 3
_MODERATE_SIZE = 7
# How often two values of an iteration are drawn until they are as wanted.
_TRIES = 30
# What is kept while values are drawn, and takes long to be found out again.
_KEPT = (*GRAPHS, Kind.PRODUCT_AT_MOST)
_ORDERS = {
    Kind.SORTED: (False, False),
    Kind.FALLING: (False, True),
    Kind.STRICTLY_SORTED: (True, False),
    Kind.STRICTLY_FALLING: (True, True),
}


class CannotSampleError(Exception):
    """A guess has a rule that is not kept here, or its rules contradict each other."""


def is_large(model: Model) -> bool:
    """Return whether all inputs of a guess are large."""
    if any(low >= LARGE for low, _ in model.pinned.values()):
        return True
    if model.is_open and model.rounds[0] >= LARGE:
        return True
    return any(
        slot.kind == "word" and slot.low >= LARGE for slot in model.slots.values()
    )


def sampled(model: Model, seed: str, few: bool = False) -> Frame:
    """Return the values of an input. Raise CannotSampleError.

    few: numbers without a rule have one of few values, so that some are equal.
    """
    sampler = _Sampler(model, Rng(seed), few)
    frame = Frame()
    try:
        sampler.fill(model.template, frame)
    except MismatchError as fault:
        raise CannotSampleError(str(fault)) from fault
    for relation in model.relations:
        if relation.kind not in _KEPT and not holds(relation, frame):
            raise CannotSampleError(relation.kind.value)
    return frame


class _Sampler:
    """Fills the frames of one input.

    _parts: for a value with a given sum over the input, the values that are left.
    """

    def __init__(self, model: Model, rng: Rng, few: bool) -> None:
        self._model = model
        self._rng = rng
        self._few = few
        self._pairs: list[Relation] = []
        self._rows: list[Relation] = []
        self._parts: dict[str, list[int]] = {}
        self._counters = {*model.counters()}
        for relation in model.relations:
            if relation.kind is Kind.SUM_IS:
                self._plan_sum(relation)
            elif relation.kind is Kind.SUM_AT_MOST:
                continue  # An input that exceeds it is not used.
            elif relation.kind in COMPARED:
                self._pairs.append(relation)
            elif relation.kind in GRAPHS or relation.kind in _ORDERS:
                self._rows.append(relation)
            elif relation.kind is Kind.PRODUCT_AT_MOST:
                continue  # Sizes that are not pinned are small.
            elif relation.kind is Kind.DISTINCT:
                self._rows.append(relation)
            else:
                raise CannotSampleError(relation.kind.value)

    def _plan_sum(self, relation: Relation) -> None:
        """Divide a given sum into nearly equal parts, one for each case."""
        [name] = relation.names
        slot = self._model.slots[name]
        counts = self._model.count_of(name) if slot.loops else ()
        pinned = self._model.pinned.get(counts[0]) if len(counts) == 1 else None
        if not relation.bound.isdigit() or pinned is None or len(slot.loops) != 1:
            raise CannotSampleError("a sum")
        total = int(relation.bound)
        several = pinned[0]
        each, rest = divmod(total, several)
        parts = [each + 1] * rest + [each] * (several - rest)
        if not slot.low <= each <= each + (rest > 0) <= slot.high:
            raise CannotSampleError("a sum that is out of reach")
        self._parts[name] = parts

    # Elements

    def fill(self, template: Template, frame: Frame) -> None:
        """Add values for a template to a frame."""
        for element in template:
            if isinstance(element, Loop):
                self._fill_loop(element, frame)
            elif isinstance(element, Line):
                self._fill_line(element, frame)
            elif isinstance(element, Kinds):
                self._fill_kind(element, frame)
            else:
                self._fill_value(element.name, frame)

    def _fill_loop(self, loop: Loop, frame: Frame) -> None:
        if loop.count is None:
            low, high = self._model.rounds
            times = self._rng.between(low, min(high, low + _MODERATE_SIZE))
        else:
            times = loop.count.value(frame)
        frames = [Frame(frame) for _ in range(times)]
        frame.loops[loop.name] = frames
        cells = {
            item.name
            for line in loop.body
            if isinstance(line, Line)
            for item in line.items
            if isinstance(item, Cell)
        }
        self._plan_rows(cells, frame, frames)
        for inner in frames:
            self.fill(loop.body, inner)

    def _fill_line(self, line: Line, frame: Frame) -> None:
        for item in line.items:
            if isinstance(item, Row):
                self._fill_row(item, frame)
            else:
                self._fill_value(item.name, frame)

    def _fill_row(self, row: Row, frame: Frame) -> None:
        name = row.cell.name
        frames = [Frame(frame) for _ in range(row.count.value(frame))]
        frame.loops[name] = frames
        slot = self._model.slots[name]
        self._plan_rows({name}, frame, frames)
        if slot.kind != "int" or (frames and frames[0].values) or name in self._parts:
            for inner in frames:
                self._fill_value(name, inner)
            return
        low, high = self._range(slot, frame)
        if self._few:
            high = min(high, low + 1)
        values = self._rng.many(len(frames), low, high)
        for inner, value in zip(frames, values, strict=True):
            inner.values[name] = str(value)

    def _fill_kind(self, element: Kinds, frame: Frame) -> None:
        arities = self._model.arities
        kinds = sorted(kind for name, kind in arities if name == element.name)
        kind = self._rng.choice(kinds)
        frame.values[element.name] = kind
        for number in range(arities[element.name, kind]):
            self._fill_value(kind_cell(element.name, kind, number), frame)

    # Values

    def _fill_value(self, name: str, frame: Frame) -> None:
        if name in frame.values:
            return  # It was planned with its row.
        for _ in range(_TRIES):
            frame.values[name] = self._value(name, frame)
            if all(self._is_kept(pair, name, frame) for pair in self._pairs):
                return
        raise CannotSampleError(name)

    def _is_kept(self, pair: Relation, name: str, frame: Frame) -> bool:
        if name not in pair.names:
            return True
        first, second = (frame.values.get(each) for each in pair.names)
        if first is None or second is None:
            return True
        return COMPARED[pair.kind](int(first), int(second))

    def _value(self, name: str, frame: Frame) -> str:
        slot = self._model.slots[name]
        if self._parts.get(name):
            return str(self._parts[name].pop())
        if slot.kind == "real":
            return self._real(slot)
        if slot.kind == "word":
            return self._word(slot, frame)
        low, high = self._range(slot, frame)
        if name in self._counters and name not in self._model.pinned:
            low, high = self._size_range(name, low, high, frame)
        elif self._few:
            return str(self._rng.choice((low, min(high, low + 1), high)))
        return str(self._rng.between(low, high))

    def _range(self, slot: Slot, frame: Frame) -> tuple[int, int]:
        """Return the smallest and the largest value that a number may have."""
        if slot.name in self._model.pinned:
            return self._model.pinned[slot.name]
        low = slot.low
        high = slot.high
        for limit in slot.at_least:
            low = max(low, _limit(limit, frame))
        for limit in slot.at_most:
            high = min(high, _limit(limit, frame))
        if any(
            pair.kind is Kind.LESS and pair.names[0] == slot.name for pair in self._pairs
        ):
            high -= 1  # room for the larger one of the pair
        if low > high:
            raise CannotSampleError(f"no value for {slot.name}")
        return low, high

    def _size_range(
        self, name: str, low: int, high: int, frame: Frame
    ) -> tuple[int, int]:
        """Return a range of small sizes, in which a graph has enough vertices and edges."""
        least = max(low, min(1, high))
        for relation in self._model.relations:
            if relation.kind not in GRAPHS:
                continue
            edges = self._model.count_of(relation.names[0])
            if relation.bound == name and len(edges) == 1 and edges[0] != name:
                count, _ = self._model.pinned.get(edges[0], (0, 0))
                least = max(least, 2 * isqrt(count) + 2 if count else least)
            if edges == (name,) and relation.kind is Kind.CONNECTED:
                least = max(least, frame.integer(relation.bound) - 1)
        if least > high:
            raise CannotSampleError(f"no size for {name}")
        return least, min(high, least + _SMALL_SIZE)

    def _real(self, slot: Slot) -> str:
        digits = self._rng.between(*slot.decimals)
        scale = 10**digits
        value = self._rng.between(slot.low * scale, slot.high * scale)
        sign = "-" if value < 0 else ""
        whole, rest = divmod(abs(value), scale)
        return f"{sign}{whole}.{rest:0{digits}}" if digits else f"{sign}{whole}"

    def _word(self, slot: Slot, frame: Frame) -> str:
        if slot.equal:
            length = frame.integer(slot.equal)
        else:
            length = self._rng.between(slot.low, min(slot.high, slot.low + _SMALL_SIZE))
        # A line of words: no space at an end, or beside another.
        letters = slot.letters.replace(" ", "") or slot.letters
        if self._few:
            return letters[:1] * (length if slot.equal else slot.low)
        return "".join(letters[at] for at in self._rng.many(length, 0, len(letters) - 1))

    # Rows

    def _plan_rows(self, cells: set[str], outer: Frame, frames: list[Frame]) -> None:
        """Give the values of a loop that must fit each other."""
        planned: set[str] = set()
        for relation in self._rows:
            # Of two rules for one row, the second holds by chance, or the input is not used.
            if not {*relation.names} <= cells - planned:
                continue
            planned |= {*relation.names}
            for values, inner in zip(
                self._planned(relation, outer, len(frames)), frames, strict=False
            ):
                for name, value in zip(relation.names, values, strict=True):
                    inner.values[name] = value

    def _planned(
        self, relation: Relation, outer: Frame, count: int
    ) -> Iterator[tuple[str, ...]]:
        slots = [self._model.slots[name] for name in relation.names]
        if [slot.kind for slot in slots] == ["word"] and relation.kind is Kind.DISTINCT:
            word = slots[0]
            yield from self._different(
                count, lambda: (self._word(word, outer),), relation
            )
            return
        if any(slot.kind != "int" for slot in slots):
            raise CannotSampleError("words with a rule")
        ranges = [self._range(slot, outer) for slot in slots]
        if relation.kind in GRAPHS:
            rows = self._edges(relation, outer, count, ranges[0][0])
        elif len(slots) == 1:
            rows = self._row(relation.kind, count, *ranges[0])
        else:
            rows = self._tuples(relation, count, ranges)
        for values in rows:
            yield tuple(map(str, values))

    def _row(
        self, kind: Kind, count: int, low: int, high: int
    ) -> Iterator[tuple[int, ...]]:
        strict, falls = _ORDERS.get(kind, (True, False))
        if not strict:
            values = self._rng.many(count, low, high)
        elif count > high - low + 1:
            raise CannotSampleError("too few different values")
        else:
            values = self._rng.sample(count, low, high)
        if kind in _ORDERS:
            values.sort(reverse=falls)
        for value in values:
            yield (value,)

    def _tuples(
        self, relation: Relation, count: int, ranges: list[tuple[int, int]]
    ) -> Iterator[tuple[int, ...]]:
        return self._different(
            count,
            lambda: tuple(self._rng.between(low, high) for low, high in ranges),
            relation,
        )

    def _edges(
        self, relation: Relation, outer: Frame, count: int, low: int
    ) -> Iterator[tuple[int, ...]]:
        n = outer.integer(relation.bound)
        pairs: list[tuple[int, ...]] = []
        if relation.kind is not Kind.SIMPLE_GRAPH:
            for vertex in range(1, n):
                near = self._rng.between(max(0, vertex - 4), vertex - 1)
                pairs.append((near + low, vertex + low))
        if len(pairs) > count or (relation.kind is Kind.TREE and len(pairs) != count):
            raise CannotSampleError("another number of edges than of a tree")
        left = count - len(pairs)
        if left and 3 * left > n * (n - 1) // 2 - len(pairs):
            # Close to all edges that there can be: chance takes long to find them.
            raise CannotSampleError("a dense graph")
        yield from pairs

        def pair() -> tuple[int, ...]:
            first = self._rng.between(low, low + n - 2)
            return first, self._rng.between(first + 1, low + n - 1)

        known = {*pairs}
        yield from self._different(count - len(pairs), pair, relation, known)

    def _different(
        self,
        count: int,
        draw: Callable[[], tuple[T, ...]],
        relation: Relation,
        known: set[tuple[T, ...]] | None = None,
    ) -> Iterator[tuple[T, ...]]:
        found = known if known is not None else set()
        pairs = [each for each in self._pairs if each.names == relation.names]
        left = _TRIES + 10 * count
        while count:
            left -= 1
            if not left:
                raise CannotSampleError("too few different values")
            values = draw()
            kept = all(COMPARED[pair.kind](*map(int, values)) for pair in pairs)
            if kept and values not in found:
                found.add(values)
                count -= 1
                yield values


def _limit(text: str, frame: Frame) -> int:
    """Return the value of a bound `n`, `n - 1` or `n + 1`."""
    name, _, plus = text.partition(" ")
    return frame.integer(name) + int(plus.replace(" ", "") or 0)
