"""The least and the greatest that an operation may give, from those of its operands."""

from __future__ import annotations

from typing import Any

from .parsing import apply


class NoEndsError(ArithmeticError):
    """What an operation may give has no least or no greatest value that is known here."""


def ends(
    operator: str,
    left_least: Any,
    left_greatest: Any,
    right_least: Any,
    right_greatest: Any,
) -> tuple[Any, Any]:
    """Return the least and the greatest value of a product, a quotient or a power.

    Raise one of memory.UNDEFINED if there are none, or they are not known.
    """
    # As one operand alone grows, such a value only grows or only falls. So both ends are
    # among those for the ends of the operands, with the exceptions that follow.
    lefts = [left_least, left_greatest]
    rights = [right_least, right_greatest]
    if operator == "/" and right_least <= 0 <= right_greatest:
        raise NoEndsError("a divisor may be 0")
    if operator == "^" and left_least < 0:
        # A negative number to the power of 1, 2, 3, ... is negative and positive in turn.
        if right_least != right_greatest:
            raise NoEndsError("a power of a negative number")
        # Even powers fall up to 0, and grow from there.
        if left_greatest > 0:
            lefts.append(0)
    values = [apply(operator, left, right) for left in lefts for right in rights]
    return min(values), max(values)
