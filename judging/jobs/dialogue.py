"""Runs a submission and its output validator side by side: each stdout is the other's stdin.

    validator input answer feedback_dir/ [args] < submission's stdout > submission's stdin

Each runs in its own box under its own limits. The judge determines which of them ended first by
cause, not by a race (`pipes.py`). `docs/interactive.md` says which verdict follows.
"""

import contextlib
import os
import threading
from dataclasses import dataclass, replace

from judging.core.classify import explain_idle, settle_dialogue
from judging.core.limits import Limits
from judging.core.results import CheckResult, Ending, Execution
from judging.jobs.checkers import ACCEPTED, OutputValidator
from judging.jobs.pipes import DirectPipes, Pipes, RelayedPipes
from judging.jobs.running import ProgramRun, command, with_memory_reason
from judging.jobs.transcript import Transcript
from judging.programs import Executable
from judging.sandbox import Command, MemoryFile, Sandbox

_GRACE_S = 0.1  # how long a submission may go on after the validator rejected
_SETTLE_S = 0.25  # how long a validator that closed its output may take to exit
_RELAY_FACTOR = (
    4  # wall limits are so many times longer when the judge relays the dialogue
)


@dataclass(frozen=True, slots=True)
class Pass:
    """One pass of a submission.

    check: None if something else decides the verdict.
    note: what the message adds after how the submission ended.
    """

    run: ProgramRun
    check: CheckResult | None
    note: str = ""


def run_dialogue(
    program: Executable,
    validator: OutputValidator,
    limits: Limits,
    transcript: Transcript | None,
) -> Pass:
    """Run one pass of an interactive problem, and record it if there is a transcript.

    The pass has no check if one of the programs could not be run; the execution says why.
    """
    done = _run_once(program, validator, limits, transcript)
    if (
        done.check is None
    ):  # the sandbox failed, which says nothing about the programs: try again
        done = _run_once(program, validator, limits, transcript)
    return done


def _run_once(
    program: Executable,
    validator: OutputValidator,
    limits: Limits,
    transcript: Transcript | None,
) -> Pass:
    worker = validator.worker
    pipes: Pipes = DirectPipes() if transcript is None else RelayedPipes(transcript)
    wall_s = limits.wall_s * (1 if transcript is None else _RELAY_FACTOR)
    with contextlib.ExitStack() as stack:
        stack.callback(pipes.close)
        unstarted = stack.enter_context(contextlib.ExitStack())
        for fd in pipes.programs_only:
            unstarted.callback(os.close, fd)
        errors = [
            stack.enter_context(contextlib.closing(MemoryFile())) for _ in range(2)
        ]
        boxes = [stack.enter_context(worker.sandbox.box()) for _ in range(2)]
        submission = command(
            program, limits, worker, boxes[0], (*pipes.submission, errors[0].fd)
        )
        submission = replace(_with_wall(submission, wall_s), monitored=True)
        judge = validator.command(boxes[1], (*pipes.validator, errors[1].fd))
        # The validator may have to wait for the submission all the time.
        judge = _with_wall(judge, wall_s + (judge.limits.wall_s or 0.0))
        unstarted.pop_all()  # `start_pair` closes them, even if it fails
        execution, judged, validator_first = _run_pair(
            worker.sandbox, submission, judge, pipes, limits
        )
        stderr = errors[0].read()
        execution = with_memory_reason(program, execution, stderr)
        if transcript is not None:
            pipes.close()
            transcript.end_pass()
        if judged.ending in (Ending.SANDBOX_ERROR, Ending.CANCELLED):
            return Pass(ProgramRun(judged, b"", stderr), None)
        if execution.ending is Ending.SANDBOX_ERROR:
            return Pass(ProgramRun(execution, b"", stderr), None)
        check = settle_dialogue(
            validator.conclude(judged, errors[1].read()), validator_first
        )
        note = explain_idle(execution, judged, check)
        return Pass(ProgramRun(execution, b"", stderr), check, note)


def _with_wall(command: Command, wall_s: float) -> Command:
    return replace(command, limits=replace(command.limits, wall_s=wall_s))


def _run_pair(
    sandbox: Sandbox,
    submission: Command,
    validator: Command,
    pipes: Pipes,
    limits: Limits,
) -> tuple[Execution, Execution, bool]:
    """Return how both ended, and whether the validator ended first, by itself."""
    running, judging = sandbox.start_pair(submission, validator, pipes.programs_only)
    judged: list[Execution] = []
    validator_over, submission_over = threading.Event(), threading.Event()

    def wait_for_validator() -> None:
        judged.append(judging.wait())
        validator_over.set()
        accepted = judged[0].exit_code == ACCEPTED
        pipes.validator_ended(accepted)
        if not accepted and not submission_over.wait(_GRACE_S):
            running.kill()

    thread = threading.Thread(target=wait_for_validator, daemon=True)
    thread.start()
    execution = running.wait()
    submission_over.set()
    # The submission may have failed because its input ended, and the cause may be that the
    # validator is about to exit. Or the validator only closed its output and reads on.
    failed = execution.exit_code != 0 or execution.cpu_s > limits.time_s
    if execution.input_ended and failed:
        validator_over.wait(_SETTLE_S)
    by_itself = validator_over.is_set()
    pipes.submission_ended()
    thread.join()
    earlier = (
        judged[0].ended_at_s <= execution.ended_at_s
        or execution.input_ended
        or execution.ending
        is Ending.CANCELLED  # by the judge, because the validator had rejected
    )
    return execution, judged[0], by_itself and earlier
