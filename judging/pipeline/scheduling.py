"""Decides which run comes next. Each submission has a schedule of testcases in order,
and all schedules share the executor.

Three promises hold for every number of jobs. The results of a submission are
the same as if its tests ran one at a time: runs after the test that settles
it are discarded. A run close to the time limit decides only after it
was repeated alone, with nothing else running. And where runs stop early because a test
before showed that the submission is too slow, those that were under way by then
are reported as if they had stopped early too.
"""

import math
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import IntEnum, auto

from judging.core.classify import near_limit, stopped_early, was_delayed
from judging.core.errors import MachineError
from judging.core.events import (
    Listener,
    PhaseStarted,
    StepDone,
    TestcaseDone,
    TestcaseStarted,
)
from judging.core.expectations import can_settle, first_violation, is_settled
from judging.core.problem import Submission
from judging.core.runs import Ending, TestcaseResult
from judging.core.scoring import Scoring
from judging.core.verdicts import Verdict
from judging.jobs import Job, rejudge, run_jobs
from judging.programs import Executable
from judging.session import EndedRun, StoppedPrograms, WorkExecutor, first_done
from judging.values import Value, replace

_Running = Future[list[TestcaseResult]]
Wait = Callable[[Iterable[_Running]], Collection[_Running]]
OnResults = Callable[[Sequence[EndedRun]], None]

# Each repeat runs with nothing beside it, so it costs the time of a whole
# machine; three times in all are enough to tell a slow program from a slow
# moment.
MAX_RERUNS = 2
# Two runs whose times differ by less than this share agree: the third
# would tell nothing new. Chosen, not measured.
_STABLE = 0.03
# The most runs in one chunk: what a lost machine takes with it is soon made
# again. A chunk costs the client 11 ms and a run in it 0.4 ms
# (docs/cluster.md), so larger ones would save little.
_MOST_RUNS = 50
# So many of the last runs of a submission tell how long its next ones take.
_RECENT = 16
# How long a run takes, in seconds, before any has ended.
# Only the first chunks depend on it.
_GUESS_S = 0.05
# A chunk ends after so many times its wanted length: a checker may take longer than the
# runs by which the chunk was sized, and an interrupt loses what a chunk has not returned.
_MOST_CHUNKS = 10
# Chunks are sized as if no run were shorter, in seconds: no division by zero.
_LEAST_S = 1e-3


class SlotState(IntEnum):
    """How far one testcase of a submission is.

    WAITING -> RUNNING -> ENDED -> COUNTED is the usual way. A run close to the
    time limit is IN_DOUBT in place of COUNTED until it was repeated. A WAITING,
    RUNNING or ENDED testcase becomes SKIPPED if the tests before it show that the
    rules of scoring do not need it, and a RUNNING or ENDED one WAITING again if it
    is not run after all, or its result is discarded.
    """

    # Integers, because states key a Counter at every run, and the hash of another Enum
    # is a function in Python: looking up its members takes about twice as long.
    WAITING = auto()
    RUNNING = auto()
    ENDED = auto()  # whether its result counts depends on a test before it
    COUNTED = auto()  # its result is among the results of the submission
    IN_DOUBT = auto()  # so it is here, but the run is to be repeated
    SKIPPED = auto()


@dataclass(slots=True)
class Slot:
    """One testcase of a submission.

    job: with the whole kill limit.
    result: set from ENDED on, and None again if it was discarded; of a repeated run, the
        one that counts.
    """

    job: Job
    state: SlotState = SlotState.WAITING
    result: TestcaseResult | None = None


class CountedRun(Value):
    """A run whose result is among those of its submission; `index` is that of its job."""

    index: int
    job: Job
    result: TestcaseResult


