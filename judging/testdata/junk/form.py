"""What the valid inputs of a package have in common: what may be changed so that the result is
certainly invalid. Pure.

A number of tokens or lines counts as determined only where the tests show it: it is the same in all
of them, or a number in the first line gives it in all of them, and they differ in it. A bound is
known only where a validator names it and the place of its values is plain from all tests.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from judging.testdata.bounds import Bound

INTEGER = re.compile(rb"0|-?[1-9][0-9]*")
FLOAT = re.compile(rb"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_HEADER_TESTS = 3  # tests that must agree on the first line, or on a place that holds numbers
_OTHER_TESTS = 5  # tests that must agree on any other number

# The part of the form that a token belongs to: a line and the place in it, -1 where any.
Place = tuple[int, int]

# Oddities that a valid input may have: what would add one is not tried then.
_ODDITIES: Mapping[str, re.Pattern[bytes]] = {
    "blank at end": re.compile(rb" (?=\n|\Z)"),
    "blank at start": re.compile(rb"(?:^|(?<=\n)) "),
    "two blanks": re.compile(rb"  "),
    "tab": re.compile(rb"\t"),
    "carriage return": re.compile(rb"\r"),
    "empty line": re.compile(rb"\A\n|\n\n"),
    "no newline": re.compile(rb"[^\n]\Z"),
    "not ASCII": re.compile(rb"[\x80-\xff]"),
    "NUL": re.compile(rb"\0"),
}


@dataclass(frozen=True, slots=True)
class Form:
    """`lines` is the number of lines where it is the same in every test; `first` that of tokens in
    the first line; `fixed` and `counted` are for lines after it, by index: how many tokens, or
    which token of the first line says how many; `row` is how many tokens every line after the first
    has; `rows_counted` is the token of the first line that says how many lines follow.

    `integers` and `floats` are places that hold nothing else in any test; `bounds` the bounds of
    integers. `counts` has the least and greatest count that each token of the first line gave.
    `odd` are the oddities that some valid input has, `valid` the digests of all valid inputs. `key`
    stands for all that it was learned from.
    """

    lines: int | None = None
    first: int | None = None
    fixed: Mapping[int, int] = field(default_factory=dict)
    counted: Mapping[int, int] = field(default_factory=dict)
    row: int | None = None
    rows_counted: int | None = None
    integers: frozenset[Place] = frozenset()
    floats: frozenset[Place] = frozenset()
    bounds: Mapping[Place, tuple[int, int]] = field(default_factory=dict)
    counts: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    odd: frozenset[str] = frozenset()
    valid: frozenset[str] = frozenset()
    key: str = ""

    def place(self, line: int, token: int) -> Place:
        """Where a token stands."""
        if line == 0:
            return (0, token if self.first is not None else -1)
        if self.lines is not None:
            return (line, token if line in self.fixed else -1)
        return (1, token if self.row is not None else -1)

    def determined(self, line: int) -> bool:
        """True when a line may not have one token more or less."""
        if line == 0:
            return self.first is not None
        if self.lines is not None:
            return line in self.fixed or line in self.counted
        return self.row is not None

    @property
    def lines_determined(self) -> bool:
        """True when there may not be one line more or less."""
        return self.lines is not None or self.rows_counted is not None

    @property
    def counters(self) -> frozenset[Place]:
        """The places in the first line that count something: integers without a doubt."""
        return frozenset((0, token) for token in self.counts)


def digest(text: bytes) -> str:
    """What stands for an input in `Form.valid`."""
    return hashlib.sha256(text).hexdigest()


def lines_of(text: bytes) -> list[bytes]:
    """The lines of an input, without their ends."""
    lines = text.split(b"\n")
    return lines[:-1] if lines[-1] == b"" else lines


def learn(texts: Mapping[str, bytes], bounds: Mapping[str, Sequence[Bound]]) -> Form:
    """The form of valid inputs, by testcase name; `bounds` are those validators named for each."""
    known = [(name, [line.split() for line in lines_of(text)]) for name, text in texts.items()]
    inputs = [tokens for _, tokens in known if tokens]
    form = _counts(inputs)
    integers, floats = _numbers(form, inputs)
    valid = set(map(digest, texts.values()))
    return Form(
        lines=form.lines,
        first=form.first,
        fixed=form.fixed,
        counted=form.counted,
        row=form.row,
        rows_counted=form.rows_counted,
        integers=integers,
        floats=floats,
        bounds=_bounds(form, integers, known, bounds),
        counts=_extremes(form, inputs),
        odd=frozenset(
            name for name, odd in _ODDITIES.items() if any(map(odd.search, texts.values()))
        ),
        valid=frozenset(valid),
        key=digest(repr((sorted(valid), sorted(bounds.items()))).encode()),
    )


Tokens = Sequence[Sequence[bytes]]


def _counts(inputs: Sequence[Tokens]) -> Form:
    """Which numbers of tokens and lines are determined."""
    first = _same([len(tokens[0]) for tokens in inputs], _HEADER_TESTS)
    lines = _same([len(tokens) for tokens in inputs], _OTHER_TESTS)
    if lines is not None:
        others = {i: [len(tokens[i]) for tokens in inputs] for i in range(1, lines)}
        return Form(
            lines=lines,
            first=first,
            fixed={i: n for i, ns in others.items() if (n := _same(ns, _OTHER_TESTS)) is not None},
            counted={i: t for i, ns in others.items() if (t := _teller(inputs, ns)) is not None},
        )
    sizes = [len(line) for tokens in inputs for line in tokens[1:]]
    rows = [len(tokens) - 1 for tokens in inputs]
    return Form(first=first, row=_same(sizes, _OTHER_TESTS), rows_counted=_teller(inputs, rows))


def _same(numbers: Sequence[int], tests: int) -> int | None:
    """The number that all are, if there are enough of them."""
    return numbers[0] if len(numbers) >= tests and len(set(numbers)) == 1 else None


def _teller(inputs: Sequence[Tokens], numbers: Sequence[int]) -> int | None:
    """The token of the first line that tells `numbers` in every input, where they differ."""
    if len(set(numbers)) < 2:
        return None
    shared = min(len(tokens[0]) for tokens in inputs)
    for token in range(shared):
        if all(t[0][token] == b"%d" % n for t, n in zip(inputs, numbers, strict=True)):
            return token
    return None


def _extremes(form: Form, inputs: Sequence[Tokens]) -> dict[int, tuple[int, int]]:
    tellers = {*form.counted.values()} | ({form.rows_counted} - {None})
    told = {t: [int(tokens[0][t]) for tokens in inputs] for t in tellers if t is not None}
    return {token: (min(numbers), max(numbers)) for token, numbers in told.items()}


def placed(form: Form, tokens: Tokens) -> dict[Place, list[bytes]]:
    """The tokens of an input by their place."""
    found: dict[Place, list[bytes]] = defaultdict(list)
    for i, line in enumerate(tokens):
        for j, token in enumerate(line):
            found[form.place(i, j)].append(token)
    return found


def _numbers(form: Form, inputs: Iterable[Tokens]) -> tuple[frozenset[Place], frozenset[Place]]:
    kinds: dict[Place, set[str]] = defaultdict(set)
    tests: dict[Place, int] = defaultdict(int)
    for tokens in inputs:
        for place, members in placed(form, tokens).items():
            kinds[place] |= set(map(_kind, members))
            tests[place] += 1
    # A word may look like a number by chance, though hardly in every test.
    known = {place: found for place, found in kinds.items() if tests[place] >= _HEADER_TESTS}
    integers = {place for place, found in known.items() if found == {"integer"}}
    floats = {place for place, found in known.items() if found <= {"integer", "float"}}
    return frozenset(integers), frozenset(floats - integers)


def _kind(token: bytes) -> str:
    if INTEGER.fullmatch(token):
        return "integer"
    return "float" if FLOAT.fullmatch(token) else "text"


def _bounds(
    form: Form,
    integers: frozenset[Place],
    known: Sequence[tuple[str, Tokens]],
    bounds: Mapping[str, Sequence[Bound]],
) -> dict[Place, tuple[int, int]]:
    """The bounds of each place, the widest where several fit: those whose least and greatest value
    are those of the place in every test, and not the same two in all of them."""
    spans: dict[Place, dict[str, tuple[int, int]]] = defaultdict(dict)
    for name, tokens in known:
        for place, members in placed(form, tokens).items():
            if place in integers:
                values = [int(token) for token in members]
                spans[place][name] = (min(values), max(values))
    seen: dict[str, dict[str, Bound]] = defaultdict(dict)
    for name, found in bounds.items():
        for bound in found:
            seen[bound.location][name] = bound
    fitting: dict[Place, list[tuple[int, int]]] = defaultdict(list)
    for by_test in seen.values():
        seen_of = {test: (bound.least, bound.greatest) for test, bound in by_test.items()}
        allowed = {(bound.low, bound.high) for bound in by_test.values()}
        if len(allowed) != 1 or len(set(seen_of.values())) < 2:
            continue
        low, high = allowed.pop()
        for place, span in spans.items():
            if seen_of == span and isinstance(low, int) and isinstance(high, int):
                fitting[place].append((low, high))
    return {p: (min(a for a, _ in f), max(b for _, b in f)) for p, f in fitting.items()}
