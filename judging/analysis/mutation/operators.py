"""The small faults that are made: each operator is a function from a parsed text to edits. Pure.

The operators are those of the literature on mutation testing (replacement of operators, of
constants and of variables, deletion of statements, operands and conditions), with some that are
at home in programming contests: narrower integers, dropped memos, bounds and indices off by one.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from judging.analysis.mutation.grammars import Parsed, squeezed

if TYPE_CHECKING:
    from tree_sitter import Node

_INTEGER = re.compile(r"(-?\d[\d_']*)([uUlLzZ]*)\Z")
_COMMUTATIVE = frozenset({"+", "*", "==", "!=", "&", "|", "^", "&&", "||", "and", "or"})
_COMPARED = frozenset({"<", "<=", ">", ">="})


@dataclass(frozen=True, slots=True)
class Edit:
    """One replacement in a source text: the bytes from `start` to `end` become `text`."""

    operator: str
    start: int
    end: int
    text: bytes


def edits(parsed: Parsed) -> list[Edit]:
    """Every edit of every operator, in order of place. Of two that give the same text, the one of
    the operator that stands first in `OPERATORS` stays."""
    found: dict[tuple[int, int, bytes], Edit] = {}
    for operator, make in OPERATORS.items():
        for start, end, new in make(parsed):
            edit = _tight(operator, parsed.text, start, end, new.encode("utf-8", "surrogateescape"))
            if edit.start < edit.end or edit.text:
                found.setdefault((edit.start, edit.end, edit.text), edit)
    order = list(OPERATORS)
    return sorted(found.values(), key=lambda e: (e.start, order.index(e.operator), e.end, e.text))


def _tight(operator: str, old: bytes, start: int, end: int, new: bytes) -> Edit:
    """An edit without what the old and the new text share at both ends."""
    while start < end and new and old[start] == new[0]:
        start, new = start + 1, new[1:]
    while start < end and new and old[end - 1] == new[-1]:
        end, new = end - 1, new[:-1]
    return Edit(operator, start, end, new)


def _for(node: Node, text: str) -> tuple[int, int, str]:
    """`text` in the place of `node`."""
    return node.start_byte, node.end_byte, text


Made = Iterator[tuple[int, int, str]]
Operator = Callable[[Parsed], Made]


def _swapped(name: str) -> Operator:
    """Tokens replaced by the grammar's table of that name."""

    def make(parsed: Parsed) -> Made:
        swap = parsed.grammar.swaps.get(name)
        if swap is None:
            return
        for captures in parsed.match(swap.query):
            token = captures["token"]
            for word in swap.table.get(squeezed(parsed.text_of(token)), ()):
                yield _for(token, word)

    return make


def _memo(parsed: Parsed) -> Made:
    """Results that are remembered and never used, or never kept, or not remembered at all."""
    pattern = re.compile(parsed.grammar.memo or "$^")
    for captures in parsed.find("decorator"):
        if pattern.search(parsed.text_of(captures["decorator"])):
            yield _for(captures["decorator"], "")
    bases = {parsed.text_of(captures["base"]) for captures in parsed.find("element")}
    for captures in parsed.find("branch"):
        condition, body = captures["condition"], captures["body"]
        asked = _names(parsed, condition) & _names(parsed, body) & bases
        if asked and _calls_itself(parsed, captures["branch"]):
            if parsed.text_of(body).strip("{} \n\t").startswith("return"):
                yield _for(captures["branch"], parsed.grammar.nothing)
            else:
                yield _for(condition, parsed.grammar.truth[0])
    for captures in parsed.find("assigned"):
        if _names(parsed, captures["left"]) & bases:
            yield _for(captures["whole"], parsed.text_of(captures["right"]))


def _calls_itself(parsed: Parsed, node: Node) -> bool:
    for captures in parsed.find("function"):
        function, name = captures["function"], captures["name"]
        if _holds(function, node):
            word = re.escape(parsed.text_of(name).rpartition("::")[2])
            return len(re.findall(rf"\b{word}\b", parsed.text_of(function))) > 1
    return False


def _casts(parsed: Parsed) -> Made:
    """Types narrowed by the table, and values forced into a narrower type."""
    yield from _swapped("narrower")(parsed)
    for node in _values(parsed):
        for cast in parsed.grammar.casts:
            yield _for(node, cast.format(parsed.text_of(node)))


def _arguments(parsed: Parsed) -> Made:
    """Two arguments of a call that stand side by side, exchanged."""
    for captures in parsed.find("arguments"):
        given = captures["arguments"]
        nodes = [n for n in given.named_children if "comment" not in n.type]
        for first, second in itertools.pairwise(nodes):
            between = parsed.text[first.end_byte : second.start_byte].decode()
            text = parsed.text_of(second) + between + parsed.text_of(first)
            yield first.start_byte, second.end_byte, text


