"""Views of every test of every submission, for the text report: a list, and a matrix of
letters."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from judging.core.limits import format_size
from judging.core.results import RunReport, Status, SubmissionResult
from judging.core.runs import TestcaseResult
from judging.core.verdicts import LETTERS, NAMES, Verdict
from judging.reports.medium import BOLD, GREEN, RED, YELLOW, Medium, RunView
from judging.reports.run import wording
from judging.reports.run.table import COLORS
from judging.reports.textkit import last_columns, padded, section, shortened, widths_of
from judging.reports.wording import at_least, counted, on_one_line
from judging.values import Value

_WIDTH = 100  # columns of the matrix in a pipe or a file
_TEN = 10  # tests between two gaps of the matrix, and letters of a folder's name
_NOT_RUN = "-"
_INDENT = 4  # of the lines of an item in a section
_NUMBERS = frozenset({0, 3, 4})  # columns of `_cells` that are set to the right
# Of letters that are not red: what is accepted, what ran into a limit, what says
# nothing.
_LETTER_COLORS = {
    ".": GREEN,
    "T": YELLOW,
    "M": YELLOW,
    "O": YELLOW,
    _NOT_RUN: "",
    " ": "",
}


def of_run(report: RunReport, medium: Medium) -> list[list[str]]:
    """Return the lines of each view that the medium asks for."""
    if not report.submissions:
        return []
    return [view(report, medium) for name, view in VIEWS.items() if name in medium.views]


def _numbers_of_tests(report: RunReport) -> dict[str, int]:
    """Return the number, from 1, of each test: of those in the plan, then of others
    that ran."""
    names = dict.fromkeys(report.tests)
    for submission in report.submissions:
        names.update(dict.fromkeys(test.name for test in submission.testcases))
    return {name: number for number, name in enumerate(names, 1)}


def _every_test(report: RunReport, medium: Medium) -> list[str]:
    numbers = _numbers_of_tests(report)
    items = []
    for submission in report.submissions:
        name = f"{submission.path} ({wording.language(submission, report)})"
        head = f"{on_one_line(name)}: {wording.outcome_of(submission)}"
        lines = _tests_of(submission, numbers, medium)
        items.append("\n".join([head, *lines]))
    return section("Tests", items, medium)


def _tests_of(
    submission: SubmissionResult, numbers: Mapping[str, int], medium: Medium
) -> list[str]:
    """Return a line for each test that ran, and one that counts the others."""
    tests = submission.testcases
    rows = [_cells(test, numbers[test.name]) for test in tests]
    widths = widths_of(rows)
    room = None if medium.width is None else medium.width - _INDENT
    lines = []
    for row, test in zip(rows, tests, strict=True):
        line = "  ".join([*padded(row, widths, _NUMBERS), on_one_line(test.message)])
        lines.append(shortened(line, room).rstrip())
    left = len(numbers) - len(tests)
    if left:
        lines.append(f"not run: {counted(left, 'test')}")
    return lines


def _cells(test: TestcaseResult, number: int) -> list[str]:
    execution = test.execution
    cpu = f"{at_least(execution.stopped)}{execution.cpu_s:.2f} s"
    memory = format_size(execution.memory_bytes)
    return [str(number), on_one_line(test.name), test.verdict, cpu, memory]


class _Place(Value):
    """A test and its column in a line of letters."""

    name: str
    column: int


_Block = Sequence[_Place]


def _overview(report: RunReport, medium: Medium) -> list[str]:
    """Return a line of letters for each submission, one letter for each test, in blocks
    that are as wide as the medium. The numbers above a block are those of
    `_every_test`."""
    width = medium.width or _WIDTH
    numbers = _numbers_of_tests(report)
    if not numbers:  # every submission was skipped before a test was chosen
        return []
    labels = [wording.short_path(submission.path) for submission in report.submissions]
    # A third: verdicts are what the overview is for, and the end of a name tells it apart.
    label_width = min(max(map(len, labels)), width // 3)
    lines = []
    for block in _blocks(list(numbers), width - label_width - 4):
        margin = " " * (label_width + 4)
        lines.append(f"{margin}{_marked(_folder_marks(block))}")
        lines.append(f"{margin}{_marked(_number_marks(block, numbers))}")
        for label, submission in zip(labels, report.submissions, strict=True):
            shown = last_columns(label, label_width).ljust(label_width)
            color = COLORS[wording.outcome(submission, report)]
            letters = _letters(submission, block, medium)
            lines.append(f"  {medium.paint(shown, color)}  {letters}")
    title = f"Overview ({', '.join(_legend(report))})"
    return [medium.paint(title, BOLD), *(line.rstrip() for line in lines)]


def _legend(report: RunReport) -> list[str]:
    seen: set[Verdict] = set()
    for submission in report.submissions:
        seen.update(test.verdict for test in submission.testcases)
    letters = [f"{LETTERS[verdict]} {verdict}" for verdict in Verdict if verdict in seen]
    return [*letters, f"{_NOT_RUN} not run"]


def _blocks(names: Sequence[str], room: int) -> Iterator[_Block]:
    """Divide tests into blocks of at most `room` columns, with gaps between folders and
    after ten tests of a folder."""
    block: list[_Place] = []
    column = 0
    for folder, group in groupby(names, key=_folder):
        start = column
        for index, name in enumerate(group):
            if block and index and index % _TEN == 0:
                column += 1
            if column >= room and block:
                yield block
                block = []
                start = 0
                column = 0
            block.append(_Place(name, column))
            column += 1
        # The name of a folder stands above its tests: the next folder begins behind
        # both.
        column = max(column + 2, start + len(folder) + 1)
    yield block


def _folder(name: str) -> str:
    """Return the folder of a test, cut to what fits above ten tests."""
    return on_one_line(name).rpartition("/")[0].rpartition("/")[2][:_TEN]


class _Mark(Value):
    """A text above the letters that begins at a column."""

    text: str
    column: int


def _folder_marks(block: _Block) -> list[_Mark]:
    """Return the name of each folder, above its first test in this block."""
    columns: dict[str, int] = {}
    for place in block:
        columns.setdefault(_folder(place.name), place.column)
    return [_Mark(folder, column) for folder, column in columns.items()]


def _number_marks(block: _Block, numbers: Mapping[str, int]) -> list[_Mark]:
    """Return the number of each test that begins the block or stands behind a gap."""
    marks = []
    expected = None  # the column of a test that directly follows the one before it
    for place in block:
        if place.column != expected:
            marks.append(_Mark(str(numbers[place.name]), place.column))
        expected = place.column + 1
    return marks


def _marked(marks: Sequence[_Mark]) -> str:
    """Return a line with a text at each column; leave out texts that reach the next
    one."""
    line = ""
    for index, mark in enumerate(marks):
        following = marks[index + 1 : index + 2]
        if following and mark.column + len(mark.text) >= following[0].column:
            continue
        line = line.ljust(mark.column) + mark.text
    return line


def _letters(submission: SubmissionResult, block: _Block, medium: Medium) -> str:
    if submission.status is not Status.JUDGED:
        return NAMES[submission.verdict] if submission.verdict else "not judged"
    letters = {test.name: LETTERS[test.verdict] for test in submission.testcases}
    line = ""
    for place in block:
        line = line.ljust(place.column) + letters.get(place.name, _NOT_RUN)
    # Neighbours of one colour are painted together: a code for each letter would make a
    # line of a thousand tests five times as long.
    painted = ""
    for color, part in groupby(line, key=lambda letter: _LETTER_COLORS.get(letter, RED)):
        painted += medium.paint("".join(part), color)
    return painted


VIEWS: Mapping[RunView, Callable[[RunReport, Medium], list[str]]] = {
    RunView.EVERY_TEST: _every_test,
    RunView.OVERVIEW: _overview,
}
