"""Custom graders: a program of the package grades a group, `grader [flags] < results`.

A grader reads one line such as `AC 10` for each test and group in the group, and prints
one line for the whole group. Equal questions are asked once. Source: Kattis problem
package format, legacy, "Graders".
"""

import functools
import math
from collections.abc import Sequence

from judging.core.classify import describe_tool_ending
from judging.core.diagnostics import error
from judging.core.limits import ProblemLimits
from judging.core.problem import Problem
from judging.core.scoring import Grader
from judging.core.timings import Purpose
from judging.core.verdicts import Verdict
from judging.jobs import execute
from judging.jobs.checkers import validation_limits
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.session import Findings, Session

# Another verdict is a fault of the grader: JE and CE are the judge's own.
_CODES = (Verdict.AC, Verdict.WA, Verdict.RTE, Verdict.TLE, Verdict.MLE, Verdict.OLE)
# How much a message quotes of what the grader was given,
# and of what it printed: one line.
_QUOTED_CHARACTERS = 100
_QUOTED_ANSWER = 60


def custom_grader(
    problem: Problem, session: Session, findings: Findings
) -> Grader | None:
    """Build the package's grader.

    Return None if it has none, or if it cannot be built, which is reported. If it fails
    on a group, that is an error of the package, and the group gets JE.
    """
    if problem.grader is None:
        return None
    program = session.builder.tool(problem.grader, findings)
    if program is None:
        return None

    # Most submissions give the same results for most groups,
    # and every question is a process.
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
    run_limits = validation_limits(limits)
    run = execute(
        program,
        results.encode(),
        run_limits,
        worker,
        *flags,
        purpose=Purpose.CHECK,
    )
    if not run.succeeded:
        last_line = program.quote_stderr(run.stderr, worker.store).splitlines()[-1:]
        ending = describe_tool_ending(run.execution, run_limits)
        if not run.execution.stopped:
            ending += ", expected exit code 0"
        return ": ".join([ending, *last_line])
    words = run.stdout.decode("utf-8", "replace").split()
    graded = _parsed(words)
    if graded is None:
        printed = " ".join(words)[:_QUOTED_ANSWER]
        return f"it printed {printed!r}, expected a verdict and a score, as in 'AC 10'"
    return graded


def _parsed(words: Sequence[str]) -> tuple[Verdict, float] | None:
    """Return the verdict and score that a grader printed, or None if it printed anything else."""
    try:
        code, number = words
        score = float(number)
    except ValueError:
        return None
    if code not in _CODES:
        return None
    if math.isfinite(score):
        return Verdict(code), score
    # The score of a group that is not accepted does not matter.
    return None if code == Verdict.AC else (Verdict(code), 0.0)
