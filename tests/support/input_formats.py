"""Input formats of invented problems: samples, and strict validators in Python."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_INTEGER = re.compile("0|-?[1-9][0-9]*")
_DECIMAL = re.compile(r"-?(0|[1-9][0-9]*)\.[0-9]{2}")


class Reader:
    """Reads the text of an input; each method fails if something else is there."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._place = 0

    def literal(self, text: str) -> None:
        assert self._text.startswith(text, self._place)
        self._place += len(text)

    def token(self) -> str:
        match = re.compile(r"[^ \n]+").match(self._text, self._place)
        assert match
        self._place = match.end()
        return match[0]

    def integer(self, low: int, high: int) -> int:
        token = self.token()
        assert _INTEGER.fullmatch(token)
        assert len(token) < 25
        assert low <= int(token) <= high
        return int(token)

    def row(self, count: int, low: int, high: int) -> list[int]:
        """Read integers in a line of their own."""
        values = []
        for number in range(count):
            if number:
                self.space()
            values.append(self.integer(low, high))
        self.newline()
        return values

    def space(self) -> None:
        self.literal(" ")

    def newline(self) -> None:
        self.literal("\n")

    def has_more(self) -> bool:
        return self._place < len(self._text)

    def end(self) -> None:
        assert self._place == len(self._text)


def edges(read: Reader, count: int, n: int, first: int = 1) -> list[tuple[int, int]]:
    """Read lines of two vertices."""
    found = []
    for _ in range(count):
        u, v = read.row(2, first, n - 1 + first)
        found.append((u, v))
    return found


def is_connected(n: int, pairs: list[tuple[int, int]]) -> bool:
    parents = [*range(n + 1)]

    def root(vertex: int) -> int:
        while parents[vertex] != vertex:
            parents[vertex] = parents[parents[vertex]]
            vertex = parents[vertex]
        return vertex

    for u, v in pairs:
        parents[root(u)] = root(v)
    return len({root(vertex) for vertex in range(1, n + 1)}) == 1


def tree(read: Reader) -> None:
    n = read.integer(2, 1000)
    read.newline()
    assert is_connected(n, edges(read, n - 1, n))


def cases(read: Reader) -> None:
    t = read.integer(1, 20)
    read.newline()
    total = 0
    for _ in range(t):
        n = read.integer(1, 300)
        read.newline()
        total += n
        read.row(n, -1000000, 1000000)
    assert total <= 500


def permutation(read: Reader) -> None:
    n = read.integer(1, 500)
    read.newline()
    assert len({*read.row(n, 1, n)}) == n


def words(read: Reader) -> None:
    n = read.integer(1, 50)
    read.newline()
    for _ in range(n):
        assert re.fullmatch("[a-z]{1,20}", read.token())
        read.newline()


def points(read: Reader) -> None:
    n = read.integer(1, 400)
    read.newline()
    found = [tuple(read.row(2, -(10**9), 10**9)) for _ in range(n)]
    assert len({*found}) == n


def grid_queries(read: Reader) -> None:
    h = read.integer(1, 100)
    read.space()
    w = read.integer(1, 200)
    read.space()
    q = read.integer(1, 300)
    read.newline()
    for _ in range(q):
        kind = read.integer(1, 2)
        read.space()
        read.integer(1, h)
        read.space()
        read.integer(1, w)
        if kind == 1:
            read.space()
            read.integer(0, 10**9)
        read.newline()


def weighted_graph(read: Reader) -> None:
    n = read.integer(2, 200)
    read.space()
    m = read.integer(1, 400)
    read.newline()
    pairs = []
    for _ in range(m):
        u = read.integer(1, n)
        read.space()
        v = read.integer(1, n)
        read.space()
        read.integer(1, 10**6)
        read.newline()
        assert u != v
        pairs.append((min(u, v), max(u, v)))
    assert len({*pairs}) == m
    assert is_connected(n, pairs)


def increasing(read: Reader) -> None:
    n = read.integer(1, 300)
    read.newline()
    row = read.row(n, 0, 10**9)
    assert sorted({*row}) == row


