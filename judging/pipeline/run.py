"""Judges submissions: step 4 of docs/architecture.md, "What happens in `judge run`".

`_judge` has the steps in order. Each step is a function of what it
needs, and returns one value; `_Progress` holds the values, because a run
that ends early reports the steps that it took.
"""

import fnmatch
import functools
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from judging.core.diagnostics import Diagnostic, Location, error, first_of, warning
from judging.core.errors import (
    MachineError,
    NothingToJudge,
    PackageError,
    collect_errors,
)
from judging.core.events import Event, Listener, RunPlanned, SubmissionDone, TestcaseDone
from judging.core.expectations import can_settle, is_settled
from judging.core.limits import Limits
from judging.core.options import ALL, FIRST_ERROR, Options
from judging.core.problem import Problem, Source, Submission, Testcase
from judging.core.results import (
    GroupResult,
    PackageContents,
    RunReport,
    SanitizedRuns,
    SubmissionResult,
)
from judging.core.runs import TestcaseResult
from judging.core.scoring import Scoring, scoring
from judging.core.sensitivity import RepeatedTest
from judging.core.verdicts import Verdict
from judging.data.generation.prepared import PreparedTest, prepare_tests
from judging.data.generation.stale import stale_tests
from judging.data.reporting import report_alike, report_given_up
from judging.data.validation.data import validate
from judging.data.validation.rejecting import check_rejecting
from judging.files import Below
from judging.jobs import Job, rejudge
from judging.jobs.checkers import Checker
from judging.languages import find, languages, read_as
from judging.package.named_places import named_folder
from judging.pipeline.facts import run_facts
from judging.pipeline.grading import custom_grader
from judging.pipeline.repeating import random_outputs, repeat_runs
from judging.pipeline.scheduling import (
    SubmissionSchedule,
    early_job,
    run_schedules,
)
from judging.pipeline.submission_results import (
    DIGEST_LENGTH,
    judged,
    not_run,
    not_yet,
    source_digest,
)
from judging.pipeline.timing import Measured, infer
from judging.pipeline.trust import (
    machine_failures,
    package_faults,
    slow_enough,
    too_fast,
)
from judging.programs import Built, Executable
from judging.sandbox import TIERS
from judging.session import MOST_STOPS, Findings, KeptResults, Session
from judging.values import Value, replace


class _Request(Value):
    """What is to be judged, and how. Sources are read as the languages that `options` names."""

    problem: Problem
    submissions: tuple[Submission, ...]
    options: Options


class _Data(Value):
    """The chosen tests, ready to be run.

    stale: warnings about files that are not what their recipes make.
    left_out: the names of the tests that were not chosen.
    scoring: None in a pass-fail problem, or if tests were left out.
    """

    tests: Sequence[PreparedTest] = ()
    stale: tuple[Diagnostic, ...] = ()
    left_out: tuple[str, ...] = ()
    scoring: Scoring | None = None
    notes: tuple[str, ...] = ()


class _RunLimits(Value):
    """The limits of every run.

    per_run: in a language without a factor; None as long as no time limit is known.
    measured: the runs that the time limit was inferred from; None if it is stated.
    factor: what the stated time limit was multiplied by.
    spread: how much the factor varied when it was measured, as a share; None if it was
        given, or not applied.
    """

    per_run: Limits | None
    measured: Measured | None = None
    factor: float = 1.0
    spread: float | None = None
    notes: tuple[str, ...] = ()


class _Plan(Value):
    """What is to be run.

    schedules: by the path of the submission; none for a submission that was not built.
    results: what is known of every submission before the first
        run, in the order of the report.
    """

    schedules: Mapping[str, SubmissionSchedule] = {}
    results: tuple[SubmissionResult, ...] = ()


@dataclass(slots=True)
class _Progress:
    """What each step returned, or what holds before it; all that a report needs.

    final_results: by path; they fill in while the submissions run.
    repeated: the runs that `Options.repeat` asks for.
    sanitized: what `Options.sanitize` asks for.
    """

    request: _Request
    limits: _RunLimits
    data: _Data = field(default_factory=_Data)
    plan: _Plan = field(default_factory=_Plan)
    final_results: dict[str, SubmissionResult] = field(default_factory=dict)
    repeated: Sequence[RepeatedTest] = ()
    sanitized: SanitizedRuns | None = None


