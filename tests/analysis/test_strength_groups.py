"""Which groups a submission must fail, against an enumeration of all ways to pass."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.core.limits import ProblemLimits
from judging.core.problem import (
    Aggregation,
    Expectation,
    Paths,
    Problem,
    Testcase,
    TestGroup,
)
from judging.core.verdicts import Verdict
from judging.features.strength.groups import ScoredGroups

HERE = Path("package")
PATHS = Paths(*[HERE] * sum(not field.kw_only for field in fields(Paths)))
ANY = frozenset({Verdict.AC, Verdict.WA})


def problem(groups: Sequence[TestGroup]) -> Problem:
    """Return a scoring problem whose groups have one test each."""
    total = sum(group.max_score or 0.0 for group in groups)
    secret = TestGroup("secret", Aggregation.SUM, max_score=total)
    return Problem(
        "p",
        "native",
        ("scoring",),
        ProblemLimits(1.0),
        PATHS,
        testcases=tuple(Testcase(f"{group.name}/1") for group in groups),
        groups={group.name: group for group in [secret, *groups]},
    )


def scored(low: float, high: float, *tests: str) -> Expectation:
    return Expectation(ANY, frozenset(), "a rule", score=(low, high), tests=tests)


def group(name: str, points: float, *required: str, sums: bool = False) -> TestGroup:
    kind = Aggregation.SUM if sums else Aggregation.PASS_FAIL
    return TestGroup(
        f"secret/{name}", kind, points, tuple(f"secret/{r}" for r in required)
    )


@given(
    st.lists(st.integers(1, 9), min_size=1, max_size=5),
    st.integers(0, 45),
    st.integers(0, 9),
)
def test_a_group_must_fail_if_no_choice_of_groups_with_it_gives_the_score(
    points: list[int], low: int, more: int
) -> None:
    groups = [group(str(i), float(p)) for i, p in enumerate(points)]
    fits = []
    for chosen in itertools.product([0, 1], repeat=len(points)):
        score = sum(p for p, taken in zip(points, chosen, strict=True) if taken)
        if low <= score <= low + more:
            fits.append(chosen)
    expected = [f"secret/{i}" for i in range(len(points)) if not any(c[i] for c in fits)]
    found = ScoredGroups(problem(groups)).must_fail(scored(low, low + more))
    assert list(found) == expected


@pytest.mark.parametrize(
    ("groups", "score", "must_fail"),
    [
        # Passing `b` gives the points of `a` too.
        ([group("a", 50), group("b", 50, "a")], (50, 50), ["secret/b"]),
        ([group("a", 50), group("b", 50)], (50, 50), []),
        # What cannot pass is stopped by the group that it requires.
        ([group("a", 40), group("b", 60, "a")], (0, 0), ["secret/a"]),
        # 70 is all points of `b` and a part of those of `a`.
        ([group("a", 40, sums=True), group("b", 60)], (70, 70), ["secret/a"]),
        (
            [group("a", 40, sums=True), group("b", 60)],
            (30, 30),
            ["secret/a", "secret/b"],
        ),
    ],
)
def test_groups_that_require_others_and_groups_that_give_a_part_of_their_points(
    groups: list[TestGroup], score: tuple[float, float], must_fail: list[str]
) -> None:
    assert list(ScoredGroups(problem(groups)).must_fail(scored(*score))) == must_fail


def test_the_score_of_a_group_says_that_it_must_fail() -> None:
    groups = ScoredGroups(problem([group("a", 40), group("b", 60)]))
    assert groups.must_fail(scored(0, 20, "secret/a")) == ("secret/a",)
    assert groups.must_fail(scored(40, 40, "secret/a")) == ()


def test_an_accepted_submission_and_a_problem_without_scores_have_no_such_groups() -> (
    None
):
    right = Expectation(frozenset({Verdict.AC}), frozenset(), "a rule", score=(40, 40))
    one = problem([group("a", 40), group("b", 60)])
    assert ScoredGroups(one).must_fail(right) == ()
    assert ScoredGroups(one).must_fail(None) == ()
