"""What hunts find: a `Find` in a `Hunt` in a `HuntReport`. Pure."""

from collections.abc import Iterator
from typing import Annotated, TypeGuard, final

from judging.core.exit_codes import Reason, ReasonKind
from judging.core.problem import Expectation
from judging.core.report import Report
from judging.core.verdicts import Verdict, is_in
from judging.values import Value, means

# How often a find of an interactive or multi-pass problem is repeated, because its output
# validator may draw random numbers. A fault that half of all runs show is taken for one
# that does not come back once in eight times.
REPEATS = 3


class Shown(Value):
    """What a run shows, which a smaller input must show too.

    order: whether the checker gives the submission less than the reference (-1) or more
    (1); 0 if it gives both the same, or scores are not compared.
    refused: the verdict is that of the reference against its own output.
    """

    verdict: Verdict | None
    order: int = 0
    refused: bool = False

    @property
    def is_difference(self) -> bool:
        """True when the submission is not as good as the reference, or better."""
        return self.verdict is not Verdict.AC or self.order != 0


class Scores(Value):
    """What the checker gave on the input that was found, a score or a share of one."""

    submission: Annotated[float, means("For the output of the submission.")]
    reference: Annotated[float, means("For the output of the reference.")]

    @property
    def order(self) -> int:
        """As that of `Shown`."""
        return (self.submission > self.reference) - (self.submission < self.reference)


class OtherVerdict(Value):
    """Another accepted submission on the input that was found."""

    path: Annotated[str, means("The submission.")]
    verdict: Annotated[Verdict, means("Its verdict against the reference's output.")]
    score: Annotated[
        float | None,
        means("What the checker gave for its output; null if that is not compared."),
    ] = None


@final  # so that `find and find.origin` has no other type than the origin's, or None
class Find(Value):
    """A valid input on which a submission is not AC, or has another score than the
    reference.

    expected: the reference's output; `got` is the submission's.
    message: why the submission gets this verdict.
    origin: where the input came from before it was shrunk.
    index: its place in the stream, from 0; None if the steered search found it, which
    need not find it again.
    first: the input before it was shrunk, in `shrinks` steps.
    confirmed_by: the accepted submission that agrees with `expected`; None if there is
    no other, it is too slow on this input, or an interrupt came before it answered.
    transcript: what submission and output validator wrote to each other, in an
    interactive or multi-pass problem; b"" if the verdict did not come again while it was
    recorded, or an interrupt came before. There, `expected` is empty.
    again: in how many of `REPEATS` more runs the verdict came again; None if they were
    not made.
    others: of a hunt among accepted submissions, the verdicts of all others on the input,
    but for the reference.
    scores: set if the verdict is AC: they are the find.
    """

    input: bytes
    expected: bytes
    got: bytes
    verdict: Verdict
    message: str
    origin: str
    index: int | None
    first: bytes
    shrinks: int
    confirmed_by: str | None
    transcript: bytes | None = None
    again: int | None = None
    others: tuple[OtherVerdict, ...] = ()
    scores: Scores | None = None


class Refusal(Value):
    """A find against the checker: a valid input on which it does not accept the output of
    an accepted submission, although this output is the answer.

    checker: the names of its programs.
    find: its verdict is WA if the checker rejects the output, JE if the checker fails.
    `expected` and `got` are the output; `confirmed_by` is another accepted submission that
    prints the same.
    reference: the accepted submission that prints the output.
    """

    checker: str
    find: Find
    reference: str

    def __str__(self) -> str:
        """What is wrong, on one line: `checker/check.c rejects the output of ...`."""
        message = self.find.message
        does = "rejects"
        if self.find.verdict is Verdict.JE:
            does = "fails on"
            # Its name stands in front here.
            message = message.removeprefix(f"the checker {self.checker} failed: ")
        what = f"{self.checker} {does} the output of {self.reference}"
        return f"{what}: {message}" if message else what


class AllTried(Value):
    """Limits within which each valid input was tried."""

    inputs: Annotated[
        int | None, means("How many there are; null if not all were validated.")
    ]
    limits: Annotated[
        tuple[str, ...],
        means("What holds for them, such as `n <= 4`; [] for all inputs there are."),
    ]


