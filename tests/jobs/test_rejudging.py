"""A stored run is judged again under another limit."""

from __future__ import annotations

import pytest
from support.scripted import CHECK, Run

from judging.core.limits import MIB, Limits
from judging.core.verdicts import Verdict
from judging.jobs import Job, rejudge
from judging.languages import languages
from judging.programs import Executable


@pytest.mark.parametrize(
    ("run", "limit_s", "verdict"),
    [
        (Run(0.8), 1.0, Verdict.AC),
        (Run(0.8), 0.5, Verdict.TLE),
        (Run(0.8, right=False), 0.5, Verdict.TLE),
        (Run(0.4, right=False), 0.5, Verdict.WA),
        (Run(0.4, exit_code=3), 0.5, Verdict.RTE),
        (Run(0.8, exit_code=3), 0.5, Verdict.TLE),
        (Run(9.0), 0.5, Verdict.TLE),
    ],
)
def test_a_run_is_judged_again_under_another_limit(
    run: Run, limit_s: float, verdict: Verdict
) -> None:
    program = Executable("s", next(iter(languages())), "0" * 64, ())
    limits = Limits(limit_s, 1.5 * limit_s, MIB, MIB)
    job = Job("s", "secret/1", program, "", "", limits, CHECK)
    again = rejudge(run.result("secret/1"), job)
    assert again.verdict is verdict
    assert again.execution == run.result("secret/1").execution
    if verdict is Verdict.TLE:
        assert f"the limit is {limit_s:.2f} s" in again.message
