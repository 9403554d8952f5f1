"""The reports of `judge limits`: the time limit, both of its ratios, and how times
grow."""

from collections.abc import Mapping, Sequence

from judging.core.diagnostics import first_of
from judging.core.exit_codes import ExitCode
from judging.core.limits import Growth, Measure, TimeLimitCheck, Timing
from judging.features.limits.objects import GrowthObject, LimitsReportObject
from judging.reports.document import (
    Advice,
    Block,
    Chapter,
    Document,
    Drawn,
    Fact,
    Facts,
    Lines,
    Marked,
    Section,
    Tone,
    Where,
    Widget,
    Words,
    text,
)
from judging.reports.document.page import section
from judging.reports.documents import Json, as_json, dumped
from judging.reports.medium import FILE, Medium, Render
from judging.reports.page import page
from judging.reports.textkit import folded, table
from judging.reports.wording import AT_WALL, at_least, on_one_line
from judging.values import Value, told

_NO_UPPER_BOUND = (
    "no time of a submission that must time out: the limit has no upper bound"
)
_READ_PLOTS = (
    "Both axes are logarithmic. The line is the class that fits best, and every class that "
    "fits is named. The dashed line is the time limit; an open circle is a run that was "
    "stopped."
)
# Of a slope, half of its 95 % interval: below, neighbours among the classes differ.
_SURE_ERROR = 0.5
_UNKNOWN_GROWTH = "unknown (too few sizes, or scattered times)"
# From here on, a size is shown as a power of ten, and a time without its hundredths.
_MOST_DIGITS = 10**12
_MANY_SECONDS = 100.0
# The longest label and one blank, so that all values begin in one column.
_LABEL_WIDTH = len("slowest that must not time out ")


def render_text(check: TimeLimitCheck, medium: Medium = FILE) -> str:
    return text.render(document_of(check), medium)


def document_of(check: TimeLimitCheck) -> Document:
    runs: list[Block] = [Facts([_limit(check), *_from_below(check)], _LABEL_WIDTH)]
    if check.fastest_too_slow is None:
        runs.append(Lines([_NO_UPPER_BOUND]))
    runs.append(Facts([*_from_above(check), *_suggestion(check)], _LABEL_WIDTH))
    runs.append(Widget("limit_axis", _axis(check)))
    growth = [Drawn(GrowthLines(check.growth))] if check.growth else []
    return Document(
        title="Time limit",
        lead="",
        exit_code=ExitCode.SUCCESS if check.ok else ExitCode.UNMET,
        summary=[_both_ratios(check)],
        facts=Facts([]),
        parts=[
            Chapter(
                "From both sides",
                [Section("", runs), Section("", growth, where=Where.TEXT)],
                apart=False,
            ),
            _plots(check),
        ],
    )


def _both_ratios(check: TimeLimitCheck) -> str:
    if not check.ok:
        return "The time limit misses a wanted ratio."
    if check.ac_ratio is None or check.tle_ratio is None:
        return "Both ratios are good, as far as they are known."
    return "Both ratios are good."


def _limit(check: TimeLimitCheck) -> Fact:
    origin = ", inferred" if check.inferred else ""
    return Fact("time limit", f"{check.limit_s:.3f} s{origin}")


def _from_below(check: TimeLimitCheck) -> list[Fact]:
    """Return the run that the limit must leave room for, and how much room it leaves."""
    slowest = check.slowest_accepted
    if slowest is None:
        return []
    # A run of 0.00 s has no ratio and says nothing; a run that the wall limit stopped
    # has none either, and must be seen.
    if check.ac_ratio is None and not slowest.at_wall:
        return []
    ratio = _ratio(check.ac_ratio, check.ac_wanted, check.ac_met)
    return [
        Fact("slowest that must not time out", _timing(slowest)),
        *_of_language(check, slowest),
        Fact("  limit / slowest", ratio),
    ]


def _from_above(check: TimeLimitCheck) -> list[Fact]:
    """Return the run that the limit must stop, and how far beyond the limit it goes."""
    fastest = check.fastest_too_slow
    if fastest is None:
        return []
    ratio = _ratio(check.tle_ratio, check.tle_wanted, check.tle_met, fastest.stopped)
    return [
        Fact("fastest that must time out", _timing(fastest)),
        *_of_language(check, fastest),
        Fact("  fastest / limit", ratio),
    ]


def _suggestion(check: TimeLimitCheck) -> list[Fact]:
    slowest = check.slowest_accepted
    if check.suggested_s is not None:
        # A stopped run would have taken longer, so the limit that it asks for is a
        # lower bound.
        bound = at_least(slowest is not None and slowest.stopped)
        return [Fact("suggested limit", f"{bound}{check.suggested_s:g} s")]
    if slowest is None or slowest.at_wall:
        return []
    return [Fact("suggested limit", "none: no limit satisfies both ratios")]