AllTriedOrNull = Annotated[
    AllTried | None,
    means(
        "Limits within which each valid input was tried; null if no such limits are known."
    ),
]


class Hunt(Value):
    """The hunt of one submission.

    tried: how many valid inputs were tried, up to the find, or to the end of the search
    for a smaller one, without those of shrinking;
    `by_origin` counts the same inputs by where they came from. `invalid`: how many were
    not valid.
    seconds: wall time in total; `search_s` is the part before shrinking.
    verdict: of the find; AC if there is none or only scores differ, CE if the submission
    does not compile, None if it was not hunted; `reason` says why not.
    all_tried: within which limits no input is left, if nothing was found there.
    may_score_less: the submission is expected to have less of the score than the reference.
    unstable: without a find, an input on which the submission failed once, and not again
    in `REPEATS` more runs: the output validator or the submission may draw random numbers.
    interrupted: an interrupt ended it after its find, which might have become smaller.
    refusal: a find against the checker, which ended the hunt: what it says about the
    submission counts for nothing.
    """

    path: str
    find: Find | None
    tried: int = 0
    search_s: float = 0.0
    seconds: float = 0.0
    verdict: Verdict | None = Verdict.AC
    expectation: Expectation | None = None
    reason: str | None = None
    by_origin: tuple[tuple[str, int], ...] = ()
    invalid: int = 0
    all_tried: AllTried | None = None
    unstable: Find | None = None
    may_score_less: bool = False
    interrupted: bool = False
    refusal: Refusal | None = None

    @property
    def per_second(self) -> float:
        """Inputs tried per second of the search."""
        if self.search_s <= 0:
            return 0.0
        return self.tried / self.search_s

    @property
    def met(self) -> bool | None:
        """Whether the hunt ended as expected: with a find for a submission that must
        fail, without one for a submission that must not. None if nothing is expected or
        it was not hunted.

        A find that shows less than the score of the reference is as expected of a
        submission that may score less."""
        if self.expectation is None or self.verdict is None:
            return None
        if self.find is not None and self.find.scores is not None:
            return self.may_score_less and self.find.scores.order < 0
        if must_fail(self.expectation):
            expected = self.expectation.permitted | self.expectation.required
            return self.verdict is not Verdict.AC and is_in(self.verdict, expected)
        return is_in(self.verdict, self.expectation.permitted)


def must_fail(expectation: Expectation | None) -> TypeGuard[Expectation]:
    """Return whether the submission must fail on some input."""
    if expectation is None or not expectation.required:
        return False
    return not is_in(Verdict.AC, expectation.required)


class HuntReport(Report, kw_only=True):
    """The result of one `judge hack`.

    reference: the accepted submission that gives the answers; in an interactive or
    multi-pass problem, the one that is accepted on each find.
    command: how the command line begins that repeats a hunt.
    allow_missing: a submission that lacks a toolchain is no error.
    sanitized: the submissions were built with sanitizers.
    agree: the hunt was among accepted submissions.
    """

    seed: int
    hunts: tuple[Hunt, ...] = ()
    reference: str | None = None
    allow_missing: bool = False
    command: str = "judge hack"
    sanitized: bool = False
    agree: bool = False

    def _own_reasons(self) -> Iterator[Reason]:
        not_hunted = [hunt for hunt in self.hunts if hunt.verdict is None]
        refused = [hunt for hunt in self.hunts if hunt.refusal is not None]
        unmet = [hunt for hunt in self.hunts if hunt.met is False]
        # In a broken package no hunt runs: that is no fault of the machine. No more does one
        # after a find against the checker.
        if refused:
            not_hunted = []
        if not_hunted and not self.allow_missing and not self.is_broken:
            yield Reason(ReasonKind.NOT_JUDGED, len(not_hunted))
        if len(not_hunted) == len(self.hunts) and not refused:  # an empty list too
            yield Reason(ReasonKind.NOTHING_JUDGED)
        if unmet or refused:
            yield Reason(ReasonKind.UNMET, len(unmet) + len(refused))
