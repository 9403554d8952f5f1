"""The report that a setter reads in a terminal, a log or a pipe.

A table with one row per submission, below it all that wants attention, and last the summary.
What comes from outside stands behind `| ` where it has several lines: none of them can pass for
one of ours, nor for a `::command` to a CI system that reads the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from judging.core.results import Execution, RunReport, Status, SubmissionResult
from judging.core.scoring import format_score
from judging.core.verdicts import is_in
from judging.reports import wording
from judging.reports.wording import Outcome, on_one_line, printable

_NUMBERS = frozenset({"score", "max CPU", "memory", "tests"})  # columns, set to the right

_BOLD, _RED, _GREEN, _YELLOW = "1", "31", "32", "33"
_COLORS = {
    Outcome.MET: _GREEN,
    Outcome.UNMET: _RED,
    Outcome.ERROR: _RED,
    Outcome.SKIPPED: _YELLOW,
    Outcome.UNSTATED: _BOLD,
}

Paint = Callable[[str, str], str]


def render(report: RunReport, *, color: bool = False, width: int | None = None) -> str:
    """The report as text. `width` is that of the terminal: a message of the deciding test that
    does not fit its row is then left out. Without it, as in a pipe, nothing is."""
    paint = painter(color)
    sections = [
        _head(report, paint),
        _table(report, paint, width),
        section("Scores", _scores(report), paint),
        *attention(report, paint),
        list(report.notes),
        _summary(report, paint),
    ]
    return joined(sections)


def joined(sections: Iterable[Sequence[str]]) -> str:
    """Sections of lines with an empty line between two."""
    return "\n\n".join("\n".join(lines) for lines in sections if lines) + "\n"


def painter(color: bool) -> Paint:
    """What gives text a colour, or leaves it as it is."""
    return _sgr if color else _plain


def attention(report: RunReport, paint: Paint) -> list[list[str]]:
    """A section for each kind of thing that wants to be looked at; empty ones are left out."""
    sections = [
        section("Expectations not met", _details(report, Outcome.UNMET), paint),
        section("Judge errors", _details(report, Outcome.ERROR), paint),
        section("Not judged", _details(report, Outcome.SKIPPED), paint),
        section("Without an expectation", _unstated(report), paint),
        section("Errors of the package", findings(wording.errors(report)), paint),
        section("Errors of the machine", findings(report.machine_errors), paint),
        section("Warnings", findings(wording.warnings(report)), paint),
        section("Timed again", _timed_again(report), paint),
    ]
    return [lines for lines in sections if lines]


def _plain(text: str, code: str) -> str:
    return text


def _sgr(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m"


def _head(report: RunReport, paint: Paint) -> list[str]:
    counts = [wording.counted(report.tests_total, "test")]
    if not report.data_only:
        counts.insert(0, wording.counted(len(report.submissions), "submission"))
    if report.best_score is not None:
        counts.append(f"full score {format_score(report.best_score)}")
    lines = [paint(f"{on_one_line(report.problem)}: {', '.join(counts)}", _BOLD)]
    if (limits := report.limits) and not report.data_only:
        factor = f", time factor {report.time_factor:g}" if report.time_factor != 1 else ""
        if report.time_factor_spread is not None:
            factor += f" (spread {report.time_factor_spread:.0%})"
        lines.append(
            f"time limit {limits.time_s:.2f} s (stopped at {limits.kill_s:.2f} s){factor}, "
            f"memory {wording.size(limits.memory_bytes)}, "
            f"output {wording.size(limits.output_bytes)}, until {report.until}"
        )
    if report.inferred is not None:
        lines.append(on_one_line(f"time limit {report.inferred}"))
    if sandbox := report.sandbox:
        warnings = f" (weak: {'; '.join(sandbox.warnings)})" if sandbox.warnings else ""
        lines.append(on_one_line(f"sandbox {sandbox.tier}{warnings}"))
    return lines


def _table(report: RunReport, paint: Paint, width: int | None) -> list[str]:
    """The rows, aligned over the whole table, under a line for each folder."""
    if not report.submissions:
        return []
    headings = ["", *wording.headings(report)]
    right = frozenset(i for i, heading in enumerate(headings) if heading in _NUMBERS)
    rows = aligned([headings, *(_row(s, report) for s in report.submissions)], right)
    lines = [paint(f"{'  '.join(rows[0])}  deciding test", _BOLD)]
    folders: dict[str, list[str]] = {}
    for submission, row in zip(report.submissions, rows[1:], strict=True):
        color = _COLORS[wording.outcome(submission, report)]
        room = None if width is None else width - len("  ".join(row)) - 2
        last = _deciding(submission, room)
        line = "  ".join([paint(row[0], color), *row[1:], last]).rstrip()
        folders.setdefault(_folder(submission), []).append(line)
    for folder, members in folders.items():
        lines += [paint(f"{folder or '.'}/", _BOLD), *members]
    return lines


def _row(submission: SubmissionResult, report: RunReport) -> list[str]:
    name = on_one_line(submission.path).rpartition("/")[2]
    return [wording.outcome(submission, report), name, *wording.cells(submission, report)]


def _folder(submission: SubmissionResult) -> str:
    return on_one_line(submission.path).rpartition("/")[0]


def aligned(rows: Sequence[Sequence[str]], right: frozenset[int]) -> list[list[str]]:
    """Cells padded to the widths of their columns, those of `right` at the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        [
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        for row in rows
    ]


