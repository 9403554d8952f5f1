"""Find how the lines and tokens of tests hang together: which numbers say what follows.

All structures of a few elements are tried on one test, and kept if they fit the others too.
The cheapest come first: a structure that says the same with fewer elements is more likely.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from judging.features.describe.learning.frames import (
    Arities,
    Cell,
    Count,
    Element,
    Frame,
    Kinds,
    Line,
    Loop,
    MismatchError,
    Row,
    Template,
    WholeLine,
    is_integer,
    parse,
    parse_part,
    tokens_of,
)

# How many structures of parts are tried at most. Chosen: about a second.
_MOST_STEPS = 20_000
_MOST_FOUND = 300
_MOST_CELLS = 8  # in a line that is no row
_MOST_PREFIX = 3  # numbers before a row in the same line
_MOST_ELEMENTS = 5  # in the body of a loop
_DEEPEST = 3
_MOST_KINDS = 8
_MOST_VARIANTS = 24  # of a structure, with other counts of the same value
_MOST_SCOPE = 8  # numbers that may be counts

# Costs of elements, in tokens. Chosen so that what a count explains is not listed instead.
_LOOP = 1.0
_LINE = 1.0
_CELL = 1.0
_ROW = 0.5
_ROW_OF_CONSTANT_LENGTH = 5.0
_CONSTANT_COUNT = 4.0
_TO_THE_END = 8.0
_ONLY_LOOP = 2.0  # for a loop that has nothing but another loop
_KINDS = 2.0
_KIND = 0.4  # for each that there is
_WHOLE_LINE = 15.0
_NOT_PLAIN = 0.8  # for n - 1 instead of n
_PRODUCT = 2.5
# The cheapest structures are looked for first, up to these costs; with those that are found,
# others that cost little more.
_COSTS = (4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 17.0, 21.0, 26.0, 40.0)
_MARGIN = 1.2
_OLDER = 0.01  # for a number that was read earlier than others


# Lines that end the data: numbers that no data have, or a sign.
_MARKER = re.compile(r"(0|-1)( \1)*|[#*.$!]|END|end|\*\*\*|---")
_PART_NAME = re.compile(r"(cell|loop|line|kind)[0-9]+")


@dataclass(frozen=True)
class Structure:
    """A template, the frames of all tests, and how unlikely it looks."""

    template: Template
    frames: tuple[Frame, ...]
    arities: Arities
    cost: float


@dataclass
class _Part:
    elements: Template
    cost: float
    end: int
    scope: tuple[tuple[str, int], ...]


@dataclass
class _Search:
    """is_open: whether one loop to the end is all that is looked for."""

    lines: list[str]
    best: float
    is_over: Callable[[], bool]
    is_open: bool = False
    steps: int = 0
    _names: int = 0
    _counts: dict[tuple[tuple[str, int], ...], list[tuple[Count, int, float]]] = field(
        default_factory=dict
    )

    def sequences(
        self, place: int, scope: tuple[tuple[str, int], ...], depth: int, spent: float
    ) -> Iterator[_Part]:
        """Yield sequences of elements from a line on; at depth 0, those up to the end."""
        waiting = [_Part((), 0, place, scope)]
        while waiting:
            part = waiting.pop()
            if part.elements and (depth or part.end == len(self.lines)):
                yield part
            if self.is_over():
                return
            if part.end >= len(self.lines) or self.steps > _MOST_STEPS:
                continue
            if depth and len(part.elements) >= _MOST_ELEMENTS:
                continue
            # A line of one of several kinds fits nearly everything, so it stands alone.
            if part.elements and isinstance(part.elements[-1], Kinds):
                continue
            longer = []
            for one in self._elements(part.end, part.scope, depth, spent + part.cost):
                if part.elements and isinstance(one.elements[0], Kinds):
                    continue
                self.steps += 1
                cost = part.cost + one.cost
                # What is left at depth 0 takes a line at least.
                rest = 0.0 if depth or one.end == len(self.lines) else _LINE
                if spent + cost + rest <= self.best:
                    elements = (*part.elements, *one.elements)
                    longer.append(_Part(elements, cost, one.end, one.scope))
            # The cheapest for what it explains goes on first.
            longer.sort(
                key=lambda each: each.cost - 2 * (each.end - part.end), reverse=True
            )
            waiting += longer

    def _elements(
        self, place: int, scope: tuple[tuple[str, int], ...], depth: int, spent: float
    ) -> Iterator[_Part]:
        if depth or not self.is_open:
            yield from self._lines(place, scope, depth)
        if depth >= _DEEPEST:
            return
        yield from self._loops(place, scope, depth, spent)

    def _loops(
        self, place: int, scope: tuple[tuple[str, int], ...], depth: int, spent: float
    ) -> Iterator[_Part]:
        counts = self._loop_counts(place, scope, depth)
        if not counts:
            return
        base = _LOOP + min(cost for _, _, cost in counts)
        if spent + base + _LINE >= self.best:
            return
        frame = Frame(None, {name: str(value) for name, value in scope})
        for body in self.sequences(place, scope, depth + 1, spent + base):
            if len(body.elements) == 1 and isinstance(body.elements[0], Loop):
                body.cost += _ONLY_LOOP
            ends: dict[int, int | None] = {}
            for count, value, cost in counts:
                whole = _LOOP + cost + body.cost
                if spent + whole > self.best:
                    continue
                if value not in ends:
                    ends[value] = self._end_of_loop(body.elements, value, frame, place)
                end = ends[value]
                if end is not None:
                    loop = Loop(self._name("loop"), count, body.elements)
                    yield _Part((loop,), whole, end, scope)

    def _loop_counts(
        self, place: int, scope: tuple[tuple[str, int], ...], depth: int
    ) -> list[tuple[Count | None, int, float]]:
        """Return what may say how often a loop runs; a value of 0: to the end."""
        if depth == 0 and self.is_open:
            return [(None, 0, 0.0)]
        left = len(self.lines) - place
        found: list[tuple[Count | None, int, float]] = []
        for count, value, cost in self._known_counts(scope):
            if 1 <= value <= left:
                found.append((count, value, cost))
        if depth == 0 and not scope:
            found.append((None, 0, _TO_THE_END))
        if depth == 0 and left >= 3:
            found.append((Count((), left), left, _CONSTANT_COUNT))
        return found

    def _end_of_loop(
        self, body: Template, times: int, outer: Frame, place: int
    ) -> int | None:
        """Return where a loop ends, None if the lines do not fit it."""
        loop = Loop("tried", Count((), times) if times else None, body)
        frame = Frame(outer)
        try:
            return parse_part((loop,), frame, self.lines, place, Arities())
        except MismatchError:
            return None

    def _lines(
        self, place: int, scope: tuple[tuple[str, int], ...], depth: int
    ) -> Iterator[_Part]:
        line = self.lines[place]
        try:
            tokens = tokens_of(line)
        except MismatchError:
            tokens = None
        whole = WholeLine(self._name("line"))
        yield _Part((whole,), _WHOLE_LINE, place + 1, scope)
        if tokens is None:
            return
        for prefix in range(min(len(tokens), _MOST_PREFIX + 1)):
            yield from self._rows(tokens, prefix, place, scope)
        if len(tokens) <= _MOST_CELLS:
            cells, known = self._cells(tokens, scope)
            cost = _LINE + _CELL * len(cells)
            yield _Part((Line(cells),), cost, place + 1, known)
        elif len({*map(is_integer, tokens)}) == 1:
            row = Row(Count((), len(tokens)), Cell(self._name("cell")))
            cost = _LINE + _ROW_OF_CONSTANT_LENGTH
            yield _Part((Line((row,)),), cost, place + 1, scope)
        if depth and tokens and place < len(self.lines) - 1:
            kinds = Kinds(self._name("kind"))
            yield _Part((kinds,), _LINE + _CELL + _KINDS, place + 1, scope)

    def _rows(
        self,
        tokens: list[str],
        prefix: int,
        place: int,
        scope: tuple[tuple[str, int], ...],
    ) -> Iterator[_Part]:
        """Yield lines with some cells and then a row."""
        cells, known = self._cells(tokens[:prefix], scope)
        for count, value, cost in self._known_counts(known):
            if value == len(tokens) - prefix:
                row = Row(count, Cell(self._name("cell")))
                whole = _LINE + _CELL * prefix + _ROW + 2 * cost
                yield _Part((Line((*cells, row)),), whole, place + 1, known)

    def _cells(
        self, tokens: list[str], scope: tuple[tuple[str, int], ...]
    ) -> tuple[tuple[Cell, ...], tuple[tuple[str, int], ...]]:
        cells = tuple(Cell(self._name("cell")) for _ in tokens)
        known = [*scope]
        for cell, token in zip(cells, tokens, strict=True):
            if is_integer(token):
                known.append((cell.name, int(token)))
        return cells, tuple(known[:_MOST_SCOPE])

    def _known_counts(
        self, scope: tuple[tuple[str, int], ...]
    ) -> list[tuple[Count, int, float]]:
        if scope not in self._counts:
            self._counts[scope] = _cheapest(_counts(scope))
        return self._counts[scope]

    def _name(self, kind: str) -> str:
        self._names += 1
        return f"{kind}{self._names}"


def _counts(scope: tuple[tuple[str, int], ...]) -> Iterator[tuple[Count, int, float]]:
    """Yield what may count in known numbers: the count, its value and its cost."""
    for age, (name, value) in enumerate(reversed(scope)):
        cost = age * _OLDER
        yield Count((name,)), value, cost
        for plus in (-1, 1):
            yield Count((name,), 1, plus), value + plus, cost + _NOT_PLAIN
        yield Count((name,), 2), 2 * value, cost + 2 * _NOT_PLAIN
    for number, (name, value) in enumerate(scope):
        for other, factor in scope[number + 1 :]:
            yield Count((name, other)), value * factor, _PRODUCT


def _cheapest(
    counts: Iterator[tuple[Count, int, float]],
) -> list[tuple[Count, int, float]]:
    """Return for each value the cheapest count. `_variants` puts the others in its place."""
    found: dict[int, tuple[Count, int, float]] = {}
    for count, value, cost in counts:
        if value not in found or cost < found[value][2]:
            found[value] = (count, value, cost)
    return list(found.values())


def _variants(
    template: Template, frame: Frame, scope: tuple[tuple[str, int], ...]
) -> list[tuple[Template, float]]:
    """Return a template with all counts that have the same value in a text, the cheapest
    first; each with what it costs more than the template.

    frame: what the text has. scope: the numbers that are read before.
    """
    found: list[tuple[Template, float]] = [((), 0.0)]
    for element in template:
        options: list[tuple[Element, float]] = [(element, 0.0)]
        if isinstance(element, Line):
            scope = _with_cells(element, frame, scope)
            options = [*_lines_with_counts(element, frame, scope)]
        elif isinstance(element, Loop):
            options = [*_loops_with_counts(element, frame, scope)]
        longer = []
        for start, spent in found:
            for option, cost in options:
                longer.append(((*start, option), spent + cost))
        found = sorted(longer, key=lambda each: each[1])[:_MOST_VARIANTS]
    return found


def _with_cells(
    line: Line, frame: Frame, scope: tuple[tuple[str, int], ...]
) -> tuple[tuple[str, int], ...]:
    known = [*scope]
    for item in line.items:
        if isinstance(item, Cell) and is_integer(frame.values[item.name]):
            known.append((item.name, frame.integer(item.name)))
    return tuple(known[:_MOST_SCOPE])


def _lines_with_counts(
    line: Line, frame: Frame, scope: tuple[tuple[str, int], ...]
) -> Iterator[tuple[Element, float]]:
    last = line.items[-1] if line.items else None
    if not isinstance(last, Row):
        yield line, 0.0
        return
    for count, cost in _equal_counts(last.count, frame, scope):
        yield Line((*line.items[:-1], Row(count, last.cell))), 2 * cost


def _loops_with_counts(
    loop: Loop, frame: Frame, scope: tuple[tuple[str, int], ...]
) -> Iterator[tuple[Element, float]]:
    rounds = frame.loops[loop.name]
    bodies = _variants(loop.body, rounds[0], scope) if rounds else [(loop.body, 0.0)]
    counts: list[tuple[Count | None, float]] = [(None, 0.0)]
    if loop.count is not None:
        counts = [*_equal_counts(loop.count, frame, scope)]
    for count, cost in counts:
        for body, more in bodies:
            yield replace(loop, count=count, body=body), cost + more


def _equal_counts(
    count: Count, frame: Frame, scope: tuple[tuple[str, int], ...]
) -> Iterator[tuple[Count, float]]:
    """Yield the counts with the value of one, with what each costs more."""
    if not count.names:
        yield count, 0.0
        return
    wanted = count.value(frame)
    equal = [(other, cost) for other, value, cost in _counts(scope) if value == wanted]
    least = min(cost for _, cost in equal)
    for other, cost in equal:
        yield other, cost - least


def _shape(template: Template) -> str:
    """Return a template in words that do not depend on how its parts are called."""
    known: dict[str, str] = {}

    def renamed(match: re.Match[str]) -> str:
        return known.setdefault(match[0], f"{match[1]}_{len(known)}")

    return _PART_NAME.sub(renamed, repr(template))


def structures(
    texts: list[list[str]], is_over: Callable[[], bool] = lambda: False
) -> Iterator[list[Structure]]:
    """Yield groups of structures that fit all tests, given as lines.

    The groups cost more and more; in each, the most likely structure comes first. Where all
    tests end with a line that looks like a marker, those that it ends come before others.
    is_over: whether the time is up; no other structure is found then.
    """
    marker = _common_marker(texts)
    if marker:
        yield from _marked_structures(texts, marker, is_over)
    yield from _plain_structures(texts, is_over, is_open=False)


def _common_marker(texts: list[list[str]]) -> str:
    """Return the line that ends all tests if it looks like a marker, else ""."""
    last = {lines[-1] for lines in texts if lines}
    if len(last) != 1 or any(len(lines) < 2 for lines in texts):
        return ""
    [line] = last
    return line if _MARKER.fullmatch(line) else ""


def _marked_structures(
    texts: list[list[str]], marker: str, is_over: Callable[[], bool]
) -> Iterator[list[Structure]]:
    """Yield groups of structures in which a line behind the last loop ends it."""
    unmarked = [lines[:-1] for lines in texts]
    for group in _plain_structures(unmarked, is_over, is_open=True):
        found = []
        for structure in group:
            [loop] = structure.template
            assert isinstance(loop, Loop)
            template = (replace(loop, marker=marker),)
            fits = _fitting_one(template, structure.cost, texts)
            if fits is not None:
                found.append(fits)
        if found:
            yield found


def _plain_structures(
    texts: list[list[str]], is_over: Callable[[], bool], *, is_open: bool
) -> Iterator[list[Structure]]:
    reference = _reference(texts)
    known: set[str] = set()
    for most in _COSTS:
        found: list[Structure] = []
        # Cheap structures are few: most of the time goes into the last round.
        search = _Search(reference, most, is_over, is_open)
        for part in search.sequences(0, (), 0, 0.0):
            for fits in _fitting(part, reference, texts):
                shape = _shape(fits.template)
                if shape not in known:
                    known.add(shape)
                    found.append(fits)
                    search.best = min(search.best, fits.cost + _MARGIN)
            if len(found) >= _MOST_FOUND:
                break
        if found:
            found.sort(key=lambda each: each.cost)
            yield found


def _reference(texts: list[list[str]]) -> list[str]:
    """Return the test that structures are tried on: not too small, so that its counts
    differ, and not too large."""
    by_size = sorted(texts, key=len)
    moderate = [lines for lines in by_size if len(lines) <= 60]
    return moderate[-1] if moderate else by_size[0]


def _fitting(
    part: _Part, reference: list[str], texts: list[list[str]]
) -> Iterator[Structure]:
    """Yield the structures that a part stands for and that fit all tests."""
    try:
        frame = parse(part.elements, reference, Arities())
    except MismatchError:
        return
    for template, more in _variants(part.elements, frame, ()):
        fits = _fitting_one(template, part.cost + more, texts)
        if fits is not None:
            yield fits


def _fitting_one(
    template: Template, cost: float, texts: list[list[str]]
) -> Structure | None:
    arities = Arities()
    frames = []
    try:
        for lines in texts:
            frames.append(parse(template, lines, arities))
    except MismatchError:
        return None
    for element in _kinds(template):
        own = {kind: arity for kind, arity in arities.items() if kind[0] == element.name}
        if len(own) > _MOST_KINDS or len({*own.values()}) == 1:
            return None
        cost += _KIND * len(own)
    return Structure(template, tuple(frames), arities, cost)


def _kinds(template: Template) -> Iterator[Kinds]:
    element: Element
    for element in template:
        if isinstance(element, Kinds):
            yield element
        elif isinstance(element, Loop):
            yield from _kinds(element.body)
