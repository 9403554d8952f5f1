"""What the source of a validator says of an input, even where it is not understood."""

from __future__ import annotations

from judging.features.describe.tree import Description, Named
from judging.values import Value


class Hints(Value):
    """constants: the integers in the source, rising. names: of what is read, in order.
    reads: what is read, with bounds, lengths and patterns as far as they are known."""

    constants: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    reads: tuple[Named, ...] = ()


class Reading(Value):
    """What the source of a validator says.

    description: None if the order of what is read is not known. notes: what was not
        understood, a sentence each; the same as those of the description.
    lenient: whether the validator skips white space, so that the layout of lines in the
        description is a guess.
    """

    description: Description | None
    hints: Hints = Hints()
    notes: tuple[str, ...] = ()
    lenient: bool = False
