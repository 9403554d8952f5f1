"""The streams of C++: `cin >> n`, `scanf`, `getline`, single letters, and libraries by header."""

from __future__ import annotations

import re
from collections.abc import Iterable

from judging.features.describe.validators.items import element
from judging.features.describe.validators.libraries import (
    HEADER,
    OLYMPIAD,
    PYTHON,
    READING,
    TESTLIB,
    VALIDATION,
    Library,
    Reader,
    below,
    integer,
    real,
    word,
)
from judging.features.describe.validators.program import (
    Call,
    Expression,
    Item,
    Name,
    Operation,
)
from judging.features.describe.validators.terms import number
from judging.features.describe.validators.truths import Claim
from judging.features.describe.validators.values import (
    UNKNOWN,
    Abstract,
    LineText,
    NextLetter,
    Path,
    Stream,
    Words,
)

_FIELD = re.compile(r"%(\*?)\d*(?:hh|h|ll|l|L)?([a-zA-Z]|\[[^\[\]]*+\])")
_INTEGERS = "dixu"
_REALS = "feg"


def read_from(node: Operation, run: Reader) -> bool:
    """Read what `cin >> n >> m` reads. Return False if it is nothing of the kind."""
    source, *targets = _chain(node)
    if not isinstance(source, Name):
        return False
    if source.name in ("cin", "std::cin"):
        _read_stream(targets, run)
        return True
    if source.name == "testIn":
        _read_tokens(targets, run)
        return True
    stream = run.state.get(source.name)
    if not isinstance(stream, Stream):
        return False
    for target in targets:
        run.assign(target, _next_of(stream, target, run), target.line)
    return True


def _chain(node: Operation) -> list[Expression]:
    """Return the operands of `a >> b >> c`."""
    parts: list[Expression] = []
    inner: Expression = node
    while isinstance(inner, Operation) and inner.operator == ">>":
        parts.insert(0, inner.args[1])
        inner = inner.args[0]
    return [inner, *parts]


def _read_stream(targets: list[Expression], run: Reader) -> None:
    """Read what `cin >> n >> m` reads: by guess, one line."""
    state = run.state
    state.skips_space = True
    targets = [part for part in targets if part != Name("ws", getattr(part, "line", 0))]
    for place, target in enumerate(targets):
        if place:
            state.gap(" ")
        run.assign(
            target, _read_as(_kind_of(target, run), run, target.line), target.line
        )
    state.gap("\n")


def _kind_of(target: Expression, run: Reader) -> str:
    """Return what a variable may have: integer, real, word or letter."""
    before = run.evaluate(target)
    if isinstance(before, float):
        return "real"
    if before == Path("char"):
        return "letter"
    return "word" if isinstance(before, str) else "integer"


def _read_as(kind: str, run: Reader, line: int) -> Abstract:
    if kind == "real":
        return real(run.state, None, None, None, "", line)
    if kind == "integer":
        return integer(run.state, None, None, "", line)
    value = word(run.state, "", "", line)
    if kind == "letter":
        value.cell.shortest = value.cell.longest = number(1)
    return value


def _next_of(stream: Stream, target: Expression, run: Reader) -> Abstract:
    """Return the next word of a line that is read like a stream."""
    kind = _kind_of(target, run)
    if isinstance(stream.of, str):
        texts = stream.of.split()[stream.taken :]
        stream.taken += 1
        text = texts[0] if texts else ""
        if kind == "integer" and text.lstrip("-").isdigit():
            return number(int(text))
        return text
    words = Words(stream.of.of, "word" if kind == "letter" else kind)
    line = words.of
    line.kind = line.kind or "word"
    loops = run.state.loops[len(line.loops) :]
    if loops:
        count = loops[-1].count if len(loops) == 1 else None
        line.count = None if count is None else count + number(stream.taken)
        return element(run.state, words, None)
    value = element(run.state, words, number(stream.taken))
    stream.taken += 1
    line.count = number(stream.taken)
    return value


# ---- functions that assign to their arguments


def _scanf(run: Reader, node: Call) -> Abstract:
    """Read `scanf("%d %d", &n, &m)`; what is between is white space, by guess."""
    text = run.evaluate(node.args[0]) if node.args else None
    if not isinstance(text, str):
        return None
    state = run.state
    state.skips_space = True
    targets = list(node.args[1:])
    place = 0
    for found in _FIELD.finditer(text):
        between = text[place : found.start()]
        if place or between.strip():
            state.gap("\n" if "\n" in between else " ")
        place = found.end()
        value = _read_as(_kind_of_field(found[2]), run, node.line)
        if not found[1] and targets:
            run.assign(_cell_of(targets.pop(0)), value, node.line)
    state.gap("\n")
    return number(len(node.args) - 1)


def _kind_of_field(letter: str) -> str:
    if letter in _INTEGERS:
        return "integer"
    if letter in _REALS:
        return "real"
    return "letter" if letter == "c" else "word"


def _cell_of(target: Expression) -> Expression:
    """Return `a[i]` for `a + i`."""
    if isinstance(target, Operation) and target.operator == "+":
        return Item(target.args[0], target.args[1], target.line)
    return target


def _getline(run: Reader, node: Call) -> Abstract:
    line = run.state.read_line(node.line)
    if len(node.args) > 1:
        run.assign(node.args[1], LineText(line, False), node.line)
    return Claim("line", (line,))


def _letter(run: Reader, node: Call) -> Abstract:
    if node.args:
        run.assign(node.args[0], NextLetter(), node.line)
    return NextLetter()


def _look(run: Reader, node: Call) -> Abstract:
    return NextLetter(is_taken=False)


SETTERS = {
    "scanf": _scanf,
    "getline": _getline,
    "get": _letter,
    "getchar": _letter,
    "getc": _letter,
    "peek": _look,
}


# ---- validate.h of icpc-header


def _read_tokens(parts: list[Expression], run: Reader) -> None:
    """Read `testIn >> INT(1, 10, n) >> SPACE >> NEWLINE`."""
    for part in parts:
        if isinstance(part, Name):
            gaps = {"SPACE": " ", "NEWLINE": "\n"}
            if part.name in gaps:
                run.state.gap(gaps[part.name])
        elif isinstance(part, Call) and isinstance(part.function, Name):
            values = [run.evaluate(arg) for arg in part.args[:2]]
            value: Abstract = UNKNOWN
            if part.function.name == "INT" and len(values) == 2:
                value = integer(run.state, values[0], below(values[1]), "", part.line)
            if len(part.args) > 2:
                run.assign(part.args[2], value, part.line)


# ---- which library a program reads by

# By the names of their headers.
HEADERS = {
    "testlib.h": TESTLIB,
    "validation.h": VALIDATION,
    "reading.h": READING,
    "validate.h": HEADER,
    "mz_validate.h": HEADER,
    "validator.h": OLYMPIAD,
}


def library_for(includes: Iterable[str], is_python: bool) -> Library:
    """Return the library that a program reads by."""
    if is_python:
        return Library(PYTHON)
    for include in includes:
        functions = HEADERS.get(include.rpartition("/")[2])
        if functions is not None:
            return Library(functions)
    return Library({}, SETTERS)