def _deciding(submission: SubmissionResult, room: int | None) -> str:
    """The deciding test and the first line of what it said, where there is room for that."""
    if submission.status is Status.NOT_JUDGED:
        return on_one_line(submission.reason or "not judged")
    if submission.status is Status.COMPILE_ERROR:
        return "does not compile"
    if (deciding := submission.deciding) is None:
        return ""
    first, *more = printable(deciding.message).strip().splitlines() or [""]
    name = on_one_line(deciding.name)
    line = f"{name}: {first}{' ...' if more else ''}" if first else name
    return line if room is None or len(line) <= room else name


def section(title: str, items: Iterable[str], paint: Paint) -> list[str]:
    """The lines of `items`, those below the first of each indented; empty without items."""
    lines: list[str] = []
    for item in items:
        first, *rest = item.splitlines() or [""]
        lines += [f"  {first}", *(f"    {line}" for line in rest)]
    return [paint(title, _BOLD), *lines] if lines else []


def findings(found: Iterable[object]) -> list[str]:
    """Words from outside, one item for each."""
    return ["\n".join(_outside(str(finding))) for finding in found]


def _details(report: RunReport, fared: Outcome) -> list[str]:
    return [_detail(submission, report) for submission in wording.with_outcome(report, fared)]


def _unstated(report: RunReport) -> list[str]:
    submissions = wording.with_outcome(report, Outcome.UNSTATED)
    return [_detail(s, report) for s in submissions if s.testcases == () or s.deciding]


def _detail(submission: SubmissionResult, report: RunReport) -> str:
    """All that a setter needs to see why: the test, the verdicts, the message, the output."""
    path = on_one_line(submission.path)
    if submission.status is Status.NOT_JUDGED:
        return f"{path}: {on_one_line(wording.explanation(submission))}"
    # Where the verdict is one that was required, a rule about some tests is broken, or a message.
    required = submission.required or frozenset()
    fits = submission.verdict is not None and is_in(submission.verdict, required)
    silent = submission.permitted is None or fits
    wanted = "" if silent else f", expected {wording.expected(submission)}"
    language = wording.language(submission, report)
    lines = [f"{path} ({language}): got {wording.outcome_of(submission)}{wanted}"]
    lines += _outside(wording.explanation(submission))
    lines += _rule(submission)
    if (testcase := wording.breaking(submission)) is not None:
        lines.append(f"{on_one_line(testcase.name)}: {_usage(testcase.execution, testcase.reruns)}")
        if submission.why and testcase.message not in submission.why:
            lines += _outside(testcase.message, "judge message")
        lines += _outside(testcase.diff, "output and answer")
        lines += _outside(testcase.dialogue, "end of the interaction")
        lines += _outside(testcase.stderr, "stderr")
    lines += _outside(wording.shortened(submission.compile_output), "compiler")
    return "\n".join(lines)


def _rule(submission: SubmissionResult) -> list[str]:
    """The whole expectation, where it says more than its short form in the line above."""
    permitted, required = submission.permitted or frozenset(), submission.required or frozenset()
    if permitted == required or not required:
        return []
    return [
        f"permitted: {wording.listed(permitted)}; at least once: {wording.listed(required, ' or ')}"
    ]


def _usage(execution: Execution, reruns: int) -> str:
    least = ">= " if execution.stopped else ""
    words = (
        f"CPU {least}{execution.cpu_s:.2f} s, wall {execution.wall_s:.2f} s, "
        f"memory {wording.size(execution.memory_bytes)}"
    )
    return f"{words}, timed {reruns + 1} times" if reruns else words


def _outside(words: str, title: str = "") -> list[str]:
    """Words that are not ours: a single line without a title as it is, others behind `| `."""
    lines = printable(words).rstrip().splitlines()
    if not title and len(lines) == 1 and not lines[0].lstrip().startswith("::"):
        return lines
    head = [f"{title}:"] if title and lines else []
    return [*head, *(f"| {line}".rstrip() for line in lines)]


def _scores(report: RunReport) -> list[str]:
    """One line per submission with groups, and what each of them scores."""
    return [
        on_one_line(f"{submission.path}: {wording.score(submission)} ({groups})")
        for submission in report.submissions
        if (groups := wording.groups(submission))
    ]


def _timed_again(report: RunReport) -> list[str]:
    """One line per submission with a rerun, under their count."""
    lines = []
    runs = 0
    for submission in report.submissions:
        names = [testcase.name for testcase in submission.testcases if testcase.reruns]
        runs += len(names)
        if names:
            lines.append(f"{on_one_line(submission.path)}: {on_one_line(', '.join(names))}")
    if not runs:
        return []
    was = "run near the time limit was" if runs == 1 else "runs near the time limit were"
    return [f"{runs} {was} timed again, the least time counts:", *lines]


def _summary(report: RunReport, paint: Paint) -> list[str]:
    """The last line in the colour of how it ended."""
    lines = wording.summary(report)
    color = _RED if report.exit_code else _GREEN
    return [*lines[:-1], *(paint(line, color) for line in lines[-1:])]
