"""Edits for inputs of several cases: an integer t, then t groups of lines. Pure."""

import functools
from collections.abc import Callable, Iterator, Sequence

from judging.features.hack.hunt.shrinking.text import (
    Text,
    TextEdit,
    cuts,
    integers,
    numbered,
    with_values,
)
from judging.values import Value

# How many lines may follow the first line of a case, by the integers in that line.
# Texts for which several fit are tried with each.
_BODIES: tuple[Callable[[Sequence[int]], int], ...] = (
    lambda head: head[0],  # n ..., and n lines
    lambda head: head[0] - 1,  # n, and the edges of a tree
    lambda head: head[-1],  # n m, and m edges
    lambda head: head[-1] + 1,  # n q, a row, and q queries
    lambda head: 1,  # a row
    lambda head: 2,
    lambda head: 3,
    lambda head: 0,  # a case is a line
)

# The index of the first line of each case, and of the line after the last case.
CaseStarts = list[int]


class _Cases(Value):
    """Cases in a row, from number `first` on, of one guess at where cases start."""

    starts: CaseStarts
    first: int


def without_cases(text: Text, size: int, start: int) -> Iterator[TextEdit]:
    """Yield texts without `size` cases in a row."""
    known = integers(text)
    for position, cases in numbered(_cut_cases(text, size), start):
        fewer = with_values(text, [((0, 0), known[0, 0] - size)])
        begin = cases.starts[cases.first]
        end = cases.starts[cases.first + size]
        yield TextEdit(position, fewer[:begin] + fewer[end:])


def _cut_cases(text: Text, size: int) -> Iterator[_Cases]:
    for starts in case_starts(text):
        count = len(starts) - 1
        if size < count:  # one case is left at least
            for first in cuts(count, size):
                yield _Cases(starts, first)


# The passes ask once for each size, and again after each edit that was not taken.
@functools.lru_cache(maxsize=1)
def case_starts(text: Text) -> list[CaseStarts]:
    """Return the guesses at where each case starts, without repetition."""
    count = integers(text).get((0, 0), 0)
    if count < 2:
        return []
    found: list[CaseStarts] = []
    for body in _BODIES:
        starts = _starts_with(text, count, body)
        if starts is not None and starts not in found:
            found.append(starts)
    return found


def _starts_with(
    text: Text, count: int, body: Callable[[Sequence[int]], int]
) -> CaseStarts | None:
    """Return where `count` cases start if each has so many lines as `body` says; None
    if these do not fill the text exactly."""
    known = integers(text)
    end = len(text)
    if text[-1] == (b"",):
        end -= 1  # the text ends with a line feed
    starts = [1]
    while len(starts) <= count and starts[-1] < end:
        first = starts[-1]
        tokens = range(len(text[first]))
        head = [known[first, j] for j in tokens if (first, j) in known]
        if not head or body(head) < 0:
            return None
        starts.append(first + 1 + body(head))
    complete = len(starts) == count + 1 and starts[-1] == end
    return starts if complete else None
