"""One submission on one testcase: the unit of work that crosses threads, processes and machines."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from judging.checkers import Checker, difference
from judging.classify import classify, explain
from judging.jobs.running import execute
from judging.limits import Limits
from judging.programs import Executable
from judging.results import Ending, Execution, TestcaseResult
from judging.sandbox.worker import Worker
from judging.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Job:
    """Everything that one run needs, by value and by content hash.

    `input`/`answer` are digests in the store; `keep` is a folder for output, stderr and feedback.
    """

    submission: str
    testcase: str
    program: Executable
    input: str
    answer: str
    limits: Limits
    checker: Checker
    checker_args: tuple[str, ...] = ()
    keep: str | None = None


def run_job(job: Job, worker: Worker) -> TestcaseResult:
    """Runs, classifies and checks. Total: what goes wrong on the judge's side is a JE."""
    try:
        return _run(job, worker)
    except OSError as problem:
        execution = Execution(Ending.SANDBOX_ERROR, error=f"judge: {problem}")
        return TestcaseResult(job.testcase, Verdict.JE, execution, message=f"judge: {problem}")


def _run(job: Job, worker: Worker) -> TestcaseResult:
    keep = Path(job.keep) if job.keep else None
    execution, output, stderr = execute(
        job.program, worker.store.blob(job.input).read_bytes(), job.limits, worker
    )
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        (keep / "output").write_bytes(output)
        (keep / "stderr").write_bytes(stderr)
    limits = replace(job.limits, memory_bytes=job.program.resident_limit(job.limits.memory_bytes))
    answer_file = worker.store.blob(job.answer)
    check = None
    # A run that was late but ended well is checked too: it may be judged again under other limits.
    if execution.ending is Ending.EXITED and execution.exit_code == 0:
        given = worker.store.blob(job.input)
        check = job.checker.decide(given, answer_file, output, job.checker_args, worker, keep)
    verdict = classify(execution, limits, check)
    return TestcaseResult(
        name=job.testcase,
        verdict=verdict,
        execution=execution,
        check=check,
        message=explain(execution, limits, check),
        diff=difference(output, answer_file.read_bytes()) if verdict is Verdict.WA else "",
    )


def judged_again(result: TestcaseResult, job: Job) -> TestcaseResult:
    """What a run made under other limits comes to under those of `job`; nothing is run."""
    if result.execution.cpu_s <= job.limits.time_s and not result.execution.stopped:
        return result
    memory = job.program.resident_limit(job.limits.memory_bytes)
    limits = replace(job.limits, memory_bytes=memory)
    verdict = classify(result.execution, limits, result.check)
    message = explain(result.execution, limits, result.check)
    diff = result.diff if verdict is Verdict.WA else ""
    return replace(result, verdict=verdict, message=message, diff=diff)
