"""The rank of a matrix of zeros and ones, over the rational numbers."""

from __future__ import annotations

from collections.abc import Sequence


def rank(rows: Sequence[Sequence[int]]) -> int:
    """Return the exact rank over the rationals by fraction-free elimination (Bareiss, 1968).

    Over the field of two elements, three tests that pairwise share a killed submission would add up
    to zero, although no test undoes a kill; over the rationals such tests stay independent.
    """
    matrix = [list(row) for row in dict.fromkeys(map(tuple, rows))]
    columns = len(matrix[0]) if matrix else 0
    found, before = 0, 1
    for column in range(columns):
        pivot = next((r for r in range(found, len(matrix)) if matrix[r][column]), None)
        if pivot is None:
            continue
        matrix[found], matrix[pivot] = matrix[pivot], matrix[found]
        top = matrix[found]
        for r in range(found + 1, len(matrix)):
            row = matrix[r]
            factor = row[column]
            # Every division is exact, because the entries are minors of the matrix.
            matrix[r] = [
                (top[column] * entry - factor * above) // before
                for entry, above in zip(row, top, strict=True)
            ]
        before = top[column]
        found += 1
    return found
