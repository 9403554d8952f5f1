"""What `judge watch` waits for: files that change, and keys. A thread listens to both."""

import contextlib
import os
import re
import select
import signal
import sys
import termios
import threading
import time
import tty
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import TypeVar

from judging.cli import interrupts
from judging.package.files.layout import hidden

T = TypeVar("T")
_QUIET_MS = 15  # editors write a file in several steps; these take less
_KEYS_MS = 50  # a key is read after this time at most
_SIGNAL_S = 0.01
_TEMPORARY = re.compile(r"^#.*#$|\.tmp$|^4913$")  # what editors write for a moment


class Keys:
    """Single keys, if standard input is a terminal and this process is in its foreground. On exit
    and while the process is stopped, the terminal is as it was."""

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
                signal.SIGCONT: signal.signal(signal.SIGCONT, self._start),
            }
            self._start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.readable:
            for number, handler in self._handlers.items():
                signal.signal(number, handler)
            self._restore()

    def typed(self) -> str:
        """Return the keys typed since the last call. Keys that are several characters, such as
        arrows, are left out."""
        ready = self.readable and self._in_front()
        if not ready or not select.select([self._terminal], [], [], 0)[0]:
            return ""
        text = os.read(self._terminal, 1024).decode(errors="ignore")
        return "" if len(text) > 1 and text.startswith("\x1b") else text

    def _in_front(self) -> bool:
        with contextlib.suppress(OSError):  # no terminal that controls jobs
            return os.tcgetpgrp(self._terminal) == os.getpgrp()
        return True

    def _start(self, *_: object) -> None:
        if self._in_front():
            tty.setcbreak(
                self._terminal, termios.TCSADRAIN
            )  # what is typed already counts

    def _restore(self) -> None:
        if self._in_front():
            with contextlib.suppress(termios.error):  # the terminal was closed
                termios.tcsetattr(self._terminal, termios.TCSADRAIN, self._before)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._restore()
        os.kill(os.getpid(), signal.SIGSTOP)


class News:
    """Files that change in `places`, except those in `own`, and keys."""

    def __init__(self, places: Sequence[Path], own: Sequence[Path], keys: Keys) -> None:
        self._places = [place.resolve() for place in places]
        self._own = [path.resolve() for path in own]
        self._keys = keys
        self._typed: deque[str] = deque()
        self._changed: set[Path] = set()
        self._failure: Exception | None = None
        self._at_work = self._ended = self._ready = False
        self._news = threading.Condition()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="news")

    def __enter__(self) -> "News":
        """Return as soon as no change is missed."""
        self._thread.start()
        with self._news:
            self._news.wait_for(lambda: self._ready or self._failure)
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def wait(self) -> str | set[Path]:
        """Wait for news. Return a key, or else all files that changed."""
        with self._news:
            self._news.wait_for(lambda: self._typed or self._changed or self._failure)
            if self._failure is not None:
                raise self._failure
            if self._typed:
                return self._typed.popleft()
            changed, self._changed = self._changed, set()
            return changed

    def during(self, work: Callable[[], T]) -> T | None:
        """Return what `work` returns; None if news ended it, which interrupt it like Ctrl-C."""
        self._ended, self._at_work = False, True
        restore = interrupts.restorer()
        try:
            result = work()
        except KeyboardInterrupt:
            if not self._ended:
                raise
        finally:
            self._end()
        if not self._ended:
            return result
        restore()
        return None

    def _end(self) -> None:
        try:
            with interrupts.delayed(), self._news:
                self._at_work = False
                time.sleep(
                    _SIGNAL_S if self._ended else 0
                )  # the signal may be on its way
        except KeyboardInterrupt:
            if not self._ended:
                raise

    def _listen(self) -> None:
        try:
            late: set[Path] = set()
            while not self._over.is_set():
                with contextlib.suppress(
                    FileNotFoundError
                ):  # a folder vanished at this moment
                    late = self._watch(late)
        except Exception as failure:
            with self._news:
                self._failure = failure
                self._news.notify()

    def _watch(self, late: set[Path]) -> set[Path]:
        """Listen until there is a new folder. Return the changes that came with it: they count when
        the new folder is watched too."""
        from watchfiles import watch

        for found in watch(
            *_folders(self._places),
            watch_filter=lambda _, path: self._counts(Path(path)),
            step=_QUIET_MS,
            rust_timeout=_KEYS_MS,
            yield_on_timeout=True,
            stop_event=self._over,
            raise_interrupt=False,
            recursive=False,
            ignore_permission_denied=True,
        ):
            changed = {Path(path) for _, path in found}
            if any(path.is_dir() for path in changed):
                return late | changed
            self._tell(late | changed, self._keys.typed())
            late = set()
        return late

    def _counts(self, path: Path) -> bool:
        passing = hidden(path.name) or _TEMPORARY.search(path.name)
        return not (passing or any(path.is_relative_to(own) for own in self._own))

    def _tell(self, changed: set[Path], typed: str) -> None:
        main = threading.main_thread().ident
        assert main is not None
        with self._news:
            self._ready = True
            self._changed |= changed
            self._typed += typed
            if (changed or typed) and self._at_work and not self._ended:
                self._ended = True
                signal.pthread_kill(main, signal.SIGINT)
            self._news.notify()


def _folders(places: Sequence[Path]) -> set[str]:
    """Return the folders at and below `places`, and those that their links lead to. Hidden ones,
    such as .git, would be too many."""
    pending = [os.path.realpath(place) for place in places]
    above = {str(folder) for place in pending for folder in Path(place).parents}
    found: set[str] = set()
    while pending:
        folder = pending.pop()
        if folder in found or not os.path.isdir(folder):
            continue
        found.add(folder)
        entries = [
            os.path.join(folder, name) for name in os.listdir(folder) if not hidden(name)
        ]
        reached = map(os.path.realpath, entries)
        links = {
            path if os.path.isdir(path) else os.path.dirname(path) for path in reached
        }
        pending += links - above
    return found
