"""Tell how the time of a submission grows with each size of the input that validators
name. Pure.

`start-up + b * f(n)` is fitted to logarithms of times above the start-up: errors are
relative. Each class f is named whose AIC (Akaike's information criterion) is at most
`_AIC_RANGE` above the best one's, because the data do not rule it out.
Source: Burnham and Anderson, Model Selection and Multimodel Inference.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import correlation, fmean, linear_regression, pvariance

from judging.core.limits import Growth, SizedRun
from judging.core.results import Ending, SubmissionResult, TestcaseResult
from judging.data.bounds import Bound, Number, merge_bounds

# Sizes that a fit needs: a line has two parameters, and the rest tells how far times are
# off it.
_FEWEST = 4
# Classes within this distance of the best AIC are named. Burnham and Anderson give
# models from 4 to 7 considerably less support; with 6, simulated times keep their true
# class in at least 97 of 100 cases (tests/analysis/test_growth.py), at the price that
# close neighbours are both named.
_AIC_RANGE = 6
# Exponents of n and of log n. Other slow growth does not show above a start-up.
_CLASSES = (0, 0), (0.5, 0), (1, 0), (1, 1), (1.5, 0), (2, 0), (2, 1), (3, 0), (4, 0)
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
_LARGEST_SIZE = 1e300  # what is larger does not fit a float


@dataclass(frozen=True, slots=True)
class _Points:
    """Runs that are clearly slower than the start-up, smallest size first, as points.

    sizes, log_sizes, log_times: of the runs that ended, and then of those that were
    stopped. A run that crashed counts as stopped.
    ended: how many ended; only these are fitted.
    """

    sizes: list[Number]
    log_sizes: list[float]
    log_times: list[float]
    ended: int


@dataclass(frozen=True, slots=True)
class _Slope:
    """The slope of log time over log size: time grows like n^slope.

    half_interval: half of the slope's 95 % interval.
    variance: of log times around the line.
    """

    value: float
    half_interval: float
    variance: float


def growths(
    results: Iterable[SubmissionResult], bounds: Mapping[str, Iterable[Bound]]
) -> tuple[Growth, ...]:
    """Return the growth of each submission with each size. A size of a test is the
    greatest value that a validator saw of a quantity; what may be negative is no size.

    bounds: what validators saw in each test, by the name of the test.
    """
    sizes = _sizes(bounds)
    found: list[Growth] = []
    for result in results:
        runs = [_sized_run(test, sizes) for test in result.testcases]
        found += [growth(result.path, name, runs) for name in sizes]
    return tuple(found)


def _sizes(bounds: Mapping[str, Iterable[Bound]]) -> dict[str, dict[str, Number]]:
    """Return the value of each size in each test, by the name of the test.

    A size has its name or, if an earlier one has the same name and other values, its
    location. A value of 0, which has no logarithm, is left out.
    """
    sizes: dict[str, dict[str, Number]] = {}
    for size in merge_bounds(bounds.values()):
        if size.low < 0 or size.greatest >= _LARGEST_SIZE:
            continue
        values: dict[str, Number] = {}
        for test, of_test in bounds.items():
            for bound in of_test:
                if bound.location == size.location and bound.greatest > 0:
                    values[test] = bound.greatest
        # The same values under the same name: another validator saw the same size.
        if sizes.get(size.name) == values:
            continue
        name = size.location if size.name in sizes else size.name
        sizes[name] = values
    return sizes


def _sized_run(
    test: TestcaseResult, sizes: Mapping[str, Mapping[str, Number]]
) -> SizedRun:
    of_test = {}
    for name, values in sizes.items():
        if test.name in values:
            of_test[name] = values[test.name]
    run = test.execution
    # A run that crashed may have had more to do: its time is a lower bound, as that of a
    # run that was stopped.
    ended = run.ending is Ending.EXITED and run.exit_code == 0
    return SizedRun(test.name, of_test, run.cpu_s, ended)


def growth(path: str, size: str, runs: Sequence[SizedRun]) -> Growth:
    """Return how the times of the runs of `path` grow with a size, which is positive.

    The least time is the start-up. Only runs that are clearly longer count. A run that
    was stopped, or crashed, rules out classes that predict a much shorter time.
    """
    start_s = min((run.cpu_s for run in runs if run.ended), default=0.0)
    clearly_s = _START_UPS * start_s + _CLEARLY_S
    slow = [run for run in _longest(size, runs) if run.cpu_s > clearly_s]
    slow.sort(key=lambda run: not run.ended)
    points = _Points(
        sizes=[run.sizes[size] for run in slow],
        log_sizes=[math.log(run.sizes[size]) for run in slow],
        log_times=[math.log(run.cpu_s - start_s) for run in slow],
        ended=sum(run.ended for run in slow),
    )
    if points.ended < _FEWEST:
        return Growth(path, size, tuple(slow))
    classes = _fitting(points)
    slope = _slope(points)
    # Times may lie on a line though no class fits: n^5 is none of the classes.
    if not classes and slope.variance > _SCATTER**2:
        return Growth(path, size, tuple(slow))
    moving = _moving_with(size, slow[: points.ended], points)
    # Rounded: the noise of times is far above these digits.
    value = round(slope.value, 3)
    half_interval = round(slope.half_interval, 3)
    return Growth(path, size, tuple(slow), classes, value, half_interval, moving)


def _longest(size: str, runs: Iterable[SizedRun]) -> list[SizedRun]:
    """Return the longest run of each size, smallest size first."""
    longest: dict[Number, SizedRun] = {}
    least: Number = 0
    known = [run for run in runs if size in run.sizes]
    for run in sorted(known, key=lambda run: (run.sizes[size], run.test)):
        if run.sizes[size] > _ALIKE * least:
            least = run.sizes[size]
        longest[least] = max(longest.get(least, run), run, key=lambda run: run.cpu_s)
    return list(longest.values())


def _curves(points: _Points) -> dict[str, list[float]]:
    """Return the classes by name, slow growth first: log f(n) of each point."""
    curves: dict[str, list[float]] = {}
    for power, logs in _CLASSES:
        name = f"n^{power:g}".removesuffix("^1") if power else "constant"
        curve = []
        for log_n in points.log_sizes:
            # log 1 is 0, and has no logarithm: below 2, log n counts as log 2.
            log_log_n = math.log(max(log_n, math.log(2)))
            curve.append(power * log_n + logs * log_log_n)
        curves[name + logs * " log n"] = curve
    of_ended = points.sizes[: points.ended], points.log_times[: points.ended]
    log_c = linear_regression(*of_ended).slope
    is_small = max(points.sizes) <= _LARGEST_EXPONENT
    if is_small and _LEAST_LOG <= log_c <= _LARGEST_LOG:
        curves[f"{math.exp(log_c):.1f}^n"] = [log_c * n for n in points.sizes]
    return curves


def _fitting(points: _Points) -> tuple[str, ...]:
    """Return the classes that the times do not rule out, slow growth first."""
    ended = points.ended
    aic = {}
    for name, curve in _curves(points).items():
        # log time = log b + log f(n): what is left without log f is log b and an error.
        rest = [
            time - log_f for time, log_f in zip(points.log_times, curve, strict=True)
        ]
        log_b = fmean(rest[:ended])
        if max(rest[ended:], default=-math.inf) >= log_b + math.log(_BEYOND):
            continue  # a stopped run took much longer than b * f(n)
        variance = pvariance(rest[:ended]) + _NOISE**2
        aic[name] = ended * math.log(variance)
        if name.endswith("^n"):
            aic[name] += 2  # c is one parameter more
    best = min(aic.values(), default=math.inf)
    if best >= ended * math.log(_SCATTER**2):
        return ()
    return tuple(name for name in aic if aic[name] <= best + _AIC_RANGE)


def _slope(points: _Points) -> _Slope:
    ended = points.ended
    log_sizes = points.log_sizes[:ended]
    log_times = points.log_times[:ended]
    slope = linear_regression(log_sizes, log_times).slope
    rest = [
        time - slope * log_n for time, log_n in zip(log_times, log_sizes, strict=True)
    ]
    variance = pvariance(rest)
    freedom = ended - 2
    # The 97.5 % quantile of Student's t, within 4 % from 2 degrees of freedom on.
    student = 1.96 + 2.4 / freedom + 4.6 / freedom**2
    # The variance of a slope is that of one log time, divided by the sum of squares of
    # the log sizes, which is `ended * pvariance(log_sizes)`. The residuals estimate the
    # variance of one log time as `ended * variance / freedom`, because the line was
    # fitted to them; `ended` cancels out. _NOISE**2 is assumed, so it is taken as it is.
    noise = max(variance / freedom, _NOISE**2 / ended)
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
