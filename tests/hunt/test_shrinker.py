"""The shrinker: the smallest inputs it finds with oracles written here."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judging.features.hack.hunt.shrinking import passes, shrinker
from judging.features.hack.hunt.shrinking.text import is_smaller, measure, parse, render

Oracle = Callable[[bytes], bool]


def first_in_order(interesting: Oracle, ahead: int = 1) -> shrinker.First:
    """Ask about `ahead` candidates at a time, as that many workers would."""

    def first(candidates: Iterator[bytes]) -> int | None:
        number = 0
        while window := list(itertools.islice(candidates, ahead)):
            for candidate in window:
                if interesting(candidate):
                    return number
                number += 1
        return None

    return first


def shrink(content: bytes, interesting: Oracle, valid: Oracle, ahead: int = 1) -> bytes:
    def both(candidate: bytes) -> bool:
        return valid(candidate) and interesting(candidate)

    assert both(content)
    shrunk = shrinker.shrink(
        content, first_in_order(both, ahead), lambda many: [valid(one) for one in many]
    )
    assert both(shrunk.content)
    assert (shrunk.steps > 0) == (shrunk.content != content)
    return shrunk.content


# ---- rows of coins: n, then a line of n values


def row_of(content: bytes) -> list[int] | None:
    """Return the values of a valid input of the coin game, None for an invalid one."""
    lines = content.split(b"\n")
    if len(lines) != 3 or lines[2] or not lines[0].isdigit():
        return None
    tokens = lines[1].split(b" ")
    if not all(t.isdigit() and t[:1] != b"0" and int(t) <= 10**9 for t in tokens):
        return None
    return [int(t) for t in tokens] if len(tokens) == int(lines[0]) else None


def is_row(content: bytes) -> bool:
    return row_of(content) is not None


def to_input(row: list[int]) -> bytes:
    return f"{len(row)}\n{' '.join(map(str, row))}\n".encode()


def best(row: tuple[int, ...]) -> int:
    """Return what the first player gets; try both ends in every turn."""
    if not row:
        return 0
    return max(
        row[0] + sum(row[1:]) - best(row[1:]), row[-1] + sum(row[:-1]) - best(row[:-1])
    )


def greedy(row: tuple[int, ...]) -> int:
    mine = 0
    my_turn = True
    left = list(row)
    while left:
        taken = left.pop(0) if left[0] >= left[-1] else left.pop()
        if my_turn:
            mine += taken
        my_turn = not my_turn
    return mine


def parity(row: tuple[int, ...]) -> int:
    return max(sum(row[::2]), sum(row[1::2]))


def differs(wrong: Callable[[tuple[int, ...]], int]) -> Oracle:
    def interesting(content: bytes) -> bool:
        row = row_of(content)
        return (
            row is not None and len(row) <= 12 and wrong(tuple(row)) != best(tuple(row))
        )

    return interesting


rows = st.lists(st.integers(1, 10**9), min_size=4, max_size=11)


@pytest.mark.parametrize(
    ("wrong", "smallest"), [(greedy, b"4\n1 1 3 2\n"), (parity, b"3\n1 3 1\n")]
)
@settings(max_examples=4)
@given(row=rows)
def test_the_smallest_row_is_found_from_any_row(
    wrong: Callable[[tuple[int, ...]], int], smallest: bytes, row: list[int]
) -> None:
    interesting = differs(wrong)
    if interesting(to_input(row)):
        found = shrink(to_input(row), interesting, is_row)
        assert measure(parse(found)) == measure(parse(smallest))


def test_every_smaller_row_is_answered_right() -> None:
    """Every row of fewer coins, and every row of the same length that comes before
    it."""
    small = range(1, 8)
    for wrong, smallest in ((greedy, (1, 1, 3, 2)), (parity, (1, 3, 1))):
        for count in range(1, len(smallest) + 1):
            for row in itertools.product(small, repeat=count):
                if count < len(smallest) or row < smallest:
                    assert wrong(row) == best(row), row
        assert wrong(smallest) != best(smallest)


def test_the_number_of_candidates_ahead_changes_nothing() -> None:
    row = to_input([20, 30, 2, 2, 2, 10, 8, 15, 3, 7])
    interesting = differs(greedy)
    assert len({shrink(row, interesting, is_row, ahead) for ahead in (1, 2, 7, 64)}) == 1


def test_a_bound_on_the_size_is_reached_exactly_with_the_smallest_values() -> None:
    def too_many(content: bytes) -> bool:
        row = row_of(content)
        return row is not None and len(row) > 100

    row = [(i * 7919) % 1000 + 1 for i in range(437)]
    assert shrink(to_input(row), too_many, is_row) == to_input([1] * 101)


def test_numbers_that_must_be_large_together_are_lowered_together() -> None:
    def overflows(content: bytes) -> bool:
        row = row_of(content)
        return row is not None and sum(row) >= 2**31 and len(set(row)) == 1

    assert shrink(to_input([10**9] * 9), overflows, is_row) == to_input([715827883] * 3)


def test_the_smaller_text_has_the_smaller_measure() -> None:
    draw = random.Random(1)
    texts = []
    for _ in range(60):
        tokens = [b"%d" % draw.randrange(120) for _ in range(draw.randint(1, 3))]
        texts.append(parse(b" ".join(tokens)))
    for one, other in itertools.product(texts, texts):
        assert is_smaller(one, other) == (measure(one) < measure(other))


def test_a_sum_that_must_be_large_needs_few_numbers() -> None:
    def overflows(content: bytes) -> bool:
        row = row_of(content)
        return row is not None and sum(row) >= 2**31

    found = row_of(shrink(to_input([37025557] * 60), overflows, is_row))
    assert found is not None
    assert (len(found), sum(found)) == (3, 2**31)  # two of 10^9 are not enough


# ---- other formats


def rows_of(content: bytes) -> list[list[int]] | None:
    """Return the integers of each line; None if there is something else."""
    *lines, last = content.split(b"\n")
    rows = []
    for line in lines:
        tokens = line.split(b" ")
        if not all(token.isdigit() for token in tokens):
            return None
        rows.append([int(token) for token in tokens])
    return None if last else rows


def test_lines_that_a_count_announces() -> None:
    def valid(content: bytes) -> bool:
        rows = rows_of(content)
        if rows is None or len(rows) < 2 or rows[0] != [len(rows) - 1]:
            return False
        return all(len(row) == 1 for row in rows)

    def interesting(content: bytes) -> bool:
        values = [int(line) for line in content.split()[1:]]
        return any(a == b for a, b in itertools.pairwise(values))

    large = b"7\n12\n9\n9\n4\n4\n4\n100\n"
    assert shrink(large, interesting, valid) == b"2\n0\n0\n"


def test_two_rows_of_the_same_count() -> None:
    def valid(content: bytes) -> bool:
        rows = rows_of(content)
        if rows is None or len(rows) != 3:
            return False
        return rows[0] == [len(rows[1])] == [len(rows[2])]

    def interesting(content: bytes) -> bool:
        rows = rows_of(content)
        return rows is not None and (7, 9) in zip(*rows[1:], strict=True)

    large = b"5\n1 2 7 4 5\n6 8 9 9 10\n"
    assert shrink(large, interesting, valid) == b"1\n7\n9\n"


def test_a_grid_loses_rows_and_columns() -> None:
    def grid_of(content: bytes) -> list[bytes] | None:
        lines = content.split(b"\n")
        grid = lines[1:-1]
        tokens = lines[0].split(b" ")
        if lines[-1] or len(tokens) != 2 or not all(t.isdigit() for t in tokens):
            return None
        height = int(tokens[0])
        width = int(tokens[1])
        if len(grid) != height or height < 1 or width < 1:
            return None
        for line in grid:
            if len(line) != width or not set(line) <= set(b".#"):
                return None
        return grid

    def interesting(content: bytes) -> bool:
        grid = grid_of(content)
        return grid is not None and any(b"##" in line for line in grid)

    large = b"4 6\n......\n.#.##.\n..#...\n......\n"
    assert shrink(large, interesting, lambda c: grid_of(c) is not None) == b"1 2\n##\n"


def test_cases_that_a_count_announces() -> None:
    def cases_of(content: bytes) -> list[list[int]] | None:
        """A case is a line with its length, and a line of so many integers."""
        rows = rows_of(content)
        if rows is None or len(rows) < 3:
            return None
        cases = rows[2::2]
        if rows[0] != [len(cases)] or rows[1::2] != [[len(case)] for case in cases]:
            return None
        return cases

    def interesting(content: bytes) -> bool:
        return any(sum(case) > 10 for case in cases_of(content) or [])

    large = b"3\n2\n1 2\n4\n5 6 7 8\n1\n3\n"
    assert shrink(large, interesting, lambda c: cases_of(c) is not None) == b"1\n1\n11\n"


@given(st.binary(max_size=60))
def test_every_byte_string_is_a_text_that_renders_to_itself(content: bytes) -> None:
    assert render(parse(content)) == content


@pytest.mark.slow
@pytest.mark.parametrize(
    "one_pass", [passes.merged, passes.scaled, passes.lowered_together]
)
def test_a_pass_over_many_lines_does_not_look_at_all_pairs_of_them(
    one_pass: shrinker.Pass,
) -> None:
    """For so many lines, a pass that did would take minutes."""
    numbers = b"\n".join(b"%d" % number for number in range(1, 100_001))
    edits = one_pass(parse(b"100000\n" + numbers + b"\n"), 0)
    # Only the count and the last number are the same, so they are lowered together.
    expected = 1 if one_pass is passes.lowered_together else 0
    assert len(list(itertools.islice(edits, 1))) == expected


@settings(max_examples=50)
@given(st.text("0123456789 \n-a.#", max_size=40).map(str.encode), st.integers(0, 3))
def test_shrinking_ends_and_never_makes_an_input_larger(
    content: bytes, spaces: int
) -> None:
    def interesting(candidate: bytes) -> bool:
        return candidate.count(b" ") >= spaces or candidate == content

    shrunk = shrinker.shrink(
        content, first_in_order(interesting), lambda many: [True] * len(many)
    )
    before, after = (measure(parse(c)) for c in (content, shrunk.content))
    assert after <= before


def test_the_check_for_every_edit_ends_the_shrinking_with_the_best_so_far() -> None:
    edits = itertools.count()

    def check() -> None:
        if next(edits) == 9:
            raise shrinker.OutOfBudget

    first = first_in_order(lambda content: content.count(b"7") >= 1)
    content = b"30\n" + b" ".join([b"7"] * 30) + b"\n"
    shrunk = shrinker.shrink(content, first, lambda many: [True for _ in many], check)
    assert next(edits) == 10
    assert 0 < len(shrunk.content) < len(content)
