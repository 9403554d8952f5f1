"""Trees and graphs."""

from __future__ import annotations

import random

from benchmarks.shrinking_faults import Fault
from benchmarks.shrinking_faults.rows import lines

TREE = r"""
static int n; static vector<Edge> es;
static void parse() {
    n = number(1, 2000); literal('\n'); es = edges(n, n - 1, 0, false);
    if (!connected(n, es)) bad();
}
"""
WEIGHTED_TREE = TREE.replace("n - 1, 0,", "n - 1, 1000000000,")
GRAPH = r"""
static int n, m; static vector<Edge> es;
static void parse() {
    n = number(1, 2000); literal(' '); m = number(0, 20000); literal('\n');
    es = edges(n, m, 0, false);
}
"""
CONNECTED = GRAPH.replace(
    "es = edges(n, m, 0, false);",
    "es = edges(n, m, 0, false); if (!connected(n, es)) bad();",
)
WEIGHTED = CONNECTED.replace("m, 0,", "m, 1000000000,")
DIRECTED = GRAPH.replace("m, 0, false", "m, 0, true")
DEGREES = r"""
static int branching() {
    vector<int> d(n + 1); int c = 0;
    for (auto &e : es) { if (++d[e.u] == 3) c++; if (++d[e.v] == 3) c++; }
    return c;
}
"""
PATHS = r"""
static ll distance(bool weighted) {
    auto g = sides(n, es, false); vector<pair<ll, ll>> best(n + 1, {LLONG_MAX / 4, 0});
    typedef pair<pair<ll, ll>, int> Item; priority_queue<Item, vector<Item>, greater<Item>> q;
    best[1] = {0, 0}; q.push({{0, 0}, 1});
    while (!q.empty()) {
        auto [d, v] = q.top(); q.pop();
        if (d > best[v]) continue;
        for (auto &s : g[v]) {
            ll w = s.second;
            pair<ll, ll> to(d.first + (weighted ? w : 1), d.second + (weighted ? 1 : w));
            if (to < best[s.first]) { best[s.first] = to; q.push({to, s.first}); }
        }
    }
    return weighted ? best[n].first : best[n].second;
}
"""
TRIANGLE = r"""
static bool triangle() {
    vector<set<int>> g(n + 1);
    for (auto &e : es) { g[e.u].insert(e.v); g[e.v].insert(e.u); }
    for (auto &e : es) for (int x : g[e.u]) if (g[e.v].count(x)) return true;
    return false;
}
static bool odd() {
    vector<int> side(n + 1, -1); auto g = sides(n, es, false);
    for (int s = 1; s <= n; s++) if (side[s] < 0) {
        side[s] = 0; vector<int> stack{s};
        while (!stack.empty()) {
            int v = stack.back(); stack.pop_back();
            for (auto &t : g[v]) {
                if (side[t.first] == side[v]) return true;
                if (side[t.first] < 0) { side[t.first] = !side[v]; stack.push_back(t.first); }
            }
        }
    }
    return false;
}
"""


def tree_edges(draw: random.Random, n: int) -> list[tuple[int, int]]:
    """Return the edges of a random tree with shuffled labels."""
    names = draw.sample(range(1, n + 1), n)
    pairs = [(names[i], names[draw.randrange(max(0, i - 40), i)]) for i in range(1, n)]
    draw.shuffle(pairs)
    return pairs


def _tree(draw: random.Random) -> str:
    return lines(1000, *tree_edges(draw, 1000))


def _weighted_tree(draw: random.Random) -> str:
    return lines(
        500, *((u, v, draw.randint(1, 10**9)) for u, v in tree_edges(draw, 500))
    )


def _edges(draw: random.Random, n: int, m: int) -> list[tuple[int, int]]:
    chosen: dict[tuple[int, int], None] = {}
    while len(chosen) < m:
        u, v = draw.sample(range(1, n + 1), 2)
        if (v, u) not in chosen:
            chosen[u, v] = None
    return list(chosen)


def _graph(draw: random.Random) -> str:
    return lines((500, 3000), *_edges(draw, 500, 3000))


def _sparse(draw: random.Random) -> str:
    return lines((500, 300), *_edges(draw, 500, 300))


def _connected_edges(draw: random.Random, n: int, more: int) -> list[tuple[int, int]]:
    known = {tuple(sorted(edge)): edge for edge in tree_edges(draw, n)}
    for u, v in _edges(draw, n, more):
        known.setdefault((min(u, v), max(u, v)), (u, v))
    return list(known.values())