def run(
    problem: Problem,
    submissions: Sequence[Submission],
    session: Session,
    options: Options | None = None,
) -> RunReport:
    """Judge `submissions` on the tests of `problem`. The report has everything that goes wrong."""
    started = time.monotonic()
    findings = Findings(session.on_event)
    request = _requested(problem, submissions, options or Options())
    progress = _Progress(request, _stated_limits(request))
    complete = False
    with collect_errors() as caught:
        complete = _judge(progress, session, findings)
    running = ""
    if caught.interrupted:
        running = session.end_interrupted(findings)
    findings.report(*caught.diagnostics)
    findings.machine_errors += caught.machine_errors
    report = _report(progress, findings, session)
    if request.options.facts:
        facts = run_facts(
            request.problem,
            progress.data.tests,
            report,
            session.store,
            contents=request.options.contents,
            keep=_kept_at(request.options),
        )
        report = replace(report, facts=facts)
    return replace(
        report,
        nodes=tuple(session.executor.nodes.values()),
        complete=complete,
        interrupted=caught.interrupted,
        running=running,
        nothing_judged=caught.nothing_judged,
        wall_s=time.monotonic() - started,
    )


def _validate(
    request: _Request,
    tests: Sequence[PreparedTest],
    checker: Checker,
    session: Session,
    findings: Findings,
) -> None:
    """Check the data, and that the programs which check it reject something."""
    problem = request.problem
    suffice = request.options.samples_suffice
    decided = validate(
        problem, tests, checker, session, findings, samples_suffice=suffice
    )
    # Programs that fail on the package's own files are reported already.
    if decided.sound:
        check_rejecting(problem, tests, checker, session, findings)


def _judge(progress: _Progress, session: Session, findings: Findings) -> bool:
    """Take the steps in order. Return True if every submission has a result, False if
    the package cannot be judged."""
    request = progress.request
    problem = request.problem
    options = request.options
    findings.report(*problem.diagnostics)
    if findings.broken:
        return False
    sources = _start_builds(request, session)
    progress.data = _prepare_data(request, session, findings)
    checker = session.builder.checker(problem, findings)
    if checker is None or findings.broken or findings.machine_errors:
        return False
    checker = replace(checker, record=options.interaction)
    if options.visualize:
        visualizer = _output_visualizer(problem, session, findings)
        checker = replace(checker, visualizer=visualizer)
    # A test that its validator rejects is reported, but judged anyway.
    _validate(request, progress.data.tests, checker, session, findings)
    if session.stopped.any_given_up([program.key for program in checker.programs]):
        _report_given_up(problem, len(request.submissions), findings)
        return False
    # Everything is built before the first run: a compiler beside a run would slow it.
    built = session.builder.build(sources, problem.limits.code_bytes)
    if built and progress.limits.per_run is None:
        progress.limits = _infer_limits(request, checker, session, findings)
    progress.plan = _plan(
        request, progress.data, progress.limits, built, checker, session.kept
    )
    session.on_event(RunPlanned(_report(progress, findings, session)))
    _run(progress, session)
    if options.repeat:
        _repeat(progress, session)
    results = []
    for submission in request.submissions:
        if submission.path in progress.final_results:
            results.append(progress.final_results[submission.path])
    _report_doubts(progress, results, findings)
    findings.report(*session.kept.unsteady)
    if options.sanitize:
        _sanitize(progress, built, results, checker, session, findings)
    return len(results) == len(request.submissions) > 0


def _sanitize(
    progress: _Progress,
    built: Mapping[str, Built],
    results: Sequence[SubmissionResult],
    checker: Checker,
    session: Session,
    findings: Findings,
) -> None:
    """Run the programs again with sanitizers. Every verdict is known by now, and none
    depends on it: if it fails, that is a warning."""
    # Few runs ask for it.
    from judging.pipeline.sanitizing import ToSanitize, run_sanitized

    given = ToSanitize(
        progress.request.problem,
        progress.data.tests,
        progress.request.submissions,
        built,
        results,
        checker,
        progress.limits.per_run,
    )
    try:
        progress.sanitized = run_sanitized(given, session, findings)
    except (MachineError, OSError) as problem:
        findings.report(warning(f"--sanitize: not finished: {problem}"))


