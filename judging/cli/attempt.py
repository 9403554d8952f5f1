"""`judge try`: run one submission on standard input."""

import sys
from pathlib import Path

from judging.cli import opening, output, run
from judging.cli.commands import Try
from judging.core.classify import classify
from judging.core.errors import JudgingError, MachineError, UsageError
from judging.core.exit_codes import ExitCode
from judging.core.limits import ProblemLimits
from judging.core.problem import Problem, Submission
from judging.core.results import CheckResult
from judging.core.verdicts import Verdict
from judging.jobs import execute
from judging.package import outside_submissions, select
from judging.programs import Executable, Rejected
from judging.reports import attempts
from judging.reports.wording import decoded
from judging.session import Session

_DEFAULTS = ProblemLimits(time_s=10.0)


def attempt(request: Try) -> int:
    """Run a program on our standard input: its streams go to ours, and a summary to stderr.

    Return 0 if the program exited with code 0 within its limits, else 1.
    """
    path = request.submission
    package, submissions = _chosen(path, request)
    if len(submissions) != 1:
        raise UsageError(f"{path}: expected one submission, found {len(submissions)}")
    stated = run.seconds("--time-limit", request.time_limit)
    given = b"" if sys.stdin.isatty() else sys.stdin.buffer.read()
    with opening.workers(opening.sandbox_tier(request.sandbox), 1) as (executor, store):
        if package is not None and stated is None:
            package = opening.timed(package, Session(executor, store, package.limits))
        limits = package.limits if package else _DEFAULTS
        run_limits = limits.of_run(time_s=stated)
        built = _build(submissions[0], Session(executor, store, limits))
        done = executor.start(execute, built, given, run_limits).result()
    if sys.stdout.isatty():
        output.say(decoded(done.stdout), end="")
    else:  # for the next program: byte by byte
        sys.stdout.buffer.write(done.stdout)
        sys.stdout.flush()
    output.say(decoded(done.stderr), sys.stderr, end="")
    verdict = classify(done.execution, run_limits, CheckResult(Verdict.AC))
    output.say(attempts.render(done.execution, run_limits), sys.stderr, end="")
    return ExitCode.SUCCESS if verdict is Verdict.AC else ExitCode.UNMET


def _chosen(path: Path, request: Try) -> tuple[Problem | None, tuple[Submission, ...]]:
    """Return the package and the submission; None for a submission outside of any package."""
    try:
        package = opening.load(request.problem, request.links_within, [path])
    except JudgingError:
        if request.problem or request.links_within:
            raise
        return None, outside_submissions([path])
    return package, select(package, [path])


def _build(submission: Submission, session: Session) -> Executable:
    built = session.builder.build([submission.source])[submission.path]
    if isinstance(built, Executable):
        return built
    if isinstance(built, Rejected):
        raise _DoesNotCompile(f"{submission.path}: does not compile: {built.message}")
    raise MachineError(f"{submission.path}: {built.reason}")


class _DoesNotCompile(JudgingError):
    exit_code = ExitCode.UNMET