def _axis(check: TimeLimitCheck) -> Json:
    """Return what the axis of a page shows: the limit and both times, as on the time
    scale of a language without a factor."""
    return {
        "limit": check.limit_s,
        "slowest": _scaled(check.slowest_accepted),
        "fastest": _scaled(check.fastest_too_slow),
    }


def _scaled(timing: Timing | None) -> float | None:
    return None if timing is None else timing.cpu_s / timing.language_factor


class GrowthLines(Value):
    """How costs grow, in lines. On a page, plots show it."""

    growth: Sequence[Growth]

    def lines(self, width: int) -> list[str]:
        return folded(_growth(self.growth), width)


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
    slope = f"n^{growth.slope:.2f} +- {growth.error:.2f}"
    remarks = f"{slope}, {growth_source(growth)}{_stopped(growth)}"
    if growth.expected_s is not None and growth.bound is not None:
        remarks += f", {expected_time(growth.expected_s)} at {count(growth.bound)}"
    if growth.moves_with:
        remarks += f", moves with {', '.join(growth.moves_with)}"
    return [on_one_line(growth.path), _classes(growth), on_one_line(remarks)]


def _classes(growth: Growth) -> str:
    """Return the classes that fit."""
    if len(growth.classes) > 3:  # neighbours in the list of classes: its ends say it all
        return f"unclear, {growth.classes[0]} to {growth.classes[-1]}"
    return " or ".join(growth.classes) or "no class fits"


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


def _of_language(check: TimeLimitCheck, timing: Timing) -> list[Fact]:
    """Return the time limit that holds for a run, if its language has a factor."""
    factor = timing.language_factor
    if factor == 1:
        return []
    limit = f"{check.limit_s * factor:.3f} s, factor {factor:g}"
    return [Fact("  limit of its language", limit)]


def _ratio(
    ratio: float | None, wanted: float, met: bool, stopped: bool = False
) -> Words:
    verdict = "" if met else "   NOT MET"
    wish = f", wanted at least {wanted:g}{verdict}"
    if ratio is None:
        return f"{AT_WALL}{wish}"
    tone = Tone.GOOD if met else Tone.BAD
    return Marked(f"{at_least(stopped)}{ratio:.2f}{wish}", tone)


def render_json(check: TimeLimitCheck, medium: Medium = FILE) -> str:
    return dumped(document(check), medium)


def render_html(check: TimeLimitCheck, medium: Medium = FILE) -> str:
    return page("judge limits", [section(document_of(check))], medium)


def _plots(check: TimeLimitCheck) -> Section:
    """Return the plots of a page, those of one size and measure together."""
    by_title: dict[str, list[Growth]] = {}
    for growth in check.growth:
        by_title.setdefault(_growth_title(growth), []).append(growth)
    blocks: list[Block] = [Advice(_READ_PLOTS)] if by_title else []
    for title, growths in by_title.items():
        data = {"limit_s": check.limit_s, "growths": [_plot(each) for each in growths]}
        heading = title[0].upper() + title[1:]
        blocks.append(Section(heading, [Widget("growths", data)]))
    on_demand = any(growth.on_demand for growth in check.growth)
    title = "How costs grow" if on_demand else "How times grow"
    return Section(title, blocks, where=Where.PAGE)


def _plot(growth: Growth) -> Json:
    """Return a growth with the words that stand around its plot."""
    expected = ""
    if growth.expected_s is not None and growth.bound is not None:
        expected = f"{expected_time(growth.expected_s)} at {count(growth.bound)}"
    return {
        **as_json(told(GrowthObject, growth)),
        "words": _words_of_plot(growth),
        "source": growth_source(growth),
        "expected": expected,
    }


def _words_of_plot(growth: Growth) -> str:
    """Return the classes that fit, or why none is known."""
    if growth.classes:
        return _classes(growth)
    if growth.slope is not None:
        sure = growth.error is not None and growth.error < _SURE_ERROR
        return _classes(growth) if sure else "unknown: the times scatter"
    if not growth.on_demand:
        return "too few sizes"
    if growth.measure is Measure.BLOCKS:
        return "unknown: the costs scatter"
    return "unknown: times too short or scattered"


def document(check: TimeLimitCheck) -> LimitsReportObject:
    return told(LimitsReportObject, check)


FORMATS: Mapping[str, Render[TimeLimitCheck]] = {
    "text": render_text,
    "json": render_json,
    "html": render_html,
}
