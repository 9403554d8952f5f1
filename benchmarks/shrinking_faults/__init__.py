"""Thirty planted faults over eight shapes of input, each with a known least
counterexample.

A fault is a C++ condition on the parsed input: the wrong program prints 1 where it
holds, the right one always prints 0. `least` is an input that no other counterexample
beats in (tokens, bytes).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

READER = r"""
#include <bits/stdc++.h>
using namespace std;
typedef long long ll;
static string all_input; static size_t at_byte;
static void bad() { exit(43); }
static ll number(ll low, ll high) {
    size_t start = at_byte; bool minus = at_byte < all_input.size() && all_input[at_byte] == '-';
    if (minus) at_byte++;
    size_t digits = at_byte; ll value = 0;
    while (at_byte < all_input.size() && isdigit((unsigned char)all_input[at_byte])) {
        if (at_byte - digits > 17) bad();
        value = 10 * value + (all_input[at_byte++] - '0');
    }
    if (at_byte == digits || (all_input[digits] == '0' && at_byte - start > 1)) bad();
    if (minus) value = -value;
    if (value < low || value > high) bad();
    return value;
}
static void literal(char c) {
    if (at_byte >= all_input.size() || all_input[at_byte] != c) bad();
    at_byte++;
}
static string word(const char *letters) {
    string w;
    while (at_byte < all_input.size() && strchr(letters, all_input[at_byte]))
        w += all_input[at_byte++];
    if (w.empty()) bad();
    return w;
}
static vector<ll> row(int n, ll low, ll high) {
    vector<ll> a;
    for (int i = 0; i < n; i++) { if (i) literal(' '); a.push_back(number(low, high)); }
    literal('\n');
    return a;
}
static int root_of(vector<int> &up, int v) { return up[v] == v ? v : up[v] = root_of(up, up[v]); }
struct Edge { int u, v; ll w; };
static vector<Edge> edges(int n, int m, ll heaviest, bool directed) {
    vector<Edge> es; set<pair<int, int>> known;
    for (int i = 0; i < m; i++) {
        Edge e; e.u = number(1, n); literal(' '); e.v = number(1, n); e.w = 1;
        if (heaviest) { literal(' '); e.w = number(1, heaviest); }
        literal('\n');
        if (e.u == e.v) bad();
        pair<int, int> key(e.u, e.v);
        if (!directed && e.u > e.v) swap(key.first, key.second);
        if (!known.insert(key).second) bad();
        es.push_back(e);
    }
    return es;
}
static bool connected(int n, const vector<Edge> &es) {
    vector<int> up(n + 1); iota(up.begin(), up.end(), 0); int parts = n;
    for (auto &e : es) {
        int a = root_of(up, e.u), b = root_of(up, e.v);
        if (a != b) { up[a] = b; parts--; }
    }
    return parts == 1;
}
static vector<vector<pair<int, ll>>> sides(int n, const vector<Edge> &es, bool directed) {
    vector<vector<pair<int, ll>>> g(n + 1);
    for (auto &e : es) {
        g[e.u].push_back({e.v, e.w});
        if (!directed) g[e.v].push_back({e.u, e.w});
    }
    return g;
}
static vector<int> depths(int n, const vector<Edge> &es, int from) {
    auto g = sides(n, es, false); vector<int> d(n + 1, -1); queue<int> q; d[from] = 0;
    q.push(from);
    while (!q.empty()) {
        int v = q.front(); q.pop();
        for (auto &s : g[v]) if (d[s.first] < 0) { d[s.first] = d[v] + 1; q.push(s.first); }
    }
    return d;
}
"""
MAIN = r"""
int main(int argc, char **) {
    all_input.assign(istreambuf_iterator<char>(cin), {});
    parse();
    if (at_byte != all_input.size()) bad();
"""


@dataclass(frozen=True, slots=True)
class Fault:
    """One planted fault. `shape` is the C++ that reads an input, `holds` the condition,
    `large` a failing input to start from."""

    name: str
    shape: str
    holds: str
    large: Callable[[random.Random], str]
    least: str
    helpers: str = ""


def program(fault: Fault, ending: str) -> str:
    """Return a C++ program that reads the shape, and then does what `ending` says."""
    holds = f"{fault.helpers}\nstatic bool holds() {{ {fault.holds} }}\n"
    return f"{READER}{fault.shape}{holds}{MAIN}{ending}}}\n"


def faults() -> list[Fault]:
    """Return all of them, in a fixed order."""
    from benchmarks.shrinking_faults import graphs, rows, texts

    return [*rows.FAULTS, *graphs.FAULTS, *texts.FAULTS]
