"""Scores by the test groups of 2025-09, compared with a naive implementation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.scores import (
    AC,
    JE,
    MIN,
    PASS_FAIL,
    SUM,
    VERDICTS,
    graded,
    ran,
    rules,
    scores,
)

from judging.core.problem import TestGroup
from judging.core.runs import TestcaseResult
from judging.core.scoring import apply_score
from judging.core.verdicts import Verdict


def share(group: TestGroup, count: int) -> Fraction | None:
    """Return the maximum score of a test in a group of `count` tests; None: unbounded."""
    if group.max_score is None:
        return None
    whole = Fraction(group.max_score)
    return whole if group.aggregation is MIN else whole / count


@dataclass(frozen=True)
class Aloud:
    """Return the result of a package of groups, as the specification describes it."""

    groups: Mapping[str, TestGroup]
    runs: Mapping[str, Mapping[str, tuple[Verdict, Fraction | None, Fraction | None]]]

    def accepted(self, name: str) -> bool:
        """True when every test in the group ran and was accepted."""
        return self.is_run(name) and all(
            run[0] is AC for run in self.runs[name].values()
        )

    def is_run(self, name: str) -> bool:
        return all(
            self.accepted(required) for required in self.groups[name].require_pass
        )

    def of_test(self, name: str, test: str) -> Fraction:
        verdict, score, multiplier = self.runs[name][test]
        most = share(self.groups[name], len(self.runs[name]))
        if verdict is not AC:
            return Fraction(0)
        if score is not None:
            return score
        assert most is not None
        return most if multiplier is None else multiplier * most

    def of_group(self, name: str) -> Fraction:
        group = self.groups[name]
        if not self.is_run(name):
            return Fraction(0)
        if group.aggregation is PASS_FAIL:
            return Fraction(group.max_score or 0) if self.accepted(name) else Fraction(0)
        parts = [self.of_test(name, test) for test in self.runs[name]]
        return sum(parts, Fraction(0)) if group.aggregation is SUM else min(parts)

    def of_secret(self) -> Fraction:
        secret = self.groups["secret"]
        if not all(self.accepted(required) for required in secret.require_pass):
            return Fraction(0)
        names = [name for name in self.groups if name.startswith("secret/")]
        if secret.aggregation is PASS_FAIL:
            passed = all(self.accepted(name) for name in names)
            return Fraction(secret.max_score or 0) if passed else Fraction(0)
        parts = [self.of_group(name) for name in names]
        return sum(parts, Fraction(0)) if secret.aggregation is SUM else min(parts)


@st.composite
def runs_in(
    draw: st.DrawFn, group: TestGroup
) -> dict[str, tuple[Verdict, Fraction | None, Fraction | None]]:
    count = draw(st.integers(1, 4))
    most = share(group, count)
    speaks = group.aggregation is not PASS_FAIL
    made = {}
    for number in range(count):
        verdict = draw(VERDICTS)
        score = multiplier = None
        if speaks and verdict is AC and group.max_score is None:
            score = Fraction(draw(st.integers(0, 400)), 4)
        elif speaks and verdict is AC:
            assert most is not None
            kind = draw(st.sampled_from(["silent", "score", "multiplier"]))
            part = Fraction(draw(st.integers(0, 8)), 8)
            if kind == "score":
                score = Fraction(int(part * most))
            elif kind == "multiplier":
                multiplier = part
        made[f"{group.name}/{number}"] = (verdict, score, multiplier)
    return made


@st.composite
def trees(draw: st.DrawFn) -> Aloud:
    bounded = draw(st.booleans())
    aggregation = draw(st.sampled_from([SUM, MIN, PASS_FAIL] if bounded else [SUM, MIN]))
    groups = {"sample": TestGroup("sample")}
    groups["secret"] = TestGroup(
        "secret",
        aggregation,
        500.0 if bounded else None,
        require_pass=draw(st.sampled_from([(), ("sample",)])),
    )
    may_be_required = ["sample"]
    for number in range(draw(st.integers(1, 4))):
        name = f"secret/g{number}"
        kinds = [PASS_FAIL] if aggregation is PASS_FAIL else [PASS_FAIL, SUM, MIN]
        kind = draw(st.sampled_from(kinds))
        unbounded = not bounded and kind is not PASS_FAIL and draw(st.booleans())
        required = draw(
            st.lists(st.sampled_from(may_be_required), max_size=2, unique=True)
        )
        most = None if unbounded else float(draw(st.integers(0, 100)))
        groups[name] = TestGroup(name, kind, most, tuple(required))
        if kind is PASS_FAIL:
            may_be_required.append(name)
    runs = {
        name: draw(runs_in(group)) for name, group in groups.items() if name != "secret"
    }
    return Aloud(groups, runs)


def results_of(aloud: Aloud) -> list[TestcaseResult]:
    def text(number: Fraction | None) -> str | None:
        return None if number is None else repr(float(number))

    return [
        ran(name, verdict, text(score), text(multiplier))
        for tests in aloud.runs.values()
        for name, (verdict, score, multiplier) in tests.items()
    ]


@given(trees())
def test_groups_score_as_the_format_says(aloud: Aloud) -> None:
    tests = results_of(aloud)
    rule = rules([*aloud.groups.values()], [test.name for test in tests])
    grade = graded(rule, *tests)
    assert grade.score == pytest.approx(float(aloud.of_secret()), abs=1e-8)
    blocked = not all(aloud.accepted(r) for r in aloud.groups["secret"].require_pass)
    for group in grade.groups:
        if group.name.startswith("secret/"):
            wanted = 0.0 if blocked else float(aloud.of_group(group.name))
            assert group.score == pytest.approx(wanted, abs=1e-8)
            assert (group.verdict is None) == (blocked or not aloud.is_run(group.name))
            assert (group.verdict is AC) == (not blocked and aloud.accepted(group.name))
    assert scores(grade)["sample"] is None
    assert not any(test.verdict is JE for test in grade.counted)


@given(trees())
def test_decided_and_skipped_tests_change_no_score(aloud: Aloud) -> None:
    tests = results_of(aloud)
    rule = rules([*aloud.groups.values()], [test.name for test in tests])
    whole = rule.grade([apply_score(test, rule.of_test(test.name)) for test in tests])
    fewest: list[TestcaseResult] = []
    for test in tests:
        if not rule.skips(test.name, fewest) and not rule.is_decided(test.name, fewest):
            fewest.append(apply_score(test, rule.of_test(test.name)))
    least = rule.grade(fewest)
    assert least.score == whole.score
    assert least.verdict is whole.verdict
    assert scores(least) == scores(whole)
    passed = [
        {g.name for g in grade.groups if g.verdict is AC} for grade in (least, whole)
    ]
    assert passed[0] == passed[1]


@given(trees(), st.data())
def test_more_results_skip_no_fewer_tests(aloud: Aloud, data: st.DataObject) -> None:
    tests = results_of(aloud)
    rule = rules([*aloud.groups.values()], [test.name for test in tests])
    place = data.draw(st.integers(0, len(tests) - 1))
    for asked in (rule.skips, rule.is_decided):
        said = [asked(tests[place].name, tests[:known]) for known in range(place + 1)]
        assert said == sorted(said)
