"""Options of a run."""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Options:
    """How to judge a package.

    until: `first-error` stops a submission when its verdict is settled; `all` runs every test.
    tests: globs of testcase names; empty means all tests.
    time_s: a time limit in seconds that replaces the package's.
    time_factor: multiplies the time limit.
    allow_missing: submissions without a toolchain do not count as errors.
    keep: a folder for the output of each run.
    interaction: record what submission and validator write to each other.
    read_as: language id -> id of the language that replaces it.
    """

    until: str = "first-error"
    tests: tuple[str, ...] = ()
    time_s: float | None = None
    time_factor: float = 1.0
    time_factor_spread: float | None = None
    allow_missing: bool = False
    keep: Path | None = None
    interaction: bool = False
    read_as: Mapping[str, str] = field(default_factory=dict)

    @property
    def stop_early(self) -> bool:
        """True when a submission stops as soon as its verdict is settled."""
        return self.until == "first-error"

    def chooses(self, testcase: str) -> bool:
        """True when the run includes the testcase of this name."""
        return not self.tests or any(fnmatch.fnmatchcase(testcase, glob) for glob in self.tests)
