"""Ask the validators about inputs that are drawn from guesses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from judging.features.describe.bounds import BoundError
from judging.features.describe.learning.frames import (
    Arities,
    Frame,
    MismatchError,
    parse,
    text_of,
)
from judging.features.describe.learning.model import Model
from judging.features.describe.learning.sampling import (
    CannotSampleError,
    is_large,
    sampled,
)
from judging.features.describe.writing import grammar
from judging.shapes import Rng
from judging.shapes.grammar.biases import Bias, Modes, SmallValues
from judging.shapes.grammar.demands import Format
from judging.shapes.grammar.drawing import draw
from judging.shapes.grammar.parsing import GrammarError

Accepts = Callable[[list[bytes]], list[bool]]
Wanted = Callable[[Frame], bool]

# About how large sizes are in inputs whose size is not what is asked about.
_SIZES = (3, 5, 2, 8)
_BIASES: tuple[Callable[[Rng], Bias] | None, ...] = (
    None,
    Modes,
    None,
    SmallValues.start,
)
_TRIES = 24
# A byte of an input with words takes so many times as long to draw: a megabyte of queries
# took 14 s, one of numbers 1 s.
_COST_OF_WORDS = 10
_LARGE_TRIES = 6  # of large inputs, which have little variety
_STARTS = 2  # of each draw, where it gets stuck
# A guess that contradicts itself is found out by so many draws that fail.
_FAILURES = 2
_FAILURES_OF_SAMPLES = 18  # They are cheap.


class OutOfProbesError(Exception):
    """The budget is spent."""


@dataclass
class Oracle:
    """Asks the validators, within a budget, and nothing twice.

    probes: how many inputs may be asked about. room: how many bytes they may have.
    """

    accepts: Accepts
    probes: int
    room: int
    asked: int = 0
    _known: dict[bytes, bool] = field(default_factory=dict)

    def ask(self, texts: list[str]) -> list[bool]:
        """Return which texts are valid. Raise OutOfProbesError."""
        contents = [text.encode("latin-1") for text in texts]
        new = [each for each in dict.fromkeys(contents) if each not in self._known]
        size = sum(map(len, new))
        if self.asked + len(new) > self.probes or size > self.room:
            raise OutOfProbesError
        self.asked += len(new)
        self.room -= size
        if new:
            for content, answer in zip(new, self.accepts(new), strict=True):
                self._known[content] = answer
        return [self._known[content] for content in contents]


@dataclass
class Prober:
    """Draws inputs from guesses and asks about them.

    room: how many bytes may be drawn, whether they are asked about or not. Drawing a
        megabyte of numbers takes a second.
    is_over: whether the time is up.
    """

    oracle: Oracle
    seed: str
    room: int
    is_over: Callable[[], bool] = lambda: False

    def drawn(
        self,
        model: Model,
        count: int,
        wanted: Wanted = lambda frame: True,
        tries: int = _TRIES,
    ) -> list[str]:
        """Return up to `count` different inputs of a guess that are as wanted."""
        found: list[str] = []
        for text, frame in self.frames(model, tries):
            if text not in found and wanted(frame):
                found.append(text)
            if len(found) == count:
                break
        return found

    def frames(self, model: Model, tries: int = _TRIES) -> Iterator[tuple[str, Frame]]:
        """Yield inputs of a guess, each with its values. Raise OutOfProbesError."""
        if is_large(model):
            try:
                for number in range(_LARGE_TRIES):
                    yield self._sampled(model, number)
                return
            except CannotSampleError:
                pass  # The grammar has every rule, if slowly.
        if model.is_open:
            yield from self._frames_of_open_loops(model, tries)
        yield from self._frames_of_grammar(model, tries)

    def _frames_of_open_loops(
        self, model: Model, tries: int
    ) -> Iterator[tuple[str, Frame]]:
        """Yield inputs with loops that no number counts: a grammar ends most of them soon."""
        failures = 0
        for number in range(tries):
            try:
                yield self._sampled(model, number)
            except CannotSampleError:
                failures += 1
                if failures == _FAILURES_OF_SAMPLES:
                    return

    def _sampled(self, model: Model, number: int) -> tuple[str, Frame]:
        """Return a large input and its values. Raise CannotSampleError."""
        frame = sampled(model, f"{self.seed} large {number}", number % 2 == 1)
        text = text_of(model.template, frame, model.arities)
        self._spend(len(text))
        return text, frame

    def _spend(self, size: int) -> None:
        self.room -= size
        if self.room < 0:
            raise OutOfProbesError

    def _frames_of_grammar(
        self, model: Model, tries: int
    ) -> Iterator[tuple[str, Frame]]:
        try:
            text = grammar(model.description())
            form = Format(text)
        except (BoundError, GrammarError):
            return
        cost = _COST_OF_WORDS if "REGEX" in text else 1
        failures = 0
        for number in range(tries):
            if self.is_over():
                raise OutOfProbesError
            most = _SIZES[number % len(_SIZES)]
            bias = _BIASES[number % len(_BIASES)]
            try:
                made = draw(form, f"{self.seed} {number}", most, {}, bias, tries=_STARTS)
            except GrammarError:
                failures += 1
                if failures == _FAILURES:
                    return
                continue
            self._spend(len(made.content) * cost)
            text = made.content.decode("latin-1")
            try:
                lines = text.split("\n")[:-1]
                yield text, parse(model.template, lines, Arities(model.arities))
            except MismatchError:
                continue

    def accepted(
        self, model: Model, wanted: Wanted = lambda frame: True, count: int = 2
    ) -> bool | None:
        """Return whether one of `count` inputs that are as wanted is valid; None if none
        could be drawn."""
        texts = self.drawn(model, count, wanted)
        if not texts:
            return None
        return any(self.oracle.ask(texts))

    def share(self, model: Model, count: int) -> float:
        """Return which share of drawn inputs is valid."""
        texts = self.drawn(model, count, tries=count)
        if not texts:
            return 0.0
        return sum(self.oracle.ask(texts)) / len(texts)
