"""Makes an input smaller while it is interesting: the caller knows when it is. Pure.

    shrunk = shrink(content, first, valid)

`first` gets candidates in order and returns the number, from 0, of the first
interesting one, or None if there is none. It may try several at once: the result does
not depend on how many. `valid` returns which inputs are valid at all, interesting or
not. `check` is called for every edit, because large ones are slow to make.

The result is deterministic: passes run in a fixed order, each yields its edits in a
fixed order, and the first interesting one is taken. Changing an order here changes
which input is found.
"""

import contextlib
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from judging.features.hack.hunt.shrinking import cases, labels, passes
from judging.features.hack.hunt.shrinking.text import (
    Text,
    TextEdit,
    count_tokens,
    is_smaller,
    parse,
    render,
)
from judging.values import Value

Candidates = Iterator[bytes]
First = Callable[[Candidates], int | None]
Valid = Callable[[Sequence[bytes]], list[bool]]
Pass = Callable[[Text, int], Iterator[TextEdit]]
SizedPass = Callable[[Text, int, int], Iterator[TextEdit]]

# The bounds below are chosen, not measured one by one. With all of them together, 30 of
# the 30 planted faults of benchmarks/shrinking.py shrink to a least input within 20 s
# of CPU time.

# The first round of a pass cuts down to a 16th of the input: few runs while the input
# is large.
_PARTS = 16
# Draws for each shape, and the shapes without elements of permutations to draw for.
_REFILLS = 24
_SHORTER = 6
# The most choices of small values for one shape.
_ENUMERATED = 256
# Passes whose runs grow fast with the number of tokens end at so many of them: new
# values need all tokens of a row to be right at once, pairs of integers and exchanges
# are quadratic in a row.
_REFILLED_TOKENS = 40
_PAIRED_TOKENS = 24
_EXCHANGED_TOKENS = 200


class OutOfBudget(Exception):
    """`first`, `valid` and `check` raise it to end the shrinking: the result is the
    best so far."""


class Shrunk(Value):
    """The smallest input found, and how many steps led to it."""

    content: bytes
    steps: int


def shrink(
    content: bytes, first: First, valid: Valid, check: Callable[[], None] = lambda: None
) -> Shrunk:
    """Return the smallest input found."""
    shrinker = _Shrinker(parse(content), first, valid, check)
    with contextlib.suppress(OutOfBudget):
        shrinker.run()
    return Shrunk(render(shrinker.text), shrinker.steps)


