"""The wrong programs that generators.yaml names, defined independently: by recursion
where the generators use formulas, by the table of all intervals where they use a stack,
by other number types."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context
from functools import cache, cached_property
from itertools import groupby
from operator import sub

# A memo that works answers a row of 61 coins in 4,000 calls.
CALLS = 100_000
# All that the programs of one name print; None where one does not come to an end.
Printed = list[int | None]


@dataclass(frozen=True)
class Row:
    """A test's coins, its answer, and what its command claims: wrong program -> must be wrong."""

    name: str
    coins: list[int]
    answer: int
    size: int
    claims: tuple[tuple[str, bool], ...]

    @cached_property
    def total(self) -> int:
        return sum(self.coins)

    def leads(self) -> Iterator[list[int]]:
        """The first mover's leads on all intervals of a length, by left end; by length from 1."""
        leads = self.coins
        yield leads
        for length in range(2, len(self.coins) + 1):
            left = map(sub, self.coins, leads[1:])
            right = map(sub, self.coins[length - 1 :], leads)
            leads = list(map(max, left, right))
            yield leads

    @cached_property
    def at_ends(self) -> list[list[int]]:
        """Leads by length from 1: on the intervals that begin with the first coin and on those
        that begin with the second, that end with the last one and with the last but one."""
        layers = [(leads[:2], leads[:-3:-1]) for leads in self.leads()]
        return [
            [pair[side][place] for pair in layers if place < len(pair[side])]
            for side in (0, 1)
            for place in (0, 1)
        ]


def best(coins: list[int]) -> int:
    *_, (lead,) = Row("", coins, 0, 0, ()).leads()
    return (sum(coins) + lead) // 2


def horizon(coins: list[int], depth: int) -> Callable[[int, int], int]:
    """What the left end of coins[l:r] is better than the right one within `depth` moves."""

    @cache
    def lead(l: int, r: int, moves: int) -> int:
        if l == r or moves == 0:
            return 0
        return max(
            coins[l] - lead(l + 1, r, moves - 1),
            coins[r - 1] - lead(l, r - 1, moves - 1),
        )

    return lambda l, r: (
        coins[l] - lead(l + 1, r, depth - 1) - coins[r - 1] + lead(l, r - 1, depth - 1)
    )


