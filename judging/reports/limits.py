"""The reports of `judge limits`: the time limit, both of its ratios, and how times grow."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from judging.core.diagnostics import first_of
from judging.core.limits import Growth, TimeLimitCheck, Timing
from judging.reports.documents import dumped
from judging.reports.layout import aligned, folded
from judging.reports.medium import FILE, Medium, Render
from judging.reports.page import Section, page
from judging.reports.wording import AT_WALL, at_least, on_one_line


def render_text(check: TimeLimitCheck, medium: Medium = FILE) -> str:
    origin = ", inferred" if check.inferred else ""
    lines = [f"time limit                 {check.limit_s:.3f} s{origin}"]
    slowest, fastest = check.slowest_accepted, check.fastest_too_slow
    if slowest is not None and (check.ac_ratio is not None or slowest.at_wall):
        ratio = _ratio(check.ac_ratio, check.ac_wanted, check.ac_met)
        lines += [
            f"slowest that must pass     {_timing(slowest)}",
            f"  limit / slowest          {ratio}",
        ]
    if fastest is not None:
        ratio = _ratio(check.tle_ratio, check.tle_wanted, check.tle_met, fastest.stopped)
        lines += [
            f"fastest that must time out {_timing(fastest)}",
            f"  fastest / limit          {ratio}",
        ]
    else:
        lines.append(
            "no time of a submission that must time out: the limit has no upper bound"
        )
    if check.suggested_s is not None:
        bound = at_least(slowest is not None and slowest.stopped)
        lines.append(f"suggested limit            {bound}{check.suggested_s:g} s")
    elif slowest is not None and not slowest.at_wall:
        lines.append("suggested limit            none: no limit satisfies both ratios")
    lines += folded(_growth(check.growth), medium.width)
    return "\n".join(lines) + "\n"


def _growth(found: Sequence[Growth]) -> list[str]:
    lines = []
    why = "unknown, too few sizes clearly above the start-up or times that scatter"
    for size in dict.fromkeys(growth.size for growth in found):
        of_size = [growth for growth in found if growth.size == size]
        known = [growth for growth in of_size if growth.slope is not None]
        others = [on_one_line(growth.path) for growth in of_size if growth.slope is None]
        lines.append(
            f"growth of time, n = {on_one_line(size)}{'' if known else f': {why}'}"
        )
        lines += [
            "  ".join(row).rstrip()
            for row in aligned(list(map(_row, known)), frozenset())
        ]
        lines += [f"  {why}: {first_of(others)}"] if known and others else []
    return lines


def _row(growth: Growth) -> list[str]:
    classes = " or ".join(growth.classes) or "no class fits"
    if len(growth.classes) > 3:
        classes = f"unclear, {growth.classes[0]} to {growth.classes[-1]}"
    stopped = [run.sizes[growth.size] for run in growth.runs if not run.ended]
    slope = f"n^{growth.slope:.2f} +- {growth.error:.2f}, {len(growth.runs) - len(stopped)} sizes"
    slope += f", stopped at {stopped[0]}" if stopped else ""
    slope += f", moves with {', '.join(growth.moves_with)}" if growth.moves_with else ""
    return [f"  {on_one_line(growth.path)}", classes, on_one_line(slope)]


def _timing(timing: Timing) -> str:
    bound = at_least(timing.stopped)
    return f"{bound}{timing.cpu_s:.3f} s  {on_one_line(f'{timing.path} on {timing.testcase}')}"


def _ratio(ratio: float | None, wanted: float, met: bool, stopped: bool = False) -> str:
    shown = AT_WALL if ratio is None else f"{at_least(stopped)}{ratio:.2f}"
    return f"{shown}, wanted at least {wanted:g}{'' if met else '   NOT MET'}"


def render_json(check: TimeLimitCheck, medium: Medium = FILE) -> str:
    return dumped({"ok": check.ok, **asdict(check)}, medium)


def render_html(check: TimeLimitCheck, medium: Medium = FILE) -> str:
    met = {"ok": check.ok, "ac_met": check.ac_met, "tle_met": check.tle_met}
    return page("judge limits", [Section("limits", {**met, **asdict(check)})], medium)


FORMATS: Mapping[str, Render[TimeLimitCheck]] = {
    "text": render_text,
    "json": render_json,
    "html": render_html,
}
