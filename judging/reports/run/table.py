"""The table of a run's report: one row per submission, under a line for each folder.

While submissions run, a row is written as soon as its result is final. So the columns
are as wide as the widest result that can come, and the rows do not depend on each
other.
"""

from collections.abc import Iterator, Mapping, Sequence

from judging.core.limits import format_size
from judging.core.results import RunReport, Status, SubmissionResult
from judging.core.scoring import format_score
from judging.core.verdicts import Verdict
from judging.reports.medium import BOLD, GREEN, RED, YELLOW, Medium
from judging.reports.run import wording
from judging.reports.run.wording import SubmissionOutcome
from judging.reports.textkit import Columns, shortened, widths_of
from judging.reports.wording import on_one_line, printable
from judging.values import Value

_NUMBERS = {"score", "max CPU", "memory", "tests"}  # columns that are set to the right
# On a narrow terminal the table loses these columns, in this order, and then parts of
# names.
_DISPENSABLE = ("language", "memory", "tests", "max CPU")
_LEAST_NAME = 12  # columns: most names differ in their first letters
_NAME = 1  # the column of names: it is never dispensable, so it stays at this place
COLORS: Mapping[SubmissionOutcome, str] = {
    SubmissionOutcome.MET: GREEN,
    SubmissionOutcome.UNMET: RED,
    SubmissionOutcome.ERROR: RED,
    SubmissionOutcome.SKIPPED: YELLOW,
    SubmissionOutcome.UNDECIDED: YELLOW,
    SubmissionOutcome.UNSTATED: BOLD,
}


class SubmissionTable:
    """The table of a report, or of a run for which `report` is the plan."""

    def __init__(self, report: RunReport, medium: Medium) -> None:
        self._report = report
        self._medium = medium
        self._everything = report.planned or report.submissions
        self._folder_above = ""  # of the last row
        self._headings = ["", "submission"]
        if self._everything:
            self._headings += wording.columns(self._everything[0], report)
        rows = [self._headings]
        for submission in self._everything:
            rows.append(self._cells(submission))
        if report.planned:
            rows.append(_widest(report, self._headings))
        fitting = _fitting(self._headings, widths_of(rows), medium.width)
        self._kept = fitting.kept
        right = set()
        for place, column in enumerate(fitting.kept):
            if self._headings[column] in _NUMBERS:
                right.add(place)
        self._columns = Columns(fitting.widths, frozenset(right), medium)

    def heading(self) -> list[str]:
        """Return the first line; nothing without submissions."""
        if not self._everything:
            return []
        return self._columns.heading(self._fitted(self._headings), "deciding test")

    def rows(self, submissions: Sequence[SubmissionResult]) -> Iterator[str]:
        """Yield the lines of the next submissions, those of a folder together."""
        for submission in in_order(submissions, self._everything):
            folder = f"{_folder(submission) or '.'}/"
            if folder != self._folder_above:
                yield self._medium.paint(shortened(folder, self._medium.width), BOLD)
            self._folder_above = folder
            row = self._fitted(self._cells(submission))
            color = COLORS[wording.outcome(submission, self._report)]
            yield from self._columns.entry(row, _deciding(submission), color)

    def _cells(self, submission: SubmissionResult) -> list[str]:
        name = on_one_line(submission.path).rpartition("/")[2]
        cells = wording.columns(submission, self._report).values()
        return [wording.outcome(submission, self._report), name, *cells]

    def _fitted(self, cells: Sequence[str]) -> list[str]:
        """Return the cells of the columns that are shown, the name cut to its column."""
        row = [cells[column] for column in self._kept]
        row[_NAME] = shortened(row[_NAME], self._columns.widths[_NAME])
        return row


def in_order(
    submissions: Sequence[SubmissionResult], everything: Sequence[SubmissionResult]
) -> list[SubmissionResult]:
    """Return submissions with those of a folder together, folders in the order of
    `everything`."""
    places: dict[str, int] = {}
    for submission in everything:
        places.setdefault(_folder(submission), len(places))
    return sorted(submissions, key=lambda s: places[_folder(s)])


def _folder(submission: SubmissionResult) -> str:
    return on_one_line(submission.path).rpartition("/")[0]


def _widest(report: RunReport, headings: Sequence[str]) -> list[str]:
    """Return the widest cell that each column can get, so that rows that are written
    already stay aligned with those to come."""
    limits = report.limits
    total = report.tests_total
    cells = {"": SubmissionOutcome.ERROR.value, "tests": f"{total}/{total}"}
    if limits is not None:
        factor = max(report.language_factors.values(), default=1.0)
        kill_s = limits.times(max(factor, 1.0)).kill_s
        cells["max CPU"] = f">= {kill_s:.2f} s"
        # Below 10 MiB a size has a decimal: it may be wider than that of the limit.
        cells["memory"] = max(format_size(limits.memory_bytes), "9.9 MiB", key=len)
    if report.best_score is not None:
        cells["score"] = format_score(report.best_score)
    return [cells.get(heading, "") for heading in headings]


class _Fitting(Value):
    """The columns that fit on a terminal, and their widths."""

    kept: Sequence[int]
    widths: Sequence[int]


def _fitting(
    headings: Sequence[str], widths: Sequence[int], terminal: int | None
) -> _Fitting:
    """Return the columns that fit in `terminal` columns; if too few do, make the names
    shorter."""
    kept = list(range(len(headings)))
    if terminal is None:
        return _Fitting(kept, widths)
    for heading in _DISPENSABLE:
        if _excess(kept, widths, terminal) > 0 and heading in headings:
            kept.remove(headings.index(heading))
    room = widths[_NAME] - _excess(kept, widths, terminal)
    kept_widths = [widths[column] for column in kept]
    kept_widths[_NAME] = min(widths[_NAME], max(room, _LEAST_NAME))
    return _Fitting(kept, kept_widths)


def _excess(kept: Sequence[int], widths: Sequence[int], terminal: int) -> int:
    """Return by how many columns a line of these cells is wider than the terminal."""
    gaps = 2 * (len(kept) - 1)
    return sum(widths[column] for column in kept) + gaps - terminal


def _deciding(submission: SubmissionResult) -> str:
    """Return the test that decides the verdict, with the first line of its message."""
    if submission.status is Status.NOT_JUDGED:
        return "not judged"
    if submission.status is Status.COMPILE_ERROR:
        return "does not compile"
    deciding = submission.deciding
    if deciding is None:
        return ""
    name = on_one_line(deciding.name)
    # One fault of the checker concerns many submissions, and is explained once.
    if deciding.verdict is Verdict.JE:
        return f"{name}: see the errors below"
    first, *more = printable(deciding.message).strip().splitlines() or [""]
    if not first:
        return name
    return f"{name}: {first} ..." if more else f"{name}: {first}"
