"""A guess of a format: a template, and what is known of its values so far."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations

from judging.features.describe.learning.frames import (
    Arities,
    Cell,
    Count,
    Element,
    Frame,
    Kinds,
    Line,
    Loop,
    Row,
    Template,
    WholeLine,
    is_integer,
    kind_cell,
)
from judging.features.describe.tree import (
    Case,
    Choice,
    Description,
    Integer,
    Kind,
    Newline,
    Node,
    Real,
    Relation,
    Repeat,
    Source,
    Space,
    Until,
    Word,
)

_REAL = re.compile(r"-?(?:0|[1-9][0-9]*)\.[0-9]{1,20}")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]{1,20})?")
GRAPHS = (Kind.TREE, Kind.CONNECTED, Kind.SIMPLE_GRAPH)
# Stands for a bound that other values alone make.
UNBOUNDED = 10**18
# So many words of the letters 0 and 1 may look like numbers.
_BITS = re.compile("[01]{2,}")


@dataclass(frozen=True)
class Slot:
    """What is known of one place that is read.

    kind: int, real or word. low, high: the least and greatest value; of a word, its
    length. at_least, at_most: values read before that bound it too; equal: one that is
    the length of a word. near: values that its greatest ones in the tests are, or nearly.
    letters: those that a word may have. decimals: the fewest and the most digits behind
    the point.
    scope: the names of integers that are read before it, the latest last.
    loops: the names of the loops around it.
    """

    name: str
    kind: str
    low: int
    high: int
    at_least: tuple[str, ...] = ()
    at_most: tuple[str, ...] = ()
    equal: str = ""
    letters: str = ""
    decimals: tuple[int, int] = (0, 0)
    scope: tuple[str, ...] = ()
    loops: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    said: str = ""


@dataclass(frozen=True)
class Model:
    """A guess of the format."""

    template: Template
    arities: Arities
    slots: dict[str, Slot]
    relations: tuple[Relation, ...] = ()
    rounds: tuple[int, int] = (1, 1)  # how often a loop to the end runs
    notes: tuple[str, ...] = ()
    pinned: dict[str, tuple[int, int]] = field(default_factory=dict)

    def with_slot(self, name: str, **changes: object) -> Model:
        """Return the model with other knowledge of one slot."""
        slots = dict(self.slots)
        slots[name] = replace(slots[name], **changes)  # type: ignore[arg-type]
        return replace(self, slots=slots)

    def pin(self, name: str, low: int, high: int | None = None) -> Model:
        """Return the model with one number in a range, whatever else is known of it."""
        top = low if high is None else high
        return replace(self, pinned={**self.pinned, name: (low, top)})

    def counters(self) -> list[str]:
        """Return the names of the numbers that say how often something is repeated."""
        found: list[str] = []
        for element in elements(self.template):
            for count in _counts_of(element):
                for name in count.names:
                    if name not in found:
                        found.append(name)
        others = [slot.equal for slot in self.slots.values()]
        # The number of vertices of a graph.
        others += [each.bound for each in self.relations if each.kind in GRAPHS]
        for name in others:
            if name and name not in found:
                found.append(name)
        return found

    @property
    def is_open(self) -> bool:
        """Whether a loop runs as often as no number says."""
        return any(
            isinstance(element, Loop) and element.count is None
            for element in elements(self.template)
        )

    def factors(self) -> list[tuple[str, str]]:
        """Return the pairs of sizes, read once in an input, whose product says how much is
        read: those of a grid."""
        counts: dict[str, tuple[str, ...]] = {}
        for element in elements(self.template):
            if isinstance(element, Loop) and element.count is not None:
                counts[element.name] = element.count.names
            if isinstance(element, Line):
                for item in element.items:
                    if isinstance(item, Row):
                        counts[item.cell.name] = item.count.names
        found: dict[tuple[str, str], None] = {}
        for slot in self.slots.values():
            names = [name for loop in slot.loops for name in counts.get(loop, ())]
            if slot.equal:
                names.append(slot.equal)
            once = [name for name in names if not self.slots[name].loops]
            for pair in combinations(dict.fromkeys(once), 2):
                found[pair] = None
        return list(found)

    def count_of(self, name: str) -> tuple[str, ...]:
        """Return the numbers that say how often the innermost loop around a value runs."""
        inner = self.slots[name].loops[-1]
        for element in elements(self.template):
            if isinstance(element, Loop) and element.name == inner and element.count:
                return element.count.names
        return ()

    def description(self) -> Description:
        """Return what is known as a description with the names of the template."""
        body = tuple(self._nodes(self.template))
        return Description(body, self.relations, self.notes)

    def _nodes(self, template: Template) -> Iterator[Node]:
        for element in template:
            if isinstance(element, Loop):
                inner = tuple(self._nodes(element.body))
                yield Repeat(self._times(element), inner)
                if element.marker:
                    yield Newline()
            elif isinstance(element, WholeLine):
                yield self._value(element.name)
                yield Newline()
            elif isinstance(element, Kinds):
                yield self._choice(element)
                yield Newline()
            else:
                yield from self._line(element)

    def _times(self, loop: Loop) -> str | Until:
        if loop.count is not None:
            return loop.count.bound()
        low, high = self.rounds
        return Until(loop.marker, str(low), str(high))

    def _line(self, line: Line) -> Iterator[Node]:
        for number, item in enumerate(line.items):
            if number:
                yield Space()
            if isinstance(item, Cell):
                yield self._value(item.name)
            else:
                inner = (self._value(item.cell.name),)
                yield Repeat(item.count.bound(), inner, Space())
        yield Newline()

    def _choice(self, element: Kinds) -> Choice:
        cases = []
        for (name, kind), arity in sorted(self.arities.items()):
            if name != element.name:
                continue
            body: list[Node] = []
            for number in range(arity):
                body += [Space(), self._value(kind_cell(name, kind, number))]
            cases.append(Case(kind, tuple(body)))
        return Choice(element.name, tuple(cases))

    def _value(self, name: str) -> Node:
        slot = self.slots[name]
        source = Source("", slot.said)
        if slot.kind == "real":
            ends = str(slot.low), str(slot.high)
            return Real(name, *ends, slot.decimals, source)
        least, most = self._ends(slot)
        if slot.kind == "int":
            return Integer(name, least, most, source)
        if slot.equal:
            least = most = slot.equal
        return Word(name, pattern_of(slot.letters), least, most, source)

    def _ends(self, slot: Slot) -> tuple[str, str]:
        if slot.name in self.pinned:
            low, high = self.pinned[slot.name]
            return str(low), str(high)
        least = _joined("max", slot.low, slot.at_least)
        most = _joined("min", slot.high, slot.at_most)
        return least, most


def _joined(function: str, constant: int, others: tuple[str, ...]) -> str:
    ends = [*others]
    if not ends or abs(constant) < UNBOUNDED:
        ends.append(str(constant))
    return ends[0] if len(ends) == 1 else f"{function}({', '.join(ends)})"


def pattern_of(letters: str) -> str:
    """Return a regular expression for words of these letters; with a space, for lines of
    such words."""
    if " " in letters:
        word = _set_of(letters.replace(" ", "")) + "+"
        return f"{word}( {word})*"
    return _set_of(letters)


def _set_of(letters: str) -> str:
    """Return a set of these letters, in ranges where it can."""
    parts: list[str] = []
    rest = sorted({*letters})
    while rest:
        first = rest.pop(0)
        last = first
        while rest and ord(rest[0]) == ord(last) + 1 and rest[0].isalnum():
            if not first.isalnum():
                break
            last = rest.pop(0)
        if ord(last) - ord(first) >= 2:
            parts.append(f"{first}-{last}")
        else:
            parts += [_in_set(chr(code)) for code in range(ord(first), ord(last) + 1)]
    return "[" + "".join(parts) + "]"


def _in_set(letter: str) -> str:
    return "\\" + letter if letter in "\\(){}[]*+?|^.-" else letter


def elements(template: Template) -> Iterator[Element]:
    """Yield all elements of a template."""
    for element in template:
        yield element
        if isinstance(element, Loop):
            yield from elements(element.body)


def _counts_of(element: Element) -> Iterator[Count]:
    if isinstance(element, Loop) and element.count is not None:
        yield element.count
    if isinstance(element, Line):
        for item in element.items:
            if isinstance(item, Row):
                yield item.count


def first_guess(
    template: Template, frames: tuple[Frame, ...], arities: Arities
) -> Model | None:
    """Return the narrowest guess: each value is within what the tests have. None if a
    loop never runs, so that nothing is known of what is in it."""
    seen: dict[str, list[str]] = {}
    for frame in frames:
        for inner in frame.inner():
            for name, value in inner.values.items():
                seen.setdefault(name, []).append(value)
    slots: dict[str, Slot] = {}
    for name, scope, loops in _places(template, arities, (), ()):
        if name not in seen or not "".join(seen[name]):
            return None
        known = tuple(each for each in scope if slots[each].kind == "int")
        slots[name] = _slot(name, seen[name], known, loops)
    model = Model(template, arities, slots)
    model = replace(model, rounds=_rounds(template, frames))
    for slot in slots.values():
        model = _bounded_by_values(model, slot, frames)
    return model


def _rounds(template: Template, frames: tuple[Frame, ...]) -> tuple[int, int]:
    for element in template:
        if isinstance(element, Loop) and element.count is None:
            times = [len(frame.loops[element.name]) for frame in frames]
            return min(times), max(times)
    return 1, 1


def _places(
    template: Template,
    arities: Arities,
    scope: tuple[str, ...],
    loops: tuple[str, ...],
) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Yield the name of each value, those read before it, and the loops around it."""
    for element in template:
        if isinstance(element, Loop):
            yield from _places(element.body, arities, scope, (*loops, element.name))
        elif isinstance(element, WholeLine):
            yield element.name, scope, loops
        elif isinstance(element, Kinds):
            for (name, kind), arity in sorted(arities.items()):
                own = scope
                for number in range(arity if name == element.name else 0):
                    cell = kind_cell(name, kind, number)
                    yield cell, own, loops
                    own = (*own, cell)
        else:
            for item in element.items:
                if isinstance(item, Row):
                    name = item.cell.name
                    yield name, scope, (*loops, name)
                else:
                    yield item.name, scope, loops
                    scope = (*scope, item.name)


