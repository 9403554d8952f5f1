"""The value of an expression of a validator whose input is not known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from judging.features.describe.validators.calls import KNOWN, filled_text, joined_texts
from judging.features.describe.validators.comparing import (
    compare,
    least_or_greatest,
    truth_of,
)
from judging.features.describe.validators.items import element, letters_of
from judging.features.describe.validators.libraries import Library, row
from judging.features.describe.validators.pieces import Cell
from judging.features.describe.validators.program import (
    Call,
    Each,
    Empty,
    Expression,
    Flag,
    Function,
    Item,
    Items,
    Member,
    Name,
    Number,
    Operation,
    Slice,
    Starred,
    Statement,
    Text,
)
from judging.features.describe.validators.state import (
    MOST_CALLS,
    MOST_OWN_CALLS,
    Ended,
    Frame,
    Returned,
    State,
)
from judging.features.describe.validators.streams import read_from
from judging.features.describe.validators.terms import Symbol, Term, number, remainder
from judging.features.describe.validators.texts import NOT_FOUND, call_method
from judging.features.describe.validators.truths import (
    NOT_UNDERSTOOD,
    Claim,
    both,
    either,
    is_truth,
    opposite,
)
from judging.features.describe.validators.values import (
    SPACE_OR_LINE,
    UNKNOWN,
    Abstract,
    Added,
    Closure,
    Extreme,
    Insertion,
    Lines,
    LineText,
    Path,
    Ranged,
    Ratio,
    Read,
    Root,
    Several,
    Shifted,
    Store,
    Stream,
    Unordered,
    Words,
    Written,
)
from judging.features.describe.validators.walking import CHANGING
from judging.values import replace

_CONSTANTS = {
    "INT_MAX": 2**31 - 1,
    "INT_MIN": -(2**31),
    "LLONG_MAX": 2**63 - 1,
    "LLONG_MIN": -(2**63),
    "LONG_MAX": 2**63 - 1,
    "UINT_MAX": 2**32 - 1,
    "string::npos": NOT_FOUND,
    "EOF": -1,
}
_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
_MOST_BITS = 80  # of a power or a shift: more is no bound of an input


class Evaluator:
    """Evaluates expressions in a state, with the functions of a library for reading.

    run_body runs the statements of a function; repeat evaluates a comprehension that
    counts.
    """

    def __init__(
        self,
        state: State,
        library: Library,
        run_body: Callable[[tuple[Statement, ...]], Returned | Ended | None],
        repeat: Callable[[Each, Ranged], Abstract],
    ) -> None:
        self.state = state
        self.library = library
        self._run_body = run_body
        self._repeat = repeat
        # The name that the program is started by, and its arguments.
        self.program_line = Several((state.program.name, *state.arguments))

    def evaluate(self, node: Expression | None) -> Abstract:
        if isinstance(node, Number):
            return number(node.value) if isinstance(node.value, int) else node.value
        if isinstance(node, (Text, Flag)):
            return node.value
        if isinstance(node, Items) and not node.items:
            return self.state.store()
        if isinstance(node, Items):
            return Several(tuple(self.evaluate(item) for item in node.items))
        if isinstance(node, Function):
            return Closure(node, self.state.frame)
        if isinstance(node, Starred):
            return self.evaluate(node.of)
        evaluate_as: dict[type, Callable[[Any], Abstract]] = {
            Name: self._name,
            Operation: self._operation,
            Call: self._call,
            Member: self._member,
            Item: self._item,
            Each: self._each,
            Empty: self._empty,
        }
        known = evaluate_as.get(type(node))
        return UNKNOWN if known is None else known(node)

    def _name(self, node: Name) -> Abstract:
        if node.name in _CONSTANTS and not self.state.has(node.name):
            return number(_CONSTANTS[node.name])
        if node.name in ("argc", "argv") and not self.state.has(node.name):
            return self._argument_variable(node.name)
        return self.state.get(node.name)

    def _argument_variable(self, name: str) -> Abstract:
        if name == "argv":
            return self.program_line
        return number(len(self.program_line.items))

    # ---- operators

    def _operation(self, node: Operation) -> Abstract:
        evaluate_as = {
            **dict.fromkeys(("&&", "||"), self._logical),
            **dict.fromkeys(("--", "++", "before--", "before++"), self._step),
            "!": self._negation,
            "?": self._choice,
            "=": self._assignment,
            ",": self._comma,
        }.get(node.operator)
        if evaluate_as is not None:
            return evaluate_as(node)
        if node.operator == ">>" and read_from(node, self):
            return True
        return self._of_values(node, [self.evaluate(arg) for arg in node.args])

    def _of_values(self, node: Operation, values: list[Abstract]) -> Abstract:
        operator = node.operator
        if operator in _COMPARISONS:
            return compare(self.state, operator, *values)
        if operator == "in":
            return KNOWN["__contains__"](self.state, values[1], [values[0]], node.line)
        if len(values) == 1:
            return _negative(values[0]) if operator == "-" else UNKNOWN
        if operator == "*" and isinstance(values[0], (Several, Store)):
            return self._empty_row(values[1:], node.line)  # `[False] * n`
        return _arithmetic(operator, *values)

    def _negation(self, node: Operation) -> Abstract:
        return opposite(truth_of(self.evaluate(node.args[0])))

    def _assignment(self, node: Operation) -> Abstract:
        value = self.evaluate(node.args[1])
        self.assign(node.args[0], value, node.line)
        return value

    def _comma(self, node: Operation) -> Abstract:
        return [self.evaluate(arg) for arg in node.args][-1]

    def _logical(self, node: Operation) -> Abstract:
        left = truth_of(self.evaluate(node.args[0]))
        if isinstance(left, bool) and left == (node.operator == "||"):
            return left
        right = truth_of(self.evaluate(node.args[1]))
        return both(left, right) if node.operator == "&&" else either(left, right)

    def _step(self, node: Operation) -> Abstract:
        target = node.args[0]
        before = self.evaluate(target)
        after = _arithmetic(node.operator[-1], before, number(1))
        self.assign(target, after, node.line)
        return after if node.operator.startswith("before") else before

    def _choice(self, node: Operation) -> Abstract:
        condition = truth_of(self.evaluate(node.args[0]))
        if isinstance(condition, bool):
            return self.evaluate(node.args[1 if condition else 2])
        then, otherwise = (self.evaluate(arg) for arg in node.args[1:])
        if isinstance(then, Term) and isinstance(otherwise, Term):
            if {then.constant, otherwise.constant} == {ord(" "), ord("\n")}:
                return Path(SPACE_OR_LINE)
            return least_or_greatest(condition, then, otherwise)
        return then if then == otherwise else UNKNOWN

    # ---- parts of values

    def _member(self, node: Member) -> Abstract:
        field = _field_name(node)
        if field is not None and self.state.has(field):
            value = self.state.get(field)
            if isinstance(node.of, Item) and isinstance(value, Store):
                return element(self.state, value, self.evaluate(node.of.index))
            return value
        of = self.evaluate(node.of)
        if isinstance(of, Insertion) and node.name == "second":
            return Claim("present", (of.store, of.key), False)
        if node.name in ("first", "second"):
            if isinstance(of, Several) and len(of.items) == 2:
                return of.items[node.name == "second"]
            if isinstance(of, Unordered):
                return UNKNOWN
        if of == Path("sys") and node.name == "argv":
            return self.program_line
        if isinstance(of, Path):
            return Path(f"{of.name}.{node.name}")
        return UNKNOWN

    def _item(self, node: Item) -> Abstract:
        of = self.evaluate(node.of)
        if isinstance(node.index, Slice):
            return self._slice(of, node.index)
        index = self.evaluate(node.index)
        if isinstance(of, Path) and of.name == "constraint":
            return index  # `constraint["n"]` names what is read
        if isinstance(of, Claim):
            return KNOWN["group"](self.state, of, [index], node.line)  # `match[1]`
        is_set = isinstance(of, Store) and (of.keys or not of.added)
        if is_set and _is_key(index):
            return Claim("present", (of, index))
        if isinstance(of, Store) and _is_key(index) and not _was_read(of):
            return UNKNOWN  # `root[x]`: what it was filled with may have changed since
        return element(self.state, of, index)

    def _slice(self, of: Abstract, part: Slice) -> Abstract:
        first = self.evaluate(part.first) if part.first is not None else number(0)
        end = self.evaluate(part.end) if part.end is not None else None
        is_input = isinstance(of, Words) and of.of.is_input and not of.is_part
        if is_input and isinstance(first, Term) and isinstance(end, Term):
            return self._next_words(of, end - first, part.line)
        start = first.constant if isinstance(first, Term) else None
        if start is None:
            return UNKNOWN
        if isinstance(of, LineText):
            last = letters_of(of) - number(1)
            without_end = isinstance(end, Term) and (end.constant == -1 or end == last)
            if start == 0 and (end is None or without_end):
                return LineText(of.of, of.ending and end is None)
            return UNKNOWN
        if isinstance(of, str):
            stop = end.constant if isinstance(end, Term) else None
            return of[start:stop]
        if isinstance(of, Words):
            return Words(of.of, of.kind, of.skipped + start, is_part=True)
        if isinstance(of, (Store, Lines)):
            return Shifted(of, start)
        if isinstance(of, Several):
            stop = end.constant if isinstance(end, Term) else None
            return Several(of.items[start:stop])
        return UNKNOWN

    def _next_words(self, of: Words, count: Term, line: int) -> Store:
        """Read a row of the input's words: `data[1 : n + 1]`."""
        cell, store = row(self.state, of.kind, count, "", line)
        of.of.seen[self.state.fresh("row")] = cell
        self.state.gap("\n")
        return store

    def _empty(self, node: Empty) -> Abstract:
        kind = node.type.replace("std::", "").replace(" ", "")
        values = [self.evaluate(arg) for arg in node.args]
        if kind.startswith(("set", "unordered_set", "multiset")):
            return KNOWN["set"](self.state, None, values, node.line)
        if kind.startswith(("vector", "array", "map", "unordered_map", "deque")):
            return self._empty_row(values, node.line)
        if kind.startswith(("pair", "tuple")):
            return Several(tuple(values)) if values else UNKNOWN
        if kind.endswith("stringstream") and values:
            is_text = isinstance(values[0], (LineText, str))
            return Stream(values[0]) if is_text else UNKNOWN
        if kind.endswith("regex") and values:
            return KNOWN["compile"](self.state, None, values, node.line)
        if len(values) == 1 and (
            kind == "string" or isinstance(values[0], (Term, Read))
        ):
            return values[0]
        if kind == "string":
            return ""
        return Path(kind) if values else _zero(kind)

    def _empty_row(self, values: list[Abstract], line: int) -> Abstract:
        if values and not isinstance(values[0], Term):
            return KNOWN["list"](self.state, None, values, line)
        store = self.state.store()
        if values:
            store.count = values[0]
        return store

    # ---- calls

    def _call(self, node: Call) -> Abstract:
        function = node.function
        if isinstance(function, Member):
            return self._method(node, function)
        if isinstance(function, Name):
            called = self.state.get(function.name)
            if function.name in self.state.searches.finders and len(node.args) == 1:
                return Root(self.evaluate(node.args[0]))
            if isinstance(called, Closure):
                return self.call_closure(called, node.args, node.named)
            found = self.library.call(self, function.name, node)
            if found is not None:
                return found
            known = KNOWN.get(function.name.rpartition("::")[2])
            args = [self.evaluate(arg) for arg in node.args]
            if known is not None:
                return known(self.state, None, args, node.line)
            return UNKNOWN
        called = self.evaluate(function)
        if isinstance(called, Closure):
            return self.call_closure(called, node.args, node.named)
        for arg in node.args:
            self.evaluate(arg)
        return UNKNOWN

    def _method(self, node: Call, function: Member) -> Abstract:
        receiver = self.evaluate(function.of)
        if isinstance(receiver, Path):
            found = self.library.call(self, function.name, node)
            if found is not None:
                return found
        args = [self.evaluate(arg) for arg in node.args]
        is_changed = isinstance(receiver, Several) and function.name in CHANGING
        if is_changed and isinstance(function.of, Name):
            receiver = self.state.open_list(function.of.name)
        if isinstance(receiver, str):
            found = call_method(function.name, receiver, args)
            if found is not None:
                return found
        if isinstance(receiver, Store) and function.name in ("insert", "find", "count"):
            name = f"{function.name}()"
        else:
            name = function.name
        known = KNOWN.get(name) or KNOWN.get(function.name)
        if known is not None:
            return known(self.state, receiver, args, node.line)
        return UNKNOWN

    def call_closure(
        self,
        closure: Closure,
        given: tuple[Expression, ...],
        named: tuple[tuple[str, Expression], ...] = (),
    ) -> Abstract:
        """Run the body of a function with these arguments."""
        state = self.state
        own_calls = sum(each is closure.function for each in state.running)
        if state.calls >= MOST_CALLS or own_calls > MOST_OWN_CALLS:
            state.cut.append(closure.function)
            return UNKNOWN
        parameters = closure.function.parameters
        frame = self._frame_for(closure, given, named)
        caller = state.frame
        state.frame = frame
        state.calls += 1
        state.running.append(closure.function)
        state.kept.append([])
        demanded_at = state.demanded_at
        if len(closure.function.body) == 1 and given:
            # `void require(bool good) { if (!good) exit(43); }`
            state.demanded_at = demanded_at or given[0].line
        try:
            outcome = self._run_body(closure.function.body)
        finally:
            state.frame = caller
            state.calls -= 1
            state.running.pop()
            state.demanded_at = demanded_at
            kept = state.kept.pop()
        for parameter, arg in zip(parameters, given, strict=False):
            if parameter.changes:
                self._give_back(parameter.name, arg, frame)
        if isinstance(outcome, Returned) and kept:
            return both(*kept, truth_of(outcome.value))
        if isinstance(outcome, Returned):
            return outcome.value
        if isinstance(outcome, Ended):
            return Path(f"ended {outcome.how}")
        return UNKNOWN

    def _frame_for(
        self,
        closure: Closure,
        given: tuple[Expression, ...],
        named: tuple[tuple[str, Expression], ...],
    ) -> Frame:
        """Return the variables that a function begins with."""
        frame = Frame(outer=closure.frame)
        parameters = closure.function.parameters
        for parameter in parameters[len(given) :]:
            if parameter.default is not None:
                frame.variables[parameter.name] = self.evaluate(parameter.default)
        for parameter, arg in zip(parameters, given, strict=False):
            frame.variables[parameter.name] = self.evaluate(arg)
            self._pass_fields(parameter.name, arg, frame)
        for name, arg in named:
            frame.variables[name] = self.evaluate(arg)
        return frame

    def _pass_fields(self, name: str, arg: Expression, frame: Frame) -> None:
        """Hand the fields of a structure over."""
        if isinstance(arg, Name):
            prefix = f"{arg.name}."
            for known, value in list(self.state.frame.variables.items()):
                if known.startswith(prefix):
                    frame.variables[f"{name}.{known[len(prefix) :]}"] = value

    def _give_back(self, name: str, arg: Expression, frame: Frame) -> None:
        """Assign to an argument what the function made of its parameter."""
        prefix = f"{name}."
        fields = [known for known in frame.variables if known.startswith(prefix)]
        for known in fields:
            target = Member(arg, known[len(prefix) :])
            self.assign(target, frame.variables[known], 0)
        if not fields and isinstance(arg, (Name, Item, Member)):
            value = frame.variables[name]
            if value is not UNKNOWN and not isinstance(value, Path):
                self.assign(arg, value, 0)

    # ---- comprehensions

    def _each(self, node: Each) -> Abstract:
        of = self.evaluate(node.of)
        if isinstance(of, Ranged):
            return self._repeat(node, of)
        if isinstance(of, Several) and all(isinstance(item, str) for item in of.items):
            return self._each_known(node, of)
        if isinstance(of, Path) and of.name.endswith("stdin"):
            of = self.state.read_lines(node.line, ending=True)
        caller = self.state.frame
        self.state.frame = Frame(outer=caller)
        rest = of.of.rest if isinstance(of, Words) else None
        try:
            self.assign(node.target, element(self.state, of, None), node.line)
            met = [truth_of(self.evaluate(condition)) for condition in node.conditions]
            value = self.evaluate(node.value)
        finally:
            self.state.frame = caller
        if isinstance(of, Lines):
            return NOT_UNDERSTOOD if met or is_truth(value) else _lines_as(of, value)
        if is_truth(value) and not isinstance(value, bool):
            return Several((either(opposite(both(*met)), value),))
        if met:
            return UNKNOWN
        if isinstance(of, Words) and isinstance(value, (Term, Read)):
            of.of.rest = rest  # what stood for all of them was not looked at
        return self._row_of(node, of, value)

    def _row_of(self, node: Each, of: Abstract, value: Abstract) -> Abstract:
        """Return the row that a comprehension makes of a row, a value for each item."""
        is_read = isinstance(value, (Term, Read))
        if isinstance(of, Shifted) and is_read:
            return of
        if isinstance(of, Words) and is_read:
            return _words_of(of, value)
        if isinstance(of, (Words, Store)):
            store = self.state.store()
            index = Symbol("index", self.state.fresh("each"))
            store.added.append(Added(value, None, index))
            store.count = KNOWN["len"](self.state, None, [of], node.line)
            return store
        if isinstance(of, Several) and all(isinstance(item, Term) for item in of.items):
            return UNKNOWN
        return Several((value,)) if isinstance(value, bool) else UNKNOWN

    def _each_known(self, node: Each, of: Several) -> Abstract:
        """Return what a comprehension makes of texts that are known."""
        found = []
        caller = self.state.frame
        for item in of.items:
            self.state.frame = Frame(outer=caller)
            self.assign(node.target, item, node.line)
            met = [truth_of(self.evaluate(condition)) for condition in node.conditions]
            if False not in met:
                found.append(self.evaluate(node.value))
            self.state.frame = caller
        return Several(tuple(found))

    # ---- assignments

    def assign(self, target: Expression, value: Abstract, line: int) -> None:
        if isinstance(target, Name):
            self._assign_name(target.name, value)
        elif isinstance(target, Items):
            self._unpack(target, value, line)
        elif isinstance(target, Member):
            self._assign_field(target, value)
        elif isinstance(target, Item):
            self._assign_item(target, value)
        elif isinstance(target, Starred):
            self.assign(target.of, value, line)

    def _assign_name(self, name: str, value: Abstract) -> None:
        name_after(self.state, value, name)
        self.state.set(name, value)

    def _unpack(self, target: Items, value: Abstract, line: int) -> None:
        plain = [item for item in target.items if not isinstance(item, Starred)]
        if isinstance(value, Words) and len(plain) == len(target.items):
            value.of.count = number(len(plain) + value.skipped)
        for place, item in enumerate(target.items):
            if isinstance(item, Starred):
                rest: Abstract = UNKNOWN
                if isinstance(value, Words) and place == len(target.items) - 1:
                    rest = Words(value.of, value.kind, value.skipped + place)
                self.assign(item.of, rest, line)
                continue
            self.assign(item, element(self.state, value, number(place)), line)

    def _assign_field(self, target: Member, value: Abstract) -> None:
        field = _field_name(target)
        if field is None:
            return
        name_after(self.state, value, target.name)
        if isinstance(target.of, Item):
            if not isinstance(self.state.get(field), Store):
                self.state.set(field, self.state.store())
            store = self.state.get(field)
            self._put(store, self.evaluate(target.of.index), value)
            return
        self.state.set(field, value)

    def _assign_item(self, target: Item, value: Abstract) -> None:
        of = self.evaluate(target.of)
        if isinstance(target.of, Name):
            name_after(self.state, value, target.of.name)
        elif isinstance(target.of, Item) and isinstance(target.of.of, Name):
            name_after(self.state, value, target.of.of.name)
        if isinstance(of, Path) and isinstance(target.of, Name):
            of = self.state.store()
            self.state.set(target.of.name, of)
        if isinstance(of, Store):
            self._put(of, self.evaluate(target.index), value)

    def _put(self, store: Store, index: Abstract, value: Abstract) -> None:
        """Put a value into a store at a place, or note the place itself."""
        if _is_key(index):
            store.keys.append(index)
            return
        loop = self.state.loops[-1] if self.state.loops else None
        if loop is None or not isinstance(index, Term):
            store.added.append(Added(value, None, None))
            return
        first = index.replaced({loop.index: number(0)})
        if (index - first).symbol == loop.index:
            store.added = [added for added in store.added if added.index is not None]
            store.added.append(Added(value, first, loop.index))


