"""How many times as long programs take in one report as in another. Pure.

A ratio is that of the CPU times of one submission on one test. Two kinds of times give a
bound of a ratio only: that of a run which a limit stopped is a lower bound, and a time
below `FLOOR_S` says no more than that it is below.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from judging.features.compare.comparing.recorded import RecordedRun
from judging.reports.comparison import LanguageRatio, Spread, SubmissionRatio
from judging.values import Value

# A shorter time is mostly the start of the program and of its runtime, which has another
# ratio than its work. Chosen, not measured: interpreters start in 10 to 40 ms.
FLOOR_S = 0.05
# A median is far from others if it lies so many interquartile ranges beyond their
# quartiles, in logarithms. These are the fences of box plots: of normally distributed
# values, 0.7 % lie outside (Tukey, Exploratory Data Analysis, 1977).
FENCE = 1.5
# It is not far if it is within this factor of the usual, however steady that is. Chosen,
# not measured: caches and neighbours change CPU times by some 10 to 20 %.
LEAST_FACTOR = 1.25
# Quartiles of fewer ratios are hardly more than the ratios themselves.
FEWEST = 4
# Without such others, a median is compared with 1 if the machine is the same, and is far
# beyond this factor. It is that within which `judge run` times a run again, because noise
# could decide its verdict (`core.classify.NEAR`).
ALONE_FACTOR = 1.5
_NO_CHANGE = Spread(1.0, 1.0, 1.0)


@dataclass(slots=True)
class Ratios:
    """The ratios of some runs: exact ones, and bounds from below and from above."""

    exact: list[float] = field(default_factory=list)
    at_least: list[float] = field(default_factory=list)
    at_most: list[float] = field(default_factory=list)

    def add(self, before: RecordedRun, after: RecordedRun) -> None:
        """Add the ratio of two runs, or the bound that they give, or nothing."""
        # The wall limit stopped a program that slept or had no core.
        if before.at_wall or after.at_wall:
            return
        if before.stopped and after.stopped:
            return
        if before.stopped:
            self.at_most.append(_positive(after.cpu_s) / _positive(before.cpu_s))
        elif after.stopped:
            self.at_least.append(_positive(after.cpu_s) / _floored(before.cpu_s))
        elif before.cpu_s < FLOOR_S and after.cpu_s < FLOOR_S:
            return
        elif before.cpu_s < FLOOR_S:
            self.at_least.append(after.cpu_s / FLOOR_S)
        elif after.cpu_s < FLOOR_S:
            self.at_most.append(FLOOR_S / before.cpu_s)
        else:
            self.exact.append(after.cpu_s / before.cpu_s)

    @property
    def count(self) -> int:
        return len(self.exact) + len(self.at_least) + len(self.at_most)

    @property
    def least_median(self) -> float:
        """The median if every bound is as low as it can be."""
        return median([*self.exact, *self.at_least, *(0.0 for _ in self.at_most)])

    @property
    def most_median(self) -> float:
        """The median if every bound is as high as it can be; may be infinite."""
        return median([*self.exact, *self.at_most, *(math.inf for _ in self.at_least)])


def _floored(cpu_s: float) -> float:
    return max(cpu_s, FLOOR_S)


def _positive(cpu_s: float) -> float:
    # A program may be stopped before the clock of CPU time ticks.
    return max(cpu_s, 1e-6)


class Timed(Value):
    """A submission that is in the first report and in report `report`, and its ratios.

    same_source: False if its source has changed: its ratios say nothing of its language.
    """

    report: int
    problem: str
    path: str
    language: str
    ratios: Ratios
    same_source: bool


def spread_of(ratios: Sequence[float], left_out: Sequence[float] = ()) -> Spread | None:
    """Return the median and the quartiles of sorted ratios, without those that are
    `left_out`, sorted as well and some of them; None if no ratio is left.

    Between two ratios, a quartile lies in proportion (method 7 of Hyndman and Fan).
    """
    count = len(ratios) - len(left_out)
    if not count:
        return None

    def number_up_to(ratio: float) -> int:
        return bisect_right(ratios, ratio) - bisect_right(left_out, ratio)

    def quantile(share: float) -> float:
        place = share * (count - 1)
        below = int(place)
        above = min(below + 1, count - 1)
        # The first ratio with enough others up to it: nothing is sorted again.
        low = ratios[bisect_left(ratios, below + 1, key=number_up_to)]
        high = ratios[bisect_left(ratios, above + 1, key=number_up_to)]
        return low + (high - low) * (place - below)

    return Spread(quantile(0.5), quantile(0.25), quantile(0.75))


def language_ratios(timed: Sequence[Timed]) -> list[LanguageRatio]:
    """Return the ratio of each language in each report, in the order of reports, then of
    languages."""
    found = []
    unchanged = [each for each in timed if each.same_source]
    for (report, language), members in _by_language(unchanged).items():
        exact: list[float] = []
        submissions = 0
        bounds = 0
        for member in members:
            exact += member.ratios.exact
            submissions += bool(member.ratios.exact)
            bounds += len(member.ratios.at_least) + len(member.ratios.at_most)
        if exact or bounds:
            found.append(
                LanguageRatio(
                    report,
                    language,
                    spread_of(sorted(exact)),
                    len(exact),
                    submissions,
                    bounds,
                )
            )
    return found


def _by_language(timed: Sequence[Timed]) -> Mapping[tuple[int, str], list[Timed]]:
    groups: dict[tuple[int, str], list[Timed]] = {}
    for each in timed:
        groups.setdefault((each.report, each.language), []).append(each)
    return dict(sorted(groups.items()))


def submission_ratios(
    timed: Sequence[Timed], same_machine: Sequence[bool]
) -> list[SubmissionRatio]:
    """Return the ratio of each submission that has one, and whether it is far from what
    is usual.

    same_machine: for each report, whether its machine is that of the first.
    """
    found = []
    for (report, _), members in _by_language(timed).items():
        unchanged = [each for each in members if each.same_source]
        language = sorted(ratio for each in unchanged for ratio in each.ratios.exact)
        with_ratios = sum(bool(each.ratios.exact) for each in unchanged)
        for member in members:
            if not member.ratios.count:
                continue
            # Its own ratios are left out: of few submissions, one that is far would
            # hide itself.
            own = sorted(member.ratios.exact) if member.same_source else []
            usual = None
            others = 0
            if len(language) - len(own) >= FEWEST:
                usual = spread_of(language, own)
                others = with_ratios - bool(own)
            elif same_machine[report]:
                usual = _NO_CHANGE
            found.append(_compared(member, usual, others))
    found.sort(key=lambda ratio: (ratio.report, ratio.problem, ratio.path))
    return found


def _compared(member: Timed, usual: Spread | None, others: int) -> SubmissionRatio:
    """Return the ratio of a submission, compared with what is usual: that of some others,
    or of the same machine without others."""
    lowest = 0.0
    highest = math.inf
    if usual is not None and others:
        lowest, highest = _fences(usual)
    elif usual is not None:
        lowest = usual.median / ALONE_FACTOR
        highest = usual.median * ALONE_FACTOR
    least = member.ratios.least_median
    most = member.ratios.most_median
    return SubmissionRatio(
        report=member.report,
        problem=member.problem,
        path=member.path,
        language=member.language,
        least=least,
        # JSON has no infinity.
        most=most if math.isfinite(most) else None,
        runs=member.ratios.count,
        usual=usual,
        usual_of=others,
        far=most < lowest or least > highest,
    )


def _fences(usual: Spread) -> tuple[float, float]:
    """Return the ratios beyond which one is far from others with this spread."""
    beyond = (usual.upper / usual.lower) ** FENCE
    lowest = min(usual.lower / beyond, usual.median / LEAST_FACTOR)
    highest = max(usual.upper * beyond, usual.median * LEAST_FACTOR)
    return lowest, highest
