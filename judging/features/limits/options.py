"""The options of `judge limits`."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from judging.terminal import options
from judging.terminal.kinds import WithReports, given
from judging.terminal.options import option


@dataclass(frozen=True, kw_only=True)
class Limits(WithReports):
    """Check the time limit from both sides, and suggest one.

    The slowest accepted submission gives the lower bound, the fastest one that must time
    out the upper bound. With --growth, it also tells how submissions slow down on
    inputs of many sizes, which it draws from a grammar, strategies.py or generators.
    """

    watchable: ClassVar[bool] = True

    growth: bool = option(
        False,
        "--growth",
        help="Draw inputs of many sizes, and name how blocks or times grow on them.",
    )
    growth_time: float | None = option(
        None,
        metavar="S",
        help="With --growth: run each submission for S seconds (default: 20).",
    )
    seed: int | None = option(
        None, metavar="N", min=0, help="With --growth: draw other inputs (default: 0)."
    )
    time_limit: options.TimeLimit = None
    time_factor: options.TimeFactor = "1"
    allow_missing: options.AllowMissing = False
    language: options.Language = field(default_factory=list)
    write: bool = option(
        False,
        "--write",
        help="Write the suggested limit into the file that states the limit.",
    )

    @property
    def package_changes(self) -> Sequence[str]:
        return given(write=self.write)

    @classmethod
    def formats(cls) -> Collection[str]:
        from judging.features.limits import report as limits

        return limits.FORMATS
