"""The reports of `judge limits`: the time limit, both of its ratios, and how times
grow."""

from collections.abc import Mapping, Sequence

from judging.core.diagnostics import first_of
from judging.core.limits import Growth, TimeLimitCheck, Timing
from judging.reports.documents import dumped
from judging.reports.medium import FILE, Medium, Render
from judging.reports.objects.limits import (
    GrowthObject,
    LimitsReportObject,
    SizedRunObject,
    TimingObject,
)
from judging.reports.page import Section, page
from judging.reports.textkit import folded, labelled, table
from judging.reports.wording import AT_WALL, at_least, on_one_line

_UNKNOWN_GROWTH = "unknown (too few sizes, or scattered times)"
# The longest label and one blank, so that all values begin in one column.
_LABEL_WIDTH = len("slowest that must not time out ")


def render_text(check: TimeLimitCheck, medium: Medium = FILE) -> str:
    origin = ", inferred" if check.inferred else ""
    lines = [
        _value("time limit", f"{check.limit_s:.3f} s{origin}"),
        *_from_below(check),
        *_from_above(check),
        *_suggestion(check),
        *folded(_growth(check.growth), medium.width),
    ]
    return "\n".join(lines) + "\n"


def _value(label: str, value: str) -> str:
    return labelled(label, value, _LABEL_WIDTH)


def _from_below(check: TimeLimitCheck) -> list[str]:
    """Return the run that the limit must leave room for, and how much room it leaves."""
    slowest = check.slowest_accepted
    if slowest is None:
        return []
    # A run of 0.00 s has no ratio and says nothing; a run that the wall limit stopped
    # has none either, and must be seen.
    if check.ac_ratio is None and not slowest.at_wall:
        return []
    return [
        _value("slowest that must not time out", _timing(slowest)),
        *_of_language(check, slowest),
        _value(
            "  limit / slowest", _ratio(check.ac_ratio, check.ac_wanted, check.ac_met)
        ),
    ]


def _from_above(check: TimeLimitCheck) -> list[str]:
    """Return the run that the limit must stop, and how far beyond the limit it goes."""
    fastest = check.fastest_too_slow
    if fastest is None:
        return [
            "no time of a submission that must time out: the limit has no upper bound"
        ]
    ratio = _ratio(check.tle_ratio, check.tle_wanted, check.tle_met, fastest.stopped)
    return [
        _value("fastest that must time out", _timing(fastest)),
        *_of_language(check, fastest),
        _value("  fastest / limit", ratio),
    ]


def _suggestion(check: TimeLimitCheck) -> list[str]:
    slowest = check.slowest_accepted
    if check.suggested_s is not None:
        # A stopped run would have taken longer, so the limit that it asks for is a
        # lower bound.
        bound = at_least(slowest is not None and slowest.stopped)
        return [_value("suggested limit", f"{bound}{check.suggested_s:g} s")]
    if slowest is None or slowest.at_wall:
        return []
    return [_value("suggested limit", "none: no limit satisfies both ratios")]


def _growth(found: Sequence[Growth]) -> list[str]:
    """Return how times grow with each size: a table of what is known, then what is
    not."""
    by_size: dict[str, list[Growth]] = {}
    for growth in found:
        by_size.setdefault(growth.size, []).append(growth)
    lines = []
    for size, of_size in by_size.items():
        known = [growth for growth in of_size if growth.slope is not None]
        unknown = [on_one_line(g.path) for g in of_size if g.slope is None]
        title = f"time over {on_one_line(size)}"
        if not known:
            lines.append(f"{title}: {_UNKNOWN_GROWTH}")
            continue
        lines.append(title)
        lines += table(list(map(_growth_row, known)), indent="  ")
        if unknown:
            lines.append(f"  {_UNKNOWN_GROWTH}: {first_of(unknown)}")
    return lines


def _growth_row(growth: Growth) -> list[str]:
    """Return the submission, the classes that fit, and the measured slope."""
    classes = " or ".join(growth.classes) or "no class fits"
    if len(growth.classes) > 3:  # neighbours in the list of classes: its ends say it all
        classes = f"unclear, {growth.classes[0]} to {growth.classes[-1]}"
    stopped = [run.sizes[growth.size] for run in growth.runs if not run.ended]
    sizes = len(growth.runs) - len(stopped)
    remarks = [f"n^{growth.slope:.2f} +- {growth.error:.2f}", f"{sizes} sizes"]
    if stopped:
        remarks.append(f"stopped at {stopped[0]}")
    if growth.moves_with:
        remarks.append(f"moves with {', '.join(growth.moves_with)}")
    return [on_one_line(growth.path), classes, on_one_line(", ".join(remarks))]


def _timing(timing: Timing) -> str:
    where = on_one_line(f"{timing.path} on {timing.testcase}")
    return f"{at_least(timing.stopped)}{timing.cpu_s:.3f} s  {where}"


def _of_language(check: TimeLimitCheck, timing: Timing) -> list[str]:
    """Return the time limit that holds for a run, if its language has a factor."""
    factor = timing.language_factor
    if factor == 1:
        return []
    limit = f"{check.limit_s * factor:.3f} s, factor {factor:g}"
    return [_value("  limit of its language", limit)]


def _ratio(ratio: float | None, wanted: float, met: bool, stopped: bool = False) -> str:
    shown = AT_WALL if ratio is None else f"{at_least(stopped)}{ratio:.2f}"
    verdict = "" if met else "   NOT MET"
    return f"{shown}, wanted at least {wanted:g}{verdict}"


def render_json(check: TimeLimitCheck, medium: Medium = FILE) -> str:
    return dumped(document(check), medium)


def render_html(check: TimeLimitCheck, medium: Medium = FILE) -> str:
    shown = {**document(check), "ac_met": check.ac_met, "tle_met": check.tle_met}
    return page("judge limits", [Section("limits", shown)], medium)


def document(check: TimeLimitCheck) -> LimitsReportObject:
    return {
        "ok": check.ok,
        "limit_s": check.limit_s,
        "slowest_accepted": _slowest(check.slowest_accepted),
        "fastest_too_slow": _slowest(check.fastest_too_slow),
        "ac_ratio": check.ac_ratio,
        "tle_ratio": check.tle_ratio,
        "ac_wanted": check.ac_wanted,
        "tle_wanted": check.tle_wanted,
        "suggested_s": check.suggested_s,
        "inferred": check.inferred,
        "growth": [_growth_object(growth) for growth in check.growth],
    }


def _slowest(timing: Timing | None) -> TimingObject | None:
    if timing is None:
        return None
    return {
        "path": timing.path,
        "testcase": timing.testcase,
        "cpu_s": timing.cpu_s,
        "stopped": timing.stopped,
        "at_wall": timing.at_wall,
        "language_factor": timing.language_factor,
    }


def _growth_object(growth: Growth) -> GrowthObject:
    runs: list[SizedRunObject] = []
    for run in growth.runs:
        runs.append(
            {
                "test": run.test,
                "sizes": run.sizes,
                "cpu_s": run.cpu_s,
                "ended": run.ended,
            }
        )
    return {
        "path": growth.path,
        "size": growth.size,
        "runs": runs,
        "classes": growth.classes,
        "slope": growth.slope,
        "error": growth.error,
        "moves_with": growth.moves_with,
    }


FORMATS: Mapping[str, Render[TimeLimitCheck]] = {
    "text": render_text,
    "json": render_json,
    "html": render_html,
}
