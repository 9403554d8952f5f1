"""Judges submissions. Each step takes what is known so far and returns it with what it adds."""

import fnmatch
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from judging.core.diagnostics import Diagnostic
from judging.core.errors import MachineError, NothingToJudge, PackageError
from judging.core.events import Event, RunPlanned, SubmissionDone, TestcaseDone
from judging.core.limits import Limits
from judging.core.problem import Problem, Submission
from judging.core.results import GroupResult, RunReport, SubmissionResult
from judging.core.scoring import Scoring, scoring
from judging.data.generation.files import PreparedTest, prepare_tests
from judging.data.generation.stale import stale_tests
from judging.data.validation.data import validate
from judging.jobs import Job, rejudge
from judging.jobs.checkers import Checker
from judging.languages import find, languages, read_as
from judging.pipeline.facts import run_facts
from judging.pipeline.grading import custom_grader
from judging.pipeline.results import judged, not_run, not_yet
from judging.pipeline.scheduling import SubmissionSchedule, run_schedules
from judging.pipeline.timing import Measured, infer
from judging.pipeline.trust import (
    machine_failures,
    package_faults,
    slow_enough,
    too_fast,
)
from judging.programs import Built, Executable
from judging.sandbox import TIERS
from judging.session import Findings, KeptResults, Session


