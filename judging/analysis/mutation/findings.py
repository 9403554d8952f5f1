"""What came of the mutants: of one, of one submission's, of one `judge mutate`. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from judging.analysis.mutation.mutants import Mutant
from judging.core.diagnostics import Diagnostic, errors_in
from judging.core.verdicts import Verdict

ENOUGH_TRIES = 20_000
ENOUGH_S = 20.0


class Fate(StrEnum):
    """How a mutant ended. Only those from `killed` on were judged."""

    NOT_COMPILED = "not compiled"
    SAME = "same program"  # as the submission, once compiled
    DUPLICATE = "duplicate"  # of an earlier mutant, once compiled
    KILLED = "killed"  # by a test
    HOLE = "hole"  # no test kills it, but the hunt found an input that does
    KNOWN = "known equivalent"  # no test kills it, and the package says why none can
    LIKELY = "likely equivalent"  # no test kills it, and a long hunt found nothing
    SURVIVED = "survived"  # no test kills it, and the hunt was too short to say more


JUDGED = (Fate.KILLED, Fate.HOLE, Fate.KNOWN, Fate.LIKELY, Fate.SURVIVED)


@dataclass(frozen=True, slots=True)
class Hunted:
    """The hunt of one survivor. `input` is the reduced input that kills it, with `verdict`, None
    where none was found; `expected` its answer; `like` is the id of the mutant that it was found
    for, where that is another, and nothing was hunted here. `largest`: each generator command was
    among the inputs at its largest.
    """

    tried: int
    seconds: float
    largest: bool
    input: bytes | None = None
    verdict: Verdict | None = None
    message: str = ""
    expected: bytes = b""
    like: str | None = None

    @property
    def long_enough(self) -> bool:
        """True when finding nothing says that the mutant is likely equivalent."""
        return self.tried >= ENOUGH_TRIES and self.seconds >= ENOUGH_S and self.largest


@dataclass(frozen=True, slots=True)
class Finding:
    """One mutant and its fate. `verdict` and `test` say how and by which test it was killed;
    `reason` is the package's word on a known equivalent; `hunted` is None where it was not."""

    mutant: Mutant
    fate: Fate
    verdict: Verdict | None = None
    test: str | None = None
    message: str = ""
    reason: str | None = None
    hunted: Hunted | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """Mutants counted by fate. `by_tle` of the killed went over the time limit."""

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
        """Killed, of those that were judged and are not called equivalent: 0 to 1; None of none."""
        counted = self.judged - self.equivalent
        return self.killed / counted if counted else None


@dataclass(frozen=True, slots=True)
class Mutation:
    """The mutants of one submission whose fate is known, in order, on `tests` tests. `stale` are
    the ids in the list of known equivalents that no mutant of it has."""

    path: str
    language: str
    tests: int
    findings: tuple[Finding, ...]
    stale: tuple[str, ...] = ()

    def of(self, *fates: Fate) -> list[Finding]:
        """The findings with one of these fates."""
        return [finding for finding in self.findings if finding.fate in fates]

    @property
    def total(self) -> Tally:
        """All of them together."""
        return _tally("all", self.findings)

    @property
    def by_operator(self) -> list[Tally]:
        """One tally per operator, in the order of the operators' first mutants' names."""
        names = sorted({finding.mutant.operator for finding in self.findings})
        return [
            _tally(name, [f for f in self.findings if f.mutant.operator == name]) for name in names
        ]


def _tally(operator: str, findings: Sequence[Finding]) -> Tally:
    def count(*fates: Fate) -> int:
        return sum(finding.fate in fates for finding in findings)

    killed = [finding for finding in findings if finding.fate is Fate.KILLED]
    return Tally(
        operator=operator,
        made=len(findings),
        not_compiled=count(Fate.NOT_COMPILED),
        same=count(Fate.SAME, Fate.DUPLICATE),
        judged=count(*JUDGED),
        killed=len(killed),
        by_tle=sum(finding.verdict is Verdict.TLE for finding in killed),
        equivalent=count(Fate.KNOWN, Fate.LIKELY),
        survived=count(Fate.HOLE, Fate.SURVIVED),
    )


@dataclass(frozen=True, slots=True)
class MutationReport:
    """The whole of one `judge mutate`."""

    problem: str
    seed: int
    mutations: tuple[Mutation, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    machine_errors: tuple[str, ...] = ()
    wall_s: float = 0.0
    interrupted: bool = False

    @property
    def exit_code(self) -> int:
        """0 no mutant is left that may be wrong and not seen, 1 one is, 3 package broken, 4
        machine, 5 no mutant was judged, 130 interrupted. Where several apply: the first of 130, 4,
        3, 5, 1, 0."""
        if self.interrupted:
            return 130
        if self.machine_errors:
            return 4
        if errors_in(self.diagnostics):
            return 3
        if not any(mutation.total.judged for mutation in self.mutations):
            return 5
        return 1 if any(mutation.total.survived for mutation in self.mutations) else 0
