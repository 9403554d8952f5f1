"""The wrong programs that the tests must break.

Each takes a row and returns the answer that it would print, or None if it would run forever. A name
may stand for several programs: different ways to write the same wrong idea.
"""

import re
from array import array

TOO_MANY_CALLS = 10**9


def lead_of(row):
    """Return how much more the first player gets than the second. solutions/accepted/stack.cpp
    explains the pass with a stack."""
    stack = []
    for value in row:
        stack.append(value)
        while len(stack) >= 3 and stack[-3] <= stack[-2] >= stack[-1]:
            stack[-3:] = [stack[-3] - stack[-2] + stack[-1]]
    return taken_in_turn(stack)


def taken_in_turn(values):
    """Return the lead of the first player if both may take any coin."""
    values = sorted(values, reverse=True)
    return sum(values[::2]) - sum(values[1::2])


def answer(row):
    return (sum(row) + lead_of(row)) // 2


def named(name):
    """Return the wrong programs of this name."""
    if parts := re.fullmatch(
        r"look-ahead-([1-9][0-9]*)(-first|-second|-opening)?", name
    ):
        return look_ahead(int(parts[1]), parts[2])
    if parts := re.fullmatch(r"digits-([1-9][0-9]*)", name):
        return [lambda row: int(float(f"{answer(row):.{parts[1]}g}"))]
    return WRONG[name]


# Players. A player gets the row, the ends of the remaining part, and what the first player gets in
# the end if the left or the right coin is taken. It returns whether it takes the left coin.


def wins(row, l, r, left, right):
    return left >= right


def loses(row, l, r, left, right):
    return left <= right


def short_sighted(depth, left_of_equals):
    """Takes the coin that is best for its lead if the game stops after `depth` moves."""

    def player(row, l, r, left=0, right=0):
        depth_left = min(depth, r - l + 1)
        # leads[k]: the mover's lead if k of the moves looked at are on the left.
        leads = [0] * (depth_left + 1)
        for made in range(depth_left - 1, 0, -1):
            leads = [
                max(row[l + k] - leads[k + 1], row[r - made + k] - leads[k])
                for k in range(made + 1)
            ]
        gain = (row[l] - leads[1]) - (row[r] - leads[0])
        return gain > 0 or (gain == 0 and left_of_equals)

    return player


def outcome(first, second):
    """Make a program: the first player's sum if both players know how the game goes on. O(N^2)."""

    def program(row):
        sums = [0] * (
            len(row) + 1
        )  # by the left end of the remaining part; its length grows
        for length in range(1, len(row) + 1):
            first_moves = (len(row) - length) % 2 == 0
            player, own = (first, 1) if first_moves else (second, 0)
            following = []
            for l in range(len(row) - length + 1):
                r = l + length - 1
                left, right = own * row[l] + sums[l + 1], own * row[r] + sums[l]
                following.append(left if player(row, l, r, left, right) else right)
            sums = following
        return sums[0]

    return program


def game(player):
    """Make a program: the first player's sum if both play as `player`, who looks only ahead."""

    def program(row):
        sums, mover = [0, 0], 0
        l, r = 0, len(row) - 1
        while l <= r:
            if player(row, l, r):
                sums[mover] += row[l]
                l += 1
            else:
                sums[mover] += row[r]
                r -= 1
            mover = 1 - mover
        return sums[0]

    return program


def opening(player):
    """Make a program: the first player's sum if `player` opens and all other moves are perfect."""

    def program(row):
        coin, rest = (
            (row[0], row[1:]) if player(row, 0, len(row) - 1) else (row[-1], row[:-1])
        )
        return coin + second_sum(rest)

    return program


def look_ahead(depth, which):
    """Make programs with players that look `depth` moves ahead: both players; the first or the
    second one against a perfect opponent; or the first one in its first move only."""
    players = [short_sighted(depth, left_of_equals) for left_of_equals in (True, False)]
    if which == "-first":
        return [outcome(player, loses) for player in players]
    if which == "-second":
        return [outcome(wins, player) for player in players]
    if which == "-opening":
        return [opening(player) for player in players]
    return [game(player) for player in players]


# Formulas.


def best_places(row):
    return max(sum(row[::2]), sum(row[1::2]))


def places_after_one_move(row):
    """Only the opponent keeps to the odd or the even places."""
    return sum(row) - min(best_places(row[1:]), best_places(row[:-1]))


def second_sum(row):
    return sum(row) - answer(row)


# Numbers.


def int32(value):
    return (value + 2**31) % 2**32 - 2**31


def int32_lead(row):
    """Computes the leads of all intervals in 32 bits, the total in 64. O(N^2)."""
    leads = row
    for length in range(2, len(row) + 1):
        leads = [
            int32(max(row[l] - leads[l + 1], row[l + length - 1] - leads[l]))
            for l in range(len(row) - length + 1)
        ]
    return (sum(row) - leads[0]) // 2 + leads[0]


def float32(values):
    return array("f", values).tolist()


def float32_lead(row):
    """Computes the leads of all intervals in single precision, the total exactly. O(N^2)."""
    values = leads = float32(row)
    for length in range(2, len(row) + 1):
        leads = float32(
            max(values[l] - leads[l + 1], values[l + length - 1] - leads[l])
            for l in range(len(row) - length + 1)
        )
    return (sum(row) + int(leads[0])) // 2


