"""The streams of inputs that a hunt draws from a grammar, side by side."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import Callable, Iterable, Iterator, Sequence

from ..relations import CONSTANTS
from ..rng import Rng
from .biases import Bias, Modes, SmallValues
from .choices import Choices, Tape, descend
from .demands import Format
from .drawing import SMALL, DrawnInput, Overrides, draw
from .exhaustive import levels
from .growing import growing_inputs
from .related import Related
from .running import ROOM

# Sizes of inputs for a hunt. Small inputs find most faults, and soonest; 1 in 81 reaches
# the bounds (None), because such an input may take as long to draw and to run as a
# thousand small ones.
_SIZES = (*(2, 4, 7, 3, 12, 5, 30, 100) * 10, None)
# Tiny sizes: with small values too, the inputs of this stream come near to all that exist.
_TINY = (1, 2, 3, 4)
_EXHAUSTIVE = "exhaustive"
_GROWING = "growing"
_MODERATE = (2, 4, 7, 3, 12, 5, 30)


@dataclass(frozen=True)
class Stream:
    """How the inputs of one stream are drawn.

    sizes: about how large sizes become; None: up to their bounds.
    start_bias: makes the bias of one input.
    """

    sizes: tuple[int | None, ...]
    start_bias: Callable[[Rng], Bias] | None = None


@dataclass(frozen=True)
class Drawn:
    """An input, and the choices that decide it as text. Of `exhaustive`: not its choices, but
    the limits of its level, a JSON array of strings. Of `growing`: the facts of growing.py,
    a JSON object."""

    content: bytes
    choices: str


class Drawer:
    """Draws inputs from a grammar, in streams:

    `uniform`; `biased`, where each command has one mode for the whole input; `related`, where
    values are made from earlier ones and from constants; `small`, with tiny sizes and few
    values; `large`, biased with sizes at the bounds; `exhaustive`, all small inputs, the
    smallest first, if they are few and nothing overrides the grammar; `growing`, with sizes
    that grow from small to the bounds.

    overrides: functions that draw values of variables, by name.
    constants: numbers that values are made from too, such as those in sources of programs.
    """

    def __init__(self, source: str, overrides: Overrides) -> None:
        self.constants: Sequence[int] = ()
        self._source = source
        self._form = Format(source)
        self._overrides = overrides
        self._streams = {
            "uniform": Stream(_SIZES),
            "biased": Stream(_SIZES, Modes),
            "related": Stream(_MODERATE, self._relate),
            "small": Stream(_TINY, SmallValues.start),
            "large": Stream((None,), Modes),
        }

    def inputs(self, stream: str, seed: str, count: int) -> Iterator[Drawn]:
        """Draw inputs of a stream. All that reach the bounds of their sizes have together
        about the size of one: later ones are small instead.

        count: of `exhaustive`, at most so many; of `growing`, so many with all sizes
            growing together.
        """
        if stream == _EXHAUSTIVE:
            yield from self._all_small(count)
            return
        if stream == _GROWING:
            for one in growing_inputs(self._source, self._overrides, seed, count):
                yield Drawn(one.content, one.facts())
            return
        sizes = self._streams[stream].sizes
        room = ROOM
        for number in range(count):
            name = f"{seed} {number}"
            most = Rng(name, "size").choice(sizes)
            if most is None and room <= 0:
                most = SMALL
            choices = Choices(stream, name, most)
            drawn = self.decided(choices)
            if most is None:
                room -= drawn.cost
            yield Drawn(drawn.content, choices.text())

    def _all_small(self, count: int) -> Iterator[Drawn]:
        # An override says which of the inputs that the grammar permits are meant.
        if self._overrides:
            return
        for level in levels(self._source, count):
            limits = json.dumps(level.limits)
            for content in level.inputs:
                yield Drawn(content, limits)

    def descendants(
        self, parents: Iterable[str], seed: str, count: int
    ) -> Iterator[Drawn]:
        """Draw `count` inputs in turn near those of `parents`, which are given as text."""
        draw = Random(seed)
        known = []
        for text in parents:
            choices = Choices.parse(text)
            tape = Tape(dict(choices.edits))
            self.decided(choices, tape)
            known.append((choices, tape.used))
        for number in range(count if known else 0):
            parent, used = known[number % len(known)]
            choices = descend(parent, used, draw)
            drawn = self.decided(choices, Tape(dict(choices.edits)))
            yield Drawn(drawn.content, choices.text())

    def decided(self, choices: Choices, tape: Tape | None = None) -> DrawnInput:
        """Return the input that choices decide. tape: counts and replaces its numbers."""
        return draw(
            self._form,
            choices.seed,
            choices.most,
            self._overrides,
            self._streams[choices.stream].start_bias,
            Rng if tape is None else tape.rng,
        )

    def _relate(self, rng: Rng) -> Bias:
        return Related(rng, (*CONSTANTS, *self.constants))
