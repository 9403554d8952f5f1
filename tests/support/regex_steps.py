"""Count the steps of a backtracking search, so that no test has to time one.

`Program` searches as the module `re` does: it tries the same alternatives in the same
order. It reads the tree that `re` parses, and asks `re` about single characters only.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from re import _compiler, _constants, _parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

Text = str | bytes
Tree = Any  # re._parser.SubPattern
_UNBOUNDED = _constants.MAXREPEAT
REPEATS = (
    _constants.MAX_REPEAT,
    _constants.MIN_REPEAT,
    _constants.POSSESSIVE_REPEAT,
)
# What is matched by one character.
CHARACTERS = (
    _constants.LITERAL,
    _constants.NOT_LITERAL,
    _constants.ANY,
    _constants.IN,
)
# The methods of a pattern that match at one place; the others search the whole text.
AT_ONE_PLACE = ("match", "fullmatch")


class TooManySteps(Exception):
    """A search took more steps than it was allowed."""


@dataclass(slots=True, eq=False)
class _Node:
    """One instruction. `then` is what follows; `inner` are alternatives, or a body."""

    kind: str
    then: Any = None
    inner: "list[_Node]" = field(default_factory=list)
    accepts: Any = None
    least: int = 0
    most: int = 0
    index: int = 0
    expected: bool = True
    width: int = 0


# The passes through the loops that are open, the innermost first: how many it made, where
# the last one began, and the loops around it.
_Loops = Any


class _State(NamedTuple):
    """What a search returns to when it fails."""

    node: _Node
    place: int
    groups: tuple[int, ...]
    loops: _Loops


def parse(pattern: Text, flags: int = 0) -> Tree:
    """Return the tree of a pattern, as `re` parses it."""
    return _parser.parse(pattern, flags)


def one_of(tree: Tree, node: Any) -> Callable[[Text, int], bool]:
    """Return a function that says whether a node without parts matches at a place."""
    alone = _parser.SubPattern(tree.state, [node])
    compiled: re.Pattern[Any] = _compiler.compile(alone, tree.state.flags)
    if node[0] not in CHARACTERS:
        return lambda text, place: compiled.match(text, place) is not None
    known: dict[Text, bool] = {}

    def accepts(text: Text, place: int) -> bool:
        character = text[place : place + 1]
        if character not in known:
            known[character] = compiled.fullmatch(character) is not None
        return known[character]

    return accepts


class Program:
    """A pattern that counts the steps of its searches.

    most_repeats: no repeat with a bound is allowed more than this beyond its minimum, so
    that short texts show how the steps grow. None leaves the bounds as they are.
    """

    def __init__(
        self, pattern: Text, flags: int = 0, most_repeats: int | None = None
    ) -> None:
        self._tree = parse(pattern, flags)
        self._most_repeats = most_repeats
        self._start = self._sequence(self._tree, _Node("end"))
        self._groups = (-1,) * (2 * self._tree.state.groups)
        self._is_full = False
        self._steps = 0
        self._allowed = 0

    def spans(
        self, method: str, text: Text, allowed: int = 10**7
    ) -> tuple[list[tuple[int, int]], int]:
        """Return the places of all matches, and the number of steps.

        Raise TooManySteps if there are more than `allowed`.
        """
        self._steps = 0
        self._allowed = allowed
        self._is_full = method == "fullmatch"
        found = []
        if method in AT_ONE_PLACE:
            end = self._end_from(self._start, text, 0)
            if end is not None:
                found.append((0, end))
        else:
            found = list(self._all(text, only_one=method == "search"))
        return found, self._steps

    def _all(self, text: Text, only_one: bool) -> Iterator[tuple[int, int]]:
        place = 0
        after_empty = -1  # a second match where an empty one was must take characters
        while place <= len(text):
            end = None
            if self._may_begin(text, place):
                end = self._end_from(self._start, text, place, place == after_empty)
            if end is None:
                place += 1
                continue
            yield place, end
            if only_one:
                return
            after_empty = end if end == place else -1
            place = end

    def _may_begin(self, text: Text, place: int) -> bool:
        """Return False, in one step, where the first character is wrong."""
        self._step()
        if self._start.kind != "character":
            return True
        return place < len(text) and self._start.accepts(text, place)

    def _end_from(
        self, start: _Node, text: Text, place: int, must_advance: bool = False
    ) -> int | None:
        found = self._run(start, text, place, self._groups, must_advance)
        return None if found is None else found[0]

    # Instructions, made from the end of the pattern to its start.

    def _sequence(self, items: Tree, then: _Node) -> _Node:
        for item in reversed(list(items)):
            then = self._node(item, then)
        return then

    def _node(self, item: Any, then: _Node) -> _Node:
        kind, value = item
        if kind in CHARACTERS:
            return _Node("character", then, accepts=one_of(self._tree, item))
        if kind is _constants.AT:
            return _Node("place", then, accepts=one_of(self._tree, item))
        if kind in REPEATS:
            return self._repeat(kind, value, then)
        if kind is _constants.BRANCH:
            alternatives = [self._sequence(part, then) for part in value[1]]
            return _Node("branch", inner=alternatives)
        if kind is _constants.SUBPATTERN:
            index, _, _, body = value
            if index is None:
                return self._sequence(body, then)
            closing = _Node("mark", then, index=2 * index + 1)
            return _Node("mark", self._sequence(body, closing), index=2 * index)
        if kind is _constants.ATOMIC_GROUP:
            return _Node("atomic", then, [self._sequence(value, _Node("inner end"))])
        if kind in (_constants.ASSERT, _constants.ASSERT_NOT):
            direction, body = value
            width = body.getwidth()[0] if direction < 0 else 0
            inner = [self._sequence(body, _Node("inner end"))]
            expected = kind is _constants.ASSERT
            return _Node("look", then, inner, width=width, expected=expected)
        if kind is _constants.GROUPREF:
            return _Node("again", then, index=2 * value)
        raise NotImplementedError(f"{kind} in a pattern")

    def _repeat(self, kind: Any, value: Any, then: _Node) -> _Node:
        least, most, body = value
        most = None if most is _UNBOUNDED else int(most)
        if most is not None and self._most_repeats is not None:
            most = min(most, least + self._most_repeats)
        bound = 10**9 if most is None else most
        if kind is _constants.POSSESSIVE_REPEAT:
            greedy = (_constants.MAX_REPEAT, (least, bound, body))
            return _Node("atomic", then, [self._node(greedy, _Node("inner end"))])
        if kind is _constants.MAX_REPEAT and len(body) == 1 and body[0][0] in CHARACTERS:
            accepts = one_of(self._tree, body[0])
            return _Node("run", then, accepts=accepts, least=least, most=bound)
        name = "loop" if kind is _constants.MAX_REPEAT else "lazy loop"
        loop = _Node(name, then, least=least, most=bound)
        loop.inner = [self._sequence(body, loop)]
        return _Node("enter", loop)

    # The search.

    def _run(
        self,
        start: _Node,
        text: Text,
        first: int,
        groups: tuple[int, ...],
        must_advance: bool = False,
    ) -> tuple[int, tuple[int, ...]] | None:
        """Return where a match from `first` ends, and its groups; None if there is none."""
        waiting = [_State(start, first, groups, None)]
        while waiting:
            state: _State | None = waiting.pop()
            while state is not None:
                self._step()
                if state.node.kind == "inner end":
                    return state.place, state.groups
                if state.node.kind == "end":
                    is_whole = state.place == len(text) or not self._is_full
                    if is_whole and not (must_advance and state.place == first):
                        return state.place, state.groups
                    break
                state = self._next(state, text, waiting)
        return None

    def _step(self, number: int = 1) -> None:
        self._steps += number
        if self._steps > self._allowed:
            raise TooManySteps

    def _next(self, state: _State, text: Text, waiting: list[_State]) -> _State | None:
        """Return what follows a state, None if it fails; put other choices on `waiting`."""
        node = state.node
        place = state.place
        then = node.then
        if node.kind in ("character", "place"):
            width = 1 if node.kind == "character" else 0
            if place + width <= len(text) and node.accepts(text, place):
                return _State(then, place + width, state.groups, state.loops)
            return None
        if node.kind == "mark":
            groups = (
                *state.groups[: node.index],
                place,
                *state.groups[node.index + 1 :],
            )
            return _State(then, place, groups, state.loops)
        if node.kind == "enter":
            return _State(then, place, state.groups, (0, -1, state.loops))
        if node.kind == "branch":
            for alternative in reversed(node.inner):
                waiting.append(_State(alternative, place, state.groups, state.loops))
            return None
        if node.kind == "run":
            self._push_run(state, text, waiting)
            return None
        if node.kind in ("loop", "lazy loop"):
            return self._next_in_loop(state, waiting)
        if node.kind == "again":
            return self._same_again(state, text)
        return self._inner(state, text)

    def _push_run(self, state: _State, text: Text, waiting: list[_State]) -> None:
        """Take as many characters as possible; each smaller number is another choice."""
        node = state.node
        end = min(len(text), state.place + node.most)
        place = state.place
        while place < end and node.accepts(text, place):
            place += 1
        self._step(place - state.place)
        for choice in range(state.place + node.least, place + 1):
            waiting.append(_State(node.then, choice, state.groups, state.loops))

    def _next_in_loop(self, state: _State, waiting: list[_State]) -> _State:
        node = state.node
        passes, last, outer = state.loops
        inside = (passes + 1, state.place, outer)
        again = _State(node.inner[0], state.place, state.groups, inside)
        leave = _State(node.then, state.place, state.groups, outer)
        if passes < node.least:
            return again
        if passes >= node.most or state.place == last:
            return leave
        if node.kind == "loop":
            waiting.append(leave)
            return again
        waiting.append(again)
        return leave

    def _same_again(self, state: _State, text: Text) -> _State | None:
        start, end = state.groups[state.node.index : state.node.index + 2]
        if start < 0 or end < 0:
            return None
        wanted = text[start:end]
        after = state.place + len(wanted)
        self._step(len(wanted))
        if text[state.place : after] != wanted:
            return None
        return _State(state.node.then, after, state.groups, state.loops)

    def _inner(self, state: _State, text: Text) -> _State | None:
        """Match a part that no later failure enters again: an atomic group, or a look."""
        node = state.node
        start = state.place - node.width
        found = None
        if start >= 0:
            found = self._run(node.inner[0], text, start, state.groups)
        if node.kind == "atomic":
            if found is None:
                return None
            return _State(node.then, found[0], found[1], state.loops)
        if (found is not None) is not node.expected:
            return None
        groups = found[1] if found is not None else state.groups
        return _State(node.then, state.place, groups, state.loops)


def nodes(items: Tree) -> Iterator[Any]:
    """Yield every node of a tree."""
    for item in items:
        yield item
        for part in parts(item):
            yield from nodes(part)


def parts(item: Any) -> Sequence[Tree]:
    """Return the sequences inside a node."""
    kind, value = item
    if kind in REPEATS:
        return [value[2]]
    if kind is _constants.BRANCH:
        return list(value[1])
    if kind is _constants.SUBPATTERN:
        return [value[3]]
    if kind is _constants.ATOMIC_GROUP:
        return [value]
    if kind in (_constants.ASSERT, _constants.ASSERT_NOT):
        return [value[1]]
    return []
