"""The options of `judge strength`."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from judging.terminal import options
from judging.terminal.kinds import OnCluster, WithPages, given
from judging.terminal.options import option


@dataclass(frozen=True, kw_only=True)
class Strength(WithPages, OnCluster):
    """Run everything, and list wrong submissions that no test catches."""

    watchable: ClassVar[bool] = True

    minimize: Path | None = option(
        None,
        metavar="DIR",
        help="Write to DIR a package with the fewest tests that keep every kill.",
    )
    time_limit: options.TimeLimit = None
    time_factor: options.TimeFactor = "1"
    allow_missing: options.AllowMissing = False
    fresh: options.Fresh = False

    @property
    def package_changes(self) -> Sequence[str]:
        return given(minimize=self.minimize)

    @property
    def one_package_options(self) -> Sequence[str]:
        return [*given(minimize=self.minimize), *super().one_package_options]

    @classmethod
    def formats(cls) -> Collection[str]:
        from judging.features.strength import report as strength

        return strength.FORMATS
