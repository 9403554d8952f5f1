"""The JSON object of `judge limits`."""

from collections.abc import Mapping, Sequence
from typing import Annotated, TypedDict


class TimingObject(TypedDict):
    """The slowest run of one submission."""

    path: Annotated[str, "The submission."]
    testcase: Annotated[str, "The test."]
    cpu_s: Annotated[float, "CPU time; a lower bound if the run was stopped."]
    stopped: Annotated[bool, "A time limit stopped the run."]
    at_wall: Annotated[bool, "It was the wall limit, so the time says nothing."]
    language_factor: Annotated[
        float, "What the time limit is multiplied by for its language."
    ]


class SizedRunObject(TypedDict):
    """A run on a test of known sizes."""

    test: Annotated[str, "The test."]
    sizes: Annotated[Mapping[str, float], "The value of each size, by its name."]
    cpu_s: Annotated[float, "CPU time in seconds."]
    ended: Annotated[bool, "False if the time is a lower bound."]
    blocks: Annotated[int | None, "Basic blocks; null if they were not counted."]


class GrowthObject(TypedDict):
    """How the cost of a submission grows with one size of the input, n."""

    path: Annotated[str, "The submission."]
    size: Annotated[str, "The name of the size."]
    runs: Annotated[Sequence[SizedRunObject], "The runs that count, bounds last."]
    classes: Annotated[Sequence[str], "Every class that fits: n, n log n and so on."]
    slope: Annotated[float | None, "Of log cost over log n; null if unknown."]
    error: Annotated[float | None, "Half the 95 % interval of the slope."]
    moves_with: Annotated[Sequence[str], "Other sizes that rise or fall with n."]
    measure: Annotated[str, "The cost: `time`, in seconds, or `blocks`."]
    on_demand: Annotated[bool, "Inputs were drawn (--growth); else the tests count."]
    alone: Annotated[bool, "The other sizes were held about where they are."]
    bound: Annotated[float | None, "The greatest n that is valid; null if unknown."]
    expected_s: Annotated[
        Sequence[float] | None,
        "The least and the greatest time at `bound` by the classes; null if unknown.",
    ]
    limit_cost: Annotated[
        float | None, "The cost of a run of the time limit; null if unknown."
    ]
    line: Annotated[
        Sequence[Sequence[float]], "Points [n, cost] of the class that fits best."
    ]


class LimitsReportObject(TypedDict):
    """The report of `judge limits`."""

    ok: Annotated[bool, "Both conditions on the time limit are met."]
    limit_s: Annotated[float, "The time limit."]
    slowest_accepted: Annotated[
        TimingObject | None, "The slowest run that must not time out."
    ]
    fastest_too_slow: Annotated[
        TimingObject | None, "The fastest submission that must time out."
    ]
    ac_ratio: Annotated[float | None, "Time limit / slowest accepted run."]
    tle_ratio: Annotated[float | None, "Fastest run that must time out / time limit."]
    ac_wanted: Annotated[float, "What `ac_ratio` should be at least."]
    tle_wanted: Annotated[float, "What `tle_ratio` should be at least."]
    suggested_s: Annotated[float | None, "The suggested limit; null if there is none."]
    inferred: Annotated[bool, "The package states no time limit."]
    growth: Annotated[
        Sequence[GrowthObject], "One object for each submission and size of the input."
    ]
