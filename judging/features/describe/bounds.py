"""Expressions of bounds: as a grammar writes them, and what they are for known values.

Bounds come from sources of programs too, so that everything that is not a plain sum or
product of names and numbers is refused.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from operator import add, floordiv, mul, sub

# Longer ones, and larger powers, are no bounds of a contest.
_LONGEST = 1000
_LARGEST_POWER = 64

_WRITTEN: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "/",
}
_APPLIED: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: add,
    ast.Sub: sub,
    ast.Mult: mul,
    ast.FloorDiv: floordiv,
}


class BoundError(ValueError):
    """A bound is no expression that a grammar could have."""


def parsed(bound: str) -> ast.expr:
    """Return the expression of a bound. Raise BoundError."""
    if len(bound) > _LONGEST:
        raise BoundError("the bound is too long")
    try:
        return ast.parse(bound.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as fault:
        raise BoundError(f"'{bound}' is no bound") from fault


def ends(bound: str, function: str) -> list[ast.expr]:
    """Return the arguments of a bound `min(...)` or `max(...)`, of others the bound itself.

    function: which of the two the bound may be.
    """
    tree = parsed(bound)
    if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name):
        return [tree]
    if tree.func.id != function or not tree.args or tree.keywords:
        return [tree]
    return list(tree.args)


def names_in(bound: str) -> list[str]:
    """Return the names in a bound, each once. Raise BoundError."""
    found = []
    for node in ast.walk(parsed(bound)):
        if isinstance(node, ast.Name) and node.id not in found:
            found.append(node.id)
    return found


def written(tree: ast.expr, names: Mapping[str, str]) -> str:
    """Return an expression as a grammar writes it; names: what it writes for each name."""
    if isinstance(tree, ast.Constant) and type(tree.value) is int:
        return str(tree.value)
    if isinstance(tree, ast.Name):
        if tree.id not in names:
            raise BoundError(f"'{tree.id}' is not read before")
        return names[tree.id]
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.USub):
        return f"-{_operand(tree.operand, names)}"
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Pow):
        return str(value(tree, {}))
    if isinstance(tree, ast.BinOp) and type(tree.op) in _WRITTEN:
        left = _operand(tree.left, names)
        right = _operand(tree.right, names)
        return f"{left}{_WRITTEN[type(tree.op)]}{right}"
    raise BoundError(f"'{ast.unparse(tree)}' is no bound")


def _operand(tree: ast.expr, names: Mapping[str, str]) -> str:
    text = written(tree, names)
    return f"({text})" if isinstance(tree, (ast.BinOp, ast.UnaryOp)) else text


def value(tree: ast.expr, known: Mapping[str, int]) -> int:
    """Return what an expression is for known values. Raise BoundError."""
    if isinstance(tree, ast.Constant) and type(tree.value) is int:
        return tree.value
    if isinstance(tree, ast.Name) and tree.id in known:
        return known[tree.id]
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.USub):
        return -value(tree.operand, known)
    if isinstance(tree, ast.BinOp):
        left = value(tree.left, known)
        right = value(tree.right, known)
        if isinstance(tree.op, ast.Pow) and 0 <= right <= _LARGEST_POWER:
            return int(left**right)
        if type(tree.op) in _APPLIED and (right or type(tree.op) is not ast.FloorDiv):
            return _APPLIED[type(tree.op)](left, right)
    raise BoundError(f"'{ast.unparse(tree)}' has no value")
