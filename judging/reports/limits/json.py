"""The report of `judge limits` for machines: one JSON object with the fields of a
`TimeLimitCheck`."""

from __future__ import annotations

from dataclasses import asdict

from judging.reports.documents import SCHEMA, dumped
from judging.reports.limits.checked import CheckedLimit
from judging.reports.medium import FILE, Medium


def render(checked: CheckedLimit, medium: Medium = FILE) -> str:
    """Return the whole report as one JSON object."""
    check = checked.check
    return dumped({"schema": SCHEMA, "ok": check.ok, **asdict(check), "inferred": checked.inferred})
