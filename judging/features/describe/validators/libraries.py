"""The functions by which validators read, library by library."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Protocol

from judging.features.describe.tree import Kind
from judging.features.describe.validators.comparing import compare, truth_of
from judging.features.describe.validators.items import element
from judging.features.describe.validators.pieces import Cell, Loop
from judging.features.describe.validators.program import (
    Call,
    Expression,
)
from judging.features.describe.validators.state import State
from judging.features.describe.validators.terms import Symbol, Term, number
from judging.features.describe.validators.truths import NOT_UNDERSTOOD, Claim, Truth
from judging.features.describe.validators.values import (
    UNKNOWN,
    Abstract,
    Added,
    Extreme,
    LineText,
    Path,
    Pattern,
    Read,
    Rest,
    Several,
    Store,
    Written,
)
from judging.values import Value


class Reader(Protocol):
    """What a library needs of the run that calls it."""

    state: State

    def evaluate(self, node: Expression | None) -> Abstract: ...

    def assign(self, target: Expression, value: Abstract, line: int) -> None: ...


class Arguments(Value):
    """The values of a call, in order, and its line."""

    values: tuple[Abstract, ...]
    named: tuple[tuple[str, Abstract], ...]
    line: int

    def at(self, place: int) -> Abstract:
        return self.values[place] if place < len(self.values) else None

    def numbers(self) -> list[Abstract]:
        """Return the arguments that are no texts."""
        return [value for value in self.values if not isinstance(value, (str, Written))]

    def text(self) -> str:
        """Return the first text: the name of what is read."""
        for value in self.values:
            if isinstance(value, str):
                return value
            if isinstance(value, Written):
                return value.known  # `"a_" + to_string(i)`
        return ""


Function = Callable[[State, Arguments], Abstract]
Setter = Callable[[Reader, Call], Abstract]
_CHECKS = {
    *("ensure", "ensuref", "ensure_ext", "check", "require", "judgeAssert"),
    *("group", "getGroup", "testset", "getTestset", "opt"),
    *("registerValidation", "setTestCase", "setTestCaseIndex", "areDistinct", "init"),
    *("readEof", "eof", "Eof", "end", "Arg", "AssertUnique"),
}


class Library:
    """The functions of one library by name. A function that it lacks is read as None.

    setters: those that assign what they read to their arguments.
    """

    def __init__(
        self,
        functions: Mapping[str, Function],
        setters: Mapping[str, Setter] = MappingProxyType({}),
    ) -> None:
        self._functions = functions
        self._setters = setters

    @property
    def names(self) -> frozenset[str]:
        """The functions that read: all but those that check conditions."""
        return frozenset((*self._functions, *self._setters)) - _CHECKS

    def call(self, run: Reader, name: str, node: Call) -> Abstract | None:
        """Return the value of a call; None if the function is none of the library's."""
        name = name.rpartition("::")[2]
        if name in self._setters:
            return self._setters[name](run, node)
        function = self._functions.get(name)
        if function is None:
            return None
        values = tuple(run.evaluate(arg) for arg in node.args)
        named = tuple((key, run.evaluate(value)) for key, value in node.named)
        return function(run.state, Arguments(values, named, node.line))


# ---- what is read


def limit(state: State, cell: Cell, low: Abstract, high: Abstract, line: int) -> None:
    """Set the bounds of an integer. What is no plain bound becomes a condition."""
    low, high = _whole(low), _whole(high)
    if isinstance(low, Term):
        cell.low = low
    elif low is not None and not _is_argument(low):
        _demand(state, compare(state, ">=", cell.term, low), line)
    if isinstance(high, Term):
        cell.high = high
    elif high is not None and not _is_argument(high):
        _demand(state, compare(state, "<=", cell.term, high), line)


def _is_argument(value: Abstract) -> bool:
    """Return whether a value is an argument of the validator that is not known."""
    return isinstance(value, Path) and value.name.startswith("argument ")


def _demand(state: State, truth: Truth, line: int) -> None:
    guards = state.guards
    state.guards = []
    state.require(truth, line)
    state.guards = guards


def _whole(value: Abstract) -> Abstract:
    if isinstance(value, float) and abs(value) < 1e18:
        return number(int(value))
    return value


def integer(
    state: State, low: Abstract, high: Abstract, name: str, line: int
) -> Abstract:
    cell = state.read("integer", line, name)
    limit(state, cell, low, high, line)
    return cell.term


