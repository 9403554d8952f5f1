"""What a report says about itself: when it was made, by which version, on which machine."""

from collections.abc import Mapping
from datetime import UTC, datetime

import judging
from judging.sandbox import machine_facts


def origin_of_reports() -> Mapping[str, object]:
    date = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    return {
        "date": date,
        "tool_version": judging.__version__,
        "machine": machine_facts(),
    }
