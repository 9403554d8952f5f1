"""Learn an input format from texts of valid tests, and from what validators say of others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from judging.features.describe.hints import Hints
from judging.features.describe.learning.generalising import Learner
from judging.features.describe.learning.model import Model, first_guess, with_vertices
from judging.features.describe.learning.naming import with_good_names
from judging.features.describe.learning.probing import (
    Accepts,
    Oracle,
    OutOfProbesError,
    Prober,
)
from judging.features.describe.learning.relations import candidates
from judging.features.describe.learning.structure import Structure, structures
from judging.features.describe.tree import Description
from judging.reports.wording import counted
from judging.values import Value

# Tests that are larger say little more, and take long to read.
_LARGEST_TEST = 2_000_000
_ALL_TESTS = 6_000_000
# So many structures are tried, and of each group of similar ones so many.
_MOST_STRUCTURES = 40
_OF_EACH_GROUP = 16
_BASE_DRAWS = 6


class Effort(Value):
    """probes: how many inputs the validators are asked about at most. room: how many
    bytes these may have together. drawn: how many bytes of numbers may be drawn for
    them."""

    probes: int = 4000
    room: int = 100_000_000
    drawn: int = 20_000_000


_NO_HINTS = Hints()
_USUAL_EFFORT = Effort()


def learn(
    texts: list[bytes],
    accepts: Accepts,
    hints: Hints = _NO_HINTS,
    effort: Effort = _USUAL_EFFORT,
    seed: str = "0",
    is_over: Callable[[], bool] = lambda: False,
) -> Description:
    """Return the input format of valid tests, and notes on what could not be learnt.

    accepts: says of each text whether it is valid. Equal arguments give equal results.
    is_over: whether the time is up. What was learnt until then is returned.
    """
    tests, notes = _readable(texts)
    if not tests:
        return Description(notes=(*notes, "no test could be read"))
    oracle = Oracle(accepts, effort.probes, effort.room)
    prober = Prober(oracle, seed, effort.drawn, is_over)
    best = _most_lively(tests, prober, hints)
    if best is None:
        return Description(
            notes=(*notes, "no structure of lines and tokens fits the tests")
        )
    model = Learner(prober, best, hints.constants).widen()
    model = replace(model, notes=(*notes, *model.notes))
    said = f"{counted(len(tests), 'test')}, {counted(oracle.asked, 'probe')}"
    return with_good_names(model, hints.names, said)


def _readable(texts: list[bytes]) -> tuple[list[list[str]], list[str]]:
    """Return the tests as lines, and notes on those that are left out."""
    tests: list[list[str]] = []
    room = _ALL_TESTS
    left_out = 0
    for content in sorted(dict.fromkeys(texts), key=len):
        room -= len(content)
        is_text = (
            content.endswith(b"\n") and b"\0" not in content and b"\r" not in content
        )
        if not is_text or len(content) > _LARGEST_TEST or (room < 0 and tests):
            left_out += 1
            continue
        tests.append(content.decode("latin-1").split("\n")[:-1])
    notes = []
    if left_out:
        notes.append(
            f"{left_out} tests were left out: too large, or not lines of text that end"
        )
    return tests, notes


def _most_lively(tests: list[list[str]], prober: Prober, hints: Hints) -> Model | None:
    """Return the guess of the structure in which most sizes can be changed."""
    best: Model | None = None
    most = -100
    for model in _guesses(tests, prober.is_over):
        try:
            if not prober.share(model, _BASE_DRAWS):
                best = best or model
                continue
            lively = Learner(prober, model, hints.constants).liveliness()
        except OutOfProbesError:
            break
        score = lively - len(model.counters())
        if score > most:
            best = model
            most = score
        if score == 0:
            break
    return best


def _guesses(tests: list[list[str]], is_over: Callable[[], bool]) -> Iterator[Model]:
    """Yield the first guesses of all structures, the most likely first."""
    for structure in _structures(tests, is_over):
        model = first_guess(structure.template, structure.frames, structure.arities)
        if model is None:
            continue
        # Often they are the same.
        guesses = [with_vertices(model)]
        if guesses[0] != model:
            guesses.append(model)
        for guess in guesses:
            relations = tuple(candidates(guess, structure.frames))
            yield replace(guess, relations=relations)


def _structures(
    tests: list[list[str]], is_over: Callable[[], bool]
) -> Iterator[Structure]:
    left = _MOST_STRUCTURES
    for group in structures(tests, is_over):
        for structure in group[:_OF_EACH_GROUP]:
            yield structure
            left -= 1
            if not left:
                return
