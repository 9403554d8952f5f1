"""The submissions of a package that hunts are measured with."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import judging
from judging.core.problem import Submission

#: So many of a package are hunted. Without a bound, a few packages would decide the shares.
MOST_WRONG, MOST_SLOW = 3, 2
_OF_RESOURCES = {"TLE", "MLE"}


@dataclass(frozen=True, slots=True)
class Hunted:
    """A submission that must fail. Slow means: by its time or memory alone."""

    path: str
    slow: bool


def hunted_submissions(package: Path) -> Sequence[Hunted]:
    """Return the hunted submissions of a package: the first in the order of a digest of
    its name and theirs. Partial scores are no failure."""
    problem = judging.load(package)
    found = []
    for submission in problem.submissions:
        verdicts = _must_fail_with(submission)
        if verdicts:
            found.append(Hunted(submission.path, verdicts <= _OF_RESOURCES))
    found.sort(key=lambda hunted: _digest(f"{problem.name}/{hunted.path}"))
    wrong = [hunted for hunted in found if not hunted.slow]
    slow = [hunted for hunted in found if hunted.slow]
    return [*wrong[:MOST_WRONG], *slow[:MOST_SLOW]]


def _must_fail_with(submission: Submission) -> set[str]:
    """Return the verdicts of which some test must give one, none of them AC."""
    rule = submission.expectation
    if rule is None:
        return set()
    required = {verdict.name for verdict in rule.required or ()}
    return set() if "AC" in required else required


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
