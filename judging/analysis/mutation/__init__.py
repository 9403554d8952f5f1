"""Small wrong programs made of an accepted one: how many of them do the tests see?

submission --operators--> mutants --build--> those that compile to something new
    --tests--> killed, or survived --hunt--> a hole in the tests, or likely equivalent
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from judging import pipeline, programs
from judging.analysis.mutation import equivalents, trial
from judging.analysis.mutation.equivalents import Equivalent
from judging.analysis.mutation.findings import (
    Fate,
    Finding,
    Hunted,
    Mutation,
    MutationReport,
    Tally,
)
from judging.analysis.mutation.grammars import Parsed, grammar_of
from judging.analysis.mutation.hunting import hunt
from judging.analysis.mutation.mutants import Mutant, mutants
from judging.core.diagnostics import errors_in, warning
from judging.core.errors import MachineError, NothingToJudge, PackageError, UsageError
from judging.core.events import PhaseStarted, StepDone
from judging.core.problem import Problem, Submission, Testcase
from judging.core.results import RunReport, SandboxInfo, Status, SubmissionResult
from judging.core.verdicts import Verdict
from judging.hunt import Hunter
from judging.languages import languages
from judging.session import Findings, Session
from judging.store import Store
from judging.testdata.generation import PreparedTest, prepare_tests

__all__ = [
    "Fate",
    "Finding",
    "Hunted",
    "Mutant",
    "Mutation",
    "MutationReport",
    "Options",
    "Tally",
    "mutate",
]


@dataclass(frozen=True, slots=True)
class Options:
    """How to mutate. `limit` mutants per submission are drawn by `seed`; None: all. Each survivor
    is hunted for `time_s` seconds and at least `tries` inputs; None: not at all."""

    seed: int = 0
    limit: int | None = None
    time_s: float | None = 20.0
    tries: int = 0


def mutate(
    problem: Problem,
    submissions: Sequence[Submission],
    session: Session,
    sandbox: SandboxInfo,
    options: Options | None = None,
) -> MutationReport:
    """Mutates each of `submissions` and judges the mutants on all tests of `problem`.

    Interrupted, it reports what was settled until then. Raises UsageError for a submission that is
    not accepted or whose language has no grammar, PackageError for a package that cannot be judged,
    and MachineError.
    """
    options = options or Options()
    started = time.monotonic()
    findings = Findings(session.on_event)
    for submission in submissions:
        _check_language(submission, session.store)
    under_way: list[_UnderWay] = []
    interrupted = False
    try:
        report = pipeline.run(problem, submissions, session, sandbox, pipeline.Options(until="all"))
        accepted = _accepted(report)
        bench = _bench(problem, session, findings)
        known = equivalents.read(problem, findings.report)
        findings.raise_errors()
        kills: Counter[str] = Counter()
        for submission in submissions:
            language = accepted[submission.path].language or ""
            part = _UnderWay(submission, language, len(bench.tests))
            under_way.append(part)
            _mutate(bench, part, known.get(submission.path, {}), kills, options)
    except KeyboardInterrupt:
        session.executor.kill()
        interrupted = True
    return MutationReport(
        problem=problem.name,
        seed=options.seed,
        mutations=tuple(part.settled() for part in under_way),
        diagnostics=tuple(findings.diagnostics),
        machine_errors=tuple(findings.machine_errors),
        wall_s=time.monotonic() - started,
        interrupted=interrupted,
    )


@dataclass(slots=True)
class _UnderWay:
    """One submission, and what is known of its mutants so far, by id."""

    submission: Submission
    language: str
    tests: int
    made: Sequence[Mutant] = ()
    found: dict[str, Finding] = field(default_factory=dict)
    stale: tuple[str, ...] = ()

    def settled(self) -> Mutation:
        """The findings there are."""
        findings = [self.found[mutant.id] for mutant in self.made if mutant.id in self.found]
        path, language = self.submission.path, self.language
        return Mutation(path, language, self.tests, tuple(findings), self.stale)


def _bench(problem: Problem, session: Session, findings: Findings) -> trial.Bench:
    checker = session.builder.checker(problem, findings)
    tests = prepare_tests(problem, problem.testcases, session, findings)
    findings.raise_errors()
    assert checker is not None
    return trial.Bench(problem, session, findings, tests, checker, problem.limits.of_run())


def _check_language(submission: Submission, store: Store) -> None:
    """UsageError before anything runs, where its language cannot be mutated; MachineError where
    the parser is not installed."""
    plan = programs.plan(submission.source, store)
    if plan.language is not None:
        Parsed(grammar_of(plan.language), b"")


def _accepted(report: RunReport) -> dict[str, SubmissionResult]:
    """The submissions' results; raises unless each of them is accepted on a package that can be
    judged."""
    if report.interrupted:
        raise KeyboardInterrupt
    if report.nothing_judged:
        raise NothingToJudge(report.nothing_judged)
    for result in report.submissions:
        if result.status is Status.NOT_JUDGED:
            raise MachineError(f"{result.path}: {result.reason}")
        if result.status is Status.COMPILE_ERROR:
            raise UsageError(f"{result.path}: {result.why}")
        failed = result.deciding
        if failed is not None and failed.verdict is not Verdict.JE:
            raise UsageError(
                f"{result.path} gets {failed.verdict} on {failed.name}: mutants are made of "
                "submissions that are accepted on every test"
            )
    if report.machine_errors:
        raise MachineError("\n".join(report.machine_errors))
    if errors := errors_in(report.diagnostics):
        raise PackageError(errors)
    return {result.path: result for result in report.submissions}


def _mutate(
    bench: trial.Bench,
    part: _UnderWay,
    listed: dict[str, Equivalent],
    kills: Counter[str],
    options: Options,
) -> None:
    claims = languages()[part.language].claims
    files = [
        (n, p.read_bytes()) for n, p in part.submission.source.files if claims(n.rpartition("/")[2])
    ]
    every = mutants(files, grammar_of(part.language))
    part.stale = tuple(sorted(set(listed) - {mutant.id for mutant in every}))
    for id in part.stale:
        _doubt(bench, id, "no mutant has this id any more")
    part.made = _sample(every, options)
    for finding in trial.judge_mutants(bench, part.submission, part.language, part.made, kills):
        part.found[finding.mutant.id] = _recognised(bench, finding, listed)
    _hunt(bench, part, options)


def _sample(every: Sequence[Mutant], options: Options) -> list[Mutant]:
    """As many of the mutants as are wanted, drawn by the seed, in their order."""
    if options.limit is None or options.limit >= len(every):
        return list(every)
    chosen = random.Random(options.seed).sample(range(len(every)), options.limit)
    return [every[index] for index in sorted(chosen)]


def _recognised(bench: trial.Bench, finding: Finding, listed: dict[str, Equivalent]) -> Finding:
    """The finding with the package's own word on it, where it has one."""
    entry = listed.get(finding.mutant.id)
    if entry is not None and finding.fate is Fate.KILLED:
        _doubt(bench, finding.mutant.id, f"called equivalent, but {finding.test} kills it")
    if entry is None or finding.fate is not Fate.SURVIVED:
        return finding
    return replace(finding, fate=Fate.KNOWN, reason=entry.reason)


