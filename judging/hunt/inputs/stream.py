"""The numbered stream of inputs, in rounds. The seed and the package determine it.

A round has three parts: draws from strategies.py or, in a package without one, from its grammar,
each followed by a variant of an input; in the first round only, the package's tests; and the output
of every generator command for a fresh seed. A grammar gives such commands too, one for each bound
of a size. Tests and generated inputs come largest first, because draws are small. The stream leaves
out inputs that it had before.
"""

import math
import shlex
import time
from collections.abc import Collection, Iterator
from concurrent.futures import Future, wait
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from judging.core.diagnostics import error, warning
from judging.core.problem import Problem, Recipe
from judging.core.templates import substitute_bytes
from judging.data import formats
from judging.data.generation.commands import generator_arguments
from judging.data.generation.files import prepare_tests
from judging.data.generation.steps import MadeFiles, RunGenerator
from judging.hunt.inputs import strategies
from judging.hunt.inputs.strategies import Batch, Draws
from judging.hunt.inputs.variants import vary
from judging.hunt.running.trials import Trial
from judging.languages import contents_of
from judging.package.files.sources import PackageFiles
from judging.package.generators.shapes import missing
from judging.session import Findings, Session

_FIRST_BATCH = 20  # few, so that a submission that is slow soon meets large inputs too
_LARGEST_BATCH = 1600
_EMPTY_ROUNDS = 3  # after so many rounds without a new input the stream ends
_VARIED_BYTES = 2**16


