"""Edits that make an input smaller and may keep it valid. Pure.

Most formats state counts before the data, so edits are coupled: an edit that removes k
tokens of a line also subtracts k from an earlier integer that was the line's length;
the same for lines and for characters of words. Nothing is known of the format: the
validator decides what is valid.

Each pass yields edits in a fixed order, from position `start` on: the shrinker goes on
at the position of the edit that it took. The order is part of the result, because the
first edit that keeps the verdict is taken. Within a position, the edit that lowers a
counter comes before the one that lowers none, and the nearest counter before others:
most formats state a length just before its row.
"""

import itertools
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence

from judging.features.hack.hunt.shrinking.text import (
    SHORT_ROW,
    Place,
    Text,
    TextEdit,
    as_tokens,
    cuts,
    integers,
    integers_by_line,
    numbered,
    render,
    rows,
    values_at,
    with_line,
    with_row,
    with_same,
    with_tokens,
    with_values,
)
from judging.values import Value

# How many of the earlier integers that may be a length are tried, the nearest first.
# Each costs a run for every edit that is not taken.
_COUNTERS = 4
# The steps of `nearer` for one integer have numbers below this: 4 for the smallest
# integers, one for each power of two of an integer of 18 digits, and one for the sign
# fit.
_STEPS = 70
# How many of the smallest integers, or letters, are tried before a binary search.
_SMALLEST = 4
# How far apart two tokens of a line that are exchanged may be. Every pair of a row
# would be a quadratic number of runs.
_EXCHANGED_APART = 11
# How many of the texts without some tokens, or lines, are shapes to fill with new
# numbers.
_SHAPES_EACH = 6


# ---- fewer lines, tokens and characters


def without_lines(text: Text, count: int, start: int) -> Iterator[TextEdit]:
    """Remove `count` consecutive lines; at least one line is left."""
    if count >= len(text):
        return
    known = integers(text)
    runs = _lengths_of_runs(text)
    for position, first in numbered(cuts(len(text), count), start):
        end = first + count
        for counter in _line_counters(known, first, end, runs[first]):
            # A counter of groups of lines goes down by one with its group.
            for step in dict.fromkeys((count, 1)):
                changed = with_values(text, [(counter, known[counter] - step)])
                yield TextEdit(position, changed[:first] + changed[end:])
        yield TextEdit(position, text[:first] + text[end:])


def _line_counters(
    known: Mapping[Place, int], first: int, end: int, run: int
) -> list[Place]:
    """Return the integers before line `first` that may count lines up to `end`, the
    nearest first.

    run: how many lines around `first` look like it.
    """
    found = []
    for place, value in known.items():
        line = place[0]
        if line >= first:
            break  # the places are in reading order
        # It counts at least the lines behind its own, or just the lines that look alike.
        if value >= end - 1 - line or value == run:
            found.append(place)
    return _nearest(found)


def _nearest(counters: Sequence[Place]) -> list[Place]:
    return sorted(counters, reverse=True)[:_COUNTERS]


def _lengths_of_runs(text: Text) -> list[int]:
    """Return for each line how many lines around it have the same number of tokens."""
    lengths: list[int] = []
    for _, run in itertools.groupby(text, key=len):
        length = len(list(run))
        lengths += [length] * length
    return lengths


def without_tokens(text: Text, count: int, start: int) -> Iterator[TextEdit]:
    """Remove `count` consecutive tokens of a line, or of all lines of its length."""
    known = integers(text)
    lines_of_length: dict[int, list[int]] = {}
    for i, line in enumerate(text):
        lines_of_length.setdefault(len(line), []).append(i)
    for position, (i, j) in numbered(_cut_tokens(text, count), start):
        length = len(text[i])
        if length == 1:
            continue
        groups = [[i]]
        alike = lines_of_length[length]
        # Columns of a table: once, with the first of its lines.
        if len(alike) > 1 and i == alike[0]:
            groups.append(alike)
        for counter in _token_counters(known, (i, j), length):
            lowered = with_values(text, [(counter, known[counter] - count)])
            for group in groups:
                yield TextEdit(position, _without_columns(lowered, group, j, count))
        yield TextEdit(position, _without_columns(text, [i], j, count))


def _cut_tokens(text: Text, count: int) -> Iterator[Place]:
    """Yield the first of every `count` consecutive tokens that are cut out."""
    for i, line in enumerate(text):
        for j in cuts(len(line), count):
            yield i, j


