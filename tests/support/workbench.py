"""Writes sources to a folder, builds them and runs what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from judging import programs
from judging.core.limits import MIB, ProblemLimits
from judging.core.problem import Source
from judging.jobs import execute
from judging.programs import Executable, Plan, Rejected, Unavailable
from judging.sandbox.worker import Worker

LIMITS = ProblemLimits(
    time_s=5.0,
    memory_bytes=256 * MIB,
    compilation_s=60.0,
    compilation_memory_bytes=512 * MIB,
)


class Workbench:
    """Writes sources to a folder and builds them."""

    def __init__(self, worker: Worker, folder: Path) -> None:
        self.worker = worker
        self.folder = folder

    def source(
        self,
        files: Mapping[str, str | bytes],
        language: str | None = None,
        entrypoint: str | None = None,
    ) -> Source:
        made = []
        for name, content in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
            made.append((name, path))
        return Source("a submission", tuple(made), language, entrypoint)

    def build(
        self, source: Source, limits: ProblemLimits = LIMITS
    ) -> Executable | Rejected:
        plan = programs.plan(source, self.worker.store)
        if isinstance(plan, Unavailable):
            pytest.skip(plan.reason)
        return (
            programs.build(plan, limits, self.worker) if isinstance(plan, Plan) else plan
        )

    def recall(
        self, plan: Plan, limits: ProblemLimits = LIMITS
    ) -> Executable | Rejected | None:
        tier = self.worker.sandbox.info.tier
        return programs.recall(plan, limits, tier, self.worker.store)

    def executable(self, files: Mapping[str, str | bytes], **stated: str) -> Executable:
        built = self.build(self.source(files, **stated))
        assert isinstance(built, Executable), built
        return built

    def refusal(self, files: Mapping[str, str | bytes], **stated: str) -> str:
        built = self.build(self.source(files, **stated))
        assert isinstance(built, Rejected), built
        return built.message

    def output(self, program: Executable, given: bytes = b"", *args: str) -> bytes:
        run = execute(program, given, LIMITS.of_run(), self.worker, *args)
        assert run.succeeded, run.failure
        return run.stdout
