"""Descriptions with a hole, as sources of validators give them, completed with probes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from support.input_formats import FORMATS

from judging.features.describe.hints import Hints
from judging.features.describe.learning.mending import mended
from judging.features.describe.tree import (
    Description,
    Integer,
    Kind,
    Newline,
    Node,
    Relation,
    Repeat,
    Space,
    Word,
)
from judging.features.describe.writing import grammar

PROBES = 2000
ROOM = 1_000_000


def pairs(count: str, first: Integer, second: Integer) -> tuple[Node, ...]:
    """Return lines of two integers, with their number before them."""
    n = Integer("n", "2", "100")
    body = (first, Space(), second, Newline())
    return (n, Newline(), Repeat(count, body))


def always_fits(description: Description, texts: list[bytes]) -> bool:
    return True


def row(low: str, high: str) -> tuple[Node, ...]:
    n = Integer("n", "1", "50")
    values = Repeat("n", (Integer("a", low, high),), Space())
    return (n, Newline(), values, Newline())


def found(name: str, description: Description, *constants: int) -> Description:
    """Return a description that is completed with answers about one of the formats."""
    accepts = FORMATS[name].accepts
    return mended(description, accepts, always_fits, Hints(constants), PROBES, ROOM)


@pytest.mark.parametrize(
    ("name", "body", "kind"),
    [
        ("tree", pairs("n - 1", Integer("u", "1", "n"), Integer("v", "1", "n")), "tree"),
        (
            "points",
            pairs("n", Integer("x", "0", "3"), Integer("y", "0", "3")),
            "distinct",
        ),
        ("permutation", row("1", "n"), "distinct"),
        ("increasing row", row("0", "1000"), "strictly_sorted"),
    ],
)
def test_a_relation_that_makes_draws_valid_is_added(
    name: str, body: tuple[Node, ...], kind: str
) -> None:
    relations = found(name, Description(body)).relations
    assert [relation.kind for relation in relations] == [Kind(kind)]


def one_way_out(texts: Sequence[bytes]) -> list[bool]:
    """Say which inputs are grids with one S and one E."""
    answers = []
    for text in texts:
        _, *grid = text.decode().split("\n")
        letters = sorted("".join(grid).replace(".", "").replace("#", ""))
        answers.append(letters == ["E", "S"])
    return answers


def test_letters_that_come_once_in_a_grid_are_found() -> None:
    n = Integer("n", "1", "9")
    line = Word("row", "[.#SE]+", "8", "8")
    body = (n, Newline(), Repeat("n", (line, Newline())))
    grids = Description(body)
    done = mended(grids, one_way_out, always_fits, Hints(), PROBES, ROOM)
    assert [(each.kind, each.bound) for each in done.relations] == [(Kind.ONCE, "ES")]
    assert "#@ once row ES" in grammar(done)


@pytest.mark.parametrize("constants", [(), (1000000000,)])
def test_bounds_that_are_not_known_are_found(constants: tuple[int, ...]) -> None:
    body = pairs("n", Integer("x", "", ""), Integer("y", "-5", ""))
    distinct = Relation(Kind.DISTINCT, ("x", "y"))
    description = found("points", Description(body, (distinct,)), *constants)
    loop = description.body[2]
    assert isinstance(loop, Repeat)
    ends = [(each.low, each.high) for each in loop.body if isinstance(each, Integer)]
    assert ends == [("-1000000000", "1000000000"), ("-5", "1000000000")]


def test_a_bound_that_a_source_guesses_is_found() -> None:
    notes = ("validate.py:3: no bound of a is known", "validate.py:9: no loop")
    order = Relation(Kind.STRICTLY_SORTED, ("a",))
    description = Description(row("-1000000000", "1000000000"), (order,), notes)
    mended_one = found("increasing row", description)
    values = mended_one.body[2]
    assert isinstance(values, Repeat)
    [value] = values.body
    assert isinstance(value, Integer)
    assert (value.low, value.high) == ("0", "1000000000")
    assert mended_one.notes == notes[1:]


def test_a_relation_that_a_test_lacks_is_not_added() -> None:
    description = Description(row("1", "n"))
    accepts = FORMATS["permutation"].accepts
    asked: list[bytes] = []

    def never_fits(description: Description, texts: list[bytes]) -> bool:
        asked.extend(texts)
        return False

    same = mended(description, accepts, never_fits, Hints(), PROBES, ROOM)
    assert same == description
    # It is compared with inputs that are known to be valid.
    assert asked
    assert all(accepts(asked))


def test_what_is_complete_stays() -> None:
    asked: list[bytes] = []

    def accepts(texts: list[bytes]) -> list[bool]:
        asked.extend(texts)
        return [True] * len(texts)

    description = Description(row("1", "n"))
    same = mended(description, accepts, always_fits, Hints(), PROBES, ROOM)
    assert same == description
    assert 0 < len(asked) < 30
