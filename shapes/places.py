"""Intervals, queries, points and numbers."""

from __future__ import annotations

from math import gcd, isqrt

from .rng import RandomSource


def intervals(
    count: int, n: int, rng: RandomSource, longest: int | None = None
) -> list[tuple[int, int]]:
    """Return intervals (l, r) with 1 <= l <= r <= n, of at most `longest` places."""
    found = []
    for _ in range(count):
        length = rng.between(1, longest or n)
        left = rng.between(1, n - length + 1)
        found.append((left, left + length - 1))
    return found


def far_apart(count: int, n: int, rng: RandomSource) -> list[tuple[int, int]]:
    """Return short intervals at the two ends of 1..n in turn."""
    near = intervals(count, max(n // 16, 1), rng)
    found = []
    for i, (a, b) in enumerate(near):
        found.append((n + 1 - b, n + 1 - a) if i % 2 else (a, b))
    return found


def unions_in_a_row(n: int) -> list[tuple[int, int]]:
    """Return pairs of 1..n to unite that build long chains, whichever root goes below
    the other."""
    half = n // 2
    # In the first half the root comes first, in the second one last: one of both is deep.
    first = [(1, i) for i in range(2, half + 1)]
    second = [(i, half + 1) for i in range(half + 2, n + 1)]
    return first + second


def points(count: int, high: int, rng: RandomSource) -> list[tuple[int, int]]:
    """Return distinct points with coordinates in 0..high."""
    codes = rng.sample(count, 0, (high + 1) ** 2 - 1)
    return [(code // (high + 1), code % (high + 1)) for code in codes]


def convex(count: int) -> list[tuple[int, int]]:
    """Return `count` corners of a convex polygon in their order, with small coordinates."""
    # Its sides are the shortest vectors of different slope.
    sides: list[tuple[int, int]] = []
    total = 1
    while 4 * len(sides) < count:
        sides += [(x, total - x) for x in range(1, total + 1) if gcd(x, total) == 1]
        total += 1
    sides = sorted(sides[: (count + 3) // 4], key=lambda side: side[1] / side[0])
    x = y = 0
    corners = []
    for _ in range(4):
        for dx, dy in sides:
            corners.append((x, y))
            x, y = x + dx, y + dy
        sides = [(-dy, dx) for dx, dy in sides]
    return corners[:count]


def is_prime(n: int) -> bool:
    """Return whether n < 3 * 10^24 is prime."""
    small = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
    if n < 2 or any(n % p == 0 for p in small):
        return n in small
    twos = ((n - 1) & (1 - n)).bit_length() - 1
    for base in small:  # the test of Miller and Rabin, which these bases make exact
        x = pow(base, (n - 1) >> twos, n)
        if x != 1 and n - 1 not in (pow(x, 1 << i, n) for i in range(twos)):
            return False
    return True


def semiprime(n: int) -> int:
    """Return the product of two primes near sqrt(n), below n; n itself if it is below 9."""
    if n < 9:
        return n
    # Gaps between primes of the size of sqrt(n) are far below 1,000 for every n of 64 bits.
    root = isqrt(n)
    primes = [p for p in range(root, max(root - 2000, 1), -1) if is_prime(p)]
    return primes[0] * primes[1]
