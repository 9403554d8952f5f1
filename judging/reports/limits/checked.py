"""What the reports of `judge limits` render."""

from __future__ import annotations

from dataclasses import dataclass

from judging.core.limits import TimeLimitCheck


@dataclass(frozen=True, slots=True)
class CheckedLimit:
    """A time limit checked from both sides; `inferred` if the package states none."""

    check: TimeLimitCheck
    inferred: bool = False
