"""Junk: no junk input is valid in any format, and junk finds every kind of hole in a validator."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judging.core.verdicts import Verdict
from judging.data.bounds import parse_bounds
from judging.features.validate.junk.answers import reformatted_answers
from judging.features.validate.junk.changes import (
    LARGE_BYTES,
    PER_LARGE_TEST,
    PER_TEST,
    junk_inputs,
)
from judging.features.validate.junk.input_shape import learn_shape
from judging.jobs.checkers.default import compare

Texts = dict[str, bytes]
NUMBER = rb"(?:0|-?[1-9][0-9]*)"
WORD = st.text("ab01", min_size=1, max_size=4)


@dataclass(frozen=True, slots=True)
class Format:
    """A format of inputs: how to draw one, and a validator that checks every byte."""

    draw: st.SearchStrategy[str]
    valid: Callable[[bytes], bool]
    bounds: Callable[[bytes], str] = lambda text: ""


def row_valid(text: bytes) -> bool:
    match = re.fullmatch(rb"([1-9][0-9]*)\n(%b(?: %b)*)\n" % (NUMBER, NUMBER), text)
    values = match[2].split(b" ") if match else []
    return bool(
        match
        and len(values) == int(match[1]) <= 6
        and all(-9 <= int(value) <= 99 for value in values)
    )


def row_bounds(text: bytes) -> str:
    n, *values = map(int, text.split())
    return f"v:1 n 0 0 {n} {n} 1 6\nv:2 v 0 0 {min(values)} {max(values)} -9 99\n"


def pairs_valid(text: bytes) -> bool:
    n = text.split(b"\n")[0]
    rows = rb"(?:%b %b\n){%b}" % (NUMBER, NUMBER, n)
    return bool(
        re.fullmatch(rb"[1-9][0-9]?", n) and re.fullmatch(n + b"\n" + rows, text)
    )


def two_valid(text: bytes) -> bool:
    match = re.fullmatch(rb"(%b) (%b)\n" % (NUMBER, NUMBER), text)
    return bool(match and all(0 <= int(part) <= 10**9 for part in match.groups()))


def listed(values: list[int]) -> str:
    return f"{len(values)}\n{' '.join(map(str, values))}\n"


def paired(rows: list[tuple[int, int]]) -> str:
    return f"{len(rows)}\n" + "".join(f"{a} {b}\n" for a, b in rows)


FORMATS = {
    "n and n numbers, bounds named": Format(
        st.lists(st.integers(-9, 99), min_size=1, max_size=6).map(listed),
        row_valid,
        row_bounds,
    ),
    "n and n pairs": Format(
        st.lists(st.tuples(st.integers(), st.integers()), min_size=1, max_size=9).map(
            paired
        ),
        pairs_valid,
    ),
    "two numbers": Format(
        st.tuples(st.integers(0, 10**9), st.integers(0, 10**9)).map(
            "{0[0]} {0[1]}\n".format
        ),
        two_valid,
    ),
    # Only the end of the file ends the words: no number tells how many there are.
    "words on a line": Format(
        st.lists(WORD, min_size=1, max_size=5).map(lambda words: " ".join(words) + "\n"),
        lambda text: bool(re.fullmatch(rb"[ab01]+( [ab01]+)*\n", text)),
    ),
    "words on lines": Format(
        st.lists(WORD, min_size=1, max_size=5).map(
            lambda words: "\n".join(words) + "\n"
        ),
        lambda text: bool(re.fullmatch(rb"([ab01]+\n)+", text)),
    ),
    # A few rows of bits look like numbers; a row that starts with 0 shows that they are not.
    "a row of bits": Format(
        st.text("01", min_size=1, max_size=9).map(lambda bits: f"{len(bits)}\n{bits}\n"),
        lambda text: bool(
            re.fullmatch(rb"[1-9]\n[01]+\n", text) and int(text[:1]) == len(text) - 3
        ),
    ),
}


# Inputs that the tests of a format need: without them nobody can tell its shape.
REVEALING = {
    "words on a line": ["a b a b a b\n"],
    "words on lines": ["a\nb\na\nb\na\nb\n"],
    "a row of bits": ["3\n011\n"],
}


def learned(form: Format, texts: Texts) -> list[bytes]:
    found = learn_shape(
        texts, {name: parse_bounds(form.bounds(text)) for name, text in texts.items()}
    )
    return [
        m.text for name, text in texts.items() for m in junk_inputs(text, found, name)
    ]


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=20)
@given(data=st.data())
def test_no_junk_is_valid(name: str, data: st.DataObject) -> None:
    form = FORMATS[name]
    drawn = data.draw(st.lists(form.draw, min_size=6, max_size=9, unique=True))
    drawn += REVEALING.get(name, [])
    texts = {str(i): text.encode() for i, text in enumerate(drawn)}
    assert all(form.valid(text) for text in texts.values())
    made = learned(form, texts)
    assert len(made) >= 10 * len(texts)
    assert [text for text in made if form.valid(text)] == []


ROWS = {str(i): listed([*range(-9, -9 + i), 99]).encode() for i in range(6)}
ROW = FORMATS["n and n numbers, bounds named"]


@pytest.mark.parametrize(
    "hole",
    [
        b"1\n099\n",
        b"+1\n99\n",
        b"1\n99",
        b"1\n99\n\n",
        b"1\r\n99\r\n",
        b"\xef\xbb\xbf1\n99\n",
        b"1 99\n",
        b"1\n99\n\0",
        b"1\n99 \n",
        b"1\n99 99\n",
        b"1.0\n99\n",
        b"1\n100\n",
        b"1\n-10\n",
        b"1\n%d\n" % (2**32 + 99),
        b"1\n%d\n" % (2**64 + 99),
        b"1\n-0\n",
        b"0\n\n",
        b"7\n-9 -8 -7 -6 -5 99 99\n",
        b"1\n\xef\xbc\x99\xef\xbc\x99\n",
    ],
)
def test_each_hole_is_tried(hole: bytes) -> None:
    assert hole in learned(ROW, ROWS)
    assert not row_valid(hole)


def test_a_value_outside_those_seen_is_tried_only_outside_a_known_bound() -> None:
    silent = Format(ROW.draw, row_valid)
    assert b"1\n100\n" not in learned(silent, ROWS)
    assert not any(re.search(rb"\d{4}", text) for text in learned(silent, ROWS))


def test_no_junk_adds_a_quirk_that_a_valid_input_has() -> None:
    texts = {"1": b"1  2\n", "2": b"3 4\n", "3": b"5 6\r\n"}
    made = [
        m.kind
        for n, t in texts.items()
        for m in junk_inputs(t, learn_shape(texts, {}), n)
    ]
    assert "two spaces between tokens" not in made
    assert "CR LF line ends" not in made
    assert "a tab between tokens" in made


def test_junk_is_the_same_every_time_and_bounded() -> None:
    large = listed([10**29] * 36_000).encode()
    assert len(large) > LARGE_BYTES
    texts = {**ROWS, "large": large}
    form, again = learn_shape(texts, {}), learn_shape(dict(reversed(texts.items())), {})
    for name, text in texts.items():
        made = junk_inputs(text, form, name)
        assert made == junk_inputs(text, again, name)
        assert 0 < len(made) <= (PER_LARGE_TEST if name == "large" else PER_TEST)
    assert junk_inputs(ROWS["5"], form, "5") != junk_inputs(
        ROWS["5"], form, "another seed"
    )


ARGS = st.sampled_from(
    [
        (),
        ("case_sensitive",),
        ("space_change_sensitive",),
        ("float_tolerance", "1e-6"),
        ("case_sensitive", "float_absolute_tolerance", "0.5"),
    ]
)


@given(st.text("aB 01.-\n", max_size=20).map(str.encode), ARGS)
def test_the_default_comparison_accepts_reformatted_answers(
    answer: bytes, args: tuple[str, ...]
) -> None:
    for junk in reformatted_answers(answer, args, default=True):
        assert junk.text != answer
        assert (junk, compare(junk.text, answer, args).verdict) == (junk, Verdict.AC)


def kinds(answer: bytes, *args: str, default: bool) -> str:
    return ", ".join(junk.kind for junk in reformatted_answers(answer, args, default))


def test_no_answer_is_reformatted_in_a_way_that_a_checker_may_reject() -> None:
    answer = b"Yes 1.5\n2\n"
    assert kinds(answer, "space_change_sensitive", "case_sensitive", default=True) == ""
    assert "case" in kinds(answer, default=True)
    assert "case" not in kinds(answer, default=False)
    assert "between" not in kinds(answer, default=False)
    assert "decimals" not in kinds(answer, default=True)
    tolerant = [
        m.text
        for m in reformatted_answers(answer, ("float_tolerance", "1"), default=False)
    ]
    assert b"Yes 1.500\n2\n" in tolerant
    assert not any(b"2." in text for text in tolerant)
