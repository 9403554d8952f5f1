"""Draws inputs of many sizes, and finds out their sizes.

A grammar is the best source: it says which of its variables are sizes, and draws each of them
alone too. Without one, inputs come from the tests, from strategies.py and from generators, and
sizes from what input validators say of the inputs (sizes.py).
"""

import json
import math
from collections.abc import Iterable, Mapping, Sequence

from judging.core.diagnostics import error, warning
from judging.core.errors import NothingToJudge
from judging.core.events import PhaseStarted, StepDone
from judging.core.problem import Problem, Source, Testcase
from judging.data.bounds import Bound, Number
from judging.data.constraints import read_bounds
from judging.data.file_checks import input_check
from judging.data.generation.alike import alike_tests
from judging.data.generation.prepared import PreparedTest, prepare_tests
from judging.drawing import formats, strategies
from judging.drawing.sources import (
    DrawSource,
    draw_source,
    draws_by_itself,
    strategy_files,
)
from judging.drawing.strategies import Batch, DrawnInput, Draws
from judging.drawing.strategies import Counts as StreamCounts
from judging.features.limits.growing.generated import GeneratedInputs, start_generators
from judging.features.limits.sizes import (
    Counts,
    Values,
    counts_of,
    highest_values,
    sizes_of,
)
from judging.session import Findings, Session
from judging.values import Value, replace

_PHASE = "draw"
_FIT = 4  # so many inputs a fit needs
# Inputs of a ladder. With twelve, sizes from 10 to 200,000 are 2.5 times as
# large from one input to the next. Times tell something only between the start-up and the
# limit, where few of these are: a fine ladder has two more inputs between each two.
_COARSE = 12
_FINE = 3 * (_COARSE - 1) + 1
# Draws from a package's own strategy, which says nothing of sizes: few of them are large.
_STRATEGY_DRAWS: StreamCounts = (("uniform", 120), ("biased", 60))
# Of the inputs whose numbers of bytes are within this ratio, so many are kept.
_BUCKET = 1.5
_IN_BUCKET = 2


class SizedInput(Value):
    """An input in the store, and its sizes by name.

    alone: the size that grows while the others are held; None if all grow.
    fine: it stands between the inputs of a coarser ladder.
    """

    name: str
    digest: str
    bytes: int
    sizes: Values
    alone: str | None = None
    fine: bool = False


class GrowingInputs(Value):
    """Inputs of many sizes, the smallest first.

    bounds: the greatest value of each size that is bounded.
    args, working_files: what submissions get besides the input.
    """

    inputs: tuple[SizedInput, ...]
    bounds: Mapping[str, Number]
    args: tuple[str, ...]
    working_files: str | None


def require_runs_on_inputs(problem: Problem) -> None:
    """Raise NothingToJudge if submissions do not run on an input alone."""
    if not problem.answers_are_outputs:
        raise NothingToJudge(
            "--growth: submissions of an interactive or multi-pass problem do not run on an "
            "input alone; omit --growth to see how times grow over the tests"
        )


def require_source(problem: Problem, fault: str = "") -> None:
    """Raise NothingToJudge if inputs cannot be drawn.

    fault: why no format was learnt, if that was tried.
    """
    has_generator = any(
        case.recipe and case.recipe.command for case in problem.testcases
    )
    has_strategy = draws_by_itself(strategy_files(problem))
    if formats.grammar_of(problem) is None and not has_strategy and not has_generator:
        folder = problem.paths.relative_path(problem.paths.input_validators)
        generators = problem.paths.relative_path(problem.paths.generators)
        reason = f" ({fault})" if fault else ""
        raise NothingToJudge(
            f"--growth: nothing to draw inputs from{reason}: write a checktestdata grammar "
            f"(.ctd) into {folder}, or strategies.py or a generators.yaml with commands into "
            f"{generators}"
        )


