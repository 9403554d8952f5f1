"""The bounds of an input, as input validators write them into a file.

Each line of a constraints file has eight fields with spaces between them:

    location name low_reached high_reached least greatest low high

`least` and `greatest` are values of this input, `low` and `high` the bounds that the
validator checks, the two flags 0 or 1. Source: BAPCtools, `--constraints_file` and its
validation.h.

Validators for testlib write an overview log, which has no values:

    "n": min-value-hit
    constant-bounds "n": 1 1000

A bound that is not the same throughout the input is `?`. Source: testlib.h,
`--testOverviewLogFileName`; older copies do not write the second line.
"""

import math
import re
from collections.abc import Callable, Iterable

from judging.values import Value, replace

Number = int | float
_EXPECTED = "expected 'location name 0|1 0|1 least greatest low high'"


class Bound(Value):
    """One quantity of the input: the least and greatest value seen, and the bounds `low`
    and `high` that values must keep. Where the bounds differ between inputs (`varies`),
    they are the widest. `validator` is the path of the validator that wrote it.
    described: no validator states it, but an input format that was learnt or kept, whose name
    is `validator` then.
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
    validator: str = ""
    described: bool = False


class LoggedBound(Value):
    """One quantity of the input in a log of testlib: which of its bounds values reach.

    low, high: None if that bound is not the same throughout some input, or was not logged.
    varies: the bounds differ between inputs; those stated are the widest.
    """

    location: str
    name: str
    low: Number | None
    high: Number | None
    low_reached: bool
    high_reached: bool
    varies: bool = False
    validator: str = ""


_LOGGED_HITS = re.compile(
    r'"(?P<name>[^"]*)":(?P<low> min-value-hit)?(?P<high> max-value-hit)?'
)
_LOGGED_BOUNDS = re.compile(
    r'constant-bounds "(?P<name>[^"]*)": (?P<low>\S+) (?P<high>\S+)'
)


def parse_log(text: str, validator: str) -> tuple[LoggedBound, ...]:
    """Parse an overview log that `validator` wrote. Other lines than those on bounds are
    left out: newer copies of testlib may write more."""
    found: dict[str, LoggedBound] = {}
    for line in text.splitlines():
        hits = _LOGGED_HITS.fullmatch(line)
        if hits is not None:
            name = hits["name"]
            found[name] = LoggedBound(
                location=f"{validator}:{name}",
                name=name,
                low=None,
                high=None,
                low_reached=hits["low"] is not None,
                high_reached=hits["high"] is not None,
                validator=validator,
            )
        bounds = _LOGGED_BOUNDS.fullmatch(line)
        if bounds is not None and bounds["name"] in found:
            low = _parse_logged(bounds["low"])
            high = _parse_logged(bounds["high"])
            found[bounds["name"]] = replace(found[bounds["name"]], low=low, high=high)
    return tuple(found.values())


def _parse_logged(text: str) -> Number | None:
    try:
        return _parse_number(text)
    except ValueError:
        return None


def merge_logged(inputs: Iterable[Iterable[LoggedBound]]) -> tuple[LoggedBound, ...]:
    """Merge the bounds of several inputs by validator and location, in order of first appearance."""
    merged: dict[tuple[str, str], LoggedBound] = {}
    for bounds in inputs:
        for bound in bounds:
            key = (bound.validator, bound.location)
            known = merged.get(key, bound)
            merged[key] = replace(
                known,
                low=_widest(known.low, bound.low, min),
                high=_widest(known.high, bound.high, max),
                low_reached=known.low_reached or bound.low_reached,
                high_reached=known.high_reached or bound.high_reached,
                varies=known.varies
                or (known.low, known.high) != (bound.low, bound.high),
            )
    return tuple(merged.values())


def _widest(
    a: Number | None, b: Number | None, choose: Callable[[Number, Number], Number]
) -> Number | None:
    if a is None or b is None:
        return None
    return choose(a, b)


def parse_bounds(text: str, validator: str = "") -> tuple[Bound, ...]:
    """Parse a constraints file of `validator`. Raise ValueError that names the first malformed
    line."""
    bounds = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            bounds.append(replace(_parse_line(line, number), validator=validator))
    return tuple(bounds)


def merge_bounds(inputs: Iterable[Iterable[Bound]]) -> tuple[Bound, ...]:
    """Merge the bounds of several inputs by validator and location, in order of first appearance."""
    merged: dict[tuple[str, str], Bound] = {}
    for bounds in inputs:
        for bound in bounds:
            key = (bound.validator, bound.location)
            merged[key] = _merge(merged[key], bound) if key in merged else bound
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
