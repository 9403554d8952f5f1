"""Score the test groups of the 2025-09 format. Pure.

Source: Kattis problem package format 2025-09, "Result aggregation".
"""

import math
from collections import Counter
from collections.abc import Sequence

from judging.core.expectations import overall_verdict
from judging.core.problem import Aggregation, Problem
from judging.core.results import GroupResult, TestcaseResult
from judging.core.scoring.per_test import TestScoring, format_score, round_score
from judging.core.scoring.rules import DEFAULTS, SAMPLE, SECRET, Grade, above, in_order
from judging.core.verdicts import Verdict


class Aggregated:
    """`secret` contains either groups or tests, never both. Samples have no score."""

    tolerates_failures = False  # no submission is accepted although it fails tests

    def __init__(self, problem: Problem) -> None:
        groups = {**DEFAULTS, **problem.groups}
        names = [case.name for case in problem.testcases]
        self._group_of = {n: next(g for g in above(n) if g in groups) for n in names}
        self._sizes = Counter(self._group_of.values())
        self._groups = {
            name: groups[name]
            for name in sorted(groups, key=in_order)
            if self._sizes[name] or name == SECRET
        }

    @property
    def best(self) -> float | None:
        """The full score: the maximum of `secret`, or None if scores are unbounded."""
        return self._groups[SECRET].max_score

    def of_test(self, name: str) -> TestScoring | None:
        """Return the rules for the score of one test, or None for a sample. A test scores an equal
        part of the group's maximum if scores add up, and all of it if the group takes the minimum.
        """
        group = self._groups[self._group_of[name]]
        if group.name == SAMPLE:
            return None
        if group.aggregation is Aggregation.PASS_FAIL:
            reason = f"{group.name} is scored as a whole (pass-fail)"
            return TestScoring(None, None, forbidden=reason)
        if group.max_score is None:
            return TestScoring()
        parts = self._sizes[group.name] if group.aggregation is Aggregation.SUM else 1
        high = group.max_score / parts
        return TestScoring(accept_score=high, high=high)

    def skips(self, name: str, results: Sequence[TestcaseResult]) -> bool:
        """True when the rules forbid running the next test, `name`: a group is skipped unless all
        groups that it requires pass."""
        return self._blocked(self._group_of[name], self._failures(results))

    def is_decided(self, name: str, results: Sequence[TestcaseResult]) -> bool:
        """True when the next test, `name`, can change no score and no group's verdict: one failure
        fails a pass-fail group, and is the lowest score of a minimum."""
        group = self._groups[self._group_of[name]]
        return group.aggregation is not Aggregation.SUM and group.name in self._failures(
            results
        )

    def grade(self, results: Sequence[TestcaseResult]) -> Grade:
        """Compute groups from their tests, and `secret` from its groups."""
        failures = self._failures(results)
        blocked = {name for name in self._groups if self._blocked(name, failures)}
        counted = tuple(r for r in results if self._group_of[r.name] not in blocked)
        verdict = overall_verdict([result.verdict for result in counted])
        parts = [
            self._group(name, counted, name in blocked)
            for name in self._groups
            if name != SECRET
        ]
        below = [part for part in parts if part.name != SAMPLE]
        if below and SECRET not in blocked:
            secret = self._secret(below, counted)
        else:
            secret = self._group(SECRET, counted, SECRET in blocked)
        groups = sorted([*parts, secret], key=lambda part: in_order(part.name))
        return Grade(verdict, secret.score, tuple(groups), counted)

    def out_of_bounds(self, groups: Sequence[GroupResult]) -> list[str]:
        """Describe the scores above the maximum."""
        return [
            f"{group.name} scores {format_score(group.score)}, more than its max_score "
            f"{format_score(high)}"
            for group in groups
            if group.score is not None
            and (high := self._groups[group.name].max_score) is not None
            and group.score > high
        ]

    def _failures(self, results: Sequence[TestcaseResult]) -> set[str]:
        return {self._group_of[r.name] for r in results if r.verdict is not Verdict.AC}

    def _blocked(self, name: str, failures: set[str]) -> bool:
        """True when a group is skipped. A skipped group does not pass either."""
        required = set(self._groups[name].require_pass)
        if name not in (SAMPLE, SECRET):
            required |= set(self._groups[SECRET].require_pass)
        # A group can require only earlier ones, so none requires itself.
        earlier = {
            r for r in required & self._groups.keys() if in_order(r) < in_order(name)
        }
        return any(r in failures or self._blocked(r, failures) for r in earlier)

    def _group(
        self, name: str, counted: Sequence[TestcaseResult], blocked: bool
    ) -> GroupResult:
        if blocked:
            return GroupResult(name, None, 0.0)
        mine = [r for r in counted if self._group_of[r.name] == name]
        verdict = overall_verdict([result.verdict for result in mine]) if mine else None
        if name == SAMPLE:
            return GroupResult(name, verdict, None)
        complete = len(mine) == self._sizes[name]
        score = self._score(name, verdict, complete, [result.score for result in mine])
        return GroupResult(name, verdict, score)

    def _secret(
        self, parts: Sequence[GroupResult], counted: Sequence[TestcaseResult]
    ) -> GroupResult:
        """Compute `secret` from its groups. If a group was skipped, `secret` gets the verdict of
        the failure that caused it."""
        mine = [r for r in counted if self._group_of[r.name] != SAMPLE]
        verdict = overall_verdict([result.verdict for result in mine])
        if verdict is Verdict.AC and any(
            p.verdict is None and p.score == 0.0 for p in parts
        ):
            verdict = overall_verdict([result.verdict for result in counted])
        complete = all(part.score is not None for part in parts)
        score = self._score(SECRET, verdict, complete, [part.score for part in parts])
        return GroupResult(SECRET, verdict, score)

    def _score(
        self,
        name: str,
        verdict: Verdict | None,
        complete: bool,
        scores: Sequence[float | None],
    ) -> float | None:
        """Compute the score of a group from its parts, or None if it depends on unknown ones."""
        group = self._groups[name]
        if group.aggregation is Aggregation.PASS_FAIL:
            if verdict is Verdict.AC:
                return group.max_score if complete else None
            return None if verdict in (None, Verdict.JE) else 0.0
        known = [score for score in scores if score is not None]
        if group.aggregation is Aggregation.MIN and 0.0 in known:
            return 0.0
        if not complete or not known or len(known) < len(scores):
            return None
        return round_score(
            min(known) if group.aggregation is Aggregation.MIN else math.fsum(known)
        )
