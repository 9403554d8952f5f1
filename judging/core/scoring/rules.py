"""What the two sets of rules for groups have in common. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from judging.core.problem import Aggregation, TestGroup
from judging.core.results import GroupResult, TestcaseResult
from judging.core.scoring.per_test import TestScoring
from judging.core.verdicts import Verdict

SAMPLE, SECRET = "sample", "secret"
# The groups of the 2025-09 format that need no settings.
DEFAULTS = {
    SAMPLE: TestGroup(SAMPLE),
    SECRET: TestGroup(SECRET, Aggregation.SUM, max_score=100.0),
}


@dataclass(frozen=True, slots=True)
class Grade:
    """The verdict and scores that the rules give to a submission's results.

    `counted` are the results that count, in order. `score` is None if a test that it needs was not
    run, or if the submission gets no score.
    """

    verdict: Verdict
    score: float | None
    groups: tuple[GroupResult, ...]
    counted: tuple[TestcaseResult, ...]


class Grader(Protocol):
    """A program of the package that grades groups of the older format."""

    def __call__(self, flags: tuple[str, ...], results: str) -> tuple[Verdict, float]:
        """Grade a group from the results of its parts, in the grader's own format; the verdict is
        JE if the grader fails."""


class Scoring(Protocol):
    """The rules that score the submissions of one problem.

    `results` are those of the first tests, in order, without tests that were not run.
    """

    tolerates_failures: bool  # True when a submission may be accepted although it fails tests

    @property
    def best(self) -> float | None:
        """The full score, or None if scores are unbounded."""

    def of_test(self, name: str) -> TestScoring | None:
        """Return the rules for the score of one test, or None if it has no score."""

    def skips(self, name: str, results: Sequence[TestcaseResult]) -> bool:
        """True when the rules forbid running the next test, `name`."""

    def is_decided(self, name: str, results: Sequence[TestcaseResult]) -> bool:
        """True when the next test, `name`, can change no score and no group's verdict."""

    def grade(self, results: Sequence[TestcaseResult]) -> Grade:
        """Return the verdict and scores of results."""

    def out_of_bounds(self, groups: Sequence[GroupResult]) -> list[str]:
        """Describe the scores of groups that are outside the range which the package states."""


def above(name: str) -> Iterator[str]:
    """Yield the folders that contain a test or folder, innermost first, the data folder last."""
    while name:
        name = name.rpartition("/")[0]
        yield name


def in_order(name: str) -> tuple[str, ...]:
    """Return a sort key that compares names part by part: the folder `a` comes before `a-b`,
    although `/` sorts after `-`."""
    return tuple(name.split("/"))
