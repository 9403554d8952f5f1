"""Outputs that attack a checker: none is the answer, and each is made as its name says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.core.limits import MIB
from judging.features.validate.junk.outputs import aims_of, output_attacks
from judging.features.validate.junk.variants import HOLLOW, Aim

WORDS = st.sampled_from([b"0", b"-7", b"2.50", b"YES", b"9" * 19, b"x", b"\xff"])
ANSWERS = st.lists(st.lists(WORDS, max_size=3), max_size=3).map(
    lambda lines: b"".join(b" ".join(line) + b"\n" for line in lines)
)


@given(
    answer=ANSWERS, neighbour=st.none() | ANSWERS, limit=st.sampled_from([9, 200_000])
)
def test_no_attack_has_the_tokens_of_the_answer(
    answer: bytes, neighbour: bytes | None, limit: int
) -> None:
    made = list(output_attacks(answer, neighbour, limit))
    assert made == list(output_attacks(answer, neighbour, limit))
    assert all(attack.text.split() != answer.split() for attack in made)
    assert all(len(attack.text) <= limit for attack in made)
    assert len({attack.text for attack in made}) == len(made)


def test_the_attacks_on_an_answer_of_two_lines() -> None:
    made: dict[bytes, str] = {}
    for attack in output_attacks(b"2 10\nabc\n", b"7\n", 8 * MIB):
        made[attack.text] = attack.kind
    for text, kind in (
        (b"", "an empty output"),
        (b"2 10\nabc\n2 10\nabc\n", "the answer twice"),
        (b"2 10\nabc abc\n", "the answer with its last token twice"),
        (b"2 10\n\n", "the answer without its last token"),
        (b"2\n", "the first token of the answer"),
        (b"abc\n2 10\n", "the answer with two lines swapped"),
        (b"7\n", "the answer of another test"),
        (b"3 10\nabc\n", "the answer with a number one larger"),
        (b"2 9\nabc\n", "the answer with a number one smaller"),
        (b"2 4294967306\nabc\n", "the answer with a number larger by 2^32"),
        (b"nan nan\nabc\n", "the answer with NaN in place of every number"),
        (b"2 0xa\nabc\n", "the answer with a number in hexadecimal"),
        (b"2 10x\nabc\n", "the answer with a letter after a number"),
    ):
        assert made[text] == kind
    longest = max(made, key=len)
    assert longest.split() == [b"x" * (8 * MIB - 1)]


@pytest.mark.slow
def test_a_large_answer_is_changed_as_a_whole_only() -> None:
    answer = b"1 2\n" * MIB
    made = [attack.kind for attack in output_attacks(answer, None, 64 * MIB)]
    assert "the answer twice" in made
    assert not any("number one" in kind for kind in made)


@pytest.mark.parametrize(
    ("output", "answer", "aims"),
    [
        (b" \n", b"1\n", {Aim.BLANK}),
        (b" \n", b"\n", set()),
        (b"1\n", b"2\n", set()),
        (b"\0\n", b"2\n", {Aim.NO_TEXT}),
        (b"\xff", b"2\n", {Aim.NO_TEXT}),
        (b"aa\n", b"2\n", {Aim.ONE_LETTER}),
        ("grün".encode(), b"2\n", set()),
    ],
)
def test_a_valid_output_tells_which_hollow_outputs_are_right(
    output: bytes, answer: bytes, aims: set[Aim]
) -> None:
    assert aims_of([(output, answer)]) == aims
    assert aims <= HOLLOW
