"""The JSON object of a find against the checker, which several reports have."""

from typing import Annotated, NotRequired, TypedDict

from judging.core.verdicts import Verdict


class RefusalObject(TypedDict):
    """A valid input on which the checker does not accept a right answer."""

    checker: Annotated[str, "The output validator."]
    verdict: Annotated[Verdict, "WA: it rejects the answer. JE: it fails on it."]
    message: Annotated[str, "What it says."]
    input: Annotated[str, "The smallest input found, as text."]
    output: Annotated[str, "The answer that it got as the output, at most 64 KiB."]
    reference: Annotated[str, "The accepted submission that prints this output."]
    confirmed_by: Annotated[
        str | None, "Another accepted submission that prints the same."
    ]
    origin: Annotated[str, "Where the input came from."]
    index: Annotated[int | None, "The place of the input in the stream, from 0."]
    shrinks: Annotated[int, "How many steps made the input smaller."]
    first_bytes: Annotated[int, "The size of the input before it was shrunk."]
    input_base64: NotRequired[
        Annotated[str, "The input, if it is not UTF-8: `input` has \\xNN for its bytes."]
    ]


RefusalOrNull = Annotated[
    RefusalObject | None,
    "A find against the checker, which ended the search; null if there is none.",
]
