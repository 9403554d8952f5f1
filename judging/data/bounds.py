"""The bounds of an input, as input validators write them into a constraints file.

Each line has eight fields with spaces between them:

    location name low_reached high_reached least greatest low high

`least` and `greatest` are values of this input, `low` and `high` the bounds that the
validator checks, the two flags 0 or 1. Source: BAPCtools, `--constraints_file` and its
validation.h.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

Number = int | float
_EXPECTED = "expected 'location name 0|1 0|1 least greatest low high'"


@dataclass(frozen=True, slots=True)
class Bound:
    """One quantity of the input: the least and greatest value seen, and the bounds `low`
    and `high` that values must keep. Where the bounds differ between inputs (`varies`),
    they are the widest.
    """

    location: str
    name: str
    low: Number
    high: Number
    least: Number
    greatest: Number
    low_reached: bool
    high_reached: bool
    varies: bool = False


def parse_bounds(text: str) -> tuple[Bound, ...]:
    """Parse a constraints file. Raise ValueError that names the first malformed line."""
    bounds = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            bounds.append(_parse_line(line, number))
    return tuple(bounds)


def merge_bounds(inputs: Iterable[Iterable[Bound]]) -> tuple[Bound, ...]:
    """Merge the bounds of several inputs by location, in order of first appearance."""
    merged: dict[str, Bound] = {}
    for bounds in inputs:
        for bound in bounds:
            if bound.location in merged:
                merged[bound.location] = _merge(merged[bound.location], bound)
            else:
                merged[bound.location] = bound
    return tuple(merged.values())


def _merge(a: Bound, b: Bound) -> Bound:
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


def _parse_line(line: str, number: int) -> Bound:
    fields = line.split()
    try:
        if len(fields) != 8 or not {fields[2], fields[3]} <= {"0", "1"}:
            raise ValueError
        least, greatest, low, high = map(_parse_number, fields[4:])
    except ValueError:
        raise ValueError(f"line {number}: {_EXPECTED}, found '{line[:80]}'") from None
    return Bound(
        location=fields[0],
        name=fields[1],
        low=low,
        high=high,
        least=least,
        greatest=greatest,
        low_reached=fields[2] == "1",
        high_reached=fields[3] == "1",
    )


def _parse_number(text: str) -> Number:
    try:
        return int(text)
    except ValueError:
        value = float(text)
        if math.isnan(value):
            raise
        return value