def _requested(
    problem: Problem, submissions: Sequence[Submission], options: Options
) -> _Request:
    def with_language(submissions: Sequence[Submission]) -> tuple[Submission, ...]:
        return tuple(
            replace(submission, source=read_as(submission.source, options.read_as))
            for submission in submissions
        )

    problem = replace(problem, submissions=with_language(problem.submissions))
    return _Request(problem, with_language(submissions), options)


def _stated_limits(request: _Request) -> _RunLimits:
    """Return the limits that the options or the package state."""
    options = request.options
    stated = request.problem.limits
    factor = options.time_factor
    spread = options.time_factor_spread
    time_s = options.time_s or stated.time_s
    if not time_s:
        return _RunLimits(None, factor=factor, spread=spread)
    return _RunLimits(stated.of_run(factor, time_s), factor=factor, spread=spread)


def _start_builds(request: _Request, session: Session) -> list[Source]:
    """Start to build what the run needs, and return the sources of the submissions in
    the order in which they are wanted."""
    first = request.options.first
    ordered = sorted(request.submissions, key=lambda s: s.path not in first)
    sources = [submission.source for submission in ordered]
    # The validators are needed first.
    session.builder.start(request.problem.validators)
    session.builder.start(sources, request.problem.limits.code_bytes)
    return sources


def _prepare_data(request: _Request, session: Session, findings: Findings) -> _Data:
    """Make the chosen tests where a recipe makes them, and find out how they are scored."""
    problem = request.problem
    options = request.options
    chosen: list[Testcase] = []
    left_out: list[str] = []
    for case in problem.testcases:
        if options.chooses(case.name):
            chosen.append(case)
        else:
            left_out.append(case.name)
    if not problem.testcases:
        folder = problem.paths.relative_path(problem.paths.data)
        raise PackageError([error("no test: add tests to the folder secret", folder)])
    if not chosen:
        raise NothingToJudge(_why_no_test(problem, options.tests))
    tests = prepare_tests(problem, chosen, session, findings)
    if options.smallest_first:
        tests.sort(key=lambda test: session.store.blob(test.input).stat().st_size)
    stale = tuple(stale_tests(problem, tests))
    findings.report(*stale)
    data = _Data(tests, stale, tuple(left_out))
    if not left_out:
        grader = custom_grader(problem, session, findings)
        return replace(data, scoring=scoring(problem, grader))
    if problem.scoring:
        note = "No scores: they need every test, but not all tests were chosen."
        return replace(data, notes=(note,))
    return data


def _why_no_test(problem: Problem, globs: Sequence[str]) -> str:
    """Return the message for globs that choose none of the tests."""
    matching = ""
    if globs:
        matching = f" that matches {', '.join(map(repr, globs))}"
    folder = problem.paths.relative_path(problem.paths.data)
    names = [case.name for case in problem.testcases]
    hint = ""
    for glob in globs:
        # A folder alone matches no test in it.
        inner = f"{glob.rstrip('/')}/*"
        if fnmatch.filter(names, inner):
            hint = f" (did you mean '{inner}'?)"
            break
    return f"no testcase{matching} in {folder}{hint}"


def _output_visualizer(
    problem: Problem, session: Session, findings: Findings
) -> Executable | None:
    """Build the output visualizer. That it cannot be built is a warning: no verdict
    depends on it."""
    if problem.output_visualizer is None:
        return None
    attempt = Findings()
    program = session.builder.tool(problem.output_visualizer, attempt)
    findings.report_as_warnings(attempt)
    return program


def _infer_limits(
    request: _Request, checker: Checker, session: Session, findings: Findings
) -> _RunLimits:
    """Measure the time limit of a package that states none, on all of its tests."""
    problem = request.problem
    options = request.options
    chosen = {submission.path for submission in request.submissions}
    bounding = {s.path for s in problem.submissions if s.bounded_by("lower")}
    measured = infer(
        problem,
        prepare_tests(problem, problem.testcases, session, findings),
        checker,
        session,
        findings,
        # A limit that an earlier command measured is taken only if this one would have
        # to run more than it was asked for.
        fresh=bounding <= chosen and not options.tests,
        keep=_kept_at(options),
    )
    limits = problem.limits.of_run(time_s=measured.limit.limit_s)
    # A factor of 1 changes no limit. The report gives it with its spread, which says
    # that this machine was measured. Another factor is not applied, so neither is reported.
    if options.time_factor == 1:
        return _RunLimits(limits, measured, spread=options.time_factor_spread)
    factor = f"{options.time_factor:g}"
    note = f"Time factor {factor} not applied: the limit was measured here."
    return _RunLimits(limits, measured, notes=(note,))


