"""The reports of `judge run --contest`: over all problems, with one exit code.

Each format shows the reports of the runs; JSON adds `label` and `folder` to each of
them, JUnit has one suite for each, and one for faults of the contest itself.
"""

import posixpath
from collections import Counter
from collections.abc import Mapping, Sequence

from judging.core.diagnostics import count_many, errors_in, left_out_by
from judging.core.exit_codes import ExitCode
from judging.core.results import ContestReport, ProblemRun, RunReport
from judging.core.verdicts import Verdict
from judging.reports.compared import changes, comparison_of
from judging.reports.documents import SCHEMA, Json, as_json, dumped_keys
from judging.reports.medium import BOLD, FILE, GREEN, RED, Medium, Render
from judging.reports.objects.run import ContestObject, ProblemObject
from judging.reports.run import github, json, junit, text, views, wording
from judging.reports.textkit import (
    Columns,
    conclusion,
    diagnostics,
    joined,
    section,
    widths_of,
)
from judging.reports.wording import counted, on_one_line
from judging.values import fields_of, replace, told

_HEADINGS = ("problem", "met", "judged", "tests", "time limit", "slowest AC", "wall")
_RIGHT = frozenset({2, 3, 4, 5, 6, 7})  # columns of numbers; column 0 is the mark


def render_text(contest: ContestReport, medium: Medium = FILE) -> str:
    """Return a table of the problems, then the details of each problem that needs
    attention, then the summary."""
    submissions = sum(len(problem.report.submissions) for problem in contest.problems)
    problems = counted(len(contest.problems), "problem")
    counts = f"{problems}, {counted(submissions, 'submission')}"
    sections = [
        [medium.paint(f"{on_one_line(contest.name)}: {counts}", BOLD)],
        _table(contest.problems, medium),
    ]
    for problem in contest.problems:
        sections += _attention(problem, medium)
    sections.append(section("Contest", diagnostics(contest.diagnostics), medium))
    sections.append(conclusion(_summary(contest), contest.exit_code, medium))
    return joined(sections)


def title(label: str, folder: str) -> str:
    """Return what a package of a contest is called: its label, if any, and its folder."""
    return on_one_line(f"{label} {folder}".strip())


def _table(problems: Sequence[ProblemRun], medium: Medium) -> list[str]:
    if not problems:
        return []
    rows = [_row(problem) for problem in problems]
    headings = ("", *_HEADINGS)
    columns = Columns(widths_of([headings, *rows]), _RIGHT, medium)
    lines = columns.heading(headings, "remark")
    for problem, row in zip(problems, rows, strict=True):
        color = RED if problem.report.exit_code else GREEN
        lines += columns.entry(row, _remark(problem.report), color)
    return lines


def _row(problem: ProblemRun) -> tuple[str, ...]:
    report = problem.report
    stated = [s for s in report.submissions if s.met is not None]
    met = sum(s.met is True for s in stated)
    judged = sum(bool(s.testcases) for s in report.submissions)
    limit = "-" if report.limits is None else f"{report.limits.time_s:.2f} s"
    return (
        _mark(report),
        title(problem.label, problem.folder),
        f"{met}/{len(stated)}",
        f"{judged}/{report.submissions_known}",
        str(report.tests_known),
        limit,
        _slowest_accepted(report),
        f"{report.wall_s:.1f} s",
    )


def _mark(report: RunReport) -> str:
    if report.exit_code:
        return "FAIL"
    return "-" if report.unchanged else "ok"


def _slowest_accepted(report: RunReport) -> str:
    """Return the time of the slowest submission that is accepted, as its expectation
    demands."""
    slowest = None
    for submission in report.submissions:
        if submission.met and submission.verdict is Verdict.AC:
            slowest = max(slowest or 0.0, submission.max_cpu_s or 0.0)
    return "-" if slowest is None else f"{slowest:.2f} s"


def _remark(report: RunReport) -> str:
    """Return why the problem's exit code is not 0, else how many warnings it has."""
    if report.reasons:
        return "; ".join(wording.reasons_by_code(report).values())
    warnings = wording.warnings(report)
    if warnings:
        files = len(left_out_by(report.diagnostics))
        left_out = f", {counted(files, 'file')} left out" if files else ""
        return counted(len(warnings), "warning") + left_out
    return on_one_line(report.unchanged)


def _attention(problem: ProblemRun, medium: Medium) -> list[list[str]]:
    """Return the sections of a problem, the first of them under its title."""
    own = replace(medium, root=posixpath.join(medium.root, problem.folder))
    report = problem.report
    if not _changes(report):
        report = replace(report, compared=None)  # the summary says that nothing changed
    sections = [*views.of_run(report, own), *text.attention(report, own)]
    if sections:
        sections[0].insert(
            0, medium.paint(f"== {title(problem.label, problem.folder)}", BOLD)
        )
    return sections


def _left_out(contest: ContestReport) -> list[str]:
    """Return a line about the files that look like tests or submissions, and are not."""
    problems = {
        title(problem.label, problem.folder): len(
            left_out_by(problem.report.diagnostics)
        )
        for problem in contest.problems
    }
    counts = [f"{name} {count}" for name, count in problems.items() if count]
    if not counts:
        return []
    what = "files that look like tests or submissions, and are not judged"
    return [f"Left out: {what}: {', '.join(counts)}."]


