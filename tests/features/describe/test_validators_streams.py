"""Validators that read without a library: streams, `scanf`, lines and single letters."""

from __future__ import annotations

import pytest
from support.validator_sources import body, cpp, python, relations

ROW = "n[1..9] k[0..n] / [n: a[3..5]] /"
BOUNDS = "if (n < 1 || n > 9 || k < 0 || k > n) return 43;"


@pytest.mark.parametrize(
    "source",
    [
        f"""
    int n, k; assert(scanf("%d %d\\n", &n, &k) == 2); {BOUNDS}
    for (int i = 0; i < n; i++) {{
        int a; if (scanf("%d", &a) != 1) return 43;
        assert(3 <= a && a <= 5);
        assert(getchar() == (i + 1 < n ? ' ' : '\\n'));
    }}
    assert(getchar() == EOF);""",
        f"""
    int n, k; if (!(cin >> n >> k)) return 43; {BOUNDS}
    vector<int> a(n);
    for (int i = 0; i < n; i++) {{ cin >> a[i]; assert(3 <= a[i] && a[i] <= 5); }}
    string rest; if (cin >> rest) return 43;""",
        f"""
    string line; getline(cin, line);
    istringstream head(line); int n, k; head >> n >> k; {BOUNDS}
    require((bool)getline(cin, line));
    stringstream row(line); vector<int> a(n);
    for (int i = 0; i < n; i++) {{ row >> a[i]; if (a[i] < 3 || a[i] > 5) return 43; }}
    require(!getline(cin, line));""",
        f"""
    int n = number(), k; letter(' '); k = number(); letter('\\n'); {BOUNDS}
    for (int i = 0; i < n; i++) {{
        if (i > 0) letter(' ');
        int a = number(); assert(3 <= a && a <= 5);
    }}
    letter('\\n'); if (cin.get() != EOF) return 43;""",
    ],
)
def test_the_same_format_read_in_different_ways(source: str) -> None:
    reading = cpp(
        source + "return 42;",
        header="iostream",
        before="""
    void require(bool good) { if (!good) exit(43); }
    void letter(char wanted) { if (cin.get() != wanted) exit(43); }
    long long number() {
        string digits;
        while (isdigit(cin.peek())) digits += (char)cin.get();
        if (digits.empty() || digits.size() > 9) exit(43);
        if (digits[0] == '0' && digits.size() > 1) exit(43);
        return stoll(digits);
    }""",
    )
    assert body(reading) == ROW
    assert reading.notes == ()


# ---- loops without a count


@pytest.mark.parametrize(
    "loop",
    [
        "while (n = READ, n != 0) { inf.readEoln(); }",
        "while ((n = READ) != 0) { inf.readEoln(); }",
        "while ((n = READ)) inf.readEoln();",
        "while (true) { n = READ; if (n == 0) break; inf.readEoln(); }",
        "n = READ; while (n) { inf.readEoln(); n = READ; }",
        "for (n = READ; n != 0; n = READ) inf.readEoln();",
    ],
)
def test_a_zero_ends_the_data(loop: str) -> None:
    read = 'inf.readInt(0, 9, "n")'
    reading = cpp(f"int n; {loop.replace('READ', read)}\ninf.readEoln();")
    assert body(reading).startswith("[until '0' 1..100: n[0..9] /] '0' /")
    assert reading.notes == ()


@pytest.mark.parametrize(
    "condition",
    ["n == 0 and m == 0", "n == m == 0", "n + m == 0", "not n and not m"],
)
def test_two_zeros_end_the_data(condition: str) -> None:
    reading = python(f"""
    while True:
        n, m = map(int, input().split())
        if {condition}:
            break
        assert 1 <= n <= 9 and 1 <= m <= n""")
    assert body(reading) == "[until '0 0' 1..100: n[1..9] m[1..9] /] '0 0' /"
    assert relations(reading) == ["at_most m n"]


def test_a_word_or_the_end_ends_the_data() -> None:
    to_word = python("""
    while (line := stdin.readline().strip()) != "#":
        assert re.fullmatch("[a-z]{1,9}", line)""")
    assert body(to_word) == "[until '#' 1..100: line<[a-z]+, 1..9> /] '#' /"
    to_end = cpp(
        """
    int rows = 0; string line;
    while (getline(cin, line)) {
        rows++;
        if (stoi(line) < 1 || stoi(line) > 5) return 43;
    }
    if (rows < 2 || rows > 20) return 43;
    return 42;""",
        header="iostream",
    )
    assert body(to_end) == "[until '' 2..20: line[1..5] /]"