@dataclass(slots=True)
class SubmissionSchedule:
    """One submission's testcases in order, and how far each is.

    stop_early: the submission ends once no further result can change whether its
        expectation is met (`is_settled` of expectations.py). `judge run` never sets it
        together with `stops_early`, which is about single runs.
    known: results that need no run, by the index of their job.
    must_show: some result must satisfy this before the schedule stops early, unless the
        expectation is already broken. Without an expectation it is ignored.
    repeats: repeat runs close to the limit.
    scoring: if set, a schedule that stops early is settled when every test was run or
        skipped, or when one could not be judged.
    abandoned: its checker was given up, so no other run is started or counts.
    alone_on: on so many of its first tests it runs one at a time, also if workers are
        free: one of them is likely to settle it, and runs ahead would be in vain.
    stops_early: once a test shows that the submission is stopped at the kill limit, those
        after it are stopped a little past the time limit.
    known_early: results that need no run where runs stop early, by the index of their job.
    slots: the state of each test, in the order of `jobs`.
    results: those of the slots that are COUNTED or IN_DOUBT, in order.
    """

    submission: Submission
    jobs: Sequence[Job]
    stop_early: bool
    known: Mapping[int, TestcaseResult] = field(default_factory=dict)
    must_show: Callable[[TestcaseResult], bool] | None = None
    repeats: bool = True
    scoring: Scoring | None = None
    abandoned: bool = False
    alone_on: int = 0
    stops_early: bool = False
    known_early: Mapping[int, TestcaseResult] = field(default_factory=dict)
    slots: list[Slot] = field(init=False)
    results: list[TestcaseResult] = field(init=False, default_factory=list)
    # The fields below follow from the slots. They are kept because they are asked for at
    # every run of every submission, and a submission may have thousands of tests.
    _number: Counter[SlotState] = field(init=False)  # how many slots have each state
    _reached: int = field(init=False, default=0)  # before it: COUNTED, IN_DOUBT, SKIPPED
    _next: int = field(init=False, default=0)  # the first test that may start
    _enough: bool | None = field(init=False, default=None)  # None: the results changed
    # All results are of a kind that cannot settle the submission.
    _passed: bool = field(init=False, default=True)
    # The tests at whose kill limit a run was stopped, by index.
    _too_slow: list[int] = field(init=False, default_factory=list)
    # An early stop was delayed by other programs. The runs after it go on to the kill limit:
    # that costs less than to repeat them too, and is reported in the same way.
    _delayed: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        self.slots = [Slot(job) for job in self.jobs]
        self._number = Counter({SlotState.WAITING: len(self.slots)})

    @property
    def in_flight(self) -> int:
        """Number of runs that were started and are not among the results yet."""
        return self._number[SlotState.RUNNING] + self._number[SlotState.ENDED]

    @property
    def settled(self) -> bool:
        """True when no more tests have to run, provided that no result is in doubt."""
        if self._reached == len(self.slots):
            return True
        if not self.stop_early:
            return False
        if self.scoring is not None:
            return any(result.verdict is Verdict.JE for result in self.results)
        return self._has_enough()

    @property
    def final(self) -> bool:
        """True when nothing can change the results any more."""
        return self.settled and not self._number[SlotState.IN_DOUBT]

    @property
    def verdict_is_certain(self) -> bool:
        """True when the verdict may be reported although runs may still be repeated.

        Of the runs of one machine the fastest counts. So a test that was passed in time
        stays passed, and the repeat of an AC in doubt can only shorten its time. A
        failure in doubt may become an AC.
        """
        return self.settled and not self.waits_for_rerun

    @property
    def waits_for_rerun(self) -> bool:
        """True when a failed run close to the limit must be repeated before going on."""
        if not self._number[SlotState.IN_DOUBT]:
            return False
        return any(
            slot.state is SlotState.IN_DOUBT
            and slot.result is not None
            and slot.result.verdict is not Verdict.AC
            for slot in self.slots
        )

    @property
    def most_left(self) -> int:
        """The most tests that are still to be started: all from the next one on, because
        which of them will be skipped is not known yet."""
        if self.settled:
            return 0
        return len(self.slots) - self._next

    @property
    def may_start(self) -> bool:
        if self._next == len(self.slots) or self.abandoned:
            return False
        return not self.settled and not self.waits_for_rerun

    @property
    def may_run_ahead(self) -> bool:
        """True when a test may start before those before it have ended."""
        # If a submission must time out, each further test costs a whole time limit.
        if self.submission.bounds_limit_from == "upper":
            return False
        return self._reached >= min(self.alone_on, len(self.slots))

    def counted_runs(self) -> list[CountedRun]:
        """Return the results with their jobs. A result has another index than its job if
        a test before it was skipped."""
        runs: list[CountedRun] = []
        for index, slot in enumerate(self.slots):
            counts = slot.state in (SlotState.COUNTED, SlotState.IN_DOUBT)
            if counts and slot.result is not None:
                runs.append(CountedRun(index, slot.job, slot.result))
        return runs

    def start(self) -> int:
        """Take the next test to run and return its index. Requires `may_start`."""
        index = self._next
        self._move(self.slots[index], SlotState.RUNNING)
        self._next = self._next_free(index + 1)
        return index

    def job_to_run(self, index: int) -> Job:
        """Return the job of test `index` with the limits that it needs by now."""
        job = self.jobs[index]
        if self._delayed or not self._may_stop_early(index):
            return job
        return early_job(job)

    def known_result(self, index: int) -> TestcaseResult | None:
        """Return the result of test `index` if no run has to be made for it."""
        known = self.known.get(index)
        if known is None and self._may_stop_early(index):
            known = self.known_early.get(index)
        return known

    def give_back(self, indices: Iterable[int]) -> None:
        """Take back tests that were started, but not run."""
        for index in indices:
            slot = self.slots[index]
            if slot.state is SlotState.RUNNING:
                self._move(slot, SlotState.WAITING)
        self._next = self._next_free(self._reached)

    def accept(self, index: int, result: TestcaseResult) -> list[TestcaseResult]:
        """Take the result of test `index`. Return the results that now count, in order."""
        before = len(self.results)
        slot = self.slots[index]
        # A test that was skipped while it ran stays SKIPPED.
        if slot.state is SlotState.RUNNING:
            slot.result = result
            self._move(slot, SlotState.ENDED)
        self.resume()
        return self.results[before:]

    def resume(self) -> None:
        """Let tests that have ended count, in order, until one is missing or in doubt."""
        while not self.settled and not self.waits_for_rerun:
            slot = self.slots[self._reached]
            if self._is_skipped(slot):
                self._move(slot, SlotState.SKIPPED)
            elif slot.state is SlotState.ENDED:
                self._count(self._reached)
            else:
                break
            self._reached += 1
        self._next = self._next_free(max(self._next, self._reached))

    def doubtful_runs(self) -> list[CountedRun]:
        """Return the runs to repeat. They stay in doubt until `replace` gets the repeat:
        a command that ends before that must not take them for decided."""
        doubtful: list[CountedRun] = []
        if self.abandoned:
            return doubtful
        for run in self.counted_runs():
            if self.slots[run.index].state is SlotState.IN_DOUBT:
                doubtful.append(run)
        return doubtful

    def discard_uncounted(self) -> None:
        """Discard the results that do not count: their tests come after a failure in
        doubt, or after the test that settled the submission. If a repeat shows that they
        are needed, they run again.

        Each result that counts is announced when `accept` returns it, and a repeat
        announces none. So these must not start to count by a repeat. It costs no more
        than the runs that were in flight.
        """
        self._discard_from(self._reached)

    def abandon_after(self, index: int) -> None:
        """Start no other run, and keep only the results of the tests up to `index`."""
        self.abandoned = True
        self._discard_from(index + 1)
        self._reached = min(self._reached, index + 1)
        self._read_results()

    def _discard_from(self, index: int) -> None:
        for slot in self.slots[index:]:
            if slot.state is not SlotState.WAITING:
                slot.result = None
                self._move(slot, SlotState.WAITING)
        self._next = index

    def replace(self, index: int, result: TestcaseResult) -> None:
        """Put the result of a repeated run in the place of the first one. The run is not
        in doubt any more."""
        slot = self.slots[index]
        slot.result = self._as_reported(index, result)
        if slot.state is SlotState.IN_DOUBT:
            self._move(slot, SlotState.COUNTED)
        self._read_results()

    def _read_results(self) -> None:
        """Take the results anew from the slots."""
        self.results[:] = [run.result for run in self.counted_runs()]
        self._enough = None
        self._passed = not any(map(self._can_settle, self.results))

    def _can_settle(self, result: TestcaseResult) -> bool:
        return can_settle(self.submission.expectation, result)

    def _move(self, slot: Slot, state: SlotState) -> None:
        """Give a slot another state. Nothing else does, so that `_number` is right."""
        self._number[slot.state] -= 1
        self._number[state] += 1
        slot.state = state

    def _count(self, index: int) -> None:
        slot = self.slots[index]
        measured = slot.result
        assert measured is not None
        result = self._as_reported(index, measured)
        slot.result = result
        # What the checker of an interactive problem decided
        # holds however slow the run was.
        decided = result.check is not None and result.check.final
        doubtful = self.repeats and not decided and _is_doubtful(measured, result, slot)
        self._move(slot, SlotState.IN_DOUBT if doubtful else SlotState.COUNTED)
        self.results.append(result)
        self._passed = self._passed and not self._can_settle(result)
        if not self._passed:
            # Of many tests that are passed, asking after each one would take the square of
            # their number.
            self._enough = None
        if _stopped_at_kill_limit(result):
            self._too_slow.append(index)
        if doubtful and result.stopped_early:
            self._delayed = True

    def _may_stop_early(self, index: int) -> bool:
        """True when the tests before `index` show that its run need not go on to the kill
        limit. If rules of the expectation apply to it, each of them applies to one of
        these tests too: a rule may ask how slow the submission is on its tests.

        `index` must be behind all results that count, or among them: then the answer is
        the same at every number of jobs.
        """
        if not self.stops_early:
            return False
        before: list[str] = []
        for slow in self._too_slow:
            if slow < index:
                before.append(self.jobs[slow].testcase)
        expectation = self.submission.expectation
        if not before or expectation is None:
            return bool(before)
        name = self.jobs[index].testcase
        rules = [rule for rule in expectation.rules if rule.applies_to(name)]
        return all(any(map(rule.applies_to, before)) for rule in rules)

    def _as_reported(self, index: int, result: TestcaseResult) -> TestcaseResult:
        """Return a result as the run would have it if it had started after all tests before
        it had ended."""
        if not self._may_stop_early(index):
            return result
        job = early_job(self.jobs[index])
        execution = stopped_early(result.execution, job.limits)
        if execution is result.execution:
            return result
        # A run that was stopped has no output to check.
        return rejudge(replace(result, execution=execution, check=None, diff=""), job)

    def _next_free(self, index: int) -> int:
        """Return the first test from here that is needed and was not started."""
        while index < len(self.slots):
            slot = self.slots[index]
            if slot.state is SlotState.WAITING and not self._is_skipped(slot):
                break
            index += 1
        return index

    def _is_skipped(self, slot: Slot) -> bool:
        """True when the rules of scoring do not need a test.

        Only a failure makes a test needless, and `resume` does not go past a failure in
        doubt. So where `resume` asks, the answer is final, and becomes a state.
        Elsewhere the repeat of a run in doubt may still change it.
        """
        if self.scoring is None or not self.stop_early:
            return False
        name = slot.job.testcase
        if self.scoring.skips(name, self.results):
            return True
        return self.scoring.is_decided(name, self.results) and self._has_enough()

    def _has_enough(self) -> bool:
        """True when more results cannot change whether the expectation is met."""
        if self._enough is None:
            self._enough = self._is_enough()
        return self._enough

    def _is_enough(self) -> bool:
        expectation = self.submission.expectation
        if not is_settled(expectation, self.results):
            return False
        if self.must_show is None or any(map(self.must_show, self.results)):
            return True
        if expectation is None:
            return True
        return first_violation(expectation, self.results) is not None


