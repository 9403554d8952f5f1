"""Limits of a run, and the relation between a time limit and measured times.

Times are in seconds, sizes in bytes.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Self

from judging.values import Value, means, replace

MIB = 1024 * 1024
# A run is stopped at twice its kill limit of wall time, but has at
# least this much more, in seconds: with a limit of 0.1 s, a busy
# machine may not give a program its core in time.
KILL_GRACE_S = 1.0
# The output limit of a program of the package whose output is an input, of a test or of a
# submission. The largest tests of contests have some tens of MB. Those of Library Checker
# have up to 320 MiB: two arrays of 2^24 numbers below 10^9. A program that prints
# forever must end before it fills the disk.
ENDLESS_BYTES = 512 * MIB
# Once a submission was stopped at its kill limit on one test, its later runs stop at the
# time limit times this. Nobody asks how much too slow they are, so all above 1 is room for
# noise. Chosen, not measured: with the format's default kill limit such a run costs 0.7 of
# a whole one. A busy machine makes more noise than that: there the run is repeated
# (docs/decisions/018-short-kill-limit.md).
EARLY_STOP = 1.05


def format_size(count: int) -> str:
    """Return a number of bytes in MiB."""
    if count < 10 * MIB:
        return f"{count / MIB:.1f} MiB"
    return f"{count / MIB:.0f} MiB"


class Limits(Value):
    """What one run of a submission may use.

    time_s: the CPU time that the verdict depends on.
    kill_s: the CPU time at which the run is stopped. It is larger than `time_s`, so that
        reports can show how much too slow a run is.
    memory_bytes: the memory limit; it is also the stack limit of a submission.
    early_stop_s: the CPU time at which this run is stopped in place of `kill_s`, because
        how much too slow it is does not matter. None: it does.
    """

    time_s: float
    kill_s: float
    memory_bytes: int
    output_bytes: int
    early_stop_s: float | None = None

    @property
    def stop_s(self) -> float:
        """The CPU time in seconds at which the run is stopped."""
        return self.kill_s if self.early_stop_s is None else self.early_stop_s

    @property
    def wall_s(self) -> float:
        """The wall-clock time in seconds at which the run is stopped, whatever its CPU time.

        It does not depend on `early_stop_s`: a program that sleeps is in time or not, whatever
        its other runs showed.
        """
        return max(2 * self.kill_s, self.kill_s + KILL_GRACE_S)

    def times(self, factor: float) -> Self:
        """Return these limits with `factor` times as much time."""
        early_stop_s = self.early_stop_s
        if early_stop_s is not None:
            early_stop_s *= factor
        return replace(
            self,
            time_s=self.time_s * factor,
            kill_s=self.kill_s * factor,
            early_stop_s=early_stop_s,
        )

    def stopping_early(self) -> Self:
        """Return these limits for a run that is stopped a little past the time limit."""
        early_stop_s = EARLY_STOP * self.time_s
        if early_stop_s >= self.kill_s:
            return self
        return replace(self, early_stop_s=early_stop_s)


# The resolutions of time limits that people use, largest first.
_RESOLUTIONS_S = (1.0, 0.5, 0.25, 0.1, 0.05, 0.01)
# How far a quotient may be from a whole number, because 0.3 / 0.1 is not exactly 3.
# BAPCtools allows 0.0001.
_INEXACT = 1e-6


def is_multiple(time_s: float, resolution_s: float) -> bool:
    """Return True for a time limit that is a multiple of a resolution.

    Source: 2025-09, "limits": `time_limit` is a multiple of `time_resolution`.
    """
    steps = time_s / resolution_s
    return round(steps) >= 1 and abs(steps - round(steps)) < _INEXACT


def resolution_for(time_s: float, stated_s: float) -> float:
    """Return a resolution that the time limit is a multiple of: the stated one if it is,
    else the largest usual one, else the limit itself."""
    for resolution_s in (stated_s, *_RESOLUTIONS_S):
        if resolution_s <= stated_s and is_multiple(time_s, resolution_s):
            return resolution_s
    return time_s


@dataclass(frozen=True, slots=True)
class ProblemLimits:
    """The `limits` of problem.yaml. Defaults are those of format 2025-09.

    time_s: None if the package states no time limit;
        `pipeline.with_time_limit` infers it.
    language_factors: what the time limit is multiplied by for submissions in a language,
        by its id; no other file than judge.yaml and the list of a contest states them.
    """

    # Packages that state nothing rely on these values of the format.
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
    language_factors: Mapping[str, float] = field(default_factory=dict, hash=False)

    def language_factor(self, language: str | None) -> float:
        """Return what the time limit is multiplied by for a submission in `language`."""
        if language is None:
            return 1.0
        return self.language_factors.get(language, 1.0)

    def of_program(self, language: str, time_s: float | None = None) -> Limits:
        """Return the limits of one run of a submission in `language`; see `of_run`."""
        return self.of_run(self.language_factor(language), time_s)

    def of_run(self, factor: float = 1.0, time_s: float | None = None) -> Limits:
        """Return the limits of one run, in a language without a factor of its own.

        factor: multiplies the time limit.
        time_s: replaces the package's time limit.
        Raise ValueError if there is no time limit.
        """
        stated = self.time_s if time_s is None else time_s
        if stated is None:
            raise ValueError("the package states no time limit and none was given")
        limit = stated * factor
        return Limits(
            limit, limit * self.time_limit_to_tle, self.memory_bytes, self.output_bytes
        )

    def limit_for(self, slowest_s: float) -> float:
        """Return the smallest multiple of the resolution that is at least
        `ac_to_time_limit` times `slowest_s`. Source: 2025-09, "Problem timing"."""
        # Rounded, so that 0.2 * 1.5 / 0.1 is exactly three steps.
        exact = round(slowest_s * self.ac_to_time_limit / self.time_resolution_s, 9)
        steps = max(math.ceil(exact), 1)  # a limit of zero would stop every program
        return round(steps * self.time_resolution_s, 9)


class Timing(Value):
    """The slowest run of one submission."""

    path: Annotated[str, means("The submission.")]
    testcase: Annotated[str, means("The test.")]
    cpu_s: Annotated[float, means("CPU time; a lower bound if the run was stopped.")]
    stopped: Annotated[bool, means("A time limit stopped the run.")]
    # The run slept or lacked a core.
    at_wall: Annotated[
        bool, means("It was the wall limit, so the time says nothing.")
    ] = False
    language_factor: Annotated[
        float, means("What the time limit is multiplied by for its language.")
    ] = 1.0

    @property
    def comparable_s(self) -> float:
        """The time that compares with the time limit of the package, and with times of
        submissions in other languages."""
        return self.cpu_s / self.language_factor


class InferredLimit(Value):
    """A time limit that was measured because the package states none.

    limit_s: the smallest multiple of `resolution_s` that is at
        least `factor` times `slowest.comparable_s`.
    recalled: an earlier command measured the time, and nothing was run for it now.
    without: the submissions that bound the limit too and could not be run on this machine,
        each with the reason: the limit may be too low.
    """

    limit_s: float
    slowest: Timing
    factor: float
    resolution_s: float
    recalled: bool = False
    without: tuple[str, ...] = ()

    def __str__(self) -> str:
        slowest = self.slowest
        needed_s = slowest.comparable_s * self.factor
        when = " in an earlier command" if self.recalled else ""
        divided = ""
        if slowest.language_factor != 1:
            divided = (
                f", divided by the factor {slowest.language_factor:g} of its language: "
                f"{slowest.comparable_s:.3f} s"
            )
        return (
            f"inferred: {slowest.path} took {slowest.cpu_s:.3f} s on {slowest.testcase}{when}"
            f"{divided}; {self.factor:g} times that is {needed_s:.3f} s, rounded up to a multiple of "
            f"{self.resolution_s:g} s: {self.limit_s:g} s"
        )


class SizedRun(Value):
    """A run on an input of these sizes; its time is a lower bound unless it `ended` by itself.

    blocks: how many basic blocks the program executes on this input; None if that was not
        counted.
    """

    test: str
    sizes: Mapping[str, int | float]
    cpu_s: float
    ended: bool = True
    blocks: int | None = None


class Measure(Enum):
    """What a run costs: CPU time in seconds, or a number of basic blocks."""

    TIME = "time"
    BLOCKS = "blocks"


class Growth(Value):
    """How the cost of the submission `path` grows with one size of the input, n.

    runs: of times, the longest run of each n, if it takes clearly longer than the start-up;
        of blocks, the longest run of each n. Lower bounds come last.
    classes: all that fit, slow growth first; may be empty.
    slope, error: of log cost over log n, and half its 95 %
        interval; None if nothing can be said.
    moves_with: other sizes that rise or fall with n, so that
        the growth may be due to them.
    measure: what was measured.
    on_demand: inputs of many sizes were drawn for it; else the tests were measured.
    alone: the other sizes were held about where they are.
    line: points (n, cost) of the class that fits best.
    bound: the greatest n that the input format permits, where that is known.
    expected_s: the least and the greatest time at `bound` by the classes that fit. Equal to
        each other if it was measured. None if it is not known.
    limit_cost: the cost of a run that takes the time limit; None if it is not known.
    """

    path: str
    size: str
    runs: tuple[SizedRun, ...]
    classes: tuple[str, ...] = ()
    slope: float | None = None
    error: float | None = None
    moves_with: tuple[str, ...] = ()
    measure: Measure = Measure.TIME
    on_demand: bool = False
    alone: bool = False
    line: tuple[tuple[float, float], ...] = ()
    bound: int | float | None = None
    expected_s: tuple[float, float] | None = None
    limit_cost: float | None = None


class TimeLimitCheck(Value):
    """A time limit compared with measured times from both sides.

    ac_ratio: time limit / slowest accepted run; should be at least `ac_wanted`.
    tle_ratio: fastest run that must time out / time limit; should be
        at least `tle_wanted`. Both compare times that are divided by the factor of
        the submission's language. Each is None if nothing was measured, or
        if the wall limit stopped the run.
    suggested_s: the smallest limit that satisfies the first condition. None if nothing
        was measured, or if that limit breaks the second condition.
    inferred: the package states no time limit.
    growth: of each submission with each size of the input.
    """

    limit_s: float
    slowest_accepted: Timing | None
    fastest_too_slow: Timing | None
    ac_ratio: float | None
    tle_ratio: float | None
    ac_wanted: float
    tle_wanted: float
    suggested_s: float | None
    inferred: bool = False
    growth: tuple[Growth, ...] = ()

    @property
    def ac_met(self) -> bool:
        """True unless an accepted run came too close to the limit, or was stopped at the wall."""
        if self.ac_ratio is None:
            return self.slowest_accepted is None or not self.slowest_accepted.at_wall
        return self.ac_ratio >= self.ac_wanted

    @property
    def tle_met(self) -> bool:
        """True unless a run that must time out ended by itself too close to the limit."""
        fastest = self.fastest_too_slow
        stopped = fastest is not None and fastest.stopped
        return stopped or self.tle_ratio is None or self.tle_ratio >= self.tle_wanted

    @property
    def ok(self) -> bool:
        return self.ac_met and self.tle_met


def check_time_limit(
    limits: ProblemLimits,
    limit_s: float,
    accepted: Iterable[Timing],
    too_slow: Iterable[Timing],
) -> TimeLimitCheck:
    """Check `limit_s` against measured times by the rule of format 2025-09.

    accepted: the slowest runs of submissions that must not time out.
    too_slow: the slowest runs of submissions that must time out.
    """
    # A run that was stopped at the wall is the slowest of
    # all, but its time says nothing.
    slowest = max(accepted, key=_by_time, default=None)
    fastest = min(too_slow, key=_by_time, default=None)
    ac_ratio: float | None = None
    if slowest is not None and slowest.cpu_s > 0 and not slowest.at_wall:
        ac_ratio = limit_s / slowest.comparable_s
    tle_ratio: float | None = None
    if fastest is not None and not fastest.at_wall:
        tle_ratio = fastest.comparable_s / limit_s
    suggested: float | None = None
    if slowest is not None and not slowest.at_wall:
        suggested = limits.limit_for(slowest.comparable_s)
        # The time of a stopped run is a lower bound: it cannot rule out a larger limit.
        too_slow_s = round(suggested * limits.time_limit_to_tle, 9)
        fastest_s = math.inf
        if fastest is not None and not fastest.stopped:
            fastest_s = fastest.comparable_s
        if fastest_s < too_slow_s:
            suggested = None
    return TimeLimitCheck(
        limit_s=limit_s,
        slowest_accepted=slowest,
        fastest_too_slow=fastest,
        ac_ratio=ac_ratio,
        tle_ratio=tle_ratio,
        ac_wanted=limits.ac_to_time_limit,
        tle_wanted=limits.time_limit_to_tle,
        suggested_s=suggested,
    )


def _by_time(timing: Timing) -> tuple[bool, float]:
    return timing.at_wall, timing.comparable_s
