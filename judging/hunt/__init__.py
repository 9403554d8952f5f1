"""The hunt for counterexamples: search for an input on which a submission is not AC, and shrink it.

    hunter = Hunter(problem, session, findings)     for many hunts: keeps inputs and answers
    hunt = hunter.hunt(submission, Effort(seed=1))  Submission -> Hunt
    hunt.find.input, hunt.find.expected             the smallest input found; find may be None

A submission may lie outside the package: any `problem.Source` will do.
"""

from judging.hunt.hunter import Hunter, hunt_submissions, require_huntable
from judging.hunt.report import Effort, Find, Hunt, HuntReport, must_fail

__all__ = [
    "Effort",
    "Find",
    "Hunt",
    "HuntReport",
    "Hunter",
    "hunt_submissions",
    "must_fail",
    "require_huntable",
]