def early_job(job: Job) -> Job:
    """Return a job whose run stops a little past the time limit."""
    return replace(job, limits=job.limits.stopping_early())


def _stopped_at_kill_limit(result: TestcaseResult) -> bool:
    stopped = result.execution.ending is Ending.CPU_LIMIT
    return stopped and not result.stopped_early


def _is_doubtful(measured: TestcaseResult, reported: TestcaseResult, slot: Slot) -> bool:
    """True when noise could change the verdict, so that the run is to be repeated."""
    if not reported.stopped_early:
        return near_limit(reported.execution, slot.job.limits)
    # A run that went on to the kill limit is too slow, whatever delayed it.
    return was_delayed(reported.execution) and not _stopped_at_kill_limit(measured)


def run_schedules(
    schedules: Sequence[SubmissionSchedule],
    executor: WorkExecutor,
    on_event: Listener,
    on_results: OnResults,
    wait: Wait = first_done,
    stopped: StoppedPrograms | None = None,
) -> None:
    """Run every schedule until it is settled, earlier ones first.

    on_results: gets the results of all runs that end, some at a time, whether a schedule
        needs them or not, but not of repeats, unless they go on to the kill limit after
        an early stop.
    wait: blocks until a future is done, and returns all that are done.
    stopped: how often a time limit stopped each checker until now. After two such ends,
        in the order of the schedules and of their tests, the others are abandoned.
    """
    stopped = stopped or StoppedPrograms()
    on_event(PhaseStarted("run", sum(len(schedule.jobs) for schedule in schedules)))
    while True:
        _Dispatcher(schedules, executor, on_event, on_results, wait, stopped).run()
        # Only now: a run that decides about a time has the machine to itself.
        if not _repeat_doubtful(schedules, executor, on_event, on_results):
            break
    for schedule in schedules:
        for run in schedule.counted_runs():
            stopped.add(_stopped_checker(run))


