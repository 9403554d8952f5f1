"""Infers the time limit if the package states none: the slowest run of the submissions
that must not time out determines it.

These runs have the limit `CAP_S`, because the time limit is not known yet. They are then
judged again under the limit that was found, so no run is made twice. Sources: 2025-09,
"Timelimit inference". The older format calls the two factors time_multiplier and
time_safety_margin, and only accepted submissions count there.
"""

import platform
from collections.abc import Mapping, Sequence

from judging.core.classify import holds_under, near_limit
from judging.core.diagnostics import error, warning
from judging.core.errors import (
    JudgingError,
    MachineError,
    PackageError,
    raise_errors,
)
from judging.core.events import (
    Event,
    Listener,
    PhaseStarted,
    StepDone,
    StepRuns,
    TestcaseDone,
    TestcaseStarted,
)
from judging.core.expectations import ANY, first_violation
from judging.core.limits import InferredLimit, Limits, ProblemLimits, Timing
from judging.core.problem import Expectation, Problem, Submission
from judging.core.runs import TestcaseResult
from judging.core.verdicts import Verdict
from judging.data.generation.prepared import PreparedTest, prepare_tests
from judging.files import Below
from judging.jobs import Job
from judging.jobs.checkers import Checker
from judging.pipeline.scheduling import (
    CountedRun,
    SubmissionSchedule,
    run_schedules,
    spread,
)
from judging.programs import Executable, Unavailable
from judging.sandbox import machine_facts
from judging.session import Findings, Session, WorkExecutor
from judging.store import Store, key_of
from judging.values import Value, replace

# The format's default for compilers and validators. No contest gives a submission more
# time, and a submission that hangs costs this time only once.
CAP_S = 60.0
_KIND = "slowest"
_PHASE = "infer"
# Every verdict is permitted and TLE is required. So every test runs whatever the verdicts
# before it, until a run reaches the cap: only that settles the expectation. The last
# argument says who states it; no message shows it.
_TO_THE_CAP = Expectation(ANY, frozenset({Verdict.TLE}), "the cap")


class Measured(Value):
    """The limit, and the runs that measured it: submission path -> testcase name ->
    result. A recalled limit has no runs.
    """

    limit: InferredLimit
    runs: Mapping[str, Mapping[str, TestcaseResult]] = {}

    def can_tell(self, run: TestcaseResult, job: Job) -> bool:
        """True when a job needs no first run: `run` tells its result, or is so close to
        the limit that the schedule repeats it."""
        if near_limit(run.execution, job.limits):
            return True
        return holds_under(run.execution, job.limits)


def with_time_limit(
    problem: Problem, session: Session
) -> tuple[Problem, InferredLimit | None]:
    """Return the problem with a time limit, and where the limit comes from if the
    package states none. It is recalled if an earlier command measured it.

    Raise PackageError if the limit cannot be inferred, and MachineError.
    """
    if problem.limits.time_s is not None:
        return problem, None
    raise_errors(problem.diagnostics)
    findings = Findings(session.on_event)
    tests = prepare_tests(problem, problem.testcases, session, findings)
    checker = session.builder.checker(problem, findings)
    findings.raise_errors()
    assert checker is not None
    limit = infer(problem, tests, checker, session, findings, fresh=False).limit
    return replace(problem, limits=replace(problem.limits, time_s=limit.limit_s)), limit


def measured_limit(problem: Problem, session: Session) -> InferredLimit | None:
    """Return the time limit that an earlier command inferred for the package as it is.

    Return None if none did, or if that cannot be told. No submission is run.
    """
    findings = Findings(session.on_event)
    try:
        raise_errors(problem.diagnostics)
        tests = prepare_tests(problem, problem.testcases, session, findings)
        checker = session.builder.checker(problem, findings)
        findings.raise_errors()
    except JudgingError:
        return None
    assert checker is not None
    bounding = [each for each in problem.submissions if each.bounded_by("lower")]
    programs, missing = _programs(problem, bounding, session, findings)
    schedules = _schedules(problem, programs, tests, checker, CAP_S, None)
    recalled = _recalled(session.store, _key(problem, bounding, schedules))
    if recalled is None:
        return None
    return _limit(problem, recalled, missing, recalled=True)


