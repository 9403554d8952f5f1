"""Inputs made from other inputs, for packages without strategies. Pure. Most of them
are valid.

All draws come from the `draw` that the caller seeds, in a fixed order: the same seed
must give the same inputs, so a draw is neither added nor moved without need.
"""

import itertools
import random
from collections.abc import Callable, Sequence

from judging.features.hack.hunt.shrinking.passes import without_lines, without_tokens
from judging.features.hack.hunt.shrinking.text import (
    Place,
    Text,
    count_tokens,
    cuts,
    integers,
    parse,
    render,
    rows,
    values_at,
    with_row,
    with_values,
)
from judging.values import Value

# The shares below are chosen, not measured. Most variants are cut down, because most
# faults show in small inputs, which run fast; the others keep what is special in a
# test.
_CUT_DOWN = 0.7
_REDRAWN = 0.8
_REDRAWN_NEAR = 0.2  # of inputs that should stay near the one they are made from
_MOST_CHANGES = 3
_SMALL = (1, 2, 3, 4, 5, 6, 8, 12, 16)
# Each cut removes at most half of a text, mostly less. This only bounds the time
# that a large input takes.
_MOST_CUTS = 60


def vary(pool: Sequence[bytes], count: int, seed: str) -> list[bytes]:
    """Return `count` inputs made from those of the pool: cut down to a few tokens, with
    new numbers, or with a few changes. The same arguments give the same inputs."""
    if not pool:
        return []
    draw = random.Random(seed)
    made = []
    for _ in range(count):
        text = parse(draw.choice(pool))
        if draw.random() < _CUT_DOWN:
            text = _cut_down(text, draw.choice(_SMALL), draw)
        if draw.random() < _REDRAWN:
            text = _redraw_row(text, draw)
        for _ in range(draw.randrange(_MOST_CHANGES + 1)):
            text = _change_integer(text, draw)
        made.append(render(text))
    return made


def alter(pool: Sequence[bytes], count: int, seed: str) -> list[bytes]:
    """Return `count` inputs of the pool in turn, each with a few changes. The same arguments
    give the same inputs."""
    draw = random.Random(seed)
    made = []
    for number in range(count if pool else 0):
        text = parse(pool[number % len(pool)])
        if draw.random() < _REDRAWN_NEAR:
            text = _redraw_row(text, draw)
        for _ in range(draw.randint(1, _MOST_CHANGES)):
            text = _change_integer(text, draw)
        made.append(render(text))
    return made


def _cut_down(text: Text, tokens: int, draw: random.Random) -> Text:
    """Remove lines or tokens until about `tokens` tokens are left."""
    for _ in range(_MOST_CUTS):
        if count_tokens(text) <= tokens + 2:
            break
        shorter = _shorter_texts(text, draw)
        if not shorter:
            continue
        # The first one lowers the nearest count too, so it is the most likely to be
        # valid.
        text = shorter[0] if draw.random() < 0.8 else draw.choice(shorter)
    return text


