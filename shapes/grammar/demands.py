"""What the commands of a grammar demand of each value that is read.

A generator of inputs must know, when it draws a value, what commands that come later
will check. So each condition is found here, from the place of the value on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Iterable, Iterator, Mapping, NamedTuple, TypeVar

from .parsing import GrammarError, Node, parse
from .point_rows import point_reads

T = TypeVar("T")
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_UNKNOWN = Node("variable", "?")
_END = Node("END")  # stands for the end of a loop in the commands after a value
# The operations whose ends follow from those of their operands. A remainder has none.
_WITH_ENDS = ("+", "-", "*", "/", "^")
_SQUARE = Node("constant", 2)
_UP = "up"
_DOWN = "down"
_OPPOSITE = {_UP: _DOWN, _DOWN: _UP}
# What these say depends on what is written next, or on a whole array: it cannot be tried
# beforehand.
_NOT_TRIED = {"ISEOF", "MATCH", "INARRAY"}


class Pattern(Enum):
    """What a row of values that a loop reads must be as a whole."""

    STRICTLY_RISING = "<"
    RISING = "<="
    STRICTLY_FALLING = ">"
    FALLING = ">="
    DISTINCT = "u"
    BUDGET = "+"  # their sum is bounded
    GIVEN_SUM = "="  # their sum is given


# What `#@` may announce.
_EDGE_KINDS = ("tree", "graph")
_ONCE = "once"


@dataclass(frozen=True)
class Edges:
    """A row of edges: the command that reads their second ends, and what the annotation
    says of the graph."""

    partner: Node
    is_tree: bool
    connected: bool


class Format:
    """A grammar, and what it demands of the values that are read.

    tests, patterns and edges have the ids of commands as keys, because equal commands at
    two places are not the same.

    tests: conditions on a value and on what is known before it. patterns: what a row of
    such values must be. sums: the tests on the sum of such a row that count once its
    loop has ended. edges: for the commands that read the first ends of edges.
    trees: by the expression for a number of edges, how many edges a tree has.
    sizes: the names of the variables that say how many or how long.
    kept_ends: the ids of the commands that read ends of edges of trees and connected
    graphs.
    points: for the commands that read the first coordinates of points.
    once: for the commands that read the words of a loop, the letters of which each comes once
    in all of them together.
    """

    def __init__(self, source: str, given: Mapping[str, int] | None = None) -> None:
        """given: the values of some variables, which take the place of their bounds.

        Raise GrammarError if no INT or FLOAT outside of loops and IFs reads one of them:
        in a loop, one value for all iterations is hardly meant.
        """
        grammar = parse(source)
        given = given or {}
        for name in given:
            if not any(_reads(node, name) for node in grammar.body):
                raise GrammarError(
                    f"'{name}' cannot be given: no INT outside of loops and IFs reads it"
                )
        self.body = tuple(_fixed(node, given) for node in grammar.body)
        self.tests: dict[int, list[Node]] = {}
        self.patterns: dict[int, Pattern] = {}
        self.sums: dict[int, list[Node]] = {}
        nodes: list[Node] = []
        for node, rest in _walk(self.body, ()):
            nodes.append(node)
            if node.target is not None:
                self.tests[id(node)] = list(_tests(node, node.target, rest))
                self._find_pattern(node, node.target, _assignments(rest))
        # The names of all variables that are read.
        self.variables = {node.target.value for node in nodes if node.target}
        annotations: list[tuple[int, list[str]]] = grammar.value
        self.edges = _edges(annotations, nodes)
        self.once = _letters_once(annotations, nodes)
        # The edges of a tree or a connected graph must all be written as they were planned.
        self.kept_ends: set[int] = set()
        for first, edges in self.edges.items():
            if edges.is_tree or edges.connected:
                self.kept_ends |= {first, id(edges.partner)}
        self.trees = self._trees(nodes)
        self.sizes = self._sizes(nodes)
        self.points = point_reads(nodes, self.tests, self._known_roles(nodes))

    def _known_roles(self, nodes: Iterable[Node]) -> set[int]:
        """Return the ids of the commands that read sizes, rows of a pattern or edges."""
        known = {*self.patterns, *self.edges}
        known |= {id(edges.partner) for edges in self.edges.values()}
        for node in nodes:
            if node.target is not None and node.target.value in self.sizes:
                known.add(id(node))
        return known

    def _find_pattern(
        self, node: Node, target: Node, sets: list[tuple[Node, ...]]
    ) -> None:
        """Note the first pattern that the tests of a command make, and those on a sum.

        sets: the assignments after the command, each a variable and its value.
        """
        tests = self.tests[id(node)]
        sums = {value for variable, value in sets if _is_sum(target, variable, value)}
        self.sums[id(node)] = []
        for test in tests:
            if test.name == "last" and _measures(test, sums, target):
                self.sums[id(node)].append(test)
        for test in tests:
            pattern = _pattern(target, test, sets)
            if test in self.sums[id(node)] and test.args[0].name == "==":
                pattern = Pattern.GIVEN_SUM
            if pattern is not None:
                self.patterns[id(node)] = pattern
                return

    def _trees(self, nodes: Iterable[Node]) -> dict[Node, Node]:
        trees = {}
        for node in nodes:
            for command in node.body:
                if _is_counted_loop(node) and id(command) in self.edges:
                    low, high = self.edges[id(command)].partner.args[:2]
                    # Vertices low..high: a tree on all of them has high - low edges.
                    trees[node.args[0]] = Node("-", None, (high, low))
        return trees

    def _sizes(self, nodes: Iterable[Node]) -> set[str]:
        counting = [edges.partner for edges in self.edges.values()]
        equations = []
        for node in nodes:
            if _is_counted_loop(node) or mentions(node, {"STRLEN"}):
                counting.append(node)
            if node.name == "ASSERT":
                equations += [test for test in _conditions(node) if test.name == "=="]
        sizes = {name for node in counting for name in _names(node.args)}
        # A number that equals sizes, as in `n == rows + columns`, is as large as they are.
        for _ in equations:
            for equation in equations:
                names = set(_names(equation.args))
                if names & sizes:
                    sizes |= names
        return sizes


def _reads(node: Node, name: str) -> bool:
    """Return whether a command reads a number into this variable."""
    is_number = node.name in ("INT", "FLOAT")
    return is_number and node.target is not None and node.target.value == name


def _fixed(node: Node, given: Mapping[str, int]) -> Node:
    """Return a command; one that reads a given variable gets its value as both bounds."""
    for name, number in given.items():
        if _reads(node, name):
            value = Node("constant", number)
            return replace(node, args=(value, value))
    return node


def _is_counted_loop(node: Node) -> bool:
    return node.name in ("REP", "REPI")


def _walk(
    block: tuple[Node, ...], after: tuple[Node, ...]
) -> Iterator[tuple[Node, tuple[Node, ...]]]:
    """Yield every command, each with those that are run after it.

    _END stands after the last command of a loop.
    """
    for number, node in enumerate(block, 1):
        rest = (*block[number:], *after)
        yield node, rest
        yield from _walk(node.body, rest if node.name == "IF" else (_END, *rest))
        yield from _walk(node.otherwise, rest)


def _edges(
    annotations: Iterable[tuple[int, list[str]]], nodes: Iterable[Node]
) -> dict[int, Edges]:
    """Return the edges that annotations `tree u v` and `graph u v` name. Raise GrammarError
    for any other annotation."""
    reads = {node.target.value: node for node in nodes if node.target}
    found = {}
    for line, words in annotations:
        place = f"line {line}: #@ {' '.join(words)}"
        kind, *names = words or [""]
        if kind == _ONCE:
            continue
        if kind not in _EDGE_KINDS:
            raise GrammarError(
                f"{place}: expected `#@ tree u v`, `#@ graph u v` or `#@ once row S`"
            )
        connected = kind == "graph" and names[2:] == ["connected"]
        if len(names) != 2 and not connected:
            expected = f"expected two variables, as in `#@ {kind} u v`"
            if kind == "graph":
                expected += ", or `#@ graph u v connected`"
            raise GrammarError(f"{place}: {expected}")
        for name in names[:2]:
            if name not in reads:
                known = ", ".join(sorted(reads))
                raise GrammarError(
                    f"{place}: nothing reads '{name}'; variables: {known}"
                )
        first, second = names[:2]
        edges = Edges(reads[second], kind == "tree", connected)
        found[id(reads[first])] = edges
    return found


def _letters_once(
    annotations: Iterable[tuple[int, list[str]]], nodes: Iterable[Node]
) -> dict[int, bytes]:
    """Return the letters that annotations `once row SE` name, by the id of the command that
    reads the words. Raise GrammarError for a variable that is no word."""
    words = {}
    for node in nodes:
        if node.name == "REGEX" and node.target is not None:
            words[node.target.value] = node
    found: dict[int, bytes] = {}
    for line, annotation in annotations:
        kind, *names = annotation or [""]
        if kind != _ONCE:
            continue
        if len(names) < 2 or names[0] not in words:
            known = ", ".join(sorted(words)) or "there are none"
            raise GrammarError(
                f"line {line}: #@ {' '.join((kind, *names))}: expected a word and letters, as "
                f"in `#@ once row SE`; words: {known}"
            )
        found[id(words[names[0]])] = "".join(names[1:]).encode()
    return found


def _names(nodes: Iterable[Node]) -> Iterator[str]:
    """Yield the names of all variables in expressions."""
    for node in nodes:
        if node.name == "variable":
            yield node.value
        yield from _names(node.args)


def operands(node: Node) -> Iterator[Node]:
    """Yield the variables and the constants in an expression."""
    if node.name in ("variable", "constant"):
        yield node
    for arg in node.args:
        yield from operands(arg)


def mentions(node: Node, names: set[str]) -> bool:
    """Return whether a function or test of one of these names is in a command or expression."""
    return node.name in names or any(mentions(arg, names) for arg in node.args)


def _tests(node: Node, target: Node, rest: Iterable[Node]) -> Iterator[Node]:
    """Yield the later conditions on a value, in what is known before it.

    After loops of the value, a condition that further values may still make true is one
    for the `last` such value. Its node says how many loops have ended.
    """
    between = _Between()
    ended = 0
    for later in rest:
        if later == _END:
            ended += 1
        for condition in _conditions(later):
            waits = ended > 0 and between.waits(condition, target, _may_fall(node))
            for test in between.applied(condition, target):
                yield Node("last", ended, (test,)) if waits else test
        if later.target == target or later.name == "UNSET":
            break
        between.note(later)


def _may_fall(node: Node) -> bool:
    """Return whether a sum may fall as a value is added: whether the value is negative."""
    if node.name == "REGEX":
        return False
    low = node.args[0]
    if low.name == "constant":
        return bool(low.value < 0)
    # `-n`; what a bound such as `n-1` is at least, nobody knows.
    return low.name == "-" and len(low.args) == 1


class _Ends(NamedTuple):
    """Expressions for the least and the greatest value of an expression; equal ones if
    it is known exactly."""

    least: Node
    greatest: Node


_NO_ENDS = _Ends(_UNKNOWN, _UNKNOWN)


class _Between:
    """What the commands between a value and a condition on it assign.

    Numbers that are read there are not known when the value is drawn. A comparison is
    tried with each of them at the end of its range where it holds most easily: in
    `n < a - b`, the greatest a and the least b. An equation is tried as two comparisons.
    So a value may be drawn for which the numbers read later do not do; then the ASSERT
    itself fails, and the input is drawn again.
    """

    def __init__(self) -> None:
        self._ends: dict[Node, _Ends] = {}

    def applied(self, condition: Node, target: Node) -> Iterator[Node]:
        """Yield what a condition demands of the target, in what is known before it."""
        sides = [self._ends_of(arg) for arg in condition.args]
        if target.value not in _names(end for side in sides for end in side):
            return
        if all(side.least == side.greatest for side in sides):
            yield replace(condition, args=tuple(side.least for side in sides))
        elif condition.name in _FLIPPED:
            yield _possible(condition.name, *sides)
        elif condition.name == "==":
            yield _possible("<=", *sides)
            yield _possible(">=", *sides)

    def waits(self, condition: Node, target: Node, may_fall: bool) -> bool:
        """Return whether a condition that fails for a value of the target may hold once
        more such values are read.

        may_fall: whether values may be negative. If they are not, what they are added to
        only grows: it stays above a bound, and does not come below one again.
        """
        if condition.name in ("||", "&&"):
            return any(self.waits(arg, target, may_fall) for arg in condition.args)
        sides = [self._ends_of(arg) for arg in condition.args]
        if condition.name == "==":
            return target.value in _names(end for side in sides for end in side)
        if condition.name not in _FLIPPED:
            return False
        smaller, larger = _smaller_and_larger(condition.name, *sides)
        falling = _changes(smaller.least, target)
        rising = _changes(larger.greatest, target)
        if may_fall:
            return bool(rising or falling)
        return _UP in rising or _DOWN in falling

    def note(self, command: Node) -> None:
        """Take over what a command reads or assigns."""
        if command.target and not command.body:
            read = _NO_ENDS
            if command.name == "INT":
                low, high = command.args
                read = _Ends(self._ends_of(low).least, self._ends_of(high).greatest)
            self._ends[command.target] = read
        if command.name == "SET":
            for assignment in command.args:
                variable, value = assignment.args
                self._ends[variable] = self._ends_of(value)
        # How often the commands in a loop or an IF run, and for which values, is not known.
        for variable in _written_in(command):
            self._ends[variable] = _NO_ENDS

    def _ends_of(self, node: Node) -> _Ends:
        """Return the ends of an expression, in what is known before these commands.

        An element whose index is not known is not known either.
        """
        if node in self._ends:
            return self._ends[node]
        args = [self._ends_of(arg) for arg in node.args]
        if all(arg.least == arg.greatest for arg in args):
            exact = replace(node, args=tuple(arg.least for arg in args))
            return _Ends(exact, exact)
        if node.name in _WITH_ENDS:
            return _ends_of_operation(node, args)
        return _NO_ENDS


def _ends_of_operation(node: Node, args: list[_Ends]) -> _Ends:
    """Return the ends of an operation, from those of its operands."""
    if node.name == "+":
        left, right = args
        return _Ends(
            replace(node, args=(left.least, right.least)),
            replace(node, args=(left.greatest, right.greatest)),
        )
    if node.name == "-":
        # What is subtracted is at its other end; of `-x`, that is all.
        *kept, subtracted = args
        return _Ends(
            replace(node, args=(*(arg.least for arg in kept), subtracted.greatest)),
            replace(node, args=(*(arg.greatest for arg in kept), subtracted.least)),
        )
    operator = node.name
    if operator == "*" and node.args[0] == node.args[1]:
        # A square is not negative, as a product of any two such numbers may be.
        operator = "^"
        args = [args[0], _Ends(_SQUARE, _SQUARE)]
    # Which of the operands' ends make the ends depends on their signs: memory.py finds out.
    ends = tuple(end for arg in args for end in arg)
    return _Ends(Node("least", operator, ends), Node("greatest", operator, ends))


def _possible(operator: str, left: _Ends, right: _Ends) -> Node:
    """Return a test that fails only where no values of the two sides compare in this way."""
    if operator.startswith("<"):
        return Node(operator, None, (left.least, right.greatest))
    return Node(operator, None, (left.greatest, right.least))


def _smaller_and_larger(operator: str, left: T, right: T) -> tuple[T, T]:
    """Return the side of a comparison that must be smaller, and the other one."""
    return (left, right) if operator.startswith("<") else (right, left)


def _changes(node: Node, target: Node) -> set[str]:
    """Return in which directions an expression may change as the target grows.

    Factors and divisors are taken to be positive.
    """
    if node == target:
        return {_UP}
    operation = node.value if node.name in ("least", "greatest") else node.name
    found: set[str] = set()
    for place, arg in enumerate(node.args):
        changes = _changes(arg, target)
        is_second = place >= len(node.args) // 2
        if operation in ("-", "/") and is_second:
            changes = {_OPPOSITE[change] for change in changes}
        found |= changes
    if found and operation not in (*_WITH_ENDS, "STRLEN"):
        return {_UP, _DOWN}
    return found


def _written_in(block: Node) -> Iterator[Node]:
    """Yield the variables that a loop or an IF reads or assigns, the loop's own included."""
    if block.body and block.target:
        yield block.target
    for node in (*block.body, *block.otherwise):
        if node.target:
            yield node.target
        if node.name == "SET":
            for assignment in node.args:
                yield assignment.args[0]
        yield from _written_in(node)


