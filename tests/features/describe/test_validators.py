"""Descriptions that are read from the sources of validators."""

from __future__ import annotations

import pytest
from support.validator_sources import body, cpp, python, relations

from judging.features.describe.tree import Integer, Newline, Real, Repeat, Source, Space
from judging.features.describe.validators import read_validator

# ---- testlib


def test_reads_stand_in_the_order_of_the_input_with_the_lines_of_the_source() -> None:
    reading = cpp("""
    int n = inf.readInt(1, 100, "n");
    inf.readSpace();
    long long k = inf.readLong(-5LL, 1'000'000'000'000LL, "k");
    inf.readEoln();
    inf.readEof();""")
    assert reading.description is not None
    first, gap, second, end = reading.description.body
    assert isinstance(first, Integer)
    assert isinstance(second, Integer)
    assert (first.name, first.low, first.high) == ("n", "1", "100")
    assert (second.name, second.low, second.high) == ("k", "-5", "1000000000000")
    assert (gap, end) == (Space(), Newline())
    assert [first.source.place, second.source.place] == [
        "validate.cpp:6",
        "validate.cpp:8",
    ]
    assert reading.notes == ()


def test_bounds_are_constants_macros_and_expressions_in_what_is_read_before() -> None:
    before = """
    #define MAXN 2000
    #define TWICE(x) (2 * (x))
    const int K = 5e3;
    constexpr long long M = 1LL << 20;"""
    reading = cpp(
        """
    int n = inf.readInt(2, MAXN); inf.readSpace();
    int m = inf.readInt(n - 1, min(n * 3, K)); inf.readSpace();
    inf.readInt(0, TWICE(n) + 1, "x"); inf.readSpace();
    inf.readLong(-M, M, "y"); inf.readEoln();""",
        before=before,
    )
    expected = "n[2..2000] m[n - 1..3 * n] x[0..2 * n + 1] y[-1048576..1048576] /"
    assert body(reading) == expected
    assert relations(reading) == ["holds m m <= 5000"]


@pytest.mark.parametrize(
    "loop",
    [
        "for (int i = 0; i < n; i++) { if (i > 0) inf.readSpace(); R; } inf.readEoln();",
        "for (int i = 0; i < n; i++) { R; if (i + 1 < n) inf.readSpace(); } inf.readEoln();",
        "for (int i = 1; i <= n; ++i) { R; if (i < n) inf.readSpace(); else inf.readEoln(); }",
        "for (int i = 0; i < n; i++) { R; if (i == n - 1) inf.readEoln();"
        " else inf.readSpace(); }",
        "for (int i = 0; i < n - 1; i++) { R; inf.readSpace(); } R; inf.readEoln();",
        "int t = n; while (t--) { R; if (t) inf.readSpace(); } inf.readEoln();",
        'inf.readInts(n, 1, 9, "a"); inf.readEoln();',
        "rep(i, n) { if (i) inf.readSpace(); R; } inf.readEoln();",
    ],
)
def test_a_row_is_one_repetition_however_its_loop_is_written(loop: str) -> None:
    reads = loop.replace("R;", 'inf.readInt(1, 9, "a");')
    reading = cpp(
        f'int n = inf.readInt(1, 50, "n"); inf.readEoln(); {reads}',
        before="#define rep(i, n) for (int i = 0; i < (n); i++)",
    )
    assert body(reading) == "n[1..50] / [n: a[1..9]] /"
    assert reading.description is not None
    row = reading.description.body[2]
    assert isinstance(row, Repeat)
    assert row.separator == Space()


def test_cases_with_a_bounded_sum() -> None:
    reading = cpp("""
    int t = inf.readInt(1, 100, "t"); inf.readEoln();
    int sum = 0;
    for (int i = 1; i <= t; i++) {
        setTestCase(i);
        int n = inf.readInt(1, 1000, "n"); inf.readEoln();
        sum += n;
        inf.readInts(n, 1, n, "a"); inf.readEoln();
    }
    ensuref(sum <= 5000, "the sum of n is too large");
    inf.readEof();""")
    assert body(reading) == "t[1..100] / [t: n[1..1000] / [n: a[1..n]] /]"
    assert relations(reading) == ["sum_at_most n 5000"]


