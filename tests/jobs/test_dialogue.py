"""Interactive runs: two real programs that do what a script says, and the verdict that must follow.

The expected verdicts are those of the table in docs/interactive.md, whose sources stand there.
"""

from __future__ import annotations

import pytest
from support.dialogues import LIMITS, Stage

from judging.core.results import Ending
from judging.core.verdicts import Verdict

# name, the validator's script, the submission's, the verdict
DIALOGUES = [
    ("both content", "w r R x42", "r w x0", Verdict.AC),
    ("wrong", "w r R x43", "r w x0", Verdict.WA),
    ("ends without a word", "R x43", "x0", Verdict.WA),
    ("validator says more than a pipe holds to one that has ended", "W300 R x42", "x0", Verdict.AC),
    # The validator rejects first: all that follows may be for want of a partner.
    ("rejected, then SIGPIPE", "n100 x43", "W300 x0", Verdict.WA),
    ("rejected, then fails at the end", "x43", "q x0", Verdict.WA),
    ("rejected, then aborts", "x43", "r a", Verdict.WA),
    ("rejected, then computes", "x43", "r b", Verdict.WA),
    ("rejected, then waits", "x43", "h", Verdict.WA),
    ("rejected, then takes memory after a while", "x43", "n400 m", Verdict.WA),
    # The submission fails first: what the validator says of half a dialogue does not matter.
    ("fails, then rejected", "R x43", "x1", Verdict.RTE),
    ("aborts, then rejected", "R x43", "a", Verdict.RTE),
    ("answers and fails, then rejected", "r n200 R x43", "w x1", Verdict.RTE),
    ("fails, then accepted", "R x42", "x1", Verdict.RTE),
    ("computes, then rejected", "R x43", "b", Verdict.TLE),
    ("computes, then accepted", "R x42", "b", Verdict.TLE),
    ("takes memory, then rejected", "R x43", "m", Verdict.MLE),
    # The validator accepts first: nothing is a mistake but not to end well.
    ("accepted, then says more", "x42", "n100 W300 x0", Verdict.AC),
    ("accepted, then fails", "x42", "n100 x1", Verdict.RTE),
    ("accepted, then fails at the end", "x42", "q", Verdict.RTE),
    ("accepted, then computes", "x42", "r b", Verdict.TLE),
    ("accepted, then waits", "x42", "r h", Verdict.TLE),
    # A validator reads all that it is told, within the limit.
    ("says as much as it may", "R x42", "W1000 x0", Verdict.AC),
    ("says too much", "R x42", "W1100 x0", Verdict.OLE),
    ("says too much in the end", "R x43", "F", Verdict.OLE),
    ("accepted, then says too much", "x42", "F", Verdict.OLE),
    ("rejected while it floods", "r x43", "F", Verdict.WA),
    # Each waits for the other.
    ("deadlock", "r x42", "r x0", Verdict.TLE),
    # One closes its output and goes on.
    ("validator closes", "c R x42", "R w x0", Verdict.AC),
    ("validator closes, submission fails", "c R x43", "R x1", Verdict.RTE),
    ("submission closes", "R x42", "c n100 x0", Verdict.AC),
    # The validator fails: that says nothing of the submission.
    ("validator exits with 0", "r x0", "w R x0", Verdict.JE),
    ("validator aborts", "a", "R x0", Verdict.JE),
    ("validator fails at the end", "q x42", "x0", Verdict.JE),
    ("validator fails after the submission", "R x1", "x1", Verdict.JE),
]
LONG = {"computes, then accepted", "accepted, then computes", "accepted, then waits"}
ROWS = [
    pytest.param(*row[1:], id=row[0], marks=[pytest.mark.slow] if row[0] in LONG else [])
    for row in DIALOGUES
]
QUICK = {
    "both content",
    "says too much",
    "rejected, then fails at the end",
    "fails, then rejected",
    "ends without a word",
}


@pytest.mark.parametrize(("validator", "submission", "verdict"), ROWS)
def test_the_verdict_follows_from_who_ended_first_and_how(
    stage: Stage, validator: str, submission: str, verdict: Verdict
) -> None:
    result = stage.play(validator, submission)
    assert result.verdict is verdict, result


@pytest.mark.smoke
def test_it_does_so_again_and_again_on_every_tier(stage: Stage) -> None:
    """What could be a race would not come out the same so often."""
    rows = [row[1:] for row in DIALOGUES if row[0] in QUICK]
    for validator, submission, verdict in rows * 5:
        assert stage.play(validator, submission).verdict is verdict


@pytest.mark.parametrize(
    ("validator", "submission", "verdict"),
    [
        pytest.param(*row[1:], id=row[0], marks=[] if row[0] in QUICK else [pytest.mark.slow])
        for row in DIALOGUES
    ],
)
def test_a_dialogue_that_is_noted_down_comes_to_the_same(
    stage: Stage, validator: str, submission: str, verdict: Verdict
) -> None:
    result = stage.play(validator, submission, record=True)
    assert result.verdict is verdict, result


@pytest.mark.slow
def test_who_waited_is_told(stage: Stage) -> None:
    result = stage.play("r x42", "r x0")
    assert "wall limit" in result.message
    assert "and so did the validator" in result.message
    assert "had accepted" in stage.play("x42", "r h").message


def test_a_validator_that_fails_is_told_with_its_last_word(stage: Stage) -> None:
    result = stage.play("e x1", "R x0")
    assert result.verdict is Verdict.JE
    assert "exit code 1" in result.message
    assert result.message.endswith("the scripts are torn")


@pytest.mark.slow
def test_the_usage_is_the_submissions_alone(stage: Stage) -> None:
    execution = stage.play("b", "R x0").execution
    assert execution.cpu_s < LIMITS.validation_s / 2


def test_of_one_that_was_ended_the_usage_is_known(stage: Stage) -> None:
    execution = stage.play("x43", "r b").execution
    assert execution.ending is Ending.CANCELLED
    assert 0 < execution.cpu_s <= execution.wall_s
    assert execution.memory_bytes > 0


def test_the_feedback_is_kept_and_the_message_told(stage: Stage) -> None:
    assert stage.play("k R x43", "w x0").message == "one more"
    assert (stage.keep / "feedback" / "judgemessage.txt").read_text() == "one more\n"
