"""JSON documents, and the values that several of them hold. Pure.

Keys stand in a fixed order. A new key may be added within a schema number; no key is
dropped or changes its meaning. Times are seconds, sizes bytes.
"""

import json
from collections.abc import Collection
from typing import Any

from judging import values
from judging.core.verdicts import Verdict
from judging.reports.medium import Medium
from judging.reports.wording import UNPRINTABLE
from judging.values import Value

SCHEMA = 1

Json = dict[str, object]


def dumped(report: Value, medium: Medium) -> str:
    """Return a report as the text of a file."""
    return dumped_keys(as_json(report), medium)


def dumped_keys(report: Json, medium: Medium) -> str:
    """Return the keys of a report as the text of a file, between `schema` and those of the
    report's origin."""
    document = {"schema": SCHEMA, **report, **medium.origin_keys}
    # `allow_nan=False`: NaN and Infinity are no JSON, and most readers refuse them.
    text = json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False)
    return _harmless(text) + "\n"


def dumped_line(value: Value) -> str:
    """Return a JSON object on one line, without the end of the line."""
    return _harmless(json.dumps(as_json(value), ensure_ascii=False, allow_nan=False))


def _harmless(text: str) -> str:
    # Half a surrogate pair, from a file name that is not UTF-8, has no place in UTF-8.
    text = text.encode("utf-8", "replace").decode("utf-8")
    # Nothing in it steers a terminal or a CI service that it is printed to.
    escaped = UNPRINTABLE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
    return escaped.replace("##", "#\\u0023")


def in_order(verdicts: Collection[Verdict]) -> list[Verdict]:
    """Return verdicts in the order of `Verdict`, so that two reports of one run are
    equal."""
    return [verdict for verdict in Verdict if verdict in verdicts]


def as_json(value: object) -> Any:
    """Return a value as JSON has it. Numbers have at most six decimals: no time is
    measured more finely than in microseconds."""
    return _rounded(values.as_json(value))


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(each) for each in value]
    return value
