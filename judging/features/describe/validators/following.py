"""Follow a validator's program without an input: what it reads, and what it demands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judging.features.describe.validators.comparing import truth_of
from judging.features.describe.validators.endings import edge_of, ending_of
from judging.features.describe.validators.expressions import Evaluator
from judging.features.describe.validators.items import element, length_of
from judging.features.describe.validators.libraries import Library
from judging.features.describe.validators.outcomes import (
    EXITS,
    VALID,
    Outcomes,
    accepts,
    exit_code,
    reads_stream,
)
from judging.features.describe.validators.pieces import (
    Case,
    Cell,
    Edge,
    Line,
    Loop,
    Piece,
    Switch,
)
from judging.features.describe.validators.program import (
    Assign,
    Call,
    Check,
    Count,
    Define,
    Do,
    Each,
    Expression,
    Fail,
    Flag,
    If,
    Items,
    Leave,
    Member,
    Name,
    Number,
    Operation,
    Over,
    Program,
    Return,
    Statement,
    While,
)
from judging.features.describe.validators.searches import searches_in
from judging.features.describe.validators.state import (
    MOST_STATEMENTS,
    Ended,
    Fact,
    Returned,
    State,
    Unclear,
)
from judging.features.describe.validators.terms import Symbol, Term, number, of_symbol
from judging.features.describe.validators.truths import (
    NOT_UNDERSTOOD,
    Both,
    Claim,
    Comparison,
    Either,
    Some,
    Truth,
    both,
    chosen,
    is_truth,
    opposite,
    replaced,
)
from judging.features.describe.validators.values import (
    UNKNOWN,
    Abstract,
    Added,
    Closure,
    Extreme,
    Lines,
    Numbered,
    Path,
    Ranged,
    Read,
    Several,
    Shifted,
    Store,
    Words,
)
from judging.features.describe.validators.walking import (
    assigned_names,
    by_gap,
    called_name,
    calls_in,
    changed_names,
    expressions_in,
    functions_in,
    names_in,
    statements_in,
    target_names,
    without_lines,
)

_OF_MAIN = (Name("argc"), Name("argv"))
_MOST_CASES = 12
_MOST_TEXTS = 25


class Finished(Exception):
    """The program accepted the input."""


def follow(program: Program, library: Library, arguments: Sequence[str]) -> State:
    """Return the state after a run of the whole program."""
    state = State(program, tuple(arguments))
    state.searches = searches_in(program.body)
    runner = _Runner(state, library)
    runner.run_all()
    return runner.state


class _Runner:
    def __init__(self, state: State, library: Library) -> None:
        self.state = state
        self.library = library
        self.outcomes = Outcomes(state, library)
        self.values = Evaluator(state, library, self.run, self._repeated)

    def run_all(self) -> None:
        """Run the program; note what may reject and was not run."""
        self._run_main()
        if not self.state.is_clear:
            return
        self._note_unfollowed(self.state.program.body, set())
        for function in self.state.cut:
            if any(map(self.outcomes.may_reject, statements_in(function.body))):
                said = "a function that calls itself is not followed to its end"
                self.state.note(function.line, said)

    def _run_main(self) -> None:
        """Run the statements outside of functions, then `main` or `run`."""
        state = self.state
        try:
            outcome = self.run(state.program.body)
            if outcome is not None:
                return
            for name in ("main", "run"):
                found = state.get(name)
                is_called = bool(state.cells or state.lines)
                if isinstance(found, Closure) and not is_called:
                    self.values.call_closure(found, _OF_MAIN)
        except Finished:
            return
        except Unclear as reason:
            state.note(reason.line, reason.said)
            state.is_clear = False

    def _note_unfollowed(self, body: tuple[Statement, ...], seen: set[str]) -> None:
        """Note the statements that reject, in the functions that are called too."""
        for statement in statements_in(body):
            is_new = id(statement) not in self.state.followed
            if is_new and self.outcomes.may_reject(statement):
                text = self.state.program.line_text(statement.line)
                said = f"a condition that was not followed: {text}"
                self.state.note(statement.line, said)
        called = calls_in(body) | {"main", "run"}
        for define in functions_in(self.state.program.body):
            name = define.name.rpartition(".")[2]
            if name not in called or define.name in seen:
                continue
            seen.add(define.name)
            # Of a function that does nothing but reject, the calls count.
            if not self.outcomes.always_reject(define.function.body):
                self._note_unfollowed(define.function.body, seen)

    # ---- statements

    def run(self, body: tuple[Statement, ...]) -> Returned | Ended | None:
        for place, statement in enumerate(body):
            self.state.statements += 1
            loop = body[place + 1] if place + 1 < len(body) else None
            if isinstance(loop, While) and self._is_read_again(statement, loop):
                # `n = read(); while (n != 0) { ..; n = read(); }`
                self.state.followed.update((id(statement), id(loop)))
                self._until(loop, (statement,), loop.body[:-1])
                return self.run(body[place + 2 :])
            if self.state.statements > MOST_STATEMENTS:
                raise Unclear(statement.line, "the program is too long to follow")
            outcome = self._statement(statement, body[place + 1 :])
            if outcome is not None:
                # What stands behind it is run in no way, or was run with a condition.
                self.outcomes.count_as_run(body[place + 1 :])
                return outcome
        return None

    def _statement(
        self, statement: Statement, rest: tuple[Statement, ...]
    ) -> Returned | Ended | None:
        self.state.followed.add(id(statement))
        if isinstance(statement, If):
            return self._if(statement, rest)
        if isinstance(statement, (Count, Over, While)):
            return self._any_loop(statement)
        if isinstance(statement, (Return, Leave, Fail)):
            return self._end(statement)
        either_gap = None if self.state.skips_space else by_gap(statement)
        if either_gap is not None:
            return self._if(either_gap, ())
        return self._plain_statement(statement)

    def _plain_statement(self, statement: Statement) -> Ended | None:
        if isinstance(statement, Do):
            return self._do(statement)
        values = self.values
        if isinstance(statement, Assign):
            value = values.evaluate(statement.value)
            values.assign(statement.target, value, statement.line)
        elif isinstance(statement, Check):
            self._require(truth_of(values.evaluate(statement.condition)), statement.line)
        elif isinstance(statement, Define):
            closure = Closure(statement.function, self.state.frame)
            self.state.frame.variables[statement.name] = closure
        return None

    def _any_loop(self, statement: Count | Over | While) -> Returned | Ended | None:
        if isinstance(statement, Count):
            return self._count(statement)
        if isinstance(statement, Over):
            return self._over(statement)
        return self._while(statement)

    def _end(self, statement: Return | Leave | Fail) -> Returned | Ended:
        if isinstance(statement, Return):
            if statement.value is None:
                return Returned(UNKNOWN)
            chosen = _choice_of((statement.value,))
            if chosen is not None and number(VALID) in map(
                self.values.evaluate, chosen.args[1:]
            ):
                self._end_by_choice(chosen, statement.line)
            return Returned(self.values.evaluate(statement.value))
        if isinstance(statement, Leave):
            return Ended("continue" if statement.goes_on else "break")
        return Ended("fail")

    def _do(self, statement: Do) -> Ended | None:
        if isinstance(statement.value, Call) and called_name(statement.value) in EXITS:
            chosen = _choice_of(statement.value.args)
            if chosen is not None:
                self._end_by_choice(chosen, statement.line)
        if exit_code(statement.value) == VALID:
            raise Finished
        if self.outcomes.rejects(statement.value):
            return Ended("fail")
        self.values.evaluate(statement.value)
        return None

    def _end_by_choice(self, choice: Operation, line: int) -> None:
        """Take over `exit(good ? 42 : 43)`."""
        condition = truth_of(self.values.evaluate(choice.args[0]))
        codes = [self.values.evaluate(code) for code in choice.args[1:]]
        if number(VALID) in codes and codes[0] != codes[1]:
            is_first = codes[0] == number(VALID)
            self._require(condition if is_first else opposite(condition), line)
        else:
            self._require(NOT_UNDERSTOOD, line)
        raise Finished

    def _require(self, truth: Truth, line: int) -> None:
        self.state.require(truth, line)

    # ---- conditions

    def _if(self, statement: If, rest: tuple[Statement, ...]) -> Returned | Ended | None:
        if reads_stream(statement.condition) and self.outcomes.fails(statement.then):
            return None  # `if (cin >> more) return 43;`
        condition = truth_of(self.values.evaluate(statement.condition))
        line = statement.line
        if isinstance(condition, bool):
            return self._decided(condition, statement)
        if self.outcomes.fails(statement.then):
            self._require(opposite(condition), line)
            return self.run(statement.otherwise)
        if accepts(statement.then) and self.outcomes.fails(rest):
            self._require(condition, line)
            raise Finished
        if statement.otherwise and self.outcomes.fails(statement.otherwise):
            self._require(condition, line)
            return self.run(statement.then)
        if self._swaps(statement):
            return None
        if _returns(statement.then) and self.state.calls:
            return self._returning(condition, statement, rest)
        if len(statement.then) == 1 and isinstance(statement.then[0], Leave):
            return self._leaving(condition, statement.then[0], rest)
        edge = edge_of(condition, self.state.loops)
        if edge is not None:
            self._run_edge(edge, condition, statement)
            return None
        return self._branches(condition, statement)

    def _decided(self, condition: bool, statement: If) -> Returned | Ended | None:
        """Run the one branch that is taken for every input."""
        taken = statement.then if condition else statement.otherwise
        other = statement.otherwise if condition else statement.then
        self.outcomes.count_as_run(other)
        return self.run(taken)

    def _returning(
        self, condition: Truth, statement: If, rest: tuple[Statement, ...]
    ) -> Returned | Ended | None:
        """Return what a function gives that returns early on a condition."""
        self.state.guard(condition)
        then = self.run(statement.then)
        self.state.guards.pop()
        self.state.guard(opposite(condition))
        otherwise = self.run((*statement.otherwise, *rest))
        self.state.guards.pop()
        is_no = isinstance(then, Returned) and then.value is False
        if is_no and self.state.loops and not isinstance(otherwise, Returned):
            # The loop goes on as long as the condition does not hold.
            self.state.kept[-1].append(opposite(condition))
            return otherwise
        values = []
        for outcome in (then, otherwise):
            values.append(outcome.value if isinstance(outcome, Returned) else UNKNOWN)
        first, second = values
        if isinstance(first, bool) or isinstance(second, bool):
            return Returned(chosen(condition, truth_of(first), truth_of(second)))
        return Returned(first if first == second else UNKNOWN)

    def _leaving(
        self, condition: Truth, leave: Leave, rest: tuple[Statement, ...]
    ) -> Ended | None:
        """Go on behind `if (..) break;` and `if (..) continue;`."""
        loop = self.state.loops[-1] if self.state.loops else None
        if leave.goes_on or loop is None or loop.count is not None:
            if self.outcomes.reads(rest):
                raise Unclear(leave.line, "a loop whose end is not understood")
            if leave.goes_on:
                self.state.guard(opposite(condition))
                outcome = self.run(rest)
                self.state.guards.pop()
                return outcome if isinstance(outcome, Ended) else Ended("continue")
            return None
        ending = ending_of(condition)
        if ending is None:
            raise Unclear(leave.line, "a loop whose end is not understood")
        loop.ending = ending
        return None

    def _swaps(self, statement: If) -> bool:
        """Take over `if (u > v) swap(u, v);`: which is which is not known any more."""
        if len(statement.then) != 1 or statement.otherwise:
            return False
        names = _swapped(statement.then[0])
        if len(names) != 2:
            return False
        first, second = (self.values.evaluate(name) for name in names)
        if isinstance(first, Term) and isinstance(second, Term):
            for name, is_greatest in zip(names, (False, True), strict=True):
                value = Extreme(is_greatest, (first, second))
                self.values.assign(name, value, statement.line)
        return True

    def _branches(self, condition: Truth, statement: If) -> Returned | Ended | None:
        """Run both branches of a condition that depends on the input."""
        cell, text = _what_is(condition, self.state)
        if cell is not None:
            line = self._split_line(cell)
            goes_on = line is not None and self._looks_at(line, statement)
            if goes_on or self.outcomes.reads((statement,)):
                self._switch(cell, text, statement, line if goes_on else None)
                return None
        if self.outcomes.reads((statement,)):
            raise Unclear(
                statement.line,
                "what is read depends on a condition that is not understood",
            )
        outcomes = []
        branches = (
            (condition, statement.then),
            (opposite(condition), statement.otherwise),
        )
        variables = self.state.frame.variables
        before = dict(variables)
        after = []
        for met, body in branches:
            variables.clear()
            variables.update(before)
            self.state.guard(met)
            outcomes.append(self.run(body))
            self.state.guards.pop()
            after.append(dict(variables))
        for name, value in after[0].items():
            other = after[1].get(name, value)
            if name not in after[1] or other != value:
                variables[name] = _either_value(condition, value, other)
        first, second = outcomes
        return first if first is not None and type(first) is type(second) else None

    def _split_line(self, cell: Cell) -> Line | None:
        """Return the line that a word is the last one of, as far as it was looked at."""
        for line in self.state.lines.values():
            if line.first and line.first[-1] is cell and line.rest is None:
                return line
        return None

    def _looks_at(self, line: Line, statement: If) -> bool:
        """Return whether a statement uses a variable with the words of a line."""
        for node in expressions_in((statement,)):
            value = self.state.get(node.name) if isinstance(node, Name) else None
            if isinstance(value, Words) and value.of is line:
                return True
        return False

    def _switch(
        self, cell: Cell, text: str, statement: If, line: Line | None = None
    ) -> None:
        """Read what follows one of several values. line: the one that goes on behind it."""
        switch = Switch(cell, [], statement.line)
        self.state.block.append(switch)
        known = _texts_of(cell)
        while True:
            self._case(switch, text, statement.then, line)
            rest = statement.otherwise
            only = rest[0] if len(rest) == 1 else None
            if not isinstance(only, If):
                break
            condition = truth_of(self.values.evaluate(only.condition))
            next_cell, next_text = _what_is(condition, self.state)
            if next_cell is not cell:
                break
            statement = only
            text = next_text
        rest = statement.otherwise
        done = [case.text for case in switch.cases]
        if rest and self.outcomes.fails(rest):
            cell.texts = tuple(done)
            return
        others = [text for text in known if text not in done]
        if cell.kind == "word" and not known:
            # Later conditions may say what else it may be.
            met = both(*(opposite(_is_text(cell, text)) for text in done))
            self.state.guard(met)
            with self.state.capture() as pieces:
                self._run_behind(line, rest)
            self.state.guards.pop()
            switch.others = pieces
            return
        if len(others) > _MOST_CASES:
            raise Unclear(
                statement.line,
                "what is read depends on a condition that is not understood",
            )
        for other in others:
            self._case(switch, other, rest, line)

    def _case(
        self,
        switch: Switch,
        text: str,
        body: tuple[Statement, ...],
        line: Line | None,
    ) -> None:
        self.state.guard(_is_text(switch.by, text))
        try:
            with self.state.capture() as pieces:
                self._run_behind(line, body)
        finally:
            self.state.guards.pop()
        switch.cases.append(Case(text, pieces))

    def _run_behind(self, line: Line | None, body: tuple[Statement, ...]) -> None:
        """Run statements for which a line goes on in a way of its own."""
        if line is None:
            self.run(body)
            return
        part = self.state.continue_line(line)
        frame = self.state.frame
        before = dict(frame.variables)
        for name, value in before.items():
            if isinstance(value, Words) and value.of is line:
                skipped = value.skipped - len(line.first)
                frame.variables[name] = Words(part, line.kind, skipped)
        self.run(body)
        frame.variables.clear()
        frame.variables.update(before)

    # ---- what stands at the edges of loops

    def _run_edge(self, edge: tuple[str, bool], condition: Truth, statement: If) -> None:
        """Run what stands in the first or last iteration only, and in all others.

        Conditions in all but one iteration compare neighbours: they count as they are.
        """
        which, is_there = edge
        captured: list[list[Piece]] = []
        for body, is_at_edge in (
            (statement.then, is_there),
            (statement.otherwise, not is_there),
        ):
            guards = len(self.state.guards)
            if is_at_edge:
                self.state.guard(Claim("edge"))
            with self.state.capture() as pieces:
                self.run(body)
            del self.state.guards[guards:]
            captured.append(pieces)
        if not captured[0] and not captured[1]:
            return
        at_edge, elsewhere = captured if is_there else captured[::-1]
        self.state.block.append(Edge(which, at_edge, elsewhere))

    # ---- loops

    def _count(self, statement: Count) -> Returned | Ended | None:
        first = self.values.evaluate(statement.first)
        end = self.values.evaluate(statement.end)
        line = statement.line
        loop = Loop(Symbol("index", self.state.fresh("loop")), None, line)
        if isinstance(first, Term) and isinstance(end, Term):
            places = self._places(first, end, statement.body)
            if places is not None:
                counted = Over(Name(statement.name), Items(()), statement.body, line)
                return self._over_known(places, counted)
        index: Abstract = of_symbol(loop.index)
        if isinstance(first, Term):
            index = first + index
            if isinstance(end, Term):
                loop.count = end - first
        if loop.count is None and self.outcomes.reads(statement.body):
            raise Unclear(line, "how often a loop reads is not understood")
        return self._loop(loop, statement.body, {statement.name: index})

    def _places(
        self, first: Term, end: Term, body: tuple[Statement, ...]
    ) -> Several | None:
        """Return the numbers of a loop over the program's arguments; None for others."""
        start = first.constant
        stop = end.constant
        if start is None or stop is None:
            return None
        for node in expressions_in(body):
            is_name = isinstance(node, Name)
            if is_name and self.values.evaluate(node) == self.values.program_line:
                return Several(tuple(map(number, range(start, stop))))
        return None

    def _loop(
        self,
        loop: Loop,
        body: tuple[Statement, ...],
        variables: Mapping[str, Abstract],
    ) -> Returned | Ended | None:
        """Run the body of a loop once, for all of its iterations."""
        state = self.state
        for name, value in variables.items():
            state.set(name, value)
        for name in changed_names(body):
            if isinstance(state.get(name), Several):
                state.open_list(name)
        carried = self._carry(loop, body, variables)
        facts = len(state.facts)
        state.loops.append(loop)
        try:
            with state.capture() as pieces:
                outcome = self.run(body)
        finally:
            state.loops.pop()
        loop.body = pieces
        state.loops_by_index[loop.index.of] = loop
        if pieces:
            state.block.append(loop)
        self._end_of_loop(loop, carried, facts)
        return outcome if isinstance(outcome, Returned) else None

    def _carry(
        self,
        loop: Loop,
        body: tuple[Statement, ...],
        variables: Mapping[str, Abstract],
    ) -> dict[str, tuple[Symbol, Abstract]]:
        """Replace numbers that the body changes by what they are before an iteration."""
        carried: dict[str, tuple[Symbol, Abstract]] = {}
        for name in sorted(set(assigned_names(body))):
            value = self.state.get(name)
            if name in variables or not self.state.has(name):
                continue
            if isinstance(value, bool):
                symbol = Symbol("before", f"{name} {loop.index.of}")
                carried[name] = (symbol, value)
                self.state.set(name, Claim("before", (symbol,)))
            elif isinstance(value, Term) or value is None:
                symbol = Symbol("before", f"{name} {loop.index.of}")
                carried[name] = (symbol, value)
                self.state.set(name, of_symbol(symbol))
            elif isinstance(value, Path) and not isinstance(value, Closure):
                symbol = Symbol("before", f"{name} {loop.index.of}")
                carried[name] = (symbol, UNKNOWN)
                self.state.set(name, of_symbol(symbol))
        return carried

    def _end_of_loop(
        self, loop: Loop, carried: dict[str, tuple[Symbol, Abstract]], facts: int
    ) -> None:
        """Say what variables are after a loop, and what conditions said of earlier
        iterations."""
        values: dict[Symbol, Term] = {}
        for name, (symbol, before) in carried.items():
            after = self.state.get(name)
            result: Abstract = UNKNOWN
            if isinstance(after, Term):
                result, earlier = self._after_loop(loop, symbol, before, after)
                if earlier is not None:
                    values[symbol] = earlier
            elif isinstance(after, Extreme):
                result = _extreme_of_row(after, symbol)
            elif isinstance(before, bool):
                result = _flag_after_loop(before, after, Claim("before", (symbol,)))
            self.state.set(name, result)
        for number_of_fact in range(facts, len(self.state.facts)):
            fact = self.state.facts[number_of_fact]
            truth = replaced(fact.truth, values)
            self.state.facts[number_of_fact] = Fact(truth, fact.line, fact.loops)

    def _after_loop(
        self, loop: Loop, symbol: Symbol, before: Abstract, after: Term
    ) -> tuple[Abstract, Term | None]:
        """Return a number behind a loop, and before an iteration. symbol: what it was
        before an iteration; after: what it is behind that."""
        change = after - of_symbol(symbol)
        if _has_before(change):
            if _has_before(after):
                return UNKNOWN, None
            place = of_symbol(loop.index) - number(1)
            return after, self._at(after, loop, place)
        total = self._total(change, loop)
        if total is None or not isinstance(before, Term):
            return UNKNOWN, None
        # With what is added in this iteration, the sum so far.
        return before + total, before + total - change

    def _total(self, change: Term, loop: Loop) -> Term | None:
        """Return the sum of what all iterations of a loop add to a variable."""
        total = number(0)
        for product, factor in change.parts:
            if not product:
                times = loop.count
                if times is None:
                    times = of_symbol(Symbol("times", loop.index.of))
                total = total + times * number(factor)
            elif len(product) == 1 and product[0].kind in ("cell", "sum", "letters"):
                total = total + of_symbol(Symbol("sum", product[0].of)) * number(factor)
            else:
                return None
        return total

    def _at(self, term: Term, loop: Loop, place: Term) -> Term:
        """Return a value of one iteration as that of another one."""
        changed = {}
        for symbol in term.symbols():
            if symbol.kind == "cell" and symbol.at is None:
                changed[symbol] = of_symbol(Symbol("cell", symbol.of, place))
            if symbol == loop.index:
                changed[symbol] = place
        return term.replaced(changed)

    def _over(self, statement: Over) -> Returned | Ended | None:
        of = self.values.evaluate(statement.of)
        if isinstance(of, Ranged):
            name = statement.target.name if isinstance(statement.target, Name) else "_"
            if isinstance(of.first, Term) and isinstance(of.end, Term):
                loop = Loop(
                    Symbol("index", self.state.fresh("loop")),
                    of.end - of.first,
                    statement.line,
                )
                index = of.first + of_symbol(loop.index)
                return self._loop(loop, statement.body, {name: index})
        loop = Loop(Symbol("index", self.state.fresh("loop")), None, statement.line)
        if isinstance(of, Path) and of.name.endswith("stdin"):
            of = self.state.read_lines(statement.line, ending=True)
        skipped = of.by if isinstance(of, Shifted) else 0
        lines = of.of if isinstance(of, Shifted) else of
        if isinstance(lines, Lines):
            return self._lines(loop, statement, lines, skipped)
        if isinstance(of, Several) and not self.outcomes.reads(statement.body):
            return self._over_known(of, statement)
        if isinstance(of, (Store, Path)) and self.outcomes.reads(statement.body):
            return self._fill(loop, of, statement)
        count = length_of(self.state, of) if isinstance(of, (Words, Store)) else None
        if isinstance(of, Words) and of.of.count is not None:
            count = of.of.count - number(of.skipped)
        loop.count = count if isinstance(count, Term) else None
        item = element(self.state, of, None)
        if isinstance(of, Numbered):
            index = of_symbol(loop.index)
            item = Several((index, element(self.state, of.of, index)))
        carried_target = target_names(statement.target)
        self.values.assign(statement.target, item, statement.line)
        values = {name: self.state.get(name) for name in carried_target}
        return self._loop(loop, statement.body, values)

    def _over_known(self, of: Several, statement: Over) -> Returned | Ended | None:
        """Run the body for each of several items that are known."""
        if len(of.items) > _MOST_CASES:
            self.state.note(statement.line, "a loop over more items than are followed")
        for item in of.items[:_MOST_CASES]:
            self.values.assign(statement.target, item, statement.line)
            outcome = self.run(statement.body)
            if outcome == Ended("break"):
                return None
            if outcome is not None and outcome != Ended("continue"):
                return outcome
        return None

    def _lines(
        self, loop: Loop, statement: Over, lines: Lines, skipped: int
    ) -> Returned | Ended | None:
        """Read `for line in sys.stdin`: lines to the end of the input."""
        if lines.count is not None:
            loop.count = lines.count - number(skipped)
        lines.loop = loop
        lines.behind = skipped
        line = statement.line
        text: Expression = Call(Name("readline", line), (), (), line)
        if not lines.ending:
            text = Call(Member(text, "strip", line), (), (), line)
        first = Assign(statement.target, text, line)
        return self._loop(loop, (first, *statement.body), {})

    def _fill(
        self, loop: Loop, of: Abstract, statement: Over
    ) -> Returned | Ended | None:
        """Read into each item of an array: `for (int &x : a) cin >> x;`."""
        if isinstance(of, Store):
            loop.count = of.count
        if loop.count is None or not isinstance(statement.target, Name):
            raise Unclear(statement.line, "how often a loop reads is not understood")
        name = statement.target.name
        outcome = self._loop(loop, statement.body, {name: number(0)})
        if isinstance(of, Store):
            of.added.append(Added(self.state.get(name), number(0), loop.index))
        return outcome

    def _while(self, statement: While) -> Returned | Ended | None:
        condition = statement.condition
        line = statement.line
        loop = Loop(Symbol("index", self.state.fresh("loop")), None, line)
        counter = _counter(condition)
        if counter is not None:
            value = self.values.evaluate(counter)
            if isinstance(value, Term) and isinstance(counter, Name):
                loop.count = value
                down = value - number(1) - of_symbol(loop.index)
                return self._loop(loop, statement.body, {counter.name: down})
        if self._reads_digits(statement):
            return None
        if self.outcomes.reads((Do(condition, line),)):
            # `while (cin >> x)`, `while ((n = read()) != 0)`
            stop = If(
                Operation("!", (condition,), line), (Leave(False, line),), (), line
            )
            return self._loop(loop, (stop, *statement.body), {})
        reads = self.outcomes.reads(statement.body)
        if not reads:
            return self._searching(loop, statement)
        if _is_endless(condition):
            return self._loop(loop, statement.body, {})
        raise Unclear(line, "how often a loop reads is not understood")

    def _is_read_again(self, statement: Statement, loop: While) -> bool:
        """Return whether the last statement of a loop reads what the one before it did."""
        tested = names_in((Do(loop.condition),))
        if not loop.body or not tested & set(assigned_names((statement,))):
            return False
        if not self.outcomes.reads((statement,)):
            return False
        return without_lines(statement) == without_lines(loop.body[-1])

    def _until(
        self,
        statement: While,
        first: tuple[Statement, ...],
        rest: tuple[Statement, ...],
    ) -> Returned | Ended | None:
        """Run a loop whose condition is checked behind what `first` or itself reads."""
        line = statement.line
        loop = Loop(Symbol("index", self.state.fresh("loop")), None, line)
        ends = Operation("!", (statement.condition,), line)
        stop = If(ends, (Leave(False, line),), (), line)
        return self._loop(loop, (*first, stop, *rest), {})

    def _reads_digits(self, statement: While) -> bool:
        """Read `while (isdigit(cin.peek())) word += cin.get();` as a word."""
        condition = statement.condition
        first = statement.body[0] if statement.body else None
        if not isinstance(condition, Call) or called_name(condition) != "isdigit":
            return False
        if "peek" not in calls_in((Do(condition),)) or not isinstance(first, Assign):
            return False
        if len(statement.body) != 1 or not calls_in((first,)) & {"get", "getchar"}:
            return False
        cell = self.state.read("word", statement.line)
        cell.letters = frozenset("0123456789")
        self.values.assign(first.target, Read(cell), statement.line)
        return True

    def _searching(self, loop: Loop, statement: While) -> Returned | Ended | None:
        """Run a loop that reads nothing: its variables are not known afterwards."""
        for name in assigned_names(statement.body):
            if not isinstance(self.state.get(name), (Store, Closure)):
                self.state.set(name, UNKNOWN)
        facts = len(self.state.facts)
        outcome = self._loop(loop, statement.body, {})
        for name in assigned_names(statement.body):
            if not isinstance(self.state.get(name), (Store, Closure)):
                self.state.set(name, UNKNOWN)
        for place in range(facts, len(self.state.facts)):
            fact = self.state.facts[place]
            self.state.facts[place] = Fact(NOT_UNDERSTOOD, fact.line, fact.loops)
        return outcome

    def _repeated(self, node: Each, of: Ranged) -> Abstract:
        """Return `[read() for i in range(n)]` as a row."""
        name = node.target.name if isinstance(node.target, Name) else "_"
        row = "row of a comprehension"
        self.state.set(row, self.state.store())
        add = Call(Member(Name(row), "append"), (node.value,), (), node.line)
        if isinstance(of.first, Term) and isinstance(of.end, Term):
            loop = Loop(
                Symbol("index", self.state.fresh("loop")), of.end - of.first, node.line
            )
            index = of.first + of_symbol(loop.index)
            self._loop(loop, (Do(add, node.line),), {name: index})
            found = self.state.get(row)
            if len(found.added) == 1 and isinstance(
                found.added[0].value, bool | Comparison
            ):
                return found.added[0].value
            if len(found.added) == 1:
                value = found.added[0].value
                if isinstance(value, (Claim, Both, Either, Some)):
                    return value
            return found
        return UNKNOWN


