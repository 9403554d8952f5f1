"""What a comparison of reports found: verdicts that differ, ratios of times, limits that
hold on all. `judging.features.compare.comparing` finds it.

Reports have the order of the command line. A number of a report is its place there; times
are compared with those of the first.
"""

from collections.abc import Sequence
from typing import Annotated

from judging.core.exit_codes import ExitCode
from judging.core.verdicts import Verdict
from judging.values import Value, means

REFERENCE = 0  # the number of the report that times are compared with


class ReportOrigin(Value):
    """One of the reports that are compared."""

    label: Annotated[str, means("What it is called in this comparison.")]
    file: Annotated[str, means("Its file, or empty for the run that is going on.")]
    date: Annotated[str, means("When it was written, or empty if it does not say.")] = ""
    machine: Annotated[str, means("The machine that it was made on, or empty.")] = ""
    tool_version: Annotated[
        str, means("The version of judge that wrote it, or empty.")
    ] = ""
    missing: Annotated[
        tuple[str, ...],
        means("Keys that the comparison could use and the report lacks."),
    ] = ()
    remarks: Annotated[
        tuple[str, ...], means("What limits what can be said of it.")
    ] = ()


class RecordedOutcome(Value):
    """What one report says about a submission.

    verdict: None if it was not judged; `reason` says why.
    met: whether its expectation is met; None without one, or if it is undecided.
    broken_on: the test that broke the expectation, or else that decides the verdict, and
        its message.
    """

    verdict: Verdict | None
    met: bool | None
    permitted: frozenset[Verdict] | None = None
    required: frozenset[Verdict] | None = None
    score: float | None = None
    broken_on: str | None = None
    message: str = ""
    reason: str = ""
    expected_score: tuple[float, float] | None = None
    expected_partial: bool = False


class TestDifference(Value):
    """A test on which a submission has different verdicts."""

    name: Annotated[str, means("The name of the test.")]
    verdicts: Annotated[
        tuple[Verdict | None, ...],
        means("One for each report; null where it did not run."),
    ]


class SubmissionDifference(Value):
    """A submission whose verdict, score or expectation differs, or that of a test.

    outcomes: one for each report; None where the submission is missing.
    """

    problem: str
    path: str
    language: str
    outcomes: tuple[RecordedOutcome | None, ...]
    tests: tuple[TestDifference, ...] = ()

    @property
    def met_on_some_only(self) -> bool:
        """True when the expectation is met in one report and not in another."""
        known = {outcome.met for outcome in self.outcomes if outcome is not None}
        return {True, False} <= known

    @property
    def differs_as_a_whole(self) -> bool:
        """True unless only verdicts on tests differ."""
        known = set()
        for outcome in self.outcomes:
            if outcome is not None and outcome.verdict is not None:
                known.add((outcome.verdict, outcome.score))
        return len(known) > 1 or self.met_on_some_only


class Spread(Value):
    """Some ratios in short."""

    median: Annotated[float, means("The median.")]
    lower: Annotated[float, means("The lower quartile.")]
    upper: Annotated[float, means("The upper quartile.")]


class LanguageRatio(Value):
    """How many times as long programs in a language take as in the first report."""

    report: Annotated[int, means("The number of the report.")]
    language: Annotated[str, means("The name of the language.")]
    spread: Annotated[
        Spread | None,
        means("Of the ratios of single runs; null if no run has one."),
    ]
    runs: Annotated[int, means("How many runs have a ratio.")]
    submissions: Annotated[int, means("How many submissions these are of.")]
    bounds: Annotated[int, means("How many runs have a bound of a ratio only.")]


class SubmissionRatio(Value):
    """How many times as long a submission takes as in the first report."""

    report: Annotated[int, means("The number of the report.")]
    problem: Annotated[str, means("The problem.")]
    path: Annotated[str, means("The submission.")]
    language: Annotated[str, means("The name of its language.")]
    # The bounds are equal unless runs with only a bound decide the median.
    least: Annotated[float, means("The median over its tests is at least this.")]
    most: Annotated[
        float | None, means("The median is at most this; null without a bound.")
    ]
    runs: Annotated[int, means("How many runs have a ratio, or a bound of one.")]
    # The ratios of other submissions in its language. None if they are too few and the
    # machine is another one; on the same machine, 1 is usual then.
    usual: Annotated[
        Spread | None, means("What is usual there; null if nothing is known.")
    ] = None
    usual_of: Annotated[
        int, means("Of how many other submissions; 0 if the machine is the same.")
    ] = 0
    far: Annotated[bool, means("The median is far from what is usual.")] = False


class TimedBound(Value):
    """A run that bounds the time limit."""

    report: Annotated[int, means("The number of the report.")]
    path: Annotated[str, means("The submission.")]
    testcase: Annotated[str, means("The test.")]
    cpu_s: Annotated[float, means("CPU time; a lower bound if the run was stopped.")]
    stopped: Annotated[bool, means("A limit stopped the run.")] = False
    at_wall: Annotated[
        bool, means("It was the wall limit, so the time says nothing.")
    ] = False


class LimitRange(Value):
    """The time limits of a problem under which every expectation about time is met in all
    reports: at least the time of `least`, and less than that of `most`.

    used_s: the time limit of each report; None where it has none.
    least: the slowest run that must not time out; None without one.
    most: the fastest of those that must; None if there is no upper bound.
    unknown: a run that must not time out and was stopped: the limits begin at an unknown
        time beyond it.
    """

    problem: str
    used_s: tuple[float | None, ...]
    least: TimedBound | None = None
    most: TimedBound | None = None
    unknown: TimedBound | None = None

    @property
    def is_empty(self) -> bool:
        """True when no limit can hold in all reports."""
        if self.least is None or self.most is None or self.most.stopped:
            return False
        return self.least.cpu_s >= self.most.cpu_s

    @property
    def is_known(self) -> bool:
        """True when some limits hold for certain."""
        if self.unknown is not None or self.is_empty:
            return False
        if self.least is None or self.most is None:
            return True
        return self.least.cpu_s < self.most.cpu_s

    def holds(self, limit_s: float) -> bool | None:
        """True when every expectation about time is met under this limit, False when one
        is not, None when stopped runs leave it open."""
        if self.least is not None and limit_s < self.least.cpu_s:
            return False
        if self.most is not None and limit_s >= self.most.cpu_s:
            return None if self.most.stopped else False
        return True if self.unknown is None else None

    @property
    def used_hold(self) -> tuple[bool | None, ...]:
        """Whether the limit of each report holds in all; None also where it has none."""
        return tuple(None if s is None else self.holds(s) for s in self.used_s)


class Comparison(Value):
    """What a comparison of two reports or more found.

    notes: what the reports do not have in common, and what is not known of them.
    compared: how many submissions are in two reports or more.
    submissions: the ratio of each that has one.
    """

    reports: tuple[ReportOrigin, ...]
    problems: tuple[str, ...] = ()
    compared: int = 0
    differences: tuple[SubmissionDifference, ...] = ()
    languages: tuple[LanguageRatio, ...] = ()
    submissions: tuple[SubmissionRatio, ...] = ()
    limits: tuple[LimitRange, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def met_on_some_only(self) -> Sequence[SubmissionDifference]:
        return [each for each in self.differences if each.met_on_some_only]

    @property
    def far(self) -> Sequence[SubmissionRatio]:
        return [each for each in self.submissions if each.far]

    @property
    def exit_code(self) -> ExitCode:
        return ExitCode.UNMET if self.met_on_some_only else ExitCode.SUCCESS
