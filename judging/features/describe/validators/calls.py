"""What functions of C++ and Python give for values that are not known."""

from __future__ import annotations

from collections.abc import Callable

from judging.features.describe.validators.pieces import Cell, Line
from judging.features.describe.validators.state import State
from judging.features.describe.validators.terms import Symbol, Term, number, of_symbol
from judging.features.describe.validators.truths import (
    NOT_UNDERSTOOD,
    Claim,
    Comparison,
    Some,
    Truth,
    at_least,
    both,
    either,
    equal,
    is_truth,
    opposite,
)
from judging.features.describe.validators.values import (
    UNKNOWN,
    Abstract,
    Added,
    Extreme,
    Found,
    Insertion,
    LineText,
    Numbered,
    Part,
    Path,
    Pattern,
    Ranged,
    Ratio,
    Read,
    Several,
    Shifted,
    Store,
    Unordered,
    Words,
    Zipped,
)

Known = Callable[[State, Abstract, list[Abstract], int], Abstract]
_FEW = 8
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


# ---- conditions


def truth_of(value: Abstract) -> Truth:
    """Return whether a value counts as true."""
    if is_truth(value):
        truth: Truth = value
        return truth
    if isinstance(value, Term):
        return opposite(equal(value, number(0)))
    if isinstance(value, str):
        return bool(value)
    if isinstance(value, LineText):
        return opposite(equal(letters_of(value), number(0)))
    if isinstance(value, Insertion):
        return Claim("present", (value.store, value.key), False)
    if isinstance(value, Several) and len(value.items) == 1:
        return truth_of(value.items[0])
    if isinstance(value, Path) and value.name == "None":
        return False
    return NOT_UNDERSTOOD


def compare(state: State, operator: str, left: Abstract, right: Abstract) -> Truth:
    """Return the truth of a comparison."""
    if isinstance(left, bool) or isinstance(right, bool) or _is_claim(left, right):
        return _of_truths(operator, left, right)
    for value, other, turned in (
        (left, right, operator),
        (right, left, _FLIPPED[operator]),
    ):
        if isinstance(value, (Extreme, Ratio)):
            return _of_extreme(state, turned, value, other)
        found = _of_special(state, turned, value, other)
        if found is not None:
            return found
    if isinstance(left, Term) and isinstance(right, Term):
        return _of_terms(operator, left, right)
    if isinstance(left, str) and isinstance(right, str):
        return (left == right) == (operator == "==")
    if isinstance(left, Several) and isinstance(right, Several):
        return _of_lists(state, operator, left, right)
    if isinstance(left, Path) and left == right and left is not UNKNOWN:
        return operator == "=="
    return NOT_UNDERSTOOD


def _is_claim(left: Abstract, right: Abstract) -> bool:
    return is_truth(left) or is_truth(right)


def _of_truths(operator: str, left: Abstract, right: Abstract) -> Truth:
    """Compare a condition with a number or truth: `seen[x] == 0`, `match(..) is None`."""
    if not is_truth(left):
        left, right = right, left
        operator = _FLIPPED[operator]
    if right == Path("None"):
        right = False
    value = int(right) if isinstance(right, bool) else None
    if isinstance(right, Term):
        value = right.constant
    if value is None:
        return NOT_UNDERSTOOD
    wanted = {
        ("==", 1): True,
        ("==", 0): False,
        ("!=", 0): True,
        ("!=", 1): False,
        (">", 0): True,
        (">=", 1): True,
        ("<", 1): False,
        ("<=", 0): False,
    }.get((operator, value))
    if wanted is not None:
        return left if wanted else opposite(left)
    # `++seen[x] <= 1`, `count[x] < 2`
    if isinstance(left, Claim) and (operator, value) in (("<=", 1), ("<", 2)):
        return opposite(left)
    if isinstance(left, Claim) and (operator, value) in ((">", 1), (">=", 2)):
        return left
    return NOT_UNDERSTOOD


def _of_extreme(
    state: State, operator: str, value: Extreme | Ratio, other: Abstract
) -> Truth:
    """Return `value operator other`."""
    if isinstance(value, Ratio):
        if isinstance(other, Term):
            scaled = other * number(value.divisor)
            return _of_terms(operator, value.term, scaled)
        return NOT_UNDERSTOOD
    each = [compare(state, operator, term, other) for term in value.terms]
    if operator in ("==", "!="):
        if not _is_absolute(value):
            return NOT_UNDERSTOOD
        return either(*each) if operator == "==" else both(*each)
    # The least is at least x if all are; it is at most x if one is.
    all_are = (operator in (">", ">=")) != value.is_greatest
    return both(*each) if all_are else either(*each)