class Stream:
    """The inputs for one seed. If a source is faulty, report that and end.

    tests: whether the package's tests are part of it.
    trusted: the names of the tests whose inputs, and whose generators' inputs, must be valid. The
    other tests run programs in another way, so their inputs may be invalid in this hunt.
    growth: how many times as many draws each round has; with 1, generators make more of the inputs.
    """

    def __init__(
        self,
        problem: Problem,
        session: Session,
        findings: Findings,
        *,
        seed: int,
        tests: bool,
        trusted: Collection[str],
        growth: int = 4,
    ) -> None:
        self._problem = problem
        self._session, self._findings = session, findings
        self._seed, self._growth = seed, growth
        self._tests = tests
        self._trusted = trusted
        self._parts: list[list[Trial]] = []  # of all rounds; all hunts share them
        self._seen: set[int] = set()
        self._batches: dict[int, Future[Draws]] = {}
        self._runs: dict[str, Future[MadeFiles]] = {}  # of the round that is being made
        self._end_s = math.inf
        self._pool: list[bytes] = []
        self._failed_commands: set[str] = set()
        generators = problem.paths.generators
        beside = PackageFiles(problem.paths, lambda fault: None).program(generators)
        own = (
            contents_of(beside)
            if beside and (generators / strategies.NAME).is_file()
            else ()
        )
        drawn = {name: substitute_bytes(text, problem.constants) for name, text in own}
        self._drawn = problem.paths.relative_path(generators / strategies.NAME)
        self._varies = not drawn
        text = drawn.get(strategies.NAME, b"")
        if (grammar := formats.grammar_of(problem, text)) is not None:
            drawn[strategies.NAME] = formats.program(grammar, text)
            self._drawn, self._varies = grammar.name, True
        files = (*drawn.items(), *missing(drawn.items()))
        self._tree = session.store.add_tree(files) if files else None
        written = any(formats.uses(recipe) for recipe in problem.recipes.values())
        bounds = [] if grammar is None or written else formats.bounds(grammar)
        # Of several tests with the same command, a trusted one counts.
        ordered = sorted(problem.testcases, key=lambda case: case.name in trusted)
        recipes = [
            (case.recipe, case.name in trusted) for case in ordered if case.recipe
        ]
        recipes += [(recipe, False) for recipe in bounds]
        commands = {
            r.command: (r, known) for r, known in recipes if "{seed" in (r.command or "")
        }
        self._generated = [commands[command] for command in sorted(commands, key=str)]

    def trials(self, end_s: float = math.inf) -> Iterator[Trial]:
        """Yield every input in order. End when the sources give nothing new, are faulty, or need
        longer than `end_s` of the monotonic clock."""
        self._end_s = end_s
        number = empty_rounds = 0
        while empty_rounds < _EMPTY_ROUNDS:
            before = len(self._seen)
            makers = (self._draw, self._use_tests, self._generate)
            for index, make in enumerate(makers, len(makers) * number):
                if index == len(self._parts):
                    made = make(number)
                    if made is None:
                        return
                    self._parts.append(self._number_new(made))
                yield from self._parts[index]
            number += 1
            empty_rounds = 0 if len(self._seen) > before else empty_rounds + 1

    def _number_new(self, made: list[Trial]) -> list[Trial]:
        """Return the trials with new inputs, numbered on from the previous part."""
        new = []
        for trial in made:
            name = hash(trial.content)
            if name not in self._seen:
                new.append(replace(trial, index=len(self._seen)))
                self._seen.add(name)
        return new

    def _draw(self, number: int) -> list[Trial] | None:
        """Draw from strategies.py. Without one, draw from the grammar and vary known inputs."""
        variants = self._vary(number) if self._varies else []
        if self._tree is None:
            return variants
        batch = self._batch(number)
        if not self._are_ready([batch]):
            return None
        draws = batch.result()
        del self._batches[number]
        if draws.fault is not None:
            self._findings.report((warning if self._varies else error)(draws.fault))
            self._tree = None
            if not self._varies:
                return None
        origin = self._drawn if self._varies else strategies.NAME
        new = [
            Trial(content, origin, trusted=not self._varies) for content in draws.inputs
        ]
        mixed = [trial for pair in zip_longest(new, variants) for trial in pair if trial]
        return mixed[: self._batch_size(number)]

    def _vary(self, number: int) -> list[Trial]:
        if number == 0:
            self._pool = [trial.content for trial in self._test_inputs()]
        small = [content for content in self._pool if len(content) <= _VARIED_BYTES]
        variants = vary(small, self._batch_size(number), f"{self._seed} {number}")
        return [Trial(content, "variant") for content in variants]

    def _batch(self, number: int) -> Future[Draws]:
        """Return the draws of a round. A worker may have begun them earlier."""
        if number not in self._batches or self._batches[number].cancelled():
            assert self._tree is not None
            batch = Batch(
                self._tree, self._drawn, self._seed, number, self._batch_size(number)
            )
            self._batches[number] = self._session.executor.start(strategies.draw, batch)
        return self._batches[number]

    def _use_tests(self, number: int) -> list[Trial]:
        return self._test_inputs() if self._tests and number == 0 else []

    def _generate(self, number: int) -> list[Trial] | None:
        """Run every generator command with a fresh seed. The next hunt gets runs that end late."""
        runs = []
        for recipe, trusted in self._generated:
            fresh = replace(recipe, salt=f"{recipe.salt} hunt {self._seed} {number}")
            generator = self._problem.generators[generator_arguments(fresh)[0]]
            program = self._session.builder.tool(generator, self._findings)
            if program is not None and recipe.command not in self._failed_commands:
                step = RunGenerator(program, fresh, self._problem.limits)
                run = self._runs.get(fresh.command or "")
                if run is None or run.cancelled():
                    run = self._session.executor.start(step.attempt, 0)
                self._runs[fresh.command or ""] = run
                runs.append((fresh, trusted, run))
        if self._tree is not None:
            self._batch(number + 1)
        if not self._are_ready(self._runs.values()):
            return None
        self._runs.clear()
        made = []
        for recipe, trusted, run in runs:
            generated = run.result()
            if generated.fault is None:
                content = self._session.store.blob(
                    dict(generated.files)[".in"]
                ).read_bytes()
                command = shlex.join(generator_arguments(recipe))
                place = (
                    f"{recipe.file}:{recipe.line}"
                    if recipe.line
                    else recipe.command or ""
                )
                made.append(Trial(content, place, trusted, command=command))
            else:
                self._give_up(recipe, generated.fault)
        self._pool += [trial.content for trial in made]
        return _largest_first(made)

    def _are_ready(self, futures: Collection[Future[Any]]) -> bool:
        """Wait until the time is up. Return whether all is ready; cancel what has not begun."""
        seconds = (
            None if self._end_s == math.inf else max(self._end_s - time.monotonic(), 0.0)
        )
        late = wait(futures, seconds).not_done
        for future in late:
            future.cancel()
        return not late

    def _give_up(self, recipe: Recipe, problem: str) -> None:
        """Run a command no more. It may still be right with the seed of its test."""
        self._failed_commands.add(recipe.command or "")
        message = f"fails with another seed, so the hunt does not use it: {problem}"
        self._findings.report(warning(message, recipe.file, recipe.line))

    def _batch_size(self, number: int) -> int:
        return min(_FIRST_BATCH * int(self._growth**number), _LARGEST_BATCH)

    def _test_inputs(self) -> list[Trial]:
        problem, store = self._problem, self._session.store
        tests = prepare_tests(problem, problem.testcases, self._session, self._findings)
        trials = [
            Trial(
                store.blob(test.input).read_bytes(),
                test.name,
                test.name in self._trusted,
            )
            for test in tests
        ]
        return _largest_first(trials)


def _largest_first(trials: list[Trial]) -> list[Trial]:
    return sorted(trials, key=lambda trial: -len(trial.content))
