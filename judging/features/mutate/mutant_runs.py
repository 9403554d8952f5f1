"""Run mutants on the tests until one test kills them.

A mutant that does not compile, or compiles to the same program as the submission or an
earlier mutant, is dropped. The others run on the tests that killed most mutants first.
This order changes only between rounds of a fixed size, so the results are the same for
every number of jobs.
"""

import math
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from judging.core.diagnostics import error
from judging.core.errors import MachineError, PackageError
from judging.core.events import (
    Event,
    Listener,
    PhaseStarted,
    StepDone,
    TestcaseDone,
    ignore,
)
from judging.core.problem import Problem, Submission
from judging.core.runs import TestcaseResult
from judging.core.verdicts import Verdict
from judging.data.generation.prepared import PreparedTest
from judging.features.mutate.building import compile_all
from judging.features.mutate.mutants import Mutant
from judging.features.mutate.results import MutantResult, Outcome
from judging.jobs.checkers import Checker
from judging.pipeline.scheduling import SubmissionSchedule, run_schedules
from judging.programs import Executable
from judging.session import Findings, Session
from judging.values import Value, field, replace

# So many mutants run with one order of the tests. It must not depend on the number of
# workers, or the results would. Larger rounds learn later which tests kill, smaller
# ones leave workers idle at their end.
_ROUND = 16
# A mutant runs on one test at a time until it has passed those that killed others, but
# on at least so many. An endless mutant that runs ahead costs a whole kill limit on
# each test.
_LEAST_ALONE = 4


class MutationSetup(Value):
    """Everything that judging the mutants of a package needs. `kills` counts how many
    mutants each test has killed so far."""

    problem: Problem
    session: Session
    findings: Findings
    tests: Sequence[PreparedTest]
    checker: Checker
    kills: Counter[str] = field(default_factory=Counter)


def as_submission(original: Submission, mutant: Mutant, language: str) -> Submission:
    """Return a mutant as a submission without an expectation."""
    source = original.source
    files = []
    for name, content in source.files:
        files.append((name, mutant.content if name == mutant.file else content))
    mutated = replace(
        source,
        name=f"{source.name}@{mutant.id}",
        files=tuple(files),
        language=language,
    )
    return Submission(mutated, None)


class _Candidate(Value):
    """A mutant that compiles to a new program."""

    mutant: Mutant
    submission: Submission
    program: Executable


class _CompiledPart(Value):
    """Mutants that were compiled together: those that are dropped, and the others."""

    dropped: Sequence[MutantResult]
    candidates: Sequence[_Candidate]


def judge_mutants(
    setup: MutationSetup,
    original: Submission,
    language: str,
    mutants: Sequence[Mutant],
    end_s: float = math.inf,
) -> Iterator[MutantResult]:
    """Yield the result of each mutant as soon as it is known; SURVIVED if no test kills it.

    end_s: compile no other mutants and begin no other round after this moment of the
    monotonic clock.
    """
    part_size = _part_size(setup, len(mutants), end_s)
    seen: dict[str, Outcome] = {}
    waiting: list[_Candidate] = []
    for start in range(0, len(mutants), part_size):
        if time.monotonic() >= end_s:
            return
        end = start + part_size
        compiled = _compile_part(setup, original, language, mutants[start:end], seen)
        yield from compiled.dropped
        waiting += compiled.candidates
        setup.session.on_event(PhaseStarted("mutant", len(compiled.candidates)))
        # Rounds are the same for every size of the parts: a round that is not full waits
        # for the next part.
        least = _ROUND if end < len(mutants) else 1
        while len(waiting) >= least:
            if time.monotonic() >= end_s:
                return
            yield from _judge_round(setup, waiting[:_ROUND])
            del waiting[:_ROUND]


def _part_size(setup: MutationSetup, mutants: int, end_s: float) -> int:
    """Return how many mutants to compile before others run. No result depends on it."""
    if end_s == math.inf:
        # At once: no worker is idle between parts, and a compiled header pays off sooner.
        return max(mutants, 1)
    # Compilers may take seconds for each, so the time is looked at after as many mutants
    # as one round has; but every worker gets one.
    return max(_ROUND, setup.session.executor.jobs)


