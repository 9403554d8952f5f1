"""The JSON objects of `judge hack`; other reports have that of a find against the checker too."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import UNSET, UnsetType

from judging.core.verdicts import Verdict
from judging.features.hack.hunt.finds import AllTriedOrNull, OtherVerdict, Scores
from judging.reports.objects.common import (
    Diagnostics,
    Exit,
    Interrupted,
    MachineErrors,
    Problem,
    Running,
    Seed,
)
from judging.values import Value, means


class RefusalObject(Value):
    """A valid input on which the checker does not accept a right answer."""

    checker: Annotated[str, means("The output validator.")]
    verdict: Annotated[Verdict, means("WA: it rejects the answer. JE: it fails on it.")]
    message: Annotated[str, means("What it says.")]
    input: Annotated[str, means("The smallest input found, as text.")]
    output: Annotated[
        str, means("The answer that it got as the output, at most 64 KiB.")
    ]
    reference: Annotated[str, means("The accepted submission that prints this output.")]
    confirmed_by: Annotated[
        str | None, means("Another accepted submission that prints the same.")
    ]
    origin: Annotated[str, means("Where the input came from.")]
    index: Annotated[int | None, means("The place of the input in the stream, from 0.")]
    shrinks: Annotated[int, means("How many steps made the input smaller.")]
    first_bytes: Annotated[int, means("The size of the input before it was shrunk.")]
    input_base64: Annotated[
        str | UnsetType,
        means("The input, if it is not UTF-8: `input` has \\xNN for its bytes."),
    ] = UNSET


RefusalOrNull = Annotated[
    RefusalObject | None,
    means("A find against the checker, which ended the search; null if there is none."),
]


class UnstableObject(Value):
    """An input on which a submission failed once, and not again."""

    input: Annotated[str, means("The input, as text.")]
    verdict: Annotated[Verdict, means("The verdict that it got once.")]
    message: Annotated[str, means("Why it failed.")]
    transcript: Annotated[str | None, means("As that of a find.")]
    runs: Annotated[int, means("How many more runs did not fail.")]
    index: Annotated[int | None, means("The place of the input in the stream, from 0.")]


class HuntObject(Value):
    """The hunt of one submission."""

    path: Annotated[str, means("The submission.")]
    found: Annotated[bool, means("An input was found on which it fails.")]
    verdict: Annotated[
        Verdict | None,
        means(
            "AC without a find and where only scores differ, CE if it does not compile; null: "
            "not hunted."
        ),
    ]
    input: Annotated[str | None, means("The smallest input found, as text.")]
    expected: Annotated[
        str | None,
        means(
            "The reference's output, at most 64 KiB; null if there is no output to compare."
        ),
    ]
    got: Annotated[str | None, means("The submission's output, likewise.")]
    transcript: Annotated[
        str | None,
        means(
            "What submission and output validator wrote to each other, the last 64 KiB, in an "
            "interactive or multi-pass problem; null in others."
        ),
    ]
    again: Annotated[
        int | None,
        means(
            "In how many of three more runs the verdict came again; null if none was made."
        ),
    ]
    unstable: Annotated[
        UnstableObject | None,
        means(
            "Without a find, an input on which it failed once, and not in three more runs."
        ),
    ]
    tried: Annotated[int, means("How many valid inputs were tried, without shrinking.")]
    invalid: Annotated[int, means("How many inputs were not valid.")]
    per_second: Annotated[float, means("Inputs tried per second of the search.")]
    seconds: Annotated[float, means("Wall time in total.")]
    shrinks: Annotated[int, means("How many steps made the input smaller.")]
    first_bytes: Annotated[
        int | None, means("The size of the input before it was shrunk.")
    ]
    repeat: Annotated[str | None, means("The command that finds the input again.")]
    confirmed_by: Annotated[
        str | None, means("Another submission with the reference's output.")
    ]
    met: Annotated[
        bool | None, means("Whether the hunt ended as expected; null: no expectation.")
    ]
    origin: Annotated[str | None, means("Where the input came from.")]
    index: Annotated[int | None, means("The place of the input in the stream, from 0.")]
    message: Annotated[str | None, means("Why the submission fails.")]
    reason: Annotated[str | None, means("Why it was not hunted.")]
    by_origin: Annotated[
        Mapping[str, int], means("The tried inputs by where they came from.")
    ]
    all_tried: AllTriedOrNull
    others: Annotated[
        Sequence[OtherVerdict],
        means("With --agree: the others but for the reference."),
    ]
    scores: Annotated[
        Scores | None,
        means("Set where both outputs are accepted, with different scores."),
    ]
    refusal: RefusalOrNull
    input_base64: Annotated[
        str | UnsetType,
        means("The input, if it is not UTF-8: `input` has \\xNN for its bytes."),
    ] = UNSET


class HuntReportObject(Value):
    """The report of `judge hack`."""

    problem: Problem
    exit_code: Exit
    seed: Seed
    reference: Annotated[
        str | None, means("The accepted submission that gives the answers.")
    ]
    diagnostics: Diagnostics
    machine_errors: MachineErrors
    interrupted: Interrupted
    running: Running
    hunts: Annotated[Sequence[HuntObject], means("The hunt of each submission.")]
    agree: Annotated[bool, means("The hunt was among accepted submissions.")]
    sanitized: Annotated[bool, means("The submissions were built with sanitizers.")]
