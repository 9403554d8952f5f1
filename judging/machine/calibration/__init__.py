"""Compares the speed of this machine with the machine that time limits are stated for.

A fixed program is compiled and run `RUNS` times; the factor is its median CPU time divided by
`REFERENCE_S`, its time at factor 1. `docs/submissions.md` says what that means for a package.
"""

import importlib.resources
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from judging.core.classify import describe_ending
from judging.core.errors import MachineError
from judging.core.limits import MIB, ProblemLimits
from judging.core.problem import Source
from judging.core.results import Ending
from judging.jobs import execute
from judging.programs import build_own
from judging.sandbox.worker import Worker

RUNS = 7
REFERENCE_S = 0.2
SPREAD = 0.15  # at most, or the machine has other work and the factor is noise
_LIMITS = ProblemLimits(time_s=20.0, memory_bytes=256 * MIB)


@dataclass(frozen=True, slots=True)
class Calibration:
    """The factor for time limits, at least 1, and the spread of the runs: (slowest - fastest) /
    median."""

    factor: float
    spread: float

    @classmethod
    def of(cls, times: Sequence[float]) -> "Calibration":
        """Calculate both from times in seconds; raise MachineError if they differ too much."""
        median = statistics.median(times)
        spread = (max(times) - min(times)) / median
        if spread > SPREAD:
            raise MachineError(
                f"--time-factor auto: equal runs differ by {spread:.0%} on this machine, more than "
                f"{SPREAD:.0%}; close other programs and run again, or give a number"
            )
        return cls(max(1.0, round(median / REFERENCE_S, 2)), spread)


def calibrate(worker: Worker) -> Calibration:
    """Measure this machine in about two seconds; raise MachineError if the program cannot run."""
    code = importlib.resources.files("judging.machine.calibration").joinpath("work.c")
    built = build_own(
        Source("calibration", ((code.name, code.read_bytes()),)), _LIMITS, worker
    )
    if isinstance(built, str):
        raise MachineError(
            f"--time-factor auto: the calibration program cannot be built: {built}"
        )
    times = []
    for _ in range(RUNS):
        execution = execute(built, b"", _LIMITS.of_run(), worker).execution
        if execution.ending is not Ending.EXITED:
            ending = describe_ending(execution)
            raise MachineError(
                f"--time-factor auto: the calibration program failed: {ending}"
            )
        times.append(execution.cpu_s)
    return Calibration.of(times)
