"""A group of the older format, graded by a program of the package: `grader [flags] < results`.

It reads a line for each test and group in it, such as `AC 10`, and prints one for all of them.
Source: Kattis problem package format, legacy, "Graders".
"""

from __future__ import annotations

import math

from judging.core.classify import ending_words
from judging.core.limits import ProblemLimits
from judging.core.results import Ending
from judging.core.verdicts import Verdict
from judging.jobs.checkers import validation_limits
from judging.jobs.running import execute
from judging.programs import Executable
from judging.sandbox.worker import Worker

_CODES = (Verdict.AC, Verdict.WA, Verdict.RTE, Verdict.TLE, Verdict.MLE, Verdict.OLE)


def grade(
    program: Executable, limits: ProblemLimits, flags: tuple[str, ...], results: str, worker: Worker
) -> tuple[Verdict, float] | str:
    """Its verdict and score, or in words what is wrong with it."""
    execution, output, stderr = execute(
        program, results.encode(), validation_limits(limits), worker, *flags
    )
    if execution.ending is not Ending.EXITED or execution.exit_code != 0:
        said = program.quoted(stderr, worker.store).splitlines()[-1:]
        return ": ".join([f"{ending_words(execution)}, expected exit code 0", *said])
    words = output.decode("utf-8", "replace").split()
    try:
        code, number = words
        score = float(number)
        # What is not accepted has a score that nobody looks at.
        if code in _CODES and (math.isfinite(score) or code != Verdict.AC):
            return Verdict(code), score if math.isfinite(score) else 0.0
    except ValueError:
        pass
    return f"it printed {' '.join(words)[:60]!r}, expected a verdict and a score, as in 'AC 10'"
