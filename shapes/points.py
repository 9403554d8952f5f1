"""Families of points (x, y) with coordinates in 0..high.

All but `all_equal` make distinct points, as long as there are `count` of them; where a
figure has too few places, the others are anywhere.
"""

from __future__ import annotations

from math import gcd, isqrt
from typing import List, Sequence, Tuple

from .places import points
from .rng import RandomSource

Points = List[Tuple[int, int]]
# Directions of lines. They are short, so that a line has many points.
_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1), (2, 1), (1, 2), (1, -2), (2, -1), (3, 1))


def on_two_lines(count: int, high: int, rng: RandomSource) -> Points:
    """Return points on two lines, about twice as many on one as on the other."""
    return _on_lines((count - count // 3, count // 3), high, rng)


def on_three_lines(count: int, high: int, rng: RandomSource) -> Points:
    """Return points on three lines, half of them on one and a sixth on another."""
    middle = count // 3
    few = count // 6
    return _on_lines((count - middle - few, middle, few), high, rng)


def _on_lines(sizes: Sequence[int], high: int, rng: RandomSource) -> Points:
    found: Points = []
    for size in sizes:
        known = set(found)
        # Each line that was drawn before may cross this one at one of its points.
        line = _line(size + len(sizes), high, rng)
        found += [point for point in line if point not in known][:size]
    return rng.shuffled(_completed(found, sum(sizes), high, rng))


def _line(count: int, high: int, rng: RandomSource) -> Points:
    """Return `count` points of a line somewhere in the square, if there is room for them."""
    roomy = [each for each in _DIRECTIONS if high // max(map(abs, each)) >= count - 1]
    dx, dy = rng.choice(roomy or _DIRECTIONS[:2])
    longest = high // max(dx, abs(dy))
    # Half of the lines cross the whole square; in the others the points are near.
    steps = longest if rng.below(2) else min(longest, 2 * count)
    left = rng.between(0, high - steps * dx)
    bottom = rng.between(0, high - steps * abs(dy))
    if dy < 0:
        bottom -= steps * dy
    places = rng.sample(min(count, steps + 1), 0, steps)
    return [(left + i * dx, bottom + i * dy) for i in places]


def nearly_collinear(count: int, high: int, rng: RandomSource) -> Points:
    """Return points next to a line through the square, on both sides of it: hardly any
    lattice point is nearer. Whoever rounds a product of coordinates is wrong on these."""
    # The line from 0 to (high, rise). Twice the area of the triangle of its ends and a
    # point is |high * y - rise * x|; for each small number there is one point with it.
    rise = rng.between(1, high) if high else 0
    while gcd(rise, high) > 1:
        rise -= 1
    found = [(0, 0), (high, rise)][:count]
    for area in range(1, min(count, high) - 1):
        signed = area // 2 + 1 if area % 2 else -(area // 2)
        x = -signed * pow(rise, -1, high) % high
        found.append((x, (signed + rise * x) // high))
    return rng.shuffled(_completed(list(dict.fromkeys(found)), count, high, rng))


def on_circle(count: int, high: int, rng: RandomSource) -> Points:
    """Return points next to a circle that touches all sides of the square."""
    radius = high // 2
    found: dict[tuple[int, int], None] = {}
    for x in rng.many(count, -radius, radius):
        y = isqrt(radius * radius - x * x)
        found[radius + x, radius + (y if rng.below(2) else -y)] = None
    return _completed(list(found), count, high, rng)


def all_equal(count: int, high: int, rng: RandomSource) -> Points:
    """Return one point `count` times."""
    return [(rng.between(0, high), rng.between(0, high))] * count


def lattice(count: int, high: int, rng: RandomSource) -> Points:
    """Return a square of points with equal gaps: many equal distances and lines."""
    side = _side(count)
    gap = rng.choice((1, max(1, high // side)))
    found = [(i % side * gap, i // side * gap) for i in range(count)]
    found = [point for point in found if max(point) <= high]
    return rng.shuffled(_completed(found, count, high, rng))


def spiral(count: int, high: int, rng: RandomSource) -> Points:
    """Return the corners of a spiral from its middle on, in their order: each next segment
    is as long as the last one or one step longer."""
    step = max(1, high // (count // 2 + 2))
    x = y = high // 2
    dx = step
    dy = 0
    found: Points = []
    for i in range(count):
        if not (0 <= x <= high and 0 <= y <= high):
            break
        found.append((x, y))
        length = i // 2 + 1
        x += dx * length
        y += dy * length
        dx, dy = -dy, dx
    return _completed(found, count, high, rng)


def _completed(found: Points, count: int, high: int, rng: RandomSource) -> Points:
    """Return `count` points: these, and others where these are too few."""
    if len(found) < count <= (high + 1) ** 2:
        known = set(found)
        others = points(count, high, rng)
        found = found + [point for point in others if point not in known]
    known_places = found or [(0, 0)]
    times = -(-count // len(known_places))
    return (known_places * times)[:count]


def _side(count: int) -> int:
    return max(1, isqrt(max(0, count - 1)) + 1)
