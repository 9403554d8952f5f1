"""The measures of a set of tests, each checked against a second definition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from itertools import chain, combinations, permutations
from math import prod
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.core.expectations import FOLDERS
from judging.core.limits import ProblemLimits, TimeLimitCheck
from judging.core.problem import (
    Expectation,
    Paths,
    Problem,
    Recipe,
    Source,
    Submission,
    Testcase,
)
from judging.core.results import RunReport, Status, SubmissionResult
from judging.core.runs import Ending, Execution, TestcaseResult
from judging.core.verdicts import Verdict
from judging.features.strength.cover import smallest_cover
from judging.features.strength.matrix import Role, role_of
from judging.features.strength.measures import KilledByOneTest, Strength, measure, rank

A, W, T, R = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE
LETTERS = {".": A, "W": W, "T": T, "R": R}
HERE = Path("/package")
PATHS = Paths(*[HERE] * sum(not field.kw_only for field in fields(Paths)))
SETS = st.lists(st.integers(0, 2**9 - 1), max_size=9)
MATRIX = st.integers(1, 4).flatmap(
    lambda width: st.lists(
        st.lists(st.integers(0, 1), min_size=width, max_size=width),
        min_size=1,
        max_size=4,
    )
)


def union(sets: Sequence[int]) -> int:
    total = 0
    for each in sets:
        total |= each
    return total


def by_exhaustion(sets: Sequence[int]) -> int:
    """Return the size of the smallest choice with the union of all; try every choice."""
    choices = chain.from_iterable(combinations(sets, k) for k in range(len(sets) + 1))
    return next(len(choice) for choice in choices if union(choice) == union(sets))


@given(SETS)
def test_the_cover_is_a_cover_and_no_choice_is_smaller(sets: list[int]) -> None:
    cover = smallest_cover(sets)
    assert union([sets[t] for t in cover.chosen]) == union(sets)
    assert cover.exact
    assert len(cover.chosen) == by_exhaustion(sets)
    assert list(cover.chosen) == sorted(set(cover.chosen))
    assert smallest_cover(list(sets)) == cover


@given(SETS)
def test_without_a_search_the_cover_does_not_claim_to_be_smallest(
    sets: list[int],
) -> None:
    cover = smallest_cover(sets, nodes=0)
    assert union([sets[t] for t in cover.chosen]) == union(sets)
    assert not cover.exact


def test_the_search_beats_the_largest_set_first() -> None:
    sets = [0b001111, 0b010011, 0b101100]
    assert len(smallest_cover(sets, nodes=0).chosen) == 3
    assert smallest_cover(sets).chosen == (1, 2)


def determinant(matrix: Sequence[Sequence[int]]) -> int:
    """Compute a determinant by Leibniz' formula."""
    size = len(matrix)
    total = 0
    for order in permutations(range(size)):
        swaps = sum(order[i] > order[j] for i, j in combinations(range(size), 2))
        total += (-1) ** swaps * prod(matrix[i][order[i]] for i in range(size))
    return total


@given(MATRIX)
def test_the_rank_is_the_size_of_the_largest_minor_that_is_not_zero(
    matrix: list[list[int]],
) -> None:
    largest = 0
    for size in range(1, min(len(matrix), len(matrix[0])) + 1):
        for rows in combinations(matrix, size):
            for columns in combinations(range(len(matrix[0])), size):
                if determinant([[row[c] for c in columns] for row in rows]):
                    largest = size
    assert rank(matrix) == largest


def test_the_rank_is_that_over_the_rationals() -> None:
    # Over two elements the rows add up to zero, and the rank would be 2.
    assert rank([[1, 1, 0], [0, 1, 1], [1, 0, 1]]) == 3


def expected(folder: str, message: str | None = None) -> Expectation:
    return Expectation(*FOLDERS[folder], f"folder {folder}", message)


@pytest.mark.parametrize(
    ("expectation", "role"),
    [
        (expected("accepted"), Role.ACCEPTED),
        (expected("wrong_answer"), Role.WRONG),
        (expected("time_limit_exceeded"), Role.WRONG),
        (expected("rejected"), Role.WRONG),
        (expected("brute_force"), Role.WRONG),
        (
            Expectation(frozenset({W}), frozenset(), "it must fail everywhere"),
            Role.WRONG,
        ),
        (Expectation(frozenset({A, T}), frozenset(), "it may be slow"), Role.OPEN),
        (Expectation(frozenset({A, T}), frozenset({A, T}), "either"), Role.OPEN),
        (None, Role.OPEN),
    ],
)
def test_the_role_of_a_submission(expectation: Expectation | None, role: Role) -> None:
    assert role_of(expectation) is role


def case(name: str, command: str | None = None) -> Testcase:
    return Testcase(name, recipe=Recipe(command, () if command else ((".in", b""),)))


@pytest.mark.parametrize(
    ("testcase", "family"),
    [
        (case("sample/1", "uniform 3"), "sample"),
        (case("secret/1", "uniform 3 {seed}"), "uniform"),
        (case("secret/1"), "secret"),
        (Testcase("secret/1"), "secret"),
        (case("secret/ties/1", "uniform 3"), "secret/ties"),
    ],
)
def test_the_family_of_a_test(testcase: Testcase, family: str) -> None:
    assert testcase.family == family


