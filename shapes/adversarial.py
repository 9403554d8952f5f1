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

    The first ones make the table grow to p buckets, the next ones are multiples of p and
    the rest repeats the multiple that is found last. p is chosen for the most multiples.
    """
    hits = -n
    filled = p = 0
    for before, buckets in zip((0, *BUCKETS[gcc]), BUCKETS[gcc]):
        # One key more than the number of buckets makes the table grow. Multiples are
        # left as long as there are keys for them, the table does not grow again, and
        # they do not pass `high`.
        found = min(n - before, buckets - before, high // buckets) - 1
        if found >= hits:
            hits = found
            p = buckets
            filled = before + 1
    keys = [*range(1, filled + 1)]
    keys += [p * i for i in range(1, hits + 1)]
    return (keys + [p] * n)[:n]


def low_bits(n: int, high: int = 10**9, bits: int = 16) -> list[int]:
    """Return n keys of 0..high that agree in the low bits; the last repeats if too few exist."""
    return [min(i, high >> bits) << bits for i in range(n)]


def probe_chain(n: int, bits: int = 29) -> list[int]:
    """Return n/2 keys up to 2^bits + 1 where a `dict` looks for key 1, and n/2 times key 1."""
    # CPython goes from slot i to 5i + 1 plus what is left of the hash, which is 0 for
    # small keys: so each key stands where the search for 1 comes next. The first key
    # takes the slot of 1 itself.
    keys = [(1 << bits) + 1]
    key = 6
    while len(keys) < n - n // 2:
        keys.append(key)
        key = (5 * key + 1) % (1 << bits)
    return keys + [1] * (n // 2)


def median_of_three(n: int) -> list[int]:
    """Return a permutation of 1..n in which the median of first, middle and last is
    always small.

    For an odd n both ways to round the middle are the same.
    """
    places = list(range(n))
    values = [0] * n
    for left in range(n - 1):
        # Of the part from here on, the first two are to be the two smallest values.
        if left % 2 == 0:
            middle = (left + n - 1) // 2
            second = places[middle]
            values[second] = left + 2
            places[middle] = places[left + 1]
            places[left + 1] = second
        if values[places[left]] == 0:
            values[places[left]] = left + 1
    return [value or n for value in values]


def stale_entries(n: int) -> Graph:
    """Return weighted directed edges: a hub gets n/2 ever smaller distances from 0
    before it leaves the heap, and n/2 vertices follow it."""
    k = (n - 1) // 2
    hub = k + 1
    start = [(0, i, i) for i in range(1, k + 1)]
    # Vertex i leaves the heap as the i-th, and offers the hub a distance smaller by one.
    middle = [(i, hub, 2 * (k - i) + 1) for i in range(1, k + 1)]
    leaves = [(hub, leaf, 1) for leaf in range(hub + 1, n)]
    return Graph(n, [*start, *middle, *leaves])


def late_shortcuts(n: int) -> Graph:
    """Return weighted directed edges: each vertex of a path makes the way to a hub
    shorter by one, and all the other vertices follow the hub."""
    k = n // 2
    path = [(i, i + 1, 1) for i in range(k - 1)]
    shortcuts = [(i, k, 2 * (k - i)) for i in range(k)]
    leaves = [(k, leaf, 1) for leaf in range(k + 1, n)]
    return Graph(n, [*path, *shortcuts, *leaves])


def augmenting(n: int) -> Graph:
    """Return a bipartite graph (left vertices first) of which the right half of the left
    vertices can push a chain of n/4 matched pairs back and forth."""
    k = n // 4
    right = n - n // 2
    # Left i < k has the right vertices i and i+1; the others enter the chain at one of
    # its ends, in turn, and have a right vertex of their own as a way out.
    edges: list[tuple[int, ...]] = []
    for i in range(k):
        edges += [(i, right + i), (i, right + i + 1)]
    for j in range(k, n // 2 - 1):
        end = k if (j - k) % 2 else 0
        edges += [(j, right + end), (j, right + j + 1)]
    return Graph(n, edges)