def _compile_part(
    setup: MutationSetup,
    original: Submission,
    language: str,
    mutants: Sequence[Mutant],
    seen: dict[str, Outcome],
) -> _CompiledPart:
    """Compile mutants, and drop those that do not compile to a new program.

    seen: for the fingerprint of each earlier program, the outcome of a mutant that
    compiles to the same. New programs are added.
    """
    submissions = {m.id: as_submission(original, m, language) for m in mutants}
    # The result of the original is kept, so it is compiled with the first part only.
    every = [original, *submissions.values()]
    compiled = compile_all(every, setup.session, setup.problem.limits)
    seen[compiled[original.path].fingerprint] = Outcome.SAME
    dropped = []
    candidates = []
    for mutant in mutants:
        submission = submissions[mutant.id]
        built = compiled[submission.path]
        if built.program is None:
            dropped.append(MutantResult(mutant, Outcome.NOT_COMPILED))
        elif built.fingerprint in seen:
            dropped.append(MutantResult(mutant, seen[built.fingerprint]))
        else:
            seen[built.fingerprint] = Outcome.DUPLICATE
            candidates.append(_Candidate(mutant, submission, built.program))
    return _CompiledPart(dropped, candidates)


def results_on(
    setup: MutationSetup,
    submissions: Mapping[str, Submission],
    tests: Sequence[PreparedTest],
    until_killed: Collection[str] = (),
) -> dict[str, Sequence[TestcaseResult]]:
    """Run the submissions that compile on all of these tests. Return the results of
    each, by id.

    until_killed: the ids of submissions that run only until a test kills them.
    """
    built = setup.session.builder.build(
        [submission.source for submission in submissions.values()]
    )
    schedules = {}
    for id, submission in submissions.items():
        program = built[submission.path]
        if isinstance(program, Executable):
            schedules[id] = _schedule(
                setup, submission, program, tests, stop_early=id in until_killed
            )
    keep = setup.session.kept.keep
    run_schedules([*schedules.values()], setup.session.executor, ignore, on_results=keep)
    for id, schedule in schedules.items():
        for result in schedule.results:
            _check_judged(submissions[id], result)
    return {id: schedule.results for id, schedule in schedules.items()}


def _judge_round(
    setup: MutationSetup, candidates: Sequence[_Candidate]
) -> Iterator[MutantResult]:
    # Mutants of one program fail on the same tests: those that killed before save most runs.
    tests = sorted(setup.tests, key=lambda test: (-setup.kills[test.name], test.name))
    killers = [test for test in tests if setup.kills[test.name]]
    schedules: list[SubmissionSchedule] = []
    for each in candidates:
        schedule = _schedule(setup, each.submission, each.program, tests)
        schedule.alone_on = max(len(killers), _LEAST_ALONE)
        schedules.append(schedule)
    count = _count_mutants(schedules, setup.session)
    run_schedules(
        schedules, setup.session.executor, count, on_results=setup.session.kept.keep
    )
    for each, schedule in zip(candidates, schedules, strict=True):
        last = schedule.results[-1]
        if last.verdict is Verdict.AC:
            yield MutantResult(each.mutant, Outcome.SURVIVED)
            continue
        _check_judged(each.submission, last)
        setup.kills[last.name] += 1
        yield MutantResult(
            each.mutant,
            Outcome.KILLED,
            verdict=last.verdict,
            test=last.name,
            message=last.message,
        )


def _schedule(
    setup: MutationSetup,
    submission: Submission,
    program: Executable,
    tests: Sequence[PreparedTest],
    *,
    stop_early: bool = True,
) -> SubmissionSchedule:
    limits = setup.problem.limits.of_program(program.language)
    jobs = [test.job(submission, program, limits, setup.checker) for test in tests]
    known = setup.session.kept.recall(jobs)
    return SubmissionSchedule(submission, jobs, stop_early=stop_early, known=known)


def _count_mutants(
    schedules: Sequence[SubmissionSchedule], session: Session
) -> Listener:
    """Return a listener that announces one step for each mutant, not for each of its tests."""
    tests_left = {schedule.submission.path: len(schedule.jobs) for schedule in schedules}

    def listen(event: Event) -> None:
        if isinstance(event, TestcaseDone):
            tests_left[event.submission] -= 1
            verdict = event.result.verdict
            if verdict is not Verdict.AC or not tests_left[event.submission]:
                session.on_event(StepDone("mutant", f"{event.submission} {verdict}"))

    return listen


def _check_judged(submission: Submission, result: TestcaseResult) -> None:
    if result.verdict is Verdict.JE:
        message = f"{result.message} (judging {submission.path} on {result.name})"
        if result.check is None:
            raise MachineError(message)
        raise PackageError([error(message)])
