"""From an execution to a verdict and its message: examples and properties."""

from __future__ import annotations

import signal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.core.classify import (
    classify,
    delay_matters,
    describe_ending,
    describe_tool_ending,
    explain,
    explain_idle,
    near_limit,
    settle_dialogue,
)
from judging.core.limits import MIB, Limits
from judging.core.runs import CheckResult, Ending, Execution
from judging.core.verdicts import Verdict
from judging.values import replace

LIMITS = Limits(time_s=1.0, kill_s=1.5, memory_bytes=64 * MIB, output_bytes=8 * MIB)
ACCEPTED = CheckResult(Verdict.AC, "fine")
WRONG = CheckResult(Verdict.WA, "line 1: token 1: expected '3', read '4'")
GOOD = Execution(Ending.EXITED, cpu_s=0.4, wall_s=0.5, memory_bytes=MIB, exit_code=0)
SEGFAULT = replace(
    GOOD, ending=Ending.SIGNALED, exit_code=None, signal=int(signal.SIGSEGV)
)

LATE = replace(GOOD, cpu_s=1.2, wall_s=1.3)
SPUN = Execution(Ending.CPU_LIMIT, cpu_s=1.504, wall_s=1.52, memory_bytes=MIB)
SLEPT = Execution(Ending.WALL_LIMIT, cpu_s=0.01, wall_s=3.0, memory_bytes=MIB)
HOG = Execution(Ending.MEMORY_LIMIT, cpu_s=0.1, wall_s=0.1, memory_bytes=66 * MIB)
BIG = replace(GOOD, memory_bytes=65 * MIB)
FLOOD = Execution(Ending.OUTPUT_LIMIT, cpu_s=0.1, wall_s=0.1, output_bytes=9 * MIB)
WROTE_TOO_MUCH = replace(GOOD, output_bytes=8 * MIB + 1)
BAD_ALLOC = replace(
    GOOD, ending=Ending.EXITED, exit_code=1, out_of_memory="stderr says 'std::bad_alloc'"
)
BROKEN = Execution(Ending.SANDBOX_ERROR, error="sandbox: forking failed")

CASES = [
    ("accepted", GOOD, ACCEPTED, Verdict.AC, ["fine"]),
    ("wrong", GOOD, WRONG, Verdict.WA, ["expected '3'"]),
    (
        "checker failed",
        GOOD,
        CheckResult(Verdict.JE, "checker c: exit 1"),
        Verdict.JE,
        ["exit 1"],
    ),
    ("nothing checked it", GOOD, None, Verdict.JE, []),
    ("late by itself", LATE, ACCEPTED, Verdict.TLE, ["1.20 s", "1.00 s"]),
    ("stopped by CPU time", SPUN, None, Verdict.TLE, ["stopped at 1.50 s", "1.00 s"]),
    (
        "stopped by wall time",
        SLEPT,
        None,
        Verdict.TLE,
        ["slept", "3.00 s", "0.01 s of CPU"],
    ),
    (
        "stopped by CPU time under an earlier limit",
        replace(SPUN, cpu_s=3.004, cpu_limit_s=3.0),
        None,
        Verdict.TLE,
        [
            "stopped at 3.00 s of CPU time under an earlier limit",
            "now the limit is 1.00 s",
        ],
    ),
    ("stopped by memory", HOG, None, Verdict.MLE, ["66 MiB", "64 MiB"]),
    (
        "stopped by memory after its time was over",
        replace(HOG, cpu_s=1.2),
        None,
        Verdict.TLE,
        ["took 1.20 s", "1.00 s", "then it was stopped at its memory limit"],
    ),
    ("peak over the limit", BIG, ACCEPTED, Verdict.MLE, ["65 MiB", "64 MiB"]),
    (
        "memory ran out",
        BAD_ALLOC,
        None,
        Verdict.MLE,
        ["inferred", "bad_alloc", "exit code 1"],
    ),
    (
        "memory ran out and was survived",
        replace(BAD_ALLOC, exit_code=0),
        ACCEPTED,
        Verdict.AC,
        ["fine"],
    ),
    ("stopped by output", FLOOD, None, Verdict.OLE, ["8.0 MiB"]),
    ("output over the limit", WROTE_TOO_MUCH, ACCEPTED, Verdict.OLE, ["8.0 MiB"]),
    ("exit code", replace(GOOD, exit_code=3), None, Verdict.RTE, ["exit code 3"]),
    ("signal", SEGFAULT, None, Verdict.RTE, ["SIGSEGV"]),
    ("real-time signal", replace(SEGFAULT, signal=40), None, Verdict.RTE, ["signal 40"]),
    ("sandbox", BROKEN, None, Verdict.JE, ["forking failed"]),
    (
        "sandbox, whatever the check says",
        BROKEN,
        ACCEPTED,
        Verdict.JE,
        ["forking failed"],
    ),
    ("cancelled", Execution(Ending.CANCELLED), None, Verdict.JE, []),
]


