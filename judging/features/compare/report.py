"""The reports of `judge compare`: what differs between reports of several machines, days
or versions."""

from collections.abc import Mapping, Sequence

from judging.reports import compared
from judging.reports.comparison import (
    Comparison,
    RecordedOutcome,
    SubmissionDifference,
)
from judging.reports.document import (
    Advice,
    Badge,
    Block,
    Column,
    Document,
    Facts,
    Items,
    Marked,
    Name,
    Section,
    Span,
    Table,
    Tone,
    Widget,
    Words,
)
from judging.reports.document.page import section as page_section
from judging.reports.documents import Json, as_json, dumped
from judging.reports.medium import BOLD, FILE, Medium, Render
from judging.reports.objects.comparison import CompareObject
from judging.reports.page import page
from judging.reports.run.github import Annotation, lines_of, markdown, markdown_row
from judging.reports.textkit import (
    conclusion,
    findings,
    folded,
    joined,
    section,
    table_line,
    titled,
    widths_of,
)
from judging.reports.wording import counted, on_one_line
from judging.values import fields_of

_NOTES = "Notes"
_SOME_ONLY = "Expectations met in some reports only"
_FAR = "Far from what is usual"
_LIMITS_THAT_HOLD = "Time limits that hold in all reports"
_READ_LANES = (
    "The box has the middle half of the ratios of single runs, a circle is a submission, the "
    "line is 1. Times below 0.05 s are left out."
)
_HEADINGS = ("report", "language", "median", "quartiles", "runs")
_RIGHT = frozenset({2})


def render_text(comparison: Comparison, medium: Medium = FILE) -> str:
    """Return the reports, what differs, ratios of times, limits, and the summary."""
    labels = compared.labels_of(comparison)
    some, others = _by_gravity(comparison)
    limits = [lines for _, lines in _limits(comparison)]
    parts = [
        _head(comparison, medium),
        section(_NOTES, findings(compared.doubts(comparison)), medium),
        section(_SOME_ONLY, some, medium),
        section("Other verdicts that differ", others, medium),
        _ratios(comparison, medium),
        section(_FAR, _far(comparison, labels), medium),
        section(_LIMITS_THAT_HOLD, limits, medium),
        conclusion(summary(comparison), comparison.exit_code, medium),
    ]
    return joined(parts)


def _head(comparison: Comparison, medium: Medium) -> list[str]:
    reports = counted(len(comparison.reports), "report")
    lines = []
    width = max(len(on_one_line(report.label)) for report in comparison.reports)
    for report in comparison.reports:
        label = on_one_line(report.label).ljust(width)
        lines.append(f"  {label}  {on_one_line(compared.origin(report, comparison))}")
    title = on_one_line(f"{_subject(comparison)}: {reports}")
    return [medium.paint(title, BOLD), *folded(lines, medium.width)]


def _subject(comparison: Comparison) -> str:
    """Return the names of the problems, or how many they are."""
    if len(comparison.problems) > 3:
        return counted(len(comparison.problems), "problem")
    return ", ".join(comparison.problems)


def _by_gravity(comparison: Comparison) -> tuple[list[str], list[str]]:
    """Return an item for each submission whose expectation is met in some reports only,
    and one for each other that differs."""
    labels = compared.labels_of(comparison)
    some = []
    others = []
    for difference in comparison.differences:
        item = _difference(comparison, difference, labels)
        if difference.met_on_some_only:
            some.append(item)
        else:
            others.append(item)
    return some, others


def _difference(
    comparison: Comparison, difference: SubmissionDifference, labels: Sequence[str]
) -> str:
    place = compared.place(comparison, difference.problem, difference.path)
    expected = compared.expected(difference, labels)
    lines = [f"{place} ({difference.language}), {expected}"]
    if difference.differs_as_a_whole:
        lines += compared.outcomes(difference, labels)
    else:
        lines += compared.tests(difference, labels)
    return "\n".join(map(on_one_line, lines))


def _rows(comparison: Comparison) -> list[tuple[str, ...]]:
    labels = compared.labels_of(comparison)
    rows: list[tuple[str, ...]] = []
    for found in comparison.languages:
        median = "-"
        quartiles = "-"
        if found.spread is not None:
            median = compared.ratio(found.spread.median)
            quartiles = compared.quartiles(found.spread)
        label = on_one_line(labels[found.report])
        language = on_one_line(found.language)
        rows.append((label, language, median, quartiles, compared.basis(found)))
    return rows


