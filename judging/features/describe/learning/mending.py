"""Complete a description that the source of a validator gives, with probes.

A bound that is not known is searched for, and a relation that was not understood is tried:
one with which more of the inputs that are drawn are valid stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from judging.features.describe.bounds import BoundError
from judging.features.describe.hints import Hints
from judging.features.describe.learning.probing import (
    Accepts,
    Oracle,
    OutOfProbesError,
)
from judging.features.describe.learning.searching import highest, lowest
from judging.features.describe.tree import (
    Case,
    Choice,
    Description,
    Integer,
    Kind,
    Node,
    Relation,
    Repeat,
    Source,
    Word,
    named,
)
from judging.features.describe.writing import grammar
from judging.shapes.grammar.demands import Format
from judging.shapes.grammar.drawing import draw
from judging.shapes.grammar.parsing import GrammarError
from judging.shapes.grammar.words import letters_in
from judging.values import replace

Fits = Callable[[Description, list[bytes]], bool]

# What the reader of sources notes of an integer whose bounds it guesses.
_NO_BOUND = "no bound of {} is known"
_ANY_NO_BOUND = re.compile(_NO_BOUND.format(r"\S+") + "$")
_LITERAL = re.compile("-?[0-9]+")
# About how large sizes are: enough for each relation to be broken.
_SIZES = (3, 5, 2, 8)
_STARTS = 2  # of each draw, where it gets stuck
_FAILURES = 4  # A description of which so many draws fail contradicts itself.
_DRAWS = 24  # to see which share is valid
_DRAWS_OF_A_BOUND = 4
# With so much more valid draws, a relation is no matter of chance.
_GAIN = 0.1
_MOST_RELATIONS = 3
# Letters of a grid that may come once: a start and an end, rarely more.
_MOST_RARE = 4
_SHOWN = Source("", "more inputs with it are valid")
# A value that is not known is one of these in the first inputs.
_FIRST_VALUES = (1, 0, 2, 5, 10, -1)
# The weakest first: of equally good relations, the first one stays.
_OF_ROWS = (
    Kind.DISTINCT,
    Kind.SORTED,
    Kind.FALLING,
    Kind.STRICTLY_SORTED,
    Kind.STRICTLY_FALLING,
    Kind.PERMUTATION,
)
_OF_ONE_PAIR = (Kind.DIFFERS, Kind.AT_MOST, Kind.LESS)
_OF_PAIRS = (
    Kind.DISTINCT,
    Kind.SIMPLE_GRAPH,
    Kind.TREE,
    Kind.CONNECTED,
)


def guesses_bounds(description: Description) -> bool:
    """Return whether bounds of integers are guesses, as the reader of sources notes."""
    return any(map(_ANY_NO_BOUND.search, description.notes))


def mended(
    description: Description,
    accepts: Accepts,
    fits: Fits,
    hints: Hints,
    probes: int,
    room: int,
) -> Description:
    """Return a description with the bounds and relations that probes show.

    accepts: says of each text whether it is valid. fits: says whether a description has all
    tests and some other texts that are valid. probes, room: how many texts may be asked
    about, and their bytes together.
    """
    mender = _Mender(Oracle(accepts, probes, room), fits, hints, description)
    try:
        mender.find_bounds()
        mender.find_relations()
    except OutOfProbesError:
        pass  # What was found before stays.
    return mender.description


@dataclass
class _Mender:
    """A description that becomes better."""

    oracle: Oracle
    fits: Fits
    hints: Hints
    description: Description

    # Bounds

    def find_bounds(self) -> None:
        """Find the bounds of integers that are not known."""
        unknown = []
        for each in named(self.description.body).values():
            if not isinstance(each, Integer):
                continue
            node = self._without_guesses(each)
            if not (node.low and node.high):
                unknown.append(node)
        if not unknown:
            return
        for value in _FIRST_VALUES:
            first = self.description
            for node in unknown:
                low = node.low or str(value)
                high = node.high or str(value)
                first = _with_integer(first, node.name, low, high)
            if self.share(first, _DRAWS_OF_A_BOUND):
                break
        else:
            return
        self.description = first
        for node in unknown:
            self._find_ends(node, value)
        said = {_NO_BOUND.format(node.name) for node in unknown}
        notes = [
            note for note in self.description.notes if not any(map(note.endswith, said))
        ]
        self.description = replace(self.description, notes=tuple(notes))

    def _without_guesses(self, node: Integer) -> Integer:
        """Return an integer without the numbers that stand for bounds that are not known."""
        said = _NO_BOUND.format(node.name)
        if not any(note.endswith(said) for note in self.description.notes):
            return node
        low = "" if _LITERAL.fullmatch(node.low) else node.low
        high = "" if _LITERAL.fullmatch(node.high) else node.high
        return replace(node, low=low, high=high)

    def _find_ends(self, node: Integer, value: int) -> None:
        low = node.low
        high = node.high

        def allowed(number: int) -> bool:
            text = str(number)
            changed = _with_integer(self.description, node.name, text, text)
            return self.share(changed, _DRAWS_OF_A_BOUND) > 0

        if not high:
            high = str(highest(value, allowed, self.hints.constants))
        if not low:
            low = str(lowest(value, allowed, self.hints.constants))
        self.description = _with_integer(self.description, node.name, low, high)

    # Relations

    def find_relations(self) -> None:
        """Add the relations with which more draws are valid, the best one first."""
        share = self.share(self.description, _DRAWS)
        for _ in range(_MOST_RELATIONS):
            if share == 1:
                return
            found = self._best_relation(share + _GAIN)
            if found is None:
                return
            share, self.description = found

    def _best_relation(self, least: float) -> tuple[float, Description] | None:
        """Return the best share that a further relation gives and the description with it;
        None if it is below `least`."""
        best: tuple[float, Description] | None = None
        # A relation that a valid input breaks is none.
        valid = self.valid(self.description, _DRAWS)
        for relation in _candidates(self.description):
            relations = (*self.description.relations, relation)
            changed = replace(self.description, relations=relations)
            share = self.share(changed, _DRAWS)
            if share < least or (best is not None and share <= best[0]):
                continue
            if self.fits(changed, valid):
                best = (share, changed)
        return best

    # Draws

    def share(self, description: Description, count: int) -> float:
        """Return which share of inputs that are drawn is valid."""
        texts = _drawn(description, count)
        if not texts:
            return 0.0
        return sum(self.oracle.ask(texts)) / len(texts)

    def valid(self, description: Description, count: int) -> list[bytes]:
        """Return the inputs that are valid, of some that are drawn."""
        texts = _drawn(description, count)
        found = []
        for text, is_valid in zip(texts, self.oracle.ask(texts), strict=True):
            if is_valid:
                found.append(text.encode("latin-1"))
        return found


def _drawn(description: Description, count: int) -> list[str]:
    try:
        form = Format(grammar(description))
    except (BoundError, GrammarError):
        return []
    texts = []
    failures = 0
    for number in range(count):
        most = _SIZES[number % len(_SIZES)]
        try:
            made = draw(form, f"mended {number}", most, {}, tries=_STARTS)
        except GrammarError:
            failures += 1
            if failures == _FAILURES:
                return []
            continue
        texts.append(made.content.decode("latin-1"))
    return texts


def _with_integer(
    description: Description, name: str, low: str, high: str
) -> Description:
    """Return a description with other bounds of one integer."""
    body = _with_bounds(description.body, name, low, high)
    return replace(description, body=body)


def _with_bounds(
    nodes: tuple[Node, ...], name: str, low: str, high: str
) -> tuple[Node, ...]:
    found: list[Node] = []
    for node in nodes:
        if isinstance(node, Integer) and node.name == name:
            found.append(replace(node, low=low, high=high))
        elif isinstance(node, Repeat):
            found.append(replace(node, body=_with_bounds(node.body, name, low, high)))
        elif isinstance(node, Choice):
            cases = []
            for case in node.cases:
                cases.append(Case(case.text, _with_bounds(case.body, name, low, high)))
            found.append(replace(node, cases=tuple(cases)))
        else:
            found.append(node)
    return tuple(found)


def _candidates(description: Description) -> Iterator[Relation]:
    """Yield the relations that a description does not have and that there may be."""
    known = {(relation.kind, relation.names) for relation in description.relations}
    for relation in _of_bodies(description.body):
        if (relation.kind, relation.names) not in known:
            yield relation


def _of_bodies(nodes: tuple[Node, ...]) -> Iterator[Relation]:
    numbers = [node for node in nodes if isinstance(node, Integer)]
    if len(numbers) >= 2:
        pair = (numbers[0].name, numbers[1].name)
        for kind in _OF_ONE_PAIR:
            yield _tried(kind, pair)
    for node in nodes:
        if isinstance(node, Repeat):
            yield from _of_row(node)
            yield from _of_bodies(node.body)


def _of_row(row: Repeat) -> Iterator[Relation]:
    """Yield the relations between the values of different iterations."""
    numbers = [node for node in row.body if isinstance(node, Integer)]
    words = [node for node in row.body if isinstance(node, Word)]
    for word in words:
        yield _tried(Kind.DISTINCT, (word.name,))
        for letters in _rare_letters(word.pattern):
            yield _tried(Kind.ONCE, (word.name,), letters)
    for number in numbers:
        for kind in _OF_ROWS:
            yield _tried(kind, (number.name,))
    if len(numbers) >= 2:
        for kind in _OF_PAIRS:
            yield _tried(kind, (numbers[0].name, numbers[1].name))


def _rare_letters(pattern: str) -> list[str]:
    """Return which letters of a word may come once in a grid: all capital ones, or small ones,
    among its characters, and each alone."""
    known = "".join(map(chr, letters_in(pattern.encode("latin-1"))))
    found = []
    for letters in (filter(str.isupper, known), filter(str.islower, known)):
        together = "".join(sorted(letters))
        if together != known and len(together) <= _MOST_RARE:
            found += [together, *together]
    return [letters for letters in dict.fromkeys(found) if letters]


def _tried(kind: Kind, names: tuple[str, ...], bound: str = "") -> Relation:
    return Relation(kind, names, bound, source=_SHOWN)
