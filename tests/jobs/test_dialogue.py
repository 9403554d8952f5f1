"""Interactive runs of two real programs that follow scripts, and the expected verdicts.

The expected verdicts are those of the table in docs/interactive.md, which names its sources.
"""

from __future__ import annotations

import pytest
from support.dialogues import LIMITS, Stage

from judging.core.runs import Ending
from judging.core.verdicts import Verdict

# name, the validator's script, the submission's script, the verdict
DIALOGUES = [
    ("both content", "w r R x42", "r w x0", Verdict.AC),
    ("wrong", "w r R x43", "r w x0", Verdict.WA),
    ("ends without output", "R x43", "x0", Verdict.WA),
    ("validator writes more than a pipe holds", "W300 R x42", "x0", Verdict.AC),
    # The validator rejects first: later faults may have happened because the partner was gone.
    ("rejected, then SIGPIPE", "n100 x43", "W300 x0", Verdict.WA),
    ("rejected, then fails at the end", "x43", "q x0", Verdict.WA),
    ("rejected, then aborts", "x43", "r a", Verdict.WA),
    ("rejected, then computes", "x43", "r b", Verdict.WA),
    ("rejected, then waits", "x43", "h", Verdict.WA),
    ("rejected, then takes memory after a while", "x43", "n400 m", Verdict.WA),
    # The submission fails first: the verdict of the validator on half a dialogue does not matter.
    ("fails, then rejected", "R x43", "x1", Verdict.RTE),
    ("aborts, then rejected", "R x43", "a", Verdict.RTE),
    ("answers and fails, then rejected", "r n200 R x43", "w x1", Verdict.RTE),
    ("fails, then accepted", "R x42", "x1", Verdict.RTE),
    ("computes, then rejected", "R x43", "b", Verdict.TLE),
    ("computes, then accepted", "R x42", "b", Verdict.TLE),
    ("takes memory, then rejected", "R x43", "m", Verdict.MLE),
    # The validator accepts first: the submission must still exit with 0, within its limits.
    ("accepted, then writes more", "x42", "n100 W300 x0", Verdict.AC),
    ("accepted, then fails", "x42", "n100 x1", Verdict.RTE),
    ("accepted, then fails at the end", "x42", "q", Verdict.RTE),
    ("accepted, then computes", "x42", "r b", Verdict.TLE),
    ("accepted, then waits", "x42", "r h", Verdict.TLE),
    # The validator reads everything, and the output limit holds.
    ("writes as much as allowed", "R x42", "W1000 x0", Verdict.AC),
    ("writes too much", "R x42", "W1100 x0", Verdict.OLE),
    ("writes too much at the end", "R x43", "F", Verdict.OLE),
    ("accepted, then writes too much", "x42", "F", Verdict.OLE),
    ("rejected while it floods", "r x43", "F", Verdict.WA),
    # Each waits for the other.
    ("deadlock", "r x42", "r x0", Verdict.TLE),
    # One program closes its output and goes on.
    ("validator closes", "c R x42", "R w x0", Verdict.AC),
    ("validator closes, submission fails", "c R x43", "R x1", Verdict.RTE),
    ("submission closes", "R x42", "c n100 x0", Verdict.AC),
    # The submission changes what it shares with others, and then ends.
    ("no blocking, then ends", "W300 R x42", "o x0", Verdict.AC),
    ("no blocking, then fails", "W300 R x43", "o x1", Verdict.RTE),
    ("no blocking, then rejected", "W300 r n300 x43", "o w x0", Verdict.WA),
    ("small pipes, then ends", "W300 R x42", "z x0", Verdict.AC),
    ("holds the pipes, then ends", "W300 R x42", "i x0", Verdict.AC),
    ("holds the pipes, and rejected", "w r x43", "i r w r x0", Verdict.WA),
    ("leaves a child with the pipes", "w R x42", "r f w x0", Verdict.AC),
    ("stops itself", "R x42", "s x0", Verdict.TLE),
    # So does the validator.
    ("validator without blocking", "o n100 W30 c R x42", "n200 R w x0", Verdict.AC),
    ("validator leaves a child", "f w r x42", "r w x0", Verdict.AC),
    ("validator leaves a child and rejects", "f w r x43", "r w x0", Verdict.WA),
    # The validator fails, which says nothing about the submission.
    ("validator exits with 0", "r x0", "w R x0", Verdict.JE),
    ("validator aborts", "a", "R x0", Verdict.JE),
    ("validator fails at the end", "q x42", "x0", Verdict.JE),
    ("validator fails after the submission", "R x1", "x1", Verdict.JE),
]
LONG = {
    "computes, then accepted",
    "accepted, then computes",
    "accepted, then waits",
    "stops itself",
    "no blocking, then fails",
    "no blocking, then rejected",
    "small pipes, then ends",
    "holds the pipes, then ends",
    "leaves a child with the pipes",
    "validator leaves a child",
    "validator leaves a child and rejects",
}
ROWS = [
    pytest.param(*row[1:], id=row[0], marks=[pytest.mark.slow] if row[0] in LONG else [])
    for row in DIALOGUES
]
QUICK = {
    "both content",
    "writes too much",
    "rejected, then fails at the end",
    "fails, then rejected",
    "ends without output",
}


