"""The kill matrix as text: one character for each test, families side by side, folded to fit."""

import itertools
from string import ascii_letters

from judging.analysis.strength.matrix import KillMatrix
from judging.core.verdicts import LETTERS, NAMES
from judging.reports.layout import wrapped
from judging.reports.wording import counted

_GAP = 2


def table(matrix: KillMatrix, width: int) -> list[str]:
    """Return the matrix in lines of at most `width` columns: families in the order of their first
    tests, submissions by the number of tests that kill them, the fewest first."""
    if not matrix.rows or not matrix.tests:
        return []
    families: dict[str, list[int]] = {}
    for column, test in enumerate(matrix.tests):
        families.setdefault(test.family, []).append(column)
    rows = sorted(matrix.rows, key=lambda row: (len(row.killers), row.path))
    names = [_short(row.path) for row in rows]
    margin = max(map(len, names)) + len(str(len(matrix.tests))) + 2 * _GAP + 1
    seen = {verdict for row in rows for verdict in row.verdicts}
    legend = [
        f"{LETTERS[verdict]} {NAMES[verdict]}" for verdict in LETTERS if verdict in seen
    ]
    lines = ["Kills: one character for each test", *wrapped(", ".join(legend), width)]
    letters = itertools.chain(ascii_letters, itertools.repeat("+"))
    labels = dict(zip(families, letters, strict=False))
    lines += _families(families, labels, matrix)
    for block in _blocks(families, max(width - margin, 10)):
        heading = [labels[family].ljust(len(columns)) for family, columns in block]
        lines += ["", " " * margin + " ".join(heading).rstrip()]
        for name, row in zip(names, rows, strict=True):
            cells = [
                "".join(LETTERS[row.verdicts[c]] for c in columns)
                for _, columns in block
            ]
            count = str(len(row.killers)).rjust(margin - len(name) - 2 * _GAP)
            lines.append(f"  {name}{count}  {' '.join(cells)}")
    return lines


def _families(
    families: dict[str, list[int]], labels: dict[str, str], matrix: KillMatrix
) -> list[str]:
    size = max(map(len, families))
    lines = []
    for family, columns in families.items():
        first, last = matrix.tests[columns[0]].name, matrix.tests[columns[-1]].name
        names = first if len(columns) == 1 else f"{_short(first)} to {_short(last)}"
        count = counted(len(columns), "test").rjust(9)
        lines.append(f"  {labels[family]}  {family.ljust(size)} {count}: {names}")
    return lines


def _short(path: str) -> str:
    """Return a name without its first folder: `wrong_answer/greedy.cpp`."""
    return path.partition("/")[2] or path


Piece = tuple[str, list[int]]  # a family, or a part of one, and its columns


def _blocks(families: dict[str, list[int]], room: int) -> list[list[Piece]]:
    """Return the families side by side, in as many blocks as `room` columns make necessary; a
    family that is wider than a block is cut."""
    blocks: list[list[Piece]] = []
    left = 0
    for family, columns in families.items():
        for start in range(0, len(columns), room):
            piece = columns[start : start + room]
            if not blocks or len(piece) > left:
                blocks.append([])
                left = room
            blocks[-1].append((family, piece))
            left -= len(piece) + 1
    return blocks