def _is_absolute(value: Extreme) -> bool:
    """Return whether a value is `abs(x)`, which equals y > 0 if x or -x does."""
    terms = value.terms
    return value.is_greatest and len(terms) == 2 and (terms[0] + terms[1]).constant == 0


def _of_terms(operator: str, left: Term, right: Term) -> Truth:
    if operator == "==":
        return equal(left, right)
    if operator == "!=":
        return opposite(equal(left, right))
    if operator == ">=":
        return at_least(left, right)
    if operator == "<=":
        return at_least(right, left)
    one = number(1)
    if operator == ">":
        return at_least(left, right + one)
    return at_least(right, left + one)


def _of_special(
    state: State, operator: str, value: Abstract, other: Abstract
) -> Truth | None:
    """Return the truth of a comparison with a value of a special kind, if it is one."""
    is_equal = operator == "=="
    is_text = isinstance(value, (LineText, Read))
    if is_text and operator in ("<=", "<") and isinstance(other, (str, Several)):
        letter = element(state, value, None)  # `set(word) <= set("ab")`
        return truth_of(KNOWN["contains"](state, other, [letter], 0))
    if isinstance(value, LineText) and isinstance(other, str):
        return _of_line(state, value, other, is_equal)
    if isinstance(value, Path) and value.name == "the rest":
        return is_equal if other == "" else NOT_UNDERSTOOD
    if isinstance(value, Read):
        return _of_read(operator, value, other)
    if isinstance(value, Found) and isinstance(other, (Part, Path)):
        return Claim("present", (value.store, value.key), not is_equal)
    if isinstance(value, Store) and operator in ("==", "!="):
        return _of_rows(state, value, other, is_equal)
    if isinstance(value, Term) and _is_last_letter(value) and isinstance(other, str):
        return _of_letter(operator, value, other)
    if isinstance(value, Part) and isinstance(other, Part):
        return _of_parts(value, is_equal)
    return None


def _of_line(state: State, value: LineText, other: str, is_equal: bool) -> Truth:
    if other == "":
        truth = equal(letters_of(value), number(0))
    else:
        truth = Claim("is", (whole_of(state, value.of), other.rstrip("\n")))
    return truth if is_equal else opposite(truth)


def _of_parts(value: Part, is_equal: bool) -> Truth | None:
    """Take over `unique(begin(a), end(a)) == end(a)` of a sorted row."""
    store = value.of
    if isinstance(store, Store) and store.keys:
        return Claim("distinct", (store,), is_equal)
    return None


def _of_read(operator: str, value: Read, other: Abstract) -> Truth:
    cell = value.cell
    if cell.kind == "real":
        if isinstance(other, Term) and other.constant is not None:
            other = float(other.constant)
        if isinstance(other, (float, int)) and operator in ("<", "<=", ">", ">="):
            return Claim("real", (cell, operator, other))
        return NOT_UNDERSTOOD
    if isinstance(other, Term) and other.constant is not None:
        other = chr(other.constant) if 0 < other.constant < 128 else other
    if isinstance(other, str) and operator in ("==", "!="):
        return Claim("is", (cell, other), operator == "==")
    if isinstance(other, Read) and operator == "!=":
        return Claim("differs", (cell, other.cell))
    return NOT_UNDERSTOOD


def _of_rows(
    state: State, value: Store, other: Abstract, is_equal: bool
) -> Truth | None:
    """Compare a row with the same row when it is sorted."""
    if isinstance(other, Words):
        is_same = _is_sorted_row(state, value, other)
        return Claim("sorted", (value,), is_equal) if is_same else None
    if not isinstance(other, Store):
        return None
    if value.added == other.added and value.is_sorted != other.is_sorted:
        return Claim("sorted", (other if value.is_sorted else value,), is_equal)
    return NOT_UNDERSTOOD


def _is_sorted_row(state: State, sorted_one: Store, row: Words) -> bool:
    """Return whether a row is compared with itself when it is sorted."""
    if not sorted_one.is_sorted or not sorted_one.added:
        return False
    return bool(sorted_one.added[0].value == element(state, row, None))


def _is_last_letter(value: Term) -> bool:
    return value.symbol is not None and value.symbol.kind == "letter"


def _of_letter(operator: str, value: Term, other: str) -> Truth:
    if len(other) != 1:
        return NOT_UNDERSTOOD
    if other == "\n":
        return operator == "=="
    return _of_terms(operator, value, number(ord(other)))


