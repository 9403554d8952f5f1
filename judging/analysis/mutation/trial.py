"""Mutants built, compared and judged.

One compilation per mutant. What does not compile, or compiles to the same program as the submission
or an earlier mutant, is dropped. The rest run on the tests until the first one kills them; tests
that killed before come first. The order is learned between rounds of a fixed size, so that
everything that comes out is the same at every number of jobs.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace

from judging import programs
from judging.analysis.mutation.findings import Fate, Finding
from judging.analysis.mutation.mutants import Mutant
from judging.core.diagnostics import error
from judging.core.errors import MachineError, PackageError
from judging.core.events import Event, Listener, PhaseStarted, StepDone, TestcaseDone, ignore
from judging.core.limits import MIB, Limits, ProblemLimits
from judging.core.problem import Problem, Submission
from judging.core.results import TestcaseResult
from judging.core.verdicts import Verdict
from judging.jobs import Job, execute
from judging.jobs.checkers import Checker, validation_limits
from judging.pipeline.scheduling import SubmissionSchedule, run_schedules
from judging.programs import Executable, Plan, Rejected
from judging.sandbox.worker import Worker
from judging.session import Findings, Session
from judging.session.steps import side_by_side
from judging.store import Store, digest_of_file, key_of
from judging.testdata.generation import PreparedTest

_ROUND = 16
_FINGERPRINT_BYTES = 16 * MIB


@dataclass(frozen=True, slots=True)
class Bench:
    """What every mutant of a package is judged with."""

    problem: Problem
    session: Session
    findings: Findings
    tests: Sequence[PreparedTest]
    checker: Checker
    limits: Limits


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A program, and what tells it from others; no fingerprint where it does not compile."""

    program: Executable | None
    fingerprint: str = ""


def submission_of(original: Submission, mutant: Mutant, language: str, store: Store) -> Submission:
    """A mutant as a submission of its own, without expectation."""
    changed = store.blob(store.add_bytes(mutant.content))
    source = original.source
    files = tuple((n, changed if n == mutant.file else p) for n, p in source.files)
    name = f"{source.name}@{mutant.id}"
    return Submission(replace(source, name=name, files=files, language=language), None)


def judge_mutants(
    bench: Bench, original: Submission, language: str, made: Sequence[Mutant], kills: Counter[str]
) -> Iterator[Finding]:
    """The fate of each mutant as far as the tests say, as it is known: those that none kills have
    survived. `kills` counts what each test has killed, and goes on being counted."""
    store = bench.session.store
    submissions = {m.id: submission_of(original, m, language, store) for m in made}
    compiled = _build(bench, [original, *submissions.values()])
    seen = {compiled[original.path].fingerprint: Fate.SAME}
    waiting = []
    for mutant in made:
        program = compiled[submissions[mutant.id].path]
        if program.program is None:
            yield Finding(mutant, Fate.NOT_COMPILED)
        elif program.fingerprint in seen:
            yield Finding(mutant, seen[program.fingerprint])
        else:
            seen[program.fingerprint] = Fate.DUPLICATE
            waiting.append((mutant, submissions[mutant.id], program.program))
    bench.session.on_event(PhaseStarted("mutant", len(waiting)))
    for start in range(0, len(waiting), _ROUND):
        yield from _judge_round(bench, waiting[start : start + _ROUND], kills)


def killed_by(
    bench: Bench, mutants: Mapping[str, Submission], test: PreparedTest
) -> dict[str, TestcaseResult]:
    """Which of the mutants, each of which compiles, one more test kills: its result, by id."""
    built = bench.session.builder.build([submission.source for submission in mutants.values()])
    schedules = {}
    for id, submission in mutants.items():
        program = built[submission.path]
        if isinstance(program, Executable):
            schedules[id] = SubmissionSchedule(
                submission, [_job(bench, submission, program, test)], stop_early=True
            )
    run_schedules([*schedules.values()], bench.session.executor, ignore)
    for id, schedule in schedules.items():
        _check_judged(mutants[id], schedule.results[0])
    results = {id: schedule.results[0] for id, schedule in schedules.items()}
    return {id: result for id, result in results.items() if result.verdict is not Verdict.AC}


