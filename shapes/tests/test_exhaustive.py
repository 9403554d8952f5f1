"""The levels of a grammar have all inputs within their limits, and nothing else.

The oracle is the Python package `checktestdata`: it says of all short texts of a few
characters which ones are valid.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Iterable

import pytest
from grammars import IDIOMS, Validator

from shapes.grammar.exhaustive import levels
from shapes.grammar.word_sets import TooManyError, word_set


def numbers_between(low: int, high: int) -> Callable[[bytes], bool]:
    return lambda text: all(low <= int(word) <= high for word in text.split())


def anything(text: bytes) -> bool:
    return True


def texts_of(characters: bytes, length: int) -> list[bytes]:
    """Return all texts of these characters up to a length."""
    found = []
    for count in range(length + 1):
        for text in itertools.product(characters, repeat=count):
            found.append(bytes(text))
    return found


def counted_rows(most: int, values: Iterable[int]) -> list[bytes]:
    """Return texts such as `2 5 7`: how many values follow, and the values."""
    found = []
    for count in range(most + 1):
        for row in itertools.product(values, repeat=count):
            found.append(b" ".join(b"%d" % value for value in (count, *row)))
    return found


def signed_rows() -> list[bytes]:
    pairs = itertools.product(range(-2, 3), range(-4, 0))
    halves = [b"%d %d " % pair for pair in pairs]
    return [first + second for first in halves for second in halves]


def within_signed(text: bytes) -> bool:
    values = [int(word) for word in text.split()]
    return all(abs(x) <= 1 for x in values[::2]) and all(y >= -3 for y in values[1::2])


def edges_of(most: int, count: Callable[[int], Iterable[int]]) -> list[bytes]:
    """Return texts `n m u v u v...` with up to `most` vertices and all rows of `m` edges."""
    found = []
    for n in range(1, most + 1):
        ends = list(itertools.product(range(1, n + 1), repeat=2))
        for m in count(n):
            for row in itertools.product(ends, repeat=m):
                numbers = (n, m, *itertools.chain(*row))
                found.append(b" ".join(b"%d" % number for number in numbers))
    return found


def pairs_of(text: bytes) -> tuple[int, list[frozenset[int]]]:
    n, _, *ends = map(int, text.split())
    return n, [frozenset(pair) for pair in zip(ends[::2], ends[1::2])]


def is_simple(text: bytes) -> bool:
    _, pairs = pairs_of(text)
    return len(set(pairs)) == len(pairs) and all(len(pair) == 2 for pair in pairs)


def is_connected(text: bytes) -> bool:
    """Return whether a walk from vertex 1 reaches all others."""
    n, pairs = pairs_of(text)
    reached = {1}
    for _ in range(n):
        for pair in pairs:
            if pair & reached:
                reached |= pair
    return len(reached) == n


@dataclass(frozen=True)
class Case:
    """A grammar, and what one of its levels has.

    level: which one; None: the last one.
    is_within: whether a valid text is within the limits of the level.
    asked: texts among which are all of the level.
    """

    source: str
    level: int | None
    limits: tuple[str, ...]
    is_within: Callable[[bytes], bool]
    asked: Iterable[bytes]


ARRAY = "INT(1,9,n) REPI(i,n) SPACE INT(1,9,a[i]) END"
CASES = {
    "array": Case(
        ARRAY, 0, ("n <= 2", "a <= 2"), numbers_between(1, 2), texts_of(b"12 ", 6)
    ),
    "larger sizes": Case(
        ARRAY,
        1,
        ("n <= 3", "a <= 2"),
        lambda text: int(text[:1]) <= 3 and numbers_between(1, 2)(text[1:]),
        counted_rows(4, range(4)),
    ),
    "different values of a row": Case(
        "INT(1,3,n) REPI(i,n) SPACE INT(1,n,p[i]) END ASSERT(UNIQUE(p))",
        None,
        (),
        anything,
        counted_rows(4, range(1, 5)),
    ),
    # The second row may leave values of the first one in the array.
    "different values of two rows": Case(
        "REP(2) INT(1,2,n) REPI(i,n) SPACE INT(1,3,p[i]) END NEWLINE ASSERT(UNIQUE(p)) END",
        None,
        (),
        anything,
        [
            b"%b\n%b\n" % rows
            for rows in itertools.product(counted_rows(2, range(1, 4)), repeat=2)
        ],
    ),
    "values on both sides of 0": Case(
        "REP(2) INT(-9,9,x) SPACE INT(-9,-2,y) SPACE END",
        0,
        ("-1 <= x <= 1", "y >= -3"),
        within_signed,
        signed_rows(),
    ),
    "a range that depends on a value": Case(
        "INT(2,3,x) SPACE INT(x,2*x,y)",
        0,
        ("y at most 1 from the value nearest to 0 that it may have",),
        lambda text: int(text[2:]) <= int(text[:1]) + 1,
        texts_of(b"234567 ", 3),
    ),
    "words": Case(
        'REGEX("[a-z]+|y?",s) STRING("-") INT(0,9,n) ASSERT(STRLEN(s)==n)',
        0,
        (
            "n <= 1",
            "s of at most 1 character",
            "s of the first 2 characters of each set",
        ),
        lambda text: not set(text) & {*b"cd"} and int(text[-1:]) <= 1,
        texts_of(b"abcy-012", 3),
    ),
    # A REGEX takes as much as it can, also where the next one could take it.
    "words that meet": Case(
        'REGEX("a*b?",s) REGEX("[ab]*",t) STRING(".")',
        0,
        ("s of at most 1 character", "t of at most 1 character"),
        lambda text: bool(re.fullmatch(rb"(a(?![ab])|b|)[ab]?[.]", text)),
        texts_of(b"ab.", 5),
    ),
    "numbers that meet": Case(
        'INT(0,2,a) REGEX("[0-2]?x?",s) INT(0,2,b)',
        None,
        (),
        anything,
        texts_of(b"012x", 4),
    ),
    "to the end": Case(
        "WHILE(!ISEOF) INT(1,9,x) SPACE END",
        0,
        ("x <= 2", "at most 1 round of each WHILE"),
        lambda text: text.count(b" ") <= 1 and numbers_between(1, 2)(text),
        texts_of(b"123 ", 4),
    ),
    "kinds": Case(
        'REP(2) IF(MATCH("ab")) REGEX("[abc]",s) ELSE STRING("") IF(ISEOF) EOF ELSE'
        ' STRING("c") END END END',
        None,
        (),
        anything,
        texts_of(b"abc", 4),
    ),
    "a text after the end": Case(
        'INT(1,2,x) IF(x == 1) EOF END STRING("!")',
        None,
        (),
        anything,
        texts_of(b"12!", 3),
    ),
    "tree": Case(
        "INT(1,3,n) SPACE INT(0,9,m) ASSERT(m == n-1)"
        " REPI(i,m) SPACE INT(1,n,u[i]) SPACE INT(1,n,v[i]) END  #@ tree u v",
        None,
        ("edges u, v of a tree",),
        is_connected,
        edges_of(3, lambda n: [n - 1]),
    ),
    "graph": Case(
        "INT(1,3,n) SPACE INT(0,2,m)"
        " REPI(i,m) SPACE INT(1,n,u[i]) SPACE INT(1,n,v[i]) END  #@ graph u v",
        None,
        ("edges u, v between different pairs",),
        is_simple,
        edges_of(3, lambda n: range(3)),
    ),
    "connected graph": Case(
        "INT(2,3,n) SPACE INT(1,3,m)"
        " REPI(i,m) SPACE INT(1,n,u[i]) SPACE INT(1,n,v[i]) END  #@ graph u v connected",
        None,
        ("edges u, v of a connected graph, between different pairs",),
        lambda text: is_simple(text) and is_connected(text),
        edges_of(3, lambda n: range(4)),
    ),
    "conditions": Case(
        "INT(0,4,a) SPACE INT(0,4,b) SPACE INT(0,4,c) ASSERT(a < b - c || a == 3)"
        " IF(a == 3) ASSERT(b*c == 4) END",
        None,
        (),
        anything,
        [b"%d %d %d" % row for row in itertools.product(range(6), repeat=3)],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_level_has_all_inputs_within_its_limits(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = CASES[name]
    validator = Validator(case.source, tmp_path, monkeypatch)
    wanted = set()
    for text in case.asked:
        if validator.permits(text) and case.is_within(text):
            wanted.add(text)
    found = levels(case.source, 3000)
    if case.level is not None:
        found = found[: case.level + 1]
    known = [text for level in found for text in level.inputs]
    assert found[-1].limits == case.limits
    assert len(set(known)) == len(known)
    assert wanted
    assert set(known) == wanted


@pytest.mark.slow
@pytest.mark.parametrize("name", IDIOMS)
def test_inputs_of_idioms_are_valid_and_the_smallest_come_first(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    validator = Validator(IDIOMS[name], tmp_path, monkeypatch)
    found = levels(IDIOMS[name], 200)
    assert bool(found) == (name != "floats")
    for level in found:
        sizes = [len(text) for text in level.inputs]
        assert sizes == sorted(sizes)
        assert all(map(validator.accepts, level.inputs))
    assert sum(len(level.inputs) for level in found) <= 200
    assert found == levels(IDIOMS[name], 200)


def test_a_level_with_nothing_new_only_widens_the_limits() -> None:
    source = "INT(1,9,n) SPACE INT(1,9,m) ASSERT(n == 1) ASSERT(m == 5)"
    found = levels(source, 100)
    assert [level.inputs for level in found] == [(b"1 5",)]
    assert found[-1].limits == ()


def test_where_inputs_are_too_many_or_too_large_there_is_no_level() -> None:
    assert levels("INT(1,9,n) REP(n) INT(0,9) END", 5) == []
    assert levels("REP(2000) SPACE END", 100) == []
    assert levels("REP(40) INT(0,1) END ASSERT(1 == 2)", 100) == []
    backwards = "REP(1) INT(1,2,v) SPACE INT(1,2,u) END  #@ graph u v"
    assert levels(backwards, 100) == []
    assert levels("SET(c=0) WHILE(c < 1) SPACE END", 100) == []


@pytest.mark.parametrize(
    "pattern",
    [
        "(a*)*b|ab?",
        "(aa|b){1,2}a?",
        "[a-c]{2}|x",
        "((a|b)(c|))+",
        "a{0,2}(b{2}|c)*",
        "[^a]?(a|)",
    ],
)
def test_a_word_set_has_all_words_of_few_characters(pattern: str) -> None:
    found = word_set(pattern.encode(), 2, 99, 3000)
    compiled = re.compile(pattern.encode())
    asked = texts_of(b"abcx", found.longest)
    wanted = {word for word in asked if compiled.fullmatch(word)}
    assert wanted == {word for word in found.words if not set(word) - {*b"abcx"}}
    longer = texts_of(b"abcx", found.longest + 2)[len(asked) :]
    assert found.has_longer == any(compiled.fullmatch(word) for word in longer)


def test_too_many_words_are_refused() -> None:
    with pytest.raises(TooManyError):
        word_set(b"[a-z]{1000}", 1, 2, 3000)
    with pytest.raises(TooManyError):
        word_set(b"[a-z]{20}", 1, 2, 3000)
