"""What the reports of `judge compare` and of `judge run --compare` say alike: the JSON
object of a comparison, and its findings in words. Pure."""

import math
from collections.abc import Sequence
from enum import StrEnum

from judging.core.diagnostics import first_of
from judging.core.results import RunReport
from judging.core.scoring import format_score
from judging.reports.comparison import (
    Comparison,
    LanguageRatio,
    LimitRange,
    RecordedOutcome,
    ReportOrigin,
    Spread,
    SubmissionDifference,
    SubmissionRatio,
    TestDifference,
    TimedBound,
)
from judging.reports.documents import in_order
from judging.reports.expected import expected_result
from judging.reports.objects.comparison import (
    ComparisonObject,
    DifferenceObject,
    LimitRangeObject,
    OutcomeObject,
)
from judging.reports.wording import at_least, counted
from judging.values import Value, told

# What the lack of a key means for a comparison.
_WITHOUT = {
    "inputs": "tests of one name count as one test",
    "rules": "rules for some tests only are not known",
    "source": "nobody knows whether a submission was changed",
    "ending": "which runs a limit stopped is a guess",
    "machine": "nobody knows whether the machine is the same",
}


def comparison_of(report: RunReport) -> Comparison | None:
    """Return what changed in a run since an earlier report; None if nothing was compared."""
    compared = report.compared
    assert compared is None or isinstance(compared, Comparison)
    return compared


# --- words


def origin(report: ReportOrigin, comparison: Comparison) -> str:
    """Return when and where a report was made, and by which version if they differ."""
    version = ""
    if len({each.tool_version for each in comparison.reports}) > 1:
        version = f"judge {report.tool_version or 'of an unknown version'}"
    # To the minute: 2026-11-22T14:08:36Z is 2026-11-22 14:08.
    date = report.date[:16].replace("T", " ")
    known = [words for words in (date, report.machine, version) if words]
    return ", ".join(known) or "it does not say when and where it was made"


def doubts(
    comparison: Comparison, reports: Sequence[ReportOrigin] | None = None
) -> list[str]:
    """Return what limits what the comparison can say: about these reports, by default
    all, and about what they have in common."""
    lines = []
    for report in reports or comparison.reports:
        lines += [f"{report.label}: {remark}" for remark in report.remarks]
        if report.missing:
            keys = ", ".join(report.missing)
            results = [_WITHOUT[key] for key in report.missing if key in _WITHOUT]
            why = f": {'; '.join(results)}" if results else ""
            lines.append(f"{report.label}: an older judge wrote no {keys}{why}")
    return [*lines, *comparison.notes]


def place(comparison: Comparison, problem: str, path: str) -> str:
    """Return the name of a submission, with its problem if there are several."""
    return path if len(comparison.problems) < 2 else f"{problem}: {path}"


def expected(difference: SubmissionDifference, labels: Sequence[str]) -> str:
    """Return the expectation of a submission, of each report if it changed."""
    by_words: dict[str, list[str]] = {}
    for label, outcome in zip(labels, difference.outcomes, strict=True):
        if outcome is not None:
            words = expected_result(outcome)
            by_words.setdefault(words, []).append(label)
    if len(by_words) == 1:
        return f"expected {next(iter(by_words))}"
    return "expected " + "; ".join(
        f"{words} in {', '.join(names)}" for words, names in by_words.items()
    )


def outcomes(difference: SubmissionDifference, labels: Sequence[str]) -> list[str]:
    """Return a line for each different outcome: what it is, in which reports, and why."""
    groups: dict[str, list[str]] = {}
    reasons: dict[str, str] = {}
    for label, outcome in zip(labels, difference.outcomes, strict=True):
        if outcome is None:
            continue
        words = outcome_in_words(outcome)
        groups.setdefault(words, []).append(label)
        if outcome.met is False and outcome.broken_on is not None:
            reasons.setdefault(words, f" ({outcome.broken_on}: {outcome.message})")
    return [
        f"{words} in {', '.join(names)}{reasons.get(words, '')}"
        for words, names in groups.items()
    ]


def outcome_in_words(outcome: RecordedOutcome) -> str:
    """Return a verdict, with its score, and whether it meets the expectation."""
    if outcome.verdict is None:
        return f"not judged ({outcome.reason})" if outcome.reason else "not judged"
    words = _verdict(outcome)
    if outcome.met is None:
        return words
    return f"{words}, {'met' if outcome.met else 'not met'}"