def _stopped_checker(run: CountedRun) -> list[str]:
    """Return the keys of the run's checker if a time limit stopped it, else nothing."""
    check = run.result.check
    if check is None or not check.stopped:
        return []
    return _checker_keys(run.job)


def _checker_keys(job: Job) -> list[str]:
    return [program.key for program in job.checker.programs]


def _abandon(schedules: Sequence[SubmissionSchedule], stopped: StoppedPrograms) -> None:
    """Abandon the schedules from the run on with which a checker is given up.

    What counts before that run does not depend on the number of workers: an earlier
    schedule goes on to its end, and a later one loses what it has.
    """
    counts = StoppedPrograms(Counter(stopped.counts))
    for schedule in schedules:
        if not schedule.jobs:
            continue
        keys = _checker_keys(schedule.jobs[0])
        if counts.any_given_up(keys):
            schedule.abandon_after(-1)
            continue
        for run in schedule.counted_runs():
            counts.add(_stopped_checker(run))
            if counts.any_given_up(keys):
                schedule.abandon_after(run.index)
                break


def _repeat_doubtful(
    schedules: Sequence[SubmissionSchedule],
    executor: WorkExecutor,
    on_event: Listener,
    on_results: OnResults,
) -> bool:
    """Repeat the runs close to the limit, one at a time; return False if there are none."""
    doubtful: list[tuple[SubmissionSchedule, CountedRun]] = []
    for schedule in schedules:
        for run in schedule.doubtful_runs():
            doubtful.append((schedule, run))
    if not doubtful:
        return False
    for schedule in schedules:
        schedule.discard_uncounted()
    on_event(PhaseStarted("rerun", len(doubtful)))
    for schedule, run in doubtful:
        if run.result.stopped_early:
            result = _repeat_whole(run.result, run.job, executor, on_results)
        else:
            result = _repeat(run.result, run.job, executor)
        schedule.replace(run.index, result)
        on_event(StepDone("rerun", f"{run.job.submission} {run.job.testcase}"))
    for schedule in schedules:
        schedule.resume()
    return True