def _of_lists(state: State, operator: str, left: Several, right: Several) -> Truth:
    if len(left.items) != len(right.items):
        return operator != "=="
    pairs = zip(left.items, right.items, strict=True)
    all_equal = both(*(compare(state, "==", a, b) for a, b in pairs))
    return all_equal if operator == "==" else opposite(all_equal)


# ---- parts


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
    if isinstance(of, (Several, str)):
        return _item_of_known(of, index)
    if isinstance(of, Words):
        return _word(state, of, index)
    if isinstance(of, Store):
        return _item_of_store(state, of, index)
    if isinstance(of, Shifted):
        place = index if isinstance(index, Term) else _any_place()
        return element(state, of.of, place + number(of.by))
    if isinstance(of, (LineText, Read)):
        key = of.of.id if isinstance(of, LineText) else of.cell.id
        is_any = index is None or _is_counted(index)
        if not is_any and not isinstance(index, Term):
            return UNKNOWN
        return of_symbol(Symbol("letter", key, None if is_any else index))
    if isinstance(of, Numbered):
        return Several((_any_place(), element(state, of.of, None)))
    if isinstance(of, Zipped):
        place = _any_place()
        return Several(tuple(element(state, part, place) for part in of.of))
    if isinstance(of, Unordered):
        return of if isinstance(index, Term) else UNKNOWN
    return _any_place() if isinstance(of, Ranged) else UNKNOWN


def _item_of_known(of: Several | str, index: Abstract) -> Abstract:
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


def _word(state: State, of: Words, index: Abstract) -> Abstract:
    """Return a word of a line: one at the begin, or any of the rest."""
    line = of.of
    line.kind = line.kind or of.kind
    constant = index.constant if isinstance(index, Term) else None
    if constant is not None and constant >= 0:
        constant += of.skipped
        total = line.count.constant if line.count is not None else None
        is_short = total is not None and constant < total <= _FEW
        # Of a row that is not counted yet, the first values may say how many follow.
        if line.rest is None or line.count is None or is_short:
            while len(line.first) <= constant:
                cell = state.new_cell(of.kind, line.line)
                cell.loops = line.loops
                line.first.append(cell)
        if constant < len(line.first):
            return _as_kind(line.first[constant], of.kind)
    if line.rest is None:
        line.rest = state.new_cell(of.kind, line.line)
        line.rest.loops = line.loops
    value = _as_kind(line.rest, of.kind)
    if not isinstance(index, Term):
        return value
    return shifted(state, value, index + number(of.skipped))


def _as_kind(cell: Cell, kind: str) -> Abstract:
    if kind != "word":
        cell.kind = kind
    return cell.term if cell.kind == "integer" else Read(cell)


def _item_of_store(state: State, of: Store, index: Abstract) -> Abstract:
    if not of.added or any(added.value != of.added[0].value for added in of.added[1:]):
        return UNKNOWN
    added = of.added[0]
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


def least_or_greatest(condition: Truth, then: Term, otherwise: Term) -> Abstract:
    """Return `a < b ? a : b` as the least of both."""
    if isinstance(condition, Comparison) and condition.operator == ">=":
        for difference, is_greatest in (
            (otherwise - then, False),
            (then - otherwise, True),
        ):
            if (condition.term - difference).constant in (0, -1):
                return Extreme(is_greatest, (then, otherwise))
    return UNKNOWN


# ---- functions

KNOWN: dict[str, Known] = {}


def _known(*names: str) -> Callable[[Known], Known]:
    def register(function: Known) -> Known:
        for name in names:
            KNOWN[name] = function
        return function

    return register


