"""What several benchmarks do alike: open a session, time a call, write a package, compare times."""

from __future__ import annotations

import os
import resource
import statistics
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from judging.core.limits import ProblemLimits
from judging.sandbox import choose
from judging.session import Session
from judging.session.executors import ExecutorSpec, open_executor
from judging.store import Store

#: How many programs may run at once on this machine.
CORES = len(os.sched_getaffinity(0))
OWN_AND_CHILDREN = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)


@contextmanager
def opened_session(
    limits: ProblemLimits, jobs: int = CORES, cache: Path | None = None
) -> Iterator[Session]:
    """Open a session with the strongest sandbox tier, in threads. `cache` is the folder of its
    store, by default the user's."""
    with closing(Store(cache) if cache is not None else Store()) as store:
        spec = ExecutorSpec(jobs, choose("auto", store), store)
        with closing(open_executor(spec)) as executor:
            yield Session(executor, store, limits)


def clocked(action: Callable[[], object]) -> float:
    """Return the wall time of one call, in seconds."""
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def median_wall_s(action: Callable[[], object], rounds: int) -> float:
    """Return the median wall time of a call, in seconds."""
    return statistics.median(clocked(action) for _ in range(rounds))


def cpu_time(of: Collection[int] = OWN_AND_CHILDREN) -> float:
    """Return the CPU time in seconds of this process and of those that it has waited for."""
    seconds = 0.0
    for who in of:
        used = resource.getrusage(who)
        seconds += used.ru_utime + used.ru_stime
    return seconds


def median_ratio(times: Sequence[float], base: Sequence[float]) -> float:
    """Return the median of the ratios within a round: the speed of a machine may drift."""
    return statistics.median(a / b for a, b in zip(times, base, strict=True))


def write_files(root: Path, files: Mapping[str, str]) -> None:
    """Write texts by their paths below `root`."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
