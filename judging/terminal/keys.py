"""Single keys from the terminal, without Enter."""

import contextlib
import os
import select
import signal
import sys
import termios
import tty
from types import FrameType

_ESCAPE = "\x1b"


class Keys:
    """Single keys, if stdin is a terminal, and while this process is in its foreground.

    `with Keys()` changes the terminal; after it, and while Ctrl-Z has stopped the
    process, the terminal is as it was.
    """

    def __init__(self) -> None:
        self.readable = (
            sys.stdin.isatty() and sys.stderr.isatty() and os.getenv("TERM") != "dumb"
        )

    def __enter__(self) -> "Keys":
        if self.readable:
            self._terminal = sys.stdin.fileno()
            self._before = termios.tcgetattr(self._terminal)
            self._handlers = {
                signal.SIGTSTP: signal.signal(signal.SIGTSTP, self._stop),
                signal.SIGCONT: signal.signal(signal.SIGCONT, self._continue),
            }
            self._enter_single_key_mode()
        return self

    def __exit__(self, *_: object) -> None:
        if self.readable:
            for number, handler in self._handlers.items():
                signal.signal(number, handler)
            self._restore()

    def typed(self) -> str:
        """Return the keys typed since the last call, without waiting for any.

        A key that is several characters, such as an arrow, is left out if it is the
        first; after another key its characters count as keys.
        """
        # A process in the background that reads from its terminal is stopped by the
        # system.
        if not self.readable or not self._in_foreground():
            return ""
        ready, _, _ = select.select([self._terminal], [], [], 0)
        if not ready:
            return ""
        text = os.read(self._terminal, 1024).decode(errors="ignore")
        if len(text) > 1 and text.startswith(_ESCAPE):
            return ""
        return text

    def wait(self) -> str:
        """Wait for a key, and return what was typed; "" if nobody can type any more."""
        select.select([self._terminal], [], [])
        return os.read(self._terminal, 1024).decode(errors="ignore")

    def _in_foreground(self) -> bool:
        try:
            return os.tcgetpgrp(self._terminal) == os.getpgrp()
        except OSError:  # no terminal that controls jobs
            return True

    def _enter_single_key_mode(self) -> None:
        if self._in_foreground():
            # TCSADRAIN and not TCSAFLUSH, the default: what is typed already counts.
            tty.setcbreak(self._terminal, termios.TCSADRAIN)

    def _restore(self) -> None:
        if self._in_foreground():
            with contextlib.suppress(termios.error):  # the terminal was closed
                termios.tcsetattr(self._terminal, termios.TCSADRAIN, self._before)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        """Handle Ctrl-Z: give the terminal back, then stop. SIGSTOP does what the
        handler of SIGTSTP, which this one replaces, would have done."""
        self._restore()
        os.kill(os.getpid(), signal.SIGSTOP)

    def _continue(self, number: int, frame: FrameType | None) -> None:
        self._enter_single_key_mode()
