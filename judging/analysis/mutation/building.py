"""Compile mutants, and recognise those that compile to the same program."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from judging import programs
from judging.core.errors import MachineError
from judging.core.limits import MIB, ProblemLimits
from judging.core.problem import Submission
from judging.jobs import execute
from judging.jobs.checkers import validation_limits
from judging.programs import Executable, Plan, Rejected, build
from judging.sandbox.worker import Worker
from judging.session import Session
from judging.store import Store, digest_of_file, key_of

_FINGERPRINT_BYTES = 16 * MIB


@dataclass(frozen=True, slots=True)
class CompiledProgram:
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
        plan = programs.plan(submission.source, session.store)
        if isinstance(plan, Plan):
            plans[submission.path] = plan
        elif isinstance(plan, Rejected):
            rejected[submission.path] = CompiledProgram(None)
        else:
            raise MachineError(f"{submission.path}: {plan.reason}")
    headers, tier, store = session.builder.headers, session.executor.tier, session.store
    headers.expect(
        p for p in plans.values() if programs.recall(p, limits, tier, store) is None
    )
    steps = {
        path: _Compile(headers.using(plan), limits, tier) for path, plan in plans.items()
    }
    compiled = session.once("build", steps)
    headers.finish()
    return {**rejected, **compiled}


@dataclass(frozen=True, slots=True)
class _Compile:
    kind: ClassVar[str] = "fingerprint"
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
        return result.fingerprint

    def from_json(self, value: str, store: Store) -> CompiledProgram | None:
        built = programs.recall(self.plan, self.limits, self.tier, store)
        if isinstance(built, Rejected):
            return CompiledProgram(None)
        return CompiledProgram(built, value) if built is not None and value else None

    def _fingerprint(self, built: Executable, worker: Worker) -> str:
        if not self.plan.fingerprint:
            return self._digest_of_files(built, worker.store)
        limits = replace(validation_limits(self.limits), output_bytes=_FINGERPRINT_BYTES)
        run = execute(replace(built, run=self.plan.fingerprint), b"", limits, worker)
        if not run.succeeded:
            raise MachineError(f"{self.plan.program.name}: fingerprint: {run.failure}")
        return hashlib.sha256(run.stdout).hexdigest()

    def _digest_of_files(self, built: Executable, store: Store) -> str:
        """Return a digest of the compiler's files, or of the sources if it wrote none."""
        folder = built.folder(store)
        files = {
            str(f.relative_to(folder)): f
            for f in sorted(folder.rglob("*"))
            if f.is_file()
        }
        sources = {name for name, _ in self.plan.files}
        compiled = {
            name: file for name, file in files.items() if name not in sources
        } or files
        parts = [
            part
            for name, file in compiled.items()
            for part in (name, digest_of_file(file))
        ]
        return key_of(*parts)
