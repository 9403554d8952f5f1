"""Decides which run comes next. Each submission has a schedule of testcases in order, and all
schedules share the executor.

Two promises hold for every number of jobs. The results of a submission are the same as if its tests
ran one at a time: runs after the test that settles it are discarded. And a run close to the time
limit decides only after it was repeated alone, with nothing else running.
"""

import math
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace

from judging.core.classify import near_limit
from judging.core.errors import MachineError
from judging.core.events import (
    Listener,
    PhaseStarted,
    StepDone,
    TestcaseDone,
    TestcaseStarted,
)
from judging.core.expectations import first_violation, is_settled
from judging.core.problem import Submission
from judging.core.results import TestcaseResult
from judging.core.scoring import Scoring
from judging.core.verdicts import Verdict
from judging.jobs import Job, run_jobs
from judging.session import WorkExecutor, first_done

_Running = Future[list[TestcaseResult]]
Wait = Callable[[Iterable[_Running]], Collection[_Running]]
Keep = Callable[[Job, TestcaseResult], None]
MAX_RERUNS = 2
_MOST_RUNS = 50  # in one chunk: what a lost machine takes with it is soon made again
_GUESS_S = 0.05  # of a run, before any has ended
_STABLE = 0.03  # after two runs within 3 % of each other, a third is not needed


@dataclass(slots=True)
class SubmissionSchedule:
    """One submission's testcases in order, and their results so far.

    known: results that need no run, by the index of their job.
    must_show: some result must satisfy this before the schedule stops early, unless the expectation
    is already broken.
    repeats: repeat runs close to the limit.
    scoring: if set, a schedule that stops early is settled when every test was run or skipped, or
    when one could not be judged.
    """

    submission: Submission
    jobs: Sequence[Job]
    stop_early: bool
    known: Mapping[int, TestcaseResult] = field(default_factory=dict)
    must_show: Callable[[TestcaseResult], bool] | None = None
    repeats: bool = True
    scoring: Scoring | None = None
    results: list[TestcaseResult] = field(default_factory=list)
    _places: list[int] = field(default_factory=list)  # index of the job of each result
    _reached: int = 0  # every job before this index has a result or was skipped
    _next: int = 0  # the next job to start
    _begun: set[int] = field(default_factory=set)
    _ahead: dict[int, TestcaseResult] = field(default_factory=dict)
    _unsure: dict[int, None] = field(default_factory=dict)
    _counted: int = -1  # the number of results for which `_settles` is known
    _settles: bool = False

    @property
    def in_flight(self) -> int:
        """Number of runs that were started and are not among the results yet."""
        return len(self._begun)

    @property
    def settled(self) -> bool:
        """True when no more tests have to run, provided that no result is in doubt."""
        if self._reached == len(self.jobs):
            return True
        if not self.stop_early:
            return False
        if self.scoring is not None:
            return any(result.verdict is Verdict.JE for result in self.results)
        return self._enough

    @property
    def final(self) -> bool:
        """True when nothing can change the results any more."""
        return self.settled and not self._unsure

    @property
    def _enough(self) -> bool:
        """True when more results cannot change whether the expectation is met."""
        if self._counted != len(self.results):
            self._counted, self._settles = len(self.results), self._is_enough()
        return self._settles

    def _is_enough(self) -> bool:
        expectation = self.submission.expectation
        if not is_settled(expectation, self.results):
            return False
        if self.must_show is None or any(map(self.must_show, self.results)):
            return True
        return (
            expectation is None or first_violation(expectation, self.results) is not None
        )

    @property
    def waits_for_rerun(self) -> bool:
        """True when a failed run close to the limit must be repeated before going on."""
        return any(
            self.results[index].verdict is not Verdict.AC for index in self._unsure
        )

    @property
    def left(self) -> int:
        """Number of tests that were not started."""
        return 0 if self.settled else len(self.jobs) - self._next

    @property
    def may_start(self) -> bool:
        return (
            not self.settled and not self.waits_for_rerun and self._next < len(self.jobs)
        )

    def start(self) -> int:
        """Take the next test to run and return its index among the jobs. Requires `may_start`."""
        index = self._next
        self._begun.add(index)
        self._next = self._next_free(index + 1)
        return index

    def give_back(self, indices: Iterable[int]) -> None:
        """Take back tests that were started, but not run."""
        self._begun.difference_update(indices)
        self._next = self._next_free(self._reached)

    def accept(self, index: int, result: TestcaseResult) -> list[TestcaseResult]:
        """Take the result of job `index`. Return the results that are now final, in order."""
        known = len(self.results)
        if index >= self._reached:
            self._ahead[index] = result
        self.resume()
        return self.results[known:]

    def take_unsure(self) -> list[int]:
        """Return the indices of results to repeat, each once; discard the runs ahead of them."""
        unsure = list(self._unsure)
        self._unsure.clear()
        self._ahead.clear()
        self._begun.clear()
        self._next = self._reached
        return unsure

    def replace(self, index: int, result: TestcaseResult) -> None:
        """Put the result of a repeated run in the place of the first one."""
        self.results[index] = result
        self._counted = -1

    def job(self, index: int) -> Job:
        return self.jobs[self._places[index]]

    def resume(self) -> None:
        """Move runs that are ahead into the results, as far as no result is in doubt."""
        while not self.settled and not self.waits_for_rerun:
            place = self._reached
            if self._next_needed(place) == place:
                if place not in self._ahead:
                    break
                self._take(place, self._ahead[place])
            self._ahead.pop(place, None)
            self._begun.discard(place)
            self._reached += 1
        self._next = self._next_free(max(self._next, self._reached))

    def _take(self, place: int, result: TestcaseResult) -> None:
        final = result.check is not None and result.check.final
        near = near_limit(result.execution, self.jobs[place].limits)
        if self.repeats and near and not final:
            self._unsure[len(self.results)] = None
        self.results.append(result)
        self._places.append(place)

    def _next_free(self, place: int) -> int:
        """Return the first place from here that is needed and was not started."""
        while (place := self._next_needed(place)) in self._begun:
            place += 1
        return place

    def _next_needed(self, place: int) -> int:
        if self.scoring is not None and self.stop_early:
            while place < len(self.jobs) and self._is_skipped(self.jobs[place].testcase):
                place += 1
        return place

    def _is_skipped(self, name: str) -> bool:
        """More results never undo that the rules of scoring do not need a test."""
        assert self.scoring is not None
        return self.scoring.skips(name, self.results) or (
            self.scoring.is_decided(name, self.results) and self._enough
        )


