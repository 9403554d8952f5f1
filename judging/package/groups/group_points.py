"""Check that every group of a scoring problem has tests, and that the points add up.

Source: Kattis problem package format 2025-09, "Test data groups" and "Scoring test data
groups".
"""

import math
from collections.abc import Callable, Collection, Mapping, Sequence

from judging.core.diagnostics import Severity, first_of
from judging.core.problem import Aggregation, Testcase, TestGroup
from judging.core.scoring import format_score
from judging.core.scoring.per_test import round_score
from judging.core.scoring.rules import SAMPLE, SECRET, group_of
from judging.values import Value


class GroupFault(Value):
    """A fault of the settings of a group. An empty `key` means all of its settings."""

    severity: Severity
    group: str
    key: str
    message: str


def check(
    groups: Mapping[str, TestGroup],
    tests: Collection[str],
    unread: Collection[str],
    report: Callable[[GroupFault], None],
) -> None:
    """Report groups without tests, and points that differ from the maximum of `secret`.

    tests: the names of the tests that are judged.
    unread: tests and folders that could not be read, which was reported.
    """
    parts = parts_of_secret(groups)
    with_tests = {group_of(test, groups) for test in tests}
    for part in parts:
        if part.name in with_tests:
            continue
        prefix = f"{part.name}/"
        # A fault of its tests has its own message.
        if not any(name.startswith(prefix) for name in unread):
            # 2025-09: "Each test data group must contain at least one test case".
            points = ""
            if part.max_score:
                points = f", so nobody gets its {format_score(part.max_score)} points"
            message = f"the group {part.name} has no tests{points}: add one or remove it"
            report(GroupFault(Severity.ERROR, part.name, "", message))
    if SECRET in groups and parts:
        fault = _points_fault(groups[SECRET], parts)
        if fault is not None:
            report(fault)


def parts_of_secret(groups: Mapping[str, TestGroup]) -> list[TestGroup]:
    """Return the groups in `secret`."""
    return [group for name, group in groups.items() if name not in (SAMPLE, SECRET, "")]


def tests_beside_groups(
    groups: Mapping[str, TestGroup], tests: Sequence[Testcase]
) -> list[Testcase]:
    """Return the tests in `secret` that are in none of the groups there.

    2025-09: "There can only be test data groups or test cases in `data/secret`, never
    both".
    """
    if not parts_of_secret(groups):
        return []
    return [test for test in tests if group_of(test.name, groups) == SECRET]


def outside_in_words(groups: Mapping[str, TestGroup], tests: Sequence[Testcase]) -> str:
    """Return the message about `tests`, which stand in `secret` beside groups."""
    names = first_of([test.name for test in tests])
    parts = first_of([part.name for part in parts_of_secret(groups)])
    message = f"secret has groups, and tests beside them: {names}"
    if groups[SECRET].aggregation is not Aggregation.PASS_FAIL:
        message += "; these tests count for no points"
    return f"{message}; move each to a group ({parts})"


def _points_fault(secret: TestGroup, parts: Sequence[TestGroup]) -> GroupFault | None:
    """Return how the points of all groups differ from the maximum of `secret`, or None."""
    most = secret.max_score
    points = [part.max_score for part in parts if part.max_score is not None]
    if most is None or len(points) < len(parts):
        return None
    if secret.aggregation is Aggregation.SUM:
        reached = round_score(math.fsum(points))
        words = f"the groups add up to {format_score(reached)}"
    elif secret.aggregation is Aggregation.MIN:
        reached = min(points)
        words = f"the lowest max_score of a group is {format_score(reached)}"
    else:
        # All or nothing: the points of the groups do not count.
        return None
    words += f", but the max_score of secret is {format_score(most)}"
    settings = f"max_score: {format_score(reached)} in the settings of secret"
    remedy = f"write {settings} (the default is 100), or change the groups"
    if reached > round_score(most):
        # 2025-09: "It is a judge error if the score of `secret` [...] exceeds its
        # `max_score`".
        message = f"{words}, and a higher score is a judge error: {remedy}"
        return GroupFault(Severity.ERROR, SECRET, "max_score", message)
    if reached < round_score(most):
        message = f"{words}, which no submission can get: {remedy}"
        return GroupFault(Severity.WARNING, SECRET, "max_score", message)
    return None
