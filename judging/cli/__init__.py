"""The command line: the only code of the engine that prints or exits.

`main` is the one boundary where exceptions become a clear line and an exit code.
"""

from __future__ import annotations

import errno
import gc
import os
import signal
import sys
from types import FrameType

from judging.core.errors import JudgingError

INTERRUPTED = 130
USAGE = 2
MACHINE = 4
# The collector's default looks through everything after each 700 objects more, while modules are
# loaded that stay: an eighth of the start of `judge run`.
_COLLECT_AFTER = 50_000


def main() -> None:
    """Runs the command line and exits with its code."""
    gc.set_threshold(_COLLECT_AFTER)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _as_interrupt)
    sys.exit(_guarded())


def _as_interrupt(number: int, _: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def _guarded() -> int:
    from judging.cli.app import app

    try:
        code = app(args=sys.argv[1:] or ["--help"], standalone_mode=False)
        sys.stdout.flush()
        # Typer turns an interrupt into its exit code before it gets here.
        if code == INTERRUPTED:
            _complain("interrupted")
        return code if isinstance(code, int) else 0
    except JudgingError as problem:
        _complain(str(problem))
        return problem.exit_code
    except KeyboardInterrupt:
        _complain("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        _end_output()
        return MACHINE
    except OSError as problem:
        _complain(_of_machine(problem))
        _end_output()
        return MACHINE
    except Exception as problem:
        return _of_command_line(problem)


def _end_output() -> None:
    """Where nobody takes our output any more, what is left of it must not fail again at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _of_machine(problem: OSError) -> str:
    place = f" ({problem.filename})" if problem.filename else ""
    if problem.errno in (errno.ENOSPC, errno.EDQUOT):
        return (
            f"the disk is full{place}: free some space, with `judge cache --clear` for the judge's "
            "own cache, and run again"
        )
    return f"{problem.strerror or problem}{place}"


def _of_command_line(problem: Exception) -> int:
    """Typer's own exceptions carry a message and a code; anything else is a fault of ours."""
    code = getattr(problem, "exit_code", None)
    if code is None:
        raise problem
    message = getattr(problem, "format_message", lambda: "")()
    if message:
        _complain(f"{message} (see `judge --help`)")
    return int(code)


def _complain(message: str) -> None:
    for line in message.splitlines() or [""]:
        known = line.startswith(("error:", "warning:"))
        print(line if known else f"error: {line}", file=sys.stderr)