def run_schedules(
    schedules: Sequence[SubmissionSchedule],
    executor: WorkExecutor,
    on_event: Listener,
    keep: Keep,
    wait: Wait = first_done,
) -> None:
    """Run every schedule until it is settled, earlier ones first.

    keep: gets the result of each run that ends, whether a schedule needs it or not.
    wait: blocks until a future is done, and returns all that are done.
    """
    on_event(PhaseStarted("run", sum(len(schedule.jobs) for schedule in schedules)))
    while True:
        _drain(schedules, executor, on_event, keep, wait)
        unsure = [
            (schedule, index)
            for schedule in schedules
            for index in schedule.take_unsure()
        ]
        if not unsure:
            return
        on_event(PhaseStarted("rerun", len(unsure)))
        for schedule, index in unsure:
            job = schedule.job(index)
            schedule.replace(index, _repeat(schedule.results[index], job, executor))
            on_event(StepDone("rerun", f"{job.submission} {job.testcase}"))
        for schedule in schedules:
            schedule.resume()


def _drain(
    schedules: Sequence[SubmissionSchedule],
    executor: WorkExecutor,
    on_event: Listener,
    keep: Keep,
    wait: Wait,
) -> None:
    def accept(schedule: SubmissionSchedule, index: int, result: TestcaseResult) -> None:
        for final in schedule.accept(index, result):
            on_event(TestcaseDone(schedule.submission.path, final))

    running: dict[_Running, tuple[SubmissionSchedule, list[int]]] = {}
    left = deque(schedules)
    ended: list[tuple[Job, TestcaseResult]] = []
    while True:
        while len(running) < executor.slots and (schedule := _next(left)) is not None:
            chunk: list[int] = []
            size = _chunk_size(schedule, left, executor)
            while schedule.may_start and len(chunk) < size:
                index = schedule.start()
                if index in schedule.known:
                    accept(schedule, index, schedule.known[index])
                else:
                    chunk.append(index)
            if chunk:
                jobs = tuple(schedule.jobs[index] for index in chunk)
                for job in jobs:
                    on_event(TestcaseStarted(job.submission, job.testcase))
                running[spread(executor, jobs, schedule.stop_early)] = (schedule, chunk)
        for job, result in ended:  # only now: first every free worker gets its next run
            keep(job, result)
        if not running:
            return
        ended.clear()
        for future in wait(running):
            schedule, chunk = running.pop(future)
            try:
                results = future.result()
            except MachineError:  # nothing that has ended is lost
                for job, result in ended:
                    keep(job, result)
                raise
            for index, result in zip(chunk, results, strict=False):
                ended.append((schedule.jobs[index], result))
                accept(schedule, index, result)
            schedule.give_back(chunk[len(results) :])


