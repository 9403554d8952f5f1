"""Inputs that are almost valid: one small change to a valid one, after which no byte-exact
validator may take it. Pure.

Contests expect input validators to be exact to the byte, so white space, line ends, encoding and
the way a number is written are always changed, but for an oddity that some valid test has itself.
What could still be valid by its content is changed only where the form of all tests shows that it
is not: the number of tokens and lines, and values past a bound that a validator names.
"""

from __future__ import annotations

import random
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from judging.testdata.junk.form import Form, Place, digest, lines_of

PER_TEST = 60
PER_LARGE_TEST = 12
LARGE_BYTES = 2**20
_EACH = 2  # spots at which one kind of change is made
_GROWN_BYTES = 4 * 2**20
_GAP = re.compile(rb"(?<=\S) (?=\S)")
_LINE_END = re.compile(rb"\n")
_JOINT = re.compile(rb"(?<=\S)\n(?=\S)")
_TOKEN = re.compile(rb"\S+")
_FULL_WIDTH = {ord("0") + d: chr(0xFF10 + d) for d in range(10)}

Spot = tuple[int, int]  # where a part starts and ends; of a line, its index twice
_ONCE = ((0, 0),)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A changed input; `kind` says in words what is wrong with it."""

    kind: str
    text: bytes


@dataclass(frozen=True, slots=True)
class _Change:
    """A kind of change: `make` gives the text changed at one of `spots`. Not made where a valid
    input has one of the oddities `odd` itself."""

    kind: str
    spots: Sequence[Spot]
    make: Callable[[int, int], bytes]
    odd: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Token:
    spot: Spot
    place: Place


def mutants(text: bytes, form: Form, seed: str) -> list[Mutant]:
    """At most `PER_TEST` changes of one input (`PER_LARGE_TEST` of one past `LARGE_BYTES`): one of
    each kind, then second ones, at spots that `seed` draws; the same every time."""
    draw = random.Random(seed)  # a string seeds it alike in every version of Python
    rounds: list[list[tuple[_Change, Spot]]] = [[] for _ in range(_EACH)]
    for change in _changes(text, form):
        if not form.odd & set(change.odd):
            chosen = draw.sample(change.spots, min(_EACH, len(change.spots)))
            for nth, spot in enumerate(chosen):
                rounds[nth].append((change, spot))
    for each in rounds:
        draw.shuffle(each)
    limit = PER_TEST if len(text) <= LARGE_BYTES else PER_LARGE_TEST
    found: dict[bytes, Mutant] = {}
    for change, spot in [made for each in rounds for made in each][:limit]:
        changed = change.make(*spot)
        if changed != text and digest(changed) not in form.valid:
            found.setdefault(changed, Mutant(change.kind, changed))
    return list(found.values())


def _changes(text: bytes, form: Form) -> Iterator[_Change]:
    tokens = list(_tokens(text, form))
    yield from _whole(text)
    yield from _white_space(text, form)
    yield from _numbers(text, form, tokens)
    yield from _sizes(text, form)
    yield from _past_bounds(text, form, tokens)


def _tokens(text: bytes, form: Form) -> Iterator[_Token]:
    offset = 0
    for line, content in enumerate(text.split(b"\n")):
        for number, match in enumerate(_TOKEN.finditer(content)):
            spot = offset + match.start(), offset + match.end()
            yield _Token(spot, form.place(line, number))
        offset += len(content) + 1


def _whole(text: bytes) -> Iterator[_Change]:
    """Changes of the file as a whole, its start or its end."""

    def one(kind: str, changed: bytes, *odd: str) -> _Change:
        return _Change(kind, _ONCE, lambda start, end: changed, odd)

    yield one("no newline at the end", text.removesuffix(b"\n"), "no newline")
    yield one("an empty line at the end", text + b"\n", "empty line")
    yield one("an empty line at the start", b"\n" + text, "empty line")
    yield one("a blank after the last line", text + b" ", "no newline", "blank at end")
    yield one("a blank at the start", b" " + text, "blank at start")
    yield one("line ends CR LF", text.replace(b"\n", b"\r\n"), "carriage return")
    yield one("line ends CR", text.replace(b"\n", b"\r"), "carriage return")
    yield one("the last line end CR LF", text.removesuffix(b"\n") + b"\r\n", "carriage return")
    yield one("a byte order mark", b"\xef\xbb\xbf" + text, "not ASCII")
    yield one("a NUL byte at the end", text + b"\0", "NUL")
    yield one("a Ctrl-Z at the end", text + b"\x1a")
    if len(text) <= LARGE_BYTES:
        wide = text.decode("latin-1").encode("utf-16-le")
        yield one("written in UTF-16", b"\xff\xfe" + wide, "NUL", "not ASCII")


def _white_space(text: bytes, form: Form) -> Iterator[_Change]:
    """Blanks, tabs and line breaks more or less, or one for another."""
    ends = [match.span() for match in _LINE_END.finditer(text)]
    inner = [(start, end) for start, end in ends if end < len(text)]
    gaps = [match.span() for match in _GAP.finditer(text)]

    def instead(new: bytes) -> Callable[[int, int], bytes]:
        return lambda start, end: text[:start] + new + text[end:]

    yield _Change("a blank at the end of a line", ends, instead(b" \n"), ("blank at end",))
    yield _Change("a tab at the end of a line", ends, instead(b"\t\n"), ("tab",))
    yield _Change("a blank at the start of a line", inner, instead(b"\n "), ("blank at start",))
    yield _Change("an empty line between two", inner, instead(b"\n\n"), ("empty line",))
    yield _Change("two blanks between tokens", gaps, instead(b"  "), ("two blanks",))
    yield _Change("a tab between tokens", gaps, instead(b"\t"), ("tab",))
    yield _Change("a no-break space between tokens", gaps, instead(b"\xc2\xa0"), ("not ASCII",))
    offsets = [start for start, _ in ends]

    def determined(spots: Sequence[Spot]) -> list[Spot]:
        return [spot for spot in spots if form.determined(bisect_left(offsets, spot[0]))]

    yield _Change("a line break between tokens", determined(gaps), instead(b"\n"))
    joints = [match.span() for match in _JOINT.finditer(text)]
    yield _Change("two lines on one", determined(joints), instead(b" "))


def _numbers(text: bytes, form: Form, tokens: Sequence[_Token]) -> Iterator[_Change]:
    """Other ways to write a number, and bytes that belong in no token."""
    integers = [t for t in tokens if t.place in form.integers]
    numbers = [t for t in tokens if t.place in form.integers or t.place in form.floats]
    certain = [t for t in integers if t.place in form.bounds or t.place in form.counters]
    counts = [t for t in integers if t.place in form.counters]

    def change(
        kind: str, chosen: Sequence[_Token], new: Callable[[bytes], bytes], *odd: str
    ) -> _Change:
        def make(start: int, end: int) -> bytes:
            return text[:start] + new(text[start:end]) + text[end:]

        return _Change(kind, [token.spot for token in chosen], make, odd)

    positive = [token for token in numbers if text[token.spot[0]] != ord("-")]
    # Zero is written so, and where no valid value is 0 it is one no more.
    zeros = [t for t in integers if t.place in form.bounds or text[slice(*t.spot)] == b"0"]
    yield change("a leading zero", numbers, _leading_zero)
    yield change("a plus sign", positive, lambda token: b"+" + token)
    yield change("minus zero", zeros, lambda token: b"-0")
    yield change("digits that are not ASCII", integers, _full_width)
    yield change("a letter after a number", certain, lambda token: token + b"x")
    yield change("a comma after a number", certain, lambda token: token + b",")
    yield change("a count with a fraction", counts, lambda token: token + b".0")
    yield change("a count with an exponent", counts, lambda token: token + b"e0")
    yield change("a NUL byte in a line", tokens, lambda token: token + b"\0", "NUL")
    yield change("a byte that is no UTF-8", tokens, lambda token: token + b"\xff")


def _leading_zero(token: bytes) -> bytes:
    return b"-0" + token[1:] if token.startswith(b"-") else b"0" + token


def _full_width(token: bytes) -> bytes:
    return token.decode("ascii").translate(_FULL_WIDTH).encode()


def _sizes(text: bytes, form: Form) -> Iterator[_Change]:
    """One token or line more or less, where their number is determined."""
    lines = lines_of(text)
    sizes = {i: len(line.split()) for i, line in enumerate(lines) if form.determined(i)}

    def line(change: Callable[[list[bytes]], list[bytes]]) -> Callable[[int, int], bytes]:
        def make(i: int, _: int) -> bytes:
            return _text([*lines[:i], b" ".join(change(lines[i].split())), *lines[i + 1 :]])

        return make

    full = [(i, i) for i, size in sizes.items() if size > 0]
    longer = [(i, i) for i, size in sizes.items() if size > 1]
    yield _Change("one token more in a line", full, line(lambda tokens: [*tokens, tokens[-1]]))
    yield _Change("one token less in a line", longer, line(lambda tokens: tokens[:-1]))
    if form.lines_determined and lines:
        yield _Change("one line more", _ONCE, lambda start, end: _text([*lines, lines[-1]]))
        yield _Change("one line less", _ONCE, lambda start, end: _text(lines[:-1]))


def _text(lines: Sequence[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def _past_bounds(text: bytes, form: Form, tokens: Sequence[_Token]) -> Iterator[_Change]:
    """Values one past each known bound, and those that a type of 32 or 64 bits takes for valid."""
    bounded: dict[Place, list[Spot]] = {}
    for token in tokens:
        if token.place in form.integers and token.place in form.bounds:
            bounded.setdefault(token.place, []).append(token.spot)

    def change(kind: str, spots: Sequence[Spot], new: Callable[[int], int]) -> _Change:
        def make(start: int, end: int) -> bytes:
            return text[:start] + b"%d" % new(int(text[start:end])) + text[end:]

        return _Change(kind, spots, make)

    for place, spots in bounded.items():
        low, high = form.bounds[place]
        if place in form.counters:
            yield from _recounted(text, form, place[1], low, high)
        else:
            yield change("a value one below its bound", spots, lambda _, low=low: low - 1)  # type: ignore[misc]
            yield change("a value one above its bound", spots, lambda _, high=high: high + 1)  # type: ignore[misc]
        if low + 2**32 > high:
            yield change("a value too large by 2^32", spots, lambda value: value + 2**32)
        if low + 2**64 > high:
            yield change("a value too large by 2^64", spots, lambda value: value + 2**64)


def _recounted(text: bytes, form: Form, token: int, low: int, high: int) -> Iterator[_Change]:
    """A count one past its bound, and as many tokens or lines as it says, so that nothing else is
    wrong: made from the test with the least or greatest count."""
    lines = lines_of(text)
    words = lines[0].split()
    count = int(words[token])
    least, most = form.counts[token]

    def make(number: int, _: int) -> bytes:
        head = b" ".join([*words[:token], b"%d" % number, *words[token + 1 :]])
        fresh = [head, *lines[1:]]
        for i, teller in form.counted.items():
            if teller == token:
                fresh[i] = b" ".join(_resized(lines[i].split(), number))
        if form.rows_counted == token:
            fresh[1:] = _resized(fresh[1:], number)
        return _text(fresh)

    if count == least and low > 0:
        yield _Change("a count one below its bound", [(low - 1, 0)], make)
    if count == most and len(text) // max(count, 1) * high <= _GROWN_BYTES:
        yield _Change("a count one above its bound", [(high + 1, 0)], make)


def _resized(items: Sequence[bytes], count: int) -> list[bytes]:
    """The first `count` items, the last one repeated where there are fewer."""
    return [*items[:count], *([items[-1]] * (count - len(items)) if items else [])]