def test_a_sum_may_be_checked_while_it_is_made() -> None:
    reading = cpp("""
    int t = inf.readInt(1, 100, "t"); inf.readEoln();
    int left = 0;
    for (int i = 0; i < t; i++) {
        left += inf.readInt(1, 1000, "n"); inf.readEoln();
        ensure(left <= 2000);
    }""")
    assert relations(reading) == ["sum_at_most n 2000"]


def test_words_have_the_class_of_their_pattern_and_its_length() -> None:
    reading = cpp("""
    int n = inf.readInt(1, 100, "n"); inf.readEoln();
    string s = inf.readToken("[a-z]{1,20}", "s"); inf.readEoln();
    string w = inf.readWord("[01]+", "w"); inf.readEoln();
    ensuref((int) w.size() == n, "length");
    inf.readLine("[A-Za-z ]{3,5}", "line");
    inf.readToken("abc|de", "kind"); inf.readEoln();""")
    assert body(reading) == (
        "n[1..100] / s<[a-z]+, 1..20> / w<[01]+, n..n> / line<[ A-Za-z]+, 3..5> / "
        "kind<(abc|de), 2..3> /"
    )


def test_decimals_have_their_digits() -> None:
    reading = cpp(
        'double x = inf.readStrictDouble(-1.5, 1e3, 1, 6, "x"); inf.readEoln();'
    )
    assert reading.description is not None
    number = reading.description.body[0]
    assert isinstance(number, Real)
    assert (number.low, number.high, number.decimals) == ("-1.5", "1000", (1, 6))


@pytest.mark.parametrize(
    ("check", "relation"),
    [
        ("ensure(u != v);", "differs u v"),
        ('ensuref(u < v, "order");', "less u v"),
        ("ensure(u <= v);", "at_most u v"),
        ('if (u == v) quitf(_fail, "loop");', "differs u v"),
        ("ensure(u + v != 5);", "holds u v u + v != 5"),
        ("ensure(!(u == 3 && v == 4));", "holds u v u != 3 || v != 4"),
        ("ensure(seen.insert(minmax(u, v)).second);", "simple_graph u v"),
        ("ensure(seen.insert({u, v}).second);", "distinct u v"),
        ("ensure(!seen.count({u, v})); seen.insert({u, v});", "distinct u v"),
        ("ensure(seen.find({u, v}) == seen.end()); seen.emplace(u, v);", "distinct u v"),
        (
            "if (u > v) swap(u, v); ensure(seen.insert({u, v}).second);",
            "simple_graph u v",
        ),
    ],
)
def test_conditions_on_two_values_of_a_line(check: str, relation: str) -> None:
    reading = cpp(f"""
    int n = inf.readInt(2, 10, "n"); inf.readEoln();
    set<pair<int, int>> seen;
    for (int i = 0; i < n; i++) {{
        int u = inf.readInt(1, n, "u"); inf.readSpace();
        int v = inf.readInt(1, n, "v"); inf.readEoln();
        {check}
    }}""")
    assert relations(reading) == [relation]
    assert reading.notes == ()


@pytest.mark.parametrize(
    ("check", "relation"),
    [
        ("for (int i = 0; i + 1 < n; i++) ensure(a[i] <= a[i + 1]);", "sorted a"),
        ("for (int i = 1; i < n; i++) ensure(a[i - 1] < a[i]);", "strictly_sorted a"),
        ("for (int i = 1; i < n; i++) ensure(a[i] < a[i - 1]);", "strictly_falling a"),
        ("ensure(is_sorted(a.begin(), a.end()));", "sorted a"),
        ("ensure(set<int>(a.begin(), a.end()).size() == n);", "permutation a"),
        ("set<int> s; for (int x : a) ensure(s.insert(x).second);", "permutation a"),
        (
            "set<int> s(a.begin(), a.end()); ensure(s.size() == a.size());",
            "permutation a",
        ),
        (
            "vector<bool> used(n + 1); for (int x : a) { ensure(!used[x]); used[x] = true; }",
            "permutation a",
        ),
        (
            "sort(a.begin(), a.end()); for (int i = 1; i < n; i++) ensure(a[i] != a[i - 1]);",
            "permutation a",
        ),
        ("ensure(accumulate(a.begin(), a.end(), 0) == 30);", "sum_is a 30"),
    ],
)
def test_conditions_on_a_row(check: str, relation: str) -> None:
    reading = cpp(f"""
    int n = inf.readInt(2, 10, "n"); inf.readEoln();
    vector<int> a = inf.readInts(n, 1, n, "a"); inf.readEoln();
    {check}""")
    assert relations(reading) == [relation]
    assert reading.notes == ()


