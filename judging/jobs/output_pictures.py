"""Pictures of an output: those that the checker leaves in its feedback directory, and those
of the output visualizer, which runs after it.

    visualizer input answer feedback_dir/ [args] < output

It may leave `judgeimage` and `teamimage` files there. No verdict depends on it. Source:
problem package format 2025-09, "Output visualizer".
"""

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from judging.core.limits import ProblemLimits
from judging.core.timings import Purpose
from judging.files import Below, publish
from judging.jobs.checkers import FEEDBACK, validation_limits
from judging.jobs.running import ProgramRun, command
from judging.package.files.picture_types import EXTENSIONS
from judging.programs import Executable
from judging.sandbox import streams
from judging.sandbox.worker import Worker
from judging.values import Value, replace

# The format allows steps as well: `judgeimage-01.png`.
_NAME = re.compile(r"(judge|team)image(-[^/]+)?\.[a-z]+")
# Of one run. So many steps can be looked at.
_MOST_PICTURES = 20


class Drawing(Value):
    """How a visualizer failed; `fault` is empty if it did not. `stopped`: at a limit of
    time."""

    fault: str = ""
    stopped: bool = False


def pictures_in(feedback: Below) -> tuple[str, ...]:
    """Return the names of the first pictures in a feedback directory, in the order in
    which they are shown."""
    return tuple(_pictures(feedback)[:_MOST_PICTURES])


def remove_pictures(feedback: Below) -> None:
    """Remove the pictures that an earlier run has left."""
    for name in _pictures(feedback):
        (feedback / name).remove()


def draw_output(
    visualizer: Executable,
    files: Sequence[Path],
    args: Sequence[str],
    output: bytes,
    feedback: Below,
    limits: ProblemLimits,
    worker: Worker,
) -> Drawing:
    """Draw one output. Add the pictures to `feedback`, which has the files of the checker.

    files: the input and the answer.
    A visualizer that failed has drawn nothing.
    """
    run_limits = validation_limits(limits)
    with (
        worker.store.workspace() as given,
        worker.store.copy_out_folder() as drawn,
        worker.sandbox.box() as box,
        streams(output) as (stdin, stdout, stderr),
    ):
        given.chmod(0o755)  # the sandbox may read it under another user id
        feedback.make_folder()  # the default comparison leaves none
        shutil.copytree(feedback.path, given / FEEDBACK, symlinks=True)
        publish(given / FEEDBACK)
        fds = (stdin.fd, stdout.fd, stderr.fd)
        words = (*map(str, files), f"{box}/{FEEDBACK}/", *args)
        prepared = command(
            visualizer, run_limits, worker, box, fds, *words, read_only=files
        )
        prepared = replace(
            prepared,
            copy_in=(given,),
            folders=(FEEDBACK,),
            purpose=Purpose.OTHER,
            copy_out=((FEEDBACK, drawn),),
            copy_out_bytes=limits.validation_output_bytes,
        )
        execution = worker.sandbox.run(prepared)
        run = ProgramRun(execution, b"", stderr.read())
        if not run.succeeded:
            return Drawing(run.failure_under(run_limits), execution.at_limit)
        # It must not change other files there, so these are left.
        for name in _pictures(Below(drawn)):
            (feedback / name).write((drawn / name).read_bytes())
    return Drawing()


def _pictures(feedback: Below) -> list[str]:
    found = []
    for name in feedback.file_names():
        if _NAME.fullmatch(name) and Path(name).suffix in EXTENSIONS:
            found.append(name)
    return found
