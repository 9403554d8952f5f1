"""All inputs that a grammar permits within small limits, level by level.

A level bounds two things. Sizes reach so far above the least ones: the numbers that say how
many or how long, the lengths of words, and the rounds of a WHILE that waits for MATCH or
ISEOF. Other values reach so far: numbers from the one nearest to 0 that they may be, and
words have so many of the first characters of each set. Edges are those that an annotation
(`#@`) names. All else that the grammar permits is in the level, which says its limits in words.

A run through the grammar meets a choice wherever it reads a value or waits for the next
text. The runs with all choices, one after the other, give all inputs. The conditions that
`demands.py` finds are not used for this, but one: they leave out some valid values, which
only a draw may do.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Iterable, Iterator, NamedTuple, TypeVar

from ..rng import RandomSource
from .demands import Format, mentions
from .edge_rules import EdgeRules, in_words
from .limits import Limits, Reach
from .memory import UNDEFINED, LoopState, Memory
from .parsing import GrammarError, Node
from .running import Run, TooLargeError, value_of
from .word_sets import TooManyError, matcher, word_set

T = TypeVar("T")
# How many texts and rounds of loops all runs of all levels may have together, for each
# input that is wanted. Chosen, not measured: it permits many runs that end without an input.
_COST_OF_INPUT = 100
# How much one input may have (running.ROOM). One with more is not small.
_ROOM = 1000
_FLOATS = ("FLOAT", "FLOATP")
_WAITING = {"MATCH", "ISEOF"}


@dataclass(frozen=True)
class Level:
    """The inputs of a level that lower levels do not have, the shortest first.

    limits: what holds for the inputs of this and all lower levels, such as `n <= 4`; the
    grammar permits no other input for which it holds. Without limits, it permits no other
    input at all.
    """

    inputs: tuple[bytes, ...]
    limits: tuple[str, ...]


def levels(source: str, most: int) -> list[Level]:
    """Return the levels that have at most `most` inputs together.

    None if the lowest one has more, or cannot be enumerated, because the grammar reads a
    FLOAT or has inputs that are large in any case. Raise GrammarError for a broken grammar.
    """
    form = Format(source)
    if any(node.name in _FLOATS for node in _commands(form.body)):
        return []
    if not all(_has_edges(form, number) for number in form.edges):
        return []
    return _Search(form, most, most * _COST_OF_INPUT).levels()


def _commands(block: Iterable[Node]) -> Iterator[Node]:
    for node in block:
        yield node
        yield from _commands((*node.body, *node.otherwise))


def _has_edges(form: Format, number: int) -> bool:
    """Return whether an annotation names two INTs of the same block, in their order.

    number: the id of the command that reads the first ends.
    """
    partner = form.edges[number].partner
    blocks = [form.body]
    for node in _commands(form.body):
        blocks += [node.body, node.otherwise]
    for block in blocks:
        ids = [id(node) for node in block if node.name == "INT"]
        if number in ids and id(partner) in ids:
            return ids.index(number) < ids.index(id(partner))
    return False


class _Inputs(NamedTuple):
    """The inputs within a reach, and what was cut off."""

    contents: set[bytes]
    limits: Limits


@dataclass
class _Search:
    """The search for the largest levels. left: how much the runs may still cost."""

    form: Format
    most: int
    left: int
    found: list[Level] = field(default_factory=list)

    def levels(self) -> list[Level]:
        """Raise the reach of sizes and of values in turn, as long as the inputs are few."""
        reach = Reach()
        inputs = self._inputs(reach)
        if inputs is None:
            return []
        self._add(set(), inputs)
        full: set[str] = set()  # what cannot be raised, as the inputs become too many
        raised = "values"
        while True:
            growing = inputs.limits.cut() - full
            if not growing:
                return self.found
            # In turn, where both may grow. Sizes come first, as they show more faults.
            others = growing - {raised}
            raised = min(others or growing)
            larger = self._inputs(reach.raised(raised))
            if larger is None:
                full.add(raised)
                continue
            reach = reach.raised(raised)
            self._add(inputs.contents, larger)
            inputs = larger

    def _add(self, known: set[bytes], inputs: _Inputs) -> None:
        """Add what is not known yet as a level; without anything new, the level before it
        gets the limits."""
        fresh = sorted(inputs.contents - known, key=lambda text: (len(text), text))
        stated = (*inputs.limits.stated(), *self._annotations())
        if fresh:
            self.found.append(Level(tuple(fresh), stated))
        elif self.found:
            self.found[-1] = replace(self.found[-1], limits=stated)

    def _annotations(self) -> list[str]:
        """Return which graphs the annotations leave."""
        names = {id(node): node.target for node in _commands(self.form.body)}
        found = []
        for number, edges in self.form.edges.items():
            first = names[number]
            assert first is not None
            found.append(in_words(first.value, edges))
        return found

    def _inputs(self, reach: Reach) -> _Inputs | None:
        """Return all inputs within a reach, None if there are too many."""
        choices = _Choices()
        limits = Limits(reach, self.form.sizes)
        found: set[bytes] = set()
        unique = _unique_arrays(self.form)
        while True:
            run = _ChosenRun(self.form, choices, limits, unique, self.most)
            try:
                content = run.whole()
                if run.reads_again(content):
                    found.add(content)
            except (TooManyError, TooLargeError):
                return None
            except UNDEFINED:
                pass  # no valid input begins with these choices
            self.left -= 1 + run.cost
            if self.left < 0 or len(found) > self.most:
                return None
            if not choices.advance():
                return _Inputs(found, limits)


class _Choices(RandomSource):
    """The choices of a run, each below a number that the run states: all of them in order."""

    def __init__(self) -> None:
        self._taken: list[int] = []
        self._widths: list[int] = []
        self._place = 0

    def draw(self, n: int) -> int:
        """Return the next choice of this run, the first one where there was none before."""
        if self._place == len(self._taken):
            self._taken.append(0)
            self._widths.append(n)
        choice = self._taken[self._place]
        self._place += 1
        return choice

    def mixed(self, values: Iterable[T]) -> list[T]:
        """Return the values in their order: no run asks for another one."""
        return list(values)

    def advance(self) -> bool:
        """Go on to the choices of the next run; return whether there is one."""
        # Choices that the last run did not come to belong to no run.
        del self._taken[self._place :]
        del self._widths[self._place :]
        self._place = 0
        while self._taken and self._taken[-1] + 1 == self._widths[-1]:
            self._taken.pop()
            self._widths.pop()
        if not self._taken:
            return False
        self._taken[-1] += 1
        return True


class _Read(NamedTuple):
    """A text that a command has read, and where it starts. pattern: of a REGEX."""

    start: int
    text: bytes
    pattern: bytes | None


class _ChosenRun(Run):
    """A run whose values are chosen one after the other.

    limits: says which values there are, and notes what they leave out.
    unique: the commands whose arrays must have different values (`_unique_arrays`).
    most: how many words a pattern may have.
    """

    def __init__(
        self,
        form: Format,
        choices: _Choices,
        limits: Limits,
        unique: set[int],
        most: int,
    ) -> None:
        super().__init__(form, Memory(choices), _ROOM)
        self._choices = choices
        self._limits = limits
        self._unique = unique
        self._most = most
        self._reads: list[_Read] = []
        # By the command of the second ends: the loop that reads them, and the edges so far.
        self._edges: dict[int, tuple[LoopState, EdgeRules]] = {}
        self._length = 0
        self._ended = False

    def read(self, node: Node) -> None:
        """Choose a text, and write it."""
        args = [self._memory.value(arg) for arg in node.args]
        pattern = None
        if node.name == "INT":
            low, high = self._limits.numbers(node, *args)
            text = b"%d" % (low + self._choices.below(high - low + 1))
        else:
            [pattern] = args
            text = self._choices.choice(self._words(node, pattern))
        value = value_of(node, text)
        self._require_edge(node, value, args)
        if id(node) in self._unique and self._is_known(node, value):
            raise GrammarError(f"line {node.line}: UNIQUE forbids this value")
        self._memory.assign(node.target, value)
        self._reads.append(_Read(self._length, text, pattern))
        if text:
            self._emit(text)

    def _require_edge(self, node: Node, value: int, args: list[Any]) -> None:
        """Raise GrammarError for a second end of an edge that an annotation rules out."""
        loop = self._memory.loop
        if id(node) in self._form.edges:
            edges = self._form.edges[id(node)]
            known = self._edges.get(id(edges.partner))
            if known is None or known[0] is not loop:
                known = loop, EdgeRules(edges)
                self._edges[id(edges.partner)] = known
            known[1].first = value
        if id(node) in self._edges:
            low, high = args
            rules = self._edges[id(node)][1]
            if not rules.permits(value, high - low + 1, is_last=loop.left == 1):
                raise GrammarError(f"line {node.line}: no edge of the graph")

    def goes_on(self, node: Node, number: int) -> bool:
        """Return whether a WHILE goes on; end the run where the limits leave that out."""
        more = super().goes_on(node, number)
        if more and mentions(node.args[0], _WAITING) and not self._limits.rounds(number):
            raise GrammarError(f"line {node.line}: more rounds than the level has")
        return more

    def reads_again(self, content: bytes) -> bool:
        """Return whether a validator reads the same texts from the whole input.

        An INT takes all digits that follow, and a REGEX as much as it can: a command takes
        more than was chosen for it if the next text goes on in the same way.
        """
        for read in self._reads:
            end = read.start + len(read.text)
            if read.pattern is None:
                if content[end : end + 1].isdigit():
                    return False
                continue
            taken = matcher(read.pattern).match(content, read.start)
            if taken is None or taken.end() != end:
                return False
        return True

    def _words(self, node: Node, pattern: bytes) -> tuple[bytes, ...]:
        reach = self._limits.reach
        try:
            words = word_set(pattern, reach.sizes, reach.characters, self._most)
        except UNDEFINED as fault:
            # A pattern that is none: nothing is known of its words.
            raise TooManyError from fault
        self._limits.words(node, words)
        return words.words

    def _is_known(self, node: Node, value: object) -> bool:
        """Return whether an earlier round of the loop has read this value."""
        assert node.target is not None
        [number] = self._memory.index(node.target)
        values = self._memory.values(node.target.value)
        return any(values.get((i,)) == value for i in range(number))

    def _emit(self, text: bytes) -> None:
        if text and self._ended:
            raise GrammarError("a text after the end of the input")
        super()._emit(text)
        self._ended = not text
        self._length += len(text)


def _unique_arrays(form: Format) -> set[int]:
    """Return the ids of the commands whose value may be none of the values before it in
    the same loop, as an ASSERT(UNIQUE(a)) that follows in any case will fail.

    Without this, most runs would end there. It is right only if nothing else writes into
    the array, and each round of the loop into its own place.
    """
    found = set()
    commands = list(_commands(form.body))
    written = [node.target.value for node in commands if node.target]
    for node in commands:
        if node.name == "SET":
            written += [assignment.args[0].value for assignment in node.args]
    for loop in commands:
        if loop.name != "REPI":
            continue
        for node in loop.body:
            target = node.target
            if target is None or target.args != (loop.target,):
                continue
            tests = form.tests.get(id(node), ())
            is_unique = any(
                test.name == "UNIQUE" and len(test.args) == 1 for test in tests
            )
            if is_unique and written.count(target.value) == 1:
                found.add(id(node))
    return found
