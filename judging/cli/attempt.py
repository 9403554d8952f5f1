"""`judge try`: one submission on standard input."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from judging.cli import opening, run
from judging.core.classify import classify, describe_ending, explain
from judging.core.errors import JudgingError, MachineError, UsageError
from judging.core.limits import Limits, ProblemLimits
from judging.core.problem import Problem, Submission
from judging.core.results import CheckResult, Execution
from judging.core.verdicts import Verdict
from judging.jobs import execute
from judging.languages import is_source
from judging.package import outside_submissions, select
from judging.programs import Executable, Rejected
from judging.session import Session

_DEFAULTS = ProblemLimits(time_s=10.0)


def attempt(path: Path, problem: Path | None, time_limit: float | None, tier: str) -> int:
    """Output goes to stdout, errors to stderr, and one line on how it went to stderr. 0 when the
    program ended well within its limits, else 1."""
    package, submissions = _chosen(path, problem)
    if len(submissions) != 1:
        raise UsageError(f"{path}: expected one submission, found {len(submissions)}")
    stated = run.seconds("--time-limit", time_limit)
    given = b"" if sys.stdin.isatty() else sys.stdin.buffer.read()
    with opening.workers(opening.sandbox_tier(tier), 1) as (executor, store):
        if package is not None and stated is None:
            package = opening.timed(package, Session(executor, store, package.limits))
        limits = package.limits if package else _DEFAULTS
        run_limits = limits.of_run(time_s=stated)
        built = _build(submissions[0], Session(executor, store, limits))
        done = executor.start(execute, built, given, run_limits).result()
    os.write(1, done.stdout) if done.stdout else None
    sys.stderr.write(done.stderr.decode("utf-8", "replace"))
    verdict = classify(done.execution, run_limits, CheckResult(Verdict.AC))
    print(_summary(done.execution, run_limits, verdict), file=sys.stderr)
    return 0 if verdict is Verdict.AC else 1


def _chosen(path: Path, problem: Path | None) -> tuple[Problem | None, tuple[Submission, ...]]:
    """The package and the submission; None outside of any package."""
    try:
        package = opening.load(problem, [path])
    except JudgingError:
        if problem is not None:
            raise
        return None, outside_submissions([path])
    return package, select(package, [path], is_source)


def _build(submission: Submission, session: Session) -> Executable:
    built = session.builder.build([submission.source])[submission.path]
    if isinstance(built, Executable):
        return built
    if isinstance(built, Rejected):
        raise _DoesNotCompile(f"{submission.path}: does not compile: {built.message}")
    raise MachineError(f"{submission.path}: {built.reason}")


class _DoesNotCompile(JudgingError):
    exit_code = 1


def _summary(execution: Execution, limits: Limits, verdict: Verdict) -> str:
    how = describe_ending(execution)
    if verdict is not Verdict.AC:
        how = f"{verdict}: {explain(execution, limits, CheckResult(Verdict.AC))}"
    return (
        f"-- {how}; {execution.cpu_s:.3f} s of CPU time, {execution.wall_s:.3f} s in all, "
        f"{execution.memory_bytes / 2**20:.1f} MiB"
    )
