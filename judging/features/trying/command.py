"""`judge try`: run one submission on standard input."""

import sys
from pathlib import Path

from judging.core.classify import classify
from judging.core.errors import JudgingError, MachineError, UsageError
from judging.core.exit_codes import ExitCode
from judging.core.limits import ProblemLimits
from judging.core.problem import Problem, Submission
from judging.core.runs import CheckResult
from judging.core.verdicts import Verdict
from judging.features.trying import report as attempts
from judging.features.trying.options import Try
from judging.jobs import execute
from judging.package import outside_submissions, select
from judging.programs import Executable, Rejected
from judging.reports.wording import decoded
from judging.session import Session
from judging.terminal import opening, output
from judging.terminal.settings import seconds
from judging.values import Value

# For a submission outside of any package. A person waits for the program.
_DEFAULTS = ProblemLimits(time_s=10.0)


class _Chosen(Value):
    """The submission to run, and its package; None outside of any."""

    package: Problem | None
    submission: Submission


def try_submission(request: Try) -> ExitCode:
    """Run a program on our stdin; its streams go to ours, and a summary to stderr.

    Return SUCCESS if the program exited with code 0 within its limits, else UNMET.
    """
    if request.submission is None:
        raise UsageError(
            "name a SUBMISSION to run, or give --interactive to play it by hand, or "
            "--replay FILE to see a dialogue"
        )
    if request.test is not None or request.input is not None:
        raise UsageError("--test and --input: only with --interactive")
    chosen = _choose(request, request.submission)
    package = chosen.package
    stated = seconds("--time-limit", request.time_limit)
    # A terminal would wait for keys; nobody expects that of a program that reads
    # nothing.
    given = b"" if sys.stdin.isatty() else sys.stdin.buffer.read()
    tier = opening.sandbox_tier(request.sandbox)
    with opening.workers(tier, 1, request.tally) as workers:
        if package is not None and stated is None:
            package = opening.timed(package, workers.session(package.limits))
        limits = package.limits if package else _DEFAULTS
        built = _build(chosen.submission, workers.session(limits))
        run_limits = limits.of_program(built.language, stated)
        done = workers.executor.start(execute, built, given, run_limits).result()
    if sys.stdout.isatty():
        output.say(decoded(done.stdout), end="")
    else:  # for the next program: byte by byte
        sys.stdout.buffer.write(done.stdout)
        sys.stdout.flush()
    output.say(decoded(done.stderr), sys.stderr, end="")
    verdict = classify(done.execution, run_limits, CheckResult(Verdict.AC))
    output.say(attempts.render(done.execution, run_limits), sys.stderr, end="")
    return ExitCode.SUCCESS if verdict is Verdict.AC else ExitCode.UNMET


def _choose(request: Try, path: Path) -> _Chosen:
    package: Problem | None = None
    try:
        package = opening.load(request.problem, request.links_within, [path])
    except UsageError:
        # Without a word about a package, a program outside of any is tried under
        # default limits. A package that cannot be read has limits that nobody knows.
        if request.problem or request.links_within:
            raise
    found = select(package, [path]) if package else outside_submissions([path])
    if len(found) != 1:
        raise UsageError(f"{path}: expected one submission, found {len(found)}")
    return _Chosen(package, found[0])


def _build(submission: Submission, session: Session) -> Executable:
    built = session.builder.build([submission.source])[submission.path]
    if isinstance(built, Executable):
        return built
    if isinstance(built, Rejected):
        raise _DoesNotCompile(f"{submission.path}: does not compile: {built.message}")
    raise MachineError(f"{submission.path}: {built.reason}")


class _DoesNotCompile(JudgingError):
    exit_code = ExitCode.UNMET
