"""All families by name, made of a size and random numbers. docs/shapes.md says what each
breaks."""

from __future__ import annotations

from math import isqrt
from typing import Any, Callable, Collection

from . import adversarial, graphs, places, points, sequences
from .graphs import by_parents
from .rng import RandomSource

Family = Callable[[int, RandomSource], Any]

# An array has n integers, pairs are n pairs, unions are pairs of 1..n, a string has n
# letters and words have n in all. Trees, connected graphs, networks (directed, with
# weights, from vertex 0) and bipartite graphs (left vertices first) have n vertices. A
# grid has about n cells. Points are n pairs of coordinates, of at least 0. A number is in
# 1..n. Sizes, those of several cases, have the sum n.
PLAIN: dict[str, Family] = {
    "array.uniform": lambda n, rng: rng.many(n, 1, n),
    "array.permutation": lambda n, rng: rng.sample(n, 1, n),
    "array.few": lambda n, rng: rng.many(n, 1, 3),
    "array.ascending": lambda n, rng: [*range(1, n + 1)],
    "array.descending": lambda n, rng: [*range(n, 0, -1)],
    "pairs.intervals": lambda n, rng: places.intervals(n, n, rng),
    "pairs.points": lambda n, rng: places.points(n, n, rng),
    "string.uniform": lambda n, rng: sequences.word(n, "ab", rng),
    "string.brackets": lambda n, rng: sequences.brackets(n // 2, rng),
    "tree.uniform": graphs.uniform_tree,
    "tree.random": lambda n, rng: by_parents(n, rng.below),
    "tree.binary": lambda n, rng: by_parents(n, lambda i: (i - 1) // 2),
    "tree.broom": lambda n, rng: by_parents(n, lambda i: min(i - 1, n // 2)),
    "tree.branches": lambda n, rng: by_parents(
        n, lambda i: (i - 1) % isqrt(n) and i - 1
    ),
    "graph.connected": lambda n, rng: graphs.connected(
        n, min(2 * n, n * (n - 1) // 2), rng
    ),
    "functional.uniform": graphs.functional,
    "grid.uniform": lambda n, rng: sequences.grid(isqrt(n), isqrt(n), "..#", rng),
    "sizes.uniform": lambda n, rng: rng.split(n, isqrt(n), 1),
}

# At a limit of the statement.
EDGE: dict[str, Family] = {
    "array.equal": lambda n, rng: [n] * n,
    "points.on_two_lines": lambda n, rng: points.on_two_lines(n, n, rng),
    "points.on_three_lines": lambda n, rng: points.on_three_lines(n, n, rng),
    "points.nearly_collinear": lambda n, rng: points.nearly_collinear(n, 10**9, rng),
    "points.all_equal": lambda n, rng: points.all_equal(n, n, rng),
    "sizes.ones": lambda n, rng: [1] * n,
    "sizes.falling": lambda n, rng: [n - n // 2] + [1] * (n // 2),
}

# Slow for an algorithm that is not right for its limits.
SLOW: dict[str, Family] = {
    "array.zigzag": lambda n, rng: [
        n - i // 2 if i % 2 else 1 + i // 2 for i in range(n)
    ],
    "array.organ_pipe": lambda n, rng: [1 + min(i, n - 1 - i) for i in range(n)],
    "array.median_of_three": lambda n, rng: adversarial.median_of_three(n),
    "pairs.far_apart": lambda n, rng: places.far_apart(n, n, rng),
    "unions.in_a_row": lambda n, rng: places.unions_in_a_row(n),
    "pairs.convex": lambda n, rng: rng.shuffled(places.convex(n)),
    "points.on_circle": lambda n, rng: points.on_circle(n, 10**6, rng),
    "points.lattice": lambda n, rng: points.lattice(n, n, rng),
    "points.spiral": lambda n, rng: points.spiral(n, 10**6, rng),
    "string.one_letter": lambda n, rng: "a" * n,
    "string.late_mismatch": lambda n, rng: "a" * (n - 1) + "b",
    "words.prefixes": lambda n, rng: [
        "a" * k for k in range(1, (isqrt(8 * n + 1) + 1) // 2)
    ],
    "tree.path": lambda n, rng: by_parents(n, lambda i: i - 1),
    "tree.star": lambda n, rng: by_parents(n, lambda i: 0),
    "tree.caterpillar": lambda n, rng: by_parents(
        n, lambda i: i - 1 if i % 2 else i - 2
    ),
    "network.stale_entries": lambda n, rng: adversarial.stale_entries(n),
    "network.late_shortcuts": lambda n, rng: adversarial.late_shortcuts(n),
    "bipartite.augmenting": lambda n, rng: adversarial.augmenting(n),
    "grid.snake": lambda n, rng: sequences.snake(isqrt(n), isqrt(n)),
    "number.semiprime": lambda n, rng: places.semiprime(n),
}

# Against one library or one hash function: only for those who ask for them.
HOSTILE: dict[str, Family] = {
    "array.one_bucket": lambda n, rng: adversarial.one_bucket(n),
    "array.low_bits": lambda n, rng: adversarial.low_bits(n),
    "array.probe_chain": lambda n, rng: adversarial.probe_chain(n),
    "pairs.equal_hashes": lambda n, rng: [(i, (n - i) * 31) for i in range(n)],
    "string.thue_morse": lambda n, rng: sequences.thue_morse(n),
}

TAGS = {"plain": PLAIN, "edge": EDGE, "slow": SLOW, "hostile": HOSTILE}


def names(kind: str, tags: Collection[str] = ("plain", "edge", "slow")) -> list[str]:
    """Return the names of the families of a kind, such as `tree`; hostile ones if a tag asks."""
    return [name for tag in tags for name in TAGS[tag] if name.partition(".")[0] == kind]


def make(name: str, n: int, rng: RandomSource) -> Any:
    """Return a value of size n of the family `name`, such as `tree.path`."""
    families = {**PLAIN, **EDGE, **SLOW, **HOSTILE}
    if name not in families:
        known = names(name.partition(".")[0], [*TAGS]) or families
        raise ValueError(f"unknown family '{name}': expected one of {', '.join(known)}")
    return families[name](n, rng)
