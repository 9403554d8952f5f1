"""What an answer is, and which answers are rare among those of a package."""

from __future__ import annotations

import pytest

from judging.features.strengthen.search.outcomes import (
    dominant_outcome,
    outcome_of,
    rare_outcomes,
)


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (b"no\n", "no"),
        (b"YES 3\n1 2 3\n", "YES"),
        (b"0\n", "0"),
        (b"-1\n", "negative"),
        (b"17\n", "number"),
        (b"0 0 1\n", "number"),
        (b"0.25\n", "number"),
        (b"\n", "empty"),
        (b"a" * 30, "number"),
    ],
)
def test_an_answer_is_its_first_word_or_a_kind_of_number(
    answer: bytes, outcome: str
) -> None:
    assert outcome_of(answer) == outcome


def test_an_outcome_of_few_tests_is_rare() -> None:
    assert rare_outcomes(["no"] * 9 + ["yes"]) == {"yes"}
    assert rare_outcomes(["no"] * 8 + ["yes"]) == frozenset()
    # Words of a text are no outcomes.
    assert rare_outcomes([*"abcdefghijklmnopqrst"]) == frozenset()


def test_an_outcome_of_nearly_all_tests_is_dominant() -> None:
    assert dominant_outcome(["no"] * 9 + ["yes"]) == "no"
    assert dominant_outcome(["no"] * 8 + ["yes"] * 2) is None
    assert dominant_outcome(["number"] * 9 + ["negative"]) == "number"
    assert dominant_outcome([]) is None
    # Most problems ask for nothing but a number.
    assert dominant_outcome(["number"] * 9 + ["0"]) is None
