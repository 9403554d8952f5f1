"""Which tests `judge strengthen` chooses of those that it has."""

from __future__ import annotations

from judging.features.strengthen.search.choosing import (
    Candidate,
    InputKind,
    choose_tests,
)
from judging.features.strengthen.search.report import ReachedBound

LEAST = ReachedBound("least", "n", "line 1")


def existing(name: str, kills: str, family: str = "old") -> Candidate:
    return Candidate(name, family, 10, None, frozenset(kills), frozenset())


def offered(
    name: str,
    kills: str,
    *,
    family: str = "new",
    size: int = 10,
    bounds: tuple[ReachedBound, ...] = (),
) -> Candidate:
    kind = InputKind(family, size.bit_length())
    return Candidate(name, family, size, kind, frozenset(kills), frozenset(bounds))


def chosen(*tests: Candidate, count: int = 0) -> list[str]:
    return choose_tests(tests, victims=4, count=count)


def test_a_victim_is_killed_twice_by_different_families_if_possible() -> None:
    assert chosen(offered("a", "v"), offered("b", "v"), offered("c", "v")) == ["a", "b"]
    other = offered("d", "v", family="other")
    assert chosen(offered("a", "v"), offered("b", "v"), other) == ["a", "d"]
    # A third test is worth its bytes only if the first two are of one family.
    assert chosen(existing("x", "v"), existing("y", "v"), other) == ["d"]
    assert chosen(existing("x", "v"), existing("y", "v", "more"), other) == []


def test_existing_tests_count_and_are_not_chosen() -> None:
    assert chosen(existing("x", "v"), existing("y", "v", "more")) == []
    assert chosen(existing("x", "v"), offered("a", "w")) == ["a"]


def test_a_bound_is_reached_once() -> None:
    first, second = (offered(name, "", bounds=(LEAST,)) for name in "ab")
    assert chosen(first, second) == ["a"]


def test_what_shows_as_much_in_fewer_bytes_comes_first() -> None:
    small, large = offered("small", "v", size=10), offered("large", "v", size=5000)
    assert chosen(large, small)[0] == "small"
    # A large test that shows more than all small ones comes before them.
    most = offered("most", "uvw", size=900)
    assert chosen(small, most)[0] == "most"


def test_the_count_is_filled_with_different_kinds() -> None:
    alike = [offered(f"alike {i}", "") for i in range(5)]
    tests = [*alike, offered("other source", "", family="other"), offered("z", "v")]
    assert chosen(*tests, count=3) == ["z", "other source", "alike 0"]
    assert chosen(*tests, count=0) == ["z"]
    assert len(chosen(*tests, count=99)) == 7
