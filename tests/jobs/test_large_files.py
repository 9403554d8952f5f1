"""An input, an output and an answer of many megabytes pass by the memory of the judge."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest
from support.workbench import Workbench

from judging.core.limits import MIB, ProblemLimits
from judging.core.verdicts import Verdict
from judging.data.file_checks import FileCheck
from judging.jobs import Job, run_job
from judging.jobs.checkers import Checker
from judging.sandbox.worker import Worker

LIMITS = ProblemLimits(
    time_s=10.0,
    memory_bytes=256 * MIB,
    output_bytes=64 * MIB,
    validation_output_bytes=64 * MIB,
)
LINES = 200_000
LARGE = (b"x" * 149 + b"\n") * LINES
MOST_BYTES = 8 * MIB
COPY = """
#include <stdio.h>
static char block[1 << 16];
int main(void) {
    size_t size;
    while ((size = fread(block, 1, sizeof block, stdin)) > 0) fwrite(block, 1, size, stdout);
}
"""
# A checker that compares what it reads with the answer, byte for byte.
CHECKER = """
#include <stdio.h>
int main(int argc, char **argv) {
    FILE *answer = fopen(argv[2], "r");
    int got, expected;
    do {
        got = getchar_unlocked();
        expected = getc_unlocked(answer);
        if (got != expected) return 43;
    } while (got != EOF);
    return 42;
}
"""
VALIDATOR = f"""
#include <stdio.h>
int main(void) {{
    long lines = 0;
    int got;
    while ((got = getchar_unlocked()) != EOF) lines += got == 10;
    return lines == {LINES} ? 42 : 43;
}}
"""


@pytest.fixture
def workbench(worker: Worker, tmp_path: Path) -> Workbench:
    return Workbench(worker, tmp_path)


@pytest.mark.parametrize("has_program", [False, True], ids=["default", "own checker"])
@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        pytest.param(LARGE, Verdict.AC, id="right"),
        pytest.param(LARGE + b"and more\n", Verdict.WA, id="wrong"),
    ],
)
def test_a_run_holds_no_large_file(
    workbench: Workbench, has_program: bool, answer: bytes, verdict: Verdict
) -> None:
    worker = workbench.worker
    checkers = (workbench.executable({"checker.c": CHECKER}),) if has_program else ()
    job = Job(
        submission="copy.c",
        testcase="secret/1",
        program=workbench.executable({"copy.c": COPY}),
        input=worker.store.add_bytes(LARGE),
        answer=worker.store.add_bytes(answer),
        limits=LIMITS.of_run(),
        checker=Checker(checkers, LIMITS),
    )
    tracemalloc.start()
    result = run_job(job, worker)
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert result.verdict is verdict, result
    assert result.execution.output_bytes == len(LARGE)
    assert peak_bytes < MOST_BYTES


def test_a_validator_reads_a_large_file_that_the_judge_does_not_hold(
    workbench: Workbench,
) -> None:
    worker = workbench.worker
    program = workbench.executable({"validator.c": VALIDATOR})
    check = FileCheck(program, worker.store.add_bytes(LARGE), (), LIMITS)
    tracemalloc.start()
    answer = check.run(worker)
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert answer.accepted, answer
    assert peak_bytes < MOST_BYTES
