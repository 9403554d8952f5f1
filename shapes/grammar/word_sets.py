"""All short words of the extended regular expressions of checktestdata."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import Union

from .words import LONGEST, characters_of, pieces_of, take_bounds


class TooManyError(Exception):
    """There are more words or inputs than asked for. No GrammarError: that stands for
    one input that is not valid."""


@dataclass(frozen=True)
class WordSet:
    """The words of a pattern up to a length, of few characters.

    words: the shortest first.
    longest: their greatest length may be this; `has_longer`: the pattern has longer ones.
    has_others: the pattern has words of this length with other characters too.
    """

    words: tuple[bytes, ...]
    longest: int
    has_longer: bool
    has_others: bool


@dataclass(frozen=True)
class _Repeated:
    """A set of characters, or alternatives, that stands from `low` to `high` times."""

    item: Union[bytes, "_Alternatives"]
    low: int
    high: int


# Each alternative is a sequence.
_Alternatives = tuple[tuple[_Repeated, ...], ...]


@lru_cache(None)
def word_set(pattern: bytes, extra: int, characters: int, most: int) -> WordSet:
    """Return the words with at most `extra` characters more than the shortest one.

    characters: of each set in the pattern, only so many of the first ones are used.
    Raise TooManyError if there are more than `most`, or more on the way.
    """
    alternatives = _parsed(pieces_of(pattern)[::-1])
    longest = _least(alternatives) + extra
    if longest > most:
        raise TooManyError
    words = _words(alternatives, longest, characters, most)
    return WordSet(
        tuple(sorted(words, key=lambda word: (len(word), word))),
        longest,
        has_longer=_greatest(alternatives) > longest,
        has_others=_largest_set(alternatives) > characters,
    )


@lru_cache(None)
def matcher(pattern: bytes) -> re.Pattern[bytes]:
    """Return the pattern as one of the module `re`, as a validator compiles it: it says how
    much of a text a REGEX takes."""
    parts = []
    for piece in pieces_of(pattern):
        if piece == b"(":
            parts.append(b"(?:")
        elif piece in (b")", b"|", b"*", b"+", b"?") or piece[:1] == b"{":
            parts.append(piece)
        else:
            known = b"".join(re.escape(b"%c" % each) for each in characters_of(piece))
            parts.append(b"[" + known + b"]" if known else b"(?!)")
    return re.compile(b"".join(parts), re.DOTALL)


def _parsed(tokens: list[bytes]) -> _Alternatives:
    """Take the tokens of alternatives up to a `)` or the end; the last token comes first."""
    found: list[tuple[_Repeated, ...]] = []
    sequence: list[_Repeated] = []
    while tokens and tokens[-1] != b")":
        token = tokens.pop()
        if token == b"|":
            found.append(tuple(sequence))
            sequence = []
            continue
        item: bytes | _Alternatives = token
        if token == b"(":
            item = _parsed(tokens)
            tokens.pop()
        else:
            item = bytes(characters_of(token))
        low, high = take_bounds(tokens)
        sequence.append(_Repeated(item, low, high))
    return (*found, tuple(sequence))


def _words(
    alternatives: _Alternatives, longest: int, characters: int, most: int
) -> set[bytes]:
    """Return the words of up to `longest` characters."""
    found: set[bytes] = set()
    for sequence in alternatives:
        begun = {b""}
        for part in sequence:
            if isinstance(part.item, bytes):
                items = {b"%c" % each for each in part.item[:characters]}
            else:
                items = _words(part.item, longest, characters, most)
            begun = _repeated(begun, items, part, longest, most)
        found |= begun
    return _few(found, most)


def _repeated(
    begun: set[bytes], items: set[bytes], part: _Repeated, longest: int, most: int
) -> set[bytes]:
    """Return the words that go on with a part of a sequence."""
    if part.low > most:
        raise TooManyError
    for _ in range(part.low):
        begun = _joined(begun, items, longest, most)
    found = set(begun)
    count = part.low
    while begun and count < part.high:
        # What another repetition makes again has gone on already.
        begun = _joined(begun, items, longest, most) - found
        found = _few(found | begun, most)
        count += 1
    return found


def _joined(begun: set[bytes], items: set[bytes], longest: int, most: int) -> set[bytes]:
    words: set[bytes] = set()
    for start in begun:
        words |= {start + item for item in items if len(start) + len(item) <= longest}
        _few(words, most)
    return words


def _few(words: set[bytes], most: int) -> set[bytes]:
    if len(words) > most:
        raise TooManyError
    return words


def _least(alternatives: _Alternatives) -> int:
    """Return how many characters the shortest word has."""
    lengths = []
    for sequence in alternatives:
        length = 0
        for part in sequence:
            least = 1 if isinstance(part.item, bytes) else _least(part.item)
            length += part.low * least
        lengths.append(length)
    return min(lengths)


def _greatest(alternatives: _Alternatives) -> float:
    """Return how many characters the longest word has; it may be infinite."""
    lengths = []
    for sequence in alternatives:
        length = 0.0
        for part in sequence:
            greatest = 1.0 if isinstance(part.item, bytes) else _greatest(part.item)
            times = inf if part.high == LONGEST else part.high
            if greatest and times:
                length += greatest * times
        lengths.append(length)
    return max(lengths)


def _largest_set(alternatives: _Alternatives) -> int:
    """Return the number of characters of the largest set in a pattern."""
    sizes = [1]
    for sequence in alternatives:
        for part in sequence:
            if isinstance(part.item, bytes):
                sizes.append(len(part.item))
            else:
                sizes.append(_largest_set(part.item))
    return max(sizes)
