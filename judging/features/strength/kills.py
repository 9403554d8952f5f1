"""The kill matrix as text: one character for each test, families side by side, folded
to fit."""

from collections.abc import Sequence
from string import ascii_letters

from judging.core.verdicts import LETTERS, NAMES, Verdict
from judging.features.strength.matrix import KillMatrix, Row
from judging.reports.textkit import wrapped
from judging.reports.wording import counted
from judging.values import Value

_GAP = 2  # columns before a name, and before the verdicts of a row
# Columns of a block, however long the names are: the lines may then be wider than the
# terminal, which is better than a block for each test.
_LEAST_ROOM = 10
_NO_LETTER_LEFT = "+"  # stands for every family after the 52nd
_COUNT_WIDTH = len("999 tests")


class _Family(Value):
    """The tests of one family, with the letter that stands for it above the matrix."""

    name: str
    letter: str
    columns: Sequence[int]  # of the matrix


class Letters(Value):
    """The matrix as a drawing with letters, for a text."""

    matrix: KillMatrix

    def lines(self, width: int) -> list[str]:
        return lines_of(self.matrix, width)


def fewest_first(matrix: KillMatrix) -> list[Row]:
    """Return the submissions by the number of tests that kill them."""
    return sorted(matrix.rows, key=lambda row: (len(row.killers), row.path))


def lines_of(matrix: KillMatrix, width: int) -> list[str]:
    """Return the matrix in lines of at most `width` columns: families in the order of
    their first tests, submissions by the number of tests that kill them, the fewest
    first."""
    if not matrix.rows or not matrix.tests:
        return []
    families = _families_of(matrix)
    rows = fewest_first(matrix)
    names = [_without_first_folder(row.path) for row in rows]
    longest_count = len(str(len(matrix.tests)))
    margin = _GAP + max(map(len, names)) + 1 + longest_count + _GAP
    lines = [
        "Kills: one character for each test",
        *wrapped(", ".join(_legend(matrix)), width),
        *_list_of_families(families, matrix),
    ]
    for block in _blocks(families, max(width - margin, _LEAST_ROOM)):
        heading = [family.letter.ljust(len(family.columns)) for family in block]
        lines += ["", (" " * margin + " ".join(heading)).rstrip()]
        for name, row in zip(names, rows, strict=True):
            cells = []
            for family in block:
                letters = [LETTERS[row.verdicts[column]] for column in family.columns]
                cells.append("".join(letters))
            count = str(len(row.killers)).rjust(margin - 2 * _GAP - len(name))
            lines.append(f"  {name}{count}  {' '.join(cells)}")
    return lines


def _families_of(matrix: KillMatrix) -> list[_Family]:
    columns: dict[str, list[int]] = {}
    for column, test in enumerate(matrix.tests):
        columns.setdefault(test.family, []).append(column)
    letters = ascii_letters.ljust(len(columns), _NO_LETTER_LEFT)
    return [
        _Family(name, letter, columns[name])
        for name, letter in zip(columns, letters, strict=False)
    ]


def _legend(matrix: KillMatrix) -> list[str]:
    seen: set[Verdict] = set()
    for row in matrix.rows:
        seen.update(row.verdicts)
    return [
        f"{LETTERS[verdict]} {NAMES[verdict]}" for verdict in LETTERS if verdict in seen
    ]


def _list_of_families(families: Sequence[_Family], matrix: KillMatrix) -> list[str]:
    """Return a line for each family: its letter, its name, and the names of its
    tests."""
    widest = max(len(family.name) for family in families)
    lines = []
    for family in families:
        first = matrix.tests[family.columns[0]].name
        last = matrix.tests[family.columns[-1]].name
        names = f"{_without_first_folder(first)} to {_without_first_folder(last)}"
        if len(family.columns) == 1:
            names = first
        count = counted(len(family.columns), "test").rjust(_COUNT_WIDTH)
        lines.append(f"  {family.letter}  {family.name.ljust(widest)} {count}: {names}")
    return lines


def _without_first_folder(path: str) -> str:
    """Return a shorter name that still tells submissions apart:
    `wrong_answer/greedy.cpp`."""
    return path.partition("/")[2] or path


def _blocks(families: Sequence[_Family], room: int) -> list[list[_Family]]:
    """Return the families side by side, in as many blocks as `room` columns make
    necessary; a family that is wider than a block is cut into several."""
    blocks: list[list[_Family]] = []
    left = 0
    for family in families:
        for start in range(0, len(family.columns), room):
            columns = family.columns[start : start + room]
            if not blocks or len(columns) > left:
                blocks.append([])
                left = room
            blocks[-1].append(_Family(family.name, family.letter, columns))
            left -= len(columns) + 1
    return blocks