def _choice_of(args: tuple[Expression, ...]) -> Operation | None:
    """Return the condition of `exit(good ? 42 : 43)`."""
    code = args[0] if args else None
    if isinstance(code, Operation) and code.operator == "?":
        return code
    return None


def _returns(body: tuple[Statement, ...]) -> bool:
    return bool(body) and isinstance(body[-1], Return)


def _what_is(condition: Truth, state: State) -> tuple[Cell | None, str]:
    """Return the value and the text of a condition that a value is this text."""
    if isinstance(condition, Claim) and condition.kind == "is" and condition.holds:
        return condition.of
    if isinstance(condition, Comparison) and condition.operator == "==":
        symbols = list(condition.term.symbols())
        if len(symbols) == 1 and symbols[0].kind == "cell" and symbols[0].at is None:
            factor = condition.term.factor(symbols[0])
            rest = condition.term.replaced({symbols[0]: number(0)}).constant
            if factor in (1, -1) and rest is not None:
                return state.cell(symbols[0]), str(-rest * factor)
    return None, ""


def _is_text(cell: Cell, text: str) -> Truth:
    if cell.kind == "integer":
        return Comparison("==", cell.term - number(int(text)))
    return Claim("is", (cell, text))


def _texts_of(cell: Cell) -> list[str]:
    """Return all that a value may be, if that is known and little."""
    if cell.texts:
        return list(cell.texts)
    low = cell.low.constant if cell.low is not None else None
    high = cell.high.constant if cell.high is not None else None
    if cell.kind == "integer" and low is not None and high is not None:
        values = range(low, high + 1)
        return [str(value) for value in values] if len(values) <= _MOST_TEXTS else []
    if cell.letters is not None and cell.longest == number(1):
        return sorted(cell.letters)
    return []


