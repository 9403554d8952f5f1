"""Arrays and permutations."""

from __future__ import annotations

import random

from benchmarks.shrinking_faults import Fault

ARRAY = r"""
static int n; static vector<ll> a;
static void parse() { n = number(1, 2000); literal('\n'); a = row(n, 0, 1000000000); }
"""
PERMUTATION = r"""
static int n; static vector<ll> a;
static void parse() {
    n = number(1, 2000); literal('\n'); a = row(n, 1, n);
    if ((int)set<ll>(a.begin(), a.end()).size() != n) bad();
}
"""
DECREASING = r"""
static int falling() {
    vector<ll> best;  // the longest strictly decreasing subsequence
    for (ll x : a) {
        auto place = lower_bound(best.begin(), best.end(), -x);
        if (place == best.end()) best.push_back(-x); else *place = -x;
    }
    return best.size();
}
"""


def lines(*rows: object) -> str:
    """Return rows of numbers, or words, as an input."""
    parts = (
        " ".join(map(str, r)) if isinstance(r, list | tuple | range) else str(r)
        for r in rows
    )
    return "".join(f"{part}\n" for part in parts)


def _array(draw: random.Random) -> str:
    n = 1000
    return lines(n, [draw.randint(0, 10**9) for _ in range(n)])


def _small_values(draw: random.Random) -> str:
    n = 1000
    return lines(n, [draw.randint(0, 1500) for _ in range(n)])


def _permutation(draw: random.Random) -> str:
    n = 1000
    return lines(n, draw.sample(range(1, n + 1), n))


def _moved(draw: random.Random) -> str:
    n = 1000
    return lines(n, [*draw.sample(range(41, 1, -1), 40), 1, *range(42, n + 1)])


FAULTS = [
    Fault(
        "array: sum past 32 bits",
        ARRAY,
        "ll s = 0; for (ll x : a) s += x; return s > 2147483647LL;",
        _array,
        "3\n147483650 999999999 999999999\n",
    ),
    Fault(
        "array: equal neighbours",
        ARRAY,
        "for (int i = 1; i < n; i++) if (a[i] == a[i - 1]) return true; return false;",
        lambda draw: lines(1000, [draw.randint(0, 40) for _ in range(1000)]),
        "2\n0 0\n",
    ),
    Fault(
        "array: three that fall",
        ARRAY,
        "return falling() >= 3;",
        _array,
        "3\n2 1 0\n",
        DECREASING,
    ),
    Fault("array: a hundred", ARRAY, "return n >= 100;", _array, lines(100, [0] * 100)),
    Fault(
        "array: maximum twice, apart",
        ARRAY,
        "ll m = *max_element(a.begin(), a.end()); int first = -1;"
        "for (int i = 0; i < n; i++) if (a[i] == m) { if (first < 0) first = i;"
        " else if (i > first + 1) { for (int j = first; j < i; j++) if (a[j] < m) return true; } }"
        "return false;",
        lambda draw: lines(1000, [draw.randint(0, 50) for _ in range(1000)]),
        "3\n1 0 1\n",
    ),
    Fault(
        "array: two that add up",
        ARRAY,
        "set<ll> seen; for (ll x : a) { if (x >= 1 && seen.count(1000 - x)) return true;"
        " if (x >= 1) seen.insert(x); } return false;",
        _small_values,
        "2\n1 999\n",
    ),
    Fault(
        "permutation: a cycle of three",
        PERMUTATION,
        "for (int i = 1; i <= n; i++) { int j = a[i - 1], k = a[j - 1];"
        " if (j != i && k != i && a[k - 1] == i) return true; } return false;",
        lambda draw: lines(
            999,
            [3 * (i // 3) + (i + 1) % 3 + 1 if i % 3 < 3 else i + 1 for i in range(999)],
        ),
        "3\n2 3 1\n",
    ),
    Fault(
        "permutation: three that fall",
        PERMUTATION,
        "return falling() >= 3;",
        _permutation,
        "3\n3 2 1\n",
        DECREASING,
    ),
    Fault(
        "permutation: fixed point behind a moved one",
        PERMUTATION,
        "for (int i = 3; i <= n; i++) if (a[i - 1] == i && a[0] != 1) return true; return false;",
        _moved,
        "3\n2 1 3\n",
    ),
    Fault(
        "permutation: four inversions",
        PERMUTATION,
        "int c = 0; for (int i = 0; i < n && c < 4; i++)"
        " for (int j = i + 1; j < n && c < 4; j++) c += a[i] > a[j]; return c >= 4;",
        _permutation,
        "4\n2 4 3 1\n",
    ),
]
