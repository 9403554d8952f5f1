"""Draw inputs from a grammar: run its commands, and where one reads a value, draw one.

What ASSERTs demand of a value is not left to chance. Its range is narrowed until they
can hold, and a loop plans a row of values as a whole: in order, all different, within a
sum, the edges of a tree. What this cannot do is drawn again, a bounded number of times.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Callable, Iterator, Mapping, Union

from ..graphs import Graph
from ..rng import Rng
from .biases import Bias
from .demands import Edges, Format, Pattern, mentions, operands, other_side
from .memory import UNDEFINED, Memory
from .parsing import GrammarError, Node
from .point_rows import Figure
from .rows import edge_row, fit_sum, number_row, sum_row, tree_of_any_family
from .running import ROOM, Run, value_of
from .words import LONGEST, draw_word, letters_in

# About how large the sizes of an input become if none is given. Chosen, not measured: a
# person can still read such an input.
SMALL = 20
# How often a value is drawn until it fits, and an input until it is complete. Chosen,
# not measured: what a condition permits once in 10 draws is missed once in 500 times.
_TRIES = 60
# So many of these tries have the size that was asked for; the others are small, where
# fewer conditions have to hold at once.
_FULL_TRIES = 20
# And so many have the bias that was asked for: its modes may contradict the conditions.
_BIASED_TRIES = 10
# About how large sizes become in the small tries: where sizes up to the bounds were
# asked for, and where smaller ones were.
_SMALLER = 200
_SMALLEST = 4
# About how large small sizes are in an input that may have any size.
_SMALL_SIZE = 9
_LONG_WORD = 100  # where nothing says how long a word is
_ANY_SUM = 10**18  # larger than any budget: sums are to fit 64 bits
_DECIMAL_STEPS = 10**6
# Each holds from some value on or up to some value. "||" is here because demands.py makes
# it from inequalities; where it does not do so, a test rejects the value after all.
_MONOTONE = ("<", "<=", ">", ">=", "||")
_RISING = (Pattern.RISING, Pattern.STRICTLY_RISING)
_FALLING = (Pattern.FALLING, Pattern.STRICTLY_FALLING)
_ALL_DIFFERENT = (Pattern.DISTINCT, Pattern.STRICTLY_RISING, Pattern.STRICTLY_FALLING)
_SUMS = (Pattern.BUDGET, Pattern.GIVEN_SUM)
Overrides = Mapping[str, Callable[[Rng, Mapping[str, Any]], Union[int, str]]]


@dataclass(frozen=True)
class DrawnInput:
    """An input.

    cost: how much of ROOM it and the tries before it took.
    sizes: the value of each size, by name; of a word, its length; of several reads, the sum.
    """

    content: bytes
    cost: int
    sizes: Mapping[str, int]


def draw(
    form: Format,
    seed: str,
    most: int | None,
    overrides: Overrides,
    start_bias: Callable[[Rng], Bias] | None = None,
    source: Callable[..., Rng] = Rng,
    tries: int = _TRIES,
) -> DrawnInput:
    """Draw an input; start again, with smaller sizes, where that gets stuck.

    most: about how large sizes become; None: up to their bounds.
    start_bias: makes the bias of one input; None: without a bias.
    overrides: functions that draw values of variables, from the values so far by name.
    source: makes each source of random numbers from its seed.
    tries: how often to start at most.
    Raise GrammarError, which names the line if one command is to blame, and OverrideError,
    if one of these functions is.
    """
    spent = 0
    for number in range(tries):
        size = most
        if number >= _FULL_TRIES or spent >= ROOM:
            size = _SMALLER if most is None else _SMALLEST
        rng = source(seed, number)
        bias = None
        for_overrides = rng
        if start_bias is not None and number < _BIASED_TRIES:
            bias = start_bias(source(seed, number, "bias"))
            if overrides:
                for_overrides = source(seed, number, "overrides")
                for_overrides.random = bias.numbers(for_overrides.random)
        drawing = _Drawing(form, rng, size, overrides, bias, for_overrides)
        try:
            content = drawing.whole()
            return DrawnInput(content, spent + drawing.cost, drawing.sizes)
        except UNDEFINED as stuck:
            fault = stuck
            spent += drawing.cost
    if isinstance(fault, _NoValueError) and fault.name in overrides:
        raise OverrideError.of(fault.name, f"no value of it fits: {fault}")
    raise GrammarError(
        f"{fault}; in strategies.py: overrides = {{'name': lambda rng, known: 1}}"
    )


class OverrideError(Exception):
    """The `overrides` of a strategies.py are wrong. No GrammarError: the grammar may be
    right."""

    @classmethod
    def of(cls, name: str, why: str) -> OverrideError:
        """Return the error of the function for one variable."""
        return cls(f"overrides['{name}']: {why}")


class _NoValueError(GrammarError):
    """No value of a variable fits."""

    def __init__(self, name: str, line: int) -> None:
        self.name = name
        super().__init__(
            f"line {line}: no value drawn for '{name}' satisfies the commands that follow"
        )


class _Drawing(Run):
    """An input while it is drawn."""

    def __init__(
        self,
        form: Format,
        rng: Rng,
        most: int | None,
        overrides: Overrides,
        bias: Bias | None,
        for_overrides: Rng,
    ) -> None:
        for name in overrides:
            if name not in form.variables:
                known = ", ".join(sorted(form.variables))
                why = f"no variable of the input format; variables: {known}"
                raise OverrideError.of(name, why)
        super().__init__(form, Memory(rng), ROOM)
        self.sizes: dict[str, int] = {}
        self._rng = rng
        self._most = most
        self._overrides = overrides
        self._bias = bias
        self._for_overrides = for_overrides
        # In half of the inputs at their bounds every size is the largest that is left:
        # several sizes are hardly ever all large by chance, and together they make
        # programs slow. Without this, `judge strengthen` killed none of the unseen wrong
        # submissions of one of the eight packages in benchmarks/README.md.
        self._full = most is None and rng.below(2) == 0

    def read(self, node: Node) -> None:
        """Draw a value until it fits, and write it."""
        name = node.target.value if node.target else ""
        args = [self._memory.value(arg) for arg in node.args]
        for number in range(_TRIES):
            if name in self._overrides:
                # As below: after a value that did not fit, draw freely.
                rng = self._rng if number else self._for_overrides
                text = self._overridden(name, rng)
            elif number and self._must_keep(node):
                break
            else:
                text = self._drawn(node, args, retried=number > 0)
            value = value_of(node, text)
            self._memory.assign(node.target, value)
            inside = node.name == "REGEX" or args[0] <= value <= args[1]
            if not inside or (text and not self._memory.allows(text)):
                continue
            if self._fits(node):
                if text:
                    self._emit(text)
                self._note_size(node, value)
                return
        raise _NoValueError(name, node.line)

    def _note_size(self, node: Node, value: Any) -> None:
        """Add what was read to its size, if it is one."""
        if node.target is None or node.target.value not in self._form.sizes:
            return
        name = node.target.value
        if node.name == "REGEX":
            self.sizes[name] = self.sizes.get(name, 0) + len(value)
        elif node.name == "INT":
            self.sizes[name] = self.sizes.get(name, 0) + value

    def _must_keep(self, node: Node) -> bool:
        """Return whether a command reads a planned end of an edge that nothing may replace.

        The value after one that did not fit belongs to the next edge: the two ends of
        each edge that follows would be of different edges, and a tree would be none.
        """
        return id(node) in self._form.kept_ends and id(node) in self._memory.loop.planned

    def _overridden(self, name: str, rng: Rng) -> bytes:
        known = {}
        for each, values in self._memory.known.items():
            known[each] = values.get((), values)
        try:
            made: Any = self._overrides[name](rng, known)
        except Exception as error:
            raise OverrideError.of(name, f"{type(error).__name__}: {error}") from error
        if isinstance(made, (bool, float)) or not isinstance(made, (int, str, bytes)):
            why = f"returned {made!r}, expected an integer or a string"
            raise OverrideError.of(name, why)
        return made if isinstance(made, bytes) else str(made).encode()

    def _drawn(self, node: Node, args: list[Any], *, retried: bool) -> bytes:
        # What a bias says is the same again: after a value that did not fit, draw freely.
        bias = None if retried else self._bias
        if node.name == "REGEX":
            return self._word(node, bias, *args)
        if node.name == "INT":
            return b"%d" % self._integer(node, bias, *args)
        return self._decimal(node, bias, *args).encode()

    def _fits(self, node: Node) -> bool:
        """Return whether no condition on what was drawn is sure to fail; keep what
        UNIQUE forbids to draw again."""
        for test in self._form.tests.get(id(node), ()):
            if test.name == "UNIQUE":
                if not self._is_new(node, test):
                    return False
            elif self._memory.attempt(test) is False:
                return False
        return True

    def _is_new(self, node: Node, unique: Node) -> bool:
        """Return whether UNIQUE of some arrays permits the values at the index just drawn."""
        index = self._memory.index(node.target) if node.target else ()
        row = tuple(self._memory.values(arg.value).get(index) for arg in unique.args)
        seen = self._memory.loop.seen.setdefault(id(node), set())
        # None: the other arrays have no value at this index yet.
        if row in seen and None not in row:
            return False
        seen.add(row)
        return True

    def _narrow(self, node: Node, low: int, high: int) -> tuple[int, int]:
        """Return the values between which the tests can hold, if each does so from some
        value on or up to some value. For a string, these are its lengths. Raise
        GrammarError if none is left."""
        target = node.target
        is_word = node.name == "REGEX"
        measured = Node("STRLEN", None, (target,)) if is_word and target else target

        for test in self._open_tests(node):
            if test.name == "==" and measured in test.args:
                exact = self._memory.attempt(other_side(test, measured))
                if exact is not None:
                    low, high = max(low, exact), min(high, exact)
                continue
            for part in _monotone_parts(test):
                low, high = self._narrowed(node, part, low, high)
        if low > high:
            raise GrammarError(
                f"line {node.line}: no value is left that satisfies the commands that follow"
            )
        return low, high

    def _open_tests(self, node: Node) -> Iterator[Node]:
        """Yield the tests of a value that count in this round of its loops."""
        for test in self._form.tests.get(id(node), ()):
            if test.name != "last":
                yield test
            elif self._memory.loop.is_last(test.value):
                yield test.args[0]

    def _narrowed(self, node: Node, test: Node, low: int, high: int) -> tuple[int, int]:
        """Return the values between which a test can hold, as _narrow does for all."""
        holds = self._trial(node, test)
        if low > high or holds(low) == holds(high):
            return low, high
        if holds(low):
            return low, _last_that_holds(holds, low, high)
        return _last_that_holds(holds, high, low), high

    def _narrowed_around(self, node: Node, low: int, high: int) -> tuple[int, int]:
        """Return the values between which the tests can hold that hold at neither end.

        So does one that a square must be small: `x*x <= r` holds around 0. Only for a
        single value: what other numbers leave of this one differs from round to round.
        """
        for test in self._open_tests(node):
            for part in _monotone_parts(test):
                holds = self._trial(node, part)
                if holds(low) or holds(high):
                    continue
                for base in self._bases(node, part):
                    if low < base < high and holds(base):
                        low = _last_that_holds(holds, base, low)
                        high = _last_that_holds(holds, base, high)
                        break
        return low, high

    def _trial(self, node: Node, test: Node) -> Callable[[int], bool]:
        """Return a function that says whether a test may hold for a value."""

        def holds(value: int) -> bool:
            # Of a word only the length counts here, and a range has one too.
            drawn = range(value) if node.name == "REGEX" else value
            self._memory.assign(node.target, drawn)
            return self._memory.attempt(test) is not False

        return holds

    def _bases(self, node: Node, test: Node) -> list[int]:
        """Return values at which squares in a test may be least, as those of `x`, `x - y`
        and `x + 2` are at 0, y and -2."""
        # Without a value of its own, the target is none of the numbers in the test.
        self._memory.assign(node.target, None)
        bases = [0]
        for operand in operands(test):
            value = self._memory.attempt(operand)
            if isinstance(value, int) and value not in bases:
                bases += [value, -value]
        return bases

    def _word(self, node: Node, bias: Bias | None, pattern: bytes) -> bytes:
        low, high = self._narrow(node, 0, LONGEST)
        if high == LONGEST:
            high = max(low, _LONG_WORD)
        length = self._size(node, bias, low, high)

        def letters(count: int, first: int, last: int) -> list[int]:
            return self._number_row(node, bias, count, first, last)

        # The pattern alone knows how many characters a word must have: draw a shortest
        # one first.
        least = len(draw_word(pattern, 0, letters, self._rng))
        extra = max(0, length - least)
        word = draw_word(pattern, extra, letters, self._rng)
        if id(node) in self._form.once:
            return self._with_letters_once(node, word, pattern)
        return word

    def _with_letters_once(self, node: Node, word: bytes, pattern: bytes) -> bytes:
        """Return a word of a loop with those letters that come in it and in no other one."""
        loop = self._memory.loop
        once = self._form.once[id(node)]
        others = [each for each in letters_in(pattern) if each not in once]
        if loop.left <= 0 or not others:
            return word
        if id(node) not in loop.letters:
            loop.letters[id(node)] = self._places_of(once, loop.left)
        changed = bytearray(word)
        for place, letter in enumerate(word):
            if letter in once:
                changed[place] = self._rng.choice(others)
        own = loop.letters[id(node)].get(loop.left, b"")
        places = self._rng.sample(min(len(own), len(word)), 0, len(word) - 1)
        for place, letter in zip(places, own):
            changed[place] = letter
        return bytes(changed)

    def _places_of(self, once: bytes, words: int) -> dict[int, bytes]:
        """Draw in which of the next words each letter comes."""
        found: dict[int, bytes] = {}
        for letter in once:
            left = self._rng.between(1, words)
            found[left] = found.get(left, b"") + bytes([letter])
        return found

    def _decimal(
        self, node: Node, bias: Bias | None, low: Any, high: Any, *decimals: int
    ) -> str:
        fewest, most = decimals or (0, 6)
        digits = self._rng.between(fewest, most)
        if bias is None:
            steps = self._rng.below(_DECIMAL_STEPS + 1)
        else:
            [steps] = bias.row(node, 1, 0, _DECIMAL_STEPS)
        value = low + Fraction(high - low) * steps / _DECIMAL_STEPS
        notation = "e" if node.option == "SCIENTIFIC" else "f"
        text = f"{float(value):.{digits}{notation}}"
        # checktestdata knows neither zeros before an exponent nor a negative zero.
        text = re.sub(r"e([+-])0", r"e\1", text)
        if Fraction(text) == 0:
            text = text.lstrip("-")
        return text

    def _integer(self, node: Node, bias: Bias | None, low: int, high: int) -> int:
        planned = self._planned(node, low, high)
        if planned is not None:
            return planned
        low, high = self._narrowed_around(node, *self._narrow(node, low, high))
        tree = None
        if node.target in self._form.trees:
            tree = self._memory.attempt(self._form.trees[node.target])
        if tree is not None and self._rng.below(2):
            # Near a tree, one edge more or less decides most questions about graphs.
            low, high = max(low, min(high, tree - 1)), min(high, max(low, tree + 2))
            return self._rng.between(low, high)
        if self._is_size(node):
            return self._size(node, bias, low, high)
        return self._number_row(node, bias, 1, low, high)[0]

    def _is_size(self, node: Node) -> bool:
        return node.target is not None and node.target.value in self._form.sizes

    def _planned(self, node: Node, low: int, high: int) -> int | None:
        """Return the next value of the row that the loop has planned, None if there is none."""
        loop = self._memory.loop
        patterned = id(node) in self._form.patterns
        if loop.left <= 0 or (self._is_size(node) and not patterned):
            return None
        if id(node) not in loop.planned:
            loop.planned[id(node)] = iter(self._plan(node, low, high))
        # A value that did not fit was taken from the row too, so that the row may end
        # early. (Where each value must stay in its place, see _must_keep.)
        value = next(loop.planned[id(node)], None)
        return None if value is None else int(value)

    def _size(self, node: Node, bias: Bias | None, low: int, high: int) -> int:
        """Draw a size.

        In an input whose sizes go up to the bounds, half are exactly at the bound, a
        quarter is small, and a quarter has any order of magnitude.
        """
        if bias is not None:
            largest = high if self._most is None else min(high, low + self._most)
            size = bias.size(node, low, largest)
            if size is not None:
                return size
        kind = self._rng.below(4) if self._most is None else 1
        if self._full or kind > 1:
            return high
        span = high - low
        if kind == 1:
            span = min(span, self._most or _SMALL_SIZE)
        else:
            # Every order of magnitude is as likely.
            span >>= self._rng.below(span.bit_length() or 1)
        return self._rng.between(low, low + span)

    def _number_row(
        self, node: Node, bias: Bias | None, count: int, low: int, high: int
    ) -> list[int]:
        if bias is not None and low <= high:
            return bias.row(node, count, low, high)
        return number_row(count, low, high, self._rng)

    def _plan(self, node: Node, low: int, high: int) -> list[int]:
        """Draw the values that a command reads in the rest of its loop."""
        if id(node) in self._form.edges:
            return self._plan_edges(node, self._form.edges[id(node)], low, high)
        figure = self._figure(node)
        if figure is not None:
            return self._plan_points(node, figure, low, high)
        pattern = self._form.patterns.get(id(node))
        count = self._memory.loop.left
        if pattern in _SUMS:
            values = self._plan_sum(node, pattern, low, high)
            return self._with_right_sum(node, values, low, high)
        low, high = self._narrow(node, low, high)
        if pattern in _ALL_DIFFERENT:
            values = self._distinct(node, count, low, high)
        else:
            values = self._number_row(node, self._bias, count, low, high)
        if pattern is None:
            values = self._with_right_sum(node, values, low, high)
        if pattern in _RISING:
            values.sort()
        elif pattern in _FALLING:
            values.sort(reverse=True)
        return values

    def _figure(self, node: Node) -> Figure | None:
        """Return the figure of the points whose first coordinates a command reads."""
        reads = self._form.points.get(id(node))
        if self._bias is None or reads is None:
            return None
        return self._bias.figure(node, reads.distinct)

    def _plan_points(self, node: Node, figure: Figure, low: int, high: int) -> list[int]:
        """Draw points; return their first coordinates, and plan the second ones."""
        partner = self._form.points[id(node)].partner
        made = figure.points(self._memory.loop.left, low, high, self._rng)
        self._memory.loop.planned[id(partner)] = iter([y for _, y in made])
        return [x for x, _ in made]

    def _distinct(self, node: Node, count: int, low: int, high: int) -> list[int]:
        # Half of the rows have hardly a gap.
        window = low, self._rng.choice((high, min(high, low + count + 1)))
        if self._bias is not None:
            window = self._bias.window(node, count, low, high) or window
        return self._rng.sample(count, *window)

    def _plan_sum(
        self, node: Node, pattern: Pattern | None, low: int, high: int
    ) -> list[int]:
        """Draw a row whose sum is given, or within a budget."""
        count = self._memory.loop.left
        if pattern is Pattern.GIVEN_SUM:
            least, most = self._row_sum(node, low, high)
            total = least if least == most else self._rng.between(least, most)
            parts = sum_row(count, total - low * count, high - low, self._rng)
        else:
            # The first value alone may be as large as the sum of the whole row.
            _, budget = self._narrow(node, low, _ANY_SUM)
            spare = budget - low * count
            if self._most:
                spare = min(spare, self._most * count)
            parts = sum_row(count, spare, None, self._rng)
        return [min(high, low + part) for part in parts]

    def _with_right_sum(
        self, node: Node, values: list[int], low: int, high: int
    ) -> list[int]:
        """Return a row with values changed where the end of its loops demands another sum."""
        if not self._form.sums.get(id(node)):
            return values
        sums = self._row_sum(node, low, high)
        return fit_sum(values, (low, high), sums, self._rng)

    def _row_sum(self, node: Node, low: int, high: int) -> tuple[int, int]:
        """Return the least and the greatest sum of a row that the end of its loops allows."""
        loop = self._memory.loop
        least = low * loop.left
        most = high * loop.left
        for last in self._form.sums[id(node)]:
            # Rows that come later in loops around this one add to the same sum.
            later = loop.left * loop.runs_to_come(last.value)
            whole_least = low * (loop.left + later)
            whole_most = high * (loop.left + later)
            # The first value alone may be as large as the whole sum.
            for part in _monotone_parts(last.args[0]):
                whole_least, whole_most = self._narrowed(
                    node, part, whole_least, whole_most
                )
            row_least = whole_least - high * later
            row_most = whole_most - low * later
            # How many values come later is a guess, which must not leave nothing.
            least = max(least, min(row_least, most))
            most = min(most, max(row_most, least))
        return least, most

    def _plan_edges(self, node: Node, edges: Edges, low: int, high: int) -> list[int]:
        """Draw a row of edges; return their first ends, and plan the second ones."""
        count = self._memory.loop.left
        partner = edges.partner
        # The loop has one iteration for each edge; the ends are numbered as their bounds say.
        vertices = high - low + 1
        if edges.is_tree:
            vertices = count + 1
        row = edge_row(
            count,
            vertices,
            self._rng,
            lambda n: self._tree(node, n),
            order=None if self._bias is None else self._bias.edge_order(node),
            is_tree=edges.is_tree,
            connect=edges.connected,
        )
        rises = self._allows_order(node, partner, low)
        falls = self._allows_order(partner, node, low)
        firsts = []
        seconds = []
        for edge in row:
            # Where both orders are allowed, edge_row may have turned some of the edges.
            first, second = edge
            if rises != falls:
                first, second = sorted(edge, reverse=falls)
            firsts.append(low + first)
            seconds.append(low + second)
        self._memory.loop.planned[id(partner)] = iter(seconds)
        return firsts

    def _tree(self, node: Node, vertices: int) -> Graph:
        if self._bias is not None:
            return self._bias.tree(node, vertices)
        return tree_of_any_family(vertices, self._rng)

    def _allows_order(self, less: Node, more: Node, low: int) -> bool:
        """Return whether an edge may have its ends in this order."""
        self._memory.assign(less.target, low)
        self._memory.assign(more.target, low + 1)
        for node in (less, more):
            for test in self._form.tests[id(node)]:
                if test.name != "UNIQUE" and self._memory.attempt(test) is False:
                    return False
        return True


def _monotone_parts(test: Node) -> list[Node]:
    """Return the tests that hold from some value on or up to some value, and together are
    the test; none if there are no such tests."""
    if mentions(test, {"%"}):
        return []
    if test.name == "==":
        return [replace(test, name="<="), replace(test, name=">=")]
    return [test] if test.name in _MONOTONE else []


def _last_that_holds(holds: Callable[[int], bool], good: int, bad: int) -> int:
    """Return the last value on the way from `good`, which holds, to `bad`, which does not."""
    while abs(good - bad) > 1:
        middle = (good + bad) // 2
        if holds(middle):
            good = middle
        else:
            bad = middle
    return good