def test_the_value_before_is_compared_with_the_next_one() -> None:
    reading = cpp("""
    int n = inf.readInt(2, 10, "n"); inf.readEoln();
    int last = 0;
    for (int i = 0; i < n; i++) {
        int x = inf.readInt(1, 99, "x"); inf.readEoln();
        ensure(last < x);
        last = x;
    }""")
    assert relations(reading) == ["strictly_sorted x"]


def test_conditions_narrow_what_is_read() -> None:
    reading = cpp("""
    int h = inf.readInt(1, 1000, "h"); inf.readSpace();
    int w = inf.readInt(1, 1000, "w"); inf.readEoln();
    ensure(h * w <= 5000 && w >= h && h > 2);""")
    assert body(reading) == "h[3..1000] w[h..1000] /"
    assert relations(reading) == ["product_at_most h w 5000"]


def test_remainders_and_single_items_of_a_row() -> None:
    reading = cpp("""
    int n = inf.readInt(1, 100, "n"); inf.readSpace();
    int m = inf.readInt(1, 100, "m"); inf.readEoln();
    ensure(n % 2 == 1);
    ensure((n + m) % 3 != 0);
    auto a = inf.readInts(n, 0, 9, "a"); inf.readEoln();
    ensure(a[n - 1] > 3);
    for (int x : a) ensure(x % 5 <= 2);""")
    assert body(reading) == "n[1..100] m[1..100] / [i < n: a[0..9]] /"
    assert relations(reading) == [
        "holds n n % 2 == 1",
        "holds n m (n + m) % 3 != 0",
        "holds n a i + 1 != n || a >= 4",
        "holds a a % 5 <= 2",
    ]
    assert reading.notes == ()


def test_queries_of_several_kinds() -> None:
    reading = cpp("""
    int q = inf.readInt(1, 100, "q"); inf.readEoln();
    while (q--) {
        int t = inf.readInt(1, 3, "t"); inf.readSpace();
        if (t == 1) { inf.readInt(1, 9, "x"); inf.readSpace(); inf.readInt(1, 9, "y"); }
        else if (t == 2) inf.readInt(-5, 5, "z");
        else inf.readToken("[ab]+", "w");
        inf.readEoln();
    }""")
    assert body(reading) == (
        "q[1..100] / [q: t(1: x[1..9] y[1..9]; 2: z[-5..5]; 3: w<[ab]+, 1..100>) /]"
    )


def test_a_switch_on_a_word() -> None:
    reading = cpp("""
    string op = inf.readToken("push|pop", "op");
    if (op == "push") { inf.readSpace(); inf.readInt(0, 7, "x"); }
    else ensure(op == "pop");
    inf.readEoln();""")
    assert body(reading) == "op(push: x[0..7]; pop: ) /"


def test_functions_of_the_program_are_followed() -> None:
    before = """
    struct point { int x, y; };
    const int X = 50;
    point read_point() { point p; p.x = inf.readInt(-X, X, "x"); inf.readSpace();
                         p.y = inf.readInt(-X, X, "y"); inf.readEoln(); return p; }
    void read_row(int n, int high) { inf.readInts(n, 0, high, "a"); inf.readEoln(); }"""
    reading = cpp(
        "int n = inf.readInt(1, 9); inf.readEoln(); read_row(n, n + 1);"
        " for (int i = 0; i < n; i++) read_point();",
        before=before,
    )
    assert body(reading) == ("n[1..9] / [n: a[0..n + 1]] / [n: x[-50..50] y[-50..50] /]")


def test_the_number_of_an_iteration_may_be_a_bound() -> None:
    reading = cpp("""
    int n = inf.readInt(2, 10, "n"); inf.readEoln();
    for (int i = 2; i <= n; i++) { inf.readInt(1, i - 1, "p"); inf.readEoln(); }""")
    assert body(reading) == "n[2..10] / [i < n - 1: p[1..i + 1] /]"


