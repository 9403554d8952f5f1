"""From the ending of a process to a verdict.

These functions are pure, so a stored run can be classified again under other limits.
"""

import signal

from judging.core.limits import ENDLESS_BYTES, Limits, format_size
from judging.core.runs import CheckResult, Ending, Execution
from judging.core.verdicts import Verdict
from judging.values import replace

# A run that took at least limit / NEAR and was not stopped is timed
# again. The format's default margin above the limit (`time_limit_to_tle`)
# is 1.5 too: noise may work in both directions.
NEAR = 1.5
# A run that computed, or was ready to, for less than this share of its wall time slept or
# waited. Chosen, not measured.
STARVED = 0.2
# Seconds of waiting for a core that say nothing: shorter waits happen on every machine.
_DELAYED_S = 0.1

# The words name no time. If a validator is stopped on every test, that is one fault:
# with times that differ by a hundredth of a second, it would be reported once for each test.
_STOPPED = {
    Ending.CPU_LIMIT: "stopped at its limit of CPU time",
    Ending.WALL_LIMIT: "stopped at its wall limit",
    Ending.MEMORY_LIMIT: "stopped at its memory limit",
    Ending.OUTPUT_LIMIT: "stopped at its output limit",
    Ending.CANCELLED: "cancelled",
}


def classify(execution: Execution, limits: Limits, check: CheckResult | None) -> Verdict:
    """Return the verdict of one run. The first that applies decides:
    sandbox failure JE, a final check, time TLE, memory MLE, output OLE,
    non-zero exit code or signal RTE, the check. `docs/verdicts.md`
    compares this order with those of other judges.

    `check` may be None only if something before it decides; a
    successful run without a check is JE.
    """
    if execution.ending is Ending.SANDBOX_ERROR:
        return Verdict.JE
    if check is not None and check.final:
        return check.verdict
    # Without a final check, nobody knows how a run would have ended that was cancelled.
    if execution.ending is Ending.CANCELLED:
        return Verdict.JE
    # A run that used too much memory or wrote too much may have been too slow as well:
    # the time comes first. One that was stopped before its time limit was not too slow.
    if execution.stopped or execution.cpu_s > limits.time_s:
        return Verdict.TLE
    if _exceeded_memory(execution, limits):
        return Verdict.MLE
    overflowed = execution.output_bytes > limits.output_bytes
    if execution.ending is Ending.OUTPUT_LIMIT or overflowed:
        return Verdict.OLE
    if _failed(execution):
        return Verdict.RTE
    return check.verdict if check is not None else Verdict.JE


def _failed(execution: Execution) -> bool:
    """True when the process ended by a signal or with an exit code other than 0."""
    return execution.ending is Ending.SIGNALED or bool(execution.exit_code)


def _exceeded_memory(execution: Execution, limits: Limits) -> bool:
    if execution.ending is Ending.MEMORY_LIMIT:
        return True
    if execution.memory_bytes > limits.memory_bytes:
        return True
    # An allocation that fails ends most programs with an
    # exception, before any limit is hit.
    return _failed(execution) and execution.out_of_memory is not None


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
    """Return the validator's check of an interactive run,
    final or not, by who ended first.

    A failed validator is a judge error, whatever the submission did. If the
    validator rejected first, WA is final too: the submission may then have failed
    because its partner was gone. Otherwise the submission's own ending comes
    before the check. Table: `docs/interactive.md`.
    """
    rejected_first = validator_first and check.verdict is Verdict.WA
    return replace(check, final=rejected_first or check.verdict is Verdict.JE)


def explain_idle(submission: Execution, validator: Execution, check: CheckResult) -> str:
    """Return what the validator did until the submission's wall limit, for the message."""
    if submission.ending is not Ending.WALL_LIMIT or check.final:
        return ""
    if validator.ended_at_s <= submission.ended_at_s:
        return ", after the validator had accepted"
    if validator.cpu_s + validator.waited_s >= STARVED * submission.wall_s:
        lacked = " and lacked a core" if was_delayed(validator) else ""
        return f", while the validator computed for {validator.cpu_s:.2f} s{lacked}"
    if was_computing(submission):
        return ""
    return ", and so did the validator (is all output flushed?)"


