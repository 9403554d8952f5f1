"""The machine that programs run on. Times that were measured elsewhere say little about it."""

import functools
import os
from pathlib import Path

from judging.core.machines import MachineFacts


@functools.cache
def machine_facts() -> MachineFacts:
    """Return the facts of this machine; they are read once, from files of the kernel."""
    system = os.uname()
    cores = len(os.sched_getaffinity(0))
    return MachineFacts(
        _processor() or system.machine, cores, f"{system.sysname} {system.release}"
    )


def _processor() -> str:
    """Return the model of the processor, or "" if the system does not say."""
    try:
        with Path("/proc/cpuinfo").open(encoding="utf-8", errors="replace") as lines:
            for line in lines:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return ""
