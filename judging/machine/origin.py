"""What a report says about itself: when it was made, by which version, on which machine."""

from datetime import UTC, datetime
from typing import Annotated

from judging.core.machines import MachineFacts
from judging.sandbox import machine_facts
from judging.values import Value, means
from judging.version import VERSION


class Origin(Value):
    """What every report says about itself."""

    date: Annotated[
        str, means("When the report was written, in UTC: 2026-11-22T14:08:36Z.")
    ]
    tool_version: Annotated[str, means("The version of judge.")]
    machine: Annotated[MachineFacts, means("The machine that the report was made on.")]


def origin_of_reports() -> Origin:
    """Return the keys that every JSON report and page has."""
    date = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    return Origin(
        date=date,
        tool_version=VERSION,
        machine=machine_facts(),
    )
