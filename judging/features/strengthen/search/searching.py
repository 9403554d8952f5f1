"""The steps of a search for tests to add. It writes nothing into the package."""

import math
import random
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from judging.core.diagnostics import first_of, warning
from judging.core.errors import (
    MachineError,
    NothingToJudge,
    PackageError,
    UsageError,
)
from judging.core.events import PhaseStarted, StepDone
from judging.core.expectations import first_violation
from judging.core.problem import Expectation, Recipe, Submission, Testcase
from judging.core.runs import TestcaseResult
from judging.core.verdicts import Verdict, is_in
from judging.cost import build_counting
from judging.data.bounds import Bound, LoggedBound
from judging.data.constraints import read_bounds, read_logged_bounds
from judging.data.generation.prepared import PreparedTest, prepare_tests
from judging.features.hack.hunt import AnsweredInput, Effort, Hunter, Refusal
from judging.features.hack.hunt.inputs import small_inputs
from judging.features.hack.hunt.inputs.stream import Stream
from judging.features.hack.hunt.running.trials import Trial, are_valid
from judging.features.mutate import mutating
from judging.features.mutate.mutant_runs import MutationSetup, as_submission, results_on
from judging.features.mutate.results import Outcome
from judging.features.strengthen.search.budget import Budget, Step
from judging.features.strengthen.search.choosing import InputKind, choose_tests
from judging.features.strengthen.search.descent import Descent
from judging.features.strengthen.search.grouped import victims_of
from judging.features.strengthen.search.outcomes import dominant_outcome, outcome_of
from judging.features.strengthen.search.pool import Contradictions, Pool, PooledTest
from judging.features.strengthen.search.reach import (
    ENOUGH_INPUTS,
    mostly_invalid,
    unreached_outcomes,
    unreached_values,
)
from judging.features.strengthen.search.report import (
    ProposedTest,
    ReachedBound,
    StrengtheningReport,
)
from judging.features.strengthen.search.slowness import CostSearch, may_be_too_slow
from judging.store import digest_of
from judging.values import Value, replace

# A victim that so many tests kill meets no more inputs of the stream: the choice needs
# two kills, and wants some to choose from. More cost runs, fewer cost choice.
_ENOUGH_KILLS = 5
# So many inputs are tried at once, and then the victims with enough kills are counted again.
# Large blocks keep the workers busy, small ones stop earlier.
_BLOCK = 8
# Victims are dealt into so many parts for the held-out rate. Five is the usual number:
# each choice still knows four fifths of the victims, and only five choices are needed.
_FOLDS = 5
# Where nearly all answers are alike, as many inputs again are only answered, and the first
# ones with another answer are run, so many at most. An answer costs one run, not one for
# each victim. Chosen, not measured.
_ENOUGH_OUTCOMES = 16
# Of what no input has, so many warnings come: each needs a person.
_MOST_WARNINGS = 5
# So much of an answer says what it is.
_ANSWER_BYTES = 2**10
# A search for costly inputs begins with so many new large draws, and with so many of the
# largest inputs there are. Each costs a run that may be long.
_LARGE_DRAWS = 8
_COSTLY_STARTS = 24
# A victim that no input of the stream kills is hunted with so many times the inputs, and with
# so many at least. Few victims are left by then, so each may cost more.
_HUNT_FACTOR = 2
_LEAST_HUNTED = 200


