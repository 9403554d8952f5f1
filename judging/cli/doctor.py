"""`judge doctor`."""

from __future__ import annotations

import itertools
import json as json_format
from dataclasses import asdict
from pathlib import Path

from judging.cli import output
from judging.machine.doctor import Health, LanguageCheck, examine
from judging.sandbox import ADVICE
from judging.store import Store


def doctor(json: Path | None) -> int:
    """Prints what this machine has and what is missing; 0 when at least one language works."""
    output.targets([f"json:{json}"] if json else [])  # a place that cannot be is named at once
    store = Store()
    try:
        health = examine(store)
    finally:
        store.close()
    if json is not None:
        json.write_text(json_format.dumps({"schema": 1, **asdict(health)}, indent=1) + "\n")
    print(_shown(health))
    return 0 if any(check.problem is None for check in health.languages) else 4


def _shown(health: Health) -> str:
    gib = health.memory_bytes / 2**30
    physical = f" ({health.physical_cores} physical)" if health.physical_cores else ""
    lines = [
        f"machine   {health.cores} cores{physical}, {gib:.1f} GiB of memory",
        f"cache     {health.cache}, {health.cache_bytes / 2**20:.1f} MiB",
        f"sandbox   tier {health.sandbox.tier}",
        *(f"          {warning}" for warning in health.sandbox.warnings),
    ]
    stronger = itertools.takewhile(lambda tier: tier[0] != health.sandbox.tier, health.tiers)
    for tier, why in stronger:
        lines += [f"          no tier {tier}: {why}", f"            to get it: {ADVICE[tier]}"]
    works = [check for check in health.languages if check.problem is None]
    missing = [check for check in health.languages if check.problem is not None]
    lines += ["", "languages, each compiled, run and compared:"]
    lines += [_working(check) for check in works]
    if missing:
        lines += ["", "missing or not working:"]
        lines += [f"  --  {check.name:<11} {check.problem}" for check in missing]
    return "\n".join(lines)


def _working(check: LanguageCheck) -> str:
    cost = f"{(check.wall_s or 0) * 1000:.0f} ms, {(check.memory_bytes or 0) / 2**20:.1f} MiB"
    return f"  ok  {check.name:<11} {check.version}  ({cost} to say hello)"
