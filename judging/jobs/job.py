"""One submission on one testcase: the unit of work that crosses threads, processes and machines."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from judging.core.classify import classify, explain
from judging.core.limits import Limits
from judging.core.results import CheckResult, Ending, Execution, TestcaseResult
from judging.core.scoring import TestScoring, apply_score
from judging.core.verdicts import Verdict
from judging.jobs.checkers import Checker, difference
from judging.jobs.passes import judge_passes
from judging.jobs.running import execute
from judging.jobs.transcript import Transcript
from judging.programs import Executable
from judging.sandbox.worker import Worker


@dataclass(frozen=True, slots=True)
class Job:
    """Everything that one run needs, by value and by content hash.

    `input`/`answer` are digests in the store; `keep` is a folder for output, stderr, feedback, and
    what submission and judge said to one another where that is noted down; `worth` is what the
    test may score, None where it is not scored.
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
    scoring: TestScoring | None = None


def run_job(job: Job, worker: Worker) -> TestcaseResult:
    """Runs, classifies and checks. Total: what goes wrong on the judge's side is a JE."""
    try:
        result = _run(job, worker)
        return result if job.scoring is None else apply_score(result, job.scoring)
    except OSError as problem:
        execution = Execution(Ending.SANDBOX_ERROR, error=f"judge: {problem}")
        return TestcaseResult(job.testcase, Verdict.JE, execution, message=f"judge: {problem}")


def _run(job: Job, worker: Worker) -> TestcaseResult:
    keep = Path(job.keep) if job.keep else None
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
    if job.checker.interactive or job.checker.multi_pass:
        return _run_passes(job, worker, keep)
    input_file, answer = worker.store.blob(job.input), worker.store.blob(job.answer)
    run = execute(job.program, input_file.read_bytes(), job.limits, worker)
    if keep is not None:
        (keep / "output").write_bytes(run.stdout)
        (keep / "stderr").write_bytes(run.stderr)
    check = None
    # A run that was late but ended well is checked too: it may be judged again under other limits.
    if run.succeeded:
        check = job.checker.decide(input_file, answer, run.stdout, job.checker_args, worker, keep)
    result = _with_stderr(_result(job, run.execution, check), job.program, run.stderr, worker)
    wrong = result.verdict is Verdict.WA
    return replace(result, diff=difference(run.stdout, answer.read_bytes()) if wrong else "")


def _run_passes(job: Job, worker: Worker, keep: Path | None) -> TestcaseResult:
    """Of an interactive or multi-pass problem."""
    checker = job.checker
    transcript = Transcript() if checker.record else None
    files = worker.store.blob(job.input), worker.store.blob(job.answer)
    (program,) = checker.programs
    with checker.validator(program, *files, job.checker_args, worker, keep) as validator:
        done = judge_passes(job.program, validator, checker, job.limits, worker, transcript)
    last = done.last
    if keep is not None:
        (keep / "stderr").write_bytes(done.stderr)
        if not checker.interactive:
            (keep / "output").write_bytes(last.output)
        if transcript is not None:
            (keep / "interaction").write_bytes(transcript.content)
    result = _result(job, last.execution, last.check)
    result = _with_stderr(result, job.program, last.stderr, worker)
    if result.verdict is Verdict.AC:
        return result
    at = f"pass {done.count}: " if done.count > 1 else ""
    shown = transcript.end if transcript is not None else ""
    return replace(result, message=f"{at}{result.message}{last.note}", dialogue=shown)


def _with_stderr(
    result: TestcaseResult, program: Executable, stderr: bytes, worker: Worker
) -> TestcaseResult:
    """A failed run says there why it failed."""
    failed = result.verdict is Verdict.RTE
    return replace(result, stderr=program.quote_stderr(stderr, worker.store)) if failed else result


def _result(job: Job, execution: Execution, check: CheckResult | None) -> TestcaseResult:
    limits = replace(job.limits, memory_bytes=job.program.resident_limit(job.limits.memory_bytes))
    return TestcaseResult(
        name=job.testcase,
        verdict=classify(execution, limits, check),
        execution=execution,
        check=check,
        message=explain(execution, limits, check),
    )


def rejudge(result: TestcaseResult, job: Job) -> TestcaseResult:
    """What a run made under other limits comes to under those of `job`; nothing is run."""
    if result.execution.cpu_s > job.limits.time_s or result.execution.stopped:
        again = _result(job, result.execution, result.check)
        diff = result.diff if again.verdict is Verdict.WA else ""
        said = result.stderr if again.verdict is Verdict.RTE else ""
        result = replace(
            result, verdict=again.verdict, message=again.message, diff=diff, stderr=said
        )
    return result if job.scoring is None else apply_score(result, job.scoring)
