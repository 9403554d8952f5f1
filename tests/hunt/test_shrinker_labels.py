"""Inputs that number things shrink to the least counterexample; validity is decided
here, by definitions that the shrinker does not know."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.features.hack.hunt.shrinking import labels
from judging.features.hack.hunt.shrinking.shrinker import shrink
from judging.features.hack.hunt.shrinking.text import Text, parse, render

Numbers = list[list[int]]


def read(content: bytes) -> Numbers | None:
    """The lines of an input as integers without leading zeros; None for any other
    input."""
    if not content.endswith(b"\n"):
        return None
    rows = []
    try:
        for line in content[:-1].split(b"\n"):
            rows.append([int(word) for word in line.split(b" ")])
    except ValueError:
        return None
    return rows if write(rows) == content else None


def write(rows: Numbers) -> bytes:
    return "".join(" ".join(map(str, row)) + "\n" for row in rows).encode()


def connected(n: int, edges: Numbers) -> bool:
    reached = {1}
    grown = True
    while grown:
        before = len(reached)
        for edge in edges:
            if reached & set(edge):
                reached |= set(edge)
        grown = len(reached) > before
    return reached == set(range(1, n + 1))


def simple(n: int, edges: Numbers) -> bool:
    """Each line is a pair of two vertices, and no pair occurs twice."""
    pairs = set()
    for edge in edges:
        if len(edge) != 2 or min(edge) < 1 or max(edge) > n or edge[0] == edge[1]:
            return False
        pairs.add((min(edge), max(edge)))
    return len(pairs) == len(edges)


def tree(rows: Numbers) -> bool:
    head = rows[0]
    edges = rows[1:]
    n = head[0]
    if len(head) > 1 or len(edges) != n - 1:
        return False
    return simple(n, edges) and connected(n, edges)


def graph(rows: Numbers) -> bool:
    head = rows[0]
    edges = rows[1:]
    n = head[0]
    if head[1:] != [len(edges)] or n < 1:
        return False
    return simple(n, edges) and connected(n, edges)


def permutation(rows: Numbers) -> bool:
    return (
        len(rows) == 2
        and rows[0] == [len(rows[1])]
        and sorted(rows[1]) == list(range(1, len(rows[1]) + 1))
    )


def ranges(rows: Numbers) -> bool:
    if len(rows) < 3 or len(rows[0]) != 2:
        return False
    n = rows[0][0]
    asked = rows[2:]
    if len(rows[1]) != n or len(asked) != rows[0][1]:
        return False
    return all(len(pair) == 2 and 1 <= pair[0] <= pair[1] <= n for pair in asked)


def cases(rows: Numbers) -> bool:
    """Each case is a line with its length, and a line of so many integers."""
    count = rows[0][0]
    heads = rows[1::2]
    bodies = rows[2::2]
    if len(rows[0]) > 1 or not len(heads) == len(bodies) == count >= 1:
        return False
    return heads == [[len(body)] for body in bodies]


def degrees(rows: Numbers) -> list[int]:
    ends = [v for edge in rows[1:] for v in edge]
    return [ends.count(v) for v in set(ends)]


def tree_edges(draw: random.Random, n: int) -> Numbers:
    names = draw.sample(range(1, n + 1), n)
    edges = []
    for i in range(1, n):
        edges.append([names[i], names[draw.randrange(i)]])
    return edges


def large_tree(draw: random.Random) -> Numbers:
    return [[120], *tree_edges(draw, 120)]


def large_graph(draw: random.Random) -> Numbers:
    edges = tree_edges(draw, 60)
    for _ in range(80):
        edges.append(draw.sample(range(1, 61), 2))
    pairs = {(min(edge), max(edge)) for edge in edges}
    return [[60, len(pairs)], *map(list, pairs)]


def large_permutation(draw: random.Random) -> Numbers:
    return [[200], draw.sample(range(1, 201), 200)]


def large_ranges(draw: random.Random) -> Numbers:
    asked = [sorted(draw.choices(range(1, 81), k=2)) for _ in range(80)]
    return [[80, 80], [draw.randint(0, 10**6) for _ in range(80)], *asked]


def large_cases(draw: random.Random) -> Numbers:
    rows = [[20]]
    for _ in range(20):
        case = [draw.randint(0, 99) for _ in range(draw.randint(1, 20))]
        rows += [[len(case)], case]
    return rows


def falls_thrice(rows: Numbers) -> bool:
    row = rows[1]
    # A larger one before and a smaller one behind: no need to look at all triples.
    for j in range(1, len(row) - 1):
        if max(row[:j]) > row[j] > min(row[j + 1 :]):
            return True
    return False


@pytest.mark.parametrize(
    ("large", "valid", "fails", "tokens"),
    [
        pytest.param(
            large_tree, tree, lambda r: max(degrees(r), default=0) >= 3, 7, id="branch"
        ),
        pytest.param(
            large_tree,
            tree,
            lambda r: sum(d >= 3 for d in degrees(r)) >= 2,
            11,
            id="two branches",
        ),
        pytest.param(
            large_graph, graph, lambda r: r[0][1] > r[0][0], 12, id="two cycles"
        ),
        pytest.param(
            large_permutation, permutation, falls_thrice, 4, id="three that fall"
        ),
        pytest.param(
            large_ranges,
            ranges,
            lambda r: any(b - a >= 3 for a, b in r[2:]),
            8,
            id="a range",
        ),
        pytest.param(
            large_cases,
            cases,
            lambda r: any(a[0] > b[0] for a, b in zip(r[1::2], r[3::2], strict=False)),
            6,
            id="a shorter case",
        ),
    ],
)
def test_the_least_counterexample_is_found(
    large: Callable[[random.Random], Numbers],
    valid: Callable[[Numbers], bool],
    fails: Callable[[Numbers], bool],
    tokens: int,
) -> None:
    def is_valid(content: bytes) -> bool:
        rows = read(content)
        return rows is not None and valid(rows)

    def first(candidates: Iterator[bytes]) -> int | None:
        for number, candidate in enumerate(candidates):
            if is_valid(candidate) and fails(read(candidate) or []):
                return number
        return None

    def valid_ones(contents: Sequence[bytes]) -> list[bool]:
        return [is_valid(content) for content in contents]

    start = write(large(random.Random(7)))
    assert first(iter([start])) == 0
    found = shrink(start, first, valid_ones).content
    assert first(iter([found])) == 0
    assert len(found.split()) == tokens


@given(st.integers(0, 10**6), st.integers(2, 30))
def test_contracting_an_edge_of_a_tree_leaves_a_tree(seed: int, n: int) -> None:
    text = parse(write([[n], *tree_edges(random.Random(seed), n)]))
    sizes = {
        len(edit.text)
        for edit in labels.contract_lines(text, 1, 0)
        if is_tree(edit.text)
    }
    assert sizes == {len(text) - 1}


@pytest.mark.slow
@given(st.integers(0, 10**6), st.integers(2, 60), st.integers(1, 8))
def test_merging_labels_makes_no_number_that_is_no_label(
    seed: int, n: int, size: int
) -> None:
    # With both counts in the first line, none of the edges is taken for a counter.
    text = parse(write([[n, n - 1], *tree_edges(random.Random(seed), n)]))
    for edit in labels.merge_labels(text, size, 0):
        rows = read(render(edit.text))
        assert rows is not None
        assert all(label >= 1 for edge in rows[1:] for label in edge)


def test_labels_are_merged_with_the_one_before_them() -> None:
    text = parse(b"4 3\n1 3\n2 3\n3 4\n")
    merged = {render(edit.text) for edit in labels.merge_labels(text, 1, 0)}
    # 2 becomes 1, and `1 2` is there once; 3 becomes 2, and the loop `2 2` goes; 4
    # becomes 3, and the loop `3 3` goes.
    assert merged >= {b"3 2\n1 2\n2 3\n", b"3 2\n1 3\n2 3\n"}
    assert b"4 3\n0 2\n1 2\n2 3\n" not in merged


@given(st.integers(0, 10**6), st.integers(4, 30))
def test_labels_that_a_search_reaches_are_a_tree(seed: int, n: int) -> None:
    text = parse(write([[n], *tree_edges(random.Random(seed), n)]))
    edits = list(labels.keep_reached(text, 0))
    assert edits
    assert any(is_tree(edit.text) and len(edit.text) == n // 2 + 1 for edit in edits)


def is_tree(text: Text) -> bool:
    rows = read(render(text))
    return rows is not None and tree(rows)


@given(st.permutations(range(1, 9)), st.integers(1, 4))
def test_shorter_permutations_are_permutations(row: list[int], size: int) -> None:
    text = parse(write([[8], list(row)]))
    for edit in labels.shorten_permutations(text, size, 0):
        rows = read(render(edit.text))
        assert rows is not None
        assert permutation(rows)
        assert rows[0] == [8 - size]
