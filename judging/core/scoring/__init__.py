"""From what came of the tests to the scores of groups and of the submission. Pure.

A test's score: `worth`. The rules of groups: `aggregated` (2025-09), `graded` (older format).
"""

from __future__ import annotations

from judging.core import globs
from judging.core.problem import Expectation, Problem
from judging.core.scoring.aggregated import Aggregated
from judging.core.scoring.graded import FLAGS, Graded
from judging.core.scoring.per_test import TestScoring, apply_score, between, shown
from judging.core.scoring.rules import Grade, Grader, Scoring
from judging.core.verdicts import Verdict

__all__ = [
    "FLAGS",
    "Grade",
    "Grader",
    "Scoring",
    "TestScoring",
    "accepted_as_a_whole",
    "apply_score",
    "scoring",
    "shown",
    "unmet",
]


def scoring(problem: Problem, grader: Grader | None = None) -> Scoring | None:
    """How the submissions of `problem` are scored; None where they are not. Without the `grader`
    that groups ask for, their scores are not known."""
    if not problem.scoring:
        return None
    older = any(group.graded for group in problem.groups.values())
    return Graded(problem, grader) if older else Aggregated(problem)


def accepted_as_a_whole(expectation: Expectation, grade: Grade, rules: Scoring) -> bool:
    """By the tools of the older format a submission that its graders accept is an accepted one,
    whatever it fails: its score says how much that is."""
    return (
        rules.by_whole
        and grade.verdict is Verdict.AC
        and expectation.permitted == {Verdict.AC}
        and not any(rule.tests for rule in expectation.rules)
    )


def unmet(expectation: Expectation, grade: Grade, best: float | None) -> str:
    """Why verdict and scores break the expectation, in words; the empty string when they meet it.
    `best` is the full score, None where nothing bounds it."""
    found = (_unmet(rule, grade, best) for rule in expectation.rules)
    return next(filter(None, found), "")


def _unmet(rule: Expectation, grade: Grade, best: float | None) -> str:
    if rule.partial and grade.verdict is not Verdict.AC:
        return f"got {grade.verdict}, expected AC with a part of the score ({rule.stated_by})"
    if rule.partial and best is not None and grade.score == best:
        return f"got the full score {shown(best)}, expected a part of it ({rule.stated_by})"
    if rule.score is None:
        return ""
    if not rule.tests:
        return _missed(rule, grade.score)
    scores = [group.score for group in grade.groups if _is_about(rule, group.name)]
    if not scores:
        return f"no group is called {' or '.join(rule.tests)} ({rule.stated_by})"
    return next(filter(None, (_missed(rule, score) for score in scores)), "")


def _is_about(rule: Expectation, group: str) -> bool:
    """Scores are of a group itself, not of those inside it."""
    depth = group.count("/")
    return any(
        globs.matches(glob, group) and glob.strip("/").count("/") == depth for glob in rule.tests
    )


def _missed(rule: Expectation, score: float | None) -> str:
    assert rule.score is not None
    least, most = rule.score
    if score is not None and least <= score <= most:
        return ""
    of = f" of {', '.join(rule.tests)}" if rule.tests else ""
    got = "no score" if score is None else shown(score)
    return f"got {got}{of}, expected {between(least, most)} ({rule.stated_by})"
