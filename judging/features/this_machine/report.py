"""The reports of `judge doctor`: what works on this machine, and how to get the rest."""

from collections.abc import Mapping, Sequence

from judging.core.limits import format_size
from judging.features.this_machine.doctor import Health, LanguageCheck
from judging.reports.documents import dumped
from judging.reports.medium import FILE, Medium, Render
from judging.reports.textkit import joined, labelled, table_line, titled
from judging.reports.wording import printable
from judging.sandbox import ADVICE

_LABEL_WIDTH = 10  # of `machine`, `cache` and `sandbox`


def render_text(health: Health, medium: Medium = FILE) -> str:
    sections = [_machine(health), *_languages(health.languages)]
    return printable(joined(sections))


def _machine(health: Health) -> list[str]:
    """Return what this machine is: its cores and memory, its cache, its sandbox."""
    cores = f"{health.cores} cores"
    if health.physical_cores:
        cores += f" ({health.physical_cores} physical)"
    gib = health.memory_bytes / 2**30
    cache = f"{health.cache}, {format_size(health.cache_bytes)}"
    return [
        labelled("machine", f"{cores}, {gib:.1f} GiB of memory", _LABEL_WIDTH),
        labelled("cache", cache, _LABEL_WIDTH),
        *_sandbox(health),
    ]


def _sandbox(health: Health) -> list[str]:
    """Return the tier in use, the available ones, and why each stronger one is
    missing."""
    available = [tier for tier, why in health.tiers if why is None]
    below = [
        *health.sandbox.warnings,
        f"available tiers, strongest first: {', '.join(available)}",
    ]
    for tier, why in health.tiers:
        # The tiers after it are weaker: a missing one is no loss.
        if tier == health.sandbox.tier:
            break
        below.append(f"no tier {tier}: {why}")
        below.append(f"  to get it: {ADVICE[tier]}")
    return [
        labelled("sandbox", f"tier {health.sandbox.tier}", _LABEL_WIDTH),
        *(labelled("", line, _LABEL_WIDTH) for line in below),
    ]


def _languages(checks: Sequence[LanguageCheck]) -> list[list[str]]:
    """Return one section for the languages that work and one for the others."""
    # Both sections share the column of names; what follows the name may be as wide as
    # it likes.
    widths = [len("ok"), max(len(check.name) for check in checks), 0]
    works = []
    missing = []
    for check in checks:
        if check.problem is None:
            row = ["ok", check.name, f"{check.version}{_cost(check)}"]
            works.append(table_line(row, widths, indent="  "))
        else:
            row = ["--", check.name, check.problem]
            missing.append(table_line(row, widths, indent="  "))
    return [
        ["languages that work, each tried out:", *works],
        titled("languages that are missing or do not work:", missing),
    ]


def _cost(check: LanguageCheck) -> str:
    if check.wall_s is None or check.memory_bytes is None:
        return ""
    memory = format_size(check.memory_bytes)
    return f"  ({check.wall_s * 1000:.0f} ms, {memory} to say hello)"


def render_json(health: Health, medium: Medium = FILE) -> str:
    return dumped(health, medium)


FORMATS: Mapping[str, Render[Health]] = {"text": render_text, "json": render_json}