@pytest.mark.parametrize(("validator", "submission", "verdict"), ROWS)
def test_the_verdict_depends_on_who_ended_first_and_how(
    stage: Stage, validator: str, submission: str, verdict: Verdict
) -> None:
    result = stage.play(validator, submission)
    assert result.verdict is verdict, result


@pytest.mark.smoke
def test_the_verdict_is_the_same_every_time_on_every_tier(stage: Stage) -> None:
    """A race would not give the same verdict so often."""
    rows = [row[1:] for row in DIALOGUES if row[0] in QUICK]
    for validator, submission, verdict in rows * 5:
        assert stage.play(validator, submission).verdict is verdict


@pytest.mark.parametrize(
    ("validator", "submission", "verdict"),
    [
        pytest.param(
            # They take six seconds each, on every tier, and few are about records.
            *row[1:],
            id=row[0],
            marks=[] if row[0] in QUICK else [pytest.mark.slow, pytest.mark.long],
        )
        for row in DIALOGUES
    ],
)
def test_a_recorded_dialogue_has_the_same_verdict(
    stage: Stage, validator: str, submission: str, verdict: Verdict
) -> None:
    result = stage.play(validator, submission, record=True)
    assert result.verdict is verdict, result


@pytest.mark.slow
def test_the_message_names_who_waited(stage: Stage) -> None:
    result = stage.play("r x42", "r x0")
    assert "wall limit" in result.message
    assert "and so did the validator" in result.message
    assert "had accepted" in stage.play("x42", "r h").message


def test_the_message_on_a_failed_validator_has_its_last_line(stage: Stage) -> None:
    result = stage.play("e x1", "R x0")
    assert result.verdict is Verdict.JE
    assert "exit code 1" in result.message
    assert result.message.endswith("the scripts are torn")


@pytest.mark.slow
def test_the_usage_is_that_of_the_submission_alone(stage: Stage) -> None:
    execution = stage.play("b", "R x0").execution
    assert execution.cpu_s < LIMITS.validation_s / 2


def test_the_usage_of_a_killed_submission_is_known(stage: Stage) -> None:
    execution = stage.play("x43", "r b").execution
    assert execution.ending is Ending.CANCELLED
    assert 0 < execution.cpu_s <= execution.wall_s
    assert execution.memory_bytes > 0


def test_the_feedback_is_kept_and_its_message_reported(stage: Stage) -> None:
    assert stage.play("k R x43", "w x0").message == "one more"
    assert (stage.keep / "feedback" / "judgemessage.txt").read_text() == "one more\n"
