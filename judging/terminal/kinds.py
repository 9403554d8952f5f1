"""Kinds of commands: what a command says about itself, and the options that a kind has.

A command states here, in types, what others ask of it: which files it writes, whether it
joins the packages of a contest, and whether `judge watch` may repeat it.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Self

from judging.core.timings import Tally
from judging.terminal import options
from judging.terminal.options import NOT_AN_OPTION, ReportRequest, report_request
from judging.values import replace


# No slots: a command has several bases with fields, and Python cannot lay out slots of
# two bases.
@dataclass(frozen=True, kw_only=True)
class Command:
    """A parsed command line: the docstring is the help, the fields are the options.

    settings: what typer's `context_settings` must be to parse it.
    watchable: `judge watch` may repeat it.
    """

    settings: ClassVar[Mapping[str, bool]] = {}
    watchable: ClassVar[bool] = False

    @property
    def output_files(self) -> Sequence[Path]:
        """The files and folders that the command writes outside of a package."""
        return ()

    @property
    def package_changes(self) -> Sequence[str]:
        """The names of the given options that make the command write into a package."""
        return ()


@dataclass(frozen=True, kw_only=True)
class OnPackage(Command):
    """A command that works on a package.

    tally: gets the runs of its programs; whoever opens workers hands it on to them.
    archive: the zip file that `problem` was unpacked from; None for a package in a folder.
    """

    problem: options.Problem = None
    links_within: options.LinksWithin = None
    timings: options.Timings = False
    tally: Tally = field(
        default_factory=Tally, compare=False, repr=False, metadata=NOT_AN_OPTION
    )
    archive: Path | None = field(default=None, metadata=NOT_AN_OPTION)

    @property
    def stated_problem(self) -> Path | None:
        """What `--problem` names on the command line."""
        return self.archive or self.problem

    @property
    def chosen_paths(self) -> Sequence[Path]:
        """The submissions and folders that the command line names."""
        return ()


@dataclass(frozen=True, kw_only=True)
class OnContest(OnPackage):
    """A command that works on one package, or on every package of a folder.

    joins_packages: it makes one result of all packages of a folder. A command that does
    not is executed once for each of them.
    """

    joins_packages: ClassVar[bool] = False

    contest: options.Contest = None

    @property
    def one_package_options(self) -> Sequence[str]:
        """The names of the given options that the packages of a contest cannot share,
        because their values name a file or a test. With `--contest` they are an error."""
        return ()

    def for_package(self, root: Path, links_within: Path | None, folder: str) -> Self:
        """Return the command for one package of a contest.

        folder: the package's folder in the contest, by which a command may name what it
        writes for each package.
        """
        return replace(self, contest=None, problem=root, links_within=links_within)


@dataclass(frozen=True, kw_only=True)
class InSandbox(OnContest):
    """A command that runs many programs, of a package or of a contest's packages."""

    jobs: options.Jobs = None
    sandbox: options.Sandbox = "auto"


@dataclass(frozen=True, kw_only=True)
class OnCluster(InSandbox):
    """A command that can use several machines."""

    executor: options.Executor = "threads"
    any_node: options.AnyNode = False


@dataclass(frozen=True, kw_only=True)
class Reporting(Command, ABC):
    """A command that writes reports."""

    report: options.ReportOption = field(default_factory=list)
    json: options.Json = None

    @classmethod
    @abstractmethod
    def formats(cls) -> Collection[str]:
        """Return the names of the reports' formats. Importing them is slow."""

    @property
    def reports(self) -> Sequence[ReportRequest]:
        """The values of `--report`, and that of `--json FILE` as `json:FILE`."""
        texts = list(self.report)
        if self.json:
            texts.append(f"json:{self.json}")
        return [report_request(text) for text in texts]

    @property
    def pages(self) -> Sequence[str]:
        """The files of the HTML reports that are wanted."""
        return [report.file for report in self.reports if report.format == "html"]

    @property
    def output_files(self) -> Sequence[Path]:
        return [Path(report.file) for report in self.reports if report.file]


@dataclass(frozen=True, kw_only=True)
class WithReports(Reporting, InSandbox):
    """A command that runs programs of packages, and writes reports."""

    @property
    def one_package_options(self) -> Sequence[str]:
        return given(report=self.report, json=self.json)


@dataclass(frozen=True, kw_only=True)
class WithPages(WithReports):
    """A command whose pages show inputs and answers, unless `--no-contents` is given."""

    no_contents: options.NoContents = False


def given(**options: object) -> Sequence[str]:
    """Return the names of the options that have a value, as a person types them.

    None, 0, False and what is empty count as no value.
    """
    return [f"--{name.replace('_', '-')}" for name, value in options.items() if value]
