"""Find the tests that a package lacks.

today's tests, inputs of the hunt's stream, a find for each victim that none of them kills
    --run--> who kills which victim --choose--> the tests to add
"""

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from judging.analysis.mutation import mutating
from judging.analysis.mutation.results import Outcome
from judging.analysis.mutation.running import MutationSetup, as_submission, find_killed
from judging.analysis.strength.matrix import Role, role_of
from judging.core.diagnostics import first_of, warning
from judging.core.errors import NothingToJudge
from judging.core.events import PhaseStarted, StepDone
from judging.core.exit_codes import ExitCode
from judging.core.expectations import first_violation
from judging.core.problem import Recipe, Submission, Testcase
from judging.core.verdicts import is_in
from judging.data.constraints import read_bounds
from judging.data.generation.files import PreparedTest, prepare_tests
from judging.hunt import Effort, Hunter
from judging.hunt.running.trials import Trial, are_valid

_ENOUGH = 5  # after so many kills, a victim meets no more inputs of the stream
_BLOCK = 8  # it meets so many at once
_FOLDS = 5
_TEST_BYTES = 1000  # what a test costs besides its bytes


@dataclass(slots=True)
class Strengthening:
    """A search for tests to add, which writes nothing, and what it has found.

    programs: submissions and mutants; `victims`: what a mutant changes, "" for wrong submissions.
    tests: first those of `today`. `shows`: the victims that a test kills, and the ends of bounds
    that it reaches. `origins`: what made a new test; `kinds`: its source, and the bits of its size.
    added: the inputs of tests to add.
    held_out: how many victims are killed by tests that were chosen without them.
    broken: submissions whose expectations today's tests break, which count no more.
    count: how many tests to add if fewer show everything.
    """

    hunter: Hunter
    effort: Effort
    count: int = 0
    programs: dict[str, Submission] = field(default_factory=dict)
    victims: dict[str, str] = field(default_factory=dict)
    tests: dict[str, PreparedTest] = field(default_factory=dict)
    today: Sequence[str] = ()
    shows: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    origins: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, tuple[str, int]] = field(default_factory=dict)
    added: Mapping[str, bytes] = field(default_factory=dict)
    held_out: int = 0
    broken: list[str] = field(default_factory=list)

    def left(self, tests: Iterable[str]) -> list[str]:
        """Return the victims that none of these tests kills."""
        shown = {each for name in tests for each in self.shows[name]}
        return [path for path in self.victims if path not in shown]

    @property
    def exit_code(self) -> ExitCode:
        """1 if a wrong submission is left, or one is `broken`; a mutant may be equivalent."""
        left = self.left([*self.today, *self.added])
        if self.broken or not all(self.victims[path] for path in left):
            return ExitCode.UNMET
        return ExitCode.SUCCESS

    def says(self, test: str) -> str:
        """Return a line about what a test shows, with mutants after all else."""
        shown = sorted(self.shows[test], key=lambda each: ("@" in each, each))
        return f"shows {first_of(shown)}" if shown else "is unlike the other tests"

    def search(self, limit: int) -> None:
        """Search with `limit` mutants; the result is the same unless a measured time decides."""
        problem, session, findings = (
            self.hunter.problem,
            self.hunter.session,
            self.hunter.findings,
        )
        ready = prepare_tests(problem, problem.testcases, session, findings)
        self.tests = {test.name: test for test in ready}
        self.today = tuple(self.tests)
        self.programs = {s.path: s for s in problem.submissions if s.expectation}
        wrong = [
            p for p, s in self.programs.items() if role_of(s.expectation) is Role.WRONG
        ]
        self.victims = dict.fromkeys(wrong, "")
        if limit:
            self._add_mutants(limit)
        for name, broken in self._run([*self.programs], self.today).items():
            for path in sorted(self.programs.keys() & broken):
                findings.report(
                    warning(f"{broken[path]} on {name}, today's test: it has no say")
                )
                self.broken.append(path)
                del self.programs[path]
                self.victims.pop(path, None)
        if not self.victims:
            raise NothingToJudge(
                "no wrong submission and no mutant: nothing shows what tests lack"
            )
        self._offer(
            islice(self.hunter.stream(self.effort, growth=1).trials(), self.effort.tries)
        )
        session.on_event(PhaseStarted("kill", len(self.tests)))
        names = [*self.tests]
        for some in (
            names[start : start + _BLOCK] for start in range(0, len(names), _BLOCK)
        ):
            kills = Counter(path for shown in self.shows.values() for path in shown)
            self._run([path for path in self.victims if kills[path] < _ENOUGH], some)
            for name in some:
                session.on_event(StepDone("kill", name))
        self._hunt()
        findings.raise_errors()
        for name, bounds in read_bounds(
            problem, [*self.tests.values()], session, findings
        ).items():
            self.shows[name] |= {
                f"least {b.name} ({b.location})" for b in bounds if b.low_reached
            }
            self.shows[name] |= {
                f"most {b.name} ({b.location})" for b in bounds if b.high_reached
            }
        chosen = self._harmless()
        self._hold_out()
        self.added = {
            n: session.store.blob(self.tests[n].input).read_bytes() for n in chosen
        }

    def _add_mutants(self, limit: int) -> None:
        """Add mutants of the model solution that are not known to be equivalent."""
        problem, session = self.hunter.problem, self.hunter.session
        model, wanted = (
            problem.model_solution,
            mutating.Options(self.effort.seed, limit, None),
        )
        assert model is not None  # there is a hunter
        report = mutating.mutate(problem, [model], session, wanted)
        if report.interrupted:
            raise KeyboardInterrupt
        [mutated] = report.submissions
        for result in mutated.results:
            if result.outcome in (Outcome.KILLED, Outcome.SURVIVED):
                mutant = as_submission(model, result.mutant, mutated.language)
                self.programs[mutant.path] = mutant
                self.victims[mutant.path] = result.mutant.change

    def _offer(self, trials: Iterable[Trial]) -> list[str]:
        """Add a test for each input that is valid and new; return their names."""
        setup, session, store = (
            self.hunter.setup,
            self.hunter.session,
            self.hunter.session.store,
        )
        start = session.executor.start
        checks = [(t, start(are_valid, setup.programs, [t.content])) for t in trials]
        alike = next(
            (self.tests[n].testcase for n in self.today if n in setup.tests),
            Testcase(""),
        )
        known, cases = {test.input for test in self.tests.values()}, []
        for trial, valid in checks:
            digest = store.add_bytes(trial.content)
            name, file = f"secret/stronger-{digest[:8]}", store.blob(digest)
            if valid.result() == [True] and digest not in known:
                self.origins[name] = trial.command or trial.origin
                self.kinds[name] = (trial.origin, len(trial.content).bit_length())
                recipe = Recipe(command=trial.command) if trial.command else None
                case = replace(alike, name=name, input=file, answer=None, output=None)
                cases.append(replace(case, recipe=recipe))
        made = prepare_tests(self.hunter.problem, cases, session, self.hunter.findings)
        self.tests |= {test.name: test for test in made}
        return [test.name for test in made]

    def _run(
        self, paths: Iterable[str], tests: Sequence[str]
    ) -> dict[str, dict[str, str]]:
        """Run programs on tests; return, for each test that breaks an expectation of the package,
        how it does so, by program."""
        hunter, broken = self.hunter, defaultdict[str, dict[str, str]](dict)
        checker, programs = (
            hunter.setup.programs.checker,
            {p: self.programs[p] for p in paths},
        )
        setup = MutationSetup(
            hunter.problem, hunter.session, hunter.findings, (), checker
        )
        killed = find_killed(setup, programs, [self.tests[name] for name in tests])
        for path, result in (
            (path, each) for path, results in killed.items() for each in results
        ):
            rule = programs[path].expectation
            dies = rule is None or is_in(result.verdict, rule.required or rule.permitted)
            if dies and path in self.victims:
                self.shows[result.name].add(path)
            if rule and first_violation(rule, [result]):
                broken[result.name][path] = (
                    f"{path} gets {result.verdict} ({rule.stated_by})"
                )
        return broken

    def _hunt(self) -> None:
        """Hunt each victim that no test kills so far, with ten times as many inputs."""
        tries, left = 10 * (self.effort.tries or 0), self.left(self.tests)
        for path in left:
            if path in self.left(self.tests) and not self.hunter.findings.broken:
                find = self.hunter.hunt(
                    self.programs[path], replace(self.effort, tries=tries)
                ).find
                self._run(
                    left,
                    self._offer(
                        [Trial(find.input, f"a hunt of {path}")] if find else []
                    ),
                )

    def _harmless(self) -> list[str]:
        """Choose tests that, run with everything, break no expectation of the package."""
        sound: set[str] = set()
        while not sound.issuperset(chosen := self._choose(self.tests)):
            fresh = sorted({*chosen} - sound)
            for name, broken in self._run(self.programs, fresh).items():
                message = f"an input is left out ({self.origins[name]})"
                how = first_of([*broken.values()])
                self.hunter.findings.report(warning(f"{message}: {how}"))
                del self.tests[name]
            sound.update(fresh)
        return chosen

    def _hold_out(self) -> None:
        """Count the victims that are killed by tests which are chosen for the others."""
        order = sorted(self.victims)
        random.Random(self.effort.seed).shuffle(order)
        for out in ({*order[fold::_FOLDS]} for fold in range(_FOLDS)):
            hunts = {f"a hunt of {path}" for path in out}
            own = [name for name in self.tests if self.origins.get(name) not in hunts]
            tests = [*self.today, *(chosen := self._choose(own, out))]
            self._run(out.intersection(self.left(tests)), chosen)
            self.held_out += len(out.difference(self.left(tests)))

    def _choose(self, offered: Iterable[str], out: Collection[str] = ()) -> list[str]:
        """Return the tests to add: greedily, by what they show for their bytes, until two kill each
        victim, of different families if possible, and one reaches each bound; then, if `count` asks
        for more, the most different ones. Neither samples nor the victims `out` count."""
        names = [name for name in offered if not name.startswith("sample/")]
        shows = {name: self.shows[name].difference(out) for name in names}
        family = {name: self.tests[name].testcase.family for name in names}
        blob, known = self.hunter.session.store.blob, defaultdict[str, list[str]](list)
        cost = {n: _TEST_BYTES + blob(self.tests[n].input).stat().st_size for n in names}

        def worth(name: str) -> float:
            gain = 0
            for each, of in ((each, known[each]) for each in shows[name]):
                again = (len(of) == 1) + (len({*of}) == 1 and family[name] not in of)
                gain += again * (each in self.victims) if of else 2
            return gain / cost[name]

        def difference(name: str) -> float:
            kills = sum(
                1 / (1 + len(known[each]))
                for each in shows[name]
                if each in self.victims
            )
            return kills / len(self.victims) + 1 / (1 + kinds[self.kinds[name]])

        fresh, chosen = [name for name in names if name in self.today], list[str]()
        while True:
            for test in fresh:
                for each in shows[test]:
                    known[each].append(family[test])
            names = [
                name for name in names if name not in self.today and name not in fresh
            ]
            fresh = (
                [max(names, key=lambda name: (worth(name), -cost[name]))]
                if names
                else []
            )
            if fresh and not worth(fresh[0]) and len(chosen) < self.count:
                kinds = Counter(self.kinds[name] for name in chosen)
                fresh = [max(names, key=lambda name: (difference(name), -cost[name]))]
            elif not fresh or not worth(fresh[0]):
                return chosen
            chosen += fresh