def row(
    state: State,
    kind: str,
    count: Abstract,
    name: str,
    line: int,
    separator: str = " ",
) -> tuple[Cell, Store]:
    """Read values of one kind in a row."""
    loop = Loop(Symbol("index", state.fresh("row")), None, line)
    loop.separator = separator
    if isinstance(_whole(count), Term):
        loop.count = _whole(count)
    state.loops.append(loop)
    cell = state.new_cell(kind, line, name)
    state.loops.pop()
    loop.body.append(cell)
    state.block.append(loop)
    store = state.store()
    value = cell.term if kind == "integer" else Read(cell)
    store.added.append(Added(value, number(0), loop.index))
    store.count = loop.count
    store.name = name
    return cell, store


def word(state: State, pattern: str | Written, name: str, line: int) -> Abstract:
    cell = state.read("word", line, name)
    _set_pattern(state, cell, pattern)
    return Read(cell)


def _set_pattern(state: State, cell: Cell, pattern: str | Written) -> None:
    """Take over a pattern, in which lengths may be what was read: `[.#]{` m `}`."""
    if isinstance(pattern, str):
        cell.pattern = pattern
        return
    before, *inside, behind = pattern.parts
    ends = [part for part in inside if isinstance(part, Term)]
    between = [part for part in inside if not isinstance(part, Term)]
    is_plain = isinstance(before, str) and before.endswith("{") and behind == "}"
    if not is_plain or not ends or between not in ([], [","]):
        state.require(NOT_UNDERSTOOD, cell.line)
        return
    cell.pattern = before[:-1] + "*"
    cell.shortest = ends[0]
    cell.longest = ends[-1]


def real(
    state: State,
    low: Abstract,
    high: Abstract,
    decimals: tuple[int, int] | None,
    name: str,
    line: int,
) -> Abstract:
    cell = state.read("real", line, name)
    cell.real_low = decimal(low)
    cell.real_high = decimal(high)
    cell.decimals = decimals
    return Read(cell)


def decimal(value: Abstract) -> str:
    """Return a number as a decimal literal, or "" if it is not known."""
    if isinstance(value, Term):
        return "" if value.constant is None else str(value.constant)
    if isinstance(value, float):
        text = f"{value:f}".rstrip("0").rstrip(".")
        return text if text not in ("", "-") else "0"
    return ""


def _constant(value: Abstract) -> int | None:
    return value.constant if isinstance(value, Term) else None


def _space(state: State, args: Arguments) -> Abstract:
    state.gap(" ")
    return UNKNOWN


def _newline(state: State, args: Arguments) -> Abstract:
    state.gap("\n")
    return UNKNOWN


def _nothing(state: State, args: Arguments) -> Abstract:
    return UNKNOWN


def _require_first(state: State, args: Arguments) -> Abstract:
    if args.values:
        state.require(truth_of(args.values[0]), args.line)
    return UNKNOWN


# ---- testlib


def _testlib_integer(state: State, args: Arguments) -> Abstract:
    low, high = (*args.numbers(), None, None)[:2]
    return integer(state, low, high, args.text(), args.line)


def _testlib_integers(state: State, args: Arguments) -> Abstract:
    count, low, high = (*args.numbers(), None, None, None)[:3]
    cell, store = row(state, "integer", count, args.text(), args.line)
    limit(state, cell, low, high, args.line)
    return store


def _testlib_real(state: State, args: Arguments) -> Abstract:
    low, high = (*args.numbers(), None, None)[:2]
    return real(state, low, high, None, args.text(), args.line)


def _testlib_strict_real(state: State, args: Arguments) -> Abstract:
    low, high, fewest, most = (*args.numbers(), None, None, None, None)[:4]
    decimals = None
    if _constant(fewest) is not None and _constant(most) is not None:
        decimals = (_constant(fewest) or 0, _constant(most) or 0)
    return real(state, low, high, decimals, args.text(), args.line)


def _testlib_reals(state: State, args: Arguments) -> Abstract:
    count, low, high, fewest, most = (*args.numbers(), *[None] * 5)[:5]
    cell, store = row(state, "real", count, args.text(), args.line)
    cell.real_low = decimal(low)
    cell.real_high = decimal(high)
    if _constant(fewest) is not None and _constant(most) is not None:
        cell.decimals = (_constant(fewest) or 0, _constant(most) or 0)
    return store


def _testlib_word(state: State, args: Arguments) -> Abstract:
    pattern, name = _pattern_and_name(args)
    return word(state, pattern, name, args.line)


