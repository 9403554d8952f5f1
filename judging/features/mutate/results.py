"""The results of one mutant, of one submission's mutants, and of one `judge mutate`. Pure."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from enum import StrEnum

from judging.core.exit_codes import Reason, ReasonKind
from judging.core.report import Report
from judging.core.verdicts import Verdict
from judging.features.hack.hunt import Find, Refusal
from judging.features.mutate.mutants import Mutant
from judging.values import Value

# A hunt that finds nothing must try so many inputs to call a mutant likely equivalent.
# Chosen, not measured. Seconds say nothing: a slow machine tries few inputs in them.
ENOUGH_TRIES = 20_000


class Outcome(StrEnum):
    """What became of a mutant."""

    NOT_COMPILED = "not compiled"
    SAME = "same program"  # it compiles to the same program as the submission
    DUPLICATE = "duplicate"  # it compiles to the same program as an earlier mutant
    KILLED = "killed"  # a test kills it
    HOLE = "hole"  # no test kills it, but the hunt found an input that does
    KNOWN = "known equivalent"  # no test kills it, and the package says why no input can
    LIKELY = "likely equivalent"  # no test kills it, and a long hunt found nothing
    SURVIVED = "survived"  # no test kills it, and the hunt was too short to say more


class MutantHunt(Value):
    """The hunt for an input that kills one survivor.

    largest: it tried an input of every generator command at its largest.
    find: the shrunk input that kills the mutant; its verdict and message are those of
    this mutant.
    found_for: the id of the mutant whose hunt found the input, if it is another; then
    this mutant was not hunted itself.
    """

    tried: int
    seconds: float
    largest: bool
    find: Find | None = None
    found_for: str | None = None

    @property
    def long_enough(self) -> bool:
        """True when a mutant that survives this hunt is likely equivalent."""
        return self.tried >= ENOUGH_TRIES and self.largest


class MutantResult(Value):
    """One mutant and its outcome: the test that killed it, with its verdict and message,
    or the package's reason why it is equivalent, or its hunt; None if it was not
    hunted."""

    mutant: Mutant
    outcome: Outcome
    verdict: Verdict | None = None
    test: str | None = None
    message: str = ""
    reason: str | None = None
    hunt: MutantHunt | None = None


class MutantCounts(Value):
    """The mutants of one operator, or of all, counted by outcome.

    `same` counts those that compile to the program of the submission or an earlier
    mutant, `by_tle` those of the killed that went over the time limit, `survived` holes
    and undecided ones.
    """

    operator: str
    made: int
    not_compiled: int
    same: int
    judged: int
    killed: int
    by_tle: int
    equivalent: int
    survived: int

    @property
    def score(self) -> float | None:
        """The share (0 to 1) of killed mutants among those that were judged and are not
        equivalent; None if there are none."""
        counted = self.judged - self.equivalent
        return self.killed / counted if counted else None


class MutatedSubmission(Value):
    """The results of one submission's mutants, in their order; interrupted, those that
    are known. `unsettled` counts the others. `stale`: the ids of known equivalents that
    none of its mutants has; `files`: names, contents."""

    path: str
    language: str
    tests: int
    results: tuple[MutantResult, ...]
    stale: tuple[str, ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()
    unsettled: int = 0

    def with_outcome(self, outcome: Outcome) -> list[MutantResult]:
        return [result for result in self.results if result.outcome is outcome]

    @property
    def total(self) -> MutantCounts:
        return _count("all", self.results)

    @property
    def by_operator(self) -> list[MutantCounts]:
        found: dict[str, list[MutantResult]] = defaultdict(list)
        for result in self.results:
            found[result.mutant.operator].append(result)
        return [_count(operator, results) for operator, results in sorted(found.items())]


def _count(operator: str, results: Sequence[MutantResult]) -> MutantCounts:
    def count(*outcomes: Outcome) -> int:
        return sum(result.outcome in outcomes for result in results)

    killed = [result for result in results if result.outcome is Outcome.KILLED]
    dropped = count(Outcome.NOT_COMPILED, Outcome.SAME, Outcome.DUPLICATE)
    return MutantCounts(
        operator=operator,
        made=len(results),
        not_compiled=count(Outcome.NOT_COMPILED),
        same=count(Outcome.SAME, Outcome.DUPLICATE),
        judged=len(results) - dropped,
        killed=len(killed),
        by_tle=sum(result.verdict is Verdict.TLE for result in killed),
        equivalent=count(Outcome.KNOWN, Outcome.LIKELY),
        survived=count(Outcome.HOLE, Outcome.SURVIVED),
    )


class MutationReport(Report, kw_only=True):
    """The result of one `judge mutate`.

    no_hunt: no hunt was wanted, so every mutant that the tests do not kill is undecided.
    refusal: a find against the checker, which ended the hunts.
    """

    seed: int
    submissions: tuple[MutatedSubmission, ...] = ()
    wall_s: float = 0.0
    no_hunt: bool = False
    refusal: Refusal | None = None

    @property
    def unsettled(self) -> int:
        """How many mutants have no outcome, for an interrupt or for lack of time."""
        return sum(submission.unsettled for submission in self.submissions)

    def _own_reasons(self) -> Iterator[Reason]:
        """Yield that nothing was judged; that a mutant is a hole, undecided or not
        settled, or that the checker does not accept a right answer."""
        totals = [submission.total for submission in self.submissions]
        if not any(total.judged for total in totals):
            yield Reason(ReasonKind.NOTHING_JUDGED)
        survived = sum(total.survived for total in totals)
        refused = self.refusal is not None
        if refused or survived or self.unsettled:
            yield Reason(ReasonKind.UNMET, survived + self.unsettled + refused)
