"""Python validators that take the input as a whole, or a line apart in parts."""

from __future__ import annotations

import pytest
from support.validator_sources import body, python, relations

ROWS = "n[1..9] / [n: a[1..7] b[1..7] /]"


@pytest.mark.parametrize(
    "source",
    [
        """
    lines = stdin.readlines()
    n = int(lines[0])
    assert 1 <= n <= 9
    assert len(lines) == n + 1
    for line in lines[1:]:
        a, b = map(int, line.split())
        assert 1 <= a <= b <= 7""",
        """
    lines = [line.rstrip() for line in sys.stdin]
    n = int(lines[0])
    assert 1 <= n <= 9
    for i in range(n):
        a, b = map(int, lines[i + 1].split())
        assert 1 <= a <= b <= 7
    assert len(lines) == n + 1""",
        """
    lines = stdin.read().split("\\n")
    n = int(lines[0])
    assert str(n) == lines[0]
    assert 1 <= n <= 9 and len(lines) == n + 2 and lines[-1] == ""
    for i in range(1, n + 1):
        a, b = [int(word) for word in lines[i].split(" ")]
        assert f"{a} {b}" == lines[i]
        assert 1 <= a <= b <= 7""",
        """
    lines = iter(stdin.read().splitlines())
    n = int(next(lines))
    assert 1 <= n <= 9
    for _ in range(n):
        match = re.fullmatch("([0-9]+) ([0-9]+)", next(lines))
        assert match
        a, b = map(int, match.groups())
        assert 1 <= a <= b <= 7""",
    ],
)
def test_all_lines_are_a_list(source: str) -> None:
    reading = python(source)
    assert body(reading) == ROWS
    assert relations(reading) == ["at_most a b"]
    assert reading.notes == ()
    assert not reading.lenient


def test_the_number_of_lines_may_be_all_that_says_how_many_rows_there_are() -> None:
    reading = python("""
    rows = 0
    for line in sys.stdin:
        assert re.fullmatch("[a-c]{2,5}\\n", line)
        rows += 1
    assert 3 <= rows <= 8""")
    assert body(reading) == "[until '' 3..8: line<[a-c]+, 2..5> /]"
    assert reading.notes == ()


def test_all_words_are_a_list() -> None:
    """Nothing says where lines end: so the layout is a guess."""
    row = python("""
    words = list(map(int, stdin.read().split()))
    n = words[0]
    assert 1 <= n <= 9
    a = words[1:]
    assert len(a) == n
    assert sorted(a) == list(range(1, n + 1))""")
    assert body(row) == "n[1..9] / [n: words[1..n]] /"
    assert relations(row) == ["permutation words"]
    assert row.lenient
    pairs = python("""
    words = stdin.read().split()
    n = int(words[0])
    assert 1 <= n <= 9
    at = 1
    for _ in range(n):
        a = int(words[at])
        b = int(words[at + 1])
        at += 2
        assert 1 <= a <= b <= 7
    assert at == len(words)""")
    assert body(pairs) == ROWS
    assert pairs.lenient
    assert pairs.notes == ()


def test_groups_of_a_pattern_are_words() -> None:
    reading = python("""
    match = re.match("^(-?[0-9]+) ([a-z]+)$", stdin.readline())
    assert match
    assert 0 <= int(match.group(1)) <= 7 and len(match[2]) <= 4
    name = re.fullmatch("([A-Z]{3})\\n", stdin.readline()).group(1)""")
    assert body(reading) == "x[0..7] x2<[a-z]+, 1..4> / name<[A-Z]+, 3..3> /"


def test_words_of_a_line_depend_on_its_first_one() -> None:
    reading = python("""
    n, q = map(int, input().split())
    assert 1 <= n <= 9 and 1 <= q <= 8
    for _ in range(q):
        line = stdin.readline()
        words = line.split()
        if words[0] == "add":
            assert len(words) == 3
            x, y = int(words[1]), int(words[2])
            assert line == f"add {x} {y}\\n"
            assert 1 <= x < y <= n
        elif words[0] == "reset":
            assert len(words) == 1
        else:
            assert words[0] == "sum"
            [x] = map(int, words[1:])
            assert 1 <= x <= n""")
    assert body(reading) == (
        "n[1..9] q[1..8] / "
        "[q: words(add: x[1..n - 1] y[2..n] /; reset: /; sum: x2[1..n] /)]"
    )
    assert relations(reading) == ["less x y"]
    assert reading.notes == ()


def test_a_constant_may_have_underscores() -> None:
    reading = python("""
    MAX = 200_000
    n = int(input())
    assert 1 <= n <= MAX""")
    assert body(reading) == "n[1..200000] /"
    assert 200_000 in reading.hints.constants


