"""The table of a run's report: one row per submission, under a line for each folder.

While submissions run, a row is written as soon as its result is final. So the columns are as wide
as the widest result that can come, and the rows do not depend on each other.
"""

from collections.abc import Iterator, Mapping, Sequence

from judging.core.limits import format_size
from judging.core.results import RunReport, Status, SubmissionResult
from judging.core.scoring import format_score
from judging.reports.layout import Columns, shortened, widths_of
from judging.reports.medium import BOLD, GREEN, RED, YELLOW, Medium
from judging.reports.run import wording
from judging.reports.run.wording import Outcome
from judging.reports.wording import on_one_line, printable

_NUMBERS = frozenset(
    {"score", "max CPU", "memory", "tests"}
)  # columns, set to the right
# On a narrow terminal the table loses these columns, in this order, and then parts of names.
_DISPENSABLE = ("language", "memory", "tests", "max CPU")
_LEAST_NAME = 12
COLORS: Mapping[Outcome, str] = {
    Outcome.MET: GREEN,
    Outcome.UNMET: RED,
    Outcome.ERROR: RED,
    Outcome.SKIPPED: YELLOW,
    Outcome.UNDECIDED: YELLOW,
    Outcome.UNSTATED: BOLD,
}


class Table:
    """The table of a report, or of a run for which `report` is the plan."""

    def __init__(self, report: RunReport, medium: Medium) -> None:
        self._report, self._medium = report, medium
        everything = report.planned or report.submissions
        headings = ["", "submission"]
        headings += wording.columns(everything[0], report) if everything else []
        rows = [headings, *map(self._cells, everything)]
        if report.planned:
            rows.append(_widest(report, headings))
        sizes = widths_of(rows)
        self._kept = _fitting(headings, sizes, medium.width)
        right = frozenset(n for n, c in enumerate(self._kept) if headings[c] in _NUMBERS)
        self._columns = Columns([sizes[column] for column in self._kept], right, medium)
        self._headings = headings
        self._above = ""  # the folder of the last row
        self._everything = everything

    def heading(self) -> list[str]:
        """Return the first line; nothing without submissions."""
        return self._entry(self._headings, "deciding test") if self._everything else []

    def rows(self, submissions: Sequence[SubmissionResult]) -> Iterator[str]:
        """Yield the lines of the next submissions, those of a folder together."""
        for submission in in_order(submissions, self._everything):
            folder = f"{_folder(submission) or '.'}/"
            if folder != self._above:
                yield self._medium.paint(shortened(folder, self._medium.width), BOLD)
            self._above = folder
            color = COLORS[wording.outcome(submission, self._report)]
            yield from self._entry(self._cells(submission), _deciding(submission), color)

    def _cells(self, submission: SubmissionResult) -> list[str]:
        name = on_one_line(submission.path).rpartition("/")[2]
        cells = wording.columns(submission, self._report).values()
        return [wording.outcome(submission, self._report), name, *cells]

    def _entry(self, cells: Sequence[str], note: str, color: str = "") -> list[str]:
        row = [cells[column] for column in self._kept]
        row[1] = shortened(row[1], self._columns.widths[1])
        return self._columns.entry(row, note, color)


def in_order(
    submissions: Sequence[SubmissionResult], everything: Sequence[SubmissionResult]
) -> list[SubmissionResult]:
    """Return submissions with those of a folder together, folders in the order of `everything`."""
    places = {
        folder: place
        for place, folder in enumerate(dict.fromkeys(map(_folder, everything)))
    }
    return sorted(submissions, key=lambda s: places[_folder(s)])


def _folder(submission: SubmissionResult) -> str:
    return on_one_line(submission.path).rpartition("/")[0]


def _widest(report: RunReport, headings: Sequence[str]) -> list[str]:
    """Return the widest cell that each column can get."""
    limits, total = report.limits, report.tests_total
    cells = {"": Outcome.ERROR.value, "tests": f"{total}/{total}"}
    if limits is not None:
        cells["max CPU"] = f">= {limits.kill_s:.2f} s"
        cells["memory"] = max(format_size(limits.memory_bytes), "9.9 MiB", key=len)
    if report.best_score is not None:
        cells["score"] = format_score(report.best_score)
    return [cells.get(heading, "") for heading in headings]


def _fitting(headings: Sequence[str], sizes: list[int], width: int | None) -> list[int]:
    """Return the columns that fit in `width`; if too few do, make the names shorter in `sizes`."""
    kept = list(range(len(headings)))
    if width is None:
        return kept

    def excess() -> int:
        return sum(sizes[column] + 2 for column in kept) - 2 - width

    for heading in _DISPENSABLE:
        if excess() > 0 and heading in headings:
            kept.remove(headings.index(heading))
    sizes[1] = min(sizes[1], max(sizes[1] - excess(), _LEAST_NAME))
    return kept


def _deciding(submission: SubmissionResult) -> str:
    if submission.status is Status.NOT_JUDGED:
        return "not judged"
    if submission.status is Status.COMPILE_ERROR:
        return "does not compile"
    if (deciding := submission.deciding) is None:
        return ""
    first, *more = printable(deciding.message).strip().splitlines() or [""]
    name = on_one_line(deciding.name)
    return f"{name}: {first}{' ...' if more else ''}" if first else name
