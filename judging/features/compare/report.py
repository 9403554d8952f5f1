"""The reports of `judge compare`: what differs between reports of several machines, days
or versions."""

from collections.abc import Mapping, Sequence

from judging.reports import compared
from judging.reports.comparison import Comparison, SubmissionDifference
from judging.reports.documents import Json, as_json, dumped
from judging.reports.medium import BOLD, FILE, Medium, Render
from judging.reports.objects.comparison import CompareObject
from judging.reports.page import Section, page
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

_HEADINGS = ("report", "language", "median", "quartiles", "runs")
_RIGHT = frozenset({2})


def render_text(comparison: Comparison, medium: Medium = FILE) -> str:
    """Return the reports, what differs, ratios of times, limits, and the summary."""
    labels = compared.labels_of(comparison)
    some, others = _by_gravity(comparison)
    limits = [lines for _, lines in _limits(comparison)]
    parts = [
        _head(comparison, medium),
        section("Notes", findings(compared.doubts(comparison)), medium),
        section("Expectations met in some reports only", some, medium),
        section("Other verdicts that differ", others, medium),
        _ratios(comparison, medium),
        section("Far from what is usual", _far(comparison, labels), medium),
        section("Time limits that hold in all reports", limits, medium),
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
    first = on_one_line(comparison.reports[0].label)
    title = f"How many times as long as in {first}"
    return titled(medium.paint(title, BOLD), folded(lines, medium.width))


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
    labels = compared.labels_of(comparison)
    differences = []
    for difference in comparison.differences:
        differences.append(
            {
                "path": difference.path,
                "problem": difference.problem,
                "language": difference.language,
                "expected": compared.expected(difference, labels),
                "grave": difference.met_on_some_only,
                "outcomes": [
                    None if outcome is None else [outcome.verdict, outcome.met]
                    for outcome in difference.outcomes
                ],
                "why": _why(difference, labels),
            }
        )
    shown: Json = {
        **as_json(document(comparison)),
        "subject": _subject(comparison),
        "summary": summary(comparison),
        "doubts": compared.doubts(comparison),
        "origins": [
            compared.origin(report, comparison) for report in comparison.reports
        ],
        "shown_differences": differences,
        "bases": [compared.basis(found) for found in comparison.languages],
        "far_words": ["; ".join(x.splitlines()) for x in _far(comparison, labels)],
        "limit_words": dict(_limits(comparison)),
    }
    title = f"{_subject(comparison)}: judge compare"
    return page(title, [Section("comparison", shown)], medium)


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
