"""One submission on one testcase: the unit of work that crosses threads, processes and machines."""

import hashlib
import shutil
import time
from collections.abc import Sequence

from judging.core.classify import classify, explain
from judging.core.errors import PackageError
from judging.core.limits import Limits
from judging.core.runs import (
    CheckResult,
    Ending,
    Execution,
    SanitizerFault,
    TestcaseResult,
)
from judging.core.scoring import TestScoring, apply_score
from judging.core.verdicts import Verdict
from judging.files import Below
from judging.jobs.checkers import FEEDBACK, Checker
from judging.jobs.checkers.difference import difference
from judging.jobs.output_pictures import (
    Drawing,
    draw_output,
    pictures_in,
    remove_pictures,
)
from judging.jobs.passes import run_passes
from judging.jobs.running import captured, faults_in
from judging.jobs.transcript import Transcript
from judging.programs import Executable
from judging.sandbox.command import Content, opened
from judging.sandbox.worker import Worker
from judging.values import Value, replace

# Characters of the digest of an output, 64 bits: only outputs of one program on one test
# are compared, and each result is kept with it.
_DIGEST_LENGTH = 16
_PART_BYTES = 64 * 1024  # of an output, which may have 100 MB


class Job(Value):
    """Everything that one run needs, by value and by content hash.

    input, answer: digests in the store; if there is no answer (None), any output is right.
    keep: the folder for output, stderr, feedback, and the transcript if the dialogue is recorded.
    scoring: what the test may score; None if it is not scored.
    later_passes: programs for the passes after the first one, where these are scripts of
        a dialogue. Empty: `program` runs in every pass, as a submission does.
    """

    submission: str
    testcase: str
    program: Executable
    input: str
    answer: str | None
    limits: Limits
    checker: Checker
    checker_args: tuple[str, ...] = ()
    visualizer_args: tuple[str, ...] = ()
    keep: Below | None = None
    scoring: TestScoring | None = None
    later_passes: tuple[Executable, ...] = ()


def kept_folder(keep: Below, submission: str, testcase: str) -> Below:
    """Return the folder for the files of one run, below the one for those of all runs."""
    # A submission outside of the package is called by its path, as in `../a.cpp`.
    parts = [part for part in submission.split("/") if part != ".."]
    return keep / "/".join(parts).lstrip("/") / testcase


class JudgedRun(Value):
    """The result of a job, the submission's stdout if it was asked for (none in a
    dialogue), and the transcript if the checker records one."""

    result: TestcaseResult
    output: bytes = b""
    transcript: bytes = b""


def run_jobs(
    jobs: Sequence[Job], stop_early: bool, longest_s: float, worker: Worker
) -> list[TestcaseResult]:
    """Run jobs one after the other; the first one always, the others while all goes well.

    It ends early after `longest_s` seconds, after a program that a limit of time stopped,
    and with `stop_early` after a verdict other than AC. The caller decides anew then,
    because the runs after it may need other limits, or not be wanted any more.
    """
    results: list[TestcaseResult] = []
    end_s = time.monotonic() + longest_s
    for job in jobs:
        result = run_job(job, worker)
        results.append(result)
        if stop_early and result.verdict is not Verdict.AC:
            break
        if _was_stopped(result) or time.monotonic() >= end_s:
            break
    return results


def _was_stopped(result: TestcaseResult) -> bool:
    """Return True if a limit of time stopped the submission, its checker or visualizer."""
    check_stopped = result.check is not None and result.check.stopped
    return result.execution.stopped or check_stopped or result.drawing_stopped


def run_job(job: Job, worker: Worker) -> TestcaseResult:
    """Run, check and classify. Never raise OSError: a fault of the judge is the verdict JE."""
    return _judged(job, worker, with_output=False).result


def judge_run(job: Job, worker: Worker) -> JudgedRun:
    """Run a job as `run_job` does; return the submission's output too."""
    return _judged(job, worker, with_output=True)


def _judged(job: Job, worker: Worker, *, with_output: bool) -> JudgedRun:
    try:
        # Only then is it in the memory of the judge, and may have 100 MB.
        is_drawn = job.keep is not None and job.checker.visualizer is not None
        judged = _run(job, worker, with_output or is_drawn)
        if job.keep is not None:
            judged = _with_pictures(judged, job, job.keep / FEEDBACK, worker)
        result = rejudge(judged.result, job)
        if worker.node:
            result = replace(result, node=worker.node)
        return JudgedRun(result, judged.output, judged.transcript)
    # What cannot be written to `keep` is no fault of the submission, nor is a link there.
    except (OSError, PackageError) as problem:
        message = f"judge: {str(problem).removeprefix('error: ')}"
        execution = Execution(Ending.SANDBOX_ERROR, error=message)
        failed = TestcaseResult(job.testcase, Verdict.JE, execution, message=message)
        return JudgedRun(failed)


