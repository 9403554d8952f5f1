"""Views of every test of every submission, for the text report: a list, and a matrix of letters."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from judging.core.limits import format_size
from judging.core.results import RunReport, Status, SubmissionResult, TestcaseResult
from judging.core.verdicts import LETTERS, NAMES, Verdict
from judging.reports.layout import aligned, ending, section, shortened
from judging.reports.medium import BOLD, GREEN, RED, YELLOW, Medium
from judging.reports.run import wording
from judging.reports.run.table import COLORS
from judging.reports.wording import at_least, counted, on_one_line

_WIDTH = 100  # of the matrix in a pipe or a file
_TEN = 10  # tests between two gaps of the matrix
_NOT_RUN = "-"
_COLORS = {".": GREEN, "T": YELLOW, "M": YELLOW, "O": YELLOW, _NOT_RUN: "", " ": ""}


def chosen(request: object) -> list[str]:
    """Return the views that a command line asks for: each is an option of `judge run`."""
    return [name for name in VIEWS if getattr(request, name)]


def of_run(report: RunReport, medium: Medium) -> list[list[str]]:
    """Return the lines of each view that the medium asks for."""
    if not report.submissions:
        return []
    return [view(report, medium) for name, view in VIEWS.items() if name in medium.views]


def _number(report: RunReport) -> dict[str, int]:
    ran = (
        test.name for submission in report.submissions for test in submission.testcases
    )
    return {
        name: place for place, name in enumerate(dict.fromkeys((*report.tests, *ran)), 1)
    }


def _every_test(report: RunReport, medium: Medium) -> list[str]:
    numbers = _number(report)
    items = []
    for submission in report.submissions:
        title = f"{submission.path} ({wording.language(submission, report)})"
        rows = aligned(
            [_run(test, numbers) for test in submission.testcases], frozenset({0, 3, 4})
        )
        lines = []
        for cells, test in zip(rows, submission.testcases, strict=True):
            line = "  ".join([*cells, on_one_line(test.message)])
            lines.append(shortened(line, medium.width and medium.width - 4).rstrip())
        if left := numbers.keys() - {test.name for test in submission.testcases}:
            lines.append(f"not run: {counted(len(left), 'test')}")
        items.append(
            "\n".join(
                [f"{on_one_line(title)}: {wording.outcome_of(submission)}", *lines]
            )
        )
    return section("Tests", items, medium)


def _run(test: TestcaseResult, numbers: Mapping[str, int]) -> list[str]:
    execution = test.execution
    cpu = f"{at_least(execution.stopped)}{execution.cpu_s:.2f} s"
    memory = format_size(execution.memory_bytes)
    return [str(numbers[test.name]), on_one_line(test.name), test.verdict, cpu, memory]


def _overview(report: RunReport, medium: Medium) -> list[str]:
    """Return a line of letters for each submission, one letter for each test, in blocks that are as
    wide as the medium. The numbers above a block are those of `_every_test`."""
    width, numbers = medium.width or _WIDTH, _number(report)
    labels = [wording.short_path(submission.path) for submission in report.submissions]
    label_width = min(max(map(len, labels)), width // 3)
    lines = []
    for block in _blocks(list(numbers), width - label_width - 4):
        starts = [
            (c, n) for place, (c, n) in enumerate(block) if c != block[place - 1][0] + 1
        ]
        folders = dict(reversed([(_folder(name), column) for column, name in block]))
        marks = [(column, folder) for folder, column in reversed(folders.items())]
        for line in (marks, [(column, str(numbers[name])) for column, name in starts]):
            lines.append(f"{'':{label_width + 4}}{_marked(line)}")
        for label, submission in zip(labels, report.submissions, strict=True):
            shown = ending(label, label_width).ljust(label_width)
            color = COLORS[wording.outcome(submission, report)]
            lines.append(
                f"  {medium.paint(shown, color)}  {_letters(submission, block, medium)}"
            )
    seen = {test.verdict for s in report.submissions for test in s.testcases}
    legend = [f"{LETTERS[verdict]} {verdict}" for verdict in Verdict if verdict in seen]
    title = f"Overview ({', '.join([*legend, f'{_NOT_RUN} not run'])})"
    return [medium.paint(title, BOLD), *(line.rstrip() for line in lines)]


_Block = Sequence[tuple[int, str]]  # the column of each test in the line, and its name


def _blocks(names: Sequence[str], room: int) -> Iterator[_Block]:
    """Divide tests into blocks of at most `room` columns, with gaps between folders and after ten
    tests of a folder."""
    block: list[tuple[int, str]] = []
    column = 0
    for folder, group in groupby(names, key=_folder):
        start = column
        for place, name in enumerate(group):
            column += bool(block and place and place % _TEN == 0)
            if column >= room and block:
                yield block
                block, start, column = [], 0, 0
            block.append((column, name))
            column += 1
        column = max(
            column + 2, start + len(folder) + 1
        )  # its name stands above its tests
    yield block


def _folder(name: str) -> str:
    return on_one_line(name).rpartition("/")[0].rpartition("/")[2][:_TEN]


def _marked(marks: Sequence[tuple[int, str]]) -> str:
    """Return a line with a text at each column; leave out texts that do not fit."""
    line = ""
    for (column, text), (end, _) in zip(
        marks, [*marks[1:], (_WIDTH**2, "")], strict=True
    ):
        if column + len(text) < end:
            line = line.ljust(column) + text
    return line


def _letters(submission: SubmissionResult, block: _Block, medium: Medium) -> str:
    if submission.status is not Status.JUDGED:
        return NAMES[submission.verdict] if submission.verdict else "not judged"
    letters = {test.name: LETTERS[test.verdict] for test in submission.testcases}
    line = ""
    for column, name in block:
        line = line.ljust(column) + letters.get(name, _NOT_RUN)
    parts = groupby(line, key=lambda letter: _COLORS.get(letter, RED))
    return "".join(medium.paint("".join(part), color) for color, part in parts)


VIEWS: Mapping[str, Callable[[RunReport, Medium], list[str]]] = {
    "verbose": _every_test,
    "overview": _overview,
}
