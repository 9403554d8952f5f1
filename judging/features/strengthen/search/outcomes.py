"""The kind of an answer: programs are often wrong only on inputs with a rare one. Pure."""

import re
from collections import Counter
from collections.abc import Iterable

NUMBER = "number"
ZERO = "0"
_INTEGER = re.compile(rb"[+-]?\d+")
# A longer word is a text that the answer consists of, not one of a few outcomes.
_LONGEST_WORD = 20
# Where answers begin with more different words than this, they are texts too.
MOST_WORDS = 8
# An outcome of at most this share of the tests is rare, and the search looks for others
# if one outcome has more than the rest. Chosen, not measured.
RARE = 0.1


def outcome_of(answer: bytes) -> str:
    """Return the outcome that an answer is: its first word, `0`, `negative`, `number`, or
    `empty`."""
    words = answer.split(maxsplit=1)
    if not words:
        return "empty"
    first = words[0]
    if not _INTEGER.fullmatch(first):
        # A decimal number is as good as any other.
        is_word = first[:1].isalpha() and len(first) <= _LONGEST_WORD
        return first.decode("utf-8", "replace") if is_word else NUMBER
    if len(words) > 1:
        return NUMBER
    value = int(first)
    if value == 0:
        return ZERO
    return "negative" if value < 0 else NUMBER


def rare_outcomes(outcomes: Iterable[str]) -> frozenset[str]:
    """Return the outcomes that few tests have; none if the answers are texts."""
    counts = Counter(outcomes)
    if len(counts) > MOST_WORDS:
        return frozenset()
    most = RARE * counts.total()
    return frozenset(outcome for outcome, count in counts.items() if count <= most)


def dominant_outcome(outcomes: Iterable[str]) -> str | None:
    """Return the outcome that nearly all tests have; None if there is no such one, or if
    all answers are numbers that are not negative, as most problems want."""
    counts = Counter(outcomes)
    if counts.keys() <= {NUMBER, ZERO}:
        return None
    for outcome, count in counts.most_common(1):
        if count >= (1 - RARE) * counts.total():
            return outcome
    return None