def rejudge(result: TestcaseResult, job: Job) -> TestcaseResult:
    """Return the verdict of a run, perhaps made under other limits, by those of `job`; run nothing.

    The verdict, the message and the score of `result` are not read.
    """
    limits = job.limits
    memory_bytes = job.program.resident_limit(limits.memory_bytes)
    if memory_bytes != limits.memory_bytes:
        limits = replace(limits, memory_bytes=memory_bytes)
    verdict = classify(result.execution, limits, result.check)
    message = explain(result.execution, limits, result.check)
    if verdict is not Verdict.AC:
        message += result.note
        for fault in result.faults[:1]:
            message += f", {fault}"
        if result.in_pass:
            message = f"pass {result.in_pass}: {message}"
    at_limit = result.execution.ending is Ending.CPU_LIMIT
    # Each of these explains one kind of verdict, and would mislead with another one.
    judged = replace(
        result,
        name=job.testcase,
        verdict=verdict,
        message=message,
        diff=result.diff if verdict is Verdict.WA else "",
        dialogue=result.dialogue if verdict is not Verdict.AC else "",
        transcript=result.transcript if verdict is not Verdict.AC else (),
        stderr=result.stderr if verdict is Verdict.RTE else "",
        stopped_early=at_limit and limits.early_stop_s is not None,
    )
    return apply_score(judged, job.scoring)


def _run(job: Job, worker: Worker, with_output: bool) -> JudgedRun:
    keep = job.keep
    if keep is not None:
        keep.make_folder()
        # Of an earlier run, with which the pictures of this one must not be mixed.
        remove_pictures(keep / FEEDBACK)
    if job.checker.takes_part:
        return _run_passes(job, worker, keep)
    input_file = worker.store.blob(job.input)
    with captured(job.program, input_file, job.limits, worker) as run:
        if keep is not None:
            with opened(run.stdout) as written, (keep / "output").new_file() as kept:
                shutil.copyfileobj(written, kept)
            (keep / "stderr").write(run.stderr)
        check = None
        diff = ""
        # Check a late run too if it exited with 0: it may be judged again under other limits.
        if run.execution.succeeded and job.answer is None:
            check = CheckResult(Verdict.AC)
        elif run.execution.succeeded and job.answer is not None:
            answer_file = worker.store.blob(job.answer)
            check = job.checker.decide(
                input_file, answer_file, run.stdout, job.checker_args, worker, keep
            )
            if check.verdict is Verdict.WA:
                with opened(run.stdout) as got, answer_file.open("rb") as expected:
                    diff = difference(got, expected)
        result = _unjudged(
            job,
            run.execution,
            run.stderr,
            check,
            worker,
            diff=diff,
            output=_digest(run.stdout),
            faults=faults_in(run.stderr, job.program, worker),
        )
        if not with_output:
            return JudgedRun(result)
        with opened(run.stdout) as written:
            return JudgedRun(result, written.read())


def _run_passes(job: Job, worker: Worker, keep: Below | None) -> JudgedRun:
    checker = job.checker
    transcript = None
    if checker.record:
        transcript = Transcript()
    input_file = worker.store.blob(job.input)
    answer_file = worker.store.blob(job.answer or "")
    (program,) = checker.programs
    with checker.validator(
        program, input_file, answer_file, job.checker_args, worker, keep
    ) as validator:
        programs = (job.program, *job.later_passes)
        done = run_passes(programs, validator, checker, job.limits, transcript)
    last = done[-1]
    stderr = b"".join(one.run.stderr for one in done)
    if keep is not None:
        (keep / "stderr").write(stderr)
        if not checker.interactive:
            (keep / "output").write(last.run.stdout)
        if transcript is not None:
            (keep / "interaction").write(transcript.content)
    result = _unjudged(
        job,
        last.run.execution,
        last.run.stderr,
        last.check,
        worker,
        output="" if checker.interactive else _digest(last.run.stdout),
        faults=faults_in(stderr, job.program, worker),
    )
    in_pass = len(done) if len(done) > 1 else 0
    result = replace(result, note=last.note, in_pass=in_pass)
    recorded = b""
    if transcript is not None:
        result = replace(result, dialogue=transcript.end, transcript=transcript.lines)
        recorded = transcript.content
    return JudgedRun(result, last.run.stdout, recorded)


def _with_pictures(
    judged: JudgedRun, job: Job, feedback: Below, worker: Worker
) -> JudgedRun:
    """Draw the output if the checker has decided about it, and name all pictures."""
    visualizer = job.checker.visualizer
    check = judged.result.check
    drawing = Drawing()
    if visualizer is not None and check is not None and check.verdict is not Verdict.JE:
        files = [worker.store.blob(job.input), worker.store.blob(job.answer or "")]
        drawing = draw_output(
            visualizer,
            files,
            job.visualizer_args,
            judged.output,
            feedback,
            job.checker.limits,
            worker,
        )
    pictures = pictures_in(feedback)
    result = replace(
        judged.result,
        pictures=pictures,
        drawing_fault=drawing.fault,
        drawing_stopped=drawing.stopped,
    )
    return replace(judged, result=result)


def _digest(output: Content) -> str:
    total = hashlib.sha256()
    with opened(output) as file:
        while part := file.read(_PART_BYTES):
            total.update(part)
    return total.hexdigest()[:_DIGEST_LENGTH]


def _unjudged(
    job: Job,
    execution: Execution,
    errors: bytes,
    check: CheckResult | None,
    worker: Worker,
    *,
    output: str,
    faults: tuple[SanitizerFault, ...],
    diff: str = "",
) -> TestcaseResult:
    """Return the result without its verdict. If the run failed, quote its stderr
    (`errors`), which may say why."""
    stderr = ""
    if not execution.succeeded:
        stderr = job.program.quote_stderr(errors, worker.store)
    return TestcaseResult(
        job.testcase,
        Verdict.JE,
        execution,
        check,
        stderr=stderr,
        output=output,
        faults=faults,
        diff=diff,
    )