def _testlib_line(state: State, args: Arguments) -> Abstract:
    pattern, name = _pattern_and_name(args)
    found = word(state, pattern or "[ -~]*", name, args.line)
    state.gap("\n")
    return found


def _testlib_words(state: State, args: Arguments) -> Abstract:
    return _many_words(state, args, " ")


def _testlib_lines(state: State, args: Arguments) -> Abstract:
    found = _many_words(state, args, "\n")
    state.gap("\n")
    return found


def _many_words(state: State, args: Arguments, separator: str) -> Abstract:
    pattern, name = _pattern_and_name(args)
    cell, store = row(state, "word", args.at(0), name, args.line, separator)
    _set_pattern(state, cell, pattern)
    return store


def _pattern_and_name(args: Arguments) -> tuple[str | Written, str]:
    texts: list[str | Written] = []
    for value in args.values:
        if isinstance(value, Pattern):
            texts.append(value.text)
        elif isinstance(value, (str, Written)):
            texts.append(value)
    pattern, name = (*texts, "", "")[:2]
    return pattern, name if isinstance(name, str) else name.known


def _testlib_char(state: State, args: Arguments) -> Abstract:
    wanted = _constant(args.at(0))
    if wanted is None:
        return word(state, "[ -~]", "", args.line)
    text = chr(wanted)
    if text in " \n":
        state.gap(text)
    else:
        state.constant(text, args.line)
    return args.at(0)


def _testlib_group(state: State, args: Arguments) -> Abstract:
    return state.option("group") or ""


def _testlib_testset(state: State, args: Arguments) -> Abstract:
    return state.option("testset") or ""


def _testlib_option(state: State, args: Arguments) -> Abstract:
    """Return the value of `opt<int>("n", 5)`."""
    given = state.option(args.text())
    if given is not None:
        return _as_value(given)
    return args.values[1] if len(args.values) > 1 else UNKNOWN


TESTLIB = {
    **dict.fromkeys(("group", "getGroup"), _testlib_group),
    **dict.fromkeys(("testset", "getTestset"), _testlib_testset),
    "opt": _testlib_option,
    **dict.fromkeys(("readInt", "readInteger", "readLong"), _testlib_integer),
    **dict.fromkeys(("readUnsignedLong", "readUnsignedInt"), _testlib_integer),
    **dict.fromkeys(("readInts", "readIntegers", "readLongs"), _testlib_integers),
    **dict.fromkeys(("readUnsignedLongs",), _testlib_integers),
    **dict.fromkeys(("readReal", "readDouble"), _testlib_real),
    **dict.fromkeys(("readReals", "readDoubles"), _testlib_reals),
    **dict.fromkeys(("readStrictReal", "readStrictDouble"), _testlib_strict_real),
    **dict.fromkeys(("readStrictReals", "readStrictDoubles"), _testlib_reals),
    **dict.fromkeys(("readToken", "readWord"), _testlib_word),
    **dict.fromkeys(("readTokens", "readWords"), _testlib_words),
    **dict.fromkeys(("readLine", "readString"), _testlib_line),
    **dict.fromkeys(("readLines", "readStrings"), _testlib_lines),
    "readChar": _testlib_char,
    "readSpace": _space,
    "readEoln": _newline,
    "readEof": _nothing,
    "ensure": _require_first,
    "ensuref": _require_first,
    "ensure_ext": _require_first,
    **dict.fromkeys(
        ("registerValidation", "setTestCase", "setTestCaseIndex", "skipBlanks"),
        _nothing,
    ),
}


# ---- validation.h of BAPCtools

_TAGS = {
    "Unique": Kind.DISTINCT,
    "Increasing": Kind.SORTED,
    "Decreasing": Kind.FALLING,
    "StrictlyIncreasing": Kind.STRICTLY_SORTED,
    "StrictlyDecreasing": Kind.STRICTLY_FALLING,
}
_LINE_BREAK = "Newline"


def _tag(state: State, cell: Cell, args: Arguments) -> None:
    """Note what the tags of a read say of all values that are read under its name."""
    for value in args.values:
        for name in value.name.split("|") if isinstance(value, Path) else ():
            kind = _TAGS.get(name.strip().rpartition("::")[2])
            if kind is not None:
                truth = Claim("relation", (kind, (cell,)))
                _demand(state, truth, args.line)


