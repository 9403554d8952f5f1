"""The JSON object of `judge strength`."""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from judging.core.verdicts import Verdict
from judging.reports.objects.common import (
    Diagnostics,
    Exit,
    MachineErrors,
    Problem,
    Wall,
)


class UnmetObject(TypedDict):
    """An expectation that the run does not meet."""

    path: Annotated[str, "The submission."]
    why: Annotated[str, "How the expectation was broken."]


class TestObject(TypedDict):
    """One test, and what it kills."""

    name: Annotated[str, "The name of the test."]
    family: Annotated[str, "Tests that are made alike have one family."]
    kills: Annotated[Sequence[str], "The wrong submissions that fail on it."]
    accepted_cpu_s: Annotated[float, "CPU time of all accepted submissions on it."]


class WrongObject(TypedDict):
    """One wrong submission."""

    path: Annotated[str, "The submission."]
    killed_by: Annotated[Sequence[str], "The tests on which it fails."]
    verdicts: Annotated[Sequence[Verdict], "Its verdict on each of `tests`."]
    must_fail: Annotated[Sequence[str], "The groups that it must fail, by its score."]


class RateObject(TypedDict):
    """How many submissions were judged as they must."""

    right: Annotated[int, "How many were."]
    of: Annotated[int, "How many there are."]
    rate: Annotated[float | None, "The share, from 0 to 1; null if there are none."]
    not_right: Annotated[Sequence[str], "The others."]


class KilledByOneTestObject(TypedDict):
    """A wrong submission that only one test kills."""

    path: Annotated[str, "The submission."]
    test: Annotated[str, "The test."]


class KilledByOneFamilyObject(TypedDict):
    """A wrong submission that several tests kill, all of one family."""

    path: Annotated[str, "The submission."]
    family: Annotated[str, "The family."]
    tests: Annotated[Sequence[str], "The tests."]


class SubsetObject(TypedDict):
    """The fewest tests that keep every kill."""

    tests: Annotated[Sequence[str], "The tests."]
    exact: Annotated[bool, "No smaller set keeps every kill."]
    accepted_cpu_s: Annotated[float, "CPU time of the accepted submissions on them."]
    accepted_cpu_share: Annotated[float | None, "Its share of the time on all tests."]


class BoundObject(TypedDict):
    """One quantity of the input, and the bounds that its values must keep."""

    validator: Annotated[str, "The input validator that says so."]
    location: Annotated[str, "Where the input validator reads it."]
    name: Annotated[str, "The name of the quantity."]
    low: Annotated[float | None, "The lower bound; null if infinite or not known."]
    high: Annotated[float | None, "The upper bound; null if infinite or not known."]
    least: Annotated[float | None, "The least value in all tests; null for testlib."]
    greatest: Annotated[
        float | None, "The greatest value in all tests; null for testlib."
    ]
    low_reached: Annotated[bool, "Some test reaches the lower bound."]
    high_reached: Annotated[bool, "Some test reaches the upper bound."]
    varies: Annotated[bool, "The bounds differ between inputs: these are the widest."]


class EqualAnswersObject(TypedDict):
    """A group whose tests all have the same answer."""

    group: Annotated[str, "The group."]
    tests: Annotated[int, "How many tests it has."]
    answer: Annotated[str, "The beginning of the answer."]


class SlowestObject(TypedDict):
    """A run that bounds the time limit."""

    path: Annotated[str, "The submission."]
    test: Annotated[str, "The test."]
    cpu_s: Annotated[float, "CPU time in seconds."]
    at_least: Annotated[bool, "The run was stopped: the time is a lower bound."]
    language_factor: Annotated[
        float, "What the time limit is multiplied by for its language."
    ]


class TimeLimitObject(TypedDict):
    """The time limit compared with measured times."""

    limit_s: Annotated[float, "The time limit."]
    ok: Annotated[bool, "Both conditions on the time limit are met."]
    slowest_accepted: Annotated[
        SlowestObject | None, "The slowest run that must not time out."
    ]
    limit_to_slowest: Annotated[float | None, "Time limit / slowest accepted run."]
    limit_to_slowest_wanted: Annotated[float, "What it should be at least."]
    fastest_too_slow: Annotated[
        SlowestObject | None, "The fastest submission that must time out."
    ]
    fastest_to_limit: Annotated[
        float | None, "Fastest run that must time out / time limit."
    ]
    fastest_to_limit_wanted: Annotated[float, "What it should be at least."]


class GroupStrengthObject(TypedDict):
    """A group with scores, and which submissions it must stop."""

    group: Annotated[str, "The group."]
    max_score: Annotated[float | None, "Its points; null if they are unbounded."]
    must_fail: Annotated[Sequence[str], "Submissions that its tests must stop."]
    lets_pass: Annotated[Sequence[str], "Those of them that are AC on all its tests."]


class MeasuresObject(TypedDict):
    """What was measured."""

    tests: Annotated[Sequence[TestObject], "Every test."]
    wrong: Annotated[Sequence[WrongObject], "Every wrong submission."]
    survivors: Annotated[Sequence[str], "Wrong submissions that no test kills."]
    true_positives: Annotated[RateObject, "Right submissions that are accepted."]
    true_negatives: Annotated[RateObject, "Wrong submissions that are rejected."]
    kill_nobody: Annotated[Sequence[str], "Tests that kill no wrong submission."]
    same_kills: Annotated[
        Sequence[Sequence[str]], "Groups of tests that kill the same submissions."
    ]
    killed_by_one_test: Annotated[
        Sequence[KilledByOneTestObject], "Submissions that only one test kills."
    ]
    killed_by_one_family: Annotated[
        Sequence[KilledByOneFamilyObject], "Submissions that one family kills."
    ]
    smallest: Annotated[SubsetObject, "The fewest tests that keep every kill."]
    smallest_with_samples: Annotated[SubsetObject, "The same, with all samples."]
    patterns: Annotated[int, "How many different sets of submissions tests kill."]
    rank: Annotated[int, "The rank of the kill matrix over the rationals."]
    bounds: Annotated[Sequence[BoundObject], "The quantities of the input."]
    equal_answers: Annotated[
        Sequence[EqualAnswersObject], "Groups whose tests have one answer."
    ]
    time_limit: Annotated[TimeLimitObject, "The time limit and measured times."]
    left_out: Annotated[Sequence[str], "Submissions not judged on every test."]
    groups: Annotated[Sequence[GroupStrengthObject], "The groups with scores."]


class UnmeasuredObject(TypedDict):
    """The report of `judge strength` if nothing could be measured."""

    problem: Problem
    exit_code: Exit
    complete: Annotated[bool, "Every submission was judged, and the tests measured."]
    diagnostics: Diagnostics
    machine_errors: MachineErrors
    unmet: Annotated[Sequence[UnmetObject], "Expectations that the run does not meet."]
    wall_s: Wall


class StrengthObject(UnmeasuredObject, MeasuresObject):
    """The report of `judge strength`."""


StrengthReportObject = UnmeasuredObject | StrengthObject
