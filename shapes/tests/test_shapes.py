"""The library of shapes: its values, its bytes on every Python, its strategies."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from shapes import (
    TAGS,
    Graph,
    Rng,
    graphs,
    make,
    names,
    places,
    sequences,
    write,
)
from shapes.strategies import HypothesisSource, family, shape

ROOT = Path(__file__).parents[2]
FAMILIES = [name for families in TAGS.values() for name in families]
# Other bytes change the tests of every package that uses the library: say so in CHANGELOG.
DIGEST = "1075de863f0ab28178a6c657449e2daeaf5ef2bed4a99bbcdc85260d6ee0d958"
RECENT = "import sys; sys.exit(sys.version_info < (3, 8))"
EVERYTHING = """
import hashlib
from shapes import Rng, TAGS, graphs, make, places, sequences, write
numbers = Rng("numbers", 1)
made = [
    [(name, n, make(name, n, Rng(name, n))) for fs in TAGS.values() for name in fs for n in SIZES],
    [numbers.below(10**30), numbers.sample(9, 1, 10**18), numbers.split(99, 9, 3)],
    graphs.with_degrees([3, 2, 2, 2, 1], numbers),
    graphs.relabel(graphs.bipartite(5, 6, 17, numbers), numbers, [0]),
    sequences.cycles([1, 2, 5], numbers),
    write.network(graphs.connected(40, 99, numbers)),
]
print(hashlib.sha256(repr(made).encode()).hexdigest())
""".replace("SIZES", "(1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 17, 50, 321)")


def components(graph: Graph) -> int:
    root = list(range(graph.n))

    def find(v: int) -> int:
        while root[v] != v:
            root[v] = v = root[root[v]]
        return v

    for u, v, *_ in graph.edges:
        root[find(u)] = find(v)
    return len({find(v) for v in root})


def simple(graph: Graph) -> bool:
    """Return whether a graph has neither loops nor double edges, and only the vertices 0..n-1."""
    ends = [frozenset(edge[:2]) for edge in graph.edges]
    known = all(0 <= v < graph.n for edge in ends for v in edge)
    return known and len(set(ends)) == len(ends) and all(len(edge) == 2 for edge in ends)


def run(python: str, folder: Path) -> str:
    done = subprocess.run(
        [python, "-c", EVERYTHING],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def pythons() -> list[str]:
    """Return the Pythons of this machine, from 3.8 on: those on PATH and those of pyenv."""
    named = [
        shutil.which(name) for name in (*(f"python3.{v}" for v in range(8, 20)), "pypy3")
    ]
    managed = (Path.home() / ".pyenv/versions").glob("3.*/bin/python")
    found = [p for p in (*named, *map(str, managed)) if p is not None]
    return [
        p for p in found if not subprocess.run([p, "-c", RECENT], check=False).returncode
    ]


def test_this_python_makes_the_bytes_that_every_one_makes() -> None:
    assert run(sys.executable, ROOT) == DIGEST


@pytest.mark.slow
def test_other_pythons_make_the_same_bytes() -> None:
    others = pythons()
    if not others:
        pytest.skip("this machine has no other Python")
    assert {run(python, ROOT) for python in others} == {DIGEST}


def test_importing_the_library_imports_the_standard_library_alone() -> None:
    code = "import json, sys, shapes; print(json.dumps([*sys.modules]))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True
    )
    loaded = json.loads(done.stdout)
    assert "shapes.catalogue" in loaded
    assert "hypothesis" not in loaded
    assert [name for name in loaded if name.partition(".")[0] == "judging"] == []


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(FAMILIES), st.integers(1, 80), st.integers(0, 99))
def test_every_family_makes_a_value_of_its_kind_and_size(
    name: str, n: int, seed: int
) -> None:
    value = make(name, n, Rng(seed))
    assert value == make(name, n, Rng(seed))
    kind = name.partition(".")[0]
    if kind in ("array", "pairs", "points"):
        assert len(value) == n
        assert all(isinstance(v, int if kind == "array" else tuple) for v in value)
    elif kind == "string":
        assert len(value) == n - (name == "string.brackets" and n % 2)
    elif kind in ("tree", "graph", "network", "bipartite", "functional"):
        assert value.n == n
        assert kind == "functional" or simple(value)
        assert kind not in ("tree", "graph") or components(value) == 1
        assert kind != "tree" or len(value.edges) == n - 1
    elif kind == "sizes":
        assert sum(value) == n
        assert min(value) > 0
    elif kind == "unions":
        assert {v for pair in value for v in pair} <= {*range(1, n + 1)}
    elif kind == "words":
        assert sum(map(len, value)) <= n
    elif kind == "number":
        assert 1 <= value <= n
    else:
        assert kind == "grid"
        assert len(set(map(len, value))) == 1
        assert len(value) * len(value[0]) <= n


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 10**20), st.integers(0, 9), st.integers(0, 99))
def test_numbers_are_in_their_range_and_samples_distinct(
    n: int, count: int, seed: int
) -> None:
    rng = Rng(seed)
    assert all(0 <= rng.below(n) < n for _ in range(20))
    few = min(count, n)
    assert len({v for v in rng.sample(few, 5, n + 4) if 5 <= v < n + 5}) == few
    parts = rng.split(n + 3 * count, count + 1, 3) if n > 3 else [n]
    assert sum(parts) == (n + 3 * count if n > 3 else n)
    assert min(parts) >= 3 or n <= 3
    with pytest.raises(ValueError, match="7 is not a sum of 4 integers of at least 2"):
        rng.split(7, 4, 2)
    kept = rng.shuffled(range(20), keep=(3, 19))
    assert sorted(kept) == [*range(20)]
    assert (kept[3], kept[19]) == (3, 19)


def test_every_permutation_tree_and_bracket_sequence_is_about_equally_likely() -> None:
    """A fair choice leaves these bounds, about 5 deviations, once in a million seeds."""
    rng = Rng(1)
    values: Sequence[object]
    for values, low, high in (
        ([tuple(rng.shuffled("abc")) for _ in range(6000)], 860, 1140),
        ([tuple(rng.sample(2, 1, 3)) for _ in range(6000)], 860, 1140),
        (
            [
                str(sorted(map(sorted, graphs.uniform_tree(4, rng).edges)))
                for _ in range(6000)
            ],
            280,
            470,
        ),
        ([sequences.brackets(3, rng) for _ in range(6000)], 1050, 1350),
        ([tuple(rng.split(3, 3, 0)) for _ in range(6000)], 490, 710),
    ):
        counts = Counter(values).values()
        assert len(counts) in (6, 16, 5, 10)
        assert low < min(counts)
        assert max(counts) < high


def test_graphs_have_what_they_are_asked_for() -> None:
    rng = Rng(2)
    for n, m in ((1, 0), (2, 1), (9, 8), (9, 20), (9, 36)):
        graph = graphs.connected(n, m, rng)
        assert (len(graph.edges), simple(graph), components(graph)) == (m, True, 1)
        assert all(u < v for u, v in graph.edges)
    with pytest.raises(ValueError, match="9 vertices and 37 edges"):
        graphs.connected(9, 37, rng)
    degrees = [4, 3, 3, 2, 2, 1, 1, 0]
    seen = set()
    for _ in range(20):
        graph = graphs.with_degrees(degrees, rng)
        assert simple(graph)
        assert [sum(v in edge for edge in graph.edges) for v in range(8)] == degrees
        seen.add(frozenset(graph.edges))
    assert len(seen) > 5
    with pytest.raises(ValueError, match="degrees"):
        graphs.with_degrees([3, 1], rng)
    two_sided = graphs.bipartite(3, 4, 12, rng)
    assert sorted(two_sided.edges) == [(u, 3 + v) for u in range(3) for v in range(4)]
    cycle = sequences.cycles([1, 3, 4], rng)
    assert components(Graph(8, [(i, v - 1) for i, v in enumerate(cycle)])) == 3


def test_graphs_are_put_together() -> None:
    rng = Rng(3)
    path = make("tree.path", 3, rng)
    star = make("tree.star", 4, rng)
    assert graphs.concat(path, star).edges == [(0, 1), (1, 2), (3, 4), (3, 5), (3, 6)]
    linked = graphs.link([path, star, path], rng)
    assert (linked.n, len(linked.edges), components(linked)) == (10, 9, 1)
    glued = graphs.glue(path, star, 2, 0)
    assert glued == Graph(6, [(0, 1), (1, 2), (2, 3), (2, 4), (2, 5)])
    heavy = graphs.weighted(glued, [7, 8, 9, 10, 11])
    mixed = graphs.relabel(heavy, rng, keep=[2])
    assert sorted(edge[2] for edge in mixed.edges) == [7, 8, 9, 10, 11]
    assert sorted(sum(v in edge[:2] for edge in mixed.edges) for v in range(6)) == [
        1,
        1,
        1,
        1,
        2,
        4,
    ]
    assert sum(2 in edge[:2] for edge in mixed.edges) == 4
    arrow = graphs.relabel(make("tree.path", 50, rng), rng, directed=True)
    assert len({u for u, v in arrow.edges}) == len({v for u, v in arrow.edges}) == 49
    assert {u for u, v in arrow.edges} != set(range(49))


def test_mazes_corridors_and_corners_are_what_they_are_called() -> None:
    assert make("grid.snake", 25, Rng()) == [".....", "####.", ".....", ".####", "....."]
    corners = places.convex(61)
    turns = [
        (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
        for a, b, c in zip(
            corners, corners[1:] + corners[:1], corners[2:] + corners[:2], strict=True
        )
    ]
    assert min(turns) > 0
    assert max(map(max, corners)) < 100
    assert [p for p in range(60) if places.is_prime(p)][-3:] == [47, 53, 59]
    assert not places.is_prime(
        3215031751
    )  # passes the test with the bases 2, 3, 5 and 7
    assert make("number.semiprime", 10**12, Rng()) == 999983 * 999979


def test_writers() -> None:
    graph = Graph(3, [(0, 2), (2, 1)])
    assert write.network(graph) == "3 2\n1 3\n3 2\n"
    assert write.edges(graphs.weighted(graph, [5, 6]), first=0) == "0 2 5\n2 1 6\n"
    assert write.line(3, [1, 2], "x") == "3 1 2 x\n"
    assert write.array([4, 5]) == "2\n4 5\n"
    assert write.rows(["ab", (1, 2), 3]) == "ab\n1 2\n3\n"
    assert write.cases([write.array([1]), write.array([])]) == "2\n1\n1\n0\n\n"


def test_small_draws_shrink_and_large_ones_come_from_a_seed() -> None:
    def is_busy(tree: Graph) -> bool:
        return any(sum(v in edge for edge in tree.edges) > 2 for v in range(tree.n))

    quick = settings(max_examples=300, derandomize=True, database=None, deadline=None)
    found = find(shape(graphs.uniform_tree, (1, 20)), is_busy, settings=quick)
    assert found.n == 4
    ordered = find(
        shape(lambda n, rng: rng.many(n, 0, 1000), (1, 20)),
        lambda values: any(a > b for a, b in pairwise(values)),
        settings=quick,
    )
    assert ordered == [1, 0]
    mixed = find(
        shape(sequences.brackets, (1, 9)), lambda text: "(())" in text, settings=quick
    )
    assert mixed == "(())"
    sizes = []

    @settings(max_examples=60, derandomize=True, database=None, deadline=None)
    @given(family("tree", 1, 3000))
    def trees(tree: Graph) -> None:
        assert len(tree.edges) == tree.n - 1
        sizes.append(tree.n)

    trees()
    assert min(sizes) < 10
    assert max(sizes) > 500


def test_what_hypothesis_shrinks_to_is_the_plainest_value() -> None:
    """Hypothesis makes the numbers that it draws smaller, down to 0."""
    plainest = HypothesisSource(lambda n: 0)
    assert plainest.shuffled("cab") == ["c", "a", "b"]
    assert plainest.sample(3, 5, 10**18) == [5, 6, 7]
    assert plainest.many(3, -1, 4) == [-1, -1, -1]
    with pytest.raises(ValueError, match="nothing to choose from: 0 values"):
        plainest.below(0)


def test_hostile_families_are_there_on_request_only() -> None:
    assert "string.thue_morse" not in names("string")
    assert names("string", ["hostile"]) == ["string.thue_morse"]
    with pytest.raises(
        ValueError, match=r"family .tree\.pth.: expected one of tree\.uniform, "
    ):
        make("tree.pth", 3, Rng())
