"""Edits for inputs that number things: vertices, positions, elements. Pure.

**Labels.** Many inputs count things and then refer to them by number: a graph of n
vertices has edges `u v`, an array of n values has queries `l r`. These numbers are
labels. To remove one thing is to renumber whatever refers to the others, in all lines
at once, which no edit of single tokens does. Inside this module labels count from 0,
whatever the input does (`base`).

**Guesses.** Nothing is known of the problem. An integer n before a block of lines may
count the labels 1 to n (or 0 to n-1), and columns of the block that hold only such
values may refer to them. Each such guess is a `Labelling`. A block, a counter and a
base give up to four guesses, which differ in the columns that refer to labels. Every
guess leads to edits like any other; the input validator has the last word.

**Edits.** An edit says what each label becomes (a `Renumbering`), and `_renumbered`
applies it: it renumbers the references, leaves out lines and tokens of labels that are
gone, and lowers the counters. Each way to make fewer labels keeps some shapes valid:

    keep_reached    keeps the first k labels that a search reaches: trees stay trees,
                    and connected graphs stay connected
    drop_labels     removes some labels and the lines that mention them: simple graphs
                    stay simple
    contract_lines  makes the two labels of a line one: trees stay trees
    merge_labels    makes some labels the one beside them: ranges l <= r stay ranges

**Order.** The shrinker runs the passes in this order (`shrinker.py`). `keep_reached`
comes first because one edit of it may keep 8 of 10^5 labels. Within a pass, the guesses
for the largest block come first, because most tokens are there, then base 1 before base
0, because 1 to n is more usual; then the places within a guess from the first label on.
The order is part of the result: the first edit that keeps the verdict is taken.

**Positions.** A pass numbers its places from 0, and yields the edits from position
`start` on. After it takes an edit, the shrinker goes on from the position of that edit,
inclusive. Two edits of one place share its position, so both are tried there again.

A permutation refers to its own positions; `shorten_permutations` makes it shorter.
"""

import functools
import itertools
from collections import Counter, deque
from collections.abc import Container, Iterator, Mapping, Sequence

from judging.features.hack.hunt.shrinking.text import (
    Line,
    Place,
    Text,
    TextEdit,
    as_tokens,
    cuts,
    integers,
    integers_by_line,
    numbered,
    values_at,
    with_line,
    with_same,
    with_values,
)
from judging.values import Value

# The bounds below are chosen, not measured. They keep the guesses, of which each is
# tried, few.
_BLOCKS = 8  # blocks that are looked at, the largest
_SHORT_LINE = 4  # a line that holds counters is not longer
_WIDEST = 8  # a longer line is an array, not a line of references
_MOST_LABELS = 200_000  # an edit takes time and memory for each
_STARTS = 12  # labels from which a search starts, for each size; of few labels, more
_LEAP = 8  # the first sizes are its powers: a few labels often suffice
_FEW_LINES = 16  # a block of so many lines is tried with larger values too

# What each label becomes, from 0 on; None: the label goes.
Renumbering = Sequence[int | None]


class Edge(Value):
    """The two columns of a block that hold the labels of an edge, or of a range `l r`:
    nothing tells these apart."""

    u: int
    v: int


class Labelling(Value):
    """A guess: the integer at `counter` counts the labels `base` to `base + count - 1`.

    references: for each line of the block, the labels in it from 0 on, by column.
    edge: the two columns of references if there are just two, both with labels in every
    line.
    rows: lines of `count` tokens, one for each label.
    total: an integer before the block that counts its lines.
    """

    counter: Place
    count: int
    base: int
    references: Mapping[int, Mapping[int, int]]
    edge: Edge | None
    rows: tuple[int, ...]
    total: Place | None


# ---- guesses


class _Block(Value):
    """A run of lines that have the same number of tokens, all integers.

    columns: the integers of each column. total: an integer before it that counts its
    lines.
    """

    lines: range
    columns: Sequence[Sequence[int]]
    total: Place | None


