"""A submission and its output validator side by side: stdout of each is the stdin of the other.

    validator input answer feedback_dir/ [args] < submission's stdout > submission's stdin

Each runs in a box of its own under its own limits. Which of them ended first is settled by cause
and not by a race (`lines.py`), and what follows from it is `docs/interactive.md`.
"""

from __future__ import annotations

import contextlib
import os
import threading
from dataclasses import replace

from judging.core.classify import explain_idle, settle_dialogue
from judging.core.limits import Limits
from judging.core.results import Ending, Execution
from judging.jobs.checkers import ACCEPTED, OutputValidator
from judging.jobs.lines import DirectLine, Line, RecordedLine
from judging.jobs.running import Pass, command, with_reason
from judging.jobs.transcript import Transcript
from judging.programs import Executable
from judging.sandbox.contract import Command, MemoryFile, Sandbox
from judging.sandbox.worker import Worker

_GRACE_S = 0.1  # for a submission to end by itself, once nobody listens to it
_SETTLE_S = 0.25  # for a validator that closed its output to end by itself
_RECORDED = 4  # times the wall limit: what is noted down on its way takes longer


def converse(
    program: Executable,
    validator: OutputValidator,
    limits: Limits,
    worker: Worker,
    transcript: Transcript | None,
) -> Pass:
    """One pass. Without a check where one of the two could not be run, and then the execution
    says why; `transcript` is written to where it is given."""
    done = _once(program, validator, limits, worker, transcript)
    if done.check is None:  # a launcher that broke off says nothing of either: once more
        done = _once(program, validator, limits, worker, transcript)
    return done


def _once(
    program: Executable,
    validator: OutputValidator,
    limits: Limits,
    worker: Worker,
    transcript: Transcript | None,
) -> Pass:
    line: Line = RecordedLine(transcript) if transcript is not None else DirectLine()
    with contextlib.ExitStack() as stack:
        stack.callback(line.close)
        unused = stack.enter_context(contextlib.ExitStack())
        for fd in line.given:
            unused.callback(os.close, fd)
        errors = MemoryFile(), MemoryFile()
        for file in errors:
            stack.callback(file.close)
        boxes = [stack.enter_context(worker.sandbox.box()) for _ in errors]
        submission = command(program, limits, worker, boxes[0], (*line.submission, errors[0].fd))
        wall_s = limits.wall_s * (1 if transcript is None else _RECORDED)
        submission = replace(
            submission, monitored=True, limits=replace(submission.limits, wall_s=wall_s)
        )
        judge = validator.command(boxes[1], *line.validator, errors[1].fd)
        own_s = judge.limits.wall_s or 0.0
        judge = replace(judge, limits=replace(judge.limits, wall_s=wall_s + own_s))
        unused.pop_all()  # `start_pair` closes them, whatever comes
        execution, judged, first = _talk(worker.sandbox, submission, judge, line, limits)
        said = errors[0].read()
        execution = with_reason(program, execution, said)
        if transcript is not None:
            line.close()
            transcript.end_pass()
        lost = (Ending.SANDBOX_ERROR, Ending.CANCELLED)
        if execution.ending is Ending.SANDBOX_ERROR or judged.ending in lost:
            return Pass(judged if judged.ending in lost else execution, said, None)
        check = settle_dialogue(validator.conclude(judged, errors[1].read()), first)
        return Pass(execution, said, check, note=explain_idle(execution, judged, check))


def _talk(
    sandbox: Sandbox, submission: Command, validator: Command, line: Line, limits: Limits
) -> tuple[Execution, Execution, bool]:
    """Runs both to their ends: (the submission's, the validator's, was the validator first)."""
    speaking, judging = sandbox.start_pair(submission, validator, line.given)
    judged: list[Execution] = []
    validator_over, submission_over = threading.Event(), threading.Event()

    def see_validator_out() -> None:
        judged.append(judging.wait())
        validator_over.set()
        accepted = judged[0].exit_code == ACCEPTED
        line.validator_ended(accepted)
        if not accepted and not submission_over.wait(_GRACE_S):
            speaking.kill()

    thread = threading.Thread(target=see_validator_out, daemon=True)
    thread.start()
    execution = speaking.wait()
    submission_over.set()
    # It may have failed at the end of its input, of which the validator's own end is the cause; or
    # the validator just closed its output, and is waiting to be told.
    failed = execution.exit_code != 0 or execution.cpu_s > limits.time_s
    if execution.input_ended and failed:
        validator_over.wait(_SETTLE_S)
    by_itself = validator_over.is_set()
    line.submission_ended()
    thread.join()
    earlier = (
        judged[0].ended_at_s <= execution.ended_at_s
        or execution.input_ended
        or execution.ending is Ending.CANCELLED  # by us, since the validator had rejected
    )
    return execution, judged[0], by_itself and earlier
