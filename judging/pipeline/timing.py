"""Infers the time limit if the package states none: the slowest run of the submissions that may
not time out determines it.

These runs have the limit `CAP_S`, because the time limit is not known yet. They are then judged
again under the limit that was found, so no run is made twice. Sources: 2025-09, "Timelimit
inference". The older format calls the two factors time_multiplier and time_safety_margin, and only
accepted submissions count there.
"""

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from judging.core.classify import holds_under, near_limit
from judging.core.diagnostics import error, errors_in, warning
from judging.core.errors import MachineError, PackageError
from judging.core.events import Event, Listener, PhaseStarted, StepDone, TestcaseDone
from judging.core.expectations import ANY, first_violation
from judging.core.limits import InferredLimit, Limits, ProblemLimits, Timing
from judging.core.problem import Expectation, Problem, Submission
from judging.core.results import TestcaseResult
from judging.core.verdicts import Verdict
from judging.data.generation.files import PreparedTest, prepare_tests
from judging.jobs import Job
from judging.jobs.checkers import Checker
from judging.pipeline.scheduling import SubmissionSchedule, run_schedules, spread
from judging.programs import Executable
from judging.sandbox import machine_facts
from judging.session import Findings, Session, WorkExecutor
from judging.store import Store, key_of

# The format's default for compilers and validators. No contest gives a submission more time, and
# a submission that hangs costs this time only once.
CAP_S = 60.0
_KIND = "slowest"
# Runs every test whatever its verdict, but stops when a run reaches the cap.
_TO_THE_CAP = Expectation(ANY, frozenset({Verdict.TLE}), "the cap")


@dataclass(frozen=True, slots=True)
class Measured:
    """The limit, and the runs that measured it: submission path -> testcase name -> result. They
    would have been stopped after `cap_s` seconds."""

    limit: InferredLimit
    runs: Mapping[str, Mapping[str, TestcaseResult]] = field(default_factory=dict)
    cap_s: float = CAP_S

    def can_tell(self, run: TestcaseResult, job: Job) -> bool:
        """True when one of these runs tells the result of a job, or is repeated if it may not."""
        execution, limits = run.execution, job.limits
        return near_limit(execution, limits) or holds_under(
            execution, self.cap_s, limits
        )


def with_time_limit(
    problem: Problem, session: Session
) -> tuple[Problem, InferredLimit | None]:
    """Return the problem with a time limit, and where the limit comes from if the package states
    none. It is recalled if an earlier command measured it.

    Raise PackageError if the limit cannot be inferred, and MachineError.
    """
    if problem.limits.time_s is not None:
        return problem, None
    findings = Findings(session.on_event)
    if problem.broken:
        raise PackageError(errors_in(problem.diagnostics))
    tests = prepare_tests(problem, problem.testcases, session, findings)
    checker = session.builder.checker(problem, findings)
    findings.raise_errors()
    assert checker is not None
    limit = infer(problem, tests, checker, session, findings, fresh=False).limit
    return replace(problem, limits=replace(problem.limits, time_s=limit.limit_s)), limit


def infer(
    problem: Problem,
    tests: Sequence[PreparedTest],
    checker: Checker,
    session: Session,
    findings: Findings,
    *,
    fresh: bool,
    keep: Path | None = None,
    cap_s: float = CAP_S,
) -> Measured:
    """Run the submissions that bound the limit from below on all `tests`.

    fresh: run even if an earlier command measured the same.
    keep: a folder for the output of each run.
    cap_s: seconds after which a run is stopped.
    Report what cannot be measured. Raise PackageError if nothing can be.
    """
    lower = [
        submission
        for submission in problem.submissions
        if submission.bounded_by("lower")
    ]
    if not lower:
        raise _nothing(problem, "no submission must pass")
    limits = Limits(
        cap_s, cap_s, problem.limits.memory_bytes, problem.limits.output_bytes
    )
    schedules = _schedules(
        problem, lower, tests, checker, session, findings, limits, keep
    )
    key = _key(problem, schedules)
    if not fresh and (slowest := _recalled(session.store, key)):
        return Measured(_limit(problem, slowest, recalled=True))
    listener = _as_steps(session.on_event)
    run_schedules(schedules, session.executor, listener, keep=session.kept.keep)
    _report_stopped(schedules, findings)
    slowest = _slowest(problem.limits, lower, schedules, session.executor)
    if slowest is None:
        failed = [
            r.message
            for schedule in schedules
            for r in schedule.results
            if r.verdict is Verdict.JE
        ]
        if failed:
            raise MachineError(f"no time limit can be inferred: {failed[0]}")
        raise _nothing(
            problem, f"none of {', '.join(s.path for s in lower)} could be timed"
        )
    session.store.remember(_KIND, key, [slowest.path, slowest.testcase, slowest.cpu_s])
    runs = {
        schedule.submission.path: {result.name: result for result in schedule.results}
        for schedule in schedules
    }
    return Measured(_limit(problem, slowest), runs, cap_s)


