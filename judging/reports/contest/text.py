"""The report of a contest for people: a table of its problems, details, and the summary."""

from __future__ import annotations

from collections.abc import Sequence

from judging.core.results import ContestReport, ProblemRun, RunReport
from judging.core.verdicts import Verdict
from judging.reports.layout import (
    BOLD,
    GREEN,
    RED,
    Paint,
    aligned,
    diagnostics,
    folded,
    joined,
    painter,
    section,
    shortened,
)
from judging.reports.medium import FILE, Medium
from judging.reports.run import text, wording
from judging.reports.wording import counted, on_one_line

_HEADINGS = ("problem", "met", "judged", "tests", "time limit", "slowest AC", "wall")
_RIGHT = frozenset({2, 3, 4, 5, 6, 7})  # columns of numbers; column 0 is the mark


def render(contest: ContestReport, medium: Medium = FILE) -> str:
    """Return a table of the problems, then the details of each problem that needs attention, then
    the summary."""
    paint, width = painter(medium.color), medium.width
    submissions = sum(len(problem.report.submissions) for problem in contest.problems)
    counts = f"{counted(len(contest.problems), 'problem')}, {counted(submissions, 'submission')}"
    sections: list[Sequence[str]] = [
        [paint(f"{on_one_line(contest.name)}: {counts}", BOLD)],
        _table(contest.problems, paint, width),
        *(lines for problem in contest.problems for lines in _attention(problem, paint, width)),
        section("Contest", diagnostics(contest.diagnostics), paint, width),
        _summary(contest, paint, width),
    ]
    return joined(sections)


def title(problem: ProblemRun) -> str:
    """Return the label and the folder of a problem."""
    return on_one_line(f"{problem.label} {problem.folder}".strip())


def _table(problems: Sequence[ProblemRun], paint: Paint, width: int | None) -> list[str]:
    if not problems:
        return []
    heading, *rows = aligned([("", *_HEADINGS), *map(_row, problems)], _RIGHT)
    room = None if width is None else max(width - len("  ".join(heading)) - 2, 0)
    lines = [paint(f"{'  '.join(heading)}  {shortened('what', room)}".rstrip(), BOLD)]
    for problem, row in zip(problems, rows, strict=True):
        color = RED if problem.report.exit_code else GREEN
        remark = shortened(_remark(problem.report), room)
        lines.append("  ".join([paint(row[0], color), *row[1:], remark]).rstrip())
    return lines


def _row(problem: ProblemRun) -> tuple[str, ...]:
    report = problem.report
    stated = [s for s in report.submissions if s.met is not None]
    accepted = [s for s in stated if s.met and s.verdict is Verdict.AC]
    slowest = max((s.max_cpu_s or 0.0 for s in accepted), default=None)
    return (
        "FAIL" if report.exit_code else "ok",
        title(problem),
        f"{sum(s.met is True for s in stated)}/{len(stated)}",
        f"{sum(bool(s.testcases) for s in report.submissions)}/{len(report.submissions)}",
        str(report.tests_total),
        "-" if report.limits is None else f"{report.limits.time_s:.2f} s",
        "-" if slowest is None else f"{slowest:.2f} s",
        f"{report.wall_s:.1f} s",
    )


def _remark(report: RunReport) -> str:
    """Return why the problem's exit code is not 0, else how many warnings it has."""
    if concerns := wording.concerns(report):
        return "; ".join(words for _, words in concerns)
    warnings = wording.warnings(report)
    return counted(len(warnings), "warning") if warnings else ""


def _attention(problem: ProblemRun, paint: Paint, width: int | None) -> list[list[str]]:
    sections = text.attention(problem.report, paint, width)
    if not sections:
        return []
    first, *others = sections
    return [[paint(f"== {title(problem)}", BOLD), *first], *others]


def _summary(contest: ContestReport, paint: Paint, width: int | None) -> list[str]:
    failed = [p for p in contest.problems if p.report.exit_code]
    good = len(contest.problems) - len(failed)
    lines = [f"{good} of {counted(len(contest.problems), 'problem')} as expected."]
    if contest.not_run:
        lines.append(f"Interrupted, not run: {', '.join(map(on_one_line, contest.not_run))}.")
    if contest.exit_code:
        deciding = [p for p in failed if p.report.exit_code == contest.exit_code]
        why = ", ".join(map(title, deciding)) or "the list of its problems"
        lines.append(f"Exit code {contest.exit_code}: {why}.")
    last = folded(lines[-1:], width)
    color = RED if contest.exit_code else GREEN
    return [*folded(lines[:-1], width), *(paint(line, color) for line in last)]