def _condition(parsed: Parsed) -> Made:
    """Conditions forced either way, and negated."""
    for captures in parsed.find("condition"):
        node = captures["condition"]
        for constant in parsed.grammar.truth:
            yield _for(node, constant)
        yield _for(node, parsed.grammar.negation.format(parsed.text_of(node)))


def _constant(parsed: Parsed) -> Made:
    """Integers one more, one less, and 0."""
    for captures in parsed.find("literal"):
        node = captures["literal"]
        match = _INTEGER.match(parsed.text_of(node))
        if match is None or (match[1].lstrip("-").startswith("0") and int(match[1], 8) != 0):
            continue
        value = int(re.sub("[_']", "", match[1]))
        for other in dict.fromkeys((value + 1, value - 1, 0)):
            if other != value:
                yield _for(node, f"{other}{match[2]}")


def _off_by_one(query: str) -> Operator:
    """A value in the place that `query` names, one more and one less."""

    def make(parsed: Parsed) -> Made:
        for node in _values(parsed, query):
            text = parsed.text_of(node)
            if node.type not in parsed.grammar.plain and not _additive(node):
                text = f"({text})"
            yield _for(node, f"{text} + 1")
            yield _for(node, f"{text} - 1")

    return make


def _operand(parsed: Parsed) -> Made:
    """One side of a binary operator left out; the two exchanged where their order matters."""
    for captures in parsed.find("operands"):
        left, right = parsed.text_of(captures["left"]), parsed.text_of(captures["right"])
        operator = parsed.text_of(captures["operator"])
        whole = captures["whole"]
        if operator not in _COMPARED and operator not in ("==", "!="):
            yield _for(whole, left)
            yield _for(whole, right)
        if operator not in _COMMUTATIVE and operator not in _COMPARED:
            yield _for(whole, f"{right} {operator} ({left})")


def _statement(parsed: Parsed) -> Made:
    """A statement left out."""
    for captures in parsed.find("statement"):
        yield _for(captures["statement"], parsed.grammar.nothing)


def _variable(parsed: Parsed) -> Made:
    """A variable replaced by another that is seen in its place, both read by element or neither."""
    declared = [captures["name"] for captures in parsed.find("declared")]
    bases = {parsed.text_of(captures["base"]) for captures in parsed.find("element")}
    places = {(node.start_byte, node.end_byte) for node in declared}
    scopes = [(parsed.text_of(node), *_seen(parsed, node)) for node in declared]
    for captures in parsed.find("name"):
        node = captures["name"]
        if (node.start_byte, node.end_byte) in places:
            continue
        seen = dict.fromkeys(n for n, start, end in scopes if start <= node.start_byte < end)
        name = parsed.text_of(node)
        if name in seen:
            for other in seen:
                if other != name and (other in bases) == (name in bases):
                    yield _for(node, other)


def _seen(parsed: Parsed, declared: Node) -> tuple[int, int]:
    """The bytes from and up to which a declared name is seen."""
    grammar = parsed.grammar
    scope = declared.parent
    while scope is not None and scope.parent is not None and scope.type not in grammar.scopes:
        scope = scope.parent
    assert scope is not None
    start = scope.start_byte if scope.type in grammar.unordered else declared.end_byte
    return start, scope.end_byte


def _values(parsed: Parsed, query: str = "value") -> Iterator[Node]:
    for captures in parsed.find(query):
        if captures["value"].type not in parsed.grammar.never:
            yield captures["value"]


def _additive(node: Node) -> bool:
    operator = node.child_by_field_name("operator")
    return operator is not None and operator.type in ("+", "-") and len(node.children) == 3


def _names(parsed: Parsed, node: Node) -> set[str]:
    return set(re.findall(r"\w+", parsed.text_of(node)))


def _holds(outer: Node, inner: Node) -> bool:
    return outer.start_byte <= inner.start_byte and inner.end_byte <= outer.end_byte


OPERATORS: dict[str, Operator] = {
    "memo": _memo,
    "narrower": _casts,
    "arguments": _arguments,
    "comparison": _swapped("comparison"),
    "logic": _swapped("logic"),
    "arithmetic": _swapped("arithmetic"),
    "step": _swapped("step"),
    "extremum": _swapped("extremum"),
    "jump": _swapped("jump"),
    "condition": _condition,
    "constant": _constant,
    "bound": _off_by_one("bound"),
    "index": _off_by_one("index"),
    "value": _off_by_one("value"),
    "operand": _operand,
    "statement": _statement,
    "variable": _variable,
}