def _separator(args: Arguments) -> str:
    names = [value.name for value in args.values if isinstance(value, Path)]
    is_line = any(name.rpartition("::")[2] == _LINE_BREAK for name in names)
    return "\n" if is_line else " "


def _bapc_integer(state: State, args: Arguments) -> Abstract:
    low, high = (*_plain(args.values[1:]), None, None)[:2]
    cell = state.read("integer", args.line, args.text())
    limit(state, cell, low, high, args.line)
    _tag(state, cell, args)
    return cell.term


def _bapc_integers(state: State, args: Arguments) -> Abstract:
    count, low, high = (*_plain(args.values[1:]), None, None, None)[:3]
    cell, store = row(state, "integer", count, args.text(), args.line, _separator(args))
    state.gap("\n")
    limit(state, cell, low, high, args.line)
    _tag(state, cell, args)
    return store


def _bapc_real(state: State, args: Arguments) -> Abstract:
    low, high = (*_plain(args.values[1:]), None, None)[:2]
    found = real(state, low, high, None, args.text(), args.line)
    _tag(state, found.cell, args)
    return found


def _bapc_reals(state: State, args: Arguments) -> Abstract:
    count, low, high = (*_plain(args.values[1:]), None, None, None)[:3]
    cell, store = row(state, "real", count, args.text(), args.line, _separator(args))
    state.gap("\n")
    cell.real_low = decimal(low)
    cell.real_high = decimal(high)
    _tag(state, cell, args)
    return store


def _bapc_word(state: State, args: Arguments) -> Abstract:
    shortest, longest = (*_plain(args.values[1:]), None, None)[:2]
    found = word(state, "", args.text(), args.line)
    _lengths(found.cell, shortest, longest, _letters(args))
    _tag(state, found.cell, args)
    return found


def _bapc_words(state: State, args: Arguments) -> Abstract:
    count, shortest, longest = (*_plain(args.values[1:]), None, None, None)[:3]
    cell, store = row(state, "word", count, args.text(), args.line, _separator(args))
    state.gap("\n")
    _lengths(cell, shortest, longest, _letters(args))
    _tag(state, cell, args)
    return store


def _plain(values: Iterable[Abstract]) -> list[Abstract]:
    """Return the values without texts, tags and separators."""
    return [value for value in values if not isinstance(value, (str, Written, Path))]


def _letters(args: Arguments) -> str:
    texts = [value for value in args.values[1:] if isinstance(value, str)]
    return texts[0] if texts else ""


def _lengths(cell: Cell, shortest: Abstract, longest: Abstract, letters: str) -> None:
    if isinstance(shortest, Term):
        cell.shortest = shortest
    if isinstance(longest, Term):
        cell.longest = longest
    if letters:
        cell.letters = frozenset(letters)


def _bapc_texts(state: State, args: Arguments) -> Abstract:
    """Read one of several texts."""
    found = args.at(0)
    cell = state.read("word", args.line)
    if isinstance(found, Several):
        texts = [text for text in found.items if isinstance(text, str)]
        cell.texts = tuple(texts)
    return Read(cell)


def _bapc_text(state: State, args: Arguments) -> Abstract:
    if isinstance(args.at(0), str):
        state.constant(args.at(0), args.line)
    return UNKNOWN


VALIDATION = {
    "read_integer": _bapc_integer,
    "read_integers": _bapc_integers,
    **dict.fromkeys(("read_float", "read_fixed"), _bapc_real),
    **dict.fromkeys(("read_floats",), _bapc_reals),
    "read_string": _bapc_word,
    "read_strings": _bapc_words,
    "test_strings": _bapc_texts,
    "test_string": _bapc_text,
    "space": _space,
    "newline": _newline,
    "eof": _nothing,
    "check": _require_first,
}


# ---- reading.h of `judge new`


def _own_integer(state: State, args: Arguments) -> Abstract:
    return integer(state, args.at(1), args.at(2), args.text(), args.line)


def _own_row(state: State, args: Arguments) -> Abstract:
    cell, store = row(state, "integer", args.at(0), args.text(), args.line)
    limit(state, cell, args.at(2), args.at(3), args.line)
    state.gap("\n")
    return store


READING = {
    "integer": _own_integer,
    "row": _own_row,
    "space": _space,
    "line_end": _newline,
    "end": _nothing,
    "require": _require_first,
}


# ---- validate.h of icpc-header: upper bounds are excluded


