"""What the two sets of rules for groups have in common. Pure."""

from collections.abc import Callable, Container, Iterator

from judging.core.problem import Aggregation, TestGroup
from judging.core.results import GroupResult
from judging.core.runs import TestcaseResult
from judging.core.verdicts import Verdict
from judging.values import Value

# The folders below the data folder that hold the tests.
SAMPLE = "sample"
SECRET = "secret"
# The groups of the 2025-09 format that need no settings.
DEFAULTS = {
    SAMPLE: TestGroup(SAMPLE),
    SECRET: TestGroup(SECRET, Aggregation.SUM, max_score=100.0),
}


class Grade(Value):
    """The verdict and scores that the rules give to the results
    of a submission or a part of it.

    `groups` are the groups in it, `counted` the results that count
    for it, in order. `score` is None if a test that it needs was not
    run, or if the submission gets no score.
    """

    verdict: Verdict
    score: float | None
    groups: tuple[GroupResult, ...] = ()
    counted: tuple[TestcaseResult, ...] = ()


# A program of the package that grades groups of the older format: from the flags of a
# group and the results of its parts, in the grader's own format, to its verdict and
# score. The verdict is JE if the grader fails.
Grader = Callable[[tuple[str, ...], str], tuple[Verdict, float]]


def above(name: str) -> Iterator[str]:
    """Yield the folders that contain a test or folder, innermost first, the data folder last."""
    while name:
        name = name.rpartition("/")[0]
        yield name


def group_of(test: str, groups: Container[str]) -> str:
    """Return the group of 2025-09 that a test belongs to: the innermost folder around it
    that is one of `groups`. Without any, this is `sample` or `secret`."""
    for folder in above(test):
        if folder and folder in groups:
            return folder
    return test.partition("/")[0]


def in_order(name: str) -> tuple[str, ...]:
    """Return a sort key that compares names part by part: the folder `a` comes before
    `a-b`, although `/` sorts after `-`."""
    return tuple(name.split("/"))
