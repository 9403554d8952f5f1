"""Score the test groups of the 2025-09 format. Pure.

Source: Kattis problem package format 2025-09, "Result aggregation".
"""

import math
from collections import Counter
from collections.abc import Sequence

from judging.core.expectations import verdict_of
from judging.core.problem import Aggregation, Problem, TestGroup
from judging.core.results import GroupResult
from judging.core.runs import TestcaseResult
from judging.core.scoring.per_test import TestScoring, format_score, round_score
from judging.core.scoring.rules import (
    DEFAULTS,
    SAMPLE,
    SECRET,
    Grade,
    group_of,
    in_order,
)
from judging.core.verdicts import Verdict


class Aggregated:
    """`secret` contains either groups or tests, never both. Samples have no score."""

    tolerates_failures = False  # no submission is accepted although it fails tests
    runs_a_program = False

    def __init__(self, problem: Problem) -> None:
        groups = {**DEFAULTS, **problem.groups}
        self._group_of: dict[str, str] = {}
        for case in problem.testcases:
            self._group_of[case.name] = group_of(case.name, groups)
        self._sizes = Counter(self._group_of.values())
        # In the order of the data. A folder without tests of its own is no group.
        self._groups: dict[str, TestGroup] = {}
        for name in sorted(groups, key=in_order):
            if self._sizes[name] or name == SECRET:
                self._groups[name] = groups[name]

    @property
    def best(self) -> float | None:
        """The full score: the maximum of `secret`, or None if scores are unbounded."""
        return self._groups[SECRET].max_score

    @property
    def total_aggregation(self) -> Aggregation:
        """How the groups in `secret` make its score."""
        return self._groups[SECRET].aggregation

    @property
    def scored_groups(self) -> list[TestGroup]:
        """The groups with tests and a score, in the order of the data."""
        names = [name for name in self._groups if self._sizes[name] and name != SAMPLE]
        return [self._groups[name] for name in names]

    def group_of(self, test: str) -> TestGroup:
        """Return the group of a test; `sample` for a sample."""
        return self._groups[self._group_of[test]]

    def of_test(self, name: str) -> TestScoring | None:
        """Return the rules for the score of one test, or None for a sample. A
        test scores an equal part of the group's maximum if scores add up, and
        all of it if the group takes the minimum.
        """
        group = self._groups[self._group_of[name]]
        if group.name == SAMPLE:
            return None
        if group.aggregation is Aggregation.PASS_FAIL:
            reason = f"{group.name} is scored as a whole (pass-fail)"
            return TestScoring(None, None, forbidden=reason)
        if group.max_score is None:
            return TestScoring()
        high = group.max_score
        if group.aggregation is Aggregation.SUM:
            high = group.max_score / self._sizes[group.name]
        return TestScoring(accept_score=high, high=high)

    def skips(self, name: str, results: Sequence[TestcaseResult]) -> bool:
        """True when the rules forbid running the next test, `name`: a group is skipped
        unless all groups that it requires pass."""
        return self._blocked(self._group_of[name], self._failures(results))

    def is_decided(self, name: str, results: Sequence[TestcaseResult]) -> bool:
        """True when the next test, `name`, can change no score and no group's verdict:
        one failure fails a pass-fail group, and is the lowest score of a minimum."""
        group = self._groups[self._group_of[name]]
        if group.aggregation is Aggregation.SUM:
            return False
        return group.name in self._failures(results)

    def grade(self, results: Sequence[TestcaseResult]) -> Grade:
        """Compute groups from their tests, and `secret` from its groups."""
        failures = self._failures(results)
        blocked = {name for name in self._groups if self._blocked(name, failures)}
        # With `--until all`, tests of skipped groups run too. They do not count.
        counted = tuple(r for r in results if self._group_of[r.name] not in blocked)
        verdict = verdict_of(counted)
        parts: list[GroupResult] = []
        for name in self._groups:
            if name != SECRET:
                parts.append(self._group(name, counted, name in blocked))
        scored = [part for part in parts if part.name != SAMPLE]
        if scored and SECRET not in blocked:
            secret = self._secret(scored, counted)
        else:
            secret = self._group(SECRET, counted, SECRET in blocked)
        groups = sorted([*parts, secret], key=lambda part: in_order(part.name))
        return Grade(verdict, secret.score, tuple(groups), counted)

    def out_of_bounds(self, groups: Sequence[GroupResult]) -> list[str]:
        """Describe the scores above the maximum."""
        faults: list[str] = []
        for group in groups:
            high = self._groups[group.name].max_score
            if group.score is not None and high is not None and group.score > high:
                faults.append(
                    f"{group.name} scores {format_score(group.score)}, "
                    f"more than its max_score {format_score(high)}"
                )
        return faults

    def _failures(self, results: Sequence[TestcaseResult]) -> set[str]:
        """Return the groups with a test that is not accepted."""
        return {self._group_of[r.name] for r in results if r.verdict is not Verdict.AC}

    def _blocked(self, name: str, failures: set[str]) -> bool:
        """True when a group is skipped. A skipped group does not pass either."""
        required = list(self._groups[name].require_pass)
        if name not in (SAMPLE, SECRET):
            required += self._groups[SECRET].require_pass
        for other in required:
            # A group can require only earlier ones, so none requires itself.
            if other not in self._groups or in_order(other) >= in_order(name):
                continue
            if other in failures or self._blocked(other, failures):
                return True
        return False

    def _group(
        self, name: str, counted: Sequence[TestcaseResult], blocked: bool
    ) -> GroupResult:
        if blocked:
            return GroupResult(name, None, 0.0)
        mine = [r for r in counted if self._group_of[r.name] == name]
        verdict: Verdict | None = None
        if mine:
            verdict = verdict_of(mine)
        if name == SAMPLE:
            return GroupResult(name, verdict, None)
        complete = len(mine) == self._sizes[name]
        score = self._score(name, verdict, complete, [result.score for result in mine])
        return GroupResult(name, verdict, score)

    def _secret(
        self, parts: Sequence[GroupResult], counted: Sequence[TestcaseResult]
    ) -> GroupResult:
        """Compute `secret` from its groups. If a group was skipped, `secret` gets the
        verdict of the failure that caused it."""
        mine = [r for r in counted if self._group_of[r.name] != SAMPLE]
        verdict = verdict_of(mine)
        skipped = any(part.verdict is None and part.score == 0.0 for part in parts)
        if verdict is Verdict.AC and skipped:
            # The failure is one of the samples, which do not belong to `secret`.
            verdict = verdict_of(counted)
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
            # A JE says nothing about the submission.
            return None if verdict in (None, Verdict.JE) else 0.0
        known = [score for score in scores if score is not None]
        if group.aggregation is Aggregation.MIN and 0.0 in known:
            return 0.0  # whatever the tests score that did not run
        if not complete or not known or len(known) < len(scores):
            return None
        if group.aggregation is Aggregation.MIN:
            return round_score(min(known))
        return round_score(math.fsum(known))
