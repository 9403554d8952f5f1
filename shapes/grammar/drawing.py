"""Draw inputs from a grammar: run its commands, and where one reads a value, draw one.

What ASSERTs demand of a value is not left to chance. Its range is narrowed until they can hold, and
a loop plans a row of values as a whole: in order, all different, within a sum, the edges of a tree.
What this cannot do is drawn again, a bounded number of times.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Callable, Mapping, Union

from ..catalogue import make, names
from ..graphs import connected, graph, relabel
from ..rng import Rng
from .demands import Format
from .parsing import GrammarError, Node, apply
from .words import LONGEST, draw_word

ROOM = 2 * 10**6
_TRIES = 60
_LITERALS = {"SPACE": b" ", "NEWLINE": b"\n", "EOF": b""}
_FAMILIES = ("few", "few", *names("array"))
_UNDEFINED = (LookupError, TypeError, ValueError, ArithmeticError)  # GrammarError too
Overrides = Mapping[str, Callable[[Rng, Mapping[str, Any]], Union[int, str]]]


def draw(form: Format, seed: str, most: int | None, overrides: Overrides) -> Drawing:
    """Draw an input, as `Drawing` says; begin anew, with smaller sizes, where that gets stuck.

    overrides: functions that draw values of variables, from the values so far by name. Raise
    GrammarError, which names the line.
    """
    spent = 0
    for number in range(_TRIES):
        size = most if number < 20 and spent < ROOM else 200 if most is None else 4
        rng = Rng(seed, number)
        drawing = Drawing(
            form, rng, size, overrides, full=size is None and rng.below(2) == 0
        )
        try:
            drawing.run(form.body)
            drawing.emit(b"")
            return drawing
        except _UNDEFINED as stuck:
            fault, spent = stuck, spent + ROOM - drawing.room
    raise GrammarError(
        f"{fault}; in strategies.py: overrides = {{'name': lambda rng, known: 1}}"
    )


@dataclass
class Drawing:
    """An input, as it is drawn.

    most: about how large sizes become; None: up to their bounds. full: every size is the largest
    that is left. known: the values of variables, by name and index. room: how much may still be
    written. left: how many times the inner loop will still run; rows: by the id of a command, the
    rest of the values that this loop has planned, and those it has had that must differ. peeks:
    what MATCH named, None for ISEOF, and whether the next text must be that.
    """

    form: Format
    rng: Rng
    most: int | None
    overrides: Overrides
    full: bool = False
    text: list[bytes] = field(default_factory=list)
    known: dict[str, dict[tuple[Any, ...], Any]] = field(default_factory=dict)
    room: int = ROOM
    left: int = 0
    rows: dict[Any, Any] = field(default_factory=dict)
    peeks: list[tuple[Any, bool]] = field(default_factory=list)

    def run(self, block: tuple[Node, ...]) -> None:
        """Run commands."""
        for node in block:
            if node.name in _LITERALS or node.name == "STRING":
                self.emit(
                    self.value(node.args[0]) if node.args else _LITERALS[node.name]
                )
            elif node.name == "ASSERT":
                if not self.value(node.args[0]):
                    raise GrammarError(
                        f"line {node.line}: no value drawn fulfils the ASSERT"
                    )
            elif node.name == "SET":
                for variable, value in (assignment.args for assignment in node.args):
                    self._assign(variable, self.value(value))
            elif node.name == "UNSET":
                for variable in node.args:
                    self.known.pop(variable.value, None)
            elif node.name == "IF":
                self.run(node.body if self.value(node.args[0]) else node.otherwise)
            elif node.name[:3] in ("REP", "WHI"):
                self._loop(node)
            else:
                self._read(node)

    def _loop(self, node: Node) -> None:
        counted = node.name[:3] == "REP"
        count = max(self.value(node.args[0]), 0) if counted else 0
        outer, number = (self.left, self.rows), 0
        self.rows = {}
        while True:
            self.room -= 1
            if self.room < (count - number) * len(node.body):
                raise GrammarError("the input becomes too large")
            self._assign(node.target, number)
            if number == count if counted else not self.value(node.args[0]):
                break
            if number and node.separator:
                self.run((node.separator,))
            self.left = count - number
            self.run(node.body)
            number += 1
        self.left, self.rows = outer

    def value(self, node: Node) -> Any:
        """Return what an expression is; for MATCH and ISEOF, one that the next text must fit."""
        name, args = node.name, node.args
        if name == "constant":
            return node.value
        if name == "variable":
            return self.known[node.value][tuple(map(self.value, args)) if args else ()]
        if name in ("&&", "||"):
            left = self.value(args[0])
            return self.value(args[1]) if left == (name == "&&") else left
        if name in ("MATCH", "ISEOF"):
            self.peeks.append(
                (self.value(args[0]) if args else None, self.rng.below(2) == 0)
            )
            return self.peeks[-1][1]
        if name == "UNIQUE":
            rows = [*zip(*(self.known.get(arg.value, {}).values() for arg in args))]
            return len(set(rows)) == len(rows)
        if name == "last":
            return self.left > 1 or self.value(args[0])
        if name == "INARRAY":
            return self.value(args[0]) in self.known.get(args[1].value, {}).values()
        values = list(map(self.value, args))
        if len(values) > 1:
            return apply(name, *values)
        return (
            len(values[0])
            if name == "STRLEN"
            else not values[0]
            if name == "!"
            else -values[0]
        )

    def _assign(self, variable: Node | None, value: Any) -> None:
        if variable is None:
            return
        key = tuple(map(self.value, variable.args)) if variable.args else ()
        self.known.setdefault(variable.value, {})[key] = value

    def emit(self, text: bytes) -> None:
        """Write a text; b"" is the end of the input."""
        if not self._agrees(text):
            raise GrammarError("no text drawn fits MATCH or ISEOF")
        self.room -= 1 + len(text) // 16
        self.peeks.clear()
        self.text.append(text)

    def _agrees(self, text: bytes) -> bool:
        return not self.peeks or all(
            found
            == (not text if expected is None else bool(text) and text[:1] in expected)
            for expected, found in self.peeks
        )

    def _read(self, node: Node) -> None:
        name = node.target.value if node.target else ""
        args = [self.value(arg) for arg in node.args]
        word, whole = node.name == "REGEX", node.name == "INT"
        draws: Any = self._word if word else self._integer if whole else self._decimal
        for _ in range(_TRIES):
            if name in self.overrides:
                known = {
                    each: values.get((), values) for each, values in self.known.items()
                }
                drawn: Any = self.overrides[name](self.rng, known)
            else:
                drawn = draws(node, *args)
            text = drawn if isinstance(drawn, bytes) else str(drawn).encode()
            value: Any = (
                text if word else int(text) if whole else Fraction(text.decode())
            )
            self._assign(node.target, value)
            inside = word or args[0] <= value <= args[1]
            if inside and (not text or self._agrees(text)) and self._fits(node):
                return self.emit(text) if text else None
        raise GrammarError(
            f"line {node.line}: no value drawn for '{name}' fulfils what follows it"
        )

    def _fits(self, node: Node) -> bool:
        """Return whether no condition on what was drawn is sure to fail; keep what UNIQUE forbids
        to draw again."""
        for test in self.form.tests.get(id(node), ()):
            if test.name == "UNIQUE":
                key = tuple(map(self.value, node.target.args if node.target else ()))
                row = tuple(self.known.get(arg.value, {}).get(key) for arg in test.args)
                seen = self.rows.setdefault((id(node), "seen"), set())
                if row in seen and None not in row:
                    return False
                seen.add(row)
            elif self._try(test) is False:
                return False
        return True

    def _try(self, node: Node) -> Any:
        """Return what an expression is, None if that is not known yet."""
        try:
            return self.value(node)
        except _UNDEFINED:
            return None

    def _narrow(self, node: Node, low: int, high: int) -> tuple[int, int]:
        """Return the values between which the tests can hold, if each does so from some value on or
        up to some value. For a string, these are its lengths."""
        word, target = node.name == "REGEX", node.target
        measured = Node("STRLEN", None, (target,)) if word and target else target

        def holds(value: int) -> bool:
            self._assign(target, range(value) if word else value)
            return self._try(test) is not False

        for test in self.form.tests.get(id(node), ()):
            if test.name == "==" and measured in test.args:
                exact = self._try(test.args[test.args[0] == measured])
                low, high = (
                    (low, high) if exact is None else (max(low, exact), min(high, exact))
                )
            elif test.name in ("<", "<=", ">", ">=", "||") and holds(low) != holds(high):
                good, bad = end, _ = (low, high) if holds(low) else (high, low)
                while abs(good - bad) > 1:
                    middle = (good + bad) // 2
                    good, bad = (middle, bad) if holds(middle) else (good, middle)
                low, high = sorted((end, good))
        if low > high:
            raise GrammarError(
                f"line {node.line}: no value is left that fulfils what follows it"
            )
        return low, high

    def _word(self, node: Node, pattern: bytes) -> bytes:
        low, high = self._narrow(node, 0, LONGEST)
        length = self._size(low, high if high < LONGEST else 100)
        least = len(draw_word(pattern, 0, self._row, self.rng))
        return draw_word(pattern, max(0, length - least), self._row, self.rng)

    def _decimal(self, node: Node, low: Any, high: Any, *decimals: int) -> str:
        digits = self.rng.between(*(decimals or (0, 6)))
        value = low + Fraction(high - low) * self.rng.below(10**6 + 1) / 10**6
        text = f"{float(value):.{digits}{'e' if node.option == 'SCIENTIFIC' else 'f'}}"
        text = re.sub(r"e([+-])0", r"e\1", text)
        return text.lstrip("-") if Fraction(text) == 0 else text

    def _integer(self, node: Node, low: int, high: int) -> int:
        sized = node.target is not None and node.target.value in self.form.sizes
        if self.left > 0 and (self.form.patterns.get(id(node)) or not sized):
            if id(node) not in self.rows:
                self.rows[id(node)] = iter(self._plan(node, low, high))
            for value in self.rows[id(node)]:
                return int(value)
        low, high = self._narrow(node, low, high)
        tree = (
            self._try(self.form.trees[node.target])
            if node.target in self.form.trees
            else None
        )
        if tree is not None and self.rng.below(2):
            # Near a tree, one edge more or less decides most questions about graphs.
            low, high = max(low, min(high, tree - 1)), min(high, max(low, tree + 2))
            return self.rng.between(low, high)
        return self._size(low, high) if sized else self._row(1, low, high)[0]

    def _size(self, low: int, high: int) -> int:
        kind, span = self.rng.below(4) if self.most is None else 1, high - low
        if self.full or kind > 1:
            return high
        # Without `most`, every order of magnitude is as likely.
        span = (
            min(span, self.most or 9)
            if kind
            else span >> self.rng.below(span.bit_length() or 1)
        )
        return self.rng.between(low, low + span)

    def _row(self, count: int, low: int, high: int) -> list[int]:
        """Draw a row of one family."""
        family = self.rng.choice(_FAMILIES)
        if family == "few":
            start = 0 if low < 0 < high else low
            return self.rng.many(
                count, start, min(high, start + self.rng.choice((1, 2, 4, 9)))
            )
        if count == 1 or family == "array.uniform":
            return self.rng.many(count, low, high)
        values = make(family, count, self.rng)
        step = (
            (high - low) // (max(values, default=1) - 1 or 1) if self.rng.below(2) else 1
        )
        return [low + (value - 1) * max(1, step) % (high - low + 1) for value in values]

    def _plan(self, node: Node, low: int, high: int) -> list[int]:
        """Draw the values that a command reads in the rest of its loop."""
        rng, count, pattern = self.rng, self.left, self.form.patterns.get(id(node), "")
        if id(node) in self.form.edges:
            return self._edges(node, *self.form.edges[id(node)], low, high)
        if pattern in ("+", "="):
            spare = (
                self._narrow(node, low, 10**18)[1]
                if pattern == "+"
                else self._missing(node)
            )
            spare -= low * count
            spare = (
                min(spare, self.most * count) if self.most and pattern == "+" else spare
            )
            one = [spare, *[0] * (count - 1)]
            even = [(spare + i) // count for i in range(count)]
            parts = rng.choice((rng.split(spare, count), one, one[::-1], even))
            parts = even if pattern == "=" and max(parts) > high - low else parts
            return [min(high, low + part) for part in parts]
        low, high = self._narrow(node, low, high)
        if pattern in ("u", "<", ">"):
            values = rng.sample(
                count, low, rng.choice((high, min(high, low + count + 1)))
            )
        else:
            values = self._row(count, low, high)
        return (
            values if pattern in ("u", "") else sorted(values, reverse=pattern[0] == ">")
        )

    def _missing(self, node: Node) -> int:
        """Return what the values of a row must add to a sum that is given."""
        self._assign(node.target, 0)
        found, wanted = next(
            test.args[0].args
            for test in self.form.tests[id(node)]
            if test.name == "last"
        )
        return abs(int(self.value(wanted) - self.value(found)))

    def _edges(
        self, node: Node, partner: Node, shape: list[str], low: int, high: int
    ) -> list[int]:
        n = self.left + 1 if shape[0] == "tree" else high - low + 1
        made = make(self.rng.choice(names("tree")), n, self.rng)
        plain = shape[0] == "graph" and (self.left < n - 1 or self.rng.below(2))
        if "connected" in shape or (shape[0] == "graph" and not plain):
            made = connected(n, self.left, self.rng, made)
        elif plain:
            made = graph(n, self.left, self.rng)
        edges = (relabel(made, self.rng) if self.rng.below(3) else made).edges
        rises, falls = self._allows(node, partner, low), self._allows(partner, node, low)
        pairs = [
            edge if rises == falls else sorted(edge, reverse=falls) for edge in edges
        ]
        self.rows[id(partner)] = iter([low + edge[1] for edge in pairs])
        return [low + edge[0] for edge in pairs]

    def _allows(self, less: Node, more: Node, low: int) -> bool:
        """Return whether an edge may have its ends in this order."""
        self._assign(less.target, low)
        self._assign(more.target, low + 1)
        tests = (test for node in (less, more) for test in self.form.tests[id(node)])
        return all(
            self._try(test) is not False for test in tests if test.name != "UNIQUE"
        )
