"""Trees and graphs: vertices from 0, edges as tuples (u, v) or (u, v, weight).

They come in a plain order, on which some programs are slow or wrong too; `relabel` mixes it.
"""

from __future__ import annotations

from math import isqrt
from typing import Callable, Collection, Iterable, NamedTuple, Sequence

from .rng import RandomSource


class Graph(NamedTuple):
    """The vertices 0..n-1 and the edges. A bipartite graph has its left vertices first."""

    n: int
    edges: list[tuple[int, ...]]


def by_parents(n: int, parent: Callable[[int], int]) -> Graph:
    """Return the tree in which parent(i) < i is the parent of i."""
    return Graph(n, [(parent(i), i) for i in range(1, n)])


def uniform_tree(n: int, rng: RandomSource) -> Graph:
    """Return a tree, each labelled tree equally likely; its depth is about sqrt(n)."""
    if n < 3:
        return by_parents(n, lambda i: 0)
    code = rng.many(n - 2, 0, n - 1)  # a Pruefer code
    degree = [1] * n
    for v in code:
        degree[v] += 1
    leaf = first = degree.index(1)
    edges: list[tuple[int, ...]] = []
    for v in code:
        edges.append((v, leaf))
        degree[v] -= 1
        if degree[v] == 1 and v < first:
            leaf = v
        else:
            leaf = first = degree.index(1, first + 1)
    return Graph(n, [*edges, (n - 1, leaf)])


def graph(n: int, m: int, rng: RandomSource) -> Graph:
    """Return m distinct edges (u, v) with u < v; directed, it has no cycle."""
    return Graph(n, [_pair(code) for code in rng.sample(m, 0, n * (n - 1) // 2 - 1)])


def connected(n: int, m: int, rng: RandomSource, tree: Graph | None = None) -> Graph:
    """Return a connected graph of m distinct edges (u, v), u < v, around `tree` or a random one.

    Directed, it has no cycle, and vertex 0 reaches every other one if it does so in `tree`.
    """
    if not n - 1 <= m <= n * (n - 1) // 2:
        raise ValueError(f"no connected graph has {n} vertices and {m} edges")
    edges = [(min(e), max(e)) for e in (tree or by_parents(n, rng.below)).edges]
    known = set(edges)
    others = (_pair(code) for code in rng.sample(m, 0, n * (n - 1) // 2 - 1))
    more = [edge for edge in others if edge not in known]
    return Graph(n, [*edges, *more[: m - n + 1]])


def _pair(code: int) -> tuple[int, int]:
    """Return the pair (u, v), u < v, with this number: (0, 1), (0, 2), (1, 2), (0, 3), ..."""
    # v is the largest one with v * (v - 1) / 2 <= code.
    v = (isqrt(8 * code + 1) + 1) // 2
    return code - v * (v - 1) // 2, v


def bipartite(left: int, right: int, m: int, rng: RandomSource) -> Graph:
    """Return m distinct edges between the first `left` vertices and the other ones."""
    codes = rng.sample(m, 0, left * right - 1)
    return Graph(left + right, [(code // right, left + code % right) for code in codes])


def functional(n: int, rng: RandomSource) -> Graph:
    """Return one edge from each vertex, to a random one."""
    return Graph(n, list(enumerate(rng.many(n, 0, n - 1))))


def with_degrees(degrees: Sequence[int], rng: RandomSource) -> Graph:
    """Return a graph without loops and double edges in which vertex i has degrees[i] edges."""
    # Havel and Hakimi: the vertex that needs most edges takes those that need most after
    # it. If that fails, no graph has these degrees.
    left = sorted(([d, v] for v, d in enumerate(degrees)), reverse=True)
    edges: set[tuple[int, int]] = set()
    while left and left[0][0]:
        count, v = left.pop(0)
        if count > len(left) or not left[count - 1][0]:
            raise ValueError("no graph has these degrees")
        for other in left[:count]:
            other[0] -= 1
            edges.add((min(v, other[1]), max(v, other[1])))
        left.sort(reverse=True)
    mixed = sorted(edges)
    # That graph is always the same one. Exchanging the ends of two edges keeps the
    # degrees; chosen, not measured: so often that each edge has met several others.
    for _ in range(4 * len(mixed)):
        i = rng.below(len(mixed))
        j = rng.below(len(mixed))
        a, b = mixed[i]
        c, d = mixed[j]
        if rng.below(2):
            c, d = d, c
        first = (min(a, d), max(a, d))
        second = (min(c, b), max(c, b))
        # Neither a loop nor a double edge may come of it.
        if len({a, b, c, d}) == 4 and first not in edges and second not in edges:
            edges ^= {mixed[i], mixed[j], first, second}
            mixed[i] = first
            mixed[j] = second
    return Graph(len(degrees), list(mixed))


def concat(*graphs: Graph) -> Graph:
    """Return the graphs side by side, the vertices of each after those of the one before."""
    edges: list[tuple[int, ...]] = []
    n = 0
    for part in graphs:
        edges += [(u + n, v + n, *more) for u, v, *more in part.edges]
        n += part.n
    return Graph(n, edges)


def link(graphs: Sequence[Graph], rng: RandomSource) -> Graph:
    """Return the graphs side by side, with a random edge from each to the next."""
    joined = concat(*graphs)
    start = 0
    for part, following in zip(graphs, graphs[1:]):
        end = start + part.n
        joined.edges.append((start + rng.below(part.n), end + rng.below(following.n)))
        start = end
    return joined


def glue(a: Graph, b: Graph, u: int = 0, v: int = 0) -> Graph:
    """Return two graphs in which vertex v of the second becomes u of the first."""
    name = [a.n + w - (w > v) for w in range(b.n)]
    name[v] = u
    edges = [(name[x], name[y], *more) for x, y, *more in b.edges]
    return Graph(a.n + b.n - 1, [*a.edges, *edges])


def weighted(graph: Graph, weights: Iterable[int]) -> Graph:
    """Return the graph with a weight for each edge."""
    return Graph(graph.n, [(*edge, w) for edge, w in zip(graph.edges, weights)])


def relabel(
    graph: Graph,
    rng: RandomSource,
    keep: Collection[int] = (),
    *,
    directed: bool = False,
) -> Graph:
    """Return the graph with other numbers for all vertices but `keep`, its edges in
    another order and, unless it is directed, some of them turned round."""
    name = rng.shuffled(range(graph.n), keep)
    # Names are random, so the parity of one tells as well as a random number which edges
    # to turn.
    if graph.edges and len(graph.edges[0]) > 2:
        edges: list[tuple[int, ...]] = [
            (name[u], name[v], *w) if directed or name[u] & 1 else (name[v], name[u], *w)
            for u, v, *w in graph.edges
        ]
    else:
        edges = [
            (name[u], name[v]) if directed or name[u] & 1 else (name[v], name[u])
            for u, v in graph.edges
        ]
    return Graph(graph.n, rng.shuffled(edges))
