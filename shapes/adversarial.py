"""Values that make one algorithm, or one library, slow or wrong. The catalogue says which."""

from __future__ import annotations

from .graphs import Graph

# The numbers of buckets of a growing `unordered_map` by the version of GCC, which a test asks.
BUCKETS = {
    "12": [
        13,
        29,
        59,
        127,
        257,
        541,
        1109,
        2357,
        5087,
        10273,
        20753,
        42043,
        85229,
        172933,
        351061,
    ]
}


def one_bucket(n: int, high: int = 10**9, gcc: str = "12") -> list[int]:
    """Return n keys of 1..high, most of which `unordered_map` keeps in one bucket.

    The first ones make the table grow to p buckets, the next ones are multiples of p and the rest
    repeats the multiple that is found last. p is chosen for the most multiples.
    """
    grown = zip((0, *BUCKETS[gcc]), BUCKETS[gcc])
    hits, p, filled = max((min(n - f, p - f, high // p) - 1, p, f + 1) for f, p in grown)
    keys = [*range(1, filled + 1), *(p * i for i in range(1, hits + 1))]
    return (keys + [p] * n)[:n]


def low_bits(n: int, high: int = 10**9, bits: int = 16) -> list[int]:
    """Return n keys of 0..high that agree in the low bits; the last repeats if too few exist."""
    return [min(i, high >> bits) << bits for i in range(n)]


def probe_chain(n: int, bits: int = 29) -> list[int]:
    """Return n/2 keys up to 2^bits + 1 where a `dict` looks for key 1, and n/2 times key 1."""
    keys, key = [(1 << bits) + 1], 6
    while len(keys) < n - n // 2:
        keys.append(key)
        key = (5 * key + 1) % (1 << bits)
    return keys + [1] * (n // 2)


def median_of_three(n: int) -> list[int]:
    """Return a permutation of 1..n in which the median of first, middle and last is always small.

    For an odd n both ways to round the middle are the same.
    """
    places, values = list(range(n)), [0] * n
    for left in range(n - 1):
        if (
            left % 2 == 0
        ):  # of the part from here on, the first two are the two smallest values
            middle = (left + n - 1) // 2
            values[places[middle]] = left + 2
            places[left + 1], places[middle] = places[middle], places[left + 1]
        if values[places[left]] == 0:
            values[places[left]] = left + 1
    return [value or n for value in values]


def stale_entries(n: int) -> Graph:
    """Return weighted directed edges: a hub gets n/2 ever smaller distances from 0 before it leaves
    the heap, and n/2 vertices follow it."""
    k = (n - 1) // 2
    hub = k + 1
    start = [(0, i, i) for i in range(1, k + 1)]
    middle = [(i, hub, 2 * (k - i) + 1) for i in range(1, k + 1)]
    return Graph(n, [*start, *middle, *((hub, leaf, 1) for leaf in range(hub + 1, n))])


def late_shortcuts(n: int) -> Graph:
    """Return weighted directed edges: each vertex of a path makes the way to a hub shorter by one,
    and all the other vertices follow the hub."""
    k = n // 2
    path = [(i, i + 1, 1) for i in range(k - 1)]
    shortcuts = [(i, k, 2 * (k - i)) for i in range(k)]
    return Graph(n, [*path, *shortcuts, *((k, leaf, 1) for leaf in range(k + 1, n))])


def augmenting(n: int) -> Graph:
    """Return a bipartite graph (left vertices first) of which the right half of the left vertices
    can push a chain of n/4 matched pairs to and fro."""
    k = n // 4
    right = n - n // 2
    # Left i < k has the right vertices i and i+1; the others enter the chain at one of its ends,
    # in turn, and have a right vertex of their own as a way out.
    edges: list[tuple[int, ...]] = [
        (i, right + i + end) for i in range(k) for end in (0, 1)
    ]
    for j in range(k, n // 2 - 1):
        edges += [(j, right + (k if (j - k) % 2 else 0)), (j, right + j + 1)]
    return Graph(n, edges)