def _slot(
    name: str, values: list[str], scope: tuple[str, ...], loops: tuple[str, ...]
) -> Slot:
    plain = all(map(is_integer, values))
    if plain:
        numbers = [int(value) for value in values]
        return Slot(name, "int", min(numbers), max(numbers), scope=scope, loops=loops)
    if all(map(_NUMBER.fullmatch, values)) and any(map(_REAL.fullmatch, values)):
        reals = [float(value) for value in values]
        digits = [len(value.partition(".")[2]) for value in values]
        return Slot(
            name,
            "real",
            int(min(reals) // 1),
            int(-(-max(reals) // 1)),
            decimals=(min(digits), max(digits)),
            scope=scope,
            loops=loops,
        )
    return _word(name, values, scope, loops)


def _word(
    name: str, values: list[str], scope: tuple[str, ...], loops: tuple[str, ...]
) -> Slot:
    lengths = [len(value) for value in values]
    letters = "".join(sorted({*"".join(values)}))
    return Slot(
        name,
        "word",
        min(lengths),
        max(lengths),
        letters=letters,
        scope=scope,
        loops=loops,
    )


def values_with_frames(
    frames: tuple[Frame, ...], name: str
) -> Iterator[tuple[str, Frame]]:
    """Yield each value of a slot, and the frame that has it."""
    for frame in frames:
        for inner in frame.inner():
            if name in inner.values:
                yield inner.values[name], inner


def _bounded_by_values(model: Model, slot: Slot, frames: tuple[Frame, ...]) -> Model:
    """Return the model with a slot bounded by all values that bound it in the tests."""
    counters = model.counters()
    found = [*values_with_frames(frames, slot.name)]
    if _is_word_of_bits(slot, found):
        values = [value for value, _ in found]
        slot = _word(slot.name, values, slot.scope, slot.loops)
        model = replace(model, slots={**model.slots, slot.name: slot})
    if slot.kind == "real":
        return model
    if slot.kind == "word":
        for other in reversed(slot.scope):
            if all(len(value) == frame.integer(other) for value, frame in found):
                return model.with_slot(slot.name, equal=other)
        return model
    return _bounded_number(model, slot, found, counters)


def _bounded_number(
    model: Model, slot: Slot, found: list[tuple[str, Frame]], counters: list[str]
) -> Model:
    at_most: list[str] = []
    at_least: list[str] = []
    reached: list[str] = []
    near: list[str] = []
    for other in slot.scope:
        outside = len(model.slots[other].loops) < len(slot.loops)
        if slot.loops and not outside:
            continue  # Relations between numbers of one iteration are looked for apart.
        pairs = [(int(value), frame.integer(other)) for value, frame in found]
        gap = min(limit - value for value, limit in pairs)
        if gap >= 1 and slot.low < 1 and other in counters:
            at_most.append(f"{other} - 1")
        elif gap >= 0:
            at_most.append(other)
        elif all(value > limit for value, limit in pairs) and not slot.loops:
            at_least.append(f"{other} + 1")
        elif all(value >= limit for value, limit in pairs) and not slot.loops:
            at_least.append(other)
        if gap in (0, 1) and at_most and slot.loops:
            near.append(other)
            if other in counters:
                reached.append(at_most[-1])
    slot = replace(slot, near=tuple(near))
    model = model.with_slot(slot.name, near=slot.near)
    if reached and slot.low in (0, 1) and slot.name not in counters:
        # Such values are numbers of vertices or places: the largest is there by chance.
        model = model.with_slot(slot.name, high=UNBOUNDED)
    return model.with_slot(slot.name, at_most=tuple(at_most), at_least=tuple(at_least))


def with_vertices(model: Model) -> Model:
    """Return the model in which the first two numbers of a line are vertices or places,
    each from 1 to n or from 0 to n - 1, where they may be that."""
    counters = model.counters()
    columns: dict[tuple[str, ...], list[Slot]] = {}
    for slot in model.slots.values():
        if slot.kind == "int" and slot.loops:
            columns.setdefault(slot.loops, []).append(slot)
    for slots in columns.values():
        if len(slots) < 2 or "." in slots[0].name:
            continue
        first, second = slots[:2]
        low = min(first.low, second.low)
        limits = _common_limits(first, second, counters)
        if low not in (0, 1) or not limits:
            continue
        limit = limits[0] if low else f"{limits[0]} - 1"
        for end in (first, second):
            model = model.with_slot(
                end.name, low=low, high=UNBOUNDED, at_most=(limit,), at_least=()
            )
    return model


def _common_limits(first: Slot, second: Slot, counters: list[str]) -> list[str]:
    """Return the numbers that bound both slots, and that one of them comes near to."""
    of_first = {limit.removesuffix(" - 1") for limit in first.at_most}
    of_second = {limit.removesuffix(" - 1") for limit in second.at_most}
    found = []
    for name in {**dict.fromkeys(first.scope), **dict.fromkeys(counters)}:
        near = name in first.near or name in second.near
        if name in of_first & of_second and near:
            found.append(name)
    return found


def _is_word_of_bits(slot: Slot, found: list[tuple[str, Frame]]) -> bool:
    """Return whether what looks like numbers are words of 0 and 1 of a given length."""
    if slot.kind != "int" or not all(_BITS.fullmatch(value) for value, _ in found):
        return False
    for other in slot.scope:
        if all(len(value) == frame.integer(other) for value, frame in found):
            return True
    return False