def name_after(state: State, value: Abstract, name: str) -> None:
    """Name what is read after the variable that it is assigned to."""
    if isinstance(value, Term) and value.symbol is not None:
        symbol = value.symbol
        if symbol.kind == "cell" and symbol.at is None:
            _name_cell(state, state.cell(symbol), name)
    elif isinstance(value, Read):
        _name_cell(state, value.cell, name)
    elif isinstance(value, LineText):
        value.of.name = value.of.name or name
    elif isinstance(value, Words):
        if not value.skipped:
            value.of.row_name = name
    elif isinstance(value, Store) and not value.name:
        value.name = name
        for added in value.added:
            name_after(state, added.value, name)


def _name_cell(state: State, cell: Cell, name: str) -> None:
    """Name a value, unless it is named by its read. The variable of a caller says more
    than that of the function that reads."""
    if not cell.name or state.calls < cell.named_in:
        cell.name = name
        cell.named_in = state.calls


def _lines_as(of: Lines, value: Abstract) -> Abstract:
    """Return all lines, each as what a comprehension makes of it."""
    if not isinstance(value, LineText):
        return UNKNOWN
    of.ending = value.ending
    return of


def _words_of(of: Words, value: Abstract) -> Words:
    """Return the words of a line as the kind that a comprehension makes of each."""
    kind = "integer" if isinstance(value, Term) else value.cell.kind
    of.of.kind = kind
    return replace(of, kind=kind)


