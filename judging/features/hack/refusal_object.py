"""The JSON object of a find against the checker, which several reports have."""

from typing import Annotated

from msgspec import UNSET, UnsetType

from judging.core.verdicts import Verdict
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
