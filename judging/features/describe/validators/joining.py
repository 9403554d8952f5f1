"""Join what several validators of one package say: an input is valid if all accept it.

One of them often leaves open what another one bounds. White space is compared as little as
names are: a validator that skips white space guesses both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from judging.features.describe.hints import Reading
from judging.features.describe.tree import (
    Bound,
    Case,
    Choice,
    Description,
    Fixed,
    Integer,
    Named,
    Newline,
    Node,
    Real,
    Relation,
    Repeat,
    Space,
    Until,
    Word,
    named,
)
from judging.values import Value, replace

_ANY_WORD = ("[!-~]+", "[!-~]*", "[ -~]*")


class _Differ(Exception):
    """Two validators read inputs of different forms."""


class _Other(Value):
    """names: those of the other description with the names of this one.
    is_open, is_open_there: the names of which a bound is a guess, here and there, each with
    `low` or `high`."""

    names: Mapping[str, str]
    is_open: frozenset[tuple[str, str]]
    is_open_there: frozenset[tuple[str, str]]


def joined(readings: Sequence[Reading]) -> Description | None:
    """Return one description of all that validators read; None if there are less than two,
    or if they read inputs of different forms."""
    read = [reading for reading in readings if reading.description is not None]
    if len(read) < 2:
        return None
    # The first one gives the layout of lines.
    read.sort(key=lambda reading: reading.lenient)
    result = read[0]
    for other in read[1:]:
        try:
            result = _joined_pair(result, other)
        except _Differ:
            return None
    return result.description


def _joined_pair(reading: Reading, other: Reading) -> Reading:
    here = reading.description
    there = other.description
    assert here is not None
    assert there is not None
    names = dict(zip(named(there.body), named(here.body), strict=False))
    known = _Other(names, frozenset(reading.open), frozenset(other.open))
    body = _joined_body(here.body, there.body, known)
    relations = list(here.relations)
    for relation in there.relations:
        moved = _renamed_relation(relation, names)
        if (moved.kind, moved.names) not in [(r.kind, r.names) for r in relations]:
            relations.append(moved)
    open_there = {(names.get(name), side) for name, side in other.open}
    still_open = tuple(each for each in reading.open if each in open_there)
    notes = (
        *_remaining(here.notes, reading.open, still_open),
        *_remaining(there.notes, other.open, ()),
    )
    found = Description(body, tuple(relations), tuple(dict.fromkeys(notes)))
    return replace(reading, description=found, open=still_open)


def _remaining(
    notes: Sequence[str],
    were_open: Sequence[tuple[str, str]],
    are_open: Sequence[tuple[str, str]],
) -> list[str]:
    """Return the notes without those about bounds that another validator knows."""
    names = {name for name, _ in were_open} - {name for name, _ in are_open}
    settled = [f" of {name} is known" for name in names]
    settled += [f" the longest {name} is not known" for name in names]
    return [note for note in notes if not note.endswith(tuple(settled))]


def _joined_body(
    here: Sequence[Node], there: Sequence[Node], known: _Other
) -> tuple[Node, ...]:
    others = [node for node in there if not isinstance(node, (Space, Newline))]
    found: list[Node] = []
    for node in here:
        if isinstance(node, (Space, Newline)):
            found.append(node)
            continue
        if not others:
            raise _Differ
        found.append(_joined_node(node, others.pop(0), known))
    if others:
        raise _Differ
    return tuple(found)


def _joined_node(here: Node, there: Node, known: _Other) -> Node:
    if isinstance(here, Repeat) and isinstance(there, Repeat):
        body = _joined_body(here.body, there.body, known)
        count = here.count
        if isinstance(count, Until) and not isinstance(there.count, Until):
            count = _renamed(there.count, known.names)
        return replace(here, body=body, count=count)
    if isinstance(here, Choice) and isinstance(there, Choice):
        return _joined_choice(here, there, known)
    if isinstance(here, Fixed) and isinstance(there, Fixed):
        if here.text == there.text:
            return here
        raise _Differ
    if isinstance(here, (Integer, Real, Word)) and isinstance(
        there, (Integer, Real, Word)
    ):
        return _joined_value(here, there, known)
    raise _Differ


def _joined_choice(here: Choice, there: Choice, known: _Other) -> Choice:
    bodies = {case.text: case.body for case in there.cases}
    cases = []
    for case in here.cases:
        if case.text in bodies:
            body = _joined_body(case.body, bodies[case.text], known)
            cases.append(Case(case.text, body))
    if not cases:
        raise _Differ
    return replace(here, cases=tuple(cases))


def _joined_value(here: Named, there: Named, known: _Other) -> Named:
    if isinstance(here, Integer) and isinstance(there, Integer):
        low, high = _bounds(
            (here.low, here.high), (there.low, there.high), here, there, known
        )
        return replace(here, low=low, high=high)
    if isinstance(here, Real) and isinstance(there, Real):
        low, high = _bounds(
            (here.low, here.high), (there.low, there.high), here, there, known
        )
        return replace(
            here, low=low, high=high, decimals=here.decimals or there.decimals
        )
    if isinstance(here, Word) and isinstance(there, Word):
        shortest, longest = _bounds(
            (here.shortest, here.longest),
            (there.shortest, there.longest),
            here,
            there,
            known,
        )
        pattern = there.pattern if here.pattern in _ANY_WORD else here.pattern
        return replace(here, shortest=shortest, longest=longest, pattern=pattern)
    # As a number it says more than as a word.
    if isinstance(here, Word):
        return _moved(there, here.name, known)
    return here


def _moved(value: Named, name: str, known: _Other) -> Named:
    if isinstance(value, Integer):
        low = _renamed(value.low, known.names)
        return replace(value, name=name, low=low, high=_renamed(value.high, known.names))
    return replace(value, name=name)


def _bounds(
    here: tuple[Bound, Bound],
    there: tuple[Bound, Bound],
    value: Named,
    other: Named,
    known: _Other,
) -> tuple[Bound, Bound]:
    """Return the bounds of a value: those that are known, of two numbers the tighter."""
    found = []
    for side, mine, theirs, chosen in (
        ("low", here[0], there[0], max),
        ("high", here[1], there[1], min),
    ):
        moved = _renamed(theirs, known.names)
        if (other.name, side) in known.is_open_there:
            found.append(mine)
        elif (value.name, side) in known.is_open:
            found.append(moved)
        else:
            found.append(_tighter(mine, moved, chosen))
    low, high = found
    return low, high


def _tighter(here: Bound, there: Bound, chosen: Callable[[int, int], int]) -> Bound:
    try:
        return str(chosen(int(here), int(there)))
    except ValueError:
        return here


def _renamed(bound: Bound, names: Mapping[str, str]) -> Bound:
    """Return a bound with names in the place of names."""
    return re.sub(r"[A-Za-z]\w*", lambda match: names.get(match[0], match[0]), bound)


def _renamed_relation(relation: Relation, names: Mapping[str, str]) -> Relation:
    moved = tuple(names.get(name, name) for name in relation.names)
    return replace(relation, names=moved, bound=_renamed(relation.bound, names))
