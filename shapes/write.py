"""The usual forms of an input. Every function returns whole lines; join them with +."""

from __future__ import annotations

from typing import Iterable, Sequence

from .graphs import Graph


def line(*values: object) -> str:
    """Return one line: the values, and the members of lists, with spaces between."""
    words: list[str] = []
    for value in values:
        if isinstance(value, (list, tuple)):
            words += map(str, value)
        else:
            words.append(str(value))
    return " ".join(words) + "\n"


def array(values: Sequence[object]) -> str:
    """Return a line with the number of values, and a line with the values."""
    return f"{len(values)}\n{line(*values)}"


def rows(table: Iterable[object]) -> str:
    """Return a line for each member: a number, a string such as a row of a grid, or a list."""
    return "".join(map(line, table))


def edges(graph: Graph, first: int = 1) -> str:
    """Return a line for each edge; the vertices are numbered from `first`, weights stay."""
    # Two ways: most graphs have no weights, and without them the second is several times
    # as fast.
    if graph.edges and len(graph.edges[0]) > 2:
        return rows((u + first, v + first, *more) for u, v, *more in graph.edges)
    return "".join([f"{u + first} {v + first}\n" for u, v in graph.edges])


def network(graph: Graph, first: int = 1) -> str:
    """Return a line with the numbers of vertices and edges, and the edges."""
    return line(graph.n, len(graph.edges)) + edges(graph, first)


def cases(texts: Sequence[str]) -> str:
    """Return a line with the number of cases, and the cases."""
    return line(len(texts)) + "".join(texts)
