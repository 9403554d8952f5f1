"""Asks the package's own grader, each question once."""

from __future__ import annotations

from dataclasses import dataclass, field

from judging.core.diagnostics import error
from judging.core.limits import ProblemLimits
from judging.core.problem import Problem
from judging.core.verdicts import Verdict
from judging.jobs.grading import grade
from judging.programs import Executable
from judging.session.workshop import Workshop


@dataclass(slots=True)
class OwnGrader:
    """Grades groups for `judging.core.scoring`. Where the program fails, the package is broken."""

    program: Executable
    limits: ProblemLimits
    shop: Workshop
    _known: dict[tuple[tuple[str, ...], str], tuple[Verdict, float]] = field(default_factory=dict)

    def __call__(self, flags: tuple[str, ...], results: str) -> tuple[Verdict, float]:
        if (flags, results) not in self._known:
            said = self.shop.executor.submit(
                grade, self.program, self.limits, flags, results
            ).result()
            if isinstance(said, str):
                shown = " ".join(flags)
                lines = ", ".join(results.splitlines())[:100]
                message = f"with flags '{shown}', given {lines}: {said}"
                self.shop.report(error(f"the grader failed: {message}", self.program.name))
                said = Verdict.JE, 0.0
            self._known[flags, results] = said
        return self._known[flags, results]


def own_grader(problem: Problem, shop: Workshop) -> OwnGrader | None:
    """The grader of a package that has one; None, and a finding, also where it cannot be built."""
    program = shop.tool(problem.grader) if problem.grader else None
    return OwnGrader(program, problem.limits, shop) if program else None