def measured(
    rows: dict[str, str],
    names: Sequence[str],
    *,
    answers: dict[str, bytes] | None = None,
    message: str | None = None,
) -> Strength:
    """Strength from rows like {"wrong_answer/a": ".W."}."""
    submissions, results = [], []
    for path, row in rows.items():
        expectation = expected(path.partition("/")[0], message)
        submissions.append(Submission(Source(path, ()), expectation))
        verdicts = [LETTERS[letter] for letter in row]
        tests = [
            TestcaseResult(
                name, v, Execution(Ending.EXITED, cpu_s=2.0**i), message=f"on {i}"
            )
            for i, (name, v) in enumerate(zip(names, verdicts, strict=True))
        ]
        overall = next((v for v in verdicts if v is not A), A)
        results.append(
            SubmissionResult(
                path, "x", Status.JUDGED, overall, None, testcases=tuple(tests),
                tests_total=len(names),
            )
        )  # fmt: skip
    problem = Problem(
        "p", "native", ("pass-fail",), ProblemLimits(1.0), PATHS,
        testcases=tuple(map(case, names)), submissions=tuple(submissions),
    )  # fmt: skip
    time = TimeLimitCheck(1.0, None, None, None, None, 2.0, 1.5, None)
    report = RunReport(problem="p", submissions=tuple(results))
    return measure(problem, report, answers=answers or {}, bounds=(), time=time)


TESTS = ("sample/1", "secret/a/1", "secret/a/2", "secret/b/1", "secret/b/2")


def test_the_measures_of_a_small_matrix() -> None:
    found = measured(
        {
            "accepted/right": ".....",
            "accepted/slow": "....T",
            "wrong_answer/survivor": ".....",
            "wrong_answer/one_test": "...W.",
            "wrong_answer/one_family": ".WW..",
            "rejected/many": "WWWT.",
        },
        TESTS,
    )
    assert found.survivors == ("wrong_answer/survivor",)
    assert (found.rejected.right, found.rejected.total, found.rejected.value) == (
        3,
        4,
        0.75,
    )
    assert (found.accepted.right, found.accepted.total) == (1, 2)
    assert found.accepted.not_right == ("accepted/slow",)
    assert found.kill_nobody == ("secret/b/2",)
    assert found.same_kills == (("secret/a/1", "secret/a/2"),)
    assert found.killed_by_one_test == (
        KilledByOneTest("wrong_answer/one_test", "secret/b/1"),
    )
    (family,) = found.killed_by_one_family
    assert (family.path, family.family) == ("wrong_answer/one_family", "secret/a")
    assert family.tests == ("secret/a/1", "secret/a/2")
    assert found.patterns == 3
    assert found.rank == 3
    assert found.smallest.tests == ("secret/a/1", "secret/b/1")
    assert found.smallest.exact
    # Two accepted submissions took 2 * 2^i s on test i: 2 * (2 + 8) of 2 * 31.
    assert found.smallest.accepted_cpu_s == pytest.approx(20)
    assert found.smallest.accepted_cpu_share == pytest.approx(10 / 31)
    assert found.smallest_with_samples.tests == ("sample/1", "secret/a/1", "secret/b/1")


def test_a_reduced_set_keeps_the_required_verdict_and_message() -> None:
    rows = {"time_limit_exceeded/s": "WWWT.", "wrong_answer/w": "WW..."}
    assert measured(rows, TESTS).smallest.tests == ("sample/1", "secret/b/1")
    wanted = measured({"wrong_answer/w": "WWWW."}, TESTS, message="on 2")
    assert wanted.smallest.tests == ("secret/a/2",)


GRID = st.integers(1, 5).flatmap(
    lambda width: st.lists(st.text(".WTR", min_size=width, max_size=width), max_size=6)
)


@given(GRID)
def test_every_kill_is_kept_and_every_measure_agrees_with_its_definition(
    grid: list[str],
) -> None:
    names = TESTS[: len(grid[0])] if grid else ()
    rows = {f"rejected/{i}": row for i, row in enumerate(grid)}
    found = measured({"accepted/right": "." * len(names), **rows}, names)
    killed = {path: {n for n, v in zip(names, row, strict=True) if v != "."}
              for path, row in rows.items()}  # fmt: skip
    assert set(found.survivors) == {path for path, tests in killed.items() if not tests}
    one_test = {single.path: single.test for single in found.killed_by_one_test}
    assert one_test == {p: min(t) for p, t in killed.items() if len(t) == 1}
    for subset in (found.smallest, found.smallest_with_samples):
        assert all(tests & set(subset.tests) for tests in killed.values() if tests)
    assert {"sample/1"} & set(names) <= set(found.smallest_with_samples.tests)
    victims = {
        n: frozenset(p for p, tests in killed.items() if n in tests) for n in names
    }
    assert set(found.kill_nobody) == {n for n in names if not victims[n]}
    for group in found.same_kills:
        assert len({victims[n] for n in group}) == 1
    assert found.patterns == len({v for v in victims.values() if v})
    assert found.rank <= min(found.patterns, len(grid))


def test_groups_whose_answers_are_all_equal() -> None:
    answers = {"sample/1": b"1\n", "secret/a/1": b"yes no\n", "secret/a/2": b"yes  no \n\n",
               "secret/b/1": b"3\n", "secret/b/2": b"4\n"}  # fmt: skip
    found = measured({"accepted/right": "....."}, TESTS, answers=answers).equal_answers
    assert [(f.group, f.tests, f.answer) for f in found] == [("secret/a", 2, "yes no")]
