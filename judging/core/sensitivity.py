"""What would change if the times of a submission were shorter or longer."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated

from judging.core.verdicts import Verdict
from judging.values import Value, means


class OtherResult(Value):
    """What a submission gets if its times are shorter or longer."""

    # From there on: by less if it is below 1, else by more.
    factor: Annotated[
        float, means("Times are multiplied by this much, or a little more.")
    ]
    # Nobody knows it where a run was stopped, or a test did not run.
    verdict: Annotated[Verdict | None, means("null if nobody knows it.")]
    score: Annotated[
        float | None, means("null without a score, or if it is unknown.")
    ] = None


class SensitiveTest(Value):
    """A test on which the result of a submission depends if times change."""

    name: Annotated[str, means("The name of the test.")]
    verdict: Annotated[Verdict, means("The verdict on this run.")]
    # It is unknown where the run was stopped.
    other_verdict: Annotated[Verdict | None, means("The verdict then; null if unknown.")]
    factor: Annotated[
        float, means("The verdict changes where times are multiplied by this.")
    ]
    time_s: Annotated[
        float, means("The time that decides: of the CPU, or on the clock.")
    ]
    wall: Annotated[bool, means("The time is the one on the clock.")] = False
    stopped: Annotated[
        bool, means("The time is a lower bound: a limit stopped the run.")
    ] = False


class Sensitivity(Value):
    """Whether a submission keeps its result if all its times are multiplied by any factor
    from 1 / `margin` to `margin`.

    others: the next other results, of shorter and of longer times; at most one of each.
    tests: those that make the difference, in order.
    """

    margin: float
    others: tuple[OtherResult, ...] = ()
    tests: tuple[SensitiveTest, ...] = ()

    @property
    def clear(self) -> bool:
        return not self.others


class RepeatedTest(Value):
    """A submission on a test, run again after all verdicts were known.

    close: it is repeated because its time is close to a limit; else only to compare its
        outputs.
    times_s: the CPU time of each repeat, sorted; lower bounds if a limit stopped it.
    stopped: how many of them a limit stopped.
    verdicts: of the repeats, in the order of the runs.
    compared: how many outputs were compared, that of the first run included: those of
        runs that exited with 0.
    outputs: how many different outputs there are among them.
    """

    path: str
    test: str
    close: bool
    times_s: tuple[float, ...]
    stopped: int
    verdicts: tuple[Verdict, ...]
    compared: int = 0
    outputs: int = 0

    @property
    def smallest_s(self) -> float:
        return self.times_s[0]

    @property
    def median_s(self) -> float:
        # Imported here: it loads fractions and decimals, and few runs are repeated.
        from statistics import median

        return median(self.times_s)

    @property
    def largest_s(self) -> float:
        return self.times_s[-1]

    @property
    def counts(self) -> Mapping[Verdict, int]:
        """How many repeats got each verdict, the most frequent first."""
        return dict(Counter(self.verdicts).most_common())

    @property
    def differs(self) -> bool:
        """True when two runs of the program wrote different outputs."""
        return self.outputs > 1
