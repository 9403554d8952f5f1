"""Conditions of a validator: what comparisons of values that are not known say."""

from __future__ import annotations

from judging.features.describe.validators.items import (
    element,
    length_of,
    letters_of,
    whole_of,
)
from judging.features.describe.validators.pieces import Line
from judging.features.describe.validators.state import State
from judging.features.describe.validators.terms import Term, number
from judging.features.describe.validators.texts import as_text
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
    SPACE_OR_LINE,
    UNKNOWN,
    Abstract,
    Added,
    Extreme,
    Found,
    Insertion,
    Keyed,
    LineText,
    NextLetter,
    Part,
    Path,
    Ranged,
    Ratio,
    Read,
    Rest,
    Root,
    Several,
    Store,
    Words,
    Written,
)

_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


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
    if isinstance(value, Rest):
        return False
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
    if right == Path("None") and isinstance(left, (str, float, Term, LineText)):
        return operator == "!="
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
    is_text = isinstance(value, (LineText, Read))
    if is_text and operator in ("<=", "<") and isinstance(other, (str, Several)):
        letter = element(state, value, None)  # `set(word) <= set("ab")`
        return contains(state, other, letter)
    if isinstance(value, Read) and not isinstance(other, Written):
        return _of_read(operator, value, other)
    if isinstance(value, NextLetter):
        return _of_next_letter(state, value, operator, other)
    if isinstance(value, Term) and _is_last_letter(value) and isinstance(other, str):
        return _of_letter(operator, value, other)
    if operator in ("==", "!="):
        return _same(state, value, other, operator == "==")
    return None


def _of_next_letter(
    state: State, value: NextLetter, operator: str, other: Abstract
) -> Truth:
    """Take over `getchar() == ' '`: it says what separates values, or that all ends."""
    if other == Path(SPACE_OR_LINE) and state.skips_space:
        return operator == "=="  # the layout of lines is a guess
    code = other.constant if isinstance(other, Term) else None
    if operator not in ("==", "!=") or code not in (-1, ord(" "), ord("\n")):
        return NOT_UNDERSTOOD
    if code != -1 and value.is_taken:
        state.is_gap(chr(code))
    return operator == "=="


def _same(
    state: State, value: Abstract, other: Abstract, is_equal: bool
) -> Truth | None:
    """Return whether a value of a special kind equals another one, or does not."""
    if isinstance(value, LineText) and isinstance(other, str):
        return _of_line(state, value, other, is_equal)
    if isinstance(value, Root) and isinstance(other, Root):
        return Claim("joined", (value.of, other.of), is_equal)
    if isinstance(value, Rest):
        return is_equal if other == "" else NOT_UNDERSTOOD
    if isinstance(value, Words) and _is_empty(other):
        return _of_terms("==" if is_equal else "!=", length_of(state, value), number(0))
    if isinstance(value, Written):
        return _of_written(value, other, is_equal)
    if isinstance(value, Found) and isinstance(other, (Part, Path)):
        return Claim("present", (value.store, value.key), not is_equal)
    if isinstance(value, Store):
        return _of_rows(state, value, other, is_equal)
    if isinstance(value, Part) and isinstance(other, Part):
        return _of_parts(value, is_equal)
    return None


def _is_empty(value: Abstract) -> bool:
    return isinstance(value, Store) and not (value.added or value.keys)


def _of_line(state: State, value: LineText, other: str, is_equal: bool) -> Truth:
    if other == "":
        truth = equal(letters_of(value), number(0))
    else:
        truth = Claim("is", (whole_of(state, value.of), other.rstrip("\n")))
    return truth if is_equal else opposite(truth)


def _of_written(value: Written, other: Abstract, is_equal: bool) -> Truth:
    """Take over that a line is the text that its own values make: it has no zeros before
    its numbers, and no white space but what separates them."""
    if isinstance(other, Read) and value.parts in ((other.cell.term,), (other,)):
        return is_equal  # `str(int(word)) == word`
    if not isinstance(other, LineText):
        return NOT_UNDERSTOOD
    parts = [part for part in value.parts if not isinstance(part, str)]
    if not parts or not all(_is_from(part, other.of) for part in parts):
        return NOT_UNDERSTOOD
    return is_equal


def _is_from(value: Abstract, line: Line) -> bool:
    """Return whether a value was read from a line."""
    if isinstance(value, (Words, LineText)):
        return line in (value.of, value.of.begin)
    if isinstance(value, Read):
        return line.has(value.cell)
    symbols = list(value.symbols()) if isinstance(value, Term) else []
    return len(symbols) == 1 and line.has_id(symbols[0].of)


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
        if value.is_sorted and value.keys == [element(state, other, None)]:
            # `sorted(set(a)) == a`
            rises = Claim("sorted", (_row_of(state, other),))
            return both(rises, Claim("present", (value, value.keys[0]), False))
        is_same = _is_sorted_row(state, value, other)
        return Claim("sorted", (value,), is_equal) if is_same else None
    if isinstance(other, Ranged):
        return _of_range(value, other) if is_equal else NOT_UNDERSTOOD
    if not isinstance(other, Store):
        return None
    if value.added == other.added and value.is_sorted != other.is_sorted:
        return Claim("sorted", (other if value.is_sorted else value,), is_equal)
    return NOT_UNDERSTOOD


def _row_of(state: State, words: Words) -> Store:
    found = state.store()
    found.added.append(Added(element(state, words, None), None, None))
    return found


def _of_range(value: Store, other: Ranged) -> Truth:
    """Take over `sorted(p) == list(range(1, n + 1))`, for a set too."""
    items = value.keys or [added.value for added in value.added]
    if not (value.is_sorted or value.keys) or len(items) != 1:
        return NOT_UNDERSTOOD
    (item,) = items
    ends = (item, other.first, other.end)
    if not all(isinstance(end, Term) for end in ends):
        return NOT_UNDERSTOOD
    in_range = both(at_least(item, other.first), at_least(other.end, item + number(1)))
    is_full: Truth = True
    if value.count is not None and not value.keys:
        is_full = equal(value.count, other.end - other.first)
    return both(is_full, in_range, Claim("present", (value, item), False))


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


def contains(state: State, of: Abstract, value: Abstract) -> Truth:
    """Return whether a store, text or range has a value."""
    if isinstance(of, Store):
        is_row = bool(of.added) and not of.keys and _is_number(value)
        return _is_item(state, of, value) if is_row else Claim("present", (of, value))
    if isinstance(of, Words) and isinstance(value, Term):
        return _is_item(state, of, value)
    if isinstance(of, Keyed):
        return of.get(value) is not None
    if isinstance(of, Several):
        return either(*(compare(state, "==", value, item) for item in of.items))
    if isinstance(of, Ranged) and isinstance(value, Term):
        return both(
            compare(state, ">=", value, of.first), compare(state, "<", value, of.end)
        )
    if isinstance(of, LineText) and value in ("\t", "  "):
        return False  # what separates values is one space
    return _is_in_text(state, of, value) if isinstance(of, str) else NOT_UNDERSTOOD


def _is_item(state: State, of: Abstract, value: Term) -> Truth:
    return Some(compare(state, "==", element(state, of, None), value))


def _is_in_text(state: State, of: str, value: Abstract) -> Truth:
    text = as_text(value)
    if text is not None:
        return text in of
    if isinstance(value, Term):
        return either(*(equal(value, number(ord(letter))) for letter in of))
    if isinstance(value, Read):
        return either(*(compare(state, "==", value, letter) for letter in of))
    return NOT_UNDERSTOOD


def _is_number(value: Abstract) -> bool:
    return isinstance(value, Term) and value.constant is not None


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
