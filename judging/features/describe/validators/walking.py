"""Walk the statements and expressions of a program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from judging.features.describe.validators.program import (
    Assign,
    Call,
    Check,
    Count,
    Define,
    Do,
    Each,
    Expression,
    Function,
    If,
    Item,
    Items,
    Member,
    Name,
    Number,
    Operation,
    Over,
    Return,
    Starred,
    Statement,
    While,
)
from judging.values import replace

# Methods that put something into a set, list, stack or queue, or take something out.
CHANGING = frozenset(
    {
        *("add", "insert", "emplace", "append", "push", "push_back", "emplace_back"),
        *("appendleft", "extend", "update", "pop", "popleft", "remove", "discard"),
        *("clear", "erase"),
    }
)
_STEPS = ("--", "++", "before--", "before++")


def called_name(node: Call) -> str:
    """Return the name of a function or method, without what it belongs to."""
    function = node.function
    if isinstance(function, Name):
        return function.name.rpartition("::")[2]
    return function.name if isinstance(function, Member) else ""


def call_alone(statement: Statement) -> str:
    """Return the name of the function that a statement calls and nothing else, or ""."""
    if isinstance(statement, Do) and isinstance(statement.value, Call):
        return called_name(statement.value)
    return ""


def inner_statements(statement: Statement) -> tuple[Statement, ...]:
    """Return the statements in a statement; those of functions are left out."""
    if isinstance(statement, If):
        return (*statement.then, *statement.otherwise)
    if isinstance(statement, (Count, Over, While)):
        return statement.body
    return ()


def statements_in(body: Iterable[Statement]) -> Iterator[Statement]:
    """Yield statements, each before those in it; those of functions are left out."""
    for statement in body:
        yield statement
        yield from statements_in(inner_statements(statement))


def functions_in(body: Iterable[Statement]) -> Iterator[Define]:
    """Yield the functions that are defined, those in functions too, and lambdas by the
    variables that have them."""
    for statement in statements_in(body):
        define = _as_definition(statement)
        if define is not None:
            yield define
            yield from functions_in(define.function.body)


def _as_definition(statement: Statement) -> Define | None:
    if isinstance(statement, Define):
        return statement
    if not isinstance(statement, Assign) or not isinstance(statement.target, Name):
        return None
    if not isinstance(statement.value, Function):
        return None
    return Define(statement.target.name, statement.value, statement.line)


def expressions_in(body: Iterable[Statement]) -> Iterator[Expression]:
    """Yield all expressions in statements, each before its parts."""
    for statement in statements_in(body):
        for node in _own_expressions(statement):
            if node is not None:
                yield from parts_of(node)


def _own_expressions(statement: Statement) -> list[Expression | None]:
    if isinstance(statement, Assign):
        return [statement.target, statement.value]
    if isinstance(statement, (Do, Return)):
        return [statement.value]
    if isinstance(statement, (Check, While, If)):
        return [statement.condition]
    if isinstance(statement, Count):
        return [statement.first, statement.end]
    return [statement.of] if isinstance(statement, Over) else []


def parts_of(node: Expression) -> Iterator[Expression]:
    """Yield an expression and all in it."""
    yield node
    for part in _direct_parts(node):
        yield from parts_of(part)


def _direct_parts(node: Expression) -> tuple[Expression, ...]:
    if isinstance(node, Operation):
        return node.args
    if isinstance(node, Call):
        return (node.function, *node.args)
    if isinstance(node, (Member, Starred)):
        return (node.of,)
    if isinstance(node, Item):
        return (node.of, node.index)
    if isinstance(node, Items):
        return node.items
    if isinstance(node, Each):
        return (node.value, node.of, *node.conditions)
    return ()


def target_names(target: Expression) -> list[str]:
    """Return the variables that an assignment sets."""
    if isinstance(target, Name):
        return [target.name]
    if isinstance(target, Items):
        return [name for item in target.items for name in target_names(item)]
    return []


def assigned_names(body: Iterable[Statement]) -> Iterator[str]:
    """Yield the variables that statements assign to."""
    for statement in statements_in(body):
        if isinstance(statement, Assign):
            yield from target_names(statement.target)
    for node in expressions_in(body):
        if isinstance(node, Operation) and node.operator in ("=", *_STEPS):
            yield from target_names(node.args[0])
        if isinstance(node, Operation) and node.operator == ">>":
            yield from target_names(node.args[1])


def changed_names(body: Iterable[Statement]) -> Iterator[str]:
    """Yield the sets, lists and arrays whose items statements change."""
    for statement in statements_in(body):
        if isinstance(statement, Assign) and isinstance(statement.target, Item):
            yield from _base_name(statement.target)
    for node in expressions_in(body):
        if not isinstance(node, Call) or called_name(node) not in CHANGING:
            continue
        if isinstance(node.function, Member):
            yield from _base_name(node.function.of)


def _base_name(node: Expression) -> list[str]:
    while isinstance(node, Item):
        node = node.of
    return [node.name] if isinstance(node, Name) else []


def without_lines(statement: Statement) -> str:
    """Return a text that is the same for equal statements in different lines."""
    return re.sub(r"line=\d+", "", repr(statement))


def names_in(body: Iterable[Statement]) -> set[str]:
    """Return all names that expressions of statements use."""
    return {node.name for node in expressions_in(body) if isinstance(node, Name)}


def calls_in(body: Iterable[Statement]) -> set[str]:
    """Return the names of the functions and methods that statements call."""
    return {called_name(node) for node in expressions_in(body) if isinstance(node, Call)}


def by_gap(statement: Statement) -> If | None:
    """Return `f(last ? '\\n' : ' ')` as an if with two statements."""
    if not isinstance(statement, (Do, Check)):
        return None
    for node in expressions_in((statement,)):
        if isinstance(node, Operation) and node.operator == "?":
            condition, then, otherwise = node.args
            codes = [
                each.value for each in (then, otherwise) if isinstance(each, Number)
            ]
            if sorted(codes) != [ord("\n"), ord(" ")]:
                continue
            with_then = _with_part(statement, node, then)
            with_other = _with_part(statement, node, otherwise)
            return If(condition, (with_then,), (with_other,), statement.line)
    return None


def _with_part(statement: Do | Check, old: Expression, new: Expression) -> Statement:
    if isinstance(statement, Do):
        return replace(statement, value=_exchanged(statement.value, old, new))
    return replace(statement, condition=_exchanged(statement.condition, old, new))


def _exchanged(node: Expression, old: Expression, new: Expression) -> Expression:
    """Return an expression with another part in the place of one."""
    if node is old:
        return new
    if isinstance(node, (Operation, Call)):
        args = tuple(_exchanged(arg, old, new) for arg in node.args)
        return replace(node, args=args)
    return node
