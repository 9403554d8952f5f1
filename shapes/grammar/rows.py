"""Rows of numbers for a loop: of a family of shapes, within a sum, or the edges of a graph."""

from __future__ import annotations

from typing import Callable

from ..catalogue import make, names
from ..graphs import Graph, connected, graph, relabel
from ..rng import RandomSource
from .edge_orders import EdgeOrder, first_edges

# "few" stands twice: rows of few values make equal neighbours, on which many programs are wrong.
_FAMILIES = ("few", "few", *names("array"))
# Above this many vertices, a graph with too few edges to be connected is drawn by its edges
# alone: a tree and new numbers for 10^7 vertices took 26 s, and memory for each vertex.
_MANY_VERTICES = 10**6
_FEW = (1, 2, 4, 9)  # how far the few values reach from the first


def number_row(count: int, low: int, high: int, rng: RandomSource) -> list[int]:
    """Return `count` integers in low..high, of one family."""
    family = rng.choice(_FAMILIES)
    if family == "few":
        start = 0 if low < 0 < high else low  # around 0, signs and divisions go wrong
        return rng.many(count, start, min(high, start + rng.choice(_FEW)))
    if count == 1 or family == "array.uniform":
        return rng.many(count, low, high)
    values = make(family, count, rng)
    step = 1
    if rng.below(2):  # spread the values from bound to bound
        largest = max(values, default=1)
        step = max(1, (high - low) // max(1, largest - 1))
    # The numbers of a family count from 1. Those above `high` go round to `low` again.
    width = high - low + 1
    return [low + (value - 1) * step % width for value in values]


def sum_row(count: int, total: int, largest: int | None, rng: RandomSource) -> list[int]:
    """Return `count` integers >= 0 with a sum: random ones, equal ones, or one that is
    everything.

    largest: the greatest integer that may be among them; None: any. Raise ValueError for
    a negative sum.
    """
    anyhow = rng.split(total, count)
    one = [total, *[0] * (count - 1)]
    equal = [(total + i) // count for i in range(count)]
    row = rng.choice((anyhow, one, one[::-1], equal))
    # No row with this sum has a smaller largest number than equal parts.
    return row if largest is None or max(row) <= largest else equal


def fit_sum(
    row: list[int],
    bounds: tuple[int, int],
    sums: tuple[int, int],
    rng: RandomSource,
) -> list[int]:
    """Return a row with some integers raised or lowered, so that their sum fits.

    bounds: the least and the greatest integer. sums: the least and the greatest sum; if no
    row has such a sum, the one that is returned comes as near as it can.
    """
    low, high = bounds
    least, most = sums
    total = sum(row)
    if least <= total <= most:
        return row
    # Half of the sums just fit.
    just = least if total < least else most
    wanted = rng.choice((just, rng.between(least, most)))
    if total < wanted:
        return _raised(row, high, wanted - total, rng)
    mirrored = [-value for value in row]
    return [-value for value in _raised(mirrored, -low, total - wanted, rng)]


def _raised(row: list[int], high: int, missing: int, rng: RandomSource) -> list[int]:
    """Return a row with integers raised up to `high`, by `missing` together."""
    raised = list(row)
    room = sum(high - value for value in row)
    for place in rng.shuffled(range(len(row))):
        space = high - row[place]
        room -= space
        # What the places after this one cannot take must go here.
        most = min(space, missing)
        least = min(most, max(0, missing - room))
        step = rng.between(least, most)
        raised[place] += step
        missing -= step
    return raised


def tree_of_any_family(vertices: int, rng: RandomSource) -> Graph:
    """Return a tree of a family that is drawn."""
    made: Graph = make(rng.choice(names("tree")), vertices, rng)
    return made


def edge_row(
    count: int,
    vertices: int,
    rng: RandomSource,
    draw_tree: Callable[[int], Graph],
    order: EdgeOrder | None,
    *,
    is_tree: bool,
    connect: bool,
) -> list[tuple[int, ...]]:
    """Return `count` edges of a tree or of a graph with distinct edges; vertices count
    from 0.

    draw_tree: returns a tree with so many vertices.
    order: how the edges of a graph follow each other, besides those of a tree; None: at
    random.
    connect: the graph must be connected, as a tree always is. A graph that need not be
    is connected in half of the cases, if it has edges enough.
    """
    if (
        vertices > _MANY_VERTICES
        and not is_tree
        and not connect
        and count < vertices - 1
    ):
        return _sparse_edges(count, vertices, rng)
    made = draw_tree(vertices)
    splits = False
    if not is_tree:
        # Of the graphs that can be connected, half are.
        splits = count < vertices - 1 or rng.below(2) == 1
        connect = connect or not splits
    if order is not None and not is_tree:
        base = made.edges if connect else []
        made = Graph(vertices, first_edges(count, base, order(vertices)))
    elif connect:
        made = connected(vertices, count, rng, made)
    elif splits:
        made = graph(vertices, count, rng)
    # A third stays in the plain order of its family, on which some programs are slow or
    # wrong too.
    if rng.below(3):
        made = relabel(made, rng)
    return made.edges


def _sparse_edges(count: int, vertices: int, rng: RandomSource) -> list[tuple[int, ...]]:
    """Return `count` distinct edges, in a time that does not depend on `vertices`."""
    edges: list[tuple[int, ...]] = []
    for first, second in graph(vertices, count, rng).edges:
        ends = (first, second)
        edges.append(ends[::-1] if rng.below(2) else ends)
    return edges
