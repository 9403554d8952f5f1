"""The numbered stream of inputs, in rounds. The seed and the package determine it.

A round has three parts: draws from strategies.py or, in a package without one, from its
grammar in several streams, with variants of inputs, and from the second round on the next
of all small inputs; in the first round only, the package's tests; and the output of every
generator command for a fresh seed. A grammar gives such commands too, one for each bound of
a size. Draws and variants come smallest first: the first that fails is then the smallest,
which is quick to shrink. Tests and generated inputs come largest first, so that a slow
submission soon meets a large one. The stream leaves out inputs that it had before.

The order is part of what `--seed` promises: the same seed finds the same input again.
"""

import math
import shlex
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, wait
from typing import Any

from judging.core.diagnostics import error, warning
from judging.core.problem import Problem, Recipe, Source
from judging.data.generation.prepared import prepare_tests
from judging.data.generation.program_runs import MadeFiles, RunGenerator
from judging.drawing import formats, strategies
from judging.drawing.sources import DrawSource, draw_source, strategy_files
from judging.drawing.strategies import Batch, Counts, DrawnInput, Draws
from judging.features.hack.hunt.finds import AllTried
from judging.features.hack.hunt.inputs import small_inputs
from judging.features.hack.hunt.inputs.constants import constants_of
from judging.features.hack.hunt.inputs.small_inputs import SmallInputs
from judging.features.hack.hunt.inputs.variants import alter, slow_down, vary
from judging.features.hack.hunt.running.trials import Trial
from judging.package.generators.generator_commands import generator_arguments
from judging.session import Findings, Session
from judging.values import Value, replace

_VARIANTS = "variants"
_DESCENDANTS = "descendants"
# Few draws in the first round, so that a submission that is slow soon meets the tests
# and the output of generators, which are large. If the first find is a large one, the
# search tries more draws by itself. 100 draws in the first round took 9 s more where a
# grammar describes large graphs. Chosen, as the largest round.
_FIRST_BATCH = 20
_LARGEST_BATCH = 1600
# A round has so many times as many draws as the one before it. Chosen, not measured:
# faster growth leaves a smaller share of the inputs to generators, slower growth a
# smaller share to draws.
DRAWS_GROWTH = 4
# How many of twenty draws from a grammar are of which stream, and how many are variants of
# other inputs. Half are uniform, as most faults show in ordinary inputs; one is large,
# because each costs as much as a hundred others.
_SHARES = {
    "uniform": 10,
    "biased": 3,
    "related": 2,
    "small": 2,
    "large": 1,
    _VARIANTS: 2,
}
# The same where most draws are invalid, so that variants of tests find more.
_SHARES_IF_INVALID = {
    "uniform": 5,
    "biased": 2,
    "related": 1,
    "small": 1,
    "large": 1,
    _VARIANTS: 10,
}
# The same of eight draws from a package's own strategy; the others are uniform. Chosen, not
# measured.
_STRATEGY_DRAWS = 8
_STRATEGY_SHARES = {"biased": 2, "related": 1}
# A round has one of all small inputs for so many draws. Measured with
# benchmarks/small_inputs.py: draws alone miss 7 of 36 planted faults, and these inputs none,
# whether one comes for four draws or for two. Few leave more tries to other inputs.
_EXHAUSTIVE_EVERY = 4
# So many small inputs are enumerated at most. It takes about a second, and a hunt of a
# minute comes to all of them.
_MOST_SMALL = 2000
_EMPTY_ROUNDS = 3  # after so many rounds without a new input the stream ends
# Variants of larger inputs are slow to make, and cutting them down takes many steps.
_VARIED_BYTES = 2**16
# The same where an input should be slow, which most often is a large one. One of this
# size takes about a second to change.
_SLOW_BYTES = 2**20


class _SeededCommand(Value):
    """A generator command with a seed. `trusted`: what it prints must be valid."""

    recipe: Recipe
    trusted: bool


class _GeneratorRun(Value):
    """One run of a command with a fresh seed."""

    recipe: Recipe
    trusted: bool
    made: Future[MadeFiles]


