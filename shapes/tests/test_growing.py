"""Inputs of many sizes: valid, in a constant ratio up to the bounds, and one size alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from grammars import IDIOMS, Validator

from shapes.grammar.growing import ladder
from shapes.grammar.streams import Drawer


def growing(source: str, seed: str = "1") -> list[tuple[bytes, dict[str, Any]]]:
    drawn = Drawer(source, {}).inputs("growing", seed, 12)
    return [(one.content, json.loads(one.choices)) for one in drawn]


def together(source: str) -> list[dict[str, int]]:
    """Return the sizes of the inputs in which all sizes grow."""
    return [facts["sizes"] for _, facts in growing(source) if facts["alone"] is None]


@pytest.mark.parametrize("largest", [1, 3, 9, 20, 200, 10**5, 10**18, 10**30])
def test_a_ladder_goes_up_to_its_bound(largest: int) -> None:
    sizes = ladder(largest, 12)
    assert sizes[-1] == largest
    assert sizes == sorted({*sizes})
    assert len(sizes) == 12 or largest <= 200
    assert all(1 <= size <= largest for size in sizes)


@pytest.mark.slow
@pytest.mark.parametrize("name", IDIOMS)
def test_inputs_are_valid_and_the_same_for_the_same_seed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Smaller bounds: the validator takes seconds for a large input.
    source = IDIOMS[name].replace("200000", "2000").replace("10^5", "10^3")
    made = growing(source)
    assert made
    validator = Validator(source, tmp_path, monkeypatch)
    assert all(validator.accepts(content) for content, _ in made)
    assert made == growing(source)


def test_each_size_of_a_graph_grows_alone_and_ends_of_edges_are_no_sizes() -> None:
    source = (
        "INT(2,1000,n) SPACE INT(1,5000,m) NEWLINE\n"
        "REPI(i,m) INT(1,n,u[i]) SPACE INT(1,n,v[i]) NEWLINE END"
    )
    made = growing(source)
    ladders: dict[str | None, list[dict[str, int]]] = {}
    for _, facts in made:
        assert facts["sizes"].keys() == {"n", "m"}
        assert facts["bounds"] == {"n": 1000, "m": 5000}
        ladders.setdefault(facts["alone"], []).append(facts["sizes"])
    assert ladders.keys() == {None, "n", "m"}
    assert ladders[None][-1] == {"n": 1000, "m": 5000}
    assert {sizes["m"] for sizes in ladders["n"]} == {71}
    assert {sizes["n"] for sizes in ladders["m"]} == {33}


def test_what_a_loop_reads_counts_as_a_sum_and_words_by_their_length() -> None:
    budget = together(
        "INT(1,100,t) NEWLINE SET(s=0) REP(t) INT(1,500,n) NEWLINE SET(s=s+n)\n"
        "ASSERT(s<=500) REP(n,SPACE) INT(0,9) END NEWLINE END"
    )
    assert all(sizes.keys() == {"t", "sum of n"} for sizes in budget)
    assert max(sizes["sum of n"] for sizes in budget) == 500
    words = together('REGEX("[a-z]+",s) NEWLINE ASSERT(STRLEN(s)<=300)')
    assert words[-1] == {"s": 300}
    assert len(words) == 12


def test_where_nothing_is_counted_numbers_are_the_sizes() -> None:
    found = together("INT(1,10^12,n) NEWLINE")
    assert found[-1] == {"n": 10**12}
    assert len(found) == 12
