"""What is said of a checker by what it decided about junk, in one run and in a second."""

from __future__ import annotations

import pytest

from judging.core.verdicts import Verdict
from judging.features.validate.junk.outcomes import Outcome, Tried, report_outcomes
from judging.features.validate.junk.variants import Aim
from judging.session import Findings


def tried(verdict: Verdict, again: Verdict | None) -> Tried:
    outcome = Outcome(
        "an empty output", Aim.TAIL, verdict, "", 0, "check.py: exit code 9"
    )
    return Tried(outcome, "secret/1", "made from test secret/1", True, again)


@pytest.mark.parametrize(
    ("verdict", "again", "said"),
    [
        (Verdict.WA, Verdict.WA, None),
        (Verdict.WA, None, None),
        (Verdict.AC, Verdict.WA, "decides in two ways"),
        (Verdict.WA, Verdict.AC, "decides in two ways"),
        # A limit may have ended one run: that is no random number.
        (Verdict.WA, Verdict.JE, "fails on"),
        (Verdict.JE, Verdict.WA, "fails on"),
        (Verdict.JE, Verdict.JE, "fails on"),
    ],
)
def test_two_runs_of_a_checker(
    verdict: Verdict, again: Verdict | None, said: str | None
) -> None:
    findings = Findings()
    one = tried(verdict, again)
    report_outcomes("check.py", [one], findings)
    messages = [found.message for found in findings.diagnostics]
    assert one.is_unsteady == (said == "decides in two ways")
    assert len(messages) == (said is not None)
    assert all(message.startswith(str(said)) for message in messages)
