"""Multi-pass runs and their transcripts. The scripts are as in test_dialogue.py."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.dialogues import LIMITS, Stage

from judging.core.verdicts import Verdict
from judging.jobs.transcript import JUDGE, KEPT_BYTES, SUBMISSION, Transcript

BOTH = pytest.mark.parametrize(
    "interactive", [False, True], ids=["captured", "interactive"]
)
LAST = ("R x42", "w x0")


@BOTH
@pytest.mark.parametrize(
    ("scripts", "verdict", "message"),
    [
        pytest.param(("R p x42", "w x0", *LAST), Verdict.AC, "", id="two passes"),
        pytest.param(
            ("R x42", "w x0", *LAST), Verdict.AC, "", id="only one was asked for"
        ),
        pytest.param(
            ("R p x42", "w x0", "R k x43", "w x0"),
            Verdict.WA,
            "pass 2: one more",
            id="wrong",
        ),
        pytest.param(
            ("R p x42", "w x0", "R x42", "x5"),
            Verdict.RTE,
            "pass 2: exit code 5",
            id="fails",
        ),
        pytest.param(
            ("R p x42", "w x5", *LAST), Verdict.RTE, "exit code 5", id="fails at once"
        ),
        pytest.param(
            ("R p x42", "w x0", "R e x1", "w x0"),
            Verdict.JE,
            "the scripts are torn",
            id="judge",
        ),
        pytest.param(
            ("R p x43", "w x0", *LAST),
            Verdict.JE,
            "rejects, but asks for another",
            id="both",
        ),
        pytest.param(
            ("R p x42", "w x0", "R p x42", "w x0", *LAST),
            Verdict.JE,
            "pass 2: checker a submission: it asks for more passes than limits.validation_passes",
            id="too many",
        ),
    ],
)
def test_passes_end_as_the_format_says(
    stage: Stage,
    scripts: tuple[str, ...],
    verdict: Verdict,
    message: str,
    interactive: bool,
) -> None:
    result = stage.play(*scripts, interactive=interactive)
    assert result.verdict is verdict, result
    assert message in result.message


@pytest.mark.smoke
@BOTH
def test_the_feedback_directory_persists_from_pass_to_pass(
    stage: Stage, interactive: bool
) -> None:
    result = stage.play("R k p x42", "w x0", "R k x43", "w x0", interactive=interactive)
    assert result.message == "pass 2: one more\none more"
    assert [path.name for path in (stage.keep / "feedback").iterdir()] == [
        "judgemessage.txt"
    ]


def test_nextpass_in_means_nothing_in_a_problem_with_one_pass(stage: Stage) -> None:
    assert stage.play("R p x42", "w x0").verdict is Verdict.AC


@BOTH
def test_the_usage_is_that_of_the_largest_pass(stage: Stage, interactive: bool) -> None:
    result = stage.play("R p x42", "w n300 x0", *LAST, interactive=interactive)
    assert result.verdict is Verdict.AC
    assert result.execution.wall_s >= 0.3
    assert result.execution.cpu_s < LIMITS.of_run().time_s


def test_the_transcript_is_kept_in_the_format_of_interaction_files(stage: Stage) -> None:
    result = stage.play("r w p R x42", "w r x0", "r R x43", "w w x0", record=True)
    assert (stage.keep / "interaction").read_text() == (
        "<w r x0\n>word\n<word\n---\n<w w x0\n>word\n>word\n"
    )
    assert result.dialogue.splitlines()[-2:] == [">word", ">word"]


def test_the_transcript_of_a_captured_pass_starts_with_the_input(stage: Stage) -> None:
    result = stage.play("R p x42", "w x0", *LAST, interactive=False, record=True)
    assert result.dialogue == ""
    assert (stage.keep / "interaction").read_text() == (
        "<judge: R p x42\n<w x0\n<judge: R x42\n<w x0\n>word\n---\n<judge: R x42\n<w x0\n>word\n"
    )


def test_the_transcript_says_who_wrote_what_and_when(stage: Stage) -> None:
    # The submission waits for 0.3 s before its last word.
    result = stage.play("r w p R x42", "w r x0", "r R x43", "w n300 w x0", record=True)
    said = [(line.number, line.who, line.text) for line in result.transcript]
    assert said == [
        (1, "judge", "w r x0"),
        (2, "submission", "word"),
        (3, "judge", "word"),
        (4, "", "---"),
        (5, "judge", "w n300 w x0"),
        (6, "submission", "word"),
        (7, "submission", "word"),
    ]
    times_s = [line.at_s for line in result.transcript]
    assert times_s == sorted(times_s)
    assert times_s[0] >= 0
    assert times_s[-1] - times_s[-2] >= 0.25


def test_an_accepted_dialogue_has_no_transcript_in_its_result(stage: Stage) -> None:
    result = stage.play("r x42", "w x0", record=True)
    assert (result.verdict, result.transcript) == (Verdict.AC, ())


@pytest.mark.parametrize("at_once", [1, 7, 30, 1000])
def test_a_long_transcript_keeps_its_beginning_and_its_end(at_once: int) -> None:
    transcript = Transcript()
    transcript.start()
    for start in range(1, 1001, at_once):
        numbers = range(start, min(start + at_once, 1001))
        transcript.add(SUBMISSION, b"".join(b"%d\n" % number for number in numbers))
    kept = [line.number for line in transcript.lines]
    assert kept == [*range(1, 21), *range(961, 1001)]
    assert [int(line.text) for line in transcript.lines] == kept


def test_a_line_is_recorded_when_it_is_complete(tmp_path: Path) -> None:
    transcript = Transcript()
    transcript.add(SUBMISSION, b"12")
    transcript.add(JUDGE, b"go on\nand")
    transcript.add(SUBMISSION, b"3\n")
    transcript.end_pass()
    assert transcript.content == b"<go on\n>123\n<and\n"


def test_a_long_transcript_is_cut_and_its_end_is_shown() -> None:
    transcript = Transcript()
    for number in range(3 * KEPT_BYTES // 1000):
        transcript.add(SUBMISSION, b"%d" % number + b"x" * 990 + b"\n")
    transcript.add(JUDGE, b"enough\n")
    assert KEPT_BYTES - 1000 < len(transcript.content) <= KEPT_BYTES
    assert transcript.end.splitlines()[-1] == "<enough"
    assert max(map(len, transcript.end.splitlines())) < 200
