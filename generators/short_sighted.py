"""short_sighted N HIGH DEPTH SEED: the first random row, values 1..HIGH, on which two players who
look DEPTH moves ahead end up with other sums than two perfect ones."""

import sys

from rows import Random, write


def cut_leads(row, depth):
    """lead[l][r]: the mover's lead on row[l:r] if the game is cut off after `depth` moves."""
    n = len(row)
    lead = [[0] * (n + 1) for _ in range(n + 1)]
    for _ in range(depth):
        lead = [
            [
                max(row[l] - lead[l + 1][r], row[r - 1] - lead[l][r - 1]) if l < r else 0
                for r in range(n + 1)
            ]
            for l in range(n + 1)
        ]
    return lead


def perfect_lead(row):
    return cut_leads(row, len(row))[0][len(row)]


def short_sighted_lead(row, depth):
    after = cut_leads(row, depth - 1)
    l, r = 0, len(row)
    lead, sign = 0, 1
    while l < r:
        left, right = row[l] - after[l + 1][r], row[r - 1] - after[l][r - 1]
        if left >= right:
            lead += sign * row[l]
            l += 1
        else:
            r -= 1
            lead += sign * row[r]
        sign = -sign
    return lead


count, high, depth, seed = map(int, sys.argv[1:])
random = Random(seed)
row = random.row(count, 1, high)
while short_sighted_lead(row, depth) == perfect_lead(row):
    row = random.row(count, 1, high)
write(row)