@dataclass(frozen=True, slots=True)
class Options:
    """How to judge a package.

    until: `first-error` stops a submission when its verdict is settled; `all` runs every test.
    tests: globs of testcase names; empty means all tests.
    time_s: a time limit in seconds that replaces the package's.
    time_factor: multiplies the time limit.
    allow_missing: submissions without a toolchain do not count as errors.
    keep: a folder for the output of each run.
    interaction: record what submission and validator write to each other.
    read_as: language id -> id of the language that replaces it.
    first: paths of submissions that are built and run before all others.
    smallest_first: small tests come first, and what must time out runs until it is slow enough.
    facts: collect what a page shows besides the results.
    contents: the page may show what is in files, and what programs wrote.
    """

    until: str = "first-error"
    tests: tuple[str, ...] = ()
    time_s: float | None = None
    time_factor: float = 1.0
    time_factor_spread: float | None = None
    allow_missing: bool = False
    keep: Path | None = None
    interaction: bool = False
    read_as: Mapping[str, str] = field(default_factory=dict)
    first: frozenset[str] = frozenset()
    smallest_first: bool = False
    facts: bool = False
    contents: bool = True

    def chooses(self, testcase: str) -> bool:
        return not self.tests or any(
            fnmatch.fnmatchcase(testcase, glob) for glob in self.tests
        )


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known after a step. If the run is interrupted, the report shows the last one.

    settled: the results that are final, by path; it fills while the submissions run.
    """

    problem: Problem
    submissions: tuple[Submission, ...]
    options: Options
    limits: Limits | None
    tests: Sequence[PreparedTest] = ()
    stale: tuple[Diagnostic, ...] = ()
    notes: tuple[str, ...] = ()
    scoring: Scoring | None = None
    measured: Measured | None = None
    schedules: Mapping[str, SubmissionSchedule] = field(default_factory=dict)
    planned: tuple[SubmissionResult, ...] = ()
    settled: dict[str, SubmissionResult] = field(default_factory=dict)
    results: tuple[SubmissionResult, ...] = ()

    @property
    def left_out(self) -> tuple[str, ...]:
        names = (case.name for case in self.problem.testcases)
        return tuple(name for name in names if not self.options.chooses(name))

    def judged(self, schedule: SubmissionSchedule) -> SubmissionResult:
        return judged(schedule, self.left_out)


def run(
    problem: Problem,
    submissions: Sequence[Submission],
    session: Session,
    options: Options | None = None,
) -> RunReport:
    """Judge `submissions` on the tests of `problem`. The report has everything that goes wrong."""
    started = time.monotonic()
    findings = Findings(session.on_event)
    known = start = _start(problem, submissions, options or Options())
    interrupted, nothing_judged, ended = False, None, False
    try:
        findings.report(*problem.diagnostics)
        for step in _steps(start, session, findings):
            known = step
        ended = bool(known.results)
    except KeyboardInterrupt:
        session.executor.kill()
        interrupted = True
    except MachineError as failure:
        findings.machine_errors.append(str(failure))
    except PackageError as broken:
        findings.report(*broken.diagnostics)
    except NothingToJudge as nothing:
        nothing_judged = str(nothing)
    report = _report(known, findings, session)
    if known.options.facts:
        contents = known.options.contents
        facts = run_facts(
            known.problem, known.tests, report, session.store, contents=contents
        )
        report = replace(report, facts=facts)
    return replace(
        report,
        nodes=tuple(session.executor.nodes.values()),
        complete=ended,
        interrupted=interrupted,
        nothing_judged=nothing_judged,
        wall_s=time.monotonic() - started,
    )


def _start(
    problem: Problem, submissions: Sequence[Submission], options: Options
) -> _Known:
    def with_language(submissions: Sequence[Submission]) -> tuple[Submission, ...]:
        return tuple(
            replace(s, source=read_as(s.source, options.read_as)) for s in submissions
        )

    stated = options.time_s or problem.limits.time_s
    limits = problem.limits.of_run(options.time_factor, stated) if stated else None
    problem = replace(problem, submissions=with_language(problem.submissions))
    return _Known(problem, with_language(submissions), options, limits)


def _steps(known: _Known, session: Session, findings: Findings) -> Iterator[_Known]:
    """Yield what is known after each step; stop early if the package cannot be judged."""
    if findings.broken:
        return
    ordered = sorted(known.submissions, key=lambda s: s.path not in known.options.first)
    sources = [s.source for s in ordered]
    code_bytes = known.problem.limits.code_bytes
    session.builder.start(known.problem.validators)
    session.builder.start(sources, code_bytes)
    known = _prepare(known, session, findings)
    yield known
    checker = session.builder.checker(known.problem, findings)
    if checker is None or findings.broken or findings.machine_errors:
        return
    checker = replace(checker, record=known.options.interaction)
    validate(known.problem, known.tests, checker, session, findings)
    built = session.builder.build(sources, code_bytes)
    if built and known.limits is None:
        known = _infer_limit(known, checker, session, findings)
        yield known
    known = _planned(_schedule(known, built, checker, session.kept), built)
    yield known
    session.on_event(RunPlanned(_report(known, findings, session)))
    _run(known, session)
    known = replace(
        known, results=tuple(known.settled[s.path] for s in known.submissions)
    )
    _doubt(known, findings)
    findings.report(*session.kept.unsteady)
    yield known


def _prepare(known: _Known, session: Session, findings: Findings) -> _Known:
    problem, options = known.problem, known.options
    chosen = [case for case in problem.testcases if options.chooses(case.name)]
    if not chosen:
        matching = (
            f" that matches {', '.join(map(repr, options.tests))}"
            if options.tests
            else ""
        )
        raise NothingToJudge(f"no testcase{matching} in {problem.paths.data}")
    tests = prepare_tests(problem, chosen, session, findings)
    if options.smallest_first:
        tests.sort(key=lambda test: session.store.blob(test.input).stat().st_size)
    known = replace(known, tests=tests, stale=tuple(stale_tests(problem, tests)))
    findings.report(*known.stale)
    if len(chosen) == len(problem.testcases):
        grader = custom_grader(problem, session, findings)
        return replace(known, scoring=scoring(problem, grader))
    if problem.scoring:
        note = "No scores: they need every test, but not all tests were chosen."
        return replace(known, notes=(note,))
    return known


def _infer_limit(
    known: _Known, checker: Checker, session: Session, findings: Findings
) -> _Known:
    problem, options = known.problem, known.options
    paths = {submission.path for submission in known.submissions}
    lower = {s.path for s in problem.submissions if s.bounded_by("lower")}
    measured = infer(
        problem,
        prepare_tests(problem, problem.testcases, session, findings),
        checker,
        session,
        findings,
        fresh=lower <= paths and not options.tests,
        keep=options.keep,
    )
    notes = known.notes
    if options.time_factor != 1:
        notes += (
            f"Time factor {options.time_factor:g} not applied: the limit was measured here.",
        )
        options = replace(options, time_factor=1.0, time_factor_spread=None)
    limits = problem.limits.of_run(time_s=measured.limit.limit_s)
    return replace(known, measured=measured, notes=notes, options=options, limits=limits)


def _schedule(
    known: _Known, built: Mapping[str, Built], checker: Checker, kept: KeptResults
) -> _Known:
    limits, keep = known.limits, known.options.keep
    schedules = {}
    for submission in known.submissions:
        program = built[submission.path]
        if isinstance(program, Executable) and limits is not None:
            jobs = [
                test.job(submission, program, limits, checker, keep)
                for test in known.tests
            ]
            if known.scoring is not None:
                jobs = [
                    replace(job, scoring=known.scoring.of_test(job.testcase))
                    for job in jobs
                ]
            schedules[submission.path] = _scheduled(known, submission, jobs, kept)
    return replace(known, schedules=schedules)


def _scheduled(
    known: _Known, submission: Submission, jobs: Sequence[Job], kept: KeptResults
) -> SubmissionSchedule:
    stop_early = known.options.until == "first-error"
    schedule = SubmissionSchedule(submission, jobs, stop_early, scoring=known.scoring)
    schedule.known = kept.recall(jobs)
    if known.measured is not None:
        runs = known.measured.runs.get(submission.path, {})
        schedule.known |= {
            place: rejudge(run, job)
            for place, job in enumerate(jobs)
            if (run := runs.get(job.testcase)) and known.measured.can_tell(run, job)
        }
    if known.limits is not None and (known.measured or known.options.smallest_first):
        schedule.must_show = slow_enough(known.problem, submission, known.limits)
    return schedule


def _planned(known: _Known, built: Mapping[str, Built]) -> _Known:
    def of(submission: Submission) -> SubmissionResult:
        program = built[submission.path]
        if not isinstance(program, Executable):
            return not_run(submission, program, len(known.tests))
        result = not_yet(submission, program.language, len(known.tests))
        scored = known.scoring is not None
        return replace(result, groups=(GroupResult("", None, None),) if scored else ())

    return replace(known, planned=tuple(map(of, known.submissions)))


def _run(known: _Known, session: Session) -> None:
    """Run everything that is scheduled, and announce each result as soon as it is final."""

    def settle(result: SubmissionResult) -> None:
        known.settled[result.path] = result
        session.on_event(SubmissionDone(result))

    def listen(event: Event) -> None:
        session.on_event(event)
        if isinstance(event, TestcaseDone):
            schedule = known.schedules[event.submission]
            if schedule.final and event.result is schedule.results[-1]:
                settle(known.judged(schedule))

    for result in known.planned:
        if result.path not in known.schedules:
            settle(result)
    # Start those that must time out first: they take longest, and would run alone at the end.
    order = sorted(
        known.schedules.values(), key=lambda s: s.submission.times_limit != "upper"
    )
    order.sort(key=lambda schedule: schedule.submission.path not in known.options.first)
    run_schedules(order, session.executor, listen, keep=session.kept.keep)
    for path, schedule in known.schedules.items():
        if path not in known.settled:
            settle(known.judged(schedule))


def _doubt(known: _Known, findings: Findings) -> None:
    findings.report(*package_faults(known.problem, known.results))
    if known.measured is not None and not known.left_out:
        limit_s = known.measured.limit.limit_s
        findings.report(*too_fast(known.problem, limit_s, known.results))
    findings.report_machine(machine_failures(known.results))


def _report(known: _Known, findings: Findings, session: Session) -> RunReport:
    """Return the report; if the run did not end, only with the submissions that are settled."""
    done = dict(known.settled)
    for path, schedule in known.schedules.items():
        if path not in done and schedule.settled and not schedule.waits_for_rerun:
            done[path] = known.judged(schedule)
    results = tuple(done[s.path] for s in known.submissions if s.path in done)
    named = {result.language for result in (*known.planned, *results) if result.language}
    used = [languages()[id] for id in sorted(named)]
    found = {language.id: find(language, session.store) for language in used}
    options = known.options
    return RunReport(
        problem=known.problem.name,
        submissions=results,
        diagnostics=tuple(findings.diagnostics),
        limits=known.limits,
        inferred=known.measured.limit if known.measured else None,
        until=options.until,
        time_factor=options.time_factor,
        time_factor_spread=options.time_factor_spread,
        allow_missing=options.allow_missing,
        machine_errors=tuple(findings.machine_errors),
        tests_total=len(known.tests),
        languages={language.id: language.name for language in used},
        toolchains={
            id: tools.version for id, tools in found.items() if not tools.problem
        },
        notes=known.notes,
        best_score=known.scoring.best if known.scoring else None,
        stale=known.stale,
        sandbox=TIERS[session.executor.tier].info,
        planned=known.planned,
        tests=tuple(test.name for test in known.tests),
    )
