"""Interrupt a piece of Python at each of its steps."""

from __future__ import annotations

import contextlib
import itertools
import signal
import sys
from collections.abc import Callable, Iterator
from types import FrameType

from judging.terminal import interrupts

# Python takes signals when it enters a function of Python, and after one of C.
_TAKES_SIGNALS = {"call", "c_return"}


def at_each_step(
    action: Callable[[], object], start: str = "", most: int | None = None
) -> Iterator[int]:
    """Run `action` again and again, with a SIGINT at another step each time, until one
    run meets none. Yield the number of the step after each run.

    start: the name of the function whose first call is step 0; empty: the action.
    most: how many steps to try; None: all.
    """
    for step in itertools.count():
        if step == most or not _interrupted(action, start, step):
            return
        yield step


def _interrupted(action: Callable[[], object], start: str, step: int) -> bool:
    """Return whether the action had this step, where the signal came."""
    seen = -1 if start else 0
    sent = False
    over = False

    def strike(frame: FrameType, event: str, arg: object) -> None:
        nonlocal seen, sent
        if over or event not in _TAKES_SIGNALS:
            return
        if seen < 0 and (event != "call" or frame.f_code.co_name != start):
            return
        seen += 1
        if seen > step:
            sent = True
            sys.setprofile(None)
            signal.raise_signal(signal.SIGINT)

    restore_handlers = interrupts.restorer()
    hook = sys.unraisablehook
    interrupts.catch()
    try:
        with contextlib.suppress(KeyboardInterrupt):
            sys.setprofile(strike)
            action()
            over = True
    finally:
        over = True
        sys.setprofile(None)
        # An interrupt that Python lost in a finalizer would come again.
        signal.setitimer(signal.ITIMER_REAL, 0)
        restore_handlers()
        sys.unraisablehook = hook
    return sent
