"""Which groups a submission must fail, by the score that is expected of it. Pure."""

from collections.abc import Iterable, Iterator
from typing import Annotated

from judging.core.problem import Aggregation, Expectation, Problem, TestGroup
from judging.core.scoring import is_about, scoring
from judging.core.scoring.aggregated import Aggregated
from judging.core.scoring.per_test import round_score
from judging.values import Value, means

# With so many different sums of points, any sum counts as possible: a submission then
# must fail fewer groups. Hardly any problem comes near.
_MOST_SUMS = 10_000


class ScoredGroups:
    """The groups of a problem that have scores, in the order of the data.

    None in a problem without scores, and in one of the older format: there the default
    grader may combine scores in ways from which no group follows.
    """

    def __init__(self, problem: Problem) -> None:
        rules = scoring(problem)
        self.rules = rules if isinstance(rules, Aggregated) else None
        self.groups: dict[str, TestGroup] = {}
        if self.rules is not None:
            self.groups = {group.name: group for group in self.rules.scored_groups}
        # A checker may give a part of the points for a right output.
        self._has_checker = bool(problem.output_validators)

    def columns_by_group(self, tests: Iterable[str]) -> dict[str, list[int]]:
        """Return for each group the indices of its tests."""
        found: dict[str, list[int]] = {name: [] for name in self.groups}
        for index, test in enumerate(tests):
            name = "" if self.rules is None else self.rules.group_of(test).name
            if name in found:
                found[name].append(index)
        return found

    def must_fail(self, expectation: Expectation | None) -> tuple[str, ...]:
        """Return the groups whose tests must stop a submission: if it passed one, its
        score would be above the expected one.

        A group that a submission cannot pass anyway, because it must fail a group that
        this one requires, is not among them.
        """
        if expectation is None or expectation.must_be_accepted:
            return ()
        failed = set()
        for name in self.groups:
            rules = expectation.rules
            if not all(self._may_pass(rule, name) for rule in rules):
                failed.add(name)
        names = []
        for name in self.groups:
            required = self._required_by(name) - {name}
            if name in failed and not required & failed:
                names.append(name)
        return tuple(names)

    def _may_pass(self, rule: Expectation, name: str) -> bool:
        """Return whether a submission that passes a group can get the expected score."""
        if rule.score is None:
            return True
        if rule.tests:
            group = self.groups[name]
            most = rule.score[1]
            return not is_about(rule, name) or self._least(group) <= most
        passed = self._required_by(name)
        return self._is_possible(passed, *rule.score)

    def _required_by(self, name: str) -> set[str]:
        """Return the group and all groups that have to pass before it."""
        found: set[str] = set()
        waiting = [name]
        while waiting:
            group = self.groups.get(waiting.pop())
            if group is not None and group.name not in found:
                found.add(group.name)
                waiting += group.require_pass
        return found

    def _is_possible(self, passed: set[str], low: float, high: float) -> bool:
        """Return whether a score from `low` to `high` is possible if these groups pass,
        whatever happens to the others."""
        assert self.rules is not None
        if self.rules.total_aggregation is not Aggregation.SUM and len(self.groups) > 1:
            return True
        sums = {0.0}
        slack = 0.0  # what groups can add that give any part of their points
        for name, group in self.groups.items():
            choices = list(self._scores(group, name in passed))
            sums = {round_score(old + new) for old in sums for new in choices}
            slack += self._slack(group, name in passed)
            if len(sums) > _MOST_SUMS:
                return True
        return any(least <= high and least + slack >= low for least in sums)

    def _scores(self, group: TestGroup, passes: bool) -> Iterator[float]:
        """Yield the scores that a group may give, without slack."""
        if not passes:
            yield 0.0
        if passes:
            yield self._least(group)
        elif group.aggregation is Aggregation.PASS_FAIL:
            yield group.max_score or 0.0

    def _slack(self, group: TestGroup, passes: bool) -> float:
        """Return how many points more than its least score a group may give."""
        if group.max_score is None:
            return float("inf")
        if group.aggregation is Aggregation.PASS_FAIL:
            return 0.0
        return group.max_score - (self._least(group) if passes else 0.0)

    def _least(self, group: TestGroup) -> float:
        """Return the least score of a group that passes."""
        whole = group.aggregation is Aggregation.PASS_FAIL or not self._has_checker
        return group.max_score or 0.0 if whole else 0.0


class GroupStrength(Value):
    """A group with scores, and which submissions it must stop."""

    group: Annotated[str, means("The group.")]
    max_score: Annotated[float | None, means("Its points; null if they are unbounded.")]
    must_fail: Annotated[tuple[str, ...], means("Submissions that its tests must stop.")]
    lets_pass: Annotated[
        tuple[str, ...], means("Those of them that are AC on all its tests.")
    ]