def intervals(read: Reader) -> None:
    n = read.integer(1, 100)
    read.space()
    q = read.integer(1, 250)
    read.newline()
    read.row(n, 0, 1000)
    for _ in range(q):
        l, r = read.row(2, 1, n)
        assert l <= r


def grid(read: Reader) -> None:
    h = read.integer(1, 100)
    read.space()
    w = read.integer(1, 60)
    read.newline()
    for _ in range(h):
        row = read.token()
        assert re.fullmatch("[.#]+", row)
        assert len(row) == w
        read.newline()


def brackets(read: Reader) -> None:
    word = read.token()
    read.newline()
    assert 2 <= len(word) <= 200
    depth = 0
    for letter in word:
        assert letter in "()"
        depth += 1 if letter == "(" else -1
        assert depth >= 0
    assert depth == 0


def matrix(read: Reader) -> None:
    rows = read.integer(1, 50)
    read.space()
    columns = read.integer(1, 40)
    read.newline()
    for _ in range(rows):
        read.row(columns, -100, 100)


def decimals(read: Reader) -> None:
    n = read.integer(1, 100)
    read.newline()
    for number in range(n):
        if number:
            read.space()
        token = read.token()
        assert _DECIMAL.fullmatch(token)
        assert 0 <= float(token) <= 1000
    read.newline()


def parts(read: Reader) -> None:
    n = read.integer(1, 50)
    read.space()
    k = read.integer(0, n)
    read.newline()
    for _ in range(n):
        word = read.token()
        assert re.fullmatch("[ACGT]{1,30}", word)
        read.space()
        read.integer(1, 100)
        read.newline()
    assert k <= n


def map_of_land(read: Reader) -> None:
    h = read.integer(1, 500)
    read.space()
    w = read.integer(1, 500)
    read.newline()
    assert h * w <= 2000
    for _ in range(h):
        row = read.token()
        assert re.fullmatch("[LRW]+", row)
        assert len(row) == w
        read.newline()


def pairs_up_to_zeros(read: Reader) -> None:
    count = 0
    while True:
        a = read.integer(0, 100)
        read.space()
        b = read.integer(0, 100)
        read.newline()
        if a == b == 0:
            break
        assert min(a, b) >= 1
        count += 1
    assert 1 <= count <= 80


def cases_up_to_zero(read: Reader) -> None:
    count = 0
    while True:
        n = read.integer(0, 50)
        read.newline()
        if n == 0:
            break
        read.row(n, 1, 10**6)
        count += 1
    assert 1 <= count <= 20


def words_up_to_hash(read: Reader) -> None:
    count = 0
    while True:
        word = read.token()
        read.newline()
        if word == "#":
            break
        assert re.fullmatch("[a-z]{1,10}", word)
        count += 1
    assert 1 <= count <= 40


def rows_up_to_the_end(read: Reader) -> None:
    count = 0
    while read.has_more():
        read.row(2, 1, 1000)
        count += 1
    assert 1 <= count <= 60


@dataclass(frozen=True)
class InventedFormat:
    """A format. bounds: for some places of its grammar, what must stand there."""

    samples: tuple[str, ...]
    check: Callable[[Reader], None]
    grammar: tuple[str, ...]

    def accepts(self, texts: list[bytes]) -> list[bool]:
        """Return which texts are valid."""
        return [self._is_valid(text) for text in texts]

    def _is_valid(self, content: bytes) -> bool:
        read = Reader(content.decode("latin-1"))
        try:
            self.check(read)
            read.end()
        except AssertionError:
            return False
        return True