class _Chunk(Value):
    """Runs of one submission that a worker makes one after the other: the indices of the
    tests, and what is run."""

    schedule: SubmissionSchedule
    indices: Sequence[int]
    jobs: Sequence[Job]


class _Dispatcher:
    """Keeps the workers busy with the tests of schedules until none may start."""

    def __init__(
        self,
        schedules: Sequence[SubmissionSchedule],
        executor: WorkExecutor,
        on_event: Listener,
        on_results: OnResults,
        wait: Wait,
        stopped: StoppedPrograms,
    ) -> None:
        self._schedules = schedules
        self._stopped = stopped
        # The schedules that may have something to run.
        self._unfinished = deque(schedules)
        self._executor = executor
        self._on_event = on_event
        self._on_results = on_results
        self._wait = wait
        self._running: dict[_Running, _Chunk] = {}
        # The results that were not passed on to `on_results` yet.
        self._ended: list[EndedRun] = []

    def run(self) -> None:
        while True:
            self._fill()
            # Only now, because keeping a result takes time: first every free worker
            # gets its next run.
            self._pass_on_ended()
            if not self._running:
                return
            for future in self._wait(self._running):
                self._collect(future)

    def _fill(self) -> None:
        """Start runs until every worker has one or no test may start."""
        while len(self._running) < self._executor.slots:
            schedule = self._next_schedule()
            if schedule is None:
                return
            indices = self._take(schedule, self._chunk_size(schedule))
            if indices:
                jobs = tuple(schedule.job_to_run(index) for index in indices)
                for job in jobs:
                    self._on_event(TestcaseStarted(job.submission, job.testcase))
                wanted = tuple(self._wanted(job) for job in jobs)
                future = spread(self._executor, wanted, schedule.stop_early)
                self._running[future] = _Chunk(schedule, indices, jobs)

    def _wanted(self, job: Job) -> Job:
        """Return a job; without its visualizer, if that was stopped so often that it
        most likely loops. Otherwise each output would cost a limit of time.

        Which outputs are drawn then may depend on the number of workers; no result does.
        """
        visualizer = job.checker.visualizer
        if visualizer is None or not self._stopped.any_given_up([visualizer.key]):
            return job
        return replace(job, checker=replace(job.checker, visualizer=None))

    def _take(self, schedule: SubmissionSchedule, size: int) -> list[int]:
        """Start up to `size` tests of a schedule, and return those that need a run."""
        indices: list[int] = []
        while schedule.may_start and len(indices) < size:
            index = schedule.start()
            known = schedule.known_result(index)
            if known is None:
                indices.append(index)
            else:
                self._accept(schedule, index, known)
        return indices

    def _collect(self, future: _Running) -> None:
        """Give the results of a chunk to its schedule; the chunk may have ended early."""
        chunk = self._running.pop(future)
        try:
            results = future.result()
        except MachineError:
            self._pass_on_ended()  # nothing that has ended is lost
            raise
        for place, result in enumerate(results):
            index = chunk.indices[place]
            job = chunk.jobs[place]
            if result.drawing_stopped and job.checker.visualizer is not None:
                self._stopped.add([job.checker.visualizer.key])
            self._ended.append(EndedRun(job, result))
            self._accept(chunk.schedule, index, result)
        chunk.schedule.give_back(chunk.indices[len(results) :])

    def _accept(
        self, schedule: SubmissionSchedule, index: int, result: TestcaseResult
    ) -> None:
        for counted in schedule.accept(index, result):
            self._on_event(TestcaseDone(schedule.submission.path, counted))
            if counted.check is not None and counted.check.stopped:
                _abandon(self._schedules, self._stopped)

    def _pass_on_ended(self) -> None:
        ended = self._ended
        self._ended = []
        if ended:
            self._on_results(ended)

    def _next_schedule(self) -> SubmissionSchedule | None:
        """Return the first schedule with nothing in flight, else the least busy that may
        run ahead; None if no test may start."""
        unfinished = self._unfinished
        # Schedules that have ended are dropped at the front only: earlier ones go first,
        # so most of those that have ended are there.
        while unfinished and _has_nothing_to_run(unfinished[0]):
            unfinished.popleft()
        least_busy: SubmissionSchedule | None = None
        for schedule in unfinished:
            if not schedule.may_start:
                continue
            if schedule.in_flight == 0:
                return schedule
            if not schedule.may_run_ahead:
                continue
            if least_busy is None or schedule.in_flight < least_busy.in_flight:
                least_busy = schedule
        return least_busy

    def _chunk_size(self, schedule: SubmissionSchedule) -> int:
        """Return how many runs a worker should make at once: as many as fill the time of
        a chunk, but fewer towards the end, so that all workers end together."""
        if not self._executor.chunk_s:
            return 1
        mean_s = _GUESS_S
        recent = schedule.results[-_RECENT:]
        if recent:
            mean_s = sum(result.execution.wall_s for result in recent) / len(recent)
        filling = int(self._executor.chunk_s / max(mean_s, _LEAST_S))
        wanted = max(1, min(filling, _MOST_RUNS))
        # Half of an equal share: who ends first takes a part of the other half.
        sharers = 2 * self._executor.slots
        share = math.ceil(self._tests_left(wanted * sharers) / sharers)
        return max(1, min(wanted, share))

    def _tests_left(self, enough: int) -> int:
        """Return how many tests are still to be started, or `enough` if there are more."""
        left = 0
        for schedule in self._unfinished:
            left += schedule.most_left
            if left >= enough:
                return enough
        return left