@pytest.mark.parametrize(
    ("execution", "check", "verdict", "words"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_verdict_and_message(
    execution: Execution, check: CheckResult | None, verdict: Verdict, words: list[str]
) -> None:
    assert classify(execution, LIMITS, check) is verdict
    message = explain(execution, LIMITS, check)
    assert [word for word in words if word not in message] == []
    assert "\n" not in message


def test_the_message_on_a_sleeping_program_says_that_it_slept() -> None:
    assert "slept" in explain(SLEPT, LIMITS, None)
    busy = replace(SLEPT, cpu_s=2.9)  # its children computed while it waited for them
    assert "slept" not in explain(busy, LIMITS, None)


# Faults in the order in which they decide, and the fields of an execution that each one sets.
FAULTS = [
    (Verdict.JE, {"ending": Ending.SANDBOX_ERROR, "exit_code": None}),
    (Verdict.TLE, {"cpu_s": 1.2}),
    (Verdict.MLE, {"memory_bytes": 65 * MIB}),
    (Verdict.OLE, {"output_bytes": 9 * MIB}),
    (Verdict.RTE, {"exit_code": 1}),
]


@given(st.sets(st.sampled_from(range(len(FAULTS)))), st.sampled_from([ACCEPTED, WRONG]))
def test_the_first_of_several_faults_in_the_documented_order_decides(
    chosen: set[int], check: CheckResult
) -> None:
    execution = GOOD
    for number in sorted(chosen, reverse=True):
        execution = replace(execution, **FAULTS[number][1])  # type: ignore[arg-type]
    expected = FAULTS[min(chosen)][0] if chosen else check.verdict
    assert classify(execution, LIMITS, check) is expected


@pytest.mark.parametrize("ending", list(Ending))
def test_only_a_clean_exit_can_be_accepted(ending: Ending) -> None:
    for code in (None, 0, 1, 42):
        execution = replace(GOOD, ending=ending, exit_code=code, signal=9)
        accepted = classify(execution, LIMITS, ACCEPTED) is Verdict.AC
        assert accepted == (ending is Ending.EXITED and not code)


def test_a_value_equal_to_a_limit_is_allowed() -> None:
    edge = replace(
        GOOD,
        cpu_s=LIMITS.time_s,
        memory_bytes=LIMITS.memory_bytes,
        output_bytes=LIMITS.output_bytes,
    )
    assert classify(edge, LIMITS, ACCEPTED) is Verdict.AC


def test_a_stored_run_is_judged_again_under_other_limits() -> None:
    assert classify(LATE, LIMITS, ACCEPTED) is Verdict.TLE
    assert classify(LATE, replace(LIMITS, time_s=1.2), ACCEPTED) is Verdict.AC
    assert classify(LATE, replace(LIMITS, time_s=1.2), WRONG) is Verdict.WA
    assert classify(BIG, replace(LIMITS, memory_bytes=65 * MIB), ACCEPTED) is Verdict.AC
    assert classify(GOOD, replace(LIMITS, time_s=0.3), ACCEPTED) is Verdict.TLE


def test_a_killed_run_stays_too_slow_under_a_larger_limit() -> None:
    """Its time is a lower bound: it might not have ended in time."""
    for stopped in (SPUN, SLEPT):
        assert (
            classify(stopped, replace(LIMITS, time_s=100.0, kill_s=150.0), None)
            is Verdict.TLE
        )


@given(st.floats(0, 3), st.sampled_from(list(Ending)))
def test_a_run_is_near_the_limit_when_noise_could_change_its_verdict(
    cpu_s: float, ending: Ending
) -> None:
    run = replace(GOOD, ending=ending, cpu_s=cpu_s)
    near = near_limit(run, LIMITS)
    if ending is Ending.WALL_LIMIT:
        return  # see the next test
    if ending is Ending.CPU_LIMIT:
        assert not near
    elif 0.9 <= cpu_s <= 1.1:
        assert near
    elif cpu_s < 0.5 or cpu_s >= LIMITS.kill_s:
        assert not near


@pytest.mark.parametrize(
    ("cpu_s", "near"),
    [(0.0, False), (0.01, False), (0.3, False), (1.2, True), (2.9, True)],
)
def test_a_run_that_computed_until_the_wall_limit_may_have_lacked_a_core(
    cpu_s: float, near: bool
) -> None:
    assert near_limit(replace(SLEPT, cpu_s=cpu_s), LIMITS) is near


@pytest.mark.parametrize(
    ("cpu_s", "waited_s", "why"),
    [
        (0.1, 0.1, "it slept or waited"),
        (0.1, 2.5, "other programs of this machine had the cores"),
        (1.2, 0.0, ""),
    ],
)
def test_a_run_that_lacked_a_core_is_not_said_to_have_slept(
    cpu_s: float, waited_s: float, why: str
) -> None:
    run = replace(SLEPT, cpu_s=cpu_s, waited_s=waited_s)
    assert near_limit(run, LIMITS) is (why != "it slept or waited")
    for said in (explain(run, LIMITS, None), describe_tool_ending(run, LIMITS)):
        assert "wall limit" in said
        for reason in ("it slept or waited", "other programs of this machine"):
            assert (reason in said) is why.startswith(reason)


def test_a_program_of_the_package_that_wrote_too_much_has_its_limit_named() -> None:
    said = describe_tool_ending(FLOOD, LIMITS)
    assert said == "stopped at its output limit of 8.0 MiB (validation_output)"


@pytest.mark.parametrize(
    ("cpu_s", "waited_s", "matters"),
    [
        (0.003, 0.0, False),
        (0.003, 0.1, False),
        (0.003, 0.6, False),  # with all of its wait it takes less than two thirds of 1 s
        (0.003, 0.7, True),
        (0.2, 0.25, False),
        (0.2, 0.5, True),
        (0.5, 0.55, False),  # no longer than on an idle machine, give or take a moment
        (0.5, 0.65, True),
    ],
)
def test_a_delay_matters_if_it_reaches_near_the_limit(
    cpu_s: float, waited_s: float, matters: bool
) -> None:
    run = replace(GOOD, cpu_s=cpu_s, waited_s=waited_s)
    assert delay_matters(run, LIMITS) is matters
    failed = replace(run, exit_code=1)
    assert delay_matters(failed, LIMITS) is matters
    # Far from every limit is a matter of the limit.
    assert not delay_matters(run, replace(LIMITS, time_s=10.0, kill_s=15.0))


def test_a_delay_does_not_matter_to_a_run_that_was_stopped_far_above_its_limit() -> None:
    delayed = replace(SPUN, waited_s=6.0, wall_s=7.6)
    assert not delay_matters(delayed, LIMITS)
    # A package may state a kill limit that is no further away than noise.
    assert delay_matters(delayed, replace(LIMITS, kill_s=1.1))
    # It slept: the wait is a small part of its wall time, and is taken off that.
    assert not delay_matters(replace(SLEPT, waited_s=0.2), LIMITS)


@pytest.mark.parametrize("ending", list(Ending))
def test_every_ending_has_a_description(ending: Ending) -> None:
    execution = replace(GOOD, ending=ending, exit_code=0, signal=11)
    assert describe_ending(execution).strip()
    if ending.endswith(" limit"):
        which = ending.removesuffix(" limit")
        described = describe_ending(execution).lower()
        assert described.startswith("stopped at its ")
        assert which in described


# The table of docs/interactive.md, row by row, over every pair of endings and both orders.

ENDINGS = {
    "well": GOOD,
    "fails": replace(GOOD, exit_code=1),
    "SIGPIPE": replace(
        GOOD, ending=Ending.SIGNALED, exit_code=None, signal=int(signal.SIGPIPE)
    ),
    "late": LATE,
    "computes": SPUN,
    "waits": SLEPT,
    "memory": HOG,
    "late with memory": replace(HOG, cpu_s=1.2),
    "output": FLOOD,
    "ended by us": Execution(Ending.CANCELLED),
    "sandbox": BROKEN,
}
SAID = {
    42: ACCEPTED,
    43: WRONG,
    0: CheckResult(Verdict.JE, "checker c: exit code 0"),
}


def by_the_table(validator: int, submission: str, validator_first: bool) -> Verdict:
    rows = [
        (submission == "sandbox", Verdict.JE),
        (validator == 0, Verdict.JE),
        (validator == 43 and validator_first, Verdict.WA),
        (
            submission in ("late", "computes", "waits", "late with memory"),
            Verdict.TLE,
        ),
        (submission == "memory", Verdict.MLE),
        (submission == "output", Verdict.OLE),
        (submission in ("fails", "SIGPIPE"), Verdict.RTE),
        (submission == "ended by us", Verdict.JE),
        (validator == 43, Verdict.WA),
        (validator == 42, Verdict.AC),
    ]
    return next(verdict for fits, verdict in rows if fits)


@pytest.mark.parametrize("submission", ENDINGS)
@pytest.mark.parametrize("validator", SAID)
@pytest.mark.parametrize("validator_first", [True, False])
def test_the_verdict_of_a_dialogue(
    validator: int, submission: str, validator_first: bool
) -> None:
    check = settle_dialogue(SAID[validator], validator_first)
    verdict = by_the_table(validator, submission, validator_first)
    assert classify(ENDINGS[submission], LIMITS, check) is verdict
    if verdict in (Verdict.AC, Verdict.WA):
        assert explain(ENDINGS[submission], LIMITS, check) == check.message


@pytest.mark.parametrize(
    ("validator", "words"),
    [
        (replace(GOOD, exit_code=42, ended_at_s=1.0), ["had accepted"]),
        (
            replace(GOOD, exit_code=42, ended_at_s=9.0, cpu_s=2.0),
            ["validator computed", "2.00 s"],
        ),
        (
            replace(GOOD, exit_code=42, ended_at_s=9.0, cpu_s=0.1, waited_s=2.0),
            ["validator computed", "0.10 s", "and lacked a core"],
        ),
        (
            replace(GOOD, exit_code=43, ended_at_s=9.0, cpu_s=0.0),
            ["and so did the validator"],
        ),
    ],
)
def test_what_the_validator_did_while_the_submission_waited(
    validator: Execution, words: list[str]
) -> None:
    waited = replace(SLEPT, ended_at_s=5.0)
    said = explain_idle(waited, validator, settle_dialogue(ACCEPTED, False))
    assert all(word in said for word in words)
    assert explain_idle(replace(waited, ending=Ending.EXITED), validator, ACCEPTED) == ""
