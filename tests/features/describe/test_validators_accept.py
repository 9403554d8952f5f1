"""What is drawn from the description of a validator's source is valid for the validator."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.reading_validators import (
    TESTLIB,
    VALIDATION,
    compiled,
    drawn,
    python,
    refusals,
)

from judging.features.describe.validators import read_validator

DRAWS = 40

PYTHON = {
    "edges": r"""
import re
import sys
from sys import stdin

integer = "(0|-?[1-9]\d*)"
two = re.compile(integer + " " + integer + "\n")
line = stdin.readline()
assert two.match(line)
n, m = map(int, line.split())
assert 2 <= n <= 30 and 0 <= m <= n * (n - 1) // 2
seen = set()
for _ in range(m):
    line = stdin.readline()
    assert two.match(line)
    a, b = map(int, line.split())
    assert 1 <= a < b <= n
    assert (a, b) not in seen
    seen.add((a, b))
assert stdin.readline() == ""
sys.exit(42)
""",
    "rows": r"""
import sys

t = int(input())
assert 1 <= t <= 10
total = 0
for _ in range(t):
    n, k = map(int, input().split())
    assert 1 <= k <= n <= 50
    total += n
    a = list(map(int, input().split()))
    assert len(a) == n
    assert all(0 <= x <= k for x in a)
    p = [int(word) for word in input().split()]
    assert sorted(p) == p and len(p) == k and min(p) >= -9 and max(p) <= 9
assert total <= 100
assert sys.stdin.read() == ""
sys.exit(42)
""",
    "grid": r"""
import re
import sys

h, w = map(int, sys.stdin.readline().split())
assert 1 <= h <= 12 and 1 <= w <= 12 and h * w <= 60
for _ in range(h):
    row = sys.stdin.readline().rstrip("\n")
    assert len(row) == w and all(c in "#.o" for c in row)
q = int(sys.stdin.readline())
assert 1 <= q <= 20
for _ in range(q):
    op, x = sys.stdin.readline().split()
    assert op in ("up", "down", "left")
    assert 1 <= int(x) <= h
assert not sys.stdin.readline()
sys.exit(42)
""",
    "queries": r"""
import re
import sys

match = re.fullmatch(r"(\d+) (\d+)\n", sys.stdin.readline())
assert match
n, q = map(int, match.groups())
assert 1 <= n <= 20 and 1 <= q <= 12
for _ in range(q):
    line = sys.stdin.readline()
    words = line.split()
    if words[0] == "move":
        assert len(words) == 3
        a, b = int(words[1]), int(words[2])
        assert line == f"move {a} {b}\n"
        assert 1 <= a < b <= n
    elif words[0] == "wait":
        assert len(words) == 1
    else:
        assert words[0] == "name"
        assert len(words) == 2 and re.fullmatch("[a-z]{1,8}", words[1])
assert sys.stdin.read() == ""
sys.exit(42)
""",
    "lines": r"""
import sys

lines = sys.stdin.read().split("\n")
n = int(lines[0])
assert str(n) == lines[0] and 2 <= n <= 15
assert len(lines) == n + 3 and lines[-1] == ""
order = list(map(int, lines[1].split()))
assert sorted(order) == list(range(1, n + 1))
up = list(range(n + 1))
def find(x):
    while up[x] != x:
        x = up[x]
    return x
for i in range(2, n + 1):
    a, b = map(int, lines[i].split())
    assert f"{a} {b}" == lines[i]
    assert 1 <= a <= n and 1 <= b <= n
    assert find(a) != find(b)
    up[find(a)] = find(b)
assert lines[n + 1] == "end"
sys.exit(42)
""",
}

WITH_TESTLIB = {
    "cases": r"""
