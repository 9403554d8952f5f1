"""The options of `judge run`, most of which `judge view` has too."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from judging.core.options import FIRST_ERROR, MARGIN
from judging.reports.medium import RunView
from judging.terminal import options
from judging.terminal.kinds import OnCluster, WithPages
from judging.terminal.options import ADVANCED, argument, option


@dataclass(frozen=True, kw_only=True)
class RunOptions(WithPages, OnCluster):
    """What `judge run` and `judge view` have in common."""

    joins_packages: ClassVar[bool] = True  # one report of the whole contest

    paths: list[Path] = argument(
        [],
        metavar="[SUBMISSION|FOLDER]...",
        help="What to judge. Default: every submission of the package.",
    )
    changed_since: str | None = option(
        None,
        metavar="REF",
        rich_help_panel=ADVANCED,
        help="Judge only what changed since git revision REF (docs/ci.md).",
    )
    until: str = option(
        FIRST_ERROR,
        metavar="first-error|all",
        help="Stop once the expectation is settled, or run all tests.",
    )
    tests: list[str] = option(
        [],
        metavar="GLOB",
        help="Run only matching tests, as in 'secret/0*'. Repeatable.",
    )
    time_limit: options.TimeLimit = None
    time_factor: options.TimeFactor = "1"
    margin: float = option(
        MARGIN,
        "--margin",
        metavar="F",
        rich_help_panel=ADVANCED,
        help="Name results that change if times are up to F times as long or short.",
    )
    repeat: int | None = option(
        None,
        "--repeat",
        metavar="N",
        rich_help_panel=ADVANCED,
        help="Repeat runs close to a limit N times, and compare outputs.",
    )
    sanitize: bool = option(
        False,
        "--sanitize",
        rich_help_panel=ADVANCED,
        help="Also run programs with sanitizers, and warn of faults.",
    )
    require_sandbox: options.RequireSandbox = None
    allow_missing: options.AllowMissing = False
    language: options.Language = field(default_factory=list)
    keep: Path | None = option(
        None,
        metavar="DIR",
        help="Keep the output, stderr and feedback of each run in DIR.",
    )
    interaction: bool = option(
        False,
        "--interaction",
        rich_help_panel=ADVANCED,
        help="Record dialogues, for --keep and the reports.",
    )
    visualize: bool = option(
        False,
        "--visualize",
        rich_help_panel=ADVANCED,
        help="Draw outputs, for --keep and HTML reports.",
    )
    fresh: options.Fresh = False
    compare: options.Compare = None
    verbose: bool = option(
        False,
        "--verbose",
        "-v",
        help="Also list verdict, time and memory of every test.",
    )
    overview: bool = option(
        False,
        "--overview",
        rich_help_panel=ADVANCED,
        help="Also show a matrix of verdicts; --until all fills it.",
    )

    @property
    def views(self) -> Collection[RunView]:
        """The views of every test that the text report has as well."""
        views = []
        if self.verbose:
            views.append(RunView.EVERY_TEST)
        if self.overview:
            views.append(RunView.OVERVIEW)
        return views

    @property
    def chosen_paths(self) -> Sequence[Path]:
        return self.paths

    @property
    def output_files(self) -> Sequence[Path]:
        files = list(super().output_files)
        if self.keep is not None:
            files.append(self.keep)
        return files

    @classmethod
    def formats(cls) -> Collection[str]:
        from judging.reports import run

        return run.FORMATS


@dataclass(frozen=True, kw_only=True)
class Run(RunOptions):
    """Judge submissions and check their verdicts."""

    watchable: ClassVar[bool] = True
