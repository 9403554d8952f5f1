"""What functions of C++ and Python give for values that are not known."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from judging.features.describe.validators import patterns
from judging.features.describe.validators.comparing import contains, truth_of
from judging.features.describe.validators.items import (
    element,
    length_of,
    next_line,
    next_word,
    whole_of,
    word_at,
)
from judging.features.describe.validators.state import State
from judging.features.describe.validators.terms import Symbol, Term, number, of_symbol
from judging.features.describe.validators.texts import compare_texts
from judging.features.describe.validators.truths import (
    NOT_UNDERSTOOD,
    Claim,
    Some,
    Truth,
    at_least,
    both,
    either,
    equal,
)
from judging.features.describe.validators.values import (
    UNKNOWN,
    Abstract,
    Added,
    Extreme,
    Found,
    Insertion,
    Keyed,
    Lines,
    LineText,
    Numbered,
    Part,
    Path,
    Pattern,
    Ranged,
    Ratio,
    Read,
    Rest,
    Several,
    Store,
    Unordered,
    Words,
    Written,
    Zipped,
)
from judging.values import replace

Known = Callable[[State, Abstract, list[Abstract], int], Abstract]


# ---- functions

KNOWN: dict[str, Known] = {}
_FIELD = re.compile(r"\{\d*\}|%[ds]")


def _known(*names: str) -> Callable[[Known], Known]:
    def register(function: Known) -> Known:
        for name in names:
            KNOWN[name] = function
        return function

    return register


@_known("len", "size", "length", "ssize", "sz", "strlen")
def _length(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return length_of(state, args[0] if args else of)


@_known("empty")
def _empty(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    length = length_of(state, args[0] if args else of)
    return equal(length, number(0)) if isinstance(length, Term) else NOT_UNDERSTOOD


@_known("max", "fmax")
def _greatest(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return _extreme_of(state, args, True)


def _extreme_of(state: State, args: list[Abstract], is_greatest: bool) -> Abstract:
    if len(args) == 1 and isinstance(args[0], Several):
        args = list(args[0].items)
    if len(args) == 1:
        value = element(state, args[0], None)
        if isinstance(value, Term) and value.symbol is not None:
            kind = "greatest" if is_greatest else "least"
            return of_symbol(Symbol(kind, value.symbol.of))
        return UNKNOWN
    terms: list[Term] = []
    for value in args:
        if isinstance(value, Extreme) and value.is_greatest == is_greatest:
            terms += value.terms
        elif isinstance(value, Term):
            terms.append(value)
        else:
            return UNKNOWN
    constants = [term.constant for term in terms if term.constant is not None]
    others = [term for term in terms if term.constant is None]
    if constants:
        others.append(number((max if is_greatest else min)(constants)))
    return others[0] if len(others) == 1 else Extreme(is_greatest, tuple(others))


@_known("min", "fmin")
def _least(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return _extreme_of(state, args, False)


@_known("max_element")
def _max_element(
    state: State, of: Abstract, args: list[Abstract], line: int
) -> Abstract:
    return _extreme_of(state, [_whole(args)], True)


@_known("min_element")
def _min_element(
    state: State, of: Abstract, args: list[Abstract], line: int
) -> Abstract:
    return _extreme_of(state, [_whole(args)], False)


def _whole(args: list[Abstract]) -> Abstract:
    """Return the row that a function works on: `begin(a), end(a)` or `a`."""
    if args and isinstance(args[0], Part):
        return args[0].of
    return args[0] if args else UNKNOWN


@_known("int", "stoi", "stoll", "stol", "atoi", "atoll", "atol", "strtol", "strtoll")
def _integer(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    value = args[0] if args else UNKNOWN
    if isinstance(value, LineText):
        cell = whole_of(state, value.of)
        cell.kind = "integer"
        return cell.term
    if isinstance(value, Read):
        value.cell.kind = "integer"
        if value.at is not None:
            return of_symbol(Symbol("cell", value.cell.id, value.at))
        return value.cell.term
    if isinstance(value, Several) and len(value.items) == 1:
        return _integer(state, of, list(value.items), line)
    if isinstance(value, float):
        return number(int(value))
    if isinstance(value, str) and value.strip().lstrip("-").isdigit():
        return number(int(value))
    return value if isinstance(value, (Term, Extreme, Ratio)) else UNKNOWN


@_known("float", "stod", "stold", "atof", "Decimal", "double")
def _real(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    value = args[0] if args else UNKNOWN
    if isinstance(value, LineText):
        cell = whole_of(state, value.of)
        cell.kind = "real"
        return Read(cell)
    if isinstance(value, Read):
        value.cell.kind = "real"
    if isinstance(value, Term) and value.constant is not None:
        return float(value.constant)
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            return UNKNOWN
    return value


@_known("str", "to_string", "repr", "string")
def _text(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    value = args[0] if args else ""
    if isinstance(value, Term):
        known = text_of(value)
        return known or Written((value,))
    if isinstance(value, (str, Read, LineText, Written)):
        return value
    return UNKNOWN


@_known("join")
def _join(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    value = args[0] if args else UNKNOWN
    if isinstance(value, Several) and isinstance(of, str):
        parts: list[Abstract] = []
        for item in value.items:
            parts += [of, item] if parts else [item]
        return joined_texts(parts)
    return Written((value,)) if isinstance(value, (Words, LineText)) else UNKNOWN


def joined_texts(values: Iterable[Abstract]) -> Abstract:
    """Return texts one behind the other."""
    parts: list[Abstract] = []
    for value in values:
        if isinstance(value, Written):
            parts += value.parts
        else:
            parts.append(text_of(value) or value)
    if all(isinstance(part, str) for part in parts):
        return "".join(parts)
    return Written(tuple(parts))


def text_of(value: Abstract) -> str:
    """Return a value as a part of a text, "" if it is not known."""
    if isinstance(value, str):
        return value
    is_known = isinstance(value, Term) and value.constant is not None
    return str(value.constant) if is_known else ""


@_known("abs", "llabs", "labs", "fabs")
def _absolute(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    value = args[0] if args else UNKNOWN
    if isinstance(value, Term):
        if value.constant is not None:
            return number(abs(value.constant))
        return Extreme(True, (value, -value))
    return UNKNOWN


@_known("pow")
def _power(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    values = [arg.constant if isinstance(arg, Term) else None for arg in args]
    if len(values) == 2 and None not in values and 0 <= (values[1] or 0) <= 400:
        return number(int(values[0] or 0) ** int(values[1] or 0))
    return UNKNOWN


@_known("ord")
def _ord(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    value = args[0] if args else UNKNOWN
    if isinstance(value, str) and len(value) == 1:
        return number(ord(value))
    return value if isinstance(value, Term) else UNKNOWN


@_known("map")
def _map(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    if len(args) != 2:
        return state.store()
    function, values = args
    kinds = {Path("int"): "integer", Path("float"): "real", Path("str"): "word"}
    kind = kinds.get(function) if isinstance(function, Path) else None
    if isinstance(values, Words) and kind is not None:
        values.of.kind = kind
        return replace(values, kind=kind)
    if isinstance(values, Store) and kind in ("integer", "real"):
        convert = _integer if kind == "integer" else _real
        for place, added in enumerate(values.added):
            value = convert(state, None, [added.value], line)
            values.added[place] = Added(value, added.first, added.index)
        return values
    if isinstance(values, Several) and kind == "integer":
        items = tuple(_integer(state, None, [item], line) for item in values.items)
        return Several(items)
    return UNKNOWN


@_known("list", "tuple", "vector", "deque", "iter")
def _list(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    value = _whole(args) if args else None
    if value is None:
        return state.store()
    if isinstance(value, Path) and value.name.endswith("stdin"):
        return state.read_lines(line, ending=True)
    if isinstance(value, Store):
        copy = state.store(*value.keys)
        copy.added = list(value.added)
        copy.count = value.count
        copy.name = value.name
        return copy
    return value


@_known("dict", "defaultdict", "Counter")
def _dict(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    if not args or not isinstance(args[0], Several):
        return state.store()
    pairs = []
    for pair in args[0].items:
        is_pair = isinstance(pair, Several) and len(pair.items) == 2
        if not is_pair or not isinstance(pair.items[0], str):
            return state.store()
        pairs.append(pair.items)
    return Keyed(tuple(pairs))


@_known("get")
def _get(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    if not isinstance(of, Keyed) or not args:
        return UNKNOWN
    found = of.get(args[0])
    if found is None:
        return args[1] if len(args) > 1 else Path("None")
    return found


@_known("strcmp")
def _strcmp(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    if len(args) == 2 and isinstance(args[0], str) and isinstance(args[1], str):
        return compare_texts(args[0], args[1])
    return UNKNOWN


@_known("set", "frozenset", "unordered_set", "multiset")
def _set(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    value = _whole(args) if args else None
    if value is None or isinstance(value, (str, LineText, Read, Several, Ranged)):
        return state.store() if value is None else value
    found = state.store()
    item = element(state, value, None)
    found.count = None
    found.keys.append(item)
    return found


@_known("sorted")
def _sorted(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    value = _as_store(state, args[0]) if args else UNKNOWN
    if isinstance(value, Store):
        copy = _list(state, None, [value], line)
        _arrange(state, copy)
        return copy
    return value


def _as_store(state: State, value: Abstract) -> Abstract:
    """Return the words of a line as a row."""
    if isinstance(value, Words):
        store = state.store()
        item = element(state, value, None)
        store.added.append(Added(item, None, Symbol("index", "words")))
        store.count = length_of(state, value)
        return store
    return value


@_known("sort", "stable_sort")
def _sort(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    value = _whole(args) if args else of
    if isinstance(value, Store):
        _arrange(state, value)
    return UNKNOWN


def _arrange(state: State, row: Store) -> None:
    """Note that the program itself has put a row in order."""
    row.is_sorted = True
    for added in row.added:
        if isinstance(added.value, Term):
            cells = [each for each in added.value.symbols() if each.kind == "cell"]
            state.arranged.update(symbol.of for symbol in cells)


@_known("unique", "adjacent_find")
def _unique(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    value = _whole(args)
    if isinstance(value, Store) and value.is_sorted:
        item = element(state, value, None)
        return Part(state.store(item), False)
    return UNKNOWN


@_known("is_sorted")
def _is_sorted(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    value = _whole(args)
    return Claim("sorted", (value,)) if isinstance(value, Store) else NOT_UNDERSTOOD


@_known("sum", "accumulate", "fsum")
def _sum(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    value = element(state, _whole(args), None) if args else UNKNOWN
    if (
        isinstance(value, Term)
        and value.symbol is not None
        and value.symbol.kind == "cell"
    ):
        return of_symbol(Symbol("sum", value.symbol.of))
    return UNKNOWN


@_known("range", "xrange")
def _range(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    if len(args) == 1:
        return Ranged(number(0), args[0])
    return Ranged(args[0], args[1]) if len(args) > 1 else UNKNOWN


@_known("enumerate")
def _enumerate(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return Numbered(args[0]) if args else UNKNOWN


@_known("zip")
def _zip(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return Zipped(tuple(args))


@_known("all")
def _all(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    if args and isinstance(args[0], Several):
        return both(*map(truth_of, args[0].items))
    return truth_of(args[0]) if args else NOT_UNDERSTOOD


@_known("any")
def _any(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    if args and isinstance(args[0], Several) and len(args[0].items) != 1:
        return either(*map(truth_of, args[0].items))
    return Some(truth_of(args[0])) if args else NOT_UNDERSTOOD


@_known("all_of", "none_of", "any_of")
def _all_of(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return NOT_UNDERSTOOD


@_known("pair", "make_pair", "tuple_of", "make_tuple", "tie")
def _pair(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return key_of(args)


@_known("minmax")
def _minmax(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return Unordered(args[0], args[1]) if len(args) == 2 else UNKNOWN


def key_of(args: list[Abstract]) -> Abstract:
    """Return what is put into a set: one value, or several together."""
    if len(args) == 1:
        value = args[0]
        if isinstance(value, Several):
            return key_of(list(value.items)) if len(value.items) != 1 else value
        return value
    if len(args) == 2 and all(isinstance(arg, Extreme) for arg in args):
        first, second = args
        if set(first.terms) == set(second.terms):
            return Unordered(*first.terms)
    return Several(tuple(args))


@_known("add", "insert()", "emplace")
def _add(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    if isinstance(of, Store) and args:
        key = key_of(args)
        of.keys.append(key)
        return Insertion(of, key)
    return UNKNOWN


@_known("append", "push_back", "emplace_back")
def _append(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    if not isinstance(of, Store) or not args:
        return UNKNOWN
    value = args[0] if len(args) == 1 else Several(tuple(args))
    index = state.loops[-1].index if state.loops else None
    of.added.append(Added(value, number(0), index))
    if state.loops:
        of.count = state.loops[-1].count
    if isinstance(value, Read) and of.name:
        value.cell.name = value.cell.name or of.name
    return UNKNOWN


@_known("pop")
def _pop(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return _next(state, of, [], line) if args == [number(0)] else UNKNOWN


@_known("extend", "insert", "assign", "resize", "remove", "erase", "clear")
def _changes(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return UNKNOWN


@_known("__contains__", "contains", "count()", "has")
def _contains(state: State, of: Abstract, args: list[Abstract], line: int) -> Truth:
    return contains(state, of, key_of(args))


@_known("find()")
def _find(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return Found(of, key_of(args))


@_known("begin", "cbegin", "rbegin")
def _begin(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return Part(args[0] if args else of)


@_known("end", "cend", "rend")
def _end(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return Part(args[0] if args else of, True)


@_known("front")
def _front(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return element(state, of, number(0))


# ---- letters


def _letters_between(*ranges: str) -> Known:
    def test(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
        value = args[0] if args else of
        if isinstance(value, (Read, LineText)):
            value = element(state, value, None)
        if not isinstance(value, Term):
            return NOT_UNDERSTOOD
        parts = []
        for ends in ranges:
            low = number(ord(ends[0]))
            high = number(ord(ends[1]))
            parts.append(both(at_least(value, low), at_least(high, value)))
        return either(*parts)

    return test


KNOWN["isdigit"] = KNOWN["isnumeric"] = KNOWN["isdecimal"] = _letters_between("09")
KNOWN["islower"] = _letters_between("az")
KNOWN["isupper"] = _letters_between("AZ")
KNOWN["isalpha"] = _letters_between("az", "AZ")
KNOWN["isalnum"] = _letters_between("az", "AZ", "09")


@_known("issubset")
def _issubset(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    value = element(state, of, None)
    return contains(state, args[0], value) if args else NOT_UNDERSTOOD


# ---- lines


@_known("next", "popleft")
def _next(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    """Return the next line or word."""
    value = args[0] if args and not isinstance(of, (Lines, Words)) else of
    key = state.fresh("next")
    if isinstance(value, Lines):
        return next_line(state, value, key)
    if isinstance(value, Words) and value.of.is_input:
        return next_word(state, value, key)
    return UNKNOWN


@_known("strip", "rstrip", "lstrip")
def _strip(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    if isinstance(of, LineText):
        return LineText(of.of, False)
    if isinstance(of, Rest):
        return of
    return of.strip() if isinstance(of, str) else of


@_known("split")
def _split(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    if isinstance(of, LineText):
        of.of.kind = of.of.kind or "word"
        return Words(of.of, of.of.kind)
    if isinstance(of, Rest) and args == ["\n"]:
        return state.read_lines(of.line, ending=False, extra=1)
    if isinstance(of, Rest):
        found = state.read_line(of.line)
        found.is_input = True
        found.kind = "word"
        return Words(found, "word")
    if isinstance(of, str):
        return Several(tuple(of.split()))
    if isinstance(of, Path) and len(args) == 2:  # `re.split(pattern, line)`
        return _split(state, args[1], [], line)
    return UNKNOWN


@_known("startswith", "endswith")
def _starts(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    """Take over that a line has no white space at an end but the end of the line."""
    if not isinstance(of, LineText) or not args or args[0] not in (" ", "\t", "\n"):
        return UNKNOWN
    return args[0] == "\n"


@_known("splitlines")
def _splitlines(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return state.read_lines(line, ending=False) if isinstance(of, Rest) else UNKNOWN


@_known("format")
def _format(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    if isinstance(of, str):
        return filled_text(of, args)
    if args and isinstance(args[0], str):
        return filled_text(args[0], args[1:])
    return UNKNOWN


def filled_text(text: str, values: Iterable[Abstract]) -> Abstract:
    """Return a text with values in the place of `{}`, `%d` and `%s`."""
    parts: list[Abstract] = _FIELD.split(text)
    for place, value in enumerate(values):
        if 2 * place + 1 < len(parts):
            parts[2 * place : 2 * place + 2] = [parts[2 * place], value]
    return joined_texts(parts)


@_known("replace", "encode", "decode", "lower", "upper", "c_str", "copy")
def _same(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return of


# ---- patterns


@_known("groups")
def _groups(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    """Return the words that the groups of a pattern stand for, each a word of the line."""
    if not isinstance(of, Claim) or of.kind != "matches":
        return UNKNOWN
    text, pattern = of.of
    found = patterns.word_groups(pattern)
    if not isinstance(text, LineText) or not found:
        return UNKNOWN
    words = _split(state, text, [], line)
    for place, each in enumerate(found):
        word_at(state, words, number(place))
        cell = text.of.first[place]
        cell.pattern = cell.pattern or each
    text.of.count = number(len(found))
    return words


@_known("group")
def _group(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    place = args[0] if args else UNKNOWN
    if not isinstance(of, Claim) or of.kind != "matches" or not isinstance(place, Term):
        return UNKNOWN
    if place == number(0):
        return of.of[0]
    words = _groups(state, of, [], line)
    if not isinstance(words, Words):
        return UNKNOWN
    return element(state, words, place - number(1))


@_known("compile", "regex")
def _compile(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return Pattern(args[0]) if args and isinstance(args[0], str) else UNKNOWN


@_known("match", "fullmatch", "search", "regex_match")
def _match(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    values = [of, *args]
    pattern = None
    text = None
    for value in values:
        if isinstance(value, Pattern):
            pattern = pattern or value.text
        elif isinstance(value, str):
            pattern = pattern or value
        elif isinstance(value, (LineText, Read)):
            text = text or value
    if pattern is None or text is None:
        return NOT_UNDERSTOOD
    return Claim("matches", (text, pattern))
