"""Narrow what is read by the conditions that a validator demands of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from judging.features.describe.tree import Kind
from judging.features.describe.validators.guessing import (
    WORDS,
    candidates,
    edge_ends,
    fills_its_range,
    is_count_of,
    is_tree,
    text_around,
)
from judging.features.describe.validators.pieces import Cell
from judging.features.describe.validators.placing import in_place
from judging.features.describe.validators.ranges import chosen_bound, extreme, tighter
from judging.features.describe.validators.state import Fact, State
from judging.features.describe.validators.terms import Symbol, Term, number, of_symbol
from judging.features.describe.validators.truths import (
    LETTERS,
    Both,
    Claim,
    Comparison,
    Either,
    Some,
    Truth,
    comparisons,
    is_plain,
    permitted,
    replaced,
    symbols,
)
from judging.features.describe.validators.values import (
    Abstract,
    LineText,
    Read,
    Several,
    Unordered,
)
from judging.values import Value, replace


class Rule(Value):
    """A relation between what is read.

    bound: of a sum or product. condition: of a rule that holds one. said: from what it is
    known, if no condition says so.
    """

    kind: Kind
    cells: tuple[Cell, ...]
    line: int
    bound: Term | None = None
    condition: Truth | None = None
    said: str = ""


_GUESSED = "guessed from its words"
_SEARCHED = "guessed from a search"
_MOST_PARTS = 12


def settle(state: State) -> list[Rule]:
    """Narrow the cells of a run by its facts; return the relations that remain."""
    found = _Settling(state)
    for fact in state.facts:
        found.apply(fact)
        for other in _for_first_words(fact, state):
            found.apply(other)
    found.infer()
    return found.combined()


def _for_first_words(fact: Fact, state: State) -> Iterator[Fact]:
    """Yield what a condition on any word of a line says of its first words."""
    for line in state.lines.values():
        if line.rest is None or line.is_sliced:
            continue
        for cell in line.first:
            truth = _about(fact.truth, line.rest, cell)
            if truth is not None:
                yield Fact(truth, fact.line, fact.loops)


def _about(truth: Truth, cell: Cell, other: Cell) -> Truth | None:
    """Return a condition on one value as that on another one; None if it is about neither
    or about several places of a row."""
    if isinstance(truth, Claim) and truth.kind == "real" and truth.of[0] is cell:
        return Claim("real", (other, *truth.of[1:]), truth.holds)
    kinds = ("cell", "least", "greatest")
    found = [s for s in symbols(truth) if s.of == cell.id and s.kind in kinds]
    return replaced(truth, {found[0]: other.term}) if len(found) == 1 else None


class _Settling:
    def __init__(self, state: State) -> None:
        self.state = state
        self.rules: list[Rule] = []

    def apply(self, fact: Fact) -> None:
        truth = fact.truth
        if isinstance(truth, bool):
            return
        if isinstance(truth, Both):
            for part in truth.parts:
                self.apply(Fact(part, fact.line, fact.loops))
        elif isinstance(truth, Comparison):
            if not self._comparison(truth, fact):
                self._not_understood(fact)
        elif isinstance(truth, Either):
            if not self._either(truth, fact):
                self._not_understood(fact)
        elif isinstance(truth, Some) or not self._claim(truth, fact):
            self._not_understood(fact)

    def _add(self, kind: Kind, cells: Iterable[Cell], line: int, said: str = "") -> bool:
        rule = Rule(kind, tuple(cells), line, said=said)
        if not any(r.kind == kind and r.cells == rule.cells for r in self.rules):
            self.rules.append(rule)
        return True

    # ---- what is not understood

    def _not_understood(self, fact: Fact) -> None:
        """Note a condition; guess what it is about from its words."""
        text = text_around(self.state.program, fact.line)
        names = set(re.findall(r"\w+", self.state.program.line_text(fact.line)))
        if names & self.state.searches.visited and self._is_connected(fact):
            return
        for kind, words in WORDS:
            if not words.search(text):
                continue
            cells = candidates(self.state, kind, text, fact.loops)
            if cells:
                self._add(kind, cells, fact.line, _GUESSED)
                return
        line = self.state.program.line_text(fact.line)
        self.state.note(fact.line, f"a condition that is not understood: {line}")

    def _is_connected(self, fact: Fact) -> bool:
        """Take over that a search through the graph reaches all vertices."""
        cells = edge_ends(self.state)
        return bool(cells) and self._add(Kind.CONNECTED, cells, fact.line, _SEARCHED)

    def _joined(self, claim: Claim, fact: Fact) -> bool:
        """Take over that an edge joins what no other one joins yet, or that all vertices
        are joined at the end."""
        cells = edge_ends(self.state, fact.loops)
        kind = Kind.CONNECTED if claim.holds else Kind.ACYCLIC
        return bool(cells) and self._add(kind, cells, fact.line, _SEARCHED)

    # ---- claims

    def _claim(self, claim: Claim, fact: Fact) -> bool:
        apply_as = {
            "present": self._present,
            "distinct": self._repeated,
            "joined": self._joined,
            "relation": self._relation,
            "is": self._is,
            "matches": self._matches,
            "sorted": self._sorted,
            "real": self._real,
        }.get(claim.kind)
        return apply_as is not None and apply_as(claim, fact)

    def _present(self, claim: Claim, fact: Fact) -> bool:
        _, key = claim.of
        return not claim.holds and self._distinct(key, fact)

    def _repeated(self, claim: Claim, fact: Fact) -> bool:
        (store,) = claim.of
        return claim.holds and bool(store.keys) and self._distinct(store.keys[0], fact)

    def _relation(self, claim: Claim, fact: Fact) -> bool:
        kind, cells = claim.of
        return self._add(kind, cells, fact.line)

    def _is(self, claim: Claim, fact: Fact) -> bool:
        cell, text = claim.of
        if claim.holds:
            cell.texts = (str(text),)
        return claim.holds

    def _sorted(self, claim: Claim, fact: Fact) -> bool:
        (store,) = claim.of
        cell = self._cell_of(store.added[0].value) if store.added else None
        if not claim.holds or cell is None:
            return False
        return self._add(Kind.SORTED, (cell,), fact.line)

    def _distinct(self, key: Abstract, fact: Fact) -> bool:
        if isinstance(key, Unordered):
            cells = [self._cell_of(value) for value in (key.first, key.second)]
            kind = Kind.SIMPLE_GRAPH
        elif isinstance(key, Several):
            cells = [self._cell_of(value) for value in key.items]
            kind = Kind.DISTINCT
        else:
            cells = [self._cell_of(key)]
            kind = Kind.DISTINCT
        known = [cell for cell in cells if cell is not None]
        if not known or len(known) != len(cells):
            return False
        return self._add(kind, known, fact.line)

    def _cell_of(self, value: Abstract) -> Cell | None:
        """Return the cell of a value: a number with or without something added."""
        if isinstance(value, Read):
            return value.cell
        if isinstance(value, LineText):
            return value.of.whole
        if not isinstance(value, Term):
            return None
        found = {symbol for symbol in value.symbols() if symbol.kind == "cell"}
        if len(found) != 1:
            return None
        (symbol,) = found
        return self.state.cell(symbol) if value.factor(symbol) in (1, -1) else None

    def _matches(self, claim: Claim, fact: Fact) -> bool:
        value, pattern = claim.of
        if not claim.holds:
            return False
        if isinstance(value, LineText):
            value.of.pattern = pattern
        elif value.cell.kind != "real":
            value.cell.pattern = pattern
        return True

    def _real(self, claim: Claim, fact: Fact) -> bool:
        cell, operator, value = claim.of
        if not claim.holds:
            operator = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}[operator]
        text = f"{value:f}".rstrip("0").rstrip(".") or "0"
        if operator in (">", ">="):
            cell.real_low = text
        else:
            cell.real_high = text
        return True

    # ---- conditions of which one must hold

    def _either(self, truth: Either, fact: Fact) -> bool:
        if self._is_of_digits(truth):
            return True
        letters = {symbol for symbol in symbols(truth) if symbol.kind == "letter"}
        if len(letters) == 1:
            (letter,) = letters
            return self._letters(truth, letter)
        texts = self._texts(truth)
        if texts:
            return True
        if not is_plain(truth) or len(truth.parts) > _MOST_PARTS:
            return False
        plain = in_place(self.state, truth)
        return plain is not None and self._holds(plain, fact)

    def _is_of_digits(self, truth: Truth) -> bool:
        """Return whether a condition is about the digits of one integer: that there are
        some, no more than fit, and no zeros before them."""
        found = {symbol.of for symbol in symbols(truth)}
        kinds = {symbol.kind for symbol in symbols(truth)}
        if len(found) != 1 or not kinds <= {"letter", "letters"}:
            return False
        (key,) = found
        if key in self.state.lines:
            whole = self.state.lines[key].whole
            return whole is not None and whole.kind == "integer"
        return key.isdigit() and self.state.cells[int(key)].kind == "integer"

    def _letters(self, truth: Truth, letter: Symbol) -> bool:
        """Narrow the letters of a word or line."""
        if self._is_of_layout(truth, letter):
            return True
        allowed = permitted(truth, letter)
        if allowed is None or letter.at is not None:
            return False
        cell = self._word(letter.of)
        if cell is None:
            return False
        known = cell.letters if cell.letters is not None else frozenset(LETTERS)
        cell.letters = known & allowed
        return bool(cell.letters)

    def _is_of_layout(self, truth: Truth, letter: Symbol) -> bool:
        """Return whether a condition only says that a line has no white space but what
        separates its values, or that it has digits."""
        line = self.state.lines.get(letter.of)
        if line is None or not line.kind:
            return False
        apart = replace(letter, at=None)
        plain = replaced(truth, {letter: of_symbol(apart)})
        allowed = permitted(plain, apart)
        if allowed is None:
            return False
        if letter.at is not None:
            return frozenset(LETTERS) - allowed <= {" "}
        return line.kind == "integer" and allowed >= frozenset("0123456789 ")

    def _word(self, key: str) -> Cell | None:
        """Return a word, or a line as a word, by its id."""
        if key in self.state.lines:
            line = self.state.lines[key]
            if line.kind:
                return None
            if line.whole is None:
                line.whole = self.state.new_cell("word", line.line, line.name)
                line.whole.loops = line.loops
            return line.whole
        return self.state.cells[int(key)] if key.isdigit() else None

    def _texts(self, truth: Either) -> bool:
        """Take over `op == "add" || op == "sub"`."""
        cell = None
        found = []
        for part in truth.parts:
            if not isinstance(part, Claim) or part.kind != "is" or not part.holds:
                return False
            if cell is not None and part.of[0] is not cell:
                return False
            cell = part.of[0]
            found.append(str(part.of[1]))
        if cell is None:
            return False
        cell.texts = tuple(found)
        return True

    # ---- comparisons

    def _comparison(self, truth: Comparison, fact: Fact) -> bool:
        kinds = {symbol.kind for symbol in truth.term.symbols()}
        if "before" in kinds:
            return False
        if self._is_of_digits(truth):
            return True
        for kind, method in (
            ("letter", self._letter),
            ("letters", self._length),
            ("size", self._size),
            ("length", self._count),
            ("sum", self._sum),
            ("times", self._times),
        ):
            if kind in kinds:
                return method(truth, fact)
        if self._neighbours(truth, fact):
            return True
        plain = in_place(self.state, truth)
        if plain is None:
            return self._single(truth, fact)
        if not isinstance(plain, Comparison):
            return plain is True
        if any(symbol.kind == "remainder" for symbol in plain.term.symbols()):
            return self._holds(plain, fact)
        if not any(symbol.kind == "cell" for symbol in plain.term.symbols()):
            return True
        return self._bound(plain, fact)

    def _single(self, truth: Comparison, fact: Fact) -> bool:
        """Take over a condition on one item of a row: `a[0] != 0`."""
        found = [s for s in set(truth.term.inner()) if s.at is not None]
        if len(found) != 1 or found[0].kind != "cell":
            return False
        (item,) = found
        cell = self.state.cell(item)
        if not cell.loops or item.at is None:
            return False
        elsewhere = Comparison("!=", of_symbol(cell.loops[-1].index) - item.at)
        plain = replaced(truth, {item: cell.term})
        return self._holds(Either((elsewhere, plain)), fact)

    def _neighbours(self, truth: Comparison, fact: Fact) -> bool:
        """Take over `a[i] <= a[i + 1]` and the like."""
        found = [s for s in truth.term.symbols() if s.kind == "cell"]
        if len(found) != 2 or found[0].of != found[1].of:
            return False
        if any(abs(truth.term.factor(symbol) or 0) != 1 for symbol in found):
            return False
        cell = self.state.cell(found[0])
        index = self._index_of(cell, found)
        places = [index if s.at is None else s.at for s in found]
        if any(not _is_moving(place) for place in places):
            return False
        distance = (places[1] - places[0]).constant
        earlier, later = found
        if distance is not None and distance < 0:
            earlier, later = later, earlier
        is_arranged = cell.id in self.state.arranged
        if truth.operator == "!=" and (distance is None or is_arranged):
            rest = truth.term.replaced({s: number(0) for s in found}).constant
            return rest == 0 and self._add(Kind.DISTINCT, (cell,), fact.line)
        if distance is None or abs(distance) != 1 or truth.operator != ">=":
            return False
        rises = truth.term.factor(later) == 1 and truth.term.factor(earlier) == -1
        falls = truth.term.factor(later) == -1 and truth.term.factor(earlier) == 1
        rest = truth.term.replaced({s: number(0) for s in found}).constant
        kinds = {
            (True, 0): Kind.SORTED,
            (True, -1): Kind.STRICTLY_SORTED,
            (False, 0): Kind.FALLING,
            (False, -1): Kind.STRICTLY_FALLING,
        }
        if rest not in (0, -1) or not (rises or falls):
            return False
        if is_arranged:
            return rest == 0 or self._add(Kind.DISTINCT, (cell,), fact.line)
        return self._add(kinds[rises, rest], (cell,), fact.line)

    def _index_of(self, cell: Cell, found: list[Symbol]) -> Term:
        """Return the place of a value of which only an iteration says which it is."""
        if cell.loops:
            return of_symbol(cell.loops[-1].index)
        others = [symbol.at for symbol in found if symbol.at is not None]
        for place in others:
            for symbol in place.symbols():
                if symbol.kind == "index":
                    return of_symbol(symbol)
        return number(0)

    def _length(self, truth: Comparison, fact: Fact) -> bool:
        """Narrow how many letters a word has."""
        lengths = {s for s in truth.term.symbols() if s.kind == "letters"}
        if len(lengths) != 1:
            return False
        (length,) = lengths
        factor = truth.term.factor(length)
        cell = self._word(length.of)
        rest = truth.term.replaced({length: number(0)})
        if factor not in (1, -1) or cell is None or truth.operator == "!=":
            return False
        if not all(symbol.kind == "cell" for symbol in rest.symbols()):
            return False
        value = -rest if factor == 1 else rest
        if truth.operator == "==" or factor == 1:
            cell.shortest = tighter(self.state, cell.shortest, value, is_low=True)
        if truth.operator == "==" or factor == -1:
            cell.longest = tighter(self.state, cell.longest, value, is_low=False)
        return True

    def _count(self, truth: Comparison, fact: Fact) -> bool:
        """Narrow how many words a line has."""
        counts = {s for s in truth.term.symbols() if s.kind == "length"}
        if len(counts) != 1:
            return False
        (symbol,) = counts
        line = self.state.lines.get(symbol.of)
        if line is None:
            return False
        if line.count is not None:
            truth_now = replaced(truth, {symbol: line.count})
            self.apply(Fact(truth_now, fact.line, fact.loops))
            return True
        return False

    def _size(self, truth: Comparison, fact: Fact) -> bool:
        """Take over that a set has as many values as were put into it."""
        sizes = {s for s in truth.term.symbols() if s.kind == "size"}
        if len(sizes) != 1 or truth.operator == "!=":
            return False
        (symbol,) = sizes
        rest = truth.term.replaced({symbol: number(0)})
        if truth.term.factor(symbol) != 1 and truth.operator == ">=":
            return False
        count = -rest if truth.term.factor(symbol) == 1 else rest
        keys = self._keys(symbol.of)
        if not keys or any(key != keys[0] for key in keys):
            return False
        cell = self._cell_of(keys[0])
        is_row = cell is not None and is_count_of(count, cell, self.state)
        is_pair = isinstance(keys[0], (Several, Unordered))
        return (is_row or is_pair) and self._distinct(keys[0], fact)

    def _keys(self, key: str) -> list[Abstract]:
        return self.state.stores[key].keys if key in self.state.stores else []

    def _sum(self, truth: Comparison, fact: Fact) -> bool:
        sums = {s for s in truth.term.symbols() if s.kind == "sum"}
        rest = truth.term.replaced({symbol: number(0) for symbol in sums})
        factors = {truth.term.factor(symbol) for symbol in sums}
        if len(factors) != 1:
            return False
        (factor,) = factors
        if truth.operator == "==" and len(sums) == 1 and factor in (1, -1):
            bound = rest if factor == -1 else -rest
            return self._add_sum(Kind.SUM_IS, sums, bound, fact.line)
        if truth.operator == ">=" and factor == -1:
            return self._add_sum(Kind.SUM_AT_MOST, sums, rest, fact.line)
        return False

    def _letter(self, truth: Comparison, fact: Fact) -> bool:
        letters = set(truth.term.symbols())
        return len(letters) == 1 and self._letters(truth, letters.pop())

    def _times(self, truth: Comparison, fact: Fact) -> bool:
        """Narrow how often a loop runs whose count nothing says."""
        symbol, *others = set(truth.term.symbols())
        factor = truth.term.factor(symbol)
        rest = truth.term.replaced({symbol: number(0)})
        loop = self.state.loops_by_index.get(symbol.of)
        if others or loop is None or truth.operator != ">=" or factor not in (1, -1):
            return False
        if factor == 1:
            loop.least = -rest
        else:
            loop.most = rest
        return True

    def _add_sum(self, kind: Kind, sums: set[Symbol], bound: Term, line: int) -> bool:
        if any(symbol.kind != "cell" or symbol.at for symbol in bound.symbols()):
            return False
        for symbol in sorted(sums, key=lambda symbol: symbol.of):
            if not symbol.of.isdigit():
                return False
            cell = self.state.cells[int(symbol.of)]
            if cell.kind == "integer":
                self.rules.append(Rule(kind, (cell,), line, bound))
        return True

    # ---- bounds

    def _bound(self, truth: Comparison, fact: Fact) -> bool:
        """Narrow the bounds of the value that is read last, or demand the condition."""
        term = truth.term
        cells = {s for s in term.symbols() if s.kind == "cell"}
        newest = max(cells, key=lambda symbol: symbol.of)
        cell = self.state.cell(newest)
        if not self._are_visible(term, cell):
            return False
        if len(cells) == 2 and self._is_pair(truth, fact):
            return True
        factor = term.factor(newest)
        rest = term.replaced({newest: number(0)}) if factor is not None else None
        if rest is None or factor is None:
            return self._product(truth, fact) or self._holds(truth, fact)
        if abs(factor) != 1 and rest.constant is None:
            return self._holds(truth, fact)
        if len(cells) > 2 and truth.operator != "!=":
            # As a bound it would leave no value for some that are read before.
            return self._holds(truth, fact)
        if truth.operator == "!=":
            return self._is_not(truth, cell, factor, rest, fact)
        if truth.operator == "==":
            if abs(factor) != 1:
                return self._holds(truth, fact)
            value = rest if factor == -1 else -rest
            self._tighten(cell, value, True, fact)
            self._tighten(cell, value, False, fact)
            return True
        # factor * cell + rest >= 0
        if factor > 0:
            value = -rest if factor == 1 else number(-((rest.constant or 0) // factor))
            self._tighten(cell, value, True, fact)
        else:
            size = -factor
            value = rest if size == 1 else number((rest.constant or 0) // size)
            self._tighten(cell, value, False, fact)
        return True

    def _are_visible(self, term: Term, cell: Cell) -> bool:
        """Return whether all in a term is known in the iteration that reads a cell."""
        indices = {loop.index for loop in cell.loops}
        for symbol in term.inner():
            if symbol.kind == "index" and symbol not in indices:
                return False
            if symbol.kind not in ("cell", "index") or symbol.at is not None:
                return False
            if symbol.kind == "cell":
                loops = self.state.cell(symbol).loops
                if loops != cell.loops[: len(loops)]:
                    return False
        return True

    def _is_pair(self, truth: Comparison, fact: Fact) -> bool:
        """Take over `u != v`, `u < v` and `u <= v` of two values of one iteration."""
        found = sorted(set(truth.term.symbols()), key=lambda symbol: symbol.of)
        if len(found) != 2:
            return False
        first, second = (self.state.cell(symbol) for symbol in found)
        if not first.loops or first.loops != second.loops:
            return False
        factors = [truth.term.factor(symbol) for symbol in found]
        rest = truth.term.replaced({symbol: number(0) for symbol in found}).constant
        if sorted(factor or 0 for factor in factors) != [-1, 1]:
            return False
        smaller, larger = (first, second) if factors[0] == -1 else (second, first)
        if truth.operator == "!=" and rest == 0:
            return self._add(Kind.DIFFERS, (first, second), fact.line)
        if truth.operator == ">=" and rest in (0, -1):
            kind = Kind.AT_MOST if rest == 0 else Kind.LESS
            return self._add(kind, (smaller, larger), fact.line)
        return False

    def _is_not(
        self, truth: Truth, cell: Cell, factor: int, rest: Term, fact: Fact
    ) -> bool:
        value = (-rest if factor == 1 else rest).constant if abs(factor) == 1 else None
        if value is not None:
            if cell.low == number(value):
                cell.low = number(value + 1)
                return True
            if cell.high == number(value):
                cell.high = number(value - 1)
                return True
        return self._holds(truth, fact)

    def _product(self, truth: Comparison, fact: Fact) -> bool:
        """Take over `h * w <= 100000`."""
        products = [part for part in truth.term.parts if len(part[0]) > 1]
        others = [part for part in truth.term.parts if len(part[0]) == 1]
        if truth.operator != ">=" or len(products) != 1 or others:
            return False
        product, factor = products[0]
        bound = truth.term - Term((products[0],))
        if factor != -1 or len(set(product)) != len(product):
            return False
        cells = tuple(self.state.cell(symbol) for symbol in product)
        self.rules.append(Rule(Kind.PRODUCT_AT_MOST, cells, fact.line, bound))
        return True

    def _holds(self, truth: Truth, fact: Fact) -> bool:
        """Demand a condition as it is, if all that it names is known at one place."""
        cells = sorted(
            {s for s in symbols(truth) if s.kind == "cell"}, key=lambda symbol: symbol.of
        )
        if not cells:
            return False
        newest = self.state.cell(cells[-1])
        for part in comparisons(truth):
            if not self._are_visible(part.term, newest):
                return False
        found = tuple(self.state.cell(symbol) for symbol in cells)
        rule = Rule(Kind.HOLDS, found, fact.line, condition=truth)
        if rule.condition not in [other.condition for other in self.rules]:
            self.rules.append(rule)
        return True

    def _tighten(self, cell: Cell, value: Term, is_low: bool, fact: Fact) -> None:
        """Narrow a bound. Where two bounds cannot be compared, the other one becomes a
        condition."""
        before = cell.low if is_low else cell.high
        if before is None or before == value:
            kept = value
            other = None
        else:
            kept, other = chosen_bound(self.state, before, value, is_low)
        if is_low:
            cell.low = kept
        else:
            cell.high = kept
        if other is not None:
            term = cell.term - other if is_low else other - cell.term
            self._holds(Comparison(">=", term), fact)

    # ---- at the end

    def combined(self) -> list[Rule]:
        """Return the rules, with those that make one joined."""
        rules = self.rules
        for rule in list(rules):
            if rule.kind != Kind.DISTINCT or len(rule.cells) != 2:
                continue
            if self._find(Kind.DIFFERS, rule.cells) or self._is_edge(rule.cells):
                self._become(rule, Kind.SIMPLE_GRAPH)
        for rule in list(rules):
            if rule.kind == Kind.DISTINCT and fills_its_range(rule.cells, self.state):
                self._become(rule, Kind.PERMUTATION)
            if rule.kind in (Kind.CONNECTED, Kind.ACYCLIC) and is_tree(
                rule.cells[0], self.state
            ):
                self._become(rule, Kind.TREE)
        return rules

    def infer(self) -> None:
        """Bound what has no bound of its own by what it is compared with: in `a < b` with
        `b <= n`, and in a sum of values that are not negative."""
        for rule in self.rules:
            if rule.kind == Kind.PRODUCT_AT_MOST:
                self._bound_factors(rule)
        for _ in range(2):
            for fact in self.state.facts:
                for part in _demanded(fact.truth):
                    plain = in_place(self.state, part)
                    if isinstance(plain, Comparison) and plain.operator in (">=", "=="):
                        self._infer(plain)

    def _bound_factors(self, rule: Rule) -> None:
        """Bound factors that are sizes, at least 1, by what their product is at most."""
        for cell in rule.cells:
            if cell.high is None and rule.bound is not None:
                cell.high = rule.bound
            if cell.low is None and self._is_size(cell):
                cell.low = number(1)

    def _is_size(self, cell: Cell) -> bool:
        """Return whether a value says how long a word is or how often something is read."""
        terms = [loop.count for loop in self.state.loops_by_index.values() if loop.body]
        terms += [line.count for line in self.state.lines.values()]
        terms += [other.longest for other in self.state.cells]
        terms += [line.whole.longest for line in self.state.lines.values() if line.whole]
        return any(term is not None and cell.symbol in term.symbols() for term in terms)

    def _infer(self, truth: Comparison) -> None:
        for symbol in set(truth.term.symbols()):
            factor = truth.term.factor(symbol)
            if symbol.kind != "cell" or factor is None:
                continue
            cell = self.state.cell(symbol)
            signs = (1, -1) if truth.operator == "==" else (1,)
            for sign in signs:
                rest = truth.term.replaced({symbol: number(0)}) * number(sign)
                size = abs(factor)
                if cell.high is None and factor * sign < 0:
                    cell.high = self._end_for(rest, cell, size, is_greatest=True)
                if cell.low is None and factor * sign > 0:
                    cell.low = self._end_for(-rest, cell, size, is_greatest=False)

    def _end_for(
        self, term: Term, cell: Cell, size: int, is_greatest: bool
    ) -> Term | None:
        """Return a bound by a term, of which `size` times the cell is on the other side:
        the bound of the one value in it, or a number."""
        symbol = next(iter(set(term.symbols())), None)
        if (
            size == 1
            and symbol is not None
            and (term - of_symbol(symbol)).constant is not None
        ) and symbol.kind == "cell":
            other = self.state.cell(symbol)
            bound = other.high if is_greatest else other.low
            if bound is not None and self._are_visible(bound, cell):
                return bound + term - of_symbol(symbol)
        end = extreme(self.state, term, is_greatest)
        if end is None:
            return None
        return number(end // size if is_greatest else -(-end // size))

    def _find(self, kind: Kind, cells: tuple[Cell, ...]) -> Rule | None:
        for rule in self.rules:
            if rule.kind == kind and set(rule.cells) == set(cells):
                return rule
        return None

    def _is_edge(self, cells: tuple[Cell, ...]) -> bool:
        """Return whether two values are ends of edges, of which the first is less."""
        less = self._find(Kind.LESS, cells)
        ends = edge_ends(self.state)
        return less is not None and set(ends) == set(cells)

    def _become(self, rule: Rule, kind: Kind) -> None:
        place = self.rules.index(rule)
        self.rules[place] = replace(rule, kind=kind)


def _is_moving(place: Term) -> bool:
    """Return whether a place in a row depends on the number of an iteration."""
    return any(symbol.kind == "index" for symbol in place.symbols())


def _demanded(truth: Truth) -> list[Comparison]:
    """Return the comparisons that hold whenever a condition does."""
    if isinstance(truth, Comparison):
        return [truth]
    if isinstance(truth, Both):
        return [part for inner in truth.parts for part in _demanded(inner)]
    return []
