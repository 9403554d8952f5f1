"""`judge run --sanitize`: accepted submissions, validators, checkers and generators are run
again, built with sanitizers.

No verdict depends on it. What sanitizers report is a warning of the package, with the place
in its sources.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from judging.core.limits import Limits
from judging.core.problem import Problem, Source, Submission
from judging.core.results import SanitizedRuns, SanitizerFinding, SubmissionResult
from judging.core.runs import Ending, SanitizerFault
from judging.core.verdicts import Verdict
from judging.data.file_checks import FileCheck, input_check
from judging.data.generation.prepared import PreparedTest
from judging.data.generation.program_runs import RunGenerator
from judging.jobs import Job, judge_run
from judging.jobs.checkers import Checker, validation_limits
from judging.jobs.checkers.validator import answer_args
from judging.jobs.running import faults_in
from judging.jobs.validating import require_judged, require_run
from judging.package.generators.generator_commands import generator_arguments
from judging.programs import (
    Built,
    Executable,
    Rejected,
    Sanitizers,
    Unavailable,
    surroundings,
)
from judging.sandbox.worker import Worker
from judging.session import Findings, Session, Step
from judging.session.own_code import code_digest
from judging.store import key_of
from judging.values import Value, replace

_LIMITS = (
    Ending.CPU_LIMIT,
    Ending.WALL_LIMIT,
    Ending.MEMORY_LIMIT,
    Ending.OUTPUT_LIMIT,
)


class ToSanitize(Value):
    """What is run again, and what is known of it.

    submissions: those that were judged. built: their programs, by path.
    results: of the usual run.
    limits: of a run in a language without a factor; None if nothing was built.
    """

    problem: Problem
    tests: Sequence[PreparedTest]
    submissions: Sequence[Submission]
    built: Mapping[str, Built]
    results: Sequence[SubmissionResult]
    checker: Checker
    limits: Limits | None


def run_sanitized(
    given: ToSanitize, session: Session, findings: Findings
) -> SanitizedRuns:
    """Build and run with sanitizers what can be; report each fault as a warning.

    Raise MachineError if the sandbox fails.
    """
    programs = _build(given, session)
    steps: dict[str, _SanitizedStep] = {}
    steps.update(_generator_steps(given, programs, session))
    steps.update(_validator_steps(given, programs, session))
    steps.update(_submission_steps(given, programs, session))
    results = session.once("sanitize", steps)
    found = _findings(given, programs, steps, results)
    findings.report(*(finding.diagnostic for finding in found))
    ran: dict[str, None] = {}
    stopped = []
    for name, step in steps.items():
        ran.update(dict.fromkeys(step.names))
        if results[name].stopped:
            stopped.append(name)
    return SanitizedRuns(
        programs=tuple(ran),
        runs=len(steps),
        findings=tuple(found),
        stopped=tuple(stopped),
        left_out=programs.left_out,
    )


# ---- programs


class _Programs(Value):
    """The programs that were built with sanitizers, and the sources of all, by name.

    left_out: the names of the others, by the reason.
    """

    built: Mapping[str, Executable]
    sources: Mapping[str, Source]
    left_out: Mapping[str, tuple[str, ...]]

    def of(self, sources: Sequence[Source]) -> list[Executable]:
        return [self.built[s.name] for s in sources if s.name in self.built]


def _build(given: ToSanitize, session: Session) -> _Programs:
    problem = given.problem
    sources: dict[str, Source] = {}
    for source in (*_generators(given).values(), *problem.validators):
        sources[source.name] = source
    for submission in given.submissions:
        is_built = isinstance(given.built.get(submission.path), Executable)
        if is_built and _should_be_sound(submission):
            sources[submission.path] = submission.source
    built: dict[str, Executable] = {}
    left_out: dict[str, list[str]] = {}
    results = session.builder.build_sanitized(sources.values(), Sanitizers.REPORTING)
    for name, program in results.items():
        if isinstance(program, Executable):
            built[name] = program
        else:
            left_out.setdefault(_reason(program), []).append(name)
    by_reason = {reason: tuple(names) for reason, names in left_out.items()}
    return _Programs(built, sources, by_reason)


def _reason(program: Rejected | Unavailable) -> str:
    if isinstance(program, Unavailable):
        return program.reason
    first_line = program.message.strip().partition("\n")[0]
    return f"does not compile with sanitizers: {first_line}"


def _should_be_sound(submission: Submission) -> bool:
    """Return False for a submission that is expected to fail: its faults may be its point."""
    return submission.expectation is None or submission.must_be_accepted


def _generators(given: ToSanitize) -> dict[str, Source]:
    """Return the generators of the chosen tests, by the name that commands use."""
    generators: dict[str, Source] = {}
    for test in given.tests:
        recipe = test.testcase.recipe
        if recipe is not None and recipe.command is not None:
            name = generator_arguments(recipe)[0]
            generators[name] = given.problem.generators[name]
    return generators


# ---- runs


class _SanitizedRun(Value):
    """What sanitizers reported in a run. `stopped`: a limit ended it."""

    faults: tuple[SanitizerFault, ...]
    stopped: bool


class _SanitizedStep(Step[_SanitizedRun]):
    """A run of programs with sanitizers. Its result is kept unless a limit ended it.

    names: of the programs that have sanitizers.
    basis: a digest of the programs, of what they load, and of the judge's code.
    """

    kind: ClassVar[str] = "sanitized"
    result: ClassVar[type] = _SanitizedRun
    test: str
    names: tuple[str, ...]
    basis: str

    def may_keep(self, result: _SanitizedRun) -> bool:
        return not result.stopped


class _JobStep(_SanitizedStep, kw_only=True):
    """A submission on a test, with its checker."""

    job: Job

    @property
    def key(self) -> str:
        job = self.job
        return key_of(
            self.basis,
            job.input,
            job.answer or "",
            repr(job.limits),
            repr(validation_limits(job.checker.limits)),
            repr((job.checker_args, job.program.args, job.program.working_files)),
        )

    def run(self, worker: Worker) -> _SanitizedRun:
        result = judge_run(self.job, worker).result
        stopped = result.execution.ending in _LIMITS
        require_judged(result)
        if result.check is None:
            return _SanitizedRun(result.faults, stopped)
        # A checker that failed without a report was most likely ended by a limit.
        stopped |= result.check.verdict is Verdict.JE and not result.check.faults
        return _SanitizedRun((*result.faults, *result.check.faults), stopped)


class _CheckStep(_SanitizedStep, kw_only=True):
    """An input or answer validator on a file of a test."""

    check: FileCheck

    @property
    def key(self) -> str:
        return key_of(self.basis, self.check.key)

    def run(self, worker: Worker) -> _SanitizedRun:
        answer = self.check.run(worker)
        # A fault of any kind ends it with an exit code.
        return _SanitizedRun(answer.faults, stopped=answer.exit_code is None)


class _GeneratorStep(_SanitizedStep, kw_only=True):
    """The generator command of a test."""

    generator: RunGenerator

    @property
    def key(self) -> str:
        return key_of(self.basis, self.generator.key)

    def run(self, worker: Worker) -> _SanitizedRun:
        with worker.store.copy_out_folder() as folder:
            done = self.generator.execute(0, folder, worker)
        require_run(done.execution)
        faults = faults_in(done.stderr, self.generator.program, worker)
        return _SanitizedRun(faults, done.execution.ending in _LIMITS)


def _basis(programs: Sequence[Executable], session: Session) -> str:
    parts = [code_digest(session.store), session.executor.tier]
    for program in programs:
        # The name too: kept faults have it.
        parts += [program.name, program.key, surroundings(program, session.store)]
    return key_of(*parts)


def _generator_steps(
    given: ToSanitize, programs: _Programs, session: Session
) -> dict[str, _SanitizedStep]:
    steps: dict[str, _SanitizedStep] = {}
    generators = _generators(given)
    for test in given.tests:
        recipe = test.testcase.recipe
        if recipe is None or recipe.command is None:
            continue
        source = generators[generator_arguments(recipe)[0]]
        for program in programs.of([source]):
            limits = given.problem.limits
            longer = replace(limits, validation_s=limits.validation_s * program.slowdown)
            steps[f"{program.name} for {test.name}"] = _GeneratorStep(
                test.name,
                (program.name,),
                _basis([program], session),
                generator=RunGenerator(program, recipe, longer),
            )
    return steps


def _validator_steps(
    given: ToSanitize, programs: _Programs, session: Session
) -> dict[str, _SanitizedStep]:
    problem = given.problem
    steps: dict[str, _SanitizedStep] = {}
    for test in given.tests:
        checks = []
        for validator in programs.of(problem.input_validators):
            checks.append(
                input_check(
                    validator, problem, test.testcase, test.input, test.working_files
                )
            )
        for validator in programs.of(problem.answer_validators):
            if test.answer is not None:
                args = answer_args(validator, test.testcase)
                checks.append(
                    FileCheck(validator, test.answer, args, problem.limits, test.input)
                )
        for check in checks:
            program = check.program
            limits = check.limits
            longer = replace(limits, validation_s=limits.validation_s * program.slowdown)
            steps[f"{program.name} on {test.name}"] = _CheckStep(
                test.name,
                (program.name,),
                _basis([program], session),
                check=replace(check, limits=longer),
            )
    return steps


def _submission_steps(
    given: ToSanitize, programs: _Programs, session: Session
) -> dict[str, _SanitizedStep]:
    steps: dict[str, _SanitizedStep] = {}
    if given.limits is None:
        return steps
    checker = _sanitized_checker(given, programs)
    results = {result.path: result for result in given.results}
    for submission in given.submissions:
        plain = given.built.get(submission.path)
        if not isinstance(plain, Executable):
            continue
        program = programs.built.get(submission.path, plain)
        taking_part = (program, *checker.programs)
        names = [one.name for one in taking_part if one.name in programs.built]
        if not names:
            continue
        tests = given.tests
        if program is plain:
            # It runs for the checker's sake, where the checker decides about its output. What
            # is wrong may be what the checker does not expect.
            tests = _checked_tests(tests, results.get(submission.path))
        factor = given.problem.limits.language_factor(program.language)
        slowdown = program.slowdown
        if checker.interactive:
            # A dialogue takes as long as both of its programs.
            slowdown = max(one.slowdown for one in taking_part)
        limits = given.limits.times(factor * slowdown)
        basis = _basis(taking_part, session)
        for test in tests:
            steps[f"{submission.path} on {test.name}"] = _JobStep(
                test.name,
                tuple(names),
                basis,
                job=test.job(submission, program, limits, checker),
            )
    return steps


def _sanitized_checker(given: ToSanitize, programs: _Programs) -> Checker:
    """Return the checker with sanitizers in those of its programs that can have them."""
    ready = []
    slowdown = 1.0
    for program in given.checker.programs:
        ready.append(programs.built.get(program.name, program))
        slowdown = max(slowdown, ready[-1].slowdown)
    limits = given.checker.limits
    longer = replace(limits, validation_s=limits.validation_s * slowdown)
    return replace(given.checker, programs=tuple(ready), limits=longer, record=False)


def _checked_tests(
    tests: Sequence[PreparedTest], result: SubmissionResult | None
) -> list[PreparedTest]:
    """Return the tests on which the checker decided about the output of a submission."""
    if result is None:
        return []
    checked = set()
    for each in result.testcases:
        if each.verdict in (Verdict.AC, Verdict.WA):
            checked.add(each.name)
    return [test for test in tests if test.name in checked]


# ---- findings


def _findings(
    given: ToSanitize,
    programs: _Programs,
    steps: Mapping[str, _SanitizedStep],
    results: Mapping[str, _SanitizedRun],
) -> list[SanitizerFinding]:
    """Return each fault once, in the order of the runs, with the tests that show it.

    The numbers in its details may differ from test to test: the first run counts.
    """
    first: dict[SanitizerFault, SanitizerFault] = {}
    tests: dict[SanitizerFault, set[str]] = {}
    for name, step in steps.items():
        for fault in results[name].faults:
            kind = replace(fault, detail="")
            first.setdefault(kind, fault)
            tests.setdefault(kind, set()).add(step.test)
    found = []
    for kind, shown_by in tests.items():
        fault = first[kind]
        names = tuple(test.name for test in given.tests if test.name in shown_by)
        source = programs.sources[fault.program]
        file = _file_in_package(given.problem, source, fault.file)
        finding = SanitizerFinding(fault, source.name, None, names)
        if file is not None:
            finding = replace(finding, file=file, line=fault.line)
        found.append(finding)
    return found


def _file_in_package(problem: Problem, source: Source, name: str | None) -> str | None:
    """Return the path of a program's file, relative to the package root; None for a file
    that was added to the program, such as a library for many."""
    for own_name, path in source.files:
        if own_name != name:
            continue
        if len(source.files) == 1:
            return source.name
        if isinstance(path, bytes):
            return f"{source.name}/{name}"
        return problem.paths.relative_path(path)
    return None
