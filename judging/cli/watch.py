"""`judge watch`: run a command, and run it again after each change and whenever a key asks."""

import os
import re
import shutil
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from glob import escape
from pathlib import Path
from typing import Any

from judging.cli import opening, output, run
from judging.cli.app import GROUPS, command_line, execute
from judging.cli.commands import Generate, InSandbox, Run, Watch
from judging.cli.listening import Keys, News
from judging.core.diagnostics import first_of
from judging.core.errors import JudgingError, PackageError, UsageError
from judging.core.exit_codes import ExitCode
from judging.programs import forget_surroundings
from judging.reports.run.wording import Outcome, outcome
from judging.reports.textkit import shortened
from judging.reports.wording import counted, on_one_line
from judging.store import default_root

_COMMANDS = "run, limits, validate, hack, strength, strengthen, mutate or statement"
_WRITING = ("save", "write", "minimize")
_ESCAPE, _BACKSPACE = "\x1b", "\x7f\b"


def watch(request: Watch) -> int:
    """Work and wait until a key or a signal ends it; return the exit code."""
    known = [name for group in GROUPS.values() for name in group]
    named = request.command[:1] and request.command[0] in known
    given = request.command if named else ["run", *request.command]
    parsed: Any = command_line(lambda *parsed: parsed)(args=given, standalone_mode=False)
    if not isinstance(parsed, tuple):
        return ExitCode.SUCCESS  # it was --help
    command, handler = parsed
    _refuse_to_write(command, given[0])
    paths = getattr(command, "paths", ())
    root = getattr(command, "contest", None) or opening.find_package(
        command.problem, paths
    )
    places = [
        root,
        *(path if path.is_dir() else path.absolute().parent for path in paths),
    ]
    files = (report.partition(":")[2] for report in command.reports)
    written = (getattr(command, name, None) for name in ("keep", "file"))
    own = [Path(file) for file in (*files, *written) if file]
    for page in command.pages:
        output.say(f"judge: open {Path(page).absolute().as_uri()}#watch", sys.stderr)
    with Keys() as keys, News(places, [default_root(), *own], keys) as news:
        return _Rounds(
            command, handler, root.resolve(), keys.readable, news
        ).until_quit()


def _refuse_to_write(command: Any, name: str) -> None:
    """What a command writes into the package would start it again."""
    if not isinstance(command, InSandbox) or isinstance(command, Generate):
        raise UsageError(f"judge watch {name}: expected {_COMMANDS}")
    for option in _WRITING:
        if getattr(command, option, None):
            raise UsageError(
                f"judge watch {name}: --{option} writes files: leave it out"
            )


class _Rounds:
    """The command as it was given, what is chosen of it, and what failed last."""

    def __init__(
        self, command: Any, handler: str, root: Path, has_keys: bool, news: News
    ) -> None:
        self._given = self._chosen = command
        self._handler = handler
        self._root = root
        self._has_keys = has_keys
        self._news = news
        self._selects = isinstance(command, Run) and command.contest is None
        self._failed: dict[str, bool] = {}
        self._tests: Sequence[str] = ()
        self._query: str | None = None  # what is typed after the key t

    def until_quit(self) -> int:
        """Run the command, wait, and so on."""
        code = self._round(first=True)
        while code != ExitCode.INTERRUPTED:
            try:
                self._show(
                    self._query_line() if self._query is not None else self._prompt()
                )
                news = self._news.wait()
            finally:
                self._show("")
            match news:
                case "q" | "\x04" if self._query is None:
                    return ExitCode.SUCCESS
                case str(key):
                    title = self._key(key) if self._query is None else self._typed(key)
                case changed:
                    title = f"{self._names(changed)} changed"
            if title:
                output.say(
                    f"{time.strftime('%H:%M:%S')} {on_one_line(title)}", sys.stderr
                )
                code = self._round()
        return code

    def _round(self, first: bool = False) -> int | None:
        """Return the exit code; None if there was an error, or if news ended the work."""
        forget_surroundings()
        try:
            return self._news.during(self._work)
        except JudgingError as problem:
            if first and isinstance(problem, UsageError):
                raise
            output.complain(str(problem))
            return None

    def _work(self) -> int:
        if not self._selects:
            return execute(self._chosen, self._handler)
        problem = None
        try:
            problem = opening.load(self._root, self._chosen.links_within)
            self._tests = [case.name for case in problem.testcases]
        except PackageError:
            if not self._chosen.reports:
                raise
        first = [path for path, failed in self._failed.items() if failed]
        report = run.judge_package(self._chosen, first, problem)
        for result in report.submissions:
            failed = outcome(result, report) in (Outcome.UNMET, Outcome.ERROR)
            self._failed[result.path] = failed
        return report.exit_code

    def _key(self, key: str) -> str:
        """Choose what a key asks for. Return the title of the next round, "" if there is none."""
        if key in "\r\n":
            self._chosen = self._given
            return "everything"
        if key == "f" and (paths := self._failing()):
            self._chosen = replace(self._given, paths=paths)
            return f"{counted(len(paths), 'submission')} that failed"
        if key == "t" and self._tests:
            self._query = ""
        return ""

    def _typed(self, key: str) -> str:
        """Take a key after t. Return the title of the next round, "" if there is none."""
        assert self._query is not None
        if key in _BACKSPACE:
            self._query = self._query[:-1]
        elif key.isprintable():
            self._query += key
        elif key in "\r\n\x1b":
            found, self._query = self._matching(self._query), None
            if key != _ESCAPE and found:
                self._chosen = replace(self._chosen, tests=[escape(found[0])])
                return f"test {found[0]}"
        return ""

    def _matching(self, query: str) -> list[str]:
        """Return the tests whose names have the characters of `query` in order, closest first."""
        pattern = re.compile(".*?".join(map(re.escape, query)), re.IGNORECASE)
        found = [
            (name, match) for name in self._tests if (match := pattern.search(name))
        ]
        return [name for name, match in sorted(found, key=lambda pair: len(pair[1][0]))]

    def _failing(self) -> list[Path]:
        names = [
            self._root / path for path, failed in sorted(self._failed.items()) if failed
        ]
        return [path for path in names if path.exists()]

    def _prompt(self) -> str:
        if not self._has_keys:
            return "waiting for changes"
        more = (
            f"f: failed ({len(self._failing())}), t: one test, " if self._selects else ""
        )
        return f"waiting for changes; Enter: everything, {more}q: quit"

    def _query_line(self) -> str:
        best = "no test matches"
        if found := self._matching(self._query or ""):
            best = f"{found[0]} ({counted(len(found), 'match', 'matches')})"
        return f"test: {self._query}  Enter: {best}, Esc: cancel"

    def _show(self, line: str) -> None:
        """Replace the line at the bottom of the terminal; elsewhere print the line."""
        if self._has_keys:
            width = shutil.get_terminal_size().columns
            output.draw(f"\r\x1b[K{shortened(on_one_line(line), width - 1)}")
        elif line:
            output.say(line, sys.stderr)

    def _names(self, changed: set[Path]) -> str:
        left = {path for path in changed if path.exists()} or changed
        return first_of(sorted(os.path.relpath(path, self._root) for path in left))