def below(value: Abstract) -> Abstract:
    if isinstance(value, Term):
        return value - number(1)
    if isinstance(value, Extreme):
        return Extreme(
            value.is_greatest, tuple(term - number(1) for term in value.terms)
        )
    return value


def _header_integer(state: State, args: Arguments) -> Abstract:
    name = _constraint(args)
    return integer(state, args.at(0), below(args.at(1)), name, args.line)


def _header_integers(state: State, args: Arguments) -> Abstract:
    separator = "\n" if Path("NEWLINE") in args.values else " "
    cell, store = row(
        state, "integer", args.at(2), _constraint(args), args.line, separator
    )
    limit(state, cell, args.at(0), below(args.at(1)), args.line)
    return store


def _header_word(state: State, args: Arguments) -> Abstract:
    pattern = args.at(0)
    found = word(state, "", _constraint(args), args.line)
    lengths = [value for value in args.values if isinstance(value, Term)]
    if isinstance(pattern, (Pattern, str)):
        found.cell.pattern = pattern.text if isinstance(pattern, Pattern) else pattern
    if len(lengths) > 1:
        _lengths(found.cell, lengths[0], below(lengths[1]), "")
    return found


def _constraint(args: Arguments) -> str:
    """Return the name in `constraint["n"]`, which is evaluated as its text."""
    return args.text()


def _distinct(state: State, args: Arguments) -> Abstract:
    value = element(state, args.at(0), None)
    return Claim("present", (state.store(value), value), False)


HEADER = {
    "integer": _header_integer,
    "integers": _header_integers,
    "string": _header_word,
    "space": _space,
    "newline": _newline,
    "eof": _nothing,
    "areDistinct": _distinct,
    "init": _nothing,
    "judgeAssert": _require_first,
}


# ---- validator.h of the Swedish olympiads


def _kodsport_integer(state: State, args: Arguments) -> Abstract:
    return integer(state, args.at(0), args.at(1), "", args.line)


def _kodsport_integers(state: State, args: Arguments) -> Abstract:
    cell, store = row(state, "integer", args.at(0), "", args.line)
    limit(state, cell, args.at(1), args.at(2), args.line)
    state.gap("\n")
    return store


def _kodsport_real(state: State, args: Arguments) -> Abstract:
    return real(state, args.at(0), args.at(1), None, "", args.line)


def _kodsport_reals(state: State, args: Arguments) -> Abstract:
    cell, store = row(state, "real", args.at(0), "", args.line)
    cell.real_low = decimal(args.at(1))
    cell.real_high = decimal(args.at(2))
    state.gap("\n")
    return store


def _kodsport_line(state: State, args: Arguments) -> Abstract:
    found = word(state, "[ -~]*", "", args.line)
    state.gap("\n")
    return found


def _kodsport_argument(state: State, args: Arguments) -> Abstract:
    """Return what the validator is called with, else the default."""
    given = state.argument(f"{args.text()}=")
    if given is None:
        if len(args.values) > 1:
            return args.values[1]
        state.note(args.line, f"the argument {args.text()} is not known")
        return Path(f"argument {args.text()}")
    return _as_value(given)


def _as_value(text: str) -> Abstract:
    """Return an argument as a whole number, if it is one."""
    try:
        return number(int(float(text)))
    except (ValueError, OverflowError):
        return text


def _demand_distinct(state: State, args: Arguments) -> Abstract:
    state.require(_distinct(state, args), args.line)
    return UNKNOWN


OLYMPIAD = {
    "Int": _kodsport_integer,
    "SpacedInts": _kodsport_integers,
    "Float": _kodsport_real,
    "SpacedFloats": _kodsport_reals,
    "Char": _testlib_char,
    "Line": _kodsport_line,
    "Space": _space,
    "Endl": _newline,
    "Eof": _nothing,
    "Arg": _kodsport_argument,
    "AssertUnique": _demand_distinct,
}


# ---- Python


def _python_line(state: State, args: Arguments) -> Abstract:
    return LineText(state.read_line(args.line), True)


def _python_input(state: State, args: Arguments) -> Abstract:
    return LineText(state.read_line(args.line), False)


def _python_rest(state: State, args: Arguments) -> Abstract:
    return Rest(args.line)


def _python_lines(state: State, args: Arguments) -> Abstract:
    return state.read_lines(args.line, ending=True)


PYTHON = {
    "readline": _python_line,
    "input": _python_input,
    "raw_input": _python_input,
    "read": _python_rest,
    "readlines": _python_lines,
}
