"""Edits for inputs of several cases: a first integer t, and t groups of lines behind it. Pure."""

import functools
from collections.abc import Callable, Iterator, Sequence

from judging.hunt.shrinking.passes import (
    Edit,
    Text,
    cuts,
    integers,
    numbered,
    with_values,
)

# How many lines may follow the first line of a case, by the integers in that line.
_BODIES: tuple[Callable[[Sequence[int]], int], ...] = (
    lambda head: head[0],
    lambda head: head[0] - 1,
    lambda head: head[-1],
    lambda head: head[-1] + 1,
    lambda head: 1,
    lambda head: 2,
    lambda head: 3,
    lambda head: 0,
)


def without_cases(text: Text, size: int, start: int) -> Iterator[Edit]:
    """Yield texts without `size` cases in a row."""
    known = integers(text)
    guesses = [starts for starts in case_starts(text) if size < len(starts) - 1]
    places = ((starts, at) for starts in guesses for at in cuts(len(starts) - 1, size))
    for position, (starts, at) in numbered(places, start):
        fewer = with_values(text, [((0, 0), known[0, 0] - size)])
        yield Edit(position, fewer[: starts[at]] + fewer[starts[at + size] :])


@functools.lru_cache(maxsize=1)
def case_starts(text: Text) -> list[list[int]]:
    """Return guesses at where each case starts, each with the line behind the last case."""
    known = integers(text)
    lines = len(text) - (text[-1] == (b"",))
    found = []
    for body in _BODIES if known.get((0, 0), 0) > 1 else ():
        starts = [1]
        while len(starts) <= known[0, 0] and starts[-1] < lines:
            i = starts[-1]
            head = [known[i, j] for j in range(len(text[i])) if (i, j) in known]
            if not head or body(head) < 0:
                break
            starts.append(i + 1 + body(head))
        if (
            len(starts) == known[0, 0] + 1
            and starts[-1] == lines
            and starts not in found
        ):
            found.append(starts)
    return found
