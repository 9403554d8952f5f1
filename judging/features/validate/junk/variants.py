"""Variants of a test's files: what validators and checkers are asked about. Pure."""

from enum import StrEnum

from judging.values import Value

# How much is quoted on either side of the change: a message stays on one or two lines.
_CONTEXT_BYTES = 24


class Aim(StrEnum):
    """What a program has missed if it accepts the variant."""

    ANSWER = "nothing: it is the answer"
    REFORMATTED = "nothing: it is the answer, written otherwise"
    PRINTED = "nothing: a submission printed it"
    INVALID = "the input is not valid"
    BLANK = "there is no output"
    NO_TEXT = "the output is no text"
    ONE_LETTER = "the output is one letter again and again"
    TAIL = "something follows the answer"
    NO_NUMBER = "NaN or infinity stands for a number"
    OTHER_NUMBER = "a number is another one"
    OTHER = "the output is not the answer"


# A checker may accept none of these, whatever the problem, unless the package says so.
HOLLOW = frozenset((Aim.BLANK, Aim.NO_TEXT, Aim.ONE_LETTER))


class Variant(Value):
    """A changed input or answer, or an output in place of an answer.

    kind: a noun phrase that says how it was made. Of inputs and of reformatted answers it
        completes the sentence "an input with ...".
    """

    kind: str
    aim: Aim
    text: bytes


def quote_change(changed: bytes, original: bytes) -> str:
    """Quote the bytes around the first difference as Python does; `...` stands for more bytes."""
    size = min(len(changed), len(original))
    first = 0
    while first < size and changed[first] == original[first]:
        first += 1
    start = max(0, first - _CONTEXT_BYTES)
    end = first + _CONTEXT_BYTES
    quoted = repr(changed[start:end])
    if start > 0:
        quoted = f"...{quoted}"
    if end < len(changed):
        quoted += "..."
    return quoted
