"""The hunt for counterexamples: inputs on which a submission is not AC, found, reduced, confirmed.

    hunter = Hunter(problem, session, findings)     for many hunts: keeps inputs and answers
    hunt = hunter.hunt(submission, Effort(seed=1))  Submission -> Hunt
    hunt.find.input, hunt.find.expected             the smallest input found; find may be None

A submission need not lie in the package: any `problem.Source` that a `Submission` names will do.
"""

from __future__ import annotations

from judging.hunt.hunter import Hunter, hack
from judging.hunt.report import Effort, Find, Hunt, HuntReport, must_fail

__all__ = ["Effort", "Find", "Hunt", "HuntReport", "Hunter", "hack", "must_fail"]
