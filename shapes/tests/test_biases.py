"""Streams that reach further than uniform draws: valid, and with what those never have."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from pathlib import Path

import pytest
import victims
from grammars import IDIOMS, Validator

from shapes import Rng, sequences
from shapes.grammar import Drawer
from shapes.grammar.choices import Choices, Tape

# The idioms that differ most; the others are slow tests.
_FEW = {"increasing", "names", "tree", "graph", "kinds", "floats"}
SOME_IDIOMS = [
    pytest.param(name, marks=() if name in _FEW else pytest.mark.slow) for name in IDIOMS
]
ROW = "INT(1,50,n) NEWLINE REPI(i,n,SPACE) INT(-1000000000,1000000000,a[i]) END NEWLINE"


def drawn(source: str, stream: str, seed: int, most: int | None = 8) -> bytes:
    choices = Choices(stream, str(seed), most)
    return Drawer(source, {}).decided(choices).content


def rows(stream: str, count: int) -> list[list[int]]:
    """Return the rows of at least four values among `count` inputs."""
    found = []
    for seed in range(count):
        values = [int(word) for word in drawn(ROW, stream, seed).split()[1:]]
        if len(values) >= 4:
            found.append(values)
    return found


@pytest.mark.parametrize("stream", ["biased", "related", "small"])
@pytest.mark.parametrize("name", SOME_IDIOMS)
def test_inputs_of_every_stream_are_valid_and_differ(
    name: str, stream: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    validator = Validator(IDIOMS[name], tmp_path, monkeypatch)
    texts = {drawn(IDIOMS[name], stream, seed, most=3 + seed % 3) for seed in range(12)}
    assert all(map(validator.accepts, texts))
    assert len(texts) > 5


@pytest.mark.slow
@pytest.mark.parametrize("name", IDIOMS)
def test_large_inputs_are_valid(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    validator = Validator(IDIOMS[name], tmp_path, monkeypatch)
    for seed in range(3):
        assert validator.accepts(drawn(IDIOMS[name], "large", seed, most=None))


def kinds_of(row: list[int]) -> set[str]:
    """Return what is special in a row of values."""
    counts = Counter(row)
    low = -(10**9)
    high = 10**9
    marks = {
        "lowest": counts.keys() == {low},
        "highest": counts.keys() == {high},
        "inside": counts.keys() <= {low + 1} or counts.keys() <= {high - 1},
        "alternating": len(counts) == 2
        and all(first != second for first, second in zip(row, row[1:])),
        "near equal": len(counts) > 1 and max(row) - min(row) <= 2,
        "rising": row == sorted(row) and len(counts) == len(row),
        "falling": row == sorted(row, reverse=True) and len(counts) == len(row),
        "outlier": len(counts) == 2 and min(counts.values()) == 1,
    }
    return {name for name, holds in marks.items() if holds}


def test_a_bias_holds_for_a_whole_input() -> None:
    biased = rows("biased", 300)
    found = Counter(kind for row in biased for kind in kinds_of(row))
    wanted = {"lowest", "highest", "inside", "alternating", "near equal"}
    wanted |= {"rising", "falling", "outlier"}
    assert found.keys() == wanted
    # Each mode has its share, and ordinary rows are left.
    assert all(count > 3 for count in found.values())
    assert sum(not kinds_of(row) for row in biased) > len(biased) // 10
    uniform = Counter(kind for row in rows("uniform", 300) for kind in kinds_of(row))
    assert not uniform.keys() & {"inside", "alternating"}


def test_several_commands_have_modes_of_their_own() -> None:
    source = "REP(6,NEWLINE) INT(0,99) SPACE INT(0,99) END"
    pairs = set()
    for seed in range(600):
        words = [int(word) for word in drawn(source, "biased", seed).split()]
        firsts, seconds = set(words[::2]), set(words[1::2])
        if len(firsts) == len(seconds) == 1:
            pairs.add((firsts.pop(), seconds.pop()))
    assert {(0, 99), (99, 0), (0, 0), (99, 99)} <= pairs


def test_small_inputs_are_dense() -> None:
    source = "INT(1,100,n) NEWLINE REP(n,SPACE) INT(-50,50) END"
    texts = {drawn(source, "small", seed, most=2) for seed in range(400)}
    for first in (-1, 0, 1):
        assert f"1\n{first}".encode() in texts
        for second in (-1, 0, 1):
            assert f"2\n{first} {second}".encode() in texts
    values = {int(word) for text in texts for word in text.split()[1:]}
    assert max(values) < 10


def test_a_tree_can_miss_a_path_by_one_edge() -> None:
    found = 0
    for seed in range(150):
        text = drawn(IDIOMS["tree"], "biased", seed, most=12)
        degrees = Counter(Counter(text.split()[1:]).values())
        if sum(degrees.values()) > 5:
            # A path has two ends, and with a branch three and one vertex of degree 3.
            found += (degrees[1], degrees[3]) == (3, 1) and max(degrees) == 3
    assert found > 2


def test_related_values_have_to_do_with_each_other() -> None:
    source = "INT(1,1000000000,a) SPACE INT(1,1000000000,b)"
    found: Counter[str] = Counter()
    for seed in range(400):
        a, b = map(int, drawn(source, "related", seed).split())
        marks = {
            "equal": a == b,
            "beside": abs(a - b) == 1,
            "multiple": b > a > 1 and b % a == 0,
            "quotient": a > b > 1 and a // b in range(2, 12),
            "square": a > 1 and b == a * a,
            "sum": a + b in (10**9, 10**9 + 7),
            "constant": b in (2**16, 10**6, 10**9),
        }
        found.update(name for name, holds in marks.items() if holds)
    assert all(found[name] for name in marks), found
    assert sum(found.values()) < 350  # some pairs have nothing to do with each other


def test_values_come_from_constants_that_are_given() -> None:
    drawer = Drawer("INT(1,1000000000,a) SPACE INT(1,1000000000,b)", {})
    drawer.constants = (12_345_678,)
    texts = [made.content for made in drawer.inputs("related", "seed", 400)]
    values = {int(word) for text in texts for word in text.split()}
    assert {12_345_677, 12_345_678, 12_345_679} & values


def test_related_words_repeat() -> None:
    source = 'REGEX("[a-z]{4,12}",s) SPACE REGEX("[a-z]{4,12}",t)'
    equal = palindromes = 0
    for seed in range(300):
        s, t = drawn(source, "related", seed).split()
        equal += s[:4] == t[:4]
        palindromes += t == t[::-1]
    assert equal > 10
    assert palindromes > 10


@pytest.mark.parametrize("name", SOME_IDIOMS)
def test_descendants_are_valid_and_near_their_parent(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    validator = Validator(IDIOMS[name], tmp_path, monkeypatch)
    drawer = Drawer(IDIOMS[name], {})
    [parent] = drawer.inputs("uniform", "seed", 1)
    made = list(drawer.descendants([parent.choices], "seed", 12))
    assert all(validator.accepts(child.content) for child in made)
    # A choice that decides nothing else changes nothing.
    assert len({child.content for child in made} - {parent.content}) > 1
    # What a descendant says of itself is enough to draw it again, and to go on from it.
    for child in made[:3]:
        choices = Choices.parse(child.choices)
        again = drawer.decided(choices, Tape(dict(choices.edits)))
        assert again.content == child.content
        [grandchild] = drawer.descendants([child.choices], "seed", 1)
        assert validator.accepts(grandchild.content)


def test_a_descendant_keeps_most_of_a_row() -> None:
    drawer = Drawer(ROW, {})
    [parent] = drawer.inputs("related", "seed", 1)
    words = parent.content.split()
    changed: Counter[int] = Counter()
    for child in drawer.descendants([parent.choices], "seed", 60):
        others = child.content.split()
        if len(others) == len(words):
            changed[sum(a != b for a, b in zip(words, others))] += 1
    assert len(words) > 4
    assert changed[1] + changed[2] > 10


GRAPH = """\
STRING("20 45") NEWLINE REPI(i,45) INT(1,20,u[i]) SPACE INT(1,20,v[i]) NEWLINE END
#@ graph u v"""


