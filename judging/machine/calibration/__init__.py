"""Compares the speed of this machine with the machine that time limits are stated for.

A fixed program is compiled and run `RUNS` times; the factor is its median
CPU time divided by `REFERENCE_S`, its time at factor 1.
`docs/submissions.md` says what that means for a package.
"""

import importlib.resources
import statistics
from collections.abc import Sequence

from judging.core.classify import describe_ending
from judging.core.errors import MachineError
from judging.core.limits import MIB, ProblemLimits
from judging.core.problem import Source
from judging.core.runs import Ending
from judging.core.timings import Purpose
from judging.jobs import execute
from judging.programs import build_own
from judging.sandbox.worker import Worker
from judging.values import Value

# An odd number, so that the median is one of the runs. Seven take about
# two seconds with the compilation: a command can wait for that, and one
# run disturbed by other work does not count.
RUNS = 7
# The time of the program at factor 1, in seconds: 120 million steps of 1.7
# ns. The machines that it was tried on took 0.35 to 0.55 s. A change would
# move every limit under `--time-factor auto`.
REFERENCE_S = 0.2
# At most, or the machine has other work and the factor is noise. Chosen, not measured:
# it is far below the margin of 1.5 that the format asks for above a limit.
SPREAD = 0.15
# A hundred times the reference, so that slow machines are measured too.
_LIMITS = ProblemLimits(time_s=20.0, memory_bytes=256 * MIB)


class Calibration(Value):
    """How fast a machine is.

    factor: what time limits are multiplied by; at least 1, because the limit of a
        package was chosen on some fast machine and holds there as stated.
    spread: (slowest run - fastest run) / median.
    """

    factor: float
    spread: float

    @classmethod
    def of(cls, times: Sequence[float]) -> "Calibration":
        """Calculate both from times in seconds; raise MachineError if they differ too much."""
        median = statistics.median(times)
        spread = (max(times) - min(times)) / median
        if spread > SPREAD:
            raise MachineError(
                f"--time-factor auto: equal runs differ by {spread:.0%} on this machine, "
                f"more than {SPREAD:.0%}; close other programs and run again, or give a number"
            )
        return cls(max(1.0, round(median / REFERENCE_S, 2)), spread)


def calibrate(worker: Worker) -> Calibration:
    """Measure this machine in about two seconds; raise MachineError if the program cannot run."""
    code = importlib.resources.files("judging.machine.calibration").joinpath("work.c")
    source = Source("calibration", ((code.name, code.read_bytes()),))
    built = build_own(source, _LIMITS, worker)
    if isinstance(built, str):
        raise MachineError(
            f"--time-factor auto: the calibration program cannot be built: {built}"
        )
    times: list[float] = []
    for _ in range(RUNS):
        run = execute(built, b"", _LIMITS.of_run(), worker, purpose=Purpose.OTHER)
        execution = run.execution
        if execution.ending is not Ending.EXITED:
            ending = describe_ending(execution)
            raise MachineError(
                f"--time-factor auto: the calibration program failed: {ending}"
            )
        times.append(execution.cpu_s)
    return Calibration.of(times)
