"""What a report says about itself: when it was made, by which version, on which machine."""

from datetime import UTC, datetime
from typing import Annotated, TypedDict

from judging.sandbox import machine_facts


class MachineObject(TypedDict):
    """The machine that a report was made on."""

    cpu: Annotated[str, "The model of the processor, or its architecture."]
    cores: Annotated[int, "How many cores the command may use."]
    kernel: Annotated[str, "The name and release of the kernel."]


class Origin(TypedDict):
    """What every report says about itself."""

    date: Annotated[str, "When the report was written, in UTC: 2026-11-22T14:08:36Z."]
    tool_version: Annotated[str, "The version of judge."]
    machine: Annotated[MachineObject, "The machine that the report was made on."]


def origin_of_reports(version: str) -> Origin:
    """Return the keys that every JSON report and page has. `version` is that of the judge."""
    date = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    facts = machine_facts()
    return {
        "date": date,
        "tool_version": version,
        "machine": {"cpu": facts.cpu, "cores": facts.cores, "kernel": facts.kernel},
    }
