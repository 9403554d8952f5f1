"""The short side-by-side view of output and answer."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.operations import operations

from judging.jobs.checkers.difference import difference as difference_of_files

LINES = st.lists(
    st.sampled_from([b"1", b"2 3", b"", b"abc", b"\x00", b"\xff"]), max_size=8
).map(b"\n".join)


def difference(output: bytes, answer: bytes) -> str:
    return difference_of_files(io.BytesIO(output), io.BytesIO(answer))


def numbers(text: str) -> list[int]:
    return [
        int(found) for found in re.findall(r"^line (\d+): expected", text, re.MULTILINE)
    ]


def test_shows_the_first_differing_line_with_both_sides() -> None:
    shown = difference(b"1\n2\n4\n", b"1\n2\n3\n")
    assert numbers(shown) == [3]
    expected, got = shown.splitlines()
    assert re.fullmatch(r"line 3: expected +3", expected)
    assert re.fullmatch(r" +got +4", got)


@given(LINES)
def test_equal_texts_have_no_difference(text: bytes) -> None:
    assert difference(text, text) == ""


@given(LINES, LINES)
def test_shows_at_most_three_lines_that_differ_in_order(
    output: bytes, answer: bytes
) -> None:
    got, expected = output.split(b"\n"), answer.split(b"\n")
    size = max(len(got), len(expected))
    got += [b""] * (size - len(got))
    expected += [b""] * (size - len(expected))
    differing = [n + 1 for n in range(size) if got[n] != expected[n]]
    shown = difference(output, answer)
    assert numbers(shown) == differing[:3]
    assert shown.endswith("\n...") == (len(differing) > 3)


def test_a_missing_line_is_shown_as_end_of_file() -> None:
    assert "got       (end of file)" in difference(b"1\n", b"1\n2\n3\n").splitlines()[-1]
    assert "expected  (end of file)" in difference(b"1\n2\n3", b"1\n2")


def test_a_long_line_is_cropped_around_the_difference() -> None:
    answer = b"a" * 5000 + b"X" + b"b" * 5000
    shown = difference(answer.replace(b"X", b"Y"), answer)
    expected, got = shown.splitlines()
    assert "X" in expected
    assert "Y" in got
    assert all(len(line) < 120 for line in shown.splitlines())
    assert expected.count("...") == 2


@given(st.binary(), st.binary())
def test_every_byte_is_shown_printable(output: bytes, answer: bytes) -> None:
    shown = difference(output, answer)
    assert all(line.isprintable() for line in shown.split("\n"))
    assert all(len(line) < 400 for line in shown.split("\n"))


def test_the_end_of_what_was_read_is_not_a_difference() -> None:
    """Large files are not read to the end; the place where reading stops is not a difference."""
    rest = b"abcdefgh\n" * 200_000
    assert numbers(difference(b"11\n" + rest, b"1\n" + rest)) == [1]
    long = b"x" * 100 + b"\n"
    shown = difference(b"22\n" + long * 50_000, b"2\n" + long * 50_000)
    assert "end of file" not in shown


@pytest.mark.parametrize(
    ("output", "answer", "end"),
    [(b"1 ", b"1 ", b"2"), (b"1\n", b"2\n", b"")],
    ids=["one line", "lines that differ"],
)
def test_only_the_beginning_of_a_large_file_is_read(
    output: bytes, answer: bytes, end: bytes
) -> None:
    def compare(size: int) -> int:
        return operations(lambda: difference(output * size, answer * size + end))

    assert compare(2**22) == compare(2**21)


def test_blank_lines_take_linear_time() -> None:
    def compare(size: int) -> int:
        return operations(lambda: difference(b"\n" * size, b" \n" * size))

    assert compare(2**13) < 2.5 * compare(2**12)
