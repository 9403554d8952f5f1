"""Arrays, permutations, strings, brackets and grids.

For uniform arrays and permutations there are `rng.many(n, low, high)` and `rng.sample(n, 1, n)`.
"""

from __future__ import annotations

from typing import Sequence

from .rng import RandomSource


def cycles(lengths: Sequence[int], rng: RandomSource) -> list[int]:
    """Return a permutation of 1..n with cycles of these lengths, n their sum."""
    order = rng.sample(sum(lengths), 1, sum(lengths))
    result = [0] * len(order)
    start = 0
    for length in lengths:
        cycle = order[start : start + length]
        for i, value in enumerate(cycle):
            result[value - 1] = cycle[i - 1]
        start += length
    return result


def word(n: int, letters: str, rng: RandomSource) -> str:
    """Return n random letters."""
    return "".join([letters[i] for i in rng.many(n, 0, len(letters) - 1)])


def thue_morse(n: int) -> str:
    """Return the first n letters of abbabaabbaababba...: letter i is the parity of i's bits."""
    return "".join(["ab"[bin(i).count("1") & 1] for i in range(n)])


def brackets(pairs: int, rng: RandomSource) -> str:
    """Return a balanced sequence of ( and ), each one equally likely."""
    # Of the rotations of a sequence with one closing bracket too many, exactly one is
    # balanced up to its last bracket (the cycle lemma).
    steps = rng.shuffled("(" * pairs + ")" * (pairs + 1))
    depth = low = start = 0
    for i, step in enumerate(steps):
        depth += 1 if step == "(" else -1
        if depth < low:
            low = depth
            start = i + 1
    return "".join(steps[start:] + steps[:start])[:-1]


def grid(rows: int, columns: int, letters: str, rng: RandomSource) -> list[str]:
    """Return a grid of random letters; one that is given twice comes up twice as often."""
    return [word(columns, letters, rng) for _ in range(rows)]


def snake(rows: int, columns: int, free: str = ".", wall: str = "#") -> list[str]:
    """Return a grid with one corridor, which runs along every second row back and forth."""
    walls = wall * (columns - 1)
    gap_right = walls + free
    gap_left = free + walls
    # Four rows repeat: the corridor, its turn at the right, the corridor, its turn at the left.
    period = [free * columns, gap_right, free * columns, gap_left]
    return [period[row % 4] for row in range(rows)]