def look_ahead(row: Row, depth: int, seats: str) -> Printed:
    coins, gain = row.coins, horizon(row.coins, depth)
    if seats == "opening":
        _, after_left, _, after_right = row.at_ends
        ways = coins[0] - after_left[-1], coins[-1] - after_right[-1]
        takes_right = (gain(0, len(coins)) < bias for bias in (0, 1))
        return [(row.total + ways[right]) // 2 for right in takes_right]
    printed: Printed = []
    for right_of_equals in (0, 1):
        takes_left = cache(lambda l, r, bias=right_of_equals: gain(l, r) >= bias)
        printed.append(
            together(coins, takes_left)
            if seats == "both"
            else alone(coins, takes_left, seats)
        )
    return printed


def together(coins: list[int], takes_left: Callable[[int, int], bool]) -> int:
    taken, l, r = [], 0, len(coins)
    while l < r:
        if takes_left(l, r):
            taken.append(coins[l])
            l += 1
        else:
            r -= 1
            taken.append(coins[r])
    return sum(taken[::2])


def alone(coins: list[int], takes_left: Callable[[int, int], bool], seat: str) -> int:
    @cache
    def lead(l: int, r: int, mover: str, other: str) -> int:
        if l == r:
            return 0
        ways = (
            coins[l] - lead(l + 1, r, other, mover),
            coins[r - 1] - lead(l, r - 1, other, mover),
        )
        return max(ways) if mover != seat else ways[not takes_left(l, r)]

    return (sum(coins) + lead(0, len(coins), "first", "second")) // 2


def cooperative(coins: list[int]) -> int:
    """Forward: the best sum by how many of the coins taken so far came from the left."""
    sums = [0]
    for move in range(len(coins)):
        own = 1 - move % 2
        left = [s + own * coins[i] for i, s in enumerate(sums)]
        right = [
            s + own * coins[len(coins) - 1 - (move - i)] for i, s in enumerate(sums)
        ]
        sums = [max(pair) for pair in zip([*right, 0], [0, *left], strict=True)]
    return max(sums)


def parity(coins: list[int]) -> Printed:
    def places(l: int, r: int) -> list[int]:
        return [sum(coins[i] for i in range(l, r) if i % 2 == k) for k in (0, 1)]

    n = len(coins)
    after = [sum(coins) - max(places(l, r)) for l, r in ((1, n), (0, n - 1))]
    return [max(places(0, n)), places(0, n)[0], max(after)]


def edges(row: Row) -> Printed:
    """At either end: a coin lost, a coin more (N, the last one twice, nothing), nothing instead."""

    def put(coin: int, side: list[int], leads: list[int]) -> int:
        """The answer with `coin` at the end of a side; `leads` are those without it."""
        lead = coin
        for other, without in zip(side, leads, strict=True):
            lead = max(coin - without, other - lead)
        return (sum(side) + coin + lead) // 2

    coins, printed = row.coins, list[int | None]()
    left, left_inner, right, right_inner = row.at_ends
    for side, leads, inner, extra in (
        (coins, left, left_inner, len(coins)),
        (coins[::-1], right, right_inner, coins[-1]),
    ):
        printed += [put(coin, side, leads) for coin in (extra, 0)]
        printed += [put(0, side[1:], inner), (sum(side[1:]) + inner[-1]) // 2]
    return printed


def single(value: float) -> int:
    return int(struct.unpack("f", struct.pack("f", value))[0])


def int32(value: int) -> int:
    return ctypes.c_int32(value).value


def uint32(value: int) -> int:
    return ctypes.c_uint32(value).value


def rounded(value: int, digits: int) -> int:
    return int(Context(prec=digits, rounding=ROUND_HALF_EVEN).create_decimal(value))


def lead_in(row: Row, kept: Callable[[int], int]) -> int:
    coins = leads = [kept(coin) for coin in row.coins]
    for length in range(2, len(coins) + 1):
        ways = zip(coins, leads[1:], coins[length - 1 :], leads, strict=False)
        leads = [kept(max(left - x, right - y)) for left, x, right, y in ways]
    return (row.total + leads[0]) // 2


def peaks(coins: list[int], every_time: bool, strict: bool) -> int:
    """a <= b >= c for a - b + c from the left, where equal neighbours count unless `strict`."""
    total = sum(coins)
    done: list[int] = []
    for coin in coins:
        done = [*done, coin]
        while len(done) > 2:
            a, b, c = done[-3:]
            if b < max(a, c) or (strict and b in (a, c)):
                break
            done = [*done[:-3], a - b + c]
            if not every_time:
                break
    done = sorted(done)[::-1]
    return (total + sum(done[::2]) - sum(done[1::2])) // 2


def memo(coins: list[int], key: Callable[[tuple[int, ...], int], object]) -> int:
    known: dict[object, int] = {}

    def lead(row: tuple[int, ...], start: int) -> int:
        if len(row) == 1:
            return row[0]
        if key(row, start) not in known:
            left = row[0] - lead(row[1:], start + 1)
            known[key(row, start)] = max(left, row[-1] - lead(row[:-1], start))
        return known[key(row, start)]

    return (sum(coins) + lead(tuple(coins), 0)) // 2


def forgetful(row: Row, unknown: Callable[[int], bool]) -> int | None:
    """Two moves at a time, with a memo that looks up only what is not `unknown`; None when it
    needs more than CALLS."""
    coins, known, calls = row.coins, dict[tuple[int, int], int](), 0

    def lead(l: int, r: int) -> int:
        nonlocal calls
        calls += 1
        if calls > CALLS:
            raise StopIteration
        if r - l < 2:
            return sum(coins[l:r])
        if (l, r) not in known or unknown(known[l, r]):
            ways = [coins[l] - coins[l + 1] + lead(l + 2, r), coins[l] - coins[r - 1]]
            middle = lead(l + 1, r - 1)
            mirrored = [
                coins[r - 1] - coins[r - 2] + lead(l, r - 2),
                coins[r - 1] - coins[l],
            ]
            known[l, r] = max(min(w[0], w[1] + middle) for w in (ways, mirrored))
        return known[l, r]

    try:
        return (row.total + lead(0, len(coins))) // 2
    except StopIteration:
        return None


WRONG: dict[str, Callable[[Row], Printed]] = {
    "cooperative": lambda row: [cooperative(row.coins)],
    "parity": lambda row: parity(row.coins),
    "sorted": lambda row: [
        sum(sorted(row.coins)[::-1][::2]),
        sum(sorted(row.coins)[len(row.coins) // 2 :]),
    ],
    "other-sum": lambda row: [
        row.total - row.answer,
        2 * row.answer - row.total,
        row.total,
        max(row.coins),
    ],
    "first-never-loses": lambda row: [(row.total + abs(row.at_ends[0][-1])) // 2],
    "edges": edges,
    "distinct": lambda row: [
        best([coin for coin, _ in groupby(row.coins)]),
        best(sorted(set(row.coins), key=row.coins.index)),
    ],
    "int32-total": lambda row: [row.answer + (int32(row.total) - row.total) // 2],
    "uint32-total": lambda row: [row.answer + (uint32(row.total) - row.total) // 2],
    "int32-twice": lambda row: [int32(2 * row.answer) // 2],
    "uint32-twice": lambda row: [uint32(2 * row.answer) // 2],
    "int32-lead": lambda row: [lead_in(row, int32)],
    "int32-answer": lambda row: [int32(row.answer)],
    "uint32-answer": lambda row: [uint32(row.answer)],
    "modulo": lambda row: [row.answer % 1000000007, row.answer % 998244353],
    "float32": lambda row: [lead_in(row, single), single(row.answer)],
    "strict-stack": lambda row: [peaks(row.coins, every_time=True, strict=True)],
    "hasty-stack": lambda row: [peaks(row.coins, every_time=False, strict=False)],
    "memo-by-values": lambda row: [
        memo(row.coins, lambda part, start: (part[0], part[-1])),
        memo(row.coins, lambda part, start: (part[0], part[-1], len(part))),
    ],
    "memo-by-end": lambda row: [
        memo(row.coins, lambda part, start: start),
        memo(row.coins, lambda part, start: start + len(part)),
    ],
    "memo-by-length": lambda row: [memo(row.coins, lambda part, start: len(part))],
    "memo-unknown-0": lambda row: [forgetful(row, lambda lead: lead == 0)],
    "memo-unknown-minus-1": lambda row: [forgetful(row, lambda lead: lead == -1)],
    "memo-unknown-negative": lambda row: [forgetful(row, lambda lead: lead < 0)],
}


def printed(name: str, row: Row) -> Printed:
    """What the wrong programs of that name print for the row."""
    match name.split("-"):
        case ["look", "ahead", depth, *seats]:
            return look_ahead(row, int(depth), seats[0] if seats else "both")
        case ["digits", digits]:
            return [rounded(row.answer, int(digits))]
    return WRONG[name](row)
