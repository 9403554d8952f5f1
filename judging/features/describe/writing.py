"""Write an input format as a checktestdata grammar, from which inputs can be drawn.

What the language cannot say of edges is said by an annotation `#@`, which is a comment for
other tools. Behind each line stands where it is known from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count

from judging.features.describe.bounds import BoundError, ends, written
from judging.features.describe.tree import (
    Choice,
    Description,
    Fixed,
    Integer,
    Kind,
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
    named,
    walk,
)

# What stands for a bound that is not known: sums of such values still fit 64 bits.
_UNKNOWN_BOUND = 10**18
_COMMENT_COLUMN = 50
_ESCAPED = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_OF_REGEX = frozenset("\\(){}[]*+?|^.-")
_SET = re.compile(r"\[(?:[^\]\\]|\\.)+\]|\\?.", re.DOTALL)

_WORD = re.compile("[A-Za-z_][A-Za-z_0-9]*")
_CONDITION = re.compile(r"(?:[A-Za-z_0-9+*/%()<>=!& |-])*")

# Relations of a row, which need the row as an array.
_UNIQUE = (Kind.DISTINCT, Kind.PERMUTATION)
_EDGES = {
    Kind.TREE: "tree {} {}",
    Kind.CONNECTED: "graph {} {} connected",
    Kind.SIMPLE_GRAPH: "graph {} {}",
}
_IN_ORDER = {
    Kind.SORTED: ("<=", 0),
    Kind.STRICTLY_SORTED: ("<", -1),
    Kind.FALLING: (">=", 0),
    Kind.STRICTLY_FALLING: (">", 1),
}
_COMPARED = {Kind.DIFFERS: "!=", Kind.LESS: "<", Kind.AT_MOST: "<=", Kind.ACYCLIC: "<"}


def grammar(description: Description) -> str:
    """Return an input format as a checktestdata grammar.

    Raise BoundError if a bound is no expression in names that are read before.
    """
    writer = _Writer(description)
    writer.write(description.body)
    return writer.text()


@dataclass
class _Line:
    depth: int
    code: str
    comment: str = ""


@dataclass
class _Scope:
    """A loop that is being written. index: its variable, "" if it needs none."""

    node: Repeat
    index: str


@dataclass
class _Writer:
    """The grammar so far.

    names: the variable of each name. visible: what stands for each name read so far.
    loops: the loops around the place that is written.
    """

    description: Description
    names: dict[str, str] = field(init=False)
    visible: dict[str, str] = field(default_factory=dict)
    _lines: list[_Line] = field(default_factory=list)
    _loops: list[_Scope] = field(default_factory=list)
    _taken: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._known = named(self.description.body)
        self._read: list[str] = []
        self.names = {}
        for name in self._known:
            self.names[name] = self._variable(name)
        for node in walk(self.description.body):
            if isinstance(node, Choice):
                self.names[node.by] = self._variable(node.by)
            if isinstance(node, Repeat) and node.index:
                self.names[node.index] = self._variable(node.index)
        self._arrays: set[str] = set()
        for relation in self.description.relations:
            if relation.kind in _UNIQUE or relation.kind in _EDGES:
                self._arrays |= {*relation.names}
        self._sums: dict[Relation, str] = {}

    def text(self) -> str:
        """Return the whole grammar."""
        lines = []
        for line in self._lines:
            code = "    " * line.depth + line.code
            if line.comment:
                lead = "# " if not line.code else f"{code:{_COMMENT_COLUMN}}  # "
                code = f"{lead}{line.comment}"
            lines.append(code)
        return "".join(f"{line}\n" for line in lines)

    def write(self, body: Iterable[Node]) -> None:
        """Write the commands of a body."""
        for node in body:
            self._write_one(node)

    def _write_one(self, node: Node) -> None:
        if isinstance(node, Space):
            self._append("SPACE")
        elif isinstance(node, Newline):
            self._append("NEWLINE")
        elif isinstance(node, Fixed):
            self._add(f"STRING({_quoted(node.text)})", node.source)
        elif isinstance(node, Repeat):
            self._write_loop(node)
        elif isinstance(node, Choice):
            self._write_choice(node)
        else:
            self._write_value(node)

    # Values

    def _write_value(self, node: Named) -> None:
        target = self._target(node.name)
        asserts: list[str] = []
        balanced = self._relations(node.name, Kind.BALANCED)
        if isinstance(node, Integer):
            asserts = self._write_integer(node, target)
        elif isinstance(node, Real):
            self._write_real(node, target)
        elif balanced and isinstance(node, Word):
            self._write_brackets(node)
        else:
            asserts = self._write_word(node, target)
        self.visible[node.name] = target
        self._read.append(node.name)
        for test in asserts:
            self._add(f"ASSERT({test})", Source())
        self._write_relations(node.name)

    def _write_integer(self, node: Integer, target: str) -> list[str]:
        lows = self._ends(node.low or str(-_UNKNOWN_BOUND), "max")
        highs = self._ends(node.high or str(_UNKNOWN_BOUND), "min")
        self._add(f"INT({lows[0]},{highs[0]},{target})", node.source)
        asserts = [f"{target}>={low}" for low in lows[1:]]
        return asserts + [f"{target}<={high}" for high in highs[1:]]

    def _write_real(self, node: Real, target: str) -> None:
        low = _decimal(node.low)
        high = _decimal(node.high)
        if node.decimals is None:
            self._add(f"FLOAT({low},{high},{target},FIXED)", node.source)
            return
        fewest, most = node.decimals
        self._add(f"FLOATP({low},{high},{fewest},{most},{target},FIXED)", node.source)

    def _write_word(self, node: Word, target: str) -> list[str]:
        shortest = node.shortest or "0"
        pattern = node.pattern
        if _SET.fullmatch(pattern):
            pattern += "*" if shortest == "0" else "+"
        # The pattern itself says so: the length need not be compared with this.
        says_least = shortest == "0" or (shortest == "1" and pattern.endswith("+"))
        self._add(f"REGEX({_quoted(pattern)},{target})", node.source)
        length = f"STRLEN({target})"
        if shortest == node.longest:
            [exact] = self._ends(shortest, "")
            return [f"{length}=={exact}"]
        asserts = []
        if not says_least:
            asserts += [f"{length}>={low}" for low in self._ends(shortest, "max")]
        if node.longest:
            asserts += [f"{length}<={high}" for high in self._ends(node.longest, "min")]
        return asserts

    def _write_brackets(self, node: Word) -> None:
        """Write a loop over the letters of a word of round brackets.

        Where its length is known before, it closes in time; else it ends where the
        depth is 0.
        """
        [most] = self._ends(node.longest or str(_UNKNOWN_BOUND), "")
        depth = self._variable("depth")
        letter = self._variable("letter")
        place = self._variable("at")
        opening, closing = _bracket_pair(node.pattern)
        fixed = node.shortest == node.longest
        if fixed:
            self._add(f"ASSERT(({most})%2==0)", Source())
        [balanced, *_] = self._relations(node.name, Kind.BALANCED)
        self._add(f"SET({depth}=0)", balanced.source, _kind_of(balanced))
        if fixed:
            self._add(f"REPI({place},{most})", Source("", f"the letters of {node.name}"))
        else:
            [least] = self._ends(node.shortest or "0", "")
            more = f'({place}+1<{most} && !MATCH("\\n "))'
            wants = f"{depth}>0 || {place}<{least} || {more}"
            said = Source("", f"the letters of {node.name}")
            self._add(f"WHILEI({place},{wants})", said)
        steps = (
            f"IF({depth}==0) STRING({_quoted(opening)}) SET({depth}={depth}+1)",
            f"ELSE IF({depth}>={most}-{place}) STRING({_quoted(closing)}) "
            f"SET({depth}={depth}-1)",
            f"ELSE REGEX({_quoted(_set_of(opening + closing))},{letter})",
            f"IF({letter}=={_quoted(opening)}) SET({depth}={depth}+1)",
            f"ELSE SET({depth}={depth}-1) END END END",
        )
        for step in steps:
            self._add("    " + step, Source())
        self._add("END", Source())

    # Loops

    def _write_loop(self, node: Repeat) -> None:
        own = self._own_names(node)
        indexed = bool(own & self._arrays)
        rows = [each for each in self.description.relations if own & {*each.names}]
        if not self._loops:
            self._start_sums(node)
        for relation in rows:
            self._prepare_row(node, relation)
        index = ""
        if node.index:
            index = self.names[node.index]
        elif indexed:
            index = self._index()
        counter = ""
        if isinstance(node.count, Until):
            counter = self._variable("count")
            self._add(f"SET({counter}=0)", Source())
        self._add(self._head(node, index), node.source)
        before = dict(self.visible)
        if node.index:
            self.visible[node.index] = index
        self._loops.append(_Scope(node, index))
        self._forget_rows(node)
        self.write(node.body)
        if counter:
            self._add(f"SET({counter}={counter}+1)", Source())
        self._loops.pop()
        self._end_loop(node, counter)
        self.visible = before
        for relation in rows:
            self._finish_row(relation)
        if not self._loops:
            self._finish_sums(node)

    def _forget_rows(self, node: Repeat) -> None:
        """Write that the rows that a loop reads are new ones in each iteration.

        This stands before all that is read in it: behind an UNSET nothing counts for what
        is before it.
        """
        arrays = []
        for inner in node.body:
            if isinstance(inner, Repeat):
                rows = self._own_names(inner) & self._arrays
                arrays += [self.names[name] for name in sorted(rows)]
        if arrays:
            self._add(f"UNSET({','.join(arrays)})", Source())

    def _head(self, node: Repeat, index: str) -> str:
        separator = ""
        if node.separator is not None:
            separator = ",SPACE" if isinstance(node.separator, Space) else ",NEWLINE"
        name = ("I(" + index + ",") if index else "("
        if isinstance(node.count, Until):
            end = "ISEOF"
            if node.count.text:
                end = f"MATCH({_quoted(node.count.text[0])})"
            return f"WHILE{name}!{end}{separator})"
        [times] = self._ends(node.count, "")
        return f"REP{name}{times}{separator})"

    def _end_loop(self, node: Repeat, counter: str) -> None:
        self._add("END", Source())
        if not isinstance(node.count, Until):
            return
        if node.count.text:
            self._add(f"STRING({_quoted(node.count.text)})", Source())
        for low in self._ends(node.count.least or "0", "max"):
            self._add(f"ASSERT({counter}>={low})", Source())
        if node.count.most:
            for high in self._ends(node.count.most, "min"):
                self._add(f"ASSERT({counter}<={high})", Source())

    def _write_choice(self, node: Choice) -> None:
        name = self.names[node.by]
        texts = "|".join(_escaped(case.text) for case in node.cases)
        self._add(f"REGEX({_quoted(f'({texts})')},{name})", node.source)
        outside = dict(self.visible)
        for number, case in enumerate(node.cases):
            lead = "ELSE " if number else ""
            self._add(f"{lead}IF({name}=={_quoted(case.text)})", Source())
            self.visible = dict(outside)
            self.write(case.body)
        self.visible = outside
        self._add("END " * (len(node.cases) - 1) + "END", Source())

    # Relations

    def _relations(self, name: str, *kinds: Kind) -> list[Relation]:
        found = []
        for relation in self.description.relations:
            if relation.kind in kinds and name in relation.names:
                found.append(relation)
        return found

    def _write_relations(self, name: str) -> None:
        """Write what is demanded once the last of its names is read."""
        for relation in self.description.relations:
            if name not in relation.names and relation.bound != name:
                continue
            if relation.kind in _COMPARED and self._is_complete(relation):
                left, right = (self.visible[each] for each in relation.names)
                self._demand(f"{left}{_COMPARED[relation.kind]}{right}", relation)
            elif relation.kind is Kind.HOLDS and self._is_complete(relation):
                self._demand(self._condition(relation.bound), relation)
            elif relation.kind is Kind.PRODUCT_AT_MOST and self._is_complete(relation):
                factors = "*".join(self.visible[each] for each in relation.names)
                self._at_most(factors, relation)
            elif relation.kind in _IN_ORDER and name in relation.names:
                self._write_order(relation)
            elif relation in self._sums and name in relation.names:
                self._add_to_sum(relation, name)
            elif relation in self._sums and relation.kind is Kind.SUM_IS:
                self._demand(f"{self._sums[relation]}=={self.visible[name]}", relation)

    def _condition(self, text: str) -> str:
        """Return a condition with the variables of the grammar. Raise BoundError."""

        def variable(match: re.Match[str]) -> str:
            name = match.group()
            if name not in self.visible:
                raise BoundError(f"'{name}' is not read before")
            return self.visible[name]

        if not _CONDITION.fullmatch(text):
            raise BoundError(f"'{text}' is no condition")
        return _WORD.sub(variable, text)

    def _is_complete(self, relation: Relation) -> bool:
        return all(name in self.visible for name in relation.names)

    def _demand(self, test: str, relation: Relation) -> None:
        self._add(f"ASSERT({test})", relation.source, _kind_of(relation))

    def _at_most(self, value: str, relation: Relation) -> None:
        for bound in self._ends(relation.bound, "min"):
            self._demand(f"{value}<={bound}", relation)

    def _write_order(self, relation: Relation) -> None:
        operator, _ = _IN_ORDER[relation.kind]
        last = self._last(relation)
        value = self.visible[relation.names[0]]
        self._demand(f"{last}{operator}{value}", relation)
        self._add(f"SET({last}={value})", Source())

    def _last(self, relation: Relation) -> str:
        """Return the variable of the value before."""
        if relation not in self._sums:
            self._sums[relation] = self._variable("last")
        return self._sums[relation]

    def _prepare_row(self, node: Repeat, relation: Relation) -> None:
        """Write what stands before the loop that reads a row."""
        first = self._known.get(relation.names[0])
        if not isinstance(first, Integer):
            return
        if relation.kind in _IN_ORDER:
            _, step = _IN_ORDER[relation.kind]
            rises = relation.kind in (Kind.SORTED, Kind.STRICTLY_SORTED)
            bound = first.low if rises else first.high
            [start] = self._ends(bound, "")[:1]
            if step:
                start += f"{step:+}"
            self._add(f"SET({self._last(relation)}={start})", Source())
        if relation.kind in (Kind.CONNECTED, Kind.SIMPLE_GRAPH):
            [times] = self._ends(str(node.count), "")
            [low] = self._ends(first.low, "")[:1]
            [high] = self._ends(first.high, "")[:1]
            vertices = high if low == "1" else f"({high}-({low})+1)"
            # A grammar draws graphs without loops and repeated edges alone.
            most = f"2*({times})<={vertices}*({vertices}-1)"
            self._add(f"ASSERT({most})", relation.source)
            if relation.kind is Kind.CONNECTED:
                self._add(f"ASSERT({times}>={vertices}-1)", relation.source)

    def _finish_row(self, relation: Relation) -> None:
        """Write what stands behind the loop that reads a row."""
        names = [self.names[name] for name in relation.names]
        if relation.kind in _UNIQUE:
            self._demand(f"UNIQUE({','.join(names)})", relation)
        if relation.kind in _EDGES:
            wanted = _EDGES[relation.kind].format(*names)
            if self._has_stronger(relation):
                return
            self._add("", relation.source, _kind_of(relation))
            self._annotate(wanted)
        if relation.kind is Kind.ONCE:
            self._add("", relation.source, _kind_of(relation))
            self._annotate(f"once {names[0]} {relation.bound}")

    def _annotate(self, wanted: str) -> None:
        # The end of the line is that of the annotation: no comment can stand behind it.
        self._lines.append(_Line(len(self._loops), f"#@ {wanted}"))

    def _has_stronger(self, relation: Relation) -> bool:
        """Return whether another relation of the same edges has the annotation."""
        kinds = []
        for other in self.description.relations:
            if other.names == relation.names and other.kind in _EDGES:
                kinds.append(other.kind)
        return relation.kind is not min(kinds, key=[*_EDGES].index)

    def _start_sums(self, node: Repeat) -> None:
        inside = named([node])
        for relation in self.description.relations:
            is_sum = relation.kind in (Kind.SUM_AT_MOST, Kind.SUM_IS)
            if is_sum and relation.names[0] in inside:
                self._sums[relation] = self._variable("sum")
                self._add(f"SET({self._sums[relation]}=0)", Source())

    def _add_to_sum(self, relation: Relation, name: str) -> None:
        total = self._sums[relation]
        value = self.visible[name]
        if isinstance(self._known[name], Word):
            value = f"STRLEN({value})"
        self._add(f"SET({total}={total}+{value})", Source())
        if relation.kind is Kind.SUM_AT_MOST:
            self._at_most(total, relation)

    def _finish_sums(self, node: Repeat) -> None:
        inside = named([node])
        for relation in self.description.relations:
            if relation.kind is Kind.SUM_IS and relation.names[0] in inside:
                try:
                    [bound] = self._ends(relation.bound, "")
                except BoundError:
                    continue  # It is read later, and compared then.
                self._demand(f"{self._sums[relation]}=={bound}", relation)

    # Names

    def _variable(self, wanted: str) -> str:
        """Return a variable that is not taken, in the letters that a grammar has."""
        plain = re.sub("[^a-z0-9]", "", wanted.lower()).lstrip("0123456789") or "x"
        name = plain
        for number in count(2):
            if name not in self._taken:
                break
            name = f"{plain}{number}"
        self._taken.add(name)
        return name

    def _index(self) -> str:
        for name in "ijk":
            if name not in self._taken:
                self._taken.add(name)
                return name
        return self._variable("i")

    def _target(self, name: str) -> str:
        """Return the variable that a name is read into."""
        variable = self.names[name]
        if name in self._arrays and self._loops and self._loops[-1].index:
            return f"{variable}[{self._loops[-1].index}]"
        return variable

    def _own_names(self, node: Repeat) -> set[str]:
        """Return the names that a loop reads itself, not in loops of its own."""
        found = set()
        waiting = list(node.body)
        while waiting:
            inner = waiting.pop()
            if isinstance(inner, (Integer, Real, Word)):
                found.add(inner.name)
            if isinstance(inner, Choice):
                for case in inner.cases:
                    waiting += case.body
        return found

    def _ends(self, bound: str, function: str) -> list[str]:
        """Return a bound as expressions; a `min` or `max` is several, all of which count."""
        return [written(tree, self.visible) for tree in ends(bound, function)]

    # Lines

    def _add(self, code: str, source: Source, kind: str = "") -> None:
        parts = [part for part in (kind, source.place, source.said) if part]
        self._lines.append(_Line(len(self._loops), code, _one_line(", ".join(parts))))

    def _append(self, code: str) -> None:
        """Write white space behind what it follows."""
        last = self._lines[-1] if self._lines else None
        joins = last is not None and last.code and not last.code.startswith("#")
        if last is None or not joins or last.depth != len(self._loops):
            self._add(code, Source())
            return
        last.code += f" {code}"


def _one_line(text: str) -> str:
    """Return a text as a comment can have it: `#@` would be an annotation."""
    plain = text.encode("ascii", "backslashreplace").decode()
    return " ".join(plain.split()).lstrip("@")


def _kind_of(relation: Relation) -> str:
    words = relation.kind.value.replace("_", " ")
    return words if relation.required else f"{words}, as all tests are"


def _decimal(text: str) -> str:
    """Return a bound of a Real as the grammar has it. Raise BoundError."""
    if not re.fullmatch(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?", text):
        raise BoundError(f"'{text}' is no bound of a decimal number")
    return text


def _quoted(text: str) -> str:
    """Return a text as a string of the grammar."""
    letters = []
    for letter in text:
        plain = " " <= letter <= "~"
        letters.append(
            _ESCAPED.get(letter, letter if plain else f"\\{ord(letter) & 255:03o}")
        )
    return '"' + "".join(letters) + '"'


def _escaped(text: str) -> str:
    """Return a regular expression for exactly this text."""
    return "".join("\\" + letter if letter in _OF_REGEX else letter for letter in text)


def _set_of(letters: str) -> str:
    return "[" + _escaped(letters) + "]"


def _bracket_pair(pattern: str) -> tuple[str, str]:
    for opening, closing in ("()", "[]", "{}", "<>"):
        if opening in pattern.replace("\\", "") and f"\\{opening}" in pattern:
            return opening, closing
    return "(", ")"