# Kept for one text: every pass asks for the guesses of the same text, for each size and
# position, and making them takes seconds for a text of a megabyte.
@functools.lru_cache(maxsize=1)
def labellings(text: Text) -> list[Labelling]:
    """Return the guesses for every block of lines: the largest blocks first."""
    known = integers(text)
    found: list[Labelling] = []
    largest = sorted(_runs_of_lines(text, known), key=len, reverse=True)
    for lines in largest[:_BLOCKS]:
        before = [place for place in known if place[0] < lines.start]
        width = len(text[lines.start])
        columns = [[known[i, j] for i in lines] for j in range(width)]
        block = _Block(lines, columns, _total(text, known, before, len(lines)))
        for counter in _counters(text, before):
            count = known[counter]
            if 2 <= count <= _MOST_LABELS:
                found += _guesses(text, block, counter, range(1, 1 + count))
                found += _guesses(text, block, counter, range(count))
    return found


def largest_count(text: Text) -> int:
    """Return the number of labels of the largest guess; 0 without one."""
    return max((guess.count for guess in labellings(text)), default=0)


def _runs_of_lines(text: Text, known: Mapping[Place, int]) -> Iterator[range]:
    """Yield runs of lines that have the same number of tokens, all integers."""
    counts = Counter(line for line, _ in known)
    widths = [len(line) if counts[i] == len(line) else 0 for i, line in enumerate(text)]
    place = 0
    for width, run in itertools.groupby(widths):
        start = place
        length = len(list(run))
        place += length
        if not 1 < width <= _WIDEST:
            continue
        # A run from line 0 on has no line before it, so nothing counts its labels.
        if start > 0:
            yield range(start, place)
        # `n m` and then m edges: the first line of the run counts the others.
        first_line = [known[start, j] for j in range(width)]
        if length > 1 and length - 1 in first_line:
            yield range(start + 1, place)


def _total(
    text: Text, known: Mapping[Place, int], before: Sequence[Place], lines: int
) -> Place | None:
    """Return the last integer of a short line before a block that counts its lines."""
    for place in reversed(before):
        if known[place] == lines and len(text[place[0]]) <= _SHORT_LINE:
            return place
    return None


def _counters(text: Text, before: Sequence[Place]) -> list[Place]:
    """Return integers that may count labels: of the nearest short line, and of line 0 if
    that is short."""
    short = [place for place in before if len(text[place[0]]) <= _SHORT_LINE]
    if not short:
        return []
    nearest_line = short[-1][0]  # the places are in reading order
    nearest = [place for place in short if place[0] == nearest_line]
    first = [place for place in short if place[0] == 0]
    return list(dict.fromkeys((*nearest, *first)))


def _guesses(
    text: Text, block: _Block, counter: Place, labels: range
) -> list[Labelling]:
    """Return the guesses for one block, counter and range of labels."""
    before = range(counter[0] + 1, block.lines.start)
    rows = tuple(i for i in before if len(text[i]) == len(labels))
    # An integer in a row of values is no counter.
    total = None if block.total is None or block.total[0] in rows else block.total
    full = _columns_of_labels(block, labels)
    found = []
    for columns in _choices_of_columns(block, full):
        if not _mentions_labels(block, columns, labels):
            continue
        edge = None
        if len(columns) == 2 and set(columns) <= set(full):
            edge = Edge(*columns)
        references = _references(block, columns, labels)
        found.append(
            Labelling(
                counter=counter,
                count=len(labels),
                base=labels.start,
                references=references,
                edge=edge,
                rows=rows,
                total=total,
            )
        )
    return found


def _columns_of_labels(block: _Block, labels: range) -> tuple[int, ...]:
    """Return the columns that hold nothing but labels."""
    found = []
    for j, values in enumerate(block.columns):
        if min(values) in labels and max(values) in labels:
            found.append(j)
    return tuple(found)


