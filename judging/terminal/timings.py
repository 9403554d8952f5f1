"""`--timings`: where the time of a command went, printed on standard error at its end."""

import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from judging.core.timings import Tally
from judging.terminal.kinds import Command, OnPackage
from judging.values import Value, replace

# For types alone: `judge --help` needs no report.
if TYPE_CHECKING:
    from judging.reports.timings import Timings

C = TypeVar("C", bound=Command)
R = TypeVar("R")

# The field of /proc/self/stat that says when the process started, counted from the one
# after the name of the program. Source: proc(5).
_START_FIELD = 19


class Reading(Value):
    """What the clocks show at one moment: the wall clock, which goes on while the machine
    sleeps, and the CPU times of this process and of its children that have ended."""

    wall_s: float
    judge_cpu_s: float
    children_cpu_s: float


def now() -> Reading:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Reading(
        time.clock_gettime(time.CLOCK_BOOTTIME),
        time.process_time(),
        children.ru_utime + children.ru_stime,
    )


def process_start() -> Reading:
    """Return what the clocks showed when this process started, to a hundredth of a second."""
    # A program's name may have blanks and parentheses.
    after_name = Path("/proc/self/stat").read_text().rpartition(")")[2]
    ticks = int(after_name.split()[_START_FIELD])
    return Reading(ticks / os.sysconf("SC_CLK_TCK"), 0.0, 0.0)


def with_timings(
    command: C, act: Callable[[C], R], begin: Callable[[], Reading] = now
) -> R:
    """Act on a command; print its timings if it asks for them, counted from `begin`."""
    if not isinstance(command, OnPackage) or not command.timings:
        return act(command)
    # Imported here, because `judge --help` needs neither.
    from judging.reports.timings import render
    from judging.terminal import output

    began = begin()
    # A tally of its own: `judge watch` executes one command again and again.
    tally = Tally()
    result = act(replace(command, tally=tally))
    output.say(render(_between(began, now(), tally)), sys.stderr, end="")
    return result


def _between(began: Reading, end: Reading, tally: Tally) -> "Timings":
    from judging.reports.timings import Timings

    return Timings(
        spent=tally.spent(),
        wall_s=end.wall_s - began.wall_s,
        judge_cpu_s=end.judge_cpu_s - began.judge_cpu_s,
        children_cpu_s=end.children_cpu_s - began.children_cpu_s,
        cores=min(tally.workers, len(os.sched_getaffinity(0))),
        elsewhere=tally.elsewhere,
    )