def _either_value(condition: Truth, value: Abstract, other: Abstract) -> Abstract:
    """Return what a variable is behind both branches of a condition."""
    if value == other:
        return value
    if is_truth(value) and is_truth(other):
        return chosen(condition, value, other)
    return UNKNOWN


def _flag_after_loop(before: bool, after: Abstract, claim: Claim) -> Abstract:
    """Return what a flag is behind a loop. claim: that it was true before an iteration."""
    if after in (before, claim):
        return before
    parts = after.parts if isinstance(after, Both) else (after,)
    if not before or claim not in parts:
        return UNKNOWN
    return both(*(part for part in parts if part != claim))


def _has_before(term: Term) -> bool:
    return any(symbol.kind == "before" for symbol in term.symbols())


def _extreme_of_row(value: Extreme, before: Symbol) -> Abstract:
    """Return `most = max(most, x)` over a loop as the greatest x."""
    others = [term for term in value.terms if term.symbol != before]
    if len(others) == 1 and others[0].symbol is not None:
        kind = "greatest" if value.is_greatest else "least"
        return of_symbol(Symbol(kind, others[0].symbol.of))
    return UNKNOWN


def _counter(condition: Expression) -> Expression | None:
    """Return the variable of `while (n--)` and `while (t-- > 0)`."""
    if isinstance(condition, Operation) and condition.operator in (">", "!="):
        left, right = condition.args
        if right == Number(0, right.line):
            condition = left
    if isinstance(condition, Operation) and condition.operator == "--":
        return condition.args[0]
    return None


def _is_endless(condition: Expression) -> bool:
    if isinstance(condition, Operation) and condition.operator == "!":
        inner = condition.args[0]
        return isinstance(inner, Call) and called_name(inner) in ("seekEof", "eof")
    return condition in (Flag(True, condition.line), Number(1, condition.line))


def _swapped(statement: Statement) -> tuple[Expression, ...]:
    """Return the two variables of `swap(u, v)` and `u, v = v, u`."""
    if isinstance(statement, Do) and isinstance(statement.value, Call):
        return statement.value.args if called_name(statement.value) == "swap" else ()
    if not isinstance(statement, Assign):
        return ()
    target = statement.target
    value = statement.value
    if isinstance(target, Items) and isinstance(value, Items):
        names = [_bare(name) for name in target.items]
        if names == [_bare(name) for name in reversed(value.items)]:
            return target.items
    return ()


def _bare(node: Expression) -> str:
    return node.name if isinstance(node, Name) else repr(node)