def _is_key(index: Abstract) -> bool:
    """Return whether an index is a value that was read, and not a place in a row."""
    if isinstance(index, (Read, Several)):
        return True
    if not isinstance(index, Term):
        return False
    kinds = {symbol.kind for symbol in index.symbols()}
    return "cell" in kinds and "index" not in kinds


def _was_read(store: Store) -> bool:
    """Return whether a store was filled with what was read."""
    for added in store.added:
        value = added.value
        if not isinstance(value, Term):
            return not isinstance(value, (bool, float, str, Path))
        if any(symbol.kind == "cell" for symbol in value.symbols()):
            return True
    return False


def _field_name(node: Member) -> str | None:
    """Return the variable for a field of a structure, or of all of a row of them."""
    of = node.of
    if isinstance(of, Item):
        of = of.of
    if isinstance(of, Name):
        return f"{of.name}.{node.name}"
    return None


def _zero(kind: str) -> Abstract:
    """Return what a variable of a plain type stands for before it has a value."""
    if kind == "bool":
        return False
    if kind == "char":
        return Path("char")
    if kind in ("double", "float", "longdouble", "ld"):
        return 0.0
    is_number = kind[:1].islower() or kind == "Integer"
    return number(0) if is_number else Path(kind)


def _negative(value: Abstract) -> Abstract:
    if isinstance(value, (Term, float)):
        return -value
    return UNKNOWN