def tests(difference: SubmissionDifference, labels: Sequence[str]) -> list[str]:
    """Return a line for each way in which verdicts on tests differ, with its tests."""
    by_verdicts: dict[str, list[str]] = {}
    for test in difference.tests:
        by_verdicts.setdefault(_verdicts(test, labels), []).append(test.name)
    return [f"{first_of(names)}: {words}" for words, names in by_verdicts.items()]


def _verdicts(test: TestDifference, labels: Sequence[str]) -> str:
    groups: dict[str, list[str]] = {}
    for label, verdict in zip(labels, test.verdicts, strict=True):
        if verdict is not None:
            groups.setdefault(str(verdict), []).append(label)
    return "; ".join(f"{words} in {', '.join(names)}" for words, names in groups.items())


def ratio(value: float) -> str:
    """Return a ratio with two digits behind the point, or with two that count."""
    return f"{value:.2f}" if value >= 0.1 else f"{value:.2g}"


def quartiles(spread: Spread) -> str:
    return f"{ratio(spread.lower)} to {ratio(spread.upper)}"


def times_as_long(found: SubmissionRatio) -> str:
    """Return the ratio of a submission, or its bounds."""
    if found.least == found.most:
        return f"{ratio(found.least)} times as long"
    if found.most is None:
        return f"at least {ratio(found.least)} times as long"
    if not found.least:
        return f"at most {ratio(found.most)} times as long"
    return f"{ratio(found.least)} to {ratio(found.most)} times as long"


def usual(found: SubmissionRatio) -> str:
    """Return what the ratio of a submission is compared with."""
    if found.usual is None:
        return "nothing to compare with"
    if not found.usual_of:
        others = f"too few runs of other {found.language} submissions"
        return f"{others}, and the machine is the same, so that 1 is usual"
    others = counted(found.usual_of, f"other {found.language} submission")
    return f"{others}: {ratio(found.usual.median)}, quartiles {quartiles(found.usual)}"


def basis(found: LanguageRatio) -> str:
    """Return of which runs a ratio is."""
    if not found.runs:
        return f"{counted(found.bounds, 'bound')} only"
    words = f"{counted(found.runs, 'run')} of {counted(found.submissions, 'submission')}"
    return f"{words}, {counted(found.bounds, 'bound')}" if found.bounds else words


def limits(found: LimitRange, labels: Sequence[str]) -> list[str]:
    """Return the range of time limits that hold in all reports, the limits of the reports,
    and then what bounds the range."""
    lines = [f"{found.problem}: {_range(found)}"]
    used = used_limits(found, labels)
    if used:
        lines.append(f"used: {used}")
    if found.least is not None:
        lines.append(f"slowest that must not time out: {_bound(found.least, labels)}")
    if found.unknown is not None and found.unknown != found.least:
        lines.append(f"stopped, but must not time out: {_bound(found.unknown, labels)}")
    if found.most is not None:
        lines.append(f"fastest that must time out: {_bound(found.most, labels)}")
    return lines


def used_limits(found: LimitRange, labels: Sequence[str]) -> str:
    """Return the time limits of the reports, and which of them do not hold in all."""
    used: dict[str, list[str]] = {}
    for label, limit_s in zip(labels, found.used_s, strict=True):
        if limit_s is not None:
            holds = "" if found.holds(limit_s) is not False else ", which does not hold"
            used.setdefault(f"{limit_s:.2f} s{holds}", []).append(label)
    if len(used) == 1 and found.used_s.count(None) == 0:
        return next(iter(used))
    parts = []
    for words, names in used.items():
        limit, _, remark = words.partition(", ")
        of = f"{limit} in {', '.join(names)}"
        parts.append(f"{of} ({remark})" if remark else of)
    return "; ".join(parts)


def _range(found: LimitRange) -> str:
    if found.is_empty:
        return "no limit holds in all reports"
    # Rounded inwards, so that what is printed is in the range.
    least = ""
    if found.least is not None:
        least = f"{math.ceil(1000 * found.least.cpu_s) / 1000:.3f} s"
    if found.unknown is not None:
        if found.unknown.at_wall:
            return "not known: the wall limit stopped a run that must not time out"
        return (
            f"not known: above {least}, because a run was stopped that must not time "
            "out; a larger --time-limit tells more"
        )
    if found.most is None:
        if not least:
            return "every limit holds: no expectation is about time"
        return f"{least} or more"
    most = f"{math.floor(1000 * found.most.cpu_s) / 1000:.3f} s"
    if not found.is_known:
        return (
            f"not known: {least} or more, but a run that must time out was stopped at "
            f"{most}; a larger --time-limit tells more"
        )
    end = f"{most}, perhaps more" if found.most.stopped else f"less than {most}"
    return f"{least} to {end}" if least else f"up to {end}"


