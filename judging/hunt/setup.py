"""Who takes part in a hunt, beside the submission: the accepted submissions that give and confirm
answers, the validators, the checker, and the relay that runs them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judging.core.classify import classify
from judging.core.diagnostics import error, errors_in
from judging.core.errors import MachineError, PackageError
from judging.core.limits import Limits
from judging.core.problem import Problem, Submission
from judging.core.results import CheckResult
from judging.core.verdicts import Verdict
from judging.hunt.running.relay import build_relay
from judging.hunt.running.trials import Arena
from judging.jobs import execute
from judging.jobs.checkers import input_args
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.session import Findings, Session
from judging.store import key_of
from judging.testdata.generation import prepare_tests

_SLOW_S = 0.005  # a validator that takes longer runs only where the programs differ
_NEVER_S = 1e9
_ACCEPTED = frozenset({Verdict.AC})


@dataclass(frozen=True, slots=True)
class Party:
    """`second` confirms what `reference`, the fastest accepted submission, answers: the model
    solution, or the next fastest where that is the reference itself; None where it is alone."""

    reference: Executable
    second: Executable | None
    arena: Arena

    def against(self, submission: Executable) -> Arena:
        """The arena with `submission` in it, which is not held against itself."""
        reference = self.reference
        if self.second is not None and submission.key == reference.key:
            reference = self.second
        return replace(self.arena, submission=submission, reference=reference)

    def confirming(self, arena: Arena) -> Executable | None:
        """Who confirms what the reference of `arena` answers: another than that."""
        if self.second is not None and self.second.key == arena.reference.key:
            return self.reference
        return self.second


def gather(problem: Problem, session: Session, findings: Findings) -> Party:
    """Builds all of them and measures who is fast. PackageError where one is missing that every
    hunt needs; MachineError where the machine cannot build it."""
    if problem.broken:
        raise PackageError(errors_in(problem.diagnostics))
    paths = problem.paths
    accepted = [s for s in problem.submissions if s.expectation and _must_pass(s)]
    if not accepted:
        message = "no accepted submission: nothing says what is right"
        raise PackageError([error(message, paths.relative_path(paths.submissions))])
    if not problem.input_validators:
        message = "no input validator: nothing says which inputs are valid"
        raise PackageError([error(message, paths.relative_path(paths.input_validators))])
    validators = [session.builder.tool(source, findings) for source in problem.input_validators]
    checker = session.builder.checker(problem, findings)
    built = session.builder.build([s.source for s in accepted], problem.limits.code_bytes)
    programs = {s.path: p for s in accepted if isinstance(p := built[s.path], Executable)}
    findings.raise_errors()
    assert checker is not None
    if not programs:
        reasons = [f"{path}: {getattr(p, 'reason', '')}" for path, p in built.items()]
        raise MachineError("no accepted submission can be built: " + "; ".join(reasons))
    limits = problem.limits.of_run()
    tests = _measuring_tests(problem, session, findings)
    times = {
        path: session.executor.start(_seconds, program, tests, limits).result()
        for path, program in programs.items()
    }
    order = sorted(programs, key=lambda path: times[path])
    ready = [v for v in validators if v is not None]
    slowest = max(session.executor.start(_seconds, v, tests[:1], limits).result() for v in ready)
    secret = [c for c in problem.testcases if not c.name.startswith("sample/")]
    case = next(iter([*secret, *problem.testcases]), None)
    reference = programs[order[0]]
    arena = Arena(
        submission=reference,
        reference=reference,
        validators=tuple(ready),
        checker=checker,
        relay=session.executor.start(build_relay, problem.limits).result(),
        limits=limits,
        problem_limits=problem.limits,
        validator_args=tuple(input_args(v, case) if case else () for v in ready),
        checker_args=case.output_validator_args if case else (),
        validates_late=slowest > _SLOW_S,
    )
    second = _second(problem.model_solution, programs, order)
    return Party(reference, second, arena)


def _must_pass(submission: Submission) -> bool:
    return submission.expectation is not None and submission.expectation.permitted == _ACCEPTED


def _second(
    model: Submission | None, programs: dict[str, Executable], order: Sequence[str]
) -> Executable | None:
    if model is not None and model.path in programs and model.path != order[0]:
        return programs[model.path]
    return programs[order[1]] if len(order) > 1 else None


def _measuring_tests(problem: Problem, session: Session, findings: Findings) -> list[str]:
    """Digests of the smallest and of the largest test input; none where there are no tests."""
    prepared = prepare_tests(problem, problem.testcases, session, findings)
    findings.raise_errors()
    store = session.store
    by_size = sorted(prepared, key=lambda p: (store.blob(p.input).stat().st_size, p.name))
    return [by_size[0].input, by_size[-1].input] if by_size else []


def _seconds(program: Executable, tests: Sequence[str], limits: Limits, worker: Worker) -> float:
    """CPU seconds for the tests; known from the first time on, so that the choice stays. A program
    that fails one is no candidate (a validator exits with another code, and is only timed)."""
    key = key_of(program.key, *tests)
    known = worker.store.recall("hunt-seconds", key)
    if isinstance(known, float):
        return known
    total = 0.0
    for digest in tests:
        content = worker.store.blob(digest).read_bytes()
        execution = execute(program, content, limits, worker).execution
        total += execution.cpu_s
        if classify(execution, limits, CheckResult(Verdict.AC)) in (Verdict.TLE, Verdict.MLE):
            total += _NEVER_S
    worker.store.remember("hunt-seconds", key, total)
    return total
