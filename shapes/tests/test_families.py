"""Each family that is not plain hurts its victim and spares an honest program, by counts."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import victims

from shapes import TAGS, Graph, Rng, graphs, make
from shapes.adversarial import BUCKETS, one_bucket

Program = Callable[[Any], int]


class Duel(NamedTuple):
    """A victim and an honest program on a value of size n; `plain` makes one that hurts neither."""

    n: int
    victim: Program
    honest: Program
    plain: Callable[[int, Rng], Any]


def plain(name: str) -> Callable[[int, Rng], Any]:
    return lambda n, rng: make(name, n, rng)


def network(n: int, rng: Rng) -> Graph:
    return graphs.weighted(graphs.connected(n, 2 * n, rng), rng.many(2 * n, 1, n))


def pairing(n: int, rng: Rng) -> Graph:
    return graphs.bipartite(n // 2, n // 2, n, rng)


def words(n: int, rng: Rng) -> list[str]:
    return ["a" * 10] * (n // 10)


ORDER, PAIRS, TEXT, TREE = map(
    plain, ("array.permutation", "pairs.intervals", "string.uniform", "tree.uniform")
)
v = victims
CLOSEST = partial(v.closest_pair, True, False)
DUELS = {
    "array.equal": Duel(600, v.one_sided_quicksort, v.merge_sort, ORDER),
    "array.zigzag": Duel(600, v.search_tree, v.merge_sort, ORDER),
    "array.organ_pipe": Duel(1000, v.middle_pivot, v.merge_sort, ORDER),
    "array.median_of_three": Duel(1000, v.median_pivot, v.merge_sort, ORDER),
    "array.probe_chain": Duel(
        600, partial(v.open_table, int), partial(v.open_table, v.spread), ORDER
    ),
    "pairs.equal_hashes": Duel(
        500,
        partial(v.chained_table, lambda a, b: 31 * (31 + a) + b),
        partial(v.chained_table, v.spread),
        PAIRS,
    ),
    "pairs.far_apart": Duel(
        800,
        partial(v.moved_ends, lambda queries: queries),
        partial(v.moved_ends, v.mo),
        PAIRS,
    ),
    "unions.in_a_row": Duel(600, partial(v.plain_sets, 1), v.sets_by_size, PAIRS),
    "unions.in_a_row, the other root": Duel(
        600, partial(v.plain_sets, -1), v.sets_by_size, PAIRS
    ),
    "pairs.convex": Duel(300, v.gift_wrapping, v.monotone_chain, plain("pairs.points")),
    "points.all_equal": Duel(
        600, partial(v.closest_pair, True, True), CLOSEST, plain("pairs.points")
    ),
    "points.lattice": Duel(
        2500, partial(v.closest_pair, False, False), CLOSEST, plain("pairs.points")
    ),
    "points.on_circle": Duel(
        300, v.gift_wrapping, v.monotone_chain, plain("pairs.points")
    ),
    "points.spiral": Duel(
        200,
        partial(v.enclosing_circle, False),
        partial(v.enclosing_circle, True),
        plain("pairs.points"),
    ),
    "string.one_letter": Duel(400, v.palindromes_around, v.manacher, TEXT),
    "string.late_mismatch": Duel(400, v.naive_search, v.knuth_morris_pratt, TEXT),
    "words.prefixes": Duel(
        2000, partial(v.aho_corasick, False), partial(v.aho_corasick, True), words
    ),
    "tree.path": Duel(2000, v.climbing, v.jumping, TREE),
    "tree.star": Duel(
        300, partial(v.neighbour_pairs, True), partial(v.neighbour_pairs, False), TREE
    ),
    "tree.caterpillar": Duel(
        300, partial(v.chain_changes, False), partial(v.chain_changes, True), TREE
    ),
    "network.stale_entries": Duel(
        300, partial(v.dijkstra, False), partial(v.dijkstra, True), network
    ),
    "network.late_shortcuts": Duel(300, v.spfa, partial(v.dijkstra, True), network),
    "bipartite.augmenting": Duel(800, v.kuhn, v.hopcroft_karp, pairing),
    "grid.snake": Duel(900, v.sweeps, v.breadth_first, plain("grid.uniform")),
    "number.semiprime": Duel(
        10**10, v.trial_division, v.pollard, lambda n, rng: 40009 * 50021
    ),
    "sizes.ones": Duel(
        300, partial(v.cleared, True), partial(v.cleared, False), plain("sizes.uniform")
    ),
}
# Families on which programs are wrong, or for which a compiler is needed; each has its own test.
OTHERS = {
    "string.thue_morse",
    "sizes.falling",
    "array.one_bucket",
    "array.low_bits",
    "points.on_two_lines",
    "points.on_three_lines",
    "points.nearly_collinear",
}


@pytest.mark.parametrize("name", DUELS)
def test_a_family_hurts_its_victim_alone(name: str) -> None:
    n, victim, honest, plainly = DUELS[name]
    value = make(name.partition(",")[0], n, Rng(1))
    usual = plainly(n, Rng(1))
    steps = honest(value)
    assert victim(value) >= 10 * steps
    assert steps <= 3 * honest(usual)
    assert victim(value) >= 2 * victim(usual)


def test_every_family_that_is_not_plain_has_a_victim() -> None:
    families = {name for tag in ("edge", "slow", "hostile") for name in TAGS[tag]}
    assert families == OTHERS | {name.partition(",")[0] for name in DUELS}
    assert len(families) == 32


def test_hashes_modulo_a_power_of_two_collide() -> None:
    halves = make("string.thue_morse", 2048, Rng())
    assert victims.equal_halves(2**64, halves) == 25
    assert victims.equal_halves(2**61 - 1, halves) == 0


def test_what_a_larger_case_left_behind_shows() -> None:
    sizes = make("sizes.falling", 200, Rng(1))
    assert victims.left_behind(False, sizes) == 100
    assert victims.left_behind(True, sizes) == 0
    assert victims.left_behind(False, [20] * 10) == 0


def wrong(program: Callable[[bool, Any], object], family: str, n: int) -> int:
    """Return on how many of twenty values of a family a wrong program differs from a right one."""
    values = [make(family, n, Rng(seed)) for seed in range(20)]
    return sum(program(True, value) != program(False, value) for value in values)


@pytest.mark.parametrize(
    ("family", "program"),
    [
        ("points.on_two_lines", victims.two_lines),
        ("points.on_three_lines", victims.three_lines),
    ],
)
def test_points_on_lines_of_unequal_size(
    family: str, program: Callable[[bool, Any], object]
) -> None:
    assert wrong(program, family, 30) >= 3
    assert wrong(program, "pairs.points", 30) == 0
    assert wrong(program, "points.on_circle", 30) == 0


def test_points_next_to_a_line_need_integers() -> None:
    near = make("points.nearly_collinear", 200, Rng(1))
    assert victims.turns_as_floats(near) >= 3
    others = ("pairs.points", "points.on_two_lines", "points.on_circle")
    for family in others:
        assert victims.turns_as_floats(make(family, 200, Rng(1))) == 0


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("g++")
    if compiler is None:
        pytest.skip("g++ is not installed")
    program = tmp_path_factory.mktemp("tables") / "tables"
    source = Path(victims.__file__).with_name("tables.cpp")
    subprocess.run([compiler, "-O1", "-o", program, source], check=True)
    return program


def lookups(tables: Path, keys: list[int]) -> dict[str, int]:
    text = " ".join(map(str, keys))
    done = subprocess.run(
        [tables], input=text, capture_output=True, text=True, check=True
    )
    return {name: int(steps) for name, steps in map(str.split, done.stdout.splitlines())}


@pytest.mark.slow
@pytest.mark.xdist_group("tables")  # they share a program
def test_the_tables_of_the_compiler_get_slow(tables: Path) -> None:
    one = lookups(tables, one_bucket(20000))
    assert one["unordered_map"] >= 100 * (20000 + one["unordered_map_mixed"])
    low = lookups(tables, make("array.low_bits", 10000, Rng()))
    assert low["gp_hash_table"] >= 100 * (10000 + low["gp_hash_table_mixed"])
    usual = lookups(tables, make("array.permutation", 20000, Rng(1)))
    assert one["unordered_map_mixed"] <= 3 * usual["unordered_map_mixed"]
    assert low["gp_hash_table_mixed"] <= 3 * usual["gp_hash_table_mixed"]
    assert usual["unordered_map"] < 20000 > usual["gp_hash_table"]


@pytest.mark.slow
@pytest.mark.xdist_group("tables")  # they share a program
def test_the_known_numbers_of_buckets_are_those_of_the_compiler(tables: Path) -> None:
    done = subprocess.run(
        ["g++", "-dumpversion"], capture_output=True, text=True, check=True
    )
    version = done.stdout.strip().split(".")[0]
    if version not in BUCKETS:
        pytest.skip(
            f"GCC {version} is not in BUCKETS: add what `tables buckets 400000` prints"
        )
    most = BUCKETS[version][-1]
    probe = [str(tables), "buckets", str(most)]
    done = subprocess.run(probe, capture_output=True, text=True, check=True)
    assert list(map(int, done.stdout.split())) == BUCKETS[version]


def test_the_gallery_has_every_family_with_its_tag() -> None:
    text = (Path(__file__).parents[2] / "docs/shapes.md").read_text()
    rows = re.findall(r"^\| `([a-z]+\.[a-z_]+)` \| (\w+) \|", text, re.MULTILINE)
    assert sorted(rows) == sorted((name, tag) for tag in TAGS for name in TAGS[tag])
