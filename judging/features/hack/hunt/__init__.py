"""The hunt for counterexamples: search for an input on which a submission is not AC,
and shrink it.

    hunter = Hunter(problem, session, findings)     for many hunts
    hunt = hunter.hunt(submission, Effort(seed=1))  Submission -> Hunt
    hunt.find.input, hunt.find.expected             the smallest input; find may be None

A submission may lie outside the package: any `problem.Source` will do.
"""

from judging.features.hack.hunt.effort import Effort as Effort
from judging.features.hack.hunt.effort import fair_share_s as fair_share_s
from judging.features.hack.hunt.effort import share_until as share_until
from judging.features.hack.hunt.finds import AllTried as AllTried
from judging.features.hack.hunt.finds import Find as Find
from judging.features.hack.hunt.finds import HuntReport as HuntReport
from judging.features.hack.hunt.finds import OtherVerdict as OtherVerdict
from judging.features.hack.hunt.finds import Refusal as Refusal
from judging.features.hack.hunt.finds import must_fail as must_fail
from judging.features.hack.hunt.hunter import AnsweredInput as AnsweredInput
from judging.features.hack.hunt.hunter import Hunter as Hunter
from judging.features.hack.hunt.hunter import hunt_submissions as hunt_submissions
