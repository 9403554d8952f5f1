"""Which run comes next: every submission is a lane of testcases in order, and the lanes share the
executor.

Two promises hold at every number of jobs. A lane's results are those of a run one test at a time:
what was run ahead of the test that settles the lane is thrown away. And a run near the time limit
is decided only after it was run again, alone, when nothing else runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field, replace

from judging.core.classify import near_limit
from judging.core.events import Listener, PhaseStarted, StepDone, TestcaseDone
from judging.core.expectations import breaking, settled
from judging.core.problem import Submission
from judging.core.results import TestcaseResult
from judging.core.scoring import Scoring
from judging.core.verdicts import Verdict
from judging.jobs import Job, run_job
from judging.sandbox.worker import WorkExecutor

MAX_RERUNS = 2
_STABLE = 0.03  # a second run within 3 % of the first says that a third would say the same


@dataclass(slots=True)
class Lane:
    """One submission's way through its testcases.

    `known` are results by the place of their test that need no run. `shows`: what some result has
    to show before the lane may stop early, unless the expectation is broken. `repeats`: a run near
    the limit is decided by running it again. Under the rules of `scoring` a lane that stops early
    is settled when every test was run or passed over, or one could not be judged.
    """

    submission: Submission
    jobs: Sequence[Job]
    stop_early: bool
    known: Mapping[int, TestcaseResult] = field(default_factory=dict)
    shows: Callable[[TestcaseResult], bool] | None = None
    repeats: bool = True
    scoring: Scoring | None = None
    results: list[TestcaseResult] = field(default_factory=list)
    _places: list[int] = field(default_factory=list)  # of the results among the jobs
    _reached: int = 0  # every job before it has a result or was passed over
    _next: int = 0  # the next job to start
    _begun: set[int] = field(default_factory=set)
    _ahead: dict[int, TestcaseResult] = field(default_factory=dict)
    _unsure: dict[int, None] = field(default_factory=dict)

    @property
    def in_flight(self) -> int:
        """Runs that were started and are not part of the results yet."""
        return len(self._begun)

    @property
    def settled(self) -> bool:
        """True when no more tests have to run, given that no result is in doubt."""
        if self._reached == len(self.jobs):
            return True
        if not self.stop_early:
            return False
        if self.scoring is not None:
            return any(result.verdict is Verdict.JE for result in self.results)
        return self._enough

    @property
    def _enough(self) -> bool:
        """True when more results can tell nothing more of the expectation."""
        expectation = self.submission.expectation
        if not settled(expectation, self.results):
            return False
        if self.shows is None or any(map(self.shows, self.results)):
            return True
        return expectation is None or breaking(expectation, self.results) is not None

    @property
    def waits_for_rerun(self) -> bool:
        """True when a failed run near the limit must be repeated before the lane goes on."""
        return any(self.results[index].verdict is not Verdict.AC for index in self._unsure)

    @property
    def may_start(self) -> bool:
        """True when there is a next test to run now."""
        return not self.settled and not self.waits_for_rerun and self._next < len(self.jobs)

    @property
    def may_run_ahead(self) -> bool:
        """A submission that must time out is not run ahead: each further test costs a limit."""
        return self.submission.times_limit != "upper"

    def start(self) -> int:
        """Takes the next test to run, where `may_start`: its index among the jobs."""
        index = self._next
        self._begun.add(index)
        self._next = self._past(index + 1)
        return index

    def accept(self, index: int, result: TestcaseResult) -> list[TestcaseResult]:
        """Takes the result of test `index`; returns those that have become part of the results."""
        known = len(self.results)
        if index >= self._reached:
            self._ahead[index] = result
        self.resume()
        return self.results[known:]

    def take_unsure(self) -> list[int]:
        """The results to run again, each once; what was run ahead of them is forgotten."""
        unsure = list(self._unsure)
        self._unsure.clear()
        self._ahead.clear()
        self._begun.clear()
        self._next = self._reached
        return unsure

    def job(self, index: int) -> Job:
        """What the result `index` is of."""
        return self.jobs[self._places[index]]

    def resume(self) -> None:
        """Goes on from the results that there are, when none of them is in doubt."""
        while not self.settled and not self.waits_for_rerun:
            place = self._reached
            if self._past(place) == place:
                if place not in self._ahead:
                    break
                self._take(place, self._ahead[place])
            self._ahead.pop(place, None)
            self._begun.discard(place)
            self._reached += 1
        self._next = self._past(max(self._next, self._reached))

    def _take(self, place: int, result: TestcaseResult) -> None:
        final = result.check is not None and result.check.final
        near = near_limit(result.execution, self.jobs[place].limits)
        if self.repeats and near and not final:
            self._unsure[len(self.results)] = None
        self.results.append(result)
        self._places.append(place)

    def _past(self, place: int) -> int:
        """The first test from `place` on that is not passed over."""
        if self.scoring is not None and self.stop_early:
            while place < len(self.jobs) and self._passes_over(self.jobs[place].testcase):
                place += 1
        return place

    def _passes_over(self, name: str) -> bool:
        """More results never change a True."""
        assert self.scoring is not None
        return self.scoring.left_out(name, self.results) or (
            self.scoring.decided(name, self.results) and self._enough
        )


def run_lanes(
    lanes: Sequence[Lane], executor: WorkExecutor, slots: int, on_event: Listener
) -> None:
    """Runs every lane until it is settled. Lanes that come first are preferred."""
    on_event(PhaseStarted("run", sum(len(lane.jobs) for lane in lanes)))
    while True:
        _drain(lanes, executor, slots, on_event)
        unsure = [(lane, index) for lane in lanes for index in lane.take_unsure()]
        if not unsure:
            return
        on_event(PhaseStarted("rerun", len(unsure)))
        for lane, index in unsure:
            job = lane.job(index)
            lane.results[index] = _repeat(
                lane.results[index], job, lambda job: executor.submit(run_job, job).result()
            )
            on_event(StepDone("rerun", f"{job.submission} {job.testcase}"))
        for lane in lanes:
            lane.resume()


def _drain(lanes: Sequence[Lane], executor: WorkExecutor, slots: int, on_event: Listener) -> None:
    running: dict[Future[TestcaseResult], tuple[Lane, int]] = {}
    while True:
        while len(running) < slots:
            lane = _next(lanes)
            if lane is None:
                break
            index = lane.start()
            if index in lane.known:
                for result in lane.accept(index, lane.known[index]):
                    on_event(TestcaseDone(lane.submission.path, result))
                continue
            running[executor.submit(run_job, lane.jobs[index])] = (lane, index)
        if not running:
            return
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            lane, index = running.pop(future)
            for result in lane.accept(index, future.result()):
                on_event(TestcaseDone(lane.submission.path, result))


def _next(lanes: Sequence[Lane]) -> Lane | None:
    """The first lane with nothing in flight; else the least busy one that may run ahead."""
    open_lanes = [lane for lane in lanes if lane.may_start]
    idle = next((lane for lane in open_lanes if lane.in_flight == 0), None)
    if idle is not None:
        return idle
    ahead = [lane for lane in open_lanes if lane.may_run_ahead]
    return min(ahead, key=lambda lane: lane.in_flight, default=None)


def _repeat(
    first: TestcaseResult, job: Job, run: Callable[[Job], TestcaseResult]
) -> TestcaseResult:
    """The run with the least time among `first` and at most two more; one that was stopped has no
    time to compare."""
    best = first
    for count in range(1, MAX_RERUNS + 1):
        again = run(job)
        previous = best.execution.cpu_s
        told = not again.execution.stopped and again.verdict is not Verdict.JE
        if told and (best.execution.stopped or again.execution.cpu_s < previous):
            best = again
        best = replace(best, reruns=count)
        stable = abs(again.execution.cpu_s - previous) <= _STABLE * previous
        settled_now = stable and again.verdict is first.verdict
        if not near_limit(best.execution, job.limits) or again.execution.stopped or settled_now:
            break
    return best