def growing_inputs(
    problem: Problem, session: Session, findings: Findings, seed: int, *, fine: bool
) -> GrowingInputs:
    """Draw inputs of many sizes; the same ones for the same seed.

    fine: draw a fine ladder, because some runs are timed.
    Raise NothingToJudge if none of them is valid, or if all have one size.
    """
    tests = prepare_tests(problem, problem.testcases, session, findings)
    tests = alike_tests(tests, session.store)
    files = strategy_files(problem)
    grammar = formats.grammar_of(problem, files.get(strategies.NAME, b""))
    source = draw_source(problem, files, grammar, session.store)
    maker = _Maker(problem, session, findings, tests, seed)
    inputs: list[SizedInput] = []
    bounds: Mapping[str, Number] = {}
    if grammar is not None and source is not None:
        inputs, bounds = maker.from_grammar(source, grammar, _FINE if fine else _COARSE)
    if grammar is not None and grammar is problem.input_format and len(inputs) < _FIT:
        # It is no validator: its draws may be mostly invalid.
        fault = f"too few inputs of {grammar.name} are valid"
        require_source(replace(problem, input_format=None), fault)
        inputs = []
    if not inputs:
        inputs, bounds = maker.from_others(source)
    inputs = _with_distinct_sizes(inputs)
    if not inputs:
        raise NothingToJudge(
            "--growth: no input of several sizes: what was drawn is invalid, or all of one "
            "size; `judge hack` tries the same sources"
        )
    inputs.sort(key=lambda one: (one.bytes, *sorted(one.sizes.values()), one.name))
    case = maker.case
    return GrowingInputs(tuple(inputs), bounds, case.args, maker.working_files)


def _with_distinct_sizes(inputs: Sequence[SizedInput]) -> list[SizedInput]:
    """Return the inputs with the sizes that vary, each once: the first of those that are
    equal on all inputs."""
    by_values: dict[tuple[Number | None, ...], str] = {}
    for name in dict.fromkeys(name for one in inputs for name in one.sizes):
        values = tuple(one.sizes.get(name) for one in inputs)
        if len({*values}) > 1:
            by_values.setdefault(values, name)
    kept = {*by_values.values()}
    found = []
    for one in inputs:
        sizes = {name: n for name, n in one.sizes.items() if name in kept and n > 0}
        if sizes:
            found.append(replace(one, sizes=sizes))
    return found


