"""What SIGINT, SIGTERM and SIGHUP do: end a command once, never in a clean-up."""

import contextlib
import signal
import sys
from collections.abc import Callable, Iterator
from types import FrameType

# SIGINT comes first: once the others are caught, all are.
_SIGNALS = (signal.SIGINT, signal.SIGHUP, signal.SIGTERM)
# Long enough for most finalizers to return, too short to be noticed.
_AGAIN_S = 0.01


def catch() -> None:
    """Let the first signal raise KeyboardInterrupt. Signals that are ignored, as under
    nohup, stay ignored."""
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _interrupt)


def ignore() -> None:
    """Ignore all signals from now on: a clean-up must not be interrupted."""
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def restorer() -> Callable[[], None]:
    """Return a function that restores the current handlers."""
    now = {number: signal.getsignal(number) for number in _SIGNALS}

    def restore() -> None:
        for number, handler in now.items():
            signal.signal(number, handler)

    return restore


def _interrupt(number: int, frame: FrameType | None) -> None:
    ignore()  # a second signal must not stop the clean-up
    sys.unraisablehook = _try_again
    raise KeyboardInterrupt


def _try_again(lost: "sys.UnraisableHookArgs") -> None:
    """Raise an interrupt again that came in a finalizer, where Python only prints
    exceptions. The import system has such finalizers too."""
    if lost.exc_type is KeyboardInterrupt:
        signal.signal(signal.SIGALRM, _interrupt)
        signal.setitimer(signal.ITIMER_REAL, _AGAIN_S)
    else:
        sys.__unraisablehook__(lost)


@contextlib.contextmanager
def delayed() -> Iterator[None]:
    """Let a signal that comes during the block take effect after it."""
    received: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        received.append(number)

    before = {number: signal.signal(number, note) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        # One is enough: the first makes the others be ignored.
        if received:
            signal.raise_signal(received[0])
