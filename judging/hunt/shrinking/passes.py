"""Edits that make an input smaller and may keep it valid. Pure.

An input is a text: lines of tokens, separated by single spaces. Every byte string is such a text,
and `render` returns it unchanged. Most formats state counts before the data, so edits are coupled:
an edit that removes k tokens of a line also subtracts k from an earlier integer that was the
line's length; the same for lines. The validator decides what is valid.

Each pass yields edits in a fixed order, from position `start` on.
"""

import functools
import itertools
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

Text = tuple[tuple[bytes, ...], ...]
Place = tuple[int, int]
"""A token: the index of its line, and its index there."""
T = TypeVar("T")

_INTEGER = re.compile(rb"-?(?:0|[1-9][0-9]{0,17})")
_COUNTS = 4  # how many of the earlier integers that may be a length are tried, the nearest first
_STEPS = 70  # the steps of `nearer` for one integer have numbers below this
_SMALLEST = 4
_SHORT = (
    40  # a row up to this length is cut at every index, a longer one only side by side
)


@dataclass(frozen=True, slots=True)
class Edit:
    """An edited text, and the position of the edit in its pass."""

    position: int
    text: Text


def parse(content: bytes) -> Text:
    """Return the lines and tokens of an input."""
    return tuple(tuple(line.split(b" ")) for line in content.split(b"\n"))


def render(text: Text) -> bytes:
    """Return the input that `parse` was given."""
    return b"\n".join(b" ".join(line) for line in text)


def measure(text: Text) -> tuple[object, ...]:
    """Return the size that shrinking lowers: the number of tokens, then of bytes, then the tokens
    one by one."""
    tokens = [token for line in text for token in line]
    size = sum(map(len, tokens))
    return len(tokens), size, tuple((len(token), token) for token in tokens)


@functools.lru_cache(maxsize=2)  # every pass asks for those of the same text
def integers(text: Text) -> dict[Place, int]:
    """Return every integer token by its place."""
    return {
        (i, j): int(token)
        for i, line in enumerate(text)
        for j, token in enumerate(line)
        if _INTEGER.fullmatch(token)
    }


def with_values(text: Text, values: Iterable[tuple[Place, int]]) -> Text:
    """Return the text with these integers at these places."""
    return with_tokens(text, ((place, b"%d" % value) for place, value in values))


def with_tokens(text: Text, tokens: Iterable[tuple[Place, bytes]]) -> Text:
    """Return the text with these tokens at these places."""
    lines = [list(line) for line in text]
    for (i, j), token in tokens:
        lines[i][j] = token
    return tuple(map(tuple, lines))


def numbered(places: Iterable[T], start: int) -> Iterator[tuple[int, T]]:
    """Return the places where a pass edits with their positions, from position `start` on."""
    return itertools.islice(enumerate(places), start, None)


# ---- fewer lines, tokens and characters


def without_lines(text: Text, count: int, start: int) -> Iterator[Edit]:
    """Remove `count` consecutive lines; at least one line is left."""
    if count >= len(text):
        return
    known = integers(text)
    runs = _lengths_of_runs(text)
    for position, first in numbered(cuts(len(text), count), start):
        end = first + count
        reaching = [
            p
            for p, value in known.items()
            if p[0] < first and (value >= end - 1 - p[0] or value == runs[first])
        ]
        for counter in sorted(reaching, reverse=True)[:_COUNTS]:
            # A counter of groups of lines goes down by one with its group.
            for step in dict.fromkeys((count, 1)):
                changed = with_values(text, [(counter, known[counter] - step)])
                yield Edit(position, changed[:first] + changed[end:])
        yield Edit(position, text[:first] + text[end:])


def _lengths_of_runs(text: Text) -> list[int]:
    """Return for each line how many lines around it have the same number of tokens."""
    runs = (list(run) for _, run in itertools.groupby(text, key=len))
    return [len(run) for run in runs for _ in run]


def cuts(length: int, count: int) -> Sequence[int]:
    """Return the indices at which to cut `count` consecutive elements out of a row."""
    last = length - count
    if length <= _SHORT or count == 1:
        return range(last + 1)
    return [*range(0, last, count), last] if last >= 0 else []


