"""Scores: the tables and cases of the formats."""

from __future__ import annotations

import pytest
from support.scores import (
    AC,
    JE,
    MIN,
    PASS_FAIL,
    RTE,
    SUM,
    TLE,
    WA,
    graded,
    judged,
    ran,
    rules,
    scores,
)

from judging.core.problem import Expectation, TestGroup
from judging.core.results import GroupResult
from judging.core.scoring import Grade, apply_score, explain_unmet
from judging.values import replace


def test_a_test_of_a_sum_scores_its_share_and_a_test_of_a_minimum_the_whole_score() -> (
    None
):
    tests = [f"secret/{group}/{number}" for group in "abc" for number in range(3)]
    rule = rules(
        [
            TestGroup("secret/a", SUM, 30.0),
            TestGroup("secret/b", MIN, 30.0),
            TestGroup("secret/c", PASS_FAIL, 40.0),
        ],
        tests,
    )
    grade = graded(
        rule, *(ran(name, WA if name.endswith("2") else AC) for name in tests)
    )
    assert scores(grade) == {"secret": 20, "secret/a": 20, "secret/b": 0, "secret/c": 0}
    each = [test.score for test in grade.counted]
    assert each == [10, 10, 0, 30, 30, 0, None, None, None]
    assert graded(rule, *map(ran, tests)).score == 100 == rule.best


def test_without_groups_tests_share_the_score_of_secret() -> None:
    tests = ["sample/1", *(f"secret/{number:02}" for number in range(49))]
    rule = rules([], tests)
    assert graded(rule, *map(ran, tests)).score == 100
    assert graded(rule, ran("sample/1", WA), *map(ran, tests[1:])).score == 100
    assert graded(
        rule, *map(ran, tests[:-1]), ran(tests[-1], TLE)
    ).score == pytest.approx(100 * 48 / 49)


def test_a_group_runs_only_if_the_groups_that_it_requires_pass() -> None:
    groups = [
        TestGroup("secret/a", PASS_FAIL, 30.0, ("sample",)),
        TestGroup("secret/b", PASS_FAIL, 30.0, ("secret/a",)),
        TestGroup("secret/c", SUM, 40.0),
    ]
    tests = ["sample/1", "secret/a/1", "secret/b/1", "secret/c/1"]
    rule = rules(groups, tests)
    failed = [ran("sample/1", WA), *map(ran, tests[1:])]
    assert [test.name for test in judged(rule, failed)] == ["sample/1", "secret/c/1"]
    grade = graded(rule, *failed)
    assert (grade.verdict, grade.score) == (WA, 40)
    assert GroupResult("secret/b", None, 0.0) in grade.groups
    # If they run nevertheless, their results do not count.
    everything = rule.grade(
        [apply_score(test, rule.of_test(test.name)) for test in failed]
    )
    assert everything == grade


# score.txt and score_multiplier.txt of an accepted test in a group, and the expected result.
SPOKEN = [
    ("bounded", None, None, 50.0),
    ("bounded", "12.5", None, 12.5),
    ("bounded", " 50\n", None, 50.0),
    ("bounded", "5e1", None, 50.0),
    ("bounded", "50.1", None, "score.txt says 50.1, expected 0 to 50"),
    ("bounded", "-1", None, "score.txt says -1, expected 0 to 50"),
    ("bounded", "nan", None, "score.txt says 'nan', expected a number"),
    ("bounded", "inf", None, "score.txt says 'inf', expected a number"),
    ("bounded", "1_0", None, "score.txt says '1_0', expected a number"),
    ("bounded", "", None, "score.txt says '', expected a number"),
    ("bounded", "12 34", None, "score.txt says '12 34', expected a number"),
    ("bounded", None, "0.5", 25.0),
    ("bounded", None, "1.5", "score_multiplier.txt says 1.5, expected 0 to 1"),
    (
        "bounded",
        "1",
        "1",
        "wrote score.txt and score_multiplier.txt, expected only one of them",
    ),
    ("unbounded", "1e12", None, 1e12),
    ("unbounded", None, None, "wrote no score.txt for a right output"),
    (
        "unbounded",
        None,
        "0.5",
        "wrote score_multiplier.txt for a test without a maximum score",
    ),
    ("passfail", None, None, None),
    ("passfail", "1", None, "wrote score.txt, but secret/passfail is scored as a whole"),
    (
        "passfail",
        None,
        "1",
        "wrote score_multiplier.txt, but secret/passfail is scored as a whole",
    ),
]


@pytest.mark.parametrize(("group", "score", "multiplier", "comes"), SPOKEN)
def test_scores_that_an_output_validator_may_give(
    group: str, score: str | None, multiplier: str | None, comes: float | str | None
) -> None:
    groups = [
        TestGroup("secret", SUM, None),
        TestGroup("secret/bounded", SUM, 100.0),
        TestGroup("secret/unbounded", SUM, None),
        TestGroup("secret/passfail", PASS_FAIL, 100.0),
    ]
    name = f"secret/{group}/1"
    rule = rules(groups, ["sample/1", name, "secret/bounded/2"])
    result = apply_score(ran(name, AC, score, multiplier), rule.of_test(name))
    if isinstance(comes, str):
        assert result.verdict is JE
        assert comes in result.message
        assert result.check is not None  # the package's fault, not the machine's
    else:
        assert (result.verdict, result.score) == (AC, comes)
    # On a sample the score is ignored.
    sample = apply_score(
        ran("sample/1", AC, score, multiplier), rule.of_test("sample/1")
    )
    assert (sample.verdict, sample.score) == (AC, None)


