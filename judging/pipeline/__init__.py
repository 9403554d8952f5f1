"""The way through a package: load -> generate -> validate -> build -> run -> report."""

from __future__ import annotations

import fnmatch
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from judging.core.diagnostics import Severity
from judging.core.errors import MachineError, NothingToJudge, PackageError
from judging.core.events import Listener, SubmissionDone, ignore
from judging.core.expectations import breaking, broken_by, overall
from judging.core.problem import Problem, Submission
from judging.core.results import RunReport, SandboxInfo, Status, SubmissionResult
from judging.core.scoring import Scoring, accepted_as_a_whole, scoring, unmet
from judging.core.verdicts import Verdict
from judging.jobs import Job, judged_again
from judging.jobs.checkers import Checker
from judging.languages import languages, read_as
from judging.pipeline.grading import own_grader
from judging.pipeline.scheduling import Lane, run_lanes
from judging.pipeline.timing import Measured, bounds_below, infer, kept, with_time_limit
from judging.pipeline.trust import (
    distrust,
    machine_failures,
    shows_too_slow,
    time_limit_check,
    too_fast,
)
from judging.programs import Built, Executable, Rejected
from judging.sandbox.worker import WorkExecutor
from judging.session.workshop import Workshop
from judging.store import Store
from judging.testdata.generation import Prepared, prepare
from judging.testdata.validation import check_form, notes, validate

__all__ = ["Options", "run", "time_limit_check", "with_time_limit"]


@dataclass(frozen=True, slots=True)
class Options:
    """How to judge. `tests` are globs of testcase names (empty: all); `time_s` replaces the
    package's time limit; `keep` is a folder for what each run wrote; `interaction` notes down what
    submission and judge say to one another; `data_only` checks the data and judges nothing; `junk`
    tries out validators and checker in it; `read_as` says by the ids of languages which other one
    submissions are judged in."""

    until: str = "first-error"
    tests: tuple[str, ...] = ()
    time_s: float | None = None
    time_factor: float = 1.0
    time_factor_spread: float | None = None
    allow_missing: bool = False
    keep: Path | None = None
    interaction: bool = False
    data_only: bool = False
    junk: bool = False
    read_as: Mapping[str, str] = field(default_factory=dict)


def run(
    problem: Problem,
    submissions: Sequence[Submission],
    executor: WorkExecutor,
    store: Store,
    sandbox: SandboxInfo,
    options: Options | None = None,
    on_event: Listener = ignore,
) -> RunReport:
    """Judges `submissions` on the tests of `problem`. What goes wrong is in the report."""
    options = options or Options()
    started = time.monotonic()
    judging = _Judging(problem, submissions, executor, store, options, on_event)
    try:
        report = judging.report(judging.go(), complete=True)
    except KeyboardInterrupt:
        executor.kill()
        report = replace(judging.report([], complete=False), interrupted=True)
    except MachineError as problem_found:
        judging.shop.machine_errors.append(str(problem_found))
        report = judging.report([], complete=False)
    except NothingToJudge as nothing:
        report = replace(judging.report([], complete=False), nothing_judged=str(nothing))
    return replace(report, sandbox=sandbox, wall_s=time.monotonic() - started)