def _doubt(bench: trial.Bench, id: str, why: str) -> None:
    paths = bench.problem.paths
    bench.findings.report(warning(why, paths.relative_path(paths.equivalents), key=id))


def _hunt(bench: trial.Bench, part: _UnderWay, options: Options) -> None:
    """Adds to the findings what the hunt says of each survivor. An input that was found for one is
    tried on the others before they are hunted themselves."""
    found = part.found
    waiting = {
        id: trial.submission_of(part.submission, finding.mutant, part.language, bench.session.store)
        for id, finding in found.items()
        if finding.fate is Fate.SURVIVED
    }
    huntable = bench.problem.answers_are_outputs
    if not waiting or options.time_s is None or not huntable:
        return
    bench.session.on_event(PhaseStarted("hunt", len(waiting)))
    try:
        hunter = Hunter(bench.problem, bench.session, bench.findings)
    except PackageError as broken:
        # What the tests said is worth having all the same.
        bench.findings.report(*broken.diagnostics)
        return
    while waiting:
        id, mutant = next(iter(waiting.items()))
        del waiting[id]
        hunted = hunt(hunter, mutant, options.seed, options.time_s, options.tries)
        found[id] = _decided(found[id], hunted)
        bench.session.on_event(StepDone("hunt", mutant.path))
        for other in _also(bench, id, hunted, waiting):
            found[other[0]] = _decided(found[other[0]], other[1])
            bench.session.on_event(StepDone("hunt", waiting.pop(other[0]).path))


def _decided(finding: Finding, hunted: Hunted) -> Finding:
    fate = Fate.LIKELY if hunted.long_enough else Fate.SURVIVED
    return replace(finding, fate=Fate.HOLE if hunted.input is not None else fate, hunted=hunted)


def _also(
    bench: trial.Bench, id: str, hunted: Hunted, waiting: Mapping[str, Submission]
) -> list[tuple[str, Hunted]]:
    """Those of the waiting mutants that the input found for `id` kills too."""
    if hunted.input is None or not waiting:
        return []
    store = bench.session.store
    case = Testcase(f"hunt/{id}", output_validator_args=_default_args(bench))
    test = PreparedTest(case, store.add_bytes(hunted.input), store.add_bytes(hunted.expected))
    killed = trial.killed_by(bench, waiting, test)
    return [
        (
            other,
            replace(hunted, tried=0, seconds=0.0, like=id, verdict=r.verdict, message=r.message),
        )
        for other, r in killed.items()
    ]


def _default_args(bench: trial.Bench) -> tuple[str, ...]:
    """What the checker is given on most tests."""
    given = Counter(test.testcase.output_validator_args for test in bench.tests)
    return given.most_common(1)[0][0]