def _plan(
    request: _Request,
    data: _Data,
    limits: _RunLimits,
    built: Mapping[str, Built],
    checker: Checker,
    kept: KeptResults,
) -> _Plan:
    """Make a schedule for every submission that was built."""
    schedules: dict[str, SubmissionSchedule] = {}
    results: list[SubmissionResult] = []
    for submission in request.submissions:
        program = built[submission.path]
        if not isinstance(program, Executable):
            results.append(not_run(submission, program, len(data.tests)))
            continue
        assert limits.per_run is not None
        factor = request.problem.limits.language_factor(program.language)
        own_limits = limits.per_run.times(factor)
        result = not_yet(submission, program.language, len(data.tests))
        result = replace(result, limits=own_limits, source=source_digest(program))
        if data.scoring is not None:
            # The group of all tests: tables then have a column
            # for scores from the start.
            result = replace(result, groups=(GroupResult("", None, None),))
        results.append(result)
        jobs = _jobs(request, data, own_limits, submission, program, checker)
        schedules[submission.path] = _schedule(
            request, data, limits, submission, jobs, own_limits, checker, kept
        )
    return _Plan(schedules, tuple(results))


def _schedule(
    request: _Request,
    data: _Data,
    limits: _RunLimits,
    submission: Submission,
    jobs: Sequence[Job],
    own_limits: Limits,
    checker: Checker,
    kept: KeptResults,
) -> SubmissionSchedule:
    """Return the schedule of a submission, with the results that need no run.

    own_limits: those of the submission's language.
    """
    options = request.options
    schedule = SubmissionSchedule(
        submission,
        jobs,
        stop_early=options.until == FIRST_ERROR,
        scoring=data.scoring,
    )
    # A limit that was measured here is checked against the submissions that must
    # time out, and `judge limits` (smallest first) shows how far they are from the
    # limit. So these go on until a run is slow enough. Otherwise any TLE is enough.
    if limits.measured is not None or options.smallest_first:
        schedule.must_show = slow_enough(request.problem, submission, own_limits)
    enough = None
    if _settled_by_verdicts(schedule, limits):
        enough = functools.partial(_settles, submission)
    measuring = _measuring_runs(submission, jobs, limits.measured)
    schedule.known = {**kept.recall(jobs, enough), **measuring}
    if _may_stop_early(options, data, limits, checker):
        schedule.stops_early = True
        schedule.known_early = _recall_early(jobs, schedule.known, kept)
    return schedule


def _settled_by_verdicts(schedule: SubmissionSchedule, limits: _RunLimits) -> bool:
    """True when the submission stops as soon as its verdicts settle it, whatever its times
    are, so that no kept result after these is needed."""
    if not schedule.stop_early or schedule.scoring is not None:
        return False
    # Runs that measured the limit take the place of kept results, and may decide otherwise.
    if schedule.must_show is not None or limits.measured is not None:
        return False
    # With rules for single tests nearly all are needed. To ask after each failure whether
    # it settles the submission would take the square of their number.
    expectation = schedule.submission.expectation
    return expectation is None or not any(rule.tests for rule in expectation.rules)


def _settles(submission: Submission, results: Sequence[TestcaseResult]) -> bool:
    """True when the last of these results settles the submission."""
    # Most results cannot, which is found out sooner.
    if not can_settle(submission.expectation, results[-1]):
        return False
    return is_settled(submission.expectation, results)


def _may_stop_early(
    options: Options, data: _Data, limits: _RunLimits, checker: Checker
) -> bool:
    """True when nobody needs to know how slow a submission is on the tests after the first
    one that shows that it is too slow by the margin.

    An inferred limit and `judge limits` (smallest first) are checked with these times, and
    `--repeat` repeats those close to the limit. Scores may depend on each test, so what they
    would be with other times does too. In a dialogue or in several passes a run has
    more than one program or process, and its end more reasons.
    """
    if options.until != ALL or options.repeat or options.smallest_first:
        return False
    if limits.measured is not None or data.scoring is not None:
        return False
    return not checker.takes_part


