"""Orders in which edges are added to a graph, for graphs that are not random.

A graph of random edges is dense nowhere, has short paths, and is all one part. Each order
here makes another kind of graph, whatever its number of edges: the first edges of the order
are the graph, or its part besides a tree. Edges are pairs (u, v), u < v, of vertices from 0.
"""

from __future__ import annotations

from typing import Callable, Iterable, Iterator

Edge = tuple[int, ...]
#: Gives all edges between so many vertices, some of them more than once.
EdgeOrder = Callable[[int], Iterable[Edge]]


def first_edges(count: int, edges: Iterable[Edge], more: Iterable[Edge]) -> list[Edge]:
    """Return `count` distinct edges: those of `edges`, and the first others of `more`.
    Raise ValueError if these are not as many, or `edges` are more."""
    found: dict[Edge, None] = {}
    for edge in edges:
        found[min(edge), max(edge)] = None
    if len(found) <= count:
        for edge in more:
            if len(found) == count:
                return list(found)
            found[min(edge), max(edge)] = None
    if len(found) != count:
        raise ValueError(f"no graph of this kind has {count} edges")
    return list(found)


def clique(vertices: int) -> Iterator[Edge]:
    """Give the edges among the first vertices first: a clique, and vertices outside of it."""
    for v in range(1, vertices):
        for u in range(v):
            yield u, v


def hubs(vertices: int) -> Iterator[Edge]:
    """Give all edges of the first vertex, then of the second one, and so on."""
    for u in range(vertices):
        for v in range(u + 1, vertices):
            yield u, v


def band(vertices: int) -> Iterator[Edge]:
    """Give the edges between vertices that are next to each other, then those at a
    distance of two, and so on: a long graph with many short cycles."""
    for distance in range(1, vertices):
        for u in range(vertices - distance):
            yield u, u + distance


def two_sides(vertices: int) -> Iterator[Edge]:
    """Give the edges between two halves: a bipartite graph of equal degrees."""
    left = (vertices + 1) // 2
    right = vertices - left
    for turn in range(right):
        for u in range(left):
            yield u, left + (u + turn) % right
    yield from clique(vertices)


def two_parts(vertices: int) -> Iterator[Edge]:
    """Give the edges within two halves: two cliques, or two parts that are dense."""
    left = (vertices + 1) // 2
    for u, v in clique(left):
        yield u, v
        if left + v < vertices:
            yield left + u, left + v
    yield from clique(vertices)


ORDERS: tuple[EdgeOrder, ...] = (clique, hubs, band, two_sides, two_parts)
