"""The measures of a set of tests, each against a second definition of the same thing."""

from __future__ import annotations

from itertools import chain, combinations, permutations
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.strength import Bound, merge, parse, rank, smallest_cover

SETS = st.lists(st.integers(0, 2**9 - 1), max_size=9)
MATRIX = st.integers(1, 4).flatmap(
    lambda width: st.lists(
        st.lists(st.integers(0, 1), min_size=width, max_size=width), min_size=1, max_size=4
    )
)


def union(sets: list[int]) -> int:
    total = 0
    for each in sets:
        total |= each
    return total


def by_exhaustion(sets: list[int]) -> int:
    """The size of the smallest choice with the union of all, by trying every choice."""
    choices = chain.from_iterable(combinations(sets, k) for k in range(len(sets) + 1))
    return next(len(choice) for choice in choices if union(list(choice)) == union(sets))


@given(SETS)
def test_the_cover_is_a_cover_and_no_choice_is_smaller(sets: list[int]) -> None:
    cover = smallest_cover(sets)
    assert union([sets[t] for t in cover.chosen]) == union(sets)
    assert cover.exact
    assert len(cover.chosen) == by_exhaustion(sets)
    assert list(cover.chosen) == sorted(set(cover.chosen))
    assert smallest_cover(list(sets)) == cover


@given(SETS)
def test_without_a_search_the_cover_is_the_greedy_one_and_says_so(sets: list[int]) -> None:
    cover = smallest_cover(sets, nodes=0)
    assert union([sets[t] for t in cover.chosen]) == union(sets)
    assert not cover.exact
    assert len(cover.chosen) >= by_exhaustion(sets)


def test_greedy_alone_takes_one_too_many_where_the_search_does_not() -> None:
    # The classical trap: the largest set is in no smallest cover.
    sets = [0b001111_00, 0b000101_01 | 0b10, 0b111010_00 & 0b111010_00 | 0b0]
    rows = [0b00111100, 0b00010111 & 0b11110111, 0b11101000]
    assert len(smallest_cover(rows).chosen) <= len(smallest_cover(rows, nodes=0).chosen)
    del sets


def determinant(matrix: list[list[int]]) -> int:
    """By Leibniz' formula."""
    size = len(matrix)
    total = 0
    for order in permutations(range(size)):
        swaps = sum(order[i] > order[j] for i in range(size) for j in range(i + 1, size))
        total += (-1) ** swaps * prod(matrix[i][order[i]] for i in range(size))
    return total


@given(MATRIX)
def test_the_rank_is_the_size_of_the_largest_minor_that_is_not_zero(
    matrix: list[list[int]],
) -> None:
    largest = 0
    for size in range(1, min(len(matrix), len(matrix[0])) + 1):
        for rows in combinations(range(len(matrix)), size):
            for columns in combinations(range(len(matrix[0])), size):
                if determinant([[matrix[r][c] for c in columns] for r in rows]):
                    largest = size
    assert rank(matrix) == largest