def without_tokens(text: Text, count: int, start: int) -> Iterator[Edit]:
    """Remove `count` consecutive tokens of a line, or of every line of the same length."""
    known = integers(text)
    places = ((i, j) for i, line in enumerate(text) for j in cuts(len(line), count))
    for position, (i, j) in numbered(places, start):
        length = len(text[i])
        if length == 1:
            continue
        alike = [n for n, other in enumerate(text) if len(other) == length]
        groups = [[i], alike] if len(alike) > 1 and i == alike[0] else [[i]]
        counters = [
            p
            for p, value in known.items()
            if p < (i, j) and value == (length if p[0] < i else length - p[1] - 1)
        ]
        for counter in sorted(counters, reverse=True)[:_COUNTS]:
            lowered = with_values(text, [(counter, known[counter] - count)])
            for group in groups:
                yield Edit(position, _cut(lowered, group, j, count))
        yield Edit(position, _cut(text, [i], j, count))


def _cut(text: Text, lines: list[int], j: int, count: int) -> Text:
    return tuple(
        (line[:j] + line[j + count :] or (b"",)) if i in lines else line
        for i, line in enumerate(text)
    )


def merged(text: Text, start: int) -> Iterator[Edit]:
    """Make a line's integers fewer and larger: add up neighbours, all pairs or one; or replace all
    by fewer integers, of the largest value or of the same sum."""
    known = integers(text)
    position = -1
    for i, line in enumerate(text):
        row = [known[i, j] for j in range(len(line)) if (i, j) in known]
        counters = [p for p, value in known.items() if p[0] < i and value == len(line)]
        if len(row) < len(line) or len(row) < 2 or not counters:
            continue
        counter = max(counters)
        pairs = [sum(row[j : j + 2]) for j in range(0, len(row), 2)]
        shorter = [pairs, [max(row)] * (len(row) // 2)]
        if len(row) <= _SHORT:
            fewer = range(1, len(row))
            shorter += [[-(-sum(row) // count)] * count for count in fewer]
            shorter += [[max(row)] * (len(row) - 1)]
            shorter += [
                [*row[: j - 1], row[j - 1] + row[j], *row[j + 1 :]] for j in fewer
            ]
        for values in shorter:
            position += 1
            if position >= start:
                changed = with_values(text, [(counter, len(values))])
                tokens = tuple(b"%d" % value for value in values)
                yield Edit(position, _with_line(changed, i, tokens))


def without_letters(text: Text, count: int, start: int) -> Iterator[Edit]:
    """Remove `count` consecutive characters of a word, or of every word of the same length that is
    alone in its line (a grid)."""
    known = integers(text)
    words = [
        (i, j)
        for i, line in enumerate(text)
        for j in range(len(line))
        if (i, j) not in known
    ]
    places = ((i, j, at) for i, j in words for at in cuts(len(text[i][j]), count))
    for position, (i, j, at) in numbered(places, start):
        length = len(text[i][j])
        alike = [
            p for p in words if len(text[p[0]]) == 1 and len(text[p[0]][p[1]]) == length
        ]
        groups = (
            [alike, [(i, j)]] if len(alike) > 1 and (i, j) == alike[0] else [[(i, j)]]
        )
        counters = [p for p, value in known.items() if p < (i, j) and value == length]
        for group in groups:
            shorter = ((p, text[p[0]][p[1]]) for p in group)
            cut = with_tokens(
                text, ((p, word[:at] + word[at + count :]) for p, word in shorter)
            )
            for counter in sorted(counters, reverse=True)[:_COUNTS]:
                yield Edit(position, with_values(cut, [(counter, length - count)]))
            yield Edit(position, cut)


def uniform_letters(text: Text, count: int, start: int) -> Iterator[Edit]:
    """Yield texts in which all characters of a word, or `count` of them in a row, are the same one;
    likewise for all words that are alone in their line (a grid)."""
    words = [
        (i, j) for i, line in enumerate(text) for j, t in enumerate(line) if t.isalpha()
    ]
    known = integers(text)
    alone = [
        (i, 0) for i, line in enumerate(text) if len(line) == 1 and (i, 0) not in known
    ]
    position = 0
    for group in ([alone] if len(alone) > 1 else []) + [[word] for word in words]:
        letters = sorted({letter for i, j in group for letter in text[i][j]})
        longest = max(len(text[i][j]) for i, j in group)
        for at, size in [(0, longest), *((at, count) for at in cuts(longest, count))]:
            position += 1
            for letter in (
                letters[:_SMALLEST] if position > start and len(letters) > 1 else ()
            ):
                changed = []
                for i, j in group:
                    word = text[i][j]
                    part = bytes([letter]) * len(word[at : at + size])
                    changed.append(((i, j), word[:at] + part + word[at + size :]))
                yield Edit(position - 1, with_tokens(text, changed))


# ---- smaller numbers


def flattened(text: Text, count: int, start: int) -> Iterator[Edit]:
    """Set `count` consecutive integers of a line to the same small value."""
    known = integers(text)
    lines = (
        [(i, j) for j in range(len(line)) if (i, j) in known]
        for i, line in enumerate(text)
    )
    smallest = ((row, min(known[p] for p in row)) for row in lines if row)
    places = (
        (row[j : j + count], low)
        for row, low in smallest
        for j in range(0, len(row), count)
    )
    for position, (part, low) in numbered(places, start):
        for value in dict.fromkeys((0, 1, low)):
            if any(known[p] != value for p in part):
                yield Edit(position, with_values(text, [(p, value) for p in part]))


def lowered(text: Text, start: int) -> Iterator[Edit]:
    """Move one integer nearer to 0."""
    for number, (place, value) in enumerate(integers(text).items()):
        for step, less in nearer(value):
            if (position := _STEPS * number + step) >= start:
                yield Edit(position, with_values(text, [(place, less)]))


def lowered_together(text: Text, start: int) -> Iterator[Edit]:
    """Move all integers of the same value nearer to 0, the largest value first."""
    known = integers(text)
    values = sorted(set(known.values()), key=lambda v: (-abs(v), v))
    for number, value in enumerate(values):
        same = [p for p, other in known.items() if other == value]
        later = [p for p in same if p[0] > 0]  # the first line often holds counts
        groups = [same, later] if 1 < len(later) < len(same) else [same]
        for step, less in nearer(value) if len(same) > 1 else ():
            if (position := _STEPS * number + step) >= start:
                for group in groups:
                    yield Edit(position, with_values(text, [(p, less) for p in group]))


def shifted(text: Text, start: int) -> Iterator[Edit]:
    """Lower two integers of a line by the same amount, or lower one and raise a later one."""
    known = integers(text)
    pairs = [(p, q) for p, q in itertools.combinations(known, 2) if p[0] == q[0]]
    for number, (first, second) in enumerate(pairs):
        for step, less in nearer(known[first]):
            if (position := _STEPS * number + step) < start:
                continue
            change = known[first] - less
            for value in (known[second] - change, known[second] + change):
                yield Edit(position, with_values(text, [(first, less), (second, value)]))


def scaled(text: Text, start: int) -> Iterator[Edit]:
    """Replace the integers of a line by their ranks, divide them, or lower all by one amount."""
    known = integers(text)
    for i in range(start, len(text)):
        row = {p: value for p, value in known.items() if p[0] == i}
        if len(row) < 2:
            continue
        ranks = {value: rank for rank, value in enumerate(sorted(set(row.values())))}
        for base in (0, 1):
            yield Edit(
                i, with_values(text, [(p, ranks[v] + base) for p, v in row.items()])
            )
        for divisor in (1000, 100, 10, 2):
            yield Edit(
                i, with_values(text, [(p, int(v / divisor)) for p, v in row.items()])
            )
            yield Edit(
                i, with_values(text, [(p, v // divisor + 1) for p, v in row.items()])
            )
        smallest = min(row.values())
        for _, less in nearer(smallest):
            yield Edit(
                i, with_values(text, [(p, v - smallest + less) for p, v in row.items()])
            )


def nearer(value: int) -> Iterator[tuple[int, int]]:
    """Yield (step, integer): integers nearer to 0 than `value`, and a step number below `_STEPS`
    for each. The smallest integers come first, then `value` less a power of two, the largest power
    first. A caller that goes on after the step it took does a binary search for the smallest."""
    size = abs(value)
    near = [(less, less) for less in range(min(size, _SMALLEST))]
    bits = range(min(size.bit_length(), _STEPS - _SMALLEST - 1) - 1, -1, -1)
    near += [(_STEPS - 2 - bit, size - (1 << bit)) for bit in bits]
    for step, less in near:
        yield step, less
        if value < 0 and less > 0:
            yield step, -less
    if value < 0:
        yield _STEPS - 1, size


# ---- another order


def reordered(text: Text, start: int) -> Iterator[Edit]:
    """Sort or reverse a line, or exchange two of its tokens."""
    places = ((i, j) for i, line in enumerate(text) for j in range(len(line)))
    for position, (i, j) in numbered(places, start):
        line = text[i]
        if j == 0 and len(line) > 1:
            by_size = tuple(sorted(line, key=lambda token: (len(token), token)))
            yield Edit(position, _with_line(text, i, by_size))
            yield Edit(position, _with_line(text, i, line[::-1]))
        for k in range(j + 1, min(len(line), j + 12)):
            yield Edit(
                position, with_tokens(text, [((i, j), line[k]), ((i, k), line[j])])
            )


def _with_line(text: Text, i: int, line: tuple[bytes, ...]) -> Text:
    return (*text[:i], line, *text[i + 1 :])


# ---- new numbers


def enumerated(shapes: Sequence[Text], most: int) -> Iterator[Edit]:
    """Try every choice of small values for the longest row of each shape, as long as there are at
    most `most` choices."""
    for position, shape in enumerate(shapes):
        known = integers(shape)
        row = max(rows(shape), key=len, default=[])
        smallest = min((known[p] for p in row), default=0)
        span = int((most + 0.5) ** (1 / len(row))) if row else 0
        if span > 1:
            for values in itertools.product(
                range(smallest, smallest + span), repeat=len(row)
            ):
                yield Edit(position, with_values(shape, zip(row, values, strict=True)))


def smaller(text: Text) -> list[Text]:
    """Return the text without up to three tokens or lines, the smallest first."""
    shapes = []
    for count in (3, 2, 1):
        for fewer in (without_tokens, without_lines):
            shapes += [edit.text for edit in itertools.islice(fewer(text, count, 0), 6)]
    return list(dict.fromkeys(shapes))


def rows(text: Text) -> list[list[Place]]:
    """Return the integers of each line that has some. If all lines but the first have the same
    number of them, return these lines as one row."""
    found: dict[int, list[Place]] = {}
    for p in integers(text):
        found.setdefault(p[0], []).append(p)
    body = [row for i, row in found.items() if i > 0]
    if len(body) > 1 and len({len(row) for row in body}) == 1:
        return [[p for row in body for p in row]]
    return list(found.values())


def refilled(shapes: Sequence[Text], tries: int) -> Iterator[Edit]:
    """Draw new values for a row of each shape, mostly small ones: the way out of a minimum that no
    single edit leaves. The draws depend on the last shape alone."""
    draw = random.Random(render(shapes[-1]))
    for number in range(tries):
        for position, shape in enumerate(shapes):
            known = integers(shape)
            row = draw.choice(rows(shape) or [[]])
            largest = max(map(abs, known.values()), default=1)
            most = draw.choice((2, 3, 5, 10)) if number % 4 else max(largest, 1)
            values = [(p, _draw_value(draw, most, list(known.values()))) for p in row]
            yield Edit(position, with_values(shape, values))


def _draw_value(draw: random.Random, most: int, others: list[int]) -> int:
    if draw.random() < 0.2:
        return draw.choice(others)
    return draw.randint(0 if draw.random() < 0.2 else 1, most)