def _choices_of_columns(block: _Block, full: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return which columns may refer to labels, the likeliest choice first.

    full: the columns that hold nothing but labels.
    """
    varied = tuple(j for j in full if len(set(block.columns[j])) > 2)
    choices = [
        full,
        full[:2],  # `u v w`: the weights of edges may be small enough for labels
        varied,  # `kind l r`: a column of one or two values is a kind of query
    ]
    width = len(block.columns)
    if len(full) < width:
        # Lines of several kinds: whatever looks like a label may be one.
        choices.append(tuple(range(width)))
    return [columns for columns in dict.fromkeys(choices) if columns]


def _mentions_labels(block: _Block, columns: Sequence[int], labels: range) -> bool:
    """Return whether some value is a label. Labels from 0 on must mention 0: else
    nearly every guess with labels from 1 on would be made a second time."""
    wanted = labels if labels.start > 0 else range(1)
    for j in columns:
        if any(value in wanted for value in block.columns[j]):
            return True
    return False


def _references(
    block: _Block, columns: Sequence[int], labels: range
) -> Mapping[int, Mapping[int, int]]:
    """Return the labels in each line of the block, from 0 on, by column."""
    found: dict[int, dict[int, int]] = {}
    for i in block.lines:
        found[i] = {}
    for j in columns:
        for i, value in zip(block.lines, block.columns[j], strict=True):
            if value in labels:
                found[i][j] = value - labels.start
    return found


# ---- fewer labels


class _LabelSearch(Value):
    """A search along the edges of a guess, for the first `size` labels from `origin`.

    beside: the labels that share a line with each label.
    deep: depth first; else breadth first.
    """

    guess: Labelling
    beside: Sequence[Sequence[int]]
    origin: int
    size: int
    deep: bool


def keep_reached(text: Text, start: int) -> Iterator[TextEdit]:
    """Yield texts with only the labels that a search from some label reaches first."""
    for position, search in numbered(_searches(text), start):
        becomes = _keeping(_reached(search), search.guess.count)
        yield TextEdit(position, _renumbered(text, search.guess, becomes))


def _searches(text: Text) -> Iterator[_LabelSearch]:
    for guess in labellings(text):
        if guess.edge is None:
            continue
        beside = _beside(guess, guess.edge)
        # A few labels first: if they suffice for the fault, one edit removes nearly
        # everything. From one label only, because there may be 10^5 of them.
        size = _LEAP
        while size * _LEAP <= guess.count:
            yield from _searches_of_size(guess, beside, size, guess.count)
            size *= _LEAP
        apart = max(guess.count // _STARTS, 1)
        size = guess.count // 2
        while size >= 1:
            yield from _searches_of_size(guess, beside, size, apart)
            size //= 2


def _searches_of_size(
    guess: Labelling, beside: Sequence[Sequence[int]], size: int, apart: int
) -> Iterator[_LabelSearch]:
    """Yield searches that start every `apart` labels, the first at label 0. Breadth
    first keeps what is around a label, depth first keeps a long path.

    Up to 40 labels, `cuts` gives every start that leaves `apart` labels: so few searches
    are cheap. If `apart` is the number of labels, there is one start.
    """
    for origin in cuts(guess.count, apart):
        yield _LabelSearch(guess, beside, origin, size, deep=False)
        yield _LabelSearch(guess, beside, origin, size, deep=True)


def _beside(guess: Labelling, edge: Edge) -> list[list[int]]:
    """Return the labels that share a line with each label."""
    beside: list[list[int]] = [[] for _ in range(guess.count)]
    for labels in guess.references.values():
        u = labels[edge.u]
        v = labels[edge.v]
        beside[u].append(v)
        beside[v].append(u)
    return beside


def _reached(search: _LabelSearch) -> set[int]:
    reached: set[int] = set()
    waiting = deque([search.origin])
    while waiting and len(reached) < search.size:
        label = waiting.pop() if search.deep else waiting.popleft()
        if label not in reached:
            reached.add(label)
            waiting += search.beside[label]
    return reached


def _keeping(kept: Container[int], count: int) -> Renumbering:
    """Return the new numbers if only some of `count` labels are kept, in their order."""
    becomes: list[int | None] = []
    number = 0
    for label in range(count):
        if label in kept:
            becomes.append(number)
            number += 1
        else:
            becomes.append(None)
    return becomes


class _LabelRange(Value):
    """Labels in a row of a guess, from `first` on."""

    guess: Labelling
    first: int


def _label_ranges(text: Text, size: int) -> Iterator[_LabelRange]:
    """Yield each place of `size` labels in a row; at least one label is left."""
    for guess in labellings(text):
        if size < guess.count:
            for first in cuts(guess.count, size):
                yield _LabelRange(guess, first)


def _label_ranges_after_one(text: Text, size: int) -> Iterator[_LabelRange]:
    """Yield each place of `size` labels in a row that has a label before it."""
    for guess in labellings(text):
        if size < guess.count:
            for cut in cuts(guess.count - 1, size):
                yield _LabelRange(guess, cut + 1)


def drop_labels(text: Text, size: int, start: int) -> Iterator[TextEdit]:
    """Yield texts without `size` labels in a row and the lines that mention them."""
    for position, place in numbered(_label_ranges(text, size), start):
        guess = place.guess
        # The new numbers: the labels behind those that go move down.
        before = range(place.first)
        behind = range(place.first, guess.count - size)
        becomes = [*before, *itertools.repeat(None, size), *behind]
        yield TextEdit(position, _renumbered(text, guess, becomes))


def merge_labels(text: Text, size: int, start: int) -> Iterator[TextEdit]:
    """Yield texts in which `size` labels in a row become the label before them."""
    for position, place in numbered(_label_ranges_after_one(text, size), start):
        guess = place.guess
        first = place.first
        becomes = list(range(first))
        for label in range(first, guess.count):
            # The labels after the range move down; those in it become `first - 1`.
            becomes.append(max(first - 1, label - size))
        yield TextEdit(position, _renumbered(text, guess, becomes))


class _LineRange(Value):
    """Lines in a row of the block of a guess, from number `first` of the block on."""

    guess: Labelling
    edge: Edge
    first: int


def _line_ranges(text: Text, size: int) -> Iterator[_LineRange]:
    for guess in labellings(text):
        if guess.edge is not None:
            for first in cuts(len(guess.references), size):
                yield _LineRange(guess, guess.edge, first)


def contract_lines(text: Text, size: int, start: int) -> Iterator[TextEdit]:
    """Yield texts in which the two labels of a line become one, for `size` lines.

    A small block is tried with larger values too. Both edits share a position: after
    one of them, the lines at that place may still be contracted.
    """
    for position, place in numbered(_line_ranges(text, size), start):
        guess = place.guess
        lines = list(guess.references.values())
        contracted = lines[place.first : place.first + size]
        becomes = _contracted(guess.count, contracted, place.edge)
        fewer = _renumbered(text, guess, becomes)
        yield TextEdit(position, fewer)
        if len(lines) <= _FEW_LINES:
            yield TextEdit(position, _with_largest(fewer, guess))


def _contracted(
    count: int, lines: Sequence[Mapping[int, int]], edge: Edge
) -> Renumbering:
    """Return new numbers that are equal for both labels of each line."""
    # Union-find: each label points to a smaller one that it became, or to itself.
    up = list(range(count))

    def top(label: int) -> int:
        while up[label] != label:
            label = up[label]
        return label

    for labels in lines:
        low, high = sorted((top(labels[edge.u]), top(labels[edge.v])))
        up[high] = low
    becomes: list[int] = []
    number = 0
    for label in range(count):
        if up[label] == label:
            becomes.append(number)
            number += 1
        else:
            becomes.append(becomes[top(label)])  # a smaller label: it has its number
    return becomes


def _with_largest(text: Text, guess: Labelling) -> Text:
    """Return the text in which the integers of the widest lines, from the block to the
    end, are all the largest one of them, references aside: what fails by a sum still
    does with fewer lines."""
    start = min(guess.references)
    width = max(map(len, text[start:]), default=0)
    reference_columns: set[int] = set()
    for labels in guess.references.values():
        reference_columns.update(labels)
    known = integers(text)
    free = []
    for place in known:
        i, j = place
        if i >= start and len(text[i]) == width and j not in reference_columns:
            free.append(place)
    return with_same(text, free, max(values_at(known, free), default=0))


# ---- renumbering


def _renumbered(text: Text, guess: Labelling, becomes: Renumbering) -> Text:
    """Return the text with its labels renumbered. A line that mentions a label that
    goes is left out, and so is one whose two labels become the same, or that then
    repeats an earlier pair: many formats forbid loops and repeated edges."""
    lines: list[Line | None] = list(text)
    gone = 0
    seen: set[tuple[int, int]] = set()
    for i, labels in guess.references.items():
        new = _new_labels(labels, becomes)
        if new is None or (guess.edge and _is_needless(new, labels, guess.edge, seen)):
            lines[i] = None
            gone += 1
            continue
        tokens = list(text[i])
        for j, label in new.items():
            tokens[j] = b"%d" % (label + guess.base)
        lines[i] = tuple(tokens)
    firsts = _first_labels(becomes)
    for i in guess.rows:
        lines[i] = tuple(text[i][label] for label in firsts)
    # One integer may count both, as in a cycle of n vertices: it counts the labels then.
    if guess.total is not None and guess.total != guess.counter:
        _lower(lines, guess.total, gone)
    _lower(lines, guess.counter, guess.count - len(firsts))
    return tuple(line for line in lines if line is not None)


def _new_labels(
    labels: Mapping[int, int], becomes: Renumbering
) -> dict[int, int] | None:
    """Return what the labels of a line become, by column; None if one of them goes."""
    new = {}
    for column, label in labels.items():
        number = becomes[label]
        if number is None:
            return None
        new[column] = number
    return new


def _first_labels(becomes: Renumbering) -> list[int]:
    """Return the first label of those that become the same one, in order: it keeps its
    token in the rows."""
    firsts: dict[int, int] = {}
    for label, number in enumerate(becomes):
        if number is not None:
            firsts.setdefault(number, label)
    return sorted(firsts.values())


def _is_needless(
    new: Mapping[int, int],
    old: Mapping[int, int],
    edge: Edge,
    seen: set[tuple[int, int]],
) -> bool:
    """Return whether an edge becomes a loop or repeats an earlier one; add it to `seen`.

    A loop that was a loop before stays: the format allows it.
    """
    u = new[edge.u]
    v = new[edge.v]
    if u == v:
        return old[edge.u] != old[edge.v]
    ends = (min(u, v), max(u, v))
    known = ends in seen
    seen.add(ends)
    return known


def _lower(lines: list[Line | None], place: Place, by: int) -> None:
    i, j = place
    line = lines[i]
    # Only lines of the block are left out, and counters stand before it.
    if line is not None:
        lines[i] = (*line[:j], b"%d" % (int(line[j]) - by), *line[j + 1 :])


# ---- permutations


class _Permutation(Value):
    """A line that holds `base` to `base + n - 1` in some order, and the integer that
    says n."""

    line: int
    row: Sequence[int]
    base: int
    counter: Place | None


def shorten_permutations(text: Text, size: int, start: int) -> Iterator[TextEdit]:
    """Yield texts without `size` elements in a row of a permutation: the other elements
    keep their order, or their cycles. Both edits share a position: after one of them,
    more elements may be cut out there."""
    for position, (found, at) in numbered(_cut_permutations(text, size), start):
        counted = []
        if found.counter is not None:
            counted.append((found.counter, len(found.row) - size))
        fewer = with_values(text, counted)
        for values in (_keep_order(found, at, size), _keep_cycles(found, at, size)):
            yield TextEdit(position, with_line(fewer, found.line, as_tokens(values)))


def _cut_permutations(text: Text, size: int) -> Iterator[tuple[_Permutation, int]]:
    """Yield each permutation with every index where `size` elements are cut out."""
    for found in _permutations(text, size):
        for at in cuts(len(found.row), size):
            yield found, at


def _permutations(text: Text, size: int) -> Iterator[_Permutation]:
    """Yield the permutations of more than `size` elements."""
    known = integers(text)
    for i, places in integers_by_line(text).items():
        if len(places) <= size or len(places) < len(text[i]):
            continue
        row = values_at(known, places)
        base = min(row)
        if base not in (0, 1):
            continue
        if sorted(row) == list(range(base, base + len(row))):
            yield _Permutation(i, row, base, _length_before(known, i, len(row)))


def _length_before(known: Mapping[Place, int], line: int, length: int) -> Place | None:
    """Return the last integer before a line that is its length."""
    nearest = None
    for place, value in known.items():
        if place[0] >= line:
            break  # the places are in reading order
        if value == length:
            nearest = place
    return nearest


def _keep_order(found: _Permutation, at: int, size: int) -> list[int]:
    """Return the shorter permutation whose elements compare as before."""
    rest = [*found.row[:at], *found.row[at + size :]]
    ranks = {value: rank for rank, value in enumerate(sorted(rest))}
    return [ranks[value] + found.base for value in rest]


def _keep_cycles(found: _Permutation, at: int, size: int) -> list[int]:
    """Return the shorter permutation in which each cycle skips the elements that go."""
    out = range(at, at + size)
    spliced = []
    for index in range(len(found.row)):
        if index in out:
            continue
        target = found.row[index] - found.base
        while target in out:
            target = found.row[target] - found.base
        if target >= at:
            target -= size  # it stands after the elements that are removed
        spliced.append(found.base + target)
    return spliced