def _has_nothing_to_run(schedule: SubmissionSchedule) -> bool:
    """True when no test of it runs or may start before the repeats."""
    return schedule.in_flight == 0 and not schedule.may_start


def spread(
    executor: WorkExecutor,
    jobs: Sequence[Job],
    until_failure: bool = False,
    *,
    decide: bool = False,
) -> _Running:
    """Run jobs one after the other on some machine. The last ones have no result if the
    runs end early (`run_jobs`).

    until_failure: end at the first result other than AC.
    decide: run them where times are decided, so that all such times compare.
    """
    programs: list[Executable] = []
    files: list[str] = []
    for job in jobs:
        programs += (job.program, *job.checker.programs)
        if job.checker.visualizer is not None:
            programs.append(job.checker.visualizer)
        files.append(job.input)
        if job.answer is not None:
            files.append(job.answer)
    longest_s = _MOST_CHUNKS * executor.chunk_s
    return executor.spread(
        programs, files, run_jobs, jobs, until_failure, longest_s, decide=decide
    )


def _repeat_whole(
    first: TestcaseResult, job: Job, executor: WorkExecutor, on_results: OnResults
) -> TestcaseResult:
    """Make `first`, a run that was stopped early, again, with nothing beside it and up to
    the kill limit. If it ends close to the time limit, repeat it as any other such run."""
    [whole] = spread(executor, (job,), decide=True).result()
    if whole.verdict is Verdict.JE:
        return replace(first, reruns=1)  # the judge failed: that says nothing of a time
    on_results([EndedRun(job, whole)])
    if not near_limit(whole.execution, job.limits):
        return replace(whole, reruns=1)
    best = _repeat(whole, job, executor)
    return replace(best, reruns=best.reruns + 1)


