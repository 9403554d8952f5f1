"""Texts on which a regular expression may take more than linear time, made of its own parts."""

from collections.abc import Iterable, Iterator
from itertools import product
from re import _constants  # type: ignore[attr-defined]
from typing import Any

from support.regex_steps import (
    CHARACTERS,
    REPEATS,
    Program,
    Text,
    TooManySteps,
    Tree,
    nodes,
    one_of,
    parse,
    parts,
)

# Chosen, not measured: short bounds let a text of a few hundred characters show how the
# steps grow with the text.
_MOST_REPEATS = 2
_LENGTH = 40  # characters of the shorter text
_REPEATS = 16  # how often it repeats a long part
_PAIRED = 5  # characters of which all pairs are tried
# A linear search takes about 5 steps a character, and so few need no second look.
_FEW_STEPS = 12
_MANY_STEPS = 1000
# Twice the text: twice the steps if they are linear, four times if they are quadratic.
_MOST_GROWTH = 2.6
_SAMPLES = 2  # of one part of a pattern
# In this order, so that samples are readable; the last stand for all that is not ASCII.
_ALPHABET = [
    *map(chr, range(97, 123)),
    *map(chr, range(48, 58)),
    *map(chr, range(32, 127)),
]
_ALPHABET += [*map(chr, range(32)), "\x7f", "\xe9", "\u2192"]