def test_a_wrong_output_gets_no_validator_score_in_2025_09() -> None:
    rule = rules([], ["secret/1"])
    assert apply_score(ran("secret/1", WA), rule.of_test("secret/1")).score == 0
    spoken = apply_score(ran("secret/1", WA, "0"), rule.of_test("secret/1"))
    assert spoken.verdict is JE
    assert "for an output that it rejects" in spoken.message


def test_older_validators_score_only_if_the_package_allows_it() -> None:
    groups = [TestGroup("", graded=True, accept_score=20.0, reject_score=-1.0)]
    loud = rules(groups, ["secret/1"]).of_test("secret/1")
    assert apply_score(ran("secret/1", AC, "-7.5"), loud).score == -7.5
    assert apply_score(ran("secret/1", WA, "3"), loud).score == 3
    assert [apply_score(ran("secret/1", v), loud).score for v in (AC, WA, TLE)] == [
        20,
        -1,
        -1,
    ]
    silent = rules(groups, ["secret/1"], validator_scores=False).of_test("secret/1")
    assert apply_score(ran("secret/1", AC), silent).score == 20
    assert (
        "`validation` in problem.yaml has no `score`"
        in apply_score(ran("secret/1", AC, "1"), silent).message
    )


def test_scores_out_of_bounds_are_reported() -> None:
    older = rules(
        [
            TestGroup("", graded=True, range=(0.0, 100.0)),
            TestGroup("secret", graded=True, accept_score=60.0, range=(0.0, 100.0)),
        ],
        ["secret/1", "secret/2"],
    )
    grade = graded(older, ran("secret/1"), ran("secret/2"))
    assert older.out_of_bounds(grade.groups) == [
        "the submission scores 120, its range is 0 to 100",
        "secret scores 120, its range is 0 to 100",
    ]
    new = rules(
        [TestGroup("secret", SUM, 10.0), TestGroup("secret/a", PASS_FAIL, 20.0)],
        ["secret/a/1"],
    )
    grade = graded(new, ran("secret/a/1"))
    assert new.out_of_bounds(grade.groups) == [
        "secret scores 20, more than its max_score 10"
    ]


def test_a_run_that_could_not_be_judged_has_no_score() -> None:
    for groups in ([], [TestGroup("", graded=True)]):
        rule = rules(groups, ["secret/1", "secret/2"])
        assert graded(rule, ran("secret/1", JE)).score is None
        # A test that could have changed the score was not run.
        assert graded(rule, ran("secret/1")).score is None
        assert graded(rule, ran("secret/1"), ran("secret/2")).score is not None


ANY = frozenset({AC, WA, TLE, RTE})
GRADE = Grade(AC, 40.0, (), ())


@pytest.mark.parametrize(
    ("grade", "best", "score", "partial", "why"),
    [
        (
            GRADE,
            100.0,
            (50.0, 60.0),
            False,
            "got 40, expected 50 to 60 (submissions.yaml:7)",
        ),
        (GRADE, 100.0, (50.0, 50.0), False, "got 40, expected 50 (submissions.yaml:7)"),
        (GRADE, 100.0, (40.0, 40.0), False, ""),
        (GRADE, 100.0, (10.0, 40.0), True, ""),
        (GRADE, 40.0, None, True, "got the full score 40, expected less"),
        (GRADE, None, None, True, ""),
        (
            replace(GRADE, verdict=WA),
            100.0,
            None,
            True,
            "got WA, expected AC with less than",
        ),
        (
            replace(GRADE, score=None),
            100.0,
            (0.0, 1.0),
            False,
            "got no score, expected 0 to 1",
        ),
    ],
)
def test_the_message_on_an_unexpected_score_names_the_score(
    grade: Grade,
    best: float | None,
    score: tuple[float, float] | None,
    partial: bool,
    why: str,
) -> None:
    rule = Expectation(
        ANY, frozenset(), "submissions.yaml:7", score=score, partial=partial
    )
    said = explain_unmet(rule, grade, best)
    assert said.startswith(why) if why else said == ""


def test_the_expected_score_of_a_group_applies_to_that_group_only() -> None:
    groups = (GroupResult("secret", AC, 40.0), GroupResult("secret/a", AC, 30.0))
    grade = Grade(AC, 40.0, groups, ())

    def said(glob: str, least: float, most: float) -> str:
        part = Expectation(
            ANY, frozenset(), "s.yaml:3", score=(least, most), tests=(glob,)
        )
        return explain_unmet(
            Expectation(ANY, frozenset(), "s.yaml:2", parts=(part,)), grade, 100.0
        )

    assert (
        said("secret", 40, 40)
        == said("secret/a", 30, 30)
        == said("secret/*", 0, 30)
        == ""
    )
    assert said("secret", 30, 30) == "got 40 of secret, expected 30 (s.yaml:3)"
    assert said("secret/a", 40, 50) == "got 30 of secret/a, expected 40 to 50 (s.yaml:3)"
    assert said("secret/b", 0, 0) == "no test group is called secret/b (s.yaml:3)"
