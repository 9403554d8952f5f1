"""The scores that `partially_accepted` stands for, as submissions.yaml states them.

Legacy: a submission in this folder is accepted as a whole, with less than the full score.
"""

from collections.abc import Mapping

from judging.core.problem import Aggregation, Problem, TestGroup
from judging.core.scoring import scoring
from judging.core.scoring.aggregated import Aggregated
from judging.core.scoring.graded import IGNORE_SAMPLE
from judging.core.scoring.per_test import round_score
from judging.features.transfer.kattis.test_groups import Settings
from judging.package.files.layout import GROUP_FILE
from judging.values import replace

# Scores are rounded to nine places: two that differ do so by at least this.
_LEAST_STEP = 1e-9


def score_range(
    problem: Problem, settings: Mapping[str, Settings]
) -> tuple[float, float] | None:
    """Return the lowest and highest score in 2025-09; None if no range expresses them.

    settings: what the package states of groups in 2025-09, by path below the data
        folder; empty if its groups are those of 2025-09 already.
    """
    if problem.minimize:
        return None  # 2025-09 maximizes
    rules = _rules_of_2025_09(problem, settings)
    best = rules.best
    if best is None:
        return None
    points = _points(problem, rules)
    low = 0.0
    step = _LEAST_STEP
    if points:
        step = min(points)
        if not _may_be_accepted_without_points(problem):
            low = step
    former = scoring(problem)
    former_best = former.best if former else None
    if former_best is None or former_best > best:
        return low, best  # the new full score was not the full score
    return round_score(low), round_score(best - step)


def _rules_of_2025_09(problem: Problem, settings: Mapping[str, Settings]) -> Aggregated:
    groups = dict(problem.groups)
    if settings:
        groups = {}
    for file, values in settings.items():
        name, _, kind = file.rpartition("/")
        if kind == GROUP_FILE and "max_score" in values:
            aggregation = Aggregation(str(values["score_aggregation"]))
            most = float(str(values["max_score"]))
            groups[name] = TestGroup(name, aggregation, most)
    return Aggregated(replace(problem, groups=groups))


def _points(problem: Problem, rules: Aggregated) -> list[float]:
    """Return the points of each test or group that can be lost alone.

    Empty if there may be other scores, or if some test or group gives no points.
    """
    writes_scores = problem.validator_scores and problem.output_validators
    if writes_scores or rules.total_aggregation is not Aggregation.SUM:
        return []
    found: list[float] = []
    for test in problem.testcases:
        rule = rules.of_test(test.name)
        if rule is None:
            continue  # a sample
        points = rule.accept_score
        if points is None:
            points = rules.group_of(test.name).max_score
        if not points:
            return []
        found.append(points)
    return found


def _may_be_accepted_without_points(problem: Problem) -> bool:
    """Return True if samples or the package's own grader may be why a submission is accepted."""
    root = problem.groups.get("", TestGroup(""))
    samples = any(test.name.startswith("sample/") for test in problem.testcases)
    return problem.grader is not None or (samples and IGNORE_SAMPLE not in root.flags)
