"""Makes an input smaller while it stays interesting. Pure: the caller knows what is interesting.

    shrunk = shrink(content, first, valid)

`first` gets candidates in order and returns the number, from 0, of the first interesting one, or
None if there is none. It may try several at once: the result does not depend on how many. `valid`
returns which inputs are valid at all, interesting or not. `check` is called for every edit, because
large ones take long to make.
"""

import contextlib
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from judging.hunt.shrinking import cases, labels, passes
from judging.hunt.shrinking.passes import Edit, Text

Candidates = Iterator[bytes]
First = Callable[[Candidates], int | None]
Valid = Callable[[Sequence[bytes]], list[bool]]
Pass = Callable[[Text, int], Iterator[Edit]]

_PARTS = 16
_REFILLS = 24
_SHORTER = 6
_ENUMERATED = 256
_REFILLED_TOKENS = 40
_PAIRED_TOKENS = 24
_EXCHANGED_TOKENS = 200


class OutOfBudget(Exception):
    """`first`, `valid` and `check` raise it to end the shrinking: the result is the best so far."""


@dataclass(frozen=True, slots=True)
class Shrunk:
    """The smallest input found, and how many steps led to it."""

    content: bytes
    steps: int


def shrink(
    content: bytes, first: First, valid: Valid, check: Callable[[], None] = lambda: None
) -> Shrunk:
    """Return the smallest input found."""
    shrinker = _Shrinker(passes.parse(content), first, valid, check)
    with contextlib.suppress(OutOfBudget):
        shrinker.run()
    return Shrunk(passes.render(shrinker.text), shrinker.steps)


@dataclass(slots=True)
class _Shrinker:
    """`text` is the smallest found so far; `tried` has the hashes of the texts that were tried."""

    text: Text
    first: First
    valid: Valid
    check: Callable[[], None]
    steps: int = 0
    tried: set[int] = field(default_factory=set)

    def run(self) -> None:
        """Run every pass, the boldest first, until none of them helps."""
        while True:
            steps, tokens = self.steps, self._tokens()
            self._run_label_passes(_PARTS)
            # An input that fails by its size becomes a row of equal numbers here, of which the
            # later passes try one deletion for all. An input that fails by its sum becomes a short
            # row. Both save hundreds of runs.
            self._run_halving(passes.flattened, self._longest_line, _PARTS)
            self._run_pass(passes.merged)
            self._run_halving(passes.without_lines, lambda: len(self.text))
            self._run_halving(passes.without_tokens, self._longest_line)
            self._run_halving(passes.uniform_letters, self._longest_word, _PARTS)
            self._run_halving(passes.without_letters, self._longest_word)
            self._run_halving(passes.flattened, self._longest_line)
            if self._tokens() < tokens:
                continue  # the passes over single numbers are cheaper with fewer numbers
            self._run_pass(passes.scaled)
            self._run_pass(passes.lowered_together)
            self._run_pass(passes.lowered)
            if self._tokens() <= _EXCHANGED_TOKENS:
                self._run_pass(passes.reordered)
            if self._tokens() <= _PAIRED_TOKENS:
                self._run_pass(passes.shifted)
            if self.steps == steps and self._tokens() <= _REFILLED_TOKENS:
                self._run_pass(
                    lambda text, _: passes.enumerated(self._shapes(text), _ENUMERATED)
                )
                self._run_pass(
                    lambda text, _: passes.refilled(self._shapes(text), _REFILLS)
                )
            if self.steps == steps:
                self._run_label_passes()
            if self.steps == steps:
                return

    def _run_label_passes(self, parts: int | None = None) -> None:
        """Remove cases, vertices, positions and elements of permutations: many at a time, and
        without `parts` also one by one."""
        self._run_halving(cases.without_cases, lambda: len(self.text))
        steps = -1
        while steps < self.steps:
            steps = self.steps
            self._run_pass(labels.keep_reached)
        for label_pass in (
            labels.drop_labels,
            labels.contract_lines,
            labels.merge_labels,
        ):
            self._run_halving(label_pass, lambda: labels.largest_count(self.text), parts)
        self._run_halving(labels.shorten_permutations, self._longest_line, parts)

    def _shapes(self, text: Text) -> list[Text]:
        """Return the valid texts that are a little smaller than `text`, and `text` itself."""
        fewer = itertools.islice(labels.shorten_permutations(text, 1, 0), _SHORTER)
        smaller = [*passes.smaller(text), *(edit.text for edit in fewer)]
        valid = self.valid([passes.render(shape) for shape in smaller])
        return [*itertools.compress(smaller, valid), text]

    def _tokens(self) -> int:
        return sum(map(len, self.text))

    def _longest_line(self) -> int:
        return max(map(len, self.text))

    def _longest_word(self) -> int:
        return max(len(token) for line in self.text for token in line)

    def _run_halving(
        self,
        sized_pass: Callable[[Text, int, int], Iterator[Edit]],
        largest: Callable[[], int],
        parts: int | None = None,
    ) -> None:
        """Run a pass once for each power of two, from `largest` down to 1, or with `parts` down to
        that part of `largest`. Size two matters: many faults depend on even lengths."""
        size = _power_of_two(largest())
        smallest = size // parts if parts else 0
        while size > smallest:
            self._run_pass(lambda text, start, size=size: sized_pass(text, size, start))  # type: ignore[misc]
            size = min(size // 2, _power_of_two(largest()))

    def _run_pass(self, one_pass: Pass) -> None:
        """Apply the first edit that keeps the input interesting, and go on from its position."""
        start = 0
        while True:
            asked: list[Edit] = []
            hit = self.first(self._candidates(one_pass(self.text, start), asked))
            # `first` may have read candidates after the hit. How many depends on the number of
            # workers, so only those up to the hit count as tried.
            self.tried.update(hash(edit.text) for edit in asked[:hit])
            if hit is None:
                return
            start, self.text = asked[hit].position, asked[hit].text
            self.steps += 1

    def _candidates(self, edits: Iterator[Edit], asked: list[Edit]) -> Candidates:
        """Yield the edits that are smaller and were not tried before; add them to `asked`."""
        known: set[int] = set()
        size = passes.measure(self.text)
        for edit in edits:
            self.check()
            name = hash(edit.text)
            new = name not in self.tried and name not in known
            if new and passes.measure(edit.text) < size:
                known.add(name)
                asked.append(edit)
                yield passes.render(edit.text)


def _power_of_two(most: int) -> int:
    """Return the largest power of two that is at most `most`; 0 for 0."""
    return 1 << most.bit_length() >> 1
