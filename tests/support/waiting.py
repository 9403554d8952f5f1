"""Bounds on time, and waiting for processes."""

from __future__ import annotations

import time
from collections.abc import Callable

import psutil

# A hostile program sleeps SLEEP_S; a run that ended before PROMPT_S was ended by a limit.
SLEEP_S = 20
PROMPT_S = 10.0


def alive(token: str) -> list[int]:
    """List the processes with `token` on their command line, except zombies."""
    found = []
    for process in psutil.process_iter():
        try:
            if token in process.cmdline() and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process.pid)
        except psutil.Error:
            continue
    return found


def wait_until(condition: Callable[[], bool]) -> None:
    """Poll until `condition` holds; fail after PROMPT_S."""
    end = time.monotonic() + PROMPT_S
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)
