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


class HuntObject(TypedDict):
    """The hunt of one submission."""

    path: Annotated[str, "The submission."]
    found: Annotated[bool, "An input was found on which it fails."]
    verdict: Annotated[
        Verdict | None, "AC without a find, CE if it does not compile; null: not hunted."
    ]
    input: Annotated[str | None, "The smallest input found, as text."]
    expected: Annotated[str | None, "The reference's output, at most 64 KiB."]
    got: Annotated[str | None, "The submission's output, at most 64 KiB."]
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