def test_a_tree_is_known_by_its_size_and_its_check() -> None:
    before = """
    int root[100];
    int find(int x) { return root[x] == x ? x : root[x] = find(root[x]); }"""
    reading = cpp(
        """
    int n = inf.readInt(2, 10, "n"); inf.readEoln();
    for (int i = 1; i <= n; i++) root[i] = i;
    for (int i = 0; i < n - 1; i++) {
        int u = inf.readInt(1, n, "u"); inf.readSpace();
        int v = inf.readInt(1, n, "v"); inf.readEoln();
        ensuref(find(u) != find(v), "the edges have a cycle");
        root[find(u)] = find(v);
    }""",
        before=before,
    )
    assert relations(reading) == ["tree u v"]
    assert reading.description is not None
    (relation,) = reading.description.relations
    assert relation.source == Source("validate.cpp:13", "guessed from a search")


def test_what_is_no_known_idiom_is_a_note_with_its_line() -> None:
    reading = cpp("""
    int n = inf.readInt(2, 10, "n"); inf.readEoln();
    ensure(is_prime(n));""")
    assert body(reading) == "n[2..10] /"
    assert reading.notes == (
        "validate.cpp:7: a condition that is not understood: ensure(is_prime(n));",
    )


def test_names_and_bounds_are_known_where_the_order_of_reads_is_not() -> None:
    reading = cpp("""
    int n = inf.readInt(2, 1234, "n"); inf.readEoln();
    if (is_prime(n)) { inf.readInt(1, 77, "x"); inf.readEoln(); }
    inf.readInt(5, 6, "y");""")
    assert reading.description is None
    assert reading.notes == (
        "validate.cpp:7: what is read depends on a condition that is not understood",
    )
    assert reading.hints.names == ("n",)
    assert {2, 1234, 77} <= {*reading.hints.constants}


# ---- validation.h


def test_tags_and_separators_of_validation_h() -> None:
    reading = cpp(
        """
    InputValidator v(argc, argv);
    int n = v.read_integer("n", 1, 1e5); v.newline();
    v.read_integers("a", n, 0, 1'000, Unique | Increasing);
    v.read_integers("b", n, 0, 5, Arbitrary, Newline);
    v.read_string("s", 1, n, "ab"); v.space();
    v.test_strings({"red", "green"}); v.newline();""",
        header="validation.h",
    )
    assert body(reading) == (
        "n[1..100000] / [n: a[0..1000]] / [n: b[0..5]] / s<[ab]+, 1..n> "
        "x<(red|green), 3..5> /"
    )
    assert relations(reading) == ["distinct a", "sorted a"]
    assert reading.description is not None
    rows = [node for node in reading.description.body if isinstance(node, Repeat)]
    assert [row.separator for row in rows] == [Space(), Newline()]


def test_a_grid_has_the_letters_that_are_not_rejected() -> None:
    reading = cpp(
        """
    InputValidator v(argc, argv);
    int h = v.read_integer("h", 1, 50); v.space();
    int w = v.read_integer("w", 1, 50); v.newline();
    vector<string> grid(h);
    for (int i = 0; i < h; i++) { grid[i] = v.read_string("row", w, w); v.newline(); }
    for (auto& row : grid) for (char c : row)
        if (c != '#' && c != '.' && !('0' <= c && c <= '2')) v.WA("another letter");""",
        header="validation.h",
    )
    assert body(reading) == "h[1..50] w[1..50] / [h: row<[#.0-2]+, w..w> /]"


# ---- reading.h


def test_the_library_of_new_packages() -> None:
    reading = cpp(
        """
    Input input(argc, argv);
    long long n = input.integer("n", 1, MAX_N);
    input.line_end();
    auto a = input.row(n, "a", -5, 2 * n);
    input.require(a[0] != 0, "a starts with 0");
    input.end();""",
        header="reading.h",
        before="const long long MAX_N = 300;",
    )
    assert body(reading) == "n[1..300] / [i < n: a[-5..2 * n]] /"
    assert relations(reading) == ["holds a i != 0 || a != 0"]


# ---- streams


def test_a_validator_that_skips_white_space_is_lenient() -> None:
    source = b"""#include <iostream>
    int main() {
        int n; std::string s;
        if (!(std::cin >> n >> s)) return 43;
        if (n < 1 || n > 50) return 43;
        while (n--) { int x; std::cin >> x; if (x < 0 || 9 < x) return 43; }
        char more;
        if (std::cin >> more) return 43;
        return 42;
    }"""
    reading = read_validator([("validate.cpp", source)])
    assert reading.lenient
    assert body(reading) == "n[1..50] s<[!-~]+, 1..100> / [n: x[0..9]] /"


