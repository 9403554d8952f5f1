"""Give values the names that a setter would give them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import count

from judging.features.describe.learning.frames import Element, Kinds, Loop, Template
from judging.features.describe.learning.model import GRAPHS, Model, elements
from judging.features.describe.tree import (
    Case,
    Choice,
    Description,
    Fixed,
    Integer,
    Kind,
    Newline,
    Node,
    Real,
    Relation,
    Repeat,
    Source,
    Space,
    Until,
    Word,
)
from judging.values import replace

_SIZES = "nmkhw"
_NUMBERS = "xyzabc"
_ROWS = "abcd"
_WORDS = "stw"
_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9.]*")


def with_good_names(model: Model, hints: tuple[str, ...], said: str) -> Description:
    """Return the description of a model, with short names and with what shows it.

    hints: the names of the values in order, as far as they are known.
    """
    names = _names(model, hints)
    description = model.description()
    rename = _Renaming(names, said)
    relations = []
    for relation in description.relations:
        relations.append(rename.relation(relation))
    body = rename.body(description.body)
    found = Description(body, tuple(relations), description.notes)
    return _with_permutations(found)


def _names(model: Model, hints: tuple[str, ...]) -> dict[str, str]:
    taken: set[str] = set()
    names: dict[str, str] = {}
    counters = model.counters()
    cases = _cases(model.template)
    edges = _edges(model)
    for name, slot in model.slots.items():
        wanted: Iterator[str]
        if name in cases and not slot.loops:
            wanted = iter("tq")
        elif name in counters:
            wanted = iter(_SIZES)
        elif name in edges:
            wanted = iter("uv")
        elif slot.kind == "word":
            wanted = iter(_WORDS)
        elif slot.loops and slot.loops[-1] == name:
            wanted = iter(_ROWS)
        else:
            wanted = iter(_NUMBERS)
        names[name] = _free(wanted, taken)
    for element in elements(model.template):
        if isinstance(element, Kinds):
            names[element.name] = _free(iter(("kind",)), taken)
    if len(hints) == len(names) and len({*hints}) == len(hints):
        return dict(zip(names, hints, strict=True))
    return names


def _free(wanted: Iterator[str], taken: set[str]) -> str:
    last = "x"
    for name in wanted:
        last = name
        if name not in taken:
            break
    else:
        for number in count(2):
            if f"{last}{number}" not in taken:
                name = f"{last}{number}"
                break
    taken.add(name)
    return name


def _cases(template: Template) -> set[str]:
    """Return the names of numbers of cases: of loops with other loops or rows in them."""
    found: set[str] = set()
    for element in template:
        if not isinstance(element, Loop) or element.count is None:
            continue
        if len(element.body) > 1 or any(map(_has_kinds, element.body)):
            found |= {*element.count.names}
    return found


def _has_kinds(element: Element) -> bool:
    return isinstance(element, Kinds)


def _edges(model: Model) -> set[str]:
    found: set[str] = set()
    for relation in model.relations:
        if relation.kind in GRAPHS:
            found |= {*relation.names}
    return found


class _Renaming:
    """Writes the parts of a description with other names."""

    def __init__(self, names: dict[str, str], said: str) -> None:
        self._names = names
        self._said = said

    def bound(self, bound: str) -> str:
        return _WORD.sub(lambda match: self._names.get(match[0], match[0]), bound)

    def relation(self, relation: Relation) -> Relation:
        names = tuple(self._names[name] for name in relation.names)
        bound = "" if relation.kind in GRAPHS else self.bound(relation.bound)
        return Relation(relation.kind, names, bound, relation.required, relation.source)

    def body(self, nodes: tuple[Node, ...]) -> tuple[Node, ...]:
        return tuple(self._node(node) for node in nodes)

    def _node(self, node: Node) -> Node:
        if isinstance(node, (Space, Newline, Fixed)):
            return node
        if isinstance(node, Repeat):
            times = node.count
            if not isinstance(times, Until):
                times = self.bound(times)
            return Repeat(times, self.body(node.body), node.separator, node.source)
        if isinstance(node, Choice):
            cases = tuple(Case(case.text, self.body(case.body)) for case in node.cases)
            return Choice(self._names[node.by], cases, self._source(node.source))
        return self._value(node)

    def _value(self, node: Integer | Real | Word) -> Node:
        name = self._names[node.name]
        source = self._source(node.source)
        if isinstance(node, Integer):
            return Integer(name, self.bound(node.low), self.bound(node.high), source)
        if isinstance(node, Real):
            return Real(name, node.low, node.high, node.decimals, source)
        shortest = self.bound(node.shortest)
        longest = self.bound(node.longest)
        return Word(name, node.pattern, shortest, longest, source)

    def _source(self, source: Source) -> Source:
        return Source(source.place, source.said or self._said)


def _with_permutations(description: Description) -> Description:
    """Return a description in which distinct values 1 to n are called a permutation."""
    counts: dict[str, tuple[str, Integer]] = {}
    _find_rows(
        description.body, lambda times, row: counts.update({row.name: (times, row)})
    )
    relations = []
    for relation in description.relations:
        is_row = relation.kind is Kind.DISTINCT and len(relation.names) == 1
        if is_row and relation.names[0] in counts:
            times, row = counts[relation.names[0]]
            if (row.low, row.high) in (("1", times), ("0", f"{times} - 1")):
                relations.append(replace(relation, kind=Kind.PERMUTATION))
                continue
        relations.append(relation)
    return Description(description.body, tuple(relations), description.notes)


def _find_rows(nodes: tuple[Node, ...], found: Callable[[str, Integer], None]) -> None:
    for node in nodes:
        if not isinstance(node, Repeat):
            continue
        if isinstance(node.count, str) and len(node.body) == 1:
            [inner] = node.body
            if isinstance(inner, Integer):
                found(node.count, inner)
        _find_rows(node.body, found)
