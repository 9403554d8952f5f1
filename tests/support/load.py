"""Other work on the machine: processes that compute, so that a test gets a share of its cores."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

PROCESSES_PER_CORE = 4
ENDS_S = 1800  # by themselves, should nobody end them

# The kernel kills each with its parent, also one that is stopped.
_COMPUTE = """
import ctypes, os, signal, sys, time
PR_SET_PDEATHSIG = 1
ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
parent, end = int(sys.argv[1]), time.monotonic() + float(sys.argv[2])
while os.getppid() == parent and time.monotonic() < end:
    for _ in range(100_000):
        pass
"""


class Load:
    """Busy processes on every core, stopped except within `running()`."""

    def __init__(self) -> None:
        argv = [sys.executable, "-c", _COMPUTE, str(os.getpid()), str(ENDS_S)]
        count = PROCESSES_PER_CORE * len(os.sched_getaffinity(0))
        self._processes = [subprocess.Popen(argv) for _ in range(count)]
        self._signal(signal.SIGSTOP)

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        self._signal(signal.SIGCONT)
        try:
            yield
        finally:
            self._signal(signal.SIGSTOP)

    def is_computing(self) -> bool:
        """Return whether every process is still there."""
        return all(process.poll() is None for process in self._processes)

    def close(self) -> None:
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.wait()

    def _signal(self, number: signal.Signals) -> None:
        for process in self._processes:
            process.send_signal(number)