def spread(
    executor: WorkExecutor,
    jobs: Sequence[Job],
    stop_early: bool = False,
    *,
    decide: bool = False,
) -> _Running:
    """Run jobs one after the other on some machine, or on that which decides about times."""
    programs = [
        program for job in jobs for program in (job.program, *job.checker.programs)
    ]
    files = [
        file for job in jobs for file in (job.input, job.answer) if file is not None
    ]
    return executor.spread(programs, files, run_jobs, jobs, stop_early, decide=decide)


def _chunk_size(
    schedule: SubmissionSchedule,
    left: Iterable[SubmissionSchedule],
    executor: WorkExecutor,
) -> int:
    """Return how many runs a worker should make at once: as many as fill the time of a chunk, but
    fewer towards the end, so that all workers end together."""
    if not executor.chunk_s:
        return 1
    times = [result.execution.wall_s for result in schedule.results]
    mean_s = max(sum(times) / len(times) if times else _GUESS_S, 1e-3)
    share = sum(each.left for each in left) / (2 * executor.slots)
    return max(1, min(int(executor.chunk_s / mean_s), _MOST_RUNS, math.ceil(share)))


def _next(left: deque[SubmissionSchedule]) -> SubmissionSchedule | None:
    """Return the first schedule with nothing in flight, else the least busy that may run ahead.
    Schedules at the front that have nothing left to run are removed."""
    while left and left[0].in_flight == 0 and not left[0].may_start:
        left.popleft()
    idle = (
        schedule for schedule in left if schedule.in_flight == 0 and schedule.may_start
    )
    if (first := next(idle, None)) is not None:
        return first
    # If a submission must time out, each further test costs a whole time limit.
    ahead = [s for s in left if s.may_start and s.submission.times_limit != "upper"]
    return min(ahead, key=lambda schedule: schedule.in_flight, default=None)


def _repeat(first: TestcaseResult, job: Job, executor: WorkExecutor) -> TestcaseResult:
    """Return the fastest of `first` and at most two more runs. A stopped run has no time, and one
    that another machine made does not count."""
    best = first
    for count in range(1, MAX_RERUNS + 1):
        [again] = spread(executor, (job,), decide=True).result()
        previous = best.execution.cpu_s
        if again.node != best.node:  # times of two machines do not compare
            best = first = replace(again, reruns=count)
            continue
        counts = not again.execution.stopped and again.verdict is not Verdict.JE
        if counts and (best.execution.stopped or again.execution.cpu_s < previous):
            best = again
        best = replace(best, reruns=count)
        stable = abs(again.execution.cpu_s - previous) <= _STABLE * previous
        settled_now = stable and again.verdict is first.verdict
        if (
            not near_limit(best.execution, job.limits)
            or again.execution.stopped
            or settled_now
        ):
            break
    return best
