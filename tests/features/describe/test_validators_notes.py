"""What can reject is understood, or it is a note with its line."""

from __future__ import annotations

import pytest
from support.validator_sources import body, cpp, python, relations

FIRST = "\nn = int(input())\nassert 1 <= n <= 9\n"


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (
            "class Checks:\n    def odd(self, x):\n        assert x % f(x)\nChecks().odd(n)",
            9,
        ),
        (
            "def check(x):\n    if x > 2:\n        check(x - 1)\n    assert g(x)\ncheck(n)",
            10,
        ),
        (
            "try:\n    m = int(input())\n    assert m == f(n)\nexcept EOFError:\n    pass",
            7,
        ),
        ("sys.exit(42 if f(n) else 43)", 7),
        ("flags = {1}\nfor x in f(n):\n    flags.add(x)\nassert len(flags) == n", 10),
        ("good = True\nfor x in f(n):\n    good = good and g(x)\nassert good", 10),
    ],
)
def test_a_condition_of_python_is_not_lost(source: str, line: int) -> None:
    reading = python(FIRST + source)
    assert body(reading) == "n[1..9] /"
    places = [note.split(": ")[0] for note in reading.notes]
    assert f"validate.py:{line}" in places


@pytest.mark.parametrize(
    "source",
    [
        "struct Checks { void odd(int x) { ensure(f(x)); } }; Checks c; c.odd(n);",
        "bool seen[10]; seen[1] = true; mark(seen); ensure(seen[n]);",
        "bool seen[10]; seen[1] = true; mark(seen);"
        " for (int i = 0; i < n; i++) ensure(seen[i]);",
        "return f(n) ? 42 : 43;",
    ],
)
def test_a_condition_of_cpp_is_not_lost(source: str) -> None:
    reading = cpp(f'int n = inf.readInt(1, 9, "n"); inf.readEoln();\n{source}')
    assert body(reading) == "n[1..9] /"
    assert [note.split(": ")[0] for note in reading.notes] == ["validate.cpp:6"]


def test_branches_that_the_arguments_exclude_are_no_notes() -> None:
    source = """
    n = int(input())
    if len(sys.argv) > 1:
        assert f(n)
    for word in ("a", "b"):
        if word == "c":
            assert f(n)
    assert 1 <= n <= 9"""
    assert python(source).notes == ()
    assert len(python(source, ["x"]).notes) == 1


@pytest.mark.parametrize(
    "source",
    [
        "sys.exit(42 if 1 <= n <= 5 else 1)",
        "good = n >= 1\nif n > 5:\n    good = False\nsys.exit(43 if not good else 42)",
        "good = True\nfor low in (1, 0):\n    if n < low:\n        good = False\n"
        "    if n > 5:\n        good = False\nassert good",
    ],
)
def test_a_result_may_be_a_flag_or_an_exit_code(source: str) -> None:
    reading = python("\nn = int(input())\n" + source)
    assert body(reading) == "n[1..5] /"
    assert reading.notes == ()


def test_a_flag_or_a_function_may_tell_of_all_items() -> None:
    flag = cpp("""
    int n = inf.readInt(1, 9, "n"); inf.readEoln();
    vector<int> a = inf.readInts(n, 1, 9, "a"); inf.readEoln();
    bool good = true;
    for (int i = 0; i < n; i++) if (a[i] == 3) { good = false; break; }
    ensure(good);""")
    function = cpp(
        """
    int n = inf.readInt(1, 9, "n"); inf.readEoln();
    vector<int> a = inf.readInts(n, 1, 9, "a"); inf.readEoln();
    ensure(good(a, n));""",
        before="bool good(vector<int> a, int n) {"
        " for (int i = 0; i < n; i++) { if (a[i] == 3) return false; } return true; }",
    )
    for reading in (flag, function):
        assert relations(reading) == ["holds a a != 3"]
        assert reading.notes == ()


# ---- graphs

EDGES = """
n, m = map(int, input().split())
assert 2 <= n <= 50 and 1 <= m <= 100
near = [[] for _ in range(n + 1)]
for _ in range(m):
    u, v = map(int, input().split())
    assert 1 <= u <= n and 1 <= v <= n
    near[u].append(v)
    near[v].append(u)
"""


@pytest.mark.parametrize(
    "search",
    [
        """
met = {1}
waiting = [1]
while waiting:
    for v in near[waiting.pop()]:
        if v not in met:
            met.add(v)
            waiting.append(v)
assert len(met) == n
""",
        """
met = [False] * (n + 1)
def go(x):
    met[x] = True
    for y in near[x]:
        if not met[y]:
            go(y)
go(1)
assert all(met[1:])
""",
        """
def size():
    met = set([1])
    waiting = [1]
    while waiting:
        x = waiting.pop()
        for y in near[x]:
            if y not in met:
                met.add(y)
                waiting.append(y)
    return len(met)
if size() < n:
    sys.exit(1)
""",
        """
root = list(range(n + 1))
def find(x):
    while root[x] != x:
        x = root[x]
    return x
parts = n
for a in range(1, n + 1):
    for b in near[a]:
        if find(a) != find(b):
            root[find(a)] = find(b)
            parts -= 1
assert parts == 1
""",
    ],
)
def test_a_search_that_reaches_all_says_that_a_graph_is_connected(search: str) -> None:
    reading = python(EDGES + search)
    assert relations(reading) == ["connected u v"]
    assert reading.notes == ()


@pytest.mark.parametrize(
    ("functions", "check"),
    [
        (
            "int find(int x) { return up[x] == x ? x : up[x] = find(up[x]); }"
            "bool merge(int a, int b) { a = find(a); b = find(b);"
            " if (a == b) return false; up[a] = b; return true; }",
            "ensure(merge(u, v));",
        ),
        (
            "int find(int x) { while (up[x] != x) x = up[x]; return x; }",
            "if (find(u) == find(v)) quitf(_wa, u); up[find(u)] = find(v);",
        ),
    ],
)
def test_a_union_of_edges_makes_a_tree(functions: str, check: str) -> None:
    reading = cpp(
        f"""
    int n = inf.readInt(2, 50, "n"); inf.readEoln();
    for (int i = 1; i <= n; i++) up[i] = i;
    for (int i = 0; i < n - 1; i++) {{
        int u = inf.readInt(1, n, "u"); inf.readSpace();
        int v = inf.readInt(1, n, "v"); inf.readEoln();
        {check}
    }}""",
        before=f"int up[100]; {functions}",
    )
    assert relations(reading) == ["tree u v"]
    assert reading.notes == ()