# ---- Python


def test_lines_that_are_matched_and_split() -> None:
    reading = python(r"""
    integer = "(0|-?[1-9]\d*)"
    two = re.compile(integer + " " + integer + "\n")
    MAX = 10 ** 5
    line = stdin.readline()
    assert two.match(line)
    n, m = map(int, line.split())
    assert 2 <= n <= MAX and 1 <= m <= n * 2
    for _ in range(m):
        line = stdin.readline()
        assert two.match(line)
        a, b = [int(x) for x in line.split()]
        assert 1 <= a < b <= n
    assert len(stdin.readline()) == 0
    sys.exit(42)""")
    assert body(reading) == "n[2..100000] m[1..2 * n] / [m: a[1..n - 1] b[2..n] /]"
    assert relations(reading) == ["less a b"]
    assert reading.notes == ()


@pytest.mark.parametrize(
    ("check", "element", "relation"),
    [
        ("assert all(1 <= x <= 9 for x in a)", "a[1..9]", []),
        ("assert min(a) >= 1 and max(a) <= n", "a[1..n]", []),
        ("for x in a:\n        assert 0 < x < 8", "a[1..7]", []),
        ("for i in range(n):\n        assert 0 <= a[i] <= 3", "a[0..3]", []),
        (
            "assert 0 <= min(a) <= max(a) <= 5 and len(set(a)) == n",
            "a[0..5]",
            ["distinct a"],
        ),
        (
            "assert a == sorted(a) and all(0 <= x <= 3 for x in a)",
            "a[0..3]",
            ["sorted a"],
        ),
        (
            "seen = set()\n    for x in a:\n        assert 1 <= x <= n and x not in seen\n"
            "        seen.add(x)",
            "a[1..n]",
            ["permutation a"],
        ),
        (
            "assert all(x < y for x, y in zip(a, a[1:]))\n"
            "    assert all(0 <= x <= 99 for x in a)",
            "a[0..99]",
            ["strictly_sorted a"],
        ),
        (
            "b = []\n    for x in a:\n        assert -2 <= x <= 2\n        b.append(x)\n"
            "    for i in range(n - 1):\n        assert b[i] >= b[i + 1]",
            "a[-2..2]",
            ["falling a"],
        ),
        (
            "used = [False] * (n + 1)\n    for x in a:\n        assert 1 <= x <= n\n"
            "        assert not used[x]\n        used[x] = True",
            "a[1..n]",
            ["permutation a"],
        ),
        (
            "if any(x < 1 or x > 5 for x in a):\n        sys.exit(43)",
            "a[1..5]",
            [],
        ),
    ],
)
def test_rows_of_python(check: str, element: str, relation: list[str]) -> None:
    reading = python(f"""
    n = int(stdin.readline())
    assert 1 <= n <= 20
    a = list(map(int, stdin.readline().split()))
    assert len(a) == n
    {check}
    sys.exit(42)""")
    assert body(reading) == f"n[1..20] / [n: {element}] /"
    assert relations(reading) == relation


def test_words_and_grids_of_python() -> None:
    reading = python(r"""
    def read():
        return sys.stdin.readline().rstrip("\n")

    h, w = map(int, read().split())
    assert 1 <= h <= 9 and 1 <= w <= 9
    for y in range(h):
        row = read()
        assert len(row) == w
        assert set(row) <= set("#.")
    word = read()
    assert re.fullmatch("[a-z]{2,7}", word)
    assert read() == ""
    sys.exit(42)""")
    assert body(reading) == (
        "h[1..9] w[1..9] / [h: row<[#.]+, w..w> /] word<[a-z]+, 2..7> /"
    )


def test_words_with_a_number_among_them() -> None:
    reading = python("""
    n = int(input())
    assert 1 <= n <= 9
    for _ in range(n):
        kind, amount = input().split()
        amount = int(amount)
        assert kind in ("buy", "sell")
        assert 1 <= amount <= 100
    sys.exit(42)""")
    assert body(reading) == "n[1..9] / [n: kind<(buy|sell), 3..4> amount[1..100] /]"