FORMATS = {
    "tree": InventedFormat(
        ("5\n1 2\n1 3\n3 4\n3 5\n",),
        tree,
        ("INT(2,1000,n)", "REPI(i,n-1)", "#@ tree u v"),
    ),
    "cases": InventedFormat(
        ("2\n3\n1 2 3\n2\n5 -5\n", "1\n1\n0\n"),
        cases,
        ("INT(1,20,t)", "INT(1,300,n)", "ASSERT(sum<=500)", "INT(-1000000,1000000,a)"),
    ),
    "permutation": InventedFormat(
        ("4\n2 1 4 3\n", "2\n1 2\n"),
        permutation,
        ("INT(1,500,n)", "INT(1,n,a[i])", "ASSERT(UNIQUE(a))"),
    ),
    "words": InventedFormat(
        ("3\nabba\ncode\nx\n",),
        words,
        ("INT(1,50,n)", 'REGEX("[a-z]+",s)', "ASSERT(STRLEN(s)<=20)"),
    ),
    "points": InventedFormat(
        ("4\n0 0\n1 0\n0 2\n-3 4\n",),
        points,
        ("INT(1,400,n)", "INT(-1000000000,1000000000,x[i])", "ASSERT(UNIQUE(x,y))"),
    ),
    "queries on a grid": InventedFormat(
        ("3 5 5\n1 2 3 5\n2 1 4\n2 3 5\n1 3 4 20\n2 1 4\n",),
        grid_queries,
        ("INT(1,100,", "INT(1,200,", "INT(1,300,", 'REGEX("(1|2)",kind)'),
    ),
    "weighted graph": InventedFormat(
        ("4 5\n1 2 7\n2 3 1\n3 4 2\n1 4 9\n1 3 3\n", "2 1\n2 1 5\n"),
        weighted_graph,
        (
            "INT(2,200,n)",
            "INT(1,400,m)",
            "#@ graph u v connected",
            "INT(1,1000000,",
        ),
    ),
    "increasing row": InventedFormat(
        ("5\n1 4 5 9 20\n",),
        increasing,
        ("INT(1,300,n)", "INT(0,1000000000,a)", "ASSERT(last<a)"),
    ),
    "intervals": InventedFormat(
        ("6 3\n5 0 7 7 1 2\n1 3\n2 2\n4 6\n", "3 1\n9 9 8\n2 3\n"),
        intervals,
        ("INT(1,100,n)", "INT(1,250,", "INT(0,1000,a)", "INT(1,n,x)", "ASSERT(x<=y)"),
    ),
    "grid": InventedFormat(
        ("3 4\n.#..\n##..\n...#\n",),
        grid,
        ("INT(1,100,", "INT(1,60,", 'REGEX("[#\\\\.]+",s)'),
    ),
    "brackets": InventedFormat(("(()())()\n",), brackets, ("# balanced",)),
    "matrix": InventedFormat(
        ("2 3\n1 2 -3\n4 5 6\n",), matrix, ("INT(1,50,", "INT(1,40,", "INT(-100,100,a)")
    ),
    "decimal numbers": InventedFormat(
        ("3\n1.50 2.25 100.00\n",),
        decimals,
        ("INT(1,100,n)", "FLOATP(0,1000,2,2,a,FIXED)"),
    ),
    "words with numbers": InventedFormat(
        ("3 2\nACA 5\nGT 17\nA 1\n",),
        parts,
        ("INT(1,50,n)", "INT(0,n,", 'REGEX("[ACGT]+",s)', "INT(1,100,"),
    ),
    "grid of a bounded size": InventedFormat(
        ("2 3\nLRW\nWWL\n",),
        map_of_land,
        ("INT(1,500,n)", "INT(1,500,m)", "ASSERT(n*m<=2000)"),
    ),
    "pairs up to 0 0": InventedFormat(
        ("3 4\n1 7\n0 0\n", "5 5\n0 0\n"),
        pairs_up_to_zeros,
        ("INT(1,100,x)", 'STRING("0 0")', "ASSERT(count<=80)"),
    ),
    "cases up to 0": InventedFormat(
        ("3\n1 2 3\n2\n7 9\n0\n", "1\n5\n0\n"),
        cases_up_to_zero,
        ("INT(1,50,n)", "INT(1,1000000,a)", 'STRING("0")', "ASSERT(count<=20)"),
    ),
    "words up to #": InventedFormat(
        ("abba\nx\ncode\n#\n", "word\n#\n"),
        words_up_to_hash,
        ('REGEX("[a-z]+",s)', "ASSERT(STRLEN(s)<=10)", "ASSERT(count<=40)"),
    ),
    "rows up to the end": InventedFormat(
        ("3 4\n1 7\n12 3\n", "5 5\n"),
        rows_up_to_the_end,
        ("INT(1,1000,x)", "INT(1,1000,y)", "ASSERT(count<=60)"),
    ),
}