def infer(
    problem: Problem,
    tests: Sequence[PreparedTest],
    checker: Checker,
    session: Session,
    findings: Findings,
    *,
    fresh: bool,
    keep: Below | None = None,
    cap_s: float = CAP_S,
) -> Measured:
    """Run the submissions that bound the limit from below on all `tests`.

    fresh: run even if an earlier command measured the same.
    keep: a folder for the output of each run.
    cap_s: seconds after which a run is stopped.
    Report what cannot be measured. Raise PackageError if nothing can be.
    """
    bounding = [each for each in problem.submissions if each.bounded_by("lower")]
    if not bounding:
        raise _no_limit(problem, "no submission must pass")
    programs, missing = _programs(problem, bounding, session, findings)
    schedules = _schedules(problem, programs, tests, checker, cap_s, keep)
    key = _key(problem, bounding, schedules)
    if not fresh:
        recalled = _recalled(session.store, key)
        if recalled is not None:
            return Measured(_limit(problem, recalled, missing, recalled=True))
    listener = _AsSteps(session.on_event)
    run_schedules(
        schedules,
        session.executor,
        listener.hear,
        on_results=session.kept.keep,
        stopped=session.stopped,
    )
    listener.end()
    _report_stopped(schedules, findings)
    slowest = slowest_run(problem.limits, bounding, schedules, session.executor)
    if slowest is None:
        _raise_judge_error(problem, schedules)
        if missing:
            raise MachineError(f"no time limit can be inferred: {'; '.join(missing)}")
        paths = ", ".join(submission.path for submission in bounding)
        raise _no_limit(problem, f"none of {paths} could be timed")
    remembered = [
        slowest.path,
        slowest.testcase,
        slowest.cpu_s,
        slowest.language_factor,
    ]
    session.store.remember(_KIND, key, remembered)
    runs: dict[str, dict[str, TestcaseResult]] = {}
    for schedule in schedules:
        by_name = {result.name: result for result in schedule.results}
        runs[schedule.submission.path] = by_name
    return Measured(_limit(problem, slowest, missing), runs)


def _raise_judge_error(
    problem: Problem, schedules: Sequence[SubmissionSchedule]
) -> None:
    """Raise an error if a run could not be judged: that is why there is no time.

    A checker that failed is the package's fault (PackageError), anything else the
    machine's (MachineError).
    """
    for schedule in schedules:
        for result in schedule.results:
            if result.verdict is not Verdict.JE:
                continue
            if result.check is not None:
                raise _no_limit(problem, result.message)
            raise MachineError(f"no time limit can be inferred: {result.message}")


def _no_limit(problem: Problem, why: str) -> PackageError:
    message = (
        f"the package states no time limit and none can be inferred: {why}; state one in "
        "seconds, as in limits: {time_limit: 1.0}, or run `judge run --time-limit S`"
    )
    return PackageError(
        [error(message, problem.paths.relative_path(problem.paths.config))]
    )


def _programs(
    problem: Problem,
    bounding: Sequence[Submission],
    session: Session,
    findings: Findings,
) -> tuple[list[tuple[Submission, Executable]], list[str]]:
    """Build the submissions; report those that cannot be built and leave them out.

    Return the programs, and what this machine lacks for the others.
    """
    sources = [submission.source for submission in bounding]
    built = session.builder.build(sources, problem.limits.code_bytes)
    programs: list[tuple[Submission, Executable]] = []
    left_out: list[str] = []
    missing: list[str] = []
    for submission in bounding:
        program = built[submission.path]
        if isinstance(program, Executable):
            programs.append((submission, program))
            continue
        left_out.append(submission.path)
        if isinstance(program, Unavailable):
            missing.append(f"{submission.path}: {program.reason}")
    if left_out:
        names = ", ".join(left_out)
        message = f"{names} not used to infer the time limit: cannot be built here"
        config = problem.paths.relative_path(problem.paths.config)
        findings.report(warning(message, config))
    return programs, missing