def float32_answer(row):
    return int(float32([answer(row)])[0])


# Stacks and memos.


def strict_stack(row):
    """The pass with the stack, but equal neighbours stay."""
    stack = []
    for value in row:
        stack.append(value)
        while len(stack) >= 3 and stack[-3] < stack[-2] > stack[-1]:
            stack[-3:] = [stack[-3] - stack[-2] + stack[-1]]
    return (sum(row) + taken_in_turn(stack)) // 2


def hasty_stack(row):
    """The pass with the stack, but each coin is checked only once."""
    stack = []
    for value in row:
        stack.append(value)
        if len(stack) >= 3 and stack[-3] <= stack[-2] >= stack[-1]:
            stack[-3:] = [stack[-3] - stack[-2] + stack[-1]]
    return (sum(row) + taken_in_turn(stack)) // 2


def memo_by(key):
    """Make a program that computes leads with a memo whose keys two intervals can share. Recursion
    depth O(N)."""

    def program(row):
        known = {}

        def lead(l, r):
            if l == r:
                return row[l]
            at = key(row, l, r)
            if at not in known:
                known[at] = max(row[l] - lead(l + 1, r), row[r] - lead(l, r - 1))
            return known[at]

        return (sum(row) + lead(0, len(row) - 1)) // 2

    return program


def memo_unknown(unknown):
    """Make a program that computes leads two moves at a time, top-down, with a memo in which a lead
    that is `unknown` counts as missing and is computed at every visit. In steps of one move this
    costs little, because such an interval has no such neighbour. In steps of two, such intervals
    can be nested."""

    def program(row):
        # By left end of the intervals: leads[i] are the leads of length i + 1, `calls` the visits
        # of one length.
        leads = [row]
        for length in range(2, len(row) + 1):
            before = leads[-1]
            leads.append(
                [
                    max(row[l] - before[l + 1], row[l + length - 1] - before[l])
                    for l in range(len(row) - length + 1)
                ]
            )
        calls, total = [1], 0
        for length in range(len(row), 2, -2):
            inner = [0] * (len(calls) + 2)
            for l, number in enumerate(calls):
                times = number if unknown(leads[length - 1][l]) else min(number, 1)
                for start, ways in ((l, 1), (l + 1, 2), (l + 2, 1)):
                    inner[start] += times * ways
            calls = inner
            total += sum(calls)
            if total > TOO_MANY_CALLS:
                return None
        return answer(row)

    return program


WRONG = {
    # ways to play
    "cooperative": [outcome(wins, wins)],
    "parity": [best_places, places_after_one_move, lambda row: sum(row[::2])],
    "sorted": [
        lambda row: (sum(row) + taken_in_turn(row)) // 2,
        lambda row: sum(sorted(row, reverse=True)[: (len(row) + 1) // 2]),
    ],
    # the answer to another question
    "other-sum": [second_sum, lead_of, sum, max],
    "first-never-loses": [lambda row: max(answer(row), second_sum(row))],
    # the row misread
    "edges": [
        lambda row: answer(row[1:]),
        lambda row: answer(row[:-1]),
        lambda row: answer([len(row), *row]),
        lambda row: answer([*row, row[-1]]),
        lambda row: answer([0, *row]),
        lambda row: answer([*row, 0]),
        lambda row: answer([0, *row[1:]]),
        lambda row: answer([*row[:-1], 0]),
    ],
    "distinct": [
        lambda row: answer(
            [v for v, before in zip(row, [0, *row], strict=False) if v != before]
        ),
        lambda row: answer(list(dict.fromkeys(row))),
    ],
    # numbers
    "int32-total": [lambda row: (int32(sum(row)) - lead_of(row)) // 2 + lead_of(row)],
    "uint32-total": [lambda row: (sum(row) % 2**32 - lead_of(row)) // 2 + lead_of(row)],
    "int32-twice": [lambda row: int32(2 * answer(row)) // 2],
    "uint32-twice": [lambda row: 2 * answer(row) % 2**32 // 2],
    "int32-lead": [int32_lead],
    "int32-answer": [lambda row: int32(answer(row))],
    "uint32-answer": [lambda row: answer(row) % 2**32],
    "modulo": [
        lambda row: answer(row) % (10**9 + 7),
        lambda row: answer(row) % 998244353,
    ],
    "float32": [float32_lead, float32_answer],
    # stacks and memos
    "strict-stack": [strict_stack],
    "hasty-stack": [hasty_stack],
    "memo-by-values": [
        memo_by(lambda row, l, r: (row[l], row[r])),
        memo_by(lambda row, l, r: (row[l], row[r], r - l)),
    ],
    "memo-by-end": [memo_by(lambda row, l, r: l), memo_by(lambda row, l, r: r)],
    "memo-by-length": [memo_by(lambda row, l, r: r - l)],
    "memo-unknown-0": [memo_unknown(lambda lead: lead == 0)],
    "memo-unknown-minus-1": [memo_unknown(lambda lead: lead == -1)],
    "memo-unknown-negative": [memo_unknown(lambda lead: lead < 0)],
}
