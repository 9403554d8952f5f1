"""The rounds of `judge watch`: work, wait for news, choose what to do, and again."""

import os
import shutil
import sys
import time
from collections.abc import Collection
from pathlib import Path

from judging.core.diagnostics import first_of
from judging.core.errors import JudgingError, UsageError
from judging.core.exit_codes import ExitCode
from judging.features.watch.news import FilesChanged, KeyTyped, News
from judging.features.watch.watched import Watched
from judging.programs import forget_surroundings
from judging.reports.textkit import shortened
from judging.reports.wording import counted, on_one_line
from judging.terminal import output
from judging.values import Value

_END_OF_INPUT = "\x04"  # Ctrl-D
_ENTER = "\r\n"
_ESCAPE = "\x1b"
_BACKSPACE = "\x7f\b"


class _Choosing(Value):
    """Every key is a choice."""


class _Searching(Value):
    """Keys are a part of the name of a test, until Enter or Escape."""

    query: str = ""


class Rounds:
    """Repeats the command. `has_keys`: somebody can type."""

    def __init__(self, watched: Watched, root: Path, has_keys: bool, news: News) -> None:
        self._watched = watched
        self._root = root
        self._has_keys = has_keys
        self._news = news
        self._mode: _Choosing | _Searching = _Choosing()

    def until_quit(self) -> ExitCode:
        """Work, wait, and so on, until a key or a signal ends it."""
        code = self._round(first=True)
        while code is not ExitCode.INTERRUPTED:
            news = self._wait()
            if isinstance(news, KeyTyped) and self._quits(news.key):
                return ExitCode.SUCCESS
            title = self._choose(news)
            if title:
                now = time.strftime("%H:%M:%S")
                output.say(f"{now} {on_one_line(title)}", sys.stderr)
                code = self._round()
        return code

    def _round(self, first: bool = False) -> ExitCode | None:
        """Return the exit code; None after an error, or if news ended the work."""
        # A compiler may have been installed meanwhile; one command looks for each only
        # once.
        forget_surroundings()
        try:
            return self._news.during(self._watched.work)
        except JudgingError as problem:
            # A command line that is wrong now stays wrong, whatever changes in the
            # package.
            if first and isinstance(problem, UsageError):
                raise
            output.complain(str(problem))
            return None

    def _wait(self) -> KeyTyped | FilesChanged:
        try:
            self._show(self._prompt())
            return self._news.wait()
        finally:
            self._show("")

    def _quits(self, key: str) -> bool:
        return isinstance(self._mode, _Choosing) and key in ("q", _END_OF_INPUT)

    def _choose(self, news: KeyTyped | FilesChanged) -> str:
        """Take the news. Return the title of the next round, "" for none yet.

        A change of files repeats what was chosen last, until Enter chooses everything.
        """
        if isinstance(news, FilesChanged):
            return f"{self._names(news.paths)} changed"
        if isinstance(self._mode, _Searching):
            return self._search(news.key, self._mode.query)
        return self._choose_by_key(news.key)

    def _choose_by_key(self, key: str) -> str:
        if key in _ENTER:
            self._watched.choose_everything()
            return "everything"
        failed = self._watched.failed
        if key == "f" and failed:
            self._watched.choose_failed()
            return f"{counted(len(failed), 'submission')} that failed"
        if key == "t" and self._watched.tests_like(""):
            self._mode = _Searching()
        return ""

    def _search(self, key: str, query: str) -> str:
        if key in _BACKSPACE:
            self._mode = _Searching(query[:-1])
        elif key.isprintable():
            self._mode = _Searching(query + key)
        elif key == _ESCAPE:
            self._mode = _Choosing()
        elif key in _ENTER:
            self._mode = _Choosing()
            found = self._watched.tests_like(query)
            if found:
                self._watched.choose_test(found[0])
                return f"test {found[0]}"
        return ""

    def _prompt(self) -> str:
        if isinstance(self._mode, _Searching):
            return self._search_prompt(self._mode.query)
        if not self._has_keys:
            return "waiting for changes"
        more = ""
        if self._watched.selects:
            more = f"f: failed ({len(self._watched.failed)}), t: one test, "
        return f"waiting for changes; Enter: everything, {more}q: quit"

    def _search_prompt(self, query: str) -> str:
        best = "no test matches"
        found = self._watched.tests_like(query)
        if found:
            best = f"{found[0]} ({counted(len(found), 'match', 'matches')})"
        return f"test: {query}  Enter: {best}, Esc: cancel"

    def _show(self, line: str) -> None:
        """Replace the line at the bottom of the terminal; elsewhere print the line."""
        if self._has_keys:
            width = shutil.get_terminal_size().columns
            output.draw(f"\r\x1b[K{shortened(on_one_line(line), width - 1)}")
        elif line:
            output.say(line, sys.stderr)

    def _names(self, changed: Collection[Path]) -> str:
        # Of a file that is written again and renamed, only the new name is reported.
        left = [path for path in changed if path.exists()] or changed
        return first_of(sorted(os.path.relpath(path, self._root) for path in left))