def _bound(bound: TimedBound, labels: Sequence[str]) -> str:
    time = f"{at_least(bound.stopped)}{bound.cpu_s:.3f} s"
    if bound.at_wall:
        time = "stopped by the wall limit"
    return f"{time}: {bound.path} on {bound.testcase} ({labels[bound.report]})"


def labels_of(comparison: Comparison) -> list[str]:
    return [report.label for report in comparison.reports]


# --- JSON


def as_object(comparison: Comparison) -> ComparisonObject:
    """Return the JSON object of a comparison."""
    return told(
        ComparisonObject,
        comparison,
        differences=[_difference(each) for each in comparison.differences],
        limits=[_limits(each) for each in comparison.limits],
    )


def _difference(found: SubmissionDifference) -> DifferenceObject:
    outcomes = [_outcome(outcome) for outcome in found.outcomes]
    return told(DifferenceObject, found, outcomes=outcomes)


def _outcome(outcome: RecordedOutcome | None) -> OutcomeObject | None:
    if outcome is None:
        return None
    permitted = outcome.permitted
    required = outcome.required
    return told(
        OutcomeObject,
        outcome,
        permitted=None if permitted is None else in_order(permitted),
        required=None if required is None else in_order(required),
        testcase=outcome.broken_on,
    )


def _limits(found: LimitRange) -> LimitRangeObject:
    return told(LimitRangeObject, found, known=found.is_known, empty=found.is_empty)


# --- what changed since an earlier report


class ChangeKind(StrEnum):
    """What changed, the gravest first."""

    NO_LONGER_MET = "no longer met"
    NOW_MET = "now met"
    VERDICT = "verdict"
    TIME = "time"


class Change(Value):
    """What changed about a submission from the first of two reports to the second."""

    kind: ChangeKind
    path: str
    words: str


def changes(comparison: Comparison) -> list[Change]:
    """Return every change between two reports, the gravest first."""
    found = []
    for difference in comparison.differences:
        before, after = difference.outcomes
        if before is not None and after is not None:
            found.append(_change(difference, before, after))
    for ratio_of in comparison.far:
        words = f"{times_as_long(ratio_of)} as before; {usual(ratio_of)}"
        found.append(Change(ChangeKind.TIME, ratio_of.path, words))
    order = list(ChangeKind)
    return sorted(found, key=lambda change: order.index(change.kind))


def _change(
    difference: SubmissionDifference, before: RecordedOutcome, after: RecordedOutcome
) -> Change:
    kind = ChangeKind.VERDICT
    if difference.met_on_some_only:
        kind = ChangeKind.NOW_MET if after.met else ChangeKind.NO_LONGER_MET
    if not difference.differs_as_a_whole:
        return Change(kind, difference.path, _tests_changed(difference))
    words = f"{_verdict(before)} -> {_verdict(after)}"
    if kind is not ChangeKind.VERDICT:
        words += f", its expectation is {kind}"
    if kind is ChangeKind.NO_LONGER_MET and after.broken_on is not None:
        words += f": {after.broken_on}: {after.message}"
    return Change(kind, difference.path, words)


def _verdict(outcome: RecordedOutcome) -> str:
    if outcome.verdict is None:
        return "not judged"
    if outcome.score is None:
        return outcome.verdict
    return f"{outcome.verdict}, score {format_score(outcome.score)}"


def _tests_changed(difference: SubmissionDifference) -> str:
    """Return the tests with another verdict, by what it was and is."""
    by_change: dict[str, list[str]] = {}
    for test in difference.tests:
        before, after = test.verdicts
        by_change.setdefault(f"{before} -> {after}", []).append(test.name)
    parts = [f"{change} on {first_of(names)}" for change, names in by_change.items()]
    return "; ".join(parts)


def ratios_in_words(comparison: Comparison) -> str:
    """Return how many times as long each language takes, in one sentence; "" if no run
    says."""
    parts = []
    for found in comparison.languages:
        if found.spread is None:
            continue
        median = ratio(found.spread.median)
        parts.append(
            f"{found.language} {median} (quartiles {quartiles(found.spread)}, {basis(found)})"
        )
    if not parts:
        return ""
    return f"times as long as before: {', '.join(parts)}"
