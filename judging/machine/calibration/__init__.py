"""How fast is this machine, next to the one that time limits are stated for?

A fixed program is compiled and run `RUNS` times; the factor is its median CPU time over
`REFERENCE_S`, the time it takes at factor 1. What the reference is does not matter, only that it
never changes: a limit that was set with one factor is scaled by the ratio of two.
"""

from __future__ import annotations

import importlib.resources
import statistics
from dataclasses import dataclass
from pathlib import Path

from judging import programs
from judging.core.errors import MachineError
from judging.core.limits import MIB, ProblemLimits
from judging.core.problem import Source
from judging.core.results import Ending
from judging.jobs import execute
from judging.sandbox.worker import Worker

RUNS = 7
REFERENCE_S = 0.2
_LIMITS = ProblemLimits(time_s=20.0, memory_bytes=256 * MIB)


@dataclass(frozen=True, slots=True)
class Calibration:
    """`factor` scales time limits; `spread` = (slowest - fastest) / median of the runs."""

    factor: float
    spread: float


def calibrate(worker: Worker) -> Calibration:
    """Measures this machine, in about two seconds. MachineError where the program cannot run."""
    code = importlib.resources.files("judging.machine.calibration").joinpath("work.c")
    with importlib.resources.as_file(code) as path:
        plan = programs.plan(Source("calibration", ((path.name, Path(path)),)), worker.store)
        built = programs.build(plan, _LIMITS, worker) if isinstance(plan, programs.Plan) else plan
    if not isinstance(built, programs.Executable):
        why = built.message if isinstance(built, programs.Rejected) else built.reason
        raise MachineError(f"--time-factor auto: the calibration program cannot be built: {why}")
    times = []
    for _ in range(RUNS):
        execution = execute(built, b"", _LIMITS.of_run(), worker).execution
        if execution.ending is not Ending.EXITED:
            raise MachineError(f"--time-factor auto: calibration {execution.ending}")
        times.append(execution.cpu_s)
    median = statistics.median(times)
    return Calibration(round(median / REFERENCE_S, 2), (max(times) - min(times)) / median)
