"""What the statements of a validator will do, told before they are run."""

from __future__ import annotations

from judging.features.describe.validators.libraries import Library
from judging.features.describe.validators.program import (
    Call,
    Check,
    Do,
    Expression,
    Fail,
    Flag,
    If,
    Item,
    Member,
    Name,
    Number,
    Operation,
    Return,
    Statement,
)
from judging.features.describe.validators.state import (
    State,
)
from judging.features.describe.validators.values import (
    Closure,
    Lines,
    Words,
)
from judging.features.describe.validators.walking import (
    call_alone,
    called_name,
    expressions_in,
    statements_in,
)

VALID = 42
# Functions that end a program as soon as they are called.
EXITS = {"exit", "_exit", "_Exit", "quit", "quick_exit", "abort"}
_REJECTS = {"quitf", "quitp", "die", "die_line", "WA", "PE", "wrong_answer", "fail"}
# Functions that reject unless their first argument holds.
_DEMANDS = {"ensure", "ensuref", "check", "assert", "require"}
_REJECTIONS = {"WA", "PE", "FAIL", "_wa", "_pe", "_fail"}
_DEEPEST = 6  # calls of functions that may be there only to reject
_STREAMS = ("cin", "std::cin", "testIn")


class Outcomes:
    """Tells whether statements read, and whether they reject, without running them."""

    def __init__(self, state: State, library: Library) -> None:
        self.state = state
        self.library = library

    def fails(self, body: tuple[Statement, ...]) -> bool:
        """Return whether statements always reject the input; then they count as run."""
        if not self.always_reject(body):
            return False
        self.count_as_run(body)
        return True

    def always_reject(self, body: tuple[Statement, ...]) -> bool:
        for statement in body:
            if isinstance(statement, Return):
                value = statement.value
                code = value.value if isinstance(value, Number) else None
                is_main = self.state.calls <= 1
                return is_main and code is not None and code not in (0, VALID)
            if self._always_fails(statement):
                return True
        return False

    def _always_fails(self, statement: Statement) -> bool:
        if isinstance(statement, Do):
            return self.rejects(statement.value)
        if isinstance(statement, Check):
            return _is_false(statement.condition)
        if isinstance(statement, If) and statement.otherwise:
            both_ways = (statement.then, statement.otherwise)
            return all(self.always_reject(body) for body in both_ways)
        return isinstance(statement, Fail)

    def may_reject(self, statement: Statement) -> bool:
        """Return whether a statement rejects on a condition or always."""
        if isinstance(statement, Check) or self._always_fails(statement):
            return True
        return call_alone(statement) in _DEMANDS

    def rejects(self, node: Expression) -> bool:
        """Return whether a call always rejects the input."""
        if isinstance(node, Operation) and node.operator in ("<<", ","):
            last = node.args[-1]
            if isinstance(last, Name) and last.name in _REJECTIONS:
                return True
            return any(self.rejects(arg) for arg in node.args)
        if not isinstance(node, Call):
            return False
        name = called_name(node)
        code = exit_code(node)
        if code is not None:
            return code != VALID
        if name in _REJECTS:
            return not (node.args and node.args[0] == Name("_ok", node.args[0].line))
        if name in _DEMANDS and node.args:
            return _is_false(node.args[0])
        if isinstance(node.function, Name):
            found = self.state.get(node.function.name)
            if isinstance(found, Closure) and found.function.body:
                return self._always(found)
        return False

    def _always(self, closure: Closure) -> bool:
        """Return whether a function of the program rejects whatever it gets."""
        calls = self.state.calls
        self.state.calls = self.state.calls + 1
        deep = self.state.calls > _DEEPEST
        found = not deep and self.always_reject(closure.function.body)
        self.state.calls = calls
        return found

    def _takes_line(self, node: Expression) -> bool:
        """Return whether an expression is one of the lines or words of the whole input,
        which are read when they are looked at."""
        of: Expression | None = None
        if isinstance(node, Item):
            of = node.of
        elif isinstance(node, Call) and called_name(node) in ("next", "popleft", "pop"):
            of = node.args[0] if node.args else None
            if isinstance(node.function, Member):
                of = node.function.of
        value = self.state.get(of.name) if isinstance(of, Name) else None
        if isinstance(value, Words):
            return value.of.is_input and not value.is_part
        return isinstance(value, Lines)

    def reads(self, body: tuple[Statement, ...]) -> bool:
        """Return whether statements read anything, by themselves or in functions."""
        functions = self.library.names
        seen: set[str] = set()
        waiting = list(body)
        while waiting:
            statement = waiting.pop()
            for node in expressions_in((statement,)):
                if _stream_name(node) in _STREAMS or self._takes_line(node):
                    return True
                if not isinstance(node, Call):
                    continue
                name = called_name(node)
                closure = (
                    self.state.get(name) if isinstance(node.function, Name) else None
                )
                if isinstance(closure, Closure) and name not in seen:
                    seen.add(name)
                    waiting += closure.function.body
                elif name in functions:
                    return True
        return False

    def count_as_run(self, body: tuple[Statement, ...]) -> None:
        self.state.followed.update(map(id, statements_in(body)))


def exit_code(node: Expression) -> int | None:
    """Return the code of a call that ends the program; None for other calls."""
    if not isinstance(node, Call) or called_name(node) not in EXITS:
        return None
    if not node.args:
        return 1 if called_name(node) == "abort" else 0
    code = node.args[0]
    if isinstance(code, Number) and isinstance(code.value, int):
        return code.value
    return 1


def accepts(body: tuple[Statement, ...]) -> bool:
    """Return whether statements accept the input and do nothing else."""
    if len(body) != 1:
        return False
    (only,) = body
    if isinstance(only, Return):
        return only.value == Number(VALID, only.value.line if only.value else 0)
    return isinstance(only, Do) and exit_code(only.value) == VALID


def reads_stream(node: Expression) -> bool:
    """Return whether an expression is `cin >> x`."""
    return _stream_name(node) in ("cin", "std::cin")


def _stream_name(node: Expression) -> str:
    found = False
    while isinstance(node, Operation) and node.operator == ">>":
        node = node.args[0]
        found = True
    return node.name if found and isinstance(node, Name) else ""


def _is_false(node: Expression) -> bool:
    return isinstance(node, Flag) and not node.value
