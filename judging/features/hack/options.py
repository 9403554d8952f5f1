"""The options of `judge hack`."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from judging.terminal import options
from judging.terminal.kinds import OnCluster, WithPages, given
from judging.terminal.options import ADVANCED, argument, option


@dataclass(frozen=True, kw_only=True)
class Hack(WithPages, OnCluster):
    """Hunt for an input on which a submission fails, and shrink it."""

    watchable: ClassVar[bool] = True

    paths: list[Path] = argument(
        [],
        metavar="[SUBMISSION]...",
        help="The submissions to hunt. Required without --all and --agree.",
    )
    all: bool = option(
        False, "--all", help="Hunt every submission that is expected to fail."
    )
    agree: bool = option(
        False,
        "--agree",
        help="Hunt for inputs on which accepted submissions differ or the checker fails.",
    )
    time: float | None = option(
        None,
        metavar="S",
        help="End after S seconds in all; 0: no bound. Default: 30 for each submission.",
    )
    tries: int | None = option(
        None,
        metavar="N",
        min=1,
        help="Give up after N inputs; --time has no default then.",
    )
    seed: int = option(0, metavar="N", min=0, help="Choose another stream of inputs.")
    sanitize: bool = option(
        False,
        "--sanitize",
        rich_help_panel=ADVANCED,
        help="A fault that sanitizers report is a find, too.",
    )
    save: str | None = option(
        None, metavar="NAME", help="Add the input found as the test NAME."
    )
    group: options.Group = None
    require_sandbox: options.RequireSandbox = None
    allow_missing: options.AllowMissing = False

    @property
    def chosen_paths(self) -> Sequence[Path]:
        return self.paths

    @property
    def package_changes(self) -> Sequence[str]:
        return given(save=self.save)

    @classmethod
    def formats(cls) -> Collection[str]:
        from judging.features.hack import report as hunt

        return hunt.FORMATS
