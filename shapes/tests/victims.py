"""Programs that some families of shapes make slow or wrong, and honest ones for the same tasks.

Each returns how many steps it takes (comparisons, probes, edges, places), or how often it is wrong.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left, insort
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import gcd, isqrt
from random import Random

from shapes import Graph

Pairs = Sequence[tuple[int, int]]
MASK = 2**64 - 1


class Counted:
    """A value that counts comparisons."""

    steps = 0

    def __init__(self, value: object) -> None:
        self.value = value

    def __lt__(self, other: Counted) -> bool:
        Counted.steps += 1
        return bool(self.value < other.value)  # type: ignore[operator]


def merge_sort(values: Sequence[object]) -> int:
    Counted.steps = 0
    sorted(map(Counted, values))
    return Counted.steps


def quicksort(pivot: Callable[[Sequence[int]], int], given: Sequence[int]) -> int:
    """Hoare's partition; `pivot` gets the first, the middle and the last value."""
    values = list(given)
    steps = 0
    todo = [(0, len(given) - 1)]
    while todo:
        left, right = todo.pop()
        if left >= right:
            continue
        p = pivot((values[left], values[(left + right) // 2], values[right]))
        i = left
        j = right
        while i <= j:
            while values[i] < p:
                i += 1
                steps += 1
            while values[j] > p:
                j -= 1
                steps += 1
            steps += 2
            if i <= j:
                values[i], values[j] = values[j], values[i]
                i += 1
                j -= 1
        todo += [(left, j), (i, right)]
    return steps


def one_sided_quicksort(values: list[int]) -> int:
    """Values equal to the pivot all go to one side."""
    steps = 0
    todo = [values]
    while todo:
        part = todo.pop()
        if len(part) > 1:
            p = part[len(part) // 2]
            rest = part[: len(part) // 2] + part[len(part) // 2 + 1 :]
            todo += [[v for v in rest if v < p], [v for v in rest if v >= p]]
            steps += len(part)
    return steps


def search_tree(values: Sequence[int]) -> int:
    """Insert into a tree that is not balanced."""
    below: dict[tuple[int, bool], int] = {}
    steps = 0
    for value in values[1:]:
        at = values[0]
        while (side := (at, value > at)) in below:
            at = below[side]
            steps += 1
        below[side] = value
    return steps


def open_table(mix: Callable[[int], int], keys: Sequence[int]) -> int:
    """Look for the keys, and insert them, with the probes of CPython's dict."""
    mask = (1 << (2 * len(set(keys))).bit_length()) - 1
    slots: dict[int, int] = {}
    steps = 0
    for key in keys:
        perturb = mix(key)
        i = perturb & mask
        while slots.get(i, key) != key:
            perturb >>= 5
            i = (5 * i + perturb + 1) & mask
            steps += 1
        slots[i] = key
        steps += 1
    return steps


def chained_table(mix: Callable[[int, int], int], pairs: Pairs) -> int:
    buckets: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    steps = 0
    for pair in pairs:
        bucket = buckets[mix(*pair) % (2 * len(pairs))]
        steps += 1 + len(bucket)
        bucket.append(pair)
    return steps


def spread(*keys: int) -> int:
    mixed = 1
    for key in keys:
        mixed = (mixed ^ key) * 0x9E3779B97F4A7C15 & MASK
    return mixed >> 32


def moved_ends(order: Callable[[Pairs], Pairs], queries: Pairs) -> int:
    """Answer queries about intervals by moving both ends from one to the next."""
    steps = 0
    at = (1, 0)
    for left, right in order(queries):
        steps += abs(left - at[0]) + abs(right - at[1]) + 1
        at = left, right
    return steps


def mo(queries: Pairs) -> Pairs:
    block = isqrt(max(right for _, right in queries)) + 1
    return sorted(
        queries, key=lambda q: (q[0] // block, q[1] * (-1 if q[0] // block % 2 else 1))
    )


def plain_sets(turn: int, unions: Pairs) -> int:
    """Unite sets: the root of one of the two goes below the other one."""
    above: dict[int, int] = {}
    steps = 0
    for pair in unions:
        roots = []
        for v in pair[::turn]:
            root = v
            while root in above:
                root = above[root]
                steps += 1
            roots.append(root)
        if roots[0] != roots[1]:
            above[roots[0]] = roots[1]
        steps += 1
    return steps


def sets_by_size(unions: Pairs) -> int:
    above: dict[int, int] = {}
    size: defaultdict[int, int] = defaultdict(lambda: 1)
    steps = 0
    for pair in unions:
        roots = []
        for v in pair:
            root = v
            while root in above:
                root = above[root]
                steps += 1
            roots.append(root)
        small, large = sorted(roots, key=lambda root: size[root])
        if small != large:
            above[small] = large
            size[large] += size[small]
        steps += 1
    return steps


def turn(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def gift_wrapping(points: Pairs) -> int:
    at = start = min(points)
    steps = 0
    while True:
        best = points[0] if points[0] != at else points[1]
        for point in points:
            steps += 1
            if turn(at, best, point) < 0:
                best = point
        at = best
        if at == start:
            return steps


def monotone_chain(points: Pairs) -> int:
    steps = merge_sort(points)
    for row in (sorted(points), sorted(points, reverse=True)):
        hull: list[tuple[int, int]] = []
        for point in row:
            steps += 1
            while len(hull) > 1 and turn(hull[-2], hull[-1], point) <= 0:
                hull.pop()
                steps += 1
            hull.append(point)
    return steps


def palindromes_around(text: str) -> int:
    steps = 0
    for centre in range(2 * len(text)):
        left = (centre - 1) // 2
        right = (centre + 2) // 2 if centre % 2 == 0 else centre // 2 + 1
        while left >= 0 and right < len(text) and text[left] == text[right]:
            left -= 1
            right += 1
            steps += 1
        steps += 1
    return steps


def manacher(text: str) -> int:
    padded = "|" + "|".join(text) + "|"
    radius = [0] * len(padded)
    centre = 0
    end = 0
    steps = 0
    for i in range(len(padded)):
        r = min(radius[2 * centre - i], end - i) if i < end else 0
        while (
            i - r > 0
            and i + r + 1 < len(padded)
            and padded[i - r - 1] == padded[i + r + 1]
        ):
            r += 1
            steps += 1
        radius[i], steps = r, steps + 1
        if i + r > end:
            centre = i
            end = i + r
    return steps


def naive_search(text: str) -> int:
    """Look for a quarter of the text, its end, at each place."""
    pattern = text[-len(text) // 4 :]
    steps = 0
    for start in range(len(text) - len(pattern) + 1):
        for i, letter in enumerate(pattern):
            steps += 1
            if text[start + i] != letter:
                break
    return steps


def knuth_morris_pratt(text: str) -> int:
    pattern = text[-len(text) // 4 :]
    joined = pattern + "|" + text
    border = [0] * len(joined)
    steps = 0
    k = 0
    for i in range(1, len(joined)):
        while k and joined[i] != joined[k]:
            k = border[k - 1]
            steps += 1
        k += joined[i] == joined[k]
        border[i], steps = k, steps + 1
    return steps


def equal_halves(modulus: int, text: str) -> int:
    """Return for how many of 25 odd bases two different halves have the same hash."""
    wrong = 0
    for base in range(1001, 1051, 2):
        hashes = []
        for half in (text[: len(text) // 2], text[len(text) // 2 :]):
            value = 0
            for letter in half:
                value = (value * base + ord(letter)) % modulus
            hashes.append(value)
        wrong += (
            hashes[0] == hashes[1] and text[: len(text) // 2] != text[len(text) // 2 :]
        )
    return wrong


@dataclass
class Trie:
    """A trie of words. Vertex 0 is its root; `ends` counts the words that end in a vertex."""

    below: list[dict[str, int]]
    ends: list[int]

    @classmethod
    def of(cls, words: Sequence[str]) -> Trie:
        trie = cls([{}], [0])
        for word in words:
            at = 0
            for letter in word:
                if letter not in trie.below[at]:
                    trie.below[at][letter] = len(trie.below)
                    trie.below.append({})
                    trie.ends.append(0)
                at = trie.below[at][letter]
            trie.ends[at] += 1
        return trie

    def failure_links(self, summed: bool) -> list[int]:
        """Return the vertex of the longest suffix of each one; add up `ends` along the
        links if they are `summed`."""
        fail = [0] * len(self.below)
        todo = deque(self.below[0].values())
        while todo:
            v = todo.popleft()
            for letter, w in self.below[v].items():
                k = fail[v]
                while k and letter not in self.below[k]:
                    k = fail[k]
                fail[w] = self.below[k].get(letter, 0)
                todo.append(w)
            if summed:
                self.ends[v] += self.ends[fail[v]]
        return fail


def aho_corasick(summed: bool, words: Sequence[str]) -> int:
    """Count the matches in a text of the letter a, and return the steps that this takes;
    with `summed`, counts are added up before."""
    trie = Trie.of(words)
    fail = trie.failure_links(summed)
    steps = len(trie.below)
    at = 0
    found = 0
    for letter in "a" * sum(map(len, words)):
        while at and letter not in trie.below[at]:
            at = fail[at]
            steps += 1
        at = trie.below[at].get(letter, 0)
        k = at
        while k and not summed:
            found += trie.ends[k]
            k = fail[k]
            steps += 1
        steps += 1
    return steps


def rooted(tree: Graph) -> tuple[list[int], list[int], list[list[int]]]:
    """Return each vertex's parent (0: itself), an order from the root, and the children."""
    near: list[list[int]] = [[] for _ in range(tree.n)]
    for u, v in tree.edges:
        near[u].append(v)
        near[v].append(u)
    parent = [0] * tree.n
    order = [0]
    for v in order:
        near[v] = [w for w in near[v] if v == 0 or w != parent[v]]
        for w in near[v]:
            parent[w] = v
            order.append(w)
    return parent, order, near


def climbing(tree: Graph) -> int:
    """Walk from every seventh vertex to the root."""
    parent, _, _ = rooted(tree)
    steps = 0
    for start in range(0, tree.n, 7):
        v = start
        steps += 1
        while v:
            v = parent[v]
            steps += 1
    return steps


def jumping(tree: Graph) -> int:
    """Do the same by powers of two."""
    parent, order, _ = rooted(tree)
    depth = [0] * tree.n
    for v in order[1:]:
        depth[v] = depth[parent[v]] + 1
    return sum(1 + depth[v].bit_count() for v in range(0, tree.n, 7))


def neighbour_pairs(all_pairs: bool, tree: Graph) -> int:
    degree = [0] * tree.n
    for edge in tree.edges:
        for v in edge:
            degree[v] += 1
    return sum(d * d if all_pairs else d for d in degree)


def chain_changes(heavy: bool, tree: Graph) -> int:
    """Divide the tree into chains; return the chains on the ways from all vertices to the root."""
    parent, order, children = rooted(tree)
    size = [1] * tree.n
    for v in reversed(order[1:]):
        size[parent[v]] += size[v]
    changes = [1] * tree.n
    for v in order:
        if children[v]:
            first = max(children[v], key=lambda w: size[w]) if heavy else children[v][0]
            for w in children[v]:
                changes[w] = changes[v] + (w != first)
    return sum(changes)


def arrows(graph: Graph) -> list[list[tuple[int, int]]]:
    ahead: list[list[tuple[int, int]]] = [[] for _ in range(graph.n)]
    for u, v, weight in graph.edges:
        ahead[u].append((v, weight))
    return ahead


def dijkstra(skips: bool, graph: Graph) -> int:
    """Return how many edges are looked at; `skips`: old entries of the heap are left out."""
    ahead = arrows(graph)
    distance = {0: 0}
    heap = [(0, 0)]
    steps = 0
    while heap:
        d, v = heapq.heappop(heap)
        steps += 1
        if skips and d > distance[v]:
            continue
        for w, weight in ahead[v]:
            steps += 1
            if d + weight < distance.get(w, 2**62):
                distance[w] = d + weight
                heapq.heappush(heap, (d + weight, w))
    return steps


def spfa(graph: Graph) -> int:
    ahead = arrows(graph)
    distance = {0: 0}
    queue = deque([0])
    waits = {0}
    steps = 0
    while queue:
        v = queue.popleft()
        waits.remove(v)
        steps += 1
        for w, weight in ahead[v]:
            steps += 1
            if distance[v] + weight < distance.get(w, 2**62):
                distance[w] = distance[v] + weight
                if w not in waits:
                    queue.append(w)
                    waits.add(w)
    return steps


def sides(graph: Graph) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for u, v in graph.edges:
        found.setdefault(u, []).append(v)
    return found


def kuhn(graph: Graph) -> int:
    near = sides(graph)
    match: dict[int, int] = {}
    steps = 0

    def augments(u: int, seen: set[int]) -> bool:
        nonlocal steps
        for v in near[u]:
            steps += 1
            if v not in seen:
                seen.add(v)
                if v not in match or augments(match[v], seen):
                    match[v] = u
                    return True
        return False

    for u in near:
        augments(u, set())
    return steps


def hopcroft_karp(graph: Graph) -> int:
    near = sides(graph)
    right: dict[int, int] = {}
    left: dict[int, int] = {}
    steps = 0
    while True:
        level = {u: 0 for u in near if u not in left}
        queue = deque(level)
        free = False
        while queue:
            u = queue.popleft()
            for v in near[u]:
                steps += 1
                free |= v not in right
                if v in right and right[v] not in level:
                    level[right[v]] = level[u] + 1
                    queue.append(right[v])
        if not free:
            return steps
        ahead = {u: iter(near[u]) for u in near}

        def augments(u: int) -> bool:
            nonlocal steps
            for v in ahead[u]:  # noqa: B023
                steps += 1
                w = right.get(v)
                if w is None or (level.get(w) == level[u] + 1 and augments(w)):  # noqa: B023
                    right[v], left[u] = u, v
                    return True
            return False

        unmatched = [u for u in near if u not in left]
        for u in unmatched:
            augments(u)


def cells(grid: Sequence[str]) -> dict[tuple[int, int], list[tuple[int, int]]]:
    free = {(r, c) for r, row in enumerate(grid) for c, x in enumerate(row) if x == "."}
    return {
        (r, c): [
            s for s in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)) if s in free
        ]
        for r, c in sorted(free)
    }


def sweeps(grid: Sequence[str]) -> int:
    """Distances from the first cell, by sweeps over the rows until nothing changes."""
    near = cells(grid)
    steps = 0
    changed = True
    distance = {next(iter(near)): 0}
    while changed:
        changed = False
        for cell, others in near.items():
            steps += 1
            best = min([distance.get(o, 2**30) + 1 for o in others], default=2**30)
            if best < distance.get(cell, 2**30):
                distance[cell], changed = best, True
    return steps


def breadth_first(grid: Sequence[str]) -> int:
    near = cells(grid)
    queue = [next(iter(near))]
    seen = set(queue)
    for cell in queue:
        new = [other for other in near[cell] if other not in seen]
        seen.update(new)
        queue += new
    return sum(1 + len(near[cell]) for cell in queue)


def trial_division(n: int) -> int:
    return next((d for d in range(2, isqrt(n) + 1) if n % d == 0), isqrt(n))


def pollard(n: int) -> int:
    steps = 0
    for c in range(1, n):
        x = y = 2
        divisor = 1
        while divisor == 1:
            x = (x * x + c) % n
            y = (y * y + c) % n
            y = (y * y + c) % n
            divisor = gcd(x - y, n)
            steps += 1
        if divisor != n:
            return steps
    return steps


def cleared(whole: bool, sizes: Sequence[int]) -> int:
    """Return how many places are cleared for all cases: the largest array, or the case's own."""
    return sum(sum(sizes) if whole else size + 1 for size in sizes)


def left_behind(resets: bool, sizes: Sequence[int]) -> int:
    """Return how many cases see a value beyond their end that a case before left there."""
    memory = [0] * (max(sizes) + 2)
    wrong = 0
    for size in sizes:
        if resets:
            memory[: size + 2] = [0] * (size + 2)
        memory[:size] = [1] * size
        wrong += memory[size] != 0
    return wrong


middle_pivot = partial(quicksort, lambda three: three[1])
median_pivot = partial(quicksort, lambda three: sorted(three)[1])


def covered_by_lines(points: Pairs, lines: int, tried: int) -> bool:
    """Return whether so many lines go through all points, of the lines through two of the
    first `tried` points each time: one more than there are lines suffices."""
    if len(points) <= 2 or lines == 0:
        return len(points) <= 2 * lines
    for a, b in combinations(points[:tried], 2):
        rest = [point for point in points if turn(a, b, point)]
        # After a line is taken, one point less has to be looked at.
        if covered_by_lines(rest, lines - 1, tried - 1):
            return True
    return False


def two_lines(first_alone: bool, points: Pairs) -> bool:
    """Return whether two lines go through all points. first_alone: one of them goes through
    the first point and one of the next two, which is wrong."""
    if not first_alone:
        return covered_by_lines(points, 2, 3)
    for second in points[1:3]:
        rest = [point for point in points if turn(points[0], second, point)]
        if covered_by_lines(rest, 1, 2):
            return True
    return False


def three_lines(equal: bool, points: Pairs) -> bool:
    """Return whether three lines go through all points. equal: each has a third of them at
    least, which is wrong."""
    if not equal:
        return covered_by_lines(points, 3, 4)
    left = list(points)
    for _ in range(3):
        for a, b in combinations(left[:12], 2):
            rest = [point for point in left if turn(a, b, point)]
            if len(left) - len(rest) >= len(points) // 3:
                left = rest
                break
    return not left


def turns_as_floats(points: Pairs) -> int:
    """Return for how many points floats tell a wrong side of the line through the leftmost
    point and the rightmost one."""
    a, b = min(points), max(points)
    wrong = 0
    for c in points:
        exact = turn(a, b, c)
        rounded = float(b[0] - a[0]) * float(c[1] - a[1])
        rounded -= float(b[1] - a[1]) * float(c[0] - a[0])
        wrong += (exact > 0, exact < 0) != (rounded > 0, rounded < 0)
    return wrong


def closest_pair(narrow: bool, keeps_equal: bool, points: Pairs) -> int:
    """Sweep over the points from the left, and compare each with those that may be near.

    narrow: of the window, only those that are near enough by y.
    keeps_equal: those that are as far as the nearest two stay in the window.
    """
    ordered = sorted(points)
    best = 2 * max(map(max, points)) ** 2 + 1  # squared
    window: list[tuple[int, int]] = []  # y, x
    first = 0
    steps = 0
    for x, y in ordered:
        while first < len(ordered) and window:
            across = (x - ordered[first][0]) ** 2
            if across < best or (keeps_equal and across == best):
                break
            window.remove(ordered[first][::-1])
            first += 1
        reach = isqrt(best)
        near = window
        if narrow:
            start = bisect_left(window, (y - reach, 0))
            near = window[start : bisect_left(window, (y + reach + 1, 0))]
        for other_y, other_x in near:
            best = min(best, (x - other_x) ** 2 + (y - other_y) ** 2)
        steps += 1 + len(near)
        insort(window, (y, x))
    return steps


def enclosing_circle(mixes: bool, points: Pairs) -> int:
    """Find the smallest circle around the points by adding one after the other."""
    order = Random(1).sample(points, len(points)) if mixes else points
    steps = 0
    circle = (complex(*order[0]), 0.0)
    for i, point in enumerate(order):
        steps += 1
        if _is_inside(circle, point):
            continue
        circle = (complex(*point), 0.0)
        for j in range(i):
            steps += 1
            if _is_inside(circle, order[j]):
                continue
            circle = _circle_of_two(point, order[j])
            for k in range(j):
                steps += 1
                if not _is_inside(circle, order[k]):
                    circle = _circle_of_three(point, order[j], order[k])
    return steps


def _is_inside(circle: tuple[complex, float], point: tuple[int, int]) -> bool:
    centre, radius = circle
    return abs(complex(*point) - centre) <= radius * (1 + 1e-9) + 1e-9


def _circle_of_two(a: tuple[int, int], b: tuple[int, int]) -> tuple[complex, float]:
    centre = (complex(*a) + complex(*b)) / 2
    return centre, abs(complex(*a) - centre)


def _circle_of_three(
    a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]
) -> tuple[complex, float]:
    x = complex(b[0] - a[0], b[1] - a[1])
    y = complex(c[0] - a[0], c[1] - a[1])
    twice = 2 * (x.real * y.imag - x.imag * y.real)
    if twice == 0:
        return _circle_of_two(min(a, b, c), max(a, b, c))
    centre = (abs(x) ** 2 * y - abs(y) ** 2 * x) * -1j / twice
    return complex(*a) + centre, abs(centre)