class _Judging:
    """One run: the state that its steps hand on."""

    def __init__(
        self,
        problem: Problem,
        submissions: Sequence[Submission],
        executor: WorkExecutor,
        store: Store,
        options: Options,
        on_event: Listener,
    ) -> None:
        def read(given: Sequence[Submission]) -> tuple[Submission, ...]:
            return tuple(replace(s, source=read_as(s.source, options.read_as)) for s in given)

        self.problem = replace(problem, submissions=read(problem.submissions))
        self.submissions = read(submissions)
        self.executor = executor
        self.options = options
        self.on_event = on_event
        self.shop = Workshop(executor, store, problem.limits, on_event)
        stated = options.time_s or problem.limits.time_s
        self.limits = problem.limits.of_run(options.time_factor, stated) if stated else None
        self.measured: Measured | None = None
        self.tests: list[Prepared] = []
        self.notes: list[str] = []
        self.lanes: list[Lane] = []
        self.scoring: Scoring | None = None
        for diagnostic in problem.diagnostics:
            self.shop.report(diagnostic)

    @property
    def broken(self) -> bool:
        return any(d.severity is Severity.ERROR for d in self.shop.diagnostics)

    def go(self) -> list[SubmissionResult]:
        """Every step in order; ends early, with no results, on a package that cannot be judged."""
        if self.options.data_only:
            self._check_data()
            return []
        chosen = [case for case in self.problem.testcases if self._chosen(case.name)]
        if self.broken:
            return []
        if not chosen:
            asked = f" that matches {', '.join(self.options.tests)}" if self.options.tests else ""
            raise NothingToJudge(f"no testcase{asked} in {self.problem.paths.data}")
        self.tests = prepare(self.problem, chosen, self.shop)
        if len(chosen) == len(self.problem.testcases):
            self.scoring = scoring(self.problem, own_grader(self.problem, self.shop))
        elif self.problem.scoring:
            self.notes = ["No scores: they need every test, and not all were chosen."]
        checker = self.shop.checker(self.problem)
        if checker is not None:
            checker = replace(checker, record=self.options.interaction)
        if self.broken or self.shop.machine_errors or checker is None:
            return []
        validate(self.problem, self.tests, checker, self.shop)
        sources = [submission.source for submission in self.submissions]
        built = self.shop.build(sources, self.problem.limits.code_bytes)
        if built and self.limits is None and not self._infer(checker):
            return []
        self._run(built, checker)
        results = [self._result(s, built[s.path]) for s in self.submissions]
        findings = distrust(self.problem, results)
        if self.measured is not None:
            findings += too_fast(self.problem, self.measured.limit.limit_s, results)
        for diagnostic in findings:
            self.shop.report(diagnostic)
        self.shop.machine_errors += machine_failures(results)
        for result in results:
            self.on_event(SubmissionDone(result))
        return results

    def _check_data(self) -> None:
        """Everything that can be said of the data, also of a package with other faults."""
        whole = [c for c in self.problem.testcases if c.recipe or (c.input and c.answer)]
        self.tests = prepare(self.problem, whole, self.shop)
        checker = self.shop.checker(self.problem)
        validate(self.problem, self.tests, checker, self.shop)
        check_form(self.problem, self.tests, self.shop)
        self.notes += notes(self.problem, len(self.tests))
        if self.options.junk and not self.broken and checker is not None:
            from judging.testdata.junk import try_junk

            self.notes += try_junk(self.problem, self.tests, checker, self.shop)

    def _chosen(self, name: str) -> bool:
        globs = self.options.tests
        return not globs or any(fnmatch.fnmatchcase(name, glob) for glob in globs)

    def _infer(self, checker: Checker) -> bool:
        """Finds the time limit; False where that cannot be."""
        paths = {submission.path for submission in self.submissions}
        lower = {s.path for s in self.problem.submissions if bounds_below(s)}
        every = prepare(self.problem, self.problem.testcases, self.shop)
        try:
            self.measured = infer(
                self.problem,
                every,
                checker,
                self.shop,
                fresh=lower <= paths and not self.options.tests,
                keep=self.options.keep,
            )
        except PackageError as broken:
            for diagnostic in broken.diagnostics:
                self.shop.report(diagnostic)
            return False
        if self.options.time_factor != 1:
            factor = f"{self.options.time_factor:g}"
            self.notes.append(f"Time factor {factor} not applied: the limit was measured here.")
            self.options = replace(self.options, time_factor=1.0, time_factor_spread=None)
        self.limits = self.problem.limits.of_run(time_s=self.measured.limit.limit_s)
        return True

    def _run(self, built: dict[str, Built], checker: Checker) -> None:
        stop_early = self.options.until == "first-error"
        for submission in self.submissions:
            program = built[submission.path]
            if isinstance(program, Executable):
                jobs = [self._job(submission, program, test, checker) for test in self.tests]
                self.lanes.append(self._lane(submission, jobs, stop_early))
        # Those that must time out take longest: started last they would run on alone at the end.
        order = sorted(self.lanes, key=lambda lane: lane.submission.times_limit != "upper")
        run_lanes(order, self.executor, self.executor.jobs, self.on_event)

    def _lane(self, submission: Submission, jobs: Sequence[Job], stop_early: bool) -> Lane:
        if self.measured is None or self.limits is None:
            return Lane(submission, jobs, stop_early, scoring=self.scoring)
        runs = self.measured.runs.get(submission.path, {})
        known = {
            place: judged_again(runs[job.testcase], job)
            for place, job in enumerate(jobs)
            if job.testcase in runs
        }
        shows = shows_too_slow(self.problem, submission, self.limits)
        return Lane(submission, jobs, stop_early, known, shows, scoring=self.scoring)

    def _job(
        self,
        submission: Submission,
        program: Executable,
        test: Prepared,
        checker: Checker,
    ) -> Job:
        assert self.limits is not None
        job = test.job(submission, program, self.limits, checker)
        if self.scoring is not None:
            job = replace(job, worth=self.scoring.worth(test.name))
        keep = self.options.keep
        return job if keep is None else replace(job, keep=kept(keep, job))

    def _result(self, submission: Submission, built: Built) -> SubmissionResult:
        lane = next((lane for lane in self.lanes if lane.submission is submission), None)
        if lane is not None:
            assert isinstance(built, Executable)
            return self._judged(lane, lane.settled)
        expectation = submission.expectation
        common = SubmissionResult(
            path=submission.path,
            language=built.language,
            status=Status.NOT_JUDGED,
            verdict=None,
            met=None,
            permitted=expectation.permitted if expectation else None,
            required=expectation.required if expectation else None,
            tests_total=len(self.tests),
        )
        if not isinstance(built, Rejected):
            assert not isinstance(built, Executable)
            return replace(common, reason=built.reason)
        first = built.message.strip().splitlines()[0]
        wanted = expectation is not None and Verdict.CE in expectation.required
        return replace(
            common,
            status=Status.COMPILE_ERROR,
            verdict=Verdict.CE,
            met=wanted if expectation else None,
            why="" if wanted else f"does not compile: {first}",
            compile_output=built.message,
        )

    def _judged(self, lane: Lane, complete: bool) -> SubmissionResult:
        results = lane.results
        grade = self.scoring.grade(results) if self.scoring else None
        expectation = lane.submission.expectation
        counted = grade.counted if grade else results
        why = broken_by(expectation, counted) if expectation else ""
        broken = breaking(expectation, counted) if expectation else None
        permitted = expectation.permitted if expectation else None
        required = expectation.required if expectation else None
        if expectation and grade and self.scoring:
            if accepted_as_a_whole(expectation, grade, self.scoring):
                why, broken = "", None
            if expectation.partial:
                permitted = required = frozenset({Verdict.AC})
            why = why or unmet(expectation, grade, self.scoring.best)
        return SubmissionResult(
            path=lane.submission.path,
            language=lane.jobs[0].program.language,
            status=Status.JUDGED,
            verdict=grade.verdict if grade else overall([test.verdict for test in results]),
            met=not why if expectation else None,
            permitted=permitted,
            required=required,
            testcases=tuple(results),
            tests_total=len(self.tests),
            why=why,
            complete=complete,
            broken_on=broken[0].name if broken else None,
            score=grade.score if grade else None,
            groups=grade.groups if grade else (),
        )

    def report(self, results: Sequence[SubmissionResult], complete: bool) -> RunReport:
        """The report of what is known; of an interrupted run, the submissions that were settled."""
        if not results and self.lanes:
            results = [
                self._judged(lane, True)
                for lane in self.lanes
                if lane.settled and not lane.waits_for_rerun
            ]
        used = {r.language for r in results if r.language}
        return RunReport(
            problem=self.problem.name,
            submissions=tuple(results),
            diagnostics=tuple(self.shop.diagnostics),
            limits=self.limits,
            inferred=self.measured.limit if self.measured else None,
            until=self.options.until,
            time_factor=self.options.time_factor,
            time_factor_spread=self.options.time_factor_spread,
            complete=complete and (bool(results) or self.options.data_only),
            allow_missing=self.options.allow_missing,
            data_only=self.options.data_only,
            machine_errors=tuple(self.shop.machine_errors),
            tests_total=len(self.tests),
            languages={id: languages()[id].name for id in sorted(used)},
            notes=tuple(self.notes),
            best_score=self.scoring.best if self.scoring else None,
        )