@dataclass(slots=True)
class _Shrinker:
    """`text` is the smallest found so far; `tried` has the hashes of the texts that
    were tried."""

    text: Text
    first: First
    valid: Valid
    check: Callable[[], None]
    steps: int = 0
    tried: set[int] = field(default_factory=set)

    def run(self) -> None:
        """Run every pass, the boldest first, until none of them helps."""
        while True:
            steps = self.steps
            tokens = count_tokens(self.text)
            self._run_removing_passes()
            if count_tokens(self.text) < tokens:
                continue  # the passes over single numbers are cheaper with fewer numbers
            self._run_number_passes()
            # The rest are the slowest: they run only if nothing else has helped.
            if self.steps == steps and count_tokens(self.text) <= _REFILLED_TOKENS:
                self._run_refilling_passes()
            if self.steps == steps:
                self._run_label_passes()
            if self.steps == steps:
                return

    def _run_removing_passes(self) -> None:
        """Remove labels, lines, tokens and characters."""
        self._run_label_passes(_PARTS)
        # An input that fails by its size becomes a row of equal numbers here, of which
        # the later passes try one deletion for all. An input that fails by its sum
        # becomes a short row. Both save hundreds of runs.
        self._run_halving(passes.flattened, self._longest_line, _PARTS)
        self._run_pass(passes.merged)
        self._run_halving(passes.without_lines, lambda: len(self.text))
        self._run_halving(passes.without_tokens, self._longest_line)
        # Equal letters first, for the same reason as equal numbers.
        self._run_halving(passes.uniform_letters, self._longest_word, _PARTS)
        self._run_halving(passes.without_letters, self._longest_word)
        self._run_halving(passes.flattened, self._longest_line)

    def _run_number_passes(self) -> None:
        """Make numbers smaller, lines before single numbers, and change their order."""
        self._run_pass(passes.scaled)
        self._run_pass(passes.lowered_together)
        self._run_pass(passes.lowered)
        if count_tokens(self.text) <= _EXCHANGED_TOKENS:
            self._run_pass(passes.reordered)
        if count_tokens(self.text) <= _PAIRED_TOKENS:
            self._run_pass(passes.shifted)

    def _run_refilling_passes(self) -> None:
        """Put new numbers into this text and into slightly smaller ones."""
        self._run_pass(
            lambda text, _: passes.enumerated(self._shapes(text), _ENUMERATED)
        )
        self._run_pass(lambda text, _: passes.refilled(self._shapes(text), _REFILLS))

    def _run_label_passes(self, parts: int | None = None) -> None:
        """Remove cases, vertices, positions and elements of permutations: many at a
        time, and without `parts` also one by one."""
        # With `parts` too: in a graph of 10^5 edges, which lines may be cases, one by one
        # took all the time of a hunt.
        self._run_halving(cases.without_cases, lambda: len(self.text), parts)
        # Again from the first position after a success: fewer labels may suffice now.
        steps = -1
        while steps < self.steps:
            steps = self.steps
            self._run_pass(labels.keep_reached)
        self._run_halving(labels.drop_labels, self._most_labels, parts)
        self._run_halving(labels.contract_lines, self._most_labels, parts)
        self._run_halving(labels.merge_labels, self._most_labels, parts)
        self._run_halving(labels.shorten_permutations, self._longest_line, parts)

    def _shapes(self, text: Text) -> list[Text]:
        """Return the valid texts that are a little smaller than `text`, and `text`."""
        smaller = passes.smaller(text)
        for edit in itertools.islice(labels.shorten_permutations(text, 1, 0), _SHORTER):
            smaller.append(edit.text)
        valid = self.valid([render(shape) for shape in smaller])
        return [*itertools.compress(smaller, valid), text]

    def _most_labels(self) -> int:
        return labels.largest_count(self.text)

    def _longest_line(self) -> int:
        return max(map(len, self.text))

    def _longest_word(self) -> int:
        return max(len(token) for line in self.text for token in line)

    def _run_halving(
        self,
        sized_pass: SizedPass,
        largest: Callable[[], int],
        parts: int | None = None,
    ) -> None:
        """Run a pass once for each power of two, from `largest` down to 1, or with
        `parts` down to that part of `largest`. Size two matters: many faults depend on
        even lengths."""
        size = _power_of_two(largest())
        smallest = size // parts if parts else 0
        while size > smallest:
            self._run_pass(_of_size(sized_pass, size))
            size = min(size // 2, _power_of_two(largest()))

    def _run_pass(self, one_pass: Pass) -> None:
        """Take the first edit that keeps the input interesting; go on from its position."""
        start = 0
        while True:
            asked: list[TextEdit] = []
            hit = self.first(self._candidates(one_pass(self.text, start), asked))
            # `first` may have read candidates after the hit. How many depends on the
            # number of workers, so only those up to the hit count as tried.
            self.tried.update(hash(edit.text) for edit in asked[:hit])
            if hit is None:
                return
            start = asked[hit].position
            self.text = asked[hit].text
            self.steps += 1

    def _candidates(
        self, edits: Iterator[TextEdit], asked: list[TextEdit]
    ) -> Candidates:
        """Yield edits that are smaller and not tried before; add them to `asked`."""
        known: set[int] = set()
        for edit in edits:
            self.check()
            name = hash(edit.text)
            if name in self.tried or name in known:
                continue
            if is_smaller(edit.text, self.text):
                known.add(name)
                asked.append(edit)
                yield render(edit.text)


def _of_size(sized_pass: SizedPass, size: int) -> Pass:
    """Return a pass that removes or changes `size` elements at a time."""

    def one_pass(text: Text, start: int) -> Iterator[TextEdit]:
        return sized_pass(text, size, start)

    return one_pass


def _power_of_two(most: int) -> int:
    """Return the largest power of two that is at most `most`; 0 for 0."""
    return 1 << most.bit_length() >> 1
