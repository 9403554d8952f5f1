"""Schedules under a scripted executor.

The script has the result of each run: of the first run, which a schedule may make twice in vain,
and of the repeats, which run alone. Only the order in which runs end is random; a seed determines
it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from judging.core.classify import classify
from judging.core.events import Event, PhaseStarted, StepDone, TestcaseDone
from judging.core.expectations import FOLDERS
from judging.core.limits import MIB, Limits, ProblemLimits
from judging.core.machines import NodeInfo
from judging.core.problem import (
    Expectation,
    Problem,
    Source,
    Submission,
    Testcase,
    TestGroup,
)
from judging.core.runs import CheckResult, Ending, Execution, TestcaseResult
from judging.core.scoring import Scoring, scoring
from judging.core.verdicts import Verdict
from judging.jobs import Job, run_jobs
from judging.jobs.checkers import Checker
from judging.package.files.layout import KATTIS_2025_09
from judging.pipeline.scheduling import SubmissionSchedule, run_schedules
from judging.programs import Executable
from judging.values import replace

LIMITS = Limits(time_s=1.0, kill_s=1.5, memory_bytes=MIB, output_bytes=MIB)
CHECK = Checker((), ProblemLimits(time_s=1.0))


@dataclass(frozen=True)
class Run:
    """The scripted result of one run."""

    cpu_s: float
    right: bool = True
    exit_code: int = 0
    slept: bool = False
    final: bool = False  # rejected by a validator that ended first
    waited_s: float = 0.0
    failed: bool = False  # the sandbox, so nothing is known of the program

    def result(self, name: str, limits: Limits = LIMITS) -> TestcaseResult:
        early = limits.early_stop_s is not None and self.cpu_s >= limits.early_stop_s
        if self.failed:
            execution = Execution(Ending.SANDBOX_ERROR, error="no sandbox")
        elif self.slept:
            execution = Execution(
                Ending.WALL_LIMIT, cpu_s=self.cpu_s, wall_s=LIMITS.wall_s
            )
        elif early:
            # The launcher stops a run a little after its limit.
            cpu_s = limits.stop_s + 0.003
            execution = Execution(Ending.CPU_LIMIT, cpu_s=cpu_s, waited_s=self.waited_s)
        elif self.cpu_s >= LIMITS.kill_s:
            execution = Execution(
                Ending.CPU_LIMIT, cpu_s=self.cpu_s, waited_s=self.waited_s
            )
        else:
            execution = Execution(
                Ending.EXITED,
                cpu_s=self.cpu_s,
                exit_code=self.exit_code,
                waited_s=self.waited_s,
            )
        check = CheckResult(Verdict.AC if self.right else Verdict.WA, final=self.final)
        verdict = classify(execution, LIMITS, check)
        return TestcaseResult(name, verdict, execution, check, stopped_early=early)

    @property
    def near(self) -> bool:
        """Whether the run ended by itself at two thirds of the limit or later, and is repeated."""
        return not self.final and LIMITS.time_s / 1.5 <= self.cpu_s < LIMITS.kill_s


# For every test of every schedule: its first run and two repeats.
Script = Mapping[tuple[str, str], tuple[Run, Run, Run]]


@dataclass
class ScriptedExecutor:
    """Returns the results of the script, in one thread. A chunk of runs ends when the scheduler
    waits; which chunk ends is random."""

    script: Script
    slots: int
    order: random.Random
    chunk_s: float = 0.0
    jobs: int = 0
    tier: str = "rlimits"
    nodes: Mapping[str, NodeInfo] = field(default_factory=dict)
    repeating: int = 0  # repeats that are still announced
    repeats: dict[tuple[str, str], int] = field(default_factory=dict)
    first_runs: dict[tuple[str, str], int] = field(default_factory=dict)
    most_of_one: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    seen: list[tuple[str, str]] = field(default_factory=list)
    pending: dict[Future[Any], tuple[Any, ...]] = field(default_factory=dict)

    def connect(self) -> None:
        """Return at once: there is no scheduler."""

    def listen(self, event: Event) -> None:
        if isinstance(event, PhaseStarted) and event.phase == "rerun":
            self.repeating = event.total
        elif isinstance(event, StepDone) and event.phase == "rerun":
            self.repeating -= 1
        elif isinstance(event, TestcaseDone):
            self.seen.append((event.submission, event.result.name))

    def _decide(self, job: Job) -> Future[Any]:
        key = (job.submission, job.testcase)
        future: Future[Any] = Future()
        if not self.repeating or self.pending:
            self.faults.append(f"{key} was repeated beside {len(self.pending)} others")
        self.repeats[key] = self.repeats.get(key, 0) + 1
        run = self.script[key][min(self.repeats[key], 2)]
        future.set_result([run.result(job.testcase)])
        return future

    def spread(
        self,
        programs: object,
        files: object,
        function: object,
        /,
        *args: Any,
        decide: bool = False,
    ) -> Future[Any]:
        assert function is run_jobs
        if decide:
            return self._decide(*args[0])
        future: Future[Any] = Future()
        self.pending[future] = args
        if len(self.pending) > self.slots:
            self.faults.append(f"{len(self.pending)} chunks on {self.slots} slots")
        name = args[0][0].submission
        mine = sum(1 for jobs, *_ in self.pending.values() if jobs[0].submission == name)
        self.most_of_one[name] = max(self.most_of_one.get(name, 0), mine)
        return future

    def start(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        raise AssertionError("a schedule only spreads chunks and has runs decided")

    start_later = start

    def wait(self, futures: Iterable[Future[Any]]) -> list[Future[Any]]:
        """End one chunk or more, at random; return the futures of those that ended."""
        if set(futures) != set(self.pending):
            self.faults.append(
                "the scheduler does not wait for all runs that it started"
            )
        count = self.order.choice([1, 1, 1, self.order.randint(1, len(self.pending))])
        ended = self.order.sample(list(self.pending), count)
        for future in ended:
            future.set_result(self._results(*self.pending.pop(future)))
        return ended

    def _results(
        self, jobs: Sequence[Job], stop_early: bool, longest_s: float
    ) -> list[TestcaseResult]:
        results: list[TestcaseResult] = []
        for job in jobs:
            key = (job.submission, job.testcase)
            self.first_runs[key] = self.first_runs.get(key, 0) + 1
            result = self.script[key][0].result(job.testcase, job.limits)
            results.append(result)
            if stop_early and result.verdict is not Verdict.AC:
                break
            if result.execution.stopped:
                break
        return results

    def abandon(self, futures: Iterable[Future[Any]]) -> None:
        """Do nothing: `close` waits for nothing."""

    def kill(self) -> None:
        """Do nothing: no run is a process."""

    def close(self) -> None:
        """Do nothing: nothing is open."""


@dataclass(frozen=True)
class Scenario:
    """Some submissions, their expectations, and the results of their runs."""

    folders: tuple[str | None, ...]
    runs: tuple[tuple[tuple[Run, Run, Run], ...], ...]
    stop_early: bool = True
    group: TestGroup | None = None  # by which the tests are scored
    stops_early: bool = False

    def schedules(self) -> list[SubmissionSchedule]:
        made = []
        for number, (folder, tests) in enumerate(
            zip(self.folders, self.runs, strict=True)
        ):
            bound = "upper" if folder == "time_limit_exceeded" else None
            submission = Submission(
                Source(f"s{number}", ()),
                Expectation(*FOLDERS[folder], f"folder {folder}", bound=bound)
                if folder
                else None,
            )
            program = Executable(f"s{number}", "c", "0" * 64, ())
            jobs = [
                Job(f"s{number}", f"secret/{test}", program, "", "", LIMITS, CHECK)
                for test in range(len(tests))
            ]
            rules = self.rules([job.testcase for job in jobs])
            made.append(
                SubmissionSchedule(
                    submission,
                    jobs,
                    self.stop_early,
                    scoring=rules,
                    stops_early=self.stops_early,
                )
            )
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
class Played:
    """The results of a scenario, and the executor that returned them."""

    results: tuple[tuple[TestcaseResult, ...], ...]
    executor: ScriptedExecutor


def play(
    scenario: Scenario,
    schedules: Sequence[SubmissionSchedule],
    slots: int,
    seed: int,
    chunk_s: float = 0.0,
) -> ScriptedExecutor:
    """Run schedules of a scenario; `seed` determines which chunk ends first."""
    executor = ScriptedExecutor(scenario.script(), slots, random.Random(seed), chunk_s)
    run_schedules(schedules, executor, executor.listen, lambda *_: None, executor.wait)
    assert executor.faults == []
    return executor


def run_scenario(
    scenario: Scenario, slots: int, seed: int = 0, chunk_s: float = 0.0
) -> Played:
    schedules = scenario.schedules()
    executor = play(scenario, schedules, slots, seed, chunk_s)
    return Played(tuple(tuple(schedule.results) for schedule in schedules), executor)


TIMES = st.sampled_from(
    [0.1, 0.5, 0.7, 0.8, 0.95, 0.99, 1.01, 1.05, 1.3, 1.49, 1.5, 2.0]
)
RUNS = st.builds(
    Run, TIMES, st.booleans() | st.just(True), st.sampled_from([0, 0, 0, 0, 1])
) | st.builds(Run, TIMES, right=st.just(False), final=st.just(True))


@st.composite
def tests(draw: st.DrawFn) -> tuple[Run, Run, Run]:
    """Draw a first run and two repeats, which differ from it in time only."""
    first = draw(RUNS)
    again = [replace(first, cpu_s=draw(TIMES)) for _ in range(2)]
    return (first, again[0], again[1])


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    size = draw(st.integers(1, 6))
    count = draw(st.integers(1, 4))
    folders = draw(
        st.lists(
            st.none() | st.sampled_from(list(FOLDERS)), min_size=count, max_size=count
        )
    )
    rows = st.lists(tests(), min_size=size, max_size=size).map(tuple)
    runs = draw(st.lists(rows, min_size=count, max_size=count))
    return Scenario(tuple(folders), tuple(runs), draw(st.booleans()))