def test_a_row_whose_first_number_counts_the_others() -> None:
    reading = python("""
    n = int(input())
    assert 1 <= n <= 9
    for _ in range(n):
        line = stdin.readline()
        for word in line.split():
            assert re.match("[1-9][0-9]*", word)
        row = list(map(int, line.split()))
        assert row[0] == len(row) - 1 and row[0] <= 20
        assert len(set(row[1:])) == len(row[1:])
        for x in row[1:]:
            assert x <= 50
    sys.exit(42)""")
    assert body(reading) == "n[1..9] / [n: row[0..20] [row: row2[1..50]] /]"
    assert relations(reading) == ["distinct row2"]


def test_lines_to_the_end_or_to_a_zero() -> None:
    to_end = python("""
    count = 0
    while True:
        line = stdin.readline()
        if not line:
            break
        assert 1 <= int(line) <= 7
        count += 1
    assert 2 <= count <= 30
    sys.exit(42)""")
    assert body(to_end) == "[until '' 2..30: line[1..7] /]"
    to_zero = python("""
    while True:
        n = int(stdin.readline())
        if n == 0:
            break
        assert 1 <= n <= 7
    sys.exit(42)""")
    assert body(to_zero) == "[until '0' 1..100: n[1..7] /] '0' /"


# ---- whatever stands in the files


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("validate.py", b"def f(:\n", "validate.py: the program cannot be parsed"),
        ("validate.py", b"print(1)\n", "validate.py: nothing is read by functions that"),
        ("validate.rs", b"fn main() {}", "validate.rs: not C++ or Python"),
        ("validate.cpp", b"\xff\xfe int main( { ((((", "validate.cpp: nothing is read"),
    ],
)
def test_files_that_cannot_be_read_are_named(
    name: str, content: bytes, said: str
) -> None:
    reading = read_validator([(name, content)])
    assert reading.description is None
    assert reading.notes[0].startswith(said)


def test_functions_that_call_themselves_end() -> None:
    reading = cpp(
        'int n = inf.readInt(1, 5, "n"); inf.readEoln(); ensure(f(n) > 2);',
        before="int f(int n) { return g(n - 1) + f(n - 2); } int g(int n) { return f(n); }",
    )
    assert body(reading) == "n[1..5] /"
    assert len(reading.notes) == 1


def test_a_function_that_calls_itself_twice_is_not_followed_for_long() -> None:
    reading = cpp(
        'int n = inf.readInt(1, 5, "n"); inf.readEoln(); ensure(f(n) > 2);',
        before="int f(int n) { ensure(n != 9); ensure(g(n)); return f(n - 1) + f(n - 2); }",
    )
    notes = " ".join(reading.notes)
    assert "a function that calls itself is not followed to its end" in notes
    assert len(reading.notes) == 3


@pytest.mark.parametrize(
    "pattern",
    [
        'format("[.#]{%d,%d}", w, w)',
        '"[.#]{" + to_string(w) + "}"',
    ],
)
def test_the_length_in_a_pattern_may_be_what_was_read(pattern: str) -> None:
    reading = cpp(f"""
    int h = inf.readInt(1, 9, "h"); inf.readSpace();
    int w = inf.readInt(1, 9, "w"); inf.readEoln();
    for (int i = 0; i < h; i++) {{
        inf.readToken({pattern}, "row_" + to_string(i)); inf.readEoln();
    }}""")
    assert body(reading) == "h[1..9] w[1..9] / [h: row<[#.]+, w..w> /]"
    assert reading.notes == ()


def test_a_letter_that_depends_on_the_iteration_separates_a_row() -> None:
    reading = cpp("""
    int n = inf.readInt(1, 9, "n"); inf.readEoln();
    for (int i = 0; i < n; i++) {
        inf.readInt(0, 1, "a"); inf.readChar(i + 1 < n ? ' ' : '\\n');
    }""")
    assert body(reading) == "n[1..9] / [n: a[0..1]] /"


def test_neighbours_of_a_row_that_the_program_has_sorted_are_different() -> None:
    reading = cpp("""
    int n = inf.readInt(1, 9, "n"); inf.readEoln();
    vector<int> a = inf.readInts(n, 1, 99, "a"); inf.readEoln();
    sort(a.begin(), a.end());
    for (int i = 0; i + 1 < n; i++) ensure(a[i] < a[i + 1]);""")
    assert relations(reading) == ["distinct a"]
