"""Compute the scores of tests, groups and submissions. Pure.

`per_test` has the score of one test; `aggregated` (2025-09) and
`graded` (older format) have the rules of groups.
"""

from judging.core import globs
from judging.core.problem import Expectation, Problem
from judging.core.scoring.aggregated import Aggregated
from judging.core.scoring.graded import FLAGS as FLAGS
from judging.core.scoring.graded import Graded
from judging.core.scoring.per_test import TestScoring as TestScoring
from judging.core.scoring.per_test import apply_score as apply_score
from judging.core.scoring.per_test import format_range
from judging.core.scoring.per_test import format_score as format_score
from judging.core.scoring.per_test import given_score as given_score
from judging.core.scoring.per_test import score_fault as score_fault
from judging.core.scoring.rules import Grade as Grade
from judging.core.scoring.rules import Grader as Grader
from judging.core.verdicts import Verdict

# The rules that score the submissions of one problem. `results` are those of the first
# tests, in order, without tests that were not run.
Scoring = Aggregated | Graded


def scoring(problem: Problem, grader: Grader | None = None) -> Scoring | None:
    """Return the rules that score the submissions of a
    problem, or None if it has no scores.

    Without the `grader` that its groups need, their scores are unknown.
    """
    if not problem.scoring:
        return None
    if problem.graded:
        return Graded(problem, grader)
    return Aggregated(problem)


def accepted_as_a_whole(expectation: Expectation, grade: Grade, rules: Scoring) -> bool:
    """True when a submission counts as accepted although it may fail tests.

    In the older format a submission is accepted if the graders accept it as a whole.
    """
    return (
        rules.tolerates_failures
        and grade.verdict is Verdict.AC
        and expectation.must_be_accepted
        and not any(rule.tests for rule in expectation.rules)
    )


def explain_unmet(expectation: Expectation, grade: Grade, best: float | None) -> str:
    """Say why a grade does not meet an expectation; return "" if it does.

    `best` is the full score, or None if scores are unbounded.
    """
    for rule in expectation.rules:
        reason = _explain_rule(rule, grade, best)
        if reason:
            return reason
    return ""


def _explain_rule(rule: Expectation, grade: Grade, best: float | None) -> str:
    if rule.partial and grade.verdict is not Verdict.AC:
        wanted = "AC with less than the full score"
        return f"got {grade.verdict}, expected {wanted} ({rule.stated_by})"
    if rule.partial and best is not None and grade.score == best:
        got = f"the full score {format_score(best)}"
        return f"got {got}, expected less ({rule.stated_by})"
    if rule.score is None:
        return ""
    if not rule.tests:
        return _explain_score(rule, grade.score)
    scores = [group.score for group in grade.groups if is_about(rule, group.name)]
    if not scores:
        return f"no test group is called {' or '.join(rule.tests)} ({rule.stated_by})"
    for score in scores:
        reason = _explain_score(rule, score)
        if reason:
            return reason
    return ""


def is_about(rule: Expectation, group: str) -> bool:
    """True when a rule names the group itself; a glob matches no groups inside it."""
    depth = group.count("/")
    return any(
        globs.matches(glob, group) and glob.strip("/").count("/") == depth
        for glob in rule.tests
    )


def _explain_score(rule: Expectation, score: float | None) -> str:
    assert rule.score is not None
    low, high = rule.score
    if score is not None and low <= score <= high:
        return ""
    of = f" of {', '.join(rule.tests)}" if rule.tests else ""
    got = "no score" if score is None else format_score(score)
    return f"got {got}{of}, expected {format_range(low, high)} ({rule.stated_by})"
