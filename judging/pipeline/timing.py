"""The time limit of a package that states none, by the rule of the format: the submissions that
may not time out run first, and the slowest run of theirs says what the limit is.

They run without knowing it, under `CAP_S`. What they did is then judged again under the limit that
was found, so that no run is made twice. Sources: 2025-09, "Timelimit inference"; the older format
calls the two factors time_multiplier and time_safety_margin, and bounds by accepted ones alone.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from judging.core.diagnostics import Diagnostic, Severity, error, warning
from judging.core.errors import MachineError, PackageError
from judging.core.events import Event, Listener, PhaseStarted, StepDone, TestcaseDone, ignore
from judging.core.expectations import ANY, breaking
from judging.core.limits import InferredLimit, Limits, ProblemLimits, Timing
from judging.core.problem import Expectation, Problem, Submission
from judging.core.results import TestcaseResult
from judging.core.verdicts import Verdict
from judging.jobs import Job, run_job
from judging.jobs.checkers import Checker
from judging.pipeline.scheduling import Lane, run_lanes
from judging.programs import Executable
from judging.sandbox.worker import WorkExecutor
from judging.session.workshop import Workshop
from judging.store import Store, key_of
from judging.testdata.generation import Prepared, prepare

# What the format grants compilers and validators by default; no contest waits as long for a
# submission, and one that hangs costs this once.
CAP_S = 60.0
_KIND = "slowest"
# Goes on to the last test, whatever comes, but ends where a run was stopped at the cap.
_TO_THE_CAP = Expectation(ANY, frozenset({Verdict.TLE}), "the cap")


@dataclass(frozen=True, slots=True)
class Measured:
    """The limit, and by submission the runs that were made for it, by testcase."""

    limit: InferredLimit
    runs: Mapping[str, Mapping[str, TestcaseResult]] = field(default_factory=dict)


def with_time_limit(
    problem: Problem, executor: WorkExecutor, store: Store, on_event: Listener = ignore
) -> tuple[Problem, InferredLimit | None]:
    """The problem with a time limit, and where that comes from if the package states none: it is
    measured, or recalled where that was done before. Raises PackageError where it cannot be
    found, and MachineError."""
    if problem.limits.time_s is not None:
        return problem, None
    shop = Workshop(executor, store, problem.limits, on_event)
    if not problem.broken:
        tests = prepare(problem, problem.testcases, shop)
        checker = shop.checker(problem)
        if checker is not None and not _errors(shop.diagnostics) and not shop.machine_errors:
            limit = infer(problem, tests, checker, shop, fresh=False).limit
            limits = replace(problem.limits, time_s=limit.limit_s)
            return replace(problem, limits=limits), limit
    if shop.machine_errors:
        raise MachineError("\n".join(shop.machine_errors))
    raise PackageError(_errors((*problem.diagnostics, *shop.diagnostics)))


def _errors(findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    return [found for found in findings if found.severity is Severity.ERROR]


def infer(
    problem: Problem,
    tests: Sequence[Prepared],
    checker: Checker,
    shop: Workshop,
    *,
    fresh: bool,
    keep: Path | None = None,
    cap_s: float = CAP_S,
) -> Measured:
    """Runs what bounds the limit from below on `tests`, all of them; without `fresh` not where
    that was done before. `keep` is a folder for what each run wrote, and a run is stopped at
    `cap_s`. What cannot be measured is reported to the shop. Raises PackageError where nothing
    can be."""
    lower = [submission for submission in problem.submissions if bounds_below(submission)]
    if not lower:
        raise _nothing(problem, "no submission that must pass bounds it from below")
    limits = Limits(cap_s, cap_s, problem.limits.memory_bytes, problem.limits.output_bytes)
    lanes = _lanes(problem, lower, tests, checker, shop, limits, keep)
    key = _key(problem, lanes)
    if not fresh and (slowest := _recalled(shop.store, key)):
        return Measured(_limit(problem, slowest, recalled=True))
    run_lanes(lanes, shop.executor, shop.executor.jobs, _as_steps(shop.on_event))
    _report_stopped(problem, lanes, shop)
    slowest = _slowest(problem.limits, lower, lanes, shop.executor)
    if slowest is None:
        failed = [r.message for lane in lanes for r in lane.results if r.verdict is Verdict.JE]
        if failed:
            raise MachineError(f"no time limit can be inferred: {failed[0]}")
        raise _nothing(problem, f"none of {', '.join(s.path for s in lower)} could be timed")
    shop.store.remember(_KIND, key, [slowest.path, slowest.testcase, slowest.cpu_s])
    runs = {
        lane.submission.path: {result.name: result for result in lane.results} for lane in lanes
    }
    return Measured(_limit(problem, slowest), runs)


def bounds_below(submission: Submission) -> list[Expectation]:
    """The rules by which a submission may not time out, so that no limit may be below its time."""
    rules = submission.expectation.rules if submission.expectation else ()
    return [rule for rule in rules if rule.bound == "lower"]


def _nothing(problem: Problem, why: str) -> PackageError:
    message = (
        f"no time limit is stated and none can be inferred: {why}; state one in seconds, as in "
        "limits: {time_limit: 1.0}, or give --time-limit"
    )
    return PackageError([error(message, problem.paths.relative_path(problem.paths.config))])


def _lanes(
    problem: Problem,
    lower: Sequence[Submission],
    tests: Sequence[Prepared],
    checker: Checker,
    shop: Workshop,
    limits: Limits,
    keep: Path | None,
) -> list[Lane]:
    """Each submission on the tests that it bounds the limit by."""
    built = shop.build([s.source for s in lower], problem.limits.code_bytes)
    lanes = []
    missing = []
    for submission in lower:
        program = built[submission.path]
        if not isinstance(program, Executable):
            missing.append(submission.path)
            continue
        rules = bounds_below(submission)
        jobs = [
            test.job(submission, program, limits, checker)
            for test in tests
            if any(rule.concerns(test.name) for rule in rules)
        ]
        if keep is not None:
            jobs = [replace(job, keep=kept(keep, job)) for job in jobs]
        to_the_cap = replace(submission, expectation=_TO_THE_CAP, times_limit=None)
        lanes.append(Lane(to_the_cap, jobs, stop_early=True, repeats=False))
    if missing:
        shop.report(
            warning(
                f"the time limit is inferred without {', '.join(missing)}: not built here",
                problem.paths.relative_path(problem.paths.config),
            )
        )
    return lanes


def kept(folder: Path, job: Job) -> str:
    """Where below `folder` the files of a run are kept."""
    return str(folder / job.submission.lstrip("/") / job.testcase)


def _as_steps(listener: Listener) -> Listener:
    """These runs are no verdicts yet."""

    def listen(event: Event) -> None:
        match event:
            case PhaseStarted("run", total):
                listener(PhaseStarted("time limit", total))
            case TestcaseDone(submission, result):
                listener(StepDone("time limit", f"{submission} {result.name}"))
            case _:
                listener(event)

    return listen


def _report_stopped(problem: Problem, lanes: Sequence[Lane], shop: Workshop) -> None:
    for lane in lanes:
        for result in lane.results:
            if result.execution.stopped:
                message = (
                    f"the time limit is inferred without it: {result.name}: stopped after "
                    f"{result.execution.cpu_s:.2f} s of CPU time, {result.execution.wall_s:.2f} s "
                    f"in all, and by its expectation it may not time out"
                )
                shop.report(warning(message, lane.submission.path))


def _slowest(
    limits: ProblemLimits,
    lower: Sequence[Submission],
    lanes: Sequence[Lane],
    executor: WorkExecutor,
) -> Timing | None:
    """The slowest run; of those that break an expectation only where there are no others. One that
    decides the limit on its own is timed again, alone, and its least time counts."""
    expected = {submission.path: submission.expectation for submission in lower}
    while True:
        runs = [
            (_breaks(expected[lane.submission.path], result), -result.execution.cpu_s, place, lane)
            for lane in lanes
            for place, result in enumerate(lane.results)
            if not result.execution.stopped and result.verdict is not Verdict.JE
        ]
        runs.sort(key=lambda run: run[:2])
        if not runs:
            return None
        broken, least_s, place, lane = runs[0]
        cpu_s, result = -least_s, lane.results[place]
        others = [-other[1] for other in runs[1:2] if other[0] == broken]
        alone = limits.least(cpu_s) > limits.least(max(others, default=0.0))
        if result.reruns or not alone:
            return Timing(lane.submission.path, result.name, cpu_s, stopped=False)
        again = executor.submit(run_job, lane.jobs[place]).result()
        better = again.verdict is result.verdict and again.execution.cpu_s < cpu_s
        lane.results[place] = replace(again if better else result, reruns=1)


def _breaks(expectation: Expectation | None, result: TestcaseResult) -> bool:
    return expectation is not None and breaking(expectation, [result]) is not None


def _limit(problem: Problem, slowest: Timing, *, recalled: bool = False) -> InferredLimit:
    limits = problem.limits
    return InferredLimit(
        limits.least(slowest.cpu_s),
        slowest,
        limits.ac_to_time_limit,
        limits.time_resolution_s,
        recalled,
    )


def _recalled(store: Store, key: str) -> Timing | None:
    match store.recall(_KIND, key):
        case [str(path), str(testcase), float(cpu_s)]:
            return Timing(path, testcase, cpu_s, stopped=False)
    return None


def _key(problem: Problem, lanes: Sequence[Lane]) -> str:
    """Changes with the machine and with all that a run is made of: programs, inputs, limits."""
    machine = (platform.node(), _processor(), str(os.cpu_count()))
    jobs = (repr(replace(job, keep=None)) for lane in lanes for job in lane.jobs)
    return key_of(problem.format, *machine, *jobs)


def _processor() -> str:
    """The processor's name; empty where the system does not say."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    return next((line for line in lines if line.startswith("model name")), "")
