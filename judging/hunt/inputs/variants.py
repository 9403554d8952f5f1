"""Inputs made from others, for packages without strategies. Pure; most are valid, not all."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

from judging.hunt.shrinking import passes
from judging.hunt.shrinking.passes import Text

_MOST_STEPS = 4
_SMALL = (1, 2, 3, 4, 5, 6, 8, 12, 16)


def vary(pool: Sequence[bytes], count: int, seed: str) -> list[bytes]:
    """`count` inputs made from those of the pool: cut down to a few tokens, their numbers drawn
    anew, or changed here and there. A function of its arguments."""
    draw = random.Random(seed)
    found = []
    for _ in range(count if pool else 0):
        text = passes.parse(draw.choice(pool))
        if draw.random() < 0.7:
            text = _cut_down(text, draw.choice(_SMALL), draw)
        if draw.random() < 0.8:
            text = _redrawn(text, draw)
        for _ in range(draw.randrange(_MOST_STEPS)):
            text = _changed(text, draw)
        found.append(passes.render(text))
    return found


def _cut_down(text: Text, tokens: int, draw: random.Random) -> Text:
    """The text with lines or tokens removed until about so many are left."""
    for _ in range(60):
        lines, longest = len(text), max(map(len, text))
        if sum(map(len, text)) <= tokens + 2:
            break
        by_lines = lines > 3 and (longest < 3 or draw.random() < 0.5)
        most = (lines if by_lines else longest) // 2
        count = draw.randint(1, max(most, 1))
        sweep = passes.without_lines if by_lines else passes.without_tokens
        rows = [lines] if by_lines else map(len, text)
        start = draw.randrange(max(sum(len(passes.cuts(row, count)) for row in rows), 1))
        found = [edited for _, edited in itertools.islice(sweep(text, count, start), 3)]
        # The first is the one coupled to the nearest length.
        text = (found[0] if draw.random() < 0.8 else draw.choice(found)) if found else text
    return text


def _redrawn(text: Text, draw: random.Random) -> Text:
    """The text with the integers of one row drawn anew, from a small or the same range."""
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


def _changed(text: Text, draw: random.Random) -> Text:
    """The text with one integer changed a little or to another's value, or two exchanged."""
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
    return passes.with_values(text, [(p, draw.choice((1, 2, known[p] * 2, max(known.values()))))])


def stretch(content: bytes, draw: random.Random) -> bytes:
    """The input made longer, set in another order, or with other numbers: what makes programs
    slow or large is mostly one of these."""
    text = passes.parse(content)
    kind = draw.randrange(6)
    if kind < 2:
        text = _longer(text, draw)
    elif kind == 2:
        text = _levelled(text, draw)
    elif kind == 3:
        text = _sorted(text, draw)
    elif kind == 4:
        text = _redrawn(text, draw)
    else:
        text = _changed(text, draw)
    return passes.render(text)


def _longer(text: Text, draw: random.Random) -> Text:
    """The text with a row, or the lines behind a count, repeated in part, and the count raised."""
    known = passes.integers(text)
    ways: list[tuple[passes.Place, int | None]] = []
    for (i, j), value in known.items():
        for place in range(i + 1, len(text)):
            if len(text[place]) == value > 1:
                ways.append(((i, j), place))
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
    return (*raised[: first + value], *raised[first : first + more], *raised[first + value :])


def _levelled(text: Text, draw: random.Random) -> Text:
    """The text with all integers of its longest row the same."""
    rows = passes.rows(text)
    if not rows:
        return text
    row = max(rows, key=len)
    known = passes.integers(text)
    value = draw.choice([known[p] for p in row])
    return passes.with_values(text, [(p, value) for p in row])


def _sorted(text: Text, draw: random.Random) -> Text:
    """The text with its longest row in rising or falling order."""
    rows = passes.rows(text)
    if not rows:
        return text
    row = max(rows, key=len)
    known = passes.integers(text)
    values = sorted((known[p] for p in row), reverse=draw.random() < 0.5)
    return passes.with_values(text, zip(row, values, strict=True))