def distances(neighbours: dict[int, set[int]], start: int) -> dict[int, int]:
    """Return how far the vertices are that `start` reaches."""
    found = {start: 0}
    waiting = deque([start])
    while waiting:
        vertex = waiting.popleft()
        for other in neighbours[vertex] - found.keys():
            found[other] = found[vertex] + 1
            waiting.append(other)
    return found


def kinds_of_graph(text: bytes) -> set[str]:
    """Return what is special in a graph of 20 vertices and 45 edges."""
    neighbours: dict[int, set[int]] = defaultdict(set)
    for line in text.decode().splitlines()[1:]:
        first, second = map(int, line.split())
        neighbours[first].add(second)
        neighbours[second].add(first)
    far = [distances(neighbours, vertex) for vertex in list(neighbours)]
    sides = {vertex: distance % 2 for vertex, distance in far[0].items()}
    whole = all(len(found) == len(neighbours) for found in far)
    marks = {
        "clique": len(neighbours) == 10,
        "hubs": max(map(len, neighbours.values())) == 19,
        "long": whole and max(max(found.values()) for found in far) >= 6,
        "bipartite": whole
        and all(sides[a] != sides[b] for a in neighbours for b in neighbours[a]),
        "parts": not whole and len(neighbours) < 18,
    }
    return {name for name, holds in marks.items() if holds}


