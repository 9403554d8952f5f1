"""The command line, and the one boundary where exceptions become a clear line and an exit
code. What may be typed is in commands.py, parsing.py makes a command of what was typed,
and handlers.py executes it. What a command does is in `command.py` of its feature.
"""

import errno
import gc
import io
import os
import re
import shlex
import sys
import traceback
from typing import Protocol, TextIO, runtime_checkable

from judging.core.errors import JudgingError
from judging.core.exit_codes import ExitCode
from judging.terminal import interrupts

# By default the collector searches for garbage after every 700 new objects. Loading
# modules makes none, and the searches would take an eighth of the start of `judge run`.
_COLLECT_AFTER = 100_000
# Words of the command line's library -> plain English.
_PLAIN = {
    "is not a valid int.": "is not a whole number",
    "is not a valid float.": "is not a number",
    "Got unexpected extra argument(s)": "too many arguments",
}

# Options of BAPCtools and problemtools -> the field of our commands that means the same.
_ELSEWHERE = {"No such option: -t": "time_limit"}
_TOO_MANY = re.compile(r"too many arguments \((.+)\)")


@runtime_checkable
class _ParseError(Protocol):
    """The interface of errors of the command-line library. Its class has no public name:
    typer brings its own copy of click in some versions, and imports click in others."""

    exit_code: int

    def format_message(self) -> str: ...


def main() -> None:
    gc.set_threshold(_COLLECT_AFTER)
    _open_closed_streams()
    _print_any_text()
    interrupts.catch()
    code = _guarded()
    interrupts.ignore()
    sys.exit(code)


def _open_closed_streams() -> None:
    """Give each standard stream that was closed before the start an end that is empty.

    Python leaves None there, and the next file that is opened would get its number.
    """
    # In this order: each gets the lowest number that is free.
    sys.stdin = sys.stdin or _empty_stream("r")
    sys.stdout = sys.stdout or _empty_stream("w")
    sys.stderr = sys.stderr or _empty_stream("w")


def _empty_stream(mode: str) -> TextIO:
    return io.TextIOWrapper(io.FileIO(os.devnull, mode), encoding="utf-8")


def _print_any_text() -> None:
    """Print characters that an encoding lacks as escapes: packages have names in any
    language, and terminals may have an older encoding."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.encoding.lower() != "utf-8":
            stream.reconfigure(errors="backslashreplace")


def _guarded() -> int:
    try:
        from judging.cli.handlers import execute_first
        from judging.cli.parsing import act_on

        code = act_on(sys.argv[1:] or ["--help"], execute_first)
        sys.stdout.flush()
        # Typer turns an interrupt into a plain number. A command that returns its
        # ExitCode has written a report, which says that it was interrupted.
        if code == ExitCode.INTERRUPTED and not isinstance(code, ExitCode):
            _complain("interrupted")
        return code if isinstance(code, int) else ExitCode.SUCCESS
    except JudgingError as problem:
        _complain(str(problem))
        return problem.exit_code
    except BrokenPipeError:
        _end_output()
        return ExitCode.MACHINE
    except OSError as problem:
        _complain(_machine_message(problem))
        _end_output()
        return ExitCode.MACHINE
    except (Exception, KeyboardInterrupt) as problem:
        # Python 3.11 wraps what a class body raises, an interrupt during an import too.
        if KeyboardInterrupt in (type(problem), type(problem.__cause__)):
            _complain("interrupted")
            return ExitCode.INTERRUPTED
        if isinstance(problem, _ParseError):
            _complain_of_usage(problem)
            return problem.exit_code
        # Python 3.11 and 3.12 raise this where a path is resolved.
        if str(problem).startswith("Symlink loop from"):
            _complain(f"{problem}: a link that leads back to itself")
            return ExitCode.USAGE
        # A bug: its traceback is the report. Not code 1, which says of a
        # submission that it is not as expected.
        traceback.print_exc()
        return ExitCode.MACHINE


def _end_output() -> None:
    """Throw away output that nobody reads, so that the exit does not fail on it."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _machine_message(problem: OSError) -> str:
    place = f" ({problem.filename})" if problem.filename else ""
    if problem.errno in (errno.ENOSPC, errno.EDQUOT):
        return (
            f"the disk is full{place}: free some space and run again; `judge cache --clear` "
            "empties the judge's own cache"
        )
    return f"{problem.strerror or problem}{place}"


def _complain_of_usage(error: _ParseError) -> None:
    message = error.format_message()
    for words, plain in _PLAIN.items():
        message = message.replace(words, plain)
    message += _meant_option(message)
    if message:
        _complain(f"{message} (see `judge{_subcommand()} --help`)")


def _meant_option(message: str) -> str:
    """Return which option of the subcommand is meant, if it is known by another name."""
    name = _ELSEWHERE.get(message)
    value = ""
    rest = _TOO_MANY.fullmatch(message)
    if rest is not None and os.path.exists(rest[1]):
        name = "problem"
        value = f" {shlex.quote(rest[1])}"
    if name is None:
        return ""
    from dataclasses import fields

    from judging.cli.commands import COMMANDS

    command = COMMANDS.get("".join(sys.argv[1:2]))
    if command is None or name not in {field.name for field in fields(command)}:
        return ""
    return f"; did you mean --{name.replace('_', '-')}{value}?"


def _subcommand() -> str:
    """Return the subcommand of the command line, with a space before it; empty for an
    unknown one. An exception of typer does not always know it."""
    from judging.cli.commands import COMMANDS

    first = "".join(sys.argv[1:2])
    return f" {first}" if first in COMMANDS else ""


def _complain(message: str) -> None:
    from judging.terminal import output

    output.complain(message)
