"""One group of a scoring problem as a problem of its own."""

from judging.core.problem import Problem
from judging.features.strength.groups import ScoredGroups
from judging.features.strength.matrix import Role, role_in
from judging.values import replace


def in_group(problem: Problem, group: str) -> Problem:
    """Return the problem with the tests of a group alone: then inputs must be valid in this
    group, and count for it. A group without tests has the samples."""
    tests = [case for case in problem.testcases if case.name.startswith(f"{group}/")]
    if not tests:
        tests = [case for case in problem.testcases if case.name.startswith("sample/")]
    return replace(problem, testcases=tuple(tests))


def victims_of(problem: Problem, group: str | None) -> list[str]:
    """Return the paths of the wrong submissions; of those that must fail a group, if there is
    one and the expected scores say which do."""
    groups = ScoredGroups(problem)
    found = []
    for submission in problem.submissions:
        rule = submission.expectation
        if group in groups.groups:
            is_victim = group in groups.must_fail(rule)
        else:
            is_victim = role_in(problem, submission) is Role.WRONG
        if is_victim:
            found.append(submission.path)
    return found