def near_limit(execution: Execution, limits: Limits) -> bool:
    """True when noise could change the verdict: the run ended by itself
    close to the limit, or it was stopped at the wall limit although it
    computed, so it may have lacked a core."""
    if execution.ending is Ending.WALL_LIMIT:
        return was_computing(execution)
    if execution.stopped:
        return False
    return limits.time_s / NEAR <= execution.cpu_s < limits.kill_s


def stopped_early(execution: Execution, limits: Limits) -> Execution:
    """Return a run as `limits` would have stopped it early.

    It may have been made without an early stop, and have gone on or ended by itself after
    that. What it wrote and the memory it used stay as they are.
    """
    over = execution.cpu_s >= limits.stop_s
    if limits.early_stop_s is None or not over or _is_unknown(execution):
        return execution
    share = limits.stop_s / execution.cpu_s
    return replace(
        execution,
        ending=Ending.CPU_LIMIT,
        cpu_s=limits.stop_s,
        cpu_limit_s=limits.stop_s,
        # As if the run had gone on evenly.
        wall_s=share * execution.wall_s,
        waited_s=share * execution.waited_s,
        exit_code=None,
        signal=None,
        out_of_memory=None,
    )


def _is_unknown(execution: Execution) -> bool:
    """True when nobody knows how a run would have ended."""
    return execution.ending in (Ending.SANDBOX_ERROR, Ending.CANCELLED)


def holds_under(execution: Execution, limits: Limits) -> bool:
    """True when a run would have shown the same under `limits`, which differ from
    those of the run in nothing but time."""
    if near_limit(execution, limits):
        return False
    if execution.stopped:
        made_s = execution.cpu_limit_s
        # With more time it might have ended. If its memory peaked above the limit and no
        # sample saw that in time, the next run may be stopped for it before its time is over.
        fits = execution.memory_bytes <= limits.memory_bytes
        return made_s is not None and made_s >= limits.stop_s and fits
    return execution.cpu_s < limits.time_s and execution.wall_s * NEAR <= limits.wall_s


def was_delayed(execution: Execution) -> bool:
    """True when the machine was overloaded: others had the program's core longer than itself."""
    return execution.waited_s > execution.cpu_s + _DELAYED_S


def delay_matters(execution: Execution, limits: Limits) -> bool:
    """True when a run was delayed, and might show something else on an idle machine.

    The wait for a core is no CPU time, so it does not change the verdict of a program that
    only computes. It counts in full all the same, as if it were CPU time: a program may
    look at the clock and give up in time, and a core that others use between is slower.
    Only a run that would be far from the time limit even so says what the next one would.
    A run of 3 ms that waited for 0.1 s under a limit of 2 s does.
    """
    if not was_delayed(execution):
        return False
    # The launcher takes the wait off the wall time, and a run that lacked a core is near
    # its limit (`near_limit`): this one slept.
    if execution.ending is Ending.WALL_LIMIT:
        return False
    # Slower by less than NEAR because of the others, it was too slow without them.
    if execution.ending is Ending.CPU_LIMIT:
        return limits.stop_s < limits.time_s * NEAR
    return execution.cpu_s + execution.waited_s >= limits.time_s / NEAR


def was_computing(execution: Execution) -> bool:
    """True unless the program slept or waited for something other than a core."""
    ready_s = execution.cpu_s + execution.waited_s
    return ready_s >= STARVED * execution.wall_s


def _explain_wall_limit(execution: Execution) -> str:
    """Return why a run took long without computing; an empty string if it computed."""
    if not was_computing(execution):
        return ": it slept or waited"
    if was_delayed(execution):
        return ": other programs of this machine had the cores"
    return ""