def _summary(contest: ContestReport) -> list[str]:
    """Return how many problems are as expected, what was not run, and the exit code."""
    judged = [p.report for p in contest.problems if not p.report.unchanged]
    failed = sum(problem.report.exit_code != 0 for problem in contest.problems)
    lines = ["Nothing to judge."]
    if not contest.problems:
        lines = ["Nothing was judged."]
    elif judged:
        problems = counted(len(judged), "problem")
        lines = [f"{len(judged) - failed} of {problems} as expected."]
    lines += _changed(contest)
    lines += _left_out(contest)
    if contest.not_run:
        names = ", ".join(map(on_one_line, contest.not_run))
        lines.append(f"Interrupted, not run: {names}.")
    if contest.exit_code:
        why = [title(problem.label, problem.folder) for problem in contest.deciding]
        if contest.exit_code is ExitCode.BROKEN_PACKAGE:
            why += _faults_of_lists(contest)
        if not contest.problems and contest.exit_code is ExitCode.NOTHING_JUDGED:
            why.append("the contest lists no problem")
        lines.append(f"Exit code {contest.exit_code}: {', '.join(why)}.")
    return lines


def _changed(contest: ContestReport) -> list[str]:
    """Return how much changed since the report of `--compare`; [] without one."""
    reports = [problem.report for problem in contest.problems]
    compared = [comparison for each in reports if (comparison := comparison_of(each))]
    if not compared:
        return []
    since = on_one_line(compared[0].reports[0].label)
    changed = sum(map(_changes, reports))
    if not changed:
        return [f"Nothing changed since {since}."]
    return [f"{counted(changed, 'submission')} changed since {since}."]


def _changes(report: RunReport) -> int:
    """Return how many submissions changed since the report of `--compare`."""
    comparison = comparison_of(report)
    if comparison is None:
        return 0
    return len({change.path for change in changes(comparison)})


def _faults_of_lists(contest: ContestReport) -> list[str]:
    """Return how many errors each of the contest's own files has: its lists."""
    files = Counter(
        error.file or contest.name for error in errors_in(contest.diagnostics)
    )
    return [
        f"{counted(errors, 'error')} in {on_one_line(file)}"
        for file, errors in files.items()
    ]


def render_json(contest: ContestReport, medium: Medium = FILE) -> str:
    document = _document(contest)
    document["problems"] = [_problem(problem) for problem in contest.problems]
    return dumped_keys(document, medium)


def _problem(problem: ProblemRun) -> Json:
    """Return the object of a problem: its place in the contest in front of its run."""
    run = json.document(problem.report)
    placed = told(ProblemObject, problem, schema=SCHEMA, **fields_of(run))
    first = {"label": placed.label, "folder": placed.folder, "schema": placed.schema}
    return {**first, **as_json(placed)}


def _document(contest: ContestReport) -> Json:
    """Return the object of a contest without its problems."""
    found = told(ContestObject, contest, contest=contest.name, problems=())
    document: Json = as_json(found)
    return document


def render_junit(contest: ContestReport, medium: Medium = FILE) -> str:
    suites = [junit.suite(title(p.label, p.folder), p.report) for p in contest.problems]
    faults = [str(error) for error in count_many(errors_in(contest.diagnostics))]
    faults += [f"{folder}: not run" for folder in contest.not_run]
    if not contest.problems:
        faults.append("no problem was judged")
    if faults:
        fault = junit.fault_suite(contest.name, "the contest is incomplete", faults)
        suites.append(fault)
    return junit.document(suites)


def render_github(contest: ContestReport, medium: Medium = FILE) -> str:
    root = medium.root
    found = [github.of_diagnostic(d, root) for d in contest.diagnostics]
    for problem in contest.problems:
        found += github.of_report(problem.report, posixpath.join(root, problem.folder))
    # GitHub shows ten: errors of the last problem go before warnings of the first.
    found.sort(key=lambda annotation: annotation.level != "error")
    return github.lines_of(found)


def render_html(contest: ContestReport, medium: Medium = FILE) -> str:
    """Return a page with the table of problems and the runs of all of them."""
    # Imported here: a run without a page needs none of it.
    from judging.reports.page import Section, page
    from judging.reports.run import html

    document: Json = {
        **_document(contest),
        "problems": [_linked(problem) for problem in contest.problems],
        "summary": _summary(contest),
    }
    runs = [html.section(problem.report) for problem in contest.problems]
    sections = [Section("contest", document), *runs]
    return page(f"{contest.name}: judge run", sections, medium)


def _linked(problem: ProblemRun) -> Json:
    """Return what the table of problems has that the run of the problem has not."""
    mark, _, met, *_ = _row(problem)
    return {
        "label": problem.label,
        "folder": problem.folder,
        "mark": mark,
        "met": met,
        "remark": _remark(problem.report),
    }


def summary_markdown(contest: ContestReport) -> str:
    """Return the page of the step: the summary, faults of the contest, and each
    problem."""
    found = [*_summary(contest), *map(str, count_many(contest.diagnostics))]
    lines = [f"## {github.markdown(contest.name)}", ""]
    lines += [f"- {github.markdown(line)}" for line in found]
    lines.append("")
    lines += [github.summary_markdown(problem.report) for problem in contest.problems]
    return "\n".join(lines)


FORMATS: Mapping[str, Render[ContestReport]] = {
    "text": render_text,
    "json": render_json,
    "junit": render_junit,
    "github": render_github,
    "html": render_html,
}
