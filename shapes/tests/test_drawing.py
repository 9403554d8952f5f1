"""Every input that is drawn from a grammar is valid for the Python package
`checktestdata`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Callable

import pytest
from grammars import IDIOMS, Validator

import shapes
from shapes.grammar import main
from shapes.grammar.demands import Format
from shapes.grammar.drawing import draw
from shapes.grammar.parsing import GrammarError

LARGE = 200_000


def drawn(source: str, seed: object, most: int | None = 8, **sizes: int) -> bytes:
    overrides = {
        name: lambda rng, known, size=size: size for name, size in sizes.items()
    }
    return draw(Format(source), str(seed), most, overrides).content


@pytest.mark.parametrize("name", IDIOMS)
def test_small_inputs_are_valid_and_differ(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    validator = Validator(IDIOMS[name], tmp_path, monkeypatch)
    texts = {drawn(IDIOMS[name], seed, most=3 + seed) for seed in range(6)}
    assert all(map(validator.accepts, texts))
    assert len(texts) > 3


@pytest.mark.slow
@pytest.mark.parametrize("name", IDIOMS)
def test_inputs_of_every_size_are_valid(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    validator = Validator(IDIOMS[name], tmp_path, monkeypatch)
    sizes = [None] * 2 + [3, 12, 40, 200] * 10
    assert all(
        validator.accepts(drawn(IDIOMS[name], n, most)) for n, most in enumerate(sizes)
    )


@pytest.mark.slow
def test_a_budget_is_used_up() -> None:
    cases = [drawn(IDIOMS["budget"], seed, None, t=9) for seed in range(6)]
    assert max(map(len, cases)) > LARGE


def test_idioms_reach_their_bounds() -> None:
    # Filters would never find these: a row in order, a permutation, a full budget, a whole tree.
    rows = drawn(IDIOMS["increasing"], 1, n=5000).split()
    assert len(rows) == 5001
    assert len(drawn(IDIOMS["permutation"], 1, n=5000).split()) == 5001
    edges = drawn(IDIOMS["tree"], 1, n=2000).split()[1:]
    degree = Counter(edges)
    assert len(degree) == 2000
    grid = drawn(IDIOMS["product"], 1, h=100, w=1000).split()
    assert [len(line) for line in grid[2:]] == [1000] * 100


def test_several_sizes_are_largest_together() -> None:
    source = "INT(1,999,n) NEWLINE INT(1,999,q) NEWLINE REP(n,SPACE) INT(1,9) END REP(q) SPACE END"
    sizes = Counter(tuple(drawn(source, seed, None).split()[:2]) for seed in range(12))
    assert sizes[b"999", b"999"] > 3
    assert len(sizes) > 3


def test_many_graphs_have_about_as_many_edges_as_a_tree() -> None:
    graphs = (drawn(IDIOMS["ordered edges"], seed, 30).split()[:2] for seed in range(20))
    near = [abs(int(m) - int(n)) <= 2 for n, m in graphs]
    assert 5 < sum(near) < 15


@pytest.mark.parametrize("most", [3, 20, None])
@pytest.mark.parametrize(
    ("source", "holds"),
    [
        pytest.param(
            "INT(3,2000,n) SPACE INT(2,1000,a) SPACE INT(2,1000,b) NEWLINE"
            " ASSERT(a+b == n+1) REP(a) SPACE END REP(b) SPACE END",
            lambda n, a, b: a + b == n + 1,
            id="sizes",
        ),
        pytest.param(
            "INT(-900,900,x) SPACE INT(0,900,a) SPACE INT(0,900,b) NEWLINE"
            " ASSERT(x == a - b)",
            lambda x, a, b: x == a - b,
            id="difference",
        ),
        pytest.param(
            "INT(0,900,x) SPACE INT(0,900,a) SPACE INT(0,900,b) NEWLINE"
            " ASSERT(x < a - b)",
            lambda x, a, b: x < a - b,
            id="less",
        ),
        pytest.param(
            "INT(0,5000,x) SPACE INT(0,900,a) SPACE INT(0,900,b) NEWLINE"
            " ASSERT(a + 3*b - x == 100)",
            lambda x, a, b: a + 3 * b - x == 100,
            id="factor",
        ),
        pytest.param(
            "INT(-20,20,x) SPACE INT(-5,5,a) SPACE INT(-5,5,b) NEWLINE ASSERT(x == a*b)",
            lambda x, a, b: x == a * b,
            id="product",
        ),
        pytest.param(
            "INT(-1000000,1000000,x) SPACE INT(-5,5,a) SPACE INT(-5,5,b) NEWLINE"
            " ASSERT(x == a*b)",
            lambda x, a, b: x == a * b,
            id="few of many are products",
        ),
        pytest.param(
            "INT(-1000,1000,x) SPACE INT(-50,50,a) SPACE INT(-5,-2,b) NEWLINE"
            " ASSERT(x == a/b)",
            lambda x, a, b: x == int(a / b),
            id="quotient",
        ),
        pytest.param(
            "INT(-50,50,x) SPACE INT(-7,7,a) NEWLINE ASSERT(x == a^2)",
            lambda x, a: x == a**2,
            id="power",
        ),
        pytest.param(
            "INT(1,1000,r) NEWLINE"
            " REP(10) INT(-1000,1000,x) SPACE INT(-1000,1000,y) NEWLINE"
            " ASSERT(x*x+y*y <= r*r) END",
            lambda r, *points: all(
                x**2 + y**2 <= r**2 for x, y in zip(points[::2], points[1::2])
            ),
            id="circle",
        ),
        pytest.param(
            "INT(0,1000000,d) NEWLINE INT(0,1000,x1) SPACE INT(0,1000,y1) NEWLINE"
            " INT(0,1000,x2) SPACE INT(0,1000,y2) NEWLINE"
            " ASSERT(d == (x1-x2)*(x1-x2)+(y1-y2)*(y1-y2))",
            lambda d, x1, y1, x2, y2: d == (x1 - x2) ** 2 + (y1 - y2) ** 2,
            id="distance",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_numbers_that_an_equation_ties_are_drawn_together(
    source: str, holds: Callable[..., bool], most: int | None
) -> None:
    rows = [tuple(map(int, drawn(source, n, most).split())) for n in range(20)]
    assert all(holds(*row) for row in rows)
    # Each number takes many values: none is narrowed to the few that are easy.
    for column in zip(*rows):
        assert len(set(column)) > 3


def test_a_product_is_drawn_with_either_sign() -> None:
    source = "INT(-20,20,x) SPACE INT(-5,5,a) SPACE INT(-5,5,b) NEWLINE ASSERT(x == a*b)"
    products = [int(drawn(source, seed).split()[0]) for seed in range(20)]
    assert min(products) < 0 < max(products)


def test_a_quotient_is_drawn_from_end_to_end() -> None:
    source = (
        "INT(-1000,1000,x) SPACE INT(-50,50,a) SPACE INT(-5,-2,b) NEWLINE"
        " ASSERT(x == a/b)"
    )
    quotients = [int(drawn(source, seed).split()[0]) for seed in range(60)]
    # -50 / -2 and 50 / -2.
    assert max(quotients) > 20
    assert min(quotients) < -20


def test_an_index_that_is_read_later_stands_for_no_element() -> None:
    source = (
        "SET(a[0]=1, a[1]=9, a[2]=1) INT(1,9,x) SPACE INT(0,2,j) NEWLINE"
        " ASSERT(x <= a[j])"
    )
    values = [int(drawn(source, seed).split()[0]) for seed in range(20)]
    assert max(values) > 1


def test_a_condition_is_about_the_loop_that_read_the_variable_last() -> None:
    source = (
        "REP(3) INT(1,5,x) SPACE END REP(3) INT(1,9,x) SPACE END NEWLINE ASSERT(x >= 6)"
    )
    for seed in range(20):
        assert int(drawn(source, seed).split()[-1]) >= 6


def test_a_value_is_not_compared_with_the_last_round_of_what_is_read_after_it() -> None:
    # In each case, y is at most x. The next x may be anything again.
    source = (
        "REP(30) INT(1,50,x) SPACE REP(2,SPACE) INT(1,50,y) ASSERT(y<=x) END NEWLINE"
        " ASSERT(x >= y) END"
    )
    xs = [int(line.split()[0]) for line in drawn(source, 1).splitlines()]
    ys = [int(line.split()[-1]) for line in drawn(source, 1).splitlines()]
    assert any(x < y for x, y in zip(xs[1:], ys))


def test_a_variable_that_an_else_may_change_bounds_nothing_before_it() -> None:
    source = (
        "SET(m=1) INT(1,9,x) SPACE INT(0,1,k) NEWLINE IF(k==1) ELSE SET(m=9) END"
        " ASSERT(x <= m)"
    )
    assert max(int(drawn(source, seed).split()[0]) for seed in range(20)) > 1


def test_a_small_circle_is_drawn_in_a_large_square() -> None:
    source = (
        "REP(20) INT(-1000000,1000000,x) SPACE INT(-1000000,1000000,y) NEWLINE"
        " ASSERT((x-7)*(x-7)+y*y <= 5) END"
    )
    values = list(map(int, drawn(source, 1).split()))
    assert all((x - 7) ** 2 + y**2 <= 5 for x, y in zip(values[::2], values[1::2]))


def test_a_sum_may_be_read_after_the_loop_that_makes_it() -> None:
    source = (
        "SET(s=0) REP(20) INT(1,9,x) SPACE SET(s=s+x) END"
        " INT(30,170,t) NEWLINE ASSERT(s == t)"
    )
    for seed in range(20):
        *parts, total = map(int, drawn(source, seed).split())
        assert len(parts) == 20
        assert sum(parts) == total


def test_a_sum_may_be_given_beside_another_condition_on_it() -> None:
    source = (
        "INT(2,9,n) SPACE INT(20,90,total) NEWLINE SET(s=0)"
        " REP(n) INT(1,90,x) SPACE SET(s=s+x) END INT(0,1000,t) NEWLINE"
        " ASSERT(s + t == 100) ASSERT(s == total)"
    )
    for seed in range(20):
        _, total, *parts, last = map(int, drawn(source, seed).split())
        assert sum(parts) == total
        assert total + last == 100


def test_a_sum_that_is_given_may_be_negative() -> None:
    source = (
        "INT(-170,-100,t) NEWLINE SET(s=0) REP(9) INT(-20,20,x) SPACE SET(s=s+x) END"
        " NEWLINE ASSERT(s == t)"
    )
    for seed in range(20):
        total, *parts = map(int, drawn(source, seed).split())
        assert sum(parts) == total


@pytest.mark.parametrize(
    ("source", "least", "most"),
    [
        pytest.param(
            "SET(s=0) REP(10) INT(1,50,x) SPACE SET(s=s+x) END NEWLINE ASSERT(s>=100)",
            100,
            500,
            id="a few values make it",
        ),
        pytest.param(
            "SET(s=0) REP(10) INT(1,50,x) SPACE SET(s=s+x) END NEWLINE ASSERT(490<=s)",
            490,
            500,
            id="all values make it",
        ),
        pytest.param(
            "SET(s=0) REP(900) INT(1,50,x) SPACE SET(s=s+x) END NEWLINE"
            " ASSERT(20000 < s && s < 20100)",
            20001,
            20099,
            id="not much more",
        ),
        pytest.param(
            "SET(s=0) REP(5) REP(5) INT(1,9,x) SPACE SET(s=s+x) END END NEWLINE"
            " ASSERT(s>=200)",
            200,
            225,
            id="in a loop within a loop",
        ),
        pytest.param(
            "SET(s=0, k=1) REP(10) INT(1,50,x) SPACE SET(s=s+x) END NEWLINE"
            " IF(k==1) ASSERT(s>=450) END",
            450,
            500,
            id="in an IF",
        ),
        pytest.param(
            "SET(s=0) REP(10) INT(-50,50,x) SPACE SET(s=s+x) END NEWLINE"
            " ASSERT(s<=0-400)",
            -500,
            -400,
            id="negative",
        ),
    ],
)
def test_a_sum_may_be_bounded_from_below_after_its_loop(
    source: str, least: int, most: int
) -> None:
    for seed in range(20):
        values = list(map(int, drawn(source, seed).split()))
        assert least <= sum(values) <= most


def test_values_need_not_reach_the_least_sum_before_the_last_of_them() -> None:
    source = "SET(s=0) REP(10) INT(1,50,x) SPACE SET(s=s+x) END NEWLINE ASSERT(s>=100)"
    firsts = {int(drawn(source, seed).split()[0]) for seed in range(20)}
    assert len(firsts) > 3
    assert min(firsts) < 20
    source = "SET(s=0) REP(10) INT(0,1,x) SPACE SET(s=s+x) END NEWLINE ASSERT(s>0)"
    assert {drawn(source, seed).split()[0] for seed in range(20)} == {b"0", b"1"}


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            "SET(s=0) REP(3) REP(3) INT(1,9,x) SPACE SET(s=s+x) END NEWLINE END"
            " INT(40,81,t) NEWLINE ASSERT(s == t)",
            id="read after",
        ),
        pytest.param(
            "INT(40,81,t) NEWLINE SET(s=0)"
            " REP(3) REP(3) INT(1,9,x) SPACE SET(s=s+x) END NEWLINE END ASSERT(s == t)",
            id="read before",
        ),
        pytest.param(
            "INT(15,135,t) NEWLINE SET(s=0)"
            " REPI(i,5) REP(i+1) INT(1,9,x) SPACE SET(s=s+x) END NEWLINE END"
            " ASSERT(s == t)",
            id="rows of several lengths",
        ),
        pytest.param(
            "INT(40,81,t) NEWLINE SET(s=0) REP(3) SET(r=0)"
            " REP(3) INT(1,9,x) SPACE SET(r=r+x) END NEWLINE SET(s=s+r) END"
            " ASSERT(s == t)",
            id="a sum of sums",
        ),
    ],
)
def test_a_sum_may_be_made_in_a_loop_within_a_loop(source: str) -> None:
    totals = set()
    for seed in range(20):
        lines = drawn(source, seed).splitlines()
        rows = [line for line in lines if line.endswith(b" ")]
        [total] = [int(line) for line in lines if not line.endswith(b" ")]
        assert sum(int(part) for row in rows for part in row.split()) == total
        totals.add(total)
    assert len(totals) > 5


def test_a_remainder_narrows_no_range() -> None:
    source = "INT(1,100,n) NEWLINE ASSERT(n % 2 == 0)"
    values = {int(drawn(source, seed)) for seed in range(60)}
    assert min(values) < 30
    assert max(values) > 70


def test_a_number_that_equals_sizes_is_as_small_as_they_are() -> None:
    source = (
        "INT(2,10^6,n) SPACE INT(1,10^6,a) SPACE INT(1,10^6,b) NEWLINE"
        " ASSERT(n == a + b) REP(a) SPACE END REP(b) SPACE END"
    )
    assert max(int(drawn(source, seed, 5).split()[0]) for seed in range(20)) < 20


def test_what_cannot_be_drawn_is_named_with_the_override() -> None:
    source = "INT(1,10^9,n) SPACE\nINT(1,10^9,m) NEWLINE ASSERT(n*n*n + m*m*m == 12345678910111213)"
    with pytest.raises(GrammarError, match=r"line 2: .*overrides = "):
        drawn(source, 1)
    answer = {"n": lambda rng, known: 5, "m": lambda rng, known: known["n"] + 1}
    assert draw(Format("INT(1,9,n) SPACE INT(1,9,m)"), "1", 3, answer).content == b"5 6"


def test_a_generator_draws_with_the_library_alone(tmp_path: Path) -> None:
    place = Path(shapes.__file__).parent
    shutil.copytree(
        place, tmp_path / "shapes", ignore=shutil.ignore_patterns("__pycache__", "tests")
    )
    call = f"main({IDIOMS['product']!r}, {{}}, '7', 'h=3', 'w=5')"
    command = [
        sys.executable,
        "-B",
        "-c",
        f"from shapes.grammar import main\nprint({call})",
    ]
    done = subprocess.run(
        command, capture_output=True, check=True, text=True, cwd=tmp_path
    )
    text = main(IDIOMS["product"], {}, "7", "h=3", "w=5")
    assert text.startswith(b"3 5\n")
    assert done.stdout == f"{text!r}\n"


def test_a_size_that_is_given_narrows_the_values_before_it() -> None:
    assert main(IDIOMS["product"], {}, "1", "w=10000", "h=9").startswith(b"9 10000\n")
    assert main(IDIOMS["product"], {}, "1", "w=100000").startswith(b"1 100000\n")
    assert main(IDIOMS["graph"], {}, "1", "m=1").startswith(b"2 1\n")


def test_a_size_must_be_one_that_an_int_outside_of_loops_reads() -> None:
    source = 'INT(1,3,t) NEWLINE REP(t) INT(1,1000,n) NEWLINE END REGEX("a",s)'
    for name in ("n", "s", "typo"):
        with pytest.raises(GrammarError, match=f"'{name}' cannot be given"):
            main(source, {}, "1", f"{name}=7")


def test_a_word_may_have_to_be_long() -> None:
    source = 'REGEX("[a-z]*", s) ASSERT(STRLEN(s) > 150) NEWLINE EOF'
    assert len(drawn(source, 1)) > 151
    assert len(drawn(source, 1, None)) > 151


def test_the_tries_that_failed_count_as_cost() -> None:
    # The first tries fill the loop, and only then does the ASSERT fail.
    source = (
        "REP(1000) INT(1,3) NEWLINE END INT(1,9,x) INT(1,9,y) ASSERT(x*y % 71 == 63)"
    )
    costs = [draw(Format(source), str(seed), 8, {}).cost for seed in range(6)]
    assert max(costs) > 2 * min(costs)


def test_a_condition_that_waits_for_the_next_text_is_not_tried_before_it() -> None:
    source = (
        'INT(1,9,x) SPACE IF (MATCH("a")) STRING("a") ASSERT(x > 3) ELSE STRING("b") END'
    )
    form = Format(source)
    assert not any(form.tests.values())
    assert {drawn(source, seed)[-1:] for seed in range(20)} == {b"a", b"b"}


def test_the_edges_of_a_tree_stay_a_tree_where_an_end_does_not_fit() -> None:
    source = (
        "#@ tree u v\nINT(2,8,n) NEWLINE REP(n-1)"
        " INT(1,n,u) SPACE INT(1,n,v) ASSERT(u != 3) NEWLINE END EOF"
    )
    for seed in range(60):
        header, *rows = drawn(source, seed).splitlines()
        reached = {1}
        edges = [{int(end) for end in row.split()} for row in rows]
        for _ in edges:
            for edge in edges:
                if edge & reached:
                    reached |= edge
        assert reached == set(range(1, int(header) + 1))


GRIDS = """INT(1,3,t) NEWLINE
REP(t)
  INT(1,6,h) SPACE INT(2,6,w) NEWLINE
  REP(h) REGEX("[.#SE]+",row) ASSERT(STRLEN(row)==w) NEWLINE END
  #@ once row SE
END
"""


def test_letters_come_once_in_each_grid() -> None:
    places = set()
    for seed in range(60):
        left = iter(drawn(GRIDS, seed).decode().split("\n"))
        for _ in range(int(next(left))):
            height, width = map(int, next(left).split())
            grid = "".join(next(left) for _ in range(height))
            assert len(grid) == height * width
            assert sorted(grid.replace(".", "").replace("#", "")) == ["E", "S"]
            places.add((grid.index("S"), grid.index("E")))
    assert len(places) > 20


@pytest.mark.parametrize("annotation", ["once", "once row", "once h SE", "once x S"])
def test_letters_that_come_once_are_those_of_a_word(annotation: str) -> None:
    with pytest.raises(GrammarError, match=r"expected a word and letters.*words: row"):
        Format(GRIDS.replace("once row SE", annotation))


def test_few_edges_between_very_many_vertices_are_drawn_at_once() -> None:
    source = "#@ graph u v\nREP(5) INT(1,10^9,u) SPACE INT(1,10^9,v) NEWLINE END EOF"
    for seed in range(6):
        edges = drawn(source, seed).splitlines()
        assert len(set(edges)) == 5
