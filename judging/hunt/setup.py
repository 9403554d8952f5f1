"""Prepares a hunt: builds the package's programs, finds the fastest, and decides how they run."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from judging.core.diagnostics import errors_in
from judging.core.errors import MachineError, NothingToJudge, PackageError
from judging.core.problem import Problem, Submission, Testcase
from judging.core.verdicts import Verdict
from judging.data.generation.files import PreparedTest, prepare_tests
from judging.data.generation.stale import stale_tests
from judging.hunt.running.programs import HuntPrograms
from judging.hunt.running.relay import build_relay
from judging.jobs import Job, run_job
from judging.jobs.checkers import Checker
from judging.jobs.checkers.validator import input_args, validation_limits
from judging.jobs.validating import require_run
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.session import Findings, Session
from judging.store import Store, key_of

_SLOW_S = 0.005  # a validator that takes longer runs only if the programs differ
_FAILED_S = 1e9  # added to the time of a submission that fails a test


@dataclass(frozen=True, slots=True)
class HuntSetup:
    """The programs of a package, ready to hunt any submission.

    programs: with the reference, the fastest accepted submission, as submission too. The second one
    is the model solution or, if the reference is the model solution, the next fastest.
    args, working_files: the arguments and files with which submissions run.
    tests: the names of the tests that use them; `args` are those that most tests use.
    """

    programs: HuntPrograms
    args: tuple[str, ...]
    working_files: str | None
    tests: frozenset[str]

    def programs_for(self, submission: Executable) -> HuntPrograms:
        """Return the programs that hunt `submission`. If it is the reference, the second accepted
        submission gives the answers."""
        reference, second = self.programs.reference, self.programs.second
        if second is not None and submission.key == reference.key:
            reference, second = second, reference
        bound = submission.on_test(self.args, self.working_files)
        return replace(
            self.programs, submission=bound, reference=reference, second=second
        )


def prepare_hunt(problem: Problem, session: Session, findings: Findings) -> HuntSetup:
    """Build every program of the package that a hunt needs, and measure which is the fastest.

    Raise PackageError if one is broken, NothingToJudge if the package lacks one, MachineError if
    this machine cannot build it.
    """
    accepted = _require_accepted(problem)
    session.builder.start([*problem.input_validators, *problem.output_validators])
    session.builder.start([s.source for s in accepted], problem.limits.code_bytes)
    validators = session.builder.tools(problem.input_validators, findings)
    checker = session.builder.checker(problem, findings)
    findings.raise_errors()
    assert checker is not None
    ready = _build_accepted(problem, accepted, session)
    tests = prepare_tests(problem, problem.testcases, session, findings)
    findings.report(*stale_tests(problem, tests))
    findings.raise_errors()
    tests = _alike_tests(tests, session.store)
    case = tests[0].testcase if tests else Testcase("")
    working_files = tests[0].working_files if tests else None
    order = _reference_first(problem, ready, tests, checker, session)
    bound = [ready[path].on_test(case.args, working_files) for path in order]
    validators = tuple(v.on_test(input_args(v, case), working_files) for v in validators)
    strict = validation_limits(problem.limits)
    validations = [
        Job(v.name, t.name, v, t.input, None, strict, checker)
        for v in validators
        for t in tests[:1]
    ]
    return HuntSetup(
        programs=HuntPrograms(
            submission=bound[0],
            reference=bound[0],
            second=bound[1] if len(bound) > 1 else None,
            validators=validators,
            checker=checker,
            relay=session.executor.start(build_relay, problem.limits).result(),
            limits=problem.limits.of_run(),
            problem_limits=problem.limits,
            checker_args=case.output_validator_args,
            validates_late=_seconds(validations, session) > _SLOW_S,
        ),
        args=case.args,
        working_files=working_files,
        tests=frozenset(test.name for test in tests),
    )


def _require_accepted(problem: Problem) -> list[Submission]:
    if problem.broken:
        raise PackageError(errors_in(problem.diagnostics))
    paths = problem.paths
    accepted = [
        s
        for s in problem.submissions
        if s.expectation and s.expectation.must_be_accepted
    ]
    if not accepted:
        lacking = f"no accepted submission in {paths.relative_path(paths.submissions)}"
        raise NothingToJudge(
            f"cannot hunt: {lacking}: a hunt needs one for the expected outputs"
        )
    if not problem.input_validators:
        lacking = f"no input validator in {paths.relative_path(paths.input_validators)}"
        raise NothingToJudge(
            f"cannot hunt: {lacking}: a hunt needs one to know valid inputs"
        )
    return accepted


def _build_accepted(
    problem: Problem, accepted: Sequence[Submission], session: Session
) -> dict[str, Executable]:
    built = session.builder.build(
        [s.source for s in accepted], problem.limits.code_bytes
    )
    programs = {path: p for path, p in built.items() if isinstance(p, Executable)}
    if not programs:
        reasons = [f"{path}: {getattr(p, 'reason', '')}" for path, p in built.items()]
        raise MachineError("no accepted submission can be built: " + "; ".join(reasons))
    return programs


def _alike_tests(tests: Sequence[PreparedTest], store: Store) -> list[PreparedTest]:
    """Return the tests that run programs with the arguments and files of the largest secret test,
    the smallest input first: in a scoring problem, its group has the loosest bounds."""

    def settings(test: PreparedTest) -> str:
        case, files = test.testcase, test.working_files
        return repr(
            (case.args, files, case.input_validator_args, case.output_validator_args)
        )

    by_size = sorted(
        tests, key=lambda test: (store.blob(test.input).stat().st_size, test.name)
    )
    counted = [
        test for test in by_size if not test.name.startswith("sample/")
    ] or by_size
    return [test for test in by_size if settings(test) == settings(counted[-1])]


def _reference_first(
    problem: Problem,
    programs: Mapping[str, Executable],
    tests: Sequence[PreparedTest],
    checker: Checker,
    session: Session,
) -> list[str]:
    """Return the paths of the accepted submissions: the fastest on the smallest and the largest
    test, the model solution, then the others. A submission that fails a test counts as slow."""
    limits, ends = problem.limits.of_run(), (*tests[:1], *tests[-1:])
    seconds = {
        s.path: _seconds(
            [t.job(s, programs[s.path], limits, checker) for t in ends], session
        )
        for s in problem.submissions
        if s.path in programs
    }
    fastest, *others = sorted(seconds, key=lambda path: seconds[path])
    model = problem.model_solution
    return [
        fastest,
        *sorted(others, key=lambda path: model is None or path != model.path),
    ]


def _seconds(jobs: Iterable[Job], session: Session) -> float:
    """Return the CPU seconds of all jobs. They run one at a time, so that none disturbs another."""
    seconds: float = sum(session.executor.start(_measure, job).result() for job in jobs)
    return seconds


def _measure(job: Job, worker: Worker) -> float:
    """Return the CPU seconds of a job, and much more if a submission fails it; a job without an
    answer is a validator's. Measure once, so that the choice of programs never changes."""
    key = key_of(repr(job))
    known = worker.store.recall("hunt-seconds", key)
    if isinstance(known, float):
        return known
    result = run_job(job, worker)
    require_run(result.execution)
    failed = job.answer is not None and result.verdict is not Verdict.AC
    seconds: float = result.execution.cpu_s + failed * _FAILED_S
    worker.store.remember("hunt-seconds", key, seconds)
    return seconds
