"""Which runs are made, repeated and counted: examples with a scripted executor."""

from __future__ import annotations

import random
from concurrent.futures import Future
from typing import Any

import pytest
from support.scripted import (
    LIMITS,
    Played,
    Run,
    Scenario,
    ScriptedExecutor,
    play,
    run_scenario,
)

from judging.core.expectations import FOLDERS
from judging.core.problem import Expectation
from judging.core.verdicts import Verdict
from judging.pipeline.scheduling import run_schedules
from judging.values import replace


def one(*runs: Run, folder: str | None = None) -> Played:
    """Judge one test whose first run and repeats take these times."""
    first, second, third = (*runs, *[runs[-1]] * 2)[:3]
    return run_scenario(Scenario((folder,), (((first, second, third),),)), slots=2)


@pytest.mark.parametrize(
    ("times", "verdict", "reruns"),
    [
        ([0.1], Verdict.AC, 0),
        ([1.05, 0.3], Verdict.AC, 1),  # noise: much faster when it runs alone
        ([1.05, 1.04], Verdict.TLE, 1),  # slow again: it is slow
        ([1.3, 1.1, 0.9], Verdict.AC, 2),
        ([1.3, 1.1, 1.05], Verdict.TLE, 2),
        ([0.9, 1.3, 1.4], Verdict.AC, 2),  # in time once is in time
        ([1.5], Verdict.TLE, 0),  # stopped at the kill limit
        (
            [1.3, 1.5, 1.5],
            Verdict.TLE,
            1,
        ),  # a repeat that was stopped has no time to compare
    ],
)
def test_the_shortest_time_counts(
    times: list[float], verdict: Verdict, reruns: int
) -> None:
    played = one(*[Run(time) for time in times])
    ((result,),) = played.results
    assert result.verdict is verdict
    assert result.reruns == reruns
    assert result.execution.cpu_s == min(times[: reruns + 1])


def test_a_stopped_repeat_is_not_a_shorter_time() -> None:
    """A run stopped at the wall limit used little CPU time, but may need more."""
    ((result,),) = one(Run(0.9), Run(0.01, slept=True)).results
    assert result.verdict is Verdict.AC
    assert result.execution.cpu_s == 0.9


def test_a_schedule_continues_when_a_repeat_clears_the_doubt() -> None:
    """A late run stops the schedule. If its repeat is in time, the later tests run after all."""
    late = (Run(1.2), Run(0.2), Run(0.2))
    fine = (Run(0.1),) * 3
    played = run_scenario(Scenario(("accepted",), ((fine, late, fine, fine),)), slots=5)
    assert [result.verdict for result in played.results[0]] == ["AC"] * 4
    assert [result.reruns for result in played.results[0]] == [0, 1, 0, 0]


def test_schedules_share_the_slots() -> None:
    """With five slots and two schedules, both schedules always have a run."""
    fine = (Run(0.1),) * 3
    played = run_scenario(Scenario((None, None), ((fine,) * 20, (fine,) * 20)), slots=5)
    assert sum(played.executor.most_of_one.values()) >= 5


def test_there_may_be_no_schedules_and_no_tests() -> None:
    assert run_scenario(Scenario((), ()), 2).results == ()
    assert run_scenario(Scenario(("accepted",), ((),)), 2).results == ((),)


def test_an_exception_in_a_run_is_passed_on() -> None:
    class Broken(ScriptedExecutor):
        def spread(self, *_: object, **__: object) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(RuntimeError("a fault of ours"))
            return future

    scenario = Scenario((None,), (((Run(0.1),) * 3,),))
    executor = Broken(scenario.script(), 2, random.Random(0))
    with pytest.raises(RuntimeError, match="a fault of ours"):
        run_schedules(scenario.schedules(), executor, executor.listen, lambda *_: None)


@pytest.mark.parametrize(
    ("times", "ran"),
    [
        ([0.1, 1.55, 0.1, 0.1], 2),  # stopped at the kill limit: slow enough
        (
            [1.2, 0.1, 1.6, 0.1],
            3,
        ),  # too slow, but within the margin: the next may be slow enough
        ([1.2, 0.1, 1.2, 0.1], 4),
    ],
)
def test_a_schedule_continues_until_a_result_satisfies_must_show(
    times: list[float], ran: int
) -> None:
    tests = tuple((Run(time), Run(time), Run(time)) for time in times)
    scenario = Scenario(("time_limit_exceeded",), (tests,))
    (schedule,) = scenario.schedules()
    schedule.must_show = lambda result: result.execution.cpu_s >= LIMITS.kill_s
    play(scenario, [schedule], slots=2, seed=1)
    assert len(schedule.results) == ran


