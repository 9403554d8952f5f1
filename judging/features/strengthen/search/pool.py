"""The state of a search for tests to add: the victims, the tests, and who kills whom."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from judging.core.problem import Submission
from judging.data.generation.prepared import PreparedTest
from judging.features.strengthen.search.choosing import Candidate, InputKind
from judging.features.strengthen.search.outcomes import rare_outcomes
from judging.features.strengthen.search.report import Evidence, ReachedBound, StreamYield


@dataclass(slots=True)
class PooledTest:
    """A test, and what it is known to show so far.

    bytes: the size of its input.
    outcome: what its answer is (outcomes.py).
    origin, kind: what made the input of a new test; None for an existing test.
    choices: what decides the input, if it was drawn from a grammar; else "".
    cpu_s: what all programs that ran on it have taken.
    """

    prepared: PreparedTest
    bytes: int
    outcome: str = ""
    origin: str | None = None
    kind: InputKind | None = None
    choices: str = ""
    kills: set[str] = field(default_factory=set)
    bounds: set[ReachedBound] = field(default_factory=set)
    cpu_s: float = 0.0


@dataclass(slots=True)
class Pool:
    """Programs, victims and tests, each by path or name.

    programs: the submissions with an expectation, and the mutants.
    victims: what a mutant changes, "" for a wrong submission; all of them are programs.
    tests: the existing tests first.
    ignored: submissions that contradict their expectation on an existing test.
    was_valid: by the digest of each input that was tried, or found invalid, whether it is
    valid.
    timed_out: the programs that some test showed to be too slow.
    offered, invalid: how many inputs each description gave, and how many of these the
    validators rejected.
    harmful: by how a program contradicts its expectation, what made the inputs on which it
    does; these are no tests any more.
    """

    programs: dict[str, Submission]
    victims: dict[str, str]
    tests: dict[str, PooledTest]
    ignored: list[str] = field(default_factory=list)
    was_valid: dict[str, bool] = field(default_factory=dict)
    timed_out: set[str] = field(default_factory=set)
    offered: Counter[str] = field(default_factory=Counter)
    invalid: Counter[str] = field(default_factory=Counter)
    harmful: dict[str, list[str]] = field(default_factory=dict)

    @property
    def existing(self) -> dict[str, PooledTest]:
        """The tests that the package has already."""
        return {name: test for name, test in self.tests.items() if test.origin is None}

    @property
    def kills(self) -> Counter[str]:
        """How many tests kill each victim."""
        kills: Counter[str] = Counter()
        for test in self.tests.values():
            kills.update(test.kills)
        return kills

    @property
    def outcomes(self) -> list[str]:
        """What the answer of each test is."""
        return [test.outcome for test in self.tests.values()]

    def note_tried(self, names: Iterable[str]) -> None:
        """Note that programs have run on these tests."""
        for name in names:
            self.was_valid[self.tests[name].prepared.input] = True

    def evidence(self, name: str) -> Evidence:
        """Return what a test shows."""
        test = self.tests[name]
        rare = test.outcome in rare_outcomes(self.outcomes)
        outcome = test.outcome if rare else ""
        return Evidence(frozenset(test.kills), frozenset(test.bounds), outcome)

    def survivors(self, names: Iterable[str] | None = None) -> list[str]:
        """Return the victims that none of these tests kills; None: none of all tests."""
        killed: set[str] = set()
        for name in self.tests if names is None else names:
            killed |= self.tests[name].kills
        return [path for path in self.victims if path not in killed]

    def yields(self) -> dict[str, StreamYield]:
        """Return what the new inputs of each source show, by what made them."""
        by_source: dict[str, list[PooledTest]] = defaultdict(list)
        killers: dict[str, set[str]] = defaultdict(set)
        for test in self.tests.values():
            source = "" if test.kind is None else test.kind.origin
            by_source[source].append(test)
            for victim in test.kills & self.victims.keys():
                killers[victim].add(source)
        del by_source[""]
        return {
            source: StreamYield(
                inputs=len(tests),
                kills=sum(source in sources for sources in killers.values()),
                alone=sum(sources == {source} for sources in killers.values()),
                cpu_s=sum(test.cpu_s for test in tests),
            )
            for source, tests in sorted(by_source.items())
        }

    def ignore(self, path: str) -> None:
        """Take a submission out of the programs, the victims and the kills of tests."""
        self.ignored.append(path)
        del self.programs[path]
        self.victims.pop(path, None)
        for test in self.tests.values():
            test.kills.discard(path)

    def candidates(
        self, *, without: Collection[str] = (), not_from: Collection[str] = ()
    ) -> list[Candidate]:
        """Return what the choice needs to know of each test that is no sample.

        without: victims that do not count; not_from: origins of new tests to leave out.
        """
        found = []
        rare = rare_outcomes(self.outcomes)
        for name, test in self.tests.items():
            # A sample explains the statement, and its setter may replace it at any time.
            if name.startswith("sample/") or test.origin in not_from:
                continue
            candidate = Candidate(
                name=name,
                family=test.prepared.testcase.family,
                bytes=test.bytes,
                kind=test.kind,
                kills=frozenset(test.kills.difference(without)),
                bounds=frozenset(test.bounds),
                outcome=test.outcome if test.outcome in rare else "",
            )
            found.append(candidate)
        return found


#: How a program contradicts its expectation on a test, by the test's name and the
#: program's path.
Contradictions = Mapping[str, Mapping[str, str]]
