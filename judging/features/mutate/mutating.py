"""Mutate submissions: judge the originals, then make, judge and hunt their mutants."""

import math
import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from judging import pipeline, programs
from judging.core.diagnostics import warning
from judging.core.errors import MachineError, NothingToJudge, UsageError
from judging.core.problem import Problem, Submission
from judging.core.results import RunReport, Status
from judging.core.verdicts import Verdict
from judging.data.generation.prepared import prepare_tests
from judging.features.hack.hunt import Effort, Refusal, fair_share_s
from judging.features.mutate import equivalents
from judging.features.mutate.grammars import ParsedSource, grammar_of
from judging.features.mutate.mutant_runs import (
    MutationSetup,
    as_submission,
    judge_mutants,
)
from judging.features.mutate.mutants import Mutant, make_mutants
from judging.features.mutate.results import (
    MutantResult,
    MutatedSubmission,
    MutationReport,
    Outcome,
)
from judging.features.mutate.survivors import hunt_survivors
from judging.languages import contents_of, languages
from judging.session import Findings, Session
from judging.values import Value, replace


class Options(Value):
    """How to mutate.

    limit: the number of mutants per submission, drawn by `seed`; None: all.
    effort: how hard to hunt each survivor; None: do not.
    samples_suffice: as in the options of a run.
    end_s: when to end, on the monotonic clock. The submissions share the time fairly. No
    other mutant is judged after it, and the hunts share what is left.
    by_operator: draw about as many of each operator, whatever number it makes: then few
    mutants are of many kinds.
    """

    seed: int = 0
    limit: int | None = None
    effort: Effort | None = None
    samples_suffice: bool = False
    end_s: float = math.inf
    by_operator: bool = False


def mutate(
    problem: Problem,
    submissions: Sequence[Submission],
    session: Session,
    options: Options,
) -> MutationReport:
    """Mutate submissions and judge the mutants on all tests of a problem.

    If interrupted, report the mutants whose outcome is known. Raise UsageError for a
    submission that is not accepted or whose language has no grammar, PackageError for a
    package that cannot be judged, and MachineError.
    """
    started = time.monotonic()
    findings = Findings(session.on_event)
    for submission in submissions:
        plan = programs.plan(submission.source, session.store)
        language = (
            plan.program.language if isinstance(plan, programs.Plan) else plan.language
        )
        if language is not None:
            ParsedSource(grammar_of(language), b"")
    begun: list[_Progress] = []
    refusal: Refusal | None = None
    interrupted = False
    running = ""
    try:
        whole = pipeline.Options(until="all", samples_suffice=options.samples_suffice)
        report = pipeline.run(problem, submissions, session, whole)
        language_of = _languages_of_accepted(report)
        checker = session.builder.checker(problem, findings)
        tests = prepare_tests(problem, problem.testcases, session, findings)
        findings.report(*report.stale)
        known = equivalents.read(problem, findings.report)
        findings.raise_errors()
        assert checker is not None
        setup = MutationSetup(problem, session, findings, tests, checker)
        for number, submission in enumerate(submissions):
            share_s = fair_share_s(options.end_s, len(submissions) - number)
            end_s = time.monotonic() + share_s
            progress = _Progress(submission, language_of[submission.path], len(tests))
            begun.append(progress)
            equivalent = known.get(submission.path, {})
            refusal = refusal or _mutate_one(
                setup, progress, equivalent, replace(options, end_s=end_s)
            )
    except KeyboardInterrupt:
        running = session.end_interrupted(findings)
        interrupted = True
    return MutationReport(
        problem=problem.name,
        seed=options.seed,
        submissions=tuple(progress.so_far() for progress in begun),
        diagnostics=tuple(findings.diagnostics),
        machine_errors=tuple(findings.machine_errors),
        wall_s=time.monotonic() - started,
        interrupted=interrupted,
        running=running,
        no_hunt=options.effort is None,
        refusal=refusal,
    )