def _recall_early(
    jobs: Sequence[Job], known: Mapping[int, TestcaseResult], kept: KeptResults
) -> dict[int, TestcaseResult]:
    """Return the kept results of runs that are stopped early, by the index of their job,
    unless a result is known that shows more."""
    unknown = [index for index in range(len(jobs)) if index not in known]
    recalled = kept.recall([early_job(jobs[index]) for index in unknown])
    return {unknown[place]: result for place, result in recalled.items()}


def _kept_at(options: Options) -> Below | None:
    """Return the folder for the files of this package's runs."""
    if options.keep is None:
        return None
    return named_folder(options.keep) / options.keep_in


def _jobs(
    request: _Request,
    data: _Data,
    limits: Limits,
    submission: Submission,
    program: Executable,
    checker: Checker,
) -> list[Job]:
    """Return the jobs of one submission, one for each test."""
    jobs: list[Job] = []
    keep = _kept_at(request.options)
    for test in data.tests:
        job = test.job(submission, program, limits, checker, keep)
        if data.scoring is not None:
            job = replace(job, scoring=data.scoring.of_test(test.name))
        jobs.append(job)
    return jobs


def _measuring_runs(
    submission: Submission, jobs: Sequence[Job], measured: Measured | None
) -> dict[int, TestcaseResult]:
    """Return the results of the runs that measured the limit, by the index of their job.

    They count in place of kept results: the report then shows the very run that
    determined the limit, with its time.
    """
    results: dict[int, TestcaseResult] = {}
    if measured is None:
        return results
    runs = measured.runs.get(submission.path, {})
    for index, job in enumerate(jobs):
        run = runs.get(job.testcase)
        if run is not None and measured.can_tell(run, job):
            results[index] = rejudge(run, job)
    return results


class _Announcer:
    """Passes events on, and announces each submission as soon as its result is final."""

    def __init__(self, progress: _Progress, on_event: Listener) -> None:
        self._progress = progress
        self._on_event = on_event

    def listen(self, event: Event) -> None:
        self._on_event(event)
        if not isinstance(event, TestcaseDone):
            return
        schedule = self._progress.plan.schedules[event.submission]
        # Several results may become final at once: the
        # submission follows the last of them.
        if schedule.final and event.result is schedule.results[-1]:
            self.settle(_result(schedule, self._progress))

    def settle(self, result: SubmissionResult) -> None:
        self._progress.final_results[result.path] = result
        self._on_event(SubmissionDone(result))


def _run(progress: _Progress, session: Session) -> None:
    """Run everything that is planned. `progress.final_results` then has a result for
    each submission."""
    plan = progress.plan
    first = progress.request.options.first
    announcer = _Announcer(progress, session.on_event)
    for result in plan.results:
        if result.path not in plan.schedules:
            announcer.settle(result)
    # Start those that must time out first: they take longest,
    # and would run alone at the end.
    order = sorted(
        plan.schedules.values(),
        key=lambda schedule: schedule.submission.bounds_limit_from != "upper",
    )
    order.sort(key=lambda schedule: schedule.submission.path not in first)
    run_schedules(
        order,
        session.executor,
        announcer.listen,
        on_results=session.kept.keep,
        stopped=session.stopped,
    )
    for path, schedule in plan.schedules.items():
        # It may have been announced before its checker was given up.
        if schedule.abandoned:
            progress.final_results.pop(path, None)
        if schedule.abandoned and not schedule.results:
            continue
        # A repeated run has no event of its own, and a schedule
        # without tests has none at all.
        if path not in progress.final_results:
            announcer.settle(_result(schedule, progress))


def _result(schedule: SubmissionSchedule, progress: _Progress) -> SubmissionResult:
    result = judged(schedule, progress.data.left_out, progress.request.options.margin)
    return _with_doubt_of_limit(result, progress.limits.measured)


def _with_doubt_of_limit(
    result: SubmissionResult, measured: Measured | None
) -> SubmissionResult:
    """Say in a result that the limit may be too low, if TLE breaks the expectation and the
    limit was inferred without submissions that this machine cannot run."""
    if measured is None or not measured.limit.without or result.met is not False:
        return result
    too_slow = [test for test in result.testcases if test.verdict is Verdict.TLE]
    if result.broken_on is not None:
        too_slow = [test for test in too_slow if test.name == result.broken_on]
    if not too_slow:
        return result
    doubt = (
        f"the inferred time limit of {measured.limit.limit_s:g} s may be too low: it was "
        f"measured without {first_of(measured.limit.without)}"
    )
    return replace(result, why=f"{result.why}; {doubt}")