def attack_on(pattern: Text, flags: int = 0, method: str = "finditer") -> Text | None:
    """Return a text on which the steps of `method` grow faster than the text, or None."""
    program = Program(pattern, flags, _MOST_REPEATS)
    # Three texts of the kind of the pattern: `str` or `bytes`.
    for head, pump, tail in _texts(pattern, flags, method):
        times = max(_REPEATS, _LENGTH // len(pump))
        longer: Text = head + pump * (2 * times) + tail
        allowed = _MANY_STEPS * len(longer)
        try:
            _, steps = program.spans(method, longer, allowed)
        except TooManySteps:
            return longer
        if steps <= _FEW_STEPS * len(longer):
            continue
        _, fewer = program.spans(method, head + pump * times + tail)
        if steps > _MOST_GROWTH * fewer:
            return longer
    return None


def _texts(pattern: Text, flags: int, method: str) -> Iterator[tuple[Any, Any, Any]]:
    """Yield heads, what is repeated after them, and tails."""
    parts_of_text = _Parts(pattern, flags)
    tails = parts_of_text.tails()
    repeated = parts_of_text.repeated()
    heads = list(dict.fromkeys(parts_of_text.heads(parts_of_text.tree, [""])))
    everything = _without_rotations(parts_of_text.pumps(heads, repeated))
    for head in heads:
        # After a head, what repeats is what the pattern repeats.
        pumps = everything if head == "" else repeated
        for pump, tail in product(pumps, tails):
            if isinstance(pattern, bytes):
                yield _bytes(head), _bytes(pump), _bytes(tail)
            else:
                yield head, pump, tail


def _without_rotations(pumps: Iterable[str]) -> list[str]:
    """Return the pumps, one of those that repeat to nearly the same text."""
    kept: dict[str, str] = {}
    for pump in pumps:
        rotations = [pump[start:] + pump[:start] for start in range(len(pump))]
        kept.setdefault(min(rotations), pump)
    return list(kept.values())


def _bytes(text: str) -> bytes:
    return text.encode("latin-1", "replace")


class _Parts:
    """Samples of the parts of a pattern. All are `str`: bytes are their first 256."""

    def __init__(self, pattern: Text, flags: int) -> None:
        self.tree = parse(pattern, flags)
        self._is_bytes = isinstance(pattern, bytes)
        self._alphabet = _ALPHABET[:-1] if self._is_bytes else _ALPHABET
        self.characters = self._different_characters()

    def _different_characters(self) -> list[str]:
        """Return one character for each way in which the pattern tells them apart."""
        tests = []
        for node in nodes(self.tree):
            if node[0] in CHARACTERS:
                tests.append(one_of(self.tree, node))
        found: dict[tuple[bool, ...], str] = {}
        for character in [*self._alphabet, *self._rare_characters()]:
            text = character.encode("latin-1") if self._is_bytes else character
            # Anchors tell line ends from other white space.
            traits = (character == "\n", *(test(text, 0) for test in tests))
            found.setdefault(traits, character)
        return list(found.values())

    def _rare_characters(self) -> Iterator[str]:
        """Yield the characters that the pattern names and the alphabet lacks."""
        for node in nodes(self.tree):
            named = node[1] if node[0] is _constants.IN else [node]
            for kind, value in named:
                code = -1
                if kind is _constants.LITERAL:
                    code = value
                elif kind is _constants.RANGE:
                    code = value[0]
                if code > 0 and chr(code) not in self._alphabet:
                    yield chr(code)

    def tails(self) -> list[str]:
        """Return ends after which a match may fail."""
        # Not all characters: texts are long, and their number multiplies.
        strange = "\x01" if self.characters[-1] == "\n" else self.characters[-1]
        return ["\n", strange]

    def repeated(self) -> list[str]:
        """Return samples of what the pattern repeats."""
        found: list[str] = []
        for node in nodes(self.tree):
            if node[0] in REPEATS:
                found += filter(None, self._joined(self._pieces(node[1][2])))
        return list(dict.fromkeys(found))

    def pumps(self, heads: list[str], repeated: list[str]) -> Iterator[str]:
        """Yield what may begin a match again and again, and what may prolong one."""
        yield from self.characters
        yield from repeated
        for one, other in product(self.characters[:_PAIRED], repeat=2):
            if one != other:
                yield one + other
        for head in filter(None, heads):
            yield head
            # What follows the head must not complete a match.
            for character in repeated[:2]:
                yield head + character

    def heads(self, sequence: Tree, before: list[str]) -> Iterator[str]:
        """Yield what leads to each part of the pattern, first of all nothing."""
        yield from before
        reached = before
        for item in sequence:
            for part in parts(item):
                yield from self.heads(part, reached)
            after = [head + text for head in reached for text in self._samples(item)]
            reached = after[:_SAMPLES]
            # Between the letters of a word nothing repeats.
            if item[0] is not _constants.LITERAL:
                yield from reached
        yield from reached

    def _pieces(self, sequence: Tree) -> list[list[str]]:
        """Return the samples of each item; literals next to each other are one."""
        pieces: list[list[str]] = []
        items = list(sequence)
        for item, previous in zip(items, [None, *items], strict=False):
            both = (item[0], previous[0] if previous else None)
            if pieces and both == (_constants.LITERAL, _constants.LITERAL):
                pieces[-1] = [pieces[-1][0] + chr(item[1])]
            else:
                pieces.append(self._samples(item))
        return pieces

    def _joined(self, pieces: list[list[str]]) -> list[str]:
        texts = [""]
        for piece in pieces:
            texts = [text + sample for text in texts for sample in piece][:_SAMPLES]
        return texts

    def _samples(self, item: Any) -> list[str]:
        """Return some short texts that a node matches."""
        kind, value = item
        if kind in CHARACTERS:
            return self._accepted(item)
        inner = parts(item)
        if not inner or kind in (_constants.ASSERT, _constants.ASSERT_NOT):
            return [""]
        if kind is _constants.BRANCH:
            alternatives = [self._joined(self._pieces(part)) for part in inner]
            return [samples[0] for samples in alternatives]
        texts = self._joined(self._pieces(inner[0]))
        if kind in (_constants.SUBPATTERN, _constants.ATOMIC_GROUP):
            return texts
        least = value[0]
        return (
            ["", *texts][:_SAMPLES] if least == 0 else [text * least for text in texts]
        )

    def _accepted(self, item: Any) -> list[str]:
        test = one_of(self.tree, item)
        found = []
        for character in self.characters:
            text = character.encode("latin-1") if self._is_bytes else character
            if test(text, 0):
                found.append(character)
        return found[:_SAMPLES]