def _repeat(first: TestcaseResult, job: Job, executor: WorkExecutor) -> TestcaseResult:
    """Return the fastest of `first` and at most two more runs. A stopped run has no time.

    The repeats are made where times are decided. If another machine made `first`, it
    does not count: the first repeat takes its place.
    """
    best = first
    for count in range(1, MAX_RERUNS + 1):
        [again] = spread(executor, (job,), decide=True).result()
        if again.node != best.node:  # times of two machines do not compare
            first = replace(again, reruns=count)
            best = first
            continue
        previous_s = best.execution.cpu_s
        if _is_faster(again, best):
            best = again
        best = replace(best, reruns=count)
        # A repeat that was stopped has no time to compare, though it had the machine to
        # itself: the program is slow, and one more would only cost the kill limit again.
        if again.execution.stopped or not near_limit(best.execution, job.limits):
            break
        agrees = abs(again.execution.cpu_s - previous_s) <= _STABLE * previous_s
        # Times that agree may lie on both sides of the limit: then the third run
        # decides. Compared with `first`, because `best` may be this repeat itself.
        if agrees and again.verdict is first.verdict:
            break
    return best


def _is_faster(again: TestcaseResult, best: TestcaseResult) -> bool:
    if again.execution.stopped or again.verdict is Verdict.JE:
        return False
    return best.execution.stopped or again.execution.cpu_s < best.execution.cpu_s
