"""Guess what a condition is about that is not understood, and between which values."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from judging.features.describe.tree import Kind
from judging.features.describe.validators.pieces import Cell, Loop
from judging.features.describe.validators.program import Program
from judging.features.describe.validators.state import State
from judging.features.describe.validators.terms import Symbol, Term, number, of_symbol

# What a condition that is not understood is about, by the words in its line.
WORDS = (
    (Kind.TREE, re.compile(r"\btree|_tree|istree|isTree|spanning", re.IGNORECASE)),
    (
        Kind.CONNECTED,
        re.compile(r"connect|reach|component|visited|zusammen", re.IGNORECASE),
    ),
    (
        Kind.ACYCLIC,
        re.compile(r"acyclic|\bdag\b|cycle|\.(join|unite|union|merge)\(", re.IGNORECASE),
    ),
    (Kind.SIMPLE_GRAPH, re.compile(r"multi.?edge|parallel|self.?loop", re.IGNORECASE)),
    (Kind.PERMUTATION, re.compile(r"permutation", re.IGNORECASE)),
    (
        Kind.DISTINCT,
        re.compile(r"distinct|unique|duplicate|twice|repeated", re.IGNORECASE),
    ),
    (Kind.BALANCED, re.compile(r"bracket|balanced|parenthes", re.IGNORECASE)),
)
_EDGES = (Kind.TREE, Kind.CONNECTED, Kind.ACYCLIC, Kind.SIMPLE_GRAPH)


def text_around(program: Program, line: int) -> str:
    """Return a line with the one that follows, where the message often stands."""
    text = program.line_text(line)
    if not text.endswith(";") and len(text) < 200:
        text += " " + program.line_text(line + 1)
    return text


def candidates(
    state: State, kind: Kind, text: str, loops: tuple[Loop, ...]
) -> tuple[Cell, ...]:
    """Return what a relation of this kind is between, if there is little choice.

    text: the condition, which may name it.
    """
    if kind in _EDGES:
        return edge_ends(state, loops)
    if kind in (Kind.PERMUTATION, Kind.DISTINCT):
        found = [c for c in state.cells if c.loops and c.kind == "integer"]
    else:
        found = [cell for cell in state.cells if cell.kind == "word"]
    names = set(re.findall(r"\w+", text))
    named = [cell for cell in found if cell.name in names]
    found = named or found
    return (found[0],) if len(found) == 1 else ()


def edge_ends(state: State, loops: tuple[Loop, ...] = ()) -> tuple[Cell, ...]:
    """Return the two ends of the edges that are read in these loops; without any,
    those that are as many as a tree has, or that are read last."""
    cells = state.cells
    found: list[tuple[Cell, Cell]] = []
    for first, second in itertools.pairwise(cells):
        same_place = first.loops == second.loops and first.loops
        same_range = first.low == second.low and first.high == second.high
        are_integers = first.kind == second.kind == "integer"
        if same_place and same_range and are_integers and _is_vertex(first):
            found.append((first, second))
    if not found:
        return ()
    for ends in found:
        if loops and ends[0].loops == loops:
            return ends
    for ends in found:
        if is_tree(ends[0], state):
            return ends
    return found[-1]


def _is_vertex(cell: Cell) -> bool:
    """Return whether a value is from 0 or 1 to what is read before: the name of a vertex."""
    low = cell.low.constant if cell.low is not None else None
    return low in (0, 1) and cell.high is not None and cell.high.constant is None


def is_count_of(count: Term, cell: Cell, state: State) -> bool:
    """Return whether a number says how often a cell is read."""
    for loop in cell.loops:
        if loop.count == count:
            return True
    for line in state.lines.values():
        if line.rest is cell and (line.count is None or line.count == count):
            return True
        before = number(len(line.first))
        length = of_symbol(Symbol("length", line.id))
        if line.rest is cell and count in (length, length - before):
            return True
        if line.rest is cell and line.count is not None and count == line.count - before:
            return True
    return False


def fills_its_range(cells: Sequence[Cell], state: State) -> bool:
    """Return whether different values are as many as their range has."""
    if len(cells) != 1 or cells[0].kind != "integer":
        return False
    (cell,) = cells
    if cell.low is None or cell.high is None:
        return False
    return is_count_of(cell.high - cell.low + number(1), cell, state)


def is_tree(cell: Cell, state: State) -> bool:
    """Return whether edges with this end are one less than the vertices."""
    if cell.low is None or cell.high is None:
        return False
    return is_count_of(cell.high - cell.low, cell, state)
