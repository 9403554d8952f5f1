"""Which runs are made, repeated and counted: examples under a scripted executor."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest
from support.scripted import LIMITS, Run, ScriptedExecutor, Story, Told, play, tell

from judging.core.verdicts import Verdict
from judging.pipeline.scheduling import run_schedules


def one(*runs: Run, folder: str | None = None) -> Told:
    """One test, whose first run and repeats are these."""
    first, second, third = (*runs, *[runs[-1]] * 2)[:3]
    return tell(Story((folder,), (((first, second, third),),)), slots=2)


@pytest.mark.parametrize(
    ("times", "verdict", "reruns"),
    [
        ([0.1], Verdict.AC, 0),
        ([1.05, 0.3], Verdict.AC, 1),  # noise: far below, alone
        ([1.05, 1.04], Verdict.TLE, 1),  # as slow again: it is slow
        ([1.3, 1.1, 0.9], Verdict.AC, 2),
        ([1.3, 1.1, 1.05], Verdict.TLE, 2),
        ([0.9, 1.3, 1.4], Verdict.AC, 2),  # what was in time once is in time
        ([1.5], Verdict.TLE, 0),  # stopped at the kill limit
        ([1.3, 1.5, 1.5], Verdict.TLE, 1),  # a repeat that was stopped has no time to compare
    ],
)
def test_the_least_time_counts(times: list[float], verdict: Verdict, reruns: int) -> None:
    told = one(*[Run(time) for time in times])
    ((result,),) = told.results
    assert result.verdict is verdict
    assert result.reruns == reruns
    assert result.execution.cpu_s == min(times[: reruns + 1])


def test_a_repeat_that_was_stopped_shows_no_lesser_time() -> None:
    """What was ended by the wall limit used little CPU time, but nobody knows how much it needs."""
    ((result,),) = one(Run(0.9), Run(0.01, slept=True)).results
    assert result.verdict is Verdict.AC
    assert result.execution.cpu_s == 0.9


def test_a_schedule_that_was_freed_of_doubt_goes_on() -> None:
    """A late run stops the schedule; repeated in time, the tests behind it are run after all."""
    late = (Run(1.2), Run(0.2), Run(0.2))
    fine = (Run(0.1),) * 3
    told = tell(Story(("accepted",), ((fine, late, fine, fine),)), slots=5)
    assert [result.verdict for result in told.results[0]] == ["AC"] * 4
    assert [result.reruns for result in told.results[0]] == [0, 1, 0, 0]


def test_schedules_share_the_slots() -> None:
    """With five slots and two schedules there is always work for each of them."""
    fine = (Run(0.1),) * 3
    told = tell(Story((None, None), ((fine,) * 20, (fine,) * 20)), slots=5)
    assert sum(told.executor.most_of_one.values()) >= 5


def test_no_schedules_and_no_tests_are_no_trouble() -> None:
    assert tell(Story((), ()), 2).results == ()
    assert tell(Story(("accepted",), ((),)), 2).results == ((),)


def test_an_exception_of_a_run_is_not_swallowed() -> None:
    class Broken(ScriptedExecutor):
        def start(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(RuntimeError("a fault of ours"))
            return future

    story = Story((None,), (((Run(0.1),) * 3,),))
    executor = Broken(story.script(), 2, random.Random(0))
    with pytest.raises(RuntimeError, match="a fault of ours"):
        run_schedules(story.schedules(), executor, executor.listen)


@pytest.mark.parametrize(
    ("times", "ran"),
    [
        ([0.1, 1.55, 0.1, 0.1], 2),  # stopped at the kill limit: that shows it
        ([1.2, 0.1, 1.6, 0.1], 3),  # too slow, but not by the margin: the next may show it
        ([1.2, 0.1, 1.2, 0.1], 4),
    ],
)
def test_a_schedule_that_has_to_show_something_goes_on_until_it_did(
    times: list[float], ran: int
) -> None:
    tests = tuple((Run(time), Run(time), Run(time)) for time in times)
    story = Story(("time_limit_exceeded",), (tests,))
    (schedule,) = story.schedules()
    schedule.must_show = lambda result: result.execution.cpu_s >= LIMITS.kill_s
    play(story, [schedule], slots=2, seed=1)
    assert len(schedule.results) == ran