def _ratios(comparison: Comparison, medium: Medium) -> list[str]:
    rows = [_HEADINGS, *_rows(comparison)]
    if len(rows) == 1:
        return []
    widths = widths_of(rows)
    lines = [table_line(row, widths, _RIGHT, "  ") for row in rows]
    title = medium.paint(_ratio_title(comparison), BOLD)
    return titled(title, folded(lines, medium.width))


def _ratio_title(comparison: Comparison) -> str:
    first = on_one_line(comparison.reports[0].label)
    return f"How many times as long as in {first}"


def _far(comparison: Comparison, labels: Sequence[str]) -> list[str]:
    items = []
    for found in comparison.far:
        place = compared.place(comparison, found.problem, found.path)
        line = f"{place} ({found.language}): {compared.times_as_long(found)} "
        line += f"in {labels[found.report]}"
        items.append(f"{on_one_line(line)}\n{on_one_line(compared.usual(found))}")
    return items


def _limits(comparison: Comparison) -> list[tuple[str, str]]:
    """Return the name and an item for each problem that has limits."""
    labels = compared.labels_of(comparison)
    items = []
    for found in comparison.limits:
        if any(limit_s is not None for limit_s in found.used_s):
            title, *lines = map(on_one_line, compared.limits(found, labels))
            # Of many problems, those whose limits all hold need no more than a line.
            held = [found.holds(s) for s in found.used_s if s is not None]
            if len(comparison.limits) > 1 and all(held):
                used = on_one_line(compared.used_limits(found, labels))
                title = f"{title}; used: {used}"
                lines = []
            items.append((found.problem, "\n".join([title, *lines])))
    return items


def summary(comparison: Comparison) -> list[str]:
    """Return how many submissions are the same, and why the exit code is not 0."""
    differing = sum(each.differs_as_a_whole for each in comparison.differences)
    submissions = counted(comparison.compared, "submission")
    same = comparison.compared - differing
    lines = [f"{same} of {submissions} ended alike in all reports."]
    far = len({(found.problem, found.path) for found in comparison.far})
    if far:
        lines[0] += f" {counted(far, 'submission')} far from the usual ratio of times."
    some = len(comparison.met_on_some_only)
    if some:
        expectations = counted(some, "expectation is", "expectations are")
        code = comparison.exit_code
        lines.append(f"Exit code {code}: {expectations} met in some reports only.")
    return lines


def document(comparison: Comparison) -> CompareObject:
    found = compared.as_object(comparison)
    return CompareObject(exit_code=comparison.exit_code, **fields_of(found))


def render_json(comparison: Comparison, medium: Medium = FILE) -> str:
    return dumped(document(comparison), medium)


def render_github(comparison: Comparison, medium: Medium = FILE) -> str:
    """Return an error for each expectation that is met in some reports only, a warning
    for each other difference. No file: the packages need not be in this repository."""
    labels = compared.labels_of(comparison)
    found = []
    for difference in comparison.differences:
        level = "error" if difference.met_on_some_only else "warning"
        found.append(Annotation(level, _difference(comparison, difference, labels)))
    for words in _far(comparison, labels):
        found.append(Annotation("warning", words))
    for words in compared.doubts(comparison):
        found.append(Annotation("notice", words))
    return lines_of(found)


def summary_markdown(comparison: Comparison) -> str:
    """Return the page of the step: the summary, the reports, and all that differs."""
    labels = compared.labels_of(comparison)
    origins = [
        f"{report.label}: {compared.origin(report, comparison)}"
        for report in comparison.reports
    ]
    some, others = _by_gravity(comparison)
    rows = []
    if comparison.languages:
        rows = [_HEADINGS, ["---"] * len(_HEADINGS), *_rows(comparison)]
    limits = [item for _, item in _limits(comparison)]
    parts = [
        [f"## {markdown(f'{_subject(comparison)}: judge compare')}"],
        _listed(summary(comparison)),
        _listed(origins),
        _listed(compared.doubts(comparison)),
        _listed([*some, *others]),
        [
            markdown_row(row if row[0] == "---" else [*map(markdown, row)])
            for row in rows
        ],
        _listed(_far(comparison, labels)),
        _listed(limits),
    ]
    return joined(parts)


