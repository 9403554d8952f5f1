"""Inputs that are made longer: they stay valid, however many lines they have."""

import random

import pytest

from judging.features.hack.hunt.inputs.variants import stretch


@pytest.mark.parametrize(
    ("count", "form"),
    [
        (3, "lines"),
        (4, "row"),
        pytest.param(40_000, "lines", id="many lines", marks=pytest.mark.slow),
    ],
)
def test_a_longer_input_holds_as_many_numbers_as_it_says(count: int, form: str) -> None:
    space = b"\n" if form == "lines" else b" "
    text = b"%d\n" % count + space.join([b"1"] * count) + b"\n"
    grown = []
    for seed in range(12):
        head, *numbers = stretch(text, random.Random(seed)).split()
        if len(numbers) != count:
            grown.append((int(head), len(numbers)))
    assert grown
    assert all(said == found > count for said, found in grown)
