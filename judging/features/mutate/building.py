"""Compile mutants, and recognise those that compile to the same program."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import ClassVar

from judging import programs
from judging.core.errors import MachineError
from judging.core.limits import MIB, ProblemLimits
from judging.core.problem import Submission
from judging.core.timings import Purpose
from judging.jobs import execute
from judging.jobs.checkers import validation_limits
from judging.programs import Executable, Plan, Rejected, build
from judging.sandbox.worker import Worker
from judging.session import Session, Step
from judging.store import Store, digest_of_file, key_of
from judging.values import Value, replace

# What a fingerprint command may print: it lists the whole program, such as its
# disassembly. It is far above the programs of contests, and one that prints more is
# an error.
_FINGERPRINT_BYTES = 16 * MIB


class CompiledProgram(Value):
    """A program and its fingerprint, which equal programs share; None if it does not compile."""

    program: Executable | None
    fingerprint: str = ""


def compile_all(
    submissions: Sequence[Submission], session: Session, limits: ProblemLimits
) -> Mapping[str, CompiledProgram]:
    """Compile submissions side by side; return programs by path.

    Raise MachineError if one cannot be compiled on this machine.
    """
    plans: dict[str, Plan] = {}
    rejected: dict[str, CompiledProgram] = {}
    for submission in submissions:
        plan = programs.plan(submission.source, session.store, starts_alike=True)
        if isinstance(plan, Plan):
            plans[submission.path] = plan
        elif isinstance(plan, Rejected):
            rejected[submission.path] = CompiledProgram(None)
        else:
            raise MachineError(f"{submission.path}: {plan.reason}")
    headers = session.builder.headers
    tier = session.executor.tier
    fresh = []
    for plan in plans.values():
        if programs.recall(plan, limits, tier, session.store) is None:
            fresh.append(plan)
    # Before any is compiled: a header is compiled only if enough of what will be built
    # includes it.
    headers.expect(fresh)
    steps = {}
    for path, plan in plans.items():
        steps[path] = _Compile(headers.using(plan), limits, tier)
    compiled = session.once("build", steps)
    headers.finish()
    return {**rejected, **compiled}


class _Compile(Step[CompiledProgram]):
    kind: ClassVar[str] = "fingerprint"
    result: ClassVar[type] = CompiledProgram
    plan: Plan
    limits: ProblemLimits
    tier: str

    @property
    def key(self) -> str:
        return key_of(self.plan.program.key, self.tier, *self.plan.fingerprint)

    def run(self, worker: Worker) -> CompiledProgram:
        built = build(self.plan, self.limits, worker)
        if isinstance(built, Rejected):
            return CompiledProgram(None)
        return CompiledProgram(built, self._fingerprint(built, worker))

    def to_json(self, result: CompiledProgram) -> str:
        return result.fingerprint  # the store has the program under its own key

    def from_json(self, value: str, store: Store) -> CompiledProgram | None:
        built = programs.recall(self.plan, self.limits, self.tier, store)
        if isinstance(built, Rejected):
            return CompiledProgram(None)
        return CompiledProgram(built, value) if built is not None and value else None

    def _fingerprint(self, built: Executable, worker: Worker) -> str:
        if not self.plan.fingerprint:
            return self._digest_of_files(built, worker.store)
        limits = replace(validation_limits(self.limits), output_bytes=_FINGERPRINT_BYTES)
        tool = replace(built, run=self.plan.fingerprint)
        run = execute(tool, b"", limits, worker, purpose=Purpose.COMPILE)
        if not run.succeeded:
            raise MachineError(f"{self.plan.program.name}: fingerprint: {run.failure}")
        return hashlib.sha256(run.stdout).hexdigest()

    def _digest_of_files(self, built: Executable, store: Store) -> str:
        """Return a digest of the compiler's files, or of the sources if it wrote none."""
        folder = built.folder(store)
        sources = {name for name, _ in self.plan.files}
        of_sources: list[str] = []
        of_compiler: list[str] = []
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                name = str(file.relative_to(folder))
                parts = of_sources if name in sources else of_compiler
                parts += [name, digest_of_file(file)]
        return key_of(*(of_compiler or of_sources))