def _shorter_texts(text: Text, draw: random.Random) -> list[Text]:
    """Return up to three ways to remove lines, or tokens of a line, at one place."""
    longest = max(map(len, text))
    if len(text) > 3 and (longest < 3 or draw.random() < 0.5):
        remove = without_lines
        lengths = [len(text)]
    else:
        remove = without_tokens
        lengths = [len(line) for line in text]
    count = draw.randint(1, max(max(lengths) // 2, 1))
    positions = sum(len(cuts(length, count)) for length in lengths)
    start = draw.randrange(max(positions, 1))
    return [edit.text for edit in itertools.islice(remove(text, count, start), 3)]


def _redraw_row(text: Text, draw: random.Random) -> Text:
    """Draw new integers for one row, from a small range or the range of the old ones."""
    found = rows(text)
    if not found:
        return text
    row = max(found, key=len) if draw.random() < 0.8 else draw.choice(found)
    values = values_at(integers(text), row)
    low = min(values)
    high = max(values)
    if draw.random() < 0.7:
        low = min(max(low, 0), draw.choice((0, 1)))
        high = low + draw.choice((1, 2, 3, 9))
    return with_row(text, row, [draw.randint(low, high) for _ in row])


def _change_integer(text: Text, draw: random.Random) -> Text:
    """Change one integer a little or to the value of another one, or exchange two."""
    known = integers(text)
    if not known:
        return text
    places = list(known)
    first = draw.choice(places)
    second = draw.choice(places)
    kind = draw.randrange(4)
    if kind == 0:
        beside = known[first] + draw.choice((-1, 1))
        return with_values(text, [(first, beside)])
    if kind == 1:
        return with_values(text, [(first, known[second])])
    if kind == 2:
        exchanged = [(first, known[second]), (second, known[first])]
        return with_values(text, exchanged)
    value = draw.choice((1, 2, known[first] * 2, max(known.values())))
    return with_values(text, [(first, value)])


def stretch(content: bytes, draw: random.Random) -> bytes:
    """Return a longer input, or one in another order or with other numbers: the changes
    that most often make programs slow or large."""
    # Twice as often: a longer input is the surest way to a slower run.
    likely = _lengthen, _lengthen, _level_row, _sort_row, _redraw_row, _change_integer
    change = draw.choice(likely)
    return render(change(parse(content), draw))


def slow_down(pool: Sequence[bytes], count: int, seed: str) -> list[bytes]:
    """Return `count` inputs of the pool in turn, each with a few changes: half of them have
    those that most often make programs slow, the others only other integers, which are
    the small steps to a rare pattern. The same arguments give the same inputs."""
    draw = random.Random(seed)
    made = []
    for number in range(count if pool else 0):
        content = pool[number % len(pool)]
        # Mostly one: where an input has a rare pattern, each further change may break it.
        changes = draw.choice((1, 1, 2, _MOST_CHANGES))
        if draw.random() < 0.5:
            text = parse(content)
            for _ in range(changes):
                text = _change_integer(text, draw)
            made.append(render(text))
            continue
        for _ in range(changes):
            content = stretch(content, draw)
        made.append(content)
    return made


class _Counted(Value):
    """An integer that may count the tokens of `line`, or the lines behind its own if
    that is None."""

    counter: Place
    line: int | None


def _lengthen(text: Text, draw: random.Random) -> Text:
    """Repeat a part of a row, or of the lines after their count, and raise the count."""
    known = integers(text)
    ways = _counted_parts(text, known)
    if not ways:
        return text
    chosen = draw.choice(ways)
    value = known[chosen.counter]
    more = draw.choice((1, max(value // 2, 1), value))
    raised = with_values(text, [(chosen.counter, value + more)])
    line = chosen.line
    if line is not None:
        longer = (raised[line] * 2)[: value + more]
        return (*raised[:line], longer, *raised[line + 1 :])
    first = chosen.counter[0] + 1
    end = first + value
    return (*raised[:end], *raised[first : first + more], *raised[end:])


def _counted_parts(text: Text, known: dict[Place, int]) -> list[_Counted]:
    """Return what integers may count, the last integer first.

    One walk from the last line up: looking at every pair of an integer and a line took
    hours for an input of many lines.
    """
    found = []
    nearest: dict[int, int] = {}  # length -> the first line below that has it
    below = len(text)
    for place, value in reversed(known.items()):
        line = place[0]
        while below > line + 1:
            below -= 1
            nearest[len(text[below])] = below
        if value < 2:
            continue
        if value in nearest:
            found.append(_Counted(place, nearest[value]))
        if line + value < len(text):
            found.append(_Counted(place, None))
    return found


def _level_row(text: Text, draw: random.Random) -> Text:
    """Set all integers of the longest row to the same value."""
    return _with_longest_row(text, lambda row: [draw.choice(row)] * len(row))


def _sort_row(text: Text, draw: random.Random) -> Text:
    """Sort the longest row in rising or falling order."""
    return _with_longest_row(text, lambda row: sorted(row, reverse=draw.random() < 0.5))


def _with_longest_row(text: Text, change: Callable[[list[int]], list[int]]) -> Text:
    found = rows(text)
    if not found:
        return text
    row = max(found, key=len)
    return with_row(text, row, change(values_at(integers(text), row)))