def _token_counters(known: Mapping[Place, int], cut: Place, length: int) -> list[Place]:
    """Return the integers before `cut` that may be the length of its line, or of the
    part of the line after them."""
    found = []
    for place, value in known.items():
        if place >= cut:
            break
        line, index = place
        counted = length if line < cut[0] else length - index - 1
        if value == counted:
            found.append(place)
    return _nearest(found)


def _without_columns(text: Text, lines: Sequence[int], j: int, count: int) -> Text:
    changed = list(text)
    for i in lines:
        line = text[i]
        changed[i] = line[:j] + line[j + count :] or (b"",)
    return tuple(changed)


class _ShorterRow(Value):
    """Fewer integers for a line, and the place of the integer that is its length."""

    line: int
    counter: Place
    values: Sequence[int]


def merged(text: Text, start: int) -> Iterator[TextEdit]:
    """Make a line's integers fewer and larger: add up neighbours, all pairs or one; or
    replace all by fewer integers, of the largest value or of the same sum."""
    for position, row in numbered(_merged_rows(text), start):
        changed = with_values(text, [(row.counter, len(row.values))])
        yield TextEdit(position, with_line(changed, row.line, as_tokens(row.values)))


def _merged_rows(text: Text) -> Iterator[_ShorterRow]:
    known = integers(text)
    for i, places in integers_by_line(text).items():
        length = len(text[i])
        if len(places) < length or length < 2:
            continue
        counter = _nearest_counter(known, i, length)
        if counter is None:
            continue
        for values in _fewer_values(values_at(known, places)):
            yield _ShorterRow(i, counter, values)


def _nearest_counter(known: Mapping[Place, int], line: int, value: int) -> Place | None:
    """Return the last integer before a line that has this value."""
    nearest = None
    for place, other in known.items():
        if place[0] >= line:
            break
        if other == value:
            nearest = place
    return nearest


