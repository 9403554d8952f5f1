"""The JSON object of `judge compare`, and of what `judge run --compare` adds to a run.

A number of a report is its place in `reports`, from 0. Times are compared with those of
the first.
"""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from judging.core.verdicts import Verdict
from judging.reports.objects.common import Exit


class ComparedReportObject(TypedDict):
    """One of the reports that are compared."""

    label: Annotated[str, "What it is called in this comparison."]
    file: Annotated[str, "Its file, or empty for the run that is going on."]
    date: Annotated[str, "When it was written, or empty if it does not say."]
    machine: Annotated[str, "The machine that it was made on, or empty."]
    tool_version: Annotated[str, "The version of judge that wrote it, or empty."]
    missing: Annotated[
        Sequence[str], "Keys that the comparison could use and the report lacks."
    ]
    remarks: Annotated[Sequence[str], "What limits what can be said of it."]


class OutcomeObject(TypedDict):
    """What a report says about a submission."""

    verdict: Annotated[Verdict | None, "null if it was not judged."]
    met: Annotated[bool | None, "Whether the expectation is met; null if undecided."]
    permitted: Annotated[Sequence[Verdict] | None, "The permitted verdicts."]
    required: Annotated[Sequence[Verdict] | None, "The required verdicts."]
    score: Annotated[float | None, "null unless the problem has scores."]
    testcase: Annotated[str | None, "The test that decides, if one does."]
    message: Annotated[str, "Why that test has its verdict."]
    reason: Annotated[str, "Why it was not judged, or empty."]


class TestDifferenceObject(TypedDict):
    """A test on which a submission has different verdicts."""

    name: Annotated[str, "The name of the test."]
    verdicts: Annotated[
        Sequence[Verdict | None], "One for each report; null where it did not run."
    ]


class DifferenceObject(TypedDict):
    """A submission on which the reports do not agree."""

    problem: Annotated[str, "The problem."]
    path: Annotated[str, "The submission."]
    language: Annotated[str, "The name of its language."]
    met_on_some_only: Annotated[
        bool, "The expectation is met in one report and not met in another."
    ]
    outcomes: Annotated[
        Sequence[OutcomeObject | None], "One for each report; null where it is missing."
    ]
    tests: Annotated[Sequence[TestDifferenceObject], "The tests that differ."]


class SpreadObject(TypedDict):
    """Some ratios in short."""

    median: Annotated[float, "The median."]
    lower: Annotated[float, "The lower quartile."]
    upper: Annotated[float, "The upper quartile."]


class LanguageRatioObject(TypedDict):
    """How many times as long programs in a language take as in the first report."""

    report: Annotated[int, "The number of the report."]
    language: Annotated[str, "The name of the language."]
    spread: Annotated[
        SpreadObject | None, "Of the ratios of single runs; null if no run has one."
    ]
    runs: Annotated[int, "How many runs have a ratio."]
    submissions: Annotated[int, "How many submissions these are of."]
    bounds: Annotated[int, "How many runs have a bound of a ratio only."]


class SubmissionRatioObject(TypedDict):
    """How many times as long a submission takes as in the first report."""

    report: Annotated[int, "The number of the report."]
    problem: Annotated[str, "The problem."]
    path: Annotated[str, "The submission."]
    language: Annotated[str, "The name of its language."]
    least: Annotated[float, "The median over its tests is at least this."]
    most: Annotated[float | None, "The median is at most this; null without a bound."]
    runs: Annotated[int, "How many runs have a ratio, or a bound of one."]
    usual: Annotated[
        SpreadObject | None, "What is usual there; null if nothing is known."
    ]
    usual_of: Annotated[
        int, "Of how many other submissions; 0 if the machine is the same."
    ]
    far: Annotated[bool, "The median is far from what is usual."]


class TimedBoundObject(TypedDict):
    """A run that bounds the time limit."""

    report: Annotated[int, "The number of the report."]
    path: Annotated[str, "The submission."]
    testcase: Annotated[str, "The test."]
    cpu_s: Annotated[float, "CPU time; a lower bound if the run was stopped."]
    stopped: Annotated[bool, "A limit stopped the run."]
    at_wall: Annotated[bool, "It was the wall limit, so the time says nothing."]


class LimitRangeObject(TypedDict):
    """The time limits under which every expectation about time is met in all reports."""

    problem: Annotated[str, "The problem."]
    used_s: Annotated[
        Sequence[float | None], "The time limit of each report; null without one."
    ]
    used_hold: Annotated[
        Sequence[bool | None],
        "Whether each of these holds in all reports; null if stopped runs leave it open.",
    ]
    known: Annotated[bool, "Some limits hold for certain."]
    empty: Annotated[bool, "No limit holds in all reports."]
    least: Annotated[TimedBoundObject | None, "The slowest run that must not time out."]
    most: Annotated[
        TimedBoundObject | None,
        "The fastest of those that must, each by its longest run: limits are smaller.",
    ]
    unknown: Annotated[
        TimedBoundObject | None,
        "A run that must not time out and was stopped: limits begin beyond it.",
    ]


class ComparisonObject(TypedDict):
    """What a comparison of reports found."""

    reports: Annotated[Sequence[ComparedReportObject], "The reports, in their order."]
    problems: Annotated[Sequence[str], "The problems."]
    compared: Annotated[int, "How many submissions are in two reports or more."]
    differences: Annotated[
        Sequence[DifferenceObject], "Verdicts that differ, the gravest first."
    ]
    languages: Annotated[Sequence[LanguageRatioObject], "Ratios of times by language."]
    submissions: Annotated[
        Sequence[SubmissionRatioObject], "Ratios of times by submission."
    ]
    limits: Annotated[Sequence[LimitRangeObject], "The limits that hold, by problem."]
    notes: Annotated[Sequence[str], "What the reports do not have in common."]


class CompareObject(ComparisonObject):
    """The report of `judge compare`."""

    exit_code: Exit