class _RefusalFound(Exception):
    """A find against the checker, which ends the search."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal


class StrengtheningSearch(Value):
    """A search for tests to add. For one seed it finds the same tests at every number of
    workers, unless a measured time decides.

    effort: `tries` inputs of the hunt's stream are tried. The budget alone bounds the time.
    pool: the state of the search, which its steps fill.
    budget: how long the search may take.
    group: where new tests belong, which decides the rules that hold for them.
    """

    hunter: Hunter
    effort: Effort
    pool: Pool
    budget: Budget
    group: str = "secret"

    @classmethod
    def start(
        cls,
        hunter: Hunter,
        effort: Effort,
        *,
        mutants: int,
        budget: Budget | None = None,
        group: str | None = None,
    ) -> "StrengtheningSearch":
        """Prepare the victims, with at most `mutants` mutants, and the existing tests.

        budget: how long the search may take; None: no bound.
        group: new tests belong to it, and the victims are those that must fail it.
        """
        problem = hunter.problem
        tests: dict[str, PooledTest] = {}
        for test in prepare_tests(
            problem, problem.testcases, hunter.session, hunter.findings
        ):
            tests[test.name] = PooledTest(
                test, _size(hunter, test), _outcome(hunter, test)
            )
        pool = Pool({}, {}, tests)
        for submission in problem.submissions:
            if submission.expectation:
                pool.programs[submission.path] = submission
        pool.victims.update(dict.fromkeys(victims_of(problem, group), ""))
        search = cls(hunter, effort, pool, budget or Budget(), group or "secret")
        if mutants:
            search._add_mutants(mutants)
        return search

    def run(
        self, count: int = 0, candidates: Sequence[Trial] = ()
    ) -> StrengtheningReport:
        """Take all steps.

        count: how many tests to propose if fewer show everything.
        candidates: inputs from outside of the package, which are tried too.

        If interrupted, or ended by an error of the package or a find against its checker,
        propose the tests that the inputs tried so far give.
        """
        findings = self.hunter.findings
        interrupted = False
        running = ""
        refusal: Refusal | None = None
        chosen: list[str] = []
        held_out: int | None = None
        try:
            refusal = self._gather_while_sound(candidates)
            chosen = self._choose_harmless(count)
        except KeyboardInterrupt:
            running = self.hunter.session.end_interrupted(findings)
            interrupted = True
            chosen = choose_tests(
                self.pool.candidates(), len(self.pool.victims), count=count
            )
        self._report_harmful()
        ceiling = len(self.pool.victims) - len(self.pool.survivors())
        streams = self.pool.yields()
        # The held-out rate comes after all else: it runs tests on victims that had
        # enough kills, and what these runs show must not change the choice.
        try:
            if not interrupted:
                held_out = self._count_held_out(count)
        except KeyboardInterrupt:
            running = self.hunter.session.end_interrupted(findings)
            interrupted = True
        return StrengtheningReport(
            problem=self.hunter.problem.name,
            seed=self.effort.seed,
            victims=dict(self.pool.victims),
            existing={name: self.pool.evidence(name) for name in self.pool.existing},
            proposed=tuple(self._proposed(name) for name in chosen),
            held_out=held_out,
            ceiling=ceiling,
            streams=streams,
            ignored=tuple(self.pool.ignored),
            diagnostics=tuple(findings.diagnostics),
            interrupted=interrupted,
            running=running,
            all_tried=self._stream().all_tried(self._was_valid),
            refusal=refusal,
        )

    def _stream(self) -> Stream:
        # In a hunt, each round has more draws than the one before, which would leave few
        # of these inputs to the generators.
        return self.hunter.stream(self.effort, draws_growth=1)

    def _was_valid(self, content: bytes) -> bool | None:
        return self.pool.was_valid.get(digest_of(content))

    def _gather_while_sound(self, candidates: Sequence[Trial]) -> Refusal | None:
        """Gather until an error of the package or a find against the checker ends it. What
        is found by then counts. Return the find against the checker."""
        findings = self.hunter.findings
        findings.raise_errors()
        try:
            self._gather(candidates)
        except PackageError as broken:
            findings.report(*broken.diagnostics)
        except _RefusalFound as found:
            return found.refusal
        return None

    def _gather(self, candidates: Sequence[Trial]) -> None:
        """Fill the pool: what existing tests and new inputs show."""
        self._run_existing()
        if not self.pool.victims:
            raise NothingToJudge(
                "no wrong submission and no mutant: nothing shows what tests lack"
            )
        self._try_candidates(candidates)
        stream = self._stream()
        trials = stream.trials(self.budget.end_s(Step.INPUTS))
        self._try_inputs(trials, Descent(stream))
        self._seek_other_outcomes(trials)
        self._seek_costly_inputs(stream)
        self._hunt_victims()
        self._read_bounds()

    def _add_mutants(self, limit: int) -> None:
        """Add mutants of the accepted submissions, the model solution first, that are not
        known to be equivalent. Raise the first error if none of them can be mutated."""
        problem = self.hunter.problem
        model = problem.model_solution
        assert model is not None  # there is a hunter
        originals = [model]
        for submission in problem.submissions:
            if submission.must_be_accepted and submission is not model:
                originals.append(submission)
        share = -(-limit // len(originals))
        left = limit
        faults: list[UsageError | MachineError] = []
        for number, original in enumerate(originals):
            if left <= 0:
                break
            if self.budget.is_over(Step.MUTANTS):
                self._say_over(f"submissions not mutated: {len(originals) - number}")
                break
            try:
                left -= self._add_mutants_of(original, min(share, left))
            except (UsageError, MachineError) as fault:
                faults.append(fault)
        if faults and left == limit:
            raise faults[0]

    def _add_mutants_of(self, original: Submission, count: int) -> int:
        """Add at most `count` mutants of one submission; return how many were added.

        Raise UsageError if it cannot be mutated, because it is too slow here or its
        language has no grammar, and MachineError if it cannot be built here.
        """
        options = mutating.Options(
            seed=self.effort.seed,
            limit=count,
            by_operator=True,
            samples_suffice=True,
            end_s=self.budget.end_s(Step.MUTANTS),
        )
        problem = self.hunter.problem
        report = mutating.mutate(problem, [original], self.hunter.session, options)
        if report.interrupted:
            raise KeyboardInterrupt
        [mutated] = report.submissions
        if mutated.unsettled:
            self._say_over(f"mutants not judged: {mutated.unsettled}")
        added = 0
        for result in mutated.results:
            if result.outcome in (Outcome.KILLED, Outcome.SURVIVED):
                mutant = as_submission(original, result.mutant, mutated.language)
                self.pool.programs[mutant.path] = mutant
                self.pool.victims[mutant.path] = result.mutant.change
                added += 1
        return added

    def _run_existing(self) -> None:
        """Run all programs on the existing tests. Ignore submissions that contradict
        their expectation there: they would make every test look harmful."""
        existing = list(self.pool.existing)
        for start in range(0, len(existing), _BLOCK):
            if self.budget.is_over(Step.EXISTING):
                self._say_over(f"existing tests not run: {len(existing) - start}")
                return
            block = existing[start : start + _BLOCK]
            contradictions = self._run(list(self.pool.programs), block)
            self.pool.note_tried(block)
            for name, contradicting in contradictions.items():
                self._ignore(name, contradicting)

    def _ignore(self, test: str, contradicting: Mapping[str, str]) -> None:
        """Ignore the submissions that contradict their expectation on an existing test."""
        for path in sorted(self.pool.programs.keys() & contradicting):
            message = (
                f"{contradicting[path]} on the existing test {test}: this contradicts "
                "its expectation, so the submission is ignored"
            )
            self.hunter.findings.report(warning(message))
            self.pool.ignore(path)

    def _say_over(self, left_out: str) -> None:
        """Report what the search has no time for."""
        self.hunter.findings.report(warning(f"--time is used up: {left_out}"))

    def _add_inputs(self, trials: Iterable[Trial]) -> dict[str, Trial]:
        """Add a test for each input that is valid and new. Return these inputs by the names
        of the tests."""
        setup = self.hunter.setup
        session = self.hunter.session
        start = session.executor.start
        # All validations start before the first one is awaited, so that they run side by
        # side.
        checks = [(t, start(are_valid, setup.programs, [t.content])) for t in trials]
        known = {test.prepared.input for test in self.pool.tests.values()}
        cases: list[Testcase] = []
        sources: dict[str, Trial] = {}
        for trial, valid in checks:
            digest = session.store.add_bytes(trial.content)
            is_valid = valid.result() == [True]
            self._count_draw(trial, is_valid)
            if not is_valid:
                self.pool.was_valid[digest] = False
                continue
            if digest in known:
                continue
            known.add(digest)
            name = f"{self.group}/stronger-{digest[:8]}"
            recipe = Recipe(command=trial.command) if trial.command else None
            file = session.store.blob(digest)
            case = replace(setup.pattern, name=name, input=file, recipe=recipe)
            cases.append(replace(case, answer=None, output=None))
            sources[name] = trial
        made = prepare_tests(self.hunter.problem, cases, session, self.hunter.findings)
        for test in made:
            trial = sources[test.name]
            self.pool.tests[test.name] = PooledTest(
                prepared=test,
                bytes=_size(self.hunter, test),
                outcome=_outcome(self.hunter, test),
                origin=trial.command or trial.origin,
                kind=InputKind(trial.origin, len(trial.content).bit_length()),
                choices=trial.choices,
            )
        # A model solution that fails on a valid input is an error of the package.
        self.hunter.findings.raise_errors()
        self._require_accepted_answers(made, sources)
        return {test.name: sources[test.name] for test in made}

    def _require_accepted_answers(
        self, made: Sequence[PreparedTest], sources: Mapping[str, Trial]
    ) -> None:
        """Ask the checker about the answers of new tests: victims that print the same would
        not show that it rejects them. Raise _RefusalFound, and leave these tests out."""
        blob = self.hunter.session.store.blob
        answered = []
        for test in made:
            assert test.answer is not None  # only invalid inputs lack one
            answer = blob(test.answer).read_bytes()
            answered.append(AnsweredInput(sources[test.name], answer))
        refusal = self.hunter.ask_about_answers(answered, self.effort)
        if refusal is not None:
            for test in made:
                del self.pool.tests[test.name]
            raise _RefusalFound(refusal)
        self.hunter.findings.raise_errors()

    def _count_draw(self, trial: Trial, is_valid: bool) -> None:
        """Count an input that was drawn from a description. Variants of tests do not count,
        nor do all small inputs: of these, most may be invalid in a sound description."""
        description, _, stream = trial.origin.partition(", ")
        if stream and stream != small_inputs.STREAM:
            self.pool.offered[description] += 1
            self.pool.invalid[description] += not is_valid

    def _try_candidates(self, candidates: Sequence[Trial]) -> None:
        """Run the victims on inputs from outside of the package."""
        if not candidates:
            return
        session = self.hunter.session
        session.on_event(PhaseStarted("candidate", len(candidates)))
        used: Counter[str] = Counter()
        for start in range(0, len(candidates), _BLOCK):
            if self.budget.is_over(Step.INPUTS):
                self._say_over(f"candidates not tried: {len(candidates) - start}")
                break
            block = candidates[start : start + _BLOCK]
            used.update(trial.origin for trial in self._try_block(block).values())
            for trial in block:
                session.on_event(StepDone("candidate", trial.origin))
        for origin, count in Counter(trial.origin for trial in candidates).items():
            if used[origin] < count:
                message = (
                    f"{origin}: {used[origin]} of {count} inputs are valid and new; "
                    "the others are left out"
                )
                self.hunter.findings.report(warning(message))

    def _try_block(self, block: Iterable[Trial]) -> dict[str, Trial]:
        """Add the inputs that are valid and new, and run the victims on them that too few
        tests kill. Return these inputs by the names of their tests."""
        added = self._add_inputs(block)
        kills = self.pool.kills
        paths = [path for path in self.pool.victims if kills[path] < _ENOUGH_KILLS]
        self._run_victims(paths, list(added))
        self.pool.note_tried(added)
        return added

    def _run_victims(self, paths: Sequence[str], names: Sequence[str]) -> None:
        """Run victims on new tests; slow ones only until a test kills them, because each
        further kill of these costs a whole time limit."""
        slow = [path for path in paths if self._is_slow(path)]
        self._run(paths, names, until_killed=slow)

    def _is_slow(self, path: str) -> bool:
        """Return whether a victim must be too slow somewhere, or was on some test."""
        program = self.pool.programs[path]
        return program.bounds_limit_from == "upper" or path in self.pool.timed_out

    def _try_inputs(self, trials: Iterator[Trial], descent: Descent) -> None:
        """Run the victims on new inputs and on descendants of some of them, until enough of
        all tests kill a victim."""
        session = self.hunter.session
        wanted = self.effort.tries or 0
        session.on_event(PhaseStarted("kill", wanted))
        tried = 0
        while tried < wanted and not self.budget.is_over(Step.INPUTS):
            count = min(_BLOCK, wanted - tried)
            block = descent.next_block(count) or list(islice(trials, count))
            if not block:
                break
            tried += len(block)
            for name, trial in self._try_block(block).items():
                test = self.pool.tests[name]
                descent.note(trial, frozenset(test.kills), test.outcome)
            for trial in block:
                session.on_event(StepDone("kill", trial.origin))
        if tried < wanted and self.budget.is_over(Step.INPUTS):
            self._say_over(
                f"{tried} of {wanted} inputs tried; `--tries {tried} --time 0` tries the same"
            )

    def _seek_other_outcomes(self, trials: Iterator[Trial]) -> None:
        """Where nearly all answers are alike, run the victims on further inputs of the
        stream that have another one."""
        common = dominant_outcome(self.pool.outcomes)
        # In an interactive or multi-pass problem all answers are empty: nothing is printed
        # that could be one.
        if common is None or not self.hunter.problem.answers_are_outputs:
            return
        session = self.hunter.session
        wanted = self.effort.tries or 0
        session.on_event(PhaseStarted("outcome", wanted))
        found: list[str] = []
        tried = 0
        while tried < wanted and len(found) < _ENOUGH_OUTCOMES:
            block = list(islice(trials, _BLOCK))
            if not block or self.budget.is_over(Step.INPUTS):
                break
            tried += len(block)
            for name in self._add_inputs(block):
                if self.pool.tests[name].outcome == common:
                    del self.pool.tests[name]
                else:
                    found.append(name)
            for trial in block:
                session.on_event(StepDone("outcome", trial.origin))
        self._run_in_blocks(found)
        if tried and not found:
            message = (
                f"nearly all inputs have the answer '{common}', and so have {tried} more: "
                "a description or a strategy of the others would find more faults"
            )
            self.hunter.findings.report(warning(message))

    def _run_in_blocks(self, names: Sequence[str]) -> None:
        """Run all victims on new tests while there is time."""
        for start in range(0, len(names), _BLOCK):
            if self.budget.is_over(Step.COSTLY):
                left = len(names) - start
                self._say_over(f"inputs with other answers not run: {left}")
                return
            self._run_victims(list(self.pool.victims), names[start : start + _BLOCK])

    def _seek_costly_inputs(self, stream: Stream) -> None:
        """Search for inputs on which victims are slow that must be too slow somewhere, and
        that no test kills so far. Only C and C++ can be searched in this way."""
        # A program is counted on an input alone, without the output validator.
        if not self.hunter.problem.answers_are_outputs:
            return
        victims = self._slow_survivors()
        if victims and self.budget.is_over(Step.COSTLY):
            self._say_over(
                f"slow victims not searched for costly inputs: {len(victims)}"
            )
            return
        sources = [self.pool.programs[path].source for path in victims]
        counting = build_counting(sources, self.hunter.session)
        if not counting:
            return
        search = CostSearch(
            self.hunter.setup,
            self.hunter.session,
            stream,
            lambda: self.budget.is_over(Step.COSTLY),
        )
        self._try_block(search.large_inputs(_LARGE_DRAWS))
        searched = [path for path in victims if path in counting]
        for number, path in enumerate(searched):
            if self.budget.is_over(Step.COSTLY):
                left = len(searched) - number
                self._say_over(f"slow victims not searched for costly inputs: {left}")
                return
            # An input for an earlier victim may kill this one too.
            if path not in self.pool.survivors():
                continue
            found = search.search(counting[path], self._largest_inputs())
            origin = _origin_of_costly(path)
            added = self._add_inputs(
                [replace(trial, origin=origin, command=None) for trial in found]
            )
            self._run_victims(self.pool.survivors(), list(added))

    def _slow_survivors(self) -> list[str]:
        """Return the victims that a TLE would kill, and no test kills so far. First come
        those of which the fewest other verdicts are expected."""
        expected: dict[str, int] = {}
        for path in self.pool.survivors():
            rule = self.pool.programs[path].expectation
            if rule is not None and may_be_too_slow(rule):
                expected[path] = len(rule.required or rule.permitted)
        return sorted(expected, key=lambda path: expected[path])

    def _largest_inputs(self) -> list[Trial]:
        """Return the largest inputs of tests that run as the hunt does, largest first."""
        alike = []
        for name, test in self.pool.tests.items():
            if test.origin is not None or name in self.hunter.setup.tests:
                alike.append(test)
        alike.sort(key=lambda test: -test.bytes)
        store = self.hunter.session.store
        trials = []
        for test in alike[:_COSTLY_STARTS]:
            content = store.blob(test.prepared.input).read_bytes()
            trials.append(Trial(content, test.origin or "", choices=test.choices))
        return trials

    def _hunt_victims(self) -> None:
        """Hunt each victim that no test kills so far."""
        effort = replace(
            self.effort,
            tries=max(_LEAST_HUNTED, _HUNT_FACTOR * (self.effort.tries or 0)),
            # Only the budget ends a hunt, so no measured time should steer it.
            steer=False,
        )
        survivors = self.pool.survivors()
        for number, path in enumerate(survivors):
            if self.budget.is_over(Step.HUNTS):
                self._say_over(f"victims not hunted: {len(survivors) - number}")
                return
            # An earlier find may kill this victim too.
            if path not in self.pool.survivors():
                continue
            effort = replace(effort, time_s=self._time_of_hunt())
            hunt = self.hunter.hunt(self.pool.programs[path], effort)
            if hunt.refusal is not None:
                raise _RefusalFound(hunt.refusal)
            find = hunt.find
            if find:
                added = self._add_inputs([Trial(find.input, _origin_of_hunt(path))])
                self._run_victims(survivors, list(added))
            self.hunter.findings.raise_errors()

    def _time_of_hunt(self) -> float | None:
        """Return the seconds of the next hunt; None for no bound."""
        left_s = self.budget.left_s(Step.HUNTS)
        return None if left_s == math.inf else left_s

    def _read_bounds(self) -> None:
        """Record which test reaches which bound. Warn of what no new input has."""
        tests = [test.prepared for test in self.pool.tests.values()]
        hunter = self.hunter
        seen = read_bounds(hunter.problem, tests, hunter.session, hunter.findings)
        logged = read_logged_bounds(
            hunter.problem, tests, hunter.session, hunter.findings
        )
        for name, test in self.pool.tests.items():
            bounds: list[Bound | LoggedBound] = [*seen[name], *logged[name]]
            for bound in bounds:
                test.bounds |= _reached(bound)
        for fault in mostly_invalid(self.pool.offered, self.pool.invalid):
            self._warn_of_draws(fault)
        existing = self.pool.existing
        fresh = self.pool.tests.keys() - existing.keys()
        if len(fresh) >= ENOUGH_INPUTS:
            self._warn_of_unreached(seen, existing, fresh)

    def _warn_of_draws(self, fault: str) -> None:
        """Report what the draws lack, and where to add it."""
        advice = "draw it in generators/strategies.py (docs/description.md)"
        self.hunter.findings.report(warning(f"{fault}: {advice}"))

    def _warn_of_unreached(
        self,
        seen: Mapping[str, Sequence[Bound]],
        existing: Collection[str],
        fresh: Collection[str],
    ) -> None:
        """Warn of values and outcomes of existing tests that no new input has."""
        pool = self.pool.tests
        missing = [
            *unreached_values(
                {name: seen[name] for name in existing},
                {name: seen[name] for name in fresh},
            ),
            *unreached_outcomes(
                ((name, pool[name].outcome) for name in existing),
                (pool[name].outcome for name in fresh),
            ),
        ]
        for fault in missing[:_MOST_WARNINGS]:
            self._warn_of_draws(fault)

    def _choose_harmless(self, count: int) -> list[str]:
        """Choose tests that contradict no expectation when all programs run on them.

        Only chosen tests run on everything, which costs most. A test that contradicts an
        expectation leaves the pool, and the choice starts again without it. When time is
        up, those that were accepted by all that must be accepted are kept.
        """
        checked: set[str] = set()
        while True:
            chosen = choose_tests(
                self.pool.candidates(), len(self.pool.victims), count=count
            )
            # In the order of the choice: what there is no time for shows least.
            fresh = [name for name in chosen if name not in checked]
            if not fresh:
                return chosen
            checked |= self._accepted_by_all(fresh)
            if not self._run_others([name for name in fresh if name in checked]):
                sound = checked & self.pool.tests.keys()
                return [name for name in chosen if name in sound]

    def _accepted_by_all(self, chosen: Sequence[str]) -> set[str]:
        """Run the submissions that must be accepted on chosen tests, and remove the tests
        that contradict this. Return the tests that there was time for."""
        done: set[str] = set()
        for start in range(0, len(chosen), _BLOCK):
            # The first ones run in any case: a search should not end with nothing.
            if start and self.budget.is_over(Step.CHOICE):
                left = len(chosen) - start
                self._say_over(
                    f"chosen tests left out, not run on all accepted submissions: {left}"
                )
                break
            block = chosen[start : start + _BLOCK]
            self._remove_harmful(block, must_be_accepted=True)
            done.update(block)
        return done

    def _run_others(self, names: Sequence[str]) -> bool:
        """Run all other programs on chosen tests; many of them are slow. Remove the tests
        that contradict an expectation. Return whether there was time for all."""
        sound = [name for name in names if name in self.pool.tests]
        # One at a time: a block of tests on a dozen slow programs takes minutes.
        for number, name in enumerate(sound):
            if self.budget.is_over(Step.OTHERS):
                left = len(sound) - number
                self._say_over(
                    f"chosen tests not run on all wrong submissions and mutants: {left}"
                )
                return False
            self._remove_harmful([name], must_be_accepted=False)
        return not self.budget.is_over(Step.CHOICE)

    def _remove_harmful(self, names: Sequence[str], *, must_be_accepted: bool) -> None:
        """Run some of the programs on chosen tests. Remove those that contradict an
        expectation."""
        programs = []
        for path, program in self.pool.programs.items():
            if program.must_be_accepted == must_be_accepted:
                programs.append(path)
        for name, contradicting in self._run(programs, names).items():
            how = first_of(list(contradicting.values()))
            origin = self.pool.tests.pop(name).origin or ""
            self.pool.harmful.setdefault(how, []).append(origin)

    def _report_harmful(self) -> None:
        """Report the chosen inputs that contradict an expectation, and so are no tests."""
        for how, origins in self.pool.harmful.items():
            ignored = f"a new input is ignored ({origins[0]})"
            if len(origins) > 1:
                ignored = (
                    f"{len(origins)} new inputs are ignored (the first: {origins[0]})"
                )
            self.hunter.findings.report(warning(f"{ignored}: {how}"))

    def _count_held_out(self, count: int) -> int | None:
        """Count the victims that are killed by tests chosen without knowing them; None if
        there is no time for it."""
        order = sorted(self.pool.victims)
        random.Random(self.effort.seed).shuffle(order)
        killed = 0
        for fold in range(_FOLDS):
            if self.budget.is_over(Step.CHOICE):
                return None
            out = set(order[fold::_FOLDS])
            # What was found by hunting one of them would not be there without it.
            own = {_origin_of_hunt(path) for path in out}
            own |= {_origin_of_costly(path) for path in out}
            candidates = self.pool.candidates(without=out, not_from=own)
            chosen = choose_tests(candidates, len(self.pool.victims), count=count)
            tests = [*self.pool.existing, *chosen]
            left = sorted(out.intersection(self.pool.survivors(tests)))
            self._run_victims(left, chosen)
            killed += len(out.difference(self.pool.survivors(tests)))
        return killed

    def _run(
        self,
        paths: Iterable[str],
        names: Sequence[str],
        until_killed: Collection[str] = (),
    ) -> Contradictions:
        """Run programs on tests, and record the kills in the pool.

        until_killed: the programs that run only until a test kills them.
        Return the runs with a verdict that the package's expectations do not permit.
        """
        hunter = self.hunter
        programs = {path: self.pool.programs[path] for path in paths}
        checker = hunter.setup.programs.checker
        setup = MutationSetup(
            hunter.problem, hunter.session, hunter.findings, tests=(), checker=checker
        )
        tests = [self.pool.tests[name].prepared for name in names]
        contradictions: dict[str, dict[str, str]] = defaultdict(dict)
        ran = results_on(setup, programs, tests, until_killed)
        for path, results in ran.items():
            rule = programs[path].expectation
            for result in results:
                self.pool.tests[result.name].cpu_s += result.execution.cpu_s
                if result.verdict is Verdict.AC:
                    continue
                if result.verdict is Verdict.TLE:
                    self.pool.timed_out.add(path)
                if path in self.pool.victims and _is_kill(rule, result):
                    self.pool.tests[result.name].kills.add(path)
                if rule and first_violation(rule, [result]):
                    how = f"{path} gets {result.verdict} ({rule.stated_by})"
                    contradictions[result.name][path] = how
        return contradictions

    def _proposed(self, name: str) -> ProposedTest:
        test = self.pool.tests[name]
        assert test.origin is not None
        store = self.hunter.session.store
        return ProposedTest(
            name=name,
            origin=test.origin,
            content=store.blob(test.prepared.input).read_bytes(),
            evidence=self.pool.evidence(name),
            recipe=test.prepared.testcase.recipe,
        )


def _size(hunter: Hunter, test: PreparedTest) -> int:
    return hunter.session.store.blob(test.input).stat().st_size


def _outcome(hunter: Hunter, test: PreparedTest) -> str:
    assert test.answer is not None  # only invalid inputs lack one
    with hunter.session.store.blob(test.answer).open("rb") as file:
        return outcome_of(file.read(_ANSWER_BYTES))


def _origin_of_hunt(path: str) -> str:
    return f"a hunt of {path}"


def _origin_of_costly(path: str) -> str:
    return f"costly for {path}"


def _is_kill(rule: Expectation | None, result: TestcaseResult) -> bool:
    """Return whether a failing result kills the program with this expectation.

    Every failure kills a mutant, which has no expectation. A submission is killed only
    by a verdict that it requires, or permits if none is required.
    """
    return rule is None or is_in(result.verdict, rule.required or rule.permitted)


def _reached(bound: Bound | LoggedBound) -> set[ReachedBound]:
    ends: set[ReachedBound] = set()
    if bound.low_reached:
        ends.add(ReachedBound("least", bound.name, bound.location))
    if bound.high_reached:
        ends.add(ReachedBound("most", bound.name, bound.location))
    return ends
