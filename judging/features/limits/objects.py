"""The JSON object of `judge limits`."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from judging.core.limits import Measure, Timing
from judging.values import Value, means


class SizedRunObject(Value):
    """A run on a test of known sizes."""

    test: Annotated[str, means("The test.")]
    sizes: Annotated[Mapping[str, float], means("The value of each size, by its name.")]
    cpu_s: Annotated[float, means("CPU time in seconds.")]
    ended: Annotated[bool, means("False if the time is a lower bound.")]
    blocks: Annotated[int | None, means("Basic blocks; null if they were not counted.")]


class GrowthObject(Value):
    """How the cost of a submission grows with one size of the input, n."""

    path: Annotated[str, means("The submission.")]
    size: Annotated[str, means("The name of the size.")]
    runs: Annotated[Sequence[SizedRunObject], means("The runs that count, bounds last.")]
    classes: Annotated[
        Sequence[str], means("Every class that fits: n, n log n and so on.")
    ]
    slope: Annotated[float | None, means("Of log cost over log n; null if unknown.")]
    error: Annotated[float | None, means("Half the 95 % interval of the slope.")]
    moves_with: Annotated[Sequence[str], means("Other sizes that rise or fall with n.")]
    measure: Annotated[Measure, means("The cost: `time`, in seconds, or `blocks`.")]
    on_demand: Annotated[
        bool, means("Inputs were drawn (--growth); else the tests count.")
    ]
    alone: Annotated[bool, means("The other sizes were held about where they are.")]
    bound: Annotated[
        float | None, means("The greatest n that is valid; null if unknown.")
    ]
    expected_s: Annotated[
        Sequence[float] | None,
        means(
            "The least and the greatest time at `bound` by the classes; null if unknown."
        ),
    ]
    limit_cost: Annotated[
        float | None, means("The cost of a run of the time limit; null if unknown.")
    ]
    line: Annotated[
        Sequence[Sequence[float]], means("Points [n, cost] of the class that fits best.")
    ]


class LimitsReportObject(Value):
    """The report of `judge limits`."""

    ok: Annotated[bool, means("Both conditions on the time limit are met.")]
    limit_s: Annotated[float, means("The time limit.")]
    slowest_accepted: Annotated[
        Timing | None, means("The slowest run that must not time out.")
    ]
    fastest_too_slow: Annotated[
        Timing | None, means("The fastest submission that must time out.")
    ]
    ac_ratio: Annotated[float | None, means("Time limit / slowest accepted run.")]
    tle_ratio: Annotated[
        float | None, means("Fastest run that must time out / time limit.")
    ]
    ac_wanted: Annotated[float, means("What `ac_ratio` should be at least.")]
    tle_wanted: Annotated[float, means("What `tle_ratio` should be at least.")]
    suggested_s: Annotated[
        float | None, means("The suggested limit; null if there is none.")
    ]
    inferred: Annotated[bool, means("The package states no time limit.")]
    growth: Annotated[
        Sequence[GrowthObject],
        means("One object for each submission and size of the input."),
    ]
