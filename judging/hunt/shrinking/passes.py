"""Edits that make an input smaller and may keep it valid. Pure.

An input is lines of tokens, parted by single spaces: every byte string is such a text, and is got
back from it unchanged. Most formats say first how much is to come, so edits are coupled: with k
tokens of a line, k is taken off an earlier integer that was the line's length, and so for lines.
Each function yields (place, text) in a fixed order, from `start` on; the validator has the last
word on what is valid.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterable, Iterator, Sequence

Text = tuple[tuple[bytes, ...], ...]
Edit = tuple[int, Text]
Place = tuple[int, int]

_INTEGER = re.compile(rb"-?(?:0|[1-9][0-9]{0,17})")
_COUNTS = 4  # of the earlier integers that may be a length, so many are tried, nearest first
STEPS = 70
_LEAST = 4
_SHORT = 40  # what is no longer is cut everywhere, not only in pieces side by side


def parse(content: bytes) -> Text:
    """The lines and tokens of an input."""
    return tuple(tuple(line.split(b" ")) for line in content.split(b"\n"))


def render(text: Text) -> bytes:
    """The input again."""
    return b"\n".join(b" ".join(line) for line in text)


def measure(text: Text) -> tuple[object, ...]:
    """What is made smaller: the number of tokens, then of bytes, then the tokens one by one."""
    tokens = [token for line in text for token in line]
    size = sum(map(len, tokens))
    return len(tokens), size, tuple((len(token), token) for token in tokens)


def integers(text: Text) -> dict[Place, int]:
    """Every integer token, by line and place in it."""
    return {
        (i, j): int(token)
        for i, line in enumerate(text)
        for j, token in enumerate(line)
        if _INTEGER.fullmatch(token)
    }


def with_values(text: Text, values: Iterable[tuple[Place, int]]) -> Text:
    """The text with these integers in place of others."""
    lines = [list(line) for line in text]
    for (i, j), value in values:
        lines[i][j] = b"%d" % value
    return tuple(map(tuple, lines))


# ---- less of it


def without_lines(text: Text, count: int, start: int) -> Iterator[Edit]:
    """Texts without `count` lines in a row; one line is left at least."""
    if count >= len(text):
        return
    known = integers(text)
    for number, place in enumerate(cuts(len(text), count)):
        if number < start:
            continue
        end = place + count
        reached = [p for p, value in known.items() if p[0] < place and value >= end - 1 - p[0]]
        for counter in sorted(reached, reverse=True)[:_COUNTS]:
            # A counter of groups of lines goes down by one with its group.
            for step in dict.fromkeys((count, 1)):
                changed = with_values(text, [(counter, known[counter] - step)])
                yield number, changed[:place] + changed[end:]
        yield number, text[:place] + text[end:]


def cuts(length: int, count: int) -> Sequence[int]:
    """Where `count` of so many in a row begin that are cut out."""
    last = length - count
    if length <= _SHORT or count == 1:
        return range(last + 1)
    return [*range(0, last, count), last] if last >= 0 else []


def without_tokens(text: Text, count: int, start: int) -> Iterator[Edit]:
    """Texts without `count` tokens in a row of a line, or of every line that is as long."""
    known = integers(text)
    place = 0
    for i, line in enumerate(text):
        length = len(line)
        alike = [n for n, other in enumerate(text) if len(other) == length]
        lengths = [
            p
            for p, value in known.items()
            if (p[0] < i and value == length) or (p[0] == i and value == length - p[1] - 1)
        ]
        for j in cuts(length, count):
            place += 1
            if place <= start or length == 1:
                continue
            counters = [p for p in lengths if p < (i, j)]
            groups = [[i], alike] if len(alike) > 1 and i == alike[0] else [[i]]
            for counter in sorted(counters, reverse=True)[:_COUNTS]:
                for group in groups:
                    yield place - 1, _cut(text, group, j, count, (counter, known[counter] - count))
            yield place - 1, _cut(text, [i], j, count, None)


def _cut(
    text: Text, group: list[int], j: int, count: int, counter: tuple[Place, int] | None
) -> Text:
    changed = with_values(text, [counter]) if counter else text
    return tuple(
        (line[:j] + line[j + count :] or (b"",)) if n in group else line
        for n, line in enumerate(changed)
    )


def merged(text: Text, start: int) -> Iterator[Edit]:
    """Texts with the integers of a line fewer and larger: each two that follow one another added
    up, everywhere or once, or fewer of them, all of the largest value or of the same sum."""
    known = integers(text)
    place = 0
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
            shorter += [[*row[: j - 1], row[j - 1] + row[j], *row[j + 1 :]] for j in fewer]
        for values in shorter:
            place += 1
            if place > start:
                changed = with_values(text, [(counter, len(values))])
                yield place - 1, _line(changed, i, tuple(b"%d" % value for value in values))


def without_letters(text: Text, count: int, start: int) -> Iterator[Edit]:
    """Texts without `count` characters in a row of a word, or of every word that is as long and
    alone in its line (a grid)."""
    known = integers(text)
    place = 0
    words = [
        (i, j) for i, line in enumerate(text) for j, t in enumerate(line) if (i, j) not in known
    ]
    for i, j in words:
        length = len(text[i][j])
        alike = [p for p in words if len(text[p[0]]) == 1 and len(text[p[0]][p[1]]) == length]
        groups = [[(i, j)], alike] if len(alike) > 1 and (i, j) == alike[0] else [[(i, j)]]
        counters = [p for p, value in known.items() if p < (i, j) and value == length]
        for at in cuts(length, count):
            place += 1
            if place <= start:
                continue
            for group in reversed(groups):
                cut = _shortened(text, group, at, count)
                for counter in sorted(counters, reverse=True)[:_COUNTS]:
                    yield place - 1, with_values(cut, [(counter, length - count)])
                yield place - 1, cut


def _shortened(text: Text, words: list[Place], at: int, count: int) -> Text:
    lines = [list(line) for line in text]
    for i, j in words:
        lines[i][j] = lines[i][j][:at] + lines[i][j][at + count :]
    return tuple(map(tuple, lines))


# ---- smaller numbers


def flattened(text: Text, count: int, start: int) -> Iterator[Edit]:
    """Texts with `count` integers in a row of a line set to the same small one."""
    known = integers(text)
    place = 0
    for i, line in enumerate(text):
        row = [(i, j) for j in range(len(line)) if (i, j) in known]
        least = min((known[p] for p in row), default=0)
        for j in range(0, len(row), count):
            place += 1
            if place <= start:
                continue
            part = row[j : j + count]
            for value in dict.fromkeys((0, 1, least)):
                if any(known[p] != value for p in part):
                    yield place - 1, with_values(text, [(p, value) for p in part])


def lowered(text: Text, start: int) -> Iterator[Edit]:
    """Texts with one integer nearer to 0."""
    for number, (position, value) in enumerate(integers(text).items()):
        for step, less in nearer(value):
            if (place := STEPS * number + step) >= start:
                yield place, with_values(text, [(position, less)])


def lowered_together(text: Text, start: int) -> Iterator[Edit]:
    """Texts with every integer of the same value nearer to 0: the least repeated value."""
    known = integers(text)
    values = sorted(set(known.values()), key=lambda v: (-abs(v), v))
    for number, value in enumerate(values):
        same = [p for p, other in known.items() if other == value]
        groups = [group for group in _groups(same) if len(group) > 1]
        for step, less in nearer(value) if groups else ():
            if (place := STEPS * number + step) >= start:
                for group in groups:
                    yield place, with_values(text, [(p, less) for p in group])


def _groups(same: list[Place]) -> list[list[Place]]:
    """All of them, and those of the first line left out: that often holds counts."""
    later = [p for p in same if p[0] > 0]
    return [same, later] if later != same else [same]


def shifted(text: Text, start: int) -> Iterator[Edit]:
    """Texts with two integers of a line lowered by the same amount, or one lowered by as much as
    a later one is raised, and whole lines lowered or scaled down."""
    known = integers(text)
    pairs = [(p, q) for p, q in itertools.combinations(known, 2) if p[0] == q[0]]
    for number, (first, second) in enumerate(pairs):
        for step, less in nearer(known[first]):
            if (place := STEPS * number + step) < start:
                continue
            change = known[first] - less
            for other in (known[second] - change, known[second] + change):
                yield place, with_values(text, [(first, less), (second, other)])


def scaled(text: Text, start: int) -> Iterator[Edit]:
    """Texts with a line's integers replaced by their ranks, lowered together, or divided."""
    known = integers(text)
    for i in range(start, len(text)):
        row = {p: value for p, value in known.items() if p[0] == i}
        if len(row) < 2:
            continue
        ranks = {value: rank for rank, value in enumerate(sorted(set(row.values())))}
        for base in (0, 1):
            yield i, with_values(text, [(p, ranks[v] + base) for p, v in row.items()])
        for divisor in (1000, 100, 10, 2):
            yield i, with_values(text, [(p, int(v / divisor)) for p, v in row.items()])
            yield i, with_values(text, [(p, v // divisor + 1) for p, v in row.items()])
        least = min(row.values())
        for _, less in nearer(least):
            yield i, with_values(text, [(p, v - least + less) for p, v in row.items()])


def nearer(value: int) -> Iterator[tuple[int, int]]:
    """Integers nearer to 0 than `value`, and the number of the step to each, below STEPS: the least
    ones, then powers of two off it, the largest first. Who goes on from the step that was taken
    searches the least value as in a table that is sorted, in few steps."""
    size = abs(value)
    near = [(less, less) for less in range(min(size, _LEAST))]
    bits = range(min(size.bit_length(), STEPS - _LEAST - 1) - 1, -1, -1)
    near += [(STEPS - 2 - bit, size - (1 << bit)) for bit in bits]
    for step, less in near:
        yield step, less
        if value < 0 and less > 0:
            yield step, -less
    if value < 0:
        yield STEPS - 1, size


# ---- another order


def reordered(text: Text, start: int) -> Iterator[Edit]:
    """Texts with a line sorted, turned round, or two of its tokens exchanged."""
    place = 0
    for i, line in enumerate(text):
        for j in range(len(line)):
            place += 1
            if place <= start or len(line) < 2:
                continue
            if j == 0:
                yield place - 1, _line(text, i, tuple(sorted(line, key=lambda t: (len(t), t))))
                yield place - 1, _line(text, i, line[::-1])
            for k in range(j + 1, min(len(line), j + 12)):
                swapped = list(line)
                swapped[j], swapped[k] = line[k], line[j]
                yield place - 1, _line(text, i, tuple(swapped))


def _line(text: Text, i: int, line: tuple[bytes, ...]) -> Text:
    return (*text[:i], line, *text[i + 1 :])


# ---- chance


def enumerated(shapes: Sequence[Text], most: int) -> Iterator[Edit]:
    """The shapes with their longest row of integers running through every choice of small values,
    as far as there are at most `most` of them for each shape."""
    for place, shape in enumerate(shapes):
        known = integers(shape)
        row = max(rows(shape), key=len, default=[])
        least = min((known[p] for p in row), default=0)
        span = int((most + 0.5) ** (1 / len(row))) if row else 0
        if span > 1:
            for values in itertools.product(range(least, least + span), repeat=len(row)):
                yield place, with_values(shape, zip(row, values, strict=True))


def smaller(text: Text) -> list[Text]:
    """The text with up to three tokens or lines less, the smallest first."""
    shapes = []
    for count in (3, 2, 1):
        for fewer in (without_tokens, without_lines):
            shapes += [shape for _, shape in itertools.islice(fewer(text, count, 0), 6)]
    return list(dict.fromkeys(shapes))


def rows(text: Text) -> list[list[Place]]:
    """The integers of each line that has some; where all lines but the first have as many, those
    of all but the first as one row."""
    found: dict[int, list[Place]] = {}
    for p in integers(text):
        found.setdefault(p[0], []).append(p)
    body = [row for i, row in found.items() if i > 0]
    if len(body) > 1 and len({len(row) for row in body}) == 1:
        return [[p for row in body for p in row]]
    return list(found.values())


def refilled(shapes: Sequence[Text], tries: int) -> Iterator[Edit]:
    """The shapes with the integers of a row drawn anew, mostly small: the way out of a minimum that
    single edits do not leave. What is drawn depends on the last shape alone."""
    draw = random.Random(render(shapes[-1]))
    for number in range(tries):
        for place, shape in enumerate(shapes):
            known = integers(shape)
            row = draw.choice(rows(shape) or [[]])
            largest = max(map(abs, known.values()), default=1)
            most = draw.choice((2, 3, 5, 10)) if number % 4 else max(largest, 1)
            values = [(p, _drawn(draw, most, list(known.values()))) for p in row]
            yield place, with_values(shape, values)


def _drawn(draw: random.Random, most: int, others: list[int]) -> int:
    if draw.random() < 0.2:
        return draw.choice(others)
    return draw.randint(0 if draw.random() < 0.2 else 1, most)
