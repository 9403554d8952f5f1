"""Inputs made from other inputs, for packages without strategies. Pure. Most of them are valid."""

import itertools
import random
from collections.abc import Callable, Sequence

from judging.hunt.shrinking import passes
from judging.hunt.shrinking.passes import Text

_MOST_STEPS = 4
_SMALL = (1, 2, 3, 4, 5, 6, 8, 12, 16)


def vary(pool: Sequence[bytes], count: int, seed: str) -> list[bytes]:
    """Return `count` inputs made from those of the pool: cut down to a few tokens, with new
    numbers, or with a few changes. The same arguments give the same inputs."""
    draw = random.Random(seed)
    made = []
    for _ in range(count if pool else 0):
        text = passes.parse(draw.choice(pool))
        if draw.random() < 0.7:
            text = _cut_down(text, draw.choice(_SMALL), draw)
        if draw.random() < 0.8:
            text = _redraw_row(text, draw)
        for _ in range(draw.randrange(_MOST_STEPS)):
            text = _change_integer(text, draw)
        made.append(passes.render(text))
    return made


def _cut_down(text: Text, tokens: int, draw: random.Random) -> Text:
    """Remove lines or tokens until about `tokens` tokens are left."""
    for _ in range(60):
        lines, longest = len(text), max(map(len, text))
        if sum(map(len, text)) <= tokens + 2:
            break
        by_lines = lines > 3 and (longest < 3 or draw.random() < 0.5)
        most = (lines if by_lines else longest) // 2
        count = draw.randint(1, max(most, 1))
        remove = passes.without_lines if by_lines else passes.without_tokens
        lengths = [lines] if by_lines else map(len, text)
        start = draw.randrange(max(sum(len(passes.cuts(n, count)) for n in lengths), 1))
        cut = [edit.text for edit in itertools.islice(remove(text, count, start), 3)]
        # The first one lowers the nearest count too, so it is the most likely to be valid.
        text = (cut[0] if draw.random() < 0.8 else draw.choice(cut)) if cut else text
    return text


def _redraw_row(text: Text, draw: random.Random) -> Text:
    """Draw new integers for one row, from a small range or the range of the old ones."""
    rows = passes.rows(text)
    if not rows:
        return text
    known = passes.integers(text)
    row = max(rows, key=len) if draw.random() < 0.8 else draw.choice(rows)
    values = [known[p] for p in row]
    low, high = min(values), max(values)
    if draw.random() < 0.7:
        low = min(max(low, 0), draw.choice((0, 1)))
        high = low + draw.choice((1, 2, 3, 9))
    return passes.with_values(text, [(p, draw.randint(low, high)) for p in row])


def _change_integer(text: Text, draw: random.Random) -> Text:
    """Change one integer a little or to the value of another one, or exchange two."""
    known = passes.integers(text)
    if not known:
        return text
    p, q = draw.choice([*known]), draw.choice([*known])
    kind = draw.randrange(4)
    if kind == 0:
        return passes.with_values(text, [(p, known[p] + draw.choice((-1, 1)))])
    if kind == 1:
        return passes.with_values(text, [(p, known[q])])
    if kind == 2:
        return passes.with_values(text, [(p, known[q]), (q, known[p])])
    return passes.with_values(
        text, [(p, draw.choice((1, 2, known[p] * 2, max(known.values()))))]
    )


def stretch(content: bytes, draw: random.Random) -> bytes:
    """Return a longer input, or one in another order or with other numbers: the changes that most
    often make programs slow or large."""
    likely = _lengthen, _lengthen, _level_row, _sort_row, _redraw_row, _change_integer
    return passes.render(draw.choice(likely)(passes.parse(content), draw))


def _lengthen(text: Text, draw: random.Random) -> Text:
    """Repeat a part of a row, or of the lines after their count, and raise the count."""
    known = passes.integers(text)
    ways: list[tuple[passes.Place, int | None]] = []
    nearest: dict[
        int, int
    ] = {}  # a number of tokens -> the first line below that has so many
    below = len(text)
    for (i, j), value in reversed(known.items()):
        while below > i + 1:
            below -= 1
            nearest[len(text[below])] = below
        if value > 1 and value in nearest:
            ways.append(((i, j), nearest[value]))
        if value > 1 and i + value < len(text):
            ways.append(((i, j), None))
    if not ways:
        return text
    counter, line = draw.choice(ways)
    value = known[counter]
    more = draw.choice((1, max(value // 2, 1), value))
    raised = passes.with_values(text, [(counter, value + more)])
    if line is not None:
        longer = (raised[line] * 2)[: value + more]
        return (*raised[:line], longer, *raised[line + 1 :])
    first = counter[0] + 1
    return (
        *raised[: first + value],
        *raised[first : first + more],
        *raised[first + value :],
    )


def _level_row(text: Text, draw: random.Random) -> Text:
    """Set all integers of the longest row to the same value."""
    return _with_row(text, lambda values: [draw.choice(values)] * len(values))


def _sort_row(text: Text, draw: random.Random) -> Text:
    """Sort the longest row in rising or falling order."""
    return _with_row(text, lambda values: sorted(values, reverse=draw.random() < 0.5))


def _with_row(text: Text, change: Callable[[list[int]], list[int]]) -> Text:
    rows = passes.rows(text)
    if not rows:
        return text
    row = max(rows, key=len)
    known = passes.integers(text)
    return passes.with_values(
        text, zip(row, change([known[p] for p in row]), strict=True)
    )
