"""The mutation operators: each makes the edits of one kind of small fault. Pure.

Most are from the literature on mutation testing: replace operators, constants and
variables; delete statements, operands and conditions. Some are mistakes of programming
contests: narrower integers, dropped memos, arrays a tenth as large, bounds and indices
off by one.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from judging.features.mutate.grammars import ParsedSource
from judging.values import Value

if TYPE_CHECKING:
    from tree_sitter import Node

_INTEGER = re.compile(r"(-?\d[\d_']*)([uUlLzZ]*)\Z")
_POWER = re.compile(r"(\d+[eE])(\d+)")  # 1e5, as many write the size of an array
# A smaller number is seldom a size or a bound. Chosen, not measured.
_LARGE = 100
_COMMUTATIVE = frozenset({"+", "*", "==", "!=", "&", "|", "^", "&&", "||", "and", "or"})
_COMPARED = frozenset({"<", "<=", ">", ">="})


class Edit(Value):
    """One replacement in a source text: the bytes from `start` to `end` become `text`."""

    operator: str
    start: int
    end: int
    text: bytes


def make_edits(parsed: ParsedSource) -> list[Edit]:
    """Return the edits of all operators in the order of the text.

    If two give the same text, keep the one whose operator comes first in `OPERATORS`.
    """
    found: dict[tuple[int, int, bytes], Edit] = {}
    for operator, make in OPERATORS.items():
        for start, end, new in make(parsed):
            edit = _trim(
                operator, parsed.text, start, end, new.encode("utf-8", "surrogateescape")
            )
            if edit.start < edit.end or edit.text:
                found.setdefault((edit.start, edit.end, edit.text), edit)
    order = list(OPERATORS)
    return sorted(
        found.values(), key=lambda e: (e.start, order.index(e.operator), e.end, e.text)
    )


def _trim(operator: str, old: bytes, start: int, end: int, new: bytes) -> Edit:
    """Return an edit without the bytes that both texts share at their ends."""
    while start < end and new and old[start] == new[0]:
        start += 1
        new = new[1:]
    while start < end and new and old[end - 1] == new[-1]:
        end -= 1
        new = new[:-1]
    return Edit(operator, start, end, new)


class _Replacement(NamedTuple):
    start: int
    end: int
    text: str


def _replace(node: Node, text: str) -> _Replacement:
    return _Replacement(node.start_byte, node.end_byte, text)


Replacements = Iterator[_Replacement]


def _swap(name: str, parsed: ParsedSource) -> Replacements:
    """Replace tokens by the grammar's table of that name."""
    for token in parsed.nodes(name):
        spaced = " ".join(parsed.text_of(token).split())
        for word in parsed.grammar.swaps[name].get(spaced, ()):
            yield _replace(token, word)


def _memo(parsed: ParsedSource) -> Replacements:
    """Never read a memo, never keep a result in it, or drop it."""
    for decorator in parsed.nodes("decorator"):
        if re.search(parsed.grammar.memo, parsed.text_of(decorator)):
            yield _replace(decorator, "")
    bases = set(map(parsed.text_of, parsed.nodes("element")))
    for captures in parsed.find("branch"):
        condition = captures["condition"]
        body = captures["body"]
        shared = _names(parsed, condition) & _names(parsed, body) & bases
        if shared and _is_recursive(parsed, captures["branch"]):
            if parsed.text_of(body).strip("{} \n\t").startswith("return"):
                yield _replace(captures["branch"], parsed.grammar.nothing)
            else:
                yield _replace(condition, parsed.grammar.truth[0])
    for captures in parsed.find("assigned"):
        if _names(parsed, captures["left"]) & bases:
            yield _replace(captures["whole"], parsed.text_of(captures["right"]))


def _is_recursive(parsed: ParsedSource, node: Node) -> bool:
    """True when the function around a node calls itself."""
    for captures in parsed.find("function"):
        function = captures["function"]
        if function.start_byte <= node.start_byte and node.end_byte <= function.end_byte:
            name = parsed.text_of(captures["name"]).rpartition("::")[2]
            uses = re.findall(rf"\b{re.escape(name)}\b", parsed.text_of(function))
            return len(uses) > 1  # one of them is its own name
    return False


def _narrow(parsed: ParsedSource) -> Replacements:
    """Narrow types by the table, and cast values to a narrower type."""
    yield from _swap("narrower", parsed)
    for node in _values(parsed):
        for cast in parsed.grammar.casts:
            yield _replace(node, cast.format(parsed.text_of(node)))


def _arguments(parsed: ParsedSource) -> Replacements:
    """Exchange two neighbouring arguments of a call."""
    for arguments in parsed.nodes("arguments"):
        nodes = [n for n in arguments.named_children if "comment" not in n.type]
        for first, second in itertools.pairwise(nodes):
            between = parsed.text[first.end_byte : second.start_byte].decode()
            text = parsed.text_of(second) + between + parsed.text_of(first)
            yield _Replacement(first.start_byte, second.end_byte, text)