#include "testlib.h"
const int MAX = 2e5;
int main(int argc, char *argv[]) {
    registerValidation(argc, argv);
    int t = inf.readInt(1, 20, "t");
    inf.readEoln();
    long long sum = 0;
    for (int tt = 1; tt <= t; tt++) {
        setTestCase(tt);
        int n = inf.readInt(1, MAX, "n");
        inf.readSpace();
        int k = inf.readInt(1, std::min(n, 100), "k");
        inf.readEoln();
        sum += n;
        std::vector<int> p = inf.readInts(n, 1, n, "p");
        inf.readEoln();
        ensuref(int(std::set<int>(p.begin(), p.end()).size()) == n, "p is no permutation");
        string s = inf.readToken("[ab?]{1,30}", "s");
        ensure(int(s.size()) <= 3 * k);
        inf.readEoln();
    }
    ensuref(sum <= 300, "the sum of n is too large");
    inf.readEof();
}
""",
    "tree": r"""
#include "testlib.h"
int root[1000];
int find(int x) { return root[x] == x ? x : root[x] = find(root[x]); }
int main(int argc, char *argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(2, 200, "n");
    inf.readSpace();
    int q = inf.readInt(1, 30, "q");
    inf.readEoln();
    for (int i = 1; i <= n; i++) root[i] = i;
    for (int i = 1; i < n; i++) {
        int u = inf.readInt(1, n, "u");
        inf.readSpace();
        int v = inf.readInt(1, n, "v");
        inf.readEoln();
        ensuref(find(u) != find(v), "a cycle");
        root[find(u)] = find(v);
    }
    for (int i = 0; i < q; i++) {
        int kind = inf.readInt(1, 2, "kind");
        inf.readSpace();
        int a = inf.readInt(1, n, "a");
        if (kind == 2) {
            inf.readSpace();
            int b = inf.readInt(1, n, "b");
            ensure(a != b);
            inf.readSpace();
            inf.readStrictDouble(-1, 1, 0, 3, "weight");
        }
        inf.readEoln();
    }
    inf.readEof();
}
""",
}

WITH_VALIDATION = r"""
#include "validation.h"
int main(int argc, char **argv) {
    InputValidator v(argc, argv);
    int n = v.read_integer("n", 1, 100);
    v.space();
    int k = v.read_integer("k", 0, n);
    v.newline();
    v.read_integers("a", n, -1000, 1000, Unique | Increasing);
    v.read_integers("b", k + 1, 0, 9, Arbitrary, Newline);
    for (int i = 0; i < n; i++) {
        std::string color = v.test_strings({"red", "blue"});
        v.space();
        std::string name = v.read_string("name", 2, 8, "abcxyz");
        v.space();
        int low = v.read_integer("low", 1, 50);
        v.space();
        int high = v.read_integer("high", 1, 50);
        v.newline();
        if (low > high) v.WA("low is above high");
    }
}
"""


WITHOUT_LIBRARY = r"""
#include <bits/stdc++.h>
using namespace std;
static void require(bool good) { if (!good) exit(43); }
static void letter(char wanted) { require(cin.get() == wanted); }
static long long number(long long low, long long high) {
    string digits;
    while (isdigit(cin.peek())) digits += (char)cin.get();
    require(!digits.empty() && digits.size() < 10);
    require(digits[0] != '0' || digits.size() == 1);
    long long value = stoll(digits);
    if (value < low || value > high) exit(43);
    return value;
}
static map<string, int> limits;
int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        string word = argv[i];
        size_t at = word.find('=');
        if (word.substr(0, at) == "n") limits["n"] = stoi(word.substr(at + 1));
    }
    int most = argc > 1 ? stoi(string(argv[1]).substr(2)) : 5;
    int n = number(2, most);
    letter('\n');
    vector<vector<int>> near(n + 1);
    for (int i = 1; i < n; i++) {
        int a = number(1, n);
        letter(' ');
        int b = number(1, n);
        letter('\n');
        near[a].push_back(b);
        near[b].push_back(a);
    }
    vector<bool> met(n + 1);
    function<void(int)> visit = [&](int x) {
        met[x] = true;
        for (int y : near[x]) if (!met[y]) visit(y);
    };
    visit(1);
    for (int x = 1; x <= n; x++) require(met[x]);
    string line;
    while (getline(cin, line)) {
        istringstream words(line);
        int low, high;
        words >> low >> high;
        require(0 <= low && low < high && high <= n);
    }
    return 42;
}
"""


def test_sources_with_faults_are_read_without_an_error() -> None:
    """Lines that are lost, doubled or mixed with those of other programs."""
    rng = random.Random(1)
    sources = [("validate.py", source) for source in PYTHON.values()]
    for source in (*WITH_TESTLIB.values(), WITH_VALIDATION):
        sources.append(("validate.cpp", source))
    understood = 0
    for _ in range(400):
        name, source = rng.choice(sources)
        _, other = rng.choice(sources)
        lines = source.splitlines()
        for _ in range(rng.randrange(1, 4)):
            place = rng.randrange(len(lines))
            lines[place : place + rng.randrange(2)] = rng.sample(other.splitlines(), 1)
            del lines[rng.randrange(len(lines))]
        reading = read_validator([(name, "\n".join(lines).encode())])
        understood += reading.description is not None
        assert reading.description is not None or reading.notes
    assert understood > 100


@pytest.mark.parametrize("name", PYTHON)
def test_python_validators_accept_what_is_drawn(name: str, tmp_path: Path) -> None:
    source = PYTHON[name]
    reading = read_validator([("validate.py", source.encode())])
    assert reading.description is not None
    assert reading.notes == ()
    command = python(tmp_path, source)
    assert refusals(command, drawn(reading.description, DRAWS), accepted=42) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_TESTLIB)
def test_validators_for_testlib_accept_what_is_drawn(name: str, tmp_path: Path) -> None:
    source = WITH_TESTLIB[name]
    reading = read_validator([("validate.cpp", source.encode())])
    assert reading.description is not None
    assert reading.notes == ()
    command = compiled(tmp_path, source, TESTLIB, "testlib.h")
    assert refusals(command, drawn(reading.description, DRAWS), accepted=0) == []


@pytest.mark.slow
def test_validators_with_validation_h_accept_what_is_drawn(tmp_path: Path) -> None:
    reading = read_validator([("validate.cpp", WITH_VALIDATION.encode())])
    assert reading.description is not None
    assert reading.notes == ()
    command = compiled(tmp_path, WITH_VALIDATION, VALIDATION, "validation.h")
    assert refusals(command, drawn(reading.description, DRAWS), accepted=42) == []


@pytest.mark.slow
def test_validators_of_new_packages_accept_what_is_drawn(tmp_path: Path) -> None:
    folder = Path(__file__).parents[3] / "judging/features/transfer/template"
    header = (folder / "base/input_validators/validate/reading.h").read_text()
    source = r"""
