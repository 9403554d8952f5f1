"""Make a Description of what a run of a validator has read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from judging.features.describe.tree import (
    Bound,
    Case,
    Choice,
    Description,
    Fixed,
    Integer,
    Named,
    Newline,
    Node,
    Real,
    Relation,
    Repeat,
    Source,
    Space,
    Until,
    Word,
)
from judging.features.describe.validators import patterns
from judging.features.describe.validators.facts import Rule
from judging.features.describe.validators.pieces import (
    Cell,
    Constant,
    Edge,
    Gap,
    Line,
    Loop,
    Piece,
    Switch,
)
from judging.features.describe.validators.ranges import extreme
from judging.features.describe.validators.state import State
from judging.features.describe.validators.terms import Symbol, Term, number
from judging.features.describe.validators.truths import Both, Comparison, Either, Truth

# What stands for a bound that the validator does not state.
_FAR = 10**9
_LONG = 100
_MOST_TIMES = 1000
# Words in a line that is held against a pattern: on longer ones some take for ever.
_MOST_TRIED = 10
_MANY_LINES = 100


class NotFrozen(Exception):
    """The order of what is read cannot be said by a tree."""

    def __init__(self, line: int, said: str) -> None:
        super().__init__(said)
        self.line = line
        self.said = said


def description(state: State, rules: Sequence[Rule], lenient: bool) -> Description:
    """Return the format that a run has read. Raise NotFrozen.

    lenient: whether the program skips white space; then lines are a guess.
    """
    freezing = _Freezing(state, lenient)
    freezing.prepare(state.blocks[0])
    # First of all: conditions may need the number of an iteration, which loops then name.
    relations = freezing.relations(rules)
    body = freezing.body(state.blocks[0])
    return Description(tuple(body), tuple(relations), tuple(state.notes))


def names(state: State) -> list[str]:
    """Return the names of all that was read, one after the other."""
    freezing = _Freezing(state)
    freezing.prepare(state.blocks[0])
    return [freezing.name(cell) for cell in _cells(state.blocks[0])]


def _counts(state: State) -> set[str]:
    terms = [loop.count for loop in state.loops_by_index.values() if loop.body]
    terms += [line.count for line in state.lines.values()]
    found = set()
    for term in terms:
        if term is not None:
            found |= {symbol.of for symbol in term.symbols() if symbol.kind == "cell"}
    return found


def _used(line: Line) -> list[Cell]:
    """Return what a line consists of."""
    if line.whole is not None:
        return [line.whole]
    found = list(line.first)
    total = line.count.constant if line.count is not None else None
    if line.rest is not None and total != len(found):
        found.append(line.rest)
    return found


def _cells(pieces: Iterable[Piece]) -> Iterator[Cell]:
    """Yield all cells in pieces."""
    for piece in pieces:
        if isinstance(piece, Cell):
            yield piece
        elif isinstance(piece, Line):
            yield from _used(piece)
        elif isinstance(piece, Loop):
            yield from _cells(piece.body)
        elif isinstance(piece, Edge):
            yield from _cells([*piece.then, *piece.otherwise])
        elif isinstance(piece, Switch):
            for case in piece.cases:
                yield from _cells(case.body)
            yield from _cells(piece.others or ())


class _Freezing:
    def __init__(self, state: State, lenient: bool = False) -> None:
        self.state = state
        self.lenient = lenient  # whether lines are a guess
        self.names: dict[str, str] = {}  # of cells, by their ids
        self.indices: dict[Symbol, str] = {}  # of loops whose bounds need one
        self._taken: set[str] = set()
        self.counts = _counts(state)  # the cells that say how often something is read

    # ---- names

    def prepare(self, pieces: Iterable[Piece]) -> None:
        """Name everything in the order in which it is read."""
        for piece in pieces:
            if isinstance(piece, Cell):
                self.name(piece)
            elif isinstance(piece, Line):
                self.name_line(piece)
            elif isinstance(piece, Loop):
                self.prepare(piece.body)
            elif isinstance(piece, Edge):
                self.prepare([*piece.then, *piece.otherwise])
            elif isinstance(piece, Switch):
                self.name(piece.by)
                for case in piece.cases:
                    self.prepare(case.body)
                self.prepare(piece.others or ())

    def name_line(self, line: Line) -> None:
        if not line.kind and line.whole is None:
            self._read_pattern(line)
        if line.kind and line.rest is None and not line.first and not line.seen:
            line.rest = self.state.new_cell(line.kind, line.line, line.name)
            line.rest.loops = line.loops
        for cell in _used(line):
            if cell is line.rest and line.row_name:
                cell.name = line.row_name
            cell.name = cell.name or line.row_name or line.name
            self.name(cell)

    def name(self, cell: Cell) -> str:
        if cell.id not in self.names:
            self.names[cell.id] = self._fresh(cell.name)
        return self.names[cell.id]

    def _fresh(self, wanted: str) -> str:
        """Return a name of checktestdata that nothing else has."""
        base = plain_name(wanted)
        name = base
        count = 1
        while name in self._taken:
            count += 1
            name = f"{base}{count}" if not base[-1].isdigit() else f"{base}x{count}"
        self._taken.add(name)
        return name

    # ---- terms and conditions

    def bound(self, term: Term, line: int) -> Bound:
        return self._written(term, line)

    def _written(self, term: Term, line: int) -> str:
        """Return a term in names, as a bound has it."""
        if not term.parts:
            return "0"
        text = ""
        # What is subtracted stands behind what it is subtracted from.
        for product, factor in sorted(term.parts, key=lambda part: part[1] < 0):
            names = [self._name_of(symbol, line) for symbol in product]
            size = abs(factor)
            if size != 1 or not names:
                names.insert(0, str(size))
            if len(names) > 1:
                names = [f"({name})" if "%" in name else name for name in names]
            part = " * ".join(names)
            if not text:
                text = part if factor > 0 else f"-{part}"
            else:
                text += f" + {part}" if factor > 0 else f" - {part}"
        return text

    def _name_of(self, symbol: Symbol, line: int) -> str:
        if symbol.kind == "cell" and symbol.at is None and symbol.of in self.names:
            return self.names[symbol.of]
        if symbol.kind == "index":
            if symbol not in self.indices:
                self.indices[symbol] = self._fresh("i")
            return self.indices[symbol]
        if symbol.kind == "remainder" and symbol.at is not None:
            value = self._written(symbol.at, line)
            return f"{value if value.isalnum() else f'({value})'} % {symbol.of}"
        raise NotFrozen(line, "a bound that is not understood")

    def condition(self, truth: Truth, line: int) -> str:
        """Return a condition in the language of checktestdata."""
        if isinstance(truth, Comparison):
            return self._comparison(truth, line)
        if isinstance(truth, (Both, Either)):
            word = " && " if isinstance(truth, Both) else " || "
            parts = []
            for part in truth.parts:
                text = self.condition(part, line)
                parts.append(f"({text})" if isinstance(part, (Both, Either)) else text)
            return word.join(parts)
        raise NotFrozen(line, "a condition that is not understood")

    def _comparison(self, truth: Comparison, line: int) -> str:
        """Return a comparison with each part on the side where it is positive."""
        left = number(0)
        right = number(0)
        for part in truth.term.parts:
            if part[1] > 0:
                left = left + Term((part,))
            else:
                right = right - Term((part,))
        operator = truth.operator
        if operator == ">=" and left.constant is not None:
            left, right, operator = right, left, "<="
        return f"{self._written(left, line)} {operator} {self._written(right, line)}"

    # ---- values

    def _source(self, line: int) -> Source:
        return Source(f"{self.state.program.name}:{line}")

    def named(self, cell: Cell) -> Named:
        """Return what is read into a cell."""
        name = self.name(cell)
        source = self._source(cell.line)
        if cell.kind == "real":
            low = cell.real_low or str(-_FAR)
            high = cell.real_high or str(_FAR)
            self._note_open(cell, name, low=not cell.real_low, high=not cell.real_high)
            return Real(name, low, high, cell.decimals, source)
        if cell.kind == "word":
            return self._word(cell, name, source)
        if cell.low is None and cell.pattern:
            cell.low = _least_of(cell.pattern)
        if not cell.texts:
            self._note_open(cell, name, low=cell.low is None, high=cell.high is None)
        is_count = cell.id in self.counts
        low = self._safe(cell.low, cell, 0 if is_count else -_FAR, False)
        high = self._safe(cell.high, cell, _MOST_TIMES if is_count else _FAR, True)
        return Integer(name, low, high, source)

    def _note_open(self, cell: Cell, name: str, low: bool, high: bool) -> None:
        """Note that bounds of a value are not known."""
        if low:
            self.state.open[name, "low"] = None
        if high:
            self.state.open[name, "high"] = None
        if low or high:
            self.state.note(cell.line, f"no bound of {name} is known")

    def _safe(self, term: Term | None, cell: Cell, default: int, is_high: bool) -> str:
        """Return a bound; where it names what is not known there, its extreme value."""
        if term is None:
            return str(default)
        if self._is_known_at(term, cell):
            return self._written(term, cell.line)
        plain = {}
        for symbol in term.symbols():
            if symbol.kind == "cell" and symbol.at is not None:
                plain[symbol] = self.state.cell(symbol).term
        end = extreme(self.state, term.replaced(plain), is_greatest=is_high)
        line = self.state.program.line_text(cell.line)
        self.state.note(cell.line, f"a bound that is not understood: {line}")
        return str(default if end is None else end)

    def _is_known_at(self, term: Term, cell: Cell) -> bool:
        indices = {loop.index for loop in cell.loops}
        for symbol in term.symbols():
            if symbol.kind == "index" and symbol in indices:
                continue
            if symbol.kind != "cell" or symbol.at is not None:
                return False
            other = self.state.cell(symbol)
            is_before = other.number < cell.number
            is_visible = other.loops == cell.loops[: len(other.loops)]
            if other.kind != "integer" or not is_before or not is_visible:
                return False
        return True

    def _word(self, cell: Cell, name: str, source: Source) -> Word:
        if cell.texts:
            texts = sorted(set(cell.texts), key=cell.texts.index)
            lengths = [len(text) for text in texts]
            pattern = "|".join(re.escape(text) for text in texts)
            part = patterns.parsed(pattern)
            shortest = str(min(lengths))
            longest = str(max(lengths))
            return Word(name, patterns.written(part), shortest, longest, source)
        part = self._pattern_of(cell)
        least, most = patterns.width(part)
        shortest = self._length(cell.shortest, least, cell)
        longest = self._length(cell.longest, most, cell)
        if cell.longest is None and most is None:
            self.state.open[name, "high"] = None
            self.state.note(cell.line, f"the longest {name} is not known")
        pattern = _open(part, may_be_empty=shortest == "0")
        if (
            most is not None
            and cell.longest is not None
            and cell.longest.constant is None
        ):
            pattern = patterns.written(part)  # which of both is less is not known
        return Word(name, pattern, shortest, longest, source)

    def _length(self, term: Term | None, width: int | None, cell: Cell) -> str:
        if term is None or (term.constant == 0 and width):
            return str(_LONG if width is None else width)
        return self._safe(term, cell, _LONG, True)

    def _pattern_of(self, cell: Cell) -> patterns.Part:
        part = patterns.Part("set", frozenset(map(chr, range(33, 127))), (), 1, None)
        if cell.shortest is not None and cell.shortest.constant == 0:
            part = patterns.Part("set", part.letters, (), 0, None)
        if cell.pattern:
            try:
                part = patterns.without_line_end(patterns.parsed(cell.pattern))
            except patterns.NotAPattern:
                self.state.note(
                    cell.line, f"a pattern that is not understood: {cell.pattern}"
                )
        if cell.letters is not None:
            return patterns.Part("set", cell.letters, (), part.least, None)
        return part

    # ---- lines

    def _read_pattern(self, line: Line) -> None:
        """Take a line that the program compares with a pattern alone apart by that."""
        part = self._line_pattern(line)
        if part is None:
            line.whole = self.state.new_cell("word", line.line, line.name)
            line.whole.loops = line.loops
            return
        kind = "integer" if patterns.is_integer(part) else "word"
        words = _words_of(part)
        if words is None:
            line.whole = self.state.new_cell(kind, line.line, line.name)
            line.whole.loops = line.loops
            line.whole.pattern = line.pattern
            return
        word, count = words
        line.kind = "integer" if patterns.is_integer(word) else "word"
        line.rest = self.state.new_cell(line.kind, line.line, line.name)
        line.rest.loops = line.loops
        line.rest.pattern = patterns.written(word)
        line.count = number(count) if count is not None else None

    def _line_pattern(self, line: Line) -> patterns.Part | None:
        if not line.pattern:
            return None
        try:
            return patterns.without_line_end(patterns.parsed(line.pattern))
        except patterns.NotAPattern:
            self.state.note(
                line.line, f"a pattern that is not understood: {line.pattern}"
            )
            return None

    def _line(self, line: Line) -> list[Node]:
        if line.parts:
            return [self.named(cell) for cell in line.first]
        if line.whole is not None:
            self._bound_by_pattern(line, [line.whole])
            return [self.named(line.whole), Newline()]
        self._bound_by_pattern(line, _used(line))
        nodes: list[Node] = []
        for cell in line.first:
            if nodes or line.begin is not None:
                nodes.append(Space())
            nodes.append(self.named(cell))
        if line.is_input and not _used(line):
            return []  # its words are read one at a time
        if line.rest is None or line.rest not in _used(line):
            return [*nodes, Newline()]
        count = line.count
        if count is None:
            text = self.state.program.line_text(line.line)
            raise NotFrozen(
                line.line, f"it is not understood how many words this line has: {text}"
            )
        first = len(line.first)
        rest = self.named(line.rest)
        bound = self._written(count - number(first), line.line)
        if line.is_input and first:
            nodes.append(Newline())  # by guess
        if (first and not line.is_input) or line.begin is not None:
            body = (Space(), rest)
            repeat = Repeat(bound, body, None, rest.source)
        else:
            repeat = Repeat(bound, (rest,), Space(), rest.source)
        return [*nodes, repeat, Newline()]

    def _bound_by_pattern(self, line: Line, cells: list[Cell]) -> None:
        """Take the least value of integers from the pattern of their line."""
        part = self._line_pattern(line)
        if part is None:
            return
        if line.whole is not None and line.whole.kind == "word":
            line.whole.pattern = line.whole.pattern or line.pattern
            return
        total = line.count.constant if line.count is not None else None
        size = (
            total if total is not None and total <= _MOST_TRIED else max(len(cells), 1)
        )
        if not patterns.may_be(" ".join(["1"] * size), part):
            return
        for place, cell in enumerate(cells):
            low = -1 if cell.low is None else cell.low.constant
            if cell.kind != "integer" or low is None or low > 0:
                continue  # its own bound says more than a pattern can
            least = _least_at(part, min(place, size - 1), size)
            if least >= 0 and least > low:
                cell.low = number(least)
            word = patterns.parsed(cell.pattern) if cell.pattern else None
            if least >= 0 and word is not None and patterns.width(word) == (1, 1):
                cell.high = cell.high or number(9)  # a digit

    # ---- pieces

    def body(self, pieces: Sequence[Piece]) -> list[Node]:
        nodes: list[Node] = []
        for piece in pieces:
            if isinstance(piece, Cell):
                nodes.append(self.named(piece))
            elif isinstance(piece, Gap):
                nodes.append(_gap(piece.text))
            elif isinstance(piece, Constant):
                nodes.append(Fixed(piece.text, self._source(piece.line)))
            elif isinstance(piece, Line):
                nodes += self._line(piece)
            elif isinstance(piece, Loop):
                nodes += self._loop(piece)
            elif isinstance(piece, Switch):
                nodes = self._switch(piece, nodes)
            else:
                raise NotFrozen(0, "what is read depends on the iteration of a loop")
        return _joined(nodes)

    def _loop(self, loop: Loop) -> list[Node]:
        body, separator, behind = self._without_edges(loop)
        if separator is None and loop.separator:
            separator = _gap(loop.separator)
        nodes = self.body(body)
        if not nodes:
            return [*behind]
        if self.lenient:
            nodes = _ended(nodes)
        source = self._source(loop.line)
        count: Bound | Until
        if loop.count is None:
            # What ends the loop is read behind it, with the end of its line.
            least = loop.least or number(1)
            most = loop.most or number(_MANY_LINES)
            ends = (self._written(end, loop.line) for end in (least, most))
            count = Until(loop.ending, *ends)
            after: list[Node] = []
            if loop.ending:
                after = [Fixed(loop.ending, source), Newline()]
            return [self._repeat(loop, count, nodes, separator), *after]
        count = self._written(loop.count, loop.line)
        return [self._repeat(loop, count, nodes, separator), *behind]

    def _repeat(
        self,
        loop: Loop,
        count: Bound | Until,
        nodes: list[Node],
        separator: Space | Newline | None,
    ) -> Repeat:
        index = self.indices.get(loop.index, "")
        source = self._source(loop.line)
        found = Repeat(count, tuple(nodes), separator, source)
        return _with_index(found, index)

    def _without_edges(
        self, loop: Loop
    ) -> tuple[list[Piece], Space | Newline | None, list[Node]]:
        """Return the body of a loop without what separates its iterations, the
        separator, and what stands behind the loop."""
        body = list(loop.body)
        if self.lenient:
            return _on_one_line(body)
        edges = [piece for piece in body if isinstance(piece, Edge)]
        if not edges:
            return body, None, []
        edge = edges[0]
        unclear = NotFrozen(loop.line, "what is read depends on the iteration of a loop")
        if len(edges) > 1:
            raise unclear
        gap = _only_gap(edge.otherwise)
        if edge.which == "last" and body[-1] is edge:
            if gap is None and edge.otherwise:
                raise unclear
            return body[:-1], gap, self.body(edge.then)
        if edge.which == "first" and body[0] is edge and gap is not None:
            if edge.then:
                raise unclear
            return body[1:], gap, []
        raise unclear

    def _switch(self, switch: Switch, before: list[Node]) -> list[Node]:
        """Put what follows a value behind it, for each of its texts."""
        name = self.name(switch.by)
        start = None
        for place, node in enumerate(before):
            if isinstance(node, (Integer, Word)) and node.name == name:
                start = place
        if start is None:
            raise NotFrozen(
                switch.line, "what is read depends on something read long before"
            )
        between = before[start + 1 :]
        cases = []
        for case in switch.cases:
            body = tuple(_joined([*between, *self.body(case.body)]))
            cases.append(Case(case.text, body))
        done = [case.text for case in cases]
        others = [text for text in switch.by.texts if text not in done]
        if switch.others and not others and not switch.by.texts:
            raise NotFrozen(switch.line, f"the texts that {name} may be are not known")
        for text in others:
            body = tuple(_joined([*between, *self.body(switch.others or ())]))
            cases.append(Case(text, body))
        choice = Choice(name, tuple(cases), self._source(switch.line))
        return [*before[:start], choice]

    # ---- relations

    def relations(self, rules: Iterable[Rule]) -> list[Relation]:
        found = []
        for rule in rules:
            if any(cell.id not in self.names for cell in rule.cells):
                continue
            try:
                found.append(self._relation(rule))
            except NotFrozen as fault:
                line = self.state.program.line_text(rule.line)
                self.state.note(rule.line, f"{fault.said}: {line}")
        return found

    def _relation(self, rule: Rule) -> Relation:
        names = tuple(self.names[cell.id] for cell in rule.cells)
        bound = ""
        if rule.bound is not None:
            bound = self._written(rule.bound, rule.line)
        elif rule.condition is not None:
            bound = self.condition(rule.condition, rule.line)
        source = self._source(rule.line)
        if rule.said:
            source = Source(source.place, rule.said)
        return Relation(rule.kind, names, bound, True, source)


def _least_at(part: patterns.Part, place: int, size: int) -> int:
    """Return the least of -1, 0 and 1 that fits a pattern for a line of `size` integers at
    one place."""
    for value in (-1, 0):
        words = ["1"] * size
        words[place] = str(value)
        if patterns.may_be(" ".join(words), part):
            return value
    return 1


def _on_one_line(
    body: list[Piece],
) -> tuple[list[Piece], Space | Newline | None, list[Node]]:
    """Return the body of a loop whose program skips white space: each iteration as a
    line, or all of them if each is one value."""
    found: list[Piece] = []
    for place, piece in enumerate(body):
        beside = body[max(place - 1, 0) : place + 2]
        is_last = place == len(body) - 1
        if isinstance(piece, Gap) and not is_last:
            has_loop = any(isinstance(other, Loop) for other in beside)
            found.append(piece if has_loop else Gap(" "))
            continue
        found.append(piece)
    if len(found) != 2 or not isinstance(found[1], Gap):
        return found, None, []
    value = found[0]
    if isinstance(value, Cell) and value.kind != "word":
        return [value], Space(), [Newline()]
    return found, None, []


def _ended(nodes: list[Node]) -> list[Node]:
    """Return the body of a loop with the end of a line behind each kind of query."""
    last = nodes[-1]
    if not isinstance(last, Choice):
        return nodes
    cases = []
    for case in last.cases:
        body = list(case.body)
        while body and isinstance(body[-1], (Space, Newline)):
            body.pop()
        cases.append(Case(case.text, (*body, Newline())))
    return [*nodes[:-1], Choice(last.by, tuple(cases), last.source)]


def plain_name(wanted: str) -> str:
    """Return a name of checktestdata: `a_i` and `a[3]` become `a`."""
    text = re.sub(r"\[.*", "", wanted)
    text = re.sub(r"[._][ijk]$", "", text)
    text = re.sub(r"[^A-Za-z0-9]", "", text).lower()
    text = text.lstrip("0123456789")
    return text or "x"


def _with_index(repeat: Repeat, index: str) -> Repeat:
    if not index:
        return repeat
    return Repeat(repeat.count, repeat.body, repeat.separator, repeat.source, index)


def _least_of(pattern: str) -> Term | None:
    """Return the least integer that fits a pattern, if it is 0 or 1."""
    try:
        part = patterns.without_line_end(patterns.parsed(pattern))
    except patterns.NotAPattern:
        return None
    if patterns.may_be("-1", part):
        return None
    for value in (0, 1):
        if patterns.may_be(str(value), part):
            return number(value)
    return None


def _gap(text: str) -> Space | Newline:
    return Newline() if text == "\n" else Space()


def _only_gap(pieces: Sequence[Piece]) -> Space | Newline | None:
    if len(pieces) == 1 and isinstance(pieces[0], Gap):
        return _gap(pieces[0].text)
    return None


def _joined(nodes: Sequence[Node]) -> list[Node]:
    """Return nodes with `n - 1` values, each with a space, and one more as one row."""
    found = list(nodes)
    for place in range(len(found) - 1):
        row = found[place]
        last = found[place + 1]
        if not isinstance(row, Repeat) or len(row.body) != 2 or row.separator:
            continue
        value, gap = row.body
        if not isinstance(gap, Space) or not isinstance(row.count, str):
            continue
        if not isinstance(value, Integer) or not isinstance(last, Integer):
            continue
        same = (value.low, value.high) == (last.low, last.high)
        if same and row.count.endswith(" - 1"):
            whole = Repeat(row.count[:-4], (value,), gap, row.source)
            found[place : place + 2] = [whole]
            return found
    return found


def _open(part: patterns.Part, may_be_empty: bool) -> str:
    """Return a pattern; a set that is repeated has no bounds, which stand by themselves."""
    if part.kind == "set" and (part.least, part.most) != (1, 1):
        sign = "*" if may_be_empty else "+"
        return patterns.class_of(part.letters) + sign
    return patterns.written(part)


def _words_of(part: patterns.Part) -> tuple[patterns.Part, int | None] | None:
    """Return the word and the number of words of `[0-9]( [0-9]){8}`; None for one word."""
    if part.kind != "sequence" or " " not in patterns.all_letters(part):
        return None
    words: list[patterns.Part] = []
    current: list[patterns.Part] = []
    more: int | None = 0  # words that are repeated
    for inner in part.parts:
        has_space = " " in patterns.all_letters(inner)
        if inner.kind == "set" and has_space:
            words.append(_sequence(current))
            current = []
        elif inner.kind == "sequence" and has_space:
            kept = [letter for letter in inner.parts if letter.letters != {" "}]
            words.append(_sequence(kept))
            is_fixed = more is not None and inner.least == inner.most
            more = (more or 0) + inner.least - 1 if is_fixed else None
        else:
            current.append(inner)
    if current:
        words.append(_sequence(current))
    if any(word != words[0] for word in words):
        return None
    return words[0], None if more is None else len(words) + more


def _sequence(parts: Sequence[patterns.Part]) -> patterns.Part:
    return parts[0] if len(parts) == 1 else patterns.Part("sequence", parts=tuple(parts))