def _conditions(node: Node) -> Iterator[Node]:
    """Yield the conditions of an ASSERT, or of those in the first branch of an IF.

    The latter become `condition || !test`: where the test is false, they demand nothing.
    """
    if node.name in ("ASSERT", "&&"):
        for arg in node.args:
            yield from _conditions(arg)
    elif node.name == "IF" and not mentions(node, _NOT_TRIED):
        otherwise = Node("!", None, node.args)
        for command in node.body:
            if command.name == "ASSERT":
                for test in _conditions(command):
                    yield Node("||", None, (test, otherwise))
    elif node.is_test and not mentions(node, _NOT_TRIED):
        yield node


def other_side(test: Node, side: Node) -> Node:
    """Return the other side of a comparison."""
    left, right = test.args
    return right if left == side else left


def _assignments(commands: Iterable[Node]) -> list[tuple[Node, ...]]:
    """Return the variable and the value of each assignment in SETs."""
    found: list[tuple[Node, ...]] = []
    for command in commands:
        if command.name == "SET":
            found += [assignment.args for assignment in command.args]
    return found


def _pattern(target: Node, test: Node, sets: list[tuple[Node, ...]]) -> Pattern | None:
    """Return what a test demands of a row of values; sets: the assignments after the value."""
    if test.name == "||":
        test = test.args[0]
    if test.name == "UNIQUE":
        # Points (x, y) may share one coordinate: only a single array has different values.
        return Pattern.DISTINCT if len(test.args) == 1 else None
    if test.name not in _FLIPPED:
        return None
    if target in test.args:
        # `a[i-1] < a[i]`, or `last < cur` with SET(last=cur) after it.
        other = other_side(test, target)
        if other.value == target.value or (other, target) in sets:
            operator = test.name
            if test.args[0] == target:
                operator = _FLIPPED[operator]
            return Pattern(operator)
    smaller, _ = _smaller_and_larger(test.name, *test.args)
    for variable, value in sets:
        if value == smaller and _is_sum(target, variable, value):
            return Pattern.BUDGET
    return None


def _is_sum(target: Node, variable: Node, value: Node) -> bool:
    """Return whether SET(variable=value) is `s = s + target`."""
    return value.name == "+" and {variable, target} == {*value.args}


def _measures(node: Node, sums: set[Node], target: Node) -> bool:
    """Return whether the target stands in an expression only as a part of these sums.

    Then the expression says of a whole row what it says of a single value.
    """
    if node in sums:
        return True
    if node.name == "variable" and node.value == target.value:
        return False
    return all(_measures(arg, sums, target) for arg in node.args)
