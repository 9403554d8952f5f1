"""What a report says about itself: when it was made, by which version, on which machine."""

from collections.abc import Mapping
from datetime import UTC, datetime

from judging.sandbox import machine_facts


def origin_of_reports(version: str) -> Mapping[str, object]:
    """Return the keys that every JSON report and page has. `version` is that of the judge."""
    date = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    return {"date": date, "tool_version": version, "machine": machine_facts()}
