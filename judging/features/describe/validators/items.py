"""The parts of values that are not known: words of lines, items of rows, letters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from judging.features.describe.validators.pieces import Cell, Line
from judging.features.describe.validators.state import State
from judging.features.describe.validators.terms import Symbol, Term, number, of_symbol
from judging.features.describe.validators.values import (
    UNKNOWN,
    Abstract,
    Keyed,
    Lines,
    LineText,
    Numbered,
    Ranged,
    Read,
    Rest,
    Several,
    Shifted,
    Store,
    Unordered,
    Words,
    Zipped,
)

_FEW = 8
_MOST_FIRST = 1000  # words or lines that are known one by one


def letters_of(value: LineText | Read) -> Term:
    """Return how many letters a line or word has."""
    if isinstance(value, Read):
        return of_symbol(Symbol("letters", value.cell.id))
    letters = of_symbol(Symbol("letters", value.of.id))
    return letters + number(1) if value.ending else letters


def whole_of(state: State, line: Line) -> Cell:
    """Return the value of a line that is one word or number."""
    if line.whole is None:
        line.whole = state.new_cell("word", line.line)
        line.whole.loops = line.loops
    return line.whole


def element(state: State, of: Abstract, index: Abstract) -> Abstract:
    """Return an item of a row, the letter of a word. index: None for any of them."""
    item_of = _ITEMS.get(type(of))
    return UNKNOWN if item_of is None else item_of(state, of, index)


def _item_of_shifted(state: State, of: Shifted, index: Abstract) -> Abstract:
    place = index if isinstance(index, Term) else _any_place()
    return element(state, of.of, place + number(of.by))


def _letter_of(state: State, of: LineText | Read, index: Abstract) -> Abstract:
    key = of.of.id if isinstance(of, LineText) else of.cell.id
    is_any = index is None or _is_counted(index)
    if not is_any and not isinstance(index, Term):
        return UNKNOWN
    return of_symbol(Symbol("letter", key, None if is_any else index))


def _item_of_numbered(state: State, of: Numbered, index: Abstract) -> Abstract:
    return Several((_any_place(), element(state, of.of, None)))


def _item_of_zipped(state: State, of: Zipped, index: Abstract) -> Abstract:
    place = _any_place()
    return Several(tuple(element(state, part, place) for part in of.of))


def _value_for(state: State, of: Keyed, index: Abstract) -> Abstract:
    found = of.get(index)
    return UNKNOWN if found is None else found


def _end_of_pair(state: State, of: Unordered, index: Abstract) -> Abstract:
    return of if isinstance(index, Term) else UNKNOWN


def _number_in(state: State, of: Ranged, index: Abstract) -> Abstract:
    return _any_place()


def _line_at(state: State, of: Lines, index: Abstract) -> Abstract:
    """Return a line of all lines. One that was not looked at before is the next one."""
    if index is None:
        return LineText(Line("any line", of.line, ()), of.ending)
    if not isinstance(index, Term):
        return UNKNOWN
    place = index.constant
    if place is not None and place < 0:
        return "" if place == -1 and of.extra else UNKNOWN
    if of.extra and of.count is not None and index == of.count:
        return ""
    if place is None:
        return next_line(state, of, index.key)
    if place > _MOST_FIRST:
        return UNKNOWN
    for earlier in range(place):
        next_line(state, of, number(earlier).key)
    return next_line(state, of, index.key)


def next_line(state: State, of: Lines, key: str) -> LineText:
    if key not in of.seen:
        of.seen[key] = LineText(state.read_line(of.line), of.ending)
    return of.seen[key]


def _item_of_known(state: State, of: Several | str, index: Abstract) -> Abstract:
    items = of.items if isinstance(of, Several) else tuple(map(_code, of))
    if index is None:
        return _common(items)
    constant = index.constant if isinstance(index, Term) else None
    if constant is not None and -len(items) <= constant < len(items):
        return items[constant]
    return UNKNOWN


def _code(letter: str) -> Term:
    return number(ord(letter))


def _is_counted(index: Abstract) -> bool:
    """Return whether an index runs over places, and is no single one."""
    if not isinstance(index, Term):
        return False
    return any(symbol.kind == "index" for symbol in index.symbols())


def _any_place() -> Term:
    return of_symbol(Symbol("index", "any"))


def _common(items: tuple[Abstract, ...]) -> Abstract:
    return UNKNOWN if not items or any(item != items[0] for item in items) else items[0]


def word_at(state: State, of: Words, index: Abstract) -> Abstract:
    """Return a word of a line: one at the begin, or any of the rest."""
    line = of.of
    line.kind = line.kind or of.kind
    if not isinstance(index, Term):
        return _any_word(state, of)
    if index.constant is None:
        if line.is_input and not of.is_part:
            return next_word(state, of, index.key)
    elif index.constant >= 0:
        place = index.constant + of.skipped
        if place < 0 and line.begin is not None:
            return _as_kind(line.begin.first[place], of.kind)
        if place >= len(line.first) and line.parts:
            return UNKNOWN  # it depends on the words before it what stands there
        _fill_begin(state, of, place)
        if place < len(line.first):
            return _as_kind(line.first[place], of.kind)
    return shifted(state, _any_word(state, of), index + number(of.skipped))


def _fill_begin(state: State, of: Words, place: int) -> None:
    """Take the words of a line up to a place as single ones, if they can be that: of a row
    that is not counted yet, the first ones may say how many follow."""
    line = of.of
    total = line.count.constant if line.count is not None else None
    is_short = total is not None and place < total <= _FEW
    if (line.rest is not None and line.count is not None and not is_short) or (
        place > _MOST_FIRST
    ):
        return
    while len(line.first) <= place:
        cell = state.new_cell(of.kind, line.line)
        cell.loops = line.loops
        line.first.append(cell)


def _any_word(state: State, of: Words) -> Abstract:
    """Return any word behind the first ones."""
    line = of.of
    line.is_sliced = line.is_sliced or of.skipped > 0
    if line.rest is None:
        line.rest = state.new_cell(of.kind, line.line)
        line.rest.loops = line.loops
    return _as_kind(line.rest, of.kind)


def next_word(state: State, of: Words, key: str) -> Abstract:
    """Return a word of the whole input, which is read when the program looks at it."""
    line = of.of
    if key not in line.seen:
        line.seen[key] = state.read(of.kind, line.line)
        state.gap("\n")
    return _as_kind(line.seen[key], of.kind)


def _as_kind(cell: Cell, kind: str) -> Abstract:
    if kind != "word":
        cell.kind = kind
    return cell.term if cell.kind == "integer" else Read(cell)


def _item_of_store(state: State, of: Store, index: Abstract) -> Abstract:
    if not of.added or any(added.value != of.added[0].value for added in of.added[1:]):
        return UNKNOWN
    added = of.added[0]
    if added.index is None and _is_known(added.value) and _is_counted(index):
        return UNKNOWN  # what was put to one place says nothing about others
    if index is None or added.index is None:
        return added.value
    if not isinstance(index, Term):
        return UNKNOWN
    first = added.first if added.first is not None else number(0)
    place = index - first
    if place.symbol == added.index and any(
        loop.index == added.index for loop in state.loops
    ):
        return added.value
    return shifted(state, added.value, place, added.index)


def _is_known(value: Abstract) -> bool:
    if isinstance(value, Term):
        return value.constant is not None
    return isinstance(value, (bool, float, str))


def shifted(
    state: State, value: Abstract, place: Term, index: Symbol | None = None
) -> Abstract:
    """Return a value of one iteration as that of another one."""
    if isinstance(value, Read):
        return Read(value.cell, place)
    if isinstance(value, Several):
        return Several(tuple(shifted(state, item, place, index) for item in value.items))
    if not isinstance(value, Term):
        return value
    changed = {}
    for symbol in value.symbols():
        if symbol.kind == "index" and symbol == index:
            changed[symbol] = place
        if symbol.kind != "cell" or symbol.at is not None:
            continue
        loops = state.cell(symbol).loops
        is_item = any(loop.index == index for loop in loops)
        if index is None or is_item or _is_of_row(state, state.cell(symbol)):
            changed[symbol] = of_symbol(Symbol("cell", symbol.of, place))
    return value.replaced(changed)


def _is_of_row(state: State, cell: Cell) -> bool:
    """Return whether a value is one of a row that is read as a whole, or was in a loop
    that has ended."""
    if any(line.rest is cell for line in state.lines.values()):
        return True
    return list(cell.loops) != state.loops[: len(cell.loops)]


def length_of(state: State, value: Abstract) -> Abstract:
    """Return how many letters, words or items a value has."""
    if isinstance(value, (LineText, Read)):
        return letters_of(value)
    if isinstance(value, str):
        return number(len(value))
    if isinstance(value, Rest):
        return number(0)
    if isinstance(value, Lines):
        return of_symbol(Symbol("length", value.id)) + number(value.extra)
    if isinstance(value, Words):
        value.of.kind = value.of.kind or value.kind
        return of_symbol(Symbol("length", value.of.id)) - number(value.skipped)
    if isinstance(value, Several):
        return number(len(value.items))
    if isinstance(value, Store):
        if value.keys:
            return of_symbol(Symbol("size", value.id))
        if value.count is not None:
            return value.count
        return _count_of(state, value)
    return UNKNOWN


def _count_of(state: State, store: Store) -> Abstract:
    """Return how many items the loops put into a store that they fill."""
    if len(store.added) != 1 or store.added[0].index is None:
        return UNKNOWN
    return store.count if store.count is not None else UNKNOWN


_ITEMS: dict[type, Callable[[State, Any, Abstract], Abstract]] = {
    Several: _item_of_known,
    str: _item_of_known,
    Words: word_at,
    Store: _item_of_store,
    Shifted: _item_of_shifted,
    LineText: _letter_of,
    Read: _letter_of,
    Numbered: _item_of_numbered,
    Zipped: _item_of_zipped,
    Lines: _line_at,
    Keyed: _value_for,
    Unordered: _end_of_pair,
    Ranged: _number_in,
}