class Stream:
    """The inputs for one seed. If a source is faulty, report that and end.

    tests: whether the package's tests are part of it.
    trusted: the names of the tests whose inputs, and whose generators' inputs, must be
    valid. The other tests run programs in another way, so their inputs may be invalid
    in this hunt.
    draws_growth: how many times as many draws a round has as the one before it; with 1,
    generators make more of the inputs.
    mostly_invalid: whether most draws are; then variants have a larger share.
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
        draws_growth: int = DRAWS_GROWTH,
        mostly_invalid: bool = False,
    ) -> None:
        self._problem = problem
        self._shares = _SHARES_IF_INVALID if mostly_invalid else _SHARES
        self._session = session
        self._findings = findings
        self._seed = seed
        self._draws_growth = draws_growth
        self._tests = tests
        self._trusted = trusted
        files = strategy_files(problem)
        # A strategies.py without `inputs` has overrides, which a drawing from the
        # grammar uses.
        grammar = formats.grammar_of(problem, files.get(strategies.NAME, b""))
        self._source = draw_source(problem, files, grammar, session.store)
        self._constants = constants_of(one.source for one in problem.submissions)
        self._commands = _seeded_commands(problem, trusted, grammar)
        # Of all rounds: every hunt walks through the same parts, and makes those that
        # are missing.
        self._parts: list[list[Trial]] = []
        self._seen: set[int] = set()
        # Inputs to vary: the tests, and what generators have made so far.
        self._pool: list[bytes] = []
        self._failed_commands: set[str] = set()
        # All small inputs; None until they are enumerated.
        self._small: SmallInputs | None = None
        # Work that has begun: a hunt that runs out of time leaves it to the next one.
        self._batches: dict[int, Future[Draws]] = {}
        self._enumeration: Future[Draws] | None = None
        self._runs: dict[str, Future[MadeFiles]] = {}  # of the round that is being made
        self._end_s = math.inf
        # A round has a part of each.
        self._makers = (self._draw, self._use_tests, self._generate)

    def trials(self, end_s: float = math.inf) -> Iterator[Trial]:
        """Yield every input in order. End when the sources give nothing new, are
        faulty, or need longer than `end_s` of the monotonic clock."""
        for part in self._walk(end_s):
            yield from part

    def trials_near(self, find: Trial, end_s: float = math.inf) -> Iterator[Trial]:
        """Yield the inputs behind `find` up to the end of the draws of the next round."""
        last_part = math.inf
        for number, part in enumerate(self._walk(end_s)):
            if find in part:
                next_round = number // len(self._makers) + 1
                if self._source is not None:
                    # They are drawn while the rest of this round is tried.
                    self._batch(self._source, next_round)
                last_part = next_round * len(self._makers)
                yield from part[part.index(find) + 1 :]
            elif last_part < math.inf:
                yield from part
            if number == last_part:
                return

    def all_tried(self, was_valid: Callable[[bytes], bool | None]) -> AllTried | None:
        """Return within which limits all inputs were tried; None if there are no such limits.

        was_valid: whether an input was valid; None if it was not tried.
        """
        return None if self._small is None else self._small.all_tried(was_valid)

    def _walk(self, end_s: float) -> Iterator[list[Trial]]:
        """Yield every part of every round in order, and make those that are missing."""
        self._end_s = end_s
        number = 0
        empty_rounds = 0
        while empty_rounds < _EMPTY_ROUNDS:
            before = len(self._seen)
            for index, make in enumerate(self._makers, len(self._makers) * number):
                if index == len(self._parts):
                    # Nothing is begun that only the next hunt could use.
                    if time.monotonic() >= end_s:
                        return
                    made = make(number)
                    if made is None:
                        return
                    self._parts.append(self._number_new(made))
                yield self._parts[index]
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
        """Draw from strategies.py; without one, from the grammar, and vary inputs."""
        count = self._batch_size(number)
        source = self._source
        if source is None:
            return _smallest_first(self._vary(number, count))
        batch = self._batch(source, number)
        if not self._are_ready([batch]):
            return None
        small = self._all_small(source, number, count)
        if small is None:
            return None
        draws = batch.result()
        del self._batches[number]
        if draws.fault is not None:
            self._source = None
            if draws.of_overrides:
                place = self._problem.paths.generators / strategies.NAME
                name = self._problem.paths.relative_path(place)
                self._findings.report(error(draws.fault, name))
                return None
            if not source.is_grammar:
                self._findings.report(error(draws.fault))
                return None
            # The package may still be right: only the hunt draws from a grammar.
            self._findings.report(warning(draws.fault))
            return _smallest_first(self._vary(number, count))
        drawn = [_trial_of(draw, source) for draw in draws.inputs]
        if source.is_grammar:
            drawn += small
            drawn += self._vary(number, self._share_of(count, _VARIANTS))
        return _smallest_first(drawn)

    def _all_small(
        self, source: DrawSource, number: int, count: int
    ) -> list[Trial] | None:
        """Return the next small inputs of the grammar for a round with `count` draws; None if
        they are not there in time.

        The first round has none: they are enumerated while its inputs are tried.
        """
        if number == 0 or not source.is_grammar:
            return []
        enumeration = self._enumerate(source)
        if not self._are_ready([enumeration]):
            return None
        if self._small is None:
            self._small = SmallInputs.of(enumeration.result().inputs)
        contents = self._small.take(count // _EXHAUSTIVE_EVERY, self._seen)
        origin = f"{source.origin}, {small_inputs.STREAM}"
        return [Trial(content, origin) for content in contents]

    def _enumerate(self, source: DrawSource) -> Future[Draws]:
        """Return the small inputs of a grammar. A worker may have begun them earlier."""
        if self._enumeration is None or self._enumeration.cancelled():
            counts = ((small_inputs.STREAM, _MOST_SMALL),)
            # The same at every seed, so that other hunts recall them.
            batch = Batch(source.tree, source.name, 0, 0, counts)
            self._enumeration = self._session.executor.start(strategies.draw, batch)
        return self._enumeration

    def _vary(self, number: int, count: int) -> list[Trial]:
        if number == 0:
            self._pool = [trial.content for trial in self._test_inputs()]
        small = [content for content in self._pool if len(content) <= _VARIED_BYTES]
        variants = vary(small, count, f"{self._seed} {number}")
        return [Trial(content, "variant") for content in variants]

    def _batch(self, source: DrawSource, number: int) -> Future[Draws]:
        """Return the draws of a round. A worker may have begun them earlier."""
        if number not in self._batches or self._batches[number].cancelled():
            counts = self._counts(self._batch_size(number), source)
            batch = self._batch_of(source, number, counts)
            self._batches[number] = self._session.executor.start(strategies.draw, batch)
        return self._batches[number]

    def _counts(self, count: int, source: DrawSource) -> Counts:
        """Return how many of `count` inputs to draw of each stream of a source."""
        if not source.is_grammar:
            # Hypothesis draws small values, bounds and equal ones by itself.
            shares = []
            for stream, share in _STRATEGY_SHARES.items():
                shares.append((stream, max(1, count * share // _STRATEGY_DRAWS)))
            uniform = count - sum(part for _, part in shares)
            return (("uniform", uniform), *shares)
        streams = [stream for stream in self._shares if stream != _VARIANTS]
        return tuple((stream, self._share_of(count, stream)) for stream in streams)

    def _share_of(self, count: int, part: str) -> int:
        return max(1, count * self._shares[part] // sum(self._shares.values()))

    def _batch_of(
        self, source: DrawSource, number: int, counts: Counts, *parents: str
    ) -> Batch:
        return Batch(
            source.tree,
            source.name,
            self._seed,
            number,
            counts,
            self._constants,
            parents,
        )

    def descendants(
        self, parents: Sequence[Trial], count: int, number: int
    ) -> list[Trial]:
        """Return `count` new inputs near those of `parents`, which are drawn with a few other
        choices, or changed at a few places where nothing says how they were drawn.

        number: differs from that of other calls.
        """
        drawn = [trial.choices for trial in parents if trial.choices]
        others = [trial.content for trial in parents if not trial.choices]
        made: list[Trial] = []
        wanted = count * len(drawn) // max(1, len(parents))
        if wanted:
            made += self._drawn_at_once(_DESCENDANTS, wanted, number, drawn)
        small = [content for content in others if len(content) <= _VARIED_BYTES]
        seed = f"{self._seed} {_DESCENDANTS} {number}"
        for content in alter(small, count - len(made), seed):
            made.append(Trial(content, _DESCENDANTS))
        return self._number_new(made)

    def large(self, count: int, number: int) -> list[Trial]:
        """Return at most `count` new draws that are large, or as large as the package's
        strategy draws them; none in a package without strategy and grammar.

        number: differs from that of other calls, and of rounds.
        """
        if self._source is None:
            return []
        name = "large" if self._source.is_grammar else "biased"
        return self._number_new(self._drawn_at_once(name, count, number))

    def slower(self, parents: Sequence[Trial], count: int, number: int) -> list[Trial]:
        """Return at most `count` new inputs near those of `parents`, on which programs may
        be slower: half of them are drawn with a few other choices, where choices are
        known; the others are changed as text, which becomes longer, sorted or level.

        number: differs from that of other calls.
        """
        drawn = [trial.choices for trial in parents if trial.choices]
        made: list[Trial] = []
        half = count // 2
        if drawn and half:
            # Each parent is drawn again, so that those without a turn would only cost time.
            made += self._drawn_at_once(_DESCENDANTS, half, number, drawn[:half])
        texts = [t.content for t in parents if len(t.content) <= _SLOW_BYTES]
        seed = f"{self._seed} slower {number}"
        for content in slow_down(texts, count - len(made), seed):
            made.append(Trial(content, _DESCENDANTS))
        return self._number_new(made)

    def _drawn_at_once(
        self, stream: str, count: int, number: int, parents: Sequence[str] = ()
    ) -> list[Trial]:
        """Draw inputs outside of the rounds, and wait for them."""
        source = self._source
        if source is None:
            return []
        batch = self._batch_of(source, number, ((stream, count),), *parents)
        draws = self._session.executor.start(strategies.draw, batch).result()
        return [_trial_of(draw, source) for draw in draws.inputs]

    def _use_tests(self, number: int) -> list[Trial]:
        return self._test_inputs() if self._tests and number == 0 else []

    def _generate(self, number: int) -> list[Trial] | None:
        """Run each generator command with a fresh seed; late runs go to the next hunt."""
        runs = self._start_generators(number)
        if self._source is not None:
            # The draws of the next round are made while this one is tried.
            self._batch(self._source, number + 1)
            if self._source.is_grammar:
                self._enumerate(self._source)
        if not self._are_ready(self._runs.values()):
            return None
        self._runs.clear()
        made = []
        for run in runs:
            generated = run.made.result()
            if generated.fault is None:
                made.append(self._generated_trial(run, dict(generated.files)[".in"]))
            else:
                self._give_up(run.recipe, generated.fault)
        self._pool += [trial.content for trial in made]
        return _largest_first(made)

    def _start_generators(self, number: int) -> list[_GeneratorRun]:
        runs = []
        for command in self._commands:
            recipe = command.recipe
            # The salt changes what {seed} becomes.
            fresh = replace(recipe, salt=f"{recipe.salt} hunt {self._seed} {number}")
            generator = self._problem.generators[generator_arguments(fresh)[0]]
            program = self._session.builder.tool(generator, self._findings)
            if program is None or recipe.command in self._failed_commands:
                continue
            name = fresh.command or ""
            made = self._runs.get(name)
            if made is None or made.cancelled():
                step = RunGenerator(program, fresh, self._problem.limits)
                made = self._session.executor.start(step.attempt, 0)
            self._runs[name] = made
            runs.append(_GeneratorRun(fresh, command.trusted, made))
        return runs

    def _generated_trial(self, run: _GeneratorRun, digest: str) -> Trial:
        recipe = run.recipe
        content = self._session.store.blob(digest).read_bytes()
        origin = recipe.command or ""
        if recipe.line:
            origin = f"{recipe.file}:{recipe.line}"
        command = shlex.join(generator_arguments(recipe))
        return Trial(content, origin, run.trusted, command=command)

    def _are_ready(self, futures: Collection[Future[Any]]) -> bool:
        """Return whether all is ready in time; cancel what has not begun."""
        seconds = None
        if self._end_s != math.inf:
            seconds = max(self._end_s - time.monotonic(), 0.0)
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
        return min(_FIRST_BATCH * int(self._draws_growth**number), _LARGEST_BATCH)

    def _test_inputs(self) -> list[Trial]:
        problem = self._problem
        store = self._session.store
        tests = prepare_tests(problem, problem.testcases, self._session, self._findings)
        trials = []
        for test in tests:
            content = store.blob(test.input).read_bytes()
            trials.append(Trial(content, test.name, test.name in self._trusted))
        return _largest_first(trials)


def _seeded_commands(
    problem: Problem, trusted: Collection[str], grammar: Source | None
) -> list[_SeededCommand]:
    """Return the generator commands with a seed: those of the tests, and those that
    draw from the grammar at the bounds of its sizes. Sorted, so that the order of tests
    does not matter."""
    candidates = []
    # Of several tests with the same command, the last one counts: a trusted one.
    for case in sorted(problem.testcases, key=lambda case: case.name in trusted):
        if case.recipe is not None:
            candidates.append(_SeededCommand(case.recipe, case.name in trusted))
    # The recipes of `judge generate --from-format` name these bounds already.
    written = any(formats.uses(recipe) for recipe in problem.recipes.values())
    if grammar is not None and not written:
        for recipe in formats.bounds(grammar):
            candidates.append(_SeededCommand(recipe, trusted=False))
    commands: dict[str, _SeededCommand] = {}
    for candidate in candidates:
        command = candidate.recipe.command or ""
        if "{seed" in command:
            commands[command] = candidate
    return [commands[command] for command in sorted(commands)]


def _trial_of(draw: DrawnInput, source: DrawSource) -> Trial:
    origin = source.origin
    if source.is_grammar or draw.stream != "uniform":
        origin += f", {draw.stream}"
    trusted = not source.is_grammar
    return Trial(draw.content, origin, trusted, choices=draw.choices)


def _smallest_first(trials: list[Trial]) -> list[Trial]:
    return sorted(trials, key=lambda trial: len(trial.content))


def _largest_first(trials: list[Trial]) -> list[Trial]:
    return sorted(trials, key=lambda trial: -len(trial.content))