@dataclass(slots=True)
class _Progress:
    """One submission, and the results of its mutants so far, by id."""

    submission: Submission
    language: str
    tests: int
    mutants: Sequence[Mutant] = ()
    results: dict[str, MutantResult] = field(default_factory=dict)
    stale: tuple[str, ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()

    def so_far(self) -> MutatedSubmission:
        known = []
        for mutant in self.mutants:
            if mutant.id in self.results:
                known.append(self.results[mutant.id])
        return MutatedSubmission(
            path=self.submission.path,
            language=self.language,
            tests=self.tests,
            results=tuple(known),
            stale=self.stale,
            files=self.files,
            unsettled=len(self.mutants) - len(known),
        )


def _languages_of_accepted(report: RunReport) -> dict[str, str]:
    """Return the language of each submission by path; raise unless all of them are accepted."""
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
                f"{result.path} gets {failed.verdict} on {failed.name}; only a submission that is "
                "accepted on every test can be mutated"
            )
    found = Findings(
        diagnostics=[*report.diagnostics], machine_errors=[*report.machine_errors]
    )
    found.raise_errors()
    return {result.path: result.language or "" for result in report.submissions}


def _mutate_one(
    setup: MutationSetup,
    progress: _Progress,
    known: Mapping[str, str],
    options: Options,
) -> Refusal | None:
    """Make, judge and hunt the mutants of one submission; `known` tells why some are
    equivalent. Return a find against the checker, which ended the hunts."""
    original = progress.submission
    language = progress.language
    results = progress.results
    claims = languages()[language].claims
    # Other files of a submission, such as data that it reads, are in no language to be mutated.
    files = []
    for name, content in contents_of(original.source):
        if claims(name.rpartition("/")[2]):
            files.append((name, content))
    every = make_mutants(files, grammar_of(language))
    progress.files = tuple(files)
    progress.stale = tuple(sorted(set(known) - {mutant.id for mutant in every}))
    for id in progress.stale:
        _warn_equivalent(setup, id, "no mutant has this id: remove the entry")
    progress.mutants = _sample(every, options)
    mutants = progress.mutants
    for result in judge_mutants(setup, original, language, mutants, options.end_s):
        id = result.mutant.id
        reason = known.get(id)
        results[id] = result
        if reason is not None and result.outcome is Outcome.KILLED:
            _warn_equivalent(setup, id, f"not equivalent: {result.test} kills it")
        if reason is not None and result.outcome is Outcome.SURVIVED:
            results[id] = replace(result, outcome=Outcome.KNOWN, reason=reason)
    if options.effort is not None:
        survivors = {
            id: as_submission(original, result.mutant, language)
            for id, result in results.items()
            if result.outcome is Outcome.SURVIVED
        }
        return hunt_survivors(setup, survivors, results, options.effort, options.end_s)
    return None


def _sample(mutants: Sequence[Mutant], options: Options) -> list[Mutant]:
    """Draw the wanted number of mutants by the seed, and keep their order."""
    draw = random.Random(options.seed)
    count = len(mutants) if options.limit is None else min(options.limit, len(mutants))
    if options.by_operator:
        order = draw.sample(range(len(mutants)), len(mutants))
        chosen = _in_turns(order, [mutant.operator for mutant in mutants])[:count]
    else:
        # Not the first of a whole order: that would be others for the same seed.
        chosen = draw.sample(range(len(mutants)), count)
    return [mutants[index] for index in sorted(chosen)]


def _in_turns(order: Sequence[int], operators: Sequence[str]) -> list[int]:
    """Return the indices so that operators take turns, each in the given order."""
    turns: Counter[str] = Counter()
    keyed = []
    for place, index in enumerate(order):
        keyed.append((turns[operators[index]], place, index))
        turns[operators[index]] += 1
    return [index for _, _, index in sorted(keyed)]


def _warn_equivalent(setup: MutationSetup, id: str, message: str) -> None:
    paths = setup.problem.paths
    setup.findings.report(
        warning(message, paths.relative_path(paths.equivalents), key=id)
    )
