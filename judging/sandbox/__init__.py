"""Runs one command under limits, as strongly isolated as the machine allows.

A tier is a module with `available() -> str | None` (why not, or None) and a class; `TIERS` lists
them from the strongest to the weakest.
"""

from __future__ import annotations

from collections.abc import Callable

from judging.errors import MachineError, UsageError
from judging.results import SandboxInfo
from judging.sandbox import rlimits
from judging.sandbox.contract import Command, MemoryFile, ResourceLimits, Running, Sandbox, streams
from judging.store import Store

__all__ = [
    "TIERS",
    "Command",
    "MemoryFile",
    "ResourceLimits",
    "Running",
    "Sandbox",
    "choose",
    "describe",
    "open_sandbox",
    "streams",
]

Opener = Callable[[Store, int | None], Sandbox]
TIERS: dict[str, tuple[Callable[[], str | None], Opener]] = {
    rlimits.NAME: (rlimits.available, rlimits.RlimitsSandbox),
}
WARNINGS = {rlimits.NAME: rlimits.WARNINGS}


def choose(wanted: str = "auto") -> str:
    """The name of the tier to use: `wanted`, or the strongest that the machine has.

    UsageError for an unknown name, MachineError for one that the machine lacks.
    """
    if wanted != "auto" and wanted not in TIERS:
        raise UsageError(f"unknown sandbox tier '{wanted}'; known: auto, {', '.join(TIERS)}")
    for name, (available, _) in TIERS.items():
        if wanted in ("auto", name):
            reason = available()
            if reason is None:
                return name
            if wanted == name:
                raise MachineError(f"sandbox tier '{name}' is not available here: {reason}")
    raise MachineError("no sandbox tier is available on this machine")


def open_sandbox(tier: str, store: Store, core: int | None = None) -> Sandbox:
    """One worker's sandbox of the named tier, pinned to `core` where that is given."""
    return TIERS[tier][1](store, core)


def describe(tier: str) -> SandboxInfo:
    """What reports say of a tier."""
    return SandboxInfo(tier, WARNINGS[tier])
