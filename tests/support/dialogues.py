"""Interactive runs of two scripted programs: a submission and an output validator."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from judging.core.limits import MIB, ProblemLimits
from judging.core.runs import TestcaseResult
from judging.files import Below
from judging.jobs import Job, run_job
from judging.jobs.checkers import Checker
from judging.programs import Executable
from judging.sandbox.worker import Worker

LIMITS = ProblemLimits(
    time_s=0.3,
    memory_bytes=64 * MIB,
    output_bytes=MIB,
    validation_s=1.0,
    time_limit_to_tle=1.5,
)
PUPPET = Path(__file__).with_name("puppet.c")


@dataclass(frozen=True, slots=True)
class Stage:
    """Runs scripts as the submission and the output validator of a problem."""

    worker: Worker
    puppet: Executable
    keep: Path

    def job(self, *scripts: str, interactive: bool = True, record: bool = False) -> Job:
        lines = [f"judge: {s}" if n % 2 == 0 else s for n, s in enumerate(scripts)]
        multi_pass = len(scripts) > 2
        return Job(
            submission="a submission",
            testcase="1",
            program=self.puppet,
            input=self.worker.store.add_bytes("\n".join([*lines, ""]).encode()),
            answer=self.worker.store.add_bytes(b""),
            limits=LIMITS.of_run(),
            checker=Checker((self.puppet,), LIMITS, interactive, multi_pass, record),
            keep=Below(self.keep),
        )

    def play(
        self, *scripts: str, interactive: bool = True, record: bool = False
    ) -> TestcaseResult:
        return run_job(
            self.job(*scripts, interactive=interactive, record=record), self.worker
        )
