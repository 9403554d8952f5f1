"""Repeats runs whose verdicts are known, for `--repeat`: how far times that are close to
a limit spread, and whether outputs differ. The verdicts stay as they are.
"""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future

from judging.core.diagnostics import Diagnostic, first_of, warning
from judging.core.events import Listener, PhaseStarted, StepDone
from judging.core.results import SubmissionResult
from judging.core.runs import Ending, TestcaseResult
from judging.core.sensitivity import RepeatedTest
from judging.core.verdicts import Verdict
from judging.jobs import Job
from judging.pipeline.scaled_times import near_runs
from judging.pipeline.scheduling import CountedRun, SubmissionSchedule, spread
from judging.session import WorkExecutor
from judging.values import Value, replace

# Tests of each submission that are run once more to compare outputs, besides those that
# are close to a limit. A program that takes random numbers from the clock or from
# memory mostly differs on the first of them.
_SAMPLE = 3


class _ToRepeat(Value):
    """A run that is to be repeated; `close` to a limit, or only to compare its output."""

    first: TestcaseResult
    job: Job
    close: bool

    @property
    def step(self) -> str:
        """What the progress says of it."""
        return f"{self.job.submission} {self.job.testcase}"


def repeat_runs(
    schedules: Sequence[SubmissionSchedule],
    results: Mapping[str, SubmissionResult],
    margin: float,
    count: int,
    executor: WorkExecutor,
    on_event: Listener,
) -> list[RepeatedTest]:
    """Repeat each run that is close to a limit `count` times, with nothing beside it, and
    a few others once; these come first.

    results: of the submissions that were judged, by path.
    """
    chosen: list[_ToRepeat] = []
    for schedule in schedules:
        path = schedule.submission.path
        if path in results and schedule.jobs:
            chosen += _chosen(schedule, results[path], margin)
    close = [each for each in chosen if each.close]
    sampled = [each for each in chosen if not each.close]
    on_event(PhaseStarted("repeat", len(close) * count + len(sampled)))
    running: list[Future[list[TestcaseResult]]] = []
    for each in sampled:
        running.append(spread(executor, [each.job]))
    repeated: list[RepeatedTest] = []
    for each, future in zip(sampled, running, strict=True):
        repeated.append(_repeated(each, future.result()))
        on_event(StepDone("repeat", each.step))
    # Only now: a run whose time counts has the machine to itself.
    for each in close:
        again: list[TestcaseResult] = []
        for _ in range(count):
            again += spread(executor, [each.job], decide=True).result()
            on_event(StepDone("repeat", each.step))
        repeated.append(_repeated(each, again))
    return repeated


def _chosen(
    schedule: SubmissionSchedule, result: SubmissionResult, margin: float
) -> list[_ToRepeat]:
    """Return the runs of a submission that are repeated, in the order of its tests."""
    limits = schedule.jobs[0].limits
    near = {test.name for test in near_runs(result, limits, margin)}
    runs = schedule.counted_runs()
    others = [
        run for run in runs if run.result.name not in near and _is_whole(run.result)
    ]
    sample = {run.result.name for run in _spread_evenly(others)}
    chosen: list[_ToRepeat] = []
    for run in runs:
        close = run.result.name in near
        if not close and run.result.name not in sample:
            continue
        job = replace(run.job, keep=None)
        if close:
            # A run that was stopped within the margin shows its time only if it may go on.
            kill_s = max(limits.kill_s, margin * limits.time_s)
            job = replace(job, limits=replace(limits, kill_s=kill_s))
        chosen.append(_ToRepeat(run.result, job, close))
    return chosen


def _spread_evenly(runs: Sequence[CountedRun]) -> Sequence[CountedRun]:
    """Return the first, the last, and runs with equal distances between them."""
    if len(runs) <= _SAMPLE:
        return runs
    last = len(runs) - 1
    return [runs[round(place * last / (_SAMPLE - 1))] for place in range(_SAMPLE)]


def _is_whole(result: TestcaseResult) -> bool:
    """True when the output is all that the program has to say on this test: a program
    that failed or was stopped leaves out what it had not written yet."""
    execution = result.execution
    succeeded = execution.ending is Ending.EXITED and execution.exit_code == 0
    return succeeded and result.output != "" and result.verdict is not Verdict.JE


def _repeated(each: _ToRepeat, again: Sequence[TestcaseResult]) -> RepeatedTest:
    outputs = [result.output for result in (each.first, *again) if _is_whole(result)]
    return RepeatedTest(
        path=each.job.submission,
        test=each.job.testcase,
        close=each.close,
        times_s=tuple(sorted(result.execution.cpu_s for result in again)),
        stopped=sum(result.execution.stopped for result in again),
        verdicts=tuple(result.verdict for result in again),
        compared=len(outputs),
        outputs=len(set(outputs)),
    )


def random_outputs(repeated: Iterable[RepeatedTest]) -> list[Diagnostic]:
    """Return a warning for each submission whose output differs between two runs."""
    differing: dict[str, list[str]] = {}
    for each in repeated:
        if each.differs:
            differing.setdefault(each.path, []).append(each.test)
    findings: list[Diagnostic] = []
    for path, tests in differing.items():
        message = (
            f"writes another output when it runs again on {first_of(tests)}: does it use "
            "random numbers, the time, or memory that it has not set?"
        )
        findings.append(warning(message, path))
    return findings