def _arithmetic(operator: str, left: Abstract, right: Abstract) -> Abstract:
    if isinstance(left, bool):
        left = number(int(left))
    if isinstance(right, bool):
        right = number(int(right))
    if isinstance(left, Term) and isinstance(right, Term):
        return _of_terms(operator, left, right)
    if isinstance(left, (str, Written)) or isinstance(right, (str, Written)):
        return _of_texts(operator, left, right)
    if isinstance(left, float) or isinstance(right, float):
        return _of_floats(operator, left, right)
    if operator == "|" and isinstance(left, Path) and isinstance(right, Path):
        return Path(f"{left.name}|{right.name}")
    if isinstance(left, Several) and isinstance(right, Several) and operator == "+":
        return Several((*left.items, *right.items))
    if isinstance(left, Extreme) and isinstance(right, Term) and operator in "+-":
        terms = tuple(_arithmetic(operator, term, right) for term in left.terms)
        return Extreme(left.is_greatest, terms)
    return UNKNOWN


def _of_terms(operator: str, left: Term, right: Term) -> Abstract:
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    if operator == "*":
        return left * right
    if left.constant is None or right.constant is None:
        return _of_symbols(operator, left, right)
    found = _of_integers(operator, left.constant, right.constant)
    return UNKNOWN if found is None else number(found)


