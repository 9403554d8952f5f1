"""Runs a submission and its output validator side by side: each stdout is the other's stdin.

    validator input answer feedback_dir/ [args] < submission's stdout > submission's stdin

Each runs in its own box under its own limits. The judge determines which of them ended
first by cause, not by a race (`pipes.py`). `docs/interactive.md` says which verdict follows.
"""

import contextlib
import os
import threading

from judging.core.classify import explain_idle, settle_dialogue
from judging.core.limits import Limits
from judging.core.runs import CheckResult, Ending, Execution
from judging.jobs.checkers import ACCEPTED, OutputValidator
from judging.jobs.pipes import DirectPipes, Pipes, RelayedPipes
from judging.jobs.running import ProgramRun, command, with_memory_reason
from judging.jobs.transcript import Transcript
from judging.programs import Executable
from judging.sandbox import Command, MemoryFile, Sandbox
from judging.values import Value, replace

# How long a submission may go on after the validator rejected. Its verdict is settled by
# then; one that is about to end does so by itself.
_GRACE_S = 0.1
# How long a validator that closed its output may take to exit. Most validators exit at
# once; one that reads on has not ended first, whatever comes later. An interpreter computes
# some 20 ms between the two, which take five times as long with four others on its core,
# and ten times with nine: 0.25 s would leave little room. Chosen, not measured.
_SETTLE_S = 1.0
# When the judge relays a dialogue, each line passes a thread of the judge in both
# directions, and the wall limits are longer by this factor. Chosen, not measured: CPU
# limits stay as they are.
_RELAY_FACTOR = 4


class Pass(Value):
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
    if done.check is not None:
        return done
    # The sandbox failed, which says nothing about the programs: try again.
    return _run_once(program, validator, limits, transcript)


def _run_once(
    program: Executable,
    validator: OutputValidator,
    limits: Limits,
    transcript: Transcript | None,
) -> Pass:
    worker = validator.worker
    pipes: Pipes
    if transcript is None:
        pipes = DirectPipes()
        wall_s = limits.wall_s
    else:
        pipes = RelayedPipes(transcript)
        wall_s = limits.wall_s * _RELAY_FACTOR
    with contextlib.ExitStack() as stack:
        stack.callback(pipes.close)
        unstarted = stack.enter_context(contextlib.ExitStack())
        for fd in pipes.programs_only:
            unstarted.callback(os.close, fd)
        submission_errors = stack.enter_context(contextlib.closing(MemoryFile()))
        validator_errors = stack.enter_context(contextlib.closing(MemoryFile()))
        submission_box = stack.enter_context(worker.sandbox.box())
        validator_box = stack.enter_context(worker.sandbox.box())
        fds = (*pipes.submission, submission_errors.fd)
        submission = command(program, limits, worker, submission_box, fds)
        submission = replace(_with_wall(submission, wall_s), monitored=True)
        judge = validator.command(validator_box, (*pipes.validator, validator_errors.fd))
        # The validator may have to wait for the submission all the time.
        judge = _with_wall(judge, wall_s + (judge.limits.wall_s or 0.0))
        if transcript is not None:
            transcript.start()
        unstarted.pop_all()  # `start_pair` closes them, even if it fails
        ended = _run_pair(worker.sandbox, submission, judge, pipes, limits)
        stderr = submission_errors.read()
        judged = ended.validator
        execution = with_memory_reason(program, ended.submission, stderr)
        execution = _with_wait_of_partner(execution, judged)
        if transcript is not None:
            pipes.close()
            transcript.end_pass()
        if judged.ending in (Ending.SANDBOX_ERROR, Ending.CANCELLED):
            return Pass(ProgramRun(judged, b"", stderr), None)
        if execution.ending is Ending.SANDBOX_ERROR:
            return Pass(ProgramRun(execution, b"", stderr), None)
        decision = validator.conclude(judged, validator_errors.read())
        check = settle_dialogue(decision, ended.validator_first)
        note = explain_idle(execution, judged, check)
        return Pass(ProgramRun(execution, b"", stderr), check, note)


def _with_wait_of_partner(submission: Execution, validator: Execution) -> Execution:
    """Return the submission's execution with the validator's wait for a core, if the wall
    limit ended it: it may have waited for a validator that lacked a core, and then it is
    repeated as if it had lacked one itself."""
    if submission.ending is not Ending.WALL_LIMIT:
        return submission
    longer_s = max(submission.waited_s, validator.waited_s)
    return replace(submission, waited_s=longer_s)


def _with_wall(command: Command, wall_s: float) -> Command:
    return replace(command, limits=replace(command.limits, wall_s=wall_s))


class _EndedPair(Value):
    """How both programs ended. `validator_first`: the validator ended first, by itself."""

    submission: Execution
    validator: Execution
    validator_first: bool


def _run_pair(
    sandbox: Sandbox,
    submission: Command,
    validator: Command,
    pipes: Pipes,
    limits: Limits,
) -> _EndedPair:
    """Run both programs to their ends, and find out which of them ended first."""
    running, judging = sandbox.start_pair(submission, validator, pipes.programs_only)
    judged: list[Execution] = []
    validator_over = threading.Event()
    submission_over = threading.Event()

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
    # The submission may have failed because its input ended, and the cause may be that
    # the validator is about to exit. Or the validator only closed its output and reads on.
    failed = execution.exit_code != 0 or execution.cpu_s > limits.time_s
    if execution.input_ended and failed:
        validator_over.wait(_SETTLE_S)
    # Asked before the validator's input ends: after that, it may end because of that.
    by_itself = validator_over.is_set()
    pipes.submission_ended()
    thread.join()
    earlier = (
        judged[0].ended_at_s <= execution.ended_at_s
        or execution.input_ended
        # Cancelled by the judge, because the validator had rejected.
        or execution.ending is Ending.CANCELLED
    )
    return _EndedPair(execution, judged[0], by_itself and earlier)
