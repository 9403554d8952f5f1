"""What the reports of `judge strength` render."""

from __future__ import annotations

from dataclasses import dataclass

from judging.analysis.strength.measures import Strength
from judging.core.results import RunReport


@dataclass(frozen=True, slots=True)
class MeasuredRun:
    """The run of every submission on every test, and what it says of the tests: None if the run
    ended without verdicts that can be trusted."""

    run: RunReport
    strength: Strength | None = None
