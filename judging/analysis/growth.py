"""Tell how the time of a submission grows with each size of the input that validators name. Pure.

`start-up + b * f(n)` is fitted to logarithms of times above the start-up: errors are relative. Each
class f whose AIC is within 6 of the best one's is named, because the data do not rule it out.
Source: Burnham and Anderson, Model Selection and Multimodel Inference.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from statistics import correlation, fmean, linear_regression, pvariance

from judging.core.limits import Growth, SizedRun
from judging.core.results import Ending, SubmissionResult
from judging.data.bounds import Bound, Number, merge_bounds

_FEWEST = 4  # sizes that a fit needs
# Exponents of n and of log n. Other slow growth does not show above a start-up.
_CLASSES = (0, 0), (0.5, 0), (1, 0), (1, 1), (1.5, 0), (2, 0), (2, 1), (3, 0), (4, 0)
_ALIKE = 1.05  # sizes in this ratio count as one
_NOISE = 0.1  # steady or not, times have caches and terms of lower order in them
_SCATTER = 0.4  # times that are further from the best curve have another cause
_BEYOND = 4.0  # caches may make a run so much longer than a class foretells
_TOGETHER = 0.9  # sizes of this correlation cannot be told apart
_LARGEST, _LEAST_LOG, _LARGEST_LOG = (
    1000,
    0.25,
    5.0,
)  # n and log c: any curve is like 1.0001^n


def growths(
    results: Iterable[SubmissionResult], bounds: Mapping[str, Iterable[Bound]]
) -> tuple[Growth, ...]:
    """Return the growth of each submission with each size: the greatest value that a validator saw
    in a test, by the name of the test. What may be negative is no size."""
    sizes: dict[str, dict[str, Number]] = {}
    for size in merge_bounds(bounds.values()):
        seen = [
            (test, b)
            for test, of in bounds.items()
            for b in of
            if b.location == size.location
        ]
        values = {test: bound.greatest for test, bound in seen if bound.greatest > 0}
        # Another validator may see the same; what is larger than 1e300 does not fit a float.
        if size.low >= 0 and size.greatest < 1e300 and sizes.get(size.name) != values:
            sizes[size.location if size.name in sizes else size.name] = values
    found: list[Growth] = []
    for result in results:
        runs = []
        for test in result.testcases:
            of_test = {
                name: of[test.name] for name, of in sizes.items() if test.name in of
            }
            run = test.execution
            ended = run.ending is Ending.EXITED and run.exit_code == 0
            runs.append(SizedRun(test.name, of_test, run.cpu_s, ended))
        found += [growth(result.path, name, runs) for name in sizes]
    return tuple(found)


def growth(path: str, size: str, runs: Sequence[SizedRun]) -> Growth:
    """Return how the times of the runs of `path` grow with a size, which is positive.

    The least time is the start-up. Only runs of more than three times that and 4 ms count. A run
    that was stopped rules out classes that foretell a much shorter time.
    """
    start_s = min((run.cpu_s for run in runs if run.ended), default=0.0)
    slow = [run for run in _longest(size, runs) if run.cpu_s > 3 * start_s + 0.004]
    slow.sort(key=lambda run: not run.ended)
    k = sum(run.ended for run in slow)
    if k < _FEWEST:
        return Growth(path, size, tuple(slow))
    n = [run.sizes[size] for run in slow]
    x, y = (
        [math.log(each) for each in n],
        [math.log(run.cpu_s - start_s) for run in slow],
    )
    shapes: dict[str, list[float]] = {}
    for power, logs in _CLASSES:
        log_f = [power * log + logs * math.log(max(log, math.log(2))) for log in x]
        factor = f"n^{power:g}".removesuffix("^1") if power else "constant"
        shapes[factor + logs * " log n"] = log_f
    log_c = linear_regression(n[:k], y[:k]).slope
    if max(n) <= _LARGEST and _LEAST_LOG <= log_c <= _LARGEST_LOG:
        shapes[f"{math.exp(log_c):.1f}^n"] = [log_c * each for each in n]
    aic = {}
    for name, shape in shapes.items():
        rest = [time - log for time, log in zip(y, shape, strict=True)]
        if max(rest[k:], default=-math.inf) < fmean(rest[:k]) + math.log(_BEYOND):
            noise = pvariance(rest[:k]) + _NOISE**2
            aic[name] = k * math.log(noise) + 2 * name.endswith("^n")
    best = min(aic.values(), default=math.inf)
    worst = best + 6 if best < k * math.log(_SCATTER**2) else -math.inf
    slope = linear_regression(x[:k], y[:k]).slope
    noise = pvariance(time - slope * log for time, log in zip(y[:k], x[:k], strict=True))
    classes = tuple(name for name in aic if aic[name] <= worst)
    if not classes and noise > _SCATTER**2:
        return Growth(path, size, tuple(slow))
    student = 1.96 + 2.4 / (k - 2) + 4.6 / (k - 2) ** 2  # within 4 %
    error = student * math.sqrt(max(noise / (k - 2), _NOISE**2 / k) / pvariance(x[:k]))
    slope, error = round(slope, 3), round(error, 3)
    moving = []
    for other in slow[0].sizes:
        z = [math.log(run.sizes.get(other, 1)) for run in slow[:k]]
        if other != size and len(set(z)) > 1 and abs(correlation(x[:k], z)) >= _TOGETHER:
            moving.append(other)
    return Growth(path, size, tuple(slow), classes, slope, error, tuple(moving))


def _longest(size: str, runs: Iterable[SizedRun]) -> list[SizedRun]:
    """Return the longest run of each size, smallest size first."""
    longest: dict[Number, SizedRun] = {}
    least: Number = 0
    known = [run for run in runs if size in run.sizes]
    for run in sorted(known, key=lambda run: (run.sizes[size], run.test)):
        least = run.sizes[size] if run.sizes[size] > _ALIKE * least else least
        longest[least] = max(longest.get(least, run), run, key=lambda run: run.cpu_s)
    return list(longest.values())
