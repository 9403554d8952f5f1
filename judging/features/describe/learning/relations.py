"""Relations between values: whether a test has them, and which are weaker than which."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise

from judging.features.describe.learning.frames import Count, Frame, Loop
from judging.features.describe.learning.model import GRAPHS, Model, Slot, elements
from judging.features.describe.tree import Kind, Relation

_BRACKETS = {"()", "[]", "{}", "<>"}
# Lines with more numbers than this have no relations between each two of them.
_MOST_COLUMNS = 4
# Sums are looked for among so many numbers that were read before.
_MOST_SUMS = 4

# What may hold if a relation does not: the strongest first.
_WEAKER: dict[Kind, tuple[tuple[Kind, ...], ...]] = {
    Kind.STRICTLY_SORTED: ((Kind.DISTINCT,), (Kind.SORTED,), ()),
    Kind.STRICTLY_FALLING: ((Kind.DISTINCT,), (Kind.FALLING,), ()),
    Kind.LESS: ((Kind.DIFFERS,), (Kind.AT_MOST,), ()),
    Kind.TREE: ((Kind.SIMPLE_GRAPH,), (Kind.DIFFERS,), ()),
    Kind.CONNECTED: ((),),
    Kind.SIMPLE_GRAPH: (
        (Kind.DISTINCT, Kind.DIFFERS),
        (Kind.DIFFERS,),
        (Kind.DISTINCT,),
        (),
    ),
}
_ORDERS: dict[Kind, Callable[[int, int], bool]] = {
    Kind.STRICTLY_SORTED: lambda a, b: a < b,
    Kind.STRICTLY_FALLING: lambda a, b: a > b,
    Kind.SORTED: lambda a, b: a <= b,
    Kind.FALLING: lambda a, b: a >= b,
}
COMPARED: dict[Kind, Callable[[int, int], bool]] = {
    Kind.LESS: lambda a, b: a < b,
    Kind.DIFFERS: lambda a, b: a != b,
    Kind.AT_MOST: lambda a, b: a <= b,
}


def weaker(relation: Relation) -> Iterator[tuple[Relation, ...]]:
    """Yield what may hold instead of a relation, the strongest first."""
    for kinds in _WEAKER.get(relation.kind, ((),)):
        bound = relation.bound if {*kinds} <= {*GRAPHS} else ""
        yield tuple(Relation(kind, relation.names, bound) for kind in kinds)


def candidates(model: Model, frames: tuple[Frame, ...]) -> list[Relation]:
    """Return the strongest relations that all tests have."""
    found: list[Relation] = []
    columns: dict[tuple[str, ...], list[Slot]] = {}
    for slot in model.slots.values():
        if slot.loops:
            columns.setdefault(slot.loops, []).append(slot)
        if slot.kind == "word" and {*slot.letters} and _brackets(slot.letters):
            found += _first_that_holds(frames, [(Kind.BALANCED,)], (slot.name,))
    for slots in columns.values():
        found += _of_columns(model, frames, slots)
    found += _sums(model, frames)
    return found


def _of_columns(
    model: Model, frames: tuple[Frame, ...], slots: list[Slot]
) -> Iterator[Relation]:
    counters = {*model.counters()}
    numbers = [slot.name for slot in slots if slot.kind == "int"]
    # Sizes that happen to rise or to differ from case to case are no rule.
    values = [name for name in numbers if name not in counters]
    words = [slot.name for slot in slots if slot.kind == "word"]
    plain = all("." not in slot.name for slot in slots)
    ends = _edge_ends(model, slots) if plain else None
    if ends is not None:
        yield from _of_edges(model, frames, ends)
    for name in values if plain else ():
        if ends is None or name not in ends:
            orders = [
                (Kind.STRICTLY_SORTED,),
                (Kind.STRICTLY_FALLING,),
                (Kind.DISTINCT, Kind.SORTED),
                (Kind.DISTINCT,),
                (Kind.SORTED,),
                (Kind.FALLING,),
            ]
            yield from _first_that_holds(frames, orders, (name,))
    for name in words if plain else ():
        yield from _first_that_holds(frames, [(Kind.DISTINCT,)], (name,))
    if plain and ends is None and len(values) == 2:
        yield from _first_that_holds(frames, [(Kind.DISTINCT,)], tuple(values))
    if len(numbers) <= _MOST_COLUMNS or not plain:
        for pair in combinations(numbers, 2):
            if not _are_together(model, pair):
                continue
            kinds = [(Kind.LESS,), (Kind.AT_MOST,)]
            if pair != ends:
                kinds.append((Kind.DIFFERS,))
            yield from _first_that_holds(frames, kinds, pair)


def _of_edges(
    model: Model, frames: tuple[Frame, ...], ends: tuple[str, str]
) -> list[Relation]:
    vertices = model.slots[ends[0]].at_most[0].removesuffix(" - 1")
    found = [*_first_that_holds(frames, [(Kind.TREE,)], ends, vertices)]
    # Without n - 1 edges on all lines, the tests have a tree by chance.
    if found and not _has_edges_of_tree(model, ends[0], vertices):
        found = []
    if not found:
        found = [*_first_that_holds(frames, [(Kind.CONNECTED,)], ends, vertices)]
        found += _first_that_holds(frames, [(Kind.SIMPLE_GRAPH,)], ends, vertices)
    if not found:
        kinds = [(Kind.DISTINCT, Kind.DIFFERS), (Kind.DIFFERS,), (Kind.DISTINCT,)]
        found += _first_that_holds(frames, kinds, ends)
    return found


def _has_edges_of_tree(model: Model, end: str, vertices: str) -> bool:
    for element in elements(model.template):
        if isinstance(element, Loop) and element.count == Count((vertices,), 1, -1):
            return model.slots[end].loops[-1] == element.name
    return False


def _are_together(model: Model, pair: tuple[str, ...]) -> bool:
    """Return whether two numbers are read in the same line, which Kinds need not do."""
    first, second = pair
    return first in model.slots[second].scope


def _first_that_holds(
    frames: tuple[Frame, ...],
    kinds: Sequence[tuple[Kind, ...]],
    names: tuple[str, ...],
    bound: str = "",
) -> Iterator[Relation]:
    for each in kinds:
        relations = [Relation(kind, names, bound) for kind in each]
        if all(holds(relation, frame) for relation in relations for frame in frames):
            yield from relations
            return


def _edge_ends(model: Model, slots: list[Slot]) -> tuple[str, str] | None:
    """Return the first two numbers of a line, if they may be vertices."""
    numbers = [slot for slot in slots if slot.kind == "int"][:2]
    if len(numbers) < 2 or slots[:2] != numbers:
        return None
    first, second = numbers
    limits = [limit for limit in first.at_most if limit in second.at_most]
    lows = {0 if limit.endswith("- 1") else 1 for limit in limits}
    if not lows or min(first.low, second.low) < min(lows):
        return None
    return first.name, second.name


def _sums(model: Model, frames: tuple[Frame, ...]) -> Iterator[Relation]:
    """Yield the sums of sizes over the cases, and rows whose sum was read before."""
    counters = {*model.counters()}
    for slot in model.slots.values():
        if not slot.loops or slot.kind == "real":
            continue
        if slot.kind == "word" or slot.name in counters:
            totals = [sum_of(frame, slot.name) for frame in frames]
            if slot.equal or "." in slot.name:
                continue
            yield Relation(Kind.SUM_AT_MOST, (slot.name,), str(max(totals)))
        if slot.kind == "int" and len(slot.loops) == 1 and "." not in slot.name:
            for other in slot.scope[:_MOST_SUMS]:
                relation = Relation(Kind.SUM_IS, (slot.name,), other)
                if model.slots[other].loops:
                    continue
                if all(holds(relation, frame) for frame in frames):
                    yield relation


def _brackets(letters: str) -> str:
    for pair in _BRACKETS:
        if {*letters} == {*pair}:
            return pair
    return ""


def sum_of(frame: Frame, name: str) -> int:
    """Return the sum of all values of a slot, of words that of their lengths."""
    total = 0
    for inner in frame.inner():
        if name in inner.values:
            value = inner.values[name]
            total += int(value) if _is_number(value) else len(value)
    return total


def _is_number(value: str) -> bool:
    return value.lstrip("-").isdigit()


def rows(
    frame: Frame, names: tuple[str, ...]
) -> Iterator[tuple[Frame, list[tuple[str, ...]]]]:
    """Yield, for each run of the loop that reads these names, what is around the loop,
    and their values."""
    for inner in frame.inner():
        for frames in inner.loops.values():
            row = []
            for each in frames:
                if all(name in each.values for name in names):
                    row.append(tuple(each.values[name] for name in names))
            if row:
                yield inner, row


def holds(relation: Relation, frame: Frame) -> bool:
    """Return whether a test has a relation."""
    kind = relation.kind
    if kind is Kind.BALANCED:
        [name] = relation.names
        return all(
            _is_balanced(inner.values[name])
            for inner in frame.inner()
            if name in inner.values
        )
    if kind in (Kind.SUM_AT_MOST, Kind.SUM_IS):
        total = sum_of(frame, relation.names[0])
        if kind is Kind.SUM_IS:
            return total == frame.integer(relation.bound)
        return total <= int(relation.bound)
    return all(
        _row_holds(relation, row, outer) for outer, row in rows(frame, relation.names)
    )


def _row_holds(relation: Relation, row: list[tuple[str, ...]], outer: Frame) -> bool:
    kind = relation.kind
    if kind is Kind.DISTINCT:
        return len({*row}) == len(row)
    numbers = [tuple(map(int, values)) for values in row]
    if kind in _ORDERS:
        return all(_ORDERS[kind](a, b) for (a,), (b,) in pairwise(numbers))
    if kind in COMPARED:
        return all(COMPARED[kind](a, b) for a, b in numbers)
    edges = [(a, b) for a, b in numbers]
    if kind is Kind.SIMPLE_GRAPH:
        return _is_simple(edges)
    reached = len({end for edge in edges for end in edge})
    connected = _parts(edges) == 1 and reached == outer.integer(relation.bound)
    if kind is Kind.TREE:
        return connected and len(edges) == reached - 1
    return connected


def _is_simple(edges: list[tuple[int, int]]) -> bool:
    pairs = {frozenset(edge) for edge in edges}
    return len(pairs) == len(edges) and all(len(pair) == 2 for pair in pairs)


def _parts(edges: list[tuple[int, int]]) -> int:
    """Return how many connected parts the vertices have that edges lead to."""
    parents = {end: end for edge in edges for end in edge}

    def root(end: int) -> int:
        while parents[end] != end:
            parents[end] = parents[parents[end]]
            end = parents[end]
        return end

    for first, second in edges:
        parents[root(first)] = root(second)
    return sum(parents[end] == end for end in parents)


def _is_balanced(word: str) -> bool:
    pair = _brackets(word) or "()"
    depth = 0
    for letter in word:
        depth += 1 if letter == pair[0] else -1
        if depth < 0:
            return False
    return depth == 0