def _of_symbols(operator: str, left: Term, right: Term) -> Abstract:
    if operator == "**" and right.constant == 2:
        return left * left
    if operator == "%" and right.constant is not None and right.constant > 0:
        return remainder(left, right.constant)
    if operator in ("/", "//") and right.constant:
        divisor = right.constant
        if all(factor % divisor == 0 for _, factor in left.parts):
            parts = tuple((product, factor // divisor) for product, factor in left.parts)
            return Term(parts)
        return Ratio(left, divisor) if divisor > 0 else UNKNOWN
    return UNKNOWN


def _of_integers(operator: str, left: int, right: int) -> int | None:
    if operator in ("**", "<<"):
        base = 2 if operator == "<<" else left
        if not 0 <= right <= 1000 or abs(base).bit_length() * right > _MOST_BITS * 4:
            return None
        return left << right if operator == "<<" else left**right
    if operator in ("/", "//"):
        return left // right if right else None
    if operator == "%":
        return left % right if right else None
    if operator == ">>":
        return left >> right if 0 <= right < 1000 else None
    bits = {"&": left & right, "|": left | right, "^": left ^ right}
    return bits.get(operator)


def _of_floats(operator: str, left: Abstract, right: Abstract) -> Abstract:
    first = _as_float(left)
    second = _as_float(right)
    if first is None or second is None:
        return UNKNOWN
    if operator == "+":
        return first + second
    if operator == "-":
        return first - second
    if operator == "*":
        return first * second
    return first / second if operator == "/" and second else UNKNOWN


def _as_float(value: Abstract) -> float | None:
    if isinstance(value, Term) and value.constant is not None:
        return float(value.constant)
    return value if isinstance(value, float) else None


def _of_texts(operator: str, left: Abstract, right: Abstract) -> Abstract:
    if operator == "+":
        return joined_texts((left, right))
    if not isinstance(left, str):
        return UNKNOWN
    if operator == "*" and isinstance(right, Term) and right.constant is not None:
        return left * min(right.constant, 1000)
    if operator == "%":
        values = right.items if isinstance(right, Several) else (right,)
        return filled_text(left, values)
    return UNKNOWN