def _listed(items: Sequence[str]) -> list[str]:
    return [f"- {markdown('; '.join(item.splitlines()))}" for item in items]


def render_html(comparison: Comparison, medium: Medium = FILE) -> str:
    title = f"{_subject(comparison)}: judge compare"
    return page(title, [page_section(document_of_page(comparison))], medium)


def document_of_page(comparison: Comparison) -> Document:
    """Return what the page shows. The text is not made of it: its titles are painted, and
    it has tables where the page has pictures."""
    labels = compared.labels_of(comparison)
    far = ["; ".join(item.splitlines()) for item in _far(comparison, labels)]
    grave: list[Words] = []
    for difference in comparison.met_on_some_only:
        grave.append((Name(difference.path), f" ({difference.language})"))
    return Document(
        title=_subject(comparison),
        lead="",
        exit_code=comparison.exit_code,
        summary=summary(comparison),
        facts=Facts([]),
        parts=[
            Section(_SOME_ONLY, [Items(grave)], tone=Tone.BAD),
            Section(_FAR, [Items(far)], tone=Tone.WARNING),
            Section(_NOTES, [Items(compared.doubts(comparison))], tone=Tone.NOTE),
            _reports(comparison),
            _differing(comparison),
            _lanes(comparison),
            _limits_of_page(comparison),
        ],
    )


def _reports(comparison: Comparison) -> Section:
    columns = (
        Column("report", "name"),
        Column("when and where", "wraps"),
        Column("file", "wraps"),
    )
    rows = []
    labels = compared.labels_of(comparison)
    for label, report in zip(labels, comparison.reports, strict=True):
        origin = compared.origin(report, comparison)
        rows.append((Name(label), origin, Name(report.file)))
    return Section("Reports", [Table(columns, rows)])


def _differing(comparison: Comparison) -> Section:
    """Return the submissions that differ, with a column for each report."""
    labels = compared.labels_of(comparison)
    columns = [Column("submission", "name"), *map(Column, labels)]
    columns.append(Column("what differs", "wraps"))
    rows: list[Sequence[Words]] = []
    for difference in comparison.differences:
        place = compared.place(comparison, difference.problem, difference.path)
        expected = compared.expected(difference, labels)
        outcomes = [_outcome(outcome) for outcome in difference.outcomes]
        why = "\n".join(_why(difference, labels))
        path = (Name(place), " ", Marked(expected, Tone.NOTE))
        rows.append([path, *outcomes, why])
    return Section("Verdicts that differ", [Table(columns, rows)])


def _outcome(outcome: RecordedOutcome | None) -> Words:
    if outcome is None:
        return "-"
    verdict: Span = "-" if outcome.verdict is None else Badge(outcome.verdict)
    if outcome.met is False:
        return (verdict, Marked(" not met", Tone.BAD))
    return verdict


def _lanes(comparison: Comparison) -> Section:
    """Return the ratios of each language, and of its submissions, on one axis."""
    if not comparison.languages:
        return Section("", [])
    found = as_json(document(comparison))
    data: Json = {
        "labels": compared.labels_of(comparison),
        "languages": found["languages"],
        "submissions": found["submissions"],
        "bases": [compared.basis(each) for each in comparison.languages],
    }
    return Section(
        _ratio_title(comparison), [Advice(_READ_LANES), Widget("ratios", data)]
    )


def _limits_of_page(comparison: Comparison) -> Section:
    """Return the limits that hold for each problem, on an axis with those that were used."""
    words = dict(_limits(comparison))
    blocks: list[Block] = []
    for found in as_json(document(comparison))["limits"]:
        if found["problem"] in words:
            title, *lines = words[found["problem"]].split("\n")
            widget = Widget("limit_range", {"range": found, "lines": lines})
            blocks.append(Section(title, [widget]))
    return Section(_LIMITS_THAT_HOLD, blocks)


def _why(difference: SubmissionDifference, labels: Sequence[str]) -> list[str]:
    lines = compared.tests(difference, labels)
    if difference.differs_as_a_whole:
        lines = [*compared.outcomes(difference, labels), *lines]
    return lines


FORMATS: Mapping[str, Render[Comparison]] = {
    "text": render_text,
    "json": render_json,
    "github": render_github,
    "html": render_html,
}
