"""The reports of `judge limits`: the time limit, both of its ratios, and how times
grow."""

from collections.abc import Mapping, Sequence

from judging.core.diagnostics import first_of
from judging.core.limits import Growth, Measure, TimeLimitCheck, Timing
from judging.features.limits.objects import GrowthObject, LimitsReportObject
from judging.reports.documents import as_json, dumped
from judging.reports.medium import FILE, Medium, Render
from judging.reports.page import Section, page
from judging.reports.textkit import folded, labelled, table
from judging.reports.wording import AT_WALL, at_least, on_one_line
from judging.values import told

_UNKNOWN_GROWTH = "unknown (too few sizes, or scattered times)"
# From here on, a size is shown as a power of ten, and a time without its hundredths.
_MOST_DIGITS = 10**12
_MANY_SECONDS = 100.0
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
    """Return how costs grow with each size: a table of what is known, then what is not."""
    by_title: dict[str, list[Growth]] = {}
    for growth in found:
        by_title.setdefault(_growth_title(growth), []).append(growth)
    lines = []
    for title, of_title in by_title.items():
        known = [growth for growth in of_title if growth.slope is not None]
        unknown = [growth for growth in of_title if growth.slope is None]
        if not known and not unknown[0].on_demand:
            lines.append(f"{title}: {_UNKNOWN_GROWTH}")
            continue
        lines.append(title)
        lines += table(list(map(_growth_row, known)), indent="  ")
        lines += _unknown(unknown)
    return lines


def _growth_title(growth: Growth) -> str:
    """Return what was measured over which size."""
    title = f"{growth.measure.value} over {on_one_line(growth.size)}"
    if growth.alone:
        title += ", other sizes held"
    return title


def _unknown(growths: Sequence[Growth]) -> list[str]:
    """Return the submissions whose growth is not known; on demand, with what was measured."""
    if not growths:
        return []
    if not growths[0].on_demand:
        paths = [on_one_line(growth.path) for growth in growths]
        return [f"  {_UNKNOWN_GROWTH}: {first_of(paths)}"]
    lines = []
    for growth in growths:
        words = f"  {on_one_line(growth.path)}  unknown: {growth_source(growth)}"
        times = [run.cpu_s for run in growth.runs if run.ended]
        if times:
            words += f", at most {max(times):.3f} s"
        lines.append(words + _stopped(growth))
    return lines


def _growth_row(growth: Growth) -> list[str]:
    """Return the submission, the classes that fit, and the measured slope."""
    classes = " or ".join(growth.classes) or "no class fits"
    if len(growth.classes) > 3:  # neighbours in the list of classes: its ends say it all
        classes = f"unclear, {growth.classes[0]} to {growth.classes[-1]}"
    slope = f"n^{growth.slope:.2f} +- {growth.error:.2f}"
    remarks = f"{slope}, {growth_source(growth)}{_stopped(growth)}"
    if growth.expected_s is not None and growth.bound is not None:
        remarks += f", {expected_time(growth.expected_s)} at {count(growth.bound)}"
    if growth.moves_with:
        remarks += f", moves with {', '.join(growth.moves_with)}"
    return [on_one_line(growth.path), classes, on_one_line(remarks)]


def growth_source(growth: Growth) -> str:
    """Return from what a growth was measured: `blocks of 12 sizes from 10 to 200,000`."""
    sizes = [run.sizes[growth.size] for run in growth.runs if run.ended]
    if not growth.on_demand:
        return f"{len(sizes)} sizes"
    cost = "blocks" if growth.measure is Measure.BLOCKS else "CPU time"
    if not sizes:
        return f"{cost} of no size"
    noun = "size" if len(sizes) == 1 else "sizes"
    return f"{cost} of {len(sizes)} {noun} from {count(sizes[0])} to {count(sizes[-1])}"


def _stopped(growth: Growth) -> str:
    stopped = [run.sizes[growth.size] for run in growth.runs if not run.ended]
    if not stopped:
        return ""
    # As in the JSON report, for those who look for the test.
    where = count(stopped[0]) if growth.on_demand else str(stopped[0])
    return f", stopped at {where}"


def count(value: int | float) -> str:
    """Return a size with commas, or as a power of ten if it has many digits."""
    if value >= _MOST_DIGITS:
        return f"{value:.1e}"
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


def expected_time(expected_s: tuple[float, float]) -> str:
    """Return the time at the bound, or the range in which it is expected."""
    least, greatest = (_rough_time(seconds) for seconds in expected_s)
    if expected_s[0] == expected_s[1]:
        return f"{least} s"
    if least == greatest:
        return f"about {least} s"
    return f"about {least} to {greatest} s"


def _rough_time(seconds: float) -> str:
    if seconds < _MANY_SECONDS:
        return f"{seconds:.2f}"
    return count(float(f"{seconds:.2g}"))


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
    plots = [_plot(growth) for growth in check.growth]
    ratios = {"ac_met": check.ac_met, "tle_met": check.tle_met}
    shown = {**as_json(document(check)), **ratios, "growth": plots}
    return page("judge limits", [Section("limits", shown)], medium)


def _plot(growth: Growth) -> dict[str, object]:
    """Return a growth with the words that stand below its plot."""
    expected = ""
    if growth.expected_s is not None and growth.bound is not None:
        expected = f"{expected_time(growth.expected_s)} at {count(growth.bound)}"
    source = growth_source(growth)
    return {
        **as_json(told(GrowthObject, growth)),
        "source": source,
        "expected": expected,
    }


def document(check: TimeLimitCheck) -> LimitsReportObject:
    return told(LimitsReportObject, check)


FORMATS: Mapping[str, Render[TimeLimitCheck]] = {
    "text": render_text,
    "json": render_json,
    "html": render_html,
}
