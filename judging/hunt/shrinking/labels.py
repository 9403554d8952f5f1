"""Edits for inputs that number things: vertices, positions, elements. Pure.

Removing one thing means renumbering whatever refers to the others. Nothing is known of the problem:
an integer n before a block of lines may count the labels 1 to n (or 0 to n-1), and columns of the
block that hold only such values may refer to them. Every guess is an edit like any other; the
input validator has the last word. Each way to make fewer labels keeps some shapes valid:

    keep_reached      the first k labels that a search reaches: trees stay trees, connected graphs
                      stay connected
    contract_lines    the two labels of a line become one: trees stay trees
    drop_labels       some labels, and the lines that mention them: simple graphs stay simple
    merge_labels      some labels become the one beside them: ranges l <= r stay ranges
"""

import functools
import itertools
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from judging.hunt.shrinking.passes import (
    Edit,
    Place,
    Text,
    cuts,
    integers,
    numbered,
    with_values,
)

_BLOCKS = 8  # blocks that are looked at, the largest
_SHORT_LINE = 4  # a line that holds counters is not longer
_WIDEST = 8  # a longer line is an array, not a line of references
_MOST_LABELS = 200_000
_STARTS = 12  # labels from which a search starts, for each size
_LEAP = 8  # the first sizes are its powers: a few labels often suffice
_FEW_LINES = 16  # a block of so many lines is tried with larger values too

# What each label becomes, from 0 on; None: the label goes.
Renumbering = Sequence[int | None]


@dataclass(frozen=True, slots=True)
class Labelling:
    """A guess: the integer at `counter` counts the labels `base` to `base + count - 1`.

    references: for each line of the block, the labels in it from 0 on, by column.
    pair: the two columns of references of an edge, or None.
    rows: lines of `count` tokens, one for each label.
    total: an integer before the block that counts its lines.
    """

    counter: Place
    count: int
    base: int
    references: Mapping[int, Mapping[int, int]]
    pair: tuple[int, int] | None
    rows: tuple[int, ...]
    total: Place | None


# ---- guesses


@functools.lru_cache(maxsize=1)  # seconds for a text of a megabyte
def labellings(text: Text) -> list[Labelling]:
    """Return the guesses for every block of lines: the largest blocks first."""
    known = integers(text)
    found = []
    for lines in sorted(_blocks(text, known), key=len, reverse=True)[:_BLOCKS]:
        before = [p for p in known if p[0] < lines.start]
        totals = [
            p
            for p in before
            if known[p] == len(lines) and len(text[p[0]]) <= _SHORT_LINE
        ]
        total = totals[-1] if totals else None
        columns = [[known[i, j] for i in lines] for j in range(len(text[lines.start]))]
        for counter in _counters(text, before):
            if 2 <= known[counter] <= _MOST_LABELS:
                for base in (1, 0):
                    labels = range(base, base + known[counter])
                    found += _guesses(text, lines, columns, counter, labels, total)
    return found


def largest_count(text: Text) -> int:
    """Return the number of labels of the largest guess; 0 without one."""
    return max((guess.count for guess in labellings(text)), default=0)


def _blocks(text: Text, known: Mapping[Place, int]) -> Iterator[range]:
    """Yield runs of lines that have the same number of tokens, all integers."""
    counts = Counter(i for i, _ in known)
    widths = [len(line) if counts[i] == len(line) else 0 for i, line in enumerate(text)]
    place = 0
    for width, run in itertools.groupby(widths):
        length = len(list(run))
        if 1 < width <= _WIDEST:
            if place:
                yield range(place, place + length)
            if length > 1 and length - 1 in (known[place, j] for j in range(width)):
                yield range(
                    place + 1, place + length
                )  # the first line counts the others
        place += length


def _counters(text: Text, before: Sequence[Place]) -> list[Place]:
    """Return integers that may count labels: of the nearest short line, and of the first one."""
    short = [p for p in before if len(text[p[0]]) <= _SHORT_LINE]
    nearest = [p for p in short if p[0] == short[-1][0]]
    first = [p for p in short if p[0] == 0]
    return list(dict.fromkeys((*nearest, *first)))


