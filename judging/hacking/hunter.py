"""Hunts one submission after another on one package."""

from __future__ import annotations

from judging.hacking.hunts import Effort, Hunt
from judging.problem import Problem, Submission
from judging.workshop import Workshop


class Hunter:
    """Everything that hunts on one package share: the numbered stream of inputs, the reference and
    its answers, the validators. The shop's executor runs the programs; what is found to be wrong
    with the package (a strategy that raises, accepted submissions that disagree) is reported to
    the shop as an error, and ends the hunt without a find.

    Raises PackageError where nothing can be hunted at all: no accepted submission, no input
    validator; MachineError where the machine cannot.
    """

    def __init__(self, problem: Problem, shop: Workshop) -> None:
        self.problem = problem
        self.shop = shop

    def hunt(self, submission: Submission, effort: Effort | None = None) -> Hunt:
        """Looks for an input on which `submission` is not AC, and reduces it. With the same seed,
        package and `tries`, a WA or RTE find is the same at every number of jobs."""
        raise NotImplementedError(f"{submission.path} with {effort}")