def _repeat(progress: _Progress, session: Session) -> None:
    """Make the runs that `Options.repeat` asks for."""
    options = progress.request.options
    schedules: list[SubmissionSchedule] = []
    for submission in progress.request.submissions:
        schedule = progress.plan.schedules.get(submission.path)
        if schedule is not None:
            schedules.append(schedule)
    progress.repeated = repeat_runs(
        schedules,
        progress.final_results,
        options.margin,
        options.repeat,
        session.executor,
        session.on_event,
    )


def _report_doubts(
    progress: _Progress, results: Sequence[SubmissionResult], findings: Findings
) -> None:
    """Report what the results say about the package and the machine."""
    problem = progress.request.problem
    findings.report(*package_faults(problem, results, findings.diagnostics))
    measured = progress.limits.measured
    if measured is not None and not progress.data.left_out:
        findings.report(*too_fast(problem, measured.limit.limit_s, results))
    findings.report(*random_outputs(progress.repeated))
    _report_drawing_faults(problem, results, findings)
    findings.report_machine(machine_failures(results))
    not_judged = len(progress.request.submissions) - len(results)
    if not_judged:
        _report_given_up(problem, not_judged, findings)


def _report_drawing_faults(
    problem: Problem, results: Sequence[SubmissionResult], findings: Findings
) -> None:
    if problem.output_visualizer is None:
        return
    name = problem.output_visualizer.name
    faults = []
    stops = 0
    for result in results:
        for test in result.testcases:
            if test.drawing_stopped:
                stops += 1
            if test.drawing_fault:
                place = Location(name, key=f"{result.path} on {test.name}")
                faults.append(place.warning(test.drawing_fault))
    report_alike(faults, name, findings)
    if stops >= MOST_STOPS:
        message = "stopped twice at a limit: no more outputs were drawn"
        findings.report(warning(message, name))


def _report_given_up(problem: Problem, not_judged: int, findings: Findings) -> None:
    names = ", ".join(source.name for source in problem.output_validators)
    report_given_up(names, not_judged, "submissions were not judged", findings)


def _report(progress: _Progress, findings: Findings, session: Session) -> RunReport:
    """Return the report; if the run did not end, only with the submissions that are settled."""
    problem = progress.request.problem
    options = progress.request.options
    data = progress.data
    limits = progress.limits
    planned = progress.plan.results
    results = _results_so_far(progress)
    named = {result.language for result in (*planned, *results) if result.language}
    used = [languages()[id] for id in sorted(named)]
    toolchains: dict[str, str] = {}
    for language in used:
        found = find(language, session.store)
        if not found.problem:
            toolchains[language.id] = found.version
    return RunReport(
        problem=problem.name,
        submissions=results,
        diagnostics=tuple(findings.diagnostics),
        limits=limits.per_run,
        inferred=limits.measured.limit if limits.measured else None,
        until=options.until,
        time_factor=limits.factor,
        time_factor_spread=limits.spread,
        language_factors=problem.limits.language_factors,
        allow_missing=options.allow_missing,
        machine_errors=tuple(findings.machine_errors),
        tests_total=len(data.tests),
        languages={language.id: language.name for language in used},
        toolchains=toolchains,
        notes=data.notes + limits.notes,
        best_score=data.scoring.best if data.scoring else None,
        stale=data.stale,
        sandbox=TIERS[session.executor.tier].info,
        planned=planned,
        tests=tuple(test.name for test in data.tests),
        inputs={test.name: test.input[:DIGEST_LENGTH] for test in data.tests},
        contents=PackageContents.of(problem, len(progress.request.submissions)),
        margin=options.margin,
        repeated=tuple(progress.repeated),
        sanitized=progress.sanitized,
    )


def _results_so_far(progress: _Progress) -> tuple[SubmissionResult, ...]:
    """Return the results that no missing run can change. An interrupt may have come
    between the last run of a submission and its announcement."""
    done = dict(progress.final_results)
    for path, schedule in progress.plan.schedules.items():
        if path not in done and schedule.verdict_is_certain:
            done[path] = _result(schedule, progress)
    return tuple(done[s.path] for s in progress.request.submissions if s.path in done)
