"""What `judge watch` waits for: files that change, and keys.

Two threads take part. The *listener* is a thread of its own that watches folders and
polls the keys. The *main thread* works or waits. The listener puts what it finds into
two collections under one condition; the main thread takes it out with `wait`. While the
main thread works, the listener also sends it SIGINT, so that the work ends as after
Ctrl-C: it keeps finished results and cleans up. A signal is the way, because Python can
interrupt a thread by nothing else, and the work may be waiting for a compiler or a
lock.
"""

import contextlib
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from enum import Enum, auto
from pathlib import Path
from typing import TypeVar

from judging.features.watch.folders import counts, folders_to_watch
from judging.terminal import interrupts
from judging.terminal.keys import Keys
from judging.values import Value

T = TypeVar("T")
_QUIET_MS = 15  # editors write a file in several steps; these take less
_KEYS_MS = 50  # a key is read after this time at most: a person does not notice it
_SIGNAL_S = 0.01  # a signal to a thread of this process has arrived after this time


class KeyTyped(Value):
    key: str


class FilesChanged(Value):
    paths: frozenset[Path]


class _Work(Enum):
    """What the main thread does."""

    NONE = auto()  # it waits, or chooses what to do next
    GOING_ON = auto()
    STOPPED = auto()  # the listener has sent a signal, once


class News:
    """Files that change in `places`, except those in `own`, and keys."""

    def __init__(self, places: Sequence[Path], own: Sequence[Path], keys: Keys) -> None:
        self._places = [place.resolve() for place in places]
        self._own = [path.resolve() for path in own]
        self._keys = keys
        self._over = threading.Event()
        self._listener = threading.Thread(target=self._listen, name="news")
        # Both threads change these: the listener adds news, the main thread takes it out
        # and says whether it works. They do so under `_heard`. Only the main thread, in
        # the handlers of KeyboardInterrupt, reads `_work` without it.
        self._heard = threading.Condition()
        self._typed: deque[str] = deque()
        self._changed: set[Path] = set()
        self._failure: Exception | None = None
        self._listening = False
        self._work = _Work.NONE

    def __enter__(self) -> "News":
        """Return as soon as no change is missed."""
        try:
            self._listener.start()
            with self._heard:
                self._heard.wait_for(lambda: self._listening or self._failure)
        except BaseException:
            # `__exit__` is not called then, and a thread that goes on keeps the process.
            self._over.set()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._listener.join()

    # --- the main thread

    def wait(self) -> KeyTyped | FilesChanged:
        """Wait for news. Return a key, or else all files that changed."""
        with self._heard:
            self._heard.wait_for(lambda: self._typed or self._changed or self._failure)
            if self._failure is not None:
                raise self._failure
            if self._typed:
                return KeyTyped(self._typed.popleft())
            changed = frozenset(self._changed)
            self._changed.clear()
            return FilesChanged(changed)

    def during(self, work: Callable[[], T]) -> T | None:
        """Return what `work` returns; None if news stopped it, as Ctrl-C does."""
        restore_handlers = interrupts.restorer()
        with self._heard:
            self._work = _Work.GOING_ON
        stopped = False
        try:
            result = work()
        except KeyboardInterrupt:
            if self._work is not _Work.STOPPED:
                raise
        finally:
            stopped = self._end_work()
            if stopped:
                # After one interrupt all signals are ignored; the next round must hear
                # them.
                restore_handlers()
        return None if stopped else result

    def _end_work(self) -> bool:
        """Note that the work is over; return whether news stopped it.

        The signal may still be on its way: it must come here, where it does no harm,
        and not in the middle of what follows.
        """
        stopped = False
        try:
            with interrupts.delayed(), self._heard:
                stopped = self._work is _Work.STOPPED
                self._work = _Work.NONE
                if stopped:
                    time.sleep(_SIGNAL_S)
        except KeyboardInterrupt:
            # It came before the block took the lock, or at the block's end: ours, unless
            # a person pressed Ctrl-C.
            stopped = stopped or self._work is _Work.STOPPED
            if not stopped:
                raise
        return stopped

    # --- the listener

    def _listen(self) -> None:
        try:
            pending: set[Path] = set()
            while not self._over.is_set():
                # A folder that vanishes while the folders are listed has them listed
                # again.
                with contextlib.suppress(FileNotFoundError):
                    pending = self._watch_until_new_folder(pending)
        except Exception as failure:
            with self._heard:
                self._failure = failure
                self._heard.notify()

    def _watch_until_new_folder(self, pending: set[Path]) -> set[Path]:
        """Listen until there is a new folder, which is not watched yet.

        Return the changes that came with it. They are passed on, as `pending`, as soon as
        the new folder is watched too: otherwise the work could start and miss what is
        written into the folder.
        """
        from watchfiles import watch

        for found in watch(
            *folders_to_watch(self._places),
            watch_filter=lambda _, path: counts(Path(path), self._own),
            step=_QUIET_MS,
            rust_timeout=_KEYS_MS,
            yield_on_timeout=True,
            stop_event=self._over,
            raise_interrupt=False,
            recursive=False,
            ignore_permission_denied=True,
        ):
            changed = pending | {Path(path) for _, path in found}
            if any(Path(path).is_dir() for _, path in found):
                return changed
            self._tell(changed, self._keys.typed())
            pending = set()
        return pending

    def _tell(self, changed: set[Path], typed: str) -> None:
        """Hand news to the main thread, and stop its work: after any key, so that none
        is left unheard until a long work is over."""
        with self._heard:
            self._listening = True
            self._changed |= changed
            self._typed.extend(typed)  # one entry for each key
            if (changed or typed) and self._work is _Work.GOING_ON:
                self._work = _Work.STOPPED
                _interrupt_main_thread()
            self._heard.notify()


def _interrupt_main_thread() -> None:
    main = threading.main_thread().ident
    assert main is not None
    signal.pthread_kill(main, signal.SIGINT)
