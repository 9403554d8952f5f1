"""Parse Python into a Program."""

from __future__ import annotations

import ast
import warnings

from judging.features.describe.validators.program import (
    Assign,
    Call,
    Check,
    Count,
    Define,
    Do,
    Each,
    Expression,
    Fail,
    Flag,
    Function,
    If,
    Item,
    Items,
    Leave,
    Member,
    Name,
    Number,
    Operation,
    Over,
    Parameter,
    Program,
    Return,
    Slice,
    Starred,
    Statement,
    Text,
    Unknown,
    While,
)
from judging.features.describe.validators.walking import call_alone

_OPERATORS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "==",
    ast.IsNot: "!=",
    ast.In: "in",
    ast.Not: "!",
    ast.USub: "-",
    ast.And: "&&",
    ast.Or: "||",
}


def parse(name: str, text: str) -> Program:
    """Return a Python source as a program. Raise SyntaxError."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of `"\\d"`, which is common in validators
        module = ast.parse(text)
    return Program(name, text, _statements(module.body))


def _statements(nodes: list[ast.stmt]) -> tuple[Statement, ...]:
    found: list[Statement] = []
    for node in nodes:
        found += _statement(node)
    return tuple(found)


def _statement(node: ast.stmt) -> list[Statement]:
    line = node.lineno
    if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        return _assignment(node)
    if isinstance(node, (ast.If, ast.For, ast.While, ast.Try, ast.With)):
        return _block(node)
    if isinstance(node, ast.Expr):
        return [Do(_expression(node.value), line)]
    if isinstance(node, ast.Assert):
        return [Check(_expression(node.test), line)]
    if isinstance(node, ast.Return):
        given = _expression(node.value) if node.value is not None else None
        return [Return(given, line)]
    if isinstance(node, (ast.Break, ast.Continue)):
        return [Leave(isinstance(node, ast.Continue), line)]
    if isinstance(node, ast.Raise):
        return [Fail(line)]
    if isinstance(node, ast.FunctionDef):
        return [Define(node.name, _function(node.args, node.body, line), line)]
    if isinstance(node, ast.ClassDef):
        return _methods(node)
    return []


def _methods(node: ast.ClassDef) -> list[Statement]:
    """Return the methods of a class as functions, each with the name of the class."""
    found: list[Statement] = []
    for part in node.body:
        if isinstance(part, ast.FunctionDef):
            function = _function(part.args, part.body, part.lineno)
            found.append(Define(f"{node.name}.{part.name}", function, part.lineno))
    return found


def _assignment(node: ast.Assign | ast.AnnAssign | ast.AugAssign) -> list[Statement]:
    line = node.lineno
    if isinstance(node, ast.Assign):
        value = _expression(node.value)
        return [Assign(_expression(target), value, line) for target in node.targets]
    target = _expression(node.target)
    if isinstance(node, ast.AugAssign):
        operator = _OPERATORS.get(type(node.op), "?")
        changed = Operation(operator, (target, _expression(node.value)), line)
        return [Assign(target, changed, line)]
    return [] if node.value is None else [Assign(target, _expression(node.value), line)]


def _block(node: ast.If | ast.For | ast.While | ast.Try | ast.With) -> list[Statement]:
    line = node.lineno
    body = _statements(node.body)
    if isinstance(node, ast.If):
        if _is_main(node.test):
            return list(body)
        return [If(_expression(node.test), body, _statements(node.orelse), line)]
    if isinstance(node, ast.For):
        return [_for(node), *_statements(node.orelse)]
    if isinstance(node, ast.While):
        return [While(_expression(node.test), body, line)]
    if isinstance(node, ast.Try) and any(map(_is_of_end, node.handlers)):
        return _to_end(body, bool(node.orelse), line)
    return list(body)


def _to_end(body: tuple[Statement, ...], has_else: bool, line: int) -> list[Statement]:
    """Return what a program does until the input ends: it reads lines in a loop, or reads
    on to see that nothing is left, or reads a part that may be missing."""
    if any(isinstance(statement, (While, Over, Count)) for statement in body):
        return list(body)
    if has_else or any(map(_exits, body)):
        return []
    if any(isinstance(each, Check) for each in body):
        return [Check(Unknown(line), line)]
    return [If(Unknown(line), body, (), line)]


def _exits(statement: Statement) -> bool:
    """Return whether a statement ends the program."""
    if isinstance(statement, Check):
        return statement.condition == Flag(False, statement.condition.line)
    if isinstance(statement, Fail):
        return True
    return call_alone(statement) in ("exit", "_exit", "quit")


def _is_of_end(handler: ast.ExceptHandler) -> bool:
    return isinstance(handler.type, ast.Name) and handler.type.id == "EOFError"


def _is_main(test: ast.expr) -> bool:
    return "__name__" in ast.unparse(test)


def _function(given: ast.arguments, body: list[ast.stmt], line: int) -> Function:
    return Function(_parameters(given), _statements(body), line)


def _parameters(given: ast.arguments) -> tuple[Parameter, ...]:
    without = len(given.args) - len(given.defaults)
    defaults = [None] * without + [_expression(value) for value in given.defaults]
    names = [argument.arg for argument in given.args]
    return tuple(
        Parameter(name, default=default)
        for name, default in zip(names, defaults, strict=True)
    )


def _for(node: ast.For) -> Statement:
    line = node.lineno
    body = _statements(node.body)
    target = _expression(node.target)
    of = _expression(node.iter)
    ends = _range(of)
    if ends is not None and isinstance(target, Name):
        return Count(target.name, *ends, body, line)
    return Over(target, of, body, line)


def _range(of: Expression) -> tuple[Expression, Expression] | None:
    """Return the ends of `range(n)` and `range(1, n)`."""
    if not isinstance(of, Call) or of.function not in (
        Name("range", of.line),
        Name("xrange", of.line),
    ):
        return None
    if len(of.args) == 1:
        return Number(0, of.line), of.args[0]
    if len(of.args) == 2:
        return of.args[0], of.args[1]
    return None


def _expression(node: ast.expr) -> Expression:
    line = node.lineno
    if isinstance(node, ast.Constant):
        return _constant(node)
    if isinstance(node, ast.Name):
        return Name(node.id, line)
    if isinstance(node, ast.Attribute):
        return Member(_expression(node.value), node.attr, line)
    if isinstance(node, ast.Subscript):
        return Item(_expression(node.value), _index(node.slice), line)
    if isinstance(node, ast.Call):
        return _call(node)
    if isinstance(node, (ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare)):
        return _operation(node)
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
        return _comprehension(node)
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return Items(tuple(_expression(item) for item in node.elts), line)
    return _rare_expression(node)


def _rare_expression(node: ast.expr) -> Expression:
    line = node.lineno
    if isinstance(node, ast.IfExp):
        parts = (node.test, node.body, node.orelse)
        return Operation("?", tuple(_expression(part) for part in parts), line)
    if isinstance(node, ast.Dict):
        return Items(tuple(_expression(key) for key in node.keys if key), line)
    if isinstance(node, ast.Starred):
        return Starred(_expression(node.value), line)
    if isinstance(node, ast.JoinedStr):
        return _formatted(node)
    if isinstance(node, ast.NamedExpr):
        target = _expression(node.target)
        return Operation("=", (target, _expression(node.value)), line)
    if isinstance(node, ast.Lambda):
        body = (Return(_expression(node.body), line),)
        return Function(_parameters(node.args), body, line)
    return Unknown(line)


def _constant(node: ast.Constant) -> Expression:
    value = node.value
    if isinstance(value, bool):
        return Flag(value, node.lineno)
    if isinstance(value, float) and value.is_integer():
        return Number(int(value), node.lineno)
    if isinstance(value, (int, float)):
        return Number(value, node.lineno)
    if isinstance(value, str):
        return Text(value, node.lineno)
    if value is None:
        return Name("None", node.lineno)
    return Unknown(node.lineno)


def _index(node: ast.expr) -> Expression:
    if not isinstance(node, ast.Slice):
        return _expression(node)
    first = _expression(node.lower) if node.lower is not None else None
    end = _expression(node.upper) if node.upper is not None else None
    return Slice(first, end, node.lineno)


def _call(node: ast.Call) -> Call:
    args = tuple(_expression(argument) for argument in node.args)
    named = []
    for keyword in node.keywords:
        if keyword.arg is not None:
            named.append((keyword.arg, _expression(keyword.value)))
    return Call(_expression(node.func), args, tuple(named), node.lineno)


def _operation(
    node: ast.BinOp | ast.UnaryOp | ast.BoolOp | ast.Compare,
) -> Expression:
    line = node.lineno
    if isinstance(node, ast.BinOp):
        operator = _OPERATORS.get(type(node.op), "?")
        return Operation(
            operator, (_expression(node.left), _expression(node.right)), line
        )
    if isinstance(node, ast.UnaryOp):
        operator = _OPERATORS.get(type(node.op), "?")
        argument = _expression(node.operand)
        return argument if operator == "?" else Operation(operator, (argument,), line)
    if isinstance(node, ast.BoolOp):
        operator = _OPERATORS[type(node.op)]
        result = _expression(node.values[0])
        for value in node.values[1:]:
            result = Operation(operator, (result, _expression(value)), line)
        return result
    return _comparison(node)


def _comparison(node: ast.Compare) -> Expression:
    """Return a chain of comparisons as a conjunction of its links."""
    line = node.lineno
    sides = [_expression(side) for side in (node.left, *node.comparators)]
    links: list[Expression] = []
    for operator, left, right in zip(node.ops, sides, sides[1:], strict=False):
        if isinstance(operator, ast.NotIn):
            link: Expression = Operation(
                "!", (Operation("in", (left, right), line),), line
            )
        else:
            link = Operation(_OPERATORS[type(operator)], (left, right), line)
        links.append(link)
    result = links[0]
    for link in links[1:]:
        result = Operation("&&", (result, link), line)
    return result


def _comprehension(
    node: ast.ListComp | ast.SetComp | ast.GeneratorExp,
) -> Expression:
    if len(node.generators) != 1:
        return Unknown(node.lineno)
    loop = node.generators[0]
    conditions = tuple(_expression(condition) for condition in loop.ifs)
    return Each(
        _expression(node.elt),
        _expression(loop.target),
        _expression(loop.iter),
        conditions,
        node.lineno,
    )


def _formatted(node: ast.JoinedStr) -> Expression:
    """Return an f-string as a sum of texts."""
    result: Expression = Text("", node.lineno)
    for part in node.values:
        value: Expression = Unknown(node.lineno)
        if isinstance(part, ast.Constant):
            value = Text(str(part.value), node.lineno)
        elif isinstance(part, ast.FormattedValue):
            text = Name("str", node.lineno)
            value = Call(text, (_expression(part.value),), (), node.lineno)
        result = Operation("+", (result, value), node.lineno)
    return result
