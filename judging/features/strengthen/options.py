"""The options of `judge strengthen`."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar

from judging.terminal import options
from judging.terminal.kinds import OnCluster, WithReports, given
from judging.terminal.options import option


@dataclass(frozen=True, kw_only=True)
class Strengthen(WithReports, OnCluster):
    """List tests to add: they kill what existing tests miss.

    Each makes a wrong submission or a mutant fail that passes all existing tests."""

    watchable: ClassVar[bool] = True

    seed: int = option(
        0, metavar="N", min=0, help="Choose other inputs and other mutants."
    )
    tries: int = option(
        1000,
        metavar="N",
        min=1,
        help="Try N inputs, and 2 N in each hunt, but at least 200.",
    )
    time: float = option(
        600.0, metavar="S", help="End after S seconds in all; 0: no bound."
    )
    candidates: list[str] = option(
        [],
        metavar="DIR|COMMAND",
        help="Also try the inputs in a folder, or those that a command writes.",
    )
    limit: int = option(50, metavar="N", min=0, help="Make at most N mutants.")
    count: int = option(
        0, metavar="N", min=0, help="List N tests even if fewer show everything."
    )
    group: options.Group = None
    write: bool = option(
        False,
        "--write",
        help="Add the tests to the package; comments say what each shows.",
    )

    @property
    def package_changes(self) -> Sequence[str]:
        return given(write=self.write)

    @classmethod
    def formats(cls) -> Collection[str]:
        from judging.features.strengthen import report as strengthening

        return strengthening.FORMATS
