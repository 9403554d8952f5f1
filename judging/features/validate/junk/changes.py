"""Change a valid input a little, so that every exact validator must reject it. Pure.

Contests expect input validators to check every byte. So change white space, line ends,
encoding and the spelling of numbers in every input, but add no quirk that some valid
input has. A change of the content may leave the input valid. So change the number of
tokens or lines, and put values outside a bound, only if the shape of all tests shows
that the result is invalid.
"""

import itertools
import random
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from judging.core.limits import MIB
from judging.features.validate.junk.input_shape import (
    InputShape,
    Quirk,
    TokenSlot,
    digest,
    lines_of,
)
from judging.features.validate.junk.variants import Aim, Variant
from judging.values import Value

# Each junk input costs a run of every validator. There are some forty kinds of change:
# 60 leave room for each of them once, and for half of them twice. Large inputs take long
# to validate and to copy.
PER_TEST = 60
PER_LARGE_TEST = 12
LARGE_BYTES = MIB
_SPOTS_PER_KIND = 2
# An input with a count one above its bound may be as large as the largest valid one; no
# larger file is made for it than this.
_GROWN_BYTES = 4 * MIB
_GAP = re.compile(rb"(?<=\S) (?=\S)")
_LINE_END = re.compile(rb"\n")
_JOINT = re.compile(rb"(?<=\S)\n(?=\S)")
_LINE = re.compile(rb"^.*$", re.MULTILINE)
_TOKEN = re.compile(rb"\S+")
_FULL_WIDTH = {ord("0") + d: chr(0xFF10 + d) for d in range(10)}

Spot = tuple[int, int]
"""The start and end of the part of an input that a change replaces."""


class _Change(Value):
    """A kind of change, the spots where it applies, and what replaces the text of a
    spot. The change is left out if a valid input has one of `quirks`."""

    kind: str
    spots: Sequence[Spot]
    replace: Callable[[bytes], bytes]
    quirks: tuple[Quirk, ...] = ()


Tokens = Mapping[TokenSlot, Sequence[Spot]]
"""The tokens of an input by slot, in the order of the text."""


def junk_inputs(text: bytes, shape: InputShape, seed: str) -> list[Variant]:
    """Return at most `PER_TEST` junk inputs made from one input, always the same.

    An input over `LARGE_BYTES` makes at most `PER_LARGE_TEST`. Take one change of each
    kind first, then a second one of each, at spots that `seed` draws.
    """
    changes = _changes(text, shape, _tokens(text, shape))
    return _variants(text, changes, shape, seed)


def inputs_outside_bounds(text: bytes, shape: InputShape, seed: str) -> list[Variant]:
    """Return those junk inputs that have a value outside a bound, no other ones."""
    changes = _bound_changes(text, shape, _tokens(text, shape))
    return _variants(text, changes, shape, seed)


def _variants(
    text: bytes, changes: Iterable[_Change], shape: InputShape, seed: str
) -> list[Variant]:
    limit = PER_TEST
    if len(text) > LARGE_BYTES:
        limit = PER_LARGE_TEST
    found: dict[bytes, Variant] = {}
    for change, spot in _draw_spots(changes, shape, seed)[:limit]:
        start, end = spot
        changed = text[:start] + change.replace(text[start:end]) + text[end:]
        # Two changes may give the same bytes, and a change may make another valid input.
        if changed != text and digest(changed) not in shape.valid:
            found.setdefault(changed, Variant(change.kind, Aim.INVALID, changed))
    return list(found.values())


def _draw_spots(
    changes: Iterable[_Change], shape: InputShape, seed: str
) -> list[tuple[_Change, Spot]]:
    """Return every change at a drawn spot, in a drawn order; then each at a second spot."""
    # A string as the seed gives the same draws in every version of Python.
    draw = random.Random(seed)
    rounds: list[list[tuple[_Change, Spot]]] = [[] for _ in range(_SPOTS_PER_KIND)]
    for change in changes:
        if shape.quirks & set(change.quirks):
            continue
        count = min(_SPOTS_PER_KIND, len(change.spots))
        chosen = draw.sample(change.spots, count)
        for entries, spot in zip(rounds, chosen, strict=False):
            entries.append((change, spot))
    for entries in rounds:
        draw.shuffle(entries)
    return list(itertools.chain.from_iterable(rounds))


def _tokens(text: bytes, shape: InputShape) -> Tokens:
    tokens: dict[TokenSlot, list[Spot]] = defaultdict(list)
    for number, line in enumerate(_LINE.finditer(text)):
        for index, token in enumerate(_TOKEN.finditer(text, *line.span())):
            tokens[shape.slot(number, index)].append(token.span())
    return tokens


def _changes(text: bytes, shape: InputShape, tokens: Tokens) -> Iterator[_Change]:
    yield from _file_changes(text)
    yield from _white_space_changes(text, shape)
    yield from _token_changes(text, shape, tokens)
    yield from _size_changes(text, shape)
    yield from _bound_changes(text, shape, tokens)