@_known("len", "size", "length", "ssize", "sz", "strlen")
def _length(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    value = args[0] if args else of
    if isinstance(value, (LineText, Read)):
        return letters_of(value)
    if isinstance(value, str):
        return number(len(value))
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


@_known("int", "stoi", "stoll", "stol", "atoi", "atoll", "Integer", "ll")
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
        return UNKNOWN
    return value


@_known("str", "to_string", "repr")
def _text(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    value = args[0] if args else ""
    if isinstance(value, Term) and value.constant is not None:
        return str(value.constant)
    return value if isinstance(value, (str, Read, LineText)) else UNKNOWN


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
        return Words(values.of, kind, values.skipped)
    if isinstance(values, Several) and kind == "integer":
        items = tuple(_integer(state, None, [item], line) for item in values.items)
        return Several(items)
    return UNKNOWN


@_known("list", "tuple", "vector", "deque", "iter")
def _list(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    value = _whole(args) if args else None
    if value is None:
        return state.store()
    if isinstance(value, Store):
        copy = state.store(*value.keys)
        copy.added = list(value.added)
        copy.count = value.count
        copy.name = value.name
        return copy
    return value


@_known("dict", "defaultdict", "Counter")
def _dict(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return state.store()


@_known("set", "frozenset", "unordered_set", "multiset")
def _set(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    value = _whole(args) if args else None
    if value is None or isinstance(value, (str, LineText, Read, Several)):
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
        copy.is_sorted = True
        return copy
    return value


def _as_store(state: State, value: Abstract) -> Abstract:
    """Return the words of a line as a row."""
    if isinstance(value, Words):
        store = state.store()
        item = element(state, value, None)
        store.added.append(Added(item, None, Symbol("index", "words")))
        return store
    return value


@_known("sort", "stable_sort")
def _sort(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    value = _whole(args) if args else of
    if isinstance(value, Store):
        value.is_sorted = True
    return UNKNOWN


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
    return truth_of(args[0]) if args else NOT_UNDERSTOOD


@_known("any")
def _any(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return Some(truth_of(args[0])) if args else NOT_UNDERSTOOD


@_known("all_of", "none_of", "any_of")
def _all_of(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return NOT_UNDERSTOOD


@_known("pair", "make_pair", "tuple_of", "make_tuple", "tie")
def _pair(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return _key(args)


@_known("minmax")
def _minmax(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return Unordered(args[0], args[1]) if len(args) == 2 else UNKNOWN


def _key(args: list[Abstract]) -> Abstract:
    """Return what is put into a set: one value, or several together."""
    if len(args) == 1:
        value = args[0]
        if isinstance(value, Several):
            return _key(list(value.items)) if len(value.items) != 1 else value
        return value
    if len(args) == 2 and all(isinstance(arg, Extreme) for arg in args):
        first, second = args
        if set(first.terms) == set(second.terms):
            return Unordered(*first.terms)
    return Several(tuple(args))


@_known("add", "insert()", "emplace")
def _add(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    if isinstance(of, Store) and args:
        key = _key(args)
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


@_known("extend", "insert", "assign", "resize", "remove", "erase", "pop", "clear")
def _changes(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return UNKNOWN


@_known("__contains__", "contains", "count()", "has")
def _contains(state: State, of: Abstract, args: list[Abstract], line: int) -> Truth:
    value = _key(args)
    if isinstance(of, Store):
        return Claim("present", (of, value))
    if isinstance(of, Several):
        return either(*(compare(state, "==", value, item) for item in of.items))
    if isinstance(of, str) and isinstance(value, Term):
        return either(*(equal(value, number(ord(letter))) for letter in of))
    if isinstance(of, str) and isinstance(value, Read):
        return either(*(compare(state, "==", value, letter) for letter in of))
    if isinstance(of, Ranged) and isinstance(value, Term):
        return both(
            compare(state, ">=", value, of.first), compare(state, "<", value, of.end)
        )
    return NOT_UNDERSTOOD


@_known("find()")
def _find(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return Found(of, _key(args))


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
    return _contains(state, args[0], [value], line) if args else NOT_UNDERSTOOD


# ---- lines


@_known("strip", "rstrip", "lstrip")
def _strip(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    if isinstance(of, LineText):
        return LineText(of.of, False)
    return of.strip() if isinstance(of, str) else of


@_known("split")
def _split(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    if isinstance(of, LineText):
        of.of.kind = of.of.kind or "word"
        return Words(of.of, of.of.kind)
    if isinstance(of, str):
        return Several(tuple(of.split()))
    if isinstance(of, Path) and len(args) == 2:  # `re.split(pattern, line)`
        return _split(state, args[1], [], line)
    return UNKNOWN


@_known("format")
def _format(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    if isinstance(of, str):
        for value in args:
            constant = value.constant if isinstance(value, Term) else value
            of = of.replace("{}", str(constant), 1)
        return of
    if args and isinstance(args[0], str):
        text = args[0]
        for value in args[1:]:
            known = value.constant if isinstance(value, Term) else value
            text = text.replace("%d", "" if known is None else str(known), 1)
            text = text.replace("%s", known if isinstance(known, str) else "", 1)
        return text
    return UNKNOWN


@_known("replace", "encode", "decode", "lower", "upper", "c_str", "copy")
def _same(state: State, of: Abstract, args: list[Abstract], line: int) -> Abstract:
    return of


# ---- patterns


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