def _nothing(problem: Problem, why: str) -> PackageError:
    message = (
        f"the package states no time limit and none can be inferred: {why}; state one in seconds, "
        "as in limits: {time_limit: 1.0}, or run `judge run --time-limit S`"
    )
    return PackageError(
        [error(message, problem.paths.relative_path(problem.paths.config))]
    )


def _schedules(
    problem: Problem,
    lower: Sequence[Submission],
    tests: Sequence[PreparedTest],
    checker: Checker,
    session: Session,
    findings: Findings,
    limits: Limits,
    keep: Path | None,
) -> list[SubmissionSchedule]:
    built = session.builder.build([s.source for s in lower], problem.limits.code_bytes)
    missing = [s.path for s in lower if not isinstance(built[s.path], Executable)]
    if missing:
        message = f"{', '.join(missing)} not used to infer the time limit: cannot be built here"
        config = problem.paths.relative_path(problem.paths.config)
        findings.report(warning(message, config))
    schedules = []
    for submission in lower:
        program = built[submission.path]
        if not isinstance(program, Executable):
            continue
        rules = submission.bounded_by("lower")
        jobs = [
            test.job(submission, program, limits, checker, keep)
            for test in tests
            if any(rule.applies_to(test.name) for rule in rules)
        ]
        to_the_cap = replace(submission, expectation=_TO_THE_CAP)
        schedules.append(
            SubmissionSchedule(to_the_cap, jobs, stop_early=True, repeats=False)
        )
    return schedules


def _as_steps(listener: Listener) -> Listener:
    """Announce runs as steps of this phase, because they are not verdicts yet."""

    def listen(event: Event) -> None:
        match event:
            case PhaseStarted("run", total):
                listener(PhaseStarted("infer", total))
            case TestcaseDone(submission, result):
                listener(StepDone("infer", f"{submission} {result.name}"))
            case _:
                listener(event)

    return listen


def _report_stopped(schedules: Sequence[SubmissionSchedule], findings: Findings) -> None:
    for schedule in schedules:
        for result in schedule.results:
            if result.execution.stopped:
                message = (
                    f"not used to infer the time limit: {result.name}: stopped after "
                    f"{result.execution.cpu_s:.2f} s of CPU time, {result.execution.wall_s:.2f} s "
                    f"of wall time, but its expectation does not allow TLE"
                )
                findings.report(warning(message, schedule.submission.path))


def _slowest(
    limits: ProblemLimits,
    lower: Sequence[Submission],
    schedules: Sequence[SubmissionSchedule],
    executor: WorkExecutor,
) -> Timing | None:
    """Return the slowest run; runs that break an expectation count only if there are no others. If
    one run alone determines the limit, repeat it alone and use its shortest time."""
    expected = {s.path: s.expectation for s in lower if s.expectation}
    while True:
        runs = [
            (
                first_violation(expected[schedule.submission.path], [result]) is None,
                result.execution.cpu_s,
                place,
                schedule,
            )
            for schedule in schedules
            for place, result in enumerate(schedule.results)
            if not result.execution.stopped and result.verdict is not Verdict.JE
        ]
        if not runs:
            return None
        runs.sort(key=lambda run: run[:2], reverse=True)
        met, cpu_s, place, schedule = runs[0]
        result = schedule.results[place]
        others = [other[1] for other in runs[1:2] if other[0] == met]
        alone = limits.limit_for(cpu_s) > limits.limit_for(max(others, default=0.0))
        if result.reruns or not alone:
            return Timing(schedule.submission.path, result.name, cpu_s, stopped=False)
        [again] = spread(executor, [schedule.jobs[place]], decide=True).result()
        better = again.verdict is result.verdict and again.execution.cpu_s < cpu_s
        better = better or again.node != result.node
        schedule.replace(place, replace(again if better else result, reruns=1))


def _limit(
    problem: Problem, slowest: Timing, *, recalled: bool = False
) -> InferredLimit:
    limits = problem.limits
    return InferredLimit(
        limits.limit_for(slowest.cpu_s),
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


def _key(problem: Problem, schedules: Sequence[SubmissionSchedule]) -> str:
    jobs = (
        repr(replace(job, keep=None)) for schedule in schedules for job in schedule.jobs
    )
    return key_of(problem.format, platform.node(), repr(machine_facts()), *jobs)
