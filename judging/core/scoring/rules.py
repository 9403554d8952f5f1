"""What the two sets of rules have in common. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from judging.core.results import GroupResult, TestcaseResult
from judging.core.scoring.per_test import TestScoring
from judging.core.verdicts import Verdict

SAMPLE, SECRET = "sample", "secret"


@dataclass(frozen=True, slots=True)
class Grade:
    """What the rules of the groups make of a submission's results.

    `counted` are the results that count, in order. `score` is None where a run is missing that it
    needs, or where the submission gets none.
    """

    verdict: Verdict
    score: float | None
    groups: tuple[GroupResult, ...]
    counted: tuple[TestcaseResult, ...]


class Grader(Protocol):
    """A program of the package that grades groups of the older format."""

    def __call__(self, flags: tuple[str, ...], results: str) -> tuple[Verdict, float]:
        """What the results of a group's parts, in its own format, come to; JE where it fails."""


class Scoring(Protocol):
    """The rules by which the submissions of one problem are scored.

    `results` are always those of the first tests, in order, without the tests that were not run.
    """

    @property
    def best(self) -> float | None:
        """The full score; None where nothing bounds it."""

    @property
    def by_whole(self) -> bool:
        """True where a submission may be accepted although it fails tests."""

    def of_test(self, name: str) -> TestScoring:
        """What the test `name` may score."""

    def left_out(self, name: str, results: Sequence[TestcaseResult]) -> bool:
        """True when the rules keep the next test, `name`, from being run."""

    def decided(self, name: str, results: Sequence[TestcaseResult]) -> bool:
        """True when the next test, `name`, can change neither a score nor whether a group
        passes."""

    def grade(self, results: Sequence[TestcaseResult]) -> Grade:
        """What `results` come to."""

    def out_of_bounds(self, groups: Sequence[GroupResult]) -> list[str]:
        """The scores of groups that the package itself rules out, in words."""


def first_failure(results: Sequence[TestcaseResult]) -> Verdict:
    """The first verdict that is not AC, else AC."""
    return next((r.verdict for r in results if r.verdict is not Verdict.AC), Verdict.AC)


def above(name: str) -> Iterator[str]:
    """The folders that a test or folder lies in, the nearest first and the data folder last."""
    while name:
        name = name.rpartition("/")[0]
        yield name


def in_order(name: str) -> tuple[str, ...]:
    """Names sort part by part: a folder `a` comes before its neighbour `a-b`."""
    return tuple(name.split("/"))
