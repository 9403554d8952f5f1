"""Tell how the cost of a submission, its time or its number of basic blocks, grows with each
size of the input. Pure.

`start-up + b * f(n)` is fitted to logarithms of costs above the start-up: errors are
relative. Each class f is named whose AIC (Akaike's information criterion) is at most
`_AIC_RANGE` above the best one's, because the data do not rule it out.
Source: Burnham and Anderson, Model Selection and Multimodel Inference.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import correlation, fmean, linear_regression, pvariance
from types import MappingProxyType

from judging.core.limits import Growth, Measure, SizedRun
from judging.core.results import SubmissionResult
from judging.core.runs import Ending, TestcaseResult
from judging.data.bounds import Number
from judging.features.limits.sizes import Values
from judging.values import Value, replace

# Sizes that a fit needs: a line has two parameters, and the rest tells how far times are
# off it.
_FEWEST = 4
# Classes within this distance of the best AIC are named. Burnham and Anderson give
# models from 4 to 7 considerably less support; with 6, simulated times keep their true
# class in at least 97 of 100 cases (tests/analysis/test_growth.py), at the price that
# close neighbours are both named.
_AIC_RANGE = 6
# Exponents of n and of log n. Of times, slower growth does not show above a start-up; in
# numbers of blocks, log n does.
_CLASSES = (0, 0), (0.5, 0), (1, 0), (1, 1), (1.5, 0), (2, 0), (2, 1), (3, 0), (4, 0)
_SLOW_CLASSES = ((0, 1),)
# The other constants are chosen, not measured; the simulations of the tests hold with
# them.

# Sizes in this ratio count as one: tests often have nearly the same size.
_ALIKE = 1.05
# A run counts if it is longer than _START_UPS start-ups plus _CLEARLY_S: below, the
# difference of two measured times is mostly their errors.
_START_UPS = 3
_CLEARLY_S = 0.004
# Spread of log times that is always assumed. Caches and terms of lower order bend even
# steady times, so that without it the fit would rule out the true class of times that
# were measured well.
_NOISE = 0.1
# Numbers of blocks have no such errors: only terms of lower order bend them, less so where
# the sizes are large. So the upper half of the sizes counts, in logarithms, with at least so
# many of them.
_BLOCK_NOISE = 0.05
_FEWEST_COUNTED = 6
# Costs within this ratio over sizes within that one, or further apart, do not grow.
_LEVEL = 1.1
_LEVEL_SIZES = 4.0
# Blocks and times agree if a block takes at most so many times as long in one run as in
# another: caches, and libraries that are not counted, make that much of a difference.
_AGREEING = 3.0
# If times are further from the best curve (in log time), they have another cause than
# the size.
_SCATTER = 0.4
# A stopped run rules out a class if it took so many times as long as the class
# foretells, or longer. Caches may make a run that much longer.
_BEYOND = 4.0
_TOGETHER = 0.9  # sizes of this correlation cannot be distinguished
# Largest n, and bounds of log c, for which c^n is tried. Outside of them any curve looks
# like an exponential one with a base near 1 (1.0001^n), or no run would have ended.
_LARGEST_EXPONENT = 1000
_LEAST_LOG = 0.25
_LARGEST_LOG = 5.0
_LINE_POINTS = 32  # of the curve that is shown
_LARGEST_LOG_COST = 600.0  # above, e^x does not fit a float


class _Points(Value):
    """Runs that are clearly slower than the start-up, smallest size first, as points.

    runs: those that ended, and then those that were stopped; a run that crashed counts as
    stopped. sizes, log_sizes and log_costs are theirs.
    ended: how many ended; only these are fitted.
    start: the cost of the start-up, which the costs leave out.
    noise: the spread of log costs that is always assumed.
    """

    runs: Sequence[SizedRun]
    sizes: list[Number]
    log_sizes: list[float]
    log_costs: list[float]
    ended: int
    start: float
    noise: float


class _Slope(Value):
    """The slope of log cost over log size: the cost grows like n^slope.

    half_interval: half of the slope's 95 % interval.
    variance: of log costs around the line.
    """

    value: float
    half_interval: float
    variance: float


class _Class(Value):
    """A class of growth, f(n), as the logarithm of f."""

    name: str
    log_f: Callable[[Number], float]


class _Fit(Value):
    """A class that the costs do not rule out: `start + b * f(n)`."""

    of: _Class
    start: float
    log_b: float
    aic: float

    def cost(self, n: Number) -> float:
        """Return the cost that it foretells for a size."""
        log_cost = self.log_b + self.of.log_f(n)
        return self.start + math.exp(min(log_cost, _LARGEST_LOG_COST))


_NO_FACTORS: Mapping[str, float] = MappingProxyType({})


def growths(
    results: Iterable[SubmissionResult],
    sizes: Mapping[str, Values],
    limit_s: float | None = None,
    language_factors: Mapping[str, float] = _NO_FACTORS,
) -> tuple[Growth, ...]:
    """Return the growth of the time of each submission with each size.

    sizes: the values of each size, by the name of the test (sizes.py).
    limit_s: the time limit in a language without a factor, if it is known.
    """
    found: list[Growth] = []
    for result in results:
        own_limit_s = limit_s
        if limit_s is not None and result.language is not None:
            own_limit_s = limit_s * language_factors.get(result.language, 1.0)
        runs = [_sized_run(test, sizes) for test in result.testcases]
        for name in sizes:
            known, fits = _growth_and_fits(result.path, name, runs, Measure.TIME)
            found.append(_with_times(known, fits, runs, own_limit_s))
    return tuple(found)


def _sized_run(test: TestcaseResult, sizes: Mapping[str, Values]) -> SizedRun:
    of_test = {}
    for name, values in sizes.items():
        if test.name in values:
            of_test[name] = values[test.name]
    run = test.execution
    # A run that crashed may have had more to do: its time is a lower bound, as that of a
    # run that was stopped.
    ended = run.ending is Ending.EXITED and run.exit_code == 0
    return SizedRun(test.name, of_test, run.cpu_s, ended)


def growth(
    path: str,
    size: str,
    runs: Sequence[SizedRun],
    measure: Measure = Measure.TIME,
) -> Growth:
    """Return how the costs of the runs of `path` grow with a size, which is positive.

    Of times, the least one is the start-up. Only runs that are clearly longer count. A run
    that was stopped, or crashed, rules out classes that predict a much shorter time.
    """
    return _growth_and_fits(path, size, runs, measure)[0]


def _growth_and_fits(
    path: str, size: str, runs: Sequence[SizedRun], measure: Measure
) -> tuple[Growth, list[_Fit]]:
    points = _points_of(size, runs, measure)
    bare = Growth(path, size, tuple(points.runs), measure=measure)
    return _with_classes(bare, points)


def growth_on_demand(
    path: str,
    size: str,
    runs: Sequence[SizedRun],
    measure: Measure,
    bound: Number | None,
    limit_s: float,
) -> Growth:
    """Return how the costs of runs on inputs of many sizes grow, with all sizes, the line, and
    the time at the bound.

    bound: the greatest value of the size, if it is known.
    """
    points = _points_of(size, runs, measure)
    cost = _cost_by(measure)
    ended = [run for run in runs if run.ended]
    stopped = [run for run in runs if not run.ended]
    kept = [*_longest(size, ended, cost), *_longest(size, stopped, cost)]
    bare = Growth(path, size, tuple(kept), measure=measure, on_demand=True, bound=bound)
    if measure is Measure.BLOCKS and _is_level(size, kept):
        found = _constant(bare)
        fits: list[_Fit] = []
    else:
        found, fits = _with_classes(bare, points)
    return _with_times(found, fits, runs, limit_s)


def _with_classes(bare: Growth, points: _Points) -> tuple[Growth, list[_Fit]]:
    """Return the growth with its classes and slope, if they are known, and the classes."""
    if points.ended < _FEWEST:
        return bare, []
    fits = _fitting(points, bare.measure)
    slope = _slope(points)
    # Costs may lie on a line though no class fits: n^5 is none of the classes.
    if not fits and slope.variance > _SCATTER**2:
        return bare, []
    # Rounded: the noise of times is far above these digits.
    known = replace(
        bare,
        classes=tuple(fit.of.name for fit in fits),
        slope=round(slope.value, 3),
        error=round(slope.half_interval, 3),
        moves_with=_moving_with(bare.size, points.runs[: points.ended], points),
    )
    return known, fits


def _cost_by(measure: Measure) -> Callable[[SizedRun], float]:
    if measure is Measure.BLOCKS:
        return _blocks
    return lambda run: run.cpu_s


def _points_of(size: str, runs: Sequence[SizedRun], measure: Measure) -> _Points:
    """Return the runs that count, as points."""
    if measure is Measure.BLOCKS:
        return _counted_points(size, runs)
    start_s = min((run.cpu_s for run in runs if run.ended), default=0.0)
    longest = _longest(size, runs, _cost_by(measure))
    slow = [run for run in longest if run.cpu_s > clearly_s(start_s)]
    slow.sort(key=lambda run: not run.ended)
    return _points(size, slow, [run.cpu_s for run in slow], start_s, _NOISE)


def clearly_s(start_s: float) -> float:
    """Return the time above which a run takes clearly longer than the start-up."""
    return _START_UPS * start_s + _CLEARLY_S


def _counted_points(size: str, runs: Sequence[SizedRun]) -> _Points:
    """Return the large ones of the runs whose blocks were counted."""
    counted = [run for run in runs if run.ended and run.blocks is not None]
    longest = _longest(size, counted, _blocks)
    start = min(map(_blocks, longest), default=0)
    middle = 0.0
    if longest:
        ends = longest[0].sizes[size], longest[-1].sizes[size]
        middle = (math.log(ends[0]) + math.log(ends[1])) / 2
    large = [run for run in longest if math.log(run.sizes[size]) >= middle]
    if len(large) < _FEWEST_COUNTED:
        large = longest[-_FEWEST_COUNTED:]
    large = [run for run in large if _blocks(run) > start]
    costs = [float(_blocks(run)) for run in large]
    return _points(size, large, costs, start, _BLOCK_NOISE)


def _points(
    size: str,
    runs: Sequence[SizedRun],
    costs: Sequence[float],
    start: float,
    noise: float,
) -> _Points:
    return _Points(
        runs=runs,
        sizes=[run.sizes[size] for run in runs],
        log_sizes=[math.log(run.sizes[size]) for run in runs],
        log_costs=[math.log(cost - start) for cost in costs],
        ended=sum(run.ended for run in runs),
        start=start,
        noise=noise,
    )


def _blocks(run: SizedRun) -> int:
    return run.blocks or 0


def _is_level(size: str, kept: Sequence[SizedRun]) -> bool:
    """Return whether the numbers of blocks are about the same, however far sizes are apart."""
    counted = [run for run in kept if run.ended]
    if len(counted) < _FEWEST:
        return False
    if counted[-1].sizes[size] < _LEVEL_SIZES * counted[0].sizes[size]:
        return False
    blocks = [_blocks(run) for run in counted]
    return max(blocks) <= _LEVEL * min(blocks)


def _constant(found: Growth) -> Growth:
    ended = [run for run in found.runs if run.ended]
    line = []
    for run in (ended[0], ended[-1]):
        line.append((float(run.sizes[found.size]), float(_blocks(ended[-1]))))
    return replace(
        found, classes=("constant",), slope=0.0, error=_BLOCK_NOISE, line=tuple(line)
    )


def _with_times(
    found: Growth, fits: Sequence[_Fit], runs: Sequence[SizedRun], limit_s: float | None
) -> Growth:
    """Return the growth with its line, the time at the bound, and the cost at the limit."""
    ended = [run for run in found.runs if run.ended]
    if not ended:
        return found
    limit_cost: float | None = limit_s
    seconds: Callable[[float], float] | None = float
    if found.measure is Measure.BLOCKS:
        rate = _Rate.of(runs)
        limit_cost = None
        seconds = None
        if rate is not None:
            seconds = rate.seconds
            if limit_s is not None:
                limit_cost = rate.blocks(limit_s)
    largest = max(run.sizes[found.size] for run in found.runs)
    line = found.line
    if fits:
        best = min(fits, key=lambda fit: fit.aic)
        line = _line(best, ended[0].sizes[found.size], max(largest, found.bound or 0))
    expected_s = None
    last = ended[-1]
    if found.bound is not None and last.sizes[found.size] * _ALIKE >= found.bound:
        expected_s = (last.cpu_s, last.cpu_s)
    elif found.bound is not None and fits and seconds is not None:
        times = [seconds(fit.cost(found.bound)) for fit in fits]
        expected_s = (min(times), max(times))
    return replace(found, line=line, expected_s=expected_s, limit_cost=limit_cost)


class _Rate(Value):
    """How long a block takes, above the start-up."""

    start_s: float
    start_blocks: int
    block_s: float

    @classmethod
    def of(cls, runs: Sequence[SizedRun]) -> "_Rate | None":
        """Return the rate of the longest run; None if blocks and times do not agree, or if
        no run takes clearly longer than the start-up."""
        counted = [run for run in runs if run.ended and run.blocks is not None]
        if not counted:
            return None
        start_s = min(run.cpu_s for run in counted)
        start_blocks = min(map(_blocks, counted))
        slow = [run for run in counted if run.cpu_s > clearly_s(start_s)]
        slow = [run for run in slow if _blocks(run) > start_blocks]
        if not slow:
            return None
        rates = []
        for run in sorted(slow, key=_blocks):
            rates.append((run.cpu_s - start_s) / (_blocks(run) - start_blocks))
        if max(rates) > _AGREEING * min(rates):
            return None
        return cls(start_s, start_blocks, rates[-1])

    def seconds(self, blocks: float) -> float:
        """Return the time of a run with so many blocks."""
        return self.start_s + max(0.0, blocks - self.start_blocks) * self.block_s

    def blocks(self, seconds: float) -> float:
        """Return the number of blocks of a run that takes so long."""
        return self.start_blocks + max(0.0, seconds - self.start_s) / self.block_s


def _line(fit: _Fit, least: Number, greatest: Number) -> tuple[tuple[float, float], ...]:
    """Return points of a curve from one size to another, in a constant ratio."""
    low = math.log(least)
    step = (math.log(greatest) - low) / (_LINE_POINTS - 1)
    sizes = [math.exp(low + i * step) for i in range(_LINE_POINTS)]
    return tuple((size, fit.cost(size)) for size in sizes)


def _longest(
    size: str, runs: Iterable[SizedRun], cost: Callable[[SizedRun], float]
) -> list[SizedRun]:
    """Return the most costly run of each size, smallest size first."""
    longest: dict[Number, SizedRun] = {}
    least: Number = 0
    known = [run for run in runs if size in run.sizes]
    for run in sorted(known, key=lambda run: (run.sizes[size], run.test)):
        if run.sizes[size] > _ALIKE * least:
            least = run.sizes[size]
        longest[least] = max(longest.get(least, run), run, key=cost)
    return list(longest.values())


def _classes(points: _Points, measure: Measure) -> list[_Class]:
    """Return the classes, slow growth first."""
    exponents = [*_CLASSES]
    if measure is Measure.BLOCKS:
        exponents[1:1] = _SLOW_CLASSES
    classes = [_power_class(power, logs) for power, logs in exponents]
    of_ended = points.sizes[: points.ended], points.log_costs[: points.ended]
    log_c = linear_regression(*of_ended).slope
    is_small = max(points.sizes) <= _LARGEST_EXPONENT
    if is_small and _LEAST_LOG <= log_c <= _LARGEST_LOG:
        classes.append(_Class(f"{math.exp(log_c):.1f}^n", lambda n: log_c * n))
    return classes


def _power_class(power: float, logs: int) -> _Class:
    words = []
    if power:
        words.append(f"n^{power:g}".removesuffix("^1"))
    if logs:
        words.append("log n")

    def log_f(n: Number) -> float:
        log_n = math.log(n)
        # log 1 is 0, and has no logarithm: below 2, log n counts as log 2.
        return power * log_n + logs * math.log(max(log_n, math.log(2)))

    return _Class(" ".join(words) or "constant", log_f)


def _fitting(points: _Points, measure: Measure) -> list[_Fit]:
    """Return the classes that the costs do not rule out, slow growth first."""
    ended = points.ended
    fits = []
    for each in _classes(points, measure):
        # log cost = log b + log f(n): what is left without log f is log b and an error.
        rest = []
        for n, log_cost in zip(points.sizes, points.log_costs, strict=True):
            rest.append(log_cost - each.log_f(n))
        log_b = fmean(rest[:ended])
        if max(rest[ended:], default=-math.inf) >= log_b + math.log(_BEYOND):
            continue  # a stopped run took much longer than b * f(n)
        variance = pvariance(rest[:ended]) + points.noise**2
        aic = ended * math.log(variance)
        if each.name.endswith("^n"):
            aic += 2  # c is one parameter more
        fits.append(_Fit(each, points.start, log_b, aic))
    best = min((fit.aic for fit in fits), default=math.inf)
    if best >= ended * math.log(_SCATTER**2):
        return []
    return [fit for fit in fits if fit.aic <= best + _AIC_RANGE]


def _slope(points: _Points) -> _Slope:
    ended = points.ended
    log_sizes = points.log_sizes[:ended]
    log_costs = points.log_costs[:ended]
    slope = linear_regression(log_sizes, log_costs).slope
    rest = [
        time - slope * log_n for time, log_n in zip(log_costs, log_sizes, strict=True)
    ]
    variance = pvariance(rest)
    freedom = ended - 2
    # The 97.5 % quantile of Student's t, within 4 % from 2 degrees of freedom on.
    student = 1.96 + 2.4 / freedom + 4.6 / freedom**2
    # The variance of a slope is that of one log cost, divided by the sum of squares of
    # the log sizes, which is `ended * pvariance(log_sizes)`. The residuals estimate the
    # variance of one log cost as `ended * variance / freedom`, because the line was
    # fitted to them; `ended` cancels out. points.noise**2 is assumed, so it is taken as it is.
    noise = max(variance / freedom, points.noise**2 / ended)
    half_interval = student * math.sqrt(noise / pvariance(log_sizes))
    return _Slope(slope, half_interval, variance)


def _moving_with(
    size: str, ended: Sequence[SizedRun], points: _Points
) -> tuple[str, ...]:
    """Return the other sizes that rise or fall with this one."""
    log_sizes = points.log_sizes[: points.ended]
    moving = []
    for other in ended[0].sizes:
        # A size without a value was 0 in that test, or nothing was read there: it counts
        # as 1, the least whole number that has a logarithm.
        others = [math.log(run.sizes.get(other, 1)) for run in ended]
        varies = len(set(others)) > 1
        if other != size and varies and abs(correlation(log_sizes, others)) >= _TOGETHER:
            moving.append(other)
    return tuple(moving)
