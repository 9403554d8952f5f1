"""Find the searches through a graph in a program, and what they tell.

A depth-first or breadth-first search marks vertices. A union of sets joins the roots of
two vertices. Nothing here says what is read: conditions on what a search marks are about
the edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judging.features.describe.validators.program import (
    Assign,
    Call,
    Check,
    Count,
    Define,
    Expression,
    Fail,
    If,
    Item,
    Name,
    Over,
    Return,
    Statement,
    While,
)
from judging.features.describe.validators.walking import (
    assigned_names,
    called_name,
    calls_in,
    changed_names,
    expressions_in,
    functions_in,
    names_in,
    parts_of,
    statements_in,
    target_names,
)
from judging.values import Value


class Searches(Value):
    """visited: the variables and functions that tell what a search reached. finders: the
    functions that return the root of a vertex."""

    visited: frozenset[str] = frozenset()
    finders: frozenset[str] = frozenset()


def searches_in(body: tuple[Statement, ...]) -> Searches:
    functions = list(functions_in(body))
    finders = {each.name for each in functions if _finds_root(each)}
    bodies = [body, *(each.function.body for each in functions)]
    found: set[str] = set()
    for each in functions:
        # A lambda that calls itself gets itself as a parameter.
        own = {each.name, *(given.name for given in each.function.parameters[:1])}
        is_recursive = bool(own & calls_in(each.function.body))
        if is_recursive and each.name not in finders and _spreads(each.function.body):
            found.add(each.name)
            found.update(_marks(each.function.body))
    for part in bodies:
        for loop in statements_in(part):
            if isinstance(loop, While) and _spreads(loop.body):
                found.update(_marks(loop.body))
    # What is made of these is as telling: a count, or what a function returns.
    for _ in range(3):
        found.update(_made_of(found, functions))
        for part in bodies:
            found.update(_results(found, finders, part))
    return Searches(frozenset(found), frozenset(finders))


def _spreads(body: tuple[Statement, ...]) -> bool:
    """Return whether statements go through the neighbours of a vertex and mark them."""
    for statement in statements_in(body):
        is_over_row = isinstance(statement, Over) and any(
            isinstance(node, Item) for node in parts_of(statement.of)
        )
        if is_over_row or isinstance(statement, Count):
            return any(isinstance(each, If) for each in statements_in(body))
    return False


def _marks(body: tuple[Statement, ...]) -> Iterator[str]:
    yield from changed_names(body)
    yield from assigned_names(body)


def _finds_root(each: Define) -> bool:
    """Return whether a function follows `parent[x]` until it is `x` itself."""
    if len(each.function.parameters) != 1:
        return False
    name = each.function.parameters[0].name
    body = each.function.body
    if any(isinstance(part, (Over, Count, Check, Fail)) for part in statements_in(body)):
        return False
    for node in expressions_in(body):
        is_own = isinstance(node, Call) and called_name(node) == each.name
        if is_own and isinstance(node, Call) and _is_row_at(node.args, name):
            return True
    for loop in statements_in(body):
        if not isinstance(loop, While):
            continue
        steps = [part for part in loop.body if isinstance(part, Assign)]
        if any(_is_row_at((step.value,), name) for step in steps):
            return True
    return False


def _is_row_at(args: tuple[Expression, ...], name: str) -> bool:
    """Return whether there is one value, `parent[x]` or `parent[parent[x]]`."""
    if len(args) != 1 or not isinstance(args[0], Item):
        return False
    index = args[0].index
    if isinstance(index, Item):
        index = index.index
    return isinstance(index, Name) and index.name == name


def _made_of(found: set[str], functions: Iterable[Define]) -> Iterator[str]:
    """Yield the functions that return what a search marked."""
    for each in functions:
        for statement in statements_in(each.function.body):
            if isinstance(statement, Return) and names_in((statement,)) & found:
                yield each.name


def _results(
    found: set[str], finders: set[str], body: tuple[Statement, ...]
) -> Iterator[str]:
    """Yield the variables that get the result of a search, or count its starts and the
    unions that it makes."""
    for statement in statements_in(body):
        if isinstance(statement, Assign) and calls_in((statement,)) & found:
            yield from target_names(statement.target)
        if isinstance(statement, If):
            used = names_in((If(statement.condition, ()),))
            if used & (found | finders):
                yield from assigned_names(statement.then)