def _judge_round(
    bench: Bench, waiting: Sequence[tuple[Mutant, Submission, Executable]], kills: Counter[str]
) -> Iterator[Finding]:
    tests = sorted(bench.tests, key=lambda test: (-kills[test.name], test.name))
    schedules = [
        SubmissionSchedule(
            submission, [_job(bench, submission, program, t) for t in tests], stop_early=True
        )
        for _, submission, program in waiting
    ]
    run_schedules(schedules, bench.session.executor, _steps(schedules, bench))
    for (mutant, submission, _), schedule in zip(waiting, schedules, strict=True):
        last = schedule.results[-1]
        if last.verdict is Verdict.AC:
            yield Finding(mutant, Fate.SURVIVED)
            continue
        _check_judged(submission, last)
        kills[last.name] += 1
        yield Finding(mutant, Fate.KILLED, last.verdict, last.name, last.message)


def _steps(schedules: Sequence[SubmissionSchedule], bench: Bench) -> Listener:
    """Makes one step of every mutant that is settled, out of its tests."""
    lengths = {schedule.submission.path: len(schedule.jobs) for schedule in schedules}

    def listen(event: Event) -> None:
        if isinstance(event, TestcaseDone):
            lengths[event.submission] -= 1
            if event.result.verdict is not Verdict.AC or not lengths[event.submission]:
                said = f"{event.submission} {event.result.verdict}"
                bench.session.on_event(StepDone("mutant", said))

    return listen


def _check_judged(submission: Submission, result: TestcaseResult) -> None:
    if result.verdict is Verdict.JE:
        message = f"{result.message} (judging {submission.path} on {result.name})"
        if result.check is None:
            raise MachineError(message)
        raise PackageError([error(message)])


def _job(bench: Bench, submission: Submission, program: Executable, test: PreparedTest) -> Job:
    return test.job(submission, program, bench.limits, bench.checker)


def _build(bench: Bench, submissions: Sequence[Submission]) -> Mapping[str, _Compiled]:
    """Every program, side by side, with its fingerprint; what was built before is recalled."""
    session = bench.session
    plans: dict[str, Plan] = {}
    done: dict[str, _Compiled] = {}
    for submission in submissions:
        made = programs.plan(submission.source, session.store)
        if isinstance(made, Plan):
            plans[submission.path] = made
        elif isinstance(made, Rejected):
            done[submission.path] = _Compiled(None)
        else:
            raise MachineError(f"{submission.path}: {made.reason}")

    def start(plan: Plan) -> Future[_Compiled]:
        return session.executor.start(_compile, plan, bench.problem.limits)

    return {**done, **side_by_side("build", plans, _before(session.store), start, session.on_event)}


def _before(store: Store) -> Callable[[Plan], _Compiled | None]:
    def before(plan: Plan) -> _Compiled | None:
        built = programs.recall(plan, store)
        if isinstance(built, Rejected):
            return _Compiled(None)
        known = store.recall("fingerprint", _key(plan))
        if isinstance(built, Executable) and isinstance(known, str):
            return _Compiled(built, known)
        return None

    return before


def _key(plan: Plan) -> str:
    return key_of(plan.key, *plan.fingerprint)


def _compile(plan: Plan, limits: ProblemLimits, worker: Worker) -> _Compiled:
    try:
        built = programs.build(plan, limits, worker)
    except programs.BuildFailed as problem:
        raise MachineError(f"{plan.name} could not be compiled: {problem}") from problem
    if isinstance(built, Rejected):
        return _Compiled(None)
    fingerprint = _fingerprint(plan, built, limits, worker)
    worker.store.remember("fingerprint", _key(plan), fingerprint)
    return _Compiled(built, fingerprint)


def _fingerprint(plan: Plan, built: Executable, limits: ProblemLimits, worker: Worker) -> str:
    if not plan.fingerprint:
        return _digest_of_made(plan, built, worker.store)
    bounds = replace(validation_limits(limits), output_bytes=_FINGERPRINT_BYTES)
    printer = replace(built, run=plan.fingerprint)
    run = execute(printer, b"", bounds, worker)
    if not run.succeeded:
        raise MachineError(f"{plan.name}: fingerprint: {run.failure}")
    return hashlib.sha256(run.stdout).hexdigest()


def _digest_of_made(plan: Plan, built: Executable, store: Store) -> str:
    """Of what the compiler made; of the sources where it made nothing."""
    folder = built.folder(store)
    files = {str(f.relative_to(folder)): f for f in sorted(folder.rglob("*")) if f.is_file()}
    sources = {name for name, _ in plan.files}
    compiled = {name: file for name, file in files.items() if name not in sources} or files
    parts = [part for name, file in compiled.items() for part in (name, digest_of_file(file))]
    return key_of(*parts)
