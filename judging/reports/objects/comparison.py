"""The JSON object of `judge compare`, and of what `judge run --compare` adds to a run.

A number of a report is its place in `reports`, from 0. Times are compared with those of
the first.
"""

from collections.abc import Sequence
from typing import Annotated

from judging.core.verdicts import Verdict
from judging.reports.comparison import (
    LanguageRatio,
    ReportOrigin,
    SubmissionRatio,
    TestDifference,
    TimedBound,
)
from judging.reports.objects.common import Exit
from judging.values import Value, means


class OutcomeObject(Value):
    """What a report says about a submission."""

    verdict: Annotated[Verdict | None, means("null if it was not judged.")]
    met: Annotated[
        bool | None, means("Whether the expectation is met; null if undecided.")
    ]
    permitted: Annotated[Sequence[Verdict] | None, means("The permitted verdicts.")]
    required: Annotated[Sequence[Verdict] | None, means("The required verdicts.")]
    score: Annotated[float | None, means("null unless the problem has scores.")]
    testcase: Annotated[str | None, means("The test that decides, if one does.")]
    message: Annotated[str, means("Why that test has its verdict.")]
    reason: Annotated[str, means("Why it was not judged, or empty.")]


class DifferenceObject(Value):
    """A submission on which the reports do not agree."""

    problem: Annotated[str, means("The problem.")]
    path: Annotated[str, means("The submission.")]
    language: Annotated[str, means("The name of its language.")]
    met_on_some_only: Annotated[
        bool, means("The expectation is met in one report and not met in another.")
    ]
    outcomes: Annotated[
        Sequence[OutcomeObject | None],
        means("One for each report; null where it is missing."),
    ]
    tests: Annotated[Sequence[TestDifference], means("The tests that differ.")]


class LimitRangeObject(Value):
    """The time limits under which every expectation about time is met in all reports."""

    problem: Annotated[str, means("The problem.")]
    used_s: Annotated[
        Sequence[float | None], means("The time limit of each report; null without one.")
    ]
    used_hold: Annotated[
        Sequence[bool | None],
        means(
            "Whether each of these holds in all reports; null if stopped runs leave it open."
        ),
    ]
    known: Annotated[bool, means("Some limits hold for certain.")]
    empty: Annotated[bool, means("No limit holds in all reports.")]
    least: Annotated[TimedBound | None, means("The slowest run that must not time out.")]
    most: Annotated[
        TimedBound | None,
        means(
            "The fastest of those that must, each by its longest run: limits are smaller."
        ),
    ]
    unknown: Annotated[
        TimedBound | None,
        means("A run that must not time out and was stopped: limits begin beyond it."),
    ]


class ComparisonObject(Value):
    """What a comparison of reports found."""

    reports: Annotated[Sequence[ReportOrigin], means("The reports, in their order.")]
    problems: Annotated[Sequence[str], means("The problems.")]
    compared: Annotated[int, means("How many submissions are in two reports or more.")]
    differences: Annotated[
        Sequence[DifferenceObject], means("Verdicts that differ, the gravest first.")
    ]
    languages: Annotated[Sequence[LanguageRatio], means("Ratios of times by language.")]
    submissions: Annotated[
        Sequence[SubmissionRatio], means("Ratios of times by submission.")
    ]
    limits: Annotated[
        Sequence[LimitRangeObject], means("The limits that hold, by problem.")
    ]
    notes: Annotated[Sequence[str], means("What the reports do not have in common.")]


class CompareObject(ComparisonObject):
    """The report of `judge compare`."""

    exit_code: Exit
