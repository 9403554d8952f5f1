"""Descriptions written as grammars: what is drawn from one is what the description says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.grammar_program import GrammarProgram

from judging.features.describe.bounds import BoundError
from judging.features.describe.tree import (
    Case,
    Choice,
    Description,
    Fixed,
    Integer,
    Kind,
    Newline,
    Node,
    Real,
    Relation,
    Repeat,
    Source,
    Space,
    Until,
    Word,
)
from judging.features.describe.writing import grammar
from judging.shapes.grammar import Drawer

DRAWS = 30
N = Integer("n", "1", "12")
M = Integer("m", "0", "30")


def row(name: str, low: str, high: str, count: str = "n") -> tuple[Node, ...]:
    """Return a row of integers and the end of its line."""
    return Repeat(count, (Integer(name, low, high),), Space()), Newline()


def pairs(low: str, high: str, count: str) -> Repeat:
    """Return lines of two integers."""
    body = (Integer("u", low, high), Space(), Integer("v", low, high), Newline())
    return Repeat(count, body)


def rows_of(text: str) -> list[list[int]]:
    """Return the integers of each line."""
    return [[int(word) for word in line.split()] for line in text.splitlines()]


def is_connected(n: int, edges: list[list[int]]) -> bool:
    reached = {1}
    for _ in range(n):
        for u, v in edges:
            if u in reached or v in reached:
                reached |= {u, v}
    return len(reached) == n


def is_tree(text: str) -> bool:
    [n], *edges = rows_of(text)
    return len(edges) == n - 1 and is_connected(n, edges)


def is_simple(text: str) -> bool:
    [_, m], *edges = rows_of(text)
    pairs = {frozenset(edge) for edge in edges}
    return len(pairs) == m and all(len(pair) == 2 for pair in pairs)


def has_permutation(text: str) -> bool:
    [n], values = rows_of(text)
    return sorted(values) == [*range(1, n + 1)]


def has_distinct_rows(text: str) -> bool:
    numbers = iter(rows_of(text))
    for _ in range(next(numbers)[0]):
        [n] = next(numbers)
        values = next(numbers)
        if len(values) != n or len({*values}) != n:
            return False
    return not [*numbers]


def has_bounded_sum(text: str) -> bool:
    numbers = rows_of(text)
    sizes = [line[0] for line in numbers[1::2]]
    return sum(sizes) <= 50 and all(len(line) <= 50 for line in numbers[2::2])


def is_balanced(word: str) -> bool:
    depth = 0
    for letter in word:
        depth += 1 if letter == "(" else -1
        if depth < 0:
            return False
    return depth == 0


def are_queries(text: str) -> bool:
    [q], *queries = rows_of(text)
    shapes = {1: 2, 2: 3}
    fits = all(len(query) == shapes[query[0]] for query in queries)
    return len(queries) == q and fits


def lines(text: str) -> Iterator[str]:
    yield from text.split("\n")[:-1]


IDIOMS: dict[str, tuple[Description, Callable[[str], bool]]] = {
    "array": (
        Description((N, Newline(), *row("a", "-5", "1000000000"))),
        lambda text: rows_of(text)[0][0] == len(rows_of(text)[1]),
    ),
    "tree": (
        Description(
            (N, Newline(), pairs("1", "n", "n - 1")),
            (Relation(Kind.TREE, ("u", "v")),),
        ),
        is_tree,
    ),
    "connected graph": (
        Description(
            (N, Space(), M, Newline(), pairs("1", "n", "m")),
            (
                Relation(Kind.CONNECTED, ("u", "v")),
                Relation(Kind.SIMPLE_GRAPH, ("u", "v")),
            ),
        ),
        lambda text: (
            is_simple(text) and is_connected(rows_of(text)[0][0], rows_of(text)[1:])
        ),
    ),
    "graph without cycles": (
        Description(
            (N, Space(), M, Newline(), pairs("0", "n - 1", "m")),
            (
                Relation(Kind.SIMPLE_GRAPH, ("u", "v")),
                Relation(Kind.ACYCLIC, ("u", "v")),
            ),
        ),
        lambda text: is_simple(text) and all(u < v for u, v in rows_of(text)[1:]),
    ),
    "permutation": (
        Description(
            (N, Newline(), *row("p", "1", "n")), (Relation(Kind.PERMUTATION, ("p",)),)
        ),
        has_permutation,
    ),
    "points": (
        Description(
            (N, Newline(), pairs("0", "9", "n")), (Relation(Kind.DISTINCT, ("u", "v")),)
        ),
        lambda text: (
            len({tuple(line) for line in rows_of(text)[1:]}) == rows_of(text)[0][0]
        ),
    ),
    "distinct in each case": (
        Description(
            (
                Integer("t", "1", "5"),
                Newline(),
                Repeat("t", (N, Newline(), *row("a", "1", "n + 3"))),
            ),
            (Relation(Kind.DISTINCT, ("a",)),),
        ),
        has_distinct_rows,
    ),
    "strictly sorted": (
        Description(
            (N, Newline(), *row("a", "1", "100")),
            (Relation(Kind.STRICTLY_SORTED, ("a",)),),
        ),
        lambda text: sorted({*rows_of(text)[1]}) == rows_of(text)[1],
    ),
    "falling": (
        Description(
            (N, Newline(), *row("a", "1", "100")), (Relation(Kind.FALLING, ("a",)),)
        ),
        lambda text: sorted(rows_of(text)[1], reverse=True) == rows_of(text)[1],
    ),
    "cases with a bounded sum": (
        Description(
            (
                Integer("t", "1", "10"),
                Newline(),
                Repeat("t", (Integer("n", "1", "50"), Newline(), *row("a", "0", "9"))),
            ),
            (Relation(Kind.SUM_AT_MOST, ("n",), "50"),),
        ),
        has_bounded_sum,
    ),
    "parts of a sum": (
        Description(
            (
                Integer("n", "1", "9"),
                Space(),
                Integer("m", "9", "99"),
                Newline(),
                *row("a", "1", "99"),
            ),
            (Relation(Kind.SUM_IS, ("a",), "m"),),
        ),
        lambda text: sum(rows_of(text)[1]) == rows_of(text)[0][1],
    ),
    "a total behind its parts": (
        Description(
            (N, Newline(), *row("a", "1", "9"), Integer("m", "1", "360"), Newline()),
            (Relation(Kind.SUM_IS, ("a",), "m"),),
        ),
        lambda text: sum(rows_of(text)[1]) == rows_of(text)[2][0],
    ),
    "intervals": (
        Description(
            (N, Newline(), pairs("1", "n", "n")), (Relation(Kind.AT_MOST, ("u", "v")),)
        ),
        lambda text: all(u <= v <= rows_of(text)[0][0] for u, v in rows_of(text)[1:]),
    ),
    "a condition": (
        Description(
            (N, Newline(), pairs("0", "9", "n")),
            (Relation(Kind.HOLDS, ("u", "v"), "u + v <= 9 && (u != 0 || v != 0)"),),
        ),
        lambda text: all(0 < u + v <= 9 for u, v in rows_of(text)[1:]),
    ),
    "grid": (
        Description(
            (
                Integer("h", "1", "40"),
                Space(),
                Integer("w", "1", "40"),
                Newline(),
                Repeat("h", (Word("row", "[.#]", "w", "w"),), Newline()),
                Newline(),
            ),
            (Relation(Kind.PRODUCT_AT_MOST, ("h", "w"), "100"),),
        ),
        lambda text: (
            len({len(line) for line in [*lines(text)][1:]}) == 1
            and len(text) <= 6 + 100 + 40
        ),
    ),
    "words": (
        Description(
            (N, Newline(), Repeat("n", (Word("s", "[a-c]", "3", "7"), Newline()))),
            (Relation(Kind.DISTINCT, ("s",)),),
        ),
        lambda text: (
            len({*lines(text)}) == 1 + int(text.split()[0])
            and all(3 <= len(word) <= 7 for word in text.split()[1:])
        ),
    ),
    "brackets": (
        Description(
            (Word("s", "[()]", "2", "16"), Newline()), (Relation(Kind.BALANCED, ("s",)),)
        ),
        lambda text: is_balanced(text.strip()) and 2 <= len(text.strip()) <= 16,
    ),
    "brackets of a length": (
        Description(
            (
                Integer("n", "2", "16"),
                Newline(),
                Word("s", "[()]", "n", "n"),
                Newline(),
            ),
            (Relation(Kind.BALANCED, ("s",)),),
        ),
        lambda text: (
            is_balanced(text.split()[1]) and len(text.split()[1]) == int(text.split()[0])
        ),
    ),
    "queries": (
        Description(
            (
                Integer("q", "1", "9"),
                Newline(),
                Repeat(
                    "q",
                    (
                        Choice(
                            "kind",
                            (
                                Case("1", (Space(), Integer("x", "1", "q"))),
                                Case(
                                    "2",
                                    (
                                        Space(),
                                        Integer("l", "1", "9"),
                                        Space(),
                                        Integer("r", "l", "9"),
                                    ),
                                ),
                            ),
                        ),
                        Newline(),
                    ),
                ),
            )
        ),
        are_queries,
    ),
    "to the end": (
        Description(
            (Repeat(Until("", "1", "50"), (Integer("x", "0", "9"), Newline())),)
        ),
        lambda text: 1 <= len(text.splitlines()) <= 50,
    ),
    "to a zero": (
        Description(
            (
                Repeat(Until("0", "0", "50"), (Integer("x", "1", "9"), Newline())),
                Newline(),
            )
        ),
        lambda text: text.endswith("0\n") and text.count("0") == 1,
    ),
    "rows that grow": (
        Description(
            (
                Integer("n", "1", "9"),
                Newline(),
                Repeat(
                    "n",
                    (
                        Repeat("i + 1", (Integer("a", "0", "i"),), Space()),
                        Newline(),
                    ),
                    index="i",
                ),
            )
        ),
        lambda text: all(
            len(line) == i + 1 and max(line) <= i
            for i, line in enumerate(rows_of(text)[1:])
        ),
    ),
    "decimal numbers": (
        Description(
            (
                Fixed("data: "),
                Real("x", "-1.5", "2", (2, 3)),
                Space(),
                Integer("y", "max(0, 3)", "min(9, 7)"),
                Newline(),
            )
        ),
        lambda text: (
            -1.5 <= float(text.split()[1]) <= 2 and 3 <= int(text.split()[2]) <= 7
        ),
    ),
}


def drawn(source: str, count: int = DRAWS) -> list[str]:
    """Return inputs drawn from a grammar, small and large ones."""
    inputs = Drawer(source, {}).inputs("uniform", "seed", count)
    return [one.content.decode() for one in inputs]


@pytest.mark.parametrize("idiom", IDIOMS)
def test_what_a_description_says_is_drawn_and_accepted(
    idiom: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(idiom, DRAWS, tmp_path, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("idiom", IDIOMS)
def test_many_inputs_are_as_the_description_says(
    idiom: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(idiom, 200, tmp_path, monkeypatch)


def check(
    idiom: str, draws: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    description, is_right = IDIOMS[idiom]
    source = grammar(description)
    texts = drawn(source, draws)
    assert [text for text in texts if not is_right(text)] == []
    assert len({*texts}) > 1
    program = GrammarProgram(source, tmp_path, monkeypatch)
    assert [text for text in texts[:20] if not program.accepts(text.encode())] == []


def test_the_program_of_a_grammar_rejects_what_breaks_a_relation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = GrammarProgram(grammar(IDIOMS["brackets"][0]), tmp_path, monkeypatch)
    assert program.accepts(b"(())\n")
    assert not program.accepts(b"(()(\n")
    assert not program.accepts(b"())(\n")


def test_each_line_says_where_it_is_known_from() -> None:
    said = Source("validate.cpp:12", "12 tests\n#@ tree u v")
    source = grammar(Description((Integer("maxN", "1", "9", said), Newline())))
    assert source == (
        "INT(1,9,maxn) NEWLINE                               "
        "# validate.cpp:12, 12 tests #@ tree u v\n"
    )
    assert drawn(source, 1)


@pytest.mark.parametrize(
    "bound",
    ["__import__('os')", "k", "n if n else 1", "1.5", "9 ** 9 ** 9", "(" * 500, ""],
)
def test_a_bound_that_is_no_expression_is_named(bound: str) -> None:
    body = (Integer("n", "1", "9"), Space(), Repeat(bound, (Newline(),)))
    with pytest.raises(BoundError):
        grammar(Description(body))