def play_early(*tests: tuple[Run, Run, Run]) -> Played:
    """Judge a submission whose runs stop early after one at the kill limit."""
    scenario = Scenario(
        ("time_limit_exceeded",), (tests,), stop_early=False, stops_early=True
    )
    return run_scenario(scenario, slots=1)


@pytest.mark.parametrize(
    ("repeat_s", "verdict", "early"),
    [
        (0.3, Verdict.AC, False),  # the other programs had slowed it down
        (1.2, Verdict.TLE, True),  # reported as a run that nobody delayed
        (1.6, Verdict.TLE, True),
    ],
)
@pytest.mark.parametrize("delayed_s", [1.2, 1.9])
def test_an_early_stop_of_a_delayed_run_is_repeated_with_the_kill_limit(
    delayed_s: float, repeat_s: float, verdict: Verdict, early: bool
) -> None:
    slow = (Run(1.6),) * 3
    delayed = (Run(delayed_s, waited_s=3.0), Run(repeat_s), Run(repeat_s))
    played = play_early(slow, delayed, slow)
    ((first, second, third),) = played.results
    assert (first.verdict, first.stopped_early) == (Verdict.TLE, False)
    assert (second.verdict, second.stopped_early) == (verdict, early)
    assert second.reruns > 0
    assert second.execution.cpu_s == (1.05 if early else repeat_s)
    assert (third.verdict, third.stopped_early, third.reruns) == (Verdict.TLE, True, 0)


def test_a_repeat_that_the_judge_cannot_make_changes_no_verdict() -> None:
    slow = (Run(1.6),) * 3
    delayed = (Run(1.9, waited_s=3.0), Run(0.0, failed=True), Run(0.0, failed=True))
    ((_, second),) = play_early(slow, delayed).results
    assert (second.verdict, second.stopped_early) == (Verdict.TLE, True)


def test_runs_after_one_that_was_stopped_get_its_limits_within_a_chunk_too() -> None:
    """Twenty short runs let a worker make many at once; the next ones are too slow."""
    short, slow = (Run(0.01),) * 3, (Run(1.6),) * 3
    scenario = Scenario(
        ("time_limit_exceeded",),
        ((short,) * 20 + (slow,) * 10,),
        stop_early=False,
        stops_early=True,
    )
    played = run_scenario(scenario, slots=1, chunk_s=1.0)
    (results,) = played.results
    assert [result.stopped_early for result in results[20:]] == [False] + [True] * 9


def test_a_rule_for_other_tests_needs_its_own_run_at_the_kill_limit() -> None:
    """How slow the submission is on the tests of each rule is compared with the time limit."""
    slow = (Run(1.6),) * 3
    scenario = Scenario(
        ("time_limit_exceeded",), ((slow,) * 4,), stop_early=False, stops_early=True
    )
    (schedule,) = scenario.schedules()
    folder = Expectation(*FOLDERS["time_limit_exceeded"], "the folder", bound="upper")
    some = replace(folder, stated_by="a file", tests=("secret/2", "secret/3"))
    both = replace(folder, parts=(folder, some))
    schedule.submission = replace(schedule.submission, expectation=both)
    play(scenario, [schedule], slots=1, seed=0)
    early = [result.stopped_early for result in schedule.results]
    assert early == [False, True, False, True]


@pytest.mark.parametrize(("alone_on", "ran"), [(0, 5), (3, 3), (9, 3)])
def test_a_schedule_that_is_likely_to_end_early_does_not_run_ahead(
    alone_on: int, ran: int
) -> None:
    """The third test settles it. With free slots, others would run in vain."""
    fine = (Run(0.1),) * 3
    endless = (Run(1.6),) * 3
    scenario = Scenario((None,), ((fine, fine, endless, endless, endless),))
    (schedule,) = scenario.schedules()
    schedule.alone_on = alone_on
    executor = play(scenario, [schedule], slots=5, seed=0)
    assert len(schedule.results) == 3
    assert len(executor.first_runs) == ran


def test_a_schedule_runs_ahead_after_the_tests_on_which_it_runs_alone() -> None:
    scenario = Scenario((None,), (((Run(0.1),) * 3,) * 9,))
    (schedule,) = scenario.schedules()
    schedule.alone_on = 3
    executor = play(scenario, [schedule], slots=5, seed=0)
    assert len(schedule.results) == 9
    assert executor.most_of_one["s0"] == 5
