"""Grids, strings, queries, and inputs of several cases."""

from __future__ import annotations

import random

from benchmarks.shrinking_faults import Fault
from benchmarks.shrinking_faults.graphs import tree_edges
from benchmarks.shrinking_faults.rows import lines

GRID = r"""
static int h, w; static vector<string> g;
static void parse() {
    h = number(1, 100); literal(' '); w = number(1, 100); literal('\n');
    for (int i = 0; i < h; i++) {
        g.push_back(word(".#")); literal('\n');
        if ((int)g[i].size() != w) bad();
    }
}
"""
STRING = r"""
static int n; static string s;
static void parse() {
    n = number(1, 2000); literal('\n'); s = word("abcdefghijklmnopqrstuvwxyz"); literal('\n');
    if ((int)s.size() != n) bad();
}
"""
RANGES = r"""
static int n, q; static vector<ll> a; static vector<pair<int, int>> asked;
static void parse() {
    n = number(1, 1000); literal(' '); q = number(1, 1000); literal('\n'); a = row(n, 0, 1000000);
    for (int i = 0; i < q; i++) {
        int l = number(1, n); literal(' '); int r = number(l, n); literal('\n');
        asked.push_back({l, r});
    }
}
"""
UPDATES = r"""
static int n, q; static vector<array<ll, 3>> asked;
static void parse() {
    n = number(1, 1000); literal(' '); q = number(1, 1000); literal('\n');
    for (int i = 0; i < q; i++) {
        ll kind = number(1, 2); literal(' '); ll x = number(1, n); literal(' ');
        ll y = kind == 1 ? number(0, 1000000) : number(x, n); literal('\n');
        asked.push_back({kind, x, y});
    }
}
"""
CASES = r"""
static int t; static vector<vector<ll>> cases;
static void parse() {
    t = number(1, 1000); literal('\n');
    while ((int)cases.size() < t) {
        int n = number(1, 1000); literal('\n'); cases.push_back(row(n, 0, 1000000));
    }
}
"""
FOREST = r"""
static int t; static vector<int> sizes; static vector<vector<Edge>> trees;
static void parse() {
    t = number(1, 1000); literal('\n');
    while ((int)trees.size() < t) {
        int n = number(1, 1000); literal('\n'); sizes.push_back(n);
        trees.push_back(edges(n, n - 1, 0, false));
        if (!connected(n, trees.back())) bad();
    }
}
"""


def _grid(draw: random.Random) -> str:
    return lines(
        (60, 60), *("".join(draw.choices("#.", (3, 2), k=60)) for _ in range(60))
    )


def _columns(draw: random.Random) -> str:
    return lines((60, 60), *("".join(draw.choices("#.", k=60)) for _ in range(60)))


def _string(draw: random.Random) -> str:
    return lines(1000, "".join(draw.choices("abc", k=1000)))


def _palindrome(draw: random.Random) -> str:
    half = "".join(draw.choices("abcdefgh", k=500))
    return lines(1001, f"{half}x{half[::-1]}")


def _ranges(draw: random.Random) -> str:
    n, q = 500, 500
    asked = [sorted(draw.choices(range(1, n + 1), k=2)) for _ in range(q)]
    return lines((n, q), [draw.randint(0, 10**6) for _ in range(n)], *asked)


def _updates(draw: random.Random) -> str:
    n, q = 500, 500
    asked = [
        (1, draw.randint(1, n), draw.randint(0, 10**6))
        if draw.random() < 0.5
        else (2, *sorted(draw.choices(range(1, n + 1), k=2)))
        for _ in range(q)
    ]
    return lines((n, q), *asked)


def _cases(draw: random.Random) -> str:
    sizes = [draw.randint(1, 60) for _ in range(60)]
    rows = ((n, [draw.randint(0, 10**6) for _ in range(n)]) for n in sizes)
    return lines(60, *(part for row in rows for part in row))


def _forest(draw: random.Random) -> str:
    sizes = [draw.randint(1, 60) for _ in range(30)]
    return lines(30, *(part for n in sizes for part in (n, *tree_edges(draw, n))))


FAULTS = [
    Fault(
        "grid: a square of walls",
        GRID,
        "for (int i = 1; i < h; i++) for (int j = 1; j < w; j++)"
        " if (g[i][j] == '#' && g[i-1][j] == '#' && g[i][j-1] == '#' && g[i-1][j-1] == '#')"
        " return true; return false;",
        _grid,
        "2 2\n##\n##\n",
    ),
    Fault(
        "grid: a plus of walls",
        GRID,
        "for (int i = 1; i + 1 < h; i++) for (int j = 1; j + 1 < w; j++)"
        " if (g[i][j] == '#' && g[i-1][j] == '#' && g[i][j-1] == '#' && g[i+1][j] == '#'"
        " && g[i][j+1] == '#') return true; return false;",
        _grid,
        "3 3\n.#.\n###\n.#.\n",
    ),
    Fault(
        "grid: a wall in each of four rows",
        GRID,
        "if (h < 4) return false; for (auto &r : g) if (r.find('#') == string::npos) return false;"
        "return true;",
        _columns,
        "4 1\n#\n#\n#\n#\n",
    ),
    Fault(
        "string: abba",
        STRING,
        'return s.find("abba") != string::npos;',
        _string,
        "4\nabba\n",
    ),
    Fault(
        "string: an odd palindrome",
        STRING,
        "return n >= 5 && n % 2 && s == string(s.rbegin(), s.rend());",
        _palindrome,
        "5\naaaaa\n",
    ),
    Fault(
        "queries: a range of three that grows",
        RANGES,
        "for (auto &p : asked) if (p.second - p.first >= 2 && a[p.first - 1] < a[p.second - 1])"
        " return true; return false;",
        _ranges,
        "3 1\n0 0 1\n1 3\n",
    ),
    Fault(
        "queries: an update before a question",
        UPDATES,
        "map<ll, ll> last; for (auto &x : asked) { if (x[0] == 1) last[x[1]] = x[2];"
        " else for (auto &p : last) if (p.first >= x[1] && p.first <= x[2] && p.second > 0)"
        " return true; } return false;",
        _updates,
        "1 2\n1 1 1\n2 1 1\n",
    ),
    Fault(
        "cases: a shorter one behind a longer one",
        CASES,
        "for (int i = 1; i < t; i++) if (cases[i].size() < cases[i - 1].size()) return true;"
        "return false;",
        _cases,
        "2\n2\n0 0\n1\n0\n",
    ),
    Fault(
        "cases: a tree with a branch behind another",
        FOREST,
        "for (int i = 1; i < t; i++) { vector<int> d(sizes[i] + 1);"
        " for (auto &e : trees[i]) if (++d[e.u] > 2 || ++d[e.v] > 2) return true; } return false;",
        _forest,
        "2\n1\n4\n1 2\n1 3\n1 4\n",
    ),
]
