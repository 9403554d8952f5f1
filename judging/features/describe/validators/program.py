"""A program as a tree, the same for C++ and Python, as much of it as validators need."""

from __future__ import annotations

from typing import TypeAlias

from judging.values import Value


class Number(Value):
    """An integer or decimal literal; a letter in single quotes is its code."""

    value: int | float
    line: int = 0


class Text(Value):
    value: str
    line: int = 0


class Flag(Value):
    """True or false."""

    value: bool
    line: int = 0


class Name(Value):
    name: str
    line: int = 0


class Operation(Value):
    """An operator with its operands: + - * / // % ** & | ^ << >>, == != < <= > >= in,
    ! && ||, `-` with one operand, `?` with three, `--` and `++` behind a variable, and
    `before++`, `before--`."""

    operator: str
    args: tuple[Expression, ...]
    line: int = 0


class Call(Value):
    function: Expression
    args: tuple[Expression, ...]
    named: tuple[tuple[str, Expression], ...] = ()
    line: int = 0


class Member(Value):
    """`of.name`"""

    of: Expression
    name: str
    line: int = 0


class Item(Value):
    """`of[index]`"""

    of: Expression
    index: Expression
    line: int = 0


class Slice(Value):
    """`first:end` between brackets."""

    first: Expression | None
    end: Expression | None
    line: int = 0


class Items(Value):
    """A list, tuple or set that is written out."""

    items: tuple[Expression, ...]
    line: int = 0


class Each(Value):
    """A comprehension with one loop: the value for each item that meets the conditions."""

    value: Expression
    target: Expression
    of: Expression
    conditions: tuple[Expression, ...] = ()
    line: int = 0


class Parameter(Value):
    """changes: whether the function's assignments to it reach its caller. default: its
    value if the caller gives none."""

    name: str
    changes: bool = False
    default: Expression | None = None


class Function(Value):
    parameters: tuple[Parameter, ...]
    body: tuple[Statement, ...]
    line: int = 0


class Starred(Value):
    """`*rest` among the targets of an assignment."""

    of: Expression
    line: int = 0


class Empty(Value):
    """What a declaration without a value gives: `int n;` and `set<int> seen;`."""

    type: str
    args: tuple[Expression, ...] = ()
    line: int = 0


class Unknown(Value):
    line: int = 0


Expression: TypeAlias = (
    Number
    | Text
    | Flag
    | Name
    | Operation
    | Call
    | Member
    | Item
    | Slice
    | Items
    | Each
    | Function
    | Starred
    | Empty
    | Unknown
)


class Assign(Value):
    target: Expression
    value: Expression
    line: int = 0


class Do(Value):
    """A statement that is an expression."""

    value: Expression
    line: int = 0


class Check(Value):
    """`assert condition`"""

    condition: Expression
    line: int = 0


class If(Value):
    condition: Expression
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()
    line: int = 0


class Count(Value):
    """A loop whose variable counts from `first` to the one before `end`."""

    name: str
    first: Expression
    end: Expression
    body: tuple[Statement, ...]
    line: int = 0


class Over(Value):
    """A loop over the items of something."""

    target: Expression
    of: Expression
    body: tuple[Statement, ...]
    line: int = 0


class While(Value):
    condition: Expression
    body: tuple[Statement, ...]
    line: int = 0


class Return(Value):
    value: Expression | None = None
    line: int = 0


class Leave(Value):
    """The end of a loop, or of one of its iterations: `break`, `continue`."""

    goes_on: bool = False
    line: int = 0


class Fail(Value):
    """An exception that nothing catches."""

    line: int = 0


class Define(Value):
    name: str
    function: Function
    line: int = 0


Statement: TypeAlias = (
    Assign | Do | Check | If | Count | Over | While | Return | Leave | Fail | Define
)


class Program(Value):
    """includes: the names of headers or modules."""

    name: str
    text: str
    body: tuple[Statement, ...]
    includes: tuple[str, ...] = ()

    def line_text(self, line: int) -> str:
        """Return a line of the source, without the white space around it."""
        lines = self.text.split("\n")
        return lines[line - 1].strip() if 0 < line <= len(lines) else ""