def _put(new: bytes) -> Callable[[bytes], bytes]:
    return lambda old: new


def _file_changes(text: bytes) -> Iterator[_Change]:
    """Change the whole file, its start or its end."""

    def one(kind: str, changed: bytes, *quirks: Quirk) -> _Change:
        return _Change(kind, [(0, len(text))], _put(changed), quirks)

    # Editors and `echo -n` leave the last line end out; `getline` of C++ does not see it.
    yield one("no newline at the end", text.removesuffix(b"\n"), Quirk.NO_FINAL_NEWLINE)
    yield one("an empty line at the end", text + b"\n", Quirk.EMPTY_LINE)
    yield one("an empty line at the start", b"\n" + text, Quirk.EMPTY_LINE)
    trailing = Quirk.NO_FINAL_NEWLINE, Quirk.SPACE_AT_LINE_END
    yield one("a space after the last line", text + b" ", *trailing)
    yield one("a space at the start", b" " + text, Quirk.SPACE_AT_LINE_START)
    # What an editor on Windows writes; contestants' programs would read a `\r` of their own.
    yield one("CR LF line ends", text.replace(b"\n", b"\r\n"), Quirk.CARRIAGE_RETURN)
    yield one("CR line ends", text.replace(b"\n", b"\r"), Quirk.CARRIAGE_RETURN)
    yield one(
        "CR LF after the last line",
        text.removesuffix(b"\n") + b"\r\n",
        Quirk.CARRIAGE_RETURN,
    )
    # What Windows programs put around a text.
    yield one("a byte-order mark", b"\xef\xbb\xbf" + text, Quirk.NON_ASCII)
    yield one("a NUL byte at the end", text + b"\0", Quirk.NUL)
    yield one("a Ctrl-Z at the end", text + b"\x1a")
    # It doubles the size, so large inputs are left out.
    if len(text) <= LARGE_BYTES:
        wide = text.decode("latin-1").encode("utf-16-le")
        yield one("UTF-16 encoding", b"\xff\xfe" + wide, Quirk.NUL, Quirk.NON_ASCII)


def _white_space_changes(text: bytes, shape: InputShape) -> Iterator[_Change]:
    """Add, remove or replace spaces, tabs and line breaks."""
    ends = [match.span() for match in _LINE_END.finditer(text)]
    inner = [(start, end) for start, end in ends if end < len(text)]
    gaps = [match.span() for match in _GAP.finditer(text)]

    at_end = (Quirk.SPACE_AT_LINE_END,)
    at_start = (Quirk.SPACE_AT_LINE_START,)
    # Validators that read with `>>` or `split()` see none of these changes, but a
    # contestant's program that reads lines does.
    yield _Change("a space at the end of a line", ends, _put(b" \n"), at_end)
    yield _Change("a tab at the end of a line", ends, _put(b"\t\n"), (Quirk.TAB,))
    yield _Change("a space at the start of a line", inner, _put(b"\n "), at_start)
    yield _Change(
        "an empty line between two lines", inner, _put(b"\n\n"), (Quirk.EMPTY_LINE,)
    )
    yield _Change("two spaces between tokens", gaps, _put(b"  "), (Quirk.TWO_SPACES,))
    yield _Change("a tab between tokens", gaps, _put(b"\t"), (Quirk.TAB,))
    yield _Change(
        "a no-break space between tokens", gaps, _put(b"\xc2\xa0"), (Quirk.NON_ASCII,)
    )
    # As many line ends lie before a spot as its line has lines before it.
    offsets = [start for start, _ in ends]

    def determined(spots: Sequence[Spot]) -> list[Spot]:
        """Keep the spots in lines whose number of tokens is determined."""
        kept = []
        for spot in spots:
            line = bisect_left(offsets, spot[0])
            if shape.is_size_determined(line):
                kept.append(spot)
        return kept

    # Here the number of tokens in a line changes: it must be known.
    yield _Change("a line break between tokens", determined(gaps), _put(b"\n"))
    joints = [match.span() for match in _JOINT.finditer(text)]
    yield _Change("two lines joined", determined(joints), _put(b" "))