def _schedules(
    problem: Problem,
    programs: Sequence[tuple[Submission, Executable]],
    tests: Sequence[PreparedTest],
    checker: Checker,
    cap_s: float,
    keep: Below | None,
) -> list[SubmissionSchedule]:
    """Return a schedule for each program, on the tests that bound the limit from below."""
    limits = Limits(
        cap_s, cap_s, problem.limits.memory_bytes, problem.limits.output_bytes
    )
    schedules: list[SubmissionSchedule] = []
    for submission, program in programs:
        rules = submission.bounded_by("lower")
        jobs: list[Job] = []
        for test in tests:
            if any(rule.applies_to(test.name) for rule in rules):
                jobs.append(test.job(submission, program, limits, checker, keep))
        to_the_cap = replace(submission, expectation=_TO_THE_CAP)
        # No repeats: no run is close to a limit that is not known yet.
        schedules.append(
            SubmissionSchedule(to_the_cap, jobs, stop_early=True, repeats=False)
        )
    return schedules


class _AsSteps:
    """Announces runs as steps of this phase, because they are not verdicts yet."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._running: dict[str, None] = {}

    def hear(self, event: Event) -> None:
        match event:
            case PhaseStarted("run", total):
                self._listener(PhaseStarted(_PHASE, total))
            case TestcaseStarted(submission, test):
                step = f"{submission} {test}"
                self._running[step] = None
                self._listener(StepRuns(_PHASE, step))
            case TestcaseDone(submission, result):
                step = f"{submission} {result.name}"
                self._running.pop(step, None)
                self._listener(StepDone(_PHASE, step))
            case _:
                self._listener(event)

    def end(self) -> None:
        """Announce the end of runs whose results do not count."""
        for step in self._running:
            self._listener(StepDone(_PHASE, step))


def _report_stopped(schedules: Sequence[SubmissionSchedule], findings: Findings) -> None:
    for schedule in schedules:
        for result in schedule.results:
            run = result.execution
            if run.stopped:
                message = (
                    f"not used to infer the time limit: {result.name}: stopped after "
                    f"{run.cpu_s:.2f} s of CPU time, {run.wall_s:.2f} s of wall time, "
                    "but its expectation does not allow TLE"
                )
                findings.report(warning(message, schedule.submission.path))


class TimedRun(Value):
    """A run that ended by itself, so that its time may determine the limit."""

    schedule: SubmissionSchedule
    run: CountedRun
    meets_expectation: bool
    language_factor: float

    @property
    def cpu_s(self) -> float:
        return self.run.result.execution.cpu_s

    @property
    def timing(self) -> Timing:
        return Timing(
            self.schedule.submission.path,
            self.run.result.name,
            self.cpu_s,
            stopped=False,
            language_factor=self.language_factor,
        )


def slowest_run(
    limits: ProblemLimits,
    bounding: Sequence[Submission],
    schedules: Sequence[SubmissionSchedule],
    executor: WorkExecutor,
) -> Timing | None:
    """Return the slowest run of the submissions `lower`; None if none has a time.

    The slowest run is the one that asks for the largest limit, so times are divided by
    the factors of languages. Runs that break an expectation count only if there are no
    others. If a single run determines the limit, it is repeated with nothing beside it,
    and the shorter time is used.
    """
    while True:
        runs = _timed_runs(limits, bounding, schedules)
        if not runs:
            return None
        slowest = runs[0]
        if slowest.run.result.reruns or not _single_run_decides(limits, runs):
            return slowest.timing
        # The repeat may be faster: then another run may be the slowest.
        _repeat_alone(slowest, executor)


def _timed_runs(
    limits: ProblemLimits,
    bounding: Sequence[Submission],
    schedules: Sequence[SubmissionSchedule],
) -> list[TimedRun]:
    """Return the runs that have a time. Those that meet the expectation come before the
    others, and in both parts the slowest comes first."""
    # All of them have an expectation: one of its rules bounds the limit.
    expected = {s.path: s.expectation for s in bounding if s.expectation}
    runs: list[TimedRun] = []
    for schedule in schedules:
        expectation = expected[schedule.submission.path]
        for run in schedule.counted_runs():
            if run.result.execution.stopped or run.result.verdict is Verdict.JE:
                continue
            meets = first_violation(expectation, [run.result]) is None
            factor = limits.language_factor(run.job.program.language)
            runs.append(TimedRun(schedule, run, meets, factor))
    runs.sort(key=_by_expectation_and_time, reverse=True)
    return runs


def _by_expectation_and_time(run: TimedRun) -> tuple[bool, float]:
    return run.meets_expectation, run.timing.comparable_s


def _single_run_decides(limits: ProblemLimits, runs: Sequence[TimedRun]) -> bool:
    """True when the limit would be lower without the first run, which is the slowest."""
    slowest, *others = runs
    next_s = 0.0
    if others and others[0].meets_expectation == slowest.meets_expectation:
        next_s = others[0].timing.comparable_s
    slowest_s = slowest.timing.comparable_s
    return limits.limit_for(slowest_s) > limits.limit_for(next_s)


def _repeat_alone(slowest: TimedRun, executor: WorkExecutor) -> None:
    """Run it again with nothing beside it, and keep the shorter of the two times.

    With two exceptions: a run of another machine replaces the first one whatever it
    took, and a run with another verdict is ignored, because it did something else.
    """
    first = slowest.run.result
    [again] = spread(executor, [slowest.run.job], decide=True).result()
    faster = again.execution.cpu_s < slowest.cpu_s and again.verdict is first.verdict
    other_machine = again.node != first.node  # times of two machines do not compare
    best = again if faster or other_machine else first
    slowest.schedule.replace(slowest.run.index, replace(best, reruns=1))


def _limit(
    problem: Problem, slowest: Timing, missing: Sequence[str], *, recalled: bool = False
) -> InferredLimit:
    limits = problem.limits
    return InferredLimit(
        limits.limit_for(slowest.comparable_s),
        slowest,
        limits.ac_to_time_limit,
        limits.time_resolution_s,
        recalled,
        tuple(missing),
    )


def _recalled(store: Store, key: str) -> Timing | None:
    match store.recall(_KIND, key):
        case [str(path), str(testcase), float(cpu_s), float(factor)]:
            return Timing(path, testcase, cpu_s, stopped=False, language_factor=factor)
    return None


def _key(
    problem: Problem,
    bounding: Sequence[Submission],
    schedules: Sequence[SubmissionSchedule],
) -> str:
    """Return the key of a measured limit: the format, the machine, the factors of
    languages, the verdicts that are permitted, and every run.

    The multipliers of the package are not in it. What is kept is the time of the slowest
    run, and the limit follows from that anew; the multipliers decide only whether that run
    was repeated.
    """
    facts = [problem.format, platform.node(), repr(machine_facts())]
    # They decide which run is the slowest.
    facts.append(repr(sorted(problem.limits.language_factors.items())))
    for submission in bounding:
        # A run that breaks a rule counts only if there are no others. So a change of the
        # rules may make another run the slowest.
        if submission.expectation is not None:
            facts.extend(map(_rule_key, submission.expectation.rules))
    for schedule in schedules:
        for job in schedule.jobs:
            facts.append(repr(_measured_part(job)))
    return key_of(*facts)


def _measured_part(job: Job) -> Job:
    """Return a job without what does not change its times: where the output is kept, and
    how it is drawn."""
    checker = replace(job.checker, visualizer=None)
    return replace(job, keep=None, checker=checker, visualizer_args=())


def _rule_key(rule: Expectation) -> str:
    """Return what a rule says about single runs. Sorted, because the order of a set
    differs from process to process."""
    return repr((sorted(map(str, rule.permitted)), rule.tests))
