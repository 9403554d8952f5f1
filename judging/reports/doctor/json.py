"""The report of `judge doctor` for machines: one JSON object with the fields of a `Health`."""

from __future__ import annotations

from dataclasses import asdict

from judging.machine.doctor import Health
from judging.reports.documents import SCHEMA, dumped
from judging.reports.medium import FILE, Medium


def render(health: Health, medium: Medium = FILE) -> str:
    """Return the whole report as one JSON object."""
    return dumped({"schema": SCHEMA, **asdict(health)})