def _token_changes(text: bytes, shape: InputShape, tokens: Tokens) -> Iterator[_Change]:
    """Spell numbers otherwise, and put bytes into tokens that no token may hold."""

    def spots(slots: Iterable[TokenSlot]) -> list[Spot]:
        return sorted(spot for slot in slots for spot in tokens.get(slot, ()))

    integers = spots(shape.integers)
    numbers = spots(shape.integers | shape.floats)
    positive = [spot for spot in numbers if text[spot[0]] != ord("-")]
    counts = spots(shape.integers & shape.counters)
    certain = spots(shape.integers & (shape.counters | set(shape.bounds)))
    # "-0" is invalid in place of "0", and in place of any integer whose bounds are known.
    bounded = set(spots(shape.bounds))
    zeros = [spot for spot in integers if spot in bounded or text[slice(*spot)] == b"0"]
    every = spots(tokens)
    # Other spellings of the same number: a parser of the language accepts them silently.
    yield _Change(
        "a leading zero", numbers, lambda token: re.sub(rb"\A-?", rb"\g<0>0", token)
    )
    yield _Change("a plus sign", positive, lambda token: b"+" + token)
    yield _Change("minus zero", zeros, _put(b"-0"))
    yield _Change("digits outside ASCII", integers, _full_width)
    # A token that only begins like a number: `scanf` and `>>` stop there without an error.
    yield _Change("a letter after a number", certain, lambda token: token + b"x")
    yield _Change("a comma after a number", certain, lambda token: token + b",")
    yield _Change("a count with a fraction", counts, lambda token: token + b".0")
    yield _Change("a count with an exponent", counts, lambda token: token + b"e0")
    yield _Change(
        "a NUL byte in a line", every, lambda token: token + b"\0", (Quirk.NUL,)
    )
    yield _Change("a byte that is not UTF-8", every, lambda token: token + b"\xff")


def _full_width(token: bytes) -> bytes:
    return token.decode("ascii").translate(_FULL_WIDTH).encode()


def _size_changes(text: bytes, shape: InputShape) -> Iterator[_Change]:
    """Add or remove a token or line where their number is determined."""
    lines = lines_of(text)
    spots = [line.span() for line in _LINE.finditer(text)]
    filled: list[Spot] = []  # lines with a token that can be repeated
    longer: list[Spot] = []  # lines that still have a token after one is removed
    for number, content in enumerate(lines):
        if not shape.is_size_determined(number):
            continue
        size = len(content.split())
        if size > 0:
            filled.append(spots[number])
        if size > 1:
            longer.append(spots[number])

    def line(change: Callable[[list[bytes]], list[bytes]]) -> Callable[[bytes], bytes]:
        return lambda old: b" ".join(change(old.split()))

    yield _Change(
        "an extra token in a line", filled, line(lambda tokens: [*tokens, tokens[-1]])
    )
    yield _Change("a missing token in a line", longer, line(lambda tokens: tokens[:-1]))
    if shape.is_line_count_determined and lines:
        whole = [(0, len(text))]
        yield _Change("an extra line", whole, _put(_join([*lines, lines[-1]])))
        yield _Change("a missing line", whole, _put(_join(lines[:-1])))


def _join(lines: Sequence[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def _bound_changes(text: bytes, shape: InputShape, tokens: Tokens) -> Iterator[_Change]:
    """Put values one outside each known bound, and values that look valid in 32 or 64 bits."""
    for slot in tokens:
        if slot not in shape.integers or slot not in shape.bounds:
            continue
        low, high = shape.bounds[slot]
        if slot in shape.counters:
            yield from _count_changes(text, shape, slot.token, low, high)
        else:
            yield _Change(
                "a value one below its bound", tokens[slot], _put(b"%d" % (low - 1))
            )
            yield _Change(
                "a value one above its bound", tokens[slot], _put(b"%d" % (high + 1))
            )
        # A validator that reads into an `int` or `long long` may see a valid value instead.
        for bits in (32, 64):
            if low + 2**bits > high:
                yield _Change(
                    f"a value too large by 2^{bits}", tokens[slot], _add(2**bits)
                )


def _add(number: int) -> Callable[[bytes], bytes]:
    return lambda value: b"%d" % (int(value) + number)


def _count_changes(
    text: bytes, shape: InputShape, token: int, low: int, high: int
) -> Iterator[_Change]:
    """Put a count one outside its bound, with as many tokens or lines as it tells.

    So nothing else is wrong. Only the tests with the least or greatest count are changed.
    """
    lines = lines_of(text)
    words = lines[0].split()
    count = int(words[token])
    least, greatest = shape.count_ranges[token]

    def make(number: int) -> Callable[[bytes], bytes]:
        changed = list(lines)
        changed[0] = b" ".join([*words[:token], b"%d" % number, *words[token + 1 :]])
        for i, counter in shape.counted_by.items():
            if counter == token:
                changed[i] = b" ".join(_resize(lines[i].split(), number))
        if shape.rows_counted_by == token:
            changed[1:] = _resize(changed[1:], number)
        return _put(_join(changed))

    whole = [(0, len(text))]
    # A count below 0 cannot be obeyed by lines and tokens.
    if count == least and low > 0:
        yield _Change("a count one below its bound", whole, make(low - 1))
    if count == greatest and len(text) // max(count, 1) * high <= _GROWN_BYTES:
        yield _Change("a count one above its bound", whole, make(high + 1))


def _resize(items: Sequence[bytes], count: int) -> list[bytes]:
    """Return the first `count` items; repeat the last one if there are fewer."""
    resized = list(items[:count])
    if items:
        resized += [items[-1]] * (count - len(items))
    return resized
