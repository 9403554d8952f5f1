"""What the commands of a grammar demand of each value that is read."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Iterable, Iterator, Mapping

from .parsing import Node, parse

_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_UNKNOWN = Node("variable", "?")
_END = Node("END")


class Format:
    """A grammar, and what it demands of the values that are read, by the ids of the commands.

    tests: conditions on a value and on what is known before it. patterns: `<`, `<=`, `>` or `>=` if
    a row of such values is in order, `u` if all differ, `+` if their sum is bounded, `=` if it is
    given. edges: for the first ends of edges, the command that reads the others, and the words of
    the annotation. trees: for the number of edges, how many a tree has.
    sizes: the variables that say how many or how long. `given` are values of some variables.
    """

    def __init__(self, source: str, given: Mapping[str, int] | None = None) -> None:
        grammar = parse(source)
        fixed: dict[Any, Any] = {
            n: (Node("constant", v),) * 2 for n, v in (given or {}).items()
        }
        body = ((node, node.target and node.target.value) for node in grammar.body)
        self.body = tuple(
            replace(node, args=fixed.get(name, node.args)) for node, name in body
        )
        self.tests: dict[int, list[Node]] = {}
        self.patterns: dict[int, str] = {}
        nodes = list(self._visit(self.body, ()))
        reads = {node.target.value: node for node in nodes if node.target}
        self.edges = {
            id(reads[u]): (reads[v], [shape, *more])
            for shape, u, v, *more in (
                words for words in grammar.value if len(words) > 2
            )
            if shape in ("tree", "graph") and u in reads and v in reads
        }
        self.trees = {
            node.args[0]: Node("-", None, self.edges[id(ends)][0].args[1::-1])
            for node in nodes
            for ends in node.body
            if node.name[:3] == "REP" and id(ends) in self.edges
        }
        counts = [n for n in nodes if n.name[:3] == "REP" or "STRLEN" in repr(n.args)]
        counts += [partner for partner, _ in self.edges.values()]
        self.sizes = set(_names(arg for node in counts for arg in node.args))

    def _visit(self, block: tuple[Node, ...], after: tuple[Node, ...]) -> Iterator[Node]:
        for number, node in enumerate(block, 1):
            yield node
            rest = (*block[number:], *after)
            yield from self._visit(
                node.body, rest if node.name == "IF" else (_END, *rest)
            )
            yield from self._visit(node.otherwise, rest)
            if (target := node.target) is not None:
                tests = self.tests[id(node)] = list(_tests(target, rest))
                sets = [
                    each.args
                    for later in rest
                    if later.name == "SET"
                    for each in later.args
                ]
                patterns = filter(None, (_pattern(target, test, sets) for test in tests))
                self.patterns[id(node)] = next(patterns, "")


def _names(nodes: Iterable[Node]) -> Iterator[str]:
    """Yield the names of all variables in expressions."""
    for node in nodes:
        yield from [node.value] if node.name == "variable" else ()
        yield from _names(node.args)


def _tests(target: Node, rest: Iterable[Node]) -> Iterator[Node]:
    """Yield the later conditions on a value, in what is known before it. In inequalities, numbers
    that are read in between are all the least that they may be, or all the greatest. An equation
    after the value's loop is one for the `last` such value."""
    ends: tuple[dict[Node, Node], ...] = ({}, {})
    inside = True
    for later in rest:
        inside = inside and later != _END
        for test in _conditions(later):
            low, high = (_replaced(test, now) for now in ends)
            if target.value in _names((low, high)) and (
                low == high or test.name in _FLIPPED
            ):
                either = low if low == high else Node("||", None, (low, high))
                yield (
                    either
                    if inside or test.name != "=="
                    else Node("last", None, (either,))
                )
        if later.target == target or later.name == "UNSET":
            break
        for end, now in enumerate(ends):
            if later.target and not later.body:
                number = (
                    _replaced(later.args[end], now) if later.name == "INT" else _UNKNOWN
                )
                now[later.target] = number
            for variable, value in (
                each.args for each in later.args if later.name == "SET"
            ):
                now[variable] = _replaced(value, now)
            now.update((variable, _UNKNOWN) for variable in _set_in(later.body))


def _set_in(block: Iterable[Node]) -> Iterator[Node]:
    """Yield the variables that commands in a loop or an IF assign."""
    for node in block:
        yield from (each.args[0] for each in node.args if node.name == "SET")
        yield from _set_in((*node.body, *node.otherwise))


def _conditions(node: Node) -> Iterator[Node]:
    """Yield the conditions of an ASSERT; those in an IF are true if its test is false."""
    if node.name in ("ASSERT", "&&"):
        for arg in node.args:
            yield from _conditions(arg)
    elif node.name == "IF":
        otherwise = Node("!", None, node.args)
        inner = (
            test
            for each in node.body
            if each.name == "ASSERT"
            for test in _conditions(each)
        )
        yield from (Node("||", None, (test, otherwise)) for test in inner)
    elif node.is_test and not re.search("ISEOF|MATCH|INARRAY", repr(node)):
        yield node


def _replaced(node: Node, now: dict[Node, Node]) -> Node:
    """Return an expression in which other ones stand for variables."""
    if node in now:
        return now[node]
    return replace(node, args=tuple(_replaced(arg, now) for arg in node.args))


def _pattern(target: Node, test: Node, sets: list[tuple[Node, ...]]) -> str:
    test = test.args[0] if test.name in ("||", "last") else test
    if test.name == "UNIQUE":
        return "u" * (len(test.args) == 1)
    if test.name in _FLIPPED and target in test.args:
        other = test.args[test.args[0] == target]
        if other.value == target.value or (other, target) in sets:
            return _FLIPPED[test.name] if test.args[0] == target else test.name
    added = [pair for pair in sets if pair[1].name == "+" and pair[1] in test.args]
    summed = any({total, target} == {*value.args} for total, value in added)
    return ("=" if test.name == "==" else "+") * summed
