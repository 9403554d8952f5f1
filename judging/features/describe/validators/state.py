"""The state of a run of a validator whose input is not known."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from judging.features.describe.validators.pieces import (
    Cell,
    Constant,
    Gap,
    Line,
    Loop,
    Piece,
)
from judging.features.describe.validators.program import Function, Program
from judging.features.describe.validators.searches import Searches
from judging.features.describe.validators.terms import Symbol, Term, number
from judging.features.describe.validators.truths import (
    NOT_UNDERSTOOD,
    Both,
    Claim,
    Comparison,
    Truth,
    either,
    opposite,
    symbols,
)
from judging.features.describe.validators.values import (
    Abstract,
    Added,
    Lines,
    Path,
    Store,
)
from judging.values import Value

# A program is run at most so far: functions inside functions, and statements in all.
MOST_STATEMENTS = 20_000
MOST_CALLS = 12
MOST_OWN_CALLS = 3  # of a function by itself, which often does so twice


class Returned(Value):
    value: Abstract


class Ended(Value):
    """How a block ended before its last statement: `fail`, `accept`, `break`, `continue`."""

    how: str


class Guard(Value):
    """A condition under which statements run. cells, lines: how many were read before."""

    condition: Truth
    cells: int
    lines: int


class Fact(Value):
    """A condition that a validator demands. loops: those that it stands in."""

    truth: Truth
    line: int
    loops: tuple[Loop, ...]


class Unclear(Exception):
    """What is read from here on depends on something that is not understood."""

    def __init__(self, line: int, said: str) -> None:
        super().__init__(said)
        self.line = line
        self.said = said


@dataclass(eq=False, slots=True)
class Frame:
    """The variables of one call. outer: those that it sees too."""

    variables: dict[str, Abstract] = field(default_factory=dict)
    outer: Frame | None = None


@dataclass(eq=False, slots=True)
class State:
    """Where a run stands, and what it has found.

    arguments: what the validator is called with.
    demanded_at: the line of the call of a function that only demands something; 0
        outside of such.
    calls: how deep the calls of functions are. running: those functions.
    blocks: the lists that pieces are added to, the innermost last.
    open: the names without a bound, each with `low` or `high`.
    made: how many ids there are.
    is_clear: whether the order of what is read is known.
    skips_space: whether white space is skipped before what is read.
    arranged: the ids of the cells whose rows the program has sorted.
    kept: for each call, what holds unless it has returned false.
    cut: the functions that were not followed any deeper.
    followed: the ids of the statements that were run or understood as a whole.
    """

    program: Program
    arguments: tuple[str, ...]
    frame: Frame = field(default_factory=Frame)
    calls: int = 0
    demanded_at: int = 0
    running: list[Function] = field(default_factory=list)
    blocks: list[list[Piece]] = field(default_factory=lambda: [[]])
    loops: list[Loop] = field(default_factory=list)
    guards: list[Guard] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    open: dict[tuple[str, str], None] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    lines: dict[str, Line] = field(default_factory=dict)
    loops_by_index: dict[str, Loop] = field(default_factory=dict)
    files: dict[str, Lines] = field(default_factory=dict)
    stores: dict[str, Store] = field(default_factory=dict)
    statements: int = 0
    made: int = 0
    is_clear: bool = True
    skips_space: bool = False
    arranged: set[str] = field(default_factory=set)
    searches: Searches = field(default_factory=Searches)
    kept: list[list[Truth]] = field(default_factory=lambda: [[]])
    cut: list[Function] = field(default_factory=list)
    followed: set[int] = field(default_factory=set)

    # ---- arguments

    def argument(self, before: str) -> str | None:
        """Return what follows `before` in the first argument that starts with it."""
        for argument in self.arguments:
            if argument.startswith(before):
                return argument.removeprefix(before)
        return None

    def option(self, name: str) -> str | None:
        """Return the value of `--name value`, `-name value` and `-name=value`."""
        for place, argument in enumerate(self.arguments):
            if not argument.startswith("-"):
                continue
            key, equals, value = argument.lstrip("-").partition("=")
            if key == name and equals:
                return value
            if key == name and place + 1 < len(self.arguments):
                return self.arguments[place + 1]
        return None

    # ---- variables

    def get(self, name: str) -> Abstract:
        frame = self._frame_of(name)
        return Path(name) if frame is None else frame.variables[name]

    def has(self, name: str) -> bool:
        return self._frame_of(name) is not None

    def set(self, name: str, value: Abstract) -> None:
        frame = self._frame_of(name) or self.frame
        frame.variables[name] = value

    def _frame_of(self, name: str) -> Frame | None:
        frame: Frame | None = self.frame
        while frame is not None:
            if name in frame.variables:
                return frame
            frame = frame.outer
        return None

    def fresh(self, kind: str) -> str:
        self.made += 1
        return f"{kind}{self.made}"

    # ---- reading

    @property
    def block(self) -> list[Piece]:
        return self.blocks[-1]

    @contextmanager
    def capture(self) -> Iterator[list[Piece]]:
        """Collect what is read inside."""
        pieces: list[Piece] = []
        self.blocks.append(pieces)
        try:
            yield pieces
        finally:
            self.blocks.pop()

    def new_cell(self, kind: str, line: int, name: str = "") -> Cell:
        """Return a cell for what is read now; it is not in the block yet."""
        number_of_cell = len(self.cells)
        cell = Cell(f"{number_of_cell:04}", number_of_cell, line, tuple(self.loops))
        cell.kind = kind
        cell.name = name
        self.cells.append(cell)
        return cell

    def read(self, kind: str, line: int, name: str = "") -> Cell:
        cell = self.new_cell(kind, line, name)
        self.block.append(cell)
        return cell

    def gap(self, text: str) -> None:
        self.block.append(Gap(text))

    def is_gap(self, text: str) -> None:
        """Take over what separates the value that was read last from the next one. A gap
        that is there already is a guess."""
        if self.block and isinstance(self.block[-1], Gap):
            self.block.pop()
        self.gap(text)

    def constant(self, text: str, line: int) -> None:
        self.block.append(Constant(text, line))

    def read_line(self, line: int) -> Line:
        found = Line(self.fresh("line"), line, tuple(self.loops))
        self.lines[found.id] = found
        self.block.append(found)
        return found

    def continue_line(self, line: Line) -> Line:
        """Return a new part of a line, for one way in which it may go on."""
        found = self.read_line(line.line)
        found.begin = line
        found.kind = line.kind
        line.parts.append(found)
        return found

    def read_lines(self, line: int, ending: bool, extra: int = 0) -> Lines:
        """Return all lines that are left. They are read when the program looks at them."""
        found = Lines(self.fresh("lines"), line, ending, extra)
        self.files[found.id] = found
        return found

    def cell(self, symbol: Symbol) -> Cell:
        return self.cells[int(symbol.of)]

    # ---- stores

    def open_list(self, name: str) -> Store:
        """Make a list or set whose items are known one that the program may change."""
        items = self.get(name).items
        found = self.store(*items)
        found.added = [Added(item, None, None) for item in items]
        self.set(name, found)
        return found

    def store(self, *keys: Abstract) -> Store:
        found = Store(self.fresh("store"), keys=list(keys))
        self.stores[found.id] = found
        return found

    @property
    def is_lenient(self) -> bool:
        """Whether words are read from lines of which nothing is known."""
        return self.skips_space or any(line.is_input for line in self.lines.values())

    # ---- conditions

    def guard(self, condition: Truth) -> None:
        """Note that what follows runs only if a condition holds."""
        self.guards.append(Guard(condition, len(self.cells), len(self.lines)))

    def require(self, truth: Truth, line: int) -> None:
        """Note that inputs are valid only if a condition holds here."""
        line = self.demanded_at or line
        for guard in self.guards:
            if not self._is_read_behind(truth, guard):
                truth = either(opposite(guard.condition), truth)
        if truth is True:
            return
        if truth is False:
            # It never holds: so it is not what it looks like.
            truth = NOT_UNDERSTOOD
        for part in truth.parts if isinstance(truth, Both) else (truth,):
            if not self._settled(part):
                self.facts.append(Fact(part, line, tuple(self.loops)))

    def _is_read_behind(self, truth: Truth, guard: Guard) -> bool:
        """Return whether a condition is about something that is read under the guard."""
        found = symbols(truth)
        numbers = [int(s.of) for s in found if s.kind == "cell"]
        if numbers and max(numbers) >= guard.cells:
            return True
        later = list(self.lines)[guard.lines :]
        return any(symbol.of in later for symbol in found if symbol.kind == "length")

    def _settled(self, truth: Truth) -> bool:
        """Take over at once what says how long a line or row is, or whether it is there."""
        if isinstance(truth, Claim) and truth.kind == "line":
            (found,) = truth.of
            return truth.holds or self._is_end(found)
        if not isinstance(truth, Comparison) or truth.operator != "==":
            return False
        for symbol in set(truth.term.symbols()):
            factor = truth.term.factor(symbol)
            if factor not in (1, -1):
                continue
            rest = truth.term.replaced({symbol: number(0)})
            value = rest if factor == -1 else -rest
            if symbol.of in self.files:
                return self._count_lines(self.files[symbol.of], value)
            line = self.lines.get(symbol.of)
            if line is None:
                continue
            if line.seen:
                return True  # it only says that nothing is left
            if symbol.kind == "letters" and value.constant in (0, -1):
                return self._is_end(line)
            if symbol.kind == "length" and line.kind and line.count is None:
                line.count = value
                return True
        return False

    def _count_lines(self, lines: Lines, count: Term) -> bool:
        if lines.count is not None:
            return lines.count == count
        lines.count = count
        if lines.loop is not None:
            lines.loop.count = count - number(lines.behind)
        return True

    def _is_end(self, line: Line) -> bool:
        """Take back a line that must be empty: it is the end of the input."""
        for block in self.blocks:
            if block and block[-1] is line:
                block.pop()
                return True
        return False

    def note(self, line: int, said: str) -> None:
        text = f"{self.program.name}:{line}: {said}"
        if text not in self.notes:
            self.notes.append(text)
