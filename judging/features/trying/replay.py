"""`judge try --replay`: show a recorded dialogue, on a terminal step by step."""

import sys
from collections.abc import Sequence
from pathlib import Path

from judging.core.errors import UsageError
from judging.core.exit_codes import ExitCode
from judging.features.trying.options import Try
from judging.jobs.transcript import NEXT_PASS, SPEAKERS
from judging.terminal import output
from judging.terminal.keys import Keys

_SPEAKERS = {side.decode(): who for side, who in SPEAKERS.items()}
_WIDTH = len("submission")
_QUIT = "q"


def show_dialogue(request: Try) -> ExitCode:
    """Print the lines of an `.interaction` file, each with who wrote it. On a terminal,
    wait for a key after each."""
    if request.submission is not None or request.test or request.input:
        raise UsageError("--replay FILE: without SUBMISSION, --test and --input")
    assert request.replay is not None  # the handler has looked
    lines = _lines(request.replay)
    with Keys() as keys:
        by_steps = keys.readable and sys.stdout.isatty()
        if by_steps:
            output.say("any key shows the next line, q ends", sys.stderr)
        for number, line in enumerate(lines, 1):
            output.say(line)
            if by_steps and number < len(lines) and keys.wait() in ("", _QUIT):
                break
    return ExitCode.SUCCESS


def _lines(file: Path) -> Sequence[str]:
    try:
        text = file.read_text("utf-8", "replace")
    except OSError as failure:
        raise UsageError(
            f"--replay {file}: cannot be read: {failure.strerror}"
        ) from failure
    if not text:
        raise UsageError(f"--replay {file}: is empty, expected a dialogue")
    written = text.removesuffix("\n").split("\n")
    width = len(str(len(written)))
    passes = 1
    shown = []
    for number, line in enumerate(written, 1):
        if line == NEXT_PASS.decode():
            passes += 1
            shown.append(f"{number:{width}}  --- pass {passes} ---")
            continue
        speaker = _SPEAKERS.get(line[:1])
        if speaker is None:
            expected = "expected a line that starts with < (judge) or > (submission)"
            raise UsageError(f"{file}:{number}: {expected}, or --- between passes")
        shown.append(f"{number:{width}}  {speaker:{_WIDTH}}  {line[1:]}")
    return shown
