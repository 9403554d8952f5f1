"""The JSON object of `judge hack`."""

from collections.abc import Mapping, Sequence
from typing import Annotated, NotRequired, TypedDict

from judging.core.verdicts import Verdict
from judging.reports.objects.common import (
    AllTriedOrNull,
    Diagnostics,
    Exit,
    Interrupted,
    MachineErrors,
    Problem,
    Seed,
)
from judging.reports.objects.refusal import RefusalOrNull


class UnstableObject(TypedDict):
    """An input on which a submission failed once, and not again."""

    input: Annotated[str, "The input, as text."]
    verdict: Annotated[Verdict, "The verdict that it got once."]
    message: Annotated[str, "Why it failed."]
    transcript: Annotated[str | None, "As that of a find."]
    runs: Annotated[int, "How many more runs did not fail."]
    index: Annotated[int | None, "The place of the input in the stream, from 0."]


class OtherVerdictObject(TypedDict):
    """Another accepted submission on the input that was found."""

    path: Annotated[str, "The submission."]
    verdict: Annotated[Verdict, "Its verdict against the reference's output."]
    score: Annotated[
        float | None,
        "What the checker gave for its output; null if that is not compared.",
    ]


class ScoresObject(TypedDict):
    """What the checker gave on the input that was found, a score or a share of one."""

    submission: Annotated[float, "For the output of the submission."]
    reference: Annotated[float, "For the output of the reference."]


class HuntObject(TypedDict):
    """The hunt of one submission."""

    path: Annotated[str, "The submission."]
    found: Annotated[bool, "An input was found on which it fails."]
    verdict: Annotated[
        Verdict | None,
        "AC without a find and where only scores differ, CE if it does not compile; null: "
        "not hunted.",
    ]
    input: Annotated[str | None, "The smallest input found, as text."]
    expected: Annotated[
        str | None,
        "The reference's output, at most 64 KiB; null if there is no output to compare.",
    ]
    got: Annotated[str | None, "The submission's output, likewise."]
    transcript: Annotated[
        str | None,
        "What submission and output validator wrote to each other, the last 64 KiB, in an "
        "interactive or multi-pass problem; null in others.",
    ]
    again: Annotated[
        int | None,
        "In how many of three more runs the verdict came again; null if none was made.",
    ]
    unstable: Annotated[
        UnstableObject | None,
        "Without a find, an input on which it failed once, and not in three more runs.",
    ]
    tried: Annotated[int, "How many valid inputs were tried, without shrinking."]
    invalid: Annotated[int, "How many inputs were not valid."]
    per_second: Annotated[float, "Inputs tried per second of the search."]
    seconds: Annotated[float, "Wall time in total."]
    shrinks: Annotated[int, "How many steps made the input smaller."]
    first_bytes: Annotated[int | None, "The size of the input before it was shrunk."]
    repeat: Annotated[str | None, "The command that finds the input again."]
    confirmed_by: Annotated[
        str | None, "Another submission with the reference's output."
    ]
    met: Annotated[
        bool | None, "Whether the hunt ended as expected; null: no expectation."
    ]
    origin: Annotated[str | None, "Where the input came from."]
    index: Annotated[int | None, "The place of the input in the stream, from 0."]
    message: Annotated[str | None, "Why the submission fails."]
    reason: Annotated[str | None, "Why it was not hunted."]
    by_origin: Annotated[Mapping[str, int], "The tried inputs by where they came from."]
    all_tried: AllTriedOrNull
    others: Annotated[
        Sequence[OtherVerdictObject], "With --agree: the others but for the reference."
    ]
    scores: Annotated[
        ScoresObject | None,
        "Set where both outputs are accepted, with different scores.",
    ]
    refusal: RefusalOrNull
    input_base64: NotRequired[
        Annotated[str, "The input, if it is not UTF-8: `input` has \\xNN for its bytes."]
    ]


class HuntReportObject(TypedDict):
    """The report of `judge hack`."""

    problem: Problem
    exit_code: Exit
    seed: Seed
    reference: Annotated[str | None, "The accepted submission that gives the answers."]
    diagnostics: Diagnostics
    machine_errors: MachineErrors
    interrupted: Interrupted
    hunts: Annotated[Sequence[HuntObject], "The hunt of each submission."]
    agree: Annotated[bool, "The hunt was among accepted submissions."]
    sanitized: Annotated[bool, "The submissions were built with sanitizers."]
