"""The JSON object of `judge strength`."""

from collections.abc import Sequence
from typing import Annotated

from judging.core.verdicts import Verdict
from judging.data.bounds import Number
from judging.features.strength.groups import GroupStrength
from judging.features.strength.measures import (
    EqualAnswers,
    KilledByOneFamily,
    KilledByOneTest,
    Subset,
)
from judging.reports.objects.common import (
    Diagnostics,
    Exit,
    Interrupted,
    MachineErrors,
    Problem,
    Running,
    Wall,
)
from judging.values import Value, means


class UnmetObject(Value):
    """An expectation that the run does not meet."""

    path: Annotated[str, means("The submission.")]
    why: Annotated[str, means("How the expectation was broken.")]


class TestObject(Value):
    """One test, and what it kills."""

    name: Annotated[str, means("The name of the test.")]
    family: Annotated[str, means("Tests that are made alike have one family.")]
    kills: Annotated[Sequence[str], means("The wrong submissions that fail on it.")]
    accepted_cpu_s: Annotated[
        float, means("CPU time of all accepted submissions on it.")
    ]


class WrongObject(Value):
    """One wrong submission."""

    path: Annotated[str, means("The submission.")]
    killed_by: Annotated[Sequence[str], means("The tests on which it fails.")]
    verdicts: Annotated[Sequence[Verdict], means("Its verdict on each of `tests`.")]
    must_fail: Annotated[
        Sequence[str], means("The groups that it must fail, by its score.")
    ]


class RateObject(Value):
    """How many submissions were judged as they must."""

    right: Annotated[int, means("How many were.")]
    of: Annotated[int, means("How many there are.")]
    rate: Annotated[
        float | None, means("The share, from 0 to 1; null if there are none.")
    ]
    not_right: Annotated[Sequence[str], means("The others.")]


class BoundObject(Value):
    """One quantity of the input, and the bounds that its values must keep."""

    validator: Annotated[str, means("The input validator that says so.")]
    location: Annotated[str, means("Where the input validator reads it.")]
    name: Annotated[str, means("The name of the quantity.")]
    low: Annotated[
        Number | None, means("The lower bound; null if infinite or not known.")
    ]
    high: Annotated[
        Number | None, means("The upper bound; null if infinite or not known.")
    ]
    least: Annotated[
        Number | None, means("The least value in all tests; null for testlib.")
    ]
    greatest: Annotated[
        Number | None, means("The greatest value in all tests; null for testlib.")
    ]
    low_reached: Annotated[bool, means("Some test reaches the lower bound.")]
    high_reached: Annotated[bool, means("Some test reaches the upper bound.")]
    varies: Annotated[
        bool, means("The bounds differ between inputs: these are the widest.")
    ]
    described: Annotated[
        bool,
        means(
            "No validator states them, but the input format that is learnt or kept, which "
            "`validator` names."
        ),
    ]


class SlowestObject(Value):
    """A run that bounds the time limit."""

    path: Annotated[str, means("The submission.")]
    test: Annotated[str, means("The test.")]
    cpu_s: Annotated[float, means("CPU time in seconds.")]
    at_least: Annotated[bool, means("The run was stopped: the time is a lower bound.")]
    language_factor: Annotated[
        float, means("What the time limit is multiplied by for its language.")
    ]


class TimeLimitObject(Value):
    """The time limit compared with measured times."""

    limit_s: Annotated[float, means("The time limit.")]
    ok: Annotated[bool, means("Both conditions on the time limit are met.")]
    slowest_accepted: Annotated[
        SlowestObject | None, means("The slowest run that must not time out.")
    ]
    limit_to_slowest: Annotated[
        float | None, means("Time limit / slowest accepted run.")
    ]
    limit_to_slowest_wanted: Annotated[float, means("What it should be at least.")]
    fastest_too_slow: Annotated[
        SlowestObject | None, means("The fastest submission that must time out.")
    ]
    fastest_to_limit: Annotated[
        float | None, means("Fastest run that must time out / time limit.")
    ]
    fastest_to_limit_wanted: Annotated[float, means("What it should be at least.")]


class UnmeasuredObject(Value):
    """The report of `judge strength` if nothing could be measured."""

    problem: Problem
    exit_code: Exit
    complete: Annotated[
        bool, means("Every submission was judged, and the tests measured.")
    ]
    interrupted: Interrupted
    running: Running
    diagnostics: Diagnostics
    machine_errors: MachineErrors
    unmet: Annotated[
        Sequence[UnmetObject], means("Expectations that the run does not meet.")
    ]
    wall_s: Wall


class StrengthObject(UnmeasuredObject):
    """The report of `judge strength`."""

    tests: Annotated[Sequence[TestObject], means("Every test.")]
    wrong: Annotated[Sequence[WrongObject], means("Every wrong submission.")]
    survivors: Annotated[Sequence[str], means("Wrong submissions that no test kills.")]
    true_positives: Annotated[RateObject, means("Right submissions that are accepted.")]
    true_negatives: Annotated[RateObject, means("Wrong submissions that are rejected.")]
    kill_nobody: Annotated[Sequence[str], means("Tests that kill no wrong submission.")]
    same_kills: Annotated[
        Sequence[Sequence[str]], means("Groups of tests that kill the same submissions.")
    ]
    killed_by_one_test: Annotated[
        Sequence[KilledByOneTest], means("Submissions that only one test kills.")
    ]
    killed_by_one_family: Annotated[
        Sequence[KilledByOneFamily], means("Submissions that one family kills.")
    ]
    smallest: Annotated[Subset, means("The fewest tests that keep every kill.")]
    smallest_with_samples: Annotated[Subset, means("The same, with all samples.")]
    patterns: Annotated[int, means("How many different sets of submissions tests kill.")]
    rank: Annotated[int, means("The rank of the kill matrix over the rationals.")]
    bounds: Annotated[Sequence[BoundObject], means("The quantities of the input.")]
    equal_answers: Annotated[
        Sequence[EqualAnswers], means("Groups whose tests have one answer.")
    ]
    time_limit: Annotated[TimeLimitObject, means("The time limit and measured times.")]
    left_out: Annotated[Sequence[str], means("Submissions not judged on every test.")]
    groups: Annotated[Sequence[GroupStrength], means("The groups with scores.")]


StrengthReportObject = UnmeasuredObject | StrengthObject
