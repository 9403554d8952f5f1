"""Draw strings that match the extended regular expressions of checktestdata."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Callable

from ..rng import RandomSource

LONGEST = 10**7
# Letters and digits first, so that few different characters are easy to read.
_READABLE = (
    *range(97, 123),
    *range(65, 91),
    *range(48, 58),
    *range(32, 127),
    *range(256),
)
_ONE = rb"(?:\\[(){}[\]*+?|\\^.-]|.)"
_PIECE = re.compile(
    rb"\[(?:\\[][(){}*+?|\\^.-]|[^]])*\]|\{[0-9]*,?[0-9]*\}|" + _ONE, re.DOTALL
)
_RANGE = re.compile(b"(%b)(?:-(%b))?" % (_ONE, _ONE), re.DOTALL)
_REPEATED = {b"*": b"{0,}", b"+": b"{1,}", b"?": b"{0,1}"}


def draw_word(
    pattern: bytes, extra: int, row: Callable[..., list[int]], rng: RandomSource
) -> bytes:
    """Draw a string with about `extra` characters more than it must have. `row(count, low, high)`
    draws integers: which of its characters a repetition repeats."""
    return _draw(_PIECE.findall(pattern)[::-1], extra, row, rng)


def _draw(
    tokens: list[bytes], extra: int, row: Callable[..., list[int]], rng: RandomSource
) -> bytes:
    """Draw one of the alternatives that end with `)`, and take their tokens."""
    drawn, left = [b""], extra
    while tokens and tokens[-1] != b")":
        before, token = tokens[:], tokens.pop()
        if token == b"|":
            drawn, left = [*drawn, b""], extra
            continue
        if token == b"(":
            _draw(tokens, 0, row, rng)
            tokens.pop()
        group, low, high = before[len(tokens) + 1 : -1], 1, 1
        if tokens and (tokens[-1] in _REPEATED or tokens[-1][:1] == b"{"):
            bounds = tokens.pop()
            least, comma, most = _REPEATED.get(bounds, bounds)[1:-1].partition(b",")
            low = int(least or 0)
            high = int(most or LONGEST) if comma else low
        if token == b"(":
            count = rng.between(low, min(high, low + left))
            share = left // max(count, 1)
            drawn[-1] += b"".join(_draw(group[:], share, row, rng) for _ in range(count))
            left -= share * count
        else:
            count, known = min(high, low + left), _characters(token)
            drawn[-1] += bytes(known[i] for i in row(count, 0, len(known) - 1))
            left -= count - low
    return rng.choice(drawn)


@lru_cache(None)
def _characters(token: bytes) -> list[int]:
    """Return the characters of a dot, of a set in brackets, or a single one."""
    inverse = token[:2] == b"[^" or token == b"."
    inside = token[1 + inverse : -1] if len(token) > 2 else b"" if inverse else token
    ends = [(first[-1], (last or first)[-1]) for first, last in _RANGE.findall(inside)]
    return [
        c
        for c in dict.fromkeys(_READABLE)
        if inverse != any(a <= c <= b for a, b in ends)
    ]