def _guesses(
    text: Text,
    lines: range,
    values: Sequence[Sequence[int]],
    counter: Place,
    labels: range,
    total: Place | None,
) -> list[Labelling]:
    """Return the guesses for one block, counter and range of labels. `values` are its columns."""
    base, count, width = labels.start, len(labels), len(values)
    every = tuple(
        j for j in range(width) if min(values[j]) in labels and max(values[j]) in labels
    )
    varied = tuple(j for j in every if len(set(values[j])) > 2)
    rows = tuple(i for i in range(counter[0] + 1, lines.start) if len(text[i]) == count)
    choices = [columns for columns in (every, every[:2], varied) if columns]
    # Lines of several kinds: whatever looks like a label may be one.
    choices += [tuple(range(width))] if len(every) < width else []
    if total is not None and total[0] in rows:
        total = None
    found = []
    for columns in dict.fromkeys(choices):
        # Labels from 0 on mention 0.
        if any(
            value in labels if base else value == 0
            for j in columns
            for value in values[j]
        ):
            block = zip(*(values[j] for j in columns), strict=True)
            references = {
                i: {
                    j: v - base
                    for j, v in zip(columns, line, strict=True)
                    if v in labels
                }
                for i, line in zip(lines, block, strict=True)
            }
            edges = len(columns) == 2 and set(columns) <= set(every)
            pair = (columns[0], columns[1]) if edges else None
            found.append(Labelling(counter, count, base, references, pair, rows, total))
    return found


# ---- fewer labels


def keep_reached(text: Text, start: int) -> Iterator[Edit]:
    """Yield texts with only the labels that a search from some label reaches first."""
    position = 0
    for guess in labellings(text):
        if guess.pair is None:
            continue
        beside = _beside(guess, guess.pair)
        for size, apart in _sizes(guess.count):
            for origin in cuts(guess.count, apart):
                for deep in (False, True):
                    position += 1
                    if position > start:
                        reached = _search(beside, origin, size, deep=deep)
                        keep = [label in reached for label in range(guess.count)]
                        yield Edit(
                            position - 1, _renumbered(text, guess, _numbers(keep))
                        )