class _Maker(Value):
    """Makes the inputs of one package. `tests`: those that run programs in the same way, the
    smallest first."""

    problem: Problem
    session: Session
    findings: Findings
    tests: Sequence[PreparedTest]
    seed: int

    @property
    def case(self) -> Testcase:
        """The settings of all inputs."""
        return self.tests[0].testcase if self.tests else Testcase("")

    @property
    def working_files(self) -> str | None:
        return self.tests[0].working_files if self.tests else None

    def from_grammar(
        self, source: DrawSource, grammar: Source, steps: int
    ) -> tuple[list[SizedInput], Mapping[str, Number]]:
        """Draw ladders, and return those inputs that the other validators accept."""
        drawn = self._draw(source, (("growing", steps),))
        inputs = []
        bounds: dict[str, Number] = {}
        seen = set()
        for number, one in enumerate(drawn, 1):
            facts = json.loads(one.choices)
            key = (facts["alone"], *sorted(facts["sizes"].items()))
            if key in seen:
                continue
            seen.add(key)
            bounds.update(facts["bounds"])
            digest = self.session.store.add_bytes(one.content)
            name = f"{grammar.name} {number}"
            inputs.append(
                SizedInput(
                    name,
                    digest,
                    len(one.content),
                    facts["sizes"],
                    facts["alone"],
                    facts["fine"],
                )
            )
        # The grammar accepts what is drawn from it, and would take seconds to do so.
        others = [each for each in self.problem.input_validators if each is not grammar]
        digests = {one.name: one.digest for one in inputs}
        valid = self._valid(digests, others)
        return [one for one in inputs if one.name in valid], bounds

    def from_others(
        self, source: DrawSource | None
    ) -> tuple[list[SizedInput], Mapping[str, Number]]:
        """Return valid inputs from tests, strategies.py and generators, with the sizes that
        validators name."""
        digests = {test.name: test.input for test in self.tests}
        of_tests = self._bounds(digests)
        sizes = sizes_of(of_tests, self._counts(digests))
        runs = start_generators(
            self.problem, self.session, self.findings, sizes, self.seed
        )
        if source is not None and not source.is_grammar:
            for number, one in enumerate(self._draw(source, _STRATEGY_DRAWS), 1):
                name = f"{strategies.NAME} {number}"
                digests[name] = self.session.store.add_bytes(one.content)
        digests.update(_results(runs))
        digests = self._spread(digests)
        valid = self._valid(digests, self.problem.input_validators)
        digests = {name: digest for name, digest in digests.items() if name in valid}
        bounds = self._bounds(digests)
        counts = self._counts(digests)
        known = _all_sizes(bounds, counts)
        inputs = []
        for name, digest in digests.items():
            of_input = {size: v[name] for size, v in known.items() if name in v}
            inputs.append(SizedInput(name, digest, self._bytes(digest), of_input))
        return inputs, highest_values(bounds)

    def _draw(self, source: DrawSource, counts: StreamCounts) -> Sequence[DrawnInput]:
        batch = Batch(source.tree, source.name, self.seed, 0, counts)
        on_event = self.session.on_event
        on_event(PhaseStarted(_PHASE, 1))
        draws: Draws = self.session.executor.start(strategies.draw, batch).result()
        on_event(StepDone(_PHASE, source.name))
        if draws.fault is None:
            return draws.inputs
        if source.is_grammar and not draws.of_overrides:
            # The package may be right all the same.
            self.findings.report(warning(draws.fault))
        else:
            self.findings.report(error(draws.fault, source.name))
        return ()

    def _spread(self, digests: Mapping[str, str]) -> dict[str, str]:
        """Return inputs of all sizes, a few of each number of bytes, smallest first."""
        kept: dict[str, str] = {}
        in_bucket: dict[int, int] = {}
        for name in sorted(digests, key=lambda name: (self._bytes(digests[name]), name)):
            size = self._bytes(digests[name])
            bucket = int(math.log(size + 1, _BUCKET))
            in_bucket[bucket] = in_bucket.get(bucket, 0) + 1
            if in_bucket[bucket] <= _IN_BUCKET and digests[name] not in kept.values():
                kept[name] = digests[name]
        return kept

    def _valid(
        self, digests: Mapping[str, str], validators: Iterable[Source]
    ) -> set[str]:
        """Return the names of the inputs that all of these validators accept."""
        programs = self.session.builder.tools(tuple(validators), self.findings)
        checks = {}
        for name, digest in digests.items():
            for program in programs:
                check = input_check(
                    program, self.problem, self.case, digest, self.working_files
                )
                checks[f"{name} {program.name}"] = check
        answers = self.session.ask("validate", checks)
        valid = set()
        for name in digests:
            answer_of = [answers.get(f"{name} {program.name}") for program in programs]
            if all(answer is not None and answer.accepted for answer in answer_of):
                valid.add(name)
        return valid

    def _bounds(self, digests: Mapping[str, str]) -> Mapping[str, tuple[Bound, ...]]:
        tests = []
        for name, digest in digests.items():
            case = replace(self.case, name=name)
            tests.append(PreparedTest(case, digest, None, None, self.working_files))
        return read_bounds(self.problem, tests, self.session, self.findings)

    def _counts(self, digests: Mapping[str, str]) -> dict[str, Counts]:
        store = self.session.store
        return {n: counts_of(store.blob(d).read_bytes()) for n, d in digests.items()}

    def _bytes(self, digest: str) -> int:
        return self.session.store.blob(digest).stat().st_size


def _results(runs: Iterable[GeneratedInputs]) -> dict[str, str]:
    """Return what generators made, by command."""
    made: dict[str, str] = {}
    for run in runs:
        result = run.made.result()
        if result.fault is None:
            made[run.command] = dict(result.files)[".in"]
    return made


def _all_sizes(
    bounds: Mapping[str, Sequence[Bound]], counts: Mapping[str, Counts]
) -> dict[str, Values]:
    """Return the sizes that validators name. Where they name none, or one of which an input
    has several values, the number of tokens is one too: the sum of all cases."""
    sizes = sizes_of(bounds, counts)
    several = set()
    for of_input in bounds.values():
        several |= {bound.name for bound in of_input if bound.least < bound.greatest}
    if not sizes or several & sizes.keys():
        sizes["tokens"] = {name: of.tokens for name, of in counts.items()}
    return sizes
