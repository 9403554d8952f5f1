"""Custom graders: a program of the package grades a group, `grader [flags] < results`.

A grader reads one line such as `AC 10` for each test and group in the group, and prints one line
for the whole group. Equal questions are asked once. Source: Kattis problem package format, legacy,
"Graders".
"""

import functools
import math

from judging.core.classify import describe_ending
from judging.core.diagnostics import error
from judging.core.limits import ProblemLimits
from judging.core.problem import Problem
from judging.core.scoring import Grader
from judging.core.verdicts import Verdict
from judging.jobs import execute
from judging.jobs.checkers import validation_limits
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.session import Findings, Session

_CODES = (Verdict.AC, Verdict.WA, Verdict.RTE, Verdict.TLE, Verdict.MLE, Verdict.OLE)
_QUOTED_CHARACTERS = 100


def custom_grader(
    problem: Problem, session: Session, findings: Findings
) -> Grader | None:
    """Build the package's grader. If it fails on a group, that is an error of the package. Return
    None if it has none, or if it cannot be built and that is reported."""
    program = session.builder.tool(problem.grader, findings) if problem.grader else None
    if program is None:
        return None

    @functools.cache
    def grade(flags: tuple[str, ...], results: str) -> tuple[Verdict, float]:
        started = session.executor.start(
            _run_grader, program, problem.limits, flags, results
        )
        answer = started.result()
        if not isinstance(answer, str):
            verdict, score = answer
            return verdict, score
        lines = ", ".join(results.splitlines())[:_QUOTED_CHARACTERS]
        message = (
            f"the grader failed: with flags '{' '.join(flags)}', given {lines}: {answer}"
        )
        findings.report(error(message, program.name))
        return Verdict.JE, 0.0

    return grade


def _run_grader(
    program: Executable,
    limits: ProblemLimits,
    flags: tuple[str, ...],
    results: str,
    worker: Worker,
) -> tuple[Verdict, float] | str:
    run = execute(program, results.encode(), validation_limits(limits), worker, *flags)
    if not run.succeeded:
        last_line = program.quote_stderr(run.stderr, worker.store).splitlines()[-1:]
        return ": ".join(
            [f"{describe_ending(run.execution)}, expected exit code 0", *last_line]
        )
    words = run.stdout.decode("utf-8", "replace").split()
    try:
        code, number = words
        score = float(number)
        # The score of a group that is not accepted does not matter.
        if code in _CODES and (math.isfinite(score) or code != Verdict.AC):
            return Verdict(code), score if math.isfinite(score) else 0.0
    except ValueError:
        pass
    return f"it printed {' '.join(words)[:60]!r}, expected a verdict and a score, as in 'AC 10'"
