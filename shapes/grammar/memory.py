"""What is known while an input is drawn: the values of variables, and the loop that runs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Iterator

from ..rng import RandomSource
from .ends import ends
from .parsing import Node, apply

# What evaluating an expression raises if a variable is not known, or holds a value of
# another type. GrammarError is a ValueError, and so among them.
UNDEFINED = (LookupError, TypeError, ValueError, ArithmeticError)


@dataclass(frozen=True)
class Peek:
    """A MATCH or ISEOF that was answered before the next text is drawn, which must fit
    the answer.

    characters: what MATCH asked for; None for ISEOF.
    """

    characters: Any
    answer: bool

    def allows(self, text: bytes) -> bool:
        """Return whether the next text may be this one; b"" is the end of the input."""
        if self.characters is None:
            found = not text
        else:
            found = bool(text) and text[:1] in self.characters
        return found == self.answer


@dataclass
class LoopState:
    """What a loop remembers from one iteration to the next.

    outer: the loop around it; None outside of loops.
    count: how many iterations it has; 0 where that is not known.
    left: how many iterations are still to come, this one included; not positive where
    that is not known: 0 outside of loops, and 0, -1, -2, ... in a WHILE.
    planned: by the id of a command, the values that it reads in the rest of the loop.
    seen: by the id of a command, the values that UNIQUE forbids to draw again.
    letters: by the id of a command, by how many iterations are still to come, the letters that
    come in that word and in no other one.
    """

    outer: LoopState | None = None
    count: int = 0
    left: int = 0
    planned: dict[int, Iterator[int]] = field(default_factory=dict)
    seen: dict[int, set[tuple[Any, ...]]] = field(default_factory=dict)
    letters: dict[int, dict[int, bytes]] = field(default_factory=dict)

    def is_last(self, depth: int) -> bool:
        """Return whether this loop and those around it, `depth` in all, may be in their
        last iteration."""
        loop: LoopState | None = self
        for _ in range(depth):
            if loop is None or loop.left > 1:
                return False
            loop = loop.outer
        return True

    def runs_to_come(self, depth: int) -> int:
        """Return how often the loop is run again before `depth` loops, it and those around
        it, have ended. This is a guess: that each has as many iterations again."""
        runs = 0
        runs_per_iteration = 1
        loop = self.outer
        for _ in range(depth - 1):
            if loop is None:
                break
            runs += max(0, loop.left - 1) * runs_per_iteration
            runs_per_iteration *= max(1, loop.count)
            loop = loop.outer
        return runs


@dataclass
class Memory:
    """The values of variables, by name and index.

    loop: the state of the innermost loop. peeks: the answers that the next text must fit.
    """

    rng: RandomSource
    known: dict[str, dict[tuple[Any, ...], Any]] = field(default_factory=dict)
    loop: LoopState = field(default_factory=LoopState)
    peeks: list[Peek] = field(default_factory=list)

    def assign(self, variable: Node | None, value: Any) -> None:
        """Set a variable. No variable: do nothing."""
        if variable is not None:
            self.known.setdefault(variable.value, {})[self.index(variable)] = value

    def index(self, variable: Node) -> tuple[Any, ...]:
        """Return the values of the expressions in a variable's brackets."""
        if not variable.args:
            return ()
        return tuple(map(self.value, variable.args))

    def values(self, name: str) -> dict[tuple[Any, ...], Any]:
        """Return all values of an array, by index."""
        return self.known.get(name, {})

    def value(self, node: Node) -> Any:
        """Return what an expression is; for MATCH and ISEOF, one that the next text must fit.

        Raise one of UNDEFINED if it is not known.
        """
        name = node.name
        args = node.args
        # Constants and variables first: every expression is made of them.
        if name == "constant":
            return node.value
        if name == "variable":
            return self.known[node.value][self.index(node)]
        if name in ("&&", "||"):
            left = self.value(args[0])
            is_decided = bool(left) if name == "||" else not left
            return left if is_decided else self.value(args[1])
        if name in ("MATCH", "ISEOF"):
            return self._peek(node)
        if name == "UNIQUE":
            rows = [*zip(*(self.values(arg.value).values() for arg in args))]
            return len(set(rows)) == len(rows)
        if name == "INARRAY":
            return self.value(args[0]) in self.values(args[1].value).values()
        if name == "last":
            # A condition on the last value of loops; before that, nothing is demanded.
            return not self.loop.is_last(node.value) or self.value(args[0])
        values = [self.value(arg) for arg in args]
        if name in ("least", "greatest"):
            least, greatest = ends(node.value, *values)
            return least if name == "least" else greatest
        return _operation(name, values)

    def attempt(self, node: Node) -> Any:
        """Return what an expression is, None if that is not known yet."""
        try:
            return self.value(node)
        except UNDEFINED:
            return None

    def allows(self, text: bytes) -> bool:
        """Return whether the next text may be this one, by what MATCH and ISEOF were
        answered."""
        return all(peek.allows(text) for peek in self.peeks)

    def _peek(self, node: Node) -> bool:
        characters = self.value(node.args[0]) if node.args else None
        peek = Peek(characters, self.rng.below(2) == 0)
        self.peeks.append(peek)
        return peek.answer


def _operation(name: str, values: list[Any]) -> Any:
    if len(values) > 1:
        return apply(name, *values)
    [value] = values
    if name == "STRLEN":
        return len(value)
    return not value if name == "!" else -value
