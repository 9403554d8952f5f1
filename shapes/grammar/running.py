"""Run the commands of a grammar and write an input; who runs it says what values are read."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Callable

from .demands import Format
from .memory import LoopState, Memory
from .parsing import GrammarError, Node

# How much one input may have: each text that is written counts 1, and 1 more for 16
# bytes, and so does each iteration of a loop. A graph of 200,000 edges fits.
ROOM = 2 * 10**6
_LITERALS = {"SPACE": b" ", "NEWLINE": b"\n", "EOF": b""}


class TooLargeError(GrammarError):
    """An input does not fit into its room."""


class Run:
    """One run through a grammar, which writes one input.

    room: how much the input may have, counted as in ROOM.
    """

    def __init__(self, form: Format, memory: Memory, room: int) -> None:
        self._form = form
        self._memory = memory
        self._text: list[bytes] = []
        self._whole_room = room
        self._room = room

    @property
    def cost(self) -> int:
        """How much of its room has been used so far."""
        return self._whole_room - self._room

    def whole(self) -> bytes:
        """Return the whole input. Raise one of UNDEFINED where a command fails."""
        self._run(self._form.body)
        self._emit(b"")
        return b"".join(self._text)

    def read(self, node: Node) -> None:
        """Choose the value of an INT, REGEX, FLOAT or FLOATP, and write it."""
        raise NotImplementedError

    def goes_on(self, node: Node, number: int) -> bool:
        """Return whether a WHILE or WHILEI runs its commands once more.

        number: how often it has run them.
        """
        return bool(self._memory.value(node.args[0]))

    def _run(self, block: tuple[Node, ...]) -> None:
        for node in block:
            _COMMANDS[node.name](self, node)

    def _literal(self, node: Node) -> None:
        self._emit(_LITERALS[node.name])

    def _string(self, node: Node) -> None:
        text = self._memory.value(node.args[0])
        if text:  # an empty one is no text, so MATCH and ISEOF go on waiting
            self._emit(text)

    def _assert(self, node: Node) -> None:
        if not self._memory.value(node.args[0]):
            raise GrammarError(f"line {node.line}: no value drawn satisfies the ASSERT")

    def _set(self, node: Node) -> None:
        for assignment in node.args:
            variable, value = assignment.args
            self._memory.assign(variable, self._memory.value(value))

    def _unset(self, node: Node) -> None:
        for variable in node.args:
            self._memory.known.pop(variable.value, None)

    def _if(self, node: Node) -> None:
        holds = self._memory.value(node.args[0])
        self._run(node.body if holds else node.otherwise)

    def _repeat(self, node: Node) -> None:
        """Run a REP or REPI."""
        count = max(self._memory.value(node.args[0]), 0)
        self._loop(node, count, lambda number: number < count)

    def _while(self, node: Node) -> None:
        """Run a WHILE or WHILEI."""
        self._loop(node, 0, lambda number: self.goes_on(node, number))

    def _loop(self, node: Node, count: int, goes_on: Callable[[int], bool]) -> None:
        """Run a loop. count: how many iterations it has, 0 if that is not known."""
        outer = self._memory.loop
        loop = LoopState(outer, count)
        self._memory.loop = loop
        number = 0
        while True:
            self._room -= 1
            # Every command that is left takes some room: what cannot become complete ends early.
            if self._room < (count - number) * len(node.body):
                raise TooLargeError("the input becomes too large")
            self._memory.assign(node.target, number)
            if not goes_on(number):
                break
            if number and node.separator:
                self._run((node.separator,))
            loop.left = count - number
            self._run(node.body)
            number += 1
        self._memory.loop = outer

    def _emit(self, text: bytes) -> None:
        """Write a text; b"" is the end of the input."""
        if not self._memory.allows(text):
            raise GrammarError("no text drawn fits MATCH or ISEOF")
        self._room -= 1 + len(text) // 16
        self._memory.peeks.clear()
        self._text.append(text)


def value_of(node: Node, text: bytes) -> Any:
    """Return the value of a text that a command reads."""
    if node.name == "REGEX":
        return text
    if node.name == "INT":
        return int(text)
    return Fraction(text.decode())


def _read(run: Run, node: Node) -> None:
    # Not Run.read in the table: who runs a grammar defines it.
    run.read(node)


_COMMANDS: dict[str, Callable[[Run, Node], None]] = {
    **dict.fromkeys(_LITERALS, Run._literal),
    "STRING": Run._string,
    "ASSERT": Run._assert,
    "SET": Run._set,
    "UNSET": Run._unset,
    "IF": Run._if,
    **dict.fromkeys(("REP", "REPI"), Run._repeat),
    **dict.fromkeys(("WHILE", "WHILEI"), Run._while),
    **dict.fromkeys(("REGEX", "INT", "FLOAT", "FLOATP"), _read),
}
