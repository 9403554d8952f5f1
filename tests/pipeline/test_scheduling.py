"""Schedules under a scripted executor: whatever finishes first, the results are those of running
one test at a time.

The script says what each run gives: the first runs, of which a schedule may make more than one in
vain, and the repeats, which run alone. Only the order in which runs finish is random.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judging.core.classify import classify
from judging.core.events import Event, PhaseStarted, StepDone, TestcaseDone
from judging.core.expectations import FOLDERS
from judging.core.limits import MIB, Limits, ProblemLimits
from judging.core.problem import (
    Aggregation,
    Expectation,
    Problem,
    Source,
    Submission,
    Testcase,
    TestGroup,
)
from judging.core.results import CheckResult, Ending, Execution, TestcaseResult
from judging.core.scoring import Scoring, scoring
from judging.core.verdicts import Verdict, is_in
from judging.jobs import Job, rejudge
from judging.jobs.checkers import Checker
from judging.languages import languages
from judging.package.files.layout import KATTIS_2025_09
from judging.pipeline.scheduling import SubmissionSchedule, run_schedules
from judging.programs import Executable

LIMITS = Limits(time_s=1.0, kill_s=1.5, memory_bytes=MIB, output_bytes=MIB)
CHECK = Checker((), ProblemLimits(time_s=1.0))


@dataclass(frozen=True)
class Run:
    """What one run is scripted to give."""

    cpu_s: float
    right: bool = True
    exit_code: int = 0
    slept: bool = False
    final: bool = False  # rejected by a validator that ended first

    def result(self, name: str) -> TestcaseResult:
        if self.slept:
            execution = Execution(Ending.WALL_LIMIT, cpu_s=self.cpu_s, wall_s=LIMITS.wall_s)
        elif self.cpu_s >= LIMITS.kill_s:
            execution = Execution(Ending.CPU_LIMIT, cpu_s=self.cpu_s)
        else:
            execution = Execution(Ending.EXITED, cpu_s=self.cpu_s, exit_code=self.exit_code)
        check = CheckResult(Verdict.AC if self.right else Verdict.WA, final=self.final)
        return TestcaseResult(name, classify(execution, LIMITS, check), execution, check)

    @property
    def near(self) -> bool:
        """Ended by itself, at two thirds of the limit or more, and that matters."""
        return not self.final and LIMITS.time_s / 1.5 <= self.cpu_s < LIMITS.kill_s


# For every test of every schedule: its first run and two repeats.
Script = Mapping[tuple[str, str], tuple[Run, Run, Run]]


@dataclass
class Scripted:
    """Gives what the script says; a thread finishes what is pending in random order."""

    script: Script
    slots: int
    order: random.Random
    repeating: int = 0  # repeats that are still announced
    repeats: dict[tuple[str, str], int] = field(default_factory=dict)
    first_runs: dict[tuple[str, str], int] = field(default_factory=dict)
    most_of_one: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    seen: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.changed = threading.Condition()
        self.pending: list[tuple[Future[Any], Job, TestcaseResult]] = []
        self.closed = False
        self.thread = threading.Thread(target=self._finish)
        self.thread.start()

    @property
    def jobs(self) -> int:
        return self.slots

    def listen(self, event: Event) -> None:
        if isinstance(event, PhaseStarted) and event.phase == "rerun":
            self.repeating = event.total
        elif isinstance(event, StepDone) and event.phase == "rerun":
            self.repeating -= 1
        elif isinstance(event, TestcaseDone):
            self.seen.append((event.submission, event.result.name))

    def start(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        (job,) = args
        key = (job.submission, job.testcase)
        future: Future[Any] = Future()
        with self.changed:
            if self.repeating:
                if self.pending:
                    self.faults.append(f"{key} was repeated beside {len(self.pending)} others")
                self.repeats[key] = self.repeats.get(key, 0) + 1
                run = self.script[key][min(self.repeats[key], 2)]
            else:
                self.first_runs[key] = self.first_runs.get(key, 0) + 1
                run = self.script[key][0]
            self.pending.append((future, job, run.result(job.testcase)))
            if len(self.pending) > self.slots:
                self.faults.append(f"{len(self.pending)} runs on {self.slots} slots")
            mine = sum(1 for _, other, _ in self.pending if other.submission == job.submission)
            most = self.most_of_one.get(job.submission, 0)
            self.most_of_one[job.submission] = max(most, mine)
            self.changed.notify()
        return future

    def _finish(self) -> None:
        while True:
            with self.changed:
                while not self.pending and not self.closed:
                    self.changed.wait()
                if self.closed:
                    return
                # Often let others come first, so that there is something to choose from.
                if len(self.pending) < self.slots and self.order.random() < 0.7:
                    self.changed.wait(0.001)
                chosen = self.order.randrange(len(self.pending))
                future, _, result = self.pending.pop(chosen)
            future.set_result(result)

    def kill(self) -> None:
        """Nothing runs here that could be ended."""

    def close(self) -> None:
        with self.changed:
            self.closed = True
            self.changed.notify()
        self.thread.join()


@dataclass(frozen=True)
class Story:
    """Some submissions, what is expected of them, and what their runs give."""

    folders: tuple[str | None, ...]
    runs: tuple[tuple[tuple[Run, Run, Run], ...], ...]
    stop_early: bool = True
    group: TestGroup | None = None  # by which the tests are scored

    def schedules(self) -> list[SubmissionSchedule]:
        made = []
        for number, (folder, tests) in enumerate(zip(self.folders, self.runs, strict=True)):
            expectation = Expectation(*FOLDERS[folder], f"folder {folder}") if folder else None
            must_be_slow = folder == "time_limit_exceeded"
            submission = Submission(
                Source(f"s{number}", ()), expectation, "upper" if must_be_slow else None
            )
            program = Executable(f"s{number}", "none", "0" * 64, ())
            jobs = [
                Job(f"s{number}", f"secret/{test}", program, "", "", LIMITS, CHECK)
                for test in range(len(tests))
            ]
            rules = self.rules([job.testcase for job in jobs])
            made.append(SubmissionSchedule(submission, jobs, self.stop_early, scoring=rules))
        return made

    def rules(self, tests: Sequence[str]) -> Scoring | None:
        if self.group is None:
            return None
        paths = KATTIS_2025_09.paths(Path(__file__).parent)
        cases = tuple(Testcase(name) for name in tests)
        groups = {self.group.name: self.group}
        limits = ProblemLimits(1.0)
        return scoring(Problem("p", "", ("scoring",), limits, paths, cases, groups))

    def script(self) -> Script:
        return {
            (f"s{number}", f"secret/{test}"): runs
            for number, tests in enumerate(self.runs)
            for test, runs in enumerate(tests)
        }


@dataclass(frozen=True)
class Told:
    """What came of a story."""

    results: tuple[tuple[TestcaseResult, ...], ...]
    executor: Scripted


def tell(story: Story, slots: int, seed: int = 0) -> Told:
    schedules = story.schedules()
    executor = Scripted(story.script(), slots, random.Random(seed))
    try:
        run_schedules(schedules, executor, executor.listen)
    finally:
        executor.close()
    assert executor.faults == []
    return Told(tuple(tuple(schedule.results) for schedule in schedules), executor)


TIMES = st.sampled_from([0.1, 0.5, 0.7, 0.8, 0.95, 0.99, 1.01, 1.05, 1.3, 1.49, 1.5, 2.0])
RUNS = st.builds(
    Run, TIMES, st.booleans() | st.just(True), st.sampled_from([0, 0, 0, 0, 1])
) | st.builds(Run, TIMES, right=st.just(False), final=st.just(True))


@st.composite
def tests(draw: st.DrawFn) -> tuple[Run, Run, Run]:
    """A first run, and repeats that differ in time only: a submission does the same each time."""
    first = draw(RUNS)
    again = [replace(first, cpu_s=draw(TIMES)) for _ in range(2)]
    return (first, again[0], again[1])


@st.composite
def stories(draw: st.DrawFn) -> Story:
    size = draw(st.integers(1, 6))
    count = draw(st.integers(1, 4))
    folders = draw(
        st.lists(st.none() | st.sampled_from(list(FOLDERS)), min_size=count, max_size=count)
    )
    rows = st.lists(tests(), min_size=size, max_size=size).map(tuple)
    runs = draw(st.lists(rows, min_size=count, max_size=count))
    return Story(tuple(folders), tuple(runs), draw(st.booleans()))


def enough(folder: str | None, verdicts: Sequence[Verdict], stop_early: bool) -> bool:
    """One test at a time, with first-error: is there nothing more to run?"""
    if not stop_early or not verdicts:
        return False
    failed = any(verdict != "AC" for verdict in verdicts)
    if folder is None:
        return failed
    permitted, required = FOLDERS[folder]
    if any(not is_in(verdict, permitted) for verdict in verdicts):
        return True
    return failed and any(is_in(verdict, required) for verdict in verdicts)


@settings(max_examples=150)
@given(stories(), st.integers(0, 2**32))
@pytest.mark.slow
def test_every_number_of_slots_gives_the_same(story: Story, seed: int) -> None:
    alone = tell(story, 1, seed)
    for slots in (2, 5):
        assert tell(story, slots, seed).results == alone.results


@pytest.mark.slow
@settings(max_examples=75)
@given(stories(), st.integers(0, 2**32))
def test_rules_of_scoring_are_kept_at_every_number_of_slots(story: Story, seed: int) -> None:
    # The least score of a group is known at its first failure: as a schedule without scores stops.
    minimum = TestGroup("secret", Aggregation.MIN, 100.0)
    least = tell(replace(story, group=minimum), 3, seed)
    assert least.results == tell(replace(story, group=None), 1, seed).results
    # A group that breaks ends at its first failure, whatever is expected; but not with `all`.
    breaking = TestGroup("secret", graded=True, breaks=True)
    for slots in (1, 3):
        told = tell(replace(story, group=breaking), slots, seed)
        for results, tests in zip(told.results, story.runs, strict=True):
            failures = [place for place, r in enumerate(results) if r.verdict is not Verdict.AC]
            if story.stop_early:
                assert failures == ([len(results) - 1] if failures else [])
            assert len(results) == len(tests) or (story.stop_early and failures)


@pytest.mark.slow
@settings(max_examples=150)
@given(stories(), st.integers(0, 2**32), st.sampled_from([1, 2, 5]))
def test_results_are_those_of_one_test_at_a_time(story: Story, seed: int, slots: int) -> None:
    told = tell(story, slots, seed)
    for number, results in enumerate(told.results):
        tests = story.runs[number]
        verdicts: list[Verdict] = []
        for place, result in enumerate(results):
            # Nothing is run, and kept, after the test that settled the schedule.
            assert not enough(story.folders[number], verdicts, story.stop_early)
            first, *repeats = tests[place]
            runs = [first, *repeats[: result.reruns]]
            least = min(run.cpu_s for run in runs)
            assert result.name == f"secret/{place}"
            assert (1 <= result.reruns <= 2) == first.near
            assert (result.reruns == 0) == (not first.near)
            assert result.execution.cpu_s == least
            decisive = next(run for run in runs if run.cpu_s == least)
            assert result.verdict is decisive.result("").verdict
            verdicts.append(result.verdict)
        assert len(results) == len(tests) or enough(
            story.folders[number], verdicts, story.stop_early
        )


@pytest.mark.slow
@settings(max_examples=100)
@given(stories(), st.integers(0, 2**32), st.sampled_from([1, 2, 5]))
def test_repeats_are_counted_and_made_for_nothing_else(story: Story, seed: int, slots: int) -> None:
    told = tell(story, slots, seed)
    recorded = {
        (f"s{number}", result.name): result.reruns
        for number, results in enumerate(told.results)
        for result in results
        if result.reruns
    }
    assert told.executor.repeats == recorded


@pytest.mark.slow
@settings(max_examples=100)
@given(stories(), st.integers(0, 2**32))
def test_what_must_be_slow_is_not_run_ahead(story: Story, seed: int) -> None:
    told = tell(story, 5, seed)
    for number, folder in enumerate(story.folders):
        if folder == "time_limit_exceeded":
            assert told.executor.most_of_one[f"s{number}"] == 1
            ran = {key for key in told.executor.first_runs if key[0] == f"s{number}"}
            assert len(ran) == len(told.results[number])


@settings(max_examples=50)
@given(stories(), st.integers(0, 2**32))
def test_every_test_is_announced_once_in_the_order_of_its_schedule(story: Story, seed: int) -> None:
    told = tell(story, 5, seed)
    for number, results in enumerate(told.results):
        announced = [test for schedule, test in told.executor.seen if schedule == f"s{number}"]
        assert announced == [result.name for result in results]


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
    class Broken(Scripted):
        def start(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(RuntimeError("a fault of ours"))
            return future

    story = Story((None,), (((Run(0.1),) * 3,),))
    executor = Broken(story.script(), 2, random.Random(0))
    try:
        with pytest.raises(RuntimeError, match="a fault of ours"):
            run_schedules(story.schedules(), executor, executor.listen)
    finally:
        executor.close()


@pytest.mark.slow
@settings(max_examples=100)
@given(stories(), st.integers(0, 2**32), st.sampled_from([1, 3]), st.data())
def test_what_is_known_is_not_run_and_changes_no_result(
    story: Story, seed: int, slots: int, data: st.DataObject
) -> None:
    schedules = story.schedules()
    for number, schedule in enumerate(schedules):
        places = data.draw(st.sets(st.integers(0, len(schedule.jobs) - 1)))
        runs = story.runs[number]
        schedule.known = {place: runs[place][0].result(f"secret/{place}") for place in places}
    executor = Scripted(story.script(), slots, random.Random(seed))
    try:
        run_schedules(schedules, executor, executor.listen)
    finally:
        executor.close()
    assert executor.faults == []
    assert tuple(tuple(schedule.results) for schedule in schedules) == tell(story, 1).results
    for number, schedule in enumerate(schedules):
        known = {(f"s{number}", f"secret/{place}") for place in schedule.known}
        assert not known & set(executor.first_runs)


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
    schedule.shows = lambda result: result.execution.cpu_s >= LIMITS.kill_s
    executor = Scripted(story.script(), 2, random.Random(1))
    try:
        run_schedules([schedule], executor, executor.listen)
    finally:
        executor.close()
    assert len(schedule.results) == ran


@pytest.mark.parametrize(
    ("run", "limit_s", "verdict"),
    [
        (Run(0.8), 1.0, Verdict.AC),
        (Run(0.8), 0.5, Verdict.TLE),
        (Run(0.8, right=False), 0.5, Verdict.TLE),
        (Run(0.4, right=False), 0.5, Verdict.WA),
        (Run(0.4, exit_code=3), 0.5, Verdict.RTE),
        (Run(0.8, exit_code=3), 0.5, Verdict.TLE),
        (Run(9.0), 0.5, Verdict.TLE),
    ],
)
def test_a_run_is_judged_again_under_another_limit(
    run: Run, limit_s: float, verdict: Verdict
) -> None:
    program = Executable("s", next(iter(languages())), "0" * 64, ())
    limits = Limits(limit_s, 1.5 * limit_s, MIB, MIB)
    job = Job("s", "secret/1", program, "", "", limits, CHECK)
    again = rejudge(run.result("secret/1"), job)
    assert again.verdict is verdict
    assert again.execution == run.result("secret/1").execution
    if verdict is Verdict.TLE:
        assert f"the limit is {limit_s:.2f} s" in again.message
