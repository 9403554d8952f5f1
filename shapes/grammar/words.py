"""Draw strings that match the extended regular expressions of checktestdata."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Callable

from ..rng import RandomSource

LONGEST = 10**7  # stands for no bound; far more than an input may have
# Letters and digits first, so that few different characters are easy to read.
_READABLE = (
    *range(97, 123),
    *range(65, 91),
    *range(48, 58),
    *range(32, 127),
    *range(256),
)
_ONE = rb"(?:\\[(){}[\]*+?|\\^.-]|.)"
_PIECE = re.compile(rb"\{[0-9]*(?:,[0-9]*)?\}|" + _ONE, re.DOTALL)
_ESCAPABLE = rb"][(){}*+?|\^.-"
_RANGE = re.compile(b"(%b)(?:-(%b))?" % (_ONE, _ONE), re.DOTALL)
_REPEATED = {b"*": b"{0,}", b"+": b"{1,}", b"?": b"{0,1}"}


def draw_word(
    pattern: bytes, extra: int, row: Callable[..., list[int]], rng: RandomSource
) -> bytes:
    """Draw a string with about `extra` characters more than it must have. `row(count,
    low, high)`
    draws integers: which of its characters a repetition repeats."""
    return _draw(pieces_of(pattern)[::-1], extra, row, rng)


def pieces_of(pattern: bytes) -> list[bytes]:
    """Return the tokens of an expression: sets, bounds, escaped characters, characters."""
    pieces = []
    place = 0
    # Searched once: an expression with many `[` and no `]` is not read again for each.
    last = pattern.rfind(b"]")
    while place < len(pattern):
        end = place + 1
        if pattern[place : place + 1] == b"[" and last > place:
            end = _end_of_set(pattern, place, last)
        else:
            found = _PIECE.match(pattern, place)
            if found:
                end = found.end()
        pieces.append(pattern[place:end])
        place = end
    return pieces


def _end_of_set(pattern: bytes, place: int, last: int) -> int:
    """Return where the set from `place` on ends: at the first `]` that is not escaped,
    else at the last one."""
    place += 1
    while place <= last:
        if pattern[place : place + 1] == b"]":
            return place + 1
        escaped = pattern[place + 1 : place + 2]
        if pattern[place : place + 1] == b"\\" and escaped and escaped in _ESCAPABLE:
            place += 1
        place += 1
    return last + 1


def _draw(
    tokens: list[bytes], extra: int, row: Callable[..., list[int]], rng: RandomSource
) -> bytes:
    """Draw one of the alternatives that end with `)`, and take their tokens: the last
    comes first.

    All alternatives are drawn, and then one is chosen: so their tokens are taken on the way.
    """
    drawn = [b""]
    left = extra
    while tokens and tokens[-1] != b")":
        before = tokens[:]
        token = tokens.pop()
        if token == b"|":
            drawn.append(b"")
            left = extra
            continue
        if token == b"(":
            _draw(tokens, 0, row, rng)  # only takes the tokens of the group
            tokens.pop()
        # Of "(" the tokens up to its ")", to be drawn for each repetition; else unused.
        group = before[len(tokens) + 1 : -1]
        low, high = take_bounds(tokens)
        if token == b"(":
            count = rng.between(low, min(high, low + left))
            share = left // max(count, 1)
            for _ in range(count):
                drawn[-1] += _draw(group[:], share, row, rng)
            left -= share * count
        else:
            count = min(high, low + left)
            known = characters_of(token)
            drawn[-1] += bytes(known[i] for i in row(count, 0, len(known) - 1))
            left -= count - low
    return rng.choice(drawn)


def take_bounds(tokens: list[bytes]) -> tuple[int, int]:
    """Take a repetition such as `*` or `{2,5}`, if one comes next; return its bounds."""
    if not tokens or (tokens[-1] not in _REPEATED and tokens[-1][:1] != b"{"):
        return 1, 1
    bounds = tokens.pop()
    least, comma, most = _REPEATED.get(bounds, bounds)[1:-1].partition(b",")
    low = int(least or 0)
    if not comma:
        return low, low
    return low, int(most or LONGEST)


def letters_in(pattern: bytes) -> list[int]:
    """Return the characters of the first set of an expression, none if it has none."""
    for piece in pieces_of(pattern):
        if len(piece) > 2 and piece[:1] == b"[":
            return characters_of(piece)
    return []


@lru_cache(None)
def characters_of(token: bytes) -> list[int]:
    """Return the characters of a dot, of a set in brackets, or a single one."""
    inverse = token[:2] == b"[^" or token == b"."
    if len(token) > 2:
        inside = token[1 + inverse : -1]
    else:
        inside = b"" if inverse else token
    ends = [(first[-1], (last or first)[-1]) for first, last in _RANGE.findall(inside)]
    found = []
    for character in dict.fromkeys(_READABLE):
        matches = any(low <= character <= high for low, high in ends)
        if matches != inverse:
            found.append(character)
    return found