def test_a_count_of_all_items_is_a_sum_of_their_numbers() -> None:
    reading = python("""
    n = int(input())
    assert 1 <= n <= 9
    total = 0
    for _ in range(n):
        row = list(map(int, input().split()))
        assert len(row) - 1 == row[0] <= 6
        for x in row[1:]:
            assert 1 <= x <= 5
            total += 1
    assert total <= 20""")
    assert "sum_at_most row 20" in relations(reading)


def test_a_pattern_may_exclude_what_a_bound_permits() -> None:
    reading = python("""
    line = stdin.readline()
    assert re.match("[1-9][0-9]*\\n", line)
    n = int(line)
    assert 0 <= n <= 100""")
    assert body(reading) == "n[1..100] /"


def test_sizes_are_bounded_by_their_product() -> None:
    reading = python("""
    w, h = map(int, input().split())
    assert w * h <= 64
    for _ in range(h):
        row = input()
        assert len(row) == w and set(row) <= set(".#")""")
    assert body(reading) == "w[1..64] h[1..64] / [h: row<[#.]+, w..w> /]"
    assert relations(reading) == ["product_at_most w h 64"]


@pytest.mark.parametrize(
    "check",
    [
        'line == "%d %d\\n" % (n, m)',
        'line == "{} {}\\n".format(n, m)',
        'line == str(n) + " " + str(m) + "\\n"',
        'line.strip() == " ".join(line.split())',
        'line.endswith("\\n") and not line.startswith(" ")',
        'line[0] != " " and "  " not in line and "\\t" not in line',
        'set(line) <= set("0123456789 \\n")',
    ],
)
def test_the_layout_of_a_line_is_no_condition_on_its_values(check: str) -> None:
    reading = python(f"""
    line = stdin.readline()
    n, m = map(int, line.split())
    assert 1 <= n <= 9 and 1 <= m <= 5
    assert {check}""")
    assert body(reading) == "n[1..9] m[1..5] /"
    assert reading.notes == ()


ROW = """
    n = int(input())
    assert 1 <= n <= 9
    a = list(map(int, input().split()))
    assert len(a) == n and all(-7 <= x <= 7 for x in a)
    """


@pytest.mark.parametrize(
    ("check", "found"),
    [
        ("assert sorted(set(a)) == a", ["sorted a", "distinct a"]),
        ("assert 0 not in a", ["holds a a != 0"]),
        (
            "before = -8\n    for x in a:\n        assert x > before\n        before = x",
            ["strictly_sorted a"],
        ),
        (
            "b = sorted(a)\n    assert all(b[i] < b[i + 1] for i in range(n - 1))",
            ["distinct a"],
        ),
    ],
)
def test_relations_of_a_row(check: str, found: list[str]) -> None:
    reading = python(ROW + check)
    assert relations(reading) == found
    assert reading.notes == ()


@pytest.mark.parametrize(
    "check",
    [
        "assert max(a) - min(a) <= 3",
        "assert str(a[0]) * 3 == str(n)",
        "assert a[0] < a[-1]",
        "assert all(x != y for x, y in zip(a, a[1:]))",
        'assert input() == f"{n} {f(n)}"',
    ],
)
def test_what_only_looks_like_a_known_relation_is_a_note(check: str) -> None:
    reading = python(ROW + check)
    assert relations(reading) == []
    assert [note.split(": ")[0] for note in reading.notes][:1] == ["validate.py:9"]


def test_a_function_may_check_all_words_of_a_line_and_return_them() -> None:
    reading = python("""
    def integers(low, high, count):
        line = input()
        found = list(map(int, line.split()))
        assert len(found) == count and line == " ".join(map(str, found))
        for x in found:
            assert low <= x <= high
        return found

    n, m = integers(1, 9, 2)
    a = integers(0, 5, n)
    for _ in range(m):
        u, v = integers(1, n, 2)
        assert u != v""")
    assert body(reading) == ("n[1..9] m[1..9] / [n: a[0..5]] / [m: u[1..n] v[1..n] /]")
    assert reading.notes == ()


def test_all_lines_may_be_read_by_a_place_that_moves() -> None:
    reading = python("""
    lines = stdin.readlines()
    t = int(lines[0])
    assert 1 <= t <= 5
    at = 1
    for _ in range(t):
        n = int(lines[at]); at += 1
        assert 1 <= n <= 9
        a = list(map(int, lines[at].split())); at += 1
        assert len(a) == n and min(a) >= 1 and max(a) <= 7
    assert at == len(lines)""")
    assert body(reading) == "t[1..5] / [t: n[1..9] / [n: a[1..7]] /]"
    assert reading.notes == ()
