"""Scoring rules of small problems, and results that are scored by them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hypothesis import strategies as st

from judging.core.limits import ProblemLimits
from judging.core.problem import Aggregation, Problem, Testcase, TestGroup
from judging.core.runs import CheckResult, Ending, Execution, TestcaseResult
from judging.core.scoring import Grade, Scoring, apply_score, scoring
from judging.core.verdicts import Verdict
from judging.package.files.layout import KATTIS_2025_09

AC, WA, TLE, RTE, JE = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE, Verdict.JE
SUM, MIN, PASS_FAIL = Aggregation.SUM, Aggregation.MIN, Aggregation.PASS_FAIL
RAN = Execution(Ending.EXITED, exit_code=0)
PATHS = KATTIS_2025_09.paths(Path(__file__).parent)


VERDICTS = st.sampled_from([AC, AC, AC, WA, TLE, RTE])


def problem(
    groups: Sequence[TestGroup], tests: Sequence[str], **more: object
) -> Problem:
    return Problem(
        "sums",
        "2025-09",
        ("scoring",),
        ProblemLimits(1.0),
        PATHS,
        testcases=tuple(Testcase(name) for name in tests),
        groups={group.name: group for group in groups},
        **more,  # type: ignore[arg-type]
    )


def rules(groups: Sequence[TestGroup], tests: Sequence[str], **more: object) -> Scoring:
    made = scoring(problem(groups, tests, **more))
    assert made is not None
    return made


def ran(
    name: str,
    verdict: Verdict = AC,
    score: str | None = None,
    multiplier: str | None = None,
) -> TestcaseResult:
    """Return a result before scoring. It has a check only if the checker saw the output."""
    check = None
    if verdict in (AC, WA):
        check = CheckResult(verdict, score=score, multiplier=multiplier)
    return TestcaseResult(name, verdict, RAN, check)


def judged(rule: Scoring, tests: Sequence[TestcaseResult]) -> list[TestcaseResult]:
    """Score results one test at a time; tests that the rules leave out do not run."""
    done: list[TestcaseResult] = []
    for test in tests:
        if not rule.skips(test.name, done):
            done.append(apply_score(test, rule.of_test(test.name)))
    return done


def graded(rule: Scoring, *tests: TestcaseResult) -> Grade:
    return rule.grade(judged(rule, tests))


def scores(grade: Grade) -> dict[str, float | None]:
    return {group.name: group.score for group in grade.groups}