def _fewer_values(row: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield shorter rows that may fail like a row: halves first, then longer ones."""
    length = len(row)
    yield [sum(row[j : j + 2]) for j in range(0, length, 2)]
    yield [max(row)] * (length // 2)
    if length > SHORT_ROW:
        return
    for count in range(1, length):
        yield [-(-sum(row) // count)] * count  # the sum, divided and rounded up
    yield [max(row)] * (length - 1)
    for j in range(1, length):
        yield [*row[: j - 1], row[j - 1] + row[j], *row[j + 1 :]]


def without_letters(text: Text, count: int, start: int) -> Iterator[TextEdit]:
    """Remove `count` consecutive characters of a word, or of every word of the same
    length that is alone in its line (a grid)."""
    known = integers(text)
    words = _words(text)
    grids = _grids(text, words)
    for position, (place, at) in numbered(_cut_letters(text, words, count), start):
        length = len(_token(text, place))
        groups = [[place]]
        alike = grids.get(length, [])
        # A grid without some of its columns comes first: a single short line is seldom
        # valid.
        if len(alike) > 1 and place == alike[0]:
            groups.insert(0, alike)
        announcing = [p for p, value in known.items() if p < place and value == length]
        counters = _nearest(announcing)
        for group in groups:
            cut = _without_characters(text, group, at, count)
            for counter in counters:
                yield TextEdit(position, with_values(cut, [(counter, length - count)]))
            yield TextEdit(position, cut)


def _words(text: Text) -> list[Place]:
    """Return the tokens that are no integers, empty ones too."""
    known = integers(text)
    places = []
    for i, line in enumerate(text):
        places += [(i, j) for j in range(len(line)) if (i, j) not in known]
    return places


def _cut_letters(
    text: Text, words: Iterable[Place], count: int
) -> Iterator[tuple[Place, int]]:
    """Yield each word with every index where `count` characters are cut out."""
    for place in words:
        for at in cuts(len(_token(text, place)), count):
            yield place, at


def _token(text: Text, place: Place) -> bytes:
    return text[place[0]][place[1]]


def _grids(text: Text, words: Iterable[Place]) -> dict[int, list[Place]]:
    """Return the words that are alone in their lines, by length: rows of a grid."""
    found: dict[int, list[Place]] = {}
    for place in words:
        if len(text[place[0]]) == 1:
            found.setdefault(len(_token(text, place)), []).append(place)
    return found


def _without_characters(text: Text, words: Iterable[Place], at: int, count: int) -> Text:
    changed = []
    for place in words:
        word = _token(text, place)
        changed.append((place, word[:at] + word[at + count :]))
    return with_tokens(text, changed)


class _Characters(Value):
    """Characters `at` to `at + size - 1` of each of some words; `letters` occur in the
    words."""

    words: Sequence[Place]
    at: int
    size: int
    letters: Sequence[int]


def uniform_letters(text: Text, count: int, start: int) -> Iterator[TextEdit]:
    """Yield texts in which all characters of a word, or `count` of them in a row, are
    the same one; likewise for all words that are alone in their line (a grid)."""
    for position, part in numbered(_uniform_parts(text, count), start):
        if len(part.letters) < 2:
            continue
        for letter in part.letters[:_SMALLEST]:
            yield TextEdit(position, _with_letter(text, part, letter))


def _uniform_parts(text: Text, count: int) -> Iterator[_Characters]:
    known = integers(text)
    groups: list[list[Place]] = []
    lines = enumerate(text)
    grid = [(i, 0) for i, line in lines if len(line) == 1 and (i, 0) not in known]
    if len(grid) > 1:
        groups.append(grid)
    for i, line in enumerate(text):
        groups += [[(i, j)] for j, token in enumerate(line) if token.isalpha()]
    for group in groups:
        tokens = [_token(text, place) for place in group]
        letters = sorted(set(b"".join(tokens)))
        longest = max(map(len, tokens))
        yield _Characters(group, 0, longest, letters)
        for at in cuts(longest, count):
            yield _Characters(group, at, count, letters)


def _with_letter(text: Text, part: _Characters, letter: int) -> Text:
    changed = []
    end = part.at + part.size
    for place in part.words:
        word = _token(text, place)
        same = bytes([letter]) * len(word[part.at : end])
        changed.append((place, word[: part.at] + same + word[end:]))
    return with_tokens(text, changed)


# ---- smaller numbers


class _PartOfRow(Value):
    """Consecutive integers of a line, and the smallest integer of the whole line."""

    places: Sequence[Place]
    smallest: int


def flattened(text: Text, count: int, start: int) -> Iterator[TextEdit]:
    """Set `count` consecutive integers of a line to the same small value."""
    known = integers(text)
    for position, part in numbered(_parts_of_rows(text, count), start):
        for value in dict.fromkeys((0, 1, part.smallest)):
            if any(known[place] != value for place in part.places):
                yield TextEdit(position, with_same(text, part.places, value))


def _parts_of_rows(text: Text, count: int) -> Iterator[_PartOfRow]:
    known = integers(text)
    for row in integers_by_line(text).values():
        smallest = min(values_at(known, row))
        for j in range(0, len(row), count):
            yield _PartOfRow(row[j : j + count], smallest)


def lowered(text: Text, start: int) -> Iterator[TextEdit]:
    """Move one integer nearer to 0."""
    for number, (place, value) in enumerate(integers(text).items()):
        for step, less in nearer(value):
            position = _STEPS * number + step
            if position >= start:
                yield TextEdit(position, with_values(text, [(place, less)]))


def lowered_together(text: Text, start: int) -> Iterator[TextEdit]:
    """Move all integers of the same value nearer to 0, the largest value first."""
    places_of: dict[int, list[Place]] = {}
    for place, value in integers(text).items():
        places_of.setdefault(value, []).append(place)
    values = sorted(places_of, key=lambda value: (-abs(value), value))
    for number, value in enumerate(values):
        same = places_of[value]
        if len(same) < 2:
            continue  # `lowered` does this one
        groups = [same]
        later = [place for place in same if place[0] > 0]
        # The first line often holds counts, which must stay: try without its integers
        # too.
        if 1 < len(later) < len(same):
            groups.append(later)
        for step, less in nearer(value):
            position = _STEPS * number + step
            if position < start:
                continue
            for group in groups:
                yield TextEdit(position, with_same(text, group, less))


def shifted(text: Text, start: int) -> Iterator[TextEdit]:
    """Lower two integers of a line by one amount, or lower one and raise a later one."""
    known = integers(text)
    pairs: list[tuple[Place, Place]] = []
    for row in integers_by_line(text).values():
        pairs += itertools.combinations(row, 2)
    for number, (first, second) in enumerate(pairs):
        for step, less in nearer(known[first]):
            position = _STEPS * number + step
            if position < start:
                continue
            change = known[first] - less
            for value in (known[second] - change, known[second] + change):
                changed = [(first, less), (second, value)]
                yield TextEdit(position, with_values(text, changed))


def scaled(text: Text, start: int) -> Iterator[TextEdit]:
    """Replace the integers of a line by ranks, divide them, or lower all by one amount."""
    known = integers(text)
    for i, places in integers_by_line(text).items():
        if i < start or len(places) < 2:
            continue
        for values in _scaled_values(values_at(known, places)):
            yield TextEdit(i, with_row(text, places, values))


def _scaled_values(row: Sequence[int]) -> Iterator[Sequence[int]]:
    ranks = {value: rank for rank, value in enumerate(sorted(set(row)))}
    for base in (0, 1):
        yield [ranks[value] + base for value in row]
    for divisor in (1000, 100, 10, 2):
        yield [int(value / divisor) for value in row]  # towards 0
        yield [value // divisor + 1 for value in row]  # never 0 for a positive one
    smallest = min(row)
    for _, less in nearer(smallest):
        yield [value - smallest + less for value in row]


def nearer(value: int) -> Iterator[tuple[int, int]]:
    """Yield (step, integer): integers nearer to 0 than `value`, and a step number below
    `_STEPS` for each. The smallest integers come first, then `value` less a power of
    two, the largest power first. A caller that goes on after the step it took does a
    binary search for the smallest."""
    size = abs(value)
    near = [(less, less) for less in range(min(size, _SMALLEST))]
    powers = min(size.bit_length(), _STEPS - _SMALLEST - 1)
    # The step depends on the power alone, so that a search which goes on after it was
    # lowered by 2**k tries 2**k again and then smaller powers.
    near += [(_STEPS - 2 - bit, size - (1 << bit)) for bit in reversed(range(powers))]
    for step, less in near:
        yield step, less
        if value < 0 and less > 0:
            yield step, -less
    if value < 0:
        yield _STEPS - 1, size


# ---- another order


def reordered(text: Text, start: int) -> Iterator[TextEdit]:
    """Sort or reverse a line, or exchange two of its tokens."""
    for position, (i, j) in numbered(_cut_tokens(text, 1), start):
        line = text[i]
        if j == 0 and len(line) > 1:
            by_size = tuple(sorted(line, key=lambda token: (len(token), token)))
            yield TextEdit(position, with_line(text, i, by_size))
            yield TextEdit(position, with_line(text, i, line[::-1]))
        for k in range(j + 1, min(len(line), j + 1 + _EXCHANGED_APART)):
            exchanged = [((i, j), line[k]), ((i, k), line[j])]
            yield TextEdit(position, with_tokens(text, exchanged))


# ---- new numbers


def enumerated(shapes: Sequence[Text], most: int) -> Iterator[TextEdit]:
    """Try every choice of small values for the longest row of each shape, as long as
    there are at most `most` choices."""
    for position, shape in enumerate(shapes):
        row: list[Place] = max(rows(shape), key=len, default=[])
        if not row:
            continue
        smallest = min(values_at(integers(shape), row))
        span = int(
            (most + 0.5) ** (1 / len(row))
        )  # + 0.5: the root of 256 may be 3.999...
        if span < 2:
            continue
        small = range(smallest, smallest + span)
        for values in itertools.product(small, repeat=len(row)):
            yield TextEdit(position, with_row(shape, row, values))


def smaller(text: Text) -> list[Text]:
    """Return the text without up to three tokens or lines, the smallest first."""
    shapes: dict[Text, None] = {}  # a set that keeps its order
    for count in (3, 2, 1):
        for fewer in (without_tokens, without_lines):
            for edit in itertools.islice(fewer(text, count, 0), _SHAPES_EACH):
                shapes[edit.text] = None
    return list(shapes)


def refilled(shapes: Sequence[Text], tries: int) -> Iterator[TextEdit]:
    """Draw new values for a row of each shape, mostly small ones: the way out of a
    minimum that no single edit leaves. The draws depend on the last shape alone, so
    that the result of shrinking does not depend on what was tried before."""
    draw = random.Random(render(shapes[-1]))
    for number in range(tries):
        for position, shape in enumerate(shapes):
            known = integers(shape)
            row = draw.choice(rows(shape) or [[]])
            # One round in four draws up to the largest integer of the text, the others
            # small ones.
            if number % 4:
                most = draw.choice((2, 3, 5, 10))
            else:
                most = max(1, max(map(abs, known.values()), default=1))
            others = list(known.values())
            values = [_draw_value(draw, most, others) for _ in row]
            yield TextEdit(position, with_row(shape, row, values))


def _draw_value(draw: random.Random, most: int, others: Sequence[int]) -> int:
    """Draw an integer: one time in five one that is in the text, since many faults need
    two equal ones; else up to `most`, seldom from 0 on."""
    if draw.random() < 0.2:
        return draw.choice(others)
    lowest = 0 if draw.random() < 0.2 else 1
    return draw.randint(lowest, most)