def test_biased_graphs_are_of_kinds_that_random_ones_are_not() -> None:
    found: dict[str, set[str]] = {}
    for stream in ("uniform", "biased"):
        kinds = [kinds_of_graph(drawn(GRAPH, stream, seed)) for seed in range(80)]
        found[stream] = set().union(*kinds)
    assert found["biased"] == {"clique", "hubs", "long", "bipartite", "parts"}
    assert not found["uniform"] & {"clique", "bipartite"}


def depth_of(brackets: str) -> int:
    depth = 0
    deepest = 0
    for letter in brackets:
        depth += 1 if letter == "(" else -1
        deepest = max(deepest, depth)
    return deepest


POINTS = """INT(2,200,n) NEWLINE
REPI(i,n) INT(-1000000000,1000000000,x[i]) SPACE INT(-1000000000,1000000000,y[i]) NEWLINE END
"""
DISTINCT_POINTS = POINTS + "ASSERT(UNIQUE(x,y))\n"


def points_of(content: bytes) -> list[tuple[int, int]]:
    numbers = [int(word) for word in content.split()[1:]]
    return list(zip(numbers[::2], numbers[1::2]))


@pytest.mark.parametrize("source", [POINTS, DISTINCT_POINTS])
def test_biased_points_lie_on_figures(source: str) -> None:
    wrong = Counter[str]()
    for stream in ("uniform", "biased"):
        for seed in range(200):
            points = points_of(drawn(source, stream, seed, most=30))
            wrong[stream] += victims.turns_as_floats(points) > 0
            if source == DISTINCT_POINTS:
                assert len(set(points)) == len(points)
    assert wrong["uniform"] == 0
    assert wrong["biased"] >= 3


def test_what_an_override_draws_is_biased_too() -> None:
    overrides = {"s": lambda rng, known: sequences.brackets(200, rng)}
    drawer = Drawer('REGEX("[()]+", s) NEWLINE', overrides)

    def depths(stream: str) -> list[int]:
        inputs = drawer.inputs(stream, "1", 40)
        return [depth_of(drawn.content.decode().strip()) for drawn in inputs]

    # Random brackets are about as deep as the root of their number; all of one value are
    # nested in each other, but for the few numbers that stay free.
    assert max(depths("uniform")) < 60
    assert max(depths("biased")) > 150


def test_an_override_that_draws_until_two_values_differ_ends_in_every_stream() -> None:
    def pair(rng: Rng, known: object) -> str:
        first = rng.below(100)
        second = first
        while second == first:
            second = rng.below(100)
        return f"{first}-{second}"

    drawer = Drawer('REGEX("[0-9]+-[0-9]+", s) NEWLINE', {"s": pair})
    for stream in ("biased", "related", "small", "large"):
        assert len(list(drawer.inputs(stream, "2", 30))) == 30