def describe_ending(execution: Execution) -> str:
    """Return how a process ended, in words: `exit code 3`, `killed by SIGSEGV`, ...

    `describe_tool_ending` names the limit too.
    """
    if execution.ending is Ending.SIGNALED and execution.signal is not None:
        return f"killed by {signal_name(execution.signal)}"
    if execution.ending is Ending.EXITED:
        return f"exit code {execution.exit_code}"
    if execution.ending is Ending.SANDBOX_ERROR:
        return execution.error or "the sandbox failed"
    return _STOPPED.get(execution.ending, f"stopped: {execution.ending}")


def describe_tool_ending(
    execution: Execution, limits: Limits, output_key: str = "validation_output"
) -> str:
    """Return how a program of the package ended that ran under `limits`, the limits of
    validation. If time or output stopped it, name the limit and its setting in
    problem.yaml.

    output_key: the setting that limits its output.
    """
    limit = f"{limits.kill_s:g} s"
    if execution.ending is Ending.CPU_LIMIT:
        return f"stopped after {limit} of CPU time (validation_time)"
    if execution.ending is Ending.WALL_LIMIT:
        # Its own wall limit is longer in a dialogue, where it waits for the submission.
        why = _explain_wall_limit(execution)
        return f"stopped at its wall limit{why} (validation_time {limit})"
    if execution.ending is Ending.OUTPUT_LIMIT:
        limit = format_size(limits.output_bytes)
        # A package that states less, or nothing, is at this limit all the same.
        if limits.output_bytes == ENDLESS_BYTES:
            output_key = f"a larger {output_key} raises it"
        return f"stopped at its output limit of {limit} ({output_key})"
    return describe_ending(execution)


def signal_name(number: int) -> str:
    """Return `SIGSEGV`, or `signal 34` for a real-time signal, which has a number and no name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _memory(execution: Execution, limits: Limits) -> str:
    used = execution.memory_bytes
    limit = format_size(limits.memory_bytes)
    if used > limits.memory_bytes:
        return f"used {format_size(used)} of memory, the limit is {limit}"
    if execution.ending is Ending.MEMORY_LIMIT:
        # A control group says only that it is full. It counts more than the pages of processes,
        # and the pages that were taken since the last sample.
        return (
            f"used more memory than the limit of {limit}, with shared memory, files of its "
            f"box and buffers; {format_size(used)} was seen in its processes"
        )
    evidence = f"inferred: ran out of memory ({execution.out_of_memory})"
    return f"{evidence}, then {describe_ending(execution)}"


def _time(execution: Execution, limits: Limits) -> str:
    earlier = _had_longer_limits(execution, limits)
    if execution.ending is Ending.WALL_LIMIT:
        which = "an earlier wall limit" if earlier else "the wall limit"
        return (
            f"stopped at {which} after {execution.wall_s:.2f} s, with "
            f"{execution.cpu_s:.2f} s of CPU time{_explain_wall_limit(execution)}"
        )
    limit = f"the limit is {limits.time_s:.2f} s"
    if execution.ending is Ending.CPU_LIMIT:
        # The limit that stopped this run, so that the time beside it is that of the message.
        stopped_s = limits.stop_s
        if execution.cpu_limit_s is not None:
            stopped_s = execution.cpu_limit_s
        stopped = f"stopped at {stopped_s:.2f} s of CPU time"
        if earlier:
            return f"{stopped} under an earlier limit; now {limit}"
        return f"{stopped}, {limit}"
    taken = f"took {execution.cpu_s:.2f} s of CPU time, {limit}"
    if execution.ending in (Ending.MEMORY_LIMIT, Ending.OUTPUT_LIMIT):
        # Without that, its time would be taken for that of a whole run.
        return f"{taken}; then it was {_STOPPED[execution.ending]}"
    return taken


def _had_longer_limits(execution: Execution, limits: Limits) -> bool:
    """True when a run that was stopped had more time than `limits` give: it is recalled from
    before the time limit was lowered, or it measured the time limit.

    A difference that no report shows does not count: that of a time factor which is measured
    anew.
    """
    made_s = execution.cpu_limit_s
    if made_s is None or made_s <= limits.kill_s:
        return False
    return f"{made_s:.2f}" != f"{limits.kill_s:.2f}"
