"""From the ending of a process to a verdict.

These functions are pure, so a stored run can be classified again under other limits.
"""

import signal
from dataclasses import replace

from judging.core.limits import Limits, format_size
from judging.core.results import CheckResult, Ending, Execution
from judging.core.verdicts import Verdict

NEAR = 1.5  # a run that took at least limit / NEAR and was not stopped is timed again
_DELAYED_S = 0.1  # a shorter wait happens on every machine
STARVED = (
    0.2  # a run with less CPU time than this share of its wall time slept or waited
)


def classify(execution: Execution, limits: Limits, check: CheckResult | None) -> Verdict:
    """Return the verdict of one run. The first that applies decides: sandbox failure JE, a final
    check, memory MLE, time TLE, output OLE, non-zero exit code or signal RTE, the check.

    `check` may be None only if something before it decides; a successful run without a check is JE.
    """
    if execution.ending is Ending.SANDBOX_ERROR:
        return Verdict.JE
    if check is not None and check.final:
        return check.verdict
    if execution.ending is Ending.CANCELLED:
        return Verdict.JE
    failed = execution.ending is Ending.SIGNALED or bool(execution.exit_code)
    if (
        execution.ending is Ending.MEMORY_LIMIT
        or execution.memory_bytes > limits.memory_bytes
        or (failed and execution.out_of_memory)
    ):
        return Verdict.MLE
    if execution.stopped or execution.cpu_s > limits.time_s:
        return Verdict.TLE
    if (
        execution.ending is Ending.OUTPUT_LIMIT
        or execution.output_bytes > limits.output_bytes
    ):
        return Verdict.OLE
    if failed:
        return Verdict.RTE
    return check.verdict if check is not None else Verdict.JE


def explain(execution: Execution, limits: Limits, check: CheckResult | None) -> str:
    """Return one line for people that explains the verdict of `classify`."""
    verdict = classify(execution, limits, check)
    if verdict is Verdict.JE and execution.error:
        return execution.error
    if verdict is Verdict.MLE:
        return _memory(execution, limits)
    if verdict is Verdict.TLE:
        return _time(execution, limits)
    if verdict is Verdict.OLE:
        return f"wrote more than the output limit of {format_size(limits.output_bytes)}"
    if verdict is Verdict.RTE:
        return describe_ending(execution)
    return check.message if check is not None else ""


def settle_dialogue(check: CheckResult, validator_first: bool) -> CheckResult:
    """Return the validator's check of an interactive run, final or not, by who ended first.

    A failed validator is a judge error, whatever the submission did. If the validator rejected
    first, WA is final too: the submission may then have failed because its partner was gone.
    Otherwise the submission's own ending comes before the check. Table: `docs/interactive.md`.
    """
    final = check.verdict is Verdict.JE or (
        validator_first and check.verdict is Verdict.WA
    )
    return replace(check, final=final)


def explain_idle(submission: Execution, validator: Execution, check: CheckResult) -> str:
    """Return what the validator did until the submission's wall limit, for the message."""
    if submission.ending is not Ending.WALL_LIMIT or check.final:
        return ""
    if validator.ended_at_s <= submission.ended_at_s:
        return ", after the validator had accepted"
    if validator.cpu_s >= STARVED * submission.wall_s:
        return f", while the validator computed for {validator.cpu_s:.2f} s"
    if _was_computing(submission):
        return ""
    return ", and so did the validator (is all output flushed?)"


def near_limit(execution: Execution, limits: Limits) -> bool:
    """True when noise could change the verdict: the run ended by itself close to the limit, or it
    was stopped at the wall limit although it computed, so it may have lacked a core."""
    if execution.ending is Ending.WALL_LIMIT:
        return _was_computing(execution)
    return (
        not execution.stopped and limits.time_s / NEAR <= execution.cpu_s < limits.kill_s
    )


def holds_under(execution: Execution, made_kill_s: float, limits: Limits) -> bool:
    """True when a run that was made under the kill limit `made_kill_s`, in seconds, would have
    shown the same under `limits`, which differ from those of the run in nothing but time."""
    if near_limit(execution, limits):
        return False
    if execution.stopped:
        return (
            made_kill_s >= limits.kill_s
            and execution.memory_bytes <= limits.memory_bytes
        )
    return execution.cpu_s < limits.time_s and execution.wall_s * NEAR <= limits.wall_s


def was_delayed(execution: Execution) -> bool:
    """True when the machine was overloaded: others had the program's core longer than itself."""
    return execution.waited_s > execution.cpu_s + _DELAYED_S


def _was_computing(execution: Execution) -> bool:
    return execution.cpu_s >= STARVED * execution.wall_s


def describe_ending(execution: Execution) -> str:
    """Return how a process ended, in words: `exit code 3`, `killed by SIGSEGV`, ..."""
    if execution.ending is Ending.SIGNALED and execution.signal is not None:
        return f"killed by {signal_name(execution.signal)}"
    if execution.ending is Ending.EXITED:
        return f"exit code {execution.exit_code}"
    if execution.ending is Ending.SANDBOX_ERROR:
        return execution.error or "the sandbox failed"
    return f"stopped: {execution.ending}"


def signal_name(number: int) -> str:
    """Return `SIGSEGV`, or `signal 34` for a real-time signal, which has a number and no name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _memory(execution: Execution, limits: Limits) -> str:
    used = execution.memory_bytes
    if execution.ending is Ending.MEMORY_LIMIT or used > limits.memory_bytes:
        return f"used {format_size(used)} of memory, the limit is {format_size(limits.memory_bytes)}"
    evidence = f"inferred: ran out of memory ({execution.out_of_memory})"
    return f"{evidence}, then {describe_ending(execution)}"


def _time(execution: Execution, limits: Limits) -> str:
    if execution.ending is Ending.WALL_LIMIT:
        idle = "" if _was_computing(execution) else ": it slept or waited"
        return (
            f"stopped at the wall limit after {execution.wall_s:.2f} s, "
            f"with {execution.cpu_s:.2f} s of CPU time{idle}"
        )
    if execution.ending is Ending.CPU_LIMIT:
        return f"stopped at {limits.kill_s:.2f} s of CPU time, the limit is {limits.time_s:.2f} s"
    return (
        f"took {execution.cpu_s:.2f} s of CPU time, the limit is {limits.time_s:.2f} s"
    )
