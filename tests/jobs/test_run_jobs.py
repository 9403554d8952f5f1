"""Jobs that are run one after the other end early where the caller must decide anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.workbench import Workbench

from judging.core.limits import MIB, ProblemLimits
from judging.core.verdicts import Verdict
from judging.jobs import Job, run_jobs
from judging.jobs.checkers import Checker
from judging.sandbox.worker import Worker
from judging.values import replace

LIMITS = ProblemLimits(time_s=0.1, memory_bytes=256 * MIB, validation_s=1)
ENDS = "int main(void) { return 0; }\n"
LOOPS = "int main(void) { for (;;) ; }\n"
LONG_S = 600.0


@pytest.fixture
def workbench(worker: Worker, tmp_path: Path) -> Workbench:
    return Workbench(worker, tmp_path)


def jobs(workbench: Workbench, program: str, checker: str) -> list[Job]:
    """Return three equal jobs of a submission and its checker."""
    worker = workbench.worker
    job = Job(
        submission="program.c",
        testcase="secret/1",
        program=workbench.executable({"program.c": program}),
        input=worker.store.add_bytes(b""),
        answer=worker.store.add_bytes(b"1\n"),
        limits=LIMITS.of_run(),
        checker=Checker((workbench.executable({"checker.c": checker}),), LIMITS),
    )
    return [replace(job, testcase=f"secret/{number}") for number in range(3)]


def test_all_run_if_nothing_stops_them(workbench: Workbench) -> None:
    rejects = ENDS.replace("0", "43")
    results = run_jobs(jobs(workbench, ENDS, rejects), False, LONG_S, workbench.worker)
    assert [result.verdict for result in results] == [Verdict.WA] * 3


@pytest.mark.parametrize(
    ("program", "checker"), [(LOOPS, ENDS), (ENDS, LOOPS)], ids=["program", "checker"]
)
def test_the_first_that_a_limit_stops_is_the_last(
    workbench: Workbench, program: str, checker: str
) -> None:
    results = run_jobs(
        jobs(workbench, program, checker), False, LONG_S, workbench.worker
    )
    assert len(results) == 1


def test_one_runs_if_there_is_no_time(workbench: Workbench) -> None:
    accepts = ENDS.replace("0", "42")
    results = run_jobs(jobs(workbench, ENDS, accepts), False, 0.0, workbench.worker)
    assert [result.verdict for result in results] == [Verdict.AC]
