"""The options of `judge mutate`."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from judging.terminal import options
from judging.terminal.kinds import OnCluster, WithPages, given
from judging.terminal.options import argument, option


@dataclass(frozen=True, kw_only=True)
class Mutate(WithPages, OnCluster):
    """Make small wrong variants, and list those that no test kills."""

    watchable: ClassVar[bool] = True

    paths: list[Path] = argument(
        [],
        metavar="[SUBMISSION]...",
        help="What to mutate. Default: the model solution.",
    )
    seed: int = option(
        0, metavar="N", help="Choose other inputs, and mutants for --limit."
    )
    limit: int | None = option(
        None, metavar="N", min=1, help="Make at most N mutants of each submission."
    )
    time: float | None = option(
        None,
        metavar="S",
        help="End after S seconds in all; 0: no bound. Default: 30 for each survivor.",
    )
    tries: int | None = option(
        None,
        metavar="N",
        min=1,
        help="Hunt each survivor with N inputs; --time has no default then.",
    )
    save: str | None = option(
        None, metavar="NAME", help="Add the inputs found as tests NAME, NAME-2, ..."
    )
    group: options.Group = None
    no_hunt: bool = option(False, "--no-hunt", help="Do not hunt surviving mutants.")
    fresh: options.Fresh = False

    @property
    def chosen_paths(self) -> Sequence[Path]:
        return self.paths

    @property
    def package_changes(self) -> Sequence[str]:
        return given(save=self.save)

    @classmethod
    def formats(cls) -> Collection[str]:
        from judging.features.mutate import report as mutation

        return mutation.FORMATS
