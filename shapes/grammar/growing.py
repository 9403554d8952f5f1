"""Inputs whose sizes grow from small to their bounds, which show how the time of a program
grows with them.

A ladder is a row of inputs with sizes in a constant ratio. On the first one, all sizes grow
together. Where the format has several sizes, each has a ladder of its own, on which the other
ones are held about where they are.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Collection, Iterator, Mapping, NamedTuple

from ..graphs import Graph
from ..rng import RandomSource, Rng
from .biased_numbers import Random
from .demands import Format
from .drawing import DrawnInput, Overrides, draw
from .edge_orders import EdgeOrder
from .memory import Memory
from .parsing import GrammarError, Node
from .point_rows import Figure
from .rows import number_row, tree_of_any_family
from .running import ROOM

# The first size of a ladder; less where the bound is not so many times as large.
_FIRST = 10
_LEAST_RANGE = 5
# How long words become, of which nothing says how long they may be.
_LONG_WORD = 10**5
# Ladders of single sizes, at most. Each takes about as long to draw as the first one.
_MOST_ALONE = 3
# Sizes of the ladder of a single size, and of every other one that is not to be fine.
COARSE = 12
# How much of the room of inputs all ladders take together. Chosen, not measured: the process
# that draws them has a minute, and a graph of 200,000 edges takes some seconds.
_WHOLE_ROOM = 8 * ROOM


@dataclass(frozen=True)
class GrowingInput:
    """An input with known sizes.

    sizes: the value of each size, by name; of a word, its length. What is read in a loop
        counts as `sum of NAME`.
    alone: the size that grows alone; None on the ladder where all grow.
    fine: it stands between the inputs of a coarser ladder.
    bounds: the greatest that each size may have, where that is a constant; of a word, the
        greatest length that was drawn.
    """

    content: bytes
    sizes: Mapping[str, int]
    alone: str | None
    fine: bool
    bounds: Mapping[str, int]

    def facts(self) -> str:
        """Return what is known of it as JSON, on one line."""
        known = {
            "sizes": self.sizes,
            "alone": self.alone,
            "fine": self.fine,
            "bounds": self.bounds,
        }
        return json.dumps(known)


def growing_inputs(
    source: str, overrides: Overrides, seed: str, count: int
) -> Iterator[GrowingInput]:
    """Draw at most `count` inputs of the ladder of all sizes, and COARSE of each other one.

    Raise GrammarError if none can be drawn.
    """
    form = Format(source)
    sizes = _sizes(form)
    bounds = _bounds(form, sizes)
    if not sizes <= {*bounds}:
        bounds = {**_reached(source, form, sizes, seed, overrides), **bounds}
    fault: GrammarError | None = None
    room = _WHOLE_ROOM
    alone = _bounds(form, sizes).keys() - overrides.keys()
    for step in _steps(sizes, bounds, alone, count):
        if room <= 0:
            return
        try:
            made = _draw(
                source, sizes, step, f"{seed} {step.alone} {step.size}", overrides
            )
        except GrammarError as failed:
            # The size is less than its least value, or no other values fit it.
            fault = failed
            continue
        room -= made.cost
        named = {_label(form, name): size for name, size in made.sizes.items()}
        yield GrowingInput(made.content, named, step.alone, step.fine, bounds)
    if fault is not None and room == _WHOLE_ROOM:
        raise fault


def _reached(
    source: str, form: Format, sizes: set[str], seed: str, overrides: Overrides
) -> dict[str, int]:
    """Return the sizes of an input whose words are as long as they may be: nothing but the
    conditions on them says how long that is."""
    try:
        largest = _Step(None, _LONG_WORD, _LONG_WORD)
        made = _draw(source, sizes, largest, seed, overrides)
    except GrammarError:
        return {}
    return {name: n for name, n in made.sizes.items() if _label(form, name) == name}


def _label(form: Format, name: str) -> str:
    """Return what the value of a size is called."""
    for node, in_loop in _commands(form.body, False):
        if in_loop and node.target is not None and node.target.value == name:
            return f"sum of {name}"
    return name


class _Step(NamedTuple):
    """One input of a ladder.

    most: about how large sizes become, all but the one that grows alone.
    """

    alone: str | None
    size: int
    most: int
    fine: bool = False


def _steps(
    sizes: Collection[str], bounds: Mapping[str, int], alone: Collection[str], count: int
) -> Iterator[_Step]:
    """Yield the steps of all ladders, that of all sizes first.

    alone: the sizes that can be given a value.
    """
    largest = max(bounds.values(), default=_LONG_WORD)
    coarse = ladder(largest, COARSE)
    for size in ladder(largest, count):
        yield _Step(None, size, size, size not in coarse)
    if len(sizes) < 2:
        return
    given = [name for name in bounds if name in alone]
    for name in given[:_MOST_ALONE]:
        others = [bound for other, bound in bounds.items() if other != name]
        # Small enough that what this size takes shows, and large enough that it may grow
        # far where it depends on others, as a number of edges does.
        held = math.isqrt(max(others, default=_LONG_WORD))
        for size in ladder(bounds[name], COARSE):
            yield _Step(name, size, held)


def ladder(largest: int, count: int) -> list[int]:
    """Return at most `count` sizes in a constant ratio up to `largest`, smallest first."""
    first = max(1, min(_FIRST, largest // _LEAST_RANGE))
    # As logarithms: a bound of 10^18 and more keeps its digits only at the end.
    span = math.log(max(largest, 1) / first)
    sizes = {round(first * math.exp(span * i / max(count - 1, 1))) for i in range(count)}
    return sorted({size for size in sizes if size < largest} | {largest})[-count:]


def _draw(
    source: str, sizes: set[str], step: _Step, seed: str, overrides: Overrides
) -> DrawnInput:
    form = Format(source, {step.alone: step.size} if step.alone else {})
    form.sizes = sizes
    # A number of edges is a size here: it need not be near that of a tree.
    form.trees = {}
    return draw(form, seed, step.most, overrides, _Largest)


def _sizes(form: Format) -> set[str]:
    """Return the names of the variables that say how much input there is: how many, how
    long, and up to where other values go, as a number of vertices does.

    Where nothing does, all inputs have one form, and the numbers themselves are the sizes.
    """
    read = set()
    words = set()
    bounding = set()
    for node, in_loop in _commands(form.body, False):
        if node.name == "INT" and node.target is not None:
            read.add(node.target.value)
            if in_loop:
                bounding |= _names(node.args[1])
        if node.name == "REGEX" and node.target is not None:
            words.add(node.target.value)
    sizes = (form.sizes | bounding) & read
    return (sizes | words) or read


def _commands(block: tuple[Node, ...], in_loop: bool) -> Iterator[tuple[Node, bool]]:
    """Yield every command, and whether it is in a loop."""
    for node in block:
        yield node, in_loop
        inside = in_loop or node.name in ("REP", "REPI", "WHILE", "WHILEI")
        yield from _commands(node.body, inside)
        yield from _commands(node.otherwise, inside)


def _names(node: Node) -> set[str]:
    """Return the names of the variables in an expression."""
    found = {node.value} if node.name == "variable" else set()
    for arg in node.args:
        found |= _names(arg)
    return found


def _bounds(form: Format, sizes: Collection[str]) -> dict[str, int]:
    """Return the upper bounds of sizes that are read outside of loops, if they are constant."""
    memory = Memory(Rng(""))
    bounds = {}
    for node in form.body:
        if node.name != "INT" or node.target is None:
            continue
        high = memory.attempt(node.args[1])
        if node.target.value in sizes and isinstance(high, int) and high > 0:
            bounds[node.target.value] = high
    return bounds


@dataclass
class _Largest:
    """A bias: every size is as large as it may be, and other values are ordinary ones."""

    rng: RandomSource

    def size(self, node: Node, low: int, high: int) -> int | None:
        """Return the largest size that the input is to have."""
        return high

    def row(self, node: Node, count: int, low: int, high: int) -> list[int]:
        """Return `count` integers in low..high."""
        return number_row(count, low, high, self.rng)

    def window(
        self, node: Node, count: int, low: int, high: int
    ) -> tuple[int, int] | None:
        """Return none: distinct values as without a bias."""
        return None

    def tree(self, node: Node, vertices: int) -> Graph:
        """Return a tree of any family."""
        return tree_of_any_family(vertices, self.rng)

    def edge_order(self, node: Node) -> EdgeOrder | None:
        """Return none: edges are added at random."""
        return None

    def figure(self, node: Node, distinct: bool) -> Figure | None:
        """Return none: points lie anywhere."""
        return None

    def numbers(self, random: Random) -> Random:
        """Return `random`: overrides draw as without a bias."""
        return random
