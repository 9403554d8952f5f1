"""The bounds of the input, as input validators write them into a constraints file.

One line for each bound, eight fields with blanks between them:

    location name low_reached high_reached least greatest low high

`least` and `greatest` are of this input, `low` and `high` what the validator checks them against,
the two flags 0 or 1. Source: BAPCtools, `--constraints_file` and its validation.h.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

Number = int | float
_FIELDS = 8
_EXPECTED = "expected 'location name 0|1 0|1 least greatest low high'"


@dataclass(frozen=True, slots=True)
class Bound:
    """One quantity of the input: the values seen, least and greatest, and the bounds they must
    keep. `low` and `high` are the widest where they differ from input to input (`varies`)."""

    location: str
    name: str
    low: Number
    high: Number
    least: Number
    greatest: Number
    low_reached: bool
    high_reached: bool
    varies: bool = False


def parse(text: str) -> tuple[Bound, ...]:
    """The bounds in a constraints file; ValueError names the line that is none."""
    return tuple(
        _bound(line, number) for number, line in enumerate(text.splitlines(), 1) if line.strip()
    )


def merge(found: Iterable[Iterable[Bound]]) -> tuple[Bound, ...]:
    """The bounds of several inputs as those of one, in the order in which they first appear."""
    merged: dict[str, Bound] = {}
    for bounds in found:
        for bound in bounds:
            known = merged.get(bound.location)
            merged[bound.location] = bound if known is None else _joined(known, bound)
    return tuple(merged.values())


def _joined(a: Bound, b: Bound) -> Bound:
    return replace(
        a,
        low=min(a.low, b.low),
        high=max(a.high, b.high),
        least=min(a.least, b.least),
        greatest=max(a.greatest, b.greatest),
        low_reached=a.low_reached or b.low_reached,
        high_reached=a.high_reached or b.high_reached,
        varies=a.varies or b.varies or (a.low, a.high) != (b.low, b.high),
    )


def _bound(line: str, number: int) -> Bound:
    fields = line.split()
    if len(fields) != _FIELDS or not {fields[2], fields[3]} <= {"0", "1"}:
        raise ValueError(f"line {number}: {_EXPECTED}, found '{line[:80]}'")
    try:
        least, greatest, low, high = map(_number, fields[4:])
    except ValueError:
        raise ValueError(f"line {number}: {_EXPECTED}, found '{line[:80]}'") from None
    reached = fields[2] == "1", fields[3] == "1"
    return Bound(fields[0], fields[1], low, high, least, greatest, *reached)


def _number(text: str) -> Number:
    try:
        return int(text)
    except ValueError:
        value = float(text)
        if math.isnan(value):
            raise
        return value
