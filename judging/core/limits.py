"""Limits of a run, and what a problem's time limit says about the submissions it was timed with.

Seconds and bytes throughout.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

MIB = 1024 * 1024
KILL_GRACE_S = 1.0


@dataclass(frozen=True, slots=True)
class Limits:
    """What one run of a submission may use.

    `time_s` is compared with the CPU time; the run is stopped at `kill_s`, so that a ratio past
    1.0 can be seen. `stack_bytes` of a submission is its memory limit.
    """

    time_s: float
    kill_s: float
    memory_bytes: int
    output_bytes: int

    @property
    def wall_s(self) -> float:
        """Wall-clock seconds after which the run is stopped, whatever CPU time it used."""
        return max(2 * self.kill_s, self.kill_s + KILL_GRACE_S)


@dataclass(frozen=True, slots=True)
class ProblemLimits:
    """The `limits` of `problem.yaml` in seconds and bytes; the defaults are those of 2025-09.

    `time_s` None: the package states none, it is to be inferred
    (`pipeline.with_time_limit`).
    """

    time_s: float | None
    memory_bytes: int = 2048 * MIB
    output_bytes: int = 8 * MIB
    code_bytes: int = 128 * 1024
    compilation_s: float = 60.0
    compilation_memory_bytes: int = 2048 * MIB
    validation_s: float = 60.0
    validation_memory_bytes: int = 2048 * MIB
    validation_output_bytes: int = 8 * MIB
    validation_passes: int = 2
    ac_to_time_limit: float = 2.0
    time_limit_to_tle: float = 1.5
    time_resolution_s: float = 1.0

    def of_run(self, factor: float = 1.0, time_s: float | None = None) -> Limits:
        """The limits of one run; `time_s` replaces the package's, `factor` scales. Raises
        ValueError where neither is known."""
        stated = self.time_s if time_s is None else time_s
        if stated is None:
            raise ValueError("the package states no time limit, and none was given")
        limit = stated * factor
        return Limits(limit, limit * self.time_limit_to_tle, self.memory_bytes, self.output_bytes)

    def limit_for(self, slowest_s: float) -> float:
        """The smallest multiple of the resolution that leaves a submission whose slowest run took
        `slowest_s` the room that the format wants; source: 2025-09, "Problem timing"."""
        # Rounded, so that 0.2 * 1.5 / 0.1 is three steps and not a hair more.
        steps = slowest_s * self.ac_to_time_limit / self.time_resolution_s
        return round(max(math.ceil(round(steps, 9)), 1) * self.time_resolution_s, 9)


@dataclass(frozen=True, slots=True)
class Timing:
    """The slowest run of one submission. `stopped`: it was ended at the kill limit, so `cpu_s`
    is a lower bound."""

    path: str
    testcase: str
    cpu_s: float
    stopped: bool


@dataclass(frozen=True, slots=True)
class InferredLimit:
    """A time limit that no package states: `limit_s` is the smallest multiple of `resolution_s`
    that is at least `factor` times what `slowest` took.

    `recalled`: the time was measured by an earlier command and nothing was run for it.
    """

    limit_s: float
    slowest: Timing
    factor: float
    resolution_s: float
    recalled: bool = False

    def __str__(self) -> str:
        slowest = self.slowest
        needed = slowest.cpu_s * self.factor
        return (
            f"inferred: {slowest.path} took {slowest.cpu_s:.3f} s on {slowest.testcase}"
            f"{' when it was last measured' if self.recalled else ''}, times {self.factor:g} is "
            f"{needed:.3f} s, the next multiple of {self.resolution_s:g} s is {self.limit_s:g} s"
        )


@dataclass(frozen=True, slots=True)
class TimeLimitCheck:
    """A time limit seen from both sides.

    `ac_ratio` = limit / slowest accepted, wanted >= `ac_to_time_limit`;
    `tle_ratio` = fastest that must time out / limit, wanted >= `time_limit_to_tle`.
    `suggested_s` is the smallest multiple of the resolution that satisfies the first, and None
    where it then breaks the second or nothing was measured.
    """

    limit_s: float
    slowest_accepted: Timing | None
    fastest_too_slow: Timing | None
    ac_ratio: float | None
    tle_ratio: float | None
    ac_wanted: float
    tle_wanted: float
    suggested_s: float | None

    @property
    def ok(self) -> bool:
        """True when no measured ratio is below the one wanted."""
        return (self.ac_ratio is None or self.ac_ratio >= self.ac_wanted) and (
            self.tle_ratio is None or self.tle_ratio >= self.tle_wanted
        )


def check_time_limit(
    limits: ProblemLimits,
    limit_s: float,
    accepted: Iterable[Timing],
    too_slow: Iterable[Timing],
) -> TimeLimitCheck:
    """Holds `limit_s` against measured timings, by the rule of the 2025-09 format.

    `accepted` are the slowest runs of submissions that may not time out; `too_slow` those of
    submissions that must.
    """
    slowest = max(accepted, key=lambda timing: timing.cpu_s, default=None)
    fastest = min(too_slow, key=lambda timing: timing.cpu_s, default=None)
    suggested = None
    if slowest is not None:
        suggested = limits.limit_for(slowest.cpu_s)
        # A stopped run is a lower bound: it says nothing against a limit above the present one.
        too_slow_s = round(suggested * limits.time_limit_to_tle, 9)
        if fastest is not None and not fastest.stopped and fastest.cpu_s < too_slow_s:
            suggested = None
    return TimeLimitCheck(
        limit_s=limit_s,
        slowest_accepted=slowest,
        fastest_too_slow=fastest,
        ac_ratio=limit_s / slowest.cpu_s if slowest and slowest.cpu_s > 0 else None,
        tle_ratio=fastest.cpu_s / limit_s if fastest else None,
        ac_wanted=limits.ac_to_time_limit,
        tle_wanted=limits.time_limit_to_tle,
        suggested_s=suggested,
    )