def _connected(draw: random.Random) -> str:
    pairs = _connected_edges(draw, 300, 400)
    return lines((300, len(pairs)), *pairs)


def _no_triangle(draw: random.Random) -> str:
    n = 301  # an odd cycle, and chords between vertices at an odd distance along it
    ring = [(i + 1, (i + 1) % n + 1) for i in range(n)]
    chords = {(i, i + 3 + 2 * draw.randrange(20)) for i in range(1, 240, 7)}
    return lines((n, n + len(chords)), *ring, *sorted(chords))


def _weighted(draw: random.Random) -> str:
    pairs = _connected_edges(draw, 300, 2000)
    return lines((300, len(pairs)), *((u, v, draw.randint(1, 10**9)) for u, v in pairs))


def _directed(draw: random.Random) -> str:
    return lines((300, 2000), *_edges(draw, 300, 2000))


FAULTS = [
    Fault(
        "tree: a branch",
        TREE,
        "return branching() >= 1;",
        _tree,
        "4\n1 2\n1 3\n1 4\n",
        DEGREES,
    ),
    Fault(
        "tree: a diameter of four",
        TREE,
        "auto d = depths(n, es, 1); int far = max_element(d.begin() + 1, d.end()) - d.begin();"
        "d = depths(n, es, far); return *max_element(d.begin() + 1, d.end()) >= 4;",
        _tree,
        "5\n1 2\n2 3\n3 4\n4 5\n",
    ),
    Fault(
        "tree: two branches",
        TREE,
        "return branching() >= 2;",
        _tree,
        "6\n1 2\n1 3\n1 4\n2 5\n2 6\n",
        DEGREES,
    ),
    Fault(
        "tree: three below the root",
        TREE,
        "auto d = depths(n, es, 1); return *max_element(d.begin() + 1, d.end()) >= 3;",
        _tree,
        "4\n1 2\n2 3\n3 4\n",
    ),
    Fault(
        "tree: weights past 32 bits",
        WEIGHTED_TREE,
        "ll s = 0; for (auto &e : es) s += e.w; return s > 2147483647LL;",
        _weighted_tree,
        "4\n1 2 147483650\n1 3 999999999\n1 4 999999999\n",
    ),
    Fault(
        "graph: a triangle",
        GRAPH,
        "return triangle();",
        _graph,
        "3 3\n1 2\n1 3\n2 3\n",
        TRIANGLE,
    ),
    Fault(
        "graph: odd, no triangle",
        GRAPH,
        "return odd() && !triangle();",
        _no_triangle,
        "5 5\n1 2\n2 3\n3 4\n4 5\n5 1\n",
        TRIANGLE,
    ),
    Fault(
        "graph: in parts, one of three",
        GRAPH,
        "if (connected(n, es)) return false; vector<int> up(n + 1), size(n + 1);"
        "iota(up.begin(), up.end(), 0); for (auto &e : es) up[root_of(up, e.u)] = root_of(up, e.v);"
        "for (int v = 1; v <= n; v++) if (++size[root_of(up, v)] >= 3) return true; return false;",
        _sparse,
        "4 2\n1 2\n1 3\n",
    ),
    Fault(
        "connected graph: more edges than vertices",
        CONNECTED,
        "return m > n;",
        _connected,
        "4 5\n1 2\n1 3\n1 4\n2 3\n2 4\n",
    ),
    Fault(
        "shortest path: fewest edges are not the lightest",
        WEIGHTED,
        "return distance(true) != distance(false);",
        _weighted,
        "3 3\n1 2 1\n1 3 3\n2 3 1\n",
        PATHS,
    ),
    Fault(
        "directed graph: a cycle",
        DIRECTED,
        "vector<int> in(n + 1); auto g = sides(n, es, true); for (auto &e : es) in[e.v]++;"
        "vector<int> free; int left = n;"
        "for (int v = 1; v <= n; v++) if (!in[v]) free.push_back(v);"
        "while (!free.empty()) { int v = free.back(); free.pop_back(); left--;"
        " for (auto &s : g[v]) if (!--in[s.first]) free.push_back(s.first); } return left > 0;",
        _directed,
        "2 2\n1 2\n2 1\n",
    ),
]
