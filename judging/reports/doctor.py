"""The reports of `judge doctor`: what works on this machine, and how to get the rest."""

import itertools
from collections.abc import Mapping
from dataclasses import asdict

from judging.core.limits import format_size
from judging.machine.doctor import Health, LanguageCheck
from judging.reports.documents import dumped
from judging.reports.medium import FILE, Medium, Render
from judging.reports.wording import printable
from judging.sandbox import ADVICE


def render_text(health: Health, medium: Medium = FILE) -> str:
    gib = health.memory_bytes / 2**30
    physical = f" ({health.physical_cores} physical)" if health.physical_cores else ""
    lines = [
        f"machine   {health.cores} cores{physical}, {gib:.1f} GiB of memory",
        f"cache     {health.cache}, {format_size(health.cache_bytes)}",
        *_sandbox(health),
    ]
    works = [check for check in health.languages if check.problem is None]
    missing = [check for check in health.languages if check.problem is not None]
    names = max(len(check.name) for check in health.languages)
    lines += ["", "languages that work, each tried out:"]
    lines += [
        f"  ok  {check.name.ljust(names)}  {check.version}{_cost(check)}"
        for check in works
    ]
    if missing:
        lines += ["", "languages that are missing or do not work:"]
        lines += [
            f"  --  {check.name.ljust(names)}  {check.problem}" for check in missing
        ]
    return printable("\n".join(lines) + "\n")


def _sandbox(health: Health) -> list[str]:
    available = [tier for tier, why in health.tiers if why is None]
    lines = [
        f"sandbox   tier {health.sandbox.tier}",
        *(f"          {warning}" for warning in health.sandbox.warnings),
        f"          available tiers, strongest first: {', '.join(available)}",
    ]
    stronger = itertools.takewhile(
        lambda tier: tier[0] != health.sandbox.tier, health.tiers
    )
    for tier, why in stronger:
        lines += [
            f"          no tier {tier}: {why}",
            f"            to get it: {ADVICE[tier]}",
        ]
    return lines


def _cost(check: LanguageCheck) -> str:
    if check.wall_s is None or check.memory_bytes is None:
        return ""
    return f"  ({check.wall_s * 1000:.0f} ms, {format_size(check.memory_bytes)} to say hello)"


def render_json(health: Health, medium: Medium = FILE) -> str:
    return dumped({**asdict(health)}, medium)


FORMATS: Mapping[str, Render[Health]] = {"text": render_text, "json": render_json}
