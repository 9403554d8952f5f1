"""The result of `judge strengthen`: the tests to add, and what all tests show."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal

from judging.core.exit_codes import Reason, ReasonKind
from judging.core.problem import Recipe
from judging.core.report import Report
from judging.features.hack.hunt import AllTried, Refusal
from judging.values import Value, means


class ReachedBound(Value):
    """One end of the range of a quantity of the input, which an input has as a value."""

    end: Literal["least", "most"]
    name: str
    location: str

    @property
    def label(self) -> str:
        """The bound on one line: `least n (validate.cpp:3)`."""
        return f"{self.end} {self.name} ({self.location})"


class Evidence(Value):
    """What a test shows: the victims that it kills, by path, and the bounds that it
    reaches.

    outcome: what its answer is, if few tests have such an answer; else "".
    """

    kills: frozenset[str] = frozenset()
    bounds: frozenset[ReachedBound] = frozenset()
    outcome: str = ""

    @property
    def labels(self) -> list[str]:
        """The victims and the labels of the bounds and of a rare outcome, sorted together."""
        labels = [*self.kills, *(bound.label for bound in self.bounds)]
        if self.outcome:
            labels.append(f"answer {self.outcome}")
        return sorted(labels)


class ProposedTest(Value):
    """A test to add. origin: what made its input; recipe: the generator's command, if
    one did."""

    name: str
    origin: str
    content: bytes
    evidence: Evidence
    recipe: Recipe | None = None


class StreamYield(Value):
    """What the new inputs of one source show."""

    inputs: Annotated[int, means("How many were valid and new.")]
    kills: Annotated[int, means("How many victims they kill.")]
    alone: Annotated[int, means("How many of these no other input kills.")]
    cpu_s: Annotated[
        float, means("CPU time of all programs that ran on them, in seconds.")
    ] = 0.0


class StrengtheningReport(Report, kw_only=True):
    """What the existing tests show, and the tests to add.

    victims: what each mutant changes, by path; "" for a wrong submission.
    existing: what each existing test shows, by name, in the package's order.
    held_out: how many victims are killed by tests that were chosen without knowing them;
    None if there was no time to find out.
    ceiling: how many victims any test or any new input kills: no choice kills more.
    streams: what the inputs of each source show, by what made them.
    ignored: submissions that contradict their expectation on an existing test.
    interrupted: the proposed tests may not have run on every program, and bounds may not
    be known.
    all_tried: within which limits the victims met every input, unless they had enough kills.
    refusal: a find against the checker, which ended the search early.
    adds: whether the proposed tests are added to the package, unless the search ended early.
    """

    seed: int
    victims: Mapping[str, str]
    existing: Mapping[str, Evidence]
    proposed: tuple[ProposedTest, ...] = ()
    held_out: int | None = 0
    ceiling: int = 0
    streams: Mapping[str, StreamYield] = {}
    ignored: tuple[str, ...] = ()
    all_tried: AllTried | None = None
    refusal: Refusal | None = None
    adds: bool = False

    @property
    def left_by_existing(self) -> list[str]:
        """The victims that no existing test kills."""
        return self._left(self.existing.values())

    @property
    def left(self) -> list[str]:
        """The victims that neither existing nor proposed tests kill."""
        proposed = [test.evidence for test in self.proposed]
        return self._left([*self.existing.values(), *proposed])

    @property
    def ended_early(self) -> bool:
        """True if the search has left out steps: its tests are listed, and not written."""
        return self.interrupted or self.is_broken or self.refusal is not None

    def _own_reasons(self) -> Iterator[Reason]:
        """Yield that the checker does not accept a right answer, or that a wrong
        submission is left or was ignored. A mutant that is left does not count, because it
        may be equivalent."""
        wrong_left = [path for path in self.left if self.victims[path] == ""]
        refused = self.refusal is not None
        if refused or wrong_left or self.ignored:
            yield Reason(ReasonKind.UNMET, len(wrong_left) + len(self.ignored) + refused)

    def _left(self, evidence: Iterable[Evidence]) -> list[str]:
        killed: set[str] = set()
        for each in evidence:
            killed |= each.kills
        return [path for path in self.victims if path not in killed]
