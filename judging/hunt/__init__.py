"""The hunt for counterexamples: search for an input on which a submission is not AC,
and shrink it.

    hunter = Hunter(problem, session, findings)     for many hunts
    hunt = hunter.hunt(submission, Effort(seed=1))  Submission -> Hunt
    hunt.find.input, hunt.find.expected             the smallest input; find may be None

A submission may lie outside the package: any `problem.Source` will do.
"""

from judging.hunt.effort import Effort as Effort
from judging.hunt.effort import fair_share_s as fair_share_s
from judging.hunt.effort import share_until as share_until
from judging.hunt.finds import AllTried as AllTried
from judging.hunt.finds import Find as Find
from judging.hunt.finds import HuntReport as HuntReport
from judging.hunt.finds import OtherVerdict as OtherVerdict
from judging.hunt.finds import Refusal as Refusal
from judging.hunt.finds import must_fail as must_fail
from judging.hunt.hunter import AnsweredInput as AnsweredInput
from judging.hunt.hunter import Hunter as Hunter
from judging.hunt.hunter import hunt_submissions as hunt_submissions
