"""The numbered stream of inputs: a function of the seed and the package, in rounds.

A round is a batch of draws from strategies.py, or where the package has none of variants of inputs
that it has; in the first round the package's tests, the largest first, since the draws were small;
and what every generator command makes of a fresh seed, the largest first too. An input that was in
the stream already is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, replace

from judging.core.diagnostics import error, warning
from judging.core.limits import ProblemLimits
from judging.core.problem import Problem, Recipe
from judging.hunt.inputs import strategies
from judging.hunt.inputs.strategies import Batch, Drawn
from judging.hunt.inputs.variants import vary
from judging.hunt.running.trials import Trial
from judging.jobs import execute
from judging.jobs.checkers import validation_limits
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.session import Findings, Session
from judging.testdata.generation import generator_arguments, make_inputs

_FIRST_BATCH = 20  # few, so that what is slow to run soon meets large inputs too
_GROWTH = 4
_MOST_BATCH = 1600
_DRY_ROUNDS = 3  # after so many rounds without a new input there is none to come
_VARIED_BYTES = 2**16


@dataclass(frozen=True, slots=True)
class _Generated:
    content: bytes
    problem: str | None = None


_Make = Callable[[int], list[Trial] | None]


class Stream:
    """The inputs for one seed. A fault of their sources is reported; then
    there are no more of them."""

    def __init__(
        self, problem: Problem, session: Session, findings: Findings, seed: int, tests: bool
    ) -> None:
        self._problem = problem
        self._session, self._findings = session, findings
        self._seed = seed
        self._tests = tests
        self._parts: list[tuple[Trial, ...]] = []
        self._count = 0
        self._seen: set[int] = set()
        self._batches: dict[int, Future[Drawn]] = {}
        self._pool: list[bytes] = []
        self._dropped: set[str] = set()
        file = problem.paths.generators / strategies.NAME
        self._file = file if file.is_file() else None
        self._key = strategies.key_of_strategies(file) if self._file else ""
        commands = {
            case.recipe.command: case.recipe
            for case in problem.testcases
            if case.recipe is not None and case.recipe.command and "{seed" in case.recipe.command
        }
        self._recipes = [commands[command] for command in sorted(commands)]

    def trials(self) -> Iterator[Trial]:
        """Every input in order; ends when the sources give nothing new, or a fault."""
        number = dry = 0
        while dry < _DRY_ROUNDS:
            before = self._count
            makers = (self._drawn_part, self._test_part, self._made_part)
            for place, make in enumerate(makers, len(makers) * number):
                trials = self._part(place, make, number)
                if trials is None:
                    return
                yield from trials
            number += 1
            dry = 0 if self._count > before else dry + 1

    def _part(self, place: int, make: _Make, number: int) -> tuple[Trial, ...] | None:
        """One part of a round, made once for all hunts."""
        if place == len(self._parts):
            found = make(number)
            if found is None:
                return None
            self._parts.append(self._fresh(found))
        return self._parts[place]

    def _drawn_part(self, number: int) -> list[Trial] | None:
        """Draws from strategies.py, or variants of what is known."""
        count = _drawn_in(number)
        if self._file is None:
            if number == 0:
                self._pool = [trial.content for trial in self._test_inputs()]
            small = [content for content in self._pool if len(content) <= _VARIED_BYTES]
            varied = vary(small, count, f"{self._seed} {number}")
            return [Trial(content, "variant") for content in varied]
        drawn = self._batch(number).result()
        del self._batches[number]
        if drawn.fault is not None:
            self._findings.report(error(drawn.fault))
            return None
        return [Trial(content, strategies.NAME, trusted=True) for content in drawn.inputs]

    def _batch(self, number: int) -> Future[Drawn]:
        """The draws of a round, which may have begun earlier, beside other work."""
        if number not in self._batches:
            assert self._file is not None
            shown = self._problem.paths.relative_path(self._file)
            count = _drawn_in(number)
            wanted = Batch(self._file, shown, self._key, self._seed, number, count)
            self._batches[number] = self._session.executor.start(strategies.draw, wanted)
        return self._batches[number]

    def _test_part(self, number: int) -> list[Trial]:
        """The package's tests, once."""
        return self._test_inputs() if self._tests and number == 0 else []

    def _made_part(self, number: int) -> list[Trial]:
        """What the generator commands make of a fresh seed."""
        runs = []
        for recipe in self._recipes:
            fresh = replace(recipe, salt=f"{recipe.salt} hunt {self._seed} {number}")
            words = generator_arguments(fresh)
            program = self._session.builder.tool(self._problem.generators[words[0]], self._findings)
            if program is not None and recipe.command not in self._dropped:
                limits = self._problem.limits
                run = self._session.executor.start(_generate, program, words[1:], limits)
                runs.append((recipe, run))
        if self._file is not None:
            self._batch(number + 1)
        made = [trial for recipe, run in runs if (trial := self._made(recipe, run.result()))]
        self._pool += [trial.content for trial in made]
        return _largest_first(made)

    def _fresh(self, found: list[Trial]) -> tuple[Trial, ...]:
        """Those that are new, numbered on from the part before."""
        fresh = []
        for trial in found:
            name = hash(trial.content)
            if name not in self._seen:
                self._seen.add(name)
                fresh.append(replace(trial, index=self._count))
                self._count += 1
        return tuple(fresh)

    def _made(self, recipe: Recipe, made: _Generated) -> Trial | None:
        if made.problem is None:
            return Trial(made.content, f"{recipe.file}:{recipe.line}", trusted=True)
        # It may be right for the seed of its test: the hunt goes on without it.
        self._dropped.add(recipe.command or "")
        self._findings.report(
            warning(f"with another seed: {made.problem}", recipe.file, recipe.line)
        )
        return None

    def _test_inputs(self) -> list[Trial]:
        cases = self._problem.testcases
        made = make_inputs(
            self._problem,
            [case for case in cases if case.input is None],
            self._session,
            self._findings,
        )
        found = []
        for case in cases:
            if case.input is not None:
                found.append(Trial(case.input.read_bytes(), case.name, trusted=True))
            elif case.name in made:
                content = self._session.store.blob(made[case.name]).read_bytes()
                found.append(Trial(content, case.name, trusted=True))
        return _largest_first(found)


def _drawn_in(number: int) -> int:
    """How many draws a round has."""
    return min(_FIRST_BATCH * int(_GROWTH**number), _MOST_BATCH)


def _largest_first(trials: list[Trial]) -> list[Trial]:
    return sorted(trials, key=lambda trial: -len(trial.content))


def _generate(
    program: Executable, args: tuple[str, ...], limits: ProblemLimits, worker: Worker
) -> _Generated:
    run = execute(program, b"", validation_limits(limits), worker, *args)
    if run.succeeded:
        return _Generated(run.stdout)
    return _Generated(b"", f"{program.name}: {run.failure}")