def _sizes(count: int) -> Iterator[tuple[int, int]]:
    """Yield how many labels to keep, and how far apart the searches for them start."""
    size = _LEAP
    while size * _LEAP <= count:
        yield size, count
        size *= _LEAP
    size = count // 2
    while size >= 1:
        yield size, max(count // _STARTS, 1)
        size //= 2


def _beside(guess: Labelling, pair: tuple[int, int]) -> list[list[int]]:
    """Return the labels that share a line with each label."""
    beside: list[list[int]] = [[] for _ in range(guess.count)]
    for labels in guess.references.values():
        u, v = labels[pair[0]], labels[pair[1]]
        beside[u].append(v)
        beside[v].append(u)
    return beside


def _search(
    beside: Sequence[Sequence[int]], origin: int, size: int, *, deep: bool
) -> set[int]:
    """Return the first `size` labels that a search reaches, depth first or breadth first."""
    reached: set[int] = set()
    waiting = deque([origin])
    while waiting and len(reached) < size:
        label = waiting.pop() if deep else waiting.popleft()
        if label not in reached:
            reached.add(label)
            waiting += beside[label]
    return reached


def _numbers(keep: Sequence[bool]) -> Renumbering:
    """Return the new number of each label that is kept."""
    numbers = itertools.count()
    return [next(numbers) if kept else None for kept in keep]


def drop_labels(text: Text, size: int, start: int) -> Iterator[Edit]:
    """Yield texts without `size` labels in a row and without the lines that mention them."""
    for position, (guess, first) in _ranges(text, size, start):
        keep = [not first <= label < first + size for label in range(guess.count)]
        yield Edit(position, _renumbered(text, guess, _numbers(keep)))


def merge_labels(text: Text, size: int, start: int) -> Iterator[Edit]:
    """Yield texts in which `size` labels in a row become the label before them."""
    for position, (guess, first) in _ranges(text, size, start):
        labels = range(guess.count)
        becomes = [
            label if label < first else max(first - 1, label - size) for label in labels
        ]
        yield Edit(position, _renumbered(text, guess, becomes))


def _ranges(
    text: Text, size: int, start: int
) -> Iterator[tuple[int, tuple[Labelling, int]]]:
    """Return the guesses, each with the first of `size` labels in a row, by position."""
    guesses = [guess for guess in labellings(text) if size < guess.count]
    places = ((guess, first) for guess in guesses for first in cuts(guess.count, size))
    return numbered(places, start)


def contract_lines(text: Text, size: int, start: int) -> Iterator[Edit]:
    """Yield texts in which the two labels of each of `size` lines in a row become one."""
    guesses = [(guess, *guess.pair) for guess in labellings(text) if guess.pair]
    places = (
        (*guess, at) for guess in guesses for at in cuts(len(guess[0].references), size)
    )
    for position, (guess, u, v, at) in numbered(places, start):
        lines = list(guess.references.values())
        pairs = [(labels[u], labels[v]) for labels in lines[at : at + size]]
        fewer = _renumbered(text, guess, _contracted(guess.count, pairs))
        yield Edit(position, fewer)
        if len(lines) <= _FEW_LINES:
            yield Edit(position, _with_largest(fewer, guess))


def _contracted(count: int, pairs: Sequence[tuple[int, int]]) -> Renumbering:
    """Return new numbers that are the same for the two labels of each pair."""
    up = list(range(count))

    def top(label: int) -> int:
        while up[label] != label:
            label = up[label]
        return label

    for u, v in pairs:
        low, high = sorted((top(u), top(v)))
        up[high] = low
    numbers = {
        label: number
        for number, label in enumerate(x for x in range(count) if up[x] == x)
    }
    return [numbers[top(label)] for label in range(count)]


def _with_largest(text: Text, guess: Labelling) -> Text:
    """Return the text with the largest value of the block, references aside, in all its lines:
    what fails by a sum still does with fewer lines."""
    known = integers(text)
    start = min(guess.references)
    labels = {j for line in guess.references.values() for j in line}
    width = max(map(len, text[start:]), default=0)
    free = [
        (i, j)
        for i in range(start, len(text))
        if len(text[i]) == width
        for j in range(width)
        if j not in labels and (i, j) in known
    ]
    largest = max((known[p] for p in free), default=0)
    return with_values(text, ((p, largest) for p in free))


def _renumbered(text: Text, guess: Labelling, becomes: Renumbering) -> Text:
    """Return the text with its labels renumbered. A line that mentions a label that goes is left
    out, and so is one whose two labels become the same, or that then repeats an earlier pair."""
    lines: list[tuple[bytes, ...] | None] = list(text)
    seen: set[tuple[int, int]] = set()
    for i, labels in guess.references.items():
        line = list(text[i])
        new = {
            j: to for j, label in labels.items() if (to := becomes[label]) is not None
        }
        if len(new) < len(labels) or (
            guess.pair and _is_needless(new, labels, guess.pair, seen)
        ):
            lines[i] = None
            continue
        for j, label in new.items():
            line[j] = b"%d" % (label + guess.base)
        lines[i] = tuple(line)
    firsts = {
        new: label
        for label, new in reversed(list(enumerate(becomes)))
        if new is not None
    }
    for i in guess.rows:
        lines[i] = tuple(text[i][label] for label in sorted(firsts.values()))
    gone = sum(lines[i] is None for i in guess.references)
    if guess.total is not None and guess.total != guess.counter:
        _lower(lines, guess.total, gone)
    _lower(lines, guess.counter, guess.count - len(firsts))
    return tuple(line for line in lines if line is not None)


def _is_needless(
    new: Mapping[int, int],
    old: Mapping[int, int],
    pair: tuple[int, int],
    seen: set[tuple[int, int]],
) -> bool:
    """True for a pair that becomes a loop or the same as an earlier one; adds it to `seen`."""
    u, v = new[pair[0]], new[pair[1]]
    if u == v:
        return old[pair[0]] != old[pair[1]]
    merged = (min(u, v), max(u, v))
    known = merged in seen
    seen.add(merged)
    return known


def _lower(lines: list[tuple[bytes, ...] | None], place: Place, by: int) -> None:
    i, j = place
    line = lines[i]
    if line is not None:
        lines[i] = (*line[:j], b"%d" % (int(line[j]) - by), *line[j + 1 :])


# ---- permutations


def shorten_permutations(text: Text, size: int, start: int) -> Iterator[Edit]:
    """Yield texts without `size` elements in a row of a permutation: the other elements keep their
    order, or their cycles."""
    known = integers(text)
    position = 0
    for i, line in enumerate(text):
        row = [known[i, j] for j in range(len(line)) if (i, j) in known]
        base = min(row, default=0)
        if len(row) < len(line) or len(row) <= size or base not in (0, 1):
            continue
        if sorted(row) != list(range(base, base + len(row))):
            continue
        counter = next(
            (p for p in reversed(known) if p[0] < i and known[p] == len(row)), None
        )
        counted = [] if counter is None else [(counter, len(row) - size)]
        for at in cuts(len(row), size):
            position += 1
            for values in (
                _without_elements(row, base, at, size) if position > start else ()
            ):
                fewer = list(with_values(text, counted))
                fewer[i] = tuple(b"%d" % value for value in values)
                yield Edit(position - 1, tuple(fewer))


def _without_elements(
    row: Sequence[int], base: int, at: int, size: int
) -> list[list[int]]:
    """Return the shorter row that keeps the order, and the one that keeps the cycles."""
    rest = [*row[:at], *row[at + size :]]
    ranks = {value: rank for rank, value in enumerate(sorted(rest))}
    out = range(at, at + size)
    spliced = []
    for index in range(len(row)):
        if index not in out:
            target = row[index] - base
            while target in out:
                target = row[target] - base
            spliced.append(base + target - size * (target >= at))
    return [[ranks[value] + base for value in rest], spliced]