def _condition(parsed: ParsedSource) -> Replacements:
    """Make a condition true, false or its negation."""
    for node in parsed.nodes("condition"):
        for constant in parsed.grammar.truth:
            yield _replace(node, constant)
        yield _replace(node, parsed.grammar.negation.format(parsed.text_of(node)))


def _constant(parsed: ParsedSource) -> Replacements:
    """Add 1 to an integer, subtract 1, and take 0."""
    for node in parsed.nodes("literal"):
        match = _INTEGER.match(parsed.text_of(node))
        if match is None or _is_octal(match[1]):
            continue
        value = int(re.sub("[_']", "", match[1]))
        for other in dict.fromkeys((value + 1, value - 1, 0)):
            if other != value:
                yield _replace(node, f"{other}{match[2]}")


def _tenth(parsed: ParsedSource) -> Replacements:
    """Take a tenth of a large number: an array too small, a bound that is too low."""
    for node in parsed.nodes("literal"):
        text = parsed.text_of(node)
        match = _INTEGER.match(text)
        power = _POWER.fullmatch(text)
        if match is not None and not _is_octal(match[1]):
            value = int(re.sub("[_']", "", match[1]))
            if abs(value) >= _LARGE:
                yield _replace(node, f"{value // 10}{match[2]}")
        elif power is not None and int(power[2]) > 1:
            yield _replace(node, f"{power[1]}{int(power[2]) - 1}")


def _is_octal(digits: str) -> bool:
    """Return True for an octal literal such as 017, which is 15; 0 and 00 are 0 in any base."""
    return digits.lstrip("-").startswith("0") and int(digits, 8) != 0


def _off_by_one(query: str, parsed: ParsedSource) -> Replacements:
    """Add 1 to each value that `query` captures, and subtract 1."""
    for node in _values(parsed, query):
        text = parsed.text_of(node)
        if node.type not in parsed.grammar.plain and not _additive(node):
            text = f"({text})"
        yield _replace(node, f"{text} + 1")
        yield _replace(node, f"{text} - 1")


def _operand(parsed: ParsedSource) -> Replacements:
    """Drop one side of a binary operator; exchange both if their order matters."""
    for captures in parsed.find("operands"):
        whole = captures["whole"]
        left = parsed.text_of(captures["left"])
        operator = parsed.text_of(captures["operator"])
        right = parsed.text_of(captures["right"])
        if operator not in _COMPARED and operator not in ("==", "!="):
            yield _replace(whole, left)
            yield _replace(whole, right)
        if operator not in _COMMUTATIVE and operator not in _COMPARED:
            yield _replace(whole, f"{right} {operator} ({left})")


def _statement(parsed: ParsedSource) -> Replacements:
    for node in parsed.nodes("statement"):
        yield _replace(node, parsed.grammar.nothing)


def _variable(parsed: ParsedSource) -> Replacements:
    """Replace a variable by another that is visible there; both are indexed or neither."""
    declared = parsed.nodes("declared")
    bases = set(map(parsed.text_of, parsed.nodes("element")))
    declarations = {(node.start_byte, node.end_byte) for node in declared}
    scopes = [(parsed.text_of(node), *_scope(parsed, node)) for node in declared]
    for node in parsed.nodes("name"):
        if (node.start_byte, node.end_byte) in declarations:
            continue
        visible = dict.fromkeys(
            n for n, start, end in scopes if start <= node.start_byte < end
        )
        name = parsed.text_of(node)
        if name in visible:
            for other in visible:
                if other != name and (other in bases) == (name in bases):
                    yield _replace(node, other)


def _scope(parsed: ParsedSource, declared: Node) -> tuple[int, int]:
    """Return the start and end of the bytes in which a declared name is visible."""
    grammar = parsed.grammar
    scope = declared.parent
    while (
        scope is not None
        and scope.parent is not None
        and scope.type not in grammar.scopes
    ):
        scope = scope.parent
    assert scope is not None
    start = scope.start_byte if scope.type in grammar.unordered else declared.end_byte
    return start, scope.end_byte


def _values(parsed: ParsedSource, query: str = "value") -> list[Node]:
    return [
        node for node in parsed.nodes(query) if node.type not in parsed.grammar.never
    ]


def _additive(node: Node) -> bool:
    operator = node.child_by_field_name("operator")
    return (
        operator is not None and operator.type in ("+", "-") and len(node.children) == 3
    )


def _names(parsed: ParsedSource, node: Node) -> set[str]:
    return set(re.findall(r"\w+", parsed.text_of(node)))


OPERATORS: dict[str, Callable[[ParsedSource], Replacements]] = {
    "memo": _memo,
    "narrower": _narrow,
    "arguments": _arguments,
    "comparison": partial(_swap, "comparison"),
    "logic": partial(_swap, "logic"),
    "arithmetic": partial(_swap, "arithmetic"),
    "step": partial(_swap, "step"),
    "extremum": partial(_swap, "extremum"),
    "jump": partial(_swap, "jump"),
    "condition": _condition,
    "constant": _constant,
    "tenth": _tenth,
    "bound": partial(_off_by_one, "bound"),
    "index": partial(_off_by_one, "index"),
    "value": partial(_off_by_one, "value"),
    "operand": _operand,
    "statement": _statement,
    "variable": _variable,
}
