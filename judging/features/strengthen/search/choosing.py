"""Choose the tests to add: greedily, by what each shows for its bytes. Pure.

Tests are added until two tests kill each victim, of different families if that is
possible, one test reaches each bound, and one has each rare outcome. Then, if more tests
are wanted, those that differ most are added.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import fsum

from judging.features.strengthen.search.report import ReachedBound
from judging.values import Value

# How much a test gains by what it shows; only the ratios matter. Chosen, not measured:
# what nothing shows yet comes first. A second kill counts half of that, because one test
# alone may be edited or removed; a kill by a second family counts as much as a second
# kill, because tests that are made alike may miss the same faults.
_FIRST_KILL = 2
_FIRST_REACH = 2
_SECOND_KILL = 1
_OTHER_FAMILY = 1
# What a test costs besides its bytes. It makes few tests better than many, while a
# large test must still show more than a small one.
_TEST_BYTES = 1000


class InputKind(Value):
    """Inputs of one kind are alike: one source made them, and they have about the same
    size."""

    origin: str
    bits_of_size: int


class Candidate(Value):
    """A test that can be chosen, or an existing one, whose `kind` is None.

    outcome: what its answer is, if few tests have such an answer; else "".
    """

    name: str
    family: str
    bytes: int
    kind: InputKind | None
    kills: frozenset[str]
    bounds: frozenset[ReachedBound]
    outcome: str = ""

    @property
    def cost(self) -> int:
        return _TEST_BYTES + self.bytes


@dataclass(slots=True)
class _Shown:
    """What is in the existing tests and those chosen so far: the kills, the bounds, the
    rare outcomes and the kinds of input.

    killers: for each victim, the family of every test that kills it.
    kinds: how many of these tests are of each kind; the existing ones count under None.
    """

    victims: int
    killers: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    bounds: set[ReachedBound] = field(default_factory=set)
    outcomes: set[str] = field(default_factory=set)
    kinds: Counter[InputKind | None] = field(default_factory=Counter)

    def add(self, test: Candidate) -> None:
        for victim in test.kills:
            self.killers[victim].append(test.family)
        self.bounds |= test.bounds
        self.outcomes.add(test.outcome)
        self.kinds[test.kind] += 1

    def worth(self, test: Candidate) -> float:
        """Return what a test adds, divided by its cost; 0 if it adds nothing."""
        gain = _FIRST_REACH * len(test.bounds - self.bounds)
        if test.outcome and test.outcome not in self.outcomes:
            gain += _FIRST_REACH
        for victim in test.kills:
            gain += self.gain_of_kill(victim, test.family)
        return gain / test.cost

    def gain_of_kill(self, victim: str, family: str) -> int:
        """Return how much another kill of `victim`, by a test of `family`, is worth."""
        families = self.killers[victim]
        if not families:
            return _FIRST_KILL
        gain = 0
        if len(families) == 1:
            gain += _SECOND_KILL
        if len(set(families)) == 1 and family != families[0]:
            gain += _OTHER_FAMILY
        return gain

    def difference(self, test: Candidate) -> float:
        """Return how a test differs from the chosen ones: in whom it kills and its kind.

        Each part is between 0 and 1: a kill weighs less the more tests kill that victim
        already, and a kind the more tests were chosen of it.
        """
        # A plain sum depends on the order of the set, which differs between runs of
        # Python.
        kills = fsum(1 / (1 + len(self.killers[victim])) for victim in test.kills)
        return kills / self.victims + 1 / (1 + self.kinds[test.kind])


def choose_tests(
    tests: Iterable[Candidate], victims: int, *, count: int = 0
) -> list[str]:
    """Return the names of the tests to add, the best first.

    tests: the existing ones and the others; victims: how many there are.
    count: add the most different tests if fewer than `count` show everything.
    Of equal tests, the smaller one is chosen, then the earlier one.
    """
    shown = _Shown(victims)
    offered = []
    for test in tests:
        if test.kind is None:
            shown.add(test)
        else:
            offered.append(test)
    chosen: list[str] = []
    while offered:
        best = _largest(offered, shown.worth)
        if shown.worth(best) == 0:
            if len(chosen) >= count:
                break
            best = _largest(offered, shown.difference)
        offered.remove(best)
        chosen.append(best.name)
        shown.add(best)
    return chosen


def _largest(
    tests: Sequence[Candidate], value: Callable[[Candidate], float]
) -> Candidate:
    return max(tests, key=lambda test: (value(test), -test.cost))