#include "reading.h"
const long long MAX_N = 60;
int main(int argc, char** argv) {
    Input input(argc, argv);
    long long n = input.integer("n", 2, MAX_N);
    input.space();
    long long m = input.integer("m", 1, 2 * n);
    input.line_end();
    auto depth = input.row(n, "depth", -5, m);
    for (size_t i = 1; i < depth.size(); i++)
        input.require(depth[i - 1] <= depth[i], "the depths fall");
    std::set<std::pair<long long, long long>> known;
    for (long long i = 0; i < n; i++) {
        long long u = input.integer("u", 1, 1000);
        input.space();
        long long v = input.integer("v", 1, 1000);
        input.line_end();
        input.require(u != v, "a loop");
        input.require(known.insert(std::minmax(u, v)).second, "a path for the second time");
    }
    input.end();
}
"""
    source = source.replace(
        '#include "reading.h"', '#include <set>\n#include "reading.h"'
    )
    reading = read_validator([("validate.cpp", source.encode())])
    assert reading.description is not None
    assert reading.notes == ()
    command = compiled(tmp_path, source, header, "reading.h")
    assert refusals(command, drawn(reading.description, DRAWS), accepted=42) == []


@pytest.mark.slow
def test_validators_without_a_library_accept_what_is_drawn(tmp_path: Path) -> None:
    reading = read_validator([("validate.cpp", WITHOUT_LIBRARY.encode())], ["n=9"])
    assert reading.description is not None
    assert reading.notes == ()
    command = [*compiled(tmp_path, WITHOUT_LIBRARY, "", "none.h"), "n=9"]
    assert refusals(command, drawn(reading.description, DRAWS), accepted=42) == []
