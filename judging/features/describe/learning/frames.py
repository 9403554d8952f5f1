"""Templates of inputs: lines and tokens without types; and what a text has at each place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

_INTEGER = re.compile("0|-?[1-9][0-9]{0,30}")


class MismatchError(ValueError):
    """A text does not fit a template."""


@dataclass(frozen=True)
class Count:
    """How often something is repeated: `times` * the product of values, plus `plus`."""

    names: tuple[str, ...]
    times: int = 1
    plus: int = 0

    def bound(self) -> str:
        """Return the count as a Bound."""
        factors = [*self.names]
        if self.times != 1 or not factors:
            factors.insert(0, str(self.times))
        text = " * ".join(factors)
        if not self.names:
            return str(self.times + self.plus)
        if self.plus:
            text += f" {'+' if self.plus > 0 else '-'} {abs(self.plus)}"
        return text

    def value(self, frame: Frame) -> int:
        """Return the count for values read before. Raise MismatchError."""
        product = self.times
        for name in self.names:
            product *= frame.integer(name)
        return product + self.plus


@dataclass(frozen=True)
class Cell:
    """One token."""

    name: str


@dataclass(frozen=True)
class Row:
    """As many tokens as the count says, of one kind."""

    count: Count
    cell: Cell


@dataclass(frozen=True)
class Line:
    """Tokens with one space between each two, and the end of the line."""

    items: tuple[Cell | Row, ...]


@dataclass(frozen=True)
class WholeLine:
    """A line of any text."""

    name: str


@dataclass(frozen=True)
class Kinds:
    """A line whose first token says how many follow."""

    name: str


@dataclass(frozen=True)
class Loop:
    """Elements several times.

    count: None for up to a line that ends them, or to the end of the input.
    marker: that line; "" for the end of the input.
    """

    name: str
    count: Count | None
    body: tuple[Element, ...]
    marker: str = ""


Element: TypeAlias = Line | WholeLine | Kinds | Loop
Template: TypeAlias = tuple[Element, ...]


@dataclass(eq=False)
class Frame:
    """What one iteration of a loop has; the outermost one is the whole input.

    loops: by the name of a loop or the cell of a row, the frames of its iterations.
    """

    parent: Frame | None = None
    values: dict[str, str] = field(default_factory=dict)
    loops: dict[str, list[Frame]] = field(default_factory=dict)

    def get(self, name: str) -> str | None:
        """Return a value of this iteration or of one around it."""
        frame: Frame | None = self
        while frame is not None:
            if name in frame.values:
                return frame.values[name]
            frame = frame.parent
        return None

    def integer(self, name: str) -> int:
        """Return an integer. Raise MismatchError if it is none."""
        found = self.get(name)
        if found is None or not is_integer(found):
            raise MismatchError(name)
        return int(found)

    def copy(self, parent: Frame | None = None) -> Frame:
        """Return a copy with copies of all frames in it."""
        made = Frame(parent, dict(self.values))
        for name, frames in self.loops.items():
            made.loops[name] = [frame.copy(made) for frame in frames]
        return made

    def inner(self) -> Iterator[Frame]:
        """Yield this frame and all frames in it, in the order of the text."""
        yield self
        for frames in self.loops.values():
            for frame in frames:
                yield from frame.inner()


def is_integer(text: str) -> bool:
    """Return whether a token is an integer as a strict validator reads it."""
    return _INTEGER.fullmatch(text) is not None


class Arities(dict[tuple[str, str], int]):
    """How many tokens follow each first token of a `Kinds`."""


def parse(template: Template, lines: list[str], arities: Arities) -> Frame:
    """Return what the lines of a text have. Raise MismatchError.

    arities: those that are not known yet are added.
    """
    frame = Frame()
    end = parse_part(template, frame, lines, 0, arities)
    if end != len(lines):
        raise MismatchError("lines are left")
    return frame


def parse_part(
    template: Template, frame: Frame, lines: list[str], place: int, arities: Arities
) -> int:
    """Add what a part of the lines has to a frame; return where the part ends."""
    for element in template:
        if isinstance(element, Loop):
            place = _parse_loop(element, frame, lines, place, arities)
            continue
        if place >= len(lines):
            raise MismatchError("a line is missing")
        if isinstance(element, WholeLine):
            frame.values[element.name] = lines[place]
        elif isinstance(element, Kinds):
            _parse_kind(element, frame, tokens_of(lines[place]), arities)
        else:
            _parse_line(element, frame, tokens_of(lines[place]))
        place += 1
    return place


def _parse_loop(
    loop: Loop, frame: Frame, lines: list[str], place: int, arities: Arities
) -> int:
    frames = frame.loops.setdefault(loop.name, [])
    times = len(lines) if loop.count is None else loop.count.value(frame)
    if times < 0:
        raise MismatchError("a negative count")
    if loop.count is not None and times > len(lines) - place:
        raise MismatchError("lines are missing")
    while len(frames) < times and (loop.count is not None or place < len(lines)):
        if loop.marker and lines[place] == loop.marker:
            break
        inner = Frame(frame)
        frames.append(inner)
        place = parse_part(loop.body, inner, lines, place, arities)
    if loop.marker:
        if lines[place : place + 1] != [loop.marker]:
            raise MismatchError("the line that ends a loop is missing")
        place += 1
    return place


def _parse_line(line: Line, frame: Frame, tokens: list[str]) -> None:
    place = 0
    for item in line.items:
        if isinstance(item, Cell):
            if place >= len(tokens):
                raise MismatchError("a token is missing")
            frame.values[item.name] = tokens[place]
            place += 1
            continue
        times = item.count.value(frame)
        if times < 0 or place + times > len(tokens):
            raise MismatchError("tokens are missing")
        cells = tokens[place : place + times]
        name = item.cell.name
        frame.loops[name] = [Frame(frame, {name: cell}) for cell in cells]
        place += times
    if place != len(tokens):
        raise MismatchError("tokens are left")


def _parse_kind(
    element: Kinds, frame: Frame, tokens: list[str], arities: Arities
) -> None:
    if not tokens:
        raise MismatchError("an empty line")
    kind = (element.name, tokens[0])
    if arities.setdefault(kind, len(tokens) - 1) != len(tokens) - 1:
        raise MismatchError("another number of tokens")
    frame.values[element.name] = tokens[0]
    for number, token in enumerate(tokens[1:]):
        frame.values[kind_cell(element.name, tokens[0], number)] = token


def kind_cell(name: str, kind: str, number: int) -> str:
    """Return the name of a token behind the first one of a `Kinds`."""
    return f"{name}.{kind}.{number}"


def tokens_of(line: str) -> list[str]:
    """Return the tokens of a line. Raise MismatchError if two spaces follow each other."""
    if not line:
        return []
    tokens = line.split(" ")
    if "" in tokens:
        raise MismatchError("an empty token")
    return tokens


def text_of(template: Template, frame: Frame, arities: Arities) -> str:
    """Return the text of a frame."""
    lines: list[str] = []
    _write(template, frame, arities, lines)
    return "".join(f"{line}\n" for line in lines)


def _write(template: Template, frame: Frame, arities: Arities, lines: list[str]) -> None:
    for element in template:
        if isinstance(element, Loop):
            for inner in frame.loops[element.name]:
                _write(element.body, inner, arities, lines)
            if element.marker:
                lines.append(element.marker)
        elif isinstance(element, WholeLine):
            lines.append(frame.values[element.name])
        elif isinstance(element, Kinds):
            kind = frame.values[element.name]
            tokens = [kind]
            for number in range(arities[element.name, kind]):
                tokens.append(frame.values[kind_cell(element.name, kind, number)])
            lines.append(" ".join(tokens))
        else:
            lines.append(" ".join(_tokens(element, frame)))


def _tokens(line: Line, frame: Frame) -> Iterator[str]:
    for item in line.items:
        if isinstance(item, Cell):
            yield frame.values[item.name]
        else:
            for inner in frame.loops[item.cell.name]:
                yield inner.values[item.cell.name]
