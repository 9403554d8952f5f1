"""The command line: the only code of the engine that prints or exits.

`main` is the one boundary where exceptions become a clear line and an exit code.
"""

import errno
import gc
import os
import sys

from judging.cli import interrupts
from judging.core.errors import JudgingError
from judging.core.exit_codes import ExitCode

# By default the collector searches for garbage after every 700 new objects. Loading modules makes
# none, and the searches would take an eighth of the start of `judge run`.
_COLLECT_AFTER = 50_000
# Words of the command line's library -> plain English.
_PLAIN = {
    "is not a valid int.": "is not a whole number",
    "is not a valid float.": "is not a number",
    "Got unexpected extra argument(s)": "too many arguments",
}


def main() -> None:
    gc.set_threshold(_COLLECT_AFTER)
    interrupts.catch()
    code = _guarded()
    interrupts.ignore()
    sys.exit(code)


def _guarded() -> int:
    try:
        from judging.cli.app import app

        code = app(args=sys.argv[1:] or ["--help"], standalone_mode=False)
        sys.stdout.flush()
        # Typer has turned an interrupt into this exit code.
        if code == ExitCode.INTERRUPTED:
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
        return _usage_error(problem)


def _end_output() -> None:
    """Throw away pending output that nobody reads, so that the exit does not fail on it."""
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


def _usage_error(problem: BaseException) -> int:
    """Handle an exception of typer, which has a message and an exit code; raise any other again,
    because it is a bug."""
    code = getattr(problem, "exit_code", None)
    if code is None:
        raise problem
    message: str = getattr(problem, "format_message", lambda: "")()
    for words, plain in _PLAIN.items():
        message = message.replace(words, plain)
    if message:
        _complain(f"{message} (see `judge{_subcommand()} --help`)")
    return int(code)


def _subcommand() -> str:
    """Return the subcommand of the command line, with a space before it; empty for an unknown one.
    An exception of typer does not always know it."""
    from judging.cli.app import GROUPS

    first = "".join(sys.argv[1:2])
    return f" {first}" if any(first in group for group in GROUPS.values()) else ""


def _complain(message: str) -> None:
    from judging.cli import output

    output.complain(message)
