"""The forms of a contest's report: one table over its problems, and one exit code."""

from __future__ import annotations

from collections.abc import Sequence

from judging.core.diagnostics import errors_in
from judging.core.results import ContestReport, ProblemRun, RunReport
from judging.core.verdicts import Verdict
from judging.reports import github, json, junit, text, wording
from judging.reports.text import Paint
from judging.reports.wording import on_one_line

SCHEMA = 1

_HEADINGS = ("problem", "met", "judged", "tests", "time limit", "slowest AC", "wall")
_RIGHT = frozenset({2, 3, 4, 5, 6, 7})  # columns of numbers, counted with the mark in front
_GREEN, _RED, _BOLD = "32", "31", "1"


def render_text(contest: ContestReport, *, color: bool = False) -> str:
    """A table of the problems, then for each what wants to be looked at, then the summary."""
    paint = text.painter(color)
    submissions = sum(len(problem.report.submissions) for problem in contest.problems)
    counts = [
        wording.counted(len(contest.problems), "problem"),
        wording.counted(submissions, "submission"),
    ]
    sections: list[Sequence[str]] = [
        [paint(f"{on_one_line(contest.name)}: {', '.join(counts)}", _BOLD)],
        _table(contest.problems, paint),
        *(lines for problem in contest.problems for lines in _attention(problem, paint)),
        text.section("Of the contest", text.findings(contest.diagnostics), paint),
        _summary(contest, paint),
    ]
    return text.joined(sections)


def render_json(contest: ContestReport) -> str:
    """One JSON object; each of its `problems` is the report of a run, with `label` and `folder`."""
    return json.dumped(
        {
            "schema": SCHEMA,
            "contest": contest.name,
            "exit_code": contest.exit_code,
            "diagnostics": [json.diagnostic(found) for found in contest.diagnostics],
            "not_run": list(contest.not_run),
            "problems": [
                {"label": p.label, "folder": p.folder, **json.document(p.report)}
                for p in contest.problems
            ],
        }
    )


def render_junit(contest: ContestReport) -> str:
    """One suite for each problem, and one for what is wrong with the contest itself."""
    suites = [junit.suite(_title(p), p.report) for p in contest.problems]
    faults = list(map(str, errors_in(contest.diagnostics)))
    faults += [f"{folder}: not run" for folder in contest.not_run]
    if not contest.problems:
        faults.append("no problem was judged")
    if faults:
        suites.append(junit.fault_suite(contest.name, "the contest is not whole", faults))
    return junit.written(suites)


def render_github(contest: ContestReport, *, root: str = "") -> str:
    """Annotations over all problems, errors first; `root` as for one package."""
    found = [github.of_diagnostic(d, root) for d in contest.diagnostics]
    for problem in contest.problems:
        folder = f"{root}/{problem.folder}" if root else problem.folder
        found += github.of_report(problem.report, folder)
    found.sort(key=lambda annotation: annotation.level != "error")
    return github.written(found)


def _title(problem: ProblemRun) -> str:
    return on_one_line(f"{problem.label} {problem.folder}".strip())


def _table(problems: Sequence[ProblemRun], paint: Paint) -> list[str]:
    if not problems:
        return []
    rows = text.aligned([("", *_HEADINGS), *map(_row, problems)], _RIGHT)
    lines = [paint(f"{'  '.join(rows[0])}  what", _BOLD)]
    for problem, row in zip(problems, rows[1:], strict=True):
        color = _RED if problem.report.exit_code else _GREEN
        lines.append("  ".join([paint(row[0], color), *row[1:], _what(problem.report)]).rstrip())
    return lines


def _row(problem: ProblemRun) -> tuple[str, ...]:
    report = problem.report
    stated = [s for s in report.submissions if s.met is not None]
    accepted = [s for s in stated if s.met and s.verdict is Verdict.AC]
    slowest = max((s.max_cpu_s or 0.0 for s in accepted), default=None)
    return (
        "FAIL" if report.exit_code else "ok",
        _title(problem),
        f"{sum(s.met is True for s in stated)}/{len(stated)}",
        f"{sum(bool(s.testcases) for s in report.submissions)}/{len(report.submissions)}",
        str(report.tests_total),
        "-" if report.limits is None else f"{report.limits.time_s:.2f} s",
        "-" if slowest is None else f"{slowest:.2f} s",
        f"{report.wall_s:.1f} s",
    )


def _what(report: RunReport) -> str:
    """Why the problem is not as it should be, else how many warnings it has."""
    if concerns := wording.concerns(report):
        return "; ".join(words for _, words in concerns)
    warnings = wording.warnings(report)
    return wording.counted(len(warnings), "warning") if warnings else ""


def _attention(problem: ProblemRun, paint: Paint) -> list[list[str]]:
    sections = text.attention(problem.report, paint)
    if not sections:
        return []
    first, *others = sections
    return [[paint(f"== {_title(problem)}", _BOLD), *first], *others]


def _summary(contest: ContestReport, paint: Paint) -> list[str]:
    failed = [p for p in contest.problems if p.report.exit_code]
    good = len(contest.problems) - len(failed)
    lines = [f"{good} of {wording.counted(len(contest.problems), 'problem')} as expected."]
    if contest.not_run:
        lines.append(f"Interrupted, not run: {', '.join(map(on_one_line, contest.not_run))}.")
    if contest.exit_code:
        deciding = [p for p in failed if p.report.exit_code == contest.exit_code]
        why = ", ".join(map(_title, deciding)) or "the list of its problems"
        lines.append(f"Exit code {contest.exit_code}: {why}.")
    return [*lines[:-1], paint(lines[-1], _RED if contest.exit_code else _GREEN)]
