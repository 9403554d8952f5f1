"""Learn from valid inputs which changes make an input certainly invalid. Pure.

A number of tokens or lines is determined only if the tests show it: it is the same in
all of them, or a number in the first line tells it in all of them and it differs between
them. A bound is known only if a validator names it and all tests show which tokens it applies to.
"""

import hashlib
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from judging.data.bounds import Bound
from judging.values import Value, replace

INTEGER = re.compile(rb"0|-?[1-9][0-9]*")
FLOAT = re.compile(rb"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
# A pattern that few tests share may be chance, and junk that is valid after all would be
# reported as a gap in a sound validator. Both numbers are chosen, not measured.
# How many tests must agree on the first line, or on a slot that holds numbers:
_HEADER_TESTS = 3
# On any other number of tokens or lines, which differ more often between formats:
_OTHER_TESTS = 5


class Quirk(Enum):
    """A trait that some formats allow, in words and as a pattern of its places.

    No junk adds a quirk that some valid input has.
    """

    SPACE_AT_LINE_END = "space at the end of a line", rb" (?=\n|\Z)"
    SPACE_AT_LINE_START = "space at the start of a line", rb"(?:^|(?<=\n)) "
    TWO_SPACES = "two spaces", rb"  "
    TAB = "tab", rb"\t"
    CARRIAGE_RETURN = "carriage return", rb"\r"
    EMPTY_LINE = "empty line", rb"\A\n|\n\n"
    NO_FINAL_NEWLINE = "no newline at the end", rb"[^\n]\Z"
    NON_ASCII = "byte outside ASCII", rb"[\x80-\xff]"
    NUL = "NUL byte", rb"\0"

    def is_in(self, text: bytes) -> bool:
        return re.search(self.value[1], text) is not None


Tokens = Sequence[Sequence[bytes]]
"""An input as lines of tokens."""


class TokenSlot(NamedTuple):
    """Tokens that play the same part in every input: their line and index, -1 for any."""

    line: int
    token: int


TokenSlots = Mapping[TokenSlot, Mapping[str, Sequence[bytes]]]
"""The tokens of each slot, by testcase name."""


class InputShape(Value):
    """What all valid inputs have in common; lines and tokens count from 0.

    A number of lines or tokens is None if it differs between tests.
    header_size: the number of tokens in the first line.
    fixed_sizes: line -> its number of tokens, for lines after the first.
    counted_by: line -> the token of the first line that tells its number of tokens.
    row_size: the number of tokens in every line after the first.
    rows_counted_by: the token of the first line that tells how many lines follow.
    integers, floats: the slots that hold nothing else in any test.
    count_ranges: token of the first line -> the least and greatest count that it tells.
    valid: the digests of all valid inputs.
    key: a digest of everything that the shape was learned from.
    """

    line_count: int | None = None
    header_size: int | None = None
    fixed_sizes: Mapping[int, int] = {}
    counted_by: Mapping[int, int] = {}
    row_size: int | None = None
    rows_counted_by: int | None = None
    integers: frozenset[TokenSlot] = frozenset()
    floats: frozenset[TokenSlot] = frozenset()
    bounds: Mapping[TokenSlot, tuple[int, int]] = {}
    count_ranges: Mapping[int, tuple[int, int]] = {}
    quirks: frozenset[Quirk] = frozenset()
    valid: frozenset[str] = frozenset()
    key: str = ""

    def slot(self, line: int, token: int) -> TokenSlot:
        """Return the slot of a token. Lines after the first share theirs if their number
        differs between tests; so do the tokens of a line."""
        if line == 0:
            slot_line = 0
            is_fixed = self.header_size is not None
        elif self.line_count is not None:
            slot_line = line
            is_fixed = line in self.fixed_sizes
        else:
            slot_line = 1
            is_fixed = self.row_size is not None
        if is_fixed:
            return TokenSlot(slot_line, token)
        return TokenSlot(slot_line, -1)

    def is_size_determined(self, line: int) -> bool:
        """True when a line with one token more or less is invalid."""
        if line == 0:
            return self.header_size is not None
        if self.line_count is not None:
            return line in self.fixed_sizes or line in self.counted_by
        return self.row_size is not None

    @property
    def is_line_count_determined(self) -> bool:
        """True when an input with one line more or less is invalid."""
        return self.line_count is not None or self.rows_counted_by is not None

    @property
    def counters(self) -> frozenset[TokenSlot]:
        """The slots in the first line that count something, and so are certainly integers."""
        return frozenset(TokenSlot(0, token) for token in self.count_ranges)


def digest(text: bytes) -> str:
    """Return the digest of an input, as in `InputShape.valid`."""
    return hashlib.sha256(text).hexdigest()


def lines_of(text: bytes) -> list[bytes]:
    """Return the lines of an input without their line feeds."""
    lines = text.split(b"\n")
    return lines[:-1] if lines[-1] == b"" else lines


def learn_shape(
    texts: Mapping[str, bytes], bounds: Mapping[str, Sequence[Bound]]
) -> InputShape:
    """Learn the shape of valid inputs; both arguments are by testcase name."""
    inputs: dict[str, Tokens] = {}
    for name, text in texts.items():
        inputs[name] = [line.split() for line in lines_of(text)]
    not_empty = [tokens for tokens in inputs.values() if tokens]
    sizes = _learn_sizes(not_empty)
    slots = _by_slot(sizes, inputs)
    integers, floats = _numeric_slots(slots)
    valid = {digest(text) for text in texts.values()}
    return replace(
        sizes,
        integers=integers,
        floats=floats,
        bounds=_match_bounds(_ranges_by_test(slots, integers), bounds),
        count_ranges=_count_ranges(sizes, not_empty),
        quirks=_quirks_of(texts.values()),
        valid=frozenset(valid),
        key=digest(repr((sorted(valid), sorted(bounds.items()))).encode()),
    )


def _numeric_slots(
    slots: TokenSlots,
) -> tuple[frozenset[TokenSlot], frozenset[TokenSlot]]:
    """Return the slots that hold only integers, and those that hold integers and fractions."""
    integers = set()
    floats = set()
    for slot, by_test in slots.items():
        # A word may look like a number by chance, but hardly in every test.
        if len(by_test) < _HEADER_TESTS:
            continue
        kinds = {_kind(word) for words in by_test.values() for word in words}
        if kinds == {"integer"}:
            integers.add(slot)
        elif "text" not in kinds:
            floats.add(slot)
    return frozenset(integers), frozenset(floats)


def _ranges_by_test(
    slots: TokenSlots, integers: Iterable[TokenSlot]
) -> dict[TokenSlot, dict[str, tuple[int, int]]]:
    """Return the least and greatest value of each slot of integers, by testcase name."""
    ranges: dict[TokenSlot, dict[str, tuple[int, int]]] = {}
    for slot in integers:
        by_test = slots[slot]
        ranges[slot] = {name: _range(map(int, words)) for name, words in by_test.items()}
    return ranges


def _count_ranges(
    sizes: InputShape, inputs: Sequence[Tokens]
) -> dict[int, tuple[int, int]]:
    """Return the least and greatest count that each counting token of the first line tells."""
    counters = list(sizes.counted_by.values())
    if sizes.rows_counted_by is not None:
        counters.append(sizes.rows_counted_by)
    ranges = {}
    for counter in counters:
        ranges[counter] = _range(int(tokens[0][counter]) for tokens in inputs)
    return ranges


def _quirks_of(texts: Collection[bytes]) -> frozenset[Quirk]:
    """Return the quirks that some valid input has."""
    return frozenset(
        quirk for quirk in Quirk if any(quirk.is_in(text) for text in texts)
    )


def _learn_sizes(inputs: Sequence[Tokens]) -> InputShape:
    """Return a shape with the determined numbers of tokens and lines only."""
    # A format mostly begins with the counts: fewer tests must agree on the first line.
    header_size = _common([len(tokens[0]) for tokens in inputs], _HEADER_TESTS)
    line_count = _common([len(tokens) for tokens in inputs], _OTHER_TESTS)
    if line_count is None:
        sizes = [len(line) for tokens in inputs for line in tokens[1:]]
        rows = [len(tokens) - 1 for tokens in inputs]
        return InputShape(
            header_size=header_size,
            row_size=_common(sizes, _OTHER_TESTS),
            rows_counted_by=_counter_of(inputs, rows),
        )
    fixed_sizes: dict[int, int] = {}
    counted_by: dict[int, int] = {}
    for line in range(1, line_count):
        sizes = [len(tokens[line]) for tokens in inputs]
        size = _common(sizes, _OTHER_TESTS)
        if size is not None:
            fixed_sizes[line] = size
        token = _counter_of(inputs, sizes)
        if token is not None:
            counted_by[line] = token
    return InputShape(line_count, header_size, fixed_sizes, counted_by)


def _common(numbers: Sequence[int], needed: int) -> int | None:
    """Return the value of all numbers if they are equal and at least `needed` of them."""
    if len(numbers) < needed or len(set(numbers)) != 1:
        return None
    return numbers[0]


def _counter_of(inputs: Sequence[Tokens], numbers: Sequence[int]) -> int | None:
    """Return the token of the first line that equals the input's number in every input.

    Return None if the numbers do not differ: a token may equal them by chance.
    """
    if len(set(numbers)) < 2:
        return None
    counts = [b"%d" % number for number in numbers]
    shared = min(len(tokens[0]) for tokens in inputs)
    for token in range(shared):
        if [tokens[0][token] for tokens in inputs] == counts:
            return token
    return None


def _by_slot(sizes: InputShape, inputs: Mapping[str, Tokens]) -> TokenSlots:
    """Return the tokens of each slot, by testcase name."""
    found: dict[TokenSlot, dict[str, list[bytes]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for name, tokens in inputs.items():
        for line, words in enumerate(tokens):
            for index, word in enumerate(words):
                found[sizes.slot(line, index)][name].append(word)
    return found


def _kind(token: bytes) -> str:
    if INTEGER.fullmatch(token):
        return "integer"
    if FLOAT.fullmatch(token):
        return "float"
    return "text"


def _range(numbers: Iterable[int]) -> tuple[int, int]:
    values = list(numbers)
    return min(values), max(values)


def _match_bounds(
    ranges: Mapping[TokenSlot, Mapping[str, tuple[int, int]]],
    bounds: Mapping[str, Sequence[Bound]],
) -> dict[TokenSlot, tuple[int, int]]:
    """Match the bounds that validators name with slots; take the widest where several match.

    A bound matches a slot if both have the same least and greatest value in every test,
    and these values differ between tests.
    """
    by_location: dict[str, dict[str, Bound]] = defaultdict(dict)
    for name, found in bounds.items():
        for bound in found:
            by_location[bound.location][name] = bound
    matching: dict[TokenSlot, list[tuple[int, int]]] = defaultdict(list)
    for by_test in by_location.values():
        seen = {test: (bound.least, bound.greatest) for test, bound in by_test.items()}
        allowed = {(bound.low, bound.high) for bound in by_test.values()}
        # Bounds that depend on the input, or values that never change, match slots by chance.
        if len(allowed) != 1 or len(set(seen.values())) < 2:
            continue
        low, high = allowed.pop()
        if not isinstance(low, int) or not isinstance(high, int):
            continue
        for slot, values in ranges.items():
            if seen == values:
                matching[slot].append((low, high))
    widest = {}
    for slot, found_bounds in matching.items():
        lows, highs = zip(*found_bounds, strict=True)
        widest[slot] = (min(lows), max(highs))
    return widest
