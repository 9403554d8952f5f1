"""What the source of a validator says of an input, even where it is not understood."""

from __future__ import annotations

from judging.features.describe.tree import Description
from judging.values import Value


class Hints(Value):
    """constants: the integers in the source, rising. names: of what is read, in order."""

    constants: tuple[int, ...] = ()
    names: tuple[str, ...] = ()


class Reading(Value):
    """What the source of a validator says.

    description: None if the order of what is read is not known. notes: what was not
        understood, a sentence each; the same as those of the description.
    lenient: whether the validator skips white space, so that the layout of lines in the
        description is a guess.
    open: the names of what is read without a bound that is known, each with `low` or
        `high`; these bounds of the description are guesses.
    """

    description: Description | None
    hints: Hints = Hints()
    notes: tuple[str, ...] = ()
    lenient: bool = False
    open: tuple[tuple[str, str], ...] = ()
