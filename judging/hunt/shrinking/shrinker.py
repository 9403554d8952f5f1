"""Makes an input smaller while it stays interesting. Pure: what is interesting is asked for.

    reduced, shrinks = reduce(content, first, valid)

`first` is given candidates in order and says which is the first that is interesting, so it may try
several at once: the result does not depend on how many. `valid` says of inputs whether they are
valid at all, for edits that are built on one another.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterator, Sequence

from judging.hunt.shrinking import passes
from judging.hunt.shrinking.passes import Edit, Text

Candidates = Iterator[bytes]
First = Callable[[Candidates], int | None]
Valid = Callable[[Sequence[bytes]], list[bool]]
Sweep = Callable[[Text, int], Iterator[Edit]]

_PARTS = 16
_REFILLS = 24
_ENUMERATED = 256
_REFILLED_TOKENS = 40
_PAIRED_TOKENS = 24
_EXCHANGED_TOKENS = 200


class Spent(Exception):
    """Raised by `first` when no more candidates are to be tried: the best so far is the result."""


def reduce(content: bytes, first: First, valid: Valid) -> tuple[bytes, int]:
    """The least input that was come to, and how many steps led there. `first` gets candidates and
    returns the number, from 0, of the first interesting one, None when there is none."""
    reducer = _Reducer(content, first, valid)
    with contextlib.suppress(Spent):
        reducer.go()
    return passes.render(reducer.text), reducer.shrinks


class _Reducer:
    def __init__(self, content: bytes, first: First, valid: Valid) -> None:
        self.text = passes.parse(content)
        self.shrinks = 0
        self._first = first
        self._valid = valid
        self._seen: set[int] = set()

    def go(self) -> None:
        """Every kind of edit, the boldest first, until none of them helps."""
        while True:
            before, tokens = self.shrinks, self._tokens()
            # What fails by its size is a row of equal numbers then, and one deletion from it like
            # any other; what fails by its sum is a short row: that saves hundreds of runs.
            self._halving(passes.flattened, self._longest_line, _PARTS)
            self._sweep(passes.merged)
            self._halving(passes.without_lines, lambda: len(self.text))
            self._halving(passes.without_tokens, self._longest_line)
            self._halving(passes.without_letters, self._longest_word)
            self._halving(passes.flattened, self._longest_line)
            if self._tokens() < tokens:
                continue  # what is done to single numbers is cheaper where there are few
            self._sweep(passes.scaled)
            self._sweep(passes.lowered_together)
            self._sweep(passes.lowered)
            if self._tokens() <= _EXCHANGED_TOKENS:
                self._sweep(passes.reordered)
            if self._tokens() <= _PAIRED_TOKENS:
                self._sweep(passes.shifted)
            if self.shrinks == before and self._tokens() <= _REFILLED_TOKENS:
                self._sweep(lambda text, _: passes.enumerated(self._shapes(text), _ENUMERATED))
                self._sweep(lambda text, _: passes.refilled(self._shapes(text), _REFILLS))
            if self.shrinks == before:
                return

    def _shapes(self, text: Text) -> list[Text]:
        """The valid ones among the texts that are a little smaller, and the text itself."""
        smaller = passes.smaller(text)
        valid = self._valid([passes.render(shape) for shape in smaller])
        return [*itertools.compress(smaller, valid), text]

    def _tokens(self) -> int:
        return sum(map(len, self.text))

    def _longest_line(self) -> int:
        return max(map(len, self.text))

    def _longest_word(self) -> int:
        return max(len(token) for line in self.text for token in line)

    def _halving(
        self,
        sweep: Callable[[Text, int, int], Iterator[Edit]],
        most: Callable[[], int],
        parts: int | None = None,
    ) -> None:
        """One sweep for each power of two, from `most` down to 1, or where `parts` is given to a
        part in so many of `most`. Two is among them: many a failure hangs by what is even."""
        size = _power_of_two(most())
        least = size // parts if parts else 0
        while size > least:
            self._sweep(lambda text, start, size=size: sweep(text, size, start))  # type: ignore[misc]
            size = min(size // 2, _power_of_two(most()))

    def _sweep(self, sweep: Sweep) -> None:
        """Takes the first edit that keeps the input interesting, and goes on from its place."""
        start = 0
        while True:
            asked: list[Edit] = []
            hit = self._first(self._candidates(sweep(self.text, start), asked))
            # How far ahead it was asked for is not known here: only what counts is noted.
            self._seen.update(hash(text) for _, text in asked[:hit])
            if hit is None:
                return
            start, self.text = asked[hit]
            self.shrinks += 1

    def _candidates(self, found: Iterator[Edit], asked: list[Edit]) -> Candidates:
        """Those that are smaller and were not tried before."""
        least = passes.measure(self.text)
        mine: set[int] = set()
        for edit in found:
            name = hash(edit[1])
            if name not in self._seen and name not in mine and passes.measure(edit[1]) < least:
                mine.add(name)
                asked.append(edit)
                yield passes.render(edit[1])


def _power_of_two(most: int) -> int:
    """The largest that is not above `most`; 0 where that is 0."""
    return 1 << most.bit_length() >> 1
